// SPDX-License-Identifier: BSL-1.0
// rejected: multi-head attention of integers.
// expect-error: attn::multi_head_attention\(…\): the elements must have fractions; convert with as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<int, 3, 4> x;
constexpr matrix<int, 4, 6> w;
constexpr auto y = as<double>(x);
constexpr auto u = as<double>(w);

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<dim<2>>(x, x, x, w, w, w);
#else
constexpr auto out = multi_head_attention<dim<2>>(y, y, y, u, u, u);
#endif

static_assert(out.rank > 0);
