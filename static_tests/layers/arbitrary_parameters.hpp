// SPDX-License-Identifier: BSL-1.0
// What attn/layers/arbitrary_parameters.hpp promises: proofs about models of numbers, for all weights.
#pragma once

#include <attn/attention/window.hpp>
#include <attn/layers/arbitrary_parameters.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/position_layer.hpp>
#include <attn/models/encoder.hpp>
#include <attn/models/language_model.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/pattern.hpp"

namespace attn_tests::arbitrary_parameters_tests {

using namespace attn;
using token = axis<"token", 3>;
using model = axis<"model", 4>;
template <class T>
using layer = nn::encoder_layer<T, model, axis<"head", 2>, axis<"inner", 5>, output_by_input,
                                act::relu, post_norm>;
using by_token = tensor<bool, token, dim<3>>;
inline constexpr auto marks = marked<"token">(tensor<float, token, model>{});
using I = influence<float, 3>;

// Whatever the weights are, all 0 or made up, what is arbitrary is the same.
constexpr report no_weight_is_left() {
  report r;
  const auto from_zeros = arbitrary<I>(launder(layer<float>{}));
  static_assert(std::is_same_v<decltype(from_zeros), const layer<I>>);
  for_each_parameter(
      [&r](const auto&, const auto& all) {
        for (const I& x : all) r.check(identical(x, I::arbitrary()));
      },
      from_zeros);
  const auto others = arbitrary_as(launder(made_up<layer<float>>(7)), marks);
  for_each_parameter([&r](const auto&, const auto& a, const auto& b) { r.check(identical(a, b)); },
                     from_zeros, others);
  const auto again = arbitrary<I>(layer<I>{});  // a model that has influence already
  static_assert(std::is_same_v<decltype(again), const layer<I>>);
  r.check(identical(parameter<"norm1.weight">(again), parameter<"norm1.weight">(from_zeros)));
  return r;
}

// The trap that it is for: zeros let nothing through.
constexpr report zeros_prove_nothing() {
  report r;
  using linear = nn::linear<float, model, axis<"out", 2>, output_by_input>;
  const tensor<bool, token, dim<3>> none{};
  r.check(reach<"token">(as<I>(launder(linear{}))(marks)) == none);
  r.check(reach<"token">(arbitrary<I>(launder(linear{}))(marks)) ==
          by_token{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  return r;
}

constexpr report models() {
  report r;
  const auto f = arbitrary_as(nn::encoder<layer<float>, 2>{}, marks);
  r.check(reach<"token">(f(marks, causal<>)) == by_token{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}});
  r.check(reach<"token">(f(marks)) == by_token{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}});
  using network = nn::language_model<axis<"word", 6>, layer<float>, 1,
                                     nn::learned_positions<float, axis<"position", 3>, model>>;
  auto all = arbitrary<I>(network{});
  all.positions.weight = marked<"position">(tensor<float, axis<"position", 3>, model>{});
  r.check(reach<"token">(all(tensor<token_id<6>, token>{4, 1, 3})) ==
          by_token{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}});
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"no weight is left", no_weight_is_left},
    {"zeros prove nothing", zeros_prove_nothing},
    {"models", models},
};

}  // namespace attn_tests::arbitrary_parameters_tests
