// SPDX-License-Identifier: BSL-1.0
// The identities of identities.hpp, for all inputs: those that hold bit for bit are proved by terms
// (scalars/term.hpp), for all values or for those that are finite; where special values are
// exceptions, one is shown. The lines are in the table of docs/numerics.md.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::proved_identities_tests {
using key = axis<"key", 4>;
using width = axis<"width", 6>;
using content = axis<"content", 2>;

template <class T> inline constexpr tensor<T, token, width> q;
template <class T> inline constexpr tensor<T, key, width> k;
template <class T> inline constexpr tensor<T, key, content> v;

inline constexpr auto attend = [](const auto& a, const auto& b, const auto& c) {
  return scaled_dot_product_attention(a, b, c);
};
template <class X> using element = typename std::remove_cvref_t<X>::value_type;

// The rows of x in another order: row i is row i + 1.
inline constexpr auto rotated = [](const auto& x) {
  auto y = x;
  constexpr std::size_t rows = decltype(y)::shape_type::extents[0],
                        row = decltype(y)::volume / rows;
  for (std::size_t i = 0; i < x.size(); ++i) y.data()[i] = x.data()[(i + row) % x.size()];
  return y;
};

using sequence = axis<"token", 3>;
using input = axis<"input", 5>;
using slice = axis<"slice", 2>;

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved<float, double>("permuted queries", []<class T>(report& r) {
    r.check(same_for_all_inputs(
        [](const auto& a, const auto& b, const auto& c) { return attend(rotated(a), b, c); },
        [](const auto& a, const auto& b, const auto& c) { return rotated(attend(a, b, c)); }, q<T>,
        k<T>, v<T>));
  });
  // Not the outputs: the sums over keys have another order. The scores, yes.
  tests.proved<float, double>("permuted keys", []<class T>(report& r) {
    const auto permuted = [](const auto& a, const auto& b, const auto& c) {
      return attend(a, rotated(b), rotated(c));
    };
    r.check(!same_for_all_inputs(attend, permuted, q<T>, k<T>, v<T>));
    r.check(!same_for_all_inputs<finite_only>(attend, permuted, q<T>, k<T>, v<T>));
    r.check(same_for_all_inputs<exact_arithmetic>(attend, permuted, q<T>, k<T>, v<T>));
    r.check(same_for_all_inputs(
        [](const auto& a, const auto& b) { return attention_scores(a, rotated(b)); },
        [](const auto& a, const auto& b) {
          return transpose(rotated(transpose(attention_scores(a, b))));
        },
        q<T>, k<T>));
  });
  tests.proved<float, double>("columns and rows", []<class T>(report& r) {
    const auto columns = [](const auto& a, const auto& b, const auto& c) {
      const auto scores = matmul(b, transpose(a));
      return transpose(matmul(transpose(c), softmax<"key">(scores * default_scale<T>(6))));
    };
    r.check(same_for_all_inputs(attend, columns, q<T>, k<T>, v<T>));
    const auto wrong_axis = [](const auto& a, const auto& b, const auto& c) {
      const auto scores = matmul(b, transpose(a));
      return transpose(matmul(transpose(c), softmax<"token">(scores * default_scale<T>(6))));
    };
    r.check(!same_for_all_inputs(attend, wrong_axis, q<T>, k<T>, v<T>));
  });
  // weight * 1 + weight * 0 …: if weights are finite. (Not if a score is NaN or +inf: then all weights
  // of the row are NaN, and so is the output.)
  tests.proved<float, double>("values that are the identity", []<class T>(report& r) {
    const auto averaged = [](const auto& a, const auto& b) {
      tensor<element<decltype(a)>, key, axis<"which", 4>> identity;
      for (std::size_t i = 0; i < 4; ++i) identity(i, i) = 1;
      return attend(a, b, identity);
    };
    const auto weights = [](const auto& a, const auto& b) {
      return rename<"key", "which">(attention_weights(a, b));
    };
    r.check(same_for_all_inputs<finite_only>(averaged, weights, q<T>, k<T>));
  });
  // exp(x - x) = 1, if x is finite. A score that overflows is an exception.
  tests.proved<float, double>("a single key", []<class T>(report& r) {
    const auto one = [](const auto& a, const auto& b, const auto& c) {
      return attend(a, narrow<"key", 1>(b, 0), narrow<"key", 1>(c, 0));
    };
    const auto its_value = [](const auto&, const auto&, const auto& c) {
      tensor<element<decltype(c)>, token, content> out;
      for (std::size_t i = 0; i < 6; ++i) out.data()[i] = c(0, i % 2);
      return out;
    };
    r.check(same_for_all_inputs<finite_only>(one, its_value, q<T>, k<T>, v<T>));
    r.check(!same_for_all_inputs(one, its_value, q<T>, k<T>, v<T>));
  });
  // A scale that is a power of two, folded into the queries: the terms differ, and where a query
  // underflows, so do the bits.
  tests.proved<float, double>("a scale that underflows", []<class T>(report& r) {
    const auto folded = [](const auto& a, const auto& b, const auto& c) {
      return scaled_dot_product_attention(a * T(0.5), b, c, unscaled);
    };
    const auto scaled = [](const auto& a, const auto& b, const auto& c) {
      return scaled_dot_product_attention(a, b, c, scaled_by(0.5));
    };
    r.check(!same_for_all_inputs<finite_only>(folded, scaled, q<T>, k<T>, v<T>));
    r.check(same_for_all_inputs<exact_arithmetic>(folded, scaled, q<T>, k<T>, v<T>));
    constexpr T smallest = std::numeric_limits<T>::denorm_min(),
                large = std::numeric_limits<T>::max();
    const tensor<T, dim<1>, dim<1>> a{{smallest}};
    const tensor<T, dim<2>, dim<1>> b{{0}, {large}};
    const auto x = matmul(launder(a) * T(0.5), transpose(b)), y = matmul(a, transpose(b)) * T(0.5);
    r.check(x(0, 1) == 0 && y(0, 1) > 0);
  });
  // s + 0 * 0 = s, except for the sign of a zero.
  tests.proved<float, double>("padding with zeros", []<class T>(report& r) {
    const auto padded = [](const auto& a, const auto& b) {
      using E = element<decltype(a)>;
      return attention_scores(concat<"width">(a, tensor<E, token, axis<"width", 2>>{}),
          concat<"width">(b, tensor<E, key, axis<"width", 2>>{}));
    };
    const auto scores = [](const auto& a, const auto& b) { return attention_scores(a, b); };
    r.check(same_for_all_inputs<finite_only>(padded, scores, q<T>, k<T>));
    r.check(!same_for_all_inputs(padded, scores, q<T>, k<T>));
    const matrix<T, 1, 1> zero{{0}}, minus{{-1}};
    const matrix<T, 1, 2> wide{{0, 0}}, wide_minus{{-1, 0}};
    r.same(attention_scores(launder(zero), minus), matrix<T, 1, 1>{{T(-0.0)}});
    r.same(attention_scores(launder(wide), wide_minus), matrix<T, 1, 1>{{0}});
  });
  // Weights sum to 1, and an average of equal values is that value, without rounding.
  tests.proved<float, double>("averages", []<class T>(report& r) {
    const auto sums = [](const auto& a, const auto& b, const auto&) {
      return sum<"key">(attention_weights(a, b));
    };
    const auto ones = [](const auto& a, const auto&, const auto&) {
      tensor<element<decltype(a)>, token> y;
      for (auto& one : y) one = 1;
      return y;
    };
    const auto equal = [](const auto& c) {
      auto y = c;
      for (std::size_t i = 0; i < y.size(); ++i) y.data()[i] = c(0, i % 2);
      return y;
    };
    const auto average = [&](const auto& a, const auto& b, const auto& c) {
      return attend(a, b, equal(c));
    };
    const auto value = [&](const auto& a, const auto&, const auto& c) {
      tensor<element<decltype(a)>, token, content> y;
      for (std::size_t i = 0; i < y.size(); ++i) y.data()[i] = c(0, i % 2);
      return y;
    };
    r.check(same_for_all_inputs<exact_arithmetic>(sums, ones, q<T>, k<T>, v<T>));
    r.check(!same_for_all_inputs<finite_only>(sums, ones, q<T>, k<T>, v<T>));
    r.check(same_for_all_inputs<exact_arithmetic>(average, value, q<T>, k<T>, v<T>));
    r.check(!same_for_all_inputs<finite_only>(average, value, q<T>, k<T>, v<T>));
  });
  tests.proved<float, double>("heads", []<class T>(report& r) {
    const tensor<T, sequence, input> x;
    const tensor<T, input, model> w;
    r.check(same_for_all_inputs(
        [](const auto& a, const auto& b) { return project_heads(a, split_heads<head, slice>(b)); },
        [](const auto& a, const auto& b) { return split_heads<head, slice>(matmul(a, b)); }, x, w));
    r.check(same_for_all_inputs(
        [](const auto& a, const auto& wq, const auto& wk, const auto& wv) {
          return multi_head_self_attention<axis<"head", 1>>(a, wq, wk, wv);
        },
        [](const auto& a, const auto& wq, const auto& wk, const auto& wv) {
          return attend(matmul(a, wq), rename<"token", "key">(matmul(a, wk)),
              rename<"token", "key">(matmul(a, wv)));
        },
        x, w, w, w));
  });
  // The product with W_o is one sum over all heads, and no sum of sums; with heads in another order
  // it is a sum in another order.
  tests.proved<float, double>("the product after the heads", []<class T>(report& r) {
    const tensor<T, token, model> found;
    const tensor<T, model, input> wo;
    const auto whole = [](const auto& y, const auto& w) { return matmul(y, w); };
    const auto parts = [](const auto& y, const auto& w) {
      return matmul(narrow<"model", 2>(y, 0), narrow<"model", 2>(w, 0)) +
             matmul(narrow<"model", 2>(y, 2), narrow<"model", 2>(w, 2));
    };
    const auto exchanged = [](const auto& y, const auto& w) {
      return matmul(concat<"model">(narrow<"model", 2>(y, 2), narrow<"model", 2>(y, 0)),
          concat<"model">(narrow<"model", 2>(w, 2), narrow<"model", 2>(w, 0)));
    };
    r.check(!same_for_all_inputs<finite_only>(whole, parts, found, wo));
    r.check(!same_for_all_inputs<finite_only>(whole, exchanged, found, wo));
    r.check(same_for_all_inputs<exact_arithmetic>(whole, parts, found, wo));
    r.check(same_for_all_inputs<exact_arithmetic>(whole, exchanged, found, wo));
  });
};
}  // namespace attn_tests::proved_identities_tests
