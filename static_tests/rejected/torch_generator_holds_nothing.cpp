// SPDX-License-Identifier: BSL-1.0
// rejected: to take the second normal of a pair where the first was not drawn.
// expect-error[gcc]: the_generator_holds_no_normal
// expect-error[clang]: must be initialized by a constant expression
// expect-note: the_generator_holds_no_normal
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr double drawn() {
  torch_generator generator(12);
#ifdef ATTN_REJECT
  return generator.take_normal();
#else
  return generator.holds_normal() ? generator.take_normal() : 0.0;
#endif
}
constexpr auto x = drawn();
