// SPDX-License-Identifier: BSL-1.0
// What attn/rules/patterns.hpp promises: of every relation, where it holds and where it does not; and
// how a pattern is cut.
#pragma once

#include <attn/axes/axis.hpp>
#include <attn/rules/patterns.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::patterns_tests {

using namespace attn;
using rules::pattern, rules::here, rules::pattern_cut;

constexpr report cut() {
  report r;
  r.check(std::is_same_v<pattern_cut<label("a (b -> a b"), 2>,
                         pattern<label("a "), here<2>, label("(b -> a b")>>);
  r.check(std::is_same_v<pattern_cut<label("a b"), 3>, pattern<label("a b"), here<3>, label("")>>);
  // Of a long one the surroundings.
  r.check(std::is_same_v<pattern_cut<label("batch token (head d_k -> batch head token d_k"), 12>,
                         pattern<label("..tch token "), here<12>, label("(head d_k -> batch..")>>);
  r.check(std::is_same_v<pattern_cut<label("batch token head d_k -> batch head token"), 30>,
                         pattern<label(".. -> batch "), here<30>, label("head token")>>);
  r.check(std::is_same_v<rules::cut_if<false, pattern_cut<label("a"), 1>>, rules::whole_pattern>);
  return r;
}

constexpr report relations() {
  report r;
  using wrong = rules::cut_if<true, pattern_cut<label("a b"), 3>>;
  using right = rules::cut_if<false, pattern_cut<label("a b"), 3>>;
  using token = axis<"token", 3>;
  r.check(rules::well_formed<right>::value && !rules::well_formed<wrong>::value);
  r.check(rules::both_sides_agree<right>::value && !rules::both_sides_agree<wrong>::value);
  r.check(rules::fits<right, token>::value && !rules::fits<wrong, token>::value &&
          !rules::fits<wrong>::value);
  r.check(rules::is_reduction<rules::name<label("sum")>>::value);
  r.check(rules::is_reduction<rules::name<label("mean")>>::value);
  r.check(rules::is_reduction<rules::name<label("max")>>::value);
  r.check(rules::is_reduction<rules::name<label("min")>>::value);
  r.check(rules::is_reduction<rules::name<label("prod")>>::value);
  r.check(!rules::is_reduction<rules::name<label("summ")>>::value);
  r.check(!rules::is_reduction<rules::name<label("")>>::value &&
          !rules::is_reduction<token>::value);
  return r;
}

constexpr report sizes() {
  report r;
  using rules::names_in_pattern;
  r.check(names_in_pattern<label("t (head d) -> t"), axis<"head", 2>>::value);
  r.check(names_in_pattern<label("t (head d) -> t"), axis<"d", 2>>::value);
  r.check(names_in_pattern<label("t"), axis<"t", 2>>::value);
  r.check(!names_in_pattern<label("t (heads d) -> t"), axis<"head", 2>>::value);
  r.check(!names_in_pattern<label("t (my_head d) -> t"), axis<"head", 2>>::value);
  r.check(!names_in_pattern<label("t"), axis<"token", 2>>::value);
  r.check(!names_in_pattern<label("t (head d) -> t"), axis<"head", 0>>::value);
  r.check(!names_in_pattern<label("t 2 -> t"), dim<2>>::value &&
          !names_in_pattern<label("t"), int>::value);
  return r;
}

constexpr report axes() {
  report r;
  using token = axis<"token", 3>;
  using head = axis<"head", 2>;
  r.check(std::is_same_v<rules::axis_or_rank<1, token, head>, head>);
  r.check(std::is_same_v<rules::axis_or_rank<2, token, head>, rules::rank<2>>);
  r.check(std::is_same_v<rules::axis_or_rank<0>, rules::rank<0>>);
  r.check(std::is_same_v<rules::size_of_axis<head>, rules::size<2>>);
  r.check(std::is_same_v<rules::size_of_axis<rules::rank<2>>, rules::size<0>>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"cut", cut},
    {"relations", relations},
    {"sizes", sizes},
    {"axes", axes},
};

}  // namespace attn_tests::patterns_tests
