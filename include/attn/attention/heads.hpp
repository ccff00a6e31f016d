// SPDX-License-Identifier: BSL-1.0
// Heads: splits the width of queries, keys or values into heads, merges it again, and projects
// every token for every head, each of which has its own matrix.
//
//   split_heads<head, d_k>(x)    (token, width) -> (head, token, d_k)
//   split_heads<head>(x)         the same; d_k has the name of the width, so that keys and values
//                                whose projections are named differently remain distinct
//   merge_heads<"width">(y)      (head, token, d_k) -> (token, width)
//   project_heads(x, W)          (token, width) x (head, width, d_k) -> (head, token, d_k)
//     out(h, t, c) = sum over i of x(t, i) * W(h, i, c)
//
// Head h has the columns h * d_k … h * d_k + d_k - 1 of every token. An optional leading axis of x
// (a batch) remains first. Split and merge include the transposition: a reshape of (token, width)
// to (head, token, d_k) has the right sizes, but mixes tokens. They are exact, and inverse to each
// other. If the matrices are the column blocks of a single one, project_heads(x, W) is
// split_heads(matmul(x, W)) bit for bit.
// Rules: is_sequence; divides, the heads and the width; rank_at_least three, rank_is three, for W;
// same_volume, head times d_k is the width; same_axis, W's input and the last axis of x;
// distinct_axes; same_element.
// Accuracy and special values of project_heads: as in matmul, head by head.
// Cost: cost::project_heads<X, W>(), a dot product of the width of X per element.
#pragma once

#include <type_traits>

#include <attn/ops/matmul.hpp>
#include <attn/ops/rearranging.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// A sequence (…, token, width) as its heads see it: (…, head, token, d).
template <class X, class Head, class D>
using shape_in_heads = append_axis<with_axis<without_last_axis<X>, X::rank - 2, Head>, D>;

// The width of x, which Head divides, cut. The split and the transposition in one copy.
template <class Head, class Width, class T, class... Axes>
ATTN_ABI constexpr auto cut_into_heads(const tensor<T, Axes...>& x) {
  using from = shape<Axes...>;
  using read = splice_axes<from, from::rank - 1, Head, Width>;
  using result = shape_in_heads<from, Head, Width>;
  if constexpr (from::rank == 2)
    return rearranged<result, read, 1, 0, 2>(x);
  else
    return rearranged<result, read, 0, 2, 1, 3>(x);
}

// The way back: (…, head, token, d_k) -> (…, token, Width).
template <class Width, class T, class... Axes>
ATTN_ABI constexpr auto put_heads_together(const tensor<T, Axes...>& y) {
  using from = shape<Axes...>;
  using rest = without_axis<without_last_axis<from>, from::rank - 3>;
  using result = append_axis<rest, Width>;
  if constexpr (from::rank == 3)
    return rearranged<result, from, 1, 0, 2>(y);
  else
    return rearranged<result, from, 0, 2, 1, 3>(y);
}

template <class X>
inline constexpr std::size_t head_position = X::rank - 3;
template <class X>
using head_axis = axis_at<X, X::rank - 3>;

// Each head `group` times, up to `Head` of them.
template <std::size_t Volume, std::size_t One, std::size_t Group>
struct heads_again : moves_elements {
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* x) {
    for (std::size_t i = 0; i < Volume; ++i) out[i] = x[i / One / Group * One + i % One];
  }
};
template <class Head, class T, class... X>
ATTN_ABI constexpr auto each_head_again(const tensor<T, X...>& x) {
  using from = shape<X...>;
  using result = tensor_of<T, replace_axis<from, head_position<from>, Head>>;
  constexpr std::size_t one = last_axis<from>::size * second_to_last_axis<from>::size;
  return made<heads_again<result::volume, one, Head::size / head_axis<from>::size>, result>(x);
}

}  // namespace detail

namespace rules {

template <class Head, class Width, class X>
struct split_heads_call;
template <class Head, class Width, class T, class... Axes>
struct split_heads_call<Head, Width, tensor<T, Axes...>> {
  using from = shape<Axes...>;
  using operands = roles<axes_of<Axes...>>;
  using sequence = is_sequence<in_brief<axes_of<Axes...>>>;
  using whole_width = same_volume<any_axis<last_axis<from>>, sizes<Head::size, Width::size>>;
  using distinct = distinct_axes<repeated_in<splice_axes<from, from::rank - 1, Head, Width>>>;
  using all = in_order<sequence, whole_width, distinct>;
};

// The width keeps its name.
template <class Head, class X>
struct name_heads_call;
template <class Head, class T, class... Axes>
struct name_heads_call<Head, tensor<T, Axes...>> {
  using width = last_axis<shape<Axes...>>;
  using operands = roles<axes_of<Axes...>>;
  using sequence = is_sequence<in_brief<axes_of<Axes...>>>;
  using dividing = divides<any_axis<Head>, any_axis<width>>;
  using whole = in_order<sequence, dividing>;
  using part =
      std::conditional_t<whole::value, resized<width, whole::value ? width::size / Head::size : 1>,
                         width>;
  using distinct =
      distinct_axes<repeated_in<splice_axes<shape<Axes...>, sizeof...(Axes) - 1, Head, part>>>;
  using all = in_order<sequence, dividing, distinct>;
};

template <label To, class X>
struct merge_heads_call;
template <label To, class T, class... Axes>
struct merge_heads_call<To, tensor<T, Axes...>> {
  using from = shape<Axes...>;
  using rest = without_axis<without_last_axis<from>, from::rank - 3>;
  using width = axis<To, last_axis<from>::size * axis_at<from, from::rank - 3>::size>;
  using operands = roles<axes_of<Axes...>>;
  using three_axes = rank_at_least<axes_of<Axes...>, rank<3>>;
  using distinct = distinct_axes<repeated_in<append_axis<rest, width>>>;
  using all = in_order<three_axes, distinct>;
};

}  // namespace rules

template <axis_like Head, axis_like Width, class T, class... Axes>
ATTN_ABI constexpr auto split_heads(const tensor<T, Axes...>& x) {
  using call = rules::split_heads_call<Head, Width, tensor<T, Axes...>>;
  ATTN_REQUIRE(call, sequence,
               "attn::split_heads<head, d_k>(x): x must be (token, width), or a batch of them");
  ATTN_REQUIRE(call, whole_width, "attn::split_heads(x): head times d_k must be the width of x");
  ATTN_REQUIRE(call, distinct,
               "attn::split_heads<head, d_k>(x): x has an axis of that name already");
  if constexpr (call::all::value)
    return detail::cut_into_heads<Head, Width>(x);
  else
    return x;
}

template <axis_like Head, class T, class... Axes>
ATTN_ABI constexpr auto split_heads(const tensor<T, Axes...>& x) {
  using call = rules::name_heads_call<Head, tensor<T, Axes...>>;
  ATTN_REQUIRE(call, sequence,
               "attn::split_heads<head>(x): x must be (token, width), or a batch of them");
  ATTN_REQUIRE(call, dividing,
               "attn::split_heads<head>(x): the number of heads must divide the width of x");
  ATTN_REQUIRE(call, distinct, "attn::split_heads<head>(x): x has an axis of that name already");
  if constexpr (call::all::value)
    return detail::cut_into_heads<Head, typename call::part>(x);
  else
    return x;
}
ATTN_ANOTHER_FORM(
    split_heads, > 0,
    "attn::split_heads(x, n): the heads are an axis: split_heads<axis<\"head\", 2>>(x)")

template <label To, class T, class... Axes>
ATTN_ABI constexpr auto merge_heads(const tensor<T, Axes...>& y) {
  using call = rules::merge_heads_call<To, tensor<T, Axes...>>;
  ATTN_REQUIRE(call, three_axes,
               "attn::merge_heads<width>(y): y must be (head, token, d_k), or a batch of them");
  ATTN_REQUIRE(call, distinct, "attn::merge_heads<width>(y): y has an axis of that name already");
  if constexpr (call::all::value)
    return detail::put_heads_together<typename call::width>(y);
  else
    return y;
}

// --- a matrix for each head ----------------------------------------------------------------------

// In the place of <head>: the weights have a matrix for each head, and so their number.
struct heads_of_the_weights {};

namespace detail {

struct no_heads {};  // in the place of <head>: one attention, of a sequence with any leading axes

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
struct head_projection<attn::detail::no_heads, X, W> : head_projection<dim<1>, X, W> {
  using is_a_sequence = rank_at_least<in_brief<role_of<axes_of, typename X::shape_type>>, rank<2>>;
  using in_heads = with_last_axis<typename X::shape_type, last_axis<typename W::shape_type>>;
  using distinct = distinct_axes<repeated_in<in_heads>>;
};

template <class X, class W>
struct project_heads_call {
  using projection = head_projection<heads_of_the_weights, X, W>;
  using operands =
      roles<role_of<axes_of_A, typename X::shape_type>, role_of<axes_of_B, typename W::shape_type>>;
  using sequence = typename projection::is_a_sequence;
  using weight_rank = typename projection::weight_rank;
  using one_element =
      same_element<element_of_A<typename X::value_type>, element_of_B<typename W::value_type>>;
  using input = typename projection::input;
  using distinct = typename projection::distinct;
  using all = in_order<sequence, weight_rank, one_element, input, distinct>;
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
               "attn::project_heads(x, W): the result would have two axes with the same name");
  if constexpr (call::all::value)
    return detail::heads_projected(x, w);
  else
    return x;
}

ATTN_COST(project_heads)

// cost::f<X…>(options…), and cost::f<Head, X…>(options…), of a function of heads.
#define ATTN_COST_OF_HEADS(f)                                                              \
  namespace cost {                                                                         \
  template <class First, class... X, class... Options>                                     \
  ATTN_ABI constexpr operation_count f(const Options&... options) {                        \
    if constexpr (axis_like<First>) {                                                      \
      ATTN_COUNT(attn::f<First>(detail::operand<X>(n)..., detail::as_option(options)...)); \
    } else {                                                                               \
      ATTN_COUNT(attn::f(detail::operand<First>(n), detail::operand<X>(n)...,              \
                         detail::as_option(options)...));                                  \
    }                                                                                      \
  }                                                                                        \
  }

}  // namespace attn
ATTN_STRICT_FP_END
