// SPDX-License-Identifier: BSL-1.0
// What attn/rules/call.hpp promises: relations that are asked on a condition, the first that fails, and
// their conjunction.
#pragma once

#include <attn/rules/call.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::call_tests {

using namespace attn::rules;

template <int>
struct fulfilled {
  static constexpr bool value = true;
};
template <int>
struct failed {
  static constexpr bool value = false;
};
struct not_to_be_instantiated;  // incomplete: asking for its value is an error

constexpr report asked_on_a_condition() {
  report r;
  r.check(std::is_same_v<only_if<true, failed<1>>, failed<1>>);
  r.check(only_if<false, failed<1>>::value);
  r.check(only_if<false, not_to_be_instantiated>::value);
  return r;
}

constexpr report the_first_that_fails() {
  report r;
  r.check(std::is_same_v<each_of<fulfilled<1>, failed<2>, failed<3>>, failed<2>>);
  r.check(std::is_same_v<each_of<failed<1>, failed<2>>, failed<1>>);
  r.check(std::is_same_v<each_of<fulfilled<1>, fulfilled<2>>, fulfilled<2>>);
  r.check(std::is_same_v<each_of<fulfilled<1>, fulfilled<2>, fulfilled<3>, failed<4>>, failed<4>>);
  r.check(std::is_same_v<each_of<fulfilled<1>, fulfilled<2>, failed<3>, failed<4>>, failed<3>>);
  return r;
}

constexpr report all_of_them() {
  report r;
  r.check(all_hold<> && all_hold<fulfilled<1>, not_asked, fulfilled<2>>);
  r.check(!all_hold<fulfilled<1>, failed<2>> && !all_hold<failed<1>, fulfilled<2>>);
  return r;
}

constexpr report one_requirement() {
  report r;
  using met = attn::rules::single_rule_call<fulfilled<1>, attn::rules::axes_of<>>;
  r.check(met::holds && std::is_same_v<met::rule, fulfilled<1>>);
  r.check(std::is_same_v<met::operands, attn::rules::roles<attn::rules::axes_of<>>>);
  r.check(!attn::rules::single_rule_call<failed<1>>::holds);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"a relation that is asked on a condition", asked_on_a_condition},
    {"the first relation that fails", the_first_that_fails},
    {"all relations hold", all_of_them},
    {"a call with one requirement", one_requirement},
};

}  // namespace attn_tests::call_tests
