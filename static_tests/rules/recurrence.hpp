// SPDX-License-Identifier: BSL-1.0
// What attn/rules/recurrence.hpp promises: of every relation, where it holds and where it does not.
#pragma once

#include <attn/axes/axis.hpp>
#include <attn/rules/recurrence.hpp>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::recurrence_tests {

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 2>;
using feature = axis<"feature", 3>;

constexpr report states() {
  report r;
  using rules::after_a_step, rules::before_a_step, rules::no_step;
  r.check(rules::is_state_before<before_a_step>::value &&
          !rules::is_state_before<after_a_step>::value);
  r.check(rules::is_state_after<after_a_step>::value &&
          !rules::is_state_after<before_a_step>::value);
  r.check(!rules::is_state_before<no_step>::value && !rules::is_state_after<no_step>::value);
  r.check(rules::is_state<before_a_step>::value && rules::is_state<after_a_step>::value &&
          !rules::is_state<no_step>::value);
  using rules::hidden_and_cell, rules::one_tensor, rules::other_members;
  r.check(rules::same_state<one_tensor, one_tensor>::value);
  r.check(!rules::same_state<one_tensor, hidden_and_cell>::value);
  r.check(rules::has_hidden_state<one_tensor>::value &&
          rules::has_hidden_state<hidden_and_cell>::value);
  r.check(!rules::has_hidden_state<other_members>::value);
  return r;
}

constexpr report sequences() {
  report r;
  using rules::axes_of, rules::indices;
  r.check(rules::has_leading_axis<axes_of<token, feature>, indices<0>>::value);
  r.check(!rules::has_leading_axis<axes_of<token, feature>, indices<1>>::value);
  r.check(!rules::has_leading_axis<token, indices<0>>::value);
  r.check(rules::names_its_time<axes_of<token, feature>>::value);
  r.check(!rules::names_its_time<axes_of<token, feature, dim<2>>>::value);
  // What recurrent/ and models/ fill in is no relation of anything else.
  r.check(!rules::is_cell<rules::state<int>, rules::state<int>>::value);
  r.check(!rules::extends_over_time<rules::state<int>>::value);
  r.check(!rules::is_gate_order<rules::option<int>, rules::size<4>>::value);
  r.check(!rules::same_gate_order<int, int>::value && !rules::is_reset<rules::option<int>>::value);
  r.check(!rules::is_output_layer<rules::option<int>>::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"states", states},
    {"sequences", sequences},
};

}  // namespace attn_tests::recurrence_tests
