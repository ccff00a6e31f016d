// SPDX-License-Identifier: BSL-1.0
// What attn/rules/roles.hpp promises: words, and nothing but words.
#pragma once

#include <attn/axes/axis.hpp>
#include <attn/axes/shape.hpp>
#include <attn/rules/roles.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::roles_tests {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;

template <class Role>
concept defined = requires { sizeof(Role); };

// A definition would be instantiated once per axis and role, for a word in a diagnostic.
constexpr report none_is_ever_defined() {
  report r;
  r.check(defined<token>);  // the question can be answered with yes
  r.check(!defined<rules::any_axis<token>>);
  r.check(!defined<rules::last_of_A<token>>);
  r.check(!defined<rules::first_of_B<token>>);
  r.check(!defined<rules::axis_of_A<token>>);
  r.check(!defined<rules::axis_of_B<token>>);
  r.check(!defined<rules::width_of_X<token>>);
  r.check(!defined<rules::input_of_W<token>>);
  r.check(!defined<rules::output_of_W<token>>);
  r.check(!defined<rules::width_of_Q<token>>);
  r.check(!defined<rules::width_of_K<token>>);
  r.check(!defined<rules::length_of_K<token>>);
  r.check(!defined<rules::length_of_V<token>>);
  r.check(!defined<rules::axes_of<token, feature>>);
  r.check(!defined<rules::axes_of_A<token, feature>>);
  r.check(!defined<rules::axes_of_B<token, feature>>);
  r.check(!defined<rules::axes_of_Q<token, feature>>);
  r.check(!defined<rules::axes_of_K<token, feature>>);
  r.check(!defined<rules::axes_of_V<token, feature>>);
  r.check(!defined<rules::result_axes<token, feature>>);
  r.check(!defined<rules::element_of_A<float>>);
  r.check(!defined<rules::element_of_B<float>>);
  r.check(!defined<rules::element<float>>);
  r.check(!defined<rules::operand<float&>>);
  r.check(!defined<rules::elements<float, int>>);
  r.check(!defined<rules::name<label("token")>>);
  r.check(!defined<rules::size<3>>);
  r.check(!defined<rules::wanted<1>>);
  r.check(!defined<rules::braced<2, 3>>);
  r.check(!defined<rules::indices<0, 1>>);
  r.check(!defined<rules::positions<0, 1>>);
  r.check(!defined<rules::rank<2>>);
  r.check(!defined<rules::options<int, float>>);
  return r;
}

template <class... Types>
inline constexpr bool all_different = true;
template <class First, class... Rest>
inline constexpr bool all_different<First, Rest...> =
    (!std::is_same_v<First, Rest> && ...) && all_different<Rest...>;

// Two roles that were one type would make two rules one.
constexpr report each_is_its_own() {
  report r;
  r.check(!all_different<int, float, int>);
  r.check(
      all_different<rules::any_axis<token>, rules::last_of_A<token>, rules::first_of_B<token>,
                    rules::axis_of_A<token>, rules::axis_of_B<token>, rules::width_of_X<token>,
                    rules::input_of_W<token>, rules::width_of_Q<token>, rules::width_of_K<token>,
                    rules::length_of_K<token>, rules::length_of_V<token>>);
  r.check(all_different<rules::axes_of<token>, rules::axes_of_A<token>, rules::axes_of_B<token>,
                        rules::axes_of_Q<token>, rules::axes_of_K<token>, rules::axes_of_V<token>,
                        rules::result_axes<token>>);
  r.check(
      all_different<rules::element<float>, rules::element_of_A<float>, rules::element_of_B<float>>);
  r.check(all_different<rules::size<1>, rules::rank<1>, rules::braced<1>, rules::indices<1>,
                        rules::wanted<1>, rules::name<1>>);
  return r;
}

// … and one that forgot what it is about would make every axis the same.
constexpr report each_remembers_what_it_is_about() {
  report r;
  r.check(all_different<rules::width_of_Q<token>, rules::width_of_Q<feature>>);
  r.check(all_different<rules::axes_of<>, rules::axes_of<token>, rules::axes_of<token, feature>,
                        rules::axes_of<feature, token>>);
  r.check(all_different<rules::name<label("token")>, rules::name<label("feature")>>);
  r.check(all_different<rules::braced<2, 3>, rules::braced<3, 2>>);
  r.check(all_different<rules::options<int>, rules::options<float>>);
  return r;
}

// The one thing that does something: the axes of a shape, in a role.
constexpr report a_shape_takes_a_role() {
  report r;
  using rules::axes_of_A, rules::axes_of_Q, rules::in_role, rules::role_of;
  r.check(std::is_same_v<role_of<axes_of_A, shape<token, feature>>, axes_of_A<token, feature>>);
  r.check(std::is_same_v<role_of<axes_of_Q, shape<>>, axes_of_Q<>>);
  r.check(std::is_same_v<in_role<axes_of_Q, shape<dim<2>>>::type, axes_of_Q<dim<2>>>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"none is ever defined", none_is_ever_defined},
    {"each is its own", each_is_its_own},
    {"each remembers what it is about", each_remembers_what_it_is_about},
    {"a shape takes a role", a_shape_takes_a_role},
};

}  // namespace attn_tests::roles_tests
