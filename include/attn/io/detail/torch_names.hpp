// SPDX-License-Identifier: BSL-1.0
// Names of parameters in PyTorch's, GPT-2's, Llama's and BERT's checkpoints.
#pragma once

#include <cstddef>
#include <string_view>

#include <attn/io/checkpoint.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Where PyTorch's state_dict has the tensors of a model: names and shapes that differ from its own.
// checkpoint.hpp has the table.

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

// "rnn.layers.1.weight_ih", of a list of cells: "rnn.weight_ih_l1" in nn.LSTM, nn.GRU and nn.RNN.
// The name of a cell by itself is of layer 0. "layers.1.reverse.weight_ih", of an
// nn::bidirectional, is "weight_ih_l1_reverse". Empty: it is none of a cell.
ATTN_ABI constexpr joined_name numbered_name(std::string_view own) {
  const std::size_t point = own.rfind('.');
  const std::string_view kind = own.substr(point == own.npos ? 0 : point + 1), list = "layers.";
  joined_name all;
  if (kind != "weight_ih" && kind != "weight_hh" && kind != "bias_ih" && kind != "bias_hh")
    return all;
  std::size_t begin = own.size() - kind.size();
  std::string_view suffix;
  for (const std::string_view direction :
       {std::string_view("forward."), std::string_view("reverse.")})
    if (begin >= direction.size() &&
        own.substr(begin - direction.size(), direction.size()) == direction &&
        (begin == direction.size() || own[begin - direction.size() - 1] == '.')) {
      begin -= direction.size();
      suffix = direction == "reverse." ? "_reverse" : "";
      break;
    }
  std::size_t digits = begin > 0 ? begin - 1 : 0;
  while (digits > 0 && own[digits - 1] >= '0' && own[digits - 1] <= '9') --digits;
  const std::size_t before = digits >= list.size() ? digits - list.size() : 0;
  const bool in_list = digits + 1 < begin && own.substr(before, digits - before) == list &&
                       (before == 0 || own[before - 1] == '.');
  all.add(own.substr(0, in_list ? before : begin)).add(kind).add("_l");
  return all.add(in_list ? own.substr(digits, begin - 1 - digits) : "0").add(suffix);
}

// "self_attn.q_proj.weight": the weight of a projection.
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

// Where a checkpoint of GPT-2, as Hugging Face's Transformers writes it, has the tensors of an
// nn::language_model. Its linear layers are (in, out). checkpoint.hpp has the table.

// What a part of a dotted name is there. `first`: it is at the beginning of the name.
struct renamed_part {
  std::string_view own, there;
  bool first;
};
ATTN_ABI inline constexpr renamed_part gpt2_parts[] = {
    {"embedding", "wte", true},
    {"embedding.output", "lm_head", true},
    {"positions", "wpe", true},
    {"layers", "h", true},
    {"norm", "ln_f", true},
    {"norm1", "ln_1", false},
    {"norm2", "ln_2", false},
    {"self_attn.out_proj", "attn.c_proj", false},
    {"feed_forward.linear1", "mlp.c_fc", false},
    {"feed_forward.linear2", "mlp.c_proj", false},
    {"self_attn.q_proj", "attn.c_attn", false},
    {"self_attn.k_proj", "attn.c_attn", false},
    {"self_attn.v_proj", "attn.c_attn", false},
};

template <std::size_t N>
ATTN_ABI constexpr joined_name with_renamed_parts(std::string_view own,
                                                  const renamed_part (&parts)[N]) {
  joined_name name;
  for (std::size_t i = 0; i < own.size();) {
    const bool starts = i == 0 || own[i - 1] == '.';
    const renamed_part* renamed = nullptr;
    for (const renamed_part& part : parts)
      if (starts && (i == 0 || !part.first) && own.substr(i, part.own.size()) == part.own &&
          own.substr(i + part.own.size()).substr(0, 1) == ".")
        renamed = &part;
    name.add(renamed != nullptr ? renamed->there : own.substr(i, 1));
    i += renamed != nullptr ? renamed->own.size() : 1;
  }
  return name;
}

// Readers and writers alike: there is one place for each tensor.
ATTN_ABI constexpr location place_in_gpt2(const wanted_tensor& want) {
  const std::string_view head = "embedding.output.";
  location at = own_location(want);
  at.without_prefix = want.full_name().substr(0, head.size()) == head;
  // The head is a linear layer of PyTorch, outside of "transformer."; the others are Conv1D.
  if (at.without_prefix ? want.layout == weight_layout::input_by_output
                        : want.layout == weight_layout::output_by_input)
    transpose(at);
  if (const projection_name of = projection_in(want.full_name()))
    make_part(at, at.rank - 1, of.part, 3);
  at.name = with_renamed_parts(want.full_name(), gpt2_parts);
  return at;
}

// Older files also have the causal mask, which no model of the library stores.
ATTN_ABI constexpr bool is_mask_of_gpt2(std::string_view name) {
  for (const std::string_view mask :
       {std::string_view(".attn.bias"), std::string_view(".attn.masked_bias")})
    if (name.size() > mask.size() && name.substr(name.size() - mask.size()) == mask) return true;
  return false;
}

// Where a checkpoint of LlamaForCausalLM, as Hugging Face's Transformers writes it, has the tensors
// of an nn::llama.
ATTN_ABI inline constexpr renamed_part llama_parts[] = {
    {"embedding", "model.embed_tokens", true},
    {"embedding.output", "lm_head", true},
    {"layers", "model.layers", true},
    {"norm", "model.norm", true},
    {"norm1", "input_layernorm", false},
    {"norm2", "post_attention_layernorm", false},
    {"self_attn.out_proj", "self_attn.o_proj", false},
    {"feed_forward.w1", "mlp.gate_proj", false},
    {"feed_forward.w2", "mlp.down_proj", false},
    {"feed_forward.w3", "mlp.up_proj", false},
};
ATTN_ABI constexpr location place_in_llama(const wanted_tensor& want) {
  location at = shaped_for_torch(want);
  at.name = with_renamed_parts(want.full_name(), llama_parts);
  return at;
}

// Where a checkpoint of BertModel has the tensors of an nn::encoder, after "encoder.".
ATTN_ABI inline constexpr renamed_part bert_parts[] = {
    {"layers", "layer", false},
    {"self_attn.q_proj", "attention.self.query", false},
    {"self_attn.k_proj", "attention.self.key", false},
    {"self_attn.v_proj", "attention.self.value", false},
    {"self_attn.out_proj", "attention.output.dense", false},
    {"norm1", "attention.output.LayerNorm", false},
    {"feed_forward.linear1", "intermediate.dense", false},
    {"feed_forward.linear2", "output.dense", false},
    {"norm2", "output.LayerNorm", false},
};
ATTN_ABI constexpr location place_in_bert(const wanted_tensor& want) {
  location at = shaped_for_torch(want);
  at.name = with_renamed_parts(want.full_name(), bert_parts);
  return at;
}
// Files that were converted from TensorFlow have "LayerNorm.gamma" and "LayerNorm.beta".
template <class F>
ATTN_ABI constexpr void look_in_bert(const wanted_tensor& want, const F& is_there) {
  location at = place_in_bert(want);
  if (is_there(at)) return;
  const std::string_view names[][2] = {{".LayerNorm.weight", "gamma"}, {".LayerNorm.bias", "beta"}};
  for (const auto& [ours, theirs] : names) {
    const std::string_view name = at.name.view();
    if (name.size() < ours.size() || name.substr(name.size() - ours.size()) != ours) continue;
    const std::size_t norm = name.size() - ours.size() + std::string_view(".LayerNorm.").size();
    joined_name older;
    older.add(name.substr(0, norm)).add(theirs);
    location there = at;
    there.name = older;
    if (!is_there(there)) is_there(at);
    return;
  }
}

// What files have that no model of the library stores: the causal mask of GPT-2, the frequencies of
// rotary positions, and the numbers of positions, in older ones.
ATTN_ABI constexpr bool is_constant_in(file_names names, std::string_view name) {
  if (names == file_names::gpt2) return is_mask_of_gpt2(name);
  const std::string_view end =
      names == file_names::llama ? ".rotary_emb.inv_freq" : "embeddings.position_ids";
  return names != file_names::own && names != file_names::torch && name.size() >= end.size() &&
         name.substr(name.size() - end.size()) == end;
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
