// SPDX-License-Identifier: BSL-1.0
// The instruction set this translation unit is compiled for, as a type. Run-time kernels carry it
// as a template argument, so that two units compiled for two targets never share a kernel's symbol.
#ifndef ATTN_DETAIL_ISA_HPP
#define ATTN_DETAIL_ISA_HPP

#include <cstddef>

#include <attn/detail/config.hpp>
#include <attn/detail/dispatch.hpp>

// What the target has. ATTN_TARGET: detail/dispatch.hpp.
#undef ATTN_AVX
#undef ATTN_AVX512
#undef ATTN_FMA
#if defined(__AVX__) || ATTN_TARGET + 0 >= 3
#define ATTN_AVX
#endif
#if defined(__AVX512F__) || ATTN_TARGET + 0 >= 4
#define ATTN_AVX512
#endif
#if defined(__FMA__) || ATTN_TARGET + 0 >= 3
#define ATTN_FMA
#endif

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Bytes of a vector register, and how many registers a block of sums may fill.
template <std::size_t Bytes, std::size_t Registers>
struct isa {
  static constexpr std::size_t bytes = Bytes;
  static constexpr std::size_t registers = Registers;
  template <class T>
  static constexpr std::size_t lanes = Bytes / sizeof(T);
};

#if defined(ATTN_AVX512)
using native_isa = isa<64, 32>;
#elif defined(ATTN_AVX)
using native_isa = isa<32, 16>;
#elif defined(__aarch64__)
using native_isa = isa<16, 32>;
#else
using native_isa = isa<16, 16>;
#endif

// Whether large calls leave it to the program which instruction set they use.
#if defined(ATTN_DISPATCHES) && !defined(ATTN_TARGET)
inline constexpr bool is_chosen_at_run_time = true;
#else
inline constexpr bool is_chosen_at_run_time = false;
#endif

}  // namespace attn::detail
ATTN_STRICT_FP_END

#endif
