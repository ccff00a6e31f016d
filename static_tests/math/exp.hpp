// SPDX-License-Identifier: BSL-1.0
// What attn/math/exp.hpp promises.
#pragma once

#include <attn/math/exp.hpp>
#include <limits>

#include "static_tests/reference/exp.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/elementary.hpp"

namespace attn_tests::exp_tests {

namespace math = attn::math;

static_assert(noexcept(math::exp(1.0f)) && noexcept(math::exp(1.0)));

constexpr report float_reference_points() {
  return near_points(reference::exp::float32, [](float x) { return math::exp(x); });
}
constexpr report double_reference_points() {
  return near_points(reference::exp::float64, [](double x) { return math::exp(x); });
}

template <class T>
constexpr report special_values() {
  report r;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  r.check(math::exp(launder(T(0))) == 1);
  r.check(math::exp(launder(T(-0.0))) == 1);
  r.check(math::exp(launder(infinity)) == infinity);
  r.check(math::exp(launder(-infinity)) == 0);
  r.check(math::exp(launder(T(1e4))) == infinity);
  r.check(math::exp(launder(T(-1e4))) == 0);
  r.check(std::bit_cast<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>(
              math::exp(launder(-infinity))) == 0);  // +0
  return r;
}

// A vector's lanes are scalars: a whole row, as constant evaluation has it, or a hardware register.
template <class T>
constexpr report lanes_are_scalars() {
  report r;
#if defined(ATTN_VECTORS)
  constexpr std::size_t lanes = 16 / sizeof(T);
  using V = attn::detail::vec<T, lanes>;
  using array = attn::detail::block<T, lanes>;
  for (int i = -60; i < 60; i += int(lanes)) {
    array x{};
    for (std::size_t l = 0; l < lanes; ++l) x.data[l] = T(i + int(l)) * T(1.53125);
    x = launder(x);
    const auto y = attn::detail::bits_as<array>(math::exp_lanes(attn::detail::bits_as<V>(x)));
    for (std::size_t l = 0; l < lanes; ++l) {
      r.check(y.data[l] == math::exp(x.data[l]));
      using math::exp_domain;
      const auto z = attn::detail::bits_as<array>(
          math::exp_lanes<exp_domain::not_positive>(attn::detail::bits_as<V>(x)));
      if (x.data[l] <= 0) r.check(z.data[l] == y.data[l]);
    }
    // Out of its domain it may overflow.
    for (std::size_t l = 0; l < lanes; ++l)
      if (x.data[l] > math::moderate_bound<T> || -x.data[l] > math::moderate_bound<T>)
        x.data[l] = T(1);
    const auto w = attn::detail::bits_as<array>(
        math::exp_lanes<math::exp_domain::moderate>(attn::detail::bits_as<V>(x)));
    for (std::size_t l = 0; l < lanes; ++l) r.check(w.data[l] == math::exp(x.data[l]));
  }
  // However low: masked scores.
  for (const T low :
       {T(-87.5), T(-150), T(-740), T(-760), T(-1e30), -std::numeric_limits<T>::max()}) {
    array x{};
    for (std::size_t l = 0; l < lanes; ++l) x.data[l] = l == 0 ? low : T(-1);
    const auto y = attn::detail::bits_as<array>(
        math::exp_lanes<math::exp_domain::not_positive>(attn::detail::bits_as<V>(launder(x))));
    for (std::size_t l = 0; l < lanes; ++l) r.check(y.data[l] == math::exp(x.data[l]));
  }
#else
  r.skip(no_lanes);
#endif
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"reference points, float", float_reference_points},
    {"reference points, double", double_reference_points},
    {"special values, float", special_values<float>},
    {"special values, double", special_values<double>},
    {"lanes are scalars, float", lanes_are_scalars<float>},
    {"lanes are scalars, double", lanes_are_scalars<double>},
};

}  // namespace attn_tests::exp_tests
