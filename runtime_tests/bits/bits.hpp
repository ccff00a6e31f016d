// SPDX-License-Identifier: BSL-1.0
// Equal bits, in a few numbers: every operation, float and double, several shapes, evaluated by the
// compiler and executed, compared; and the hash over each part of it compared with the one recorded
// there, which every compiler, optimisation level and instruction set must reproduce. CMake builds
// the parts once for each of a list of flags, CI runs the list under both compilers, and matrix.py
// tries all there are.
#pragma once

#include <attn.hpp>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <utility>

#include "runtime_tests/support/unmasked.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests {

using namespace attn;

// A part of the program each, in a translation unit of its own.
bool bits_of_attention();
bool bits_of_elementwise();
bool bits_of_functions();
bool bits_of_heads();
bool bits_of_kernels();
bool bits_of_masks();
bool bits_of_networks();
bool bits_of_patterns();
bool bits_of_products();
bool bits_of_recurrence();
bool bits_of_scalars();

// Are the bits of a part those the compiler found, and those recorded? The record changes only when
// an operation, a shape or the contract does: with what this prints.
template <const auto& Behaviours>
bool agree(const char* part, std::uint64_t recorded) {
  std::uint64_t hash = 14695981039346656037u;
  bool equal = true;
  const auto one = [&](const behaviour& b, const report& by_the_compiler) {
    const report now = [&] {
      const unmasked traps(FE_INVALID | FE_DIVBYZERO);
      return b.run();
    }();
    if (now.hash != by_the_compiler.hash) {
      std::printf("%s: the program's bits are not the compiler's\n", b.name);
      equal = false;
    }
    hash = (hash ^ now.hash) * 1099511628211u;
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (one(Behaviours[I], proved<Behaviours, I>), ...);
  }
  (std::make_index_sequence<std::size(Behaviours)>{});
  const bool as_recorded = hash == recorded;
  std::printf("%-12s %016llx%s\n", part, static_cast<unsigned long long>(hash),
              as_recorded ? "" : " is not the recorded one");
  return equal && as_recorded;
}

}  // namespace attn_tests
