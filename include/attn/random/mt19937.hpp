// SPDX-License-Identifier: BSL-1.0
// mt19937: the Mersenne Twister: gives the same words as std::mt19937, and is constexpr.
//
//   constexpr mt19937 start(12);   // as torch.manual_seed(12) and np.random.seed(12) start
//   mt19937 engine = start;        // a value: a copy continues from the same state
//   engine();                      // the next 32-bit word
//   mt19937::seeded_by(words)      // by an array of words, as Python's random starts
//
// 624 words of state; the seed is taken modulo 2^32, as in PyTorch. There is no global engine. The
// words are exact, the same at compile time and at run time.
//
//   M. Matsumoto, T. Nishimura, "Mersenne Twister: a 623-dimensionally equidistributed uniform
//   pseudo-random number generator", ACM TOMACS 8 (1998)
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/detail/config.hpp>
#include <attn/version.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

class mt19937 {
 public:
  using result_type = std::uint32_t;
  static constexpr std::uint32_t default_seed = 5489;

  ATTN_ABI constexpr explicit mt19937(std::uint64_t seed = default_seed) {
    std::uint32_t word = static_cast<std::uint32_t>(seed);
    state_[0] = word;
    for (std::uint32_t i = 1; i < size; ++i)
      state_[i] = word = 1812433253u * (word ^ (word >> 30)) + i;
  }

  // The authors' initialisation by an array.
  template <std::size_t N>
  ATTN_ABI static constexpr mt19937 seeded_by(const std::uint32_t (&key)[N]) {
    mt19937 engine(19650218u);
    std::size_t i = 1, j = 0;
    const auto mixed = [&](std::uint32_t factor) {
      const std::uint32_t before = engine.state_[i - 1];
      return engine.state_[i] ^ ((before ^ (before >> 30)) * factor);
    };
    const auto go_on = [&] {
      if (++i == size) {
        engine.state_[0] = engine.state_[size - 1];
        i = 1;
      }
    };
    for (std::size_t k = N > size ? N : size; k > 0; --k) {
      engine.state_[i] = mixed(1664525u) + key[j] + static_cast<std::uint32_t>(j);
      if (++j == N) j = 0;
      go_on();
    }
    for (std::size_t k = size - 1; k > 0; --k) {
      engine.state_[i] = mixed(1566083941u) - static_cast<std::uint32_t>(i);
      go_on();
    }
    engine.state_[0] = 0x80000000u;
    engine.next_ = size;
    return engine;
  }

  // The next word.
  ATTN_ABI constexpr std::uint32_t operator()() {
    if (next_ == size) refill();
    std::uint32_t word = state_[next_++];
    word ^= word >> 11;
    word ^= (word << 7) & 0x9D2C5680u;
    word ^= (word << 15) & 0xEFC60000u;
    return word ^ (word >> 18);
  }

  // Skips n words.
  ATTN_ABI constexpr void discard(unsigned long long count) {
    for (; count > size - next_; refill()) count -= size - next_;
    next_ += static_cast<std::size_t>(count);
  }

  ATTN_ABI static constexpr std::uint32_t min() { return 0; }
  ATTN_ABI static constexpr std::uint32_t max() { return 0xFFFFFFFFu; }

  ATTN_ABI friend constexpr bool operator==(const mt19937&, const mt19937&) = default;

 private:
  static constexpr std::size_t size = 624;
  static constexpr std::size_t shift = 397;

  // Three loops without a remainder in them, and no call inside: constant evaluation counts steps.
  ATTN_ABI constexpr void refill() {
    constexpr std::uint32_t upper = 0x80000000u, lower = 0x7FFFFFFFu, twist = 0x9908B0DFu;
    std::uint32_t* const s = state_;
    for (std::size_t i = 0; i < size - shift; ++i) {
      const std::uint32_t joined = (s[i] & upper) | (s[i + 1] & lower);
      s[i] = s[i + shift] ^ (joined >> 1) ^ ((joined & 1) * twist);
    }
    for (std::size_t i = size - shift; i < size - 1; ++i) {
      const std::uint32_t joined = (s[i] & upper) | (s[i + 1] & lower);
      s[i] = s[i + shift - size] ^ (joined >> 1) ^ ((joined & 1) * twist);
    }
    const std::uint32_t joined = (s[size - 1] & upper) | (s[0] & lower);
    s[size - 1] = s[shift - 1] ^ (joined >> 1) ^ ((joined & 1) * twist);
    next_ = 0;
  }

  std::uint32_t state_[size]{};
  std::size_t next_ = size;
};

}  // namespace attn
ATTN_STRICT_FP_END
