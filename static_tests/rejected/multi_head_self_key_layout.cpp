// SPDX-License-Identifier: BSL-1.0
// rejected: a weight as torch.nn.Linear stores it, without names: its size tells.
// expect-error: attn::multi_head_self_attention\(…\): the input of W_k must be the last axis of X
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<double, 3, 4> x;
constexpr matrix<double, 4, 6> w;
constexpr matrix<double, 6, 4> stored;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<dim<2>>(x, w, stored, w);
#else
constexpr auto out = multi_head_self_attention<dim<2>>(x, w, transpose(stored), w);
#endif

static_assert(out.rank > 0);
