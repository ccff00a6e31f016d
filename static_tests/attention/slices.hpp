// SPDX-License-Identifier: BSL-1.0
// What attn/attention/slices.hpp promises; and article 0's second program, line by line.
#pragma once

#include <attn/attention/slices.hpp>
#include <attn/ops/map.hpp>
#include <attn/ops/merge.hpp>
#include <attn/ops/permute.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/split.hpp>
#include <attn/random/splitmix.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>

#include "static_tests/reference/seed0_encoder_8head.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::slices_tests {

using namespace attn;

// Article 0's program has 3 tokens, 8 heads, 768 numbers a token, and prints eight shapes. The
// numbers stand here once, and each stage of the program is an evaluation of its own.
namespace article_0 {
namespace expected = reference::seed0_encoder_8head;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using hidden = axis<"hidden", 768>;
using head = axis<"head", 8>;
using d_k = axis<"d_k", 96>;

template <class T>
inline constexpr auto Query = splitmix_fill<splitmix::u24, tensor<T, token, hidden>>(1);
template <class T>
inline constexpr auto Key = splitmix_fill<splitmix::u24, tensor<T, key, hidden>>(2);
template <class T>
inline constexpr auto Value = splitmix_fill<splitmix::u24, tensor<T, key, hidden>>(3);

template <class T>
constexpr report the_program() {
  report r;
  const auto reshaped = split<"hidden", head, d_k>(launder(Query<T>));
  static_assert(std::is_same_v<decltype(reshaped), const tensor<T, token, head, d_k>>);  // 1
  const auto q = permute<1, 0, 2>(reshaped);
  static_assert(std::is_same_v<decltype(q), const tensor<T, head, token, d_k>>);  // 2
  const auto k = permute<1, 0, 2>(split<"hidden", head, d_k>(launder(Key<T>)));
  const auto turned = permute<0, 2, 1>(k);
  static_assert(std::is_same_v<decltype(turned), const tensor<T, head, d_k, key>>);  // 3
  const auto scores = matmul(q, turned) * default_scale<T>(96);
  static_assert(std::is_same_v<decltype(scores), const tensor<T, head, token, key>>);  // 4
  r.check(near(scores, expected::scaled));
  r.check(near(sum<"key">(map(scores, [](T x) { return math::exp(x); })), expected::exp_sums));
  const auto weights = softmax<"key">(scores);
  static_assert(std::is_same_v<decltype(weights), const tensor<T, head, token, key>>);  // 5
  r.check(near(weights, expected::weights));
  r.check(near(softmax_naive<"key">(scores), expected::weights));  // what the article has
  r.bits(weights);
  return r;
}

template <class T>
constexpr report the_program_ends() {
  report r;
  const auto v = permute<1, 0, 2>(split<"hidden", head, d_k>(launder(Value<T>)));
  const auto out = matmul(launder(as<T>(with_axes<head, token, key>(expected::weights.value))), v);
  static_assert(std::is_same_v<decltype(out), const tensor<T, head, token, d_k>>);  // 6
  const auto beside = permute<1, 0, 2>(out);
  static_assert(std::is_same_v<decltype(beside), const tensor<T, token, head, d_k>>);  // 7
  const auto joined = merge<"head", "d_k", "hidden">(beside);
  static_assert(std::is_same_v<decltype(joined), const tensor<T, token, hidden>>);  // 8
  r.check(near(joined, expected::out));
  r.bits(joined);
  return r;
}

// All of it in one function, and bit for bit what the lines of the program are.
template <class T>
constexpr report in_one_function() {
  report r;
  const auto out = attention_of_slices<head>(launder(Query<T>), launder(Key<T>), launder(Value<T>));
  static_assert(std::is_same_v<decltype(out), const tensor<T, token, hidden>>);
  r.check(near(out, expected::out));
  r.check(near(sum<"token">(sum<"hidden">(out)), expected::out_sum));
  r.check(near(sum<"token">(sum<"hidden">(multiply(out, out))), expected::out_sum_of_squares));
  const auto heads = [](const auto& x) { return permute<1, 0, 2>(split<-1, head, d_k>(x)); };
  r.check(bitwise_equal(out, merge<1, 2, "hidden">(permute<1, 0, 2>(scaled_dot_product_attention(
                                 heads(Query<T>), heads(Key<T>), heads(Value<T>))))));
  r.bits(out);
  return r;
}

// The numbers that the article prints between its shapes, to the digits that it prints.
constexpr report what_it_prints() {
  report r;
  r.check(allclose(expected::exp_sums.value(0, 0), 38.69554042, 1e-8, 0.0));
  r.check(allclose(expected::exp_sums.value(7, 2), 34.15321494, 1e-8, 0.0));
  return r;
}
}  // namespace article_0

// Every extent another one: 3 tokens, 5 keys, 2 heads, widths 4 and 6.
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 6>;
using head = axis<"head", 2>;

template <class T>
constexpr report slices_attend_on_their_own() {
  report r;
  const auto q = launder(filled<tensor<T, token, width>>(1, T(2)));
  const auto k = launder(filled<tensor<T, key, width>>(2, T(2)));
  const auto v = launder(filled<tensor<T, key, content>>(3));
  const auto all = attention_of_slices<head>(q, k, v);
  static_assert(std::is_same_v<decltype(all), const tensor<T, token, content>>);
  for (std::size_t h = 0; h < 2; ++h)
    r.check(bitwise_equal(
        narrow<"content", 3>(all, 3 * h),
        scaled_dot_product_attention(narrow<"width", 2>(q, 2 * h), narrow<"width", 2>(k, 2 * h),
                                     narrow<"content", 3>(v, 3 * h))));
  r.check(bitwise_equal(all, merge_heads<"content">(scaled_dot_product_attention(
                                 split_heads<head, dim<2>>(q), split_heads<head, dim<2>>(k),
                                 split_heads<head, dim<3>>(v)))));
  r.check(bitwise_equal(attention_of_slices<head>(q, k, v, unscaled),
                        attention_of_slices<head>(q, k, v, scaled_by(1))));
  r.check(!bitwise_equal(attention_of_slices<head>(q, k, v, unscaled), all));
  // A user-defined score is asked for slices, which have two columns here.
  const auto weighted = scored_by([](const auto& a, const auto& b) {
    return attention_scores(matmul(a, matrix<T, 2, 2>{{2, 1}, {0, 3}}), b);
  });
  r.check(
      bitwise_equal(narrow<"content", 3>(attention_of_slices<head>(q, k, v, weighted), 3),
                    scaled_dot_product_attention(narrow<"width", 2>(q, 2), narrow<"width", 2>(k, 2),
                                                 narrow<"content", 3>(v, 3), weighted)));
  r.check(
      bitwise_equal(attention_of_slices<dim<2>>(unnamed(q), unnamed(k), unnamed(v)), unnamed(all)));
  r.bits(all);
  return r;
}

constexpr report one_slice_is_attention() {
  report r;
  const auto q = launder(filled<tensor<double, token, width>>(4, 2.0));
  const auto k = launder(filled<tensor<double, key, width>>(5, 2.0));
  const auto v = launder(filled<tensor<double, key, content>>(6));
  r.check(bitwise_equal(attention_of_slices<axis<"head", 1>>(q, k, v),
                        scaled_dot_product_attention(q, k, v)));
  // A sequence with itself: its keys are renamed automatically.
  r.check(bitwise_equal(attention_of_slices<head>(q, q, q),
                        attention_of_slices<head>(q, as_keys(q), as_keys(q))));
  return r;
}

constexpr report a_batch_stays_in_front() {
  report r;
  using batch = axis<"batch", 2>;
  const auto q = launder(filled<tensor<float, batch, token, width>>(7));
  const auto k = launder(filled<tensor<float, batch, key, width>>(8));
  const auto v = launder(filled<tensor<float, batch, key, content>>(9));
  const auto all = attention_of_slices<head>(q, k, v);
  static_assert(std::is_same_v<decltype(all), const tensor<float, batch, token, content>>);
  for (std::size_t b = 0; b < 2; ++b)
    r.check(bitwise_equal(select<"batch">(all, b),
                          attention_of_slices<head>(select<"batch">(q, b), select<"batch">(k, b),
                                                    select<"batch">(v, b))));
  r.bits(all);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto q = launder(filled<tensor<double, token, width>>(10, 2.0));
  const auto k = launder(filled<tensor<double, key, width>>(11, 2.0));
  const auto v = launder(filled<tensor<double, key, content>>(12));
  r.check(bitwise_equal(
      values_of(attention_of_slices<head>(as_archetype(q), as_archetype(k), as_archetype(v))),
      attention_of_slices<head>(q, k, v)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"article 0, the program, double", article_0::the_program<double>},
    {"article 0, the program, float", article_0::the_program<float>},
    {"article 0, the program ends, double", article_0::the_program_ends<double>},
    {"article 0, the program ends, float", article_0::the_program_ends<float>},
    {"article 0, in one function, double", article_0::in_one_function<double>},
    {"article 0, in one function, float", article_0::in_one_function<float>},
    {"article 0, what it prints", article_0::what_it_prints},
    {"slices attend on their own, double", slices_attend_on_their_own<double>},
    {"slices attend on their own, float", slices_attend_on_their_own<float>},
    {"one slice is attention", one_slice_is_attention},
    {"a batch stays in front", a_batch_stays_in_front},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::slices_tests
