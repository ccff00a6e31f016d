// SPDX-License-Identifier: BSL-1.0
// packed(w): a matrix in the order in which a product reads it, for a right operand that is
// multiplied by again and again: the weights of a model.
//
//   constexpr auto w = packed(weights);     packed by the compiler, part of the program
//   matmul(x, w)   matmul_into(out, x, w)   ops/matmul.hpp: matmul(x, weights) to the bit
//   unpacked(w)                             the matrix again
//   packed(layer)                           layers/packed.hpp, and those of the rooms behind it
//
// (input, output). Columns stand in lines of 64 bytes, line by line, in a line row by row; the
// last line is filled up with zeros. The layout does not depend on the compiler's flags; its size
// is that of a matrix whose rows are whole lines.
//
// Rules: is_matrix, supports_arithmetic, for w. Exact.
#pragma once

#include <type_traits>

#include <attn/detail/packed.hpp>
#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <scalar T, axis_like In, axis_like Out>
struct packed_weight {
  using value_type = T;
  using shape_type = shape<In, Out>;

  ATTN_ABI constexpr const T* data() const { return storage_.data; }
  ATTN_ABI friend constexpr bool operator==(const packed_weight& a, const packed_weight& b) {
    for (std::size_t i = 0; i < size; ++i)
      if (!(a.storage_.data[i] == b.storage_.data[i])) return false;
    return true;
  }

  static constexpr std::size_t size = detail::packed_size<T, In::size, Out::size>;
  static_assert(rules::addressable<rules::sizes<detail::packed_lines<T, Out::size>,
                                                detail::packed_line<T>, In::size>,
                                   rules::element<T>>::value,
                "attn::packed(w): too large: filled up, the lines would take more bytes than an "
                "object can have");
  detail::storage<T, size> storage_{};
};

template <class T, class... Axes>
ATTN_ABI constexpr auto packed(const tensor<T, Axes...>& w) {
  static_assert(rules::is_matrix<rules::in_brief<rules::axes_of<Axes...>>>::value,
                "attn::packed(w): w must have two axes, input and output");
  static_assert(rules::supports_arithmetic<rules::element<T>>::value,
                "attn::packed(w): requires elements that can be added and multiplied");
  if constexpr (sizeof...(Axes) == 2 && scalar<T>) {
    constexpr std::size_t in = axis_at<shape<Axes...>, 0>::size,
                          out = axis_at<shape<Axes...>, 1>::size;
    packed_weight<T, Axes...> p{};
    for (std::size_t k = 0; k < in; ++k)
      for (std::size_t j = 0; j < out; ++j)
        p.storage_.data[detail::packed_index<T, in>(k, j)] = w.data()[k * out + j];
    return p;
  } else {
    return w;
  }
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

}  // namespace attn
ATTN_STRICT_FP_END
