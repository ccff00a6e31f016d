// SPDX-License-Identifier: BSL-1.0
// What NumPy computed with a recurrent encoder and a decoder that attends to it is within the
// envelopes of the library's model, for every word; models with mistakes are not.
#pragma once

#include "static_tests/reference/seed2_recurrent.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::envelope_of_recurrence_tests {
using namespace reference::seed2_encoder_decoder;
using reference::seed2_encoder_decoder::token;

template <class T> constexpr auto encoder() {
  return launder(nn::rnn_cell<T, dim<3>, dim<4>>{as<T>(We), as<T>(Ue), as<T>(be), {}});
}
template <class T> constexpr auto decoder() {
  using cell = nn::rnn_cell<T, dim<4 + 3>, dim<4>>;
  using output = nn::linear<T, dim<4 + 4 + 3>, dim<5>, output_by_input>;
  return launder(nn::recurrent_decoder<cell, nn::embedding<T, dim<5>, dim<3>>, output>{
      {as<T>(Wd), as<T>(Ud), as<T>(bd), {}}, {as<T>(E)}, {as<T>(Wo), as<T>(bo)}});
}
template <class T> constexpr auto encoded() {
  return unroll(encoder<T>(), as<T>(x), initial<tensor<T, dim<4>>>());
}
template <class T> constexpr auto row(const auto& wanted, std::size_t t) {
  return as<T>(attn::select<0>(wanted.value, t));
}
// The word that is read at step t: the start, or the word of the step before.
constexpr token_id<5> read_at(std::size_t t) { return token_id<5>(t == 0 ? 0 : token(t - 1)); }

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved<float, double>("words", []<class T>(report& r) {
    using any = envelope<T>;
    const auto d = decoder<any>();
    const auto all = encoded<any>();
    r.check(is_within(as<T>(S.value), all.outputs));
    auto before = advance(all.last);
    for (std::size_t t = 0; t < 3; ++t) {
      const auto query = transpose(expand<dim<1>>(hidden_state(before)));
      const auto scores = attention_scores(query, all.outputs) * default_scale<any>(4);
      r.check(is_within(row<T>(score, t), attn::select<0>(scores, 0)));
      const auto made = d(before, read_at(t), all.outputs);
      r.check(is_within(row<T>(alpha, t), made.weights));
      r.check(is_within(row<T>(c, t), made.context));
      r.check(is_within(row<T>(h, t), hidden_state(made.after)));
      r.check(is_within(row<T>(logits, t), made.logits));
      r.check(is_within(row<T>(p, t), softmax(made.logits)));
      before = advance(made.after);
    }
  });
  // What a state attends to is within the hull of the memory, but for a sink.
  tests.proved<float, double>("attend", []<class T>(report& r) {
    using bounds = interval<T>;
    const auto before = initial(launder(tensor<bounds, dim<1>>{bounds(-8, 8)}));
    const auto memory = launder(matrix<bounds, 2, 1>{{bounds(1)}, {bounds(2)}});
    const bounds average = attend(before, memory).context(0);
    r.check(average.lower > T(0.99) && average.upper < T(2.01));
    r.check(attend(before, memory, softmax_plus_one).context(0).lower < T(0.01));
  });
  // One step, from the numbers of the memory.
  tests.proved<float, double>("mistakes", []<class T>(report& r) {
    const auto right = decoder<T>();
    const auto numbers = encoded<T>();
    const auto memory = numbers.outputs;
    const auto before = advance(numbers.last);
    const auto step = [&](const auto& f, const auto&... options) {
      return f(before, token_id<5>(0), memory, options...).logits;
    };
    const auto all = as<envelope<T>>(right)(
        initial(as<envelope<T>>(before.value)), token_id<5>(0), as<envelope<T>>(memory))
                         .logits;
    r.check(is_within(step(right), all));
    r.check(!is_within(step(right, unscaled), all));
    r.check(!is_within(step(right, valid_keys(3)), all));
    // The state before the step instead of the one after it, in front of the last layer.
    const auto made = right(before, token_id<5>(0), memory);
    const auto rows = concat<0>(
        concat<0>(before.value, made.context), attn::select<0>(right.embedding.weight, 0));
    r.check(!is_within(right.output(rows), all));
    auto wrong = right;
    wrong.cell.bias_ih = {};
    r.check(!is_within(step(wrong), all));
    wrong = right;
    wrong.embedding.weight = {};
    r.check(!is_within(step(wrong), all));
  });
};
}  // namespace attn_tests::envelope_of_recurrence_tests
