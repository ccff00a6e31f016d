// SPDX-License-Identifier: BSL-1.0
// marked(model): every parameter of a model is a separate input of influence<T, N>, in the order of
// for_each_parameter, like marked for a tensor (scalars/reach.hpp).
//
//   reach(f(marked(model)))     (parameter): whether the result can depend on it, for any values
//
// A parameter that is not in the set has no influence on f's result: no test of that result can
// notice a change of it. The values of the model are ignored. What else f computes with must have
// the same elements: as<I>(x) keeps the values of x, of which a 0 removes the influence of what it
// is multiplied by; arbitrary<I>(x) stands for all values.
// marked<nan_too>(model) selects the other interpretation (influence.hpp). At which values a change
// of the last bit is noticed: layers/sensitive_parameters.hpp.
// Rules: float_or_double; names_its_conversion: a model of another element type must exist.
#pragma once

#include <cstddef>

#include <attn/layers/parameters.hpp>
#include <attn/scalars/reach.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class Reading = finite_only, parameter_struct M>
ATTN_ABI constexpr auto marked(const M& model) {
  using call = rules::conversion_call<M, rules::float_or_double<rules::model<M>>>;
  ATTN_REQUIRE_CONVERSION(call, "attn::marked(model)");
  ATTN_REQUIRE(call, elements, "attn::marked(model): the parameters must be float or double");
  if constexpr (call::holds) {
    using I = influence<typename detail::leaf_type<M, 0>::value_type, parameter_count<M>, Reading>;
    std::size_t first = 0;
    return detail::converted_model<detail::with_element<M, I>>(
        model, [&first]<class T, class... Axes>(const tensor<T, Axes...>&) {
          const std::size_t begin = first;
          first += tensor<T, Axes...>::volume;
          return detail::generated<tensor<I, Axes...>>(
              [begin](std::size_t i) { return I::input(begin + i); });
        });
  } else {
    return model;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
