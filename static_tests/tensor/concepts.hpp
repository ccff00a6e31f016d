// SPDX-License-Identifier: BSL-1.0
// What generic code asks of a type.
#pragma once

#include <attn/ops/softmax.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/concepts.hpp>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::tensor_concepts_tests {

using namespace attn;

using token = axis<"token", 3>;
using X = tensor<float, token, dim<2>>;

static_assert(is_tensor<X> && is_tensor<const X&> && is_tensor<X&&> && is_tensor<tensor<int>>);
static_assert(!is_tensor<float> && !is_tensor<X*> && !is_tensor<token>);

static_assert(has_axis<X, "token"> && has_axis<const X&, "token">);
static_assert(!has_axis<X, "key"> && !has_axis<X, ""> && !has_axis<tensor<float>, "token">);
static_assert(has_axis<X, 0> && has_axis<X, 1> && has_axis<X, -2>);
static_assert(!has_axis<X, 2> && !has_axis<X, -3> && !has_axis<tensor<float>, 0>);
static_assert(!has_axis<float, "token"> && !has_axis<token, "token">);

// A function that is chosen by them.
constexpr auto weights(const has_axis<"token"> auto& x) { return softmax<"token">(x); }
constexpr auto weights(const is_tensor auto& x) { return softmax(x); }

constexpr report chosen_by_an_axis() {
  report r;
  const auto x = launder(filled<X>(1));
  r.check(bitwise_equal(weights(x), softmax<0>(x)));
  const auto y = launder(filled<tensor<float, dim<3>, dim<2>>>(1));
  r.check(bitwise_equal(weights(y), softmax<1>(y)));
  r.bits(weights(x));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"chosen by an axis", chosen_by_an_axis},
};

}  // namespace attn_tests::tensor_concepts_tests
