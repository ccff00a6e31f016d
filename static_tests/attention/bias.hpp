// SPDX-License-Identifier: BSL-1.0
// Behaviours of bias, alibi, relative_bias of attn/attention/.
#pragma once

#include "static_tests/reference/attention_heads.hpp"
#include "static_tests/reference/attention_masks.hpp"
#include "static_tests/support/attention_case.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::attention_bias_tests {
using head = axis<"head", 3>;
using token_4 = axis<"token", 4>;
using width = axis<"width", 6>;
constexpr double infinity = std::numeric_limits<double>::infinity();

using head_4 = axis<"head", 4>;
using token = axis<"token", 5>;
using query_2 = axis<"query", 2>;
using key_4 = axis<"key", 4>;
using distance_5 = axis<"distance", 5>;

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/attention/bias.hpp promises.
  // soft_cap_must_be_positive: rejected programs, and runtime_tests/learning/options.cpp.
  tests.proved<double, float>("added, as NumPy and torch do", []<class T>(report& r) {
    using namespace reference::attention_sdpa_additive_bias;
    const auto option = biased_by(launder(as<T>(bias)));
    check_case<T>(r, Q, K, V, scores, weights, out, option);
    const auto x = attention_scores(launder(as<T>(Q)), as<T>(K)) * default_scale<T>(3);
    r.check(near(x + as<T>(bias), scaled));
  });
  tests.proved<double, float>("capped, as NumPy and torch do", []<class T>(report& r) {
    using namespace reference::attention_softcap;
    check_case<T>(r, Q, K, V, scores, weights, out, soft_capped_by(5));
    const auto x = attention_scores(launder(as<T>(Q)), as<T>(K)) * default_scale<T>(4);
    r.check(near(attn::tanh(x / T(5)) * T(5), scaled));
  });
  tests.proved<double, float>("capped before the mask", []<class T>(report& r) {
    using namespace reference::attention_softcap_causal;
    check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, causal<>, soft_capped_by(2));
    // After it, the masked scores would be -2: not far below the others at all.
    const auto w = attention_weights(launder(as<T>(Q)), as<T>(K), causal<>, soft_capped_by(2));
    r.same(zeroed_outside(w, causal<>), w);
  });
  // In this order: scale, cap, bias.
  tests.proved<double, float>("is its steps", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, token_4, width>>(1, T(3)));
    const auto k = launder(filled<tensor<T, key, width>>(2, T(3)));
    const auto b = launder(filled<tensor<T, token_4, key>>(3, T(4)));
    const auto x = attention_scores(q, k) * T(0.7);
    const auto capped = attn::tanh(x / T(1.5)) * T(1.5);
    r.same(attention_weights(q, k, scaled_by(T(0.7)), biased_by(b)), softmax(x + b));
    r.same(attention_weights(q, k, scaled_by(T(0.7)), soft_capped_by(T(1.5))), softmax(capped));
    r.same(attention_weights(q, k, biased_by(b), soft_capped_by(T(1.5)), scaled_by(T(0.7))),
        softmax(capped + b));
    // The cap bounds the scores, but not what is added to them.
    for (const T& score : attn::tanh(x / T(1.5)) * T(1.5))
      r.check(score >= T(-1.5) && score <= T(1.5));
    r.bits(softmax(capped + b));
  });
  // -inf takes the key away, wherever it stands, as a mask does.
  tests.proved<double, float>("minus infinity masks", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, token_4, width>>(1, T(2)));
    const auto k = launder(filled<tensor<T, key, width>>(2, T(2)));
    const auto v = launder(filled<tensor<T, key, content>>(3));
    const auto with = [&](const auto& mask) {
      const tensor<T, token_4, key> nothing;
      return bitwise_equal(
          scaled_dot_product_attention(q, k, v, biased_by(mask_scores(nothing, mask))),
          scaled_dot_product_attention(q, k, v, mask));
    };
    r.check(with(valid_keys(launder(std::size_t{3}))));
    r.check(with(causal<top_left>));
    r.check(with(key_padding(keep_mask<key>{0, 1, 1, 0, 1})));
    // The trailing ones might as well not be there.
    const tensor<T, token_4, key> trailing = mask_scores(tensor<T, token_4, key>{}, valid_keys(3));
    r.same(scaled_dot_product_attention(q, k, v, biased_by(trailing)),
        scaled_dot_product_attention(q, narrow<"key", 3>(k, 0), narrow<"key", 3>(v, 0)));
  });
  // A very negative number is none: of a row that has nothing else, all are masked alike.
  tests.proved("lowest is no mask", [](report& r) {
    const auto q = launder(filled<matrix<float, 1, 2>>(1));
    const auto k = launder(filled<matrix<float, 3, 2>>(2));
    constexpr float lowest = std::numeric_limits<float>::lowest();
    const auto w =
        attention_weights(q, k, biased_by(matrix<float, 1, 3>{{lowest, lowest, lowest}}));
    r.check(allclose(w, {{1.0f / 3, 1.0f / 3, 1.0f / 3}}));
  });
  // What a bias does not have, it does not depend on.
  tests.proved<double, float>("leading axes go by name", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, batch, head, token_4, width>>(1, T(2)));
    const auto k = launder(filled<tensor<T, batch, head, key, width>>(2, T(2)));
    const auto of_head = launder(filled<tensor<T, head, token_4, key>>(3));
    const auto of_batch = launder(filled<tensor<T, batch, token_4, key>>(4));
    const auto of_none = launder(filled<tensor<T, token_4, key>>(5));
    const auto by_head = attention_weights(q, k, biased_by(of_head));
    const auto by_batch = attention_weights(q, k, biased_by(of_batch));
    const auto by_none = attention_weights(q, k, biased_by(of_none));
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t h = 0; h < 3; ++h) {
        const auto alone = [&](const auto& x) { return select<"head">(select<"batch">(x, b), h); };
        const auto with = [&](const auto& bias) {
          return attention_weights(alone(q), alone(k), biased_by(bias));
        };
        r.same(alone(by_head), with(select<"head">(of_head, h)));
        r.same(alone(by_batch), with(select<"batch">(of_batch, b)));
        r.same(alone(by_none), with(of_none));
      }
    r.bits(by_batch);
  });
  tests.proved("options and their rule", [](report& r) {
    using bias = biased_by_t<double, token_4, key>;
    using scores = rules::axes_of_scores<token_4, key>;
    r.check(std::is_same_v<decltype(biased_by(tensor<double, token_4, key>{})), bias>);
    r.check(std::is_same_v<decltype(soft_capped_by(2.0f)), soft_capped_by_t<float>>);
    r.check(rules::bias_fits<rules::option<bias>, scores>::value);
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto q = launder(filled<tensor<double, token_4, width>>(1, 2.0));
    const auto k = launder(filled<tensor<double, key, width>>(2, 2.0));
    const auto b = launder(filled<tensor<double, token_4, key>>(3));
    r.same(values_of(attention_weights(as_archetype(q), as_archetype(k),
               soft_capped_by(archetype(1.5)), biased_by(as_archetype(b)), causal<top_left>)),
        attention_weights(q, k, soft_capped_by(1.5), biased_by(b), causal<top_left>));
  });
  // What attn/attention/relative_bias.hpp promises.
  tests.proved<double, float>("slopes of the paper", []<class T>(report& r) {
    namespace expected = reference::attention_alibi;
    r.check(near(alibi_slopes<T, dim<1>>(), expected::slopes_1));
    r.check(near(alibi_slopes<T, dim<2>>(), expected::slopes_2));
    r.check(near(alibi_slopes<T, dim<4>>(), expected::slopes_4));
    r.check(near(alibi_slopes<T, dim<6>>(), expected::slopes_6));
    r.check(near(alibi_slopes<T, dim<8>>(), expected::slopes_8));
    r.check(near(alibi_slopes<T, dim<12>>(), expected::slopes_12));
    // Powers of two are exact, whatever the number of heads.
    r.check(alibi_slopes<T, dim<1>>() == tensor<T, dim<1>>{T(0x1p-8)});
    r.check(
        alibi_slopes<T, head_4>() == tensor<T, head_4>{T(0.25), T(0x1p-4), T(0x1p-6), T(0x1p-8)});
    r.check(alibi_slopes<T, dim<3>>() == tensor<T, dim<3>>{T(0x1p-4), T(0x1p-8), T(0.25)});
    const auto sixteen = alibi_slopes<T, axis<"head", 16>>();
    has_type<tensor<T, axis<"head", 16>>>(sixteen);
    for (std::size_t h = 1; h < 16; h += 2)
      r.check(sixteen(h) == alibi_slopes<T, dim<8>>()(h / 2));  // 1/2, 1/4 …
    r.bits(sixteen);
    r.bits(alibi_slopes<T, dim<12>>());
  });
  tests.proved<double, float>("attention of the reference", []<class T>(report& r) {
    namespace expected = reference::attention_alibi;
    using d = axis<"d", 4>;
    const auto q = launder(with_axes<head_4, token, d>(as<T>(expected::Q)));
    const auto k = launder(with_axes<head_4, key, d>(as<T>(expected::K)));
    const auto v = launder(with_axes<head_4, key, d>(as<T>(expected::V)));
    const auto bias = alibi_bias<T, head_4, token, key>();
    has_type<tensor<T, head_4, token, key>>(bias);
    const auto weights = attention_weights(q, k, biased_by(bias), causal<>);
    r.check(near(weights, expected::weights));
    const auto out = scaled_dot_product_attention(q, k, v, causal<>, biased_by(bias));
    r.check(near(out, expected::out));
    r.bits(bias);
    r.bits(weights);
    r.bits(out);
  });
  tests.proved<double, float>("slope times distance", []<class T>(report& r) {
    using heads = axis<"head", 12>;  // also slopes that are no powers of two
    using keys = axis<"key", 7>;
    const auto slopes = alibi_slopes<T, heads>();
    const auto first = launder(std::size_t{2});
    const auto bias = alibi_bias<T, heads, query, keys>(first);
    for (std::size_t h = 0; h < 12; ++h)
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 7; ++j) {
          const int distance = static_cast<int>(2 + i) - static_cast<int>(j);
          r.check(
              bias(h, i, j) == -slopes(h) * static_cast<T>(distance < 0 ? -distance : distance));
        }
    r.bits(bias);
  });
  // The last queries of many are those that stand so far on.
  tests.proved<double, float>("from any key on", []<class T>(report& r) {
    const auto all = alibi_bias<T, head_4, token, key>();
    using last = axis<"token", 2>;
    r.same(alibi_bias<T, head_4, last, key>(launder(std::size_t{3})), narrow<"token", 2>(all, 3));
    r.same(alibi_bias<T, head_4, token, key>(0), all);
  });
  // Also without a mask, what is further away counts less, on either side.
  tests.proved<double, float>("in both directions", []<class T>(report& r) {
    const auto zero = launder(tensor<T, head_4, token, axis<"d", 3>>{});
    const auto w = attention_weights(
        zero, rename<"token", "key">(zero), biased_by(alibi_bias<T, head_4, token, key>()));
    for (std::size_t h = 0; h < 4; ++h) {
      r.check(w(h, 2, 1) < w(h, 2, 2) && w(h, 2, 3) < w(h, 2, 2) && w(h, 2, 4) < w(h, 2, 3));
      r.check(w(h, 2, 0) == w(h, 2, 4) && w(h, 1, 0) == w(h, 1, 2));
    }
    r.bits(w);
  });
  // Also in front of the keys, and where a sum of sizes would wrap.
  tests.proved<double, float>("from any integer on", []<class T>(report& r) {
    using query = axis<"query", 2>;
    for (const int first : {-7, -1, 0, 3}) {
      const auto b = alibi_bias<T, head_4, query, key>(launder(first));
      for (int h = 0; h < 4; ++h)
        for (int i = 0; i < 2; ++i)
          for (int j = 0; j < 5; ++j) {
            const int distance = first + i < j ? j - first - i : first + i - j;
            r.check(b(h, i, j) == -alibi_slopes<T, head_4>()(h) * static_cast<T>(distance));
          }
      r.bits(b);
    }
    const auto far = alibi_bias<T, head_4, query, key>(launder(~std::uint64_t{}));
    for (const T& element : far) r.check(element <= T(-0x1p55));
    r.bits(far);
    const auto before = alibi_bias<T, head_4, query, key>(launder(INT64_MIN));
    for (const T& element : before) r.check(element <= T(-0x1p54));
    r.bits(before);
  });
  tests.proved("an archetype will do", [](report& r) {
    r.same(values_of(alibi_bias<archetype, head_4, token, key>()),
        alibi_bias<double, head_4, token, key>());
    r.same(values_of(alibi_slopes<archetype, dim<12>>()), alibi_slopes<double, dim<12>>());
  });
  tests.proved("the requirements", [](report& r) {
    r.check(rules::alibi_call<float, head_4, token, key>::all::value);
    r.check(!rules::alibi_call<int, head_4, token, key>::floating_point::value);
    r.check(!rules::alibi_call<float, head_4, token, head_4>::distinct::value);
    using fewer = rules::alibi_call<float, head_4, axis<"token", token::size - 1>, key>;
    r.check(fewer::all::value && !fewer::lengths::value);
  });
  // What attn/attention/relative_bias.hpp promises.
  tests.proved<double, float>("2x4", []<class T>(report& r) {
    //                                              -1  0  1  2  3 keys further on
    const auto table = launder(tensor<T, distance_5>{10, 20, 30, 40, 50});
    const auto bias = relative_bias<query_2, key_4>(table);
    has_type<tensor<T, query_2, key_4>>(bias);
    r.check(bias == tensor<T, query_2, key_4>{{20, 30, 40, 50}, {10, 20, 30, 40}});
    const auto turned = relative_bias<dim<4>, dim<2>>(table);
    r.check(turned == matrix<T, 4, 2>{{40, 50}, {30, 40}, {20, 30}, {10, 20}});
    r.check(relative_bias<dim<1>, dim<1>>(tensor<T, dim<1>>{7}) == matrix<T, 1, 1>{{7}});
    r.bits(bias);
  });
  tests.proved<double, float>("head by head", []<class T>(report& r) {
    const auto table = launder(filled<tensor<T, head, distance_5>>(1));
    const auto bias = relative_bias<query_2, key_4>(table);
    has_type<tensor<T, head, query_2, key_4>>(bias);
    for (std::size_t h = 0; h < 3; ++h)
      r.same(select<"head">(bias, h), relative_bias<query_2, key_4>(select<"head">(table, h)));
    r.bits(bias);
  });
  // A table that falls with the distance is ALiBi.
  tests.proved<double, float>("ALiBi is one", []<class T>(report& r) {
    const auto slopes = alibi_slopes<T, head>();
    tensor<T, head, axis<"distance", 7>> table;
    for (std::size_t h = 0; h < 3; ++h)
      for (std::size_t d = 0; d < 7; ++d)
        table(h, d) = -slopes(h) * static_cast<T>(d < 3 ? 3 - d : d - 3);
    const auto bias = relative_bias<axis<"query", 4>, key_4>(launder(table));
    r.check(bias == alibi_bias<T, head, axis<"query", 4>, key_4>());
  });
  tests.proved<double, float>("in attention", []<class T>(report& r) {
    using d = axis<"d", 3>;
    const auto q = launder(filled<tensor<T, head, query_2, d>>(2));
    const auto k = launder(filled<tensor<T, head, key_4, d>>(3));
    const auto bias =
        relative_bias<query_2, key_4>(launder(filled<tensor<T, head, distance_5>>(4)));
    const auto w = attention_weights(q, k, biased_by(bias));
    r.check(w != attention_weights(q, k));
    // One table for all heads.
    const auto shared = relative_bias<query_2, key_4>(launder(filled<tensor<T, distance_5>>(5)));
    r.bits(attention_weights(q, k, biased_by(shared)));
    r.bits(w);
  });
  tests.accepts_an_archetype<tensor<double, head, distance_5>>(
      [](const auto& table) { return relative_bias<query_2, key_4>(table); });
};
}  // namespace attn_tests::attention_bias_tests
