// SPDX-License-Identifier: BSL-1.0
// What attn/recurrent/state.hpp promises.
#pragma once

#include <attn/recurrent/state.hpp>
#include <attn/tensor/compare.hpp>
#include <boost/hana/define_struct.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::state_tests {

using namespace attn;
using kept = axis<"kept", 3>;
using vector = tensor<double, kept>;
using square = matrix<double, 2, 2>;

// A state of the reader's own.
struct memory {
  BOOST_HANA_DEFINE_STRUCT(memory, (vector, hidden), (square, notes));
  friend constexpr bool operator==(const memory&, const memory&) = default;
};
struct speechless {
  BOOST_HANA_DEFINE_STRUCT(speechless, (vector, thought));
};

constexpr report time_goes_on() {
  report r;
  const auto h = launder(vector{1, 2, 3});
  const auto before = initial(h);
  static_assert(std::is_same_v<decltype(before), const state_before<vector>>);
  r.check(before.value == h && hidden_state(before) == h);
  r.check(initial<vector>() == state_before<vector>{});
  const state_after<vector> after{vector{4, 5, 6}};
  r.check(hidden_state(after) == vector{4, 5, 6});
  const auto next = advance(after);
  static_assert(std::is_same_v<decltype(next), const state_before<vector>>);
  r.check(next.value == after.value && !(next == before));
  r.bits(hidden_state(next));
  return r;
}

constexpr report a_struct() {
  report r;
  const auto before = initial(launder(memory{{1, 2, 3}, {{4, 5}, {6, 7}}}));
  r.check(hidden_state(before) == vector{1, 2, 3});
  r.check(&hidden_state(before) == &before.value.hidden);  // no copy
  const state_after<memory> after{before.value};
  r.check(advance(after) == before);
  r.check(initial<memory>().value.notes == square{});
  r.bits(before.value.notes);
  return r;
}

// A reference into a temporary would be gone before it is used.
constexpr report of_a_temporary() {
  report r;
  const auto s = launder(memory{{1, 2, 3}, {{4, 5}, {6, 7}}});
  static_assert(std::is_same_v<decltype(hidden_state(initial(s))), vector>);
  const auto& hidden = hidden_state(initial(s));
  r.check(hidden == s.hidden);
  const auto& of_a_tensor = hidden_state(state_after<vector>{s.hidden});
  r.check(of_a_tensor == s.hidden);
  r.bits(hidden);
  return r;
}

// Neither becomes the other but by name.
constexpr report two_types() {
  report r;
  using before = state_before<vector>;
  using after = state_after<vector>;
  r.check(!std::is_convertible_v<after, before> && !std::is_convertible_v<before, after>);
  r.check(!std::is_constructible_v<before, after> && !std::is_constructible_v<after, before>);
  r.check(!std::is_assignable_v<before&, after> && !std::is_assignable_v<after&, before>);
  r.check(!std::is_convertible_v<vector, before>);
  using rules::is_state_after, rules::is_state_before, rules::moment_of;
  r.check(is_state_before<moment_of<before>>::value && !is_state_before<moment_of<after>>::value);
  r.check(is_state_after<moment_of<after>>::value && !is_state_after<moment_of<before>>::value);
  r.check(!is_state_before<moment_of<vector>>::value && !is_state_after<moment_of<vector>>::value);
  using rules::has_hidden_state, rules::members_of, rules::same_state;
  r.check(has_hidden_state<members_of<vector>>::value &&
          has_hidden_state<members_of<memory>>::value);
  r.check(!has_hidden_state<members_of<speechless>>::value);
  r.check(same_state<members_of<vector>, members_of<square>>::value);
  r.check(!same_state<members_of<vector>, members_of<memory>>::value);
  return r;
}

constexpr report a_call_names_its_rules() {
  report r;
  r.check(rules::hidden_state_call<state_before<vector>>::holds);
  r.check(rules::hidden_state_call<state_after<vector>>::holds);
  r.check(!rules::hidden_state_call<vector>::of_a_step::value);
  r.check(rules::hidden_state_call<vector>::has_hidden::value);
  r.check(!rules::hidden_state_call<state_before<speechless>>::has_hidden::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"time goes on", time_goes_on},
    {"a struct", a_struct},
    {"of a temporary", of_a_temporary},
    {"two types", two_types},
    {"a call names its rules", a_call_names_its_rules},
};

}  // namespace attn_tests::state_tests
