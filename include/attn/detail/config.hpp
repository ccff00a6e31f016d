// SPDX-License-Identifier: BSL-1.0
// What the library needs of the compiler: its few macros, all in one place, and a way to stop.
//
//   ATTN_NO_VECTORS         defined by the user: no vector extensions, scalar loops everywhere
//   ATTN_CHECKED            defined by the user: indices are checked at run time too
//   ATTN_ALLOW_FAST_MATH    defined by the user: compile under -ffast-math, without equal bits
//   ATTN_VECTORS            defined here: the compiler has GNU vector extensions
//   ATTN_ABI                defined in detail/abi.hpp: which version, instruction set and switches
//   ATTN_INLINE             defined here: a function that must vanish into its caller
//   ATTN_INLINE_LAMBDA      defined here: the same for a lambda, behind its parameters
//   ATTN_NOINLINE           defined here: a function that must stay out of its caller
#pragma once

#include <attn/detail/abi.hpp>
#include <attn/detail/requirements.hpp>

#if defined(__FAST_MATH__) && !defined(ATTN_ALLOW_FAST_MATH)
#error \
    "attn promises equal bits at compile time and run time, which -ffast-math cannot keep. \
Compile without it, or define ATTN_ALLOW_FAST_MATH to give the promise up."
#endif

#if (defined(__GNUC__) || defined(__clang__)) && !defined(ATTN_NO_VECTORS)
#define ATTN_VECTORS 1
#endif

#if defined(__GNUC__) || defined(__clang__)
#define ATTN_INLINE ATTN_ABI [[gnu::always_inline]] inline
#define ATTN_INLINE_LAMBDA __attribute__((always_inline))
#define ATTN_NOINLINE ATTN_ABI [[gnu::noinline]] inline
#else
#define ATTN_INLINE inline
#define ATTN_INLINE_LAMBDA
#define ATTN_NOINLINE inline
#endif

namespace attn::detail {

// Where there is no sensible way to go on: an index, an id or a word that cannot be.
[[noreturn]] ATTN_ABI inline void end_of_program() {
#if defined(__GNUC__)
  __builtin_trap();
#else
  for (;;) {
  }
#endif
}

}  // namespace attn::detail
