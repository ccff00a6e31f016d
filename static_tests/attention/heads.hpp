// SPDX-License-Identifier: BSL-1.0
// Behaviours of heads, project_heads, slices, columns of attn/attention/.
#pragma once

#include "static_tests/reference/seed0_encoder.hpp"
#include "static_tests/reference/seed1_columns.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::attention_heads_tests {
using d_k = axis<"d_k", 2>;
using token = axis<"token", 5>;
using width_6 = axis<"width", 6>;
using head_3 = axis<"head", 3>;
using width_7 = axis<"width", 7>;
using model = axis<"model", 6>;

// Article 0's program has 3 tokens, 8 heads, 768 numbers a token, and prints eight shapes. The
// numbers stand here once, and each stage of the program is an evaluation of its own.
namespace article_0 {
namespace expected = reference::seed0_encoder_8head;

using token_3 = axis<"token", 3>;
using key = axis<"key", 3>;
using hidden = axis<"hidden", 768>;
using head = axis<"head", 8>;
using d_k = axis<"d_k", 96>;

template <class T>
inline constexpr auto Query = splitmix_fill<splitmix::u24, tensor<T, token_3, hidden>>(1);
template <class T>
inline constexpr auto Key = splitmix_fill<splitmix::u24, tensor<T, key, hidden>>(2);
template <class T>
inline constexpr auto Value = splitmix_fill<splitmix::u24, tensor<T, key, hidden>>(3);

template <class T> constexpr report the_program() {
  report r;
  const auto reshaped = split<"hidden", head, d_k>(launder(Query<T>));
  has_type<tensor<T, token_3, head, d_k>>(reshaped);  // 1
  const auto q = permute<1, 0, 2>(reshaped);
  has_type<tensor<T, head, token_3, d_k>>(q);  // 2
  const auto k = permute<1, 0, 2>(split<"hidden", head, d_k>(launder(Key<T>)));
  const auto turned = permute<0, 2, 1>(k);
  has_type<tensor<T, head, d_k, key>>(turned);  // 3
  const auto scores = matmul(q, turned) * default_scale<T>(96);
  has_type<tensor<T, head, token_3, key>>(scores);  // 4
  r.check(near(scores, expected::scaled));
  r.check(near(sum<"key">(map(scores, [](T x) { return math::exp(x); })), expected::exp_sums));
  const auto weights = softmax<"key">(scores);
  has_type<tensor<T, head, token_3, key>>(weights);  // 5
  r.check(near(weights, expected::weights));
  r.check(near(softmax_naive<"key">(scores), expected::weights));  // what the article has
  r.bits(weights);
  return r;
}

template <class T> constexpr report the_program_ends() {
  report r;
  const auto v = permute<1, 0, 2>(split<"hidden", head, d_k>(launder(Value<T>)));
  const auto out =
      matmul(launder(as<T>(with_axes<head, token_3, key>(expected::weights.value))), v);
  has_type<tensor<T, head, token_3, d_k>>(out);  // 6
  const auto beside = permute<1, 0, 2>(out);
  has_type<tensor<T, token_3, head, d_k>>(beside);  // 7
  const auto joined = merge<"head", "d_k", "hidden">(beside);
  has_type<tensor<T, token_3, hidden>>(joined);  // 8
  r.check(near(joined, expected::out));
  r.bits(joined);
  return r;
}

// All of it in one function, and bit for bit what the lines of the program are.
template <class T> constexpr report in_one_function() {
  report r;
  const auto out = attention_of_slices<head>(launder(Query<T>), launder(Key<T>), launder(Value<T>));
  has_type<tensor<T, token_3, hidden>>(out);
  r.check(near(out, expected::out));
  r.check(near(sum<"token">(sum<"hidden">(out)), expected::out_sum));
  r.check(near(sum<"token">(sum<"hidden">(multiply(out, out))), expected::out_sum_of_squares));
  const auto heads = [](const auto& x) { return permute<1, 0, 2>(split<-1, head, d_k>(x)); };
  r.same(out, merge<1, 2, "hidden">(permute<1, 0, 2>(
                  scaled_dot_product_attention(heads(Query<T>), heads(Key<T>), heads(Value<T>)))));
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
using token_3 = axis<"token", 3>;
using content = axis<"content", 6>;

// Four inputs x1 … x4, embedded as a1 … a4; a projection is W a, all of them together W I.
namespace article_1 {
using token_3 = axis<"token", 4>;
using input = axis<"input", 3>;
using feature = axis<"feature", 4>;
using d_k_4 = axis<"d_k", 4>;
using d_v = axis<"d_v", 3>;

namespace one = reference::seed1_single_head_columns;
namespace two = reference::seed1_two_heads_columns;

template <class T> constexpr auto I() {
  return matmul(launder(as<T>(with_axes<feature, input>(one::W))),
      launder(as<T>(with_axes<input, token_3>(one::x))));
}
template <class T> constexpr auto Q() {
  return matmul(launder(as<T>(with_axes<d_k_4, feature>(one::Wq))), I<T>());
}
template <class T> constexpr auto K() {
  return matmul(launder(as<T>(with_axes<d_k_4, feature>(one::Wk))), I<T>());
}
template <class T> constexpr auto V() {
  return matmul(launder(as<T>(with_axes<d_v, feature>(one::Wv))), I<T>());
}

template <class T> constexpr report one_head() {
  report r;
  using key_token = axis<"key_token", 4>;
  r.check(
      near(I<T>(), one::I) && near(Q<T>(), one::Q) && near(K<T>(), one::K) && near(V<T>(), one::V));
  const auto A = column_scores(Q<T>(), K<T>());
  has_type<tensor<T, key_token, token_3>>(A);
  r.check(near(A, one::A));
  r.check(near(A * default_scale<T>(4), one::A_scaled));
  r.same(A, matmul(transpose(rename<"token", "key_token">(K<T>())), Q<T>()));
  const auto A_hat = column_attention_weights(Q<T>(), K<T>());
  r.check(near(A_hat, one::A_hat));
  r.same(A_hat, softmax<"key_token">(A * default_scale<T>(4)));
  r.check(allclose(sum<"key_token">(A_hat), tensor<T, token_3>{1, 1, 1, 1}));
  const auto O = column_attention(Q<T>(), K<T>(), V<T>());
  has_type<tensor<T, d_v, token_3>>(O);
  r.check(near(O, one::O));
  r.check(near(column_attention_weights(Q<T>(), K<T>(), unscaled), one::A_hat_unscaled));
  r.check(near(column_attention(Q<T>(), K<T>(), V<T>(), unscaled), one::O_unscaled));
  r.same(O, transpose(scaled_dot_product_attention(
                transpose(Q<T>()), transpose(K<T>()), transpose(V<T>()))));
  return r;
}

// "q^{i,1} is asked of k^{j,1} only", and the heads together are brought down to three numbers.
template <class T> constexpr report two_heads() {
  report r;
  using one_head = dim<2>;
  const auto project = [](const auto& W, const auto& x) {
    return matmul(launder(as<T>(unnamed(W))), unnamed(x));
  };
  const auto q1 = project(two::Wq1, Q<T>()), q2 = project(two::Wq2, Q<T>());
  const auto k1 = project(two::Wk1, K<T>()), k2 = project(two::Wk2, K<T>());
  const auto v1 = project(two::Wv1, V<T>()), v2 = project(two::Wv2, V<T>());
  has_type<tensor<T, one_head, dim<4>>>(q1);
  r.check(near(q1, two::q1) && near(k1, two::k1) && near(v1, two::v1));
  r.check(near(q2, two::q2) && near(k2, two::k2) && near(v2, two::v2));
  r.check(near(column_scores(q1, k1), two::A1) && near(column_scores(q2, k2), two::A2));
  r.check(near(column_attention_weights(q1, k1), two::A_hat1));
  r.check(near(column_attention_weights(q2, k2), two::A_hat2));
  const auto b1 = column_attention(q1, k1, v1), b2 = column_attention(q2, k2, v2);
  r.check(near(b1, two::b1) && near(b2, two::b2));
  r.check(near(concat<0>(b1, b2), two::b_concat));
  const auto b = matmul(launder(as<T>(two::WO)), concat<0>(b1, b2));
  has_type<tensor<T, dim<3>, dim<4>>>(b);  // of 4 made 3
  r.check(near(b, two::b));
  r.bits(b);
  return r;
}
}  // namespace article_1
using d_k_4 = axis<"d_k", 4>;

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/attention/heads.hpp promises.
  // Head h is a block of columns: every token keeps its own numbers.
  tests.proved<float, int>("a head is a block of columns", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, token, width_6>>(1));
    const auto heads = split_heads<head_3, d_k>(x);
    has_type<tensor<T, head_3, token, d_k>>(heads);
    for (std::size_t h = 0; h < 3; ++h) {
      const auto block = narrow<"width", 2>(x, 2 * h);
      const auto one = select<"head">(heads, h);
      for (std::size_t t = 0; t < 5; ++t)
        for (std::size_t c = 0; c < 2; ++c) r.same(one(t, c), block(t, c));
    }
    r.same(merge_heads<"width">(heads), x);
    r.bits(heads);
  });
  tests.proved<double>("a batch stays in front", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, batch, token, width_6>>(2));
    const auto heads = independent_of_leading_axes<"batch">(
        r, [](const auto& y) { return split_heads<head_3, d_k>(y); }, x);
    has_type<tensor<T, batch, head_3, token, d_k>>(heads);
    r.same(merge_heads<"width">(heads), x);
  });
  // The shapes that article 0's program prints, at its own sizes; by type alone.
  tests.proved("article 0's shapes", [](report& r) {
    using sequence = axis<"token", 3>;
    using hidden = axis<"hidden", 768>;
    using x = tensor<float, sequence, hidden>;
    using heads = decltype(split_heads<axis<"head", 8>, axis<"d_k", 96>>(x{}));
    using out = decltype(scaled_dot_product_attention(heads{}, heads{}, heads{}));
    r.check(std::is_same_v<heads, tensor<float, axis<"head", 8>, sequence, axis<"d_k", 96>>>);
    r.check(std::is_same_v<out, heads>);
    r.check(std::is_same_v<decltype(merge_heads<"hidden">(out{})), x>);
  });
  // Attention of all heads at once equals the attention of each head on its own.
  tests.proved<float, double>("heads attend on their own", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, token, width_6>>(3, T(2)));
    const auto k = launder(filled<tensor<T, token, width_6>>(4, T(2)));
    const auto v = launder(filled<tensor<T, token, width_6>>(5));
    const auto all = scaled_dot_product_attention(
        split_heads<head_3, d_k>(q), split_heads<head_3, d_k>(k), split_heads<head_3, d_k>(v));
    for (std::size_t h = 0; h < 3; ++h) {
      const auto one = scaled_dot_product_attention(
          narrow<"width", 2>(q, 2 * h), narrow<"width", 2>(k, 2 * h), narrow<"width", 2>(v, 2 * h));
      r.same(unnamed(select<"head">(all, h)), unnamed(one));
    }
    r.bits(merge_heads<"width">(all));
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(filled<tensor<double, token, width_6>>(6));
    const auto heads = split_heads<head_3, d_k>(as_archetype(x));
    r.same(values_of(heads), split_heads<head_3, d_k>(x));
    r.same(values_of(merge_heads<"width">(heads)), x);
  });
  // What attn/attention/heads.hpp promises.
  tests.proved("by hand", [](report& r) {
    const auto x = launder(matrix<int, 3, 2>{{1, 2}, {3, 4}, {5, 6}});
    const auto w = launder(tensor<int, dim<2>, dim<2>, dim<1>>{{{1}, {10}}, {{100}, {-1}}});
    const auto y = project_heads(x, w);
    has_type<tensor<int, dim<2>, dim<3>, dim<1>>>(y);
    r.check(y == tensor<int, dim<2>, dim<3>, dim<1>>{{{21}, {43}, {65}}, {{98}, {296}, {494}}});
    r.bits(y);
  });
  tests.proved<float, double, int>("a head is a product", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, token, width_7>>(1));
    const auto w = launder(filled<tensor<T, head_3, width_7, d_k>>(2));
    const auto y = project_heads(x, w);
    has_type<tensor<T, head_3, token, d_k>>(y);
    for (std::size_t h = 0; h < 3; ++h)
      r.same(select<"head">(y, h), matmul(x, select<"head">(w, h)));
    r.same(project_heads(unnamed(x), unnamed(w)), unnamed(y));
    using call =
        rules::project_heads_call<tensor<T, token, width_7>, tensor<T, head_3, width_7, d_k>>;
    static_assert(
        call::all::value && std::is_same_v<typename call::projection,
                                rules::head_projection<heads_of_the_weights,
                                    tensor<T, token, width_7>, tensor<T, head_3, width_7, d_k>>>);
    r.bits(y);
  });
  // The matrices of the heads are the column blocks of one: the same numbers, bit for bit.
  tests.proved<float, double>("column blocks of one matrix", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, token, width_7>>(3));
    const auto w = launder(filled<tensor<T, width_7, model>>(4));
    r.same(project_heads(x, split_heads<head_3, d_k>(w)), split_heads<head_3, d_k>(matmul(x, w)));
  });
  tests.proved<float, double>("a batch stays in front", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, batch, token, width_7>>(5));
    const auto w = launder(filled<tensor<T, head_3, width_7, d_k>>(6));
    const auto y = independent_of_leading_axes<"batch">(
        r, [](const auto& a, const auto& b) { return project_heads(a, b); }, x, w);
    has_type<tensor<T, batch, head_3, token, d_k>>(y);
  });
  // Wider than the registers of any instruction set, and not a multiple of their lanes.
  tests.proved<float, double>("wide heads", []<class T>(report& r) {
    const auto x = launder(filled<matrix<T, 9, 12>>(7));
    const auto w = launder(filled<tensor<T, dim<2>, dim<12>, dim<37>>>(8));
    const auto y = project_heads(x, w);
    for (std::size_t h = 0; h < 2; ++h) r.same(select<0>(y, h), matmul(x, select<0>(w, h)));
    r.bits(y);
  });
  tests.accepts_an_archetype<tensor<double, token, width_7>, tensor<double, head_3, width_7, d_k>>(
      [](const auto&... x) { return project_heads(x...); });
  // What attn/attention/multi_head.hpp promises; and article 0's second program, line by line.
  tests.proved<double, float>(
      "article 0, the program", []<class T>() { return article_0::the_program<T>(); });
  tests.proved(
      "article 0, the program ends, double", [] { return article_0::the_program_ends<double>(); });
  tests.proved(
      "article 0, the program ends, float", [] { return article_0::the_program_ends<float>(); });
  tests.proved(
      "article 0, in one function, double", [] { return article_0::in_one_function<double>(); });
  tests.proved(
      "article 0, in one function, float", [] { return article_0::in_one_function<float>(); });
  tests.proved("article 0, what it prints", [] { return article_0::what_it_prints(); });
  tests.proved<double, float>("slices attend on their own", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, token_3, width>>(1, T(2)));
    const auto k = launder(filled<tensor<T, key, width>>(2, T(2)));
    const auto v = launder(filled<tensor<T, key, content>>(3));
    const auto all = attention_of_slices<head>(q, k, v);
    has_type<tensor<T, token_3, content>>(all);
    for (std::size_t h = 0; h < 2; ++h)
      r.same(narrow<"content", 3>(all, 3 * h),
          scaled_dot_product_attention(narrow<"width", 2>(q, 2 * h), narrow<"width", 2>(k, 2 * h),
              narrow<"content", 3>(v, 3 * h)));
    r.same(all, merge_heads<"content">(scaled_dot_product_attention(split_heads<head, dim<2>>(q),
                    split_heads<head, dim<2>>(k), split_heads<head, dim<3>>(v))));
    r.same(attention_of_slices<head>(q, k, v, unscaled),
        attention_of_slices<head>(q, k, v, scaled_by(1)));
    r.check(!bitwise_equal(attention_of_slices<head>(q, k, v, unscaled), all));
    r.same(attention_of_slices<head>(q, k, v, queries_scaled),
        attention_of_slices<head>(q * default_scale<T>(2), k, v, unscaled));
    // A user-defined score is asked for slices, which have two columns here.
    const auto weighted = scored_by([](const auto& a, const auto& b) {
      return attention_scores(matmul(a, matrix<T, 2, 2>{{2, 1}, {0, 3}}), b);
    });
    r.same(narrow<"content", 3>(attention_of_slices<head>(q, k, v, weighted), 3),
        scaled_dot_product_attention(narrow<"width", 2>(q, 2), narrow<"width", 2>(k, 2),
            narrow<"content", 3>(v, 3), weighted));
    r.same(attention_of_slices<dim<2>>(unnamed(q), unnamed(k), unnamed(v)), unnamed(all));
  });
  tests.proved("one slice is attention", [](report& r) {
    const auto q = launder(filled<tensor<double, token_3, width>>(4, 2.0));
    const auto k = launder(filled<tensor<double, key, width>>(5, 2.0));
    const auto v = launder(filled<tensor<double, key, content>>(6));
    r.same(attention_of_slices<axis<"head", 1>>(q, k, v), scaled_dot_product_attention(q, k, v));
    // A sequence with itself: its keys are renamed automatically.
    r.same(
        attention_of_slices<head>(q, q, q), attention_of_slices<head>(q, as_keys(q), as_keys(q)));
  });
  tests.proved("a batch stays in front", [](report& r) {
    const auto q = launder(filled<tensor<float, batch, token_3, width>>(7));
    const auto k = launder(filled<tensor<float, batch, key, width>>(8));
    const auto v = launder(filled<tensor<float, batch, key, content>>(9));
    const auto all = independent_of_leading_axes<"batch">(
        r, [](const auto&... x) { return attention_of_slices<head>(x...); }, q, k, v);
    has_type<tensor<float, batch, token_3, content>>(all);
  });
  tests.accepts_an_archetype<tensor<double, token_3, width>, tensor<double, key, width>,
      tensor<double, key, content>>(
      [](const auto&... x) { return attention_of_slices<head>(x...); });
  // What attn/attention/columns.hpp promises; and article 1, which writes tokens as columns.
  tests.proved<double, float>(
      "article 1, one head", []<class T>() { return article_1::one_head<T>(); });
  tests.proved<double, float>(
      "article 1, two heads", []<class T>() { return article_1::two_heads<T>(); });
  tests.proved<double, float>("the row form transposed", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, d_k_4, token_3>>(1, T(2)));
    const auto k = launder(filled<tensor<T, d_k_4, key>>(2, T(2)));
    const auto v = launder(filled<tensor<T, d_v, key>>(3));
    const auto O = column_attention(q, k, v);
    has_type<tensor<T, d_v, token_3>>(O);
    const auto A = column_scores(q, k);
    has_type<tensor<T, key, token_3>>(A);
    r.same(A, matmul(transpose(k), q));
    const auto A_hat = column_attention_weights(q, k);
    r.same(A_hat, softmax<"key">(A * default_scale<T>(4)));
    r.same(O, matmul(v, A_hat));
    const auto rows = [&](const auto&... options) {
      return transpose(
          scaled_dot_product_attention(transpose(q), transpose(k), transpose(v), options...));
    };
    r.same(O, rows());
    r.same(column_attention(q, k, v, causal<bottom_right>), rows(causal<bottom_right>));
    r.same(column_attention(q, k, v, scored_by(dot_score)), rows(unscaled));
    r.same(column_attention(q, k, v, queries_scaled), rows(queries_scaled));
  });
  tests.proved("with heads", [](report& r) {
    const auto q = launder(filled<tensor<double, head, d_k_4, token_3>>(4));
    const auto k = launder(filled<tensor<double, head, d_k_4, key>>(5));
    const auto v = launder(filled<tensor<double, head, d_v, key>>(6));
    const auto all = column_attention(q, k, v);
    for (std::size_t h = 0; h < 2; ++h)
      r.same(
          select<0>(all, h), column_attention(select<0>(q, h), select<0>(k, h), select<0>(v, h)));
  });
  // "b1 has seen the order of the words" (article 1): it has not. With keys and values in another
  // order every b is the same, up to rounding; and permuted queries permute the answers, bit for bit.
  tests.proved("no order is seen", [](report& r) {
    const auto q = launder(filled<tensor<double, d_k_4, token_3>>(7, 2.0));
    const auto k = launder(filled<tensor<double, d_k_4, key>>(8, 2.0));
    const auto v = launder(filled<tensor<double, d_v, key>>(9));
    const auto turned = [](const auto& x) {
      auto y = x;
      constexpr std::size_t n = last_axis<typename decltype(y)::shape_type>::size;
      for (std::size_t i = 0; i < y.size(); ++i)
        y.data()[i] = x.data()[i / n * n + (i % n + 1) % n];
      return y;
    };
    r.check(!allclose(turned(k), k));
    r.check(allclose(column_attention(q, turned(k), turned(v)), column_attention(q, k, v)));
    r.same(column_attention(turned(q), k, v), turned(column_attention(q, k, v)));
  });
  tests.accepts_an_archetype<tensor<double, d_k_4, token_3>, tensor<double, d_k_4, key>,
      tensor<double, d_v, key>>([](const auto&... x) { return column_attention(x...); });
};
}  // namespace attn_tests::attention_heads_tests
