// SPDX-License-Identifier: BSL-1.0
// rejected: the fused contract for a processor without the instruction: each product would be a
//   call of a function.
// expect-error: attn: ATTN_FUSED needs a processor that multiplies and adds in one
// errors: 1
// axes: not-shown the rule is about the flags of the compiler
#define ATTN_FUSED
#ifdef ATTN_REJECT
#undef __FMA__
#undef __ARM_FEATURE_FMA
#undef __aarch64__
#undef __riscv_fdiv
#else
#undef __FMA__
#define __FMA__ 1
#endif
#include <attn/detail/config.hpp>
