// SPDX-License-Identifier: BSL-1.0
// What attn/rules/require.hpp promises where nothing is wrong: assertions in a row, in any function, that
// leave no name. What it prints is tested by every rejected program.
#pragma once

#include <attn/rules/call.hpp>
#include <attn/rules/require.hpp>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::require_tests {

struct call {
  using operands = attn::rules::roles<>;
  using axis_exists = attn::rules::not_asked;
  using floating_point = attn::rules::not_asked;
  using one_element = attn::rules::not_asked;
  using arithmetic = attn::rules::not_asked;
  using out_element = attn::rules::not_asked;
  using out_axes = attn::rules::not_asked;
  using own = attn::rules::not_asked;
};

constexpr int required() {
  ATTN_REQUIRE(call, own, "f(x): a sentence of its own");
  ATTN_REQUIRE(call, own, "f(x): and another");
  ATTN_REQUIRE_AXIS(call, "f(x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "f(x)");
  ATTN_REQUIRE_ONE_ELEMENT(call, "f(x)");
  ATTN_REQUIRE_ARITHMETIC(call, "f(x)");
  ATTN_REQUIRE_OUT(call, "f(x)");
  const int required = 1;  // the name that the macros use inside
  return required;
}

constexpr report requirements_leave_nothing() {
  report r;
  r.check(required() == 1);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"requirements leave nothing behind", requirements_leave_nothing},
};

}  // namespace attn_tests::require_tests
