// SPDX-License-Identifier: BSL-1.0
// What attn/tensor/rename.hpp promises.
#pragma once

#include <attn/tensor/compare.hpp>
#include <attn/tensor/rename.hpp>
#include <attn/tensor/tensor.hpp>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::rename_tests {

using namespace attn;
using batch = axis<"batch", 5>;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
using key = axis<"key", 2>;

// y is x as a Wanted, element by element.
template <class Wanted, class T, class... Axes, class Y>
constexpr void check_only_names_change(report& r, const tensor<T, Axes...>& x, const Y& y) {
  r.check(std::is_same_v<Y, Wanted>);
  r.check(x.size() == y.size());
  for (std::size_t i = 0; i < x.size() && i < y.size(); ++i)
    r.check(bitwise_equal(x.data()[i], y.data()[i]));
  r.bits(y);
}

template <class T>
constexpr report by_name() {
  report r;
  const auto x = launder(filled<tensor<T, batch, token, feature>>(1));
  check_only_names_change<tensor<T, batch, key, feature>>(r, x, rename<"token", "key">(x));
  check_only_names_change<tensor<T, batch, token, axis<"width", 3>>>(r, x,
                                                                     rename<"feature", "width">(x));
  check_only_names_change<tensor<T, axis<"head", 5>, token, feature>>(r, x,
                                                                      rename<"batch", "head">(x));
  check_only_names_change<tensor<T, batch, token, feature>>(r, x, rename<"token", "token">(x));
  return r;
}

template <class T>
constexpr report by_position() {
  report r;
  const auto x = launder(filled<tensor<T, token, dim<3>>>(2));
  check_only_names_change<tensor<T, key, dim<3>>>(r, x, rename<0, "key">(x));
  check_only_names_change<tensor<T, token, feature>>(r, x, rename<1, "feature">(x));
  check_only_names_change<tensor<T, token, feature>>(r, x, rename<-1, "feature">(x));
  check_only_names_change<tensor<T, key, dim<3>>>(r, x, rename<-2, "key">(x));
  return r;
}

template <class T>
constexpr report all_anew() {
  report r;
  const auto x = launder(filled<matrix<T, 2, 3>>(3));
  check_only_names_change<tensor<T, token, feature>>(r, x, with_axes<token, feature>(x));
  check_only_names_change<tensor<T, dim<2>, feature>>(r, x, with_axes<dim<2>, feature>(x));
  // Names that are there already give way: this is not a check but a statement.
  const auto y = launder(filled<tensor<T, token, feature, batch>>(4));
  check_only_names_change<tensor<T, key, dim<3>, axis<"head", 5>>>(
      r, y, with_axes<key, dim<3>, axis<"head", 5>>(y));
  check_only_names_change<tensor<T>>(r, launder(tensor<T>{7}), with_axes<>(tensor<T>{7}));
  return r;
}

template <class T>
constexpr report of_another() {
  report r;
  const auto x = launder(filled<tensor<T, dim<5>, dim<2>, dim<3>>>(13));
  const tensor<int, batch, token, feature> y;
  check_only_names_change<tensor<T, batch, token, feature>>(r, x, with_axes_of(y, x));
  const auto named = launder(filled<tensor<T, token, feature>>(14));
  check_only_names_change<tensor<T, key, dim<3>>>(r, named,
                                                  with_axes_of(tensor<T, key, dim<3>>{}, named));
  return r;
}

template <class T>
constexpr report none() {
  report r;
  const auto x = launder(filled<tensor<T, batch, token, dim<3>>>(5));
  check_only_names_change<tensor<T, dim<5>, dim<2>, dim<3>>>(r, x, unnamed(x));
  const auto y = launder(filled<tensor<T, feature>>(6));
  check_only_names_change<tensor<T, dim<3>>>(r, y, unnamed(y));
  check_only_names_change<tensor<T, dim<3>>>(r, y, unnamed(unnamed(y)));
  check_only_names_change<tensor<T>>(r, launder(tensor<T>{7}), unnamed(tensor<T>{7}));
  return r;
}

// The axis before the width, which is the one that a matrix of scores would carry twice.
template <class T>
constexpr report keys() {
  report r;
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
  return r;
}

constexpr report any_element_will_do() {
  report r;
  const auto x = launder(tensor<int, token, feature>{{1, 2, 3}, {4, 5, 6}});
  r.check((rename<"token", "key">(x) == tensor<int, key, feature>{{1, 2, 3}, {4, 5, 6}}));
  const auto y = launder(filled<tensor<double, token, feature>>(12));
  const auto z = as_archetype(y);
  r.check(bitwise_equal(values_of(rename<0, "key">(z)), rename<0, "key">(y)));
  r.check(bitwise_equal(values_of(with_axes<key, feature>(z)), with_axes<key, feature>(y)));
  r.check(bitwise_equal(values_of(unnamed(z)), unnamed(y)));
  r.check(bitwise_equal(values_of(as_keys(z)), as_keys(y)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"by name, float", by_name<float>},
    {"by name, double", by_name<double>},
    {"by position, float", by_position<float>},
    {"by position, double", by_position<double>},
    {"all anew, float", all_anew<float>},
    {"all anew, double", all_anew<double>},
    {"of another, float", of_another<float>},
    {"of another, double", of_another<double>},
    {"none, float", none<float>},
    {"none, double", none<double>},
    {"keys, float", keys<float>},
    {"keys, double", keys<double>},
    {"any element will do", any_element_will_do},
};

}  // namespace attn_tests::rename_tests
