// SPDX-License-Identifier: BSL-1.0
// What the library needs of the compiler: its few macros, all in one place, and a way to stop.
//
//   ATTN_NO_VECTORS         defined by the user: no vector extensions, scalar loops everywhere
//   ATTN_FUSED              defined by the user: the other contract of docs/numerics.md, by which
//                           sums of products have one rounding a term
//   ATTN_DISPATCH           defined by the user: large calls choose the instruction set at run time
//                           (detail/dispatch.hpp; x86-64 only, elsewhere it changes nothing)
//   ATTN_CHECKED            defined by the user: indices are checked at run time too, and the name
//                           of an error is printed on stderr before the trap
//   ATTN_ALLOW_FAST_MATH    defined by the user: compile under -ffast-math, without the promise of
//                           equal bits; values are right all the same
//   ATTN_END_OF_PROGRAM(what) defined by the user: runs, instead of a trap, after an error from
//                           which the program cannot continue; `what` is the error's name as a
//                           string. If it returns, the program traps
//   ATTN_GRADIENT_STACK     defined by the user: how many bytes of the stack the record of a
//                           gradient(f, x) takes at most (learning/gradient.hpp); by default 6 MiB
//   ATTN_VECTORS            defined here: the compiler has GNU vector extensions
//   ATTN_ABI                defined in detail/abi.hpp: which version, instruction set and switches
//   ATTN_INLINE             defined here: a function that must vanish into its caller
//   ATTN_INLINE_LAMBDA      defined here: the same for a lambda, after its parameters
//   ATTN_NOINLINE           defined here: a function that must stay out of its caller
//   ATTN_NOT_A_MACRO        defined here: nothing. After `max` or `min`, it keeps a macro of that
//                           name from being called where argument-dependent lookup is meant;
//                           elsewhere (math::max)(a, b) does
//   ATTN_INDETERMINATE      defined here: a variable that need not be filled before it is written
//   ATTN_STRICT_FP_BEGIN    defined here: from here to ATTN_STRICT_FP_END, arithmetic is as in
//                           IEEE 754, whatever -ffast-math and its parts allow
#pragma once

#include <attn/detail/abi.hpp>
#include <attn/detail/requirements.hpp>

// The library's own numbers are the same in these modes (runtime_tests/relaxed), but for what is
// around them: a program linked with -ffast-math flushes subnormal numbers to zero, and what users
// compute with NaN or infinity, or in some order, is not what constant evaluation finds.
#if (defined(__FAST_MATH__) || __FINITE_MATH_ONLY__ + 0 > 0 || defined(__ASSOCIATIVE_MATH__)) && \
    !defined(ATTN_ALLOW_FAST_MATH)
#error \
    "attn promises equal bits at compile time and run time, which -ffast-math cannot keep. \
Compile without it, or define ATTN_ALLOW_FAST_MATH to give the promise up."
#endif
// Rounding to an integer by adding a large number needs sums that are rounded to their own format.
// -mfpmath=both leaves open which format that is. Clang reports the same of -ffast-math.
#if defined(__FLT_EVAL_METHOD__) && \
    (__FLT_EVAL_METHOD__ > 0 || (__FLT_EVAL_METHOD__ < 0 && !defined(__clang__)))
#error \
    "attn requires float and double arithmetic without extra digits, which x87 does not have. \
Compile with -msse2 -mfpmath=sse."
#endif

#if defined(ATTN_FUSED) && !defined(__FMA__) && !defined(__aarch64__) && !defined(__riscv_fdiv) && \
    !(defined(__ARM_FEATURE_FMA) && __ARM_FP + 0 >= 12) && !defined(__powerpc64__) &&              \
    !defined(__s390x__) && !defined(__loongarch_double_float)
#error "attn: ATTN_FUSED needs a processor that multiplies and adds in one: -mfma, or -march=native"
#endif

#if (defined(__GNUC__) || defined(__clang__)) && !defined(ATTN_NO_VECTORS)
#define ATTN_VECTORS 1
#endif

#define ATTN_NOT_A_MACRO
#if defined(__GNUC__) || defined(__clang__)
#define ATTN_INLINE ATTN_ABI [[gnu::always_inline]] inline
#define ATTN_INLINE_LAMBDA __attribute__((always_inline))
#define ATTN_NOINLINE ATTN_ABI [[gnu::noinline]] inline
#else
#define ATTN_INLINE inline
#define ATTN_INLINE_LAMBDA
#define ATTN_NOINLINE inline
#endif

// Every header with code has the two around it: what is rounded to an integer by adding a large
// number, or kept in two parts, is wrong as soon as a compiler may reorder sums. GCC gives options
// to functions, and inlines none into a function with others where that would change a value. Where
// no relaxed mode is on, there is nothing to do. Clang marks each operation, and has no macro for
// most modes. What its pragma does not reach, see detail/infinity.hpp.
//
// Clang has its pragma for some processors only, and warns of it for the others, such as Cortex-M.
#if defined(__clang__) && (defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || \
                           defined(__riscv) || defined(__powerpc__) || defined(__s390x__))
#define ATTN_STRICT_FP_BEGIN _Pragma("float_control(precise, on, push)")
#define ATTN_STRICT_FP_END _Pragma("float_control(pop)")
#elif defined(__GNUC__) && !defined(__clang__) &&                                               \
    (defined(__FAST_MATH__) || __FINITE_MATH_ONLY__ + 0 > 0 || defined(__ASSOCIATIVE_MATH__) || \
     defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__))
#define ATTN_STRICT_FP_BEGIN           \
  _Pragma("GCC push_options") _Pragma( \
      "GCC optimize(\"no-unsafe-math-optimizations\", \"no-finite-math-only\",    \
       \"no-associative-math\", \"no-reciprocal-math\", \"signed-zeros\")")
#define ATTN_STRICT_FP_END _Pragma("GCC pop_options")
#else
#if defined(__clang__) && defined(__FAST_MATH__)
#error "attn: Clang has no pragma for this processor that undoes -ffast-math. Compile without it."
#endif
#define ATTN_STRICT_FP_BEGIN
#define ATTN_STRICT_FP_END
#endif

// Most of the 8 MiB that the main thread of a Linux program has.
#ifndef ATTN_GRADIENT_STACK
#define ATTN_GRADIENT_STACK 6291456
#endif

// The program that checks its indices prints the name of the error, where there is a place for it.
#if defined(ATTN_CHECKED) && !defined(ATTN_END_OF_PROGRAM) && __STDC_HOSTED__
#include <stdio.h>
#define ATTN_PRINTED_ERRORS
#endif

// As a default argument, the function that calls. Where nobody reads it, no text is stored.
#if (defined(ATTN_END_OF_PROGRAM) || defined(ATTN_PRINTED_ERRORS)) && defined(__GNUC__)
#define ATTN_NAME_OF_CALLER __builtin_FUNCTION()
#else
#define ATTN_NAME_OF_CALLER ""
#endif

// Before a variable all of whose elements are written next, where GCC 16 would say that it is used
// uninitialized: in C++26 it fills every variable before the constructor runs, but for these.
#if defined(__has_cpp_attribute) && __cplusplus > 202302L
#if __has_cpp_attribute(indeterminate)
#define ATTN_INDETERMINATE [[indeterminate]]
#endif
#endif
#ifndef ATTN_INDETERMINATE
#define ATTN_INDETERMINATE
#endif

namespace attn::detail {

// For errors after which the program cannot continue: an invalid index, id or word. `what` is the
// name of the function that calls it, which is the name of the error.
[[noreturn]] ATTN_ABI inline void end_of_program(
    [[maybe_unused]] const char* what = ATTN_NAME_OF_CALLER) {
#if defined(ATTN_END_OF_PROGRAM)
  ATTN_END_OF_PROGRAM(what);
#elif defined(ATTN_PRINTED_ERRORS)
  fprintf(stderr, "attn: %s\n", what);
#endif
#if defined(__GNUC__)
  __builtin_trap();
#else
  for (;;) {
  }
#endif
}

// Where indices are checked, the user's hook is called for one that is out of range, and may throw.
#if defined(ATTN_CHECKED) && defined(ATTN_END_OF_PROGRAM)
ATTN_ABI inline constexpr bool indices_cannot_throw = false;
#else
ATTN_ABI inline constexpr bool indices_cannot_throw = true;
#endif

}  // namespace attn::detail
