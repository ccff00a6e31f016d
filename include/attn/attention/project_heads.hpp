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
ATTN_ABI constexpr tensor_of<T, head_projection_shape<shape<X...>, shape<W...>>> heads_projected(
    const tensor<T, X...>& x, const tensor<T, W...>& w) {
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

namespace rules {

template <class X, class W>
struct project_heads_call;
template <class T, class U, class... X, class... W>
struct project_heads_call<tensor<T, X...>, tensor<U, W...>> {
  using of_w = shape<W...>;
  using operands = roles<axes_of_A<X...>, axes_of_B<W...>>;
  using sequence = is_sequence<in_brief<axes_of<X...>>>;
  using weight_rank = only_if<sequence::value, rank_is<rank<sizeof...(W)>, rank<3>>>;
  using one_element = same_element<element_of_A<T>, element_of_B<U>>;
  using input =
      only_if<all_hold<sequence, weight_rank>,
              same_axis<width_of_X<last_axis<shape<X...>>>, input_of_W<axis_at<of_w, 1>>>>;
  using distinct =
      only_if<all_hold<sequence, weight_rank, input>,
              distinct_axes<repeated_in<attn::detail::head_projection_shape<shape<X...>, of_w>>>>;
  static constexpr bool holds = all_hold<sequence, weight_rank, one_element, input, distinct>;
};

}  // namespace rules

template <class T, class U, class... X, class... W>
ATTN_ABI constexpr auto project_heads(const tensor<T, X...>& x, const tensor<U, W...>& w) {
  using call = rules::project_heads_call<tensor<T, X...>, tensor<U, W...>>;
  ATTN_REQUIRE(call, sequence,
               "attn::project_heads(x, W): x must be (token, width), or a batch of them");
  ATTN_REQUIRE(call, weight_rank,
               "attn::project_heads(x, W): W must be (head, input, output), a matrix for each "
               "head; with one for all: split_heads(matmul(x, W))");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::project_heads(x, W)");
  ATTN_REQUIRE(call, input, "attn::project_heads(x, W): the input of W must be the last axis of x");
  ATTN_REQUIRE(call, distinct,
               "attn::project_heads(x, W): the result would have two axes of one name");
  if constexpr (call::holds)
    return detail::heads_projected(x, w);
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
