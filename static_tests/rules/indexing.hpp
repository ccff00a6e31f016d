// SPDX-License-Identifier: BSL-1.0
// What attn/rules/indexing.hpp promises: of every relation, where it holds and where it does not.
#pragma once

#include <attn/axes/axis.hpp>
#include <attn/rules/indexing.hpp>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::indexing_tests {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;

constexpr report one_entry_per_index() {
  report r;
  using rules::braced, rules::one_entry_per_index;
  r.check(one_entry_per_index<feature, braced<3>>::value);
  r.check(one_entry_per_index<dim<2>, braced<2, 2, 2>>::value);  // three rows of two
  r.check(!one_entry_per_index<feature, braced<2>>::value);
  r.check(!one_entry_per_index<feature, braced<4>>::value);
  r.check(!one_entry_per_index<feature, braced<2, 3, 3>>::value);
  r.check(!one_entry_per_index<feature, braced<3, 3, 4>>::value);
  r.check(!one_entry_per_index<feature, rules::indices<3>>::value);
  return r;
}

constexpr report braces_nested() {
  report r;
  using rules::braced, rules::braces_nested, rules::rank;
  r.check(braces_nested<rank<0>, braced<1>>::value && braces_nested<rank<1>, braced<3>>::value);
  r.check(!braces_nested<rank<2>, braced<6>>::value && !braces_nested<rank<4>, braced<1>>::value);
  r.check(!braces_nested<rules::size<1>, braced<3>>::value);
  return r;
}

constexpr report one_index_per_axis() {
  report r;
  using rules::axes_of, rules::one_index_per_axis, rules::rank;
  r.check(one_index_per_axis<axes_of<>, rank<0>>::value);
  r.check(one_index_per_axis<axes_of<token, feature>, rank<2>>::value);
  r.check(!one_index_per_axis<axes_of<token, feature>, rank<1>>::value);
  r.check(!one_index_per_axis<axes_of<token, feature>, rank<3>>::value);
  r.check(!one_index_per_axis<axes_of<token>, rules::size<1>>::value);
  return r;
}

constexpr report indices_in_range() {
  report r;
  using rules::axes_of, rules::indices, rules::indices_in_range;
  r.check(indices_in_range<axes_of<>, indices<>>::value);
  r.check(indices_in_range<axes_of<token, feature>, indices<1, 2>>::value);
  r.check(!indices_in_range<axes_of<token, feature>, indices<2, 1>>::value);
  r.check(!indices_in_range<axes_of<token, feature>, indices<2, 0>>::value);
  r.check(!indices_in_range<axes_of<token, feature>, indices<0, 3>>::value);
  // A wrong number of them is one_index_per_axis' affair.
  r.check(indices_in_range<axes_of<token, feature>, indices<7>>::value);
  return r;
}

constexpr report size_in_type() {
  report r;
  using rules::braced;
  r.check(rules::size_in_type<braced<3>>::value);
  r.check(rules::size_in_type<braced<3, 4>>::value);
  r.check(!rules::size_in_type<braced<>>::value);
  r.check(!rules::size_in_type<rules::size<3>>::value);
  return r;
}

constexpr report adjacent_axes() {
  report r;
  using rules::adjacent_axes, rules::positions;
  r.check(adjacent_axes<positions<0, 1>>::value && adjacent_axes<positions<2, 3>>::value);
  r.check(!adjacent_axes<positions<1, 0>>::value && !adjacent_axes<positions<0, 2>>::value);
  r.check(!adjacent_axes<positions<1, 1>>::value);
  r.check(adjacent_axes<positions<0, 1>, 7>::value && !adjacent_axes<positions<0, 2>, 7>::value);
  r.check(!adjacent_axes<positions<0, 1, 2>>::value && !adjacent_axes<rules::indices<0, 1>>::value);
  return r;
}

constexpr report each_axis_once() {
  report r;
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
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"one_entry_per_index", one_entry_per_index},
    {"braces_nested", braces_nested},
    {"one_index_per_axis", one_index_per_axis},
    {"indices_in_range", indices_in_range},
    {"size_in_type", size_in_type},
    {"adjacent_axes", adjacent_axes},
    {"each_axis_once", each_axis_once},
};

}  // namespace attn_tests::indexing_tests
