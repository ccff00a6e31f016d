// SPDX-License-Identifier: BSL-1.0
// Numbers for fuzzing: of every size, the special ones often. A run starts from a seed that a failed
// check prints; ATTN_FUZZ_SEED=n repeats it, and ATTN_FUZZ_TIMES=n makes n times as many points.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include "static_tests/support/fill.hpp"

namespace attn_tests::fuzz {

inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}
inline std::uint64_t seed() { return from_environment("ATTN_FUZZ_SEED", 20261122); }
inline std::uint64_t times() { return from_environment("ATTN_FUZZ_TIMES", 1); }

class source {
 public:
  explicit source(std::uint64_t stream) : seed_(seed() + (stream << 40)) {}

  std::uint64_t bits() { return splitmix64(seed_, next_++); }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(bits() % n); }

  // Between -1 and 1.
  template <class T>
  T fraction() {
    return static_cast<T>(static_cast<std::int64_t>(bits())) * T(0x1p-63);
  }
  // Never NaN: the bits of any number, one of moderate size, a special one, a small integer.
  template <class T>
  T number() {
    using limits = std::numeric_limits<T>;
    using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    constexpr T special[] = {T(0),
                             -T(0),
                             T(1),
                             T(-1),
                             T(0.5),
                             limits::denorm_min(),
                             -limits::denorm_min(),
                             limits::min(),
                             -limits::min(),
                             limits::max(),
                             limits::lowest(),
                             limits::infinity(),
                             -limits::infinity(),
                             limits::epsilon(),
                             T(1) + limits::epsilon(),
                             T(1) - limits::epsilon() / 2};
    switch (below(8)) {
      case 0:
      case 1: {
        const T any = std::bit_cast<T>(static_cast<word>(bits()));
        return any == any ? any : T(0);
      }
      case 2:
        return special[below(std::size(special))];
      case 3:
        return static_cast<T>(static_cast<int>(below(21)) - 10) / static_cast<T>(1 + below(4));
      default: {
        const T x = fraction<T>();
        const auto size = static_cast<T>(std::uint64_t{1} << below(12));
        return below(2) == 0 ? x * size : x / size;
      }
    }
  }

 private:
  std::uint64_t seed_, next_ = 0;
};

// The numbers of a format as integers, in order.
template <class T>
constexpr std::int64_t place_of(T x) {
  using word = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  if (x == T(0)) return 0;
  const word bits = std::bit_cast<word>(x < T(0) ? -x : x);
  return x < T(0) ? -static_cast<std::int64_t>(bits) : static_cast<std::int64_t>(bits);
}
template <class T>
constexpr T at_place(std::int64_t place) {
  using word = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  const T size = std::bit_cast<T>(static_cast<word>(place < 0 ? -place : place));
  return place < 0 ? -size : size;
}

}  // namespace attn_tests::fuzz
