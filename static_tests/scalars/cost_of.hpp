// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/cost_of.hpp promises.
#pragma once

#include <attn/ops/arithmetic.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/scalars/cost_of.hpp>

#include "static_tests/support/executed.hpp"

namespace attn_tests::cost_of_tests {

// A user-defined function, and what it costs: with an option, and with a second input.
struct cube {
  template <class X>
  constexpr X operator()(const X& x) const {
    return multiply(multiply(x, x), x);
  }
  template <class X>
  constexpr X operator()(const X& x, const X& y) const {
    return multiply(x, y);
  }
};
struct twice {};
struct unknown {};

}  // namespace attn_tests::cost_of_tests

template <>
struct attn::counting_rule<attn_tests::cost_of_tests::cube> {
  template <class X>
  static constexpr operation_count of(input_types<X>) {
    return 2 * cost::multiply<X>();
  }
  template <class X>
  static constexpr operation_count of(input_types<X>, attn_tests::cost_of_tests::twice) {
    return 4 * cost::multiply<X>();
  }
  template <class X>
  static constexpr operation_count of(input_types<X, X>) {
    return cost::multiply<X>();
  }
};

namespace attn_tests::cost_of_tests {

using namespace attn;
using X = tensor<double, axis<"row", 2>, axis<"column", 3>>;

constexpr report a_user_defined_rule() {
  report r;
  constexpr operation_count constant = cost_of<cube, X>();
  static_assert(constant == operation_count{.multiplications = 12});
  check_executed(r, executed(cube{}, X{}), constant);
  check_executed(r, executed(cube{}, X{}, X{}), cost_of<cube, X, X>());
  r.check(cost_of<cube, X>(twice{}) == 2 * constant);
  r.check(cost_of<const cube&, const X&>() == constant);  // as decltype has it
  return r;
}

static_assert(rules::has_counting_rule<cube, input_types<X>>);
static_assert(rules::has_counting_rule<cube, input_types<X>, twice>);
static_assert(!rules::has_counting_rule<cube, input_types<X, X>, twice>);
static_assert(!rules::has_counting_rule<cube, input_types<>>);
static_assert(!rules::has_counting_rule<unknown, input_types<X>>);

inline constexpr behaviour behaviours[] = {{"a user-defined rule", a_user_defined_rule}};

}  // namespace attn_tests::cost_of_tests
