// SPDX-License-Identifier: BSL-1.0
// Behaviours of cache, lengths of attn/attention/.
#pragma once

#include "static_tests/reference/attention_heads.hpp"
#include "static_tests/support/attention_case.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::attention_cache_tests {
using token_6 = axis<"token", 6>;
using d_v = axis<"d_v", 3>;
template <std::size_t Capacity> using key_of = axis<"key", Capacity>;

struct as_they_are {
  template <class X> constexpr X operator()(const X& x, std::size_t) const { return x; }
};
template <class Layout> struct turned {
  template <class X> constexpr X operator()(const X& x, std::size_t first) const {
    return rotary<Layout>(x, {.first_position = first});
  }
};

// Row t of full causal attention is what token t finds when it is appended and attends: for every
// prefix, whether the cache is as long as the sequence or longer.
template <class T, std::size_t Capacity, class Positions>
constexpr void as_full_causal_attention(report& r) {
  const auto q = launder(filled<tensor<T, token_6, d_k>>(1, T(2)));
  const auto k = launder(filled<tensor<T, token_6, d_k>>(2, T(2)));
  const auto v = launder(filled<tensor<T, token_6, d_v>>(3));
  const Positions at{};
  const auto all = scaled_dot_product_attention(at(q, 0), at(k, 0), v, causal<>);
  key_value_cache<T, key_of<Capacity>, d_k, d_v> cache;
  for (std::size_t t = 0; t < token_6::size; ++t) {
    r.check(cache.count == t && cache.room() == Capacity - t);
    const auto q_t = narrow<"token", 1>(q, t), k_t = narrow<"token", 1>(k, t);
    cache.append(at(k_t, cache.count), narrow<"token", 1>(v, t));
    const auto found = cache.attend(at(q_t, t));
    has_type<tensor<T, axis<"token", 1>, d_v>>(found);
    r.same(found, narrow<"token", 1>(all, t));
  }
}

// Every head has rows of its own, however many there are, with one leading axis or with two.
template <class T, class... Leading> constexpr void of_every_head(report& r) {
  const auto q = launder(filled<tensor<T, Leading..., token_6, d_k>>(21));
  const auto k = launder(filled<tensor<T, Leading..., token_6, d_k>>(22));
  const auto v = launder(filled<tensor<T, Leading..., token_6, d_v>>(23));
  const auto all = scaled_dot_product_attention(q, k, v, causal<>);
  key_value_cache<T, key_of<8>, d_k, d_v, Leading...> cache;
  for (std::size_t t = 0; t < token_6::size; ++t) {
    cache.append(select<"token">(k, t), select<"token">(v, t));
    const auto found = cache.attend(select<"token">(q, t));
    r.same(found, select<"token">(all, t));
  }
  r.same(narrow<"key", 6>(cache.keys, 0), rename<"token", "key">(k));
  r.same(narrow<"key", 6>(cache.values, 0), rename<"token", "key">(v));
  r.same(narrow<"key", 2>(cache.keys, 6), tensor<T, Leading..., axis<"key", 2>, d_k>{});
}

// Several heads of queries share one of the cache: the rows of grouped_query_attention, with options
// that see the position of a query, and with those that see more.
template <class T, int Part, class... Batch> constexpr void in_groups(report& r) {
  using q_head = axis<"head", 6>;
  using kv_head = axis<"head", 2>;
  const auto q = launder(filled<tensor<T, Batch..., q_head, token_6, d_k>>(31));
  const auto k = launder(filled<tensor<T, Batch..., kv_head, token_6, d_k>>(32));
  const auto v = launder(filled<tensor<T, Batch..., kv_head, token_6, d_v>>(33));
  const auto all = [&](const auto&... options) {
    return grouped_query_attention(q, as_keys(k), as_keys(v), options...);
  };
  key_value_cache<T, key_of<8>, d_k, d_v, Batch..., kv_head> cache;
  const auto q_4 = narrow<"token", 4>(q, 0);
  const auto first = [&](const auto& x) { return narrow<"token", 4>(x, 0); };
  cache.append(first(k), first(v));
  if constexpr (Part == 0) {
    r.same(cache.attend(q_4, causal_from(0)), first(all(causal<>)));
    r.same(cache.attend(q_4, unscaled, causal_from(0)), first(all(causal<>, unscaled)));
    r.same(cache.attend(q_4, sliding_window_from<1, 0>(0)), first(all(sliding_window<1, 0>)));
    r.same(cache.attend(q_4, causal_from(0) & sliding_window_from<2, unbounded>(0)),
        first(all(sliding_window<2, 0>)));
  } else if constexpr (Part == 1) {
    r.same(
        cache.attend(q_4, causal<top_left>), first(all(causal<>)));  // sees the number of queries
    r.same(cache.attend(q_4, causal_from(0), skip_masked), first(all(causal<>, skip_masked)));
    const auto bias = launder(filled<tensor<T, q_head, axis<"token", 4>, key_of<8>>>(34));
    r.same(cache.attend(q_4, biased_by(bias), causal_from(0)),
        grouped_query_attention(q_4, cache.keys, cache.values, biased_by(bias), causal_from(0)));
    const auto sinks = launder(filled<tensor<T, q_head>>(35));
    r.same(cache.attend(q_4, with_sinks(sinks), causal_from(0)),
        first(all(causal<>, with_sinks(sinks))));
    r.same(cache.attend(q_4, softmax_plus_one, causal_from(0)),
        first(all(causal<>, softmax_plus_one)));
  } else
    for (std::size_t t = 4; t < 6; ++t) {
      cache.append(select<"token">(k, t), select<"token">(v, t));
      const auto found = cache.attend(select<"token">(q, t));
      has_type<tensor<T, Batch..., q_head, d_v>>(found);
      r.same(found, select<"token">(all(causal<>), t));
      r.same(cache.attend(narrow<"token", 1>(q, t)), narrow<"token", 1>(all(causal<>), t));
      r.same(cache.attend(select<"token">(q, t), sliding_window_from<2, 0>(t)),
          select<"token">(all(sliding_window<2, 0>), t));
    }
}

using head_3 = axis<"head", 3>;
using token = axis<"token", 4>;
using width = axis<"width", 6>;

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/attention/cache.hpp promises.
  tests.executed("as full causal attention, double",
      [](report& r) { as_full_causal_attention<double, 6, as_they_are>(r); });
  tests.executed("as full causal attention, float",
      [](report& r) { as_full_causal_attention<float, 6, as_they_are>(r); });
  tests.executed("as full causal attention, longer cache, double",
      [](report& r) { as_full_causal_attention<double, 19, as_they_are>(r); });
  tests.executed("as full causal attention, longer cache, float",
      [](report& r) { as_full_causal_attention<float, 19, as_they_are>(r); });
  tests.executed("as full causal attention, rotary, double",
      [](report& r) { as_full_causal_attention<double, 8, turned<half_pairs>>(r); });
  tests.executed("as full causal attention, rotary, float",
      [](report& r) { as_full_causal_attention<float, 8, turned<interleaved_pairs>>(r); });
  // Rows that have no sequence axis, and results that have none.
  tests.executed<double, float>("rows of one token", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, head, token_6, d_k>>(4));
    const auto k = launder(filled<tensor<T, head, token_6, d_k>>(5));
    const auto v = launder(filled<tensor<T, head, token_6, d_v>>(6));
    const auto all = scaled_dot_product_attention(q, k, v, causal<>);
    key_value_cache<T, key_of<7>, d_k, d_v, head> cache;
    for (std::size_t t = 0; t < token_6::size; ++t) {
      cache.append(select<"token">(k, t), select<"token">(v, t));
      const auto found = cache.attend(select<"token">(q, t));
      has_type<tensor<T, head, d_v>>(found);
      r.same(found, select<"token">(all, t));
    }
  });
  tests.executed(
      "of every head, double", [](report& r) { of_every_head<double, axis<"head", 5>>(r); });
  tests.executed("of every head, float",
      [](report& r) { of_every_head<float, axis<"batch", 2>, axis<"head", 3>>(r); });
  // A prompt comes at once: four tokens, then two, each of which sees what was before it.
  tests.executed<double, float>("several tokens at once", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, head, token_6, d_k>>(7));
    const auto k = launder(filled<tensor<T, head, token_6, d_k>>(8));
    const auto v = launder(filled<tensor<T, head, token_6, d_v>>(9));
    const auto all = scaled_dot_product_attention(q, k, v, causal<>);
    key_value_cache<T, key_of<9>, d_k, d_v, head> cache, one_by_one;
    cache.append(narrow<"token", 4>(k, 0), narrow<"token", 4>(v, 0));
    const auto prompt = cache.attend(narrow<"token", 4>(q, 0), causal_from(0));
    r.same(prompt, narrow<"token", 4>(all, 0));
    cache.append(narrow<"token", 2>(k, 4), narrow<"token", 2>(v, 4));
    const auto rest = cache.attend(narrow<"token", 2>(q, 4), causal_from(4));
    r.same(rest, narrow<"token", 2>(all, 4));
    for (std::size_t t = 0; t < token_6::size; ++t)
      one_by_one.append(select<"token">(k, t), select<"token">(v, t));
    r.check(cache == one_by_one);
    cache.append(select<"token">(k, 0), select<"token">(v, 0));
    r.check(cache != one_by_one && cache.count == 7 && cache.room() == 2);
  });
  // Two heads, projections in front of it and one behind: torch's and NumPy's numbers.
  tests.executed<double, float>("in groups of heads, with masks of positions",
      []<class T>(report& r) { in_groups<T, 0>(r); });
  tests.executed<double, float>(
      "in groups of heads, with other options", []<class T>(report& r) { in_groups<T, 1>(r); });
  tests.executed<double, float>("in groups of heads, token by token",
      []<class T>(report& r) { in_groups<T, 2, axis<"batch", 2>>(r); });
  tests.proved<double, float>("fewer rows", []<class T>(report& r) {
    const auto k = launder(filled<tensor<T, head_3, token_6, d_k>>(41));
    const auto v = launder(filled<tensor<T, head_3, token_6, d_v>>(42));
    using cache_type = key_value_cache<T, key_of<7>, d_k, d_v, head_3>;
    const auto of = [&]<std::size_t N>(std::size_t first, std::integral_constant<std::size_t, N>) {
      cache_type cache;
      cache.append(narrow<"token", N>(k, first), narrow<"token", N>(v, first));
      return cache;
    };
    const auto four = of(0, std::integral_constant<std::size_t, 4>{});
    auto cache = four;
    cache.append(narrow<"token", 2>(k, 4), narrow<"token", 2>(v, 4));
    auto last = cache, none = cache;
    cache.crop(4);
    r.check(cache == four && cache.count == 4 && cache.room() == 3);
    cache.crop(4);
    r.check(cache == four);
    last.keep_last(2);
    r.check(last == of(4, std::integral_constant<std::size_t, 2>{}));
    none.reset();
    r.check(none == cache_type{});
    // A prefix for each of two texts.
    const auto both = repeat_cache<axis<"text", 2>>(four);
    has_type<key_value_cache<T, key_of<7>, d_k, d_v, axis<"text", 2>, head_3>>(both);
    r.check(both.count == 4);
    for (std::size_t text = 0; text < 2; ++text) {
      r.same(select<"text">(both.keys, text), four.keys);
      r.same(select<"text">(both.values, text), four.values);
    }
  });
  tests.executed<double, float>("as the reference", []<class T>(report& r) {
    namespace expected = reference::attention_kv_cache;
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
  });
  // Options are the options of attention; a mask is applied in addition to the cache's own.
  tests.executed<double, float>("with options", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, head, token_6, d_k>>(10));
    const auto k = launder(filled<tensor<T, head, token_6, d_k>>(11));
    const auto v = launder(filled<tensor<T, head, token_6, d_v>>(12));
    using keys = axis<"key_token", 6>;
    const auto bias = alibi_bias<T, head, token_6, keys>();
    const auto all = scaled_dot_product_attention(q, k, v, causal<>, biased_by(bias), unscaled);
    const auto windowed = scaled_dot_product_attention(q, k, v, sliding_window<2, 0>);
    key_value_cache<T, key_of<8>, d_k, d_v, head> cache;
    for (std::size_t t = 0; t < token_6::size; ++t) {
      cache.append(narrow<"token", 1>(k, t), narrow<"token", 1>(v, t));
      const auto q_t = narrow<"token", 1>(q, t);
      const auto bias_t = alibi_bias<T, head, axis<"token", 1>, key_of<8>>(t);
      r.same(cache.attend(q_t, unscaled, biased_by(bias_t)), narrow<"token", 1>(all, t));
      r.same(cache.attend(q_t, queries_scaled_by(T(0.3))), cache.attend(q_t * T(0.3), unscaled));
      tensor<keeps, axis<"token", 1>, key_of<8>> near_by;
      for (std::size_t j = 0; j < 8; ++j)
        near_by(0, j) = j + 2 >= t;  // the later ones are not there
      const auto found = cache.attend(q_t, near_by);
      r.same(found, narrow<"token", 1>(windowed, t));
    }
  });
  // Without a mask several queries see all that is there: the memory of a decoder.
  tests.executed<double, float>("all that is there", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, token_6, d_k>>(13));
    const auto k = launder(filled<tensor<T, axis<"word", 3>, d_k>>(14));
    const auto v = launder(filled<tensor<T, axis<"word", 3>, d_v>>(15));
    key_value_cache<T, axis<"word", 5>, d_k, d_v> cache;
    cache.append(k, v);
    r.same(cache.attend(q), scaled_dot_product_attention(q, k, v));
  });
  // Who asks an empty cache says what it is to answer, or the compiler calls
  // key_value_cache_is_empty_append_first. Of one that is full it says key_value_cache_is_full,
  // and of rows that were never there key_value_cache_has_fewer_rows.
  tests.executed<double, float>("nothing is there", []<class T>(report& r) {
    const key_value_cache<T, key_of<5>, d_k, d_v, head> cache;
    const auto q = launder(filled<tensor<T, head, d_k>>(20));
    r.check(cache.attend(q, fully_masked<zero_rows>) == tensor<T, head, d_v>{});
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto q = launder(filled<tensor<double, token_6, d_k>>(17));
    const auto k = launder(filled<tensor<double, token_6, d_k>>(18));
    const auto v = launder(filled<tensor<double, token_6, d_v>>(19));
    key_value_cache<double, key_of<7>, d_k, d_v> cache;
    key_value_cache<archetype, key_of<7>, d_k, d_v> other;
    cache.append(k, v);
    other.append(as_archetype(k), as_archetype(v));
    r.same(
        values_of(other.attend(as_archetype(q), causal_from(0))), cache.attend(q, causal_from(0)));
  });
  tests.proved("costs", [](report& r) {
    using three = axis<"token", 3>;
    using Q = tensor<double, three, d_k>;
    using cache = key_value_cache<double, key_of<5>, d_k, axis<"content", 7>>;
    using counted_cache = key_value_cache<counted<double>, key_of<5>, d_k, axis<"content", 7>>;
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
    cost_is_counted(r, constant, attend, Q{}, rows_k{}, rows_v{});
    using one = tensor<double, d_k>;
    cost_is_counted(r, cost::cached_attention<cache, one>(3), attend, one{}, rows_k{}, rows_v{});
    r.check(3 * cost::cached_attention<cache, one>(3) == constant);
    r.check(cost::cached_attention<cache, Q>(3, causal_from(0)).exponentials == 1 + 2 + 3);
  });
  // What attn/attention/lengths.hpp promises.
  // Each text is as if it were alone: the same bits.
  tests.proved<float, double>("each text has its own", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, batch, head_3, token, width>>(1, T(2)));
    const auto k = launder(filled<tensor<T, batch, head_3, key, width>>(2, T(2)));
    const auto v = launder(filled<tensor<T, batch, head_3, key, width>>(3));
    const auto lengths = launder(tensor<int, batch>{5, 2});
    const auto offsets = launder(tensor<std::int64_t, batch>{1, 0});
    const auto out = scaled_dot_product_attention(q, k, v, valid_keys(lengths));
    const auto past = scaled_dot_product_attention(q, k, v, causal_from(offsets));
    const auto both =
        scaled_dot_product_attention(q, k, v, valid_keys(lengths) & causal_from(offsets));
    for (std::size_t b = 0; b < 2; ++b) {
      const auto text = [&](const auto& x) { return select<"batch">(x, b); };
      const auto alone = [&](const auto& mask) {
        return scaled_dot_product_attention(text(q), text(k), text(v), mask);
      };
      r.same(text(out), alone(valid_keys(lengths(b))));
      r.same(text(past), alone(causal_from(offsets(b))));
      r.same(text(both), alone(valid_keys(lengths(b)) & causal_from(offsets(b))));
    }
    r.check(!bitwise_equal(out, past) && !bitwise_equal(both, past));
    r.bits(both);
  });
  // The pairs, by definition; the numbers for leading axes of every kind.
  tests.proved("as defined", [](report& r) {
    const auto check = [&]<class... Numbers>(
                           const tensor<int, Numbers...>& numbers, const auto& number_of) {
      const auto valid = allowed<batch, head_3, token, key>(valid_keys(numbers));
      const auto past = allowed<batch, head_3, token, key>(causal_from(numbers));
      for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t h = 0; h < 3; ++h)
          for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < 5; ++j) {
              const int n = number_of(b, h), query = static_cast<int>(i), at = static_cast<int>(j);
              r.check(valid(b, h, i, j) == (at < n ? 1 : 0));
              r.check(past(b, h, i, j) == (at <= query + n ? 1 : 0));
            }
    };
    const auto of_batch = launder(tensor<int, batch>{4, 0});
    const auto of_head = launder(tensor<int, head_3>{1, 7, 3});
    const auto of_both = launder(tensor<int, batch, head_3>{{0, 1, 2}, {3, 4, 5}});
    check(of_batch, [&](std::size_t b, std::size_t) { return of_batch(b); });
    check(of_head, [&](std::size_t, std::size_t h) { return of_head(h); });
    check(of_both, [&](std::size_t b, std::size_t h) { return of_both(b, h); });
    // Without names: the first axes.
    const auto first = launder(tensor<int, dim<2>>{1, 3});
    const auto all = launder(tensor<int, dim<2>, dim<3>>{{5, 1, 2}, {3, 4, 0}});
    check(first, [&](std::size_t b, std::size_t) { return first(b); });
    check(all, [&](std::size_t b, std::size_t h) { return all(b, h); });
    const auto unnamed = allowed<dim<2>, dim<3>, dim<4>, dim<5>>(valid_keys(first));
    r.check(unnamed(0, 2, 3, 1) == 0 && unnamed(1, 0, 0, 2) == 1 && unnamed(1, 0, 0, 3) == 0);
  });
  tests.proved("numbers of any size", [](report& r) {
    const auto none = allowed<batch, token, key>(causal_from(tensor<int, batch>{-1, -9}));
    r.check(none(0, 0, 0) == 0 && none(0, 1, 0) == 1 && none(1, 3, 0) == 0);
    const auto huge = tensor<std::uint64_t, batch>{~std::uint64_t{}, 1};
    const auto valid = allowed<batch, token, key>(valid_keys(launder(huge)));
    const auto past = allowed<batch, token, key>(causal_from(launder(huge)));
    r.check(valid(0, 0, 4) == 1 && valid(1, 0, 1) == 0);
    r.check(past(0, 0, 4) == 1 && past(1, 0, 1) == 1 && past(1, 0, 2) == 0);
  });
  // In groups of heads, and where a query has no key.
  tests.proved<float, double>("with other options", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, batch, axis<"head", 4>, token, width>>(1, T(2)));
    const auto k = launder(filled<tensor<T, batch, axis<"head", 2>, key, width>>(2, T(2)));
    const auto lengths = launder(tensor<int, batch>{3, 0});
    const auto out =
        grouped_query_attention(q, k, k, valid_keys(lengths), fully_masked<zero_rows>, skip_masked);
    r.same(
        select<"batch">(out, 0), grouped_query_attention(select<"batch">(q, 0),
                                     select<"batch">(k, 0), select<"batch">(k, 0), valid_keys(3)));
    for (const T& x : select<"batch">(out, 1)) r.check(x == T(0));
    r.bits(out);
  });
  tests.proved("padding on both sides, and positions", [](report& r) {
    const auto lengths = launder(tensor<int, axis<"batch", 4>>{0, 2, 9, 3});
    using keep = keep_mask<axis<"batch", 4>, axis<"token", 3>>;
    using where = tensor<bool, axis<"batch", 4>, axis<"token", 3>>;
    const auto right = right_padding<axis<"token", 3>>(lengths);
    has_type<keep>(right);
    r.check(right == keep_where(where{{false, false, false}, {true, true, false},
                         {true, true, true}, {true, true, true}}));
    const auto left = left_padding<axis<"token", 3>>(lengths);
    r.check(left == keep_where(where{{false, false, false}, {false, true, true}, {true, true, true},
                        {true, true, true}}));
    using ids = tensor<int, axis<"batch", 4>, axis<"token", 3>>;
    r.check(position_ids(right) == ids{{0, 0, 0}, {0, 1, 0}, {0, 1, 2}, {0, 1, 2}});
    r.check(position_ids(left) == ids{{0, 0, 0}, {0, 0, 1}, {0, 1, 2}, {0, 1, 2}});
    r.check(position_ids(as_ignore(left)) == position_ids(left));
    // Holes, as tokens of a batch whose texts pause.
    const auto holes = keep_where(tensor<bool, axis<"token", 5>>{true, false, true, false, true});
    r.check(position_ids(holes) == tensor<int, axis<"token", 5>>{0, 0, 1, 0, 2});
  });
  tests.proved("a call names its rules", [](report& r) {
    using rules::axes_of_scores, rules::mask_fits, rules::numbers_fit, rules::option;
    using valid = valid_keys_each_t<int, batch>;
    using past = causal_from_each_t<int, axis<"batch", 3>>;
    static_assert(mask_like<valid> && mask_like<past>);
    static_assert(std::is_same_v<decltype(valid_keys(tensor<int, batch>{})), valid>);
    static_assert(std::is_same_v<decltype(causal_from(tensor<int, axis<"batch", 3>>{})), past>);
    using scores = axes_of_scores<batch, head_3, token, key>;
    r.check(numbers_fit<option<valid>, scores>::value && mask_fits<option<valid>, scores>::value);
    r.check(!numbers_fit<option<past>, scores>::value && !mask_fits<option<past>, scores>::value);
    r.check(!numbers_fit<option<both_t<valid, past>>, scores>::value);
    r.check(!numbers_fit<option<valid>, axes_of_scores<token, key>>::value);
    r.check(!numbers_fit<option<valid_keys_each_t<int, token>>, scores>::value);
    r.check(!numbers_fit<option<valid_keys_each_t<int, head_3, batch>>, scores>::value);
    r.check(rules::numbers_call<tensor<int, batch>>::all::value);
    r.check(!rules::numbers_call<tensor<double, batch>>::integers::value);
    r.check(!rules::numbers_call<tensor<int>>::an_axis::value);
  });
};
}  // namespace attn_tests::attention_cache_tests
