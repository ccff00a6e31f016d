// SPDX-License-Identifier: BSL-1.0
// bits: checks every part, prints its hash, and fails if anything differs.
#include "runtime_tests/bits/bits.hpp"

int main() {
  using namespace attn_tests;
  const bool parts[] = {bits_of_attention(), bits_of_certificates(), bits_of_elementwise(),
                        bits_of_functions(), bits_of_heads(),        bits_of_kernels(),
                        bits_of_learning(),  bits_of_masks(),        bits_of_networks(),
                        bits_of_patterns(),  bits_of_products(),     bits_of_recurrence(),
                        bits_of_scalars()};
  for (const bool equal : parts)
    if (!equal) return 1;
}
