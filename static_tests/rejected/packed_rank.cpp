// SPDX-License-Identifier: BSL-1.0
// rejected: a batch of matrices packed as one.
// expect-error: attn::packed\(w\): w must have two axes, input and output
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<float, dim<2>, dim<2>, dim<2>> w{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
constexpr matrix<float, 2, 2> first{{1, 2}, {3, 4}};

#ifdef ATTN_REJECT
constexpr auto p = packed(w);
#else
constexpr auto p = packed(first);
#endif
