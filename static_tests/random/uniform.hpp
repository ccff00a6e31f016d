// SPDX-License-Identifier: BSL-1.0
// What attn/random/uniform.hpp promises. What is no constant, torch_uniform_needs_low_not_above_high,
// is in rejected/random.cpp, and at run time in runtime_tests.
#pragma once

#include <attn/math/sqrt.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/random/uniform.hpp>
#include <attn/tensor/compare.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "static_tests/reference/seed0_numpy_legacy_rand.hpp"
#include "static_tests/reference/seed3_rng_modules.hpp"
#include "static_tests/reference/seed3_rng_uniform.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::uniform_tests {

using namespace attn;
namespace torch = reference::seed3_rng_uniform;
namespace modules = reference::seed3_rng_modules;
namespace numpy = reference::seed0_numpy_legacy_rand;
using row = axis<"row", 4>;
using column = axis<"column", 5>;

template <class T, const auto& Expected>
constexpr report as_torch_after_manual_seed_12() {
  report r;
  mt19937 engine(launder(12u)), one_by_one = engine;
  const auto x = torch_rand<tensor<T, row, column>>(engine);
  static_assert(std::is_same_v<decltype(x), const tensor<T, row, column>>);
  for (std::size_t i = 0; i < x.size(); ++i) {
    r.check(x.data()[i] == Expected[i]);
    r.check(torch_rand<T>(one_by_one) == Expected[i]);
  }
  static_assert(std::is_same_v<decltype(torch_rand<T>(engine)), T>);
  r.check(engine == one_by_one);
  torch_generator generator(launder(12u));
  r.check(torch_rand<tensor<T, row, column>>(generator) == x);
  r.check(generator() == engine());
  r.bits(x);
  return r;
}

constexpr report as_torch_between_two_numbers() {
  report r;
  torch_generator generator(launder(12u)), one_by_one = generator;
  mt19937 engine(launder(12u));
  const double low = launder(-0.5), high = launder(0.7);
  const auto x = torch_uniform<tensor<float, row, column>>(generator, low, high);
  static_assert(std::is_same_v<decltype(x), const tensor<float, row, column>>);
  for (std::size_t i = 0; i < x.size(); ++i) {
    r.check(x.data()[i] == torch::uniform_m05_07_float32[i]);
    r.check(torch_uniform<float>(one_by_one, low, high) == x.data()[i]);
  }
  r.check(torch_uniform<tensor<float, row, column>>(engine, low, high) == x);
  r.check(generator == one_by_one);
  r.bits(x);
  return r;
}

// The parameters of nn.Linear and nn.LSTM, one after the other, within 1 / sqrt(width).
struct module_parameters {
  torch_generator generator{launder(12u)};
  double bound;
  report r{};

  constexpr explicit module_parameters(double width) : bound(1 / math::sqrt(launder(width))) {}

  template <std::size_t N>
  constexpr void are(const float (&bias)[N]) {
    const auto x = torch_uniform<tensor<float, dim<N>>>(generator, -bound, bound);
    for (std::size_t i = 0; i < N; ++i) r.check(x(i) == bias[i]);
    r.bits(x);
  }
  template <std::size_t M, std::size_t N>
  constexpr void are(const float (&weight)[M][N]) {
    const auto x = torch_uniform<matrix<float, M, N>>(generator, -bound, bound);
    for (std::size_t i = 0; i < M; ++i)
      for (std::size_t j = 0; j < N; ++j) r.check(x(i, j) == weight[i][j]);
    r.bits(x);
  }
};
template <std::size_t Width>
constexpr report as_module(const auto&... expected) {
  module_parameters parameters(static_cast<double>(Width));
  (parameters.are(expected), ...);
  return parameters.r;
}
constexpr report as_linear_4_to_3() {
  return as_module<4>(modules::linear_weight, modules::linear_bias);
}
constexpr report as_linear_8_to_5() {
  return as_module<8>(modules::linear2_weight, modules::linear2_bias);
}
constexpr report as_lstm_4_to_3() {
  return as_module<3>(modules::lstm_weight_ih, modules::lstm_weight_hh, modules::lstm_bias_ih,
                      modules::lstm_bias_hh);
}

// Products half-way between two numbers of the format, low and high, and a summand that is too small
// for twice as many digits, too: rounded twice, both sums would be the one that is even.
template <class T>
constexpr report rounded_once(T a, T b, T low, T high) {
  report r;
  using attn::detail::fused_multiply_add;
  const T x = launder(a), tiny = launder(T(0x1p-60));
  r.check(fused_multiply_add(x, b, tiny) == high);
  r.check(fused_multiply_add(x, b, -tiny) == low);
  r.check(fused_multiply_add(-x, b, tiny) == -low);
  r.check(fused_multiply_add(-x, b, -tiny) == -high);
  r.check(fused_multiply_add(x, b, T(0)) == x * b);
  r.bits(fused_multiply_add(x, b, tiny));
  return r;
}
constexpr report rounded_once_down_in_float() {
  return rounded_once<float>(4097, 4097, 16785408, 16785410);
}
constexpr report rounded_once_up_in_float() {
  return rounded_once<float>(4097, 4099, 16793602, 16793604);
}
constexpr report rounded_once_down_in_double() {
  return rounded_once<double>(0x1.0000004p+26, 0x1.0000002p+27, 0x1.0000006p+53,
                              0x1.0000006000001p+53);
}
constexpr report rounded_once_up_in_double() {
  return rounded_once<double>(0x1.0000004p+26, 0x1.0000006p+27, 0x1.000000a000001p+53,
                              0x1.000000a000002p+53);
}

// As above, a little less than half of the smallest float is added to an odd one.
constexpr report rounded_once_where_floats_are_subnormal() {
  report r;
  const float a = launder(0x1.000002p-75f), b = 0x1.fffffcp-76f, odd = 0x1.000004p-127f;
  r.check(attn::detail::fused_multiply_add(a, b, odd) == odd);
  r.check(attn::detail::fused_multiply_add(-a, b, -odd) == -odd);
  r.bits(attn::detail::fused_multiply_add(a, b, -odd));
  return r;
}

// The formula, where it is exact and where it is not: 0.9f - 0.3f is not 0.6f.
template <class T>
constexpr report is_low_and_a_part_of_the_width() {
  report r;
  torch_generator a(launder(3u)), b = a, c = a, d = a;
  const auto u = torch_rand<tensor<T, dim<50>>>(a);
  r.check(torch_uniform<tensor<T, dim<50>>>(b, 0, 1) == u);
  r.check(torch_uniform<tensor<T, dim<50>>>(c, 0, 3) == u * T(3));
  const auto x = torch_uniform<tensor<T, dim<50>>>(d, launder(0.3), launder(0.9));
  bool inside = true;
  for (std::size_t i = 0; i < x.size(); ++i) {
    r.check(x(i) == attn::detail::fused_multiply_add(u(i), T(0.9) - T(0.3), T(0.3)));
    inside = inside && x(i) >= T(0.3) && x(i) <= T(0.9);
  }
  r.check(inside);
  r.check(torch_uniform<T>(d, launder(1.5), launder(1.5)) == T(1.5));
  r.bits(x);
  return r;
}

constexpr report as_numpy_after_random_seed() {
  report r;
  for (std::size_t s = 0; s < std::size(numpy::seeds); ++s) {
    mt19937 engine(launder(numpy::seeds[s])), one_by_one = engine;
    const auto x = numpy_rand<tensor<double, dim<3>, dim<4>>>(engine);
    static_assert(std::is_same_v<decltype(x), const tensor<double, dim<3>, dim<4>>>);
    for (std::size_t i = 0; i < x.size(); ++i) {
      r.check(x.data()[i] == numpy::rand[s][i]);
      r.check(numpy_rand<double>(one_by_one) == numpy::rand[s][i]);
    }
    r.bits(x);
  }
  return r;
}

// One word a float, two words a double.
constexpr report so_many_words() {
  report r;
  mt19937 engine(launder(1u)), words = engine;
  torch_rand<tensor<float, dim<7>>>(engine);
  words.discard(7);
  r.check(engine == words);
  torch_rand<tensor<double, dim<7>>>(engine);
  words.discard(14);
  r.check(engine == words);
  numpy_rand<tensor<double>>(engine);
  words.discard(2);
  r.check(engine == words);
  r.bits(engine());
  return r;
}

template <class T>
constexpr report below_one() {
  report r;
  mt19937 engine(launder(2u));
  bool inside = true;
  T total = 0;
  for (int i = 0; i < 3000; ++i) {
    const T x = torch_rand<T>(engine);
    inside = inside && x >= 0 && x < 1;
    total += x;
  }
  r.check(inside);
  r.check(total > 1400 && total < 1600);
  r.bits(total);
  return r;
}

constexpr report a_call_names_its_rules() {
  report r;
  r.check(rules::draw_call<float>::holds && rules::draw_call<tensor<double, row>>::holds);
  r.check(!rules::draw_call<int>::holds && !rules::draw_call<tensor<int, row>>::holds);
  r.check(std::is_same_v<rules::draw_call<tensor<double, row>>::drawn, double>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"as torch.rand, float", as_torch_after_manual_seed_12<float, torch::rand_float32>},
    {"as torch.rand, double", as_torch_after_manual_seed_12<double, torch::rand_float64>},
    {"as uniform_(-0.5, 0.7)", as_torch_between_two_numbers},
    {"as nn.Linear(4, 3)", as_linear_4_to_3},
    {"as nn.Linear(8, 5)", as_linear_8_to_5},
    {"as nn.LSTM(4, 3)", as_lstm_4_to_3},
    {"rounded once, down, float", rounded_once_down_in_float},
    {"rounded once, up, float", rounded_once_up_in_float},
    {"rounded once, down, double", rounded_once_down_in_double},
    {"rounded once, up, double", rounded_once_up_in_double},
    {"rounded once, subnormal", rounded_once_where_floats_are_subnormal},
    {"uniform_'s formula, float", is_low_and_a_part_of_the_width<float>},
    {"uniform_'s formula, double", is_low_and_a_part_of_the_width<double>},
    {"as np.random.rand", as_numpy_after_random_seed},
    {"so many words", so_many_words},
    {"below one, float", below_one<float>},
    {"below one, double", below_one<double>},
    {"a call names its rules", a_call_names_its_rules},
};

}  // namespace attn_tests::uniform_tests
