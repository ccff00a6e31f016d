// SPDX-License-Identifier: BSL-1.0
// bits: checks every part, prints its hash, and fails if anything differs. A build of some parts
// names them in ATTN_BITS_PARTS, as PART(name) each.
#include "runtime_tests/bits/bits.hpp"

#ifndef ATTN_BITS_PARTS
// clang-format off
#define ATTN_BITS_PARTS                                                            \
  PART(attention) PART(certificates) PART(elementwise) PART(functions) PART(heads) \
  PART(kernels) PART(learning) PART(masks) PART(networks) PART(patterns)           \
  PART(products) PART(recurrence) PART(scalars)
// clang-format on
#endif

int main() {
  using namespace attn_tests;
#define PART(name) bits_of_##name(),
  const bool parts[] = {ATTN_BITS_PARTS};
#undef PART
  for (const bool equal : parts)
    if (!equal) return 1;
}
