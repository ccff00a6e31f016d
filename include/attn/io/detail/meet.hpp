// SPDX-License-Identifier: BSL-1.0
// How a checkpoint meets a model: first every tensor is checked, then every tensor is loaded. The
// name under which a tensor is looked for is wanted_tensor::name, or what torch_names.hpp makes of
// it; nothing else knows it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <attn/io/checkpoint.hpp>
#include <attn/io/detail/torch_names.hpp>
#include <attn/io/detail/write.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class M, std::size_t I, class T, class... Axes>
consteval wanted_tensor wanted_in(const tensor<T, Axes...>*) {
  wanted_tensor wanted{leaf_name<M, I>.text,    leaf_name<M, I>.length, stored_as<T>,
                       name_of(stored_as<T>),   sizeof...(Axes),        {},
                       {"", "", "", "", "", ""}};
  std::size_t d = 0;
  [[maybe_unused]] const auto add = [&]<class Axis>(std::type_identity<Axis>) {
    wanted.extents[d] = Axis::size;
    if constexpr (Axis::named) wanted.axes[d] = Axis::name.text;
    ++d;
  };
  (add(std::type_identity<Axes>{}), ...);
  return wanted;
}
template <class M>
inline constexpr auto wanted_by = []<std::size_t... I>(std::index_sequence<I...>) {
  return std::array<wanted_tensor, sizeof...(I)>{
      wanted_in<M, I>(static_cast<const leaf_type<M, I>*>(nullptr))...};
}(leaves_of<M>{});

// --- sentences ----------------------------------------------------------------------------------

// "weight: the model wants F32 (out 2, 3)"
ATTN_ABI constexpr void add_wanted(rules::composed_text& text, const wanted_tensor& wanted) {
  // A tensor that is read by itself has no name.
  if (wanted.name_length > 0) text.add(wanted.name).add(": ");
  text.add(wanted.name_length > 0 ? "the model wants " : "the tensor is ");
  text.add(wanted.type_name).add(" (");
  for (std::size_t d = 0; d < wanted.rank; ++d) {
    text.add(d > 0 ? ", " : "");
    text.add(wanted.axes[d]).add(*wanted.axes[d] != '\0' ? " " : "");
    text.add(wanted.extents[d]);
  }
  text.add(")");
}
// "the file has F32 (2, 3)"
ATTN_ABI constexpr void add_found(rules::composed_text& text, const byte_view& file,
                                  const checkpoint_entry& entry) {
  text.add("the file has ").add(name_of(entry.type)).add(" (");
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

ATTN_ABI constexpr bool is_reversed(const wanted_tensor& wanted, const checkpoint_entry& entry) {
  for (std::size_t d = 0; d < wanted.rank; ++d)
    if (entry.extents[d] != wanted.extents[wanted.rank - 1 - d]) return false;
  return wanted.rank == entry.rank && wanted.rank > 1;
}

// Whether the names in the file are those of the model, where both have one.
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

// What is wrong with a tensor, after its name; nothing, if it can be loaded.
ATTN_ABI constexpr const char* mismatch(const byte_view& file, const wanted_tensor& wanted,
                                        const checkpoint_entry& entry, bool rounding) {
  std::uint64_t wanted_volume = 1, volume = 1;
  bool same = wanted.rank == entry.rank;
  for (std::size_t d = 0; d < wanted.rank; ++d) wanted_volume *= wanted.extents[d];
  for (std::size_t d = 0; d < entry.rank; ++d) volume *= entry.extents[d];
  for (std::size_t d = 0; same && d < wanted.rank; ++d)
    same = wanted.extents[d] == entry.extents[d];
  if (!same && is_reversed(wanted, entry)) return ", transposed";
  if (!same && volume != wanted_volume) return ", with another number of elements";
  if (!same) return ", in another shape";
  if (entry.names_axes && !axes_agree(file, wanted, entry)) return ", with other axes";
  switch (conversion_between(wanted.type, entry.type)) {
    case stored_conversion::exact:
      return nullptr;
    case stored_conversion::rounds:
      return rounding ? nullptr : ", which would be rounded: pass allow_rounding";
    default:
      return ", which does not convert exactly";
  }
}

// The entry of each tensor of the model. Empty: all fit.
ATTN_ABI constexpr rules::composed_text meet(const checkpoint& from, const wanted_tensor* wanted,
                                             std::size_t count, const checkpoint_options& options,
                                             checkpoint_entry* entry_of) {
  rules::composed_text text;
  if (from.fault.size() > 0) return from.fault;
  std::vector<unsigned char> taken(from.entries.size(), 0);
  for (std::size_t i = 0; i < count; ++i) {
    const wanted_tensor& want = wanted[i];
    const found_entry found = entry_for(from, want, options);
    if (found.at == from.entries.size()) {
      add_wanted(text, want);
      return text.add(", the file has no tensor of that name");
    }
    const char* wrong = found.fault;
    if (wrong == nullptr) wrong = mismatch(from.file, want, found.entry, options.rounding);
    if (wrong != nullptr) {
      add_wanted(text, want);
      add_found(text.add(", "), from.file, from.entries[found.at]);
      return text.add(wrong);
    }
    taken[found.at] = 1;
    entry_of[i] = found.entry;
  }
  for (std::size_t i = 0; i < taken.size() && !options.unexpected; ++i)
    if (taken[i] == 0 && is_under(from.file, from.entries[i].name, options.prefix)) {
      add_string(text, from.file, from.entries[i].name);
      add_found(text.add(": the model has no tensor of that name, "), from.file, from.entries[i]);
      return text;
    }
  return text;
}

// --- elements -----------------------------------------------------------------------------------

// The elements of a tensor that fits, in its order.
template <class T, class... Axes>
ATTN_ABI constexpr void load_elements(tensor<T, Axes...>& to, const byte_view& file,
                                      const checkpoint_entry& entry) {
  constexpr std::size_t volume = tensor<T, Axes...>::volume;
  const byte_view from = file.part(entry.begin, entry.size);
  const std::size_t size = size_of(entry.type);
  const bool in_order = !entry.column_major || sizeof...(Axes) < 2;
  if constexpr (is_little_endian && !std::is_same_v<T, bool>)
    if (!std::is_constant_evaluated() && in_order && entry.type == stored_as<T>) {
      __builtin_memcpy(to.data(), from.data(), volume * sizeof(T));
      return;
    }
  if (in_order) {
    for (std::size_t i = 0; i < volume; ++i)
      to.data()[i] = stored_value<T>(entry.type, from, i * size);
    return;
  }
  // The first index varies fastest in the file, the last one in the tensor.
  for (std::size_t i = 0; i < volume; ++i) {
    std::size_t rest = i, place = 0, stride = volume;
    for (std::size_t d = sizeof...(Axes); d-- > 0; rest /= entry.extents[d]) {
      stride /= entry.extents[d];
      place += rest % entry.extents[d] * stride;
    }
    to.data()[i] = stored_value<T>(entry.type, from, place * size);
  }
}

template <class M>
ATTN_ABI constexpr checkpoint_result load(const checkpoint& from, M& model,
                                          const checkpoint_options& options) {
  constexpr const auto& wanted = wanted_by<M>;
  checkpoint_entry entry_of[wanted.size()]{};
  const checkpoint_result result{meet(from, wanted.data(), wanted.size(), options, entry_of)};
  if (result) {
    const checkpoint_entry* entry = entry_of;
    for_each_parameter([&](const auto&, auto& x) { load_elements(x, from.file, *entry++); }, model);
  }
  return result;
}

}  // namespace detail
}  // namespace attn
ATTN_STRICT_FP_END
