// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/operation_count.hpp promises.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::operation_count_tests {

using attn::operation_count;

// Every kind has a number of its own, so that none is forgotten and none is taken for another.
inline constexpr operation_count all{.additions = 1,
    .multiplications = 2,
    .divisions = 3,
    .square_roots = 4,
    .exponentials = 5,
    .logarithms = 6,
    .powers = 7,
    .sines = 8,
    .hyperbolic_tangents = 9,
    .sigmoids = 10,
    .error_functions = 11,
    .comparisons = 12,
    .selections = 13,
    .negations = 14};

// Comparisons, selections and changes of sign are no FLOPs.
constexpr report flops() {
  report r;
  const operation_count a = launder(all);
  r.check(a.elementary() == 5 + 6 + 7 + 8 + 9 + 10 + 11);
  r.check(a.flops() == 1 + 2 + 3 + 4 + a.elementary());
  r.check(launder(operation_count{.comparisons = 1, .selections = 1, .negations = 1}).flops() == 0);
  r.bits(a.flops());
  return r;
}

// A structural type.
template <operation_count Count> inline constexpr auto flops_of = Count.flops();
static_assert(flops_of<2 * all> == 2 * all.flops());

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("sums and multiples", [](report& r) {
    const operation_count a = launder(all);
    r.check(a + a == 2 * a && a * 3 == a + a + a && 0 * a == operation_count{});
    const operation_count three = 3 * a;
    r.check(three.additions == 3 && three.multiplications == 6 && three.divisions == 9);
    r.check(three.square_roots == 12 && three.exponentials == 15 && three.logarithms == 18);
    r.check(three.powers == 21 && three.sines == 24 && three.hyperbolic_tangents == 27);
    r.check(three.sigmoids == 30 && three.error_functions == 33 && three.comparisons == 36);
    r.check(three.selections == 39 && three.negations == 42);
    operation_count sum = a;
    sum += a;
    r.check(sum == 2 * a && sum != a);
    r.bits(three.negations);
  });
  tests.proved("flops", [] { return flops(); });
  // Exact up to the largest count; what is more is operation_count_exceeds_64_bits, which ends the
  // program and is no constant (static_tests/rejected/operation_count_*.cpp).
  tests.proved("up to 64 bits", [](report& r) {
    constexpr std::uint64_t half = std::uint64_t{1} << 32;
    const operation_count a = launder(operation_count{.additions = half, .exponentials = half});
    r.check(((half - 1) * a).additions == ~std::uint64_t{} - (half - 1));
    r.check(
        (operation_count{.additions = half - 1} + (half - 1) * a).additions == ~std::uint64_t{});
    r.check((0 * a).additions == 0);
    r.bits(((half - 1) * a).exponentials);
  });
};

}  // namespace attn_tests::operation_count_tests
