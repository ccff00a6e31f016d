// SPDX-License-Identifier: BSL-1.0
// What a generated unit of the fuzzer is written with: operands filled by a seed, comparison of a
// result with the reference and with the same result found another way, hashes, and the report.
#pragma once

#include <attn/tensor/tensor.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "runtime_tests/fuzz/reference.hpp"

namespace fuzz {

constexpr std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// --- Bits ----------------------------------------------------------------------------------------

// All NaNs are one.
template <class T>
constexpr std::uint64_t bits_of(const T& x) {
  if constexpr (std::is_floating_point_v<T>) {
    if (!(x == x)) return 0x7ff8dead;
    return std::bit_cast<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>(x);
  } else {
    return static_cast<std::uint64_t>(static_cast<long long>(x));
  }
}
constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 1099511628211u;
  return hash ^ (hash >> 29);
}
template <class T, class... Axes>
constexpr std::uint64_t hash_of(const attn::tensor<T, Axes...>& x) {
  std::uint64_t hash = 14695981039346656037u;
  for (const T& element : x) hash = mixed(hash, bits_of(element));
  return hash;
}

// --- Operands ------------------------------------------------------------------------------------

// What an operand may be: anything; numbers that a model could have; finite numbers; an index.
enum class use { any, parameter, finite, index };

// For constant evaluation: in [-1, 1), all digits used; small integers; indices below `bound`; mask
// entries that leave every query the first key.
template <class Tensor>
constexpr Tensor constant(std::uint64_t seed, long long bound = 0) {
  using T = typename Tensor::value_type;
  constexpr std::size_t last = Tensor::shape_type::extents[Tensor::rank - 1];
  Tensor x;
  std::size_t i = 0;
  for (T& element : x) {
    const std::uint64_t z = splitmix64(seed);
    if constexpr (std::is_floating_point_v<T>) {
      constexpr int digits = sizeof(T) == 4 ? 24 : 53;
      constexpr auto one = std::int64_t{1} << (digits - 1);
      element =
          static_cast<T>(static_cast<std::int64_t>(z >> (64 - digits)) - one) / static_cast<T>(one);
    } else if constexpr (std::is_integral_v<T>) {
      element =
          static_cast<T>(bound > 0 ? static_cast<long long>(z % static_cast<std::uint64_t>(bound))
                                   : static_cast<long long>(z % 9) - 4);
    } else {  // an entry of a mask
      element = T(1);
      if (element.allows() != (i % last == 0 || z % 3 != 0)) element = T(0);
    }
    ++i;
  }
  return x;
}

// x, of which the optimiser knows nothing.
template <class T>
const T& launder(const T& x) {
  asm volatile("" : : "r"(&x) : "memory");
  return x;
}

// --- A case at work ------------------------------------------------------------------------------

struct totals {
  std::size_t comparisons = 0, undecided = 0, same = 0, constants = 0, failures = 0;
};

class context {
 public:
  context(std::uint64_t seed, std::string reproduce)
      : seed_(seed), reproduce_(std::move(reproduce)) {}

  // Every case starts with this; `text` is what a failure prints about it.
  void begin(int number, int round, const char* text, const reference::format& format);

  template <class Tensor>
  Tensor operand(const char* name, use how = use::any, long long bound = 0) {
    using T = typename Tensor::value_type;
    Tensor x;
    if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, int>) {
      fill(x.data(), x.size(), name, how, bound);
    } else {
      std::vector<char> allowed(x.size());
      fill(allowed.data(), x.size(), Tensor::shape_type::extents[Tensor::rank - 1]);
      for (std::size_t i = 0; i < x.size(); ++i) {
        x.data()[i] = T(1);
        if (x.data()[i].allows() != (allowed[i] != 0)) x.data()[i] = T(0);
      }
    }
    launder(x);
    return x;
  }

  // The same for the reference.
  template <class T, class... Axes>
  reference::array of(const attn::tensor<T, Axes...>& x) const {
    return numbers(x.data(), x.size(), {Axes::size...});
  }
  template <class T, class... Axes>
  std::vector<char> allowed(const attn::tensor<T, Axes...>& x) const {
    std::vector<char> a;
    for (const T& element : x) a.push_back(element.allows());
    return a;
  }

  // A result and what it should be.
  template <class T, class... Axes>
  void compare(const char* what, const attn::tensor<T, Axes...>& got,
               const reference::array& want) {
    hash_ = mixed(hash_, hash_of(got));
    check(what, got.data(), got.size(), {Axes::size...}, want);
  }
  // A result and the same result found another way: the same bits; loosely: except for the sign of
  // a zero.
  template <class T, class... A, class... B>
  void same(const char* what, const attn::tensor<T, A...>& got, const attn::tensor<T, B...>& other,
            bool loosely = false) {
    if (got.size() != other.size()) return fail(what, "the two have different sizes");
    ++totals_.same;
    for (std::size_t i = 0; i < got.size(); ++i)
      if (bits_of(got.data()[i]) != bits_of(other.data()[i]) &&
          !(loosely && got.data()[i] == other.data()[i]))
        return differ(what, i, {A::size...}, static_cast<long double>(got.data()[i]),
                      static_cast<long double>(other.data()[i]));
  }
  // What the compiler found, and what the program finds.
  void same_as_constant(std::uint64_t by_the_compiler, std::uint64_t by_the_program);

  std::uint64_t hash() const { return hash_; }
  const totals& counted() const { return totals_; }

 private:
  void fill(float* x, std::size_t n, const char* name, use how, long long bound);
  void fill(double* x, std::size_t n, const char* name, use how, long long bound);
  void fill(int* x, std::size_t n, const char* name, use how, long long bound);
  void fill(char* allowed, std::size_t n, std::size_t row);
  static reference::array numbers(const float* x, std::size_t n, const reference::extents& shape);
  static reference::array numbers(const double* x, std::size_t n, const reference::extents& shape);
  static reference::array numbers(const int* x, std::size_t n, const reference::extents& shape);
  void check(const char* what, const float* got, std::size_t n, const reference::extents& shape,
             const reference::array& want);
  void check(const char* what, const double* got, std::size_t n, const reference::extents& shape,
             const reference::array& want);
  void check(const char* what, const int* got, std::size_t n, const reference::extents& shape,
             const reference::array& want);
  void fail(const char* what, const std::string& why);
  void differ(const char* what, std::size_t at, const reference::extents& shape, long double got,
              long double other);
  template <class T>
  void fill_numbers(T* x, std::size_t n, const char* name, use how);
  template <class T>
  void check_numbers(const char* what, const T* got, std::size_t n, const reference::extents& shape,
                     const reference::array& want);

  std::uint64_t seed_;
  std::string reproduce_;
  int number_ = 0, round_ = 0;
  const char* text_ = "";
  std::string filled_;
  std::uint64_t state_ = 0;
  std::uint64_t hash_ = 0;
  totals totals_;
};

// One case of a unit. `constants` is null where the case has no constant evaluation.
struct entry {
  int number;
  const char* text;
  const reference::format& format;
  void (*run)(context&);
  void (*constants)(context&);
};

// The program: [--case N] [--round R] [--rounds R], and how to reproduce a failure.
int run(const entry* entries, std::size_t count, std::uint64_t seed, int argc, char** argv);

}  // namespace fuzz
