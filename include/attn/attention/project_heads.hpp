// SPDX-License-Identifier: BSL-1.0
// project_heads(x, W): every token projected for every head, each with a matrix of its own.
//
//   out(h, t, c) = sum over i of x(t, i) * W(h, i, c)
//
// (token, width) x (head, width, d_k) -> (head, token, d_k);
// (batch, token, width) x (head, width, d_k) -> (batch, head, token, d_k).
//
// If the matrices are the column blocks of one, W_h = columns h * d_k … of it, this is
// split_heads(matmul(x, W)) to the bit: an element knows its row and its column, and no neighbours.
// Rules: is_sequence, for x; rank_is three, for W; same_axis, W's input and the last axis of x;
// distinct_axes; same_element.
// Accuracy and special values: those of matmul, head by head.
#pragma once

#include <type_traits>

#include <attn/ops/matmul.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// (…, token, width) x (head, width, d_k) -> (…, head, token, d_k).
template <class X, class W>
using head_projection_shape =
    append_axis<with_axis<without_axis<X, X::rank - 1>, X::rank - 2, axis_at<W, 0>>, last_axis<W>>;

// The operands have passed the rules. The x of a sequence stays in the cache for all of its heads.
template <class T, class... X, class... W>
ATTN_ABI constexpr auto heads_projected(const tensor<T, X...>& x, const tensor<T, W...>& w) {
  using from = shape<X...>;
  using by = shape<W...>;
  constexpr std::size_t heads = axis_at<by, 0>::size, m = second_to_last_axis<from>::size,
                        k = last_axis<from>::size, n = last_axis<by>::size;
  constexpr std::size_t sequences = from::volume / (m * k);
  tensor_of<T, head_projection_shape<from, by>> out(uninitialized);
  for (std::size_t s = 0; s < sequences; ++s)
    for (std::size_t h = 0; h < heads; ++h)
      write_product_at<m, k, n>(out.data() + (s * heads + h) * m * n, x.data() + s * m * k,
                                w.data() + h * k * n);
  return out;
}

}  // namespace detail

template <class T, class U, class... X, class... W>
ATTN_ABI constexpr auto project_heads(const tensor<T, X...>& x, const tensor<U, W...>& w) {
  constexpr bool ranks = rules::is_sequence<rules::axes_of<X...>>::value && sizeof...(W) == 3;
  static_assert(rules::is_sequence<rules::in_brief<rules::axes_of<X...>>>::value,
                "attn::project_heads(x, W): x must be (token, width), or a batch of them");
  if constexpr (rules::is_sequence<rules::axes_of<X...>>::value)
    static_assert(rules::rank_is<rules::rank<sizeof...(W)>, rules::rank<3>>::value,
                  "attn::project_heads(x, W): W must be (head, input, output), a matrix for each "
                  "head; with one for all: split_heads(matmul(x, W))");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value,
                "attn::project_heads(x, W): requires one element type for all operands; convert "
                "with as<T>(x)");
  if constexpr (ranks) {
    using width = rules::width_of_X<last_axis<shape<X...>>>;
    using input = rules::input_of_W<axis_at<shape<W...>, 1>>;
    static_assert(rules::same_axis<width, input>::value,
                  "attn::project_heads(x, W): the input of W must be the last axis of x");
    if constexpr (rules::same_axis<width, input>::value) {
      using result = rules::role_of<rules::result_axes,
                                    detail::head_projection_shape<shape<X...>, shape<W...>>>;
      static_assert(rules::distinct_axes<rules::repeated_in<result>>::value,
                    "attn::project_heads(x, W): the result would have two axes of one name");
      if constexpr (rules::distinct_axes<result>::value && std::is_same_v<T, U>)
        return detail::heads_projected(x, w);
      else
        return x;
    } else {
      return x;
    }
  } else {
    return x;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
