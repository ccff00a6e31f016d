// SPDX-License-Identifier: BSL-1.0
// What textbooks say is equal: some of it is, bit for bit, and some of it only on paper. Each is
// asked of the functions of attention as they are; what is only close is shown to be no more.
#pragma once

#include <attn/attention/multi_head.hpp>
#include <attn/attention/multi_head_self.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/ops/concat.hpp>
#include <attn/ops/map.hpp>
#include <attn/ops/permute.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/split.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::identities_tests {

using namespace attn;

// Every extent another one. d_k is no power of four, so that the scale is inexact.
using token = axis<"token", 4>;
using key = axis<"key", 5>;
using width = axis<"width", 6>;
using content = axis<"content", 3>;

template <class T>
struct operands {
  tensor<T, token, width> q = launder(filled<tensor<T, token, width>>(1, T(2)));
  tensor<T, key, width> k = launder(filled<tensor<T, key, width>>(2, T(2)));
  tensor<T, key, content> v = launder(filled<tensor<T, key, content>>(3));
};

// The rows of x in another order: row i is row 3 i of x, the number of rows being prime to 3.
template <class T, class Rows, class Columns>
constexpr auto shuffled(const tensor<T, Rows, Columns>& x) {
  tensor<T, Rows, Columns> y;
  for (std::size_t i = 0; i < Rows::size; ++i)
    for (std::size_t j = 0; j < Columns::size; ++j) y(i, j) = x(3 * i % Rows::size, j);
  return y;
}

// Queries do not see each other.
template <class T>
constexpr report permuted_queries_permute_the_outputs() {
  report r;
  const operands<T> a;
  r.check(bitwise_equal(scaled_dot_product_attention(shuffled(a.q), a.k, a.v),
                        shuffled(scaled_dot_product_attention(a.q, a.k, a.v))));
  for (std::size_t i = 0; i < 4; ++i)  // nor does one miss the others
    r.check(bitwise_equal(
        select<"token">(scaled_dot_product_attention(a.q, a.k, a.v), i),
        select<"token">(scaled_dot_product_attention(narrow<"token", 1>(a.q, i), a.k, a.v), 0)));
  return r;
}

// Keys and their values have no order, on paper. The sums over them do.
template <class T>
constexpr report permuted_keys_change_the_rounding() {
  report r;
  const operands<T> a;
  const auto out = scaled_dot_product_attention(a.q, a.k, a.v);
  const auto other = scaled_dot_product_attention(a.q, shuffled(a.k), shuffled(a.v));
  r.check(allclose(other, out));
  r.check(!bitwise_equal(other, out));
  // Their scores are no sums over keys.
  r.check(bitwise_equal(attention_scores(a.q, shuffled(a.k)),
                        transpose(shuffled(transpose(attention_scores(a.q, a.k))))));
  r.bits(other);
  return r;
}

// Those who write a token as a column have K^T Q, a softmax down the columns, and V times that.
template <class T>
constexpr report columns_for_rows() {
  report r;
  const operands<T> a;
  const auto q = transpose(a.q);  // (width, token)
  const auto k = transpose(a.k);
  const auto v = transpose(a.v);  // (content, key)
  const auto scores = matmul(transpose(k), q);
  static_assert(std::is_same_v<decltype(scores), const tensor<T, key, token>>);
  const auto out = matmul(v, softmax<"key">(scores * default_scale<T>(6)));
  r.check(bitwise_equal(out, transpose(scaled_dot_product_attention(a.q, a.k, a.v))));
  return r;
}

template <class T>
constexpr report values_that_are_the_identity_return_the_weights() {
  report r;
  const operands<T> a;
  tensor<T, key, axis<"which", 5>> identity;
  for (std::size_t i = 0; i < 5; ++i) identity(i, i) = 1;
  r.check(scaled_dot_product_attention(a.q, a.k, identity) ==
          rename<"key", "which">(attention_weights(a.q, a.k)));
  return r;
}

template <class T>
constexpr report a_single_key_returns_its_value() {
  report r;
  const operands<T> a;
  for (std::size_t n = 0; n < 5; ++n) {
    const auto v = narrow<"key", 1>(a.v, n);
    const auto out = scaled_dot_product_attention(a.q, narrow<"key", 1>(a.k, n), v);
    for (std::size_t i = 0; i < 4; ++i)
      r.check(bitwise_equal(select<"token">(out, i), select<"key">(v, 0)));
  }
  return r;
}

// A scale that is a power of two may go into the queries, or their weights; another may not.
template <class T>
constexpr report scales_that_can_be_folded() {
  report r;
  const operands<T> a;
  r.check(bitwise_equal(scaled_dot_product_attention(a.q * T(0.25), a.k, a.v, unscaled),
                        scaled_dot_product_attention(a.q, a.k, a.v, scaled_by(0.25))));
  const T root = default_scale<T>(6);
  const auto out = scaled_dot_product_attention(a.q, a.k, a.v);
  const auto folded = scaled_dot_product_attention(a.q * root, a.k, a.v, unscaled);
  r.check(allclose(folded, out));
  r.check(!bitwise_equal(folded, out));
  r.check(bitwise_equal(scaled_dot_product_attention(a.q, a.k, a.v * T(2)), out * T(2)));
  return r;
}

// Queries and keys that are made wider with zeros have the scores they had; values get zeros.
template <class T>
constexpr report padding_with_zeros() {
  report r;
  const operands<T> a;
  const tensor<T, token, axis<"width", 2>> no_q;
  const tensor<T, key, axis<"width", 2>> no_k;
  const tensor<T, key, axis<"content", 4>> no_v;
  const auto q = concat<"width">(a.q, no_q);
  const auto k = concat<"width">(a.k, no_k);
  const auto v = concat<"content">(a.v, no_v);
  r.check(attention_scores(q, k) == attention_scores(a.q, a.k));
  const auto scale = scaled_by(default_scale<T>(6));  // that of 8 would be another one
  const auto out = scaled_dot_product_attention(q, k, v, scale);
  r.check(narrow<"content", 3>(out, 0) == scaled_dot_product_attention(a.q, a.k, a.v));
  r.check(narrow<"content", 4>(out, 3) == tensor<T, token, axis<"content", 4>>());
  r.check(!allclose(narrow<"content", 3>(scaled_dot_product_attention(q, k, v), 0),
                    scaled_dot_product_attention(a.q, a.k, a.v)));
  return r;
}

// Weights sum to 1, and an average of equal values is that value: within rounding.
template <class T>
constexpr report averages() {
  report r;
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
  return r;
}

// What softmax takes off first is rounded, unless it is exact.
template <class T>
constexpr report a_constant_added_to_the_scores() {
  report r;
  const operands<T> a;
  const auto scores = attention_scores(a.q, a.k);
  const auto plus = [&](T c) { return softmax(map(scores, [c](T x) { return x + c; })); };
  r.check(bitwise_equal(plus(0), softmax(scores)));
  r.check(allclose(plus(T(0.1)), softmax(scores)));
  r.check(!bitwise_equal(plus(T(0.1)), softmax(scores)));
  return r;
}

using sequence = axis<"token", 5>;
using input = axis<"input", 7>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;
using slice = axis<"slice", 3>;

template <class T>
struct weights {
  tensor<T, sequence, input> x = launder(filled<tensor<T, sequence, input>>(6));
  tensor<T, input, model> q = launder(filled<tensor<T, input, model>>(7, T(2)));
  tensor<T, input, model> k = launder(filled<tensor<T, input, model>>(8, T(2)));
  tensor<T, input, model> v = launder(filled<tensor<T, input, model>>(9));
  tensor<T, model, input> o = launder(filled<tensor<T, model, input>>(10));
};

template <class T>
constexpr report heads() {
  report r;
  const weights<T> w;
  const auto found = multi_head_self_attention<head>(w.x, w.q, w.k, w.v);
  // Column blocks of one matrix, and matrices of their own.
  const auto q = split_heads<head, slice>(w.q);
  const auto k = split_heads<head, slice>(w.k);
  const auto v = split_heads<head, slice>(w.v);
  r.check(bitwise_equal(multi_head_self_attention(w.x, q, k, v), found));
  r.check(bitwise_equal(project_heads(w.x, q), split_heads<head, slice>(matmul(w.x, w.q))));
  // The queries in another order, the keys as they are.
  r.check(bitwise_equal(multi_head_attention<head>(shuffled(w.x), w.x, w.x, w.q, w.k, w.v),
                        shuffled(found)));
  // W_o is one sum over all heads. The sum of each head's own product is it on paper.
  const auto out = multi_head_self_attention<head>(w.x, w.q, w.k, w.v, w.o);
  r.check(bitwise_equal(out, matmul(found, w.o)));
  const auto rows = split<"model", head, slice>(w.o);
  const auto product = [&](std::size_t h) {
    return matmul(with_axes<sequence, slice>(narrow<"model", 3>(found, 3 * h)),
                  select<"head">(rows, h));
  };
  r.check(allclose(product(0) + product(1), out));
  r.check(!bitwise_equal(product(0) + product(1), out));
  r.bits(out);
  return r;
}

// How many heads there are is no matter of how many numbers: one, two, three or six of them take
// the same weights, and find something else.
template <class T>
constexpr report the_number_of_heads() {
  report r;
  const weights<T> w;
  const auto one = multi_head_self_attention<axis<"head", 1>>(w.x, w.q, w.k, w.v, w.o);
  const auto two = multi_head_self_attention<axis<"head", 2>>(w.x, w.q, w.k, w.v, w.o);
  const auto three = multi_head_self_attention<axis<"head", 3>>(w.x, w.q, w.k, w.v, w.o);
  const auto six = multi_head_self_attention<axis<"head", 6>>(w.x, w.q, w.k, w.v, w.o);
  r.check(!allclose(one, two) && !allclose(two, three) && !allclose(three, six));
  r.bits(six);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"permuted queries permute the outputs, double", permuted_queries_permute_the_outputs<double>},
    {"permuted queries permute the outputs, float", permuted_queries_permute_the_outputs<float>},
    {"permuted keys change the rounding, double", permuted_keys_change_the_rounding<double>},
    {"permuted keys change the rounding, float", permuted_keys_change_the_rounding<float>},
    {"columns for rows, double", columns_for_rows<double>},
    {"columns for rows, float", columns_for_rows<float>},
    {"values that are the identity return the weights, double",
     values_that_are_the_identity_return_the_weights<double>},
    {"values that are the identity return the weights, float",
     values_that_are_the_identity_return_the_weights<float>},
    {"a single key returns its value, double", a_single_key_returns_its_value<double>},
    {"a single key returns its value, float", a_single_key_returns_its_value<float>},
    {"scales that can be folded, double", scales_that_can_be_folded<double>},
    {"scales that can be folded, float", scales_that_can_be_folded<float>},
    {"padding with zeros, double", padding_with_zeros<double>},
    {"padding with zeros, float", padding_with_zeros<float>},
    {"averages, double", averages<double>},
    {"averages, float", averages<float>},
    {"a constant added to the scores, double", a_constant_added_to_the_scores<double>},
    {"a constant added to the scores, float", a_constant_added_to_the_scores<float>},
    {"heads, double", heads<double>},
    {"heads, float", heads<float>},
    {"the number of heads, double", the_number_of_heads<double>},
    {"the number of heads, float", the_number_of_heads<float>},
};

}  // namespace attn_tests::identities_tests
