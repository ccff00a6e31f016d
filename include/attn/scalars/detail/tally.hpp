// SPDX-License-Identifier: BSL-1.0
// tally<T>: an element without a number, whose operations are counted (detail/storage.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/storage.hpp>
#include <attn/rules/elements.hpp>
#include <attn/scalars/operation_count.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// In place of an element T, with the rules of T. Operations on constants alone are not counted, as
// with counted<T> (scalars/counted.hpp). A tally that is counted remains so when it is assigned.
template <class T>
struct tally {
  operation_count* place = nullptr;

  ATTN_ABI constexpr tally() = default;
  ATTN_ABI constexpr explicit tally(operation_count* at) : place(at) {}
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI constexpr explicit tally(U) {}
  ATTN_ABI constexpr tally(const tally&) = default;
  ATTN_ABI constexpr tally& operator=(const tally& x) {
    if (x.place != nullptr) place = x.place;
    return *this;
  }

#define ATTN_TALLY(function, kind) \
  ATTN_ABI friend constexpr tally function(tally a) { return a.counted(&operation_count::kind); }
#define ATTN_TALLY_OF_TWO(function, kind)                      \
  ATTN_ABI friend constexpr tally function(tally a, tally b) { \
    return (a = b).counted(&operation_count::kind);            \
  }
  ATTN_TALLY_OF_TWO(operator+, additions)
  ATTN_TALLY_OF_TWO(operator-, additions)
  ATTN_TALLY_OF_TWO(operator*, multiplications)
  ATTN_TALLY_OF_TWO(operator/, divisions)
  ATTN_TALLY_OF_TWO((max), comparisons)
  ATTN_TALLY_OF_TWO((min), comparisons)
  ATTN_TALLY_OF_TWO(pow, powers)
  ATTN_TALLY(operator-, negations)
  ATTN_TALLY(positive_part, comparisons)
  ATTN_TALLY(cos, sines)
  ATTN_TALLY(erf, error_functions)
  ATTN_TALLY(exp, exponentials)
  ATTN_TALLY(log, logarithms)
  ATTN_TALLY(log1p, logarithms)
  ATTN_TALLY(sigmoid, sigmoids)
  ATTN_TALLY(sin, sines)
  ATTN_TALLY(sqrt, square_roots)
  ATTN_TALLY(tanh, hyperbolic_tangents)
#undef ATTN_TALLY
#undef ATTN_TALLY_OF_TWO
  ATTN_ABI friend constexpr tally select(bool, tally a, tally b) {
    return (a = b).counted(&operation_count::selections);
  }
  ATTN_ABI friend constexpr tally kept_finite(tally a) { return a; }
  ATTN_ABI friend constexpr tally zero_times(tally) { return {}; }

 private:
  ATTN_ABI constexpr tally counted(std::uint64_t operation_count::* kind) const {
    if (place != nullptr) ++(place->*kind);
    return *this;
  }
};

}  // namespace attn

namespace attn::detail {

struct tally_place {
  operation_count* place = nullptr;
};

template <class X>
struct operand_element {
  using type = X;
};
template <class X>
  requires requires { typename X::shape_type; }
struct operand_element<X> {
  using type = typename X::value_type;
};
template <class X>
using element_of_operand = typename operand_element<X>::type;

// `cost` operations with x, for out.
template <class Out, class... X>
ATTN_ABI constexpr void count_in(Out& out, const operation_count& cost, const X&... x) {
  tally_place place;
  counted_as(place, x...);
  if (place.place == nullptr) return;
  counted_as(out, place);
  *place.place += cost;
}

// The same for f of an element of each x, n times. Where some have numbers, which f may look at, of
// the first n elements, one after the other.
template <class Out, class F, class... X>
ATTN_ABI constexpr void count_times(Out& out, std::size_t n, const F& f, const X&... x) {
  constexpr bool alike = (is_tally<element_of_operand<X>> && ...);
  operation_count all;
  const auto element = [&all]<class Y>(const Y& y, [[maybe_unused]] std::size_t i) {
    if constexpr (is_tally<element_of_operand<Y>>)
      return element_of_operand<Y>(counting_place(y) != nullptr ? &all : nullptr);
    else if constexpr (requires { y.data(); })
      return y.data()[i];
    else
      return y;
  };
  for (std::size_t i = 0; i < (alike ? 1 : n); ++i) static_cast<void>(f(element(x, i)...));
  count_in(out, (alike ? n : 1) * all, x...);
}
template <class Out, class F, class... X>
ATTN_ABI constexpr void count_each(Out& out, const F& f, const X&... x) {
  count_times(out, Out::volume, f, x...);
}

// n products and their sum.
ATTN_ABI constexpr operation_count sum_of_products(std::size_t n) {
  return {.additions = n - 1, .multiplications = n};
}
// The largest of n, and the sum of exp(x - largest).
ATTN_ABI constexpr operation_count total_of_exp(std::size_t n) {
  return {.additions = n + (n - 1), .exponentials = n, .comparisons = n - 1};
}

}  // namespace attn::detail

namespace attn::rules {
template <class T>
struct floating_point_element<element<tally<T>>> : floating_point_element<element<T>> {};
template <class T>
struct float_or_double<element<tally<T>>> : float_or_double<element<T>> {};
}  // namespace attn::rules
ATTN_STRICT_FP_END
