// SPDX-License-Identifier: BSL-1.0
// rejected: a certificate under -ffast-math, here by the macro that it sets: slopes below the normal numbers may
//   become 0, and 717 of 200,000 random programs had false bounds.
// expect-error: attn::certify\(f, x, eps\): with -ffast-math small slopes may become 0, and bounds false
// errors: 1
// axes: not-shown the rule is about the flags of the compiler
#define __FAST_MATH__ 1
#define ATTN_ALLOW_FAST_MATH
#include <attn.hpp>
#include <attn/scalars/certify.hpp>
constexpr auto squares = [](const auto& x) { return attn::multiply(x, x); };
constexpr attn::tensor<float, attn::axis<"token", 2>> x{1, 2};
#ifdef ATTN_REJECT
constexpr auto y = attn::certify(squares, x, 0.1);
#else
constexpr auto y = squares(x);
#endif
