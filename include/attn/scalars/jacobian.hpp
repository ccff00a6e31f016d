// SPDX-License-Identifier: BSL-1.0
// Derivatives of a function f that maps a tensor x to a tensor y.
//
//   jacobian(f, x)     all derivatives: the axes of y, then those of x
//   jvp(f, x, v)       how y changes as x moves along v: a tensor with the axes of y
//   hessian(f, x)      second derivatives of one number f(x)
//
// jacobian (axes of x) -> (axes of y, axes of x), where an axis of x loses its name if y has one of
// that name; jvp (axes of x) x (axes of x) -> (axes of y). In reverse mode there is vjp
// (learning/gradient.hpp).
// f is as in scalars/forward_gradient.hpp. It is evaluated once for every 32 elements of x; by jvp,
// once.
// Rules: gives_a_tensor (for hessian, gives_one_number): what f returns; same_axes and
// same_element of v and x; floating_point_element; at most max_rank axes in a Jacobian.
// Accuracy: that of dual.hpp. Special values: a NaN does not compile as a constant.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/scalars/forward_gradient.hpp>

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

// The axes of a tensor of duals, and of its Jacobian; none, of what is something else.
template <class Y, class X>
struct jacobian_of {
  using result = shape<>;
  using axes = shape<>;
};
template <class T, std::size_t N, class... Out, class... In>
struct jacobian_of<tensor<dual<T, N>, Out...>, tensor<T, In...>> {
  using result = shape<Out...>;
  using axes = shape<Out..., typename unless_taken<In, shape<Out...>>::type...>;
};

// Row by row: the derivatives of one element of f(x).
template <class Result, class F, class X>
ATTN_ABI constexpr Result all_derivatives(const F& f, const X& x) {
  constexpr std::size_t lanes = gradient_lanes<X::volume>;
  Result all;
  for (std::size_t first = 0; first < x.size(); first += lanes) {
    const auto y = f(seeded<lanes>(x, first));
    for (std::size_t i = 0; i < y.size(); ++i)
      for (std::size_t l = 0; l < lanes && first + l < x.size(); ++l)
        all.data()[i * x.size() + first + l] = checked_derivative(y.data()[i].gradient[l]);
  }
  return all;
}

// Of every element of f(x), as x moves along v.
template <class Result, class F, class T, class... Axes, class V>
ATTN_ABI constexpr Result derivatives_along(const F& f, const tensor<T, Axes...>& x, const V& v) {
  const auto y = f(generated<tensor<dual<T>, Axes...>>(
      [&](std::size_t i) { return dual<T>(x.data()[i], {{v.data()[i]}}); }));
  return generated<Result>(
      [&](std::size_t i) { return checked_derivative(y.data()[i].gradient[0]); });
}

}  // namespace detail

namespace rules {

// f(x) is a tensor. Lanes: of how many variables at once the derivatives are.
template <class F, class X, class V = X,
          std::size_t Lanes = attn::detail::gradient_lanes<X::volume>>
struct derivatives_call : floating_call<X> {
  using one_element =
      same_element<element_of_A<typename X::value_type>, element_of_B<typename V::value_type>>;
  static constexpr bool differentiable = floating_call<X>::holds && one_element::value;
  using result = typename attn::detail::result_with_derivatives<differentiable, F, X, Lanes>::type;
  using a_tensor = only_if<differentiable, gives_a_tensor<operand<result>>>;
  using jacobian = attn::detail::jacobian_of<result, X>;
  static constexpr bool holds = differentiable && a_tensor::value;
};
template <class F, class X>
struct jacobian_call : derivatives_call<F, X> {
  using axes = typename derivatives_call<F, X>::jacobian::axes;
  using has_room = rank_within<rank<axes::rank>, rank<0>, rank<max_rank>>;
  static constexpr bool holds = derivatives_call<F, X>::holds && has_room::value;
};
template <class F, class X, class V>
struct jvp_call : derivatives_call<F, X, V, 1> {
  using operands = typename equality_call<X, V>::operands;
  using same_axes = typename equality_call<X, V>::same_axes;
  static constexpr bool holds = derivatives_call<F, X, V, 1>::holds && same_axes::value;
};
}  // namespace rules

template <class F, class T, class... Axes>
ATTN_ABI constexpr auto jacobian(const F& f, const tensor<T, Axes...>& x) {
  using call = rules::jacobian_call<F, tensor<T, Axes...>>;
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::jacobian(f, x)");
  ATTN_REQUIRE_A_TENSOR(call, "attn::jacobian(f, x)");
  ATTN_REQUIRE(call, has_room,
               "attn::jacobian(f, x): f(x) and x have more than 6 axes together; merge some, or "
               "ask for one direction: jvp, vjp");
  if constexpr (call::holds)
    return detail::all_derivatives<tensor_of<T, typename call::axes>>(f, x);
  else
    return x;
}

template <class F, class T, class... Axes>
ATTN_ABI constexpr auto hessian(const F& f, const tensor<T, Axes...>& x) {
  return jacobian([&f](const auto& y) { return forward_gradient(f, y); }, x);
}

template <class F, class T, class U, class... Axes, class... Along>
ATTN_ABI constexpr auto jvp(const F& f, const tensor<T, Axes...>& x, const tensor<U, Along...>& v) {
  using call = rules::jvp_call<F, tensor<T, Axes...>, tensor<U, Along...>>;
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::jvp(f, x, v)");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::jvp(f, x, v)");
  ATTN_REQUIRE(call, same_axes,
               "attn::jvp(f, x, v): v is a direction in which x moves: it must have the axes of x");
  ATTN_REQUIRE_A_TENSOR(call, "attn::jvp(f, x, v)");
  if constexpr (call::holds)
    return detail::derivatives_along<tensor_of<T, typename call::jacobian::result>>(f, x, v);
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
