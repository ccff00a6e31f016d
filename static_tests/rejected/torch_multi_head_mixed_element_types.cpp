// SPDX-License-Identifier: BSL-1.0
// rejected: weights of float and of double.
// expect-error: attn::torch_multi_head<head>\(…\): one element type for all; convert with as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<float, 12, 4> in{};

#ifdef ATTN_REJECT
constexpr auto layer = torch_multi_head<dim<2>>(in, matrix<double, 4, 4>{});
#else
constexpr auto layer = torch_multi_head<dim<2>>(in, matrix<float, 4, 4>{});
#endif
