// SPDX-License-Identifier: BSL-1.0
// What attn/rules/relations.hpp promises: of every relation, where it holds and where it does not.
#pragma once

#include <attn/axes/axis.hpp>
#include <attn/axes/selector.hpp>
#include <attn/rules/relations.hpp>
#include <attn/rules/roles.hpp>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::relations_tests {

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 2>;  // as long as token
using feature = axis<"feature", 3>;

// An axis in some role; the relations must not care which.
template <class Axis>
using left = rules::last_of_A<Axis>;
template <class Axis>
using right = rules::length_of_V<Axis>;

constexpr report identifier() {
  report r;
  r.check(rules::identifier<rules::name<label("token")>>);
  r.check(rules::identifier<rules::name<label("_2")>>);
  r.check(!rules::identifier<rules::name<label("2_")>>);
  r.check(!rules::identifier<rules::name<label("")>>);
  r.check(!rules::identifier<rules::name<label("two words")>>);
  constexpr label good = "token";
  constexpr label bad = "to-ken";
  r.check(rules::identifier<rules::name<good>> == is_identifier(good));
  r.check(rules::identifier<rules::name<bad>> == is_identifier(bad));
  r.check(!rules::identifier<rules::size<3>>);
  r.check(rules::identifier<rules::any_axis<token>>);
  r.check(rules::identifier<rules::any_axis<dim<3>>>);  // no name is no bad name
  r.check(!rules::identifier<rules::any_axis<axis<"two words", 3>>>);
  r.check(!rules::identifier<rules::any_axis<axis<"", 3>>>);
  return r;
}

constexpr report positive() {
  report r;
  r.check(rules::positive<rules::size<1>>);
  r.check(rules::positive<rules::size<4096>>);
  r.check(!rules::positive<rules::size<0>>);
  r.check(!rules::positive<rules::rank<1>>);
  r.check(rules::positive<rules::any_axis<token>> && rules::positive<rules::any_axis<dim<1>>>);
  r.check(!rules::positive<rules::any_axis<axis<"token", 0>>>);
  r.check(!rules::positive<rules::any_axis<dim<0>>>);
  return r;
}

constexpr report same_size() {
  report r;
  r.check(rules::same_size<left<dim<3>>, right<dim<3>>>);
  r.check(rules::same_size<left<token>, right<key>>);  // whatever the names
  r.check(rules::same_size<left<feature>, right<dim<3>>>);
  r.check(!rules::same_size<left<dim<3>>, right<dim<4>>>);
  r.check(!rules::same_size<left<token>, right<axis<"token", 3>>>);
  r.check(!rules::same_size<dim<3>, dim<3>>);  // axes without a role
  return r;
}

constexpr report same_name() {
  report r;
  r.check(rules::same_name<left<token>, right<token>>);
  r.check(rules::same_name<left<token>, right<dim<2>>>);
  r.check(rules::same_name<left<dim<2>>, right<token>>);
  r.check(rules::same_name<left<dim<2>>, right<dim<2>>>);
  r.check(!rules::same_name<left<token>, right<key>>);
  r.check(!rules::same_name<left<key>, right<token>>);
  // Sizes that differ have broken their own rule already.
  r.check(rules::same_name<left<token>, right<feature>>);
  r.check(!rules::same_name<token, token>);
  return r;
}

constexpr report same_axes() {
  report r;
  using rules::axes_of_A, rules::axes_of_B;
  r.check(rules::same_axes<axes_of_A<>, axes_of_B<>>);
  r.check(rules::same_axes<axes_of_A<token, feature>, axes_of_B<token, feature>>);
  r.check(rules::same_axes<axes_of_A<token, dim<3>>, axes_of_B<dim<2>, feature>>);
  r.check(!rules::same_axes<axes_of_A<token, feature>, axes_of_B<feature, token>>);
  r.check(!rules::same_axes<axes_of_A<token, feature>, axes_of_B<key, feature>>);
  r.check(!rules::same_axes<axes_of_A<feature, token>, axes_of_B<feature, key>>);
  r.check(!rules::same_axes<axes_of_A<dim<2>, dim<3>>, axes_of_B<dim<2>, dim<4>>>);
  r.check(!rules::same_axes<axes_of_A<dim<2>, dim<3>>, axes_of_B<dim<1>, dim<3>>>);
  r.check(!rules::same_axes<axes_of_A<token, feature>, axes_of_B<token>>);
  r.check(!rules::same_axes<axes_of_A<token>, axes_of_B<token, feature>>);
  r.check(!rules::same_axes<axes_of_A<>, axes_of_B<dim<1>>>);
  return r;
}

constexpr report same_axis() {
  report r;
  r.check(rules::same_axis<left<token>, right<token>>);
  r.check(rules::same_axis<left<token>, right<dim<2>>>);
  r.check(rules::same_axis<left<dim<2>>, right<dim<2>>>);
  r.check(!rules::same_axis<left<token>, right<key>>);
  r.check(!rules::same_axis<left<dim<2>>, right<feature>>);
  r.check(!rules::same_axis<left<token>, right<axis<"token", 3>>>);
  // Ranks, which stand in where there are no axes to compare.
  r.check(rules::same_axis<rules::rank<2>, rules::rank<2>>);
  r.check(!rules::same_axis<rules::rank<2>, rules::rank<3>>);
  return r;
}

// What same_axes finds, in the pair that is to be printed.
template <class AxesOfA, class AxesOfB, class InA, class InB>
constexpr bool differ_in() {
  using in_a = rules::differing_in_A<AxesOfA, AxesOfB>;
  using in_b = rules::differing_in_B<AxesOfA, AxesOfB>;
  return std::is_same_v<in_a, InA> && std::is_same_v<in_b, InB> &&
         rules::same_axis<in_a, in_b> == rules::same_axes<AxesOfA, AxesOfB>;
}

constexpr report the_first_difference() {
  report r;
  using rules::axes_of_A, rules::axes_of_B, rules::axis_of_A, rules::axis_of_B, rules::rank;
  r.check(differ_in<axes_of_A<>, axes_of_B<>, rank<0>, rank<0>>());
  r.check(differ_in<axes_of_A<token, feature>, axes_of_B<dim<2>, feature>, rank<0>, rank<0>>());
  r.check(differ_in<axes_of_A<token, feature>, axes_of_B<key, dim<4>>, axis_of_A<token>,
                    axis_of_B<key>>());
  r.check(differ_in<axes_of_A<token, feature>, axes_of_B<token, dim<4>>, axis_of_A<feature>,
                    axis_of_B<dim<4>>>());
  r.check(differ_in<axes_of_A<dim<2>, token, feature>, axes_of_B<dim<2>, token, key>,
                    axis_of_A<feature>, axis_of_B<key>>());
  r.check(differ_in<axes_of_A<token, feature>, axes_of_B<token>, rank<2>, rank<1>>());
  r.check(differ_in<axes_of_A<>, axes_of_B<token, feature, key>, rank<0>, rank<3>>());
  r.check(differ_in<axes_of_A<token, feature>, axes_of_B<>, rank<2>, rank<0>>());
  return r;
}

constexpr report distinct_axes() {
  report r;
  using rules::axes_of, rules::result_axes;
  r.check(rules::distinct_axes<axes_of<>>);
  r.check(rules::distinct_axes<axes_of<token>>);
  r.check(rules::distinct_axes<axes_of<token, key, feature>>);
  r.check(rules::distinct_axes<axes_of<dim<2>, dim<2>, token, dim<2>>>);
  r.check(!rules::distinct_axes<axes_of<token, token>>);
  r.check(!rules::distinct_axes<axes_of<token, axis<"token", 7>>>);  // a name is a name
  r.check(!rules::distinct_axes<axes_of<feature, token, token>>);
  r.check(!rules::distinct_axes<axes_of<token, dim<2>, feature, token>>);
  r.check(!rules::distinct_axes<result_axes<token, feature, token>>);
  return r;
}

constexpr report has_axis() {
  report r;
  using rules::axes_of, rules::has_axis, rules::wanted;
  using role = axes_of<token, dim<5>, feature>;
  r.check(has_axis<role, wanted<axis_selector("token")>>);
  r.check(has_axis<role, wanted<axis_selector("feature")>>);
  r.check(!has_axis<role, wanted<axis_selector("key")>>);
  r.check(!has_axis<role, wanted<axis_selector("toke")>>);
  r.check(has_axis<role, wanted<axis_selector(0)>>);
  r.check(has_axis<role, wanted<axis_selector(2)>>);
  r.check(!has_axis<role, wanted<axis_selector(3)>>);
  r.check(!has_axis<role, wanted<axis_selector(4)>>);
  r.check(has_axis<role, wanted<axis_selector(-3)>>);
  r.check(!has_axis<role, wanted<axis_selector(-4)>>);
  r.check(!has_axis<axes_of<>, wanted<axis_selector(0)>>);
  r.check(!has_axis<axes_of<>, wanted<axis_selector(-1)>>);
  r.check(!has_axis<axes_of<>, wanted<axis_selector("token")>>);
  r.check(!has_axis<role, rules::rank<0>>);
  return r;
}

constexpr report rank_at_least() {
  report r;
  using rules::axes_of, rules::rank, rules::rank_at_least;
  r.check(rank_at_least<axes_of<>, rank<0>>);
  r.check(rank_at_least<axes_of<token, feature>, rank<2>>);
  r.check(rank_at_least<axes_of<token, feature, key>, rank<2>>);
  r.check(!rank_at_least<axes_of<token>, rank<2>>);
  r.check(!rank_at_least<axes_of<>, rank<1>>);
  r.check(!rank_at_least<axes_of<token>, rules::size<1>>);
  return r;
}

constexpr report adjacent_axes() {
  report r;
  using rules::adjacent_axes, rules::positions;
  r.check(adjacent_axes<positions<0, 1>> && adjacent_axes<positions<2, 3>>);
  r.check(!adjacent_axes<positions<1, 0>> && !adjacent_axes<positions<0, 2>>);
  r.check(!adjacent_axes<positions<1, 1>>);
  r.check(!adjacent_axes<positions<0, 1, 2>> && !adjacent_axes<rules::indices<0, 1>>);
  return r;
}

constexpr report each_axis_once() {
  report r;
  using rules::each_axis_once, rules::positions, rules::rank;
  r.check(each_axis_once<rank<0>, positions<>> && each_axis_once<rank<1>, positions<0>>);
  r.check(each_axis_once<rank<3>, positions<0, 1, 2>>);
  r.check(each_axis_once<rank<3>, positions<2, 0, 1>>);
  r.check(!each_axis_once<rank<3>, positions<2, 0, 2>>);
  r.check(!each_axis_once<rank<3>, positions<2, 0>>);
  r.check(!each_axis_once<rank<3>, positions<2, 0, 1, 0>>);
  r.check(!each_axis_once<rank<3>, positions<2, 0, 1, 3>>);  // 3 is no axis
  r.check(!each_axis_once<rank<3>, positions<3, 0, 1>>);
  r.check(!each_axis_once<rank<1>, positions<>> && !each_axis_once<rank<0>, positions<0>>);
  r.check(!each_axis_once<rank<1>, rules::indices<0>>);
  return r;
}

constexpr report same_volume() {
  report r;
  using rules::any_axis, rules::result_axes, rules::same_volume;
  r.check(same_volume<any_axis<dim<6>>, result_axes<token, feature>>);
  r.check(same_volume<any_axis<axis<"key", 30>>, result_axes<token, dim<5>, feature>>);
  r.check(same_volume<any_axis<token>, result_axes<key>>);
  r.check(!same_volume<any_axis<dim<5>>, result_axes<token, feature>>);
  r.check(!same_volume<any_axis<dim<7>>, result_axes<token, feature>>);
  r.check(!same_volume<any_axis<token>, result_axes<token, feature>>);
  r.check(!same_volume<rules::size<6>, result_axes<token, feature>>);
  return r;
}

constexpr report one_entry_per_index() {
  report r;
  using rules::braced, rules::one_entry_per_index;
  r.check(one_entry_per_index<feature, braced<3>>);
  r.check(one_entry_per_index<dim<2>, braced<2, 2, 2>>);  // three rows of two
  r.check(!one_entry_per_index<feature, braced<2>>);
  r.check(!one_entry_per_index<feature, braced<4>>);
  r.check(!one_entry_per_index<feature, braced<2, 3, 3>>);
  r.check(!one_entry_per_index<feature, braced<3, 3, 4>>);
  r.check(!one_entry_per_index<feature, rules::indices<3>>);
  return r;
}

constexpr report braces_nested() {
  report r;
  using rules::braced, rules::braces_nested, rules::rank;
  r.check(braces_nested<rank<0>, braced<1>> && braces_nested<rank<1>, braced<3>>);
  r.check(!braces_nested<rank<2>, braced<6>> && !braces_nested<rank<4>, braced<1>>);
  r.check(!braces_nested<rules::size<1>, braced<3>>);
  return r;
}

constexpr report one_index_per_axis() {
  report r;
  using rules::axes_of, rules::one_index_per_axis, rules::rank;
  r.check(one_index_per_axis<axes_of<>, rank<0>>);
  r.check(one_index_per_axis<axes_of<token, feature>, rank<2>>);
  r.check(!one_index_per_axis<axes_of<token, feature>, rank<1>>);
  r.check(!one_index_per_axis<axes_of<token, feature>, rank<3>>);
  r.check(!one_index_per_axis<axes_of<token>, rules::size<1>>);
  return r;
}

constexpr report indices_in_range() {
  report r;
  using rules::axes_of, rules::indices, rules::indices_in_range;
  r.check(indices_in_range<axes_of<>, indices<>>);
  r.check(indices_in_range<axes_of<token, feature>, indices<1, 2>>);
  r.check(!indices_in_range<axes_of<token, feature>, indices<2, 1>>);
  r.check(!indices_in_range<axes_of<token, feature>, indices<2, 0>>);
  r.check(!indices_in_range<axes_of<token, feature>, indices<0, 3>>);
  // A wrong number of them is one_index_per_axis' affair.
  r.check(indices_in_range<axes_of<token, feature>, indices<7>>);
  return r;
}

constexpr report same_element() {
  report r;
  using rules::element_of_A, rules::element_of_B, rules::same_element;
  r.check(same_element<element_of_A<float>, element_of_B<float>>);
  r.check(same_element<element_of_A<archetype>, element_of_B<archetype>>);
  r.check(!same_element<element_of_A<float>, element_of_B<double>>);
  r.check(!same_element<element_of_A<int>, element_of_B<float>>);
  r.check(!same_element<element_of_A<int>, element_of_B<unsigned>>);
  return r;
}

constexpr report has_fractions() {
  report r;
  using rules::element, rules::has_fractions;
  r.check(has_fractions<element<float>>);
  r.check(has_fractions<element<double>>);
  r.check(has_fractions<element<archetype>>);
  r.check(!has_fractions<element<int>>);
  r.check(!has_fractions<element<unsigned char>>);
  r.check(!has_fractions<element<bool>>);
  r.check(!has_fractions<float>);
  return r;
}

constexpr report is_matrix() {
  report r;
  using rules::axes_of, rules::is_matrix;
  r.check(is_matrix<axes_of<dim<3>, dim<1>>>);
  r.check(!is_matrix<axes_of<dim<3>>> && !is_matrix<axes_of<dim<3>, dim<1>, dim<1>>>);
  r.check(!is_matrix<axes_of<>>);
  return r;
}

constexpr report fits_into() {
  report r;
  using rules::any_axis, rules::fits_into;
  r.check(fits_into<rules::size<1>, any_axis<dim<3>>> &&
          fits_into<rules::size<3>, any_axis<dim<3>>>);
  r.check(!fits_into<rules::size<0>, any_axis<dim<3>>>);
  r.check(!fits_into<rules::size<4>, any_axis<dim<3>>>);
  r.check(!fits_into<rules::size<1>, dim<3>>);
  return r;
}

constexpr report float_or_double() {
  report r;
  using rules::element, rules::float_or_double;
  r.check(float_or_double<element<float>> && float_or_double<element<double>>);
  r.check(!float_or_double<element<long double>> && !float_or_double<element<int>>);
  r.check(!float_or_double<element<archetype>> && !float_or_double<float>);
  return r;
}

constexpr report has_order() {
  report r;
  using rules::element, rules::has_order;
  r.check(has_order<element<float>> && has_order<element<int>> && has_order<element<bool>>);
  r.check(!has_order<element<archetype>> && !has_order<float>);
  return r;
}

constexpr report is_integer() {
  report r;
  using rules::element, rules::is_integer;
  r.check(is_integer<element<int>> && is_integer<element<unsigned char>>);
  r.check(!is_integer<element<bool>> && !is_integer<element<float>> && !is_integer<int>);
  return r;
}

constexpr report has_word_of_its_size() {
  report r;
  using rules::element, rules::has_word_of_its_size;
  r.check(has_word_of_its_size<element<float>> && has_word_of_its_size<element<double>>);
  r.check(!has_word_of_its_size<element<long double>> && !has_word_of_its_size<element<short>>);
  r.check(!has_word_of_its_size<float>);
  return r;
}

constexpr report keeps_fractions() {
  report r;
  using rules::element, rules::keeps_fractions;
  r.check(keeps_fractions<element<double>, element<float>>);
  r.check(keeps_fractions<element<int>, element<float>>);
  r.check(keeps_fractions<element<long>, element<short>>);
  r.check(!keeps_fractions<element<float>, element<int>>);
  r.check(!keeps_fractions<element<double>, element<unsigned char>>);
  return r;
}

// The one relation that never holds: it exists for its sentence.
constexpr report product_is_named() {
  report r;
  r.check(!rules::product_is_named<rules::axes_of_A<token>, rules::axes_of_B<token>>);
  r.check(!rules::product_is_named<rules::axes_of_A<token, feature>, rules::axes_of_B<feature>>);
  return r;
}

constexpr report are_options() {
  report r;
  struct scale {
    using kind = scale;
  };
  using rules::options;
  r.check(rules::are_options<options<>> && rules::are_options<options<scale, scale>>);
  r.check(!rules::are_options<options<scale, double>>);
  r.check(!rules::are_options<options<int, scale>>);
  r.check(!rules::are_options<scale>);
  return r;
}

constexpr report one_of_each_kind() {
  report r;
  struct scale;
  struct mask;
  struct dropout;
  r.check(rules::one_of_each_kind<rules::options<>>);
  r.check(rules::one_of_each_kind<rules::options<scale>>);
  r.check(rules::one_of_each_kind<rules::options<scale, mask, dropout>>);
  r.check(!rules::one_of_each_kind<rules::options<scale, scale>>);
  r.check(!rules::one_of_each_kind<rules::options<scale, mask, scale>>);
  r.check(!rules::one_of_each_kind<rules::options<dropout, mask, mask>>);
  return r;
}

constexpr report states() {
  report r;
  using rules::after_a_step, rules::before_a_step, rules::no_step;
  r.check(rules::is_state_before<before_a_step> && !rules::is_state_before<after_a_step>);
  r.check(rules::is_state_after<after_a_step> && !rules::is_state_after<before_a_step>);
  r.check(!rules::is_state_before<no_step> && !rules::is_state_after<no_step>);
  using rules::hidden_and_cell, rules::one_tensor, rules::other_members;
  r.check(rules::same_state<one_tensor, one_tensor>);
  r.check(!rules::same_state<one_tensor, hidden_and_cell>);
  r.check(rules::has_hidden_state<one_tensor> && rules::has_hidden_state<hidden_and_cell>);
  r.check(!rules::has_hidden_state<other_members>);
  return r;
}

constexpr report sequences() {
  report r;
  using rules::axes_of, rules::indices;
  r.check(rules::has_leading_axis<axes_of<token, feature>, indices<0>>);
  r.check(!rules::has_leading_axis<axes_of<token, feature>, indices<1>>);
  r.check(!rules::has_leading_axis<token, indices<0>>);
  r.check(rules::names_its_time<axes_of<token, feature>>);
  r.check(!rules::names_its_time<axes_of<token, feature, dim<2>>>);
  // What recurrent/ and models/ fill in is no relation of anything else.
  r.check(!rules::is_cell<rules::state<int>, rules::state<int>>);
  r.check(!rules::is_gate_order<rules::option<int>, rules::size<4>>);
  r.check(!rules::same_gate_order<int, int> && !rules::is_reset<rules::option<int>>);
  r.check(!rules::is_output_layer<rules::option<int>>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"identifier", identifier},
    {"positive", positive},
    {"same_size", same_size},
    {"same_name", same_name},
    {"same_axes", same_axes},
    {"same_axis", same_axis},
    {"the first difference", the_first_difference},
    {"distinct_axes", distinct_axes},
    {"has_axis", has_axis},
    {"rank_at_least", rank_at_least},
    {"adjacent_axes", adjacent_axes},
    {"each_axis_once", each_axis_once},
    {"same_volume", same_volume},
    {"one_entry_per_index", one_entry_per_index},
    {"braces_nested", braces_nested},
    {"one_index_per_axis", one_index_per_axis},
    {"indices_in_range", indices_in_range},
    {"same_element", same_element},
    {"has_fractions", has_fractions},
    {"is_matrix", is_matrix},
    {"fits_into", fits_into},
    {"float_or_double", float_or_double},
    {"has_order", has_order},
    {"is_integer", is_integer},
    {"has_word_of_its_size", has_word_of_its_size},
    {"keeps_fractions", keeps_fractions},
    {"product_is_named", product_is_named},
    {"are_options", are_options},
    {"one_of_each_kind", one_of_each_kind},
    {"states", states},
    {"sequences", sequences},
};

}  // namespace attn_tests::relations_tests
