// SPDX-License-Identifier: BSL-1.0
// rejected: the cost of a product of 2^24 cubed, which 64 bits cannot count.
// expect-error[gcc]: operation_count_exceeds_64_bits
// expect-error[clang]: must be initialized by a constant expression
// expect-note: operation_count_exceeds_64_bits
// errors: 1
// lines[gcc]: 9 at most from within constant evaluation
// allow: detail::
#include <attn.hpp>

using namespace attn;

template <std::size_t N>
using square = matrix<float, N, N>;

#ifdef ATTN_REJECT
constexpr auto cost = operations::matmul<square<1 << 24>, square<1 << 24>>();
#else
constexpr auto cost = operations::matmul<square<1 << 20>, square<1 << 20>>();
static_assert(cost.multiplications == 1ull << 60);
#endif
