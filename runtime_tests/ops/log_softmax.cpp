// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/softmax.hpp"

#include <bit>
#include <cstdint>

#include "runtime_tests/catch.hpp"

// What does not compile as a constant (static_tests/rejected/ops.cpp) is NaN in a program.
TEST_CASE("ops/log_softmax: rows without a finite maximum") {
  using namespace attn;
  using attn_tests::launder;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto x = launder(matrix<double, 4, 3>{
      {-infinity, -infinity, -infinity}, {0, infinity, 1}, {0, 1, nan}, {0, -infinity, -infinity}});
  const matrix<double, 4, 3> y{
      {nan, nan, nan}, {nan, nan, nan}, {nan, nan, nan}, {0, -infinity, -infinity}};
  CHECK(bitwise_equal(log_softmax(x), y));
  CHECK(bitwise_equal(log_softmax<0>(transpose(x)), transpose(y)));
}

// Whatever its low bits are, which a program may have put there.
TEST_CASE("ops/log_softmax: a NaN with a payload") {
  using namespace attn;
  for (const std::uint64_t word : {0x7ff8000000000001u, 0x7ff80000000007ffu, 0xfff8000000000003u}) {
    const double nan = std::bit_cast<double>(word);
    const auto y = log_softmax(attn_tests::launder(tensor<double, dim<4>>{0, nan, 1, 2}));
    for (const double element : y) CHECK(element != element);
  }
}
