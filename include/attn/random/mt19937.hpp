// SPDX-License-Identifier: BSL-1.0
// The Mersenne Twister, and the random numbers of PyTorch, NumPy and Python that are made with it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/math/log.hpp>
#include <attn/math/sin.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/tensor/tensor.hpp>
#include <attn/version.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// mt19937: the Mersenne Twister: gives the same words as std::mt19937, and is constexpr.
//
//   constexpr mt19937 start(12);   // as torch.manual_seed(12) and np.random.seed(12) start
//   mt19937 engine = start;        // a value: a copy continues from the same state
//   engine();                      // the next 32-bit word
//   mt19937::seeded_by(words)      // by an array of words, as Python's random starts
//
// 624 words of state. The seed is taken modulo 2^32, as in PyTorch. There is no global engine. The
// words are exact, the same at compile time and at run time.
//
//   M. Matsumoto, T. Nishimura, "Mersenne Twister: a 623-dimensionally equidistributed uniform
//   pseudo-random number generator", ACM TOMACS 8 (1998)

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

  ATTN_ABI static constexpr std::uint32_t(min)() { return 0; }
  ATTN_ABI static constexpr std::uint32_t(max)() { return 0xFFFFFFFFu; }

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

// torch_generator: PyTorch's generator after torch.manual_seed(s), as a value.
//
//   torch_generator g(12);   // torch.manual_seed(12)
//   torch_rand<…>(g);        // torch.rand, uniform.hpp
//   torch_randn<…>(g);       // torch.randn, normal.hpp
//   g();                     // the next 32-bit word
//   g.manual_seed(12);       // restarts
//
// All numbers come from one stream of words, the words of mt19937(s), so numbers depend on those
// drawn before. In addition to the words there is one number: normals are generated in pairs, and
// if only one of a pair was requested, the generator keeps the other until torch_randn takes it.
//
// Exact; the same words at compile time and at run time. The seed is taken modulo 2^32, as in
// PyTorch.

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

// Indices drawn by weights, with the numbers of torch.multinomial on the CPU.
//
//   torch_multinomial(engine, p)               one of each row: torch.multinomial(p, 1)
//   torch_multinomial<draw>(engine, p)         as many as the axis `draw` has, no index twice
//   torch_multinomial<draw>(engine, p, with_replacement)
//
// (token, word) -> (token) or (token, draw), of int. The weights of a row need not sum to 1. With
// replacement, the first index at which the sum of the weights so far, over the sum of all, is not
// below torch_rand<double>. Without, the largest p / q in this order, with q = -log(1 - u) for each
// weight, u of torch_rand<double>, q rounded to the element type.
//
// Rules: has_axis: p has one; float_or_double; fits_into: without replacement, no more draws than
// weights. A weight that is negative, infinite or NaN, and fewer weights above 0 than a row needs,
// are not constant expressions. They end the program at run time.
// Accuracy: the indices of PyTorch 1.13, unless two p / q are within an ulp. Since 2.0, a PyTorch
// with Intel's MKL draws q from another generator: there only those with replacement are the same.
// The same indices at compile time and at run time.

struct with_replacement_t {};
inline constexpr with_replacement_t with_replacement{};

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void torch_multinomial_needs_enough_weights_above_0() {
  detail::end_of_program();
}

namespace rules {
template <class Draw, bool Replaced, class P>
struct multinomial_call;
template <class Draw, bool Replaced, class T, class... Axes>
struct multinomial_call<Draw, Replaced, tensor<T, Axes...>>
    : axis_call<attn::axis_selector(-1), tensor<T, Axes...>> {
  using axis = axis_call<attn::axis_selector(-1), tensor<T, Axes...>>;
  using word = axis_at<shape<Axes...>, axis::position>;
  using rest = without_axis<shape<Axes...>, axis::position>;
  using numbers = float_or_double<element<T>>;
  using enough = in_case<!Replaced, fits_into<size<Draw::size>, any_axis<word>>>;
  using all = in_order<typename axis::all, numbers, enough>;
};
}  // namespace rules

namespace detail {

// torch_rand<double>, random/uniform.hpp.
template <class Engine>
ATTN_ABI constexpr double torch_double(Engine& engine) {
  const std::uint64_t high = engine(), low = engine();
  return rounded(static_cast<double>((high << 32 | low) & 0x1FFFFFFFFFFFFFu) * 0x1p-53);
}

// Draws of each row, one after the other.
template <class Result, std::size_t Draws, std::size_t Words, bool Replaced, class Engine, class T>
ATTN_ABI constexpr Result multinomial_of(Engine& engine, const T* weights) {
  Result out(uninitialized);
  for (int* drawn = out.data(); drawn != out.data() + out.size(); drawn += Draws) {
    T of[Words], sum = T(0);  // p / q of each weight, or sums of weights
    std::size_t above_0 = 0;
    for (T& each : of) {
      const T weight = *weights++;
      if (!(weight >= T(0) && weight < T(infinity_constant<T>{})))
        torch_multinomial_needs_enough_weights_above_0();
      if (weight > T(0)) ++above_0;
      if constexpr (Replaced)
        each = sum = sum + weight;
      else
        each = weight / static_cast<T>(-math::log(1 - torch_double(engine)));
    }
    if (above_0 < (Replaced ? 1 : Draws)) torch_multinomial_needs_enough_weights_above_0();
    for (std::size_t draw = 0; draw < Draws; ++draw) {
      std::size_t at = 0;
      if constexpr (Replaced) {
        const double u = torch_double(engine);
        for (std::size_t end = Words - 1; at < end;) {
          const std::size_t middle = (at + end) / 2;
          static_cast<double>(of[middle] / sum) < u ? at = middle + 1 : end = middle;
        }
      } else {
        for (std::size_t i = 1; i < Words; ++i)
          if (of[i] > of[at]) at = i;
        of[at] = T(-1);
      }
      drawn[draw] = static_cast<int>(at);
    }
  }
  return out;
}

}  // namespace detail

template <class Draw = void, torch_engine Engine, class T, class... Axes,
          std::same_as<with_replacement_t>... How>
ATTN_ABI constexpr auto torch_multinomial(Engine& engine, const tensor<T, Axes...>& p, How...) {
  constexpr bool one = std::is_void_v<Draw>;
  using draw = std::conditional_t<one, dim<1>, Draw>;
  constexpr bool replaced = sizeof...(How) > 0;
  using call = rules::multinomial_call<draw, replaced, tensor<T, Axes...>>;
  ATTN_REQUIRE(call, axis_exists, "attn::torch_multinomial(engine, p): p has no such axis");
  ATTN_REQUIRE(call, numbers,
               "attn::torch_multinomial(engine, p): the elements must be float or double");
  ATTN_REQUIRE(call, enough,
               "attn::torch_multinomial<draw>(engine, p): draws more indices than a row of p has; "
               "did you mean (engine, p, with_replacement)?");
  if constexpr (call::all::value)
    return detail::multinomial_of<
        tensor_of<int, std::conditional_t<one, typename call::rest,
                                          append_axis<typename call::rest, draw>>>,
        draw::size, call::word::size, replaced>(engine, p.data());
  else
    return p;
}

// python_random: the numbers of Python's module `random`, at compile time too.
//
//   python_random generator(42);        // random.seed(42)
//   generator.random();                 // a double in [0, 1), of 53 bits
//   generator.gauss(0, 0.08);           // normally distributed; every second one was kept
//   generator.choices(weights);         // random.choices(range(n), weights)[0], as an index
//   generator.engine.discard(1000);     // skips 32-bit words, such as the words of a shuffle
//
// The engine is mt19937, seeded by an array of one word, as CPython does. There is no global
// generator: a copy continues from the same state.
// Accuracy: random() is exact. Gauss as exact as the library's log, sqrt, cos and sin, which are
// within an ulp of Python's.

struct python_random {
  mt19937 engine;
  double kept = 0;  // the second of two normally distributed numbers
  bool has_kept = false;

  ATTN_ABI constexpr explicit python_random(std::uint32_t seed)
      : engine(mt19937::seeded_by({seed})) {}

  ATTN_ABI constexpr double random() {
    const std::uint32_t high = engine() >> 5, low = engine() >> 6;
    return detail::rounded((detail::rounded(high * 67108864.0) + low) * (1.0 / 9007199254740992.0));
  }

  ATTN_ABI constexpr double gauss(double mean, double deviation) {
    double z = kept;
    if (!has_kept) {
      const double angle = random() * 6.283185307179586477;
      const double radius = math::sqrt(-2.0 * math::log(1.0 - random()));
      z = math::cos(angle) * radius;
      kept = math::sin(angle) * radius;
    }
    has_kept = !has_kept;
    return mean + detail::rounded(z * deviation);
  }

  // The first index whose cumulative sum exceeds a number between 0 and the sum of all.
  template <class T, class Axis>
  ATTN_ABI constexpr std::size_t choices(const tensor<T, Axis>& weights) {
    double total = 0;
    for (const T weight : weights) total = total + static_cast<double>(weight);
    const double wanted = detail::rounded(random() * total);
    double sum = 0;
    std::size_t i = 0;
    for (; i + 1 < Axis::size; ++i) {
      sum = sum + static_cast<double>(weights.data()[i]);
      if (wanted < sum) break;
    }
    return i;
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
