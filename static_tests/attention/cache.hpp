// SPDX-License-Identifier: BSL-1.0
// What attn/attention/cache.hpp promises.
#pragma once

#include <attn/attention/alibi.hpp>
#include <attn/attention/bias.hpp>
#include <attn/attention/cache.hpp>
#include <attn/attention/heads.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/rotary.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/rename.hpp>
#include <type_traits>

#include "static_tests/reference/attention_kv_cache.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/executed.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::cache_tests {

using namespace attn;
using head = axis<"head", 2>;
using token = axis<"token", 6>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 3>;
template <std::size_t Capacity>
using key = axis<"key", Capacity>;

struct as_they_are {
  template <class X>
  constexpr X operator()(const X& x, std::size_t) const {
    return x;
  }
};
template <class Layout>
struct turned {
  template <class X>
  constexpr X operator()(const X& x, std::size_t first) const {
    return rotary<Layout>(x, {.first_position = first});
  }
};

// Row t of full causal attention is what token t finds when it is appended and attends: for every
// prefix, whether the cache is as long as the sequence or longer.
template <class T, std::size_t Capacity, class Positions>
constexpr report as_full_causal_attention() {
  report r;
  const auto q = launder(filled<tensor<T, token, d_k>>(1, T(2)));
  const auto k = launder(filled<tensor<T, token, d_k>>(2, T(2)));
  const auto v = launder(filled<tensor<T, token, d_v>>(3));
  const Positions at{};
  const auto all = scaled_dot_product_attention(at(q, 0), at(k, 0), v, causal<>);
  key_value_cache<T, key<Capacity>, d_k, d_v> cache;
  for (std::size_t t = 0; t < token::size; ++t) {
    r.check(cache.count == t && cache.room() == Capacity - t);
    const auto q_t = narrow<"token", 1>(q, t), k_t = narrow<"token", 1>(k, t);
    cache.append(at(k_t, cache.count), narrow<"token", 1>(v, t));
    const auto found = cache.attend(at(q_t, t));
    static_assert(std::is_same_v<decltype(found), const tensor<T, axis<"token", 1>, d_v>>);
    r.check(bitwise_equal(found, narrow<"token", 1>(all, t)));
    r.bits(found);
  }
  return r;
}

// Rows that have no sequence axis, and results that have none.
template <class T>
constexpr report rows_of_one_token() {
  report r;
  const auto q = launder(filled<tensor<T, head, token, d_k>>(4));
  const auto k = launder(filled<tensor<T, head, token, d_k>>(5));
  const auto v = launder(filled<tensor<T, head, token, d_v>>(6));
  const auto all = scaled_dot_product_attention(q, k, v, causal<>);
  key_value_cache<T, key<7>, d_k, d_v, head> cache;
  for (std::size_t t = 0; t < token::size; ++t) {
    cache.append(select<"token">(k, t), select<"token">(v, t));
    const auto found = cache.attend(select<"token">(q, t));
    static_assert(std::is_same_v<decltype(found), const tensor<T, head, d_v>>);
    r.check(bitwise_equal(found, select<"token">(all, t)));
    r.bits(found);
  }
  return r;
}

// Every head has rows of its own, however many there are, with one leading axis or with two.
template <class T, class... Leading>
constexpr report of_every_head() {
  report r;
  const auto q = launder(filled<tensor<T, Leading..., token, d_k>>(21));
  const auto k = launder(filled<tensor<T, Leading..., token, d_k>>(22));
  const auto v = launder(filled<tensor<T, Leading..., token, d_v>>(23));
  const auto all = scaled_dot_product_attention(q, k, v, causal<>);
  key_value_cache<T, key<8>, d_k, d_v, Leading...> cache;
  for (std::size_t t = 0; t < token::size; ++t) {
    cache.append(select<"token">(k, t), select<"token">(v, t));
    const auto found = cache.attend(select<"token">(q, t));
    r.check(bitwise_equal(found, select<"token">(all, t)));
    r.bits(found);
  }
  r.check(bitwise_equal(narrow<"key", 6>(cache.keys, 0), rename<"token", "key">(k)));
  r.check(bitwise_equal(narrow<"key", 6>(cache.values, 0), rename<"token", "key">(v)));
  r.check(
      bitwise_equal(narrow<"key", 2>(cache.keys, 6), tensor<T, Leading..., axis<"key", 2>, d_k>{}));
  return r;
}

// A prompt comes at once: four tokens, then two, each of which sees what was before it.
template <class T>
constexpr report several_tokens_at_once() {
  report r;
  const auto q = launder(filled<tensor<T, head, token, d_k>>(7));
  const auto k = launder(filled<tensor<T, head, token, d_k>>(8));
  const auto v = launder(filled<tensor<T, head, token, d_v>>(9));
  const auto all = scaled_dot_product_attention(q, k, v, causal<>);
  key_value_cache<T, key<9>, d_k, d_v, head> cache, one_by_one;
  cache.append(narrow<"token", 4>(k, 0), narrow<"token", 4>(v, 0));
  const auto prompt = cache.attend(narrow<"token", 4>(q, 0), causal_from(0));
  r.check(bitwise_equal(prompt, narrow<"token", 4>(all, 0)));
  cache.append(narrow<"token", 2>(k, 4), narrow<"token", 2>(v, 4));
  const auto rest = cache.attend(narrow<"token", 2>(q, 4), causal_from(4));
  r.check(bitwise_equal(rest, narrow<"token", 2>(all, 4)));
  for (std::size_t t = 0; t < token::size; ++t)
    one_by_one.append(select<"token">(k, t), select<"token">(v, t));
  r.check(cache == one_by_one);
  cache.append(select<"token">(k, 0), select<"token">(v, 0));
  r.check(cache != one_by_one && cache.count == 7 && cache.room() == 2);
  r.bits(prompt);
  r.bits(rest);
  return r;
}

// Two heads, projections in front of it and one behind: torch's and NumPy's numbers.
template <class T>
constexpr report as_the_reference() {
  namespace expected = reference::attention_kv_cache;
  report r;
  const auto x = launder(as<T>(expected::X));
  const auto w_q = launder(as<T>(expected::Wq)), w_k = launder(as<T>(expected::Wk));
  const auto w_v = launder(as<T>(expected::Wv)), w_o = launder(as<T>(expected::Wo));
  key_value_cache<T, dim<6>, dim<2>, dim<2>, dim<2>> cache;
  matrix<T, 6, 4> context, out;
  for (std::size_t t = 0; t < 6; ++t) {
    const auto x_t = narrow<0, 1>(x, t);
    cache.append(split_heads<dim<2>, dim<2>>(matmul(x_t, w_k)),
                 split_heads<dim<2>, dim<2>>(matmul(x_t, w_v)));
    const auto found =
        merge_heads<"width">(cache.attend(split_heads<dim<2>, dim<2>>(matmul(x_t, w_q))));
    const auto result = matmul(found, w_o);
    for (std::size_t j = 0; j < 4; ++j) {
      context(t, j) = found(0, j);
      out(t, j) = result(0, j);
    }
  }
  const auto queries = split_heads<dim<2>, dim<2>>(matmul(x, w_q));
  r.check(near(queries, expected::Q));
  r.check(near(attention_weights(queries, cache.keys, causal<>), expected::weights));
  r.check(near(cache.keys, expected::K_cache));
  r.check(near(cache.values, expected::V_cache));
  r.check(near(context, expected::context));
  r.check(near(out, expected::out));
  r.bits(out);
  return r;
}

// Options are those of attention; a mask holds besides what the cache leaves out.
template <class T>
constexpr report with_options() {
  report r;
  const auto q = launder(filled<tensor<T, head, token, d_k>>(10));
  const auto k = launder(filled<tensor<T, head, token, d_k>>(11));
  const auto v = launder(filled<tensor<T, head, token, d_v>>(12));
  using keys = axis<"key_token", 6>;
  const auto bias = alibi_bias<T, head, token, keys>();
  const auto all = scaled_dot_product_attention(q, k, v, causal<>, biased_by(bias), unscaled);
  const auto windowed = scaled_dot_product_attention(q, k, v, sliding_window<2, 0>);
  key_value_cache<T, key<8>, d_k, d_v, head> cache;
  for (std::size_t t = 0; t < token::size; ++t) {
    cache.append(narrow<"token", 1>(k, t), narrow<"token", 1>(v, t));
    const auto q_t = narrow<"token", 1>(q, t);
    const auto bias_t = alibi_bias<T, head, axis<"token", 1>, key<8>>(t);
    r.check(
        bitwise_equal(cache.attend(q_t, unscaled, biased_by(bias_t)), narrow<"token", 1>(all, t)));
    tensor<keeps, axis<"token", 1>, key<8>> near_by;
    for (std::size_t j = 0; j < 8; ++j) near_by(0, j) = j + 2 >= t;  // the later ones are not there
    const auto found = cache.attend(q_t, near_by);
    r.check(bitwise_equal(found, narrow<"token", 1>(windowed, t)));
    r.bits(found);
  }
  return r;
}

// Without a mask several queries see all that is there: the memory of a decoder.
template <class T>
constexpr report all_that_is_there() {
  report r;
  const auto q = launder(filled<tensor<T, token, d_k>>(13));
  const auto k = launder(filled<tensor<T, axis<"word", 3>, d_k>>(14));
  const auto v = launder(filled<tensor<T, axis<"word", 3>, d_v>>(15));
  key_value_cache<T, axis<"word", 5>, d_k, d_v> cache;
  cache.append(k, v);
  r.check(bitwise_equal(cache.attend(q), scaled_dot_product_attention(q, k, v)));
  r.bits(cache.attend(q));
  return r;
}

// Who asks an empty cache says what it is to answer, or the compiler calls
// key_value_cache_is_empty_append_first. Of one that is full it says key_value_cache_is_full.
template <class T>
constexpr report nothing_is_there() {
  report r;
  const key_value_cache<T, key<5>, d_k, d_v, head> cache;
  const auto q = launder(filled<tensor<T, head, d_k>>(20));
  r.check(cache.attend(q, fully_masked<zero_rows>) == tensor<T, head, d_v>{});
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto q = launder(filled<tensor<double, token, d_k>>(17));
  const auto k = launder(filled<tensor<double, token, d_k>>(18));
  const auto v = launder(filled<tensor<double, token, d_v>>(19));
  key_value_cache<double, key<7>, d_k, d_v> cache;
  key_value_cache<archetype, key<7>, d_k, d_v> other;
  cache.append(k, v);
  other.append(as_archetype(k), as_archetype(v));
  r.check(bitwise_equal(values_of(other.attend(as_archetype(q), causal_from(0))),
                        cache.attend(q, causal_from(0))));
  return r;
}

constexpr report costs() {
  report r;
  using three = axis<"token", 3>;
  using Q = tensor<double, three, d_k>;
  using cache = key_value_cache<double, key<5>, d_k, axis<"content", 7>>;
  using counted_cache = key_value_cache<counted<double>, key<5>, d_k, axis<"content", 7>>;
  const auto attend = [&r](const auto& q, const auto& rows_k, const auto& rows_v) {
    counted_cache c{};
    c.append(rows_k, rows_v);
    r.check(c.count == 3);
    return c.attend(q);
  };
  using rows_k = tensor<double, three, d_k>;
  using rows_v = tensor<double, three, axis<"content", 7>>;
  constexpr operation_count constant = cost::cached_attention<cache, Q>(3);
  static_assert(constant.exponentials == 3 * 3 && constant.multiplications == 60 + 15 + 9 + 105);
  check_executed(r, executed(attend, Q{}, rows_k{}, rows_v{}), constant);
  using one = tensor<double, d_k>;
  check_executed(r, executed(attend, one{}, rows_k{}, rows_v{}),
                 cost::cached_attention<cache, one>(3));
  r.check(3 * cost::cached_attention<cache, one>(3) == constant);
  r.check(cost::cached_attention<cache, Q>(3, causal_from(0)).exponentials == 1 + 2 + 3);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"as full causal attention, double", as_full_causal_attention<double, 6, as_they_are>},
    {"as full causal attention, float", as_full_causal_attention<float, 6, as_they_are>},
    {"as full causal attention, longer cache, double",
     as_full_causal_attention<double, 19, as_they_are>},
    {"as full causal attention, longer cache, float",
     as_full_causal_attention<float, 19, as_they_are>},
    {"as full causal attention, rotary, double",
     as_full_causal_attention<double, 8, turned<half_pairs>>},
    {"as full causal attention, rotary, float",
     as_full_causal_attention<float, 8, turned<interleaved_pairs>>},
    {"rows of one token, double", rows_of_one_token<double>},
    {"rows of one token, float", rows_of_one_token<float>},
    {"of every head, double", of_every_head<double, axis<"head", 5>>},
    {"of every head, float", of_every_head<float, axis<"batch", 2>, axis<"head", 3>>},
    {"several tokens at once, double", several_tokens_at_once<double>},
    {"several tokens at once, float", several_tokens_at_once<float>},
    {"as the reference, double", as_the_reference<double>},
    {"as the reference, float", as_the_reference<float>},
    {"with options, double", with_options<double>},
    {"with options, float", with_options<float>},
    {"all that is there, double", all_that_is_there<double>},
    {"all that is there, float", all_that_is_there<float>},
    {"nothing is there, double", nothing_is_there<double>},
    {"nothing is there, float", nothing_is_there<float>},
    {"an archetype will do", an_archetype_will_do},
    {"costs", costs},
};

}  // namespace attn_tests::cache_tests
