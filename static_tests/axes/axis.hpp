// SPDX-License-Identifier: BSL-1.0
// What attn/axes/axis.hpp promises.
#pragma once

#include <attn/axes/axis.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::axis_tests {

using namespace attn;
using token = axis<"token", 3>;

constexpr report name_and_size() {
  report r;
  r.check(token::size == 3 && axis<"_", 1>::size == 1);
  r.check(token::named);
  r.check(token::name == label("token"));
  r.check(dim<3>::size == 3 && dim<4096>::size == 4096);
  r.check(!dim<3>::named);
  r.check(token::asked_size == 3 && dim<4096>::asked_size == 4096);
  static_assert(std::is_same_v<decltype(token::size), const std::size_t>);
  static_assert(std::is_same_v<decltype(dim<3>::size), const std::size_t>);
  r.bits(token::size);
  r.bits(dim<4096>::size);
  return r;
}

// An axis without indices is rejected once, by the tensor that has it; until then it is a whole
// type.
constexpr report a_size_of_zero_is_remembered() {
  report r;
  r.check(dim<0>::asked_size == 0 && dim<0>::size == 1);
  r.check(axis<"token", 0>::asked_size == 0 && axis<"token", 0>::size == 1);
  return r;
}

constexpr report both_are_the_type() {
  report r;
  r.check(std::is_same_v<token, axis<"token", 3>>);
  r.check(!std::is_same_v<token, axis<"token", 4>>);
  r.check(!std::is_same_v<token, axis<"key", 3>>);
  r.check(!std::is_same_v<token, dim<3>>);
  r.check(!std::is_same_v<dim<2>, dim<3>>);
  r.check(std::is_empty_v<token> && std::is_empty_v<dim<3>>);  // a type, not a value
  return r;
}

struct impostor {
  static constexpr std::size_t size = 3;
  static constexpr label name = "token";
  static constexpr bool named = true;
};

constexpr report what_is_an_axis() {
  report r;
  r.check(is_axis<token> && is_axis<dim<3>>);
  r.check(!is_axis<int> && !is_axis<impostor> && !is_axis<token&>);
  r.check(axis_like<token> && axis_like<dim<3>>);
  r.check(!axis_like<int> && !axis_like<impostor> && !axis_like<token*>);
  r.check(named_axis<token>);
  r.check(!named_axis<dim<3>> && !named_axis<int> && !named_axis<impostor>);
  return r;
}

constexpr report another_name() {
  report r;
  r.check(std::is_same_v<renamed<token, "key">, axis<"key", 3>>);
  r.check(std::is_same_v<renamed<token, "token">, token>);
  r.check(std::is_same_v<renamed<dim<5>, "key">, axis<"key", 5>>);
  return r;
}

constexpr report another_size() {
  report r;
  r.check(std::is_same_v<resized<token, 5>, axis<"token", 5>>);
  r.check(std::is_same_v<resized<token, 3>, token>);
  r.check(std::is_same_v<resized<dim<5>, 2>, dim<2>>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"name and size", name_and_size},
    {"a size of zero is remembered", a_size_of_zero_is_remembered},
    {"both are the type", both_are_the_type},
    {"what is an axis", what_is_an_axis},
    {"another name", another_name},
    {"another size", another_size},
};

}  // namespace attn_tests::axis_tests
