// SPDX-License-Identifier: BSL-1.0
// ATTN_ABI, which every function of the library carries: it makes the version of the library, the
// instruction set and the switches part of the function's symbol. A linker keeps one definition of
// a symbol; without the tag, a unit compiled with -mavx2 would lend its functions to the whole
// program, which would then stop on a processor without AVX2.
//
// Types have no tag: a tensor is one type, with one layout, in all units of a program, and the
// user's own functions that mention it link as ever. Compilers do not print the tag in diagnostics.
//
//   v020     version 0.2.0
//   A … Z    levels of x86-64, switches of the library, relaxed floating-point modes
//   a … z    extensions of the instruction set from which compilers choose instructions themselves
//
// The baselines of x86-64 and aarch64 add nothing, which keeps symbols short. What has no letter
// here is not kept apart by the linker: whoever adds a switch to the library adds its letter.
#pragma once

#include <attn/version.hpp>

// One token, since compilers expand it in every declaration.
#define ATTN_ABI_VERSION "v020"
static_assert(sizeof ATTN_ABI_VERSION == 5 && ATTN_ABI_VERSION[1] == '0' + ATTN_VERSION_MAJOR &&
                  ATTN_ABI_VERSION[2] == '0' + ATTN_VERSION_MINOR &&
                  ATTN_ABI_VERSION[3] == '0' + ATTN_VERSION_PATCH,
              "attn: ATTN_ABI_VERSION is not the version of attn/version.hpp");

// ATTN_ABI_IF(__AVX__, "a"): "a" where the compiler defines __AVX__ as 1, and nothing elsewhere.
#define ATTN_ABI_IF(macro, letter) ATTN_ABI_IF_VALUE(macro, letter)
#define ATTN_ABI_IF_VALUE(value, letter) ATTN_ABI_CHOICE(ATTN_ABI_COMMA_##value letter, , )
#define ATTN_ABI_CHOICE(...) ATTN_ABI_SECOND(__VA_ARGS__)
#define ATTN_ABI_COMMA_1 ,
#define ATTN_ABI_COMMA_1000000 ,  // the version of an extension of RISC-V
#define ATTN_ABI_SECOND(first, second, ...) second

// clang-format off

// What processors have in common: x86-64-v2 since 2009, v3 since 2013, v4 since 2017.
#if defined(__POPCNT__) && defined(__SSE3__) && defined(__SSSE3__) && defined(__SSE4_1__) && \
    defined(__SSE4_2__)
#define ATTN_ABI_V2 "B"
#elif defined(__SSE3__) || defined(__POPCNT__)
#define ATTN_ABI_V2 \
  ATTN_ABI_IF(__SSE3__, "a") ATTN_ABI_IF(__SSSE3__, "b") ATTN_ABI_IF(__SSE4_1__, "c") \
  ATTN_ABI_IF(__SSE4_2__, "d") ATTN_ABI_IF(__POPCNT__, "e")
#else
#define ATTN_ABI_V2
#endif

#if defined(__AVX2__) && defined(__FMA__) && defined(__F16C__) && defined(__BMI__) && \
    defined(__BMI2__) && defined(__LZCNT__) && defined(__MOVBE__)
#define ATTN_ABI_V3 "C"
#elif defined(__AVX__) || defined(__BMI__) || defined(__BMI2__) || defined(__LZCNT__) || \
    defined(__MOVBE__)
#define ATTN_ABI_V3 \
  ATTN_ABI_IF(__AVX__, "f") ATTN_ABI_IF(__AVX2__, "g") ATTN_ABI_IF(__FMA__, "h") \
  ATTN_ABI_IF(__F16C__, "i") ATTN_ABI_IF(__BMI__, "j") ATTN_ABI_IF(__BMI2__, "k") \
  ATTN_ABI_IF(__LZCNT__, "l") ATTN_ABI_IF(__MOVBE__, "m")
#else
#define ATTN_ABI_V3
#endif

#if defined(__AVX512F__) && defined(__AVX512CD__) && defined(__AVX512BW__) && \
    defined(__AVX512DQ__) && defined(__AVX512VL__)
#define ATTN_ABI_V4 "D"
#elif defined(__AVX512F__)
#define ATTN_ABI_V4 \
  ATTN_ABI_IF(__AVX512F__, "n") ATTN_ABI_IF(__AVX512CD__, "o") ATTN_ABI_IF(__AVX512BW__, "p") \
  ATTN_ABI_IF(__AVX512DQ__, "q") ATTN_ABI_IF(__AVX512VL__, "r")
#else
#define ATTN_ABI_V4
#endif

#if defined(__AVX__) || defined(__SSE4A__) || defined(__GFNI__) || defined(__APX_F__)
#define ATTN_ABI_X86 \
  ATTN_ABI_IF(__AVX512VNNI__, "s") ATTN_ABI_IF(__AVX512BF16__, "t") \
  ATTN_ABI_IF(__AVX512VBMI__, "u") ATTN_ABI_IF(__AVX512VBMI2__, "v") \
  ATTN_ABI_IF(__AVX512BITALG__, "w") ATTN_ABI_IF(__AVX512VPOPCNTDQ__, "x") \
  ATTN_ABI_IF(__AVX512IFMA__, "y") ATTN_ABI_IF(__AVX512FP16__, "z") \
  ATTN_ABI_IF(__EVEX512__, "R") ATTN_ABI_IF(__GFNI__, "G") ATTN_ABI_IF(__AVXVNNI__, "H") \
  ATTN_ABI_IF(__AVXIFMA__, "I") ATTN_ABI_IF(__AVXNECONVERT__, "J") \
  ATTN_ABI_IF(__AVXVNNIINT8__, "L") ATTN_ABI_IF(__AVXVNNIINT16__, "M") \
  ATTN_ABI_IF(__AVX10_1__, "O") ATTN_ABI_IF(__AVX10_2__, "P") ATTN_ABI_IF(__APX_F__, "Q") \
  ATTN_ABI_IF(__SSE4A__, "S") ATTN_ABI_IF(__FMA4__, "T") ATTN_ABI_IF(__XOP__, "U") \
  ATTN_ABI_IF(__TBM__, "V")
#else
#define ATTN_ABI_X86
#endif

#if defined(__i386__)
#define ATTN_ABI_SSE \
  ATTN_ABI_IF(__SSE__, "_s") ATTN_ABI_IF(__SSE2__, "_t") ATTN_ABI_IF(__SSE_MATH__, "_u") \
  ATTN_ABI_IF(__SSE2_MATH__, "_v")
#else
#define ATTN_ABI_SSE
#endif

#if defined(__x86_64__) || defined(__i386__)
#define ATTN_ABI_ISA ATTN_ABI_SSE ATTN_ABI_V2 ATTN_ABI_V3 ATTN_ABI_V4 ATTN_ABI_X86
#elif defined(__aarch64__) || defined(__arm__)
#define ATTN_ABI_ISA \
  ATTN_ABI_IF(__ARM_FEATURE_SVE, "a") ATTN_ABI_IF(__ARM_FEATURE_SVE2, "b") \
  ATTN_ABI_IF(__ARM_FEATURE_SVE2p1, "c") ATTN_ABI_IF(__ARM_FEATURE_ATOMICS, "d") \
  ATTN_ABI_IF(__ARM_FEATURE_DOTPROD, "e") \
  ATTN_ABI_IF(__ARM_FEATURE_FP16_VECTOR_ARITHMETIC, "f") ATTN_ABI_IF(__ARM_FEATURE_FP16_FML, "g") \
  ATTN_ABI_IF(__ARM_FEATURE_BF16, "h") ATTN_ABI_IF(__ARM_FEATURE_MATMUL_INT8, "i") \
  ATTN_ABI_IF(__ARM_FEATURE_COMPLEX, "j") ATTN_ABI_IF(__ARM_FEATURE_FRINT, "k") \
  ATTN_ABI_IF(__ARM_FEATURE_JCVT, "l") ATTN_ABI_IF(__ARM_FEATURE_QRDMX, "m") \
  ATTN_ABI_IF(__ARM_FEATURE_RCPC, "n") ATTN_ABI_IF(__ARM_FEATURE_SHA3, "o") \
  ATTN_ABI_IF(__ARM_FEATURE_MOPS, "p") ATTN_ABI_IF(__ARM_FEATURE_CSSC, "q") \
  ATTN_ABI_IF(__ARM_FEATURE_SME, "r")
#else
#define ATTN_ABI_ISA \
  ATTN_ABI_IF(__ALTIVEC__, "a") ATTN_ABI_IF(__VSX__, "b") ATTN_ABI_IF(__POWER8_VECTOR__, "c") \
  ATTN_ABI_IF(__POWER9_VECTOR__, "d") ATTN_ABI_IF(__POWER10_VECTOR__, "e") \
  ATTN_ABI_IF(__riscv_vector, "f") ATTN_ABI_IF(__riscv_zba, "g") ATTN_ABI_IF(__riscv_zbb, "h") \
  ATTN_ABI_IF(__riscv_zbs, "i") ATTN_ABI_IF(__riscv_zfa, "j") ATTN_ABI_IF(__loongarch_sx, "k") \
  ATTN_ABI_IF(__loongarch_asx, "l") ATTN_ABI_IF(__VX__, "m")
#endif

#if defined(ATTN_CHECKED)
#define ATTN_ABI_CHECKED "K"
#else
#define ATTN_ABI_CHECKED
#endif
#if defined(ATTN_NO_VECTORS)
#define ATTN_ABI_NO_VECTORS "N"
#else
#define ATTN_ABI_NO_VECTORS
#endif

#if defined(ATTN_FUSED)
#define ATTN_ABI_FUSED "_f"
#else
#define ATTN_ABI_FUSED
#endif

#if defined(ATTN_DISPATCH)
#define ATTN_ABI_DISPATCH "_d"
#else
#define ATTN_ABI_DISPATCH
#endif

#if defined(ATTN_GRADIENT_STACK)
#define ATTN_ABI_GRADIENT_STACK "Y"
#else
#define ATTN_ABI_GRADIENT_STACK
#endif

#if defined(ATTN_END_OF_PROGRAM)
#define ATTN_ABI_HOOK "X"
#else
#define ATTN_ABI_HOOK
#endif

// Right values with different bits belong to the unit that asked for them. GCC defines all of
// these.
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    defined(__NO_SIGNED_ZEROS__) || __FINITE_MATH_ONLY__
#define ATTN_ABI_RELAXED \
  ATTN_ABI_IF(__FAST_MATH__, "F") ATTN_ABI_IF(__ASSOCIATIVE_MATH__, "A") \
  ATTN_ABI_IF(__RECIPROCAL_MATH__, "W") ATTN_ABI_IF(__NO_SIGNED_ZEROS__, "Z") \
  ATTN_ABI_IF(__FINITE_MATH_ONLY__, "E")
#else
#define ATTN_ABI_RELAXED
#endif

// clang-format on

#if defined(__has_cpp_attribute)
#if __has_cpp_attribute(gnu::abi_tag)
#define ATTN_ABI_LETTERS                                                             \
  ATTN_ABI_ISA ATTN_ABI_CHECKED ATTN_ABI_NO_VECTORS ATTN_ABI_FUSED ATTN_ABI_DISPATCH \
      ATTN_ABI_GRADIENT_STACK ATTN_ABI_HOOK ATTN_ABI_RELAXED
// Without letters the tag is one token: expanding these macros in every declaration would take a
// twentieth of the time of a header.
#define ATTN_ABI_ANY(...) ATTN_ABI_ANY_OF(__VA_ARGS__)
#define ATTN_ABI_ANY_OF(...) __VA_OPT__(1) + 0
#if ATTN_ABI_ANY(ATTN_ABI_LETTERS)
#define ATTN_ABI [[gnu::abi_tag(ATTN_ABI_VERSION ATTN_ABI_LETTERS)]]
#else
#define ATTN_ABI [[gnu::abi_tag(ATTN_ABI_VERSION)]]
#endif
#endif
#endif
#if !defined(ATTN_ABI)
#define ATTN_ABI
#endif
