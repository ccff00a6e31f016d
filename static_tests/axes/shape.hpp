// SPDX-License-Identifier: BSL-1.0
// What attn/axes/shape.hpp promises.
#pragma once

#include <attn/axes/axis.hpp>
#include <attn/axes/shape.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::shape_tests {

using namespace attn;
using batch = axis<"batch", 5>;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
using head = axis<"head", 4>;
using all = shape<batch, token, feature>;

template <class A, class B>
inline constexpr bool same = std::is_same_v<A, B>;

constexpr report counts() {
  report r;
  r.check(shape<>::rank == 0 && shape<>::volume == 1);
  r.check(shape<token>::rank == 1 && shape<token>::volume == 2);
  r.check(all::rank == 3 && all::volume == 30);
  r.check(shape<batch, dim<7>, feature, head>::volume == 420);
  const std::size_t expected[] = {5, 2, 3};
  for (std::size_t i = 0; i < 3; ++i) r.check(all::extents[launder(i)] == expected[i]);
  // Rank 0 has an array too, and whatever runs over the extents finds an end of 1.
  r.check(shape<>::extents[0] == 1 && all::extents[3] == 1);
  r.bits(all::volume);
  return r;
}

// Sizes beyond 32 bits are sizes, where a std::size_t has more.
constexpr report a_large_volume() {
  report r;
  constexpr std::size_t volume = shape<dim<100'000>, dim<100'000>>::volume;
  r.check(sizeof(std::size_t) > 4 ? volume == 10'000'000'000u : volume == rules::largest_size);
  return r;
}

constexpr report one_axis() {
  report r;
  r.check(same<axis_at<all, 0>, batch>);
  r.check(same<axis_at<all, 1>, token>);
  r.check(same<axis_at<all, 2>, feature>);
  r.check(same<last_axis<all>, feature>);
  r.check(same<last_axis<shape<dim<9>>>, dim<9>>);
  r.check(same<second_to_last_axis<all>, token>);
  r.check(same<second_to_last_axis<shape<batch, token>>, batch>);
  return r;
}

constexpr report without() {
  report r;
  r.check(same<without_axis<all, 0>, shape<token, feature>>);
  r.check(same<without_axis<all, 1>, shape<batch, feature>>);
  r.check(same<without_axis<all, 2>, shape<batch, token>>);
  r.check(same<without_axis<shape<token>, 0>, shape<>>);
  return r;
}

constexpr report with() {
  report r;
  r.check(same<with_axis<all, 0, head>, shape<head, batch, token, feature>>);
  r.check(same<with_axis<all, 1, head>, shape<batch, head, token, feature>>);
  r.check(same<with_axis<all, 3, head>, shape<batch, token, feature, head>>);
  r.check(same<with_axis<shape<>, 0, dim<2>>, shape<dim<2>>>);
  return r;
}

constexpr report replaced() {
  report r;
  r.check(same<replace_axis<all, 0, head>, shape<head, token, feature>>);
  r.check(same<replace_axis<all, 1, head>, shape<batch, head, feature>>);
  r.check(same<replace_axis<all, 2, dim<7>>, shape<batch, token, dim<7>>>);
  r.check(same<with_last_axis<all, head>, shape<batch, token, head>>);
  return r;
}

constexpr report spliced() {
  report r;
  r.check(same<splice_axes<all, 0, head, dim<7>>, shape<head, dim<7>, token, feature>>);
  r.check(same<splice_axes<all, 1, head, dim<7>>, shape<batch, head, dim<7>, feature>>);
  r.check(same<splice_axes<all, 2, dim<7>, head>, shape<batch, token, dim<7>, head>>);
  r.check(same<splice_axes<shape<token>, 0, head, dim<7>, batch>, shape<head, dim<7>, batch>>);
  r.check(same<splice_axes<all, 1, head>, replace_axis<all, 1, head>>);
  r.check(same<splice_axes<all, 1>, without_axis<all, 1>>);
  return r;
}

constexpr report reordered() {
  report r;
  r.check(same<reorder_axes<all, 2, 0, 1>, shape<feature, batch, token>>);
  r.check(same<reorder_axes<all, 0, 1, 2>, all>);
  r.check(same<reorder_axes<all, 1>, shape<token>> && same<reorder_axes<shape<>>, shape<>>);
  return r;
}

constexpr report ends() {
  report r;
  r.check(same<leading_axes<all>, shape<batch>>);
  r.check(same<leading_axes<shape<batch, head, token, feature>>, shape<batch, head>>);
  r.check(same<leading_axes<shape<token, feature>>, shape<>>);
  r.check(same<append_axis<all, head>, shape<batch, token, feature, head>>);
  r.check(same<append_axis<shape<>, head>, shape<head>>);
  return r;
}

// Position by position, the name of A, or that of B if A has none.
constexpr report merged() {
  report r;
  r.check(same<merge_names<shape<>, shape<>>, shape<>>);
  r.check(same<merge_names<shape<token, dim<3>>, shape<dim<2>, feature>>, shape<token, feature>>);
  r.check(same<merge_names<shape<dim<2>, feature>, shape<token, dim<3>>>, shape<token, feature>>);
  r.check(same<merge_names<shape<dim<2>, dim<3>>, shape<dim<2>, dim<3>>>, shape<dim<2>, dim<3>>>);
  r.check(same<merge_names<shape<token>, shape<axis<"key", 2>>>, shape<token>>);
  r.check(same<merged_names<shape<dim<2>>, shape<token>>::type, shape<token>>);
  return r;
}

// A shape as (outer, axis, inner): how many rows, where each begins.
constexpr report around_an_axis() {
  report r;
  using shape_of_four = shape<dim<2>, dim<3>, dim<5>, dim<7>>;
  using first = detail::around_axis<shape_of_four, 0>;
  using second = detail::around_axis<shape_of_four, 1>;
  using last = detail::around_axis<shape_of_four, 3>;
  r.check(first::outer == 1 && first::extent == 2 && first::inner == 105 && first::rows == 105);
  r.check(second::outer == 2 && second::extent == 3 && second::inner == 35 && second::rows == 70);
  r.check(last::outer == 30 && last::extent == 7 && last::inner == 1 && last::rows == 30);
  r.check(first::start_of(104) == 104);
  r.check(second::start_of(0) == 0 && second::start_of(34) == 34);
  r.check(second::start_of(35) == 105 && second::start_of(69) == 139);
  r.check(last::start_of(0) == 0 && last::start_of(29) == 203);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"counts", counts},
    {"a large volume", a_large_volume},
    {"one axis", one_axis},
    {"without", without},
    {"with", with},
    {"replaced", replaced},
    {"spliced", spliced},
    {"reordered", reordered},
    {"ends", ends},
    {"merged", merged},
    {"around an axis", around_an_axis},
};

}  // namespace attn_tests::shape_tests
