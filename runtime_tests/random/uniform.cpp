// SPDX-License-Identifier: BSL-1.0
#include "static_tests/random/uniform.hpp"

#include <cmath>

#include "runtime_tests/catch.hpp"

// Factors and summands of all sorts of sizes, with results that are subnormal floats among them, and
// summands that take most of the product away.
template <class T>
static int different_from_std_fma(std::uint64_t seed) {
  attn::torch_generator g(seed);
  const auto any = [&g](int binades) {
    const int exponent = static_cast<int>(g() % static_cast<unsigned>(binades + 30)) - binades;
    return std::ldexp(attn::torch_uniform<T>(g, -2, 2), exponent);
  };
  int different = 0;
  for (int i = 0; i < 300'000; ++i) {
    const T a = any(70), b = any(70), opposite = -a * b;
    for (const T c : {any(140), std::nextafter(opposite, T(1)), std::nextafter(opposite, T(-1)),
                      opposite, opposite * any(2)})
      different += attn::detail::fused_multiply_add(a, b, c) != std::fma(a, b, c);
  }
  return different;
}

// Products near the smallest and the largest double, below the smallest, and summands of their size.
static int different_at_the_ends(std::uint64_t seed) {
  attn::torch_generator g(seed);
  const auto around = [&g](int exponent) {
    const int binades = static_cast<int>(g() % 60) - 30;
    return std::ldexp(attn::torch_uniform<double>(g, -2, 2), exponent + binades);
  };
  int different = 0;
  for (int i = 0; i < 300'000; ++i)
    for (const int exponent : {-1074, -1022, -960, -900, -1200, 960, 990}) {
      const double a = around(exponent / 2), b = around(exponent - exponent / 2);
      for (const double c : {around(exponent), -a * b, around(exponent / 2), around(exponent - 60)})
        different += attn::detail::fused_multiply_add(a, b, c) != std::fma(a, b, c);
      const double large = around(980);  // with a factor that is small
      different += attn::detail::fused_multiply_add(large, a, b) != std::fma(large, a, b);
    }
  return different;
}

TEST_CASE("random/uniform: the fused multiply-add is std::fma") {
  CHECK(different_from_std_fma<float>(1) == 0);
  CHECK(different_from_std_fma<double>(2) == 0);
  CHECK(different_at_the_ends(3) == 0);
}

TEST_CASE("random/uniform: as wide as double is") {
  attn::torch_generator g(1);
  for (int i = 0; i < 1000; ++i) {
    const auto x = attn::torch_uniform<double>(g, -0.8e308, 0.9e308);
    CHECK((x >= -0.8e308 && x <= 0.9e308));
  }
}

TEST_CASE("random/uniform: low above high") {
  attn::torch_generator g(1), h(1);
  attn::torch_uniform_needs_low_not_above_high();  // what the compiler says of a constant
  CHECK(attn::torch_uniform<float>(g, 1, 0) == 1 - attn::torch_rand<float>(h));
}
