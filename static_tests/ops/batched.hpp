// SPDX-License-Identifier: BSL-1.0
// Leading axes: whatever an operation does to a matrix it does to every matrix of a batch, and to
// every head of every batch, with the same bits, and it leaves their names alone.
#pragma once

#include <attn/attention/scaled_dot_product.hpp>
#include <attn/ops/concat.hpp>
#include <attn/ops/log_softmax.hpp>
#include <attn/ops/logsumexp.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/merge.hpp>
#include <attn/ops/permute.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/ops/split.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/rename.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::batched_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using head = axis<"head", 3>;
using token = axis<"token", 4>;
using width = axis<"width", 6>;
using content = axis<"content", 5>;

template <class T>
using rank3 = tensor<T, batch, token, width>;
template <class T>
using rank4 = tensor<T, batch, head, token, width>;

// f of all is f of each, one batch or one head at a time; x may be several tensors.
template <class F, class... X>
constexpr void check_each_batch(report& r, const F& f, const X&... x) {
  const auto all = f(x...);
  for (std::size_t b = 0; b < batch::size; ++b)
    r.check(bitwise_equal(select<"batch">(all, b), f(select<"batch">(x, b)...)));
  r.bits(all);
}
template <class F, class... X>
constexpr void check_each_head(report& r, const F& f, const X&... x) {
  const auto all = f(x...);
  for (std::size_t b = 0; b < batch::size; ++b)
    for (std::size_t h = 0; h < head::size; ++h)
      r.check(bitwise_equal(select<"head">(select<"batch">(all, b), h),
                            f(select<"head">(select<"batch">(x, b), h)...)));
  r.bits(all);
}
template <class T, class F>
constexpr void check_both(report& r, const F& f) {
  check_each_batch(r, f, launder(filled<rank3<T>>(1, T(4))));
  check_each_batch(r, f, launder(filled<rank4<T>>(2, T(4))));
  check_each_head(r, f, launder(filled<rank4<T>>(3, T(4))));
}

template <class T>
constexpr report along_an_axis() {
  report r;
  check_both<T>(r, [](const auto& x) { return softmax(x); });
  check_both<T>(r, [](const auto& x) { return softmax<"token">(x); });
  check_both<T>(r, [](const auto& x) { return log_softmax<"width">(x); });
  check_both<T>(r, [](const auto& x) { return log_softmax<"token">(x); });
  check_both<T>(r, [](const auto& x) { return logsumexp<"width">(x); });
  check_both<T>(r, [](const auto& x) { return logsumexp<"token">(x); });
  check_both<T>(r, [](const auto& x) { return sum<"token">(x); });
  check_both<T>(r, [](const auto& x) { return amax<"width">(x); });
  static_assert(std::is_same_v<decltype(softmax<"token">(rank4<T>{})), rank4<T>>);
  static_assert(
      std::is_same_v<decltype(logsumexp<"token">(rank4<T>{})), tensor<T, batch, head, width>>);
  return r;
}

constexpr report taken_apart_and_put_together() {
  report r;
  using T = double;
  using half = axis<"half", 2>;
  using third = axis<"third", 3>;
  check_both<T>(r, [](const auto& x) { return transpose(x); });
  check_both<T>(r, [](const auto& x) { return select<"token">(x, 3); });
  check_both<T>(r, [](const auto& x) { return narrow<"token", 2>(x, 1); });
  check_both<T>(r, [](const auto& x) { return narrow<"width", 5>(x, 1); });
  check_both<T>(r, [](const auto& x) { return concat<"token">(x, narrow<"token", 3>(x, 0), x); });
  check_both<T>(r, [](const auto& x) { return concat<"width">(x, narrow<"width", 1>(x, 4)); });
  check_both<T>(r, [](const auto& x) { return merge<"token", "width", "all">(x); });
  const auto apart = [](const auto& x) { return split<"width", half, third>(x); };
  check_each_batch(r, apart, launder(filled<rank3<T>>(1)));
  const auto swapped = [](const auto& x) { return permute<"width", "head", "token">(x); };
  const auto y = launder(filled<rank4<T>>(2));
  const auto all = permute<"batch", "width", "head", "token">(y);
  for (int b = 0; b < 2; ++b)
    r.check(bitwise_equal(select<"batch">(all, b), swapped(select<"batch">(y, b))));
  static_assert(
      std::is_same_v<decltype(transpose(rank4<T>{})), tensor<T, batch, head, width, token>>);
  static_assert(std::is_same_v<decltype(apart(rank3<T>{})), tensor<T, batch, token, half, third>>);
  return r;
}

// The right operand has the same leading axes, or none and is shared.
template <class T>
constexpr report products() {
  report r;
  const auto product = [](const auto& a, const auto& b) { return matmul(a, b); };
  const auto a3 = launder(filled<rank3<T>>(1));
  const auto a4 = launder(filled<rank4<T>>(2));
  const auto shared = launder(filled<tensor<T, width, content>>(3));
  check_each_batch(r, product, a3, launder(filled<tensor<T, batch, width, content>>(4)));
  check_each_batch(r, product, a4, launder(filled<tensor<T, batch, head, width, content>>(5)));
  check_each_head(r, product, a4, launder(filled<tensor<T, batch, head, width, content>>(6)));
  check_each_batch(r, [&](const auto& a) { return matmul(a, shared); }, a3);
  check_each_head(r, [&](const auto& a) { return matmul(a, shared); }, a4);
  static_assert(
      std::is_same_v<decltype(matmul(a4, shared)), tensor<T, batch, head, token, content>>);
  return r;
}

template <class T>
constexpr report attention() {
  report r;
  using key = axis<"key", 7>;
  const auto attend = [](const auto& q, const auto& k, const auto& v) {
    return scaled_dot_product_attention(q, k, v);
  };
  const auto q = launder(filled<rank4<T>>(1, T(3)));
  const auto k = launder(filled<tensor<T, batch, head, key, width>>(2, T(3)));
  const auto v = launder(filled<tensor<T, batch, head, key, content>>(3));
  check_each_batch(r, attend, q, k, v);
  check_each_head(r, attend, q, k, v);
  check_each_batch(r, attend, launder(filled<rank3<T>>(4, T(3))), select<"head">(k, 0),
                   select<"head">(v, 1));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"along an axis, float", along_an_axis<float>},
    {"along an axis, double", along_an_axis<double>},
    {"taken apart and put together", taken_apart_and_put_together},
    {"products, float", products<float>},
    {"products, double", products<double>},
    {"attention, float", attention<float>},
    {"attention, double", attention<double>},
};

}  // namespace attn_tests::batched_tests
