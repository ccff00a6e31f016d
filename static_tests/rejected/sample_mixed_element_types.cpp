// SPDX-License-Identifier: BSL-1.0
// rejected: double and float.
// expect-error: attn::sample<axis>\(p, u\): p and u must have one element type
// errors: 1
#include <attn.hpp>

using namespace attn;

using word = axis<"word", 2>;
constexpr tensor<double, word> p{0.5, 0.5};

#ifdef ATTN_REJECT
constexpr auto drawn = sample(p, tensor<float>(0.5f));
#else
constexpr auto drawn = sample(p, tensor<double>(0.5));
#endif
