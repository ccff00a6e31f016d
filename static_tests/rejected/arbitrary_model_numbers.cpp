// SPDX-License-Identifier: BSL-1.0
// rejected: a model with arbitrary weights of a type that does not know influence.
// expect-error: attn::arbitrary<I>\(model\): I must be an influence<T, N>
// errors: 1
#include <attn.hpp>

using namespace attn;

using layer = nn::linear<double, axis<"in", 2>, axis<"out", 3>, output_by_input>;

#ifdef ATTN_REJECT
constexpr auto f = arbitrary<double>(layer{});
#else
constexpr auto f = arbitrary<influence<double, 2>>(layer{});
#endif
