// SPDX-License-Identifier: BSL-1.0
// rejected: a model with arbitrary weights for numbers that nothing marked.
// expect-error: attn::arbitrary_as\(model, x\): the elements of x must be influence<T, N>
// errors: 1
#include <attn.hpp>

using namespace attn;

using in = axis<"in", 2>;
using layer = nn::linear<double, in, axis<"out", 3>, output_by_input>;
constexpr tensor<double, in> x{1, 2};

#ifdef ATTN_REJECT
constexpr auto f = arbitrary_as(layer{}, x);
#else
constexpr auto f = arbitrary_as(layer{}, marked(x));
#endif
