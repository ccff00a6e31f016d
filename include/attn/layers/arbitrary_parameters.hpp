// SPDX-License-Identifier: BSL-1.0
// arbitrary<I>(model): the model with parameters of any value that no input reaches, I an
// influence<T, N>, as scalars/reach.hpp has it for a tensor. arbitrary_as(model, x): with the
// elements of the tensor x.
//
//   const auto x = marked<"token">(tensor<double, token, model>{});
//   reach<"token">(arbitrary_as(layer{}, x)(x, causal<>))       // for all weights that there are
//
// What is in the model does not matter. as<I>(layer{}) on the other hand keeps its weights as
// constants, and a new layer's are all 0: what is multiplied by them is gone, and a proof about it
// says nothing about any other weights.
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
    detail::with_element<M, I> result{};
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
