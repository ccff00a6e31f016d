// SPDX-License-Identifier: BSL-1.0
// rejected: an output projection of another width: with kdim or vdim PyTorch does not pack.
// expect-error: attn::torch_multi_head<head>\(…\): out_proj_weight must be \(width, width\)
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<float, 12, 4> in{};

#ifdef ATTN_REJECT
constexpr auto layer = torch_multi_head<dim<2>>(in, matrix<float, 4, 6>{});
#else
constexpr auto layer = torch_multi_head<dim<2>>(in, matrix<float, 4, 4>{});
#endif
