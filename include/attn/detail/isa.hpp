// SPDX-License-Identifier: BSL-1.0
// The instruction set this translation unit is compiled for, as a type. Run-time kernels carry it
// as a template argument, so that two units compiled for two targets never share a kernel's symbol.
#pragma once

#include <cstddef>

#include <attn/detail/config.hpp>

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

#if defined(__AVX512F__)
using native_isa = isa<64, 32>;
#elif defined(__AVX__)
using native_isa = isa<32, 16>;
#elif defined(__aarch64__)
using native_isa = isa<16, 32>;
#else
using native_isa = isa<16, 16>;
#endif

}  // namespace attn::detail
ATTN_STRICT_FP_END
