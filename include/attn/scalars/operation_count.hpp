// SPDX-License-Identifier: BSL-1.0
// operation_count: the number of arithmetic operations of each kind. cost_of<F, Inputs…>(options…):
// the operations of a call, from its types alone.
//
//   a + b            one after the other
//   n * a            n times
//   count.flops()    additions + multiplications + divisions + square_roots + elementary(): what
//                    rounds, one each, whatever it takes inside
//   count.elementary()
//                    exponentials + logarithms + powers + sines + hyperbolic_tangents + sigmoids
//                    + error_functions
//
// A difference is an addition, log1p a logarithm, a cosine a sine. Selections, negations and
// comparisons (max and min) are counted, but are not FLOPs. Moving numbers is not counted. One
// multiply-add is two FLOPs. A structural type: a count may be a template argument. Exact: a sum or
// a product of 2^64 or more does not compile as a constant, and ends the program.
#pragma once

#include <cstdint>
#include <type_traits>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void operation_count_exceeds_64_bits() { detail::end_of_program(); }

struct operation_count {
  std::uint64_t additions = 0;
  std::uint64_t multiplications = 0;
  std::uint64_t divisions = 0;
  std::uint64_t square_roots = 0;

  std::uint64_t exponentials = 0;
  std::uint64_t logarithms = 0;
  std::uint64_t powers = 0;
  std::uint64_t sines = 0;
  std::uint64_t hyperbolic_tangents = 0;
  std::uint64_t sigmoids = 0;
  std::uint64_t error_functions = 0;

  std::uint64_t comparisons = 0;
  std::uint64_t selections = 0;
  std::uint64_t negations = 0;

 private:
  ATTN_ABI static constexpr std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
    if (a > UINT64_MAX - b) operation_count_exceeds_64_bits();
    return a + b;
  }
  template <class... Counts>
  ATTN_ABI static constexpr std::uint64_t sum(std::uint64_t a, std::uint64_t b, Counts... more) {
    return sum(sum(a, b), more...);
  }
  ATTN_ABI static constexpr std::uint64_t product(std::uint64_t a, std::uint64_t b) {
    if (b != 0 && a > UINT64_MAX / b) operation_count_exceeds_64_bits();
    return a * b;
  }

 public:
  ATTN_ABI constexpr std::uint64_t elementary() const {
    return sum(exponentials, logarithms, powers, sines, hyperbolic_tangents, sigmoids,
               error_functions);
  }
  ATTN_ABI constexpr std::uint64_t flops() const {
    return sum(additions, multiplications, divisions, square_roots, elementary());
  }

  ATTN_ABI constexpr operation_count& operator+=(const operation_count& more) {
    additions = sum(additions, more.additions);
    multiplications = sum(multiplications, more.multiplications);
    divisions = sum(divisions, more.divisions);
    square_roots = sum(square_roots, more.square_roots);
    exponentials = sum(exponentials, more.exponentials);
    logarithms = sum(logarithms, more.logarithms);
    powers = sum(powers, more.powers);
    sines = sum(sines, more.sines);
    hyperbolic_tangents = sum(hyperbolic_tangents, more.hyperbolic_tangents);
    sigmoids = sum(sigmoids, more.sigmoids);
    error_functions = sum(error_functions, more.error_functions);
    comparisons = sum(comparisons, more.comparisons);
    selections = sum(selections, more.selections);
    negations = sum(negations, more.negations);
    return *this;
  }
  ATTN_ABI friend constexpr operation_count operator+(operation_count a, const operation_count& b) {
    return a += b;
  }
  ATTN_ABI friend constexpr operation_count operator*(std::uint64_t n, const operation_count& a) {
    return {product(n, a.additions),
            product(n, a.multiplications),
            product(n, a.divisions),
            product(n, a.square_roots),
            product(n, a.exponentials),
            product(n, a.logarithms),
            product(n, a.powers),
            product(n, a.sines),
            product(n, a.hyperbolic_tangents),
            product(n, a.sigmoids),
            product(n, a.error_functions),
            product(n, a.comparisons),
            product(n, a.selections),
            product(n, a.negations)};
  }
  ATTN_ABI friend constexpr operation_count operator*(const operation_count& a, std::uint64_t n) {
    return n * a;
  }
  ATTN_ABI friend constexpr bool operator==(const operation_count&,
                                            const operation_count&) = default;
};

}  // namespace attn
ATTN_STRICT_FP_END
