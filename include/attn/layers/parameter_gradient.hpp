// SPDX-License-Identifier: BSL-1.0
// Derivatives with respect to all parameters of a model.
//
//   gradient(f, m)             of f(m), one number: a model like m, of derivatives
//   value_and_gradient(f, m)   both: .value, .gradient
//   type_as(x, m)              x, converted to the element type of m's parameters
//
// f takes a model like m whose elements are dual<T, …>, whatever its type: a generic lambda.
//
//   gradient([&](const auto& m) { return loss(m(type_as(x, m))); }, layer)
//
// f is evaluated once for every 32 parameters. With respect to a tensor: scalars/gradient.hpp.
// Rules: names_its_conversion; one_element; gives_one_number, what f returns;
// floating_point_element.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/layers/parameters.hpp>
#include <attn/scalars/gradient.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class M>
using parameter_element = typename leaf_type<M, 0>::value_type;
template <class M>
using dual_for = dual<parameter_element<M>, gradient_lanes<parameter_count<M>>>;

template <class F, parameter_struct M, std::size_t Lanes>
struct result_with_derivatives<true, F, M, Lanes> {
  using type = std::remove_cvref_t<decltype(std::declval<const F&>()(
      std::declval<const with_element<M, dual_for<M>>&>()))>;
};

}  // namespace detail

template <class T, class M>
struct value_and_gradient_of_model {
  T value{};
  M gradient{};
  ATTN_ABI friend constexpr bool operator==(const value_and_gradient_of_model&,
                                            const value_and_gradient_of_model&) = default;
};

namespace detail {

template <class F, class T, class M>
ATTN_ABI constexpr void differentiate(const F& f, const M& model,
                                      value_and_gradient_of_model<T, M>& result) {
  using D = dual_for<M>;
  constexpr std::size_t lanes = gradient_lanes<parameter_count<M>>;
  for (std::size_t first = 0; first < parameter_count<M>; first += lanes) {
    auto variables = as<D>(model);
    std::size_t i = 0;
    for_each_parameter(
        [&](const auto&, auto& x) {
          for (D& element : x) {
            if (i >= first && i < first + lanes) element.gradient[i - first] = T(1);
            ++i;
          }
        },
        variables);
    const auto y = f(std::as_const(variables));
    const auto& only = only_element(y);
    result.value = checked_derivative(only.value);
    i = 0;
    for_each_parameter(
        [&](const auto&, auto& x) {
          for (T& element : x) {
            if (i >= first && i < first + lanes)
              element = checked_derivative(only.gradient[i - first]);
            ++i;
          }
        },
        result.gradient);
  }
}

}  // namespace detail

namespace rules {
template <class F, class M>
struct model_gradient_call : conversion_call<M, one_element<model<M>>> {
  using conversion = conversion_call<M, one_element<model<M>>>;
  using floating_point = floating_point_element<model<M>>;
  static constexpr bool differentiable = conversion::holds && floating_point::value;
  using result = typename attn::detail::result_with_derivatives<differentiable, F, M, 0>::type;
  using one_number = only_if<differentiable, gives_one_number<operand<result>>>;
  static constexpr bool holds = differentiable && one_number::value;
};
}  // namespace rules

template <class F, parameter_struct M>
ATTN_ABI constexpr auto value_and_gradient(const F& f, const M& model) {
  using call = rules::model_gradient_call<F, M>;
  ATTN_REQUIRE_CONVERSION(call, "attn::gradient(f, m)");
  ATTN_REQUIRE(call, elements, "attn::gradient(f, m): all parameters must have one element type");
  ATTN_REQUIRE(
      call, floating_point,
      "attn::gradient(f, m): requires floating-point parameters; convert with as<double>(m)");
  ATTN_REQUIRE(call, one_number,
               "attn::gradient(f, m): f must return one number, such as sum<0>(…)");
  value_and_gradient_of_model<detail::parameter_element<M>, M> result;
  if constexpr (call::holds) detail::differentiate(f, model, result);
  return result;
}

template <class F, parameter_struct M>
ATTN_ABI constexpr M gradient(const F& f, const M& model) {
  return value_and_gradient(f, model).gradient;
}

template <class T, class... Axes, parameter_struct M>
ATTN_ABI constexpr auto type_as(const tensor<T, Axes...>& x, const M&) {
  return as<detail::parameter_element<M>>(x);
}

}  // namespace attn
ATTN_STRICT_FP_END
