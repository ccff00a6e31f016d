// SPDX-License-Identifier: BSL-1.0
// rejected: a weight as torch.nn.Linear stores it, (output, input), without names: its size tells.
// expect-error: attn::multi_head_attention\(…\): the input of W_v must be the last axis of Xv
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<double, 3, 4> x;
constexpr matrix<double, 4, 6> w;
constexpr matrix<double, 6, 4> stored;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<dim<2>>(x, x, x, w, w, stored);
#else
constexpr auto out = multi_head_attention<dim<2>>(x, x, x, w, w, transpose(stored));
#endif

static_assert(out.rank > 0);
