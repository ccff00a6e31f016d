// SPDX-License-Identifier: BSL-1.0
// rejected: RMS norm of whole numbers.
// expect-error: attn::rms_norm\(x, …\): the elements must have fractions; convert: as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<int, 2, 3> x{{1, 2, 4}, {3, 5, 0}};

#ifdef ATTN_REJECT
constexpr auto y = rms_norm(x, 1);
#else
constexpr auto y = rms_norm(as<double>(x), 1);
#endif
