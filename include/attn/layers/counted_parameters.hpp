// SPDX-License-Identifier: BSL-1.0
// counted_in(executed, model): the model with parameters that write what is done with them into an
// operation_count, as scalars/counted.hpp has it for a tensor.
//
//   operation_count executed;
//   counted_in(executed, layer)(counted_in(executed, x));
//   executed == operations_of<decltype(layer), decltype(x)>()
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
  constexpr bool converts = rules::names_its_conversion<rules::model<M>>::value;
  constexpr bool float_or_double = rules::float_or_double<rules::model<M>>::value;
  static_assert(rules::names_its_conversion<rules::model<M>>::value,
                "attn::counted_in(executed, model): the model does not say what it is in another "
                "element type; give it a `template <attn::scalar U> using with_element`");
  static_assert(!converts || float_or_double,
                "attn::counted_in(executed, model): the parameters must be float or double; "
                "convert: as<double>(model)");
  if constexpr (converts && float_or_double) {
    using T = decltype(detail::element_of_model<M>());
    detail::with_element<M, counted<T>> result{};
    if constexpr (detail::count_leaves<M>() > 0)
      for_each_parameter(
          [&executed](const auto&, auto& to, const auto& from) { to = counted_in(executed, from); },
          result, model);
    return result;
  } else {
    return model;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
