// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/affine.hpp promises. At random, with points in T: runtime_tests/scalars.
#pragma once

#include <attn/ops/softmax.hpp>
#include <attn/scalars/affine.hpp>
#include <attn/tensor/scalar.hpp>
#include <limits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::affine_tests {

using namespace attn;
using form = affine<float, 2>;
static_assert(floating_scalar<form> && is_analysis_scalar<form>);

constexpr form some_input(float x, std::size_t at) { return launder(form::input(x, 0.5, at)); }

constexpr report inputs_and_numbers() {
  report r;
  const form x = some_input(2, 1);
  r.check(x.center == 2 && x.slope[0] == 0 && x.slope[1] == 0.5f && x.error == 0);
  r.check(identical(x.range, interval<float>(1.5f, 2.5f)) && x.radius() < 0.50001f);
  r.check(x.linear() && !x.constant() && x.spread >= 0.5f);
  const form two = launder(form(2));
  r.check(two.constant() && two.center == 2 && identical(two, form(interval<float>(2))));
  const form tenth = launder(form(0.1));
  r.check(!tenth.constant() && tenth.range.contains(0.1) && tenth.error < 1e-8f);
  r.check(!form(interval<float>::anything()).linear());
  r.bits(x.spread);
  return r;
}

// Where a number comes from is not forgotten.
constexpr report dependency() {
  report r;
  const form x = some_input(2, 0), y = some_input(1, 1);
  r.check((x - x).radius() < 1e-5f && (x + y - x - y).radius() < 1e-5f);
  r.check((x * x - 4 * x).range.upper < -3.7f && (x * x).range.lower >= 2.2f);
  r.check((x / x).range.upper < 1.2f && (x / x).range.lower > 0.8f);
  r.check((x + y).slope[0] == 0.5f && (x + y).slope[1] == 0.5f);
  r.check(identical(max(x, form(0)), x) && max(x, y).range.lower >= 1.5f);
  r.check(min(x, form(3)).center == 2 && identical(select(true, x, y), x));
  form beyond = form(5);
  beyond.range.may_overflow = true;
  for (const form& z : {max(x, beyond), min(x, beyond), max(beyond, x), min(beyond, x)})
    r.check(z.range.may_overflow);
  r.bits((x * y).error);
  r.bits((x * y).slope[0]);
  return r;
}

// Slopes are those of the functions, and errors of second order.
constexpr report functions() {
  report r;
  const form x = launder(form::input(1, 0.0625, 0));
  r.check(exp(x).slope[0] > 0.16f && exp(x).slope[0] < 0.18f && exp(x).error < 0.01f);
  r.check(log(x).error < 0.002f && sqrt(x).error < 0.001f && log1p(x).error < 0.001f);
  r.check(tanh(x).error < 0.004f && sigmoid(x).error < 0.002f && erf(x).error < 0.004f);
  r.check(sin(x).error < 0.002f && cos(x).error < 0.002f);
  r.check(pow(x, form(2)).range.contains(1) && (1 / x).error < 0.006f);
  for (const form& y : {exp(x), log(x), tanh(x), erf(x), sin(x), 1 / x}) r.bits(y.error);
  return r;
}

// What T rounds off grows with the slopes of what follows, and never beyond the range.
constexpr report roundings() {
  report r;
  const form x = some_input(2, 0), y = some_input(1, 1);
  r.check(x.rounding == 0 && (-x).rounding == 0 && max(x, y).rounding == 0);
  r.check((x + y).rounding >= 0x1p-23f && (x + y).rounding < 0x1p-20f);
  const form sum = x + y;
  // Of each: what T rounds off itself, and what becomes of the roundings of its operands.
  r.check((1024 * sum).rounding > 2000 * sum.rounding && (sum * sum).rounding > 11 * sum.rounding);
  r.check((1024 * sum).rounding < 2100 * sum.rounding && exp(sum).rounding > 90 * sum.rounding);
  r.check(max(sum, form::input(3, 0.5, 1)).rounding == sum.rounding);
  const tensor<form, axis<"label", 2>> scores{sum, x};
  r.check(softmax(scores)(0).rounding > sum.rounding / 8);
  r.check((x / (x + 1e-3f)).rounding < 1e-5f);
  r.check(form(0.1).rounding > 0 && form(0.1).rounding < 1e-7f && form(0.5).rounding == 0);
  r.check(1e30f * x.rounding == 0 &&
          (1e30f * x).rounding <= affine<float, 2>::width_of((1e30f * x).range));
  r.check(pow(x, form(2)).rounding >= 3.9f && (1 / (x - 2)).rounding > 1e30f);
  r.bits((sum * sum).rounding);
  return r;
}

constexpr report only_a_range() {
  report r;
  const form x = some_input(0, 0);
  r.check(!(1 / x).linear() && (1 / x).range.may_be_nan && !log(x).linear());
  r.check(log(x).range.may_be_nan && (1 / x + 1).range.may_be_nan);
  r.check(!(launder(form(1e30f)) * 2).linear() && (launder(form(1e30f)) * 2).range.bounded());
  r.check(assume_at_most(x, 0.25).range.upper == 0.25f);
  r.check(assume_at_least(x, 0).range.lower == 0 && x.around().contains(0));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"inputs and numbers", inputs_and_numbers},
    {"dependency", dependency},
    {"functions", functions},
    {"roundings", roundings},
    {"only a range", only_a_range},
};

}  // namespace attn_tests::affine_tests
