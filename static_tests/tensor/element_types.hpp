// SPDX-License-Identifier: BSL-1.0
// Every arithmetic type of the standard as an element: what works with each. What does not is one
// sentence: static_tests/rejected/tensor.cpp.
#pragma once

#include <type_traits>

#include "static_tests/tests.hpp"

namespace attn_tests::element_types_tests {
// Elements are moved, compared, converted and shown.
template <class T> constexpr report is_kept() {
  report r;
  using X = matrix<T, 2, 2>;
  const X x = launder(X{{1, 0}, {1, 1}});
  r.check(x == X{{T(1), T(0)}, {T(1), T(1)}} && x(0, 0) == T(1));
  r.check(transpose(x) == X{{1, 1}, {0, 1}});
  r.check(concat<1>(x, x)(1, 2) == T(1) && select<1>(x, 1) == tensor<T, dim<2>>{0, 1});
  r.check(index_select<0>(x, tensor<int, dim<1>>{1}) == matrix<T, 1, 2>{{1, 1}});
  r.check(as<double>(x) == matrix<double, 2, 2>{{1, 0}, {1, 1}} && as<T>(as<int>(x)) == x);
  r.check(amax<1>(x) == tensor<T, dim<2>>{1, 1} && argmax<0>(x) == tensor<int, dim<2>>{0, 1});
  r.check(static_cast<bool>(equals(x, x)) && equals(x, transpose(x)).text().size() > 0);
  r.bits(as<double>(x));
  return r;
}
// … are ids, as integers.
template <class T> constexpr report is_an_id() {
  report r = is_kept<T>();
  const auto ids = launder(tensor<T, dim<2>>{T(1), T(0)});
  r.check(index_select<0>(tensor<int, dim<2>>{7, 8}, ids) == tensor<int, dim<2>>{8, 7});
  r.check(one_hot<dim<2>, float>(ids) == matrix<float, 2, 2>{{0, 1}, {1, 0}});
  r.check(as_token_ids<2>(ids)(0) == 1);
  return r;
}
// … are added and multiplied, in their own type.
template <class T> constexpr report computes() {
  report r = is_kept<T>();
  using X = matrix<T, 2, 2>;
  const X x = launder(X{{1, 0}, {1, 1}});
  static_assert(std::is_same_v<decltype(matmul(x, x)), X>);
  r.check(matmul(x, x) == X{{1, 0}, {2, 1}} && x + x - x == x && multiply(x, x) == x);
  r.check(x * T(2) == X{{2, 0}, {2, 2}} && sum<0>(x) == tensor<T, dim<2>>{2, 1});
  r.check(einsum<"i j, j k -> i k">(x, x) == matmul(x, x) && cumsum<0>(x) == X{{1, 0}, {2, 1}});
  return r;
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("bool", [] { return is_kept<bool>(); });
  tests.proved("char", [] { return is_an_id<char>(); });
  tests.proved("signed char", [] { return is_an_id<signed char>(); });
  tests.proved("unsigned char", [] { return is_an_id<unsigned char>(); });
  tests.proved("char8_t", [] { return is_an_id<char8_t>(); });
  tests.proved("wchar_t", [] { return is_an_id<wchar_t>(); });
  tests.proved("char16_t", [] { return is_an_id<char16_t>(); });
  tests.proved("short", [] { return is_an_id<short>(); });
  tests.proved("unsigned short", [] { return is_an_id<unsigned short>(); });
  tests.proved("char32_t, an id", [] { return is_an_id<char32_t>(); });
  tests.proved("char32_t", [] { return computes<char32_t>(); });
  tests.proved("unsigned", [] { return computes<unsigned>(); });
  tests.proved("long", [] { return computes<long>(); });
  tests.proved("unsigned long long", [] { return computes<unsigned long long>(); });
  tests.proved("float", [] { return computes<float>(); });
  tests.executed("double", [] { return computes<double>(); });
  tests.executed("long double", [] { return computes<long double>(); });
};
}  // namespace attn_tests::element_types_tests
