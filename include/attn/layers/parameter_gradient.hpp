// SPDX-License-Identifier: BSL-1.0
// Derivatives by all parameters of a model at once.
//
//   gradient(f, m)             of f(m), one number: a model like m, of derivatives
//   value_and_gradient(f, m)   both: .value, .gradient
//   type_as(x, m)              x, converted to the element type of m's parameters
//
// f takes a model like m whose elements are dual<T, …>, whatever its type: a generic lambda.
//
//   gradient([&](const auto& m) { return loss(m(type_as(x, m))); }, layer)
//
// f is evaluated once for every 32 parameters. By a tensor: scalars/gradient.hpp.
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
template <class F, class M>
using result_for_model = std::remove_cvref_t<decltype(std::declval<const F&>()(
    std::declval<const with_element<M, dual_for<M>>&>()))>;

}  // namespace detail

template <class T, class M>
struct value_and_gradient_of_model {
  T value{};
  M gradient{};
  ATTN_ABI friend constexpr bool operator==(const value_and_gradient_of_model&,
                                            const value_and_gradient_of_model&) = default;
};

template <class F, parameter_struct M>
ATTN_ABI constexpr auto value_and_gradient(const F& f, const M& model) {
  using T = detail::parameter_element<M>;
  using role = rules::model<M>;
  constexpr bool sound = rules::names_its_conversion<role>::value &&
                         rules::one_element<role, rules::element<T>>::value &&
                         rules::floating_point_element<rules::element<T>>::value;
  static_assert(rules::names_its_conversion<role>::value,
                "attn::gradient(f, m): the struct must say what it becomes: template <class U> "
                "using with_element = …");
  static_assert(rules::one_element<role, rules::element<T>>::value,
                "attn::gradient(f, m): all parameters must have one element type");
  static_assert(
      rules::floating_point_element<rules::element<T>>::value,
      "attn::gradient(f, m): requires floating-point parameters; convert with as<double>(m)");
  value_and_gradient_of_model<T, M> result;
  if constexpr (sound) {
    using Y = detail::result_for_model<F, M>;
    static_assert(rules::gives_one_number<rules::operand<Y>>::value,
                  "attn::gradient(f, m): f must return one number, such as sum<0>(…)");
    if constexpr (rules::gives_one_number<rules::operand<Y>>::value) {
      using D = detail::dual_for<M>;
      constexpr std::size_t lanes = detail::gradient_lanes<parameter_count<M>>;
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
        const auto& only = detail::only_element(y);
        result.value = detail::checked_derivative(only.value);
        i = 0;
        for_each_parameter(
            [&](const auto&, auto& x) {
              for (T& element : x) {
                if (i >= first && i < first + lanes)
                  element = detail::checked_derivative(only.gradient[i - first]);
                ++i;
              }
            },
            result.gradient);
      }
    }
  }
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
