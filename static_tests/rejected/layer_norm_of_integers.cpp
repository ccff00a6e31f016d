// SPDX-License-Identifier: BSL-1.0
// rejected: layer norm of whole numbers.
// expect-error: attn::layer_norm\(x, …\): the elements must have fractions; convert: as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<int, 2, 3> x{{1, 2, 4}, {3, 5, 0}};

#ifdef ATTN_REJECT
constexpr auto y = layer_norm(x);
#else
constexpr auto y = layer_norm(as<double>(x));
#endif
