// SPDX-License-Identifier: BSL-1.0
// What attn/axes/shape_of.hpp promises.
#pragma once

#include <attn/axes/shape_of.hpp>
#include <attn/tensor/tensor.hpp>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::shape_of_tests {

using namespace attn;
using token = axis<"token", 3>;
using feature = axis<"feature", 4>;

constexpr report of_types() {
  report r;
  r.check(shape_of<tensor<double, token, feature>> == label("token 3 x feature 4"));
  r.check(shape_of<const tensor<float, feature, token>&> == label("feature 4 x token 3"));
  r.check(shape_of<shape<token, dim<768>>> == label("token 3 x 768"));
  r.check(shape_of<matrix<int, 10, 209>> == label("10 x 209"));
  r.check(shape_of<tensor<int>> == label("scalar") && shape_of<shape<>> == label("scalar"));
  r.check(shape_of<token> == label("token 3") && shape_of<dim<5>> == label("5"));
  r.check(shape_of<tensor<int, token>> != shape_of<tensor<int, dim<3>>>);
  return r;
}

// The same text when the program runs, and in a type.
template <label Text>
struct carries {};

constexpr report of_a_value() {
  report r;
  const auto x = launder(tensor<double, token, feature>{});
  const auto text = launder(shape_of<decltype(x)>);
  constexpr char expected[] = "token 3 x feature 4";
  r.check(text.length == sizeof expected - 1);
  for (std::size_t i = 0; i < sizeof expected; ++i) {
    r.check(text.text[i] == expected[i]);
    r.bits(text.text[i]);
  }
  r.check(std::is_same_v<carries<shape_of<decltype(x)>>, carries<"token 3 x feature 4">>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"of types", of_types},
    {"of a value", of_a_value},
};

}  // namespace attn_tests::shape_of_tests
