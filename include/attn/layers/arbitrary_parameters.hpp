// SPDX-License-Identifier: BSL-1.0
// arbitrary<I>(model): the model with arbitrary parameters that no input influences, where I is an
// influence<T, N>, like arbitrary for a tensor (scalars/reach.hpp). arbitrary_as(model, x): with
// the elements of the tensor x.
//
//   const auto x = marked<"token">(tensor<double, token, model>{});
//   reach<"token">(arbitrary_as(layer{}, x)(x, causal<>))       // for all weights
//
// The values of the model are ignored. as<I>(layer{}), in contrast, keeps its weights as constants,
// and those of a new layer are all 0: a product with them has no influence, and such a proof says
// nothing about other weights.
// Rules: has_influence; names_its_conversion: a model of another element type must exist.
#pragma once

#include <attn/layers/parameters.hpp>
#include <attn/rules/models.hpp>
#include <attn/scalars/reach.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class I, parameter_struct M>
ATTN_ABI constexpr auto arbitrary(const M& model) {
  constexpr bool converts = rules::names_its_conversion<rules::model<M>>::value;
  constexpr bool has_influence = rules::has_influence<rules::element<I>>::value;
  static_assert(rules::has_influence<rules::element<I>>::value,
                "attn::arbitrary<I>(model): I must be an influence<T, N>");
  static_assert(rules::names_its_conversion<rules::model<M>>::value,
                "attn::arbitrary<I>(model): the model does not say what it is in another element "
                "type; give it a `template <attn::scalar U> using with_element`");
  if constexpr (converts && has_influence) {
    typename M::template with_element<I> result{};
    if constexpr (detail::count_leaves<M>() > 0)
      for_each_parameter([](const auto&, auto& to) { to = arbitrary<I>(to); }, result);
    return result;
  } else {
    return model;
  }
}

template <parameter_struct M, class I, class... Axes>
ATTN_ABI constexpr auto arbitrary_as(const M& model, const tensor<I, Axes...>&) {
  static_assert(rules::has_influence<rules::element<I>>::value,
                "attn::arbitrary_as(model, x): the elements of x must be influence<T, N>; "
                "marked(x)");
  if constexpr (rules::has_influence<rules::element<I>>::value)
    return arbitrary<I>(model);
  else
    return model;
}

}  // namespace attn
ATTN_STRICT_FP_END
