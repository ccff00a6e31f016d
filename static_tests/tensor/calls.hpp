// SPDX-License-Identifier: BSL-1.0
// What attn/tensor/calls.hpp promises: which of the shared requirements a call violates, and that it is one.
#pragma once

#include <attn/tensor/calls.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::calls_tests {

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using other = axis<"key", 4>;

constexpr report along_an_axis() {
  report r;
  using good = rules::floating_axis_call<axis_selector("key"), tensor<float, token, key>>;
  r.check(good::holds && good::axis_exists::value && good::floating_point::value);
  r.check(good::position == 1);
  r.check(rules::axis_call<axis_selector(-2), tensor<int, token, key>>::position == 0);
  using absent = rules::floating_axis_call<axis_selector("head"), tensor<float, token, key>>;
  r.check(!absent::holds && !absent::axis_exists::value && absent::floating_point::value);
  using integers = rules::floating_axis_call<axis_selector("key"), tensor<int, token, key>>;
  r.check(!integers::holds && integers::axis_exists::value && !integers::floating_point::value);
  r.check(rules::axis_call<axis_selector("key"), tensor<int, token, key>>::holds);
  r.check(!rules::axis_call<axis_selector(2), tensor<int, token, key>>::holds);
  r.check(!rules::axis_call<axis_selector(0), tensor<int>>::holds);
  return r;
}

constexpr report element_by_element() {
  report r;
  using good = rules::elementwise_call<tensor<int, token, key>, tensor<int, dim<2>, key>>;
  r.check(good::holds);
  using axes = rules::elementwise_call<tensor<int, token, key>, tensor<int, token, other>>;
  r.check(!axes::holds && !axes::same_axes::value && axes::one_element::value);
  using ranks = rules::elementwise_call<tensor<int, token, key>, tensor<int, token>>;
  r.check(!ranks::holds && !ranks::all_axes::value && ranks::same_axes::value);
  using reversed = rules::elementwise_call<tensor<int, key>, tensor<int, token, key>>;
  r.check(!reversed::holds && !reversed::all_axes::value && reversed::same_axes::value);
  using two = rules::elementwise_call<tensor<int, token, key, other>, tensor<int, key>>;
  r.check(!two::holds && two::all_axes::value && !two::same_axes::value);
  using elsewhere = rules::elementwise_call<tensor<int, token, key>, tensor<int, dim<7>>>;
  r.check(!elsewhere::holds && elsewhere::all_axes::value && !elsewhere::same_axes::value);
  using elements = rules::elementwise_call<tensor<int, key>, tensor<float, key>>;
  r.check(!elements::holds && elements::same_axes::value && !elements::one_element::value);
  return r;
}

constexpr report into_a_tensor() {
  report r;
  r.check(rules::out_call<tensor<int, token>, tensor<int, dim<2>>>::holds);
  using axes = rules::out_call<tensor<int, key>, tensor<int, token>>;
  r.check(!axes::holds && axes::out_element::value && !axes::out_axes::value);
  using elements = rules::out_call<tensor<float, token>, tensor<int, token>>;
  r.check(!elements::holds && !elements::out_element::value && elements::out_axes::value);
  return r;
}

// What a rule says of the result of a function of the user's: its element, and not all of its type.
constexpr report what_is_returned() {
  report r;
  r.check(std::is_same_v<rules::returned_element<tensor<float, key>>, rules::element<float>>);
  r.check(std::is_same_v<typename rules::returned<int>::type, rules::element<void>>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"one tensor, along an axis", along_an_axis},
    {"two tensors, element by element", element_by_element},
    {"a result, into a tensor", into_a_tensor},
    {"what is returned", what_is_returned},
};

}  // namespace attn_tests::calls_tests
