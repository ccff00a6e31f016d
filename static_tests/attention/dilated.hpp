// SPDX-License-Identifier: BSL-1.0
// What attn/attention/dilated.hpp promises.
#pragma once

#include "static_tests/support/attention_case.hpp"
#include "static_tests/support/operations_of.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::attention_dilated_tests {
using d_k = axis<"d_k", 2>;
using d_v = axis<"d_v", 4>;

// The definition, pair by pair.
template <std::size_t Tq, std::size_t Tk> constexpr void check_definition(report& r) {
  using queries = axis<"token", Tq>;
  using keys = axis<"key", Tk>;
  constexpr int last = static_cast<int>(Tk) - static_cast<int>(Tq);
  const auto is = [&](const auto& mask, int step, int offset) {
    r.same(allowed<queries, keys>(mask), where<queries, keys>([=](int i, int j) {
      return j <= i + offset && (i + offset - j) % step == 0;
    }));
    // As a function of positions, which the export to ONNX writes.
    r.same(allowed<queries, keys>(mask), where<queries, keys>([=](int i, int j) {
      return mask.allows(
          std::ptrdiff_t{i}, std::ptrdiff_t{j}, std::ptrdiff_t{Tq}, std::ptrdiff_t{Tk});
    }));
  };
  is(dilated<1, top_left>, 1, 0);
  is(dilated<2, top_left>, 2, 0);
  is(dilated<3, bottom_right>, 3, last);
  is(dilated<2, key_offset<2>>, 2, 2);
  is(dilated<4, key_offset<-1>>, 4, -1);
  is(dilated<100, bottom_right>, 100, last);
  r.same(allowed<queries, keys>(dilated<1, bottom_right>),
      allowed<queries, keys>(causal<bottom_right>));
  r.same(allowed<queries, keys>(dilated<2, top_left> & dilated<3, top_left>),
      allowed<queries, keys>(dilated<6, top_left>));
  if constexpr (Tq == Tk) is(dilated<2>, 2, 0);
}

constexpr tensor<double, token, d_k> q{{1, 0.5}, {-2, 1.5}, {0.25, -1}};
constexpr tensor<double, key, d_k> k{{0.5, 1}, {1, -0.5}, {-1, 0.75}, {2, 0.25}, {-0.5, -1.5}};
constexpr tensor<double, key, d_v> v{
    {1, 2, -1, 0.5}, {0, -1, 3, 2}, {2.5, 1, 0.25, -2}, {-1, 0.5, 1, 4}, {3, -2, 0.75, 1}};

// Between the two there are only roundings of T.
template <class T, class... Axes>
constexpr bool within(const tensor<T, Axes...>& x, const tensor<double, Axes...>& expected) {
  return allclose(x, as<T>(expected), 16 * std::numeric_limits<T>::epsilon(),
      16 * std::numeric_limits<T>::epsilon());
}

// The entries that the mask stands for.
template <class Queries, class Keys> constexpr auto entries_of(const auto& mask) {
  return launder(keep_where(as<bool>(allowed<Queries, Keys>(mask))));
}

template <std::ptrdiff_t Step>
concept is_a_step = requires { dilated<Step>; };

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("as defined", [](report& r) {
    for_pairs<3, 5, 5, 3, 4, 4, 1, 7>(
        [&]<std::size_t M, std::size_t N>() { check_definition<M, N>(r); });
    static_assert(std::is_same_v<decltype(dilated<3>), const dilated_t<3, same_length>>);
    static_assert(is_a_step<1> && !is_a_step<0> && !is_a_step<-2>);
  });
  // softmax(where(mask, Q K^T / sqrt(d_k), -inf)) V, computed with Python's numbers.
  tests.executed<double, float>("as the formula", []<class T>(report& r) {
    const auto a = launder(as<T>(q));
    const auto b = launder(as<T>(k));
    const auto c = launder(as<T>(v));
    r.check(within(attention_weights(a, b, dilated<2, bottom_right>),
        tensor<double, token, key>{{0.7593370822267443, 0, 0.2406629177732556, 0, 0},
            {0, 0.6499270202066445, 0, 0.3500729797933555, 0},
            {0.14654134679900002, 0, 0.13414472731472815, 0, 0.7193139258862719}}));
    const auto out = scaled_dot_product_attention(a, b, c, dilated<2, bottom_right>);
    r.check(within(out,
        tensor<double, token, d_v>{
            {1.3609943766598833, 1.7593370822267442, -0.6991713527834305, -0.10165729443313903},
            {-0.3500729797933555, -0.47489053030996675, 2.299854040413289, 2.700145959586711},
            {2.639844942744636, -1.0114004308598155, 0.42648027944438593, 0.5242951446563155}}));
    r.bits(out);
    const auto sparse = scaled_dot_product_attention(a, b, c, dilated<3, key_offset<1>>);
    r.check(within(sparse,
        tensor<double, token, d_v>{{0, -1, 3, 2}, {2.5, 1, 0.25, -2},
            {-0.3780200434806706, 0.9664849673894971, 0.3780200434806706, 2.9115350760911736}}));
    r.bits(sparse);
  });
  // In every function the bits of the entries that it stands for.
  tests.executed<double, float>("as its entries", []<class T>(report& r) {
    constexpr auto mask = dilated<2, bottom_right>;
    const auto entries = entries_of<token, key>(mask);
    const auto a = launder(as<T>(q));
    const auto b = launder(as<T>(k));
    const auto c = launder(as<T>(v));
    r.same(attention_logits(a, b, mask), attention_logits(a, b, entries));
    r.same(scaled_dot_product_attention(a, b, c, mask, skip_masked),
        scaled_dot_product_attention(a, b, c, entries, skip_masked));
    using width = axis<"width", 6>;
    const auto x = launder(filled<tensor<T, token, width>>(1, T(2)));
    const auto y = launder(filled<tensor<T, key, width>>(2, T(2)));
    const auto w_q = launder(filled<tensor<T, width, axis<"joined", 4>>>(3));
    const auto w_v = launder(filled<tensor<T, width, axis<"content", 8>>>(4));
    const auto heads = multi_head_attention<head>(x, y, y, w_q, w_q, w_v, mask);
    r.same(heads, multi_head_attention<head>(x, y, y, w_q, w_q, w_v, entries));
    key_value_cache<T, key, d_k, d_v> cache;
    cache.append(b, c);
    r.same(cache.attend(a, mask), scaled_dot_product_attention(a, b, c, mask));
    // After two tokens query 0 has key 1 only; the later keys are not there yet.
    key_value_cache<T, key, d_k, d_v> first;
    for (std::size_t i = 0; i < 2; ++i) first.append(select<"key">(b, i), select<"key">(c, i));
    r.check(within(
        first.attend(select<"token">(a, 0), dilated<2, key_offset<1>>), select<"key">(v, 1)));
  });
  tests.proved("what it reaches and costs", [](report& r) {
    const auto reached = reach<"token">(scaled_dot_product_attention(as<influence<double, 5>>(q),
        as<influence<double, 5>>(k), marked<"key">(v), dilated<2, bottom_right>));
    r.check(reached == as<bool>(allowed<token, dim<5>>(dilated<2, bottom_right>)));
    const auto of = [](const auto& mask) {
      return cost::scaled_dot_product_attention<tensor<double, token, d_k>,
          tensor<double, key, d_k>, tensor<double, key, d_v>>(mask);
    };
    static_assert(
        of(dilated<2, bottom_right>) == of(entries_of<token, key>(dilated<2, bottom_right>)));
    static_assert(of(dilated<2, bottom_right>).exponentials == 7);
  });
  tests.proved("queries without a key are known", [](report& r) {
    const auto every = []<class Mask, class Q, class K>(const Mask&, Q, K) {
      return rules::some_key_for_each_query<rules::option<Mask>,
          rules::axes_of_scores<Q, K>>::value;
    };
    r.check(
        every(dilated<2>, dim<4>{}, dim<4>{}) && every(dilated<2, top_left>, dim<4>{}, dim<2>{}));
    r.check(!every(dilated<2, bottom_right>, dim<5>{}, dim<3>{}));
    r.check(!every(dilated<4, top_left>, dim<4>{}, dim<2>{}));  // query 2 is between 0 and 4
    r.check(every(dilated<4, top_left> & valid_keys(0), dim<4>{}, dim<2>{}));  // not known
    r.check(!rules::aligned_mask<rules::option<std::remove_const_t<decltype(dilated<2>)>>,
        rules::axes_of_scores<token, key>>::value);
  });
};
}  // namespace attn_tests::attention_dilated_tests
