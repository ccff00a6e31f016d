// SPDX-License-Identifier: BSL-1.0
// What attn/layers/quantized.hpp promises of models: the model of float that the small numbers mean, bit
// for bit, wherever a layout or a tied table stands.
#pragma once

#include <attn/layers/quantized.hpp>

#include "static_tests/support/pattern.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::quantized_model_tests {
using model = axis<"model", 8>;
using position = axis<"position", 5>;

template <class Layout, class Table = nn::tied_table>
using llama = nn::llama<float, word, position, model, axis<"head", 4>, axis<"kv_head", 2>, inner, 2,
    Layout, llama2c_block, Table>;

// All at once and token by token.
template <class Format, class Scales, class Model> constexpr void check_text(report& r) {
  const auto plain = launder(made_up<Model>(9));
  const auto fast = launder(quantized<Format, Scales>(plain));
  const auto meant = as<float>(fast);
  const auto ids = as_token_ids<7>(launder(tensor<int, token>{3, 0, 6}));
  r.same(fast(ids), meant(ids));
  auto state = fast.start();
  auto other = meant.start();
  r.same(fast.step(state, token_id<7>(3)), meant.step(other, token_id<7>(3)));
  r.same(fast.step(state, token_id<7>(5)), meant.step(other, token_id<7>(5)));
  const auto in_lines = launder(packed(fast));
  auto third = in_lines.start();
  auto fourth = meant.start();
  r.same(in_lines.step(third, token_id<7>(6)), meant.step(fourth, token_id<7>(6)));
}

// Recurrent cells whose products are of integers, the state's included. Input 1 has no weights.
using time = axis<"time", 3>;
using sequence = tensor<float, time, feature>;
template <class Cell>
constexpr auto float_cell = [] {
  auto cell = made_up<Cell>(5);
  for (std::size_t i = 1; i < cell.weight_ih.size(); i += feature::size)
    cell.weight_ih.data()[i] = 0;
  return cell;
}();
template <class Cell>
constexpr auto integer_cell = quantized<int8_dynamic, per_row>(float_cell<Cell>);
template <class Cell> struct integer_steps {
  template <class X> constexpr auto operator()(const X& xs) const {
    using T = typename X::value_type;
    if constexpr (std::is_same_v<T, float>)
      return unroll<"time">(launder(integer_cell<Cell>), xs).outputs;
    else
      return unroll<"time">(as<T>(integer_cell<Cell>), xs).outputs;
  }
};
template <class B, class Y> constexpr bool all_contain(const B& bounds, const Y& y) {
  bool all = true;
  for (std::size_t i = 0; i < y.size(); ++i) all = all && bounds.data()[i].contains(y.data()[i]);
  return all;
}
template <class B> constexpr float widest(const B& bounds) {
  float width = 0;
  for (const auto& b : bounds) width = b.upper - b.lower > width ? b.upper - b.lower : width;
  return width;
}
template <class Cell> constexpr void check_bounds(report& r) {
  const integer_steps<Cell> f;
  const auto x = launder(filled<sequence>(1, 2.0f));
  // Of a point, bounds of the integer program, which the cell of the floats that it means leaves.
  const auto y = f(x);
  const auto point = f(as<interval<float>>(x));
  r.check(all_contain(point, y) && widest(point) < 0x1p-12f);
  const auto meant = as<interval<float>>(as<float>(integer_cell<Cell>));
  r.check(!all_contain(unroll<"time">(meant, as<interval<float>>(x)).outputs, y));
  unsigned random = 1;
  for (const float eps : {0x1p-10f, 0.25f}) {
    const auto all = f(certify([](const auto& z) { return z; }, x, eps).bounds());
    bool inside = true;
    for (unsigned n = 0; n < 24; ++n) {
      auto at = x;
      for (float& element : at) {
        random = random * 1664525u + 1013904223u;
        const float by = static_cast<float>(random >> 20) * 0x1p-11f - 1;
        element += eps * (n % 2 == 0 ? by : by < 0 ? -1.0f : 1.0f);
      }
      inside = inside && all_contain(all, f(at));
    }
    r.check(inside && widest(all) < (eps == 0.25f ? 2.25f : 0.01f));
  }
}
template <class Cell> constexpr void check_forms(report& r) {
  const integer_steps<Cell> f;
  const auto x = launder(filled<sequence>(1, 2.0f));
  const auto first = certify(f, x, 0x1p-6).bounds();
  auto at = x;
  for (std::size_t i = 0; i < x.size(); ++i) at.data()[i] += i % 2 == 0 ? 0x1p-6f : -0x1p-6f;
  r.check(all_contain(first, f(x)) && all_contain(first, f(at)) && widest(first) < 1);
}
// A step has the steps before it, and each of their inputs, by the scale of its row.
template <class Cell> constexpr void check_reach(report& r) {
  const auto found = is_causal<"time">(integer_steps<Cell>{}, sequence{});
  r.check(found && found.allowed == time::size * (time::size + 1) / 2);
  const auto reversed = [](const auto& xs) {
    using T = typename std::remove_cvref_t<decltype(xs)>::value_type;
    const auto cell = as<T>(integer_cell<Cell>);
    const typename std::remove_cvref_t<decltype(cell)>::state_type zeros{};
    return unroll_reversed<"time">(cell, xs, initial(zeros)).outputs;
  };
  r.check(!is_causal<"time">(reversed, sequence{}));
  const auto by_step = integer_steps<Cell>{}(marked<"time">(sequence{}));
  r.check(by_step(2, 3).reached_by(0) && !by_step(1, 0).reached_by(2));
  const auto xs = marked<"feature">(sequence{});
  using I = typename decltype(xs)::value_type;
  r.check(integer_steps<Cell>{}(xs)(0, 0).reached_by(1));
  r.check(!unroll<"time">(as<I>(float_cell<Cell>), xs).outputs(2, 0).reached_by(1));
}
using integer_rnn = nn::rnn_cell<float, feature, hidden>;
using integer_gru = nn::gru_cell<float, feature, hidden>;
using integer_lstm = nn::lstm_cell<float, feature, hidden>;

inline constexpr auto behaviours = [](test_table& tests) {
  tests.executed(
      "Llama, bfloat16", [](report& r) { check_text<bfloat16, void, llama<output_by_input>>(r); });
  tests.executed("Llama, int8 per row",
      [](report& r) { check_text<int8, per_row, llama<input_by_output>>(r); });
  tests.proved("Llama with an output of its own, int4", [](report& r) {
    check_text<int4, per_group<4>, llama<output_by_input, nn::own_output<input_by_output>>>(r);
  });
  tests.proved("types", [](report& r) {
    using small = with_weights<llama<input_by_output>, int8, per_row>;
    static_assert(std::is_same_v<small,
        llama<quantized_weights<int8, per_row>, quantized_table<int8, per_row>>>);
    const small none{};
    has_type<llama<output_by_input>>(as<float>(none));
    has_type<tensor<float, model>>(none.layers[1].norm1.weight);
    r.check(parameter_bytes<small> < parameter_bytes<llama<input_by_output>> / 2);
  });
  // A tied table is two layers, the rows of the ids, which are exact here, and the logits.
  tests.proved("quantization_report", [](report& r) {
    using plain = llama<output_by_input>;
    const auto in_float = made_up<plain>(9);
    const auto in_int8 = quantized<int8, per_row>(in_float);
    auto found = quantization_report<int8, per_row>(in_float, in_int8);
    const auto ids = as_token_ids<7>(tensor<int, token>{3, 0, 6});
    r.same(found(ids), in_float(ids));
    std::size_t layers = 0, all = 0;
    found.for_each([&](const auto&, const layer_error& error) {
      ++layers;
      all += error.count;
      r.check(error.largest > 0 && error.mean() < 0.05 * error.size());
    });
    r.check(layers == 1 + 2 * 7 && found.output.largest > 0);
    r.check(all == 3 * (8 + 7 + 2 * (8 + 4 + 4 + 8 + 2 * inner::size + 8)));
  });
  // Biases and norms are the same numbers.
  tests.proved("encoder layer", [](report& r) {
    using plain =
        nn::encoder_layer<float, model, axis<"head", 2>, inner, output_by_input, gpt2_block>;
    const auto layer = launder(made_up<plain>(5));
    const auto x = launder(filled<tensor<float, token, model>>(1, 2.0f));
    const auto fast = quantized<float16>(layer);
    r.same(fast(x, causal<>), as<float>(fast)(x, causal<>));
    r.same(fast.norm1.bias, layer.norm1.bias);
    r.same(fast.feed_forward.linear1.bias, layer.feed_forward.linear1.bias);
  });
  tests.proved("in place", [](report& r) {
    const auto plain = launder(made_up<llama<output_by_input>>(4));
    with_weights<llama<output_by_input>, int4, per_row> to{};
    quantized_into(to, plain);
    quantized_into(to, plain);  // what was there does not matter
    r.check(to == quantized<int4, per_row>(plain));
  });
  // Cells of int8_dynamic as elements of analysis.
  tests.proved("bounds of an rnn of integers", [](report& r) { check_bounds<integer_rnn>(r); });
  tests.proved("bounds of a gru of integers", [](report& r) { check_bounds<integer_gru>(r); });
  tests.proved("bounds of an lstm of integers", [](report& r) { check_bounds<integer_lstm>(r); });
  tests.proved("forms of cells of integers", [](report& r) {
    check_forms<integer_rnn>(r);
    check_forms<integer_gru>(r);
    check_forms<integer_lstm>(r);
  });
  tests.proved("reach of cells of integers", [](report& r) {
    check_reach<integer_rnn>(r);
    check_reach<integer_gru>(r);
    check_reach<integer_lstm>(r);
  });
};
}  // namespace attn_tests::quantized_model_tests
