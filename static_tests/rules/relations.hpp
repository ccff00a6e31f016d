// SPDX-License-Identifier: BSL-1.0
// What attn/rules/relations.hpp promises: of every relation, where it holds and where it does not.
#pragma once

#include <attn/axes/axis.hpp>
#include <attn/axes/selector.hpp>
#include <attn/detail/storage.hpp>
#include <attn/rules/relations.hpp>
#include <attn/rules/roles.hpp>
#include <cstddef>
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
  r.check(rules::identifier<rules::name<label("token")>>::value);
  r.check(rules::identifier<rules::name<label("_2")>>::value);
  r.check(!rules::identifier<rules::name<label("2_")>>::value);
  r.check(!rules::identifier<rules::name<label("")>>::value);
  r.check(!rules::identifier<rules::name<label("two words")>>::value);
  constexpr label good = "token";
  constexpr label bad = "to-ken";
  r.check(rules::identifier<rules::name<good>>::value == is_identifier(good));
  r.check(rules::identifier<rules::name<bad>>::value == is_identifier(bad));
  r.check(!rules::identifier<rules::size<3>>::value);
  r.check(rules::identifier<rules::any_axis<token>>::value);
  r.check(rules::identifier<rules::any_axis<dim<3>>>::value);  // no name is no bad name
  r.check(!rules::identifier<rules::any_axis<axis<"two words", 3>>>::value);
  r.check(!rules::identifier<rules::any_axis<axis<"", 3>>>::value);
  return r;
}

constexpr report positive() {
  report r;
  r.check(rules::positive<rules::size<1>>::value);
  r.check(rules::positive<rules::size<4096>>::value);
  r.check(!rules::positive<rules::size<0>>::value);
  r.check(!rules::positive<rules::rank<1>>::value);
  r.check(rules::positive<rules::any_axis<token>>::value &&
          rules::positive<rules::any_axis<dim<1>>>::value);
  r.check(!rules::positive<rules::any_axis<axis<"token", 0>>>::value);
  r.check(!rules::positive<rules::any_axis<dim<0>>>::value);
  return r;
}

constexpr report same_size() {
  report r;
  r.check(rules::same_size<left<dim<3>>, right<dim<3>>>::value);
  r.check(rules::same_size<left<token>, right<key>>::value);  // whatever the names
  r.check(rules::same_size<left<feature>, right<dim<3>>>::value);
  r.check(!rules::same_size<left<dim<3>>, right<dim<4>>>::value);
  r.check(!rules::same_size<left<token>, right<axis<"token", 3>>>::value);
  r.check(!rules::same_size<dim<3>, dim<3>>::value);  // axes without a role
  return r;
}

constexpr report same_name() {
  report r;
  r.check(rules::same_name<left<token>, right<token>>::value);
  r.check(rules::same_name<left<token>, right<dim<2>>>::value);
  r.check(rules::same_name<left<dim<2>>, right<token>>::value);
  r.check(rules::same_name<left<dim<2>>, right<dim<2>>>::value);
  r.check(!rules::same_name<left<token>, right<key>>::value);
  using rules::same_names, rules::axes_of_A, rules::axes_of_B;
  r.check(same_names<axes_of_A<token, dim<2>>, axes_of_B<key, dim<3>>>::value);
  r.check(!same_names<axes_of_A<token, dim<2>>, axes_of_B<dim<2>, dim<2>>>::value);
  r.check(!same_names<axes_of_A<token>, axes_of_B<token, key>>::value);
  r.check(!rules::same_name<left<key>, right<token>>::value);
  // Sizes that differ have broken their own rule already.
  r.check(rules::same_name<left<token>, right<feature>>::value);
  r.check(!rules::same_name<token, token>::value);
  return r;
}

constexpr report same_axes() {
  report r;
  using rules::axes_of_A, rules::axes_of_B;
  r.check(rules::same_axes<axes_of_A<>, axes_of_B<>>::value);
  r.check(rules::same_axes<axes_of_A<token, feature>, axes_of_B<token, feature>>::value);
  r.check(rules::same_axes<axes_of_A<token, dim<3>>, axes_of_B<dim<2>, feature>>::value);
  r.check(!rules::same_axes<axes_of_A<token, feature>, axes_of_B<feature, token>>::value);
  r.check(!rules::same_axes<axes_of_A<token, feature>, axes_of_B<key, feature>>::value);
  r.check(!rules::same_axes<axes_of_A<feature, token>, axes_of_B<feature, key>>::value);
  r.check(!rules::same_axes<axes_of_A<dim<2>, dim<3>>, axes_of_B<dim<2>, dim<4>>>::value);
  r.check(!rules::same_axes<axes_of_A<dim<2>, dim<3>>, axes_of_B<dim<1>, dim<3>>>::value);
  r.check(!rules::same_axes<axes_of_A<token, feature>, axes_of_B<token>>::value);
  r.check(!rules::same_axes<axes_of_A<token>, axes_of_B<token, feature>>::value);
  r.check(!rules::same_axes<axes_of_A<>, axes_of_B<dim<1>>>::value);
  return r;
}

constexpr report same_axis() {
  report r;
  r.check(rules::same_axis<left<token>, right<token>>::value);
  r.check(rules::same_axis<left<token>, right<dim<2>>>::value);
  r.check(rules::same_axis<left<dim<2>>, right<dim<2>>>::value);
  r.check(!rules::same_axis<left<token>, right<key>>::value);
  r.check(!rules::same_axis<left<dim<2>>, right<feature>>::value);
  r.check(!rules::same_axis<left<token>, right<axis<"token", 3>>>::value);
  // Ranks, which stand in where there are no axes to compare.
  r.check(rules::same_axis<rules::rank<2>, rules::rank<2>>::value);
  r.check(!rules::same_axis<rules::rank<2>, rules::rank<3>>::value);
  return r;
}

constexpr report distinct_axes() {
  report r;
  using rules::axes_of, rules::result_axes;
  r.check(rules::distinct_axes<axes_of<>>::value);
  r.check(rules::distinct_axes<axes_of<token>>::value);
  r.check(rules::distinct_axes<axes_of<token, key, feature>>::value);
  r.check(rules::distinct_axes<axes_of<dim<2>, dim<2>, token, dim<2>>>::value);
  r.check(!rules::distinct_axes<axes_of<token, token>>::value);
  r.check(!rules::distinct_axes<axes_of<token, axis<"token", 7>>>::value);  // a name is a name
  r.check(!rules::distinct_axes<axes_of<feature, token, token>>::value);
  r.check(!rules::distinct_axes<axes_of<token, dim<2>, feature, token>>::value);
  r.check(!rules::distinct_axes<result_axes<token, feature, token>>::value);
  return r;
}

constexpr report has_axis() {
  report r;
  using rules::axes_of, rules::has_axis, rules::wanted;
  using role = axes_of<token, dim<5>, feature>;
  r.check(has_axis<role, wanted<axis_selector("token")>>::value);
  r.check(has_axis<role, wanted<axis_selector("feature")>>::value);
  r.check(!has_axis<role, wanted<axis_selector("key")>>::value);
  r.check(!has_axis<role, wanted<axis_selector("toke")>>::value);
  r.check(has_axis<role, wanted<axis_selector(0)>>::value);
  r.check(has_axis<role, wanted<axis_selector(2)>>::value);
  r.check(!has_axis<role, wanted<axis_selector(3)>>::value);
  r.check(!has_axis<role, wanted<axis_selector(4)>>::value);
  r.check(has_axis<role, wanted<axis_selector(-3)>>::value);
  r.check(!has_axis<role, wanted<axis_selector(-4)>>::value);
  r.check(!has_axis<axes_of<>, wanted<axis_selector(0)>>::value);
  r.check(!has_axis<axes_of<>, wanted<axis_selector(-1)>>::value);
  r.check(!has_axis<axes_of<>, wanted<axis_selector("token")>>::value);
  r.check(!has_axis<role, rules::rank<0>>::value);
  return r;
}

constexpr report rank_at_least() {
  report r;
  using rules::axes_of, rules::rank, rules::rank_at_least;
  r.check(rank_at_least<axes_of<>, rank<0>>::value);
  r.check(rank_at_least<axes_of<token, feature>, rank<2>>::value);
  r.check(rank_at_least<axes_of<token, feature, key>, rank<2>>::value);
  r.check(!rank_at_least<axes_of<token>, rank<2>>::value);
  r.check(!rank_at_least<axes_of<>, rank<1>>::value);
  r.check(!rank_at_least<axes_of<token>, rules::size<1>>::value);
  return r;
}

constexpr report has_room_for() {
  report r;
  using rules::axes_of, rules::has_room_for, rules::rank;
  r.check(has_room_for<axes_of<>, rank<6>>::value && !has_room_for<axes_of<>, rank<7>>::value);
  r.check(has_room_for<axes_of<token, feature, key>, rank<3>>::value);
  r.check(!has_room_for<axes_of<token, feature, key>, rank<4>>::value);
  r.check(!has_room_for<axes_of<token, feature, key, dim<2>>, rank<3>>::value);
  r.check(!has_room_for<axes_of<token>, rules::size<1>>::value);
  return r;
}

constexpr report same_volume() {
  report r;
  using rules::any_axis, rules::result_axes, rules::same_volume;
  r.check(same_volume<any_axis<dim<6>>, result_axes<token, feature>>::value);
  r.check(same_volume<any_axis<axis<"key", 30>>, result_axes<token, dim<5>, feature>>::value);
  r.check(same_volume<any_axis<token>, result_axes<key>>::value);
  r.check(!same_volume<any_axis<dim<5>>, result_axes<token, feature>>::value);
  r.check(!same_volume<any_axis<dim<7>>, result_axes<token, feature>>::value);
  r.check(!same_volume<any_axis<token>, result_axes<token, feature>>::value);
  r.check(!same_volume<rules::size<6>, result_axes<token, feature>>::value);
  r.check(same_volume<any_axis<dim<6>>, rules::sizes<2, 3>>::value);
  r.check(!same_volume<any_axis<dim<6>>, rules::sizes<2, 4>>::value);
  // 2 * (2^63 + 1) is 2 modulo 2^64.
  constexpr std::size_t odd = (~std::size_t{} >> 1) + 2;
  r.check(!rules::same_volume<rules::any_axis<dim<2>>, rules::sizes<2, odd>>::value);
  r.check(
      !rules::same_volume<rules::any_axis<dim<2>>, rules::result_axes<dim<2>, dim<odd>>>::value);
  return r;
}

constexpr report is_vector() {
  report r;
  using rules::axes_of, rules::is_vector;
  r.check(is_vector<axes_of<dim<3>>>::value && is_vector<rules::axes_of_B<token>>::value);
  r.check(!is_vector<axes_of<>>::value && !is_vector<axes_of<dim<3>, dim<1>>>::value);
  return r;
}

constexpr report lvalues() {
  report r;
  using rules::operand;
  r.check(rules::is_lvalue<operand<int&>>::value);
  r.check(rules::is_lvalue<operand<const int&>>::value);
  r.check(!rules::is_lvalue<operand<int>>::value);
  r.check(!rules::is_lvalue<operand<const int>>::value);
  r.check(!rules::is_lvalue<operand<int&&>>::value);
  return r;
}

constexpr report is_matrix() {
  report r;
  using rules::axes_of, rules::is_matrix;
  r.check(is_matrix<axes_of<dim<3>, dim<1>>>::value);
  r.check(!is_matrix<axes_of<dim<3>>>::value && !is_matrix<axes_of<dim<3>, dim<1>, dim<1>>>::value);
  r.check(!is_matrix<axes_of<>>::value);
  return r;
}

constexpr report rank_is() {
  report r;
  using rules::rank, rules::rank_is;
  r.check(rank_is<rank<0>, rank<0>>::value && rank_is<rank<3>, rank<3>>::value);
  r.check(!rank_is<rank<3>, rank<2>>::value && !rank_is<rank<2>, rank<3>>::value);
  return r;
}

constexpr report is_sequence() {
  report r;
  using rules::axes_of, rules::is_sequence;
  r.check(is_sequence<axes_of<token, feature>>::value &&
          is_sequence<axes_of<dim<2>, token, feature>>::value);
  r.check(!is_sequence<axes_of<feature>>::value && !is_sequence<axes_of<>>::value);
  r.check(!is_sequence<axes_of<dim<2>, dim<2>, token, feature>>::value);
  r.check(!is_sequence<token>::value);
  return r;
}

constexpr report divides() {
  report r;
  using rules::any_axis, rules::divides, rules::output_of_W;
  r.check(divides<any_axis<dim<3>>, output_of_W<dim<12>>>::value);
  r.check(divides<any_axis<dim<1>>, output_of_W<dim<7>>>::value);
  r.check(divides<any_axis<token>, output_of_W<token>>::value);
  r.check(!divides<any_axis<dim<5>>, output_of_W<dim<12>>>::value);
  r.check(!divides<any_axis<dim<12>>, output_of_W<dim<3>>>::value);
  r.check(!divides<dim<3>, output_of_W<dim<12>>>::value);
  return r;
}

constexpr report in_pairs() {
  report r;
  using rules::in_pairs, rules::width_of_X;
  r.check(in_pairs<rules::size<2>, width_of_X<dim<2>>>::value);
  r.check(in_pairs<rules::size<2>, width_of_X<dim<5>>>::value);
  r.check(!in_pairs<rules::size<0>, width_of_X<dim<4>>>::value);
  r.check(!in_pairs<rules::size<3>, width_of_X<dim<4>>>::value);
  r.check(!in_pairs<rules::size<6>, width_of_X<dim<4>>>::value);
  r.check(!in_pairs<rules::size<2>, dim<4>>::value);
  return r;
}

constexpr report one_per_distance() {
  report r;
  using rules::one_per_distance, rules::size;
  r.check(one_per_distance<size<6>, size<3>, size<4>>::value);
  r.check(one_per_distance<size<1>, size<1>, size<1>>::value);
  r.check(!one_per_distance<size<7>, size<3>, size<4>>::value);
  r.check(!one_per_distance<size<5>, size<3>, size<4>>::value);
  r.check(!one_per_distance<size<3>, size<0>, size<4>>::value);
  r.check(!one_per_distance<dim<6>, dim<3>, dim<4>>::value);
  return r;
}

constexpr report rank_within() {
  report r;
  using rules::rank, rules::rank_within;
  r.check(rank_within<rank<1>, rank<1>, rank<2>>::value &&
          rank_within<rank<2>, rank<1>, rank<2>>::value);
  r.check(!rank_within<rank<0>, rank<1>, rank<2>>::value &&
          !rank_within<rank<3>, rank<1>, rank<2>>::value);
  r.check(!rank_within<rules::size<1>, rank<1>, rank<2>>::value);
  return r;
}

constexpr report fits_into() {
  report r;
  using rules::any_axis, rules::fits_into;
  r.check(fits_into<rules::size<1>, any_axis<dim<3>>>::value &&
          fits_into<rules::size<3>, any_axis<dim<3>>>::value);
  r.check(!fits_into<rules::size<0>, any_axis<dim<3>>>::value);
  r.check(!fits_into<rules::size<4>, any_axis<dim<3>>>::value);
  r.check(!fits_into<rules::size<1>, dim<3>>::value);
  return r;
}

// The one relation that never holds: it exists for its sentence.
constexpr report addressable() {
  report r;
  constexpr std::size_t half = std::size_t{1} << (sizeof(std::size_t) * 4);
  r.check(rules::addressable<rules::sizes<>, rules::element<double>>::value);
  r.check(rules::addressable<rules::sizes<2, 3>, rules::element<double>>::value);
  r.check(
      !rules::addressable<rules::sizes<half, half>, rules::element<double>>::value);  // 2^64 is 0
  r.check(rules::addressable<rules::sizes<rules::largest_object>, rules::element<char>>::value);
  r.check(
      !rules::addressable<rules::sizes<rules::largest_object + 1>, rules::element<char>>::value);
  r.check(
      !rules::addressable<rules::sizes<rules::largest_object / 7>, rules::element<double>>::value);
  r.check(
      rules::addressable<rules::sizes<rules::largest_object / 8>, rules::element<double>>::value);
  // What is addressable is stored.
  r.check(attn::detail::largest_storage == rules::largest_object);
  constexpr std::size_t most = rules::largest_object / sizeof(double);
  r.check(attn::detail::storage_size<double, most> == most);
  r.check(attn::detail::storage_size<double, most + 1> == 1);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"identifier", identifier},
    {"positive", positive},
    {"same_size", same_size},
    {"same_name", same_name},
    {"same_axes", same_axes},
    {"same_axis", same_axis},
    {"distinct_axes", distinct_axes},
    {"has_axis", has_axis},
    {"rank_at_least", rank_at_least},
    {"has_room_for", has_room_for},
    {"same_volume", same_volume},
    {"is_vector", is_vector},
    {"lvalues", lvalues},
    {"is_matrix", is_matrix},
    {"rank_is", rank_is},
    {"is_sequence", is_sequence},
    {"divides", divides},
    {"fits_into", fits_into},
    {"in_pairs", in_pairs},
    {"one_per_distance", one_per_distance},
    {"rank_within", rank_within},
    {"addressable", addressable},
};

}  // namespace attn_tests::relations_tests
