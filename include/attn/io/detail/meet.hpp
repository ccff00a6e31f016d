// SPDX-License-Identifier: BSL-1.0
// How a checkpoint meets a model: first every tensor is checked, then every tensor is loaded. Where
// a tensor is looked for: torch_names.hpp, gpt2_names.hpp, or its own name and shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <attn/io/checkpoint.hpp>
#include <attn/io/detail/torch_names.hpp>
#include <attn/io/to_text.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// --- names in a file ----------------------------------------------------------------------------

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

// Whether a tensor that the model does not have is one that every model leaves out.
ATTN_ABI constexpr bool is_no_parameter(const byte_view& file, const stored_string& name,
                                        const checkpoint_options& options) {
  if (options.names == file_names::own || options.names == file_names::torch) return false;
  joined_name text;
  string_decoder from(file, name);
  for (int c = from.next(); c >= 0; c = from.next()) text.text.push_back(static_cast<char>(c));
  return is_constant_in(options.names, text.view());
}

// Whether a tensor is in the part of the file that is the model's, and a parameter.
ATTN_ABI constexpr bool is_for_a_model(const byte_view& file, const stored_string& name,
                                       const checkpoint_options& options) {
  return is_under(file, name, options.prefix) && !is_no_parameter(file, name, options);
}

struct found_tensor {
  std::size_t entry = 0;  // the number of entries, if there is none
  location at{};          // in it, or where it was looked for last
};
ATTN_ABI constexpr found_tensor find_tensor(const checkpoint& from, const wanted_tensor& want,
                                            const checkpoint_options& options) {
  const std::string_view prefix = options.prefix;
  found_tensor found;
  const auto is_there = [&](const location& at) {
    joined_name name;
    if (!prefix.empty() && !at.without_prefix) name.add(prefix).add(".");
    found.entry = position_of_entry(from, name.add(at.name.view()).view());
    found.at = at;
    return found.entry < from.entries.size();
  };
  if (options.names == file_names::torch)
    look_in_torch(want, is_there);
  else if (options.names == file_names::gpt2)
    is_there(place_in_gpt2(want));
  else if (options.names == file_names::llama)
    is_there(place_in_llama(want));
  else if (options.names == file_names::bert)
    look_in_bert(want, is_there);
  else
    is_there(own_location(want));
  // A file of attn, which names the axes, and gates that have an axis are as the model has them.
  if (found.entry < from.entries.size() && found.at.name.view() == want.full_name()) {
    const checkpoint_entry& entry = from.entries[found.entry];
    if (entry.names_axes || (has_gates(want) && entry.rank == want.rank))
      found.at = own_location(want);
  }
  return found;
}

// --- sentences ----------------------------------------------------------------------------------

ATTN_ABI constexpr bool has_shape_of(const wanted_tensor& want, const location& at) {
  for (std::size_t d = 0; d < want.rank; ++d)
    if (at.axis[d] != d || at.extents[d] != want.extents[d]) return false;
  return at.rank == want.rank;
}
ATTN_ABI constexpr void add_name(rules::composed_text& text, std::string_view name) {
  for (const char c : name) {
    const char one[] = {c, '\0'};
    text.add(one);
  }
}

// "weight: the model needs F32 (out 2, 3)", and, if it has another shape in the file, "from
// in_proj_weight (6, 3)".
ATTN_ABI constexpr void add_wanted(rules::composed_text& text, const wanted_tensor& wanted,
                                   const location& at) {
  // A tensor that is read by itself has no name.
  if (wanted.name_length > 0) text.add(wanted.name).add(": ");
  text.add(wanted.name_length > 0 ? "the model needs " : "the tensor is ");
  text.add(wanted.type_name).add(" (");
  for (std::size_t d = 0; d < wanted.rank; ++d) {
    text.add(d > 0 ? ", " : "");
    text.add(wanted.axes[d]).add(*wanted.axes[d] != '\0' ? " " : "");
    text.add(wanted.extents[d]);
  }
  text.add(")");
  if (has_shape_of(wanted, at)) return;
  text.add(" from ");
  add_name(text, at.name.view());
  text.add(" (");
  for (std::size_t d = 0; d < at.rank; ++d) text.add(d > 0 ? ", " : "").add(at.extents[d]);
  text.add(")");
}
// "the file has F32 (2, 3)"
ATTN_ABI constexpr void add_found(rules::composed_text& text, const byte_view& file,
                                  const checkpoint_entry& entry) {
  if (entry.source.length > 0)
    add_string(text, file, entry.source);
  else
    text.add("the file");
  text.add(" has ").add(name_of(entry.type)).add(" (");
  string_decoder names(file, entry.axes);
  for (std::size_t d = 0; d < entry.rank; ++d) {
    text.add(d > 0 ? ", " : "");
    bool named = false;
    for (int c = entry.names_axes ? names.next() : -1; c >= 0 && c != ','; c = names.next()) {
      const char one[] = {c > ' ' && c < 127 ? static_cast<char>(c) : '?', '\0'};
      text.add(one);
      named = true;
    }
    text.add(named ? " " : "").add(entry.extents[d]);
  }
  text.add(")");
}

ATTN_ABI constexpr bool is_reversed(const location& at, const checkpoint_entry& entry) {
  for (std::size_t d = 0; d < at.rank; ++d)
    if (entry.extents[d] != at.extents[at.rank - 1 - d]) return false;
  return at.rank == entry.rank && at.rank > 1;
}

// Whether the names in the file are the file of the model, where both have one.
ATTN_ABI constexpr bool axes_agree(const byte_view& file, const wanted_tensor& wanted,
                                   const checkpoint_entry& entry) {
  string_decoder names(file, entry.axes);
  int c = names.next();
  for (std::size_t d = 0; d < wanted.rank; ++d) {
    const char* name = wanted.axes[d];
    const bool named = *name != '\0';
    bool unnamed = true, same = true;
    for (; c >= 0 && c != ','; c = names.next()) {
      unnamed = false;
      same = same && *name != '\0' && *name++ == c;
    }
    if (!unnamed && named && !(same && *name == '\0')) return false;
    if (c < 0) return d + 1 == wanted.rank;
    c = names.next();
  }
  return wanted.rank == 0;
}

// What is wrong with a tensor, after its name. Nothing, if it can be loaded.
ATTN_ABI constexpr const char* mismatch(const byte_view& file, const wanted_tensor& wanted,
                                        const location& at, const checkpoint_entry& entry,
                                        bool rounding) {
  std::uint64_t wanted_volume = 1, volume = 1;
  bool same = at.rank == entry.rank;
  for (std::size_t d = 0; d < at.rank; ++d) wanted_volume *= at.extents[d];
  for (std::size_t d = 0; d < entry.rank; ++d) volume *= entry.extents[d];
  for (std::size_t d = 0; same && d < at.rank; ++d) same = at.extents[d] == entry.extents[d];
  if (!same && is_reversed(at, entry)) return ", transposed";
  if (!same && volume != wanted_volume) return ", with another number of elements";
  if (!same) return ", in another shape";
  if (has_gates(wanted) && !has_torch_gates(wanted) && at.rank < wanted.rank)
    return ", with the gates in PyTorch's order: load that one, and use in_gate_order";
  if (entry.names_axes && has_shape_of(wanted, at) && !axes_agree(file, wanted, entry))
    return ", with other axes";
  switch (conversion_between(wanted.type, entry.type)) {
    case stored_conversion::exact:
      return nullptr;
    case stored_conversion::rounds:
      return rounding ? nullptr : ", which would be rounded: pass allow_rounding";
    default:
      return ", which does not convert exactly";
  }
}

// What a model takes from a file.
struct stored_elements {
  stored_type type = stored_type::unknown;
  std::size_t begin = 0, size = 0;  // of the tensor in the file
  strided_elements elements{};
};

// The elements of each tensor of the model. Empty: all fit.
ATTN_ABI constexpr rules::composed_text meet(const checkpoint& from, const wanted_tensor* wanted,
                                             std::size_t count, const checkpoint_options& options,
                                             stored_elements* elements_of) {
  rules::composed_text text;
  if (from.fault.size() > 0) return from.fault;
  std::vector<unsigned char> taken(from.entries.size(), 0);
  for (std::size_t i = 0; i < count; ++i) {
    const wanted_tensor& want = wanted[i];
    const found_tensor found = find_tensor(from, want, options);
    if (found.entry == from.entries.size()) {
      add_wanted(text, want, own_location(want));
      const bool several = !from.entries.empty() && from.entries[0].source.length > 0;
      text.add(several ? ", no file of the index has" : ", the file has");
      text.add(several ? " a" : " no").add(" tensor of that name");
      if (found.at.name.view() != want.full_name())
        add_name(text.add(", and no "), found.at.name.view());
      return text;
    }
    const checkpoint_entry& entry = from.entries[found.entry];
    const char* wrong = mismatch(from.file, want, found.at, entry, options.rounding);
    if (wrong != nullptr) {
      add_wanted(text, want, found.at);
      add_found(text.add(", "), from.file, entry);
      return text.add(wrong);
    }
    taken[found.entry] = 1;
    elements_of[i] = {entry.type, entry.begin, entry.size,
                      elements_at(found.at, want, entry.column_major)};
  }
  for (std::size_t i = 0; i < taken.size() && !options.unexpected; ++i) {
    const checkpoint_entry& entry = from.entries[i];
    if (taken[i] != 0 || !is_for_a_model(from.file, entry.name, options)) continue;
    add_string(text, from.file, entry.name);
    add_found(text.add(": the model has no tensor of that name, "), from.file, entry);
    return text;
  }
  return text;
}

// --- elements -----------------------------------------------------------------------------------

// The elements of a tensor that fits, in its order.
template <class X>
ATTN_ABI constexpr void load_elements(X& to, const byte_view& file, const stored_elements& from) {
  using T = typename X::value_type;
  const byte_view bytes = file.part(from.begin, from.size);
  const std::size_t size = size_of(from.type);
  const strided_elements& elements = from.elements;
  const bool in_order = in_order_of<X>(elements);
  if constexpr (is_little_endian && !std::is_same_v<T, bool>)
    if (!std::is_constant_evaluated() && in_order && from.type == stored_as<T>) {
      __builtin_memcpy(to.data(), bytes.data() + elements.first * size, X::volume * sizeof(T));
      return;
    }
  if (in_order) {
    for (std::size_t i = 0; i < X::volume; ++i)
      to.data()[i] = stored_value<T>(from.type, bytes, (elements.first + i) * size);
    return;
  }
  const wanted_tensor& shape = wanted_by<X>[0];
  constexpr std::size_t last =
      X::rank == 0 ? 0 : X::rank - 1;  // without axes: one element, in order
  const auto width = static_cast<std::size_t>(shape.extents[last]);
  const std::size_t stride = elements.strides[last] * size;
  T* row = to.data();
  for_each_row(elements, shape.extents, X::rank, [&](std::size_t first) {
    for (std::size_t i = 0; i < width; ++i)
      row[i] = stored_value<T>(from.type, bytes, first * size + i * stride);
    row += width;
  });
}

template <class M>
ATTN_ABI constexpr checkpoint_result load(const checkpoint& from, M& model,
                                          const checkpoint_options& options) {
  constexpr const auto& wanted = wanted_by<M>;
  stored_elements elements_of[wanted.size()]{};
  const checkpoint_result result{meet(from, wanted.data(), wanted.size(), options, elements_of)};
  if (result) {
    const stored_elements* next = elements_of;
    for_each_parameter([&](const auto&, auto& x) { load_elements(x, from.file, *next++); }, model);
  }
  return result;
}

// The names that only one of the two has, the file or the model.
enum class key_of : unsigned char { file, model };
ATTN_ABI inline std::vector<std::string> keys_of_one(key_of one, const checkpoint& from,
                                                     const wanted_tensor* wanted, std::size_t count,
                                                     const checkpoint_options& options) {
  std::vector<std::string> names;
  std::vector<unsigned char> taken(from.entries.size() + 1, 0);  // and one for what is not there
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t entry = find_tensor(from, wanted[i], options).entry;
    taken[entry] = 1;
    if (one == key_of::model && entry == from.entries.size())
      names.emplace_back(wanted[i].full_name());
  }
  for (std::size_t i = 0; one == key_of::file && i < from.entries.size(); ++i) {
    const stored_string& name = from.entries[i].name;
    if (taken[i] != 0 || !is_for_a_model(from.file, name, options)) continue;
    string_decoder decoded(from.file, name);
    std::string& text = names.emplace_back();
    for (int c = decoded.next(); c >= 0; c = decoded.next()) text += static_cast<char>(c);
  }
  return names;
}
template <key_of One, class M, class... Options>
ATTN_ABI std::vector<std::string> keys_of(const checkpoint& from) {
  return keys_of_one(One, from, wanted_by<M>.data(), wanted_by<M>.size(), options_of<Options...>);
}

}  // namespace detail

template <parameter_struct M, detail::reading_option... Options>
ATTN_ABI std::vector<std::string> unexpected_keys(const checkpoint& from, const M&, Options...) {
  using call = rules::checkpoint_call<M>;
  ATTN_REQUIRE_ONE_NAMING(Options...);
  ATTN_REQUIRE_CHECKPOINT(call, "attn::unexpected_keys(file, m)");
  if constexpr (call::all::value)
    return detail::keys_of<detail::key_of::file, M, Options...>(from);
  else
    return {};
}
template <parameter_struct M, detail::reading_option... Options>
ATTN_ABI std::vector<std::string> missing_keys(const checkpoint& from, const M&, Options...) {
  using call = rules::checkpoint_call<M>;
  ATTN_REQUIRE_ONE_NAMING(Options...);
  ATTN_REQUIRE_CHECKPOINT(call, "attn::missing_keys(file, m)");
  if constexpr (call::all::value)
    return detail::keys_of<detail::key_of::model, M, Options...>(from);
  else
    return {};
}

}  // namespace attn
ATTN_STRICT_FP_END
