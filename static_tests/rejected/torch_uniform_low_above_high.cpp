// SPDX-License-Identifier: BSL-1.0
// rejected: an interval that ends before it begins, as PyTorch rejects it.
// expect-error[gcc]: torch_uniform_needs_low_not_above_high
// expect-error[clang]: must be initialized by a constant expression
// expect-note: torch_uniform_needs_low_not_above_high
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr auto drawn() {
  torch_generator generator(12);
#ifdef ATTN_REJECT
  return torch_uniform<float>(generator, 1, -1);
#else
  return torch_uniform<float>(generator, -1, 1);
#endif
}
constexpr auto x = drawn();
