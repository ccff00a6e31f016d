// SPDX-License-Identifier: BSL-1.0
// What attn/math/sin.hpp promises.
#pragma once

#include <attn/math/sin.hpp>
#include <attn/tensor/compare.hpp>
#include <cstddef>
#include <limits>

#include "static_tests/reference/sin.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/elementary.hpp"

namespace attn_tests::sin_tests {

namespace math = attn::math;

static_assert(noexcept(math::sin(1.0f)) && noexcept(math::sin(1.0)));

// Of infinity: sine_of_an_infinite_angle (rejected/math.cpp), at run time NaN.
constexpr report float_reference_points() {
  return near_points(reference::sin::float32, [](float x) { return math::sin(x); });
}
constexpr report double_reference_points() {
  return near_points(reference::sin::float64, [](double x) { return math::sin(x); });
}

// Each word of 2/pi, by numbers 32 exponents apart, whose sines begin at bits 32 apart; and the end
// of it by the number of the largest exponent that is closest to a multiple of pi. From mpmath, with
// 1600 bits.
inline constexpr double words_of_two_over_pi[][2] = {
    {0x1p+24, -0x1.8f22f8433d6eep-1},
    {0x1p+56, 0x1.ef1a9e8129a8cp-1},
    {0x1p+88, -0x1.1d7565a29ff81p-2},
    {0x1p+120, 0x1.82e34655e6fcbp-2},
    {0x1p+152, 0x1.2ddf38007750bp-1},
    {0x1p+184, 0x1.9368ef739ad65p-2},
    {0x1p+216, -0x1.f97020c091682p-2},
    {0x1p+248, 0x1.a6b1e4e5b44b2p-1},
    {0x1p+280, -0x1.664e3f2a3c9d2p-2},
    {0x1p+312, -0x1.f62d56e2376bdp-1},
    {0x1p+344, -0x1.fb5bbce9127fdp-1},
    {0x1p+376, -0x1.6a69e5ecebf3ep-3},
    {0x1p+408, -0x1.f815fe8df81e7p-1},
    {0x1p+440, -0x1.da54086a42560p-1},
    {0x1p+472, 0x1.0fac36e73ac68p-4},
    {0x1p+504, 0x1.74c9158f119b9p-1},
    {0x1p+536, 0x1.e1d1274bb1d4ap-3},
    {0x1p+568, -0x1.8ef78ecd624b8p-2},
    {0x1p+600, -0x1.61e930adf5a34p-2},
    {0x1p+632, 0x1.1dfe751aa4674p-4},
    {0x1p+664, -0x1.4f09a17826d73p-1},
    {0x1p+696, 0x1.6b65acfd1c9e6p-2},
    {0x1p+728, -0x1.aafb61ad7a5cfp-11},
    {0x1p+760, 0x1.8fd5cfe26f801p-4},
    {0x1p+792, 0x1.4ff6c88a67a67p-1},
    {0x1p+824, 0x1.f682a84f2a24bp-1},
    {0x1p+856, -0x1.e92d3aace1524p-1},
    {0x1p+888, 0x1.b9bbc887b66a5p-2},
    {0x1p+920, -0x1.9dd004ae142c1p-1},
    {0x1p+952, -0x1.19edfeb6fc7e5p-2},
    {0x1p+984, -0x1.e1fcc63533d42p-1},
    {0x1p+1016, 0x1.7475d5912d5e6p-1},
    {0x1.61a3db8c8d129p+1023, -0x1.dd15f96b823f2p-56}};

constexpr report every_word_of_two_over_pi() {
  return near_points(words_of_two_over_pi, [](double x) { return math::sin(x); });
}

template <class T>
constexpr report special_values() {
  report r;
  using limits = std::numeric_limits<T>;
  r.bits(math::sin(launder(T(0))));
  r.check(attn::bitwise_equal(math::sin(launder(T(0))), T(0)));
  r.check(attn::bitwise_equal(math::sin(launder(T(-0.0))), T(-0.0)));
  r.check(math::sin(launder(limits::denorm_min())) == limits::denorm_min());
  r.check(math::sin(launder(-limits::min())) == -limits::min());
  return r;
}

// Numbers of every size, from less than a quarter of a turn to the largest, and on both sides of
// where the reduction changes its program.
template <class T, class Check>
constexpr void for_many_sizes(const Check& check) {
  constexpr T near = math::detail::half_pi_parts<T>::near;
  constexpr T unit = near * std::numeric_limits<T>::epsilon();
  for (int i = -3; i <= 3; ++i) check(near + T(i) * unit);
  constexpr T factor = sizeof(T) == 4 ? T(8.7) : T(3e7);
  T x = T(0.0072973);
  for (int i = 0; i < 41; ++i, x *= factor) check(x);
  check(std::numeric_limits<T>::max());
}

template <class T>
constexpr report is_odd() {
  report r;
  for_many_sizes<T>([&r](T size) {
    const T x = launder(size);
    const T y = math::sin(-x);
    r.check(attn::bitwise_equal(y, -math::sin(x)));
    r.check(y >= -1 && y <= 1);
    r.bits(y);
  });
  return r;
}

// A vector's lanes are scalars, whatever company they are in: near and far from zero have programs
// of their own.
template <class T>
constexpr report lanes_are_scalars() {
  report r;
#if defined(ATTN_VECTORS)
  constexpr std::size_t lanes = 16 / sizeof(T);
  using V = attn::detail::vec<T, lanes>;
  using array = attn::detail::block<T, lanes>;
  const auto check = [&r](const array& known) {
    const array x = launder(known);
    const auto y = attn::detail::bits_as<array>(math::sin_lanes(attn::detail::bits_as<V>(x)));
    for (std::size_t l = 0; l < lanes; ++l) {
      r.check(attn::bitwise_equal(y.data[l], math::sin(x.data[l])));
      r.bits(y.data[l]);
    }
  };
  for_many_sizes<T>([&check](T size) {
    array near{}, mixed{}, far{};
    for (std::size_t l = 0; l < lanes; ++l) {
      near.data[l] = (size > 1000 ? T(0.75) : size) * (T(l) - T(0.9));
      mixed.data[l] = l == lanes - 1 ? -size : near.data[l];
      far.data[l] = l % 2 == 0 ? size : -size;
    }
    check(near);
    check(mixed);
    check(far);
  });
#else
  r.skip(no_lanes);
#endif
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"reference points, float", float_reference_points},
    {"reference points, double", double_reference_points},
    {"every word of 2/pi", every_word_of_two_over_pi},
    {"special values, float", special_values<float>},
    {"special values, double", special_values<double>},
    {"odd, float", is_odd<float>},
    {"odd, double", is_odd<double>},
    {"lanes are scalars, float", lanes_are_scalars<float>},
    {"lanes are scalars, double", lanes_are_scalars<double>},
};

}  // namespace attn_tests::sin_tests
