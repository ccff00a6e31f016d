// SPDX-License-Identifier: BSL-1.0
// What attn/layers/quantized.hpp promises: the layer of float that the small numbers mean, bit for bit.
// That weight_is_not_finite ends a constant evaluation shows at run time, where it does not.
#pragma once

#include <attn/io/safetensors.hpp>
#include <attn/layers/quantized.hpp>

#include "static_tests/support/pattern.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::quantized_tests {
template <class Format, class Scales, std::size_t Rows, std::size_t In, std::size_t Out,
    class Layout = output_by_input, class Bias = with_bias>
constexpr void check_linear(report& r) {
  using in = axis<"in", In>;
  using out = axis<"out", Out>;
  const auto layer = launder(made_up<nn::linear<float, in, out, Layout, Bias>>(In + Out));
  const auto x = launder(filled<tensor<float, axis<"row", Rows>, in>>(Rows, 2.0f));
  const auto fast = launder(quantized<Format, Scales>(layer));
  has_type<with_weights<nn::linear<float, in, out, Layout, Bias>, Format, Scales>>(fast);
  const auto meant = as<float>(fast);
  has_type<nn::linear<float, in, out, output_by_input, Bias>>(meant);
  const auto y = fast(x);
  has_type<tensor<float, axis<"row", Rows>, out>>(y);
  r.same(y, meant(x));
  r.check(quantized<Format, Scales>(in_layout<output_by_input>(layer)) == fast);
  // As near as the format allows: a unit of 2^-8 or 2^-11 of 1.5, or half a scale.
  const float near_by = std::is_same_v<Format, bfloat16>  ? 0x1p-8f
                        : std::is_same_v<Format, float16> ? 0x1p-11f
                        : std::is_same_v<Format, int8>    ? 1.5f / 253
                                                          : 1.5f / 13.9f;
  const auto was = in_layout<output_by_input>(layer).weight;
  r.check(allclose(meant.weight, was, 0, near_by) && !allclose(meant.weight, was, 0, near_by / 64));
}
// One of everything, less than a vector, primes, more rows than a panel needs.
template <class Format, class Scales = void> constexpr void check_sizes(report& r) {
  check_linear<Format, Scales, 1, 2, 3>(r);
  check_linear<Format, Scales, 1, 19, 17, input_by_output>(r);
  check_linear<Format, Scales, 7, 11, 18, output_by_input, without_bias>(r);
}

// The definition, number by number. A row of zeros, and halves of a scale, are in x.
template <class Scales, std::size_t Rows, std::size_t In, std::size_t Out, class Bias = with_bias>
constexpr void check_dynamic(report& r) {
  using in = axis<"in", In>;
  using out = axis<"out", Out>;
  using plain = nn::linear<float, in, out, output_by_input, Bias>;
  const auto layer = launder(made_up<plain>(In + Out));
  auto x = filled<tensor<float, axis<"row", Rows>, in>>(Rows, 2.0f);
  for (std::size_t k = 0; k < In; ++k) x(Rows - 1, k) = 0;
  if (Rows > 1)
    for (std::size_t k = 0; k < In; ++k) x(0, k) = k == 0 ? 127.0f : static_cast<float>(k) - 2.5f;
  x = launder(x);
  const auto fast = launder(quantized<int8_dynamic, Scales>(layer));
  const auto y = fast(x);
  const auto integers = quantized<int8, per_row>(x);  // a row of x is as a row of weights
  const auto& w = fast.weight;
  r.check(w.values == quantized<int8, Scales>(layer).weight.values);
  auto expected = y;
  for (std::size_t i = 0; i < Rows; ++i)
    for (std::size_t j = 0; j < Out; ++j) {
      int sum = 0;
      for (std::size_t k = 0; k < In; ++k) sum += integers.values(i, k) * w.values(j, k);
      const float of_row = attn::detail::rounded(static_cast<float>(sum) * integers.scales(i));
      const float scale = w.scales.data()[w.scales.size() == 1 ? 0 : j];
      expected(i, j) = attn::detail::rounded(of_row * scale);
      if constexpr (Bias::has_bias) expected(i, j) = expected(i, j) + fast.bias(j);
    }
  r.same(y, expected);
  auto into = y;
  linear_into(into, fast, x);
  r.same(into, expected);
}

template <class X> constexpr X of_all(float value) {
  X x;
  for (float& each : x) each = value;
  return x;
}
// The definition with a scale of all inputs, which begin with halves of it and go beyond on both sides.
template <class Scales, std::size_t Rows, std::size_t In, std::size_t Out, class Bias = with_bias>
constexpr void check_static(report& r) {
  using in = axis<"in", In>;
  using plain = nn::linear<float, in, axis<"out", Out>, output_by_input, Bias>;
  const auto layer = launder(made_up<plain>(In + Out));
  const float of_x = 0.5f / 127;
  auto fast = with_weights<plain, int8_static, Scales>{};
  auto samples = quantization_report<int8_static, Scales>(layer, fast);
  samples(filled<tensor<float, axis<"row", 3>, in>>(1, 0.25f));
  samples(of_all<tensor<float, in>>(-0.5f));
  quantized_into(fast, layer, samples);
  has_type<with_weights<plain, int8_static, Scales>>(
      quantized<int8_static, Scales>(layer, samples));
  r.check(quantized<int8_static, Scales>(layer, samples) == fast);
  const auto& w = fast.weight;
  r.check(w.values == quantized<int8, Scales>(layer).weight.values);
  r.check(w.scales == quantized<int8, Scales>(layer).weight.scales &&
          static_cast<float>(w.input_scale) == of_x);
  auto x = filled<tensor<float, axis<"row", Rows>, in>>(Rows, 0.75f);
  for (std::size_t k = 0; k < In; ++k)
    x(0, k) = k == 0   ? -3e38f
              : k == 1 ? 64
              : k == 2 ? -0.5f
                       : of_x * (static_cast<float>(k) - 5.5f);
  x = launder(x);
  const auto y = launder(fast)(x);
  // As within a feed-forward layer, where the sums go into an existing tensor.
  auto written = y;
  for (float& each : written) each = 0;
  linear_into(written, launder(fast), x);
  r.same(written, y);
  auto expected = y;
  for (std::size_t i = 0; i < Rows; ++i)
    for (std::size_t j = 0; j < Out; ++j) {
      int sum = 0;
      for (std::size_t k = 0; k < In; ++k) {
        const float ratio = x(i, k) < -1 ? -1000 : x(i, k) / of_x;  // 1.5 * 2^23 rounds to even
        const float even = ratio > 127    ? 127
                           : ratio < -128 ? -128
                                          : (ratio + 0x1.8p23f) - 0x1.8p23f;
        sum += static_cast<int>(even) * w.values(j, k);
      }
      const float scaled = attn::detail::rounded(static_cast<float>(sum) * of_x);
      expected(i, j) =
          attn::detail::rounded(scaled * w.scales.data()[w.scales.size() == 1 ? 0 : j]);
      if constexpr (Bias::has_bias) expected(i, j) = expected(i, j) + fast.bias(j);
    }
  r.same(y, expected);
  r.check(packed(fast).weight == fast.weight);
}

// Packed: the same bits. A last line that is not whole, and more rows than a block.
template <class Format, class Scales, std::size_t Rows, std::size_t In, std::size_t Out,
    class Bias = with_bias>
constexpr void check_packed(report& r) {
  using plain = nn::linear<float, axis<"in", In>, axis<"out", Out>, output_by_input, Bias>;
  const auto small = quantized<Format, Scales>(launder(made_up<plain>(In + Out)));
  const auto x = launder(filled<tensor<float, axis<"row", Rows>, axis<"in", In>>>(Rows, 2.0f));
  const auto fast = launder(packed(small));
  r.same(fast(x), small(x));
  auto into = fast(x);
  linear_into(into, fast, x);
  r.same(into, small(x));
  r.check(packed(fast) == fast);
}

template <class Format, class Scales> constexpr void check_embedding(report& r) {
  using width = axis<"width", 5>;
  const auto plain = launder(made_up<nn::embedding<float, word, width>>(3));
  const auto table = quantized<Format, Scales>(plain);
  const auto ids = as_token_ids<7>(launder(tensor<int, token>{3, 0, 6}));
  const auto meant = as<float>(table);
  r.same(table(ids), meant(ids));
  const auto x = launder(filled<tensor<float, token, width>>(4));
  r.same(table.logits(x), meant.logits(x));
  const auto fast = packed(table);
  r.same(fast(ids), table(ids));
  r.same(fast.logits(x), meant.logits(x));
}

template <class Weight> constexpr float value_of(const Weight& w, int i, int j) {
  return as<float>(w)(i, j);
}

// --- analysis ---------------------------------------------------------------------------------

using plain_linear = nn::linear<float, axis<"in", 5>, axis<"out", 3>, output_by_input>;
using whole_layer = nn::encoder_layer<float, axis<"width", 4>, axis<"head", 2>, axis<"inner", 5>,
    output_by_input, act::relu, post_norm>;

// As float, and of what the small model means or computes with other elements.
template <class Model> struct of_elements {
  Model small;
  template <class X> constexpr auto operator()(const X& x) const {
    using T = typename X::value_type;
    if constexpr (std::is_same_v<T, float>)
      return small(x);
    else
      return as<T>(small)(x);
  }
};
template <class B, class Y> constexpr bool all_contain(const B& bounds, const Y& y) {
  bool all = true;
  for (std::size_t i = 0; i < y.size(); ++i) all = all && bounds.data()[i].contains(y.data()[i]);
  return all;
}
// Corners of a box, and points between, are within the bounds of every kind.
template <class Small, class X>
constexpr bool bound_a_box(const Small& small, const X& x, float eps) {
  const of_elements<Small> f{small};
  const auto box = certify([](const auto& y) { return y; }, x, eps).bounds();
  const auto all = f(box), first = certify(f, x, eps).bounds(),
             relaxed = certify(f, x, eps, linear_relaxation).bounds();
  bool inside = bounded(all) && bounded(first) && bounded(relaxed);
  for (unsigned i = 0; i < 1u << X::volume; ++i) {
    auto at = x;
    for (unsigned k = 0; k < X::volume; ++k)
      at(k) = x(k) + eps * ((i >> k & 1) != 0 ? 1.0f : i % 3 == 0 ? 0.375f : -1.0f);
    const auto y = small(at);
    inside = inside && all_contain(all, y) && all_contain(first, y) && all_contain(relaxed, y);
  }
  return inside;
}

// A language model of 8 texts, whose table, layer and logits are products of integers.
using small_words = axis<"word", 2>;
using text = axis<"token", 3>;
using text_model = nn::language_model<small_words,
    nn::encoder_layer<float, axis<"width", 2>, axis<"head", 1>, axis<"inner", 2>, output_by_input,
        act::relu, pre_norm>,
    1, nn::learned_positions<float, axis<"position", 3>, axis<"width", 2>>>;
constexpr auto float_texts = splitmix_parameters<splitmix::s24, text_model>(7);
constexpr auto integer_texts = quantized<int8_dynamic, per_row>(float_texts);
constexpr auto bounded_texts = as<interval<float>>(integer_texts);

// Infinite and subnormal weights are what they are, in vectors of them as well.
template <class Format> constexpr void check_not_normal(report& r) {
  nn::linear<float, axis<"in", 19>, axis<"out", 3>, output_by_input, without_bias> layer{};
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (std::size_t k = 0; k < 19; ++k) {
    layer.weight(0, k) = static_cast<float>(k) * 0x1p-24f;
    layer.weight(1, k) = k == 3 ? infinity : 1.0f;
    layer.weight(2, k) = k == 17 ? -infinity : -1.0f;
  }
  const auto fast = launder(quantized<Format>(layer));
  const auto y = fast(launder(of_all<tensor<float, axis<"in", 19>>>(0.5f)));
  r.same(y, tensor<float, axis<"out", 3>>{171 * 0x1p-25f, infinity, -infinity});
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.executed("bfloat16", [](report& r) { check_sizes<bfloat16>(r); });
  tests.executed("float16", [](report& r) { check_sizes<float16>(r); });
  tests.executed("weights of 16 bits that are not normal", [](report& r) {
    check_not_normal<bfloat16>(r);
    check_not_normal<float16>(r);
  });
  tests.executed("int8 per row", [](report& r) { check_sizes<int8, per_row>(r); });
  tests.executed("int8 per tensor and group", [](report& r) {
    check_linear<int8, per_tensor, 1, 3, 17>(r);
    check_linear<int8, per_group<4>, 2, 7, 5>(r);  // a group goes on in the next row
    check_linear<int8, per_group<32>, 1, 32, 17>(r);
    check_linear<int8, per_group<33>, 1, 33, 16>(r);
  });
  tests.executed("int4", [](report& r) {
    check_linear<int4, per_row, 1, 9, 17>(r);
    check_linear<int4, per_group<6>, 3, 5, 3>(r);  // 15 of them: half of the last byte is unused
  });
  // Less than a vector of any target, a rest, two vectors; rows and outputs that are no multiple of 4.
  tests.executed("integer products", [](report& r) {
    check_dynamic<per_row, 1, 3, 2>(r);
    check_dynamic<per_row, 2, 1, 1>(r);
    check_dynamic<per_row, 5, 19, 5>(r);
    check_dynamic<per_tensor, 2, 16, 4, without_bias>(r);
    check_dynamic<per_row, 3, 35, 7>(r);
    check_dynamic<per_tensor, 1, 77, 6>(r);
  });
  // The largest sums, 64 * 127 * 127, and a scale that is no normal number.
  tests.executed("integer products, extremes", [](report& r) {
    nn::linear<float, axis<"in", 64>, axis<"out", 4>, output_by_input, without_bias> layer{};
    tensor<float, axis<"in", 64>> x{}, tiny{};
    for (std::size_t k = 0; k < 64; ++k) {
      for (std::size_t j = 0; j < 4; ++j) layer.weight(j, k) = j % 2 == 0 ? 127.0f : -127.0f;
      x(k) = -127;
      tiny(k) = 0x1p-149f * 200;
    }
    const auto fast = launder(quantized<int8_dynamic, per_row>(layer));
    const float most = 64 * 127 * 127;
    r.same(fast(launder(x)), tensor<float, axis<"out", 4>>{-most, most, -most, most});
    // 200 / 127 of the smallest number is 2 of it; 100 of them.
    const float least = 64 * 100 * 127 * 0x1p-148f;
    r.same(fast(launder(tiny)), tensor<float, axis<"out", 4>>{least, -least, least, -least});
    // 128 / 127 of it is one: -128 of them are -127.
    for (float& number : tiny) number = 0x1p-149f * -128;
    const float some = most * 0x1p-149f;
    r.same(fast(launder(tiny)), tensor<float, axis<"out", 4>>{-some, some, -some, some});
  });
  tests.executed("integer products of a feed-forward layer and a table", [](report& r) {
    using model = axis<"model", 18>;
    using plain =
        nn::feed_forward<float, model, axis<"inner", 17>, output_by_input, act::gelu_tanh>;
    const auto layer = launder(made_up<plain>(5));
    const auto x = launder(filled<tensor<float, token, model>>(1, 2.0f));
    const auto fast = quantized<int8_dynamic, per_row>(layer);
    r.same(fast(x), fast.linear2(gelu_tanh(fast.linear1(x))));
    r.check(allclose(fast(x), layer(x), 0.0f, 0.2f));  // numbers up to 9: measured 0.199
    const auto table =
        quantized<int8_dynamic, per_row>(launder(made_up<nn::embedding<float, word, model>>(3)));
    r.same(table.logits(x), linear<output_by_input>(x, table.weight));
    const auto ids = as_token_ids<7>(launder(tensor<int, token>{3, 0, 6}));
    r.same(table(ids), as<float>(table)(ids));
  });
  // As of int8_dynamic, but for the scale of the inputs.
  tests.executed("integer products of a fixed scale", [](report& r) {
    check_static<per_row, 1, 3, 2>(r);
    check_static<per_row, 2, 1, 1>(r);
    check_static<per_row, 5, 19, 5>(r);
    check_static<per_tensor, 2, 16, 4, without_bias>(r);
    check_static<per_row, 3, 35, 7>(r);
    check_static<per_tensor, 1, 77, 6>(r);
  });
  // 64 * 128 * 127, and a row whose inputs are all 0.
  tests.executed("integer products of a fixed scale, extremes", [](report& r) {
    with_weights<nn::linear<float, axis<"in", 64>, axis<"out", 4>, output_by_input, without_bias>,
        int8_static, per_row>
        layer{};
    for (auto& value : layer.weight.values) value = 127;
    layer.weight.scales = {1, 2, 1, 1};
    layer.weight.input_scale = 0.5f;
    const float most = 64 * 64 * 127;
    r.same(launder(layer)(launder(of_all<tensor<float, axis<"in", 64>>>(-1e30f))),
        tensor<float, axis<"out", 4>>{-most, -2 * most, -most, -most});
    r.same(
        launder(layer)(launder(tensor<float, axis<"in", 64>>{})), tensor<float, axis<"out", 4>>{});
  });
  // Each layer and the table has the largest input of all samples; norms and cells stay.
  tests.proved("int8_static of a model", [](report& r) {
    const auto texts = quantization_report<int8_dynamic, per_row>(float_texts, integer_texts);
    auto samples = quantization_report<int8_dynamic, per_row>(float_texts, integer_texts);
    samples(tensor<token_id<2>, text>{0, 1, 1});
    samples(tensor<token_id<2>, text>{1, 0, 1});
    const auto small = quantized<int8_static, per_row>(float_texts, samples);
    has_type<with_weights<text_model, int8_static, per_row>>(small);
    r.check(for_all_inputs<small_words, text>(
        [&](const auto& ids) { return all_contain(as<interval<float>>(small)(ids), small(ids)); }));
    auto errors = quantization_report<int8_static, per_row>(float_texts, small);
    int layers = 0;
    for (const auto& ids : {tensor<token_id<2>, text>{0, 1, 1}, tensor<token_id<2>, text>{1, 0, 1}})
      errors(ids);
    errors.for_each([&](const auto& name, const layer_error& error) {
      r.check(error.count > 0 && error.mean() < 0.05 * error.size());
      const float most = error.largest_input;
      if (std::string_view(name.text) == "embedding.weight")
        r.check(static_cast<float>(small.embedding.weight.input_scale) == most / 127 && most > 0);
      ++layers;
    });
    r.check(layers == 7 && texts.output.count == 0);
    r.check(errors.output.largest > 0 && errors.output.mean() < 0.1 * errors.output.size());
    using cell = nn::rnn_cell<float, word, axis<"width", 3>>;
    static_assert(std::is_same_v<with_weights<cell, int8_static, per_row>, cell>);
  });
  tests.executed("one input or one output", [](report& r) {
    check_linear<int8, per_row, 3, 5, 1>(r);
    check_linear<bfloat16, void, 2, 1, 3>(r);
  });
  tests.executed("packed", [](report& r) {
    check_packed<int8, per_row, 1, 19, 17>(r);
    check_packed<int8, per_tensor, 13, 3, 5>(r);
    check_packed<bfloat16, void, 2, 5, 16, without_bias>(r);
    check_packed<float16, void, 1, 1, 1>(r);
    check_packed<int4, per_group<3>, 3, 6, 33>(r);
    check_packed<int8, per_group<10>, 1, 5, 3>(r);  // two outputs share a scale
  });
  // A group of scales that ends within the next row, and integer products.
  tests.proved("packed, as they are", [](report& r) {
    using plain = nn::linear<float, axis<"in", 5>, axis<"out", 3>, output_by_input>;
    const auto layer = made_up<plain>(2);
    const auto groups = quantized<int8, per_group<3>>(layer);
    r.check(packed(groups).weight == groups.weight);
    const auto integers = quantized<int8_dynamic, per_row>(layer);
    r.check(packed(integers).weight == integers.weight);
    using packed_one = quantized_weights<int8, per_row, packed_weights>;
    has_type<nn::linear<float, axis<"in", 5>, axis<"out", 3>, packed_one>>(
        packed(quantized<int8, per_row>(layer)));
    static_assert(sizeof(packed(quantized<int8, per_row>(layer)).weight) == 64 * 3);
  });
  tests.executed("embedding", [](report& r) {
    check_embedding<bfloat16, void>(r);
    check_embedding<int8, per_row>(r);
    check_embedding<int4, per_group<3>>(r);
  });
  tests.executed("feed-forward", [](report& r) {
    using model = axis<"model", 6>;
    using plain =
        nn::feed_forward<float, model, axis<"inner", 17>, input_by_output, act::gelu_tanh>;
    const auto layer = launder(made_up<plain>(5));
    const auto x = launder(filled<tensor<float, token, model>>(1, 2.0f));
    const auto fast = quantized<int8, per_row>(layer);
    r.same(fast(x), as<float>(fast)(x));
    const auto narrow = quantized<bfloat16>(layer);
    r.same(narrow(x), as<float>(narrow)(x));
  });
  // The errors of each layer for the inputs that it has in the model of float, of two samples.
  tests.proved("quantization_report", [](report& r) {
    using model = axis<"model", 6>;
    using plain = nn::feed_forward<float, model, axis<"inner", 9>, input_by_output, act::relu>;
    const auto layer = made_up<plain>(5);
    const auto in_int4 = quantized<int4, per_row>(layer);
    auto found = quantization_report<int4, per_row>(layer, in_int4);
    layer_error first, last, all;
    for (std::uint64_t sample = 1; sample < 3; ++sample) {
      const auto x = filled<tensor<float, token, model>>(sample, 2.0f);
      const auto hidden = layer.linear1(x);
      first.add(in_int4.linear1(x), hidden);
      last.add(in_int4.linear2(relu(hidden)), layer(x));
      all.add(in_int4(x), layer(x));
      r.same(found(x), layer(x));
    }
    int layers = 0;
    found.for_each([&](const auto& name, const layer_error& error) {
      const bool is_first = std::string_view(name.text) == "linear1.weight";
      r.check(is_first || std::string_view(name.text) == "linear2.weight");
      const layer_error& expected = is_first ? first : last;
      r.check(error.largest == expected.largest && error.largest > 0.01f);
      r.check(error.mean() == expected.mean() && error.size() == expected.size());
      r.check(error.count == expected.count && error.mean() < 0.1 * error.size());
      ++layers;
    });
    r.check(
        layers == 2 && found.output.largest == all.largest && all.mean() == found.output.mean());
  });
  // 127 and 7 are the largest weight of a row; halves of a scale go to the even number.
  tests.proved("values and scales", [](report& r) {
    const tensor<float, axis<"out", 2>, axis<"in", 4>> w{{127, -2.5f, 1.5f, 0.5f}, {0, 0, 0, -254}};
    const auto q = quantized<int8, per_row>(w);
    has_type<quantized_weight<int8, per_row, axis<"out", 2>, axis<"in", 4>>>(q);
    r.check(q.values(0, 0) == 127 && q.values(0, 1) == -2 && q.values(0, 2) == 2);
    r.check(q.values(0, 3) == 0 && q.values(1, 3) == -127 && q.scales(0) == 1 && q.scales(1) == 2);
    r.check(value_of(q, 0, 1) == -2 && value_of(q, 1, 3) == -254);
    const auto all = quantized<int8, per_tensor>(w);
    r.check(
        static_cast<float>(all.scales) == 2 && all.values(0, 0) == 64 && all.values(0, 1) == -1);
    const auto groups = quantized<int8, per_group<3>>(w);  // 127 -2.5 1.5, 0.5 0 0, 0 -254
    r.check(groups.scales(0) == 1 && groups.scales(1) == 0.5f / 127 && groups.scales(2) == 2);
    r.check(groups.values(0, 3) == 127 && value_of(groups, 0, 3) == 127 * (0.5f / 127));
    const auto h = quantized<int4, per_row>(tensor<float, dim<1>, dim<3>>{{7, -3.5f, -1}});
    r.check(h.values(0) == 0xc7 && h.values(1) == 0x0f);  // 7, -4; -1 and nothing
    r.check(value_of(h, 0, 1) == -4 && value_of(h, 0, 2) == -1);
  });
  tests.proved("zeros and tiny weights", [](report& r) {
    const auto q = quantized<int8, per_row>(
        tensor<float, dim<3>, dim<2>>{{0, -0.0f}, {0x1p-149f, 0}, {0x1p-142f, -0x1.ap-143f}});
    r.check(
        q.scales(0) == 0 && q.scales(1) == 0 && as<float>(q)(0, 1) == 0 && as<float>(q)(1, 0) == 0);
    r.check(q.scales(2) == 0x1p-149f && q.values(2, 0) == 127 && q.values(2, 1) == -104);
  });
  tests.proved("formats", [](report& r) {
    r.check(rules::is_small_format<bfloat16, void>::value);
    r.check(rules::is_small_format<int4, per_group<3>>::value);
    r.check(!rules::is_small_format<int8, void>::value);
    r.check(rules::is_small_format<int8_dynamic, per_row>::value);
    r.check(!rules::is_small_format<int8_dynamic, per_group<4>>::value);
    r.check(!rules::is_small_format<int8_dynamic, void>::value);
    r.check(!rules::is_small_format<float16, per_row>::value);
    r.check(!rules::is_small_format<float, void>::value && !two_byte_float<float>);
    using plain = nn::linear<float, axis<"in", 3>, axis<"out", 2>, output_by_input>;
    r.check(rules::quantized_call<plain, int8, per_row>::all::value);
    r.check(!rules::quantized_call<with_weights<plain, int8, per_row>, int8, per_row>::all::value);
    static_assert(std::is_same_v<with_weights<plain, int8, per_row>,
        nn::linear<float, axis<"in", 3>, axis<"out", 2>, quantized_weights<int8, per_row>>>);
    using cell = nn::rnn_cell<float, word, width>;
    static_assert(std::is_same_v<with_weights<cell, int8, per_row>,
        nn::rnn_cell<float, word, width, act::tanh, quantized_cell<int8, per_row>>>);
    using table = nn::embedding<float, word, width>;
    static_assert(std::is_same_v<with_weights<table, bfloat16>,
        nn::embedding<float, word, width, quantized_table<bfloat16>>>);
    with_weights<plain, float16> into{};
    plain from{{{1, 2, 3}, {4, 5, 6}}, {7, 8}};
    quantized_into(into, from);
    r.check(into == quantized<float16>(from) && as<float>(into) == from);
  });
  tests.executed("safetensors", [](report& r) {
    const auto check = [&r](const auto& small) {
      std::remove_cvref_t<decltype(small)> loaded{};
      r.check(static_cast<bool>(from_safetensors(to_safetensors(small), loaded)));
      r.check(loaded == small);
    };
    const auto layer =
        launder(made_up<nn::linear<float, axis<"in", 5>, axis<"out", 3>, output_by_input>>(2));
    check(quantized<bfloat16>(layer));
    check(quantized<float16>(layer));
    check(quantized<int8, per_row>(layer));
    check(quantized<int4, per_tensor>(layer));
    with_weights<std::remove_const_t<decltype(layer)>, int8_static, per_row> fixed{};
    fixed.weight.input_scale = 0.25f;
    check(fixed);
    // A file of BF16 is a model of float, and a file of F32 is no model of bfloat16.
    auto wide = layer;
    r.check(static_cast<bool>(from_safetensors(to_safetensors(quantized<bfloat16>(layer)), wide)));
    r.same(wide.weight, as<float>(quantized<bfloat16>(layer)).weight);
    auto narrow = quantized<bfloat16>(layer);
    r.check(!from_safetensors(to_safetensors(layer), narrow));
  });
  // Of a point the bounds are the bits of the program, with halves of a scale and subnormal numbers.
  tests.proved("int8_dynamic of elements, points", [](report& r) {
    auto plain = launder(made_up<plain_linear>(8));
    for (float& b : plain.bias) b = 0;
    const auto small = launder(quantized<int8_dynamic, per_row>(plain));
    using X = tensor<float, token, axis<"in", 5>>;
    const auto x = launder(X{
        {63.5f, 1.25f, -3, 0.75f, -0.25f}, {0x1p-149f, -0x1p-142f, 0, 3, 1e30f}, {0, 0, 0, 0, 0}});
    const auto y = small(x);
    const auto points = as<interval<float>>(small)(as<interval<float>>(x));
    r.check(lower_of(points) == y && upper_of(points) == y);
    const auto forms = certify(of_elements<decltype(small)>{small}, x, 0).bounds();
    r.check(lower_of(forms) == y && upper_of(forms) == y);
    // Rounding that is broken is seen: 1.25 / 0.5 to 3, and the largest one cut off at 126.
    auto wrong = y;
    for (const int by : {1, -1}) {
      wrong(0, 2) = y(0, 2) + static_cast<float>(by) * 0.5f * small.weight.scales(2) *
                                  static_cast<float>(small.weight.values(2, by > 0 ? 1 : 0));
      r.check(!points(0, 2).contains(wrong(0, 2)) && !forms(0, 2).contains(wrong(0, 2)));
    }
    r.bits(y);
  });
  // Boxes: corners and points between. The distance of two integers is within the bounds.
  tests.proved("int8_dynamic of elements, boxes", [](report& r) {
    const auto small =
        launder(quantized<int8_dynamic, per_tensor>(launder(made_up<plain_linear>(9))));
    using X = tensor<float, axis<"in", 5>>;
    const X x = launder(X{1, -2, 0.5f, 0.25f, 1.75f});
    const of_elements<decltype(small)> f{small};
    for (const float eps : {0x1p-10f, 0.125f, 3.0f}) {
      const auto box = certify([](const auto& y) { return y; }, x, eps).bounds();
      const auto all = f(box);
      r.check(bound_a_box(small, x, eps));
      // Not what is beyond: bounds are within the float layer's, a step of inputs and weights away.
      const auto wide = as<interval<float>>(as<float>(small))(box);
      const float step = (2 + eps) / 127;
      for (std::size_t j = 0; j < 3; ++j) {
        float weights = 0;
        for (std::size_t k = 0; k < 5; ++k) {
          const float w = as<float>(small.weight)(j, k);
          weights += w < 0 ? -w : w;
        }
        r.check(all(j).upper - wide(j).upper < step * weights);
        r.check(wide(j).lower - all(j).lower < step * weights);
      }
    }
    r.check(as<interval<float>>(small)(between<X>(-1e38f, 1e38f))(0).may_overflow);
    auto unknown = between<X>(0, 1);
    unknown(3) = interval<float>::anything();
    r.check(!bounded(as<interval<float>>(small)(unknown)));
  });
  // A fixed scale: halves of it, and numbers that are cut off.
  tests.proved("int8_static of elements", [](report& r) {
    const auto plain = launder(made_up<plain_linear>(9));
    with_weights<plain_linear, int8_static, per_row> small{};
    small.weight.values = quantized<int8, per_row>(plain).weight.values;
    small.weight.scales = quantized<int8, per_row>(plain).weight.scales;
    small.weight.input_scale = 0.015625f;
    small = launder(small);
    using X = tensor<float, axis<"in", 5>>;
    const X x = launder(X{1, -2, 0.5f, 0.2578125f, 1.75f});
    const auto y = small(x);
    const auto point = certify(of_elements<decltype(small)>{small}, x, 0).bounds();
    r.check(lower_of(point) == y && upper_of(point) == y);
    for (const float eps : {0x1p-10f, 0.125f, 3.0f}) r.check(bound_a_box(small, x, eps));
    // One step of one input is seen, and the bounds of all inputs are the extremes.
    auto wrong = x;
    wrong(0) = x(0) + 0.015625f;
    r.check(!all_contain(point, small(wrong)));
    const auto all = as<interval<float>>(small)(between<X>(-1e30f, 1e30f));
    auto most = x;
    for (std::size_t k = 0; k < 5; ++k) most(k) = small.weight.values(0, k) > 0 ? 1e30f : -1e30f;
    r.check(bounded(all) && all(0).upper == small(most)(0) && all_contain(all, small(most)));
    small.weight.input_scale = std::numeric_limits<float>::quiet_NaN();
    r.check(!bounded(certify(of_elements<decltype(small)>{small}, x, 0).bounds()));
    r.bits(y);
  });
  // What a float layer leaves out is in the scale of the row.
  tests.proved("int8_dynamic of elements, dependence", [](report& r) {
    const plain_linear layer =
        launder(plain_linear{{{1, 0, 2, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 1}}, {0, 0, 0}});
    const auto small = quantized<int8_dynamic, per_row>(layer);
    using X = tensor<float, token, axis<"in", 5>>;
    const auto x = marked<"in">(X{});
    using I = influence<float, 5>;
    r.check(!as<I>(layer)(x)(1, 0).reached_by(1) && as<I>(small)(x)(1, 0).reached_by(1));
    r.check(!as<I>(quantized<int8, per_row>(layer))(x)(1, 0).reached_by(1));
    const auto rows = marked<"token">(X{});
    using J = influence<float, token::size>;
    r.check(as<J>(small)(rows)(1, 0).reached_by(1) && !as<J>(small)(rows)(1, 0).reached_by(2));
  });
  // Proofs for all weights accept small models as plain ones.
  tests.proved("proofs of small models", [](report& r) {
    const tensor<float, token, axis<"width", 4>> x;
    const auto check = [&](const auto& small) {
      const auto found = is_causal<"token">(small, x, causal<>);
      r.check(found && found.allowed == token::size * (token::size + 1) / 2);
      r.check(!is_causal<"token">(small, x));
    };
    check(with_weights<whole_layer, int8_dynamic, per_row>{});
    check(with_weights<whole_layer, int4, per_group<2>>{});
    check(with_weights<whole_layer, bfloat16>{});
    using I = influence<float, 2>;
    has_type<nn::linear<I, axis<"in", 5>, axis<"out", 3>, output_by_input>>(
        arbitrary<I>(with_weights<plain_linear, int8_dynamic, per_row>{}));
    r.check(rows_independent<"token">(
        with_weights<plain_linear, int8, per_tensor>{}, tensor<float, token, axis<"in", 5>>{}));
  });
  // The weights alone are small: elements of analysis have the matrix of float.
  tests.proved("small weights of elements", [](report& r) {
    const auto small = launder(quantized<int4, per_group<2>>(launder(made_up<plain_linear>(3))));
    const auto box = between<tensor<float, axis<"in", 5>>>(-1, 2);
    const auto y = as<interval<float>>(as<float>(small))(box);
    r.check(identical(as<interval<float>>(small)(box), y));
    r.check(
        identical(linear<output_by_input>(box, small.weight, as<interval<float>>(small.bias)), y));
  });
  // Every text of a vocabulary: the bounds of the text have the numbers of the program.
  tests.proved("every text of integers", [](report& r) {
    const auto within_bounds = [](const tensor<token_id<2>, text>& ids) {
      return all_contain(bounded_texts(ids), integer_texts(ids));
    };
    r.check(for_all_inputs<small_words, text>(within_bounds));
    const auto same_word = [](const tensor<token_id<2>, text>& ids) {
      return argmax<"word">(integer_texts(ids)) == argmax<"word">(float_texts(ids));
    };
    r.check(for_all_inputs<small_words, text>(same_word));
  });
  tests.proved("bytes", [](report& r) {
    using plain = nn::linear<float, axis<"in", 64>, axis<"out", 32>, output_by_input>;
    r.check(parameter_bytes<plain> == 4 * 32 * 65);
    r.check(parameter_bytes<with_weights<plain, bfloat16>> == 2 * 32 * 64 + 4 * 32);
    r.check(parameter_bytes<with_weights<plain, int8, per_row>> == 32 * 64 + 4 * 64);
    r.check(parameter_bytes<with_weights<plain, int4, per_group<32>>> == 16 * 64 + 4 * 96);
    r.check(std::is_trivially_copyable_v<with_weights<plain, int4, per_group<32>>>);
  });
};
}  // namespace attn_tests::quantized_tests
