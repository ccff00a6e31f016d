// SPDX-License-Identifier: BSL-1.0
// What attn/models/attend.hpp promises.
#pragma once

#include <attn/attention/mask.hpp>
#include <attn/models/attend.hpp>
#include <attn/ops/expand.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::attend_tests {

using namespace attn;
using source = axis<"source", 4>;
using width = axis<"width", 3>;
using query = axis<"query", 1>;

// S40: one query, the state, asks the memory: keys and values.
template <class T>
constexpr report is_cross_attention() {
  report r;
  const auto h = launder(filled<tensor<T, width>>(1, T(2)));
  const auto memory = launder(filled<tensor<T, source, width>>(2, T(2)));
  const auto found = attend(initial(h), memory);
  static_assert(
      std::is_same_v<decltype(found), const attended<tensor<T, width>, tensor<T, source>>>);
  const auto row = transpose(expand<query>(h));
  r.check(bitwise_equal(transpose(expand<query>(found.weights)), attention_weights(row, memory)));
  r.check(bitwise_equal(transpose(expand<query>(found.context)),
                        scaled_dot_product_attention(row, memory, memory)));
  // Of a state with more in it, its hidden part asks.
  const auto state = initial(lstm_state{h, filled<tensor<T, width>>(3)});
  r.check(bitwise_equal(attend(state, memory).context, found.context));
  r.bits(found.context);
  r.bits(found.weights);
  return r;
}

// Options are passed on: a scale, a mask, a score for widths that differ.
template <class T>
constexpr report options() {
  report r;
  const auto before = initial(launder(filled<tensor<T, width>>(1, T(2))));
  const auto memory = launder(filled<tensor<T, source, width>>(2, T(2)));
  const auto even = attend(before, memory, scaled_by(T(0)));
  r.check(even.weights == tensor<T, source>{T(0.25), T(0.25), T(0.25), T(0.25)});
  const auto scaled = attend(before, memory, unscaled);
  r.check(!bitwise_equal(scaled.weights, attend(before, memory).weights));
  // Bahdanau's and Luong's scores take another width; here it is a matrix between the two.
  const auto slim = initial(launder(filled<tensor<T, axis<"slim", 2>>>(3)));
  const auto between = filled<tensor<T, axis<"slim", 2>, width>>(4);
  const auto bilinear = scored_by(
      [&](const auto& q, const auto& k) { return matmul(matmul(q, between), transpose(k)); });
  const auto found = attend(slim, memory, bilinear);
  static_assert(std::is_same_v<decltype(found.context), tensor<T, width>>);
  const auto through = matmul(transpose(expand<query>(slim.value)), between);
  r.check(bitwise_equal(transpose(expand<query>(found.weights)),
                        attention_weights(through, memory, unscaled)));
  // Padding behind the sentence: as if it were not there.
  const auto padded = attend(before, memory, valid_keys(3));
  const auto alone = attend(before, narrow<"source", 3>(memory, 0));
  r.check(bitwise_equal(padded.context, alone.context));
  r.check(bitwise_equal(narrow<"source", 3>(padded.weights, 0), alone.weights));
  r.check(padded.weights(3) == T(0));
  r.bits(found.context);
  return r;
}

// S35: C, whatever the state is.
constexpr report without_attention() {
  report r;
  const auto c = launder(tensor<float, width>{1, 2, 3});
  const auto memory = fixed_context(c);
  static_assert(std::is_same_v<decltype(memory), const fixed_context_t<tensor<float, width>>>);
  const auto found = attend(initial<tensor<float, axis<"other", 7>>>(), memory);
  r.check(found.context == c && found.weights == no_weights{});
  r.bits(found.context);
  return r;
}

// Where each relation of a call holds, and where it does not.
constexpr report what_it_requires() {
  report r;
  using kept = axis<"hidden", 4>;
  using before = state_before<tensor<float, kept>>;
  using after = state_after<tensor<float, kept>>;
  using memory = tensor<float, axis<"source", 6>, kept>;
  using other = tensor<float, axis<"source", 6>, dim<5>>;
  const auto score = [](const auto& q, const auto& k) { return matmul(q, transpose(k)); };
  using scored = decltype(scored_by(score));
  using none = rules::options<>;
  r.check(rules::asking_state_call<before>::before_step::value);
  r.check(!rules::asking_state_call<after>::before_step::value);
  r.check(rules::attend_call<before, memory, none>::holds);
  r.check(!rules::attend_call<after, memory, none>::holds);
  r.check(!rules::attend_call<before, tensor<float, kept>, none>::memory_is_matrix::value);
  r.check(!rules::attend_call<before, tensor<double, kept, kept>, none>::one_element::value);
  r.check(!rules::attend_call<before, other, none>::width_size::value);
  r.check(rules::attend_call<before, other, rules::options<scored>>::width_size::value);
  using batches = state_before<tensor<float, dim<2>, kept>>;
  r.check(!rules::attend_call<batches, memory, none>::one_sentence::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"S40: is cross attention, float", is_cross_attention<float>},
    {"S40: is cross attention, double", is_cross_attention<double>},
    {"options, float", options<float>},
    {"options, double", options<double>},
    {"S35: without attention", without_attention},
    {"what it requires", what_it_requires},
};

}  // namespace attn_tests::attend_tests
