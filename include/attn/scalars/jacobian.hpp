// SPDX-License-Identifier: BSL-1.0
// Derivatives of a function f that maps a tensor x to a tensor y.
//
//   jacobian(f, x)     all derivatives: the axes of y, then those of x
//   jvp(f, x, v)       how y changes as x moves along v: a tensor with the axes of y
//   vjp(f, x, u)       the gradient of sum(u * y): what y.backward(u) leaves in x.grad, in PyTorch
//   hessian(f, x)      second derivatives of one number f(x)
//
// jacobian (axes of x) -> (axes of y, axes of x), where an axis of x loses its name if y has one of
// that name; jvp (axes of x) x (axes of x) -> (axes of y); vjp (axes of x) x (axes of y) -> (axes
// of x).
// f is as in scalars/gradient.hpp. It is evaluated once for every 32 elements of x; by jvp, once.
// Rules: gives_a_tensor (for hessian, gives_one_number): what f returns; same_axes and
// same_element of v and x, of u and y; floating_point_element; at most 4 axes in a Jacobian.
// Accuracy: that of dual.hpp. Special values: a NaN does not compile as a constant.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/rules/message.hpp>
#include <attn/scalars/gradient.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// An axis, without its name where another has it.
template <class Axis, class Shape>
struct unless_taken {
  using type = Axis;
};
template <class Axis, class... Others>
  requires(Axis::named)
struct unless_taken<Axis, shape<Others...>> {
  using type = std::conditional_t<(Axis::text.equals(Others::text) || ...), dim<Axis::size>, Axis>;
};

template <class Out, class In>
struct jacobian_of;
template <class... Out, class... In>
struct jacobian_of<shape<Out...>, shape<In...>> {
  using axes = shape<Out..., typename unless_taken<In, shape<Out...>>::type...>;
};

// Row by row: the derivatives of one element of f(x).
template <class Result, class F, class T, class... Axes>
ATTN_ABI constexpr auto all_derivatives(const F& f, const tensor<T, Axes...>& x) {
  constexpr std::size_t lanes = gradient_lanes<shape<Axes...>::volume>;
  tensor_of<T, Result> all;
  for (std::size_t first = 0; first < x.size(); first += lanes) {
    const auto y = f(seeded<lanes>(x, first));
    for (std::size_t i = 0; i < y.size(); ++i)
      for (std::size_t l = 0; l < lanes && first + l < x.size(); ++l)
        all.data()[i * x.size() + first + l] = checked_derivative(y.data()[i].gradient[l]);
  }
  return all;
}

// The sum of u_i * y_i, in order.
template <class T, std::size_t N, class... Y, class... U>
ATTN_ABI constexpr dual<T, N> weighted_total(const tensor<dual<T, N>, Y...>& y,
                                             const tensor<T, U...>& u) {
  dual<T, N> sum = y.data()[0] * u.data()[0];
  for (std::size_t i = 1; i < y.size(); ++i) sum = sum + y.data()[i] * u.data()[i];
  return sum;
}

}  // namespace detail

template <class F, class T, class... Axes>
ATTN_ABI constexpr auto jacobian(const F& f, const tensor<T, Axes...>& x) {
  static_assert(
      rules::floating_point_element<rules::element<T>>::value,
      "attn::jacobian(f, x): requires a floating-point element type; convert with as<double>(x)");
  if constexpr (rules::floating_point_element<rules::element<T>>::value) {
    using Y = detail::result_for<F, T, Axes...>;
    static_assert(rules::gives_a_tensor<rules::operand<Y>>::value,
                  "attn::jacobian(f, x): f must return a tensor with the elements of its argument; "
                  "what else goes into it: type_as(k, x)");
    if constexpr (rules::gives_a_tensor<rules::operand<Y>>::value) {
      using result = typename detail::jacobian_of<typename Y::shape_type, shape<Axes...>>::axes;
      using axes = rules::role_of<rules::result_axes, result>;
      constexpr bool fits_a_tensor = !rules::rank_at_least<axes, rules::rank<5>>::value;
      static_assert(fits_a_tensor,
                    "attn::jacobian(f, x): f(x) and x have more than 4 axes together; merge some, "
                    "or ask for one direction: jvp, vjp");
      if constexpr (fits_a_tensor)
        return detail::all_derivatives<result>(f, x);
      else
        return x;
    } else {
      return x;
    }
  } else {
    return x;
  }
}

template <class F, class T, class... Axes>
ATTN_ABI constexpr auto hessian(const F& f, const tensor<T, Axes...>& x) {
  return jacobian([&f](const auto& y) { return gradient(f, y); }, x);
}

template <class F, class T, class U, class... Axes, class... Along>
ATTN_ABI constexpr auto jvp(const F& f, const tensor<T, Axes...>& x, const tensor<U, Along...>& v) {
  using axes_of_x = rules::axes_of_A<Axes...>;
  using axes_of_v = rules::axes_of_B<Along...>;
  static_assert(
      rules::floating_point_element<rules::element<T>>::value,
      "attn::jvp(f, x, v): requires a floating-point element type; convert with as<double>(x)");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value,
                "attn::jvp(f, x, v): x and v must have the same element type; convert: as<T>(v)");
  static_assert(
      rules::same_axis<rules::differing_in_A<axes_of_x, axes_of_v>,
                       rules::differing_in_B<axes_of_x, axes_of_v>>::value,
      ATTN_MESSAGE("attn::jvp(f, x, v): v is a direction in which x moves: it must have the "
                   "axes of x",
                   axes_of_x, axes_of_v));
  if constexpr (rules::floating_point_element<rules::element<T>>::value && std::is_same_v<T, U> &&
                rules::same_axes<axes_of_x, axes_of_v>::value) {
    tensor<dual<T>, Axes...> moved(detail::uninitialized);
    for (std::size_t i = 0; i < x.size(); ++i)
      moved.data()[i] = dual<T>(x.data()[i], {{v.data()[i]}});
    const auto y = f(moved);
    using Y = std::remove_cvref_t<decltype(y)>;
    static_assert(rules::gives_a_tensor<rules::operand<Y>>::value,
                  "attn::jvp(f, x, v): f must return a tensor with the elements of its argument; "
                  "what else goes into it: type_as(k, x)");
    if constexpr (rules::gives_a_tensor<rules::operand<Y>>::value) {
      tensor_of<T, typename Y::shape_type> along(detail::uninitialized);
      for (std::size_t i = 0; i < y.size(); ++i)
        along.data()[i] = detail::checked_derivative(y.data()[i].gradient[0]);
      return along;
    } else {
      return x;
    }
  } else {
    return x;
  }
}

template <class F, class T, class U, class... Axes, class... Upstream>
ATTN_ABI constexpr auto vjp(const F& f, const tensor<T, Axes...>& x,
                            const tensor<U, Upstream...>& u) {
  static_assert(
      rules::floating_point_element<rules::element<T>>::value,
      "attn::vjp(f, x, u): requires a floating-point element type; convert with as<double>(x)");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value,
                "attn::vjp(f, x, u): x and u must have the same element type; convert: as<T>(u)");
  if constexpr (rules::floating_point_element<rules::element<T>>::value && std::is_same_v<T, U>) {
    using Y = detail::result_for<F, T, Axes...>;
    static_assert(rules::gives_a_tensor<rules::operand<Y>>::value,
                  "attn::vjp(f, x, u): f must return a tensor with the elements of its argument; "
                  "what else goes into it: type_as(k, x)");
    if constexpr (rules::gives_a_tensor<rules::operand<Y>>::value) {
      using axes_of_u = rules::axes_of_A<Upstream...>;
      using axes_of_y = rules::role_of<rules::axes_of_B, typename Y::shape_type>;
      static_assert(
          rules::same_axis<rules::differing_in_A<axes_of_u, axes_of_y>,
                           rules::differing_in_B<axes_of_u, axes_of_y>>::value,
          ATTN_MESSAGE("attn::vjp(f, x, u): u must have the axes of f(x)", axes_of_u, axes_of_y));
      if constexpr (rules::same_axes<axes_of_u, axes_of_y>::value)
        return detail::differentiated(
                   [&](const auto& variables) { return detail::weighted_total(f(variables), u); },
                   x)
            .gradient;
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
