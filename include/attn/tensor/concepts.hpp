// SPDX-License-Identifier: BSL-1.0
// What generic code asks of a type.
//
//   is_tensor<X>             X is a tensor, const or a reference to one too
//   has_axis<X, "token">     X is a tensor with an axis of that name; or, has_axis<X, 0>, there
//
// What operations accept is asked of ops/concepts.hpp and attention/concepts.hpp.
#pragma once

#include <type_traits>

#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {
template <class X, axis_selector Axis>
inline constexpr bool finds_axis = false;
template <class T, class... Axes, axis_selector Axis>
inline constexpr bool finds_axis<tensor<T, Axes...>, Axis> =
    rules::axis_call<Axis, tensor<T, Axes...>>::holds;
}  // namespace detail

template <class X>
concept is_tensor = detail::is_tensor<std::remove_cvref_t<X>>;

template <class X, axis_selector Axis>
concept has_axis = is_tensor<X> && detail::finds_axis<std::remove_cvref_t<X>, Axis>;

}  // namespace attn
ATTN_STRICT_FP_END
