// SPDX-License-Identifier: BSL-1.0
// Behaviours of relations, sizes, indexing of attn/rules/.
#pragma once

#include <attn/detail/storage.hpp>
#include "static_tests/tests.hpp"

namespace attn_tests::rules_relations_tests {
using token = axis<"token", 2>;
using key = axis<"key", 2>;  // as long as token

// An axis in some role; the relations must not care which.
template <class Axis> using left = rules::last_of_A<Axis>;
template <class Axis> using right = rules::length_of_V<Axis>;

using namespace attn::rules;

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/rules/relations.hpp promises: of every relation, where it holds and where it does not.
  tests.proved("identifier", [](report& r) {
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
  });
  tests.proved("positive", [](report& r) {
    r.check(rules::positive<rules::size<1>>::value);
    r.check(rules::positive<rules::size<4096>>::value);
    r.check(!rules::positive<rules::size<0>>::value);
    r.check(!rules::positive<rules::rank<1>>::value);
    r.check(rules::positive<rules::any_axis<token>>::value &&
            rules::positive<rules::any_axis<dim<1>>>::value);
    r.check(!rules::positive<rules::any_axis<axis<"token", 0>>>::value);
    r.check(!rules::positive<rules::any_axis<dim<0>>>::value);
  });
  tests.proved("same_size", [](report& r) {
    r.check(rules::same_size<left<dim<3>>, right<dim<3>>>::value);
    r.check(rules::same_size<left<token>, right<key>>::value);  // whatever the names
    r.check(rules::same_size<left<feature>, right<dim<3>>>::value);
    r.check(!rules::same_size<left<dim<3>>, right<dim<4>>>::value);
    r.check(!rules::same_size<left<token>, right<axis<"token", 3>>>::value);
    r.check(!rules::same_size<dim<3>, dim<3>>::value);  // axes without a role
  });
  tests.proved("same_name", [](report& r) {
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
  });
  tests.proved("same_axes", [](report& r) {
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
  });
  tests.proved("same_axis", [](report& r) {
    r.check(rules::same_axis<left<token>, right<token>>::value);
    r.check(rules::same_axis<left<token>, right<dim<2>>>::value);
    r.check(rules::same_axis<left<dim<2>>, right<dim<2>>>::value);
    r.check(!rules::same_axis<left<token>, right<key>>::value);
    r.check(!rules::same_axis<left<dim<2>>, right<feature>>::value);
    r.check(!rules::same_axis<left<token>, right<axis<"token", 3>>>::value);
    // Ranks, which stand in where there are no axes to compare.
    r.check(rules::same_axis<rules::rank<2>, rules::rank<2>>::value);
    r.check(!rules::same_axis<rules::rank<2>, rules::rank<3>>::value);
  });
  tests.proved("distinct_axes", [](report& r) {
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
  });
  tests.proved("has_axis", [](report& r) {
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
    using rules::any_axis, rules::is_named;
    r.check(has_axis<axes_of<dim<2>, token>, any_axis<token>>::value);
    r.check(!has_axis<axes_of<dim<2>, token>, any_axis<resized<token, 7>>>::value);
    r.check(!has_axis<axes_of<>, any_axis<token>>::value);
    r.check(is_named<any_axis<token>>::value && !is_named<any_axis<dim<2>>>::value);
    r.check(!is_named<token>::value);
    r.check(!rules::is_form_of_call<role>::value && !rules::is_form_of_call<>::value);
  });
  tests.proved("rank_at_least", [](report& r) {
    using rules::axes_of, rules::rank, rules::rank_at_least;
    r.check(rank_at_least<axes_of<>, rank<0>>::value);
    r.check(rank_at_least<axes_of<token, feature>, rank<2>>::value);
    r.check(rank_at_least<axes_of<token, feature, key>, rank<2>>::value);
    r.check(!rank_at_least<axes_of<token>, rank<2>>::value);
    r.check(!rank_at_least<axes_of<>, rank<1>>::value);
    r.check(!rank_at_least<axes_of<token>, rules::size<1>>::value);
  });
  tests.proved("has_room_for", [](report& r) {
    using rules::axes_of, rules::has_room_for, rules::rank;
    r.check(has_room_for<axes_of<>, rank<6>>::value && !has_room_for<axes_of<>, rank<7>>::value);
    r.check(has_room_for<axes_of<token, feature, key>, rank<3>>::value);
    r.check(!has_room_for<axes_of<token, feature, key>, rank<4>>::value);
    r.check(!has_room_for<axes_of<token, feature, key, dim<2>>, rank<3>>::value);
    r.check(!has_room_for<axes_of<token>, rules::size<1>>::value);
  });
  tests.proved("same_volume", [](report& r) {
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
  });
  tests.proved("is_vector", [](report& r) {
    using rules::axes_of, rules::is_vector;
    r.check(is_vector<axes_of<dim<3>>>::value && is_vector<rules::axes_of_B<token>>::value);
    r.check(!is_vector<axes_of<>>::value && !is_vector<axes_of<dim<3>, dim<1>>>::value);
  });
  tests.proved("lvalues", [](report& r) {
    using rules::operand;
    r.check(rules::is_lvalue<operand<int&>>::value);
    r.check(rules::is_lvalue<operand<const int&>>::value);
    r.check(!rules::is_lvalue<operand<int>>::value);
    r.check(!rules::is_lvalue<operand<const int>>::value);
    r.check(!rules::is_lvalue<operand<int&&>>::value);
  });
  tests.proved("is_matrix", [](report& r) {
    using rules::axes_of, rules::is_matrix;
    r.check(is_matrix<axes_of<dim<3>, dim<1>>>::value);
    r.check(
        !is_matrix<axes_of<dim<3>>>::value && !is_matrix<axes_of<dim<3>, dim<1>, dim<1>>>::value);
    r.check(!is_matrix<axes_of<>>::value);
  });
  tests.proved("rank_is", [](report& r) {
    using rules::rank, rules::rank_is;
    r.check(rank_is<rank<0>, rank<0>>::value && rank_is<rank<3>, rank<3>>::value);
    r.check(!rank_is<rank<3>, rank<2>>::value && !rank_is<rank<2>, rank<3>>::value);
  });
  tests.proved("is_sequence", [](report& r) {
    using rules::axes_of, rules::is_sequence;
    r.check(is_sequence<axes_of<token, feature>>::value &&
            is_sequence<axes_of<dim<2>, token, feature>>::value);
    r.check(!is_sequence<axes_of<feature>>::value && !is_sequence<axes_of<>>::value);
    r.check(!is_sequence<axes_of<dim<2>, dim<2>, token, feature>>::value);
    r.check(!is_sequence<token>::value);
  });
  tests.proved("divides", [](report& r) {
    using rules::any_axis, rules::divides, rules::output_of_W;
    r.check(divides<any_axis<dim<3>>, output_of_W<dim<12>>>::value);
    r.check(divides<any_axis<dim<1>>, output_of_W<dim<7>>>::value);
    r.check(divides<any_axis<token>, output_of_W<token>>::value);
    r.check(!divides<any_axis<dim<5>>, output_of_W<dim<12>>>::value);
    r.check(!divides<any_axis<dim<12>>, output_of_W<dim<3>>>::value);
    r.check(!divides<dim<3>, output_of_W<dim<12>>>::value);
  });
  tests.proved("fits_into", [](report& r) {
    using rules::any_axis, rules::fits_into;
    r.check(fits_into<rules::size<1>, any_axis<dim<3>>>::value &&
            fits_into<rules::size<3>, any_axis<dim<3>>>::value);
    r.check(!fits_into<rules::size<0>, any_axis<dim<3>>>::value);
    r.check(!fits_into<rules::size<4>, any_axis<dim<3>>>::value);
    r.check(!fits_into<rules::size<1>, dim<3>>::value);
  });
  tests.proved("in_pairs", [](report& r) {
    using rules::in_pairs, rules::width_of_X;
    r.check(in_pairs<rules::size<2>, width_of_X<dim<2>>>::value);
    r.check(in_pairs<rules::size<2>, width_of_X<dim<5>>>::value);
    r.check(!in_pairs<rules::size<0>, width_of_X<dim<4>>>::value);
    r.check(!in_pairs<rules::size<3>, width_of_X<dim<4>>>::value);
    r.check(!in_pairs<rules::size<6>, width_of_X<dim<4>>>::value);
    r.check(!in_pairs<rules::size<2>, dim<4>>::value);
  });
  tests.proved("one_per_distance", [](report& r) {
    using rules::one_per_distance, rules::size;
    r.check(one_per_distance<size<6>, size<3>, size<4>>::value);
    r.check(one_per_distance<size<1>, size<1>, size<1>>::value);
    r.check(!one_per_distance<size<7>, size<3>, size<4>>::value);
    r.check(!one_per_distance<size<5>, size<3>, size<4>>::value);
    r.check(!one_per_distance<size<3>, size<0>, size<4>>::value);
    r.check(!one_per_distance<dim<6>, dim<3>, dim<4>>::value);
  });
  tests.proved("rank_within", [](report& r) {
    using rules::rank, rules::rank_within;
    r.check(rank_within<rank<1>, rank<1>, rank<2>>::value &&
            rank_within<rank<2>, rank<1>, rank<2>>::value);
    r.check(!rank_within<rank<0>, rank<1>, rank<2>>::value &&
            !rank_within<rank<3>, rank<1>, rank<2>>::value);
    r.check(!rank_within<rules::size<1>, rank<1>, rank<2>>::value);
  });
  // The one relation that never holds: it exists for its sentence.
  tests.proved("addressable", [](report& r) {
    constexpr std::size_t half = std::size_t{1} << (sizeof(std::size_t) * 4);
    r.check(rules::addressable<rules::sizes<>, rules::element<double>>::value);
    r.check(rules::addressable<rules::sizes<2, 3>, rules::element<double>>::value);
    r.check(!rules::addressable<rules::sizes<half, half>,
        rules::element<double>>::value);  // 2^64 is 0
    r.check(rules::addressable<rules::sizes<rules::largest_object>, rules::element<char>>::value);
    r.check(
        !rules::addressable<rules::sizes<rules::largest_object + 1>, rules::element<char>>::value);
    r.check(!rules::addressable<rules::sizes<rules::largest_object / 7>,
        rules::element<double>>::value);
    r.check(
        rules::addressable<rules::sizes<rules::largest_object / 8>, rules::element<double>>::value);
    // What is addressable is stored.
    r.check(attn::detail::largest_storage == rules::largest_object);
    constexpr std::size_t most = rules::largest_object / sizeof(double);
    r.check(attn::detail::storage_size<double, most> == most);
    r.check(attn::detail::storage_size<double, most + 1> == 1);
  });
  // What attn/rules/relations.hpp promises.
  tests.proved("products", [](report& r) {
    const auto half = launder(std::size_t{1} << (sizeof(std::size_t) * 4));
    r.check(saturating_product() == 1 && saturating_product(half) == half);
    r.check(saturating_product(std::size_t{2}, std::size_t{3}, std::size_t{5}) == 30);
    r.check(saturating_product(half, half - 1) == largest_size - (half - 1));
    r.check(saturating_product(half, half) == largest_size);
    r.check(saturating_product(half, half, half) == largest_size);
    r.check(saturating_product(half + 1, half - 1) == largest_size);
    r.check(saturating_product(half, half, std::size_t{1}) == largest_size);
    // 3 * (2^64 / 3 + 1) is 2 modulo 2^64.
    r.check(saturating_product(std::size_t{3}, largest_size / 3 + 1) == largest_size);
    r.check(saturating_product(std::size_t{3}, largest_size / 3) == largest_size);
    r.check(saturating_product(std::size_t{0}, half) == 0);
    r.bits(saturating_product(half, half));
  });
  tests.proved("sums", [](report& r) {
    const auto most = launder(largest_size);
    r.check(saturating_sum() == 0 && saturating_sum(most) == most);
    r.check(saturating_sum(std::size_t{2}, std::size_t{3}, std::size_t{5}) == 10);
    r.check(saturating_sum(most - 1, std::size_t{1}) == most);
    r.check(saturating_sum(most, std::size_t{1}) == most);
    r.check(saturating_sum(most, most, std::size_t{2}) == most);
    r.bits(saturating_sum(most, most));
    const auto far = launder(~std::uint64_t{});
    r.check(saturating_sum<std::uint64_t>(far - 1, std::size_t{1}) == far);
    r.check(saturating_sum<std::uint64_t>(far, std::size_t{1}) == far);
  });
  tests.proved("objects", [](report& r) {
    r.check(attn::max_rank == 6);
    r.check(largest_size == SIZE_MAX && largest_object < std::size_t{PTRDIFF_MAX});
    r.check(attn::max_rank == 6);
  });
  // What attn/rules/relations.hpp promises: of every relation, where it holds and where it does not.
  tests.proved("one_entry_per_index", [](report& r) {
    using rules::braced, rules::one_entry_per_index;
    r.check(one_entry_per_index<feature, braced<3>>::value);
    r.check(one_entry_per_index<dim<2>, braced<2, 2, 2>>::value);  // three rows of two
    r.check(!one_entry_per_index<feature, braced<2>>::value);
    r.check(!one_entry_per_index<feature, braced<4>>::value);
    r.check(!one_entry_per_index<feature, braced<2, 3, 3>>::value);
    r.check(!one_entry_per_index<feature, braced<3, 3, 4>>::value);
    r.check(!one_entry_per_index<feature, rules::indices<3>>::value);
  });
  tests.proved("braces_nested", [](report& r) {
    using rules::braced, rules::braces_nested, rules::rank;
    r.check(braces_nested<rank<0>, braced<1>>::value && braces_nested<rank<1>, braced<3>>::value);
    r.check(!braces_nested<rank<2>, braced<6>>::value && !braces_nested<rank<4>, braced<1>>::value);
    r.check(!braces_nested<rules::size<1>, braced<3>>::value);
  });
  tests.proved("one_index_per_axis", [](report& r) {
    using rules::axes_of, rules::one_index_per_axis, rules::rank;
    r.check(one_index_per_axis<axes_of<>, rank<0>>::value);
    r.check(one_index_per_axis<axes_of<token, feature>, rank<2>>::value);
    r.check(!one_index_per_axis<axes_of<token, feature>, rank<1>>::value);
    r.check(!one_index_per_axis<axes_of<token, feature>, rank<3>>::value);
    r.check(!one_index_per_axis<axes_of<token>, rules::size<1>>::value);
  });
  tests.proved("indices_in_range", [](report& r) {
    using rules::axes_of, rules::indices, rules::indices_in_range;
    r.check(indices_in_range<axes_of<>, indices<>>::value);
    r.check(indices_in_range<axes_of<token, feature>, indices<1, 2>>::value);
    r.check(!indices_in_range<axes_of<token, feature>, indices<2, 1>>::value);
    r.check(!indices_in_range<axes_of<token, feature>, indices<2, 0>>::value);
    r.check(!indices_in_range<axes_of<token, feature>, indices<0, 3>>::value);
    // A wrong number of them is one_index_per_axis' affair.
    r.check(indices_in_range<axes_of<token, feature>, indices<7>>::value);
  });
  tests.proved("size_in_type", [](report& r) {
    using rules::braced;
    r.check(rules::size_in_type<braced<3>>::value);
    r.check(rules::size_in_type<braced<3, 4>>::value);
    r.check(!rules::size_in_type<braced<>>::value);
    r.check(!rules::size_in_type<rules::size<3>>::value);
  });
  tests.proved("adjacent_axes", [](report& r) {
    using rules::adjacent_axes, rules::positions;
    r.check(adjacent_axes<positions<0, 1>>::value && adjacent_axes<positions<2, 3>>::value);
    r.check(!adjacent_axes<positions<1, 0>>::value && !adjacent_axes<positions<0, 2>>::value);
    r.check(!adjacent_axes<positions<1, 1>>::value);
    r.check(adjacent_axes<positions<0, 1>, 7>::value && !adjacent_axes<positions<0, 2>, 7>::value);
    r.check(
        !adjacent_axes<positions<0, 1, 2>>::value && !adjacent_axes<rules::indices<0, 1>>::value);
  });
  tests.proved("each_axis_once", [](report& r) {
    using rules::each_axis_once, rules::positions, rules::rank;
    r.check(each_axis_once<rank<0>, positions<>>::value &&
            each_axis_once<rank<1>, positions<0>>::value);
    r.check(each_axis_once<rank<3>, positions<0, 1, 2>>::value);
    r.check(each_axis_once<rank<3>, positions<2, 0, 1>>::value);
    r.check(each_axis_once<rank<2>, positions<1, 0>, 7>::value);
    r.check(!each_axis_once<rank<2>, positions<1, 1>, 7>::value);
    r.check(!each_axis_once<rank<3>, positions<2, 0, 2>>::value);
    r.check(!each_axis_once<rank<3>, positions<2, 0>>::value);
    r.check(!each_axis_once<rank<3>, positions<2, 0, 1, 0>>::value);
    r.check(!each_axis_once<rank<3>, positions<2, 0, 1, 3>>::value);  // 3 is no axis
    r.check(!each_axis_once<rank<3>, positions<3, 0, 1>>::value);
    r.check(!each_axis_once<rank<1>, positions<>>::value &&
            !each_axis_once<rank<0>, positions<0>>::value);
    r.check(!each_axis_once<rank<1>, rules::indices<0>>::value);
  });
};
}  // namespace attn_tests::rules_relations_tests
