// SPDX-License-Identifier: BSL-1.0
// The gradient in forward mode: by evaluating a function with duals, without a backward pass.
//
//   forward_gradient(f, x)     of f(x), one number: a tensor with the axes of x
//   value_of(y)                the values of a tensor of duals
//
// f is a generic lambda, called with a tensor of dual<T, …> with the axes of x. All other operands
// are constants, converted with type_as(k, x):
//
//   forward_gradient([&](const auto& x) { return sum<0>(matmul(x, type_as(k, x))); }, x)
//
// (axes) -> (axes). f is evaluated once for every 32 elements of x; gradient(f, x), in reverse mode
// (learning/gradient.hpp), costs a few evaluations whatever their number. For a function that
// returns a tensor, see scalars/jacobian.hpp.
// Rules: gives_one_number, for the result of f; floating_point_element.
// Accuracy: that of dual.hpp; the values are bit for bit those of f with T itself.
// Special values: a NaN does not compile as a constant.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/scalars/dual.hpp>
#include <attn/tensor/calls.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// How many variables go together: all, if they are few, or else as many as fill a vector of the
// constant evaluator's. More would make every element larger than the stack likes.
template <std::size_t Volume>
inline constexpr std::size_t gradient_lanes = Volume < 16    ? Volume
                                              : Volume == 16 ? 16
                                                             : 32;

// x, whose elements from `first` on are the variables 0, 1, ….
template <std::size_t Lanes, class T, class... Axes>
ATTN_ABI constexpr auto seeded(const tensor<T, Axes...>& x, std::size_t first) {
  tensor<dual<T, Lanes>, Axes...> seeds(uninitialized);
  for (std::size_t i = 0; i < x.size(); ++i) seeds.data()[i] = dual<T, Lanes>(x.data()[i]);
  for (std::size_t l = 0; l < Lanes && first + l < x.size(); ++l)
    seeds.data()[first + l].gradient[l] = T(1);
  return seeds;
}

// What f makes of x with that many derivatives: nothing, if another rule has rejected x.
template <bool Asked, class F, class X, std::size_t Lanes = gradient_lanes<X::volume>>
struct result_with_derivatives {
  using type = void;
};
template <class F, class T, class... Axes, std::size_t Lanes>
struct result_with_derivatives<true, F, tensor<T, Axes...>, Lanes> {
  using type = std::remove_cvref_t<decltype(std::declval<const F&>()(
      std::declval<const tensor<dual<T, Lanes>, Axes...>&>()))>;
};

// A dual number, or a tensor without axes that holds one.
template <class T, std::size_t N>
ATTN_ABI constexpr const dual<T, N>& only_element(const dual<T, N>& y) {
  return y;
}
template <class T, std::size_t N>
ATTN_ABI constexpr const dual<T, N>& only_element(const tensor<dual<T, N>>& y) {
  return *y.data();
}

// Vectors let a NaN pass in constant evaluation.
template <class T>
ATTN_ABI constexpr T checked_derivative(const T& x) {
  if (std::is_constant_evaluated() && has_nan(x)) constant::constant_is_not_a_number();
  return x;
}

template <class Y>
inline constexpr bool is_tensor_of_duals = false;
template <class T, std::size_t N, class... Axes>
inline constexpr bool is_tensor_of_duals<tensor<dual<T, N>, Axes...>> = true;

}  // namespace detail

namespace rules {
template <class Y>
struct gives_one_number<operand<Y>> {
  static constexpr bool value = requires(const Y& y) { attn::detail::only_element(y); };
};
template <class Y>
struct gives_a_tensor<operand<Y>> {
  static constexpr bool value = attn::detail::is_tensor_of_duals<Y>;
};
template <class F, class X>
struct forward_gradient_call : floating_call<X> {
  static constexpr bool differentiable = floating_call<X>::holds;
  using result = typename attn::detail::result_with_derivatives<differentiable, F, X>::type;
  using one_number = only_if<differentiable, gives_one_number<operand<result>>>;
  static constexpr bool holds = differentiable && one_number::value;
};
}  // namespace rules

namespace detail {
// The caller has asked the rules.
template <class F, class T, class... Axes>
ATTN_ABI constexpr tensor<T, Axes...> differentiated(const F& f, const tensor<T, Axes...>& x) {
  constexpr std::size_t lanes = gradient_lanes<shape<Axes...>::volume>;
  tensor<T, Axes...> result{};
  for (std::size_t first = 0; first < x.size(); first += lanes) {
    const auto y = f(seeded<lanes>(x, first));
    const auto& only = only_element(y);
    for (std::size_t l = 0; l < lanes && first + l < x.size(); ++l)
      result.data()[first + l] = checked_derivative(only.gradient[l]);
  }
  return result;
}
}  // namespace detail

template <class F, class T, class... Axes>
ATTN_ABI constexpr auto forward_gradient(const F& f, const tensor<T, Axes...>& x) {
  using call = rules::forward_gradient_call<F, tensor<T, Axes...>>;
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::forward_gradient(f, x)");
  ATTN_REQUIRE(
      call, one_number,
      "attn::forward_gradient(f, x): f must return one number, such as sum<0>(…); of a tensor "
      "there is a jacobian(f, x)");
  if constexpr (call::holds)
    return detail::differentiated(f, x);
  else
    return x;
}

template <class T, std::size_t N, class... Axes>
ATTN_ABI constexpr auto value_of(const tensor<dual<T, N>, Axes...>& y) {
  return detail::generated<tensor<T, Axes...>>([&](std::size_t i) { return y.data()[i].value; });
}

}  // namespace attn
ATTN_STRICT_FP_END
