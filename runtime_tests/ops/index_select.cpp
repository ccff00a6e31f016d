// SPDX-License-Identifier: BSL-1.0
// An index out of range that is in the data ends the program, also without ATTN_CHECKED.
#include "static_tests/ops/selecting.hpp"

#include <attn/ops/selecting.hpp>
#include <cstdint>

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/traps.hpp"

#if defined(ATTN_TESTS_CAN_TRAP)
using namespace attn;
using attn_tests::launder, attn_tests::traps;

namespace {
const matrix<float, 4, 3> x{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};

template <auto Axis, class Id>
bool stops(Id id, auto... option) {
  return traps([=] {
    return index_select<Axis>(x, launder(tensor<Id, dim<2>>{Id(0), id}), option...)(1, 1);
  });
}
}  // namespace

TEST_CASE("ops/index_select: an index out of range ends the program") {
  CHECK_FALSE(stops<0>(3));
  CHECK(stops<0>(4));
  CHECK(stops<0>(-1));
  CHECK_FALSE(stops<1>(2));
  CHECK(stops<1>(3));
  CHECK(stops<0>(std::int64_t{1} << 32));
  CHECK(stops<0>(~std::uint64_t{0}));
  CHECK_FALSE(stops<0>(-4, negative_from_end));
  CHECK(stops<0>(-5, negative_from_end));
  CHECK(stops<0>(4, negative_from_end));
}

TEST_CASE("ops/slice: so does one of select, or a start of narrow") {
  CHECK_FALSE(traps([] { return select<0>(x, launder(3))(0); }));
  CHECK(traps([] { return select<0>(x, launder(4))(0); }));
  CHECK(traps([] { return select<1>(x, launder(-1))(0); }));
  CHECK_FALSE(traps([] { return narrow<0, 2>(x, launder(2))(0, 0); }));
  CHECK(traps([] { return narrow<0, 2>(x, launder(3))(0, 0); }));
  CHECK(traps([] { return narrow<1, 3>(x, launder(-1))(0, 0); }));
}
#endif
