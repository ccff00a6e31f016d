// SPDX-License-Identifier: BSL-1.0
// Where PyTorch's state_dict has the tensors of a model: names and shapes that differ from its own.
// checkpoint.hpp has the table.
#pragma once

#include <cstddef>
#include <string_view>

#include <attn/io/detail/location.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

ATTN_ABI constexpr bool has_gates(const wanted_tensor& want) {
  const std::string_view gates = want.rank > 1 ? want.axes[0] : "", of_gates = "gates_";
  return gates.substr(0, of_gates.size()) == of_gates;
}
ATTN_ABI constexpr bool has_torch_gates(const wanted_tensor& want) {
  const std::string_view gates = want.axes[0];
  return gates == "gates_ifgo" || gates == "gates_rzn";
}

// The model's own name. Weights of linear layers are (out, in), and the gates of a cell share the
// axis of the width that follows them.
ATTN_ABI constexpr location shaped_for_torch(const wanted_tensor& want) {
  location at = own_location(want);
  if (want.layout == weight_layout::input_by_output) transpose(at);
  if (has_gates(want)) merge_first_axes(at);
  return at;
}

// "layers.0.feed_forward.linear1.weight" is "layers.0.linear1.weight" in PyTorch.
ATTN_ABI constexpr joined_name flat_name(std::string_view own) {
  const std::string_view inner = "feed_forward.", followed_by = "feed_forward.linear";
  joined_name flat;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const bool starts = i == 0 || own[i - 1] == '.';
    if (starts && own.substr(i, followed_by.size()) == followed_by) i += inner.size();
    flat.add(own.substr(i, 1));
  }
  return flat;
}

// "rnn.layers.1.weight_ih", of a list of cells: "rnn.weight_ih_l1" in nn.LSTM, nn.GRU and nn.RNN;
// that of a cell by itself is of layer 0. Empty: it is none of a cell.
ATTN_ABI constexpr joined_name numbered_name(std::string_view own) {
  const std::size_t point = own.rfind('.');
  const std::size_t begin = point == own.npos ? 0 : point + 1;
  const std::string_view kind = own.substr(begin), list = "layers.";
  joined_name all;
  if (kind != "weight_ih" && kind != "weight_hh" && kind != "bias_ih" && kind != "bias_hh")
    return all;
  std::size_t digits = begin > 0 ? begin - 1 : 0;
  while (digits > 0 && own[digits - 1] >= '0' && own[digits - 1] <= '9') --digits;
  const std::size_t before = digits >= list.size() ? digits - list.size() : 0;
  const bool in_list = digits + 1 < begin && own.substr(before, digits - before) == list &&
                       (before == 0 || own[before - 1] == '.');
  all.add(own.substr(0, in_list ? before : begin)).add(kind).add("_l");
  return all.add(in_list ? own.substr(digits, begin - 1 - digits) : "0");
}

// "self_attn.q_proj.weight": that of a projection.
ATTN_ABI inline constexpr std::string_view projection_names[] = {"q_proj", "k_proj", "v_proj"};
struct projection_name {
  std::string_view owner{}, kind{};  // "self_attn.", "weight"
  std::size_t part = 3;              // of projection_names; 3: it is none
  ATTN_ABI constexpr explicit operator bool() const { return part < 3; }
};
ATTN_ABI constexpr projection_name projection_in(std::string_view own) {
  for (const std::string_view kind : {std::string_view("weight"), std::string_view("bias")}) {
    const std::size_t behind = kind.size() + 1, all = behind + projection_names[0].size();
    if (own.size() < all || own.substr(own.size() - kind.size()) != kind) continue;
    if (own[own.size() - behind] != '.') continue;
    const std::string_view owner = own.substr(0, own.size() - all);
    for (std::size_t part = 0; part < 3; ++part)
      if (own.substr(owner.size(), projection_names[part].size()) == projection_names[part])
        return {owner, kind, part};
  }
  return {};
}

// The three projection_names of attention as one: the rows of in_proj_weight and of in_proj_bias.
ATTN_ABI constexpr location packed_in_torch(const wanted_tensor& want, const projection_name& of) {
  location at = shaped_for_torch(want);
  make_part(at, 0, of.part, 3);
  at.name = joined_name().add(of.owner).add("in_proj_").add(of.kind);
  return at;
}
// … or with a weight of each, where queries, keys and values differ in width: q_proj_weight.
ATTN_ABI constexpr location separate_in_torch(const wanted_tensor& want,
                                              const projection_name& of) {
  location at = shaped_for_torch(want);
  at.name = joined_name().add(of.owner).add(projection_names[of.part]).add("_").add(of.kind);
  return at;
}

// Where a reader looks, in this order, until is_there(location) is true.
template <class F>
ATTN_ABI constexpr void look_in_torch(const wanted_tensor& want, const F& is_there) {
  const std::string_view own = want.full_name();
  location at = shaped_for_torch(want);
  if (is_there(at)) return;
  if (const joined_name numbered = numbered_name(own); !numbered.text.empty()) {
    at.name = numbered;
    is_there(at);
    return;
  }
  if (const projection_name of = projection_in(own)) {
    if (!is_there(separate_in_torch(want, of))) is_there(packed_in_torch(want, of));
    return;
  }
  at.name = flat_name(own);
  if (at.name.view() != own) is_there(at);
}

// Where a writer puts it. `together`: the three projection_names have the same shape.
ATTN_ABI constexpr location place_in_torch(const wanted_tensor& want, bool together,
                                           bool layer_numbers) {
  const std::string_view own = want.full_name();
  const projection_name of = projection_in(own);
  if (of && together) return packed_in_torch(want, of);
  if (of) return separate_in_torch(want, of);
  location at = shaped_for_torch(want);
  if (layer_numbers) at.name = numbered_name(own);
  if (!layer_numbers || at.name.text.empty()) at.name = flat_name(own);
  return at;
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
