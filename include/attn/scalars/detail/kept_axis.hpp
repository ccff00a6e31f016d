// SPDX-License-Identifier: BSL-1.0
// The call of a property of an axis: the result of f is a tensor that has the axis of x, with its
// size.
#pragma once

#include <attn/scalars/analysis_scalar.hpp>
#include <attn/scalars/detail/require.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::rules {

template <auto Axis, class X, class Y>
struct kept_axis_call {
  using operands = roles<>;
  using computed = analysed_element<element<Y>>;
  using axis_exists = not_asked;
  using axis_size = not_asked;
  static constexpr bool holds = false;
};
template <auto Axis, class X, class Influence, class... Axes>
struct kept_axis_call<Axis, X, tensor<Influence, Axes...>> {
  using in_x = axis_call<Axis, X>;
  using in_result = axis_call<Axis, tensor<Influence, Axes...>>;
  using operands = roles<axes_of<Axes...>>;
  using computed = analysed_element<element<Influence>>;
  using axis_exists = only_if<computed::value, typename in_result::axis_exists>;
  template <bool Asked, class Result>
  struct size_of {
    using type = not_asked;
  };
  template <class Result>
  struct size_of<true, Result> {
    using type = same_size<axis_of_A<axis_at<typename X::shape_type, in_x::position>>,
                           axis_of_B<axis_at<Result, in_result::position>>>;
  };
  using axis_size = typename size_of<all_hold<computed, axis_exists>, shape<Axes...>>::type;
  static constexpr bool holds = all_hold<computed, axis_exists, axis_size>;
};

}  // namespace attn::rules
ATTN_STRICT_FP_END
