// SPDX-License-Identifier: BSL-1.0
// rejected: a proof of equal bits where sums of products are fused: terms have two roundings.
// expect-error: attn::term: equal bits are proved of the separate contract; compile such proofs without ATTN_FUSED
// axes: not-shown the rule is about the flags of the compiler
#define ATTN_FUSED
#if !defined(__FMA__)
#define __FMA__ 1  // nothing is executed here
#endif
#include <attn/scalars/term.hpp>
#ifdef ATTN_REJECT
constexpr auto x = attn::term<double>::input(0);
#else
constexpr auto x = attn::influence<double, 1>::input(0);
#endif
