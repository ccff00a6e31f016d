// SPDX-License-Identifier: BSL-1.0
// What every exercise includes: the library, the hole, and checks that do not print the answer.
//
// A compiler prints the template arguments and the operands of what fails. So the expected type or
// number must not be one of them: judge and row_is_right return only whether something is right.
#pragma once

#include <attn/ops.hpp>
#include <attn/tensor/check.hpp>
#include <cstddef>
#include <type_traits>

namespace exercise {

// To be replaced.
struct hole {};

template <class T>
inline constexpr bool filled = !std::is_same_v<std::remove_cvref_t<T>, hole>;

struct verdict {
  bool is_tensor = false, rank = false, element = false, sizes = false, names = false;
};

template <class Answer>
struct compare_with {
  template <class Expected>
  static constexpr verdict expected() {
    return {};
  }
};
template <class T, class... A>
struct compare_with<attn::tensor<T, A...>> {
  template <class Expected>
  static constexpr verdict expected() {
    return against(static_cast<const Expected*>(nullptr));
  }
  template <class U, class... B>
  static constexpr verdict against(const attn::tensor<U, B...>*) {
    verdict found{true, sizeof...(A) == sizeof...(B), std::is_same_v<T, U>};
    if constexpr (sizeof...(A) == sizeof...(B)) {
      found.sizes = ((A::size == B::size) && ...);
      found.names = (std::is_same_v<A, B> && ...);
    }
    return found;
  }
};

template <class Answer, class Expected>
constexpr verdict judge() {
  return compare_with<std::remove_cv_t<Answer>>::template expected<std::remove_cv_t<Expected>>();
}

// Whether row i of a matrix is as expected, without saying what is.
template <class T, class U, class... A, class... B>
constexpr bool row_is_right(const attn::tensor<T, A...>& x, const attn::tensor<U, B...>& expected,
                            std::size_t i) {
  for (std::size_t j = 0; j < expected.template extent<1>(); ++j)
    if (!(x(i, j) == expected(i, j))) return false;
  return true;
}

// Whether a function without arguments has a value in a constant expression: NaN is not one.
template <class F, int = (F{}(), 0)>
constexpr bool is_constant(F) {
  return true;
}
constexpr bool is_constant(...) { return false; }

template <class X>
constexpr bool rows_sum_to_1(const X& x) {
  for (const auto s : attn::sum<-1>(x))
    if (!attn::allclose(s, decltype(s)(1))) return false;
  return true;
}

template <class X>
constexpr bool all_between(const X& x, double low, double high) {
  for (const auto v : x)
    if (!(v >= low && v <= high)) return false;
  return true;
}

// Other numbers for a tensor of the checks: grade.py compares an answer with the solution for two
// more sets of data.
template <class T, class... A>
constexpr auto other(attn::tensor<T, A...> x, std::size_t seed) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const T number =
        static_cast<T>(static_cast<int>((i * i + (i + 1) * (2 * seed + 5)) * 7 % 17) - 8);
    x.data()[i] = std::is_integral_v<T> ? number : number / T(4);
  }
  return x;
}

template <class X, class Y>
constexpr bool close(const X& x, const Y& y) {
  if constexpr (requires { x.data(), y.data(); }) {
    if (x.size() != y.size()) return false;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!close(x.data()[i], y.data()[i])) return false;
    return true;
  } else {
    const auto a = static_cast<double>(x), b = static_cast<double>(y);
    const double off = a < b ? b - a : a - b;
    return off <= 1e-9 * (1 + (b < 0 ? -b : b));  // false for NaN
  }
}

}  // namespace exercise

using namespace attn;
using exercise::filled;
using exercise::hole;

// `answer` must have the type of the expression.
#define EXPECT_TYPE(number, answer, question, ...)                                             \
  static_assert(filled<answer>, number ": " question);                                         \
  constexpr auto verdict = exercise::judge<answer, decltype(__VA_ARGS__)>();                   \
  static_assert(verdict.is_tensor, number ": the answer must be a tensor or a matrix");        \
  static_assert(verdict.rank, number ": the number of axes is not right");                     \
  static_assert(verdict.sizes, number ": the sizes are not right, or not in this order");      \
  static_assert(verdict.names, number ": the sizes are right, but the names of axes are not"); \
  static_assert(verdict.element, number ": the axes are right, but the element type is not")
