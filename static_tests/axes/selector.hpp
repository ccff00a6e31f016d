// SPDX-License-Identifier: BSL-1.0
// What attn/axes/selector.hpp promises.
#pragma once

#include <attn/axes/axis.hpp>
#include <attn/axes/selector.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::selector_tests {

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 3>;

// As an operation takes it: the position of one axis among others, their number if it is absent.
template <axis_selector Axis, class... Axes>
inline constexpr std::size_t position = Axis.template position_in<Axes...>();

constexpr report by_name() {
  report r;
  r.check(position<"token", token, dim<5>, key> == 0);
  r.check(position<"key", token, dim<5>, key> == 2);
  r.check(position<"query", token, dim<5>, key> == 3);
  r.check(position<"toke", token, key> == 2);
  r.check(position<"tokens", token, key> == 2);
  r.check(position<"token", dim<2>, dim<3>> == 2);
  r.check(position<"token"> == 0);  // of none
  return r;
}

constexpr report by_position() {
  report r;
  r.check(position<0, token, dim<5>, key> == 0);
  r.check(position<1, token, dim<5>, key> == 1);
  r.check(position<2, token, dim<5>, key> == 2);
  r.check(position<3, token, dim<5>, key> == 3);     // absent
  r.check(position<4, token, dim<5>, key> == 3);     // absent
  r.check(position<1000, token, dim<5>, key> == 3);  // absent
  return r;
}

constexpr report counting_from_the_last() {
  report r;
  r.check(position<-1, token, dim<5>, key> == 2);
  r.check(position<-2, token, dim<5>, key> == 1);
  r.check(position<-3, token, dim<5>, key> == 0);
  r.check(position<-4, token, dim<5>, key> == 3);     // absent
  r.check(position<-1000, token, dim<5>, key> == 3);  // absent
  r.check(position<-1> == 0);                         // of none
  return r;
}

// The empty name is no axis' name, and no other word for position 0.
constexpr report the_empty_name_finds_nothing() {
  report r;
  r.check(position<"", token, dim<5>, key> == 3);
  r.check(position<"", dim<5>> == 1);
  return r;
}

constexpr report what_it_holds() {
  report r;
  constexpr axis_selector by_its_name = "token";
  constexpr axis_selector by_its_position = -2;
  static_assert(std::is_same_v<decltype(by_its_name), const axis_selector<6>>);
  static_assert(std::is_same_v<decltype(by_its_position), const axis_selector<1>>);
  r.check(launder(by_its_name).name == label("token"));
  r.check(launder(by_its_position).position == -2);
  r.check(by_its_name.is_named<token>());
  r.check(by_its_name.is_named<axis<"token", 7>>());
  r.check(!by_its_name.is_named<key>());
  r.check(!by_its_name.is_named<dim<2>>());
  r.check(!by_its_position.is_named<token>());
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"by name", by_name},
    {"by position", by_position},
    {"counting from the last", counting_from_the_last},
    {"the empty name finds nothing", the_empty_name_finds_nothing},
    {"what it holds", what_it_holds},
};

}  // namespace attn_tests::selector_tests
