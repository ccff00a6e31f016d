// SPDX-License-Identifier: BSL-1.0
// What attn/layers/counted_parameters.hpp promises: counted_in of models.
#pragma once

#include <attn/layers/counted_parameters.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/identity.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/position_layer.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::counted_parameters_tests {

using namespace attn;
using token = axis<"token", 3>;
using model = axis<"model", 4>;
using inner = axis<"inner", 5>;

// The same numbers, and what is done with them is the constant of the types.
template <class T>
constexpr report the_same_numbers() {
  report r;
  using layer = nn::feed_forward<T, model, inner, output_by_input, act::gelu_exact>;
  using X = tensor<T, token, model>;
  const auto f =
      launder(vector_to_parameters<layer>(filled<tensor<T, dim<parameter_count<layer>>>>(1)));
  const auto x = launder(filled<X>(2));
  operation_count executed;
  const auto y = counted_in(executed, f)(counted_in(executed, x));
  r.check(bitwise_equal(numbers_of(y), f(x)));
  r.check(executed == cost_of<layer, X>());
  r.bits(numbers_of(y));
  return r;
}

// Parameters alone, too: what meets a constant is counted where the parameter is.
constexpr report one_place_is_enough() {
  report r;
  using layer = nn::linear<double, model, inner, output_by_input>;
  operation_count executed;
  const auto f = counted_in(executed, layer{});
  static_assert(std::is_same_v<decltype(f), const detail::with_element<layer, counted<double>>>);
  static_cast<void>(f(as<counted<double>>(filled<tensor<double, model>>(1))));
  r.check(executed == cost_of<layer, tensor<double, model>>());
  r.bits(executed.flops());
  return r;
}

constexpr report without_parameters() {
  report r;
  operation_count executed;
  static_assert(std::is_same_v<decltype(counted_in(executed, nn::identity{})), nn::identity>);
  using positions = nn::sinusoidal_positions<float, token, model, halves>;
  const auto x = counted_in(executed, filled<tensor<float, token, model>>(1));
  const auto y = counted_in(executed, positions{})(x);
  r.check(bitwise_equal(numbers_of(y), positions{}(numbers_of(x))));
  r.check(executed == operation_count{.additions = 12});
  r.bits(numbers_of(y));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"the same numbers, float", the_same_numbers<float>},
    {"the same numbers, double", the_same_numbers<double>},
    {"one place is enough", one_place_is_enough},
    {"without parameters", without_parameters},
};

}  // namespace attn_tests::counted_parameters_tests
