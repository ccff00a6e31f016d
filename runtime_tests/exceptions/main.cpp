// SPDX-License-Identifier: BSL-1.0
// Finite numbers raise neither FE_INVALID nor FE_DIVBYZERO: a program that unmasks these goes on, also
// where a kernel computes lanes that are of no element. Nor is there an overflow of such a lane: what
// is computed here has none. Odd widths, since those leave lanes over.
#include "runtime_tests/exceptions/quiet.hpp"

int main() {
  using namespace attn_tests;
  rows_and_elements();
  products_and_attention();
  layers_and_cells();
  std::printf("%d computations with exceptions unmasked, %d failures\n", run_unmasked, failures);
  return failures > 0;
}
