// SPDX-License-Identifier: BSL-1.0
// torch_generator: PyTorch's generator after torch.manual_seed(s), as a value.
//
//   torch_generator g(12);   // torch.manual_seed(12)
//   torch_rand<…>(g);        // torch.rand, uniform.hpp
//   torch_randn<…>(g);       // torch.randn, normal.hpp
//   g();                     // the next 32-bit word
//   g.manual_seed(12);       // restarts
//
// All numbers come from one stream of words, those of mt19937(s), so numbers depend on those drawn
// before. In addition to the words there is one number: normals are generated in pairs, and if only
// one of a pair was requested, the generator keeps the other until torch_randn takes it.
//
// Exact; the same words at compile time and at run time. The seed is taken modulo 2^32, as in
// PyTorch.
#pragma once

#include <concepts>
#include <cstdint>

#include <attn/random/mt19937.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
ATTN_ABI inline void the_generator_holds_no_normal() {}

class torch_generator {
 public:
  ATTN_ABI constexpr explicit torch_generator(std::uint64_t seed) : words_(seed) {}

  // A normal that is held is dropped.
  ATTN_ABI constexpr void manual_seed(std::uint64_t seed) { *this = torch_generator(seed); }

  // The next word.
  ATTN_ABI constexpr std::uint32_t operator()() { return words_(); }

  // The second of a pair of normals, for torch_randn.
  ATTN_ABI constexpr bool holds_normal() const { return holds_; }
  ATTN_ABI constexpr void hold_normal(double x) {
    held_ = x;
    holds_ = true;
  }
  ATTN_ABI constexpr double take_normal() {
    if (!holds_) the_generator_holds_no_normal();
    const double x = held_;
    held_ = 0;
    holds_ = false;
    return x;
  }

  // Both will give the same numbers.
  ATTN_ABI friend constexpr bool operator==(const torch_generator&,
                                            const torch_generator&) = default;

 private:
  mt19937 words_;
  double held_ = 0;
  bool holds_ = false;
};

// Where PyTorch's uniform numbers can come from: their words are the same.
template <class T>
concept torch_engine = std::same_as<T, mt19937> || std::same_as<T, torch_generator>;

}  // namespace attn
ATTN_STRICT_FP_END
