// SPDX-License-Identifier: BSL-1.0
// packed(w): a matrix in the order in which a product reads it, for a right operand that is used
// repeatedly: the weights of a model.
//
//   constexpr auto w = packed(weights);     packed at compile time
//   matmul(x, w)   matmul_into(out, x, w)   ops/matmul.hpp: matmul(x, weights) bit for bit
//   packed_into(out, weights)               into an existing packed_weight, of any size
//   unpacked(w)                             the matrix again
//   packed(layer)                           layers/packed.hpp, and the layers of models
//
// (input, output). Columns are stored in lines of 64 bytes, line by line, each line row by row. The
// last line is padded with zeros. The layout does not depend on the compiler's flags. Its size is
// the size of a matrix whose rows are whole lines.
//
// Rules: is_matrix, supports_arithmetic, for w; same_element, same_axes, of out and w. Exact.
#pragma once

#include <type_traits>

#include <attn/detail/storage.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {
template <class T, class In, class Out>
using packed_fits = addressable<
    sizes<attn::detail::packed_lines<T, Out::size>, attn::detail::packed_line<T>, In::size>,
    element<T>>;
}  // namespace rules

template <scalar T, axis_like In, axis_like Out>
struct packed_weight {
  using value_type = T;
  using shape_type = shape<In, Out>;
  static constexpr std::size_t volume = shape_type::volume;

  ATTN_ABI constexpr const T* data() const { return storage_.data; }
  ATTN_ABI friend constexpr bool operator==(const packed_weight& a, const packed_weight& b) {
    for (std::size_t i = 0; i < size; ++i)
      if (!(a.storage_.data[i] == b.storage_.data[i])) return false;
    return true;
  }

  static constexpr std::size_t size = detail::packed_size<T, In::size, Out::size>;
  static_assert(
      rules::packed_fits<T, In, Out>::value,
      "attn::packed_weight: too large: filled up, the lines would take more bytes than an "
      "object can have");
  detail::storage<T, size> storage_{};
};

namespace rules {

template <class W>
struct packed_call;
template <class T, class... Axes>
struct packed_call<tensor<T, Axes...>> {
  using operands = roles<axes_of<Axes...>>;
  using is_matrix = rules::is_matrix<in_brief<axes_of<Axes...>>>;
  using arithmetic = supports_arithmetic<element<T>>;
  using addressable = packed_fits<T, axis_at<shape<Axes...>, 0>, axis_at<shape<Axes...>, 1>>;
  using all = in_order<is_matrix, arithmetic, addressable>;
};

}  // namespace rules

namespace detail {

// The padding stays as every packed_weight is constructed, zero.
template <class T, class In, class Out>
ATTN_ABI constexpr void write_packed(packed_weight<T, In, Out>& p, const T* w) {
  for (std::size_t k = 0; k < In::size; ++k)
    for (std::size_t j = 0; j < Out::size; ++j)
      p.storage_.data[packed_index<T, In::size>(k, j)] = w[k * Out::size + j];
}
template <class T, class In, class Out>
ATTN_ABI constexpr packed_weight<T, In, Out> packed_matrix(const tensor<T, In, Out>& w) {
  packed_weight<T, In, Out> p{};
  write_packed(p, w.data());
  return p;
}

}  // namespace detail

template <class T, class... Axes>
ATTN_ABI constexpr auto packed(const tensor<T, Axes...>& w) {
  using call = rules::packed_call<tensor<T, Axes...>>;
  ATTN_REQUIRE(call, is_matrix, "attn::packed(w): w must have two axes, input and output");
  ATTN_REQUIRE_ARITHMETIC(call, "attn::packed(w)");
  ATTN_REQUIRE(
      call, addressable,
      "attn::packed(w): too large: filled up, the lines would take more bytes than an object "
      "can have");
  if constexpr (call::all::value)
    return detail::packed_matrix(w);
  else
    return w;
}

template <class U, class In, class Out, class T, class... Axes>
ATTN_ABI constexpr void packed_into(packed_weight<U, In, Out>& out, const tensor<T, Axes...>& w) {
  using call = rules::packed_call<tensor<T, Axes...>>;
  using into = rules::out_call<tensor<U, In, Out>, tensor<T, Axes...>>;
  ATTN_REQUIRE(call, is_matrix,
               "attn::packed_into(out, w): w must have two axes, input and output");
  ATTN_REQUIRE_ARITHMETIC(call, "attn::packed_into(out, w)");
  ATTN_REQUIRE_OUT(into, "attn::packed_into(out, w)");
  if constexpr (call::all::value && into::all::value) detail::write_packed(out, w.data());
}

template <class T, class In, class Out>
ATTN_ABI constexpr auto unpacked(const packed_weight<T, In, Out>& p) {
  tensor<T, In, Out> w(detail::uninitialized);
  for (std::size_t k = 0; k < In::size; ++k)
    for (std::size_t j = 0; j < Out::size; ++j)
      w.data()[k * Out::size + j] = p.data()[detail::packed_index<T, In::size>(k, j)];
  return w;
}

// In the type of a layer, where a plain one has the layout of its weights: they are packed.
struct packed_weights {
  // Of a cell, whose gates have one weight.
  template <class T, class Gates, class Hidden, class In>
  using type =
      packed_weight<T, dim<In::size>, dim<rules::saturating_product(Gates::size, Hidden::size)>>;
};

namespace detail {
// What stands there: packed_weights, a layout (layers/packed.hpp), a cell's plain_weights.
template <class P>
inline constexpr bool stores_weights = std::is_same_v<P, packed_weights>;
}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
