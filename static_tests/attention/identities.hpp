// SPDX-License-Identifier: BSL-1.0
// Behaviours of identities, normalized, plain_loops of attn/attention/.
#pragma once

#include <attn/detail/generic/elementwise.hpp>
#include <attn/detail/generic/matmul.hpp>
#include <attn/detail/vector.hpp>
#include "static_tests/tests.hpp"

namespace attn_tests::attention_identities_tests {
// Every extent another one. d_k is no power of four, so that the scale is inexact.
using token_4 = axis<"token", 4>;
using width_6 = axis<"width", 6>;
using content_3 = axis<"content", 3>;

template <class T> struct operands {
  tensor<T, token_4, width_6> q = launder(filled<tensor<T, token_4, width_6>>(1, T(2)));
  tensor<T, key, width_6> k = launder(filled<tensor<T, key, width_6>>(2, T(2)));
  tensor<T, key, content_3> v = launder(filled<tensor<T, key, content_3>>(3));
};

// The rows of x in another order: row i is row 3 i of x, the number of rows being prime to 3.
template <class T, class Rows, class Columns>
constexpr auto shuffled(const tensor<T, Rows, Columns>& x) {
  tensor<T, Rows, Columns> y;
  for (std::size_t i = 0; i < Rows::size; ++i)
    for (std::size_t j = 0; j < Columns::size; ++j) y(i, j) = x(3 * i % Rows::size, j);
  return y;
}

using sequence = axis<"token", 5>;
using input = axis<"input", 7>;
using model = axis<"model", 6>;
using slice = axis<"slice", 3>;

template <class T> struct weights_of_identities {
  tensor<T, sequence, input> x = launder(filled<tensor<T, sequence, input>>(6));
  tensor<T, input, model> q = launder(filled<tensor<T, input, model>>(7, T(2)));
  tensor<T, input, model> k = launder(filled<tensor<T, input, model>>(8, T(2)));
  tensor<T, input, model> v = launder(filled<tensor<T, input, model>>(9));
  tensor<T, model, input> o = launder(filled<tensor<T, model, input>>(10));
};

template <class T, class... Leading> constexpr void is_attention(report& r) {
  const auto q = launder(filled<tensor<T, Leading..., token, width>>(1, T(2)));
  const auto k = launder(filled<tensor<T, Leading..., key, width>>(2, T(2)));
  const auto v = launder(filled<tensor<T, Leading..., key, content>>(3));
  const auto scores = attention_scores(q, k);
  const auto w = softmax_weights(scores);
  has_type<normalized<tensor<T, Leading..., token, key>>>(w);
  r.same(w.weights, softmax(scores));
  const auto out = weighted_mean(w, v);
  has_type<tensor<T, Leading..., token, content>>(out);
  r.same(out, scaled_dot_product_attention(q, k, v, unscaled));
  // Weights of another origin, by a word.
  const auto other = normalized(attention_weights(q, k, causal<bottom_right>));
  r.check(bitwise_equal(weighted_mean(other, v),
              scaled_dot_product_attention(q, k, v, unscaled, causal<bottom_right>)) == false);
  r.same(weighted_mean(other, v), scaled_dot_product_attention(q, k, v, causal<bottom_right>));
  r.check(other == normalized(other.weights) && !(other == w));
}

namespace plain = attn::detail::generic;

// sees(i, j): may query i attend to key j?
template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv, class Sees>
constexpr auto attend(const matrix<T, Tq, Dk>& q, const matrix<T, Tk, Dk>& k,
    const matrix<T, Tk, Dv>& v, const Sees& sees) {
  matrix<T, Tq, Tk> weights;
  matrix<T, Tq, Dv> out;
  plain::matmul_transposed<Tq, Dk, Tk>(weights.data(), q.data(), k.data());
  const T scale = T(1) / math::sqrt(T(Dk));
  for (std::size_t i = 0; i < Tq; ++i) {
    T* row = weights.data() + i * Tk;
    T most = detail::rounded(row[0] * scale);  // of key 0, which every query sees
    for (std::size_t j = 0; j < Tk; ++j) {
      row[j] = detail::rounded(row[j] * scale);
      if (sees(i, j) && row[j] > most) most = row[j];
    }
    for (std::size_t j = 0; j < Tk; ++j) row[j] = sees(i, j) ? math::exp(row[j] - most) : T(0);
    const T share = T(1) / plain::reduce<Tk, 1>(row, [](T a, T b) { return a + b; });
    for (std::size_t j = 0; j < Tk; ++j) row[j] = detail::rounded(row[j] * share);
  }
  plain::matmul<Tq, Tk, Dv>(out.data(), weights.data(), v.data());
  return out;
}

template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv>
constexpr void check_shape(report& r) {
  const auto q = launder(filled<matrix<T, Tq, Dk>>(Tq, T(3)));
  const auto k = launder(filled<matrix<T, Tk, Dk>>(Tk + 1, T(3)));
  const auto v = launder(filled<matrix<T, Tk, Dv>>(Dv + 2));
  const auto out = attend(q, k, v, [](std::size_t, std::size_t) { return true; });
  const auto before = attend(q, k, v, [](std::size_t i, std::size_t j) { return j <= i; });
  r.same(scaled_dot_product_attention(q, k, v), out);
  r.same(scaled_dot_product_attention(q, k, v, causal<top_left>), before);
}

inline constexpr auto behaviours = [](test_table& tests) {
  // Attention has the bits of the plain loops that say what it means: scores by one accumulator each,
  // weights by scalars' exp and sixteen partial sums, and the product. Rows as vectors in constant
  // evaluation and fused kernels in a program change nothing.
  tests.proved<float, double>("is plain loops", []<class T>(report& r) {
    for_fours<1, 1, 1, 1, 3, 5, 4, 2, 5, 16, 8, 16, 2, 67, 3, 5, 18, 17, 16, 33>(
        [&]<std::size_t K, std::size_t L, std::size_t M, std::size_t N>() {
          check_shape<T, K, L, M, N>(r);
        });
  });
  // Scores that rise by ln 2 from key to key, as a bias of distances makes them: see
  // ops/elementary.hpp.
  tests.proved<float, double>("scores in steps", []<class T>(report& r) {
    matrix<T, 1, 1> one;
    one(0, 0) = 1;
    matrix<T, 16, 1> known;
    T score = 0;
    for (T& element : known) {
      element = score;
      score -= T(0.6931471805599453);
    }
    const auto k = launder(known);
    const auto v = launder(filled<matrix<T, 16, 3>>(1));
    const auto out = attend(one, k, v, [](std::size_t, std::size_t) { return true; });
    r.same(scaled_dot_product_attention(one, k, v), out);
  });
  // What textbooks say is equal: some of it is, bit for bit, and some of it only on paper. Each is
  // asked of the functions of attention as they are; what is only close is shown to be no more.
  // Queries do not see each other.
  tests.proved<double, float>("permuted queries permute the outputs", []<class T>(report& r) {
    const operands<T> a;
    r.same(scaled_dot_product_attention(shuffled(a.q), a.k, a.v),
        shuffled(scaled_dot_product_attention(a.q, a.k, a.v)));
    for (std::size_t i = 0; i < 4; ++i)  // nor does one miss the others
      r.same(select<"token">(scaled_dot_product_attention(a.q, a.k, a.v), i),
          select<"token">(scaled_dot_product_attention(narrow<"token", 1>(a.q, i), a.k, a.v), 0));
  });
  // Keys and their values have no order, on paper. The sums over them do.
  tests.proved<double, float>("permuted keys change the rounding", []<class T>(report& r) {
    const operands<T> a;
    const auto out = scaled_dot_product_attention(a.q, a.k, a.v);
    const auto other = scaled_dot_product_attention(a.q, shuffled(a.k), shuffled(a.v));
    r.check(allclose(other, out));
    r.check(!bitwise_equal(other, out));
    // Their scores are no sums over keys.
    r.same(attention_scores(a.q, shuffled(a.k)),
        transpose(shuffled(transpose(attention_scores(a.q, a.k)))));
    r.bits(other);
  });
  // Those who write a token as a column have K^T Q, a softmax down the columns, and V times that.
  tests.proved<double, float>("columns for rows", []<class T>(report& r) {
    const operands<T> a;
    const auto q = transpose(a.q);  // (width, token)
    const auto k = transpose(a.k);
    const auto v = transpose(a.v);  // (content, key)
    const auto scores = matmul(transpose(k), q);
    has_type<tensor<T, key, token_4>>(scores);
    const auto out = matmul(v, softmax<"key">(scores * default_scale<T>(6)));
    r.same(out, transpose(scaled_dot_product_attention(a.q, a.k, a.v)));
  });
  tests.proved<double, float>(
      "values that are the identity return the weights", []<class T>(report& r) {
        const operands<T> a;
        tensor<T, key, axis<"which", 5>> identity;
        for (std::size_t i = 0; i < 5; ++i) identity(i, i) = 1;
        r.check(scaled_dot_product_attention(a.q, a.k, identity) ==
                rename<"key", "which">(attention_weights(a.q, a.k)));
      });
  tests.proved<double, float>("a single key returns its value", []<class T>(report& r) {
    const operands<T> a;
    for (std::size_t n = 0; n < 5; ++n) {
      const auto v = narrow<"key", 1>(a.v, n);
      const auto out = scaled_dot_product_attention(a.q, narrow<"key", 1>(a.k, n), v);
      for (std::size_t i = 0; i < 4; ++i) r.same(select<"token">(out, i), select<"key">(v, 0));
    }
  });
  // A scale that is a power of two may go into the queries, or their weights; another may not.
  tests.proved<double, float>("scales that can be folded", []<class T>(report& r) {
    const operands<T> a;
    r.same(scaled_dot_product_attention(a.q * T(0.25), a.k, a.v, unscaled),
        scaled_dot_product_attention(a.q, a.k, a.v, scaled_by(0.25)));
    const T root = default_scale<T>(6);
    const auto out = scaled_dot_product_attention(a.q, a.k, a.v);
    const auto folded = scaled_dot_product_attention(a.q * root, a.k, a.v, unscaled);
    r.check(allclose(folded, out));
    r.check(!bitwise_equal(folded, out));
    r.same(scaled_dot_product_attention(a.q, a.k, a.v * T(2)), out * T(2));
  });
  // Queries and keys that are made wider with zeros have the scores they had; values get zeros.
  tests.proved<double, float>("padding with zeros", []<class T>(report& r) {
    const operands<T> a;
    const tensor<T, token_4, axis<"width", 2>> no_q;
    const tensor<T, key, axis<"width", 2>> no_k;
    const tensor<T, key, axis<"content", 4>> no_v;
    const auto q = concat<"width">(a.q, no_q);
    const auto k = concat<"width">(a.k, no_k);
    const auto v = concat<"content">(a.v, no_v);
    r.check(attention_scores(q, k) == attention_scores(a.q, a.k));
    const auto scale = scaled_by(default_scale<T>(6));  // the default for 8 features is smaller
    const auto out = scaled_dot_product_attention(q, k, v, scale);
    r.check(narrow<"content", 3>(out, 0) == scaled_dot_product_attention(a.q, a.k, a.v));
    r.check(narrow<"content", 4>(out, 3) == tensor<T, token_4, axis<"content", 4>>());
    r.check(!allclose(narrow<"content", 3>(scaled_dot_product_attention(q, k, v), 0),
        scaled_dot_product_attention(a.q, a.k, a.v)));
  });
  // Weights sum to 1, and an average of equal values is that value: within rounding.
  tests.proved<double, float>("averages", []<class T>(report& r) {
    const auto q = launder(filled<matrix<T, 40, 6>>(4, T(2)));
    const auto k = launder(filled<matrix<T, 7, 6>>(5, T(2)));
    const auto sums = sum<1>(attention_weights(q, k));
    bool exact = true;
    for (const T& s : sums) {
      r.check(allclose(s, T(1)));
      exact = exact && s == T(1);
    }
    r.check(!exact);
    matrix<T, 7, 1> v;
    for (T& x : v) x = T(0.3);
    const auto out = scaled_dot_product_attention(q, k, v);
    exact = true;
    for (const T& y : out) {
      r.check(allclose(y, T(0.3)));
      exact = exact && y == T(0.3);
    }
    r.check(!exact);
    r.bits(out);
  });
  // What softmax takes off first is rounded, unless it is exact.
  tests.proved<double, float>("a constant added to the scores", []<class T>(report& r) {
    const operands<T> a;
    const auto scores = attention_scores(a.q, a.k);
    const auto plus = [&](T c) { return softmax(map(scores, [c](T x) { return x + c; })); };
    r.same(plus(0), softmax(scores));
    r.check(allclose(plus(T(0.1)), softmax(scores)));
    r.check(!bitwise_equal(plus(T(0.1)), softmax(scores)));
  });
  tests.proved<double, float>("heads", []<class T>(report& r) {
    const weights_of_identities<T> w;
    const auto found = multi_head_self_attention<head>(w.x, w.q, w.k, w.v);
    // Column blocks of one matrix, and matrices of their own.
    const auto q = split_heads<head, slice>(w.q);
    const auto k = split_heads<head, slice>(w.k);
    const auto v = split_heads<head, slice>(w.v);
    r.same(multi_head_self_attention(w.x, q, k, v), found);
    r.same(project_heads(w.x, q), split_heads<head, slice>(matmul(w.x, w.q)));
    // The queries in another order, the keys as they are.
    r.same(multi_head_attention<head>(shuffled(w.x), w.x, w.x, w.q, w.k, w.v), shuffled(found));
    // W_o is one sum over all heads. The sum of each head's own product is it on paper.
    const auto out = multi_head_self_attention<head>(w.x, w.q, w.k, w.v, w.o);
    r.same(out, matmul(found, w.o));
    const auto rows = split<"model", head, slice>(w.o);
    const auto product = [&](std::size_t h) {
      return matmul(
          with_axes<sequence, slice>(narrow<"model", 3>(found, 3 * h)), select<"head">(rows, h));
    };
    r.check(allclose(product(0) + product(1), out));
    r.check(!bitwise_equal(product(0) + product(1), out));
  });
  // How many heads there are is no matter of how many numbers: one, two, three or six of them take
  // the same weights, and find something else.
  tests.proved<double, float>("the number of heads", []<class T>(report& r) {
    const weights_of_identities<T> w;
    const auto one = multi_head_self_attention<axis<"head", 1>>(w.x, w.q, w.k, w.v, w.o);
    const auto two = multi_head_self_attention<axis<"head", 2>>(w.x, w.q, w.k, w.v, w.o);
    const auto three = multi_head_self_attention<axis<"head", 3>>(w.x, w.q, w.k, w.v, w.o);
    const auto six = multi_head_self_attention<axis<"head", 6>>(w.x, w.q, w.k, w.v, w.o);
    r.check(!allclose(one, two) && !allclose(two, three) && !allclose(three, six));
    r.bits(six);
  });
  // What attn/attention/hard_attention.hpp promises.
  tests.proved<float, double>("is attention", []<class T>(report& r) { is_attention<T>(r); });
  tests.proved("is attention, of heads", [](report& r) { is_attention<double, head>(r); });
  // What the type forbids, done by hand: it is not attention, and nothing in the shapes says so.
  tests.proved("twice is nearly uniform", [](report& r) {
    const auto scores =
        launder(tensor<double, token, key>{{9, 0, 0, 0, 0}, {0, 9, 0, 0, 0}, {0, 0, 0, 0, 9}});
    const auto once = softmax_weights(scores).weights;
    const auto twice = softmax(once);
    r.check(once(0, 0) > 0.999 && twice(0, 0) < 0.41 && twice(0, 1) > 0.14);
  });
  tests.accepts_an_archetype<tensor<double, token, key>, tensor<double, key, content>>(
      [](const auto& x, const auto& v) { return weighted_mean(softmax_weights(x), v); });
};
}  // namespace attn_tests::attention_identities_tests
