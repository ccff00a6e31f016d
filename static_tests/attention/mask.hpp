// SPDX-License-Identifier: BSL-1.0
// Behaviours of mask, segments of attn/attention/.
#pragma once

#include "static_tests/reference/attention_masks.hpp"
#include "static_tests/support/attention_case.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::attention_mask_tests {
using head = axis<"head", 3>;
using token_4 = axis<"token", 4>;
using width_6 = axis<"width", 6>;

constexpr keep_mask<token_4, key> some{
    {1, 0, 1, 1, 0}, {0, 1, 0, 0, 0}, {1, 1, 1, 1, 1}, {0, 0, 0, 1, 1}};

// Masks of a user's. The template of the first has other arguments than the masks of entries.
template <std::size_t, class, class> struct named {
  using kind = mask_kind;
  template <class N> constexpr bool allows(const N& i, const N& j, const N&, const N&) const {
    return (i + j) % 2 == 0;
  }
};
template <class, class> struct paired {
  using kind = mask_kind;
  std::size_t odd;
  template <class Scores> constexpr auto row(std::size_t outer, std::size_t i) const {
    return [=, o = odd](std::size_t j) { return (outer + i + j) % 2 == o; };
  }
};
// Ranges that are known, but whose bounds decrease: no kernel may take them for a causal mask.
struct last_keys {
  using kind = mask_kind;
  constexpr bool allows(
      std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t queries, std::ptrdiff_t) const {
    return j >= queries - 1 - i;
  }
  template <class Scores> constexpr detail::kept_range row(std::size_t, std::size_t i) const {
    return {
        detail::queries_in<Scores> - 1 - static_cast<std::ptrdiff_t>(i), detail::keys_in<Scores>};
  }
};
// Nothing is allowed to query 1, in a row that is no range.
struct but_query_1 {
  using kind = mask_kind;
  constexpr bool allows(std::ptrdiff_t i, std::ptrdiff_t, std::ptrdiff_t, std::ptrdiff_t) const {
    return i != 1;
  }
};

using token = axis<"token", 6>;
using key_token_6 = axis<"key_token", 6>;
using width = axis<"width", 3>;
using content_4 = axis<"content", 4>;

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/attention/mask.hpp promises.
  // A mask is told by its members, and not by what its template looks like.
  tests.executed<double, float>("a mask of your own", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, head, token_4, width_6>>(1, T(2)));
    const auto k = launder(filled<tensor<T, head, key, width_6>>(2, T(2)));
    const auto v = launder(filled<tensor<T, head, key, content>>(3));
    const auto is = [&](const auto& mask, const auto& entries) {
      const auto out = scaled_dot_product_attention(q, k, v, mask);
      r.same(out, scaled_dot_product_attention(q, k, v, entries));
      r.same(masked_softmax(attention_scores(q, k), mask),
          masked_softmax(attention_scores(q, k), entries));
      r.same(scaled_dot_product_attention(q, k, v, mask & valid_keys(4), skip_masked),
          scaled_dot_product_attention(q, k, v, entries & valid_keys(4), skip_masked));
    };
    const auto entries = [](const auto& f) { return keep_where(as<bool>(where<token_4, key>(f))); };
    is(named<2, token_4, int>{}, entries([](int i, int j) { return (i + j) % 2 == 0; }));
    is(last_keys{}, entries([](int i, int j) { return j >= 3 - i; }));
    is(last_keys{} & causal<key_offset<3>>,
        entries([](int i, int j) { return j >= 3 - i && j <= i + 3; }));
    constexpr std::ptrdiff_t query_0 = 0, key_3 = 3, queries = 4, keys = 5;
    r.check((last_keys{} & causal<key_offset<3>>).allows(query_0, key_3, queries, keys));
    tensor<bool, head, token_4, key> odd;
    for (std::size_t h = 0, at = 0; h < 3; ++h)
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 5; ++j) odd.data()[at++] = (h + i + j) % 2 == 1;
    is(paired<keeps, int>{launder(std::size_t{1})}, keep_where(odd));
  });
  // Rows that are no ranges are also known; of some masks, rows are only looked at.
  tests.proved("what a type tells of a mask", [](report& r) {
    using scores = shape<token_4, key>;
    using detail::known_rows;
    r.check(!known_rows<but_query_1, scores>.each_has_a_key);
    r.check(known_rows<but_query_1, shape<dim<1>, key>>.each_has_a_key);
    r.check(known_rows<named<1, int, int>, scores>.each_has_a_key);
    r.check(!known_rows<named<1, int, int>, scores>.ranges_grow);
    r.check(
        known_rows<last_keys, scores>.each_has_a_key && !known_rows<last_keys, scores>.ranges_grow);
    r.check(!known_rows<last_keys, shape<dim<6>, key>>.each_has_a_key);
    r.check(known_rows<decltype(causal<> & causal<>), shape<token_4, token_4>>.ranges_grow);
    r.check(!known_rows<decltype(causal<> & valid_keys(1)), shape<token_4, token_4>>.ranges_grow);
    r.check(known_rows<but_query_1, shape<dim<2>, dim<detail::keys_looked_at + 1>>>.each_has_a_key);
    r.check(!known_rows<but_query_1, shape<dim<2>, dim<detail::keys_looked_at>>>.each_has_a_key);
    static_assert(mask_like<but_query_1> && mask_like<named<3, int, int>>);
    static_assert(mask_like<paired<int, int>> && mask_like<decltype(last_keys{} & causal<>)>);
  });
  // One set of pairs in both words. What a 1 means is the type's, and nothing turns it silently
  // (rejected/mask.cpp).
  tests.proved("polarity is a type", [](report& r) {
    const auto m = launder(some);
    const ignore_mask<token_4, key> forbidden{
        {0, 1, 0, 0, 1}, {1, 0, 1, 1, 1}, {0, 0, 0, 0, 0}, {1, 1, 1, 0, 0}};
    r.check(as_ignore(m) == forbidden && as_keep(launder(forbidden)) == m);
    r.check(as_keep(as_ignore(m)) == m);
    r.same(allowed<token_4, key>(m), allowed<token_4, key>(forbidden));
    static_assert(std::is_same_v<decltype(as_ignore(m)), ignore_mask<token_4, key>>);
    static_assert(!std::is_convertible_v<ignores, keeps> && !std::is_convertible_v<keeps, ignores>);
    static_assert(std::is_convertible_v<bool, keeps> && std::is_convertible_v<int, ignores>);
    static_assert(!std::is_convertible_v<double, keeps> && !std::is_convertible_v<float, ignores>);
    r.check(keeps(true).allows() && !keeps(0).allows() && keeps().allows());
    r.check(!ignores(true).allows() && ignores(0).allows() && ignores().allows());
  });
  tests.proved("a tensor of bool says which", [](report& r) {
    tensor<bool, token_4, key> x;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 5; ++j) x(i, j) = some(i, j).allows();
    x = launder(x);
    r.check(keep_where(x) == some);
    r.same(allowed<token_4, key>(ignore_where(x)),
        where<token_4, key>([](int i, int j) { return !some(i, j).allows(); }));
  });
  // The default of either allows everything.
  tests.proved("nothing said is nothing masked", [](report& r) {
    const auto q = launder(filled<tensor<double, token_4, width_6>>(1));
    const auto k = launder(filled<tensor<double, key, width_6>>(2));
    r.same(attention_weights(q, k, keep_mask<token_4, key>{}), attention_weights(q, k));
    r.same(attention_weights(q, k, ignore_mask<token_4, key>{}), attention_weights(q, k));
    r.same(attention_weights(q, k, valid_keys(5)), attention_weights(q, k));
  });
  tests.proved<double, float>("as NumPy and torch do", []<class T>(report& r) {
    using namespace reference::attention_sdpa_bool_mask;
    const auto mask = launder(keep_where(as<bool>(allow)));
    check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, mask);
    check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, as_ignore(mask));
  });
  tests.proved("only the first keys", [](report& r) {
    for (std::size_t n = 0; n < 8; ++n)
      r.same(allowed<token_4, key>(valid_keys(launder(n))),
          where<token_4, key>([&](int, int j) { return j < static_cast<int>(n); }));
    r.check(
        allowed<token_4, key>(valid_keys(~std::size_t{})) == allowed<token_4, key>(valid_keys(5)));
  });
  // Every kind with every kind, and its negation with itself.
  tests.proved("composition is and", [](report& r) {
    const auto entries = launder(some);
    const auto forbidden = as_ignore(entries);
    const auto padding = key_padding(launder(keep_mask<key>{1, 1, 0, 1, 0}));
    const auto first = valid_keys(launder(std::size_t{4}));
    const auto past = causal<bottom_right>;
    const auto near_by = sliding_window<2, 1, top_left>;
    const auto same = same_segment(
        launder(tensor<int, token_4>{0, 0, 1, 1}), launder(tensor<int, key>{0, 1, 0, 1, 1}));
    const auto both = [&](const auto& a, const auto& b) {
      const auto of_a = allowed<token_4, key>(a), of_b = allowed<token_4, key>(b);
      r.same(allowed<token_4, key>(a & b), multiply(of_a, of_b));
      static_assert(mask_like<decltype(a & b)>);
    };
    const auto with_each = [&](const auto& a) {
      both(a, entries);
      both(a, forbidden);
      both(a, padding);
      both(a, first);
      both(a, past);
      both(a, near_by);
      both(a, same);
      both(a, past & first);
    };
    with_each(entries);
    with_each(forbidden);
    with_each(padding);
    with_each(first);
    with_each(past);
    with_each(near_by);
    with_each(same);
    with_each(entries & (past & padding));
  });
  tests.proved("padding is the same for all queries", [](report& r) {
    const auto valid = launder(keep_mask<key>{1, 1, 0, 1, 0});
    r.same(allowed<token_4, key>(key_padding(valid)),
        allowed<token_4, key>(expand<token_4, 0>(valid)));
    r.same(allowed<token_4, key>(key_padding(as_ignore(valid))),
        allowed<token_4, key>(key_padding(valid)));
    // With a batch: each text has its own.
    const auto each = launder(keep_mask<batch, key>{{1, 1, 1, 1, 0}, {1, 1, 0, 0, 0}});
    const auto of_texts = allowed<batch, token_4, key>(key_padding(each));
    const auto of_heads = allowed<batch, head, token_4, key>(key_padding(each));
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t h = 0; h < 3; ++h)
        for (std::size_t i = 0; i < 4; ++i)
          for (std::size_t j = 0; j < 5; ++j) {
            r.check(of_texts(b, i, j) == each(b, j).allows());
            r.check(of_heads(b, h, i, j) == each(b, j).allows());
          }
    // Without one, it is the mask of every text and head.
    r.same(select<"batch">(allowed<batch, head, token_4, key>(key_padding(valid)), 1),
        allowed<head, token_4, key>(key_padding(valid)));
    r.same(select<"head">(allowed<head, token_4, key>(key_padding(valid)), 2),
        allowed<token_4, key>(key_padding(valid)));
  });
  // In self-attention the keys are the tokens, and their padding may go by either name.
  tests.proved("padding of the tokens themselves", [](report& r) {
    using key_token = axis<"key_token", 4>;
    const auto valid = launder(keep_mask<token_4>{1, 0, 1, 0});
    const auto as_of_keys = rename<"token", "key_token">(valid);
    r.same(allowed<token_4, key_token>(key_padding(valid)),
        allowed<token_4, key_token>(key_padding(as_of_keys)));
    r.same(allowed<head, token_4, key_token>(key_padding(as_ignore(valid)) & causal<>),
        allowed<head, token_4, key_token>(key_padding(as_of_keys) & causal<>));
    const auto each = launder(keep_mask<batch, token_4>{{1, 1, 1, 0}, {0, 1, 0, 0}});
    r.same(allowed<batch, head, token_4, key_token>(key_padding(each)),
        allowed<batch, head, token_4, key_token>(key_padding(rename<"token", "key_token">(each))));
  });
  // What a mask does not have, it does not depend on; which axes it has, their names say.
  tests.proved("leading axes go by name", [](report& r) {
    const auto m = launder(some);
    const auto of_heads = allowed<head, token_4, key>(m);
    for (std::size_t h = 0; h < 3; ++h)
      r.same(select<"head">(of_heads, h), allowed<token_4, key>(m));
    const auto number = [](const auto& x) { return launder(keep_where(x)); };
    tensor<bool, batch, token_4, key> of_batch;
    tensor<bool, head, token_4, key> of_head;
    tensor<bool, batch, head, token_4, key> of_all;
    for (std::size_t i = 0; i < of_batch.size(); ++i)
      of_batch.data()[i] = splitmix64(1, i) % 3 != 0;
    for (std::size_t i = 0; i < of_head.size(); ++i) of_head.data()[i] = splitmix64(2, i) % 3 != 0;
    for (std::size_t i = 0; i < of_all.size(); ++i) of_all.data()[i] = splitmix64(3, i) % 3 != 0;
    const auto by_batch = allowed<batch, head, token_4, key>(number(of_batch));
    const auto by_head = allowed<batch, head, token_4, key>(number(of_head));
    const auto by_all = allowed<batch, head, token_4, key>(number(of_all));
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t h = 0; h < 3; ++h)
        for (std::size_t i = 0; i < 4; ++i)
          for (std::size_t j = 0; j < 5; ++j) {
            r.check(by_batch(b, h, i, j) == of_batch(b, i, j));
            r.check(by_head(b, h, i, j) == of_head(h, i, j));
            r.check(by_all(b, h, i, j) == of_all(b, h, i, j));
          }
    // All of them, or none, need no names.
    r.same(allowed<batch, head, token_4, key>(unnamed(number(of_all))), by_all);
    r.same(allowed<head, token_4, key>(unnamed(m)), of_heads);
  });
  // In attention itself: each text and head as it would be alone.
  tests.proved<double, float>("each head as if alone", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, batch, head, token_4, width_6>>(1, T(2)));
    const auto k = launder(filled<tensor<T, batch, head, key, width_6>>(2, T(2)));
    const auto v = launder(filled<tensor<T, batch, head, key, content>>(3));
    const auto m = launder(some);
    const auto valid = launder(keep_mask<batch, key>{{1, 1, 1, 1, 1}, {1, 1, 0, 1, 0}});
    const auto out =
        scaled_dot_product_attention(q, k, v, m & key_padding(valid), fully_masked<zero_rows>);
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t h = 0; h < 3; ++h) {
        const auto alone = [&](const auto& x) { return select<"head">(select<"batch">(x, b), h); };
        r.same(
            alone(out), scaled_dot_product_attention(alone(q), alone(k), alone(v),
                            m & key_padding(select<"batch">(valid, b)), fully_masked<zero_rows>));
      }
    r.bits(out);
  });
  tests.proved("masks have types", [](report& r) {
    using both = both_t<entries_t<2, keeps, token_4, key>, valid_keys_t>;
    r.check(std::is_same_v<decltype(some & valid_keys(1)), both>);
    r.check(std::is_same_v<decltype(key_padding(keep_mask<key>{})), entries_t<1, keeps, key>>);
    using scores = shape<token_4, key>;
    r.check(mask_of_scores<valid_keys_t, scores> && mask_of_scores<both, scores>);
    r.check(!mask_of_scores<unscaled_t, scores> && !mask_of_scores<bool, scores>);
    r.check(mask_like<both> && mask_like<valid_keys_t> && mask_like<ignore_mask<token_4, key>>);
    r.check(!mask_like<unscaled_t> && !mask_like<tensor<bool, token_4, key>> && !mask_like<bool>);
  });
  // Queries in another order, with their rows of the mask: the same answers in that order.
  tests.proved<double, float>("permuted queries", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, token_4, width_6>>(1, T(2)));
    const auto k = launder(filled<tensor<T, key, width_6>>(2, T(2)));
    const auto v = launder(filled<tensor<T, key, content>>(3));
    const auto turned = [](const auto& x) {
      auto y = x;
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < x.template extent<1>(); ++j) y(i, j) = x((3 * i + 1) % 4, j);
      return y;
    };
    r.same(scaled_dot_product_attention(turned(q), k, v, turned(some)),
        turned(scaled_dot_product_attention(q, k, v, some)));
  });
  // Any integer; a negative one is no constant: number_of_valid_keys_is_negative, in
  // static_tests/rejected/mask.cpp.
  tests.proved("as many keys as there are", [](report& r) {
    using scores = shape<dim<2>, dim<3>>;
    const auto kept = [](const auto& mask) {
      return mask.template row<scores>(0, 1).end - mask.template row<scores>(0, 1).begin;
    };
    r.check(kept(valid_keys(launder(2))) == 2 && kept(valid_keys(launder(std::uint8_t{1}))) == 1);
    r.check(kept(valid_keys(launder(0))) == 0 && kept(valid_keys(launder(4))) == 3);
    r.check(kept(valid_keys(launder(std::uint64_t{1} << 63))) == 3);
    r.check(kept(valid_keys(launder(INT64_MAX))) == 3);
  });
  // In self-attention the keys are the tokens under another name, and so they are for a mask.
  tests.proved("self-attention names its keys", [](report& r) {
    using key_token = axis<"key_token", 4>;
    const auto x = launder(filled<tensor<double, token_4, width_6>>(1, 2.0));
    const auto lower = where<token_4, key_token>([](int i, int j) { return j <= i; });
    const auto m = keep_where(as<bool>(lower));
    has_type<keep_mask<token_4, key_token>>(m);
    r.same(attention_weights(x, x, launder(m)), attention_weights(x, x, causal<>));
    r.same(attention_weights(x, x, launder(unnamed(m))), attention_weights(x, x, causal<>));
  });
  // What attn/attention/segments.hpp promises.
  tests.proved<double, float>("packed, as NumPy and torch do", []<class T>(report& r) {
    using namespace reference::attention_sdpa_segments;
    const auto ids = launder(tensor<int, dim<6>>{0, 0, 1, 1, 1, 2});
    check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, causal<> & same_segment(ids));
    r.same(allowed<dim<6>, dim<6>>(causal<> & same_segment(ids)), allow);
  });
  tests.proved("pairs with one id", [](report& r) {
    const auto ids = launder(tensor<int, token>{7, 7, -1, 7, 0, 0});  // in any order, of any value
    const auto m = same_segment(ids);
    has_type<keep_mask<token, key_token_6>>(m);
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t j = 0; j < 6; ++j) r.check(m(i, j).allows() == (ids(i) == ids(j)));
    r.check(same_segment(as<unsigned char>(ids)) == m);
    static_assert(std::is_same_v<decltype(same_segment(unnamed(ids))), keep_mask<dim<6>, dim<6>>>);
    r.check(same_segment(unnamed(ids)) == unnamed(m));
  });
  tests.proved("queries and keys of their own", [](report& r) {
    using memory = axis<"memory", 4>;
    const auto of_queries = launder(tensor<int, token>{0, 0, 1, 1, 2, 3});
    const auto of_keys = launder(tensor<int, memory>{0, 1, 2, 2});
    const auto m = same_segment(of_queries, of_keys);
    has_type<keep_mask<token, memory>>(m);
    r.check(m == keep_mask<token, memory>{{1, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0},
                     {0, 0, 1, 1}, {0, 0, 0, 0}});
  });
  tests.proved("a batch has ids of its own", [](report& r) {
    const auto ids = launder(tensor<int, batch, token>{{0, 0, 0, 1, 1, 1}, {0, 1, 2, 2, 2, 2}});
    const auto m = same_segment(ids);
    has_type<keep_mask<batch, token, key_token_6>>(m);
    for (std::size_t b = 0; b < 2; ++b)
      r.check(select<"batch">(m, b) == same_segment(select<"batch">(ids, b)));
    using memory = axis<"memory", 3>;
    const auto keys = launder(tensor<int, batch, memory>{{0, 1, 1}, {2, 1, 0}});
    for (std::size_t b = 0; b < 2; ++b)
      r.check(select<"batch">(same_segment(ids, keys), b) ==
              same_segment(select<"batch">(ids, b), select<"batch">(keys, b)));
  });
  // What packing is for: the first text has the bits it has alone. (The second has the same sums,
  // which begin elsewhere: they are only close.)
  tests.proved<double, float>("the first text as if alone", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, token, width>>(1, T(2)));
    const auto v = launder(filled<tensor<T, token, content_4>>(2));
    const auto mask = causal<> & same_segment(launder(tensor<int, token>{4, 4, 4, 9, 9, 9}));
    const auto packed = scaled_dot_product_attention(q, q, v, mask);
    const auto part = [](const auto& x, std::size_t at) { return narrow<"token", 3>(x, at); };
    const auto first = scaled_dot_product_attention(part(q, 0), part(q, 0), part(v, 0), causal<>);
    const auto second = scaled_dot_product_attention(part(q, 3), part(q, 3), part(v, 3), causal<>);
    r.same(part(packed, 0), first);
    r.check(allclose(part(packed, 3), second));
    r.bits(packed);
  });
};
}  // namespace attn_tests::attention_mask_tests
