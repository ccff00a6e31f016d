// SPDX-License-Identifier: BSL-1.0
// What attn/layers/norm_into.hpp promises.
#pragma once

#include <attn/layers/norm_into.hpp>
#include <attn/tensor/check.hpp>
#include <cstddef>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::norm_into_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;

// Into another tensor, and into x itself; along the last axis, by name, and along another one.
template <class T, std::size_t N>
constexpr report equals_the_norm() {
  report r;
  using feature = axis<"feature", N>;
  const auto x = launder(filled<tensor<T, batch, token, feature>>(1, T(4)));
  const auto gain = launder(filled<tensor<T, feature>>(2)),
             bias = launder(filled<tensor<T, feature>>(3));
  tensor<T, batch, token, feature> out;
  layer_norm_into(out, x, gain, bias);
  r.check(bits_equal(out, layer_norm(x, gain, bias)));
  r.bits(out);
  rms_norm_into(out, x, gain, T(1e-6));
  r.check(bits_equal(out, rms_norm(x, gain, T(1e-6))));
  r.bits(out);
  auto itself = x;
  layer_norm_into<"feature">(itself, itself, gain, bias, T(0.25));
  r.check(bits_equal(itself, layer_norm<"feature">(x, gain, bias, T(0.25))));
  itself = x;
  rms_norm_into(itself, itself, gain, T(1e-5));
  r.check(bits_equal(itself, rms_norm(x, gain, T(1e-5))));
  itself = x;
  const auto by_token = launder(filled<tensor<T, token>>(4));
  layer_norm_into<"token">(itself, itself, by_token, by_token);
  r.check(bits_equal(itself, layer_norm<"token">(x, by_token, by_token)));
  r.bits(itself);
  return r;
}

// Names are gradual: out may have none, or x.
constexpr report names_are_gradual() {
  report r;
  using feature = axis<"feature", 5>;
  const auto x = launder(filled<tensor<double, token, feature>>(5));
  const auto gain = launder(filled<tensor<double, feature>>(6));
  matrix<double, 3, 5> out;
  layer_norm_into(out, x, gain, gain);
  r.check(bits_equal(out, unnamed(layer_norm(x, gain, gain))));
  tensor<double, token, feature> named;
  rms_norm_into(named, unnamed(x), gain, 1e-5);
  r.check(bits_equal(named, rms_norm(x, gain, 1e-5)));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<matrix<double, 3, 5>>(7));
  const auto gain = launder(filled<tensor<double, dim<5>>>(8));
  auto out = as_archetype(x);
  layer_norm_into(out, as_archetype(x), as_archetype(gain), as_archetype(gain));
  r.check(bits_equal(values_of(out), layer_norm(x, gain, gain)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"equals the norm, float, 3", equals_the_norm<float, 3>},
    {"equals the norm, float, 16", equals_the_norm<float, 16>},
    {"equals the norm, float, 37", equals_the_norm<float, 37>},
    {"equals the norm, double, 5", equals_the_norm<double, 5>},
    {"equals the norm, double, 33", equals_the_norm<double, 33>},
    {"names are gradual", names_are_gradual},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::norm_into_tests
