// SPDX-License-Identifier: BSL-1.0
// The compilers and the language that the library requires. Every header includes this one first.
// An older compiler would print thousands of errors, none of which names the reason. Here it prints
// two: the first is a sentence. The second, an #include of a file that does not exist, stops it.
//
// GCC 12 and Clang 18 are the oldest that are tested.
// Compilers other than GCC and LLVM's Clang are not refused, and not tested. Apple numbers the
// releases of its Clang differently.
#pragma once

#if defined(__clang__) && !defined(__apple_build_version__)
#if __clang_major__ < 18
#error "attn requires Clang 18 or newer (or GCC 12 or newer)"
#include <attn stops here>
#endif
#elif defined(__GNUC__) && !defined(__clang__)
#if __GNUC__ < 12
#error "attn requires GCC 12 or newer (or Clang 18 or newer)"
#include <attn stops here>
#endif
#endif

#if defined(_MSVC_LANG) ? _MSVC_LANG < 202002L : __cplusplus < 202002L
#error "attn requires C++20 or newer: compile with -std=c++20"
#include <attn stops here>
#endif
