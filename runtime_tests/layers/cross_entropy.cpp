// SPDX-License-Identifier: BSL-1.0
// What of a loss is no constant: infinite losses, and the mean of nothing.
#include <attn/layers/cross_entropy.hpp>
#include <cmath>
#include <limits>

#include "runtime_tests/catch.hpp"
#include "static_tests/support/behaviour.hpp"

using namespace attn;

namespace {
using token = axis<"token", 2>;
using word = axis<"word", 3>;
constexpr float infinity = std::numeric_limits<float>::infinity();
}  // namespace

TEST_CASE("a class of probability 0 has an infinite loss") {
  const auto x = attn_tests::launder(tensor<float, token, word>{{0, -infinity, 1}, {1, 0, 0}});
  const tensor<int, token> ids{1, 0};
  CHECK(cross_entropy<reduction::none>(x, ids)(0) == infinity);
  CHECK(std::isfinite(cross_entropy<reduction::none>(x, ids)(1)));
  CHECK(cross_entropy(x, ids)() == infinity);
  CHECK(std::isfinite(cross_entropy(x, ids, {.label_smoothing = 0, .ignore_index = 1})()));
}

TEST_CASE("the mean of the losses of no token is NaN, their sum 0") {
  const auto x = attn_tests::launder(tensor<float, token, word>{{0, 2, 1}, {1, 0, 0}});
  const auto none = attn_tests::launder(tensor<int, token>{-100, -100});
  CHECK(std::isnan(cross_entropy(x, none)()));
  CHECK(std::isnan(cross_entropy(x, none, tensor<float, word>{1, 2, 3})()));
  CHECK(cross_entropy<reduction::sum>(x, none)() == 0);
}
