// SPDX-License-Identifier: BSL-1.0
// rejected: counts are no probabilities.
// expect-error: attn::sample<axis>\(p, u\): p must be probabilities
// errors: 1
#include <attn.hpp>

using namespace attn;

using word = axis<"word", 4>;
constexpr tensor<int, word> counts{1, 2, 3, 4};

#ifdef ATTN_REJECT
constexpr auto drawn = sample(counts, 1);
#else
constexpr auto drawn = sample(as<double>(counts) / 10, 0.5);
#endif
