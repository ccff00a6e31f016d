// SPDX-License-Identifier: BSL-1.0
// What attn/math/sin.hpp, attn/math/erf.hpp, attn/math/exp.hpp, attn/math/log.hpp, attn/math/log.hpp,
// attn/math/sigmoid.hpp, attn/math/sin.hpp, attn/math/sqrt.hpp and attn/math/tanh.hpp promise. What is
// NaN is the program's (runtime_tests/math). In constant evaluation it is rejected (rejected/math.cpp):
// logarithm_of_a_negative_number, logarithm_of_one_plus_a_number_below_minus_one,
// square_root_of_a_negative_number, sine_of_an_infinite_angle, cosine_of_an_infinite_angle.
#pragma once

#include "static_tests/reference/elementary.hpp"
#include "static_tests/reference/elementary_more.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::functions_of_one_tests {
namespace math = attn::math;
using attn::bitwise_equal;

template <class T> using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
template <class T> using limits = std::numeric_limits<T>;
template <class T> inline constexpr T inf = limits<T>::infinity();
template <class T> inline constexpr T smallest = limits<T>::denorm_min();

inline constexpr auto cos = [](auto x) noexcept(noexcept(math::cos(x))) { return math::cos(x); };
inline constexpr auto erf = [](auto x) noexcept(noexcept(math::erf(x))) { return math::erf(x); };
inline constexpr auto exp = [](auto x) noexcept(noexcept(math::exp(x))) { return math::exp(x); };
inline constexpr auto log = [](auto x) noexcept(noexcept(math::log(x))) { return math::log(x); };
inline constexpr auto log1p = [](auto x) noexcept(
                                  noexcept(math::log1p(x))) { return math::log1p(x); };
inline constexpr auto sigmoid = [](auto x) noexcept(
                                    noexcept(math::sigmoid(x))) { return math::sigmoid(x); };
inline constexpr auto sin = [](auto x) noexcept(noexcept(math::sin(x))) { return math::sin(x); };
inline constexpr auto sqrt = [](auto x) noexcept(noexcept(math::sqrt(x))) { return math::sqrt(x); };
inline constexpr auto tanh = [](auto x) noexcept(noexcept(math::tanh(x))) { return math::tanh(x); };

// Each word of 2/pi, by numbers 32 exponents apart, whose sines begin at bits 32 apart; and the end
// of it by the number of the largest exponent that is closest to a multiple of pi. From mpmath, with
// 1600 bits.
// clang-format off
inline constexpr double words_of_two_over_pi[][2] = {
    {0x1p24, -0x1.8f22f8433d6eep-1}, {0x1p56, 0x1.ef1a9e8129a8cp-1},
    {0x1p88, -0x1.1d7565a29ff81p-2}, {0x1p120, 0x1.82e34655e6fcbp-2},
    {0x1p152, 0x1.2ddf38007750bp-1}, {0x1p184, 0x1.9368ef739ad65p-2},
    {0x1p216, -0x1.f97020c091682p-2}, {0x1p248, 0x1.a6b1e4e5b44b2p-1},
    {0x1p280, -0x1.664e3f2a3c9d2p-2}, {0x1p312, -0x1.f62d56e2376bdp-1},
    {0x1p344, -0x1.fb5bbce9127fdp-1}, {0x1p376, -0x1.6a69e5ecebf3ep-3},
    {0x1p408, -0x1.f815fe8df81e7p-1}, {0x1p440, -0x1.da54086a42560p-1},
    {0x1p472, 0x1.0fac36e73ac68p-4}, {0x1p504, 0x1.74c9158f119b9p-1},
    {0x1p536, 0x1.e1d1274bb1d4ap-3}, {0x1p568, -0x1.8ef78ecd624b8p-2},
    {0x1p600, -0x1.61e930adf5a34p-2}, {0x1p632, 0x1.1dfe751aa4674p-4},
    {0x1p664, -0x1.4f09a17826d73p-1}, {0x1p696, 0x1.6b65acfd1c9e6p-2},
    {0x1p728, -0x1.aafb61ad7a5cfp-11}, {0x1p760, 0x1.8fd5cfe26f801p-4},
    {0x1p792, 0x1.4ff6c88a67a67p-1}, {0x1p824, 0x1.f682a84f2a24bp-1},
    {0x1p856, -0x1.e92d3aace1524p-1}, {0x1p888, 0x1.b9bbc887b66a5p-2},
    {0x1p920, -0x1.9dd004ae142c1p-1}, {0x1p952, -0x1.19edfeb6fc7e5p-2},
    {0x1p984, -0x1.e1fcc63533d42p-1}, {0x1p1016, 0x1.7475d5912d5e6p-1},
    {0x1.61a3db8c8d129p1023, -0x1.dd15f96b823f2p-56}};
// clang-format on

// Numbers of every size, from less than a quarter of a turn to the largest, and on both sides of
// where the reduction changes its program.
template <class T, class Check> constexpr void for_many_sizes(const Check& check) {
  constexpr T near = math::detail::half_pi_parts<T>::limit;
  constexpr T unit = near * limits<T>::epsilon();
  for (int i = -3; i <= 3; ++i) check(near + T(i) * unit);
  constexpr T factor = sizeof(T) == 4 ? T(8.7) : T(3e7);
  T x = T(0.0072973);
  for (int i = 0; i < 41; ++i, x *= factor) check(x);
  check(limits<T>::max());
}

// f(-x) is sign f(x), and no more than 1.
template <class T, class F> constexpr void has_symmetry(report& r, const F& f, T sign) {
  for_many_sizes<T>([&](T size) {
    const T x = launder(size);
    const T y = f(-x);
    r.check(bitwise_equal(y, sign * f(x)));
    r.check(y >= -1 && y <= 1);
    r.bits(y);
  });
}

// Of f(x) and f(-x), at 100 numbers.
template <class T, class F, class Holds>
constexpr void at_even_steps(report& r, const F& f, const Holds& holds) {
  for (int i = 0; i < 100; ++i) {
    const T x = launder(T(i) * T(0.21875));
    r.check(holds(f(x), f(-x)));
    r.bits(f(x));
  }
}

// The lanes of sin and cos, whatever company they are in: near and far from zero have programs of
// their own.
template <class T, class F, class Lanes>
constexpr void in_any_company(report& r, const F& f, const Lanes& f_lanes) {
  for_many_sizes<T>([&](T size) {
    const auto near = [size](std::size_t l) {
      return (size > 1000 ? T(0.75) : size) * (T(l) - T(0.9));
    };
    constexpr std::size_t lanes = 16 / sizeof(T);
    same_in_lanes<T, lanes>(r, near, f, f_lanes);
    same_in_lanes<T, lanes>(
        r, [=](std::size_t l) { return l == lanes - 1 ? -size : near(l); }, f, f_lanes);
    same_in_lanes<T, lanes>(r, [=](std::size_t l) { return l % 2 ? -size : size; }, f, f_lanes);
  });
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("cos: reference points, float",
      [](report& r) { near_points(r, reference::cos::float32, cos); });
  tests.proved("cos: reference points, double",
      [](report& r) { near_points(r, reference::cos::float64, cos); });
  tests.proved("erf: reference points, float",
      [](report& r) { near_points(r, reference::erf::float32, erf); });
  tests.proved("erf: reference points, double",
      [](report& r) { near_points(r, reference::erf::float64, erf); });
  tests.proved("exp: reference points, float",
      [](report& r) { near_points(r, reference::exp::float32, exp); });
  tests.proved("exp: reference points, double",
      [](report& r) { near_points(r, reference::exp::float64, exp); });
  tests.proved("log: reference points, float",
      [](report& r) { near_points(r, reference::log::float32, log); });
  tests.proved("log: reference points, double",
      [](report& r) { near_points(r, reference::log::float64, log); });
  tests.proved("log1p: reference points, float",
      [](report& r) { near_points(r, reference::log1p::float32, log1p); });
  tests.proved("log1p: reference points, double",
      [](report& r) { near_points(r, reference::log1p::float64, log1p); });
  tests.proved("sigmoid: reference points, float",
      [](report& r) { near_points(r, reference::sigmoid::float32, sigmoid); });
  tests.proved("sigmoid: reference points, double",
      [](report& r) { near_points(r, reference::sigmoid::float64, sigmoid); });
  tests.proved("sin: reference points, float",
      [](report& r) { near_points(r, reference::sin::float32, sin); });
  tests.proved("sin: reference points, double",
      [](report& r) { near_points(r, reference::sin::float64, sin); });
  tests.executed("sqrt: reference points, float",
      [](report& r) { near_points<0>(r, reference::sqrt::float32, sqrt); });
  tests.executed("sqrt: reference points, double",
      [](report& r) { near_points<0>(r, reference::sqrt::float64, sqrt); });
  tests.proved("tanh: reference points, float",
      [](report& r) { near_points(r, reference::tanh::float32, tanh); });
  tests.proved("tanh: reference points, double",
      [](report& r) { near_points(r, reference::tanh::float64, tanh); });
  tests.executed(
      "sin: every word of 2/pi", [](report& r) { near_points(r, words_of_two_over_pi, sin); });

  tests.executed<float, double>("cos: special values", []<class T>(report& r) {
    has_values<T>(r, cos, {{0, 1}, {T(-0.0), 1}, {smallest<T>, 1}, {-limits<T>::epsilon(), 1}});
  });
  tests.executed<float, double>("erf: special values", []<class T>(report& r) {
    has_values<T>(r, erf,
        {{inf<T>, 1}, {-inf<T>, -1}, {limits<T>::max(), 1}, {0, 0}, {T(-0.0), T(-0.0)},
            {smallest<T>, smallest<T>}, {-smallest<T>, -smallest<T>}});
  });
  tests.executed<float, double>("exp: special values", []<class T>(report& r) {
    has_values<T>(r, exp,
        {{0, 1}, {T(-0.0), 1}, {inf<T>, inf<T>}, {-inf<T>, 0}, {T(1e4), inf<T>}, {T(-1e4), 0}});
  });
  tests.executed<float, double>("log: special values", []<class T>(report& r) {
    has_values<T>(r, log, {{0, -inf<T>}, {T(-0.0), -inf<T>}, {inf<T>, inf<T>}, {1, 0}});
    r.bits(log(launder(smallest<T>)));
    r.bits(log(launder(limits<T>::max())));
  });
  tests.executed<float, double>("log1p: special values", []<class T>(report& r) {
    has_values<T>(r, log1p, {{0, 0}, {T(-0.0), T(-0.0)}, {-1, -inf<T>}, {inf<T>, inf<T>}});
    for (const T x : {smallest<T>, -smallest<T>, limits<T>::min(), -limits<T>::min()})
      r.check(log1p(launder(x)) == x);
  });
  tests.executed<float, double>("sigmoid: special values", []<class T>(report& r) {
    has_values<T>(r, sigmoid,
        {{0, T(0.5)}, {T(-0.0), T(0.5)}, {inf<T>, 1}, {limits<T>::max(), 1}, {-inf<T>, 0},
            {limits<T>::lowest(), 0}});
    const T low = sigmoid(launder(sizeof(T) == 4 ? T(-100) : T(-740)));
    r.check(low > 0 && low < limits<T>::min());  // subnormal
    r.bits(low);
  });
  tests.executed<float, double>("sin: special values", []<class T>(report& r) {
    has_values<T>(r, sin,
        {{0, 0}, {T(-0.0), T(-0.0)}, {smallest<T>, smallest<T>},
            {-limits<T>::min(), -limits<T>::min()}});
  });
  tests.executed<float, double>("tanh: special values", []<class T>(report& r) {
    has_values<T>(r, tanh,
        {{inf<T>, 1}, {-inf<T>, -1}, {limits<T>::max(), 1}, {0, 0}, {T(-0.0), T(-0.0)},
            {smallest<T>, smallest<T>}, {-smallest<T>, -smallest<T>}});
  });

  tests.executed<float, double>(
      "cos: even", []<class T>(report& r) { has_symmetry<T>(r, cos, 1); });
  tests.executed<float, double>(
      "sin: odd", []<class T>(report& r) { has_symmetry<T>(r, sin, -1); });
  tests.executed<float, double>("erf: odd", []<class T>(report& r) {
    at_even_steps<T>(r, erf, [](T y, T of_minus_x) { return of_minus_x == -y && y <= 1; });
  });
  tests.executed<float, double>("tanh: odd", []<class T>(report& r) {
    at_even_steps<T>(r, tanh, [](T y, T of_minus_x) { return of_minus_x == -y && y <= 1; });
  });
  // What is given to the one side is taken from the other.
  tests.executed<float, double>("sigmoid: symmetric", []<class T>(report& r) {
    at_even_steps<T>(r, sigmoid, [](T y, T of_minus_x) { return y <= 1 && y == 1 - of_minus_x; });
  });

  // Where 1 + x is exact, it is the logarithm of it; where it is not, log(1 + x) knows less.
  tests.executed<float, double>("log1p: is the logarithm of 1 + x", []<class T>(report& r) {
    for (int i = -63; i < 200; ++i) {
      const T x = launder(T(i) / T(64));
      const T y = log1p(x);
      r.check(bitwise_equal(y, log(T(1) + x)));
      r.bits(y);
    }
    const T small = launder(limits<T>::epsilon() / T(3));
    r.check(log(T(1) + small) == 0 && log1p(small) > 0);
  });
  // Heron in the compiler, an instruction in the program: the same bits, subnormals included.
  tests.executed<float, double>("sqrt: many numbers", []<class T>(report& r) {
    for (std::uint64_t i = 0; i < 400; ++i) {
      const auto x =
          std::bit_cast<T>(static_cast<word<T>>(splitmix64(7, i) >> (sizeof(T) == 4 ? 33 : 1)));
      if (!(x <= limits<T>::max())) continue;
      r.bits(sqrt(launder(x)));
      r.check(sqrt(launder(x)) >= 0);
    }
  });
  // A number on either side of where the rounding changes: squares, and squares of what is half-way
  // between two numbers, with their neighbours.
  tests.executed<float, double>("sqrt: next to squares", []<class T>(report& r) {
    constexpr T ulp = limits<T>::epsilon();
    for (std::uint64_t i = 0; i < 60; ++i) {
      constexpr int bits = limits<T>::digits - 1;
      const auto mantissa = static_cast<word<T>>(splitmix64(8, i) >> (64 - bits));
      const T root =
          std::bit_cast<T>(static_cast<word<T>>(std::bit_cast<word<T>>(T(1)) + mantissa));
      const T square = launder(root * root),
              border = launder(root * ulp);  // not to be fused
      for (const T x : {square, square + border}) {
        r.bits(sqrt(launder(x)));
        r.bits(sqrt(launder(std::bit_cast<T>(std::bit_cast<word<T>>(x) - 1))));
        r.bits(sqrt(launder(std::bit_cast<T>(std::bit_cast<word<T>>(x) + 1))));
      }
      r.check(sqrt(launder(T(i) * T(i))) == T(i));
    }
  });

  tests.executed<float, double>("cos: lanes are scalars", []<class T>(report& r) {
    in_any_company<T>(r, cos, [](const auto& x) { return math::cos_lanes(x); });
  });
  tests.executed<float, double>("erf: lanes are scalars", []<class T>(report& r) {
    same_in_lanes<T, 120>(
        r, [](std::size_t i) { return (T(i) - T(60)) * T(0.0703125); }, erf,
        [](const auto& x) { return math::erf_lanes(x); });
  });
  tests.executed<float, double>("exp: lanes are scalars", []<class T>(report& r) {
    const auto argument = [](std::size_t i) { return (T(i) - T(60)) * T(1.53125); };
    same_in_lanes<T, 120>(r, argument, exp, [](const auto& x) { return math::exp_lanes(x); });
  });
  // Below 0, however low: masked scores.
  tests.executed<float, double>("exp: lanes that are not positive", []<class T>(report& r) {
    const auto lanes = [](const auto& x) {
      return math::exp_lanes<math::exp_domain::not_positive>(x);
    };
    same_in_lanes<T, 60>(r, [](std::size_t i) { return T(i) * T(-1.53125); }, exp, lanes);
    for (const T low : {T(-87.5), T(-150), T(-740), T(-760), T(-1e30), limits<T>::lowest()})
      same_in_lanes<T, 16 / sizeof(T)>(
          r, [low](std::size_t i) { return i == 0 ? low : T(-1); }, exp, lanes);
  });
  // Out of its domain it may overflow.
  tests.executed<float, double>("exp: moderate lanes", []<class T>(report& r) {
    const auto argument = [](std::size_t i) {
      const T x = (T(i) - T(60)) * T(1.53125);
      return x > math::moderate_bound<T> || -x > math::moderate_bound<T> ? T(1) : x;
    };
    same_in_lanes<T, 120>(r, argument, exp,
        [](const auto& x) { return math::exp_lanes<math::exp_domain::moderate>(x); });
  });
  tests.executed<float, double>("log: lanes are scalars", []<class T>(report& r) {
    const auto argument = [](std::size_t i) {
      const std::size_t lane = i % (16 / sizeof(T));
      T power = smallest<T>;
      for (std::size_t j = lane; j < i; ++j) power *= T(30);
      return power * T(lane);
    };
    same_in_lanes<T, 48>(r, argument, log, [](const auto& x) { return math::log_lanes(x); });
  });
  tests.executed<float, double>("log1p: lanes are scalars", []<class T>(report& r) {
    const auto argument = [](std::size_t i) {
      const T k = T(i) - T(16);
      if (i == 16) return inf<T>;
      if (i == 32) return T(-0.0);
      return k < 0 ? k / T(16) : k * k * k / T(7) - T(0.5);
    };
    same_in_lanes<T, 64>(r, argument, log1p, [](const auto& x) { return math::log1p_lanes(x); });
  });
  tests.executed<float, double>("sigmoid: lanes are scalars", []<class T>(report& r) {
    same_in_lanes<T, 120>(
        r, [](std::size_t i) { return (T(i) - T(60)) * T(1.53125); }, sigmoid,
        [](const auto& x) { return math::sigmoid_lanes(x); });
  });
  tests.executed<float, double>("sin: lanes are scalars", []<class T>(report& r) {
    in_any_company<T>(r, sin, [](const auto& x) { return math::sin_lanes(x); });
  });
  tests.executed<float, double>("sqrt: lanes are scalars", []<class T>(report& r) {
    constexpr T numbers[] = {2, T(0.3), T(1e30), 0, T(-0.0), inf<T>, smallest<T>, limits<T>::min(),
        limits<T>::max(), 1, 3, T(1.44)};
    constexpr std::size_t lanes = 16 / sizeof(T);
    same_in_lanes<T, 12 * lanes>(
        r, [&](std::size_t i) { return numbers[(i / lanes + i % lanes) % 12]; }, sqrt,
        [](const auto& x) { return math::sqrt_lanes(x); });
  });
  tests.executed<float, double>("tanh: lanes are scalars", []<class T>(report& r) {
    same_in_lanes<T, 120>(
        r, [](std::size_t i) { return (T(i) - T(60)) * T(0.0703125); }, tanh,
        [](const auto& x) { return math::tanh_lanes(x); });
  });
};
}  // namespace attn_tests::functions_of_one_tests
