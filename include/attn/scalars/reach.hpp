// SPDX-License-Identifier: BSL-1.0
// Which inputs can influence which outputs: proofs about operations and models, for all values.
//
//   marked<"token">(x)     x, where every element is the input with its token's index
//   marked(x)              every element of x is a separate input, numbered in order
//   arbitrary<I>(w)        w with elements I: any values, influenced by no input
//   arbitrary_as(w, x)     … with those of the tensor x
//   reach<"token">(y)      (token, input): whether the input can influence an element of the token
//   reach(y)               (input): whether it can influence any element of y
//
// marked<"token", nan_too>(x) and marked<nan_too>(x) select the other interpretation
// (influence.hpp).
//
//   reach<"token">(decoder(marked<"token">(x)))     is 1 on the diagonal and below: causality
//
// (axes) -> (axes), of influence<T, number of inputs>. Arbitrary elements represent all values, so
// the proof does not depend on zeros that a weight happens to have. as<I>(w), in contrast, keeps
// the values of w, and a 0 in it removes an influence.
// Rules: has_axis; has_influence, for the argument of reach; floating_point_element.
#pragma once

#include <cstddef>

#include <attn/scalars/influence.hpp>
#include <attn/tensor/calls.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {
template <class T, std::size_t N, class Reading>
struct has_influence<element<influence<T, N, Reading>>> {
  static constexpr bool value = true;
};
template <auto Axis, class Y>
struct reach_call;
template <auto Axis, class I, class... Axes>
struct reach_call<Axis, tensor<I, Axes...>> : axis_call<Axis, tensor<I, Axes...>> {
  using influenced = has_influence<element<I>>;
  static constexpr bool holds = axis_call<Axis, tensor<I, Axes...>>::holds && influenced::value;
};
}  // namespace rules

namespace detail {

// The index along axis At of element number i.
template <class Shape, std::size_t At>
ATTN_ABI constexpr std::size_t index_along(std::size_t i) {
  using around = around_axis<Shape, At>;
  return i / around::inner % around::extent;
}

template <class Result, std::size_t At, class I, class... Axes>
ATTN_ABI constexpr Result reach_along(const tensor<I, Axes...>& y) {
  Result table;
  for (std::size_t i = 0; i < y.size(); ++i)
    for (std::size_t j = 0; j < I::inputs; ++j)
      if (y.data()[i].reached_by(j)) table(index_along<shape<Axes...>, At>(i), j) = true;
  return table;
}
template <class Result>
ATTN_ABI constexpr Result all_arbitrary() {
  using I = typename Result::value_type;
  if constexpr (constant::has_rows<I>) {
    if (std::is_constant_evaluated()) {
      using row = constant::row_of<I, Result::volume>;
      Result all;
      constant::write_rows<Result::volume>(all.data(),
                                           [](std::size_t) { return row(I::arbitrary()); });
      return all;
    }
  }
  return generated<Result>([](std::size_t) { return I::arbitrary(); });
}
template <class I, class... Axes>
ATTN_ABI constexpr tensor<bool, dim<I::inputs>> reach_of_any(const tensor<I, Axes...>& y) {
  tensor<bool, dim<I::inputs>> all;
  for (const I& element : y)
    for (std::size_t j = 0; j < I::inputs; ++j)
      if (element.reached_by(j)) all(j) = true;
  return all;
}

}  // namespace detail

template <axis_selector Axis, class Reading = finite_only, class T, class... Axes>
ATTN_ABI constexpr auto marked(const tensor<T, Axes...>& x) {
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::marked<axis>(x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::marked<axis>(x)");
  if constexpr (call::holds) {
    using I = influence<T, shape<Axes...>::extents[call::position], Reading>;
    return detail::generated<tensor<I, Axes...>>([](std::size_t i) {
      return I::input(detail::index_along<shape<Axes...>, call::position>(i));
    });
  } else {
    return x;
  }
}

template <class Reading = finite_only, class T, class... Axes>
ATTN_ABI constexpr auto marked(const tensor<T, Axes...>& x) {
  using call = rules::floating_call<tensor<T, Axes...>>;
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::marked(x)");
  if constexpr (call::holds) {
    using I = influence<T, shape<Axes...>::volume, Reading>;
    return detail::generated<tensor<I, Axes...>>([](std::size_t i) { return I::input(i); });
  } else {
    return x;
  }
}

template <class I, class T, class... Axes>
ATTN_ABI constexpr auto arbitrary(const tensor<T, Axes...>&) {
  using call = rules::single_rule_call<rules::has_influence<rules::element<I>>>;
  ATTN_REQUIRE(call, rule, "attn::arbitrary<I>(w): I must be an influence<T, N>");
  if constexpr (call::holds)
    return detail::all_arbitrary<tensor<I, Axes...>>();
  else
    return tensor<T, Axes...>{};
}

template <class T, class... Axes, class I, class... Other>
ATTN_ABI constexpr auto arbitrary_as(const tensor<T, Axes...>& w, const tensor<I, Other...>&) {
  using call = rules::single_rule_call<rules::has_influence<rules::element<I>>>;
  ATTN_REQUIRE(call, rule,
               "attn::arbitrary_as(w, x): the elements of x must be influence<T, N>; marked(x)");
  if constexpr (call::holds)
    return arbitrary<I>(w);
  else
    return w;
}

template <axis_selector Axis, class I, class... Axes>
ATTN_ABI constexpr auto reach(const tensor<I, Axes...>& y) {
  using call = rules::reach_call<Axis, tensor<I, Axes...>>;
  ATTN_REQUIRE(call, axis_exists, "attn::reach<axis>(y): y has no such axis");
  ATTN_REQUIRE(call, influenced,
               "attn::reach<axis>(y): the elements must be influence<T, N>, as of what was "
               "computed from marked(x)");
  if constexpr (call::holds)
    return detail::reach_along<
        tensor<bool, axis_at<shape<Axes...>, call::position>, dim<I::inputs>>, call::position>(y);
  else
    return y;
}

template <class I, class... Axes>
ATTN_ABI constexpr auto reach(const tensor<I, Axes...>& y) {
  using call = rules::single_rule_call<rules::has_influence<rules::element<I>>>;
  ATTN_REQUIRE(call, rule,
               "attn::reach(y): the elements must be influence<T, N>, as of what was computed from "
               "marked(x)");
  if constexpr (call::holds)
    return detail::reach_of_any(y);
  else
    return y;
}

}  // namespace attn
ATTN_STRICT_FP_END
