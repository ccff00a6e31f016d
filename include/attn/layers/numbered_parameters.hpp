// SPDX-License-Identifier: BSL-1.0
// Models in same_for_all_inputs (scalars/same_for_all_inputs.hpp): all parameters are inputs, in
// the order of for_each_parameter, so the proof is for all weights.
//
//   same_for_all_inputs(f, g, layer{}, x)     f(layer, x) and g(layer, x)
//   numbered(model, first)                    the model, whose parameters are terms
//
// The values of the model are ignored. Rules: float_or_double; names_its_conversion: a model of
// another element type must exist.
#pragma once

#include <cstddef>

#include <attn/layers/parameters.hpp>
#include <attn/scalars/same_for_all_inputs.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class Reading, class M, class T>
ATTN_ABI constexpr with_element<M, term<T, Reading>> input_model(const M& model, std::size_t first,
                                                                 term_record<T>* record) {
  return converted_model<with_element<M, term<T, Reading>>>(model, [&](const auto& x) {
    const std::size_t begin = first;
    first += x.size();
    return input_terms<Reading>(x, begin, record);
  });
}

template <parameter_struct M>
struct numbering<M> {
  using number = typename leaf_type<M, 0>::value_type;
  static constexpr std::size_t count = parameter_count<M>;
  template <class Reading, class T>
  ATTN_ABI static constexpr auto of(const M& model, std::size_t first, term_record<T>* record) {
    using call = rules::conversion_call<M, rules::float_or_double<rules::model<M>>>;
    ATTN_REQUIRE_CONVERSION(call, "attn::same_for_all_inputs(f, g, model, x…)");
    ATTN_REQUIRE(call, elements,
                 "attn::same_for_all_inputs(f, g, model, x…): the parameters must be float or "
                 "double");
    if constexpr (call::holds)
      return input_model<Reading>(model, first, record);
    else
      return model;
  }
};

}  // namespace detail

template <class Reading = nan_too, parameter_struct M>
ATTN_ABI constexpr auto numbered(const M& model, std::size_t first = 0) {
  using call = rules::conversion_call<M, rules::float_or_double<rules::model<M>>>;
  ATTN_REQUIRE_CONVERSION(call, "attn::numbered(model)");
  ATTN_REQUIRE(call, elements, "attn::numbered(model): the parameters must be float or double");
  if constexpr (call::holds)
    return detail::input_model<Reading>(
        model, first,
        static_cast<detail::term_record<typename detail::leaf_type<M, 0>::value_type>*>(nullptr));
  else
    return model;
}

}  // namespace attn
ATTN_STRICT_FP_END
