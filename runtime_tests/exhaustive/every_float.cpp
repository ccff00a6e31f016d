// SPDX-License-Identifier: BSL-1.0
// every_float [stride]: the library's float functions at every float, or at every stride-th bit
// pattern
// (a prime, so that no exponent or sign is left out), against the C library in double. Prints the
// largest error of each in ulp and fails where one exceeds what its header states. Pairs of floats
// are too many for pow: a grid of them is tried, finer the smaller the stride.
//
//   every_float       all 4,294,967,296 (about a minute): the figures in docs/numerics.md
//   every_float 1009  what the tests run
#include <attn/math/erf.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>
#include <attn/math/pow.hpp>
#include <attn/math/sigmoid.hpp>
#include <attn/math/sin.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/math/tanh.hpp>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace {

struct worst_case {
  double ulp = 0;
  float at = 0;
  std::uint64_t wrong_special =
      0;  // NaN, infinity or overflow where there should be none, or reverse

  void look_at(float x, float got, double exact) {
    const bool overflows = std::isinf(static_cast<float>(exact));
    if (std::isnan(exact) || overflows || std::isnan(got) || std::isinf(got)) {
      const bool right = std::isnan(exact) ? std::isnan(got) : got == static_cast<float>(exact);
      wrong_special += right ? 0 : 1;
      return;
    }
    int exponent = 0;
    std::frexp(exact, &exponent);
    const double unit = std::ldexp(1.0, exponent - 24 < -149 ? -149 : exponent - 24);
    const double error = std::fabs(static_cast<double>(got) - exact) / unit;
    if (error > ulp) {
      ulp = error;
      at = x;
    }
  }

  bool report(const char* name, double allowed) const {
    std::printf("%s: at most %.4f ulp (at %a), %llu wrong special values; %.4f allowed\n", name,
                ulp, static_cast<double>(at), static_cast<unsigned long long>(wrong_special),
                allowed);
    return ulp <= allowed && wrong_special == 0;
  }
};

// pow of every x of a grid and 16 exponents each: half of them any, half such that the result is in
// range, if x is positive.
bool powers(std::uint64_t stride) {
  worst_case pow;
  std::uint32_t random = 1;
  const auto next = [&random] { return random = random * 1664525u + 1013904223u; };
  for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << 32); bits += 101 * stride) {
    const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    const double octaves = std::log2(std::fabs(static_cast<double>(x)));
    for (int i = 0; i < 16; ++i) {
      const double fraction = next() * 0x1p-32;
      const auto any = std::bit_cast<float>(next());
      const float y = i % 2 == 0 ? any : static_cast<float>((fraction * 280 - 151) / octaves);
      pow.look_at(x, attn::math::pow(x, y),
                  std::pow(static_cast<double>(x), static_cast<double>(y)));
    }
  }
  return pow.report("pow", 0.82);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t stride = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  if (stride == 0) {
    std::fputs("every_float: the stride must be a positive number\n", stderr);
    return 2;
  }
  worst_case cos, erf, exp, log, log1p, sigmoid, sin, sqrt, steps, tanh;
  std::uint64_t not_alike = 0;  // softmax's shorter exp of what is not positive: the same bits
  for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << 32); bits += stride) {
    const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    const double wide = static_cast<double>(x);
    erf.look_at(x, attn::math::erf(x), std::erf(wide));
    cos.look_at(x, attn::math::cos(x), std::cos(wide));
    exp.look_at(x, attn::math::exp(x), std::exp(wide));
    if (x <= 0)
      not_alike += std::bit_cast<std::uint32_t>(
                       attn::math::exp_lanes<attn::math::exp_domain::not_positive>(x)) !=
                   std::bit_cast<std::uint32_t>(attn::math::exp(x));
    log.look_at(x, attn::math::log(x), std::log(wide));
    log1p.look_at(x, attn::math::log1p(x), std::log1p(wide));
    // The form for each sign that loses no digits in double either.
    const double decay = std::exp(-std::fabs(wide));
    sigmoid.look_at(x, attn::math::sigmoid(x), x < 0 ? decay / (1 + decay) : 1 / (1 + decay));
    sin.look_at(x, attn::math::sin(x), std::sin(wide));
    tanh.look_at(x, attn::math::tanh(x), std::tanh(wide));
    sqrt.look_at(x, attn::math::sqrt(x), std::sqrt(wide));
    // What constant evaluation computes, for the arguments that it computes it for.
    if (x > 0 && x <= std::numeric_limits<float>::max())
      steps.look_at(x, attn::math::detail::sqrt_in_steps(x), std::sqrt(wide));
  }
  bool good = erf.report("erf", 0.91);
  good = exp.report("exp", 0.91) && good;
  good = sigmoid.report("sigmoid", 0.92) && good;
  good = tanh.report("tanh", 0.87) && good;
  good = cos.report("cos", 0.85) && good;
  good = sin.report("sin", 0.85) && good;
  good = log.report("log", 0.84) && good;
  good = log1p.report("log1p", 0.84) && good;
  good = powers(stride) && good;
  good = sqrt.report("sqrt", 0.5) && good;
  good = steps.report("sqrt, as a constant", 0.5) && good;
  std::printf("exp of x <= 0: %llu of the short form's results differ\n",
              static_cast<unsigned long long>(not_alike));
  return good && not_alike == 0 ? 0 : 1;
}
