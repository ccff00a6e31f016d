// SPDX-License-Identifier: BSL-1.0
// How the analysis scalars are compared with double: the values of duals are the values in double,
// bit for bit; intervals and envelopes enclose them, and influence, given constants, computes them.
#pragma once

#include <type_traits>

#include "static_tests/tests.hpp"

namespace attn_tests::analysis {
using namespace attn;
using variable = dual<double, 3>;
using range = interval<double>;
using enclosed = envelope<double>;
using traced = influence<double, 4>;

// x with the elements T: of a variable every one varies, or all that is compared is constants.
template <class T, class... Axes> constexpr auto lifted(const tensor<double, Axes...>& x) {
  auto y = as<T>(x);
  if constexpr (std::is_same_v<T, variable>)
    for (std::size_t i = 0; i < y.size(); ++i) y.data()[i].gradient[i % 3] = 1;
  return y;
}
template <class T, parameter_struct M> constexpr auto lifted(const M& model) {
  return as<T>(model);
}

constexpr bool says(const variable& y, double x) { return bitwise_equal(y.value, x); }
constexpr bool says(const range& y, double x) { return y.bounded() && y.contains(x); }
constexpr bool says(const enclosed& y, double x) {
  return y.contains(x) && y.upper() - y.lower() < 1e-9;
}
constexpr bool says(const traced& y, double x) { return y.known && bitwise_equal(y.constant, x); }

// f of the inputs in T, against f of them in double.
template <class T, class F, class... X>
constexpr void agrees(report& r, const F& f, const X&... x) {
  const auto got = f(lifted<T>(launder(x))...);
  const auto want = f(x...);
  bool all = got.size() == want.size();
  for (std::size_t i = 0; i < want.size(); ++i) all = all && says(got.data()[i], want.data()[i]);
  r.check(all);
  r.bits(want);
}

using token_2 = axis<"token", 2>;
using key_3 = axis<"key", 3>;
using word_5 = axis<"word", 5>;

inline constexpr auto a = filled<tensor<double, token_2, model>>(1, 2.0);
inline constexpr auto b = filled<tensor<double, key_3, model>>(2, 2.0);
inline constexpr auto c = filled<tensor<double, key_3, axis<"d_v", 2>>>(3, 2.0);
inline constexpr auto positive = multiply(a, a) + a * 0 + exp(a);
}  // namespace attn_tests::analysis
