// SPDX-License-Identifier: BSL-1.0
// With ATTN_CHECKED a wrong index ends the program, at run time too. Every tensor here has an axis
// that no other file of this program has: the linker may share the functions that check.
#define ATTN_CHECKED
#include <attn/tensor/tensor.hpp>

#include "runtime_tests/support/traps.hpp"

#if defined(ATTN_TESTS_CAN_TRAP)
#include <cstdint>

#include "static_tests/support/behaviour.hpp"

namespace {

using attn_tests::launder, attn_tests::traps;
using row = attn::axis<"checked_row", 2>;
using column = attn::axis<"checked_column", 3>;
const attn::tensor<float, row, column> x{{1, 2, 3}, {4, 5, 6}};

}  // namespace

TEST_CASE("tensor/checked: an index in range does no harm") {
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) {
      CHECK_FALSE(traps([&] { return x(launder(i), launder(j)); }));
      CHECK(x(launder(i), launder(j)) == static_cast<float>(3 * i + j + 1));
    }
}

TEST_CASE("tensor/checked: an index out of range ends the program") {
  CHECK(traps([] { return x(launder(2), 0); }));
  CHECK(traps([] { return x(0, launder(3)); }));
  CHECK(traps([] { return x(launder(1'000'000), 0); }));
  CHECK(traps([] { return x(0, launder(~std::uint64_t{0})); }));
}

// The element would be there, in the next row or the one before: it is the axis that is checked.
TEST_CASE("tensor/checked: so does one that is inside the tensor, but not on its axis") {
  CHECK(traps([] { return x(0, launder(4)); }));
  CHECK(traps([] { return x(1, launder(-1)); }));
  CHECK(traps([] { return x(launder(-1), launder(5)); }));
}

TEST_CASE("tensor/checked: reading and writing, every rank") {
  CHECK(traps([] {
    attn::tensor<float, row, column> y;
    y(launder(2), 0) = 1;
    return y(0, 0);
  }));
  CHECK(traps([] { return attn::tensor<double, row>{1, 2}(launder(2)); }));
  CHECK(traps([] { return attn::tensor<int, row, attn::dim<4>, column>()(1, launder(4), 2); }));
  CHECK(traps([] {
    return attn::tensor<float, attn::dim<1>, row, attn::dim<1>, column>()(launder(1), 0, 0, 0);
  }));
  CHECK_FALSE(traps([] {
    return attn::tensor<float, attn::dim<1>, row, attn::dim<1>, column>()(0, 1, 0, launder(2));
  }));
#if defined(__cpp_multidimensional_subscript)
  CHECK(traps([] { return x[launder(2), 0]; }));
  CHECK_FALSE(traps([] { return x[launder(1), 0]; }));
#endif
}

TEST_CASE("tensor/checked: a braced number that does not fit ends the program") {
  using small = attn::tensor<signed char, row>;
  // launder is constexpr, and Clang would reject these numbers before they are anywhere.
  static int too_large = 300;
  static double out_of_range = 1e300;
  CHECK(traps([] { return small{0, launder(too_large)}(0); }));
  CHECK(traps([] { return attn::tensor<float, row>{launder(out_of_range), 0}(0); }));
  CHECK_FALSE(traps([] { return small{launder(-128), launder(127L)}(0); }));
  CHECK_FALSE(traps([] { return attn::tensor<float, row>{launder(0.1), launder(7)}(0); }));
}

TEST_CASE("tensor/checked: index_out_of_range_for_its_axis is what ends it") {
  CHECK(traps([]() -> float { attn::index_out_of_range_for_its_axis(); }));
}

#endif
