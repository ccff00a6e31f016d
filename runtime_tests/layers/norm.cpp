// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/norm.hpp"

#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

#include "runtime_tests/catch.hpp"

// Not in the compiler (static_tests/rejected/norm.cpp): NaN is not a constant.
TEMPLATE_TEST_CASE("layers/norm: rows that have no norm", "", float, double) {
  using namespace attn;
  using attn_tests::launder;
  constexpr TestType infinity = std::numeric_limits<TestType>::infinity();
  const TestType nan = std::numeric_limits<TestType>::quiet_NaN();
  const auto x =
      launder(matrix<TestType, 4, 3>{{1, nan, 2}, {infinity, 0, 1}, {5, 5, 5}, {-1, 0, 1}});
  const auto y = layer_norm(x, TestType(0));
  const auto one = layer_norm(launder(tensor<TestType, dim<3>>{-1, 0, 1}), TestType(0));
  CHECK(bitwise_equal(
      y, {{nan, nan, nan}, {nan, nan, nan}, {nan, nan, nan}, {one(0), one(1), one(2)}}));
  // Each 0 * inf is a NaN; of one infinity that is all that is left.
  const auto z = rms_norm(x, TestType(0));
  const auto of_fives = rms_norm(launder(tensor<TestType, dim<3>>{5, 5, 5}), TestType(0));
  const auto last = rms_norm(launder(tensor<TestType, dim<3>>{-1, 0, 1}), TestType(0));
  CHECK(bitwise_equal(z, {{nan, nan, nan},
                          {nan, 0, 0},
                          {of_fives(0), of_fives(1), of_fives(2)},
                          {last(0), last(1), last(2)}}));
  CHECK(bitwise_equal(rms_norm(launder(tensor<TestType, dim<2>>{0, 0}), TestType(0)), {nan, nan}));
}

// Nor is what overflows, where the compiler sees it: with ATTN_NO_VECTORS.
TEST_CASE("layers/norm: squares too large for the format leave the bias") {
  using namespace attn;
  using attn_tests::launder;
  const auto gain = launder(tensor<float, dim<2>>{3, 4});
  const auto bias = launder(tensor<float, dim<2>>{1, -2});
  const auto x = launder(tensor<float, dim<2>>{-1e30f, 1e30f});
  CHECK(layer_norm(x, gain, bias) == bias);
  CHECK(rms_norm(x, gain, 1e-6f) == tensor<float, dim<2>>{0, 0});
}

namespace {

using namespace attn;
using attn_tests::launder;

// The contract is the composition in the element type, whatever its numbers: of finite ones too, whose
// sum may overflow to an infinite mean (a row of NaN) or whose squares may (a row of signed zeros).
// Every row of x alone, and all of them in one call, where lanes hold several rows or parts of one.
template <class T, std::size_t N>
std::size_t rows_unlike_their_steps() {
  using limits = std::numeric_limits<T>;
  using row = tensor<T, dim<N>>;
  constexpr std::size_t rows = 3;
  constexpr T specials[] = {T(0),
                            T(-0.0),
                            T(1),
                            T(-3.25),
                            limits::max(),
                            -limits::max(),
                            limits::max() / 4,
                            limits::min(),
                            -limits::denorm_min(),
                            limits::infinity(),
                            -limits::infinity(),
                            limits::quiet_NaN()};
  constexpr std::size_t finite = std::size(specials) - 3;
  const auto filled_with = [](T value) {
    row x;
    for (T& e : x) e = value;
    return launder(x);
  };
  std::size_t unlike = 0;
  for (std::uint64_t seed = 0; seed < 240; ++seed) {
    matrix<T, rows, N> x, layer_steps, rms_steps;
    row gain, bias;
    const T eps = seed % 2 == 0 ? T(1e-5) : T(0);
    const auto pick = [&](std::uint64_t of, std::size_t i, std::size_t count) {
      return specials[attn_tests::splitmix64(8 * seed + of, i) % count];
    };
    for (std::size_t i = 0; i < N; ++i) gain(i) = pick(0, i, finite), bias(i) = pick(1, i, finite);
    gain = launder(gain);
    bias = launder(bias);
    for (std::size_t r = 0; r < rows; ++r) {
      // One special number in a row of plain ones, only finite ones, or any.
      const std::uint64_t kind = (seed / 2 + r) % 3;
      row one;
      for (std::size_t i = 0; i < N; ++i)
        one(i) = kind == 0 ? T(attn_tests::number<T>(seed, r * N + i))
                           : pick(2 + r, i, kind == 1 ? finite : std::size(specials));
      if (kind == 0) one(seed % N) = pick(2 + r, N, std::size(specials));
      const row at = launder(one);
      const row centred = at - filled_with(T(mean<0>(at)));
      const auto scaled = [&](const row& c) {
        const T r_of_c = T(1) / math::sqrt(T(mean<0>(multiply(c, c))) + eps);
        return multiply(multiply(c, filled_with(r_of_c)), gain);
      };
      const row layer = scaled(centred) + bias, rms = scaled(at);
      unlike += !bitwise_equal(layer_norm(at, gain, bias, eps), layer);
      unlike += !bitwise_equal(rms_norm(at, gain, eps), rms);
      for (std::size_t i = 0; i < N; ++i) {
        x(r, i) = at(i);
        layer_steps(r, i) = layer(i);
        rms_steps(r, i) = rms(i);
      }
    }
    unlike += !bitwise_equal(layer_norm(x, gain, bias, eps), layer_steps);
    unlike += !bitwise_equal(rms_norm(x, gain, eps), rms_steps);
    unlike += !bitwise_equal(transpose(layer_norm<0>(launder(transpose(x)), gain, bias, eps)),
                             layer_steps);
  }
  return unlike;
}

template <class T, std::size_t... N>
void compare_widths(std::index_sequence<N...>) {
  const std::size_t unlike[] = {rows_unlike_their_steps<T, N + 1>()...};
  for (std::size_t i = 0; i < sizeof...(N); ++i) {
    INFO("width " << i + 1);
    CHECK(unlike[i] == 0);
  }
}

}  // namespace

TEMPLATE_TEST_CASE("layers/norm: special rows equal the public steps", "", float, double) {
  compare_widths<TestType>(std::make_index_sequence<20>{});
  const TestType most = std::numeric_limits<TestType>::max();
  const TestType nan = std::numeric_limits<TestType>::quiet_NaN();
  CHECK(bitwise_equal(layer_norm(launder(tensor<TestType, dim<5>>{most, most, most, most, most})),
                      {nan, nan, nan, nan, nan}));
}
