// SPDX-License-Identifier: BSL-1.0
// project_heads(x, W): projects every token for every head; each head has its own matrix.
//
//   out(h, t, c) = sum over i of x(t, i) * W(h, i, c)
//
// (token, width) x (head, width, d_k) -> (head, token, d_k);
// (batch, token, width) x (head, width, d_k) -> (batch, head, token, d_k).
//
// If the matrices are the column blocks of a single one, W_h = columns h * d_k …, this is
// split_heads(matmul(x, W)) bit for bit, because an element depends only on its row and its column.
// Rules: is_sequence, for x; rank_is three, for W; same_axis, W's input and the last axis of x;
// distinct_axes; same_element.
// Accuracy and special values: those of matmul, head by head.
// Cost: cost::project_heads<X, W>(), a dot product of the width of X per element.
#pragma once

#include <type_traits>

#include <attn/attention/heads.hpp>
#include <attn/ops/detail/cost.hpp>
#include <attn/ops/matmul.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// In the place of <head>: the weights have a matrix for each head, and so their number.
struct heads_of_the_weights {};

namespace detail {

// What multi-head attention may be told about its heads.
template <class Head>
concept heads_given = axis_like<Head> || std::is_same_v<Head, heads_of_the_weights>;

// (…, token, width) x (head, width, d_k) -> (…, head, token, d_k).
template <class X, class W>
using head_projection_shape = shape_in_heads<X, axis_at<W, 0>, last_axis<W>>;

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

// A sequence, and the weight that projects it for every head: (…, token, width) -> (…, head, token,
// d). W is one matrix, which Head cuts, or has one for each head.
template <class Head, class X, class W>
struct head_projection {
  using value_type = typename X::value_type;
  using sequence_type = X;
  using of_x = typename X::shape_type;
  using of_w = typename W::shape_type;
  static constexpr bool cut = axis_like<Head>;
  using heads = std::conditional_t<cut, Head, axis_at<of_w, 0>>;
  using output = last_axis<of_w>;
  // All heads side by side: the axis that was cut, or one without a name.
  using joined =
      std::conditional_t<cut, output, dim<saturating_product(heads::size, output::size)>>;
  template <class D>
  using with_heads = attn::detail::shape_in_heads<of_x, heads, D>;

  using is_a_sequence = is_sequence<in_brief<role_of<axes_of, of_x>>>;
  using weight_rank = rank_is<rank<of_w::rank>, rank<cut ? 2 : 3>>;
  using input = same_axis<width_of_X<last_axis<of_x>>, input_of_W<second_to_last_axis<of_w>>>;
  using divided = divides<any_axis<std::conditional_t<cut, Head, dim<1>>>, output_of_W<output>>;
  using distinct = distinct_axes<repeated_in<with_heads<output>>>;
  template <class T>
  using has_element = same_elements<elements<T, value_type, typename W::value_type>>;

  static constexpr std::size_t d = divided::value ? output::size / heads::size : 1;
  using in_heads = with_heads<std::conditional_t<cut, dim<d>, output>>;
};

template <class X, class W>
struct project_heads_call {
  using projection = head_projection<heads_of_the_weights, X, W>;
  using operands =
      roles<role_of<axes_of_A, typename X::shape_type>, role_of<axes_of_B, typename W::shape_type>>;
  using sequence = typename projection::is_a_sequence;
  using weight_rank = only_if<sequence::value, typename projection::weight_rank>;
  using one_element =
      same_element<element_of_A<typename X::value_type>, element_of_B<typename W::value_type>>;
  using input = only_if<all_hold<sequence, weight_rank>, typename projection::input>;
  using distinct = only_if<all_hold<sequence, weight_rank, input>, typename projection::distinct>;
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

namespace cost {
template <class X, class W>
ATTN_ABI constexpr operation_count project_heads() {
  using heads = decltype(attn::project_heads(detail::some<X>(), detail::some<W>()));
  return heads::volume * detail::contraction(detail::width_of<X>);
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
