// SPDX-License-Identifier: BSL-1.0
// cost_of<F, Inputs…>(options…): the arithmetic of one call f(inputs…, options…), a constant of the
// types of the layer, model or function F and of its inputs; nothing is executed.
//
//   constexpr operation_count total = cost_of<nn::linear<…>, tensor<float, token, model>>();
//   cost_of<nn::multi_head<…>, X>(causal<>)          // options are the call's own
//
// Only shapes matter, not element types. The result equals the operations that counted numbers
// count in the call (scalars/counted.hpp). The cost of a function f that is a template is
// cost::f<types…>(), in the header of f.
//
// counting_rule<F>: the rule for F. Specialise it for a function of your own, such as an
// activation:
//
//   template <>
//   struct attn::counting_rule<cube> {
//     template <class X>
//     static constexpr operation_count of(input_types<X>) { return 2 * cost::multiply<X>(); }
//   };
//
// Rule: has_counting_rule. An invalid call is rejected with the error of that call.
#pragma once

#include <type_traits>

#include <attn/scalars/operation_count.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// The inputs of a call, for a rule to choose by.
template <class... Inputs>
struct input_types {};

template <class F>
struct counting_rule {};

namespace rules {
template <class F, class Inputs, class... Options>
inline constexpr bool has_counting_rule =
    requires(const Options&... options) { counting_rule<F>::of(Inputs{}, options...); };
}  // namespace rules

template <class F, class... Inputs, class... Options>
ATTN_ABI constexpr operation_count cost_of(const Options&... options) {
  using rule = counting_rule<std::remove_cvref_t<F>>;
  using inputs = input_types<std::remove_cvref_t<Inputs>...>;
  constexpr bool has_counting_rule =
      rules::has_counting_rule<std::remove_cvref_t<F>, inputs, Options...>;
  static_assert(has_counting_rule,
                "attn::cost_of<F, inputs…>(): nothing says what F costs for these inputs; "
                "specialise attn::counting_rule<F>");
  if constexpr (has_counting_rule)
    return rule::of(inputs{}, options...);
  else
    return {};
}

}  // namespace attn
ATTN_STRICT_FP_END
