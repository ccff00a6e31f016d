// SPDX-License-Identifier: BSL-1.0
// rejected: five axes: (batch, head, block, token, feature) has to be folded to four.
// expect-error: attn::tensor: at most 4 axes
// errors: 1
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
tensor<double, dim<2>, dim<2>, dim<2>, dim<2>, dim<2>> x;
#else
tensor<double, dim<4>, dim<2>, dim<2>, dim<2>> x;
#endif
