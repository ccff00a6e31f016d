// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/norm.hpp"

#include <cstdint>
#include <iterator>
#include <limits>

#include "runtime_tests/catch.hpp"

// Not in the compiler (static_tests/rejected/norm.cpp): what is no number is no constant.
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

// The contract is the composition in the element type, whatever its numbers: of finite ones too, whose
// sum may overflow to an infinite mean (a row of NaN) or whose squares may (a row of signed zeros).
TEMPLATE_TEST_CASE("layers/norm: special rows equal the public steps", "", float, double) {
  using namespace attn;
  using attn_tests::launder;
  using T = TestType;
  using limits = std::numeric_limits<T>;
  constexpr std::size_t n = 5;
  using row = tensor<T, dim<n>>;
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
  const auto filled_with = [](T value) {
    row x;
    for (T& e : x) e = value;
    return launder(x);
  };
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    row x, gain, bias;
    for (std::size_t i = 0; i < n; ++i) {
      const auto pick = [&](std::uint64_t of, std::size_t count) {
        return specials[attn_tests::splitmix64(3 * seed + of, i) % count];
      };
      x(i) = pick(0, std::size(specials));
      gain(i) = pick(1, 9);
      bias(i) = pick(2, 9);
    }
    const T eps = seed % 2 == 0 ? T(1e-5) : T(0);
    const row at = launder(x);
    const row centred = at - filled_with(T(mean<0>(at)));
    const T variance = T(mean<0>(multiply(centred, centred)));
    const row scale = filled_with(T(1) / math::sqrt(variance + eps));
    const row y = multiply(multiply(centred, scale), gain) + bias;
    CHECK(bitwise_equal(layer_norm(at, launder(gain), launder(bias), eps), y));
  }
  const T most = limits::max();
  const T nan = limits::quiet_NaN();
  CHECK(bitwise_equal(layer_norm(launder(row{most, most, most, most, most})),
                      row{nan, nan, nan, nan, nan}));
}
