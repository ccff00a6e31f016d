// SPDX-License-Identifier: BSL-1.0
// What a model wants of a checkpoint, as a table: the check is compiled once for all models.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include <attn/io/stored_type.hpp>
#include <attn/layers/parameters.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// The two axes of a linear layer's weight. A table, say of an embedding, has no layout.
enum class weight_layout : unsigned char { none, output_by_input, input_by_output };

struct wanted_tensor {
  static constexpr std::size_t max_rank = 6;
  const char* name;
  std::size_t name_length;
  stored_type type;
  const char* type_name;
  weight_layout layout;
  std::size_t rank;
  std::uint64_t extents[max_rank];
  const char* axes[max_rank];  // empty: without a name

  ATTN_ABI constexpr std::string_view full_name() const { return {name, name_length}; }
};

template <class Owner>
inline constexpr weight_layout layout_of = weight_layout::none;
template <class Owner>
  requires requires {
    { Owner::layout::input_axis } -> std::convertible_to<std::size_t>;
  }
inline constexpr weight_layout layout_of<Owner> =
    Owner::layout::input_axis == 1 ? weight_layout::output_by_input
                                   : weight_layout::input_by_output;

template <class M, std::size_t I, class T, class... Axes>
consteval wanted_tensor wanted_in(const tensor<T, Axes...>*) {
  wanted_tensor wanted{
      leaf_name<M, I>.text, leaf_name<M, I>.length, stored_as<T>, name_of(stored_as<T>),
      weight_layout::none,  sizeof...(Axes),        {},           {"", "", "", "", "", ""}};
  if constexpr (sizeof...(Axes) == 2) wanted.layout = layout_of<owner_of_leaf<M, I>>;
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

}  // namespace attn::detail
ATTN_STRICT_FP_END
