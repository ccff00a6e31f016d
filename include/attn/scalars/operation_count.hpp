// SPDX-License-Identifier: BSL-1.0
// operation_count: how much arithmetic, kind by kind.
//
//   a + b            one after the other
//   n * a            n times
//   count.flops()    additions + multiplications + divisions + square_roots + elementary(): what
//                    rounds, one each, whatever it takes inside
//   count.elementary()
//                    exponentials + logarithms + powers + sines + hyperbolic_tangents + sigmoids
//                    + error_functions
//
// A difference is an addition, log1p a logarithm, a cosine a sine. What only chooses a number or
// turns its sign is counted (max and min are comparisons) and is no FLOP; what only moves numbers
// is not counted at all. One multiply-add is two FLOPs.
// A structural type: a count may be a template argument. Exact up to 2^64.
#pragma once

#include <cstdint>

#include <attn/version.hpp>

namespace attn {

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

  constexpr std::uint64_t elementary() const {
    return exponentials + logarithms + powers + sines + hyperbolic_tangents + sigmoids +
           error_functions;
  }
  constexpr std::uint64_t flops() const {
    return additions + multiplications + divisions + square_roots + elementary();
  }

  constexpr operation_count& operator+=(const operation_count& more) {
    additions += more.additions;
    multiplications += more.multiplications;
    divisions += more.divisions;
    square_roots += more.square_roots;
    exponentials += more.exponentials;
    logarithms += more.logarithms;
    powers += more.powers;
    sines += more.sines;
    hyperbolic_tangents += more.hyperbolic_tangents;
    sigmoids += more.sigmoids;
    error_functions += more.error_functions;
    comparisons += more.comparisons;
    selections += more.selections;
    negations += more.negations;
    return *this;
  }
  friend constexpr operation_count operator+(operation_count a, const operation_count& b) {
    return a += b;
  }
  friend constexpr operation_count operator*(std::uint64_t n, const operation_count& a) {
    return {n * a.additions,    n * a.multiplications, n * a.divisions,
            n * a.square_roots, n * a.exponentials,    n * a.logarithms,
            n * a.powers,       n * a.sines,           n * a.hyperbolic_tangents,
            n * a.sigmoids,     n * a.error_functions, n * a.comparisons,
            n * a.selections,   n * a.negations};
  }
  friend constexpr operation_count operator*(const operation_count& a, std::uint64_t n) {
    return n * a;
  }
  friend constexpr bool operator==(const operation_count&, const operation_count&) = default;
};

}  // namespace attn
