// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/permutations.hpp promises.
#pragma once

#include <attn/attention/multi_head_layer.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/layers/activation.hpp>
#include <attn/layers/norm.hpp>
#include <attn/layers/numbered_parameters.hpp>
#include <attn/layers/position.hpp>
#include <attn/models/encoder.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/slice.hpp>
#include <attn/scalars/permutations.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/says.hpp"

namespace attn_tests::permutations_tests {

using namespace attn;
using token = axis<"token", 3>;
using model = axis<"model", 4>;
template <class T>
using sequence = tensor<T, token, model>;
template <class T>
using encoder = nn::encoder_layer<T, model, axis<"head", 2>, axis<"inner", 3>, output_by_input,
                                  act::relu, pre_norm>;

// All weights; the formula, and not the bits, because the keys are added in another order.
template <class T>
constexpr report an_encoder() {
  report r;
  const auto x = launder(sequence<T>{});
  const auto found = is_permutation_equivariant<"token">(encoder<T>{}, x);
  static_assert(std::is_same_v<decltype(found), const term_report<token, model>>);
  r.check(found);
  return r;
}
template <class T>
constexpr report not_bit_for_bit() {
  report r;
  r.check(says(is_permutation_equivariant<"token", nan_too>(encoder<T>{}, sequence<T>{}),
               "attn::check: at (token 0, model 0): b0 - ((b0 + b2) + (b1 + b3))*0.25, not b4 - "
               "((b4 + b6) + (b5 + b7))*0.25; 12 of 12 elements differ"));
  return r;
}
template <class T>
constexpr report an_encoder_with_a_mask() {
  report r;
  r.check(says(is_permutation_equivariant<"token">(encoder<T>{}, sequence<T>{}, causal<>),
               "attn::check: at (token 0, model 0): another formula, not the same; 8 of 12 "
               "elements differ"));
  r.check(says(is_permutation_equivariant<"model">(encoder<T>{}, sequence<T>{}),
               "attn::check: at (token 0, model 0): another formula, not the same; 12 of 12 "
               "elements differ"));
  return r;
}

// Row by row: bit for bit. Queries, too.
template <class T>
constexpr report row_by_row() {
  report r;
  const sequence<T> x;
  r.check(
      is_permutation_equivariant<"token", nan_too>([](const auto& y) { return layer_norm(y); }, x));
  r.check(is_permutation_equivariant<0, nan_too>([](const auto& y) { return exp(y); }, x));
  const auto attend = [](const auto& q, const auto& k) {
    return scaled_dot_product_attention(q, k, k);
  };
  const tensor<T, axis<"key", 3>, model> k;
  const tensor<T, axis<"key", 2>, model> two_keys;  // a + b = b + a
  r.check(is_permutation_equivariant<"token", nan_too>(attend, x, k));
  const auto with_queries_last = [&](const auto& keys, const auto& q) { return attend(q, keys); };
  r.check(is_permutation_invariant<"key">(with_queries_last, k, x));
  r.check(says(is_permutation_invariant<"key", nan_too>(with_queries_last, k, x),
               "attn::check: at (token 0, model 0): (((c0*b0 + c1*b1) + c2*b2) + c3*b3)*0.5, not "
               "(((c0*b4 + c1*b5) + c2*b6) + c3*b7)*0.5; 12 of 12 elements differ"));
  r.check(is_permutation_invariant<"key", nan_too>(with_queries_last, two_keys, x));
  return r;
}

// The exchange of two indices alone, or a rotation alone, is not every permutation.
constexpr report both_generators() {
  report r;
  const sequence<double> x;
  const auto pairs = [](const auto& y) {  // token 2 has a rule of its own
    auto z = y;
    for (std::size_t j = 0; j < 4; ++j) z(2, j) = y(0, j) + y(1, j) + y(2, j);
    return z;
  };
  const auto cyclic = [](const auto& y) {
    auto z = y;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 4; ++j) z(i, j) = y(i, j) + 2 * y((i + 1) % 3, j);
    return z;
  };
  r.check(says(is_permutation_equivariant<"token">(pairs, x),
               "attn::check: at (token 1, model 0): another formula, not the same; 8 of 12 "
               "elements differ"));
  r.check(says(is_permutation_equivariant<"token">(cyclic, x),
               "attn::check: at (token 0, model 0): another formula, not the same; 12 of 12 "
               "elements differ"));
  const auto previous = [](const auto& y) {
    return y + detail::permuted<"token", detail::rotation_by_one>(y);
  };
  r.check(says(is_permutation_equivariant<"token">(previous, x),
               "attn::check: at (token 0, model 0): another formula, not the same; 12 of 12 "
               "elements differ"));
  const tensor<double, axis<"token", 1>, model> one;
  r.check(is_permutation_equivariant<"token">(previous, one));
  return r;
}

// Positions break the symmetry; a mean restores it.
template <class T>
constexpr report positions_and_means() {
  report r;
  const sequence<T> x;
  const auto with_position = [](const auto& y) {
    auto z = y;
    for (std::size_t i = 0; i < 3; ++i) z(i, 0) = z(i, 0) + static_cast<int>(i);
    return z;
  };
  const auto mean_of_tokens = [](const auto& y) { return mean<"token">(y); };
  r.check(says(is_permutation_equivariant<"token">(with_position, x),
               "attn::check: at (token 0, model 0): another formula, not the same; 2 of 12 "
               "elements differ"));
  r.check(is_permutation_invariant<"token">(mean_of_tokens, x));
  r.check(says(is_permutation_invariant<"token", nan_too>(mean_of_tokens, x),
               std::is_same_v<T, float>
                   ? "attn::check: at (model 0): ((b0 + b8) + b4)*0.33333334, not ((b4 + b8) + "
                     "b0)*0.33333334; 4 of 4 elements differ"
                   : "attn::check: at (model 0): ((b0 + b8) + b4)*0.3333333333333333, not ((b4 + "
                     "b8) + b0)*0.3333333333333333; 4 of 4 elements differ"));
  r.check(is_permutation_invariant<"token">([](const auto& y) { return amax<"token">(y); }, x));
  const auto first = [](const auto& y) { return select<"token">(y, 0); };
  r.check(says(is_permutation_invariant<"token">(first, x),
               "attn::check: at (model 0): another formula, not the same; 4 of 4 elements differ"));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"an encoder, float", an_encoder<float>},
    {"an encoder, double", an_encoder<double>},
    {"not bit for bit", not_bit_for_bit<double>},
    {"an encoder with a mask", an_encoder_with_a_mask<float>},
    {"row by row, float", row_by_row<float>},
    {"row by row, double", row_by_row<double>},
    {"both generators", both_generators},
    {"positions and means, float", positions_and_means<float>},
    {"positions and means, double", positions_and_means<double>},
};

}  // namespace attn_tests::permutations_tests
