// SPDX-License-Identifier: BSL-1.0
// Equal bits, in a few numbers: every operation, float and double, several shapes, evaluated by the
// compiler and executed, compared; and the hash of each compared with the one recorded next to it,
// which every compiler, optimisation level and instruction set must reproduce. CMake builds
// the parts once for each of a list of flags, CI runs the list under both compilers, and matrix.py
// tries all there are.
#pragma once

#include <attn/all.hpp>
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
bool bits_of_certificates();
bool bits_of_elementwise();
bool bits_of_functions();
bool bits_of_heads();
bool bits_of_kernels();
bool bits_of_learning();
bool bits_of_masks();
bool bits_of_networks();
bool bits_of_patterns();
bool bits_of_products();
bool bits_of_recurrence();
bool bits_of_scalars();

// A behaviour, and the hash of its results, which the record keeps for each by itself: it changes only
// with the operation, a shape or the contract, to what this program prints.
struct behaviour {
  const char* name;
  report (*run)();
};
// By the fused contract (ATTN_FUSED) the second hash, where sums of products are computed.
struct recorded {
  behaviour of;
  std::uint64_t separate, fused = separate;

#if defined(ATTN_FUSED)
  constexpr std::uint64_t hash() const { return fused; }
#else
  constexpr std::uint64_t hash() const { return separate; }
#endif
};

// Who evaluates a part: the program and, where that is not too much for it, the compiler.
enum class by { both, program };

// Do all checks of a part hold, and are its bits those recorded and, unless ATTN_BITS_RECORDED_ONLY
// says that another build proves that, those that the compiler found? (The behaviours of each part
// have a namespace with a name: GCC 14 takes the instantiations for two arrays in unnamed namespaces
// for one function.)
template <const auto& Behaviours, std::size_t I>
inline constexpr std::uint64_t by_the_compiler = Behaviours[I].of.run().hash;

template <const auto& Behaviours, by Whom = by::both>
bool agree(const char* part) {
  std::uint64_t hash = 14695981039346656037u;
  bool equal = true;
  const auto one = [&](const recorded& b, const char* whose, std::uint64_t found) {
    if (found == b.hash()) return;
    std::printf("%s: %s bits are 0x%016llx\n", b.of.name, whose,
                static_cast<unsigned long long>(found));
    equal = false;
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto run = [&](const recorded& b) {
      const report found = [&] {
        const unmasked traps(FE_INVALID | FE_DIVBYZERO);
        return b.of.run();
      }();
      one(b, "the program's", found.hash);
      hash = (hash ^ found.hash) * 1099511628211u;
      if (found.failed_line == 0) return;
      std::printf("%s: the check in line %u fails\n", b.of.name, found.failed_line);
      equal = false;
    };
    (run(Behaviours[I]), ...);
#ifndef ATTN_BITS_RECORDED_ONLY
    if constexpr (Whom == by::both)
      (one(Behaviours[I], "the compiler's", by_the_compiler<Behaviours, I>), ...);
#endif
  }(std::make_index_sequence<std::size(Behaviours)>{});
  std::printf("%-12s %016llx%s\n", part, static_cast<unsigned long long>(hash),
              equal ? "" : " is not the recorded one");
  return equal;
}

}  // namespace attn_tests
