// SPDX-License-Identifier: BSL-1.0
// rejected: input number 3 of 3, which no table of what reaches what would show.
// expect-error[gcc]: number_of_an_input_out_of_range
// expect-error[clang]: must be initialized by a constant expression
// expect-note: number_of_an_input_out_of_range
// errors: 1
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr auto x = influence<double, 3>::input(3);
#else
constexpr auto x = influence<double, 3>::input(2);
#endif

static_assert(sizeof x >= 16);
