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

#include <attn/rules/message.hpp>
#include <attn/scalars/influence.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {
template <class T, std::size_t N, class Reading>
struct has_influence<element<influence<T, N, Reading>>> {
  static constexpr bool value = true;
};
}  // namespace rules

namespace detail {

// The index along axis At of element number i.
template <class Shape, std::size_t At>
ATTN_ABI constexpr std::size_t index_along(std::size_t i) {
  using around = around_axis<Shape, At>;
  return i / around::inner % around::extent;
}

}  // namespace detail

template <axis_selector Axis, class Reading = finite_only, class T, class... Axes>
ATTN_ABI constexpr auto marked(const tensor<T, Axes...>& x) {
  using axes = rules::axes_of<Axes...>;
  constexpr bool found = rules::has_axis<axes, rules::wanted<Axis>>::value;
  constexpr bool fractions = rules::floating_point_element<rules::element<T>>::value;
  static_assert(rules::has_axis<rules::in_brief<axes>, rules::wanted<Axis>>::value,
                ATTN_MESSAGE("attn::marked<axis>(x): x has no such axis", axes));
  static_assert(
      rules::floating_point_element<rules::element<T>>::value,
      "attn::marked<axis>(x): requires a floating-point element type; convert with as<double>(x)");
  if constexpr (found && fractions) {
    constexpr std::size_t at = Axis.template position_in<Axes...>();
    using I = influence<T, shape<Axes...>::extents[at], Reading>;
    tensor<I, Axes...> inputs(detail::uninitialized);
    for (std::size_t i = 0; i < x.size(); ++i)
      inputs.data()[i] = I::input(detail::index_along<shape<Axes...>, at>(i));
    return inputs;
  } else {
    return x;
  }
}

template <class Reading = finite_only, class T, class... Axes>
ATTN_ABI constexpr auto marked(const tensor<T, Axes...>& x) {
  static_assert(
      rules::floating_point_element<rules::element<T>>::value,
      "attn::marked(x): requires a floating-point element type; convert with as<double>(x)");
  if constexpr (rules::floating_point_element<rules::element<T>>::value) {
    using I = influence<T, shape<Axes...>::volume, Reading>;
    tensor<I, Axes...> inputs(detail::uninitialized);
    for (std::size_t i = 0; i < x.size(); ++i) inputs.data()[i] = I::input(i);
    return inputs;
  } else {
    return x;
  }
}

template <class I, class T, class... Axes>
ATTN_ABI constexpr auto arbitrary(const tensor<T, Axes...>&) {
  static_assert(rules::has_influence<rules::element<I>>::value,
                "attn::arbitrary<I>(w): I must be an influence<T, N>");
  if constexpr (rules::has_influence<rules::element<I>>::value) {
    tensor<I, Axes...> all(detail::uninitialized);
    for (I& element : all) element = I::arbitrary();
    return all;
  } else {
    return tensor<T, Axes...>{};
  }
}

template <class T, class... Axes, class I, class... Other>
ATTN_ABI constexpr auto arbitrary_as(const tensor<T, Axes...>& w, const tensor<I, Other...>&) {
  static_assert(rules::has_influence<rules::element<I>>::value,
                "attn::arbitrary_as(w, x): the elements of x must be influence<T, N>; marked(x)");
  if constexpr (rules::has_influence<rules::element<I>>::value)
    return arbitrary<I>(w);
  else
    return w;
}

template <axis_selector Axis, class I, class... Axes>
ATTN_ABI constexpr auto reach(const tensor<I, Axes...>& y) {
  using axes = rules::axes_of<Axes...>;
  constexpr bool found = rules::has_axis<axes, rules::wanted<Axis>>::value;
  constexpr bool known = rules::has_influence<rules::element<I>>::value;
  static_assert(rules::has_axis<rules::in_brief<axes>, rules::wanted<Axis>>::value,
                ATTN_MESSAGE("attn::reach<axis>(y): y has no such axis", axes));
  static_assert(rules::has_influence<rules::element<I>>::value,
                "attn::reach<axis>(y): the elements must be influence<T, N>, as of what was "
                "computed from marked(x)");
  if constexpr (found && known) {
    constexpr std::size_t at = Axis.template position_in<Axes...>();
    tensor<bool, axis_at<shape<Axes...>, at>, dim<I::inputs>> table;
    for (std::size_t i = 0; i < y.size(); ++i)
      for (std::size_t j = 0; j < I::inputs; ++j)
        if (y.data()[i].reached_by(j)) table(detail::index_along<shape<Axes...>, at>(i), j) = true;
    return table;
  } else {
    return y;
  }
}

template <class I, class... Axes>
ATTN_ABI constexpr auto reach(const tensor<I, Axes...>& y) {
  static_assert(rules::has_influence<rules::element<I>>::value,
                "attn::reach(y): the elements must be influence<T, N>, as of what was computed "
                "from marked(x)");
  if constexpr (rules::has_influence<rules::element<I>>::value) {
    tensor<bool, dim<I::inputs>> all;
    for (const I& element : y)
      for (std::size_t j = 0; j < I::inputs; ++j)
        if (element.reached_by(j)) all(j) = true;
    return all;
  } else {
    return y;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
