// SPDX-License-Identifier: BSL-1.0
// Where a tensor of a model is in a checkpoint: under its own name, or, with torch_names, under
// that of PyTorch's state_dict, perhaps as a part of a larger tensor or in another shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <attn/io/checkpoint.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// What a model wants in one place; as a table, so that the check is compiled once for all models.
struct wanted_tensor {
  const char* name;
  std::size_t name_length;
  stored_type type;
  const char* type_name;
  std::size_t rank;
  std::size_t extents[6];
  const char* axes[6];  // empty: without a name
};

struct found_entry {
  std::size_t at = 0;           // the number of entries, if there is none
  checkpoint_entry entry{};     // as the model sees it
  const char* fault = nullptr;  // why that is impossible
};

// A name that is put together.
struct joined_name {
  std::vector<char> text{};
  ATTN_ABI constexpr joined_name& add(std::string_view more) {
    text.reserve(text.size() + more.size());
    for (const char c : more) text.push_back(c);
    return *this;
  }
  ATTN_ABI constexpr std::string_view view() const { return {text.data(), text.size()}; }
};

ATTN_ABI constexpr std::size_t position_of_entry(const checkpoint& from, std::string_view name) {
  std::size_t low = 0, high = from.entries.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (compared(from.file, from.entries[middle].name, name) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  const bool found =
      low < from.entries.size() && compared(from.file, from.entries[low].name, name) == 0;
  return found ? low : from.entries.size();
}

// Whether a name of the file begins with "prefix.".
ATTN_ABI constexpr bool is_under(const byte_view& file, const stored_string& name,
                                 std::string_view prefix) {
  if (prefix.empty()) return true;
  string_decoder c(file, name);
  for (const char expected : prefix)
    if (c.next() != expected) return false;
  return c.next() == '.';
}

ATTN_ABI constexpr bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// Rows of a tensor whose first axis consists of `parts` equal parts.
ATTN_ABI constexpr void take_part(found_entry& found, std::size_t part, std::size_t parts) {
  checkpoint_entry& entry = found.entry;
  if (entry.rank == 0 || entry.extents[0] % parts != 0) return;  // a mismatch of the shapes
  if (entry.column_major && entry.rank > 1) found.fault = ", in column order: save it row by row";
  entry.extents[0] /= parts;
  entry.size /= parts;
  entry.begin += part * entry.size;
}

ATTN_ABI constexpr bool has_gates(const wanted_tensor& want) {
  const std::string_view gates = want.rank > 1 ? want.axes[0] : "", of_gates = "gates_";
  return gates.substr(0, of_gates.size()) == of_gates;
}
ATTN_ABI constexpr bool has_torch_gates(const wanted_tensor& want) {
  const std::string_view gates = want.axes[0];
  return gates == "gates_ifgo" || gates == "gates_rzn";
}

// The gates as an axis of their own, in front of the width that they share an axis with.
ATTN_ABI constexpr void split_gates(found_entry& found, const wanted_tensor& want) {
  checkpoint_entry& entry = found.entry;
  if (!has_gates(want) || entry.rank + 1 != want.rank) return;
  if (entry.extents[0] != want.extents[0] * want.extents[1]) return;
  if (!has_torch_gates(want))
    found.fault = ", with the gates in PyTorch's order: load that one, and use in_gate_order";
  if (entry.column_major && entry.rank > 1) found.fault = ", in column order: save it row by row";
  for (std::size_t d = entry.rank; d > 1; --d) entry.extents[d] = entry.extents[d - 1];
  entry.extents[0] = want.extents[0];
  entry.extents[1] = want.extents[1];
  ++entry.rank;
}

// "layers.0.feed_forward.linear1.weight" is "layers.0.linear1.weight" in PyTorch.
ATTN_ABI constexpr joined_name flat_name(std::string_view own) {
  const std::string_view inner = "feed_forward.";
  joined_name flat;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const bool starts = i == 0 || own[i - 1] == '.';
    if (starts && own.substr(i, inner.size() + 6) == "feed_forward.linear") i += inner.size();
    flat.add(own.substr(i, 1));
  }
  return flat;
}

// "self_attn.q_proj.weight": that of a projection. PyTorch has one "self_attn.in_proj_weight" of
// all three, or "self_attn.q_proj_weight".
ATTN_ABI inline constexpr std::string_view projections[] = {"q_proj", "k_proj", "v_proj"};
struct projection_name {
  std::string_view owner{}, kind{};  // "self_attn.", "weight"
  std::size_t part = 3;              // of projections; 3: it is none
};
ATTN_ABI constexpr projection_name projection_in(std::string_view own) {
  for (const std::string_view kind : {std::string_view("weight"), std::string_view("bias")}) {
    const std::size_t behind = kind.size() + 1, all = behind + projections[0].size();
    if (own.size() < all || !ends_with(own, kind) || own[own.size() - behind] != '.') continue;
    const std::string_view owner = own.substr(0, own.size() - all);
    for (std::size_t part = 0; part < 3; ++part)
      if (own.substr(owner.size(), projections[part].size()) == projections[part])
        return {owner, kind, part};
  }
  return {};
}

ATTN_ABI constexpr found_entry entry_for(const checkpoint& from, const wanted_tensor& want,
                                         const checkpoint_options& options) {
  const std::string_view own(want.name, want.name_length), prefix = options.prefix;
  const auto found_as = [&](const joined_name& name) {
    joined_name all;
    if (!prefix.empty()) all.add(prefix).add(".");
    found_entry found{position_of_entry(from, all.add(name.view()).view())};
    if (found.at < from.entries.size()) found.entry = from.entries[found.at];
    return found;
  };
  found_entry found = found_as(joined_name().add(own));
  const auto is_there = [&] { return found.at < from.entries.size(); };
  if (!options.torch) return found;
  if (is_there()) return split_gates(found, want), found;
  joined_name flat = flat_name(own);
  if (found = found_as(flat); is_there()) return found;
  // nn.LSTM, nn.GRU and nn.RNN of one layer.
  if (found = found_as(flat.add("_l0")); is_there()) return split_gates(found, want), found;
  const projection_name of = projection_in(own);
  if (of.part == 3) return found;
  found = found_as(joined_name().add(of.owner).add(projections[of.part]).add("_").add(of.kind));
  if (is_there()) return found;
  found = found_as(joined_name().add(of.owner).add("in_proj_").add(of.kind));
  if (is_there()) take_part(found, of.part, 3);
  return found;
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
