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
// nothing about other weights. is_causal<axis>(layer{}, x) and its kin (scalars/properties.hpp) do
// this themselves.
// Rules: has_influence; names_its_conversion: a model of another element type must exist.
#pragma once

#include <attn/layers/parameters.hpp>
#include <attn/scalars/properties.hpp>
#include <attn/scalars/reach.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class I, parameter_struct M>
ATTN_ABI constexpr auto arbitrary(const M& model) {
  using call = rules::conversion_call<M, rules::has_influence<rules::element<I>>>;
  ATTN_REQUIRE_CONVERSION(call, "attn::arbitrary<I>(model)");
  ATTN_REQUIRE(call, elements, "attn::arbitrary<I>(model): I must be an influence<T, N>");
  if constexpr (call::holds)
    return detail::converted_model<detail::with_element<M, I>>(
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

// In the proofs of scalars/properties.hpp a model has arbitrary parameters.
namespace detail {
template <parameter_struct M>
struct in_influence<M> {
  template <class I>
  ATTN_ABI static constexpr auto of(const M& model) {
    return arbitrary<I>(model);
  }
};
}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
