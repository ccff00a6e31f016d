// SPDX-License-Identifier: BSL-1.0
// Scaled dot-product attention at run time, and the rule which kernel takes it.
//
//   one register     the scores of all pairs in one, operands in one each
//   in registers     a few tokens, narrow: nothing leaves the registers
//   heads in lanes   a few tokens, many wide heads: a vector for each pair of query and key
//   in panels        all others: the scores of a register's lanes of queries at a time
#pragma once

#include <bit>
#include <cstddef>

#include <attn/detail/runtime/attention_heads_in_lanes.hpp>
#include <attn/detail/runtime/attention_in_one_register.hpp>
#include <attn/detail/runtime/attention_in_panels.hpp>
#include <attn/detail/runtime/attention_in_registers.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// The kernel for these extents, and its name.
template <class Isa, class T, std::size_t Heads, std::size_t Queries, std::size_t Keys,
          std::size_t Dk, std::size_t Dv>
struct attention_kernel {
  static constexpr std::size_t widest = Isa::template lanes<T>;
  static constexpr bool in_one_register = attention_lanes<T, Queries, Keys, Dk, Dv> <= widest;
  static constexpr bool in_registers =
      !in_one_register && Queries <= widest && Keys <= 8 && Dk <= 8 && Dv <= 8;
  // The number of heads that are lanes, if their scores fit into registers.
  static constexpr std::size_t lanes = std::bit_floor(Heads < widest ? Heads : widest);
  static constexpr bool heads_in_lanes =
      !in_one_register && !in_registers && lanes >= least_lanes<T> && Keys <= 8 &&
      Queries * Keys <= Isa::registers / 2 && Dk >= lanes && Dv >= least_lanes<T>;
  static constexpr const char* name = in_one_register  ? "attention in one register"
                                      : in_registers   ? "attention in registers"
                                      : heads_in_lanes ? "attention with heads in lanes"
                                                       : "attention in panels of queries";
};

// Heads heads of (Queries, Dk), (Keys, Dk), (Keys, Dv); K and V are next_k and next_v further for
// the next head: 0 where one serves them all.
template <class Keep, std::size_t Heads, std::size_t Queries, std::size_t Keys, std::size_t Dk,
          std::size_t Dv, attention_padding Padding = attention_padding{}, class Isa = native_isa,
          class T>
ATTN_ABI inline void attention(T* out, const T* q, const T* k, std::size_t next_k, const T* v,
                               std::size_t next_v, const T& scale) {
  using kernel = attention_kernel<Isa, T, Heads, Queries, Keys, Dk, Dv>;
  if constexpr (kernel::in_one_register) {
    for (std::size_t head = 0; head < Heads; ++head)
      attention_in_one_register<T, Keep, Queries, Keys, Dk, Dv, Padding>::run(
          out + head * Queries * Dv, q + head * Queries * Dk, k + head * next_k, v + head * next_v,
          scale);
  } else if constexpr (kernel::in_registers) {
    for (std::size_t head = 0; head < Heads; ++head)
      attention_in_registers<Isa, T, Keep, Queries, Keys, Dk, Dv, Padding>::run(
          out + head * Queries * Dv, q + head * Queries * Dk, k + head * next_k, v + head * next_v,
          scale);
  } else if constexpr (kernel::heads_in_lanes) {
    constexpr std::size_t lanes = kernel::lanes, rest = Heads % lanes, whole = Heads - rest;
    for (std::size_t head = 0; head < whole; head += lanes)
      attention_heads_in_lanes<Isa, T, Keep, lanes, Queries, Keys, Dk, Dv>::run(
          out + head * Queries * Dv, q + head * Queries * Dk, k + head * next_k, next_k,
          v + head * next_v, next_v, scale);
    if constexpr (rest > 0)
      attention_in_panels<Keep, rest, Queries, Keys, Dk, Dv, Isa>(
          out + whole * Queries * Dv, q + whole * Queries * Dk, k + whole * next_k, next_k,
          v + whole * next_v, next_v, scale);
  } else {
    attention_in_panels<Keep, Heads, Queries, Keys, Dk, Dv, Isa>(out, q, k, next_k, v, next_v,
                                                                 scale);
  }
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
