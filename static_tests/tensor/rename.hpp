// SPDX-License-Identifier: BSL-1.0
// Behaviours of rename, calls, concepts of attn/tensor/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::tensor_rename_tests {
using token = axis<"token", 2>;
using batch = axis<"batch", 5>;
using key_2 = axis<"key", 2>;

// y is x as a Wanted, element by element.
template <class Wanted, class T, class... Axes, class Y>
constexpr void check_only_names_change(report& r, const tensor<T, Axes...>& x, const Y& y) {
  r.check(std::is_same_v<Y, Wanted>);
  r.check(x.size() == y.size());
  for (std::size_t i = 0; i < x.size() && i < y.size(); ++i) r.same(x.data()[i], y.data()[i]);
  r.bits(y);
}

using key = axis<"key", 3>;
using other = axis<"key", 4>;
using token_3 = axis<"token", 3>;
using X = tensor<float, token_3, dim<2>>;

static_assert(is_tensor<X> && is_tensor<const X&> && is_tensor<X&&> && is_tensor<tensor<int>>);
static_assert(!is_tensor<float> && !is_tensor<X*> && !is_tensor<token_3>);

static_assert(has_axis<X, "token"> && has_axis<const X&, "token">);
static_assert(!has_axis<X, "key"> && !has_axis<X, ""> && !has_axis<tensor<float>, "token">);
static_assert(has_axis<X, 0> && has_axis<X, 1> && has_axis<X, -2>);
static_assert(!has_axis<X, 2> && !has_axis<X, -3> && !has_axis<tensor<float>, 0>);
static_assert(!has_axis<float, "token"> && !has_axis<token_3, "token">);

// A function that is chosen by them.
constexpr auto weights(const has_axis<"token"> auto& x) { return softmax<"token">(x); }
constexpr auto weights(const is_tensor auto& x) { return softmax(x); }

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/tensor/convert.hpp promises.
  tests.proved<float, double>("by name", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, batch, token, feature>>(1));
    check_only_names_change<tensor<T, batch, key_2, feature>>(r, x, rename<"token", "key">(x));
    check_only_names_change<tensor<T, batch, token, axis<"width", 3>>>(
        r, x, rename<"feature", "width">(x));
    check_only_names_change<tensor<T, axis<"head", 5>, token, feature>>(
        r, x, rename<"batch", "head">(x));
    check_only_names_change<tensor<T, batch, token, feature>>(r, x, rename<"token", "token">(x));
  });
  tests.proved<float, double>("by position", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, token, dim<3>>>(2));
    check_only_names_change<tensor<T, key_2, dim<3>>>(r, x, rename<0, "key">(x));
    check_only_names_change<tensor<T, token, feature>>(r, x, rename<1, "feature">(x));
    check_only_names_change<tensor<T, token, feature>>(r, x, rename<-1, "feature">(x));
    check_only_names_change<tensor<T, key_2, dim<3>>>(r, x, rename<-2, "key">(x));
  });
  tests.proved<float, double>("all anew", []<class T>(report& r) {
    const auto x = launder(filled<matrix<T, 2, 3>>(3));
    check_only_names_change<tensor<T, token, feature>>(r, x, with_axes<token, feature>(x));
    check_only_names_change<tensor<T, dim<2>, feature>>(r, x, with_axes<dim<2>, feature>(x));
    // Names that are there already give way: this is not a check but a statement.
    const auto y = launder(filled<tensor<T, token, feature, batch>>(4));
    check_only_names_change<tensor<T, key_2, dim<3>, axis<"head", 5>>>(
        r, y, with_axes<key_2, dim<3>, axis<"head", 5>>(y));
    check_only_names_change<tensor<T>>(r, launder(tensor<T>{7}), with_axes<>(tensor<T>{7}));
  });
  tests.proved<float, double>("of another", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, dim<5>, dim<2>, dim<3>>>(13));
    const tensor<int, batch, token, feature> y;
    check_only_names_change<tensor<T, batch, token, feature>>(r, x, with_axes_of(y, x));
    const auto named = launder(filled<tensor<T, token, feature>>(14));
    check_only_names_change<tensor<T, key_2, dim<3>>>(
        r, named, with_axes_of(tensor<T, key_2, dim<3>>{}, named));
  });
  tests.proved<float, double>("none", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, batch, token, dim<3>>>(5));
    check_only_names_change<tensor<T, dim<5>, dim<2>, dim<3>>>(r, x, unnamed(x));
    const auto y = launder(filled<tensor<T, feature>>(6));
    check_only_names_change<tensor<T, dim<3>>>(r, y, unnamed(y));
    check_only_names_change<tensor<T, dim<3>>>(r, y, unnamed(unnamed(y)));
    check_only_names_change<tensor<T>>(r, launder(tensor<T>{7}), unnamed(tensor<T>{7}));
  });
  // The axis before the width, which is the one that a matrix of scores would carry twice.
  tests.proved<float, double>("keys", []<class T>(report& r) {
    using key_token = axis<"key_token", 2>;
    const auto x = launder(filled<tensor<T, token, feature>>(7));
    check_only_names_change<tensor<T, key_token, feature>>(r, x, as_keys(x));
    const auto batches = launder(filled<tensor<T, batch, token, feature>>(8));
    check_only_names_change<tensor<T, batch, key_token, feature>>(r, batches, as_keys(batches));
    const auto no_width_name = launder(filled<tensor<T, token, dim<3>>>(9));
    check_only_names_change<tensor<T, key_token, dim<3>>>(r, no_width_name, as_keys(no_width_name));
    // Without a name there is nothing to tell apart.
    const auto no_name = launder(filled<tensor<T, dim<2>, feature>>(10));
    check_only_names_change<tensor<T, dim<2>, feature>>(r, no_name, as_keys(no_name));
    const auto no_names = launder(filled<tensor<T, batch, dim<2>, dim<3>>>(11));
    check_only_names_change<tensor<T, batch, dim<2>, dim<3>>>(r, no_names, as_keys(no_names));
  });
  tests.proved("any element will do", [](report& r) {
    const auto x = launder(tensor<int, token, feature>{{1, 2, 3}, {4, 5, 6}});
    r.check((rename<"token", "key">(x) == tensor<int, key_2, feature>{{1, 2, 3}, {4, 5, 6}}));
    const auto y = launder(filled<tensor<double, token, feature>>(12));
    const auto z = as_archetype(y);
    r.same(values_of(rename<0, "key">(z)), rename<0, "key">(y));
    r.same(values_of(with_axes<key_2, feature>(z)), with_axes<key_2, feature>(y));
    r.same(values_of(unnamed(z)), unnamed(y));
    r.same(values_of(as_keys(z)), as_keys(y));
  });
  // What attn/tensor/concepts.hpp promises: which of the shared requirements a call violates, and that it is one.
  tests.proved("one tensor, along an axis", [](report& r) {
    using good = rules::floating_axis_call<axis_selector("key"), tensor<float, token, key>>;
    r.check(good::all::value && good::axis_exists::value && good::floating_point::value);
    r.check(good::position == 1);
    r.check(rules::axis_call<axis_selector(-2), tensor<int, token, key>>::position == 0);
    using absent = rules::floating_axis_call<axis_selector("head"), tensor<float, token, key>>;
    r.check(!absent::all::value && !absent::axis_exists::value && absent::floating_point::value);
    using integers = rules::floating_axis_call<axis_selector("key"), tensor<int, token, key>>;
    r.check(
        !integers::all::value && integers::axis_exists::value && !integers::floating_point::value);
    r.check(rules::axis_call<axis_selector("key"), tensor<int, token, key>>::all::value);
    r.check(!rules::axis_call<axis_selector(2), tensor<int, token, key>>::all::value);
    r.check(!rules::axis_call<axis_selector(0), tensor<int>>::all::value);
  });
  tests.proved("two tensors, element by element", [](report& r) {
    using good = rules::elementwise_call<tensor<int, token, key>, tensor<int, dim<2>, key>>;
    r.check(good::all::value);
    using axes = rules::elementwise_call<tensor<int, token, key>, tensor<int, token, other>>;
    r.check(!axes::all::value && !axes::same_axes::value && axes::one_element::value);
    using ranks = rules::elementwise_call<tensor<int, token, key>, tensor<int, token>>;
    r.check(!ranks::all::value && !ranks::all_axes::value && ranks::same_axes::value);
    using reversed = rules::elementwise_call<tensor<int, key>, tensor<int, token, key>>;
    r.check(!reversed::all::value && !reversed::all_axes::value && reversed::same_axes::value);
    using two = rules::elementwise_call<tensor<int, token, key, other>, tensor<int, key>>;
    r.check(!two::all::value && two::all_axes::value && !two::same_axes::value);
    using elsewhere = rules::elementwise_call<tensor<int, token, key>, tensor<int, dim<7>>>;
    r.check(!elsewhere::all::value && elsewhere::all_axes::value && !elsewhere::same_axes::value);
    using elements = rules::elementwise_call<tensor<int, key>, tensor<float, key>>;
    r.check(!elements::all::value && elements::same_axes::value && !elements::one_element::value);
  });
  tests.proved("a result, into a tensor", [](report& r) {
    r.check(rules::out_call<tensor<int, token>, tensor<int, dim<2>>>::all::value);
    using axes = rules::out_call<tensor<int, key>, tensor<int, token>>;
    r.check(!axes::all::value && axes::out_element::value && !axes::out_axes::value);
    using elements = rules::out_call<tensor<float, token>, tensor<int, token>>;
    r.check(!elements::all::value && !elements::out_element::value && elements::out_axes::value);
  });
  // What a rule says of the result of a function of the user's: its element, and not all of its type.
  tests.proved("what is returned", [](report& r) {
    r.check(std::is_same_v<rules::returned_element<tensor<float, key>>, rules::element<float>>);
    r.check(std::is_same_v<typename rules::returned<int>::type, rules::element<void>>);
  });
  // What generic code asks of a type: attn/tensor/concepts.hpp.
  tests.proved("chosen by an axis", [](report& r) {
    const auto x = launder(filled<X>(1));
    r.same(weights(x), softmax<0>(x));
    const auto y = launder(filled<tensor<float, dim<3>, dim<2>>>(1));
    r.same(weights(y), softmax<1>(y));
  });
};
}  // namespace attn_tests::tensor_rename_tests
