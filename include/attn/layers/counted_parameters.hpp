// SPDX-License-Identifier: BSL-1.0
// counted_in(executed, model): the model with parameters that count the operations applied to them
// in an operation_count, like counted_in for a tensor (scalars/counted.hpp).
//
//   operation_count executed;
//   counted_in(executed, layer)(counted_in(executed, x));
//   executed == cost_of<decltype(layer), decltype(x)>()
//
// Rules: float_or_double, of all parameters; names_its_conversion: a model of another element type
// must exist.
#pragma once

#include <type_traits>

#include <attn/layers/parameters.hpp>
#include <attn/scalars/counted.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {
// A layer without parameters names its element type, or has none.
template <class M>
consteval auto element_of_model() {
  if constexpr (count_leaves<M>() > 0)
    return typename leaf_type<M, 0>::value_type{};
  else if constexpr (requires { typename M::value_type; })
    return typename M::value_type{};
  else
    return double{};
}
}  // namespace detail

template <parameter_struct M>
ATTN_ABI constexpr auto counted_in(operation_count& executed, const M& model) {
  // A model in full would be too long for a message.
  using elements = std::bool_constant<rules::float_or_double<rules::model<M>>::value>;
  using call = rules::conversion_call<M, elements>;
  ATTN_REQUIRE_CONVERSION(call, "attn::counted_in(executed, model)");
  ATTN_REQUIRE(call, elements,
               "attn::counted_in(executed, model): the parameters must be float or double; convert "
               "with as<double>(model)");
  if constexpr (call::holds) {
    using T = decltype(detail::element_of_model<M>());
    return detail::converted_model<detail::with_element<M, counted<T>>>(
        model, [&executed](const auto& x) { return counted_in(executed, x); });
  } else {
    return model;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
