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
#include <attn/scalars/reach.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class I, parameter_struct M>
ATTN_ABI constexpr auto arbitrary(const M& model) {
  using call = rules::conversion_call<M, rules::has_influence<rules::element<I>>>;
  ATTN_REQUIRE_CONVERSION(call, "attn::arbitrary<I>(model)");
  ATTN_REQUIRE(call, elements, "attn::arbitrary<I>(model): I must be an influence<T, N>");
  if constexpr (call::holds)
    return detail::converted_model<typename M::template with_element<I>>(
        model, [](const auto& x) { return arbitrary<I>(x); });
  else
    return model;
}

template <parameter_struct M, class I, class... Axes>
ATTN_ABI constexpr auto arbitrary_as(const M& model, const tensor<I, Axes...>&) {
  using call = rules::single_rule_call<rules::has_influence<rules::element<I>>>;
  ATTN_REQUIRE(
      call, rule,
      "attn::arbitrary_as(model, x): the elements of x must be influence<T, N>; marked(x)");
  if constexpr (call::holds)
    return arbitrary<I>(model);
  else
    return model;
}

}  // namespace attn
ATTN_STRICT_FP_END
