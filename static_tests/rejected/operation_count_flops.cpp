// SPDX-License-Identifier: BSL-1.0
// rejected: a sum of counts that wraps around.
// expect-error[gcc]: operation_count_exceeds_64_bits
// expect-error[clang]: must be initialized by a constant expression
// expect-note: operation_count_exceeds_64_bits
// errors: 1
// lines[gcc]: 9 at most from within constant evaluation
#include <attn.hpp>

using namespace attn;

constexpr operation_count cost{.additions = 1ull << 63, .multiplications = (1ull << 63) - 1};

#ifdef ATTN_REJECT
constexpr auto flops = (cost + operation_count{.divisions = 1}).flops();
#else
constexpr auto flops = cost.flops();
#endif
