// SPDX-License-Identifier: BSL-1.0
// With ATTN_CHECKED a wrong id, index or eps of an operation ends the program. Every tensor here
// has an axis that no other file of this program has: the linker may share the functions that check.
#define ATTN_CHECKED
#include <limits>

#include <attn/attention/mask.hpp>
#include <attn/layers/norm.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/tensor/views.hpp>

#include "runtime_tests/support/traps.hpp"

#if defined(ATTN_TESTS_CAN_TRAP)
#include "static_tests/support/behaviour.hpp"

namespace {

using attn_tests::launder, attn_tests::traps;
using place = attn::axis<"checked_place", 2>;
using word = attn::axis<"checked_word", 3>;
const attn::tensor<float, place, word> x{{1, 2, 3}, {4, 5, 6}};

float ones(int first, int second) {
  const attn::tensor<int, place> ids{first, second};
  float sum = 0;
  for (const float element : attn::one_hot<word, float>(launder(ids))) sum = sum * 2 + element;
  return sum;
}

}  // namespace

TEST_CASE("ops/checked: one_hot of ids in range does no harm") {
  CHECK_FALSE(traps([] { return ones(0, 2); }));
  CHECK(ones(0, 2) == 33);
  CHECK(ones(2, 1) == 10);
}

TEST_CASE("ops/checked: one_hot of an id out of range ends the program") {
  CHECK(traps([] { return ones(0, 3); }));
  CHECK(traps([] { return ones(-1, 0); }));
  CHECK(traps([] { return ones(1'000'000, 0); }));
  CHECK(traps([]() -> float { attn::id_out_of_range_for_one_hot(); }));
}

TEST_CASE("ops/checked: so does an index of select, where narrow starts, of a view") {
  using attn::select, attn::narrow, attn::rows_of, attn::columns_of;
  CHECK_FALSE(traps([] { return select<1>(x, launder(2))(0); }));
  CHECK(traps([] { return select<1>(x, launder(3))(0); }));
  CHECK(traps([] { return select<0>(x, launder(-1))(0); }));
  CHECK_FALSE(traps([] { return narrow<1, 2>(x, launder(1))(0, 0); }));
  CHECK(traps([] { return narrow<1, 2>(x, launder(2))(0, 0); }));
  CHECK_FALSE(traps([] { return columns_of(x)[launder(2)][1]; }));
  CHECK(traps([] { return columns_of(x)[launder(3)][1]; }));
  CHECK(traps([] { return columns_of(x)[2][launder(2)]; }));
  CHECK(traps([] { return rows_of(x)[0][launder(-1)]; }));
}

TEST_CASE("ops/checked: a negative number of valid keys ends the program") {
  CHECK_FALSE(traps([] { return attn::valid_keys(launder(2)).count; }));
  CHECK_FALSE(traps([] { return attn::valid_keys(launder(~0ull)).count; }));
  CHECK(traps([] { return attn::valid_keys(launder(-1)).count; }));
}

TEST_CASE("ops/checked: a negative eps of a norm ends the program") {
  const auto check = [](const auto& norm) {
    using limits = std::numeric_limits<float>;
    const auto stops = [&](float eps) {
      return traps([&] { return norm(x, launder(eps))(0, 0); });
    };
    for (const float eps : {0.0f, -0.0f, (limits::min)(), limits::infinity()})
      CHECK_FALSE(stops(eps));
    for (const float eps : {-limits::denorm_min(), -1.0f, limits::quiet_NaN()}) CHECK(stops(eps));
  };
  const attn::tensor<float, word> ones{1, 1, 1};
  check([](const auto& rows, float eps) { return attn::layer_norm(rows, eps); });
  check([&](const auto& rows, float eps) { return attn::layer_norm(rows, ones, eps); });
  check([&](const auto& rows, float eps) { return attn::layer_norm(rows, ones, ones, eps); });
  check([](const auto& rows, float eps) { return attn::rms_norm(rows, eps); });
  check([&](const auto& rows, float eps) { return attn::rms_norm(rows, ones, eps); });
  check([&](const auto& from, float eps) {
    auto rows = from;
    attn::layer_norm_into(rows, rows, ones, ones, eps);
    return rows;
  });
  check([&](const auto& from, float eps) {
    auto rows = from;
    attn::rms_norm_into(rows, rows, ones, eps);
    return rows;
  });
}

#endif
