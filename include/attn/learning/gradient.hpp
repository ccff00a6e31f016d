// SPDX-License-Identifier: BSL-1.0
// Derivatives in reverse mode: the gradient of one number by all the parameters it was computed
// from, at compile time and at run time, for a few times the cost of computing it.
//
//   value_and_gradient(f, p, …)    .value = f(p, …), .gradient: what p is, of derivatives; a
//                                  std::tuple of them for several p
//   gradient(f, p, …)              only the latter
//   vjp(f, p, u)                   of an f that returns a tensor y: the gradient of the sum of
//                                  u * y, what y.backward(u) leaves in p.grad, in PyTorch
//
// A parameter p is a tensor or a model. f is a generic lambda, called with the same of recorded<T>
// (learning/recorded.hpp); its other operands are constants, converted with type_as(k, p):
//
//   gradient([&](const auto& m) { return cross_entropy(m(type_as(x, m)), ids); }, model)
//
// At run time f is called twice, and must do the same each time: the first call computes nothing
// and finds the size of the record, which is on the stack: two numbers for every number computed,
// and 80 bytes for every operation. A parameter that f does not use has the gradient 0.
//
// The order of the sums is that of f's operations, which is that of its statements: the arguments
// of one call are evaluated in any order, so parts that use the same parameter are computed in
// statements of their own, if the bits matter.
// Rules: names_its_conversion, of a model; one_element, of all parameters; floating_point_element;
// gives_one_number, for f; gives_a_tensor, for vjp; same_axes and same_element of u and f(p).
// Accuracy: that of the formulas in learning/detail/, each operation rounded once; the order of
// every sum is specified there. The value is bit for bit that of f with T itself.
// Special values: a NaN or an infinity does not compile as a constant.
#pragma once

#include <attn/layers/parameters.hpp>
#include <attn/learning/detail/differentiate.hpp>
#include <attn/learning/detail/elementwise.hpp>
#include <attn/learning/detail/losses.hpp>
#include <attn/learning/detail/matmul.hpp>
#include <attn/learning/detail/moved.hpp>
#include <attn/learning/detail/norm.hpp>
#include <attn/learning/detail/softmax.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class T, class Gradient>
struct value_and_gradient_of {
  T value{};
  Gradient gradient{};
  ATTN_ABI friend constexpr bool operator==(const value_and_gradient_of&,
                                            const value_and_gradient_of&) = default;
};

namespace rules {

// What a parameter must be: a tensor, or a model of one element type that names its conversion.
template <class P>
struct differentiated_parameter : conversion_call<P, one_element<model<P>>> {
  using conversion = conversion_call<P, one_element<model<P>>>;
  using floating_point = only_if<conversion::holds, floating_point_element<model<P>>>;
  static constexpr bool holds = conversion::holds && floating_point::value;
};
template <class T, class... Axes>
struct differentiated_parameter<tensor<T, Axes...>> {
  using converts = not_asked;
  using elements = not_asked;
  using floating_point = floating_point_element<element<T>>;
  static constexpr bool holds = floating_point::value;
};

template <class F, class... P>
struct recorded_call {
  using operands = roles<>;
  using converts = each_of<typename differentiated_parameter<P>::converts...>;
  using elements = each_of<typename differentiated_parameter<P>::elements...>;
  using floating_point = each_of<typename differentiated_parameter<P>::floating_point...>;
  static constexpr bool parameters_fit = all_hold<converts, elements, floating_point>;
  using one_element =
      only_if<parameters_fit,
              same_elements<rules::elements<attn::detail::parameter_element<P>...>>>;
  static constexpr bool differentiable = parameters_fit && one_element::value;
  using first = attn::detail::parameter_element<attn::detail::first_of<P...>>;
  using result = typename attn::detail::recorded_result<differentiable, first, F, P...>::type;
  using tensor_type = typename attn::detail::recorded_tensor<result>::type;
};

template <class F, class... P>
struct gradient_call : recorded_call<F, P...> {
  using base = recorded_call<F, P...>;
  using one_number =
      only_if<base::differentiable, gives_one_number<operand<typename base::result>>>;
  static constexpr bool holds = base::differentiable && one_number::value;
};

template <class F, class P, class U>
struct vjp_call : recorded_call<F, P> {
  using base = recorded_call<F, P>;
  using a_tensor =
      only_if<base::differentiable, gives_a_tensor<operand<typename base::tensor_type>>>;
  static constexpr bool returns = base::differentiable && a_tensor::value;
  using axes_of_u = role_of<axes_of_A, typename U::shape_type>;
  using axes_of_y =
      role_of<axes_of_B,
              typename attn::detail::choose_shape<returns, typename base::tensor_type, U>::type>;
  using operands = roles<axes_of_u, axes_of_y>;
  using same_axes = only_if<returns, axes_agree<axes_of_u, axes_of_y>>;
  using element_of_u = only_if<returns, same_element<element_of_A<typename base::first>,
                                                     element_of_B<typename U::value_type>>>;
  static constexpr bool holds = returns && all_hold<same_axes, element_of_u>;
};

}  // namespace rules

#define ATTN_REQUIRE_PARAMETERS_OF(call, text)                                      \
  ATTN_REQUIRE_CONVERSION(call, text)                                               \
  ATTN_REQUIRE(call, elements, text ": all parameters must have one element type"); \
  ATTN_REQUIRE_FLOATING_POINT(call, text)                                           \
  ATTN_REQUIRE_ONE_ELEMENT(call, text)

template <class F, class... P>
  requires(sizeof...(P) > 0)
ATTN_ABI constexpr auto value_and_gradient(const F& f, const P&... p) {
  using call = rules::gradient_call<F, P...>;
  ATTN_REQUIRE_PARAMETERS_OF(call, "attn::gradient(f, x)");
  ATTN_REQUIRE(call, one_number,
               "attn::gradient(f, x): f must return one number, such as sum<0>(…); of a tensor "
               "there is a jacobian(f, x)");
  using T = typename call::first;
  using result = value_and_gradient_of<T, typename detail::gradient_for<P...>::type>;
  const T one(1);
  if constexpr (call::holds)
    return detail::differentiated<typename call::tensor_type, result>(f, &one, p...);
  else
    return result{};
}

template <class F, class... P>
  requires(sizeof...(P) > 0)
ATTN_ABI constexpr auto gradient(const F& f, const P&... p) {
  return value_and_gradient(f, p...).gradient;
}

template <class F, class P, class U, class... Axes>
ATTN_ABI constexpr auto vjp(const F& f, const P& p, const tensor<U, Axes...>& u) {
  using call = rules::vjp_call<F, P, tensor<U, Axes...>>;
  ATTN_REQUIRE_PARAMETERS_OF(call, "attn::vjp(f, x, u)");
  ATTN_REQUIRE_A_TENSOR(call, "attn::vjp(f, x, u)");
  ATTN_REQUIRE(call, same_axes, "attn::vjp(f, x, u): u must have the axes of f(x)");
  ATTN_REQUIRE(call, element_of_u, "attn::vjp(f, x, u): u must have the element type of x");
  if constexpr (call::holds) {
    using values = tensor<typename call::base::first, Axes...>;
    using result = detail::values_and_gradient<values, P>;
    return detail::differentiated<typename call::base::tensor_type, result>(f, u.data(), p)
        .gradient;
  } else {
    return p;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
