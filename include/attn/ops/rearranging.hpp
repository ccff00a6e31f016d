// SPDX-License-Identifier: BSL-1.0
// Other orders and shapes of the same elements: permute, transpose, merge, split, expand, flip.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/runtime/transpose.hpp>
#include <attn/detail/strided.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// permute<axes…>(x): permutes all axes.
//
//   out(i_a, i_b, …) = x(…), each index at the position of its axis in x
//
// (token, head, d_k) -> (head, token, d_k), for permute<"head", "token", "d_k">. Axes are named, or
// given by their position in x: permute<1, 0, 2>. The names move with their axes. Exact.
// Rule: each_axis_once.

namespace rules {

template <class X, auto... Order>
struct permute_call;
template <class T, class... Axes, auto... Order>
struct permute_call<tensor<T, Axes...>, Order...> {
  using operands = roles<axes_of<Axes...>>;
  using order = positions<Order.template position_in<Axes...>()...>;
  static constexpr bool once = each_axis_once<rank<sizeof...(Axes)>, order>::value;
  using each_once =
      each_axis_once<rank<sizeof...(Axes)>, order, diagnostic_names_unless<once, axes_of<Axes...>>>;
  using all = in_order<each_once>;
};

}  // namespace rules

namespace detail {

static_assert(most_axes == max_rank);

// The elements of x in the order of the loops: most nests are for the compiler of the machine code,
// transpositions have a kernel. It may write to Slack elements after the result.
template <class Nest, std::size_t Slack>
struct reordered : moves_elements {
  template <class T>
  ATTN_ABI static constexpr void write(T* to, const T* from) {
    constexpr transpositions turned = as_transpositions<Nest>;
    if constexpr (turned.count > 0) {
      constexpr std::size_t m = turned.rows, n = turned.columns;
      constexpr std::size_t slack = turned.count == 1 ? Slack : 0;
      if (std::is_constant_evaluated())
        gather(to, from, Nest{});
      else
        for (std::size_t at = 0; at < turned.count * m * n; at += m * n)
          runtime::transpose<m, n, slack>(to + at, from + at);
    } else {
      gather(to, from, Nest{});
    }
  }
};
// With the padding of a tensor of the shape.
template <class Nest, class T, class Shape>
using reordered_to = reordered<Nest, capacity<T, Shape::volume> - Shape::volume>;

// A tensor of the shape Result, of the elements of x in the order of the loops.
template <class Result, class Nest, class T, class... Axes>
ATTN_ABI constexpr tensor_of<T, Result> gathered(const tensor<T, Axes...>& x) {
  return made<reordered_to<Nest, T, Result>, tensor_of<T, Result>>(x);
}

// How a tensor of the shape is read when its axes are visited in another order.
template <class Shape, std::size_t... From>
struct permuted_walk {
  ATTN_ABI static constexpr walk<> value = [] {
    walk<> loops;
    for (const std::size_t axis : {From..., Shape::rank}) {
      if (axis == Shape::rank) break;  // the list of no axes has no type
      std::size_t stride = 1;
      for (std::size_t d = axis + 1; d < Shape::rank; ++d) stride *= Shape::extents[d];
      loops.add(Shape::extents[axis], {stride});
    }
    return loops;
  }();
};

// x read as if it had the axes of Read (a reshape), these in the order From, the result being of
// the shape Result: one copy for all of it.
template <class Result, class Read, std::size_t... From, class T, class... Axes>
ATTN_ABI constexpr tensor_of<T, Result> rearranged(const tensor<T, Axes...>& x) {
  return gathered<Result, nest_of<permuted_walk<Read, From...>>>(x);
}

template <std::size_t... From, class T, class... Axes>
ATTN_ABI constexpr tensor_of<T, reorder_axes<shape<Axes...>, From...>> permuted(
    const tensor<T, Axes...>& x) {
  using from = shape<Axes...>;
  return rearranged<reorder_axes<from, From...>, from, From...>(x);
}

}  // namespace detail

template <axis_selector... Order, class T, class... Axes>
ATTN_ABI constexpr auto permute(const tensor<T, Axes...>& x) {
  using call = rules::permute_call<tensor<T, Axes...>, Order...>;
  ATTN_REQUIRE(call, each_once,
               "attn::permute<axes…>(x): the order must name every axis of x exactly once");
  if constexpr (call::all::value)
    return detail::permuted<Order.template position_in<Axes...>()...>(x);
  else
    return x;
}
ATTN_ANOTHER_FORM(permute, > 0,
                  "attn::permute(x, axes): the axes are template arguments: permute<1, 0>(x)")

// transpose(x): swaps the last two axes.
//
//   out(…, n, m) = x(…, m, n)
//
// (M, N) -> (N, M);  (batch, M, N) -> (batch, N, M). Exact. The names move with their axes.
// Rule: rank_at_least two.

namespace rules {

template <class X>
struct transpose_call;
template <class T, class... Axes>
struct transpose_call<tensor<T, Axes...>> {
  using from = shape<Axes...>;
  using result = tensor_of<T, transposed_axes<from>>;

  using operands = roles<axes_of<Axes...>>;
  using two_axes = rank_at_least<axes_of<Axes...>, rank<2>>;
  using all = in_order<two_axes>;
};

}  // namespace rules

namespace detail {

// Count matrices of M x N. The kernel may write to Slack elements after the result.
template <std::size_t Count, std::size_t M, std::size_t N, std::size_t Slack>
struct transposed : moves_elements {
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* x) {
    for (std::size_t at = 0; at < Count * M * N; at += M * N) {
      if (std::is_constant_evaluated()) {
        for (std::size_t i = 0; i < M; ++i)
          for (std::size_t j = 0; j < N; ++j) out[at + j * M + i] = x[at + i * N + j];
      } else {
        runtime::transpose<M, N, Slack>(out + at, x + at);
      }
    }
  }
};
template <class T, class X>
struct transposition {
  static constexpr std::size_t m = second_to_last_axis<X>::size, n = last_axis<X>::size;
  static constexpr std::size_t count = X::volume / (m * n);
  static constexpr std::size_t slack = count == 1 ? capacity<T, m * n> - m * n : 0;
  using type = transposed<count, m, n, slack>;
};

}  // namespace detail

template <class T, class... Axes>
ATTN_ABI constexpr auto transpose(const tensor<T, Axes...>& x) {
  using call = rules::transpose_call<tensor<T, Axes...>>;
  ATTN_REQUIRE(call, two_axes, "attn::transpose(x): x must have at least two axes");
  if constexpr (call::all::value)
    return detail::made<typename detail::transposition<T, shape<Axes...>>::type,
                        typename call::result>(x);
  else
    return x;
}
ATTN_ANOTHER_FORM(transpose, > 0,
                  "attn::transpose(x): exchanges the last two axes; others: permute<1, 0, 2>(x)")

// merge<first, second, name>(x): merges two adjacent axes into one.
//
//   out(…, i * J + j, …) = x(…, i, j, …)
//
// (token, head, d_k) -> (token, d_model), for merge<"head", "d_k", "d_model">: the inverse of
// split. merge<0, 1>(x), without a name, makes an unnamed axis. The order in memory does not
// change. Exact.
// Rules: has_axis, for both; adjacent_axes, the second follows the first; distinct_axes, for the
// result.

namespace detail {
template <std::size_t Size, auto... Name>
struct sized_axis : std::type_identity<dim<Size>> {};
template <std::size_t Size, auto Name>
struct sized_axis<Size, Name> : std::type_identity<axis<Name, Size>> {};
template <std::size_t Size, auto... Name>
using axis_of_size = typename sized_axis<Size, Name...>::type;
}  // namespace detail

namespace rules {

// To: the name of the axis that comes, or none.
template <auto First, auto Second, class X, auto... To>
struct merge_call;
template <auto First, auto Second, class T, class... Axes, auto... To>
struct merge_call<First, Second, tensor<T, Axes...>, To...> {
  using from = shape<Axes...>;
  static constexpr std::size_t first = First.template position_in<Axes...>();
  static constexpr std::size_t second = Second.template position_in<Axes...>();
  static constexpr std::size_t size =
      rules::saturating_product(axis_at<from, first>::size, axis_at<from, second>::size);
  using result =
      replace_axis<without_axis<from, second>, first, attn::detail::axis_of_size<size, To...>>;
  static constexpr bool adjacent = adjacent_axes<positions<first, second>>::value;

  using operands = roles<axes_of<Axes...>>;
  using has_first = has_axis<in_brief<axes_of<Axes...>>, wanted<First>>;
  using has_second = has_axis<in_brief<axes_of<Axes...>>, wanted<Second>>;
  using second_follows =
      adjacent_axes<positions<first, second>, diagnostic_names_unless<adjacent, axes_of<Axes...>>>;
  using distinct_result = distinct_axes<repeated_in<result>>;
  using all = in_order<has_first, has_second, second_follows, distinct_result>;
};

}  // namespace rules

template <axis_selector First, axis_selector Second, label... To, class T, class... Axes>
  requires(sizeof...(To) < 2)
ATTN_ABI constexpr auto merge(const tensor<T, Axes...>& x) {
  using call = rules::merge_call<First, Second, tensor<T, Axes...>, To...>;
  ATTN_REQUIRE(call, has_first, "attn::merge<first, second, name>(x): x has no axis `first`");
  ATTN_REQUIRE(call, has_second, "attn::merge<first, second, name>(x): x has no axis `second`");
  ATTN_REQUIRE(
      call, second_follows,
      "attn::merge<first, second, name>(x): `second` must follow `first` directly: permute "
      "or transpose x first; a reshape is not a transpose");
  ATTN_REQUIRE(call, distinct_result,
               "attn::merge<first, second, name>(x): x has another axis of that name");
  if constexpr (call::all::value)
    return detail::with_shape<typename call::result>(x);
  else
    return x;
}

// split<axis, parts…>(x): splits one axis into several adjacent ones.
//
//   out(…, i, j, …) = x(…, i * J + j, …)
//
// (token, d_model) -> (token, head, d_k), for split<"d_model", head, d_k>: the first part varies
// slowest, so d_model is split into `head` blocks of d_k adjacent elements. The order in memory
// does not change. Exact.
// Rules: has_axis; rank_at_least two, for the parts; same_volume, the sizes of the parts multiply
// to the size of the axis; distinct_axes, for the result; has_room_for the new axes.

namespace rules {

template <auto Axis, class X, class... Parts>
struct split_call;
template <auto Axis, class T, class... Axes, class... Parts>
struct split_call<Axis, tensor<T, Axes...>, Parts...> : axis_call<Axis, tensor<T, Axes...>> {
  using axis = axis_call<Axis, tensor<T, Axes...>>;
  using whole = axis_at<shape<Axes...>, axis::position>;
  using result = splice_axes<shape<Axes...>, axis::position, Parts...>;

  using two_parts = rank_at_least<result_axes<Parts...>, rank<2>>;
  using same_volume = rules::same_volume<any_axis<whole>, sizes<Parts::size...>>;
  using distinct_result = distinct_axes<repeated_in<result>>;
  using has_room = has_room_for<in_brief<axes_of<Axes...>>, rank<sizeof...(Parts) - 1>>;
  using all = in_order<typename axis::all, two_parts, same_volume, distinct_result, has_room>;
};

}  // namespace rules

template <axis_selector Axis, axis_like... Parts, class T, class... Axes>
ATTN_ABI constexpr auto split(const tensor<T, Axes...>& x) {
  using call = rules::split_call<Axis, tensor<T, Axes...>, Parts...>;
  ATTN_REQUIRE_AXIS(call, "attn::split<axis, parts…>(x)");
  ATTN_REQUIRE(call, two_parts,
               "attn::split<axis, parts…>(x): two parts or more; for another name: rename");
  ATTN_REQUIRE(
      call, same_volume,
      "attn::split<axis, parts…>(x): the sizes of the parts must multiply to the size of the axis");
  ATTN_REQUIRE(call, distinct_result,
               "attn::split<axis, parts…>(x): the result would have two axes with the same name");
  ATTN_REQUIRE_ROOM(call, "attn::split<axis, parts…>(x)");
  if constexpr (call::all::value)
    return detail::with_shape<typename call::result>(x);
  else
    return x;
}

// expand<Axis>(x): repeats x along a new axis: the explicit form of broadcasting.
//
//   expand<key>(m)      (token) -> (token, key): every row is m(token) repeated
//   expand<batch, 0>(m) (token) -> (batch, token): the new axis at position 0
//   expand<key, -2>(x)  (token, width) -> (token, key, width): counting from the result's last axis
//
// Exact. Rules: distinct_axes, for the result; has_room_for one more; addressable.

namespace rules {

template <std::size_t Position, std::size_t Rank>
using position_within = rank_within<rank<Position>, rank<0>, rank<Rank>>;

template <class Axis, std::size_t Position, class X>
struct expand_call;
template <class Axis, std::size_t Position, class T, class... Axes>
struct expand_call<Axis, Position, tensor<T, Axes...>>
    : new_axis_call<T, tensor<T, Axes...>, shape<Axis, Axes...>,
                    position_within<Position, sizeof...(Axes)>::value> {
  using position_exists = position_within<Position, sizeof...(Axes)>;
  using all = in_order<position_exists, typename expand_call::new_axis_call::all>;
};

}  // namespace rules

namespace detail {

template <class Around>
struct expanded : moves_elements {
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* x) {
    for (std::size_t o = 0; o < Around::outer; ++o, x += Around::inner)
      for (std::size_t repeat = 0; repeat < Around::extent; ++repeat)
        for (std::size_t i = 0; i < Around::inner; ++i) *out++ = x[i];
  }
};

}  // namespace detail

template <axis_like Axis, int Position = -1, class T, class... Axes>
ATTN_ABI constexpr auto expand(const tensor<T, Axes...>& x) {
  constexpr int rank = static_cast<int>(sizeof...(Axes)) + 1;  // of the result
  constexpr auto at = static_cast<std::size_t>(Position < 0 ? Position + rank : Position);
  using call = rules::expand_call<Axis, at, tensor<T, Axes...>>;
  ATTN_REQUIRE(call, position_exists, "attn::expand<Axis, position>(x): no such position");
  ATTN_REQUIRE(call, distinct_result,
               "attn::expand<Axis, position>(x): x has an axis of that name already");
  ATTN_REQUIRE_ROOM(call, "attn::expand<Axis, position>(x)");
  ATTN_REQUIRE_ADDRESSABLE(call, "attn::expand<Axis, position>(x)");
  if constexpr (call::all::value)
    return detail::made<
        detail::expanded<detail::around_axis<with_axis<shape<Axes...>, at, Axis>, at>>,
        tensor_of<T, with_axis<shape<Axes...>, at, Axis>>>(x);
  else
    return x;
}
// The name alone is not enough for a new axis.
template <axis_selector Axis, int... Position, class T, class... Axes>
ATTN_ABI constexpr auto expand(const tensor<T, Axes...>& x) {
  using call = rules::single_rule_call<rules::is_form_of_call<rules::wanted<Axis>>>;
  ATTN_REQUIRE(call, rule,
               "attn::expand<Axis>(x): a new axis needs its size: expand<axis<\"key\", 3>>(x)");
  return x;
}
ATTN_ANOTHER_FORM(expand, > 0,
                  "attn::expand<Axis>(x): a new axis needs its size: expand<axis<\"key\", 3>>(x)")

// flip<axis>(x): reverses the order of the indices along an axis.
//
//   out(…, i, …) = x(…, n - 1 - i, …), of n indices
//
// (token, feature) -> (token, feature), for "token". Exact: elements are moved. flip twice is x.
// PyTorch: torch.flip, for one axis. A recurrence over flip<"token">(x) reads backwards.
// Rules: has_axis.

namespace detail {

template <std::size_t At, class T, class... Axes>
ATTN_ABI constexpr tensor<T, Axes...> flipped(const tensor<T, Axes...>& x) {
  using around = around_axis<shape<Axes...>, At>;
  tensor<T, Axes...> out(uninitialized);
  for (std::size_t o = 0; o < around::outer; ++o)
    for (std::size_t i = 0; i < around::extent; ++i) {
      const auto from = x.data() + (o * around::extent + i) * around::inner;
      const auto to = out.data() + (o * around::extent + around::extent - 1 - i) * around::inner;
      for (std::size_t j = 0; j < around::inner; ++j) to[j] = from[j];
    }
  return out;
}

}  // namespace detail

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto flip(const tensor<T, Axes...>& x) {
  using call = rules::axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::flip<axis>(x)");
  if constexpr (call::all::value)
    return detail::flipped<call::position>(x);
  else
    return x;
}
ATTN_AXIS_FORMS(flip)
ATTN_AXIS_NEEDED(flip)

}  // namespace attn
ATTN_STRICT_FP_END
