// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/is_within.hpp promises. Of checks that do not hold, static_tests/rejected/check.cpp.
#pragma once

#include <attn/ops/arithmetic.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/scalars/is_within.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/rename.hpp>
#include <limits>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/says.hpp"

namespace attn_tests::is_within_tests {

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 3>;

constexpr report of_intervals() {
  report r;
  const auto x = launder(between<tensor<double, token, key>>(-100, 100));
  r.check(static_cast<bool>(is_within(softmax<"key">(x), 0, 1)));
  r.check(rules::is_within_call<interval<float>>::holds && !rules::is_within_call<int>::holds);
  r.check(says(is_within(softmax<"key">(x), 0, 1), "attn::check: as expected"));
  auto y = x;
  y(1, 2).upper = 101.5;
  y(0, 1).lower = -100.25;
  const auto found = is_within(y, -100, 100);
  static_assert(std::is_same_v<decltype(found), const bounds_report<double, token, key>>);
  r.check(!found && found.differing == 2 && found.at == 5 && found.beyond == 1.5);
  r.check(found.least == -100 && found.most == 100 && found.upper == 101.5);
  r.check(says(found,
               "attn::check: at (token 1, key 2): is -100 to 101.5; not within -100 to 100; "
               "beyond 1.5; 2 of 6 elements leave"));
  r.check(says(found.axis_text(0), "token 1") && says(found.part(1), "key 2"));
  for (const double a : {-100.0, -100.25, -101.0})
    for (const double b : {100.0, 101.5, 99.0})
      r.check(static_cast<bool>(is_within(y, a, b)) == within(y, a, b));
  return r;
}

constexpr report of_numbers() {
  report r;
  const auto x = launder(tensor<float, key>{0.5f, -0.25f, 2});
  r.check(static_cast<bool>(is_within(x, -0.25, 2)));
  const auto found = is_within(x, 0, 1);
  r.check(found.differing == 2 && found.at == 2 && found.beyond == 1);
  r.check(says(
      found, "attn::check: at (key 2): is 2; not within 0 to 1; beyond 1; 2 of 3 elements leave"));
  // A bound that float does not have is not rounded: 0.7f is a little below 0.7.
  r.check(!is_within(launder(tensor<float, dim<1>>{0.7f}), 0.7, 1));
  r.check(static_cast<bool>(is_within(launder(tensor<float, dim<1>>{0.7f}), 0, 0.7)));
  return r;
}

// A NaN is the worst, and so is an interval that may be one.
constexpr report nan_is_not_within() {
  report r;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto x = launder(tensor<double, key>{5, nan, 9});
  const auto found = is_within(x, 0, 1);
  r.check(found.differing == 3 && found.at == 1 && found.may_be_nan);
  r.check(says(found,
               "attn::check: at (key 1): may be nan; not within 0 to 1; beyond inf; 3 of 3 "
               "elements leave"));
  auto y = launder(between<tensor<float, key>>(0, 1));
  y(2).may_be_nan = true;
  r.check(is_within(y, 0, 1).at == 2 && !within(y, 0, 1));
  return r;
}

// The bounds of the worst element, as numbers of its type.
constexpr report of_envelopes() {
  report r;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto x = launder(tensor<float, token, key>{{1, 2, 3}, {4, 5, 6}});
  const auto all = as<envelope<float>>(x) + as<envelope<float>>(x * 0x1p-24f);
  r.check(is_within(x, all));
  auto y = x;
  y(0, 2) = 3.5f;
  y(1, 1) = 4.75f;
  const auto found = is_within(y, all);
  static_assert(std::is_same_v<decltype(found), const bounds_report<float, token, key>>);
  r.check(!found && found.differing == 2 && found.at == 2 && found.lower == 3.5f);
  r.check(found.least == 3 && found.most == detail::next_above(3.0f));
  r.check(found.beyond == 3.5f - found.most && !found.may_be_nan);
  r.check(says(found,
               "attn::check: at (token 0, key 2): is 3.5; not within 3 to 3.0000002; beyond "
               "0.49999976; 2 of 6 elements leave"));
  y(1, 0) = static_cast<float>(nan);
  r.check(is_within(y, all).at == 3 && is_within(y, all).may_be_nan);
  // What may be NaN may be anything.
  auto unknown = all;
  unknown(0, 2) = unknown(1, 1) = unknown(1, 0) = envelope<float>(0) / envelope<float>(0);
  r.check(is_within(y, unknown));
  r.check(is_within(unnamed(x), all));
  using call = rules::is_within_envelope_call<tensor<float, key>, tensor<envelope<float>, key>>;
  r.check(call::holds && call::envelopes::value && call::numbers::value && call::same_axes::value);
  using role = rules::element_of_B<envelope<float, 9>>;
  r.check(rules::has_envelope<role>::value &&
          !rules::has_envelope<rules::element_of_B<int>>::value);
  r.check(!rules::element_of_the_envelope<rules::element_of_A<double>, role>::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"of intervals", of_intervals},
    {"of numbers", of_numbers},
    {"nan is not within", nan_is_not_within},
    {"of envelopes", of_envelopes},
};

}  // namespace attn_tests::is_within_tests
