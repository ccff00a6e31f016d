// SPDX-License-Identifier: BSL-1.0
// What attn/layers/activation.hpp promises.
#pragma once

#include <attn/layers/activation.hpp>
#include <attn/math/erf.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>
#include <attn/math/sigmoid.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/map.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <limits>
#include <type_traits>

#include "static_tests/reference/layers_activations.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::activation_tests {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;

// To 17 digits, with mpmath.
constexpr report two_by_three() {
  report r;
  const auto x = launder(tensor<double, token, feature>{{-2, 0, 0.5}, {1, -0.25, 3}});
  const auto y = relu(x);
  static_assert(std::is_same_v<decltype(y), const tensor<double, token, feature>>);
  r.check(y == tensor<double, token, feature>{{0, 0, 0.5}, {1, 0, 3}});
  r.check(allclose(silu(x), {{-0.23840584404423511, 0, 0.31122966560092728},
                             {0.73105857863000488, -0.10945587477855047, 2.8577223804672997}}));
  r.check(
      allclose(gelu_exact(x), {{-0.045500263896358414, 0, 0.34573123063700655},
                               {0.84134474606854295, -0.10032341857926907, 2.9959503059051097}}));
  r.check(allclose(gelu_tanh(x), {{-0.045402305912224981, 0, 0.34571400982514392},
                                  {0.8411919906082767, -0.100324649298315, 2.996362607918227}}));
  r.check(allclose(softplus(x), {{0.1269280110429725, 0.69314718055994531, 0.97407698418010668},
                                 {1.3132616875182228, 0.57593941987884356, 3.0485873515737421}}));
  r.bits(y);
  return r;
}

template <class T>
constexpr report reference() {
  namespace expected = ::reference::layers_activations;
  report r;
  const auto x = launder(as<T>(expected::x));
  r.check(near(attn::relu(x), expected::relu));
  r.check(near(attn::silu(x), expected::silu));
  r.check(near(attn::gelu_exact(x), expected::gelu_erf));
  r.check(near(attn::gelu_tanh(x), expected::gelu_tanh));
  r.check(near(attn::softplus(x), expected::softplus));
  r.check(near(attn::sigmoid(x), expected::sigmoid));
  r.check(near(attn::tanh(x), expected::tanh));
  return r;
}

// The digits that gelu_tanh and softplus keep where 1 + tanh and 1 + exp lose them: relative
// errors, far to the left, with mpmath.
template <class T>
constexpr report digits_on_the_left() {
  report r;
  const auto x = launder(tensor<T, dim<3>>{-8, -5, -20});
  const tensor<T, dim<3>> by_tanh{-3.1077829375011112e-21, -2.291796196629506e-7, 0};
  const tensor<T, dim<3>> soft{0.00033540637289576883, 0.0067153484891180686,
                               2.0611536203143807e-09};
  const auto within = [](T got, T want, T relative) {
    const T d = got < want ? want - got : got - want;
    return d <= relative * (want < 0 ? -want : want);
  };
  const auto g = gelu_tanh(x), s = softplus(x);
  constexpr T eps = std::numeric_limits<T>::epsilon();
  r.check(within(g(0), by_tanh(0), 256 * eps) && within(g(1), by_tanh(1), 64 * eps));
  for (int i = 0; i < 3; ++i) r.check(within(s(i), soft(i), 2 * eps));
  r.bits(g);
  r.bits(s);
  return r;
}

// Each is what it is made of, element by element, bit for bit.
template <class T, std::size_t... Extents>
constexpr void check_against_the_parts(report& r) {
  const auto x = launder(filled<tensor<T, dim<Extents>...>>((Extents * ... * 7), T(6)));
  const auto half = x * T(0.5);
  const auto plus_one = [](const auto& t) { return map(t, [](T e) { return e + T(1); }); };
  r.check(bitwise_equal(relu(x), map(x, [](T e) { return e < 0 ? T(0) : e; })));
  r.check(bitwise_equal(silu(x), multiply(x, sigmoid(x))));
  r.check(
      bitwise_equal(gelu_exact(x), multiply(half, plus_one(erf(x * T(0.70710678118654752440))))));
  const auto cube = multiply(multiply(x, x), x);
  r.check(bitwise_equal(gelu_tanh(x),
                        multiply(x, sigmoid((x + cube * T(0.044715)) * T(1.5957691216057307118)))));
  const auto e = attn::exp(map(x, [](T v) { return v < 0 ? v : -v; }));
  const auto sum = plus_one(e);
  const auto lost = e - map(sum, [](T v) { return v - T(1); });
  r.check(bitwise_equal(softplus(x), relu(x) + (log(sum) + divide(lost, sum))));
  r.bits(silu(x));
  r.bits(gelu_exact(x));
  r.bits(gelu_tanh(x));
  r.bits(softplus(x));
}

template <class T>
constexpr report is_its_parts() {
  report r;
  check_against_the_parts<T>(r);
  check_against_the_parts<T, 1>(r);
  check_against_the_parts<T, 2, 7>(r);
  check_against_the_parts<T, 16>(r);
  check_against_the_parts<T, 3, 17>(r);
  return r;
}
template <class T>
constexpr report is_its_parts_longer() {
  report r;
  check_against_the_parts<T, 2, 5, 7>(r);
  return r;
}

template <class T>
constexpr report special_values() {
  report r;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  const auto zeros = launder(tensor<T, dim<2>>{-0.0, 0.0});
  r.check(bitwise_equal(relu(zeros), {-0.0, 0.0}));
  r.check(bitwise_equal(silu(zeros), {-0.0, 0.0}));
  r.check(bitwise_equal(gelu_exact(zeros), {-0.0, 0.0}));
  r.check(bitwise_equal(gelu_tanh(zeros), {-0.0, 0.0}));
  r.check(bitwise_equal(softplus(zeros)(0), softplus(zeros)(1)));
  const auto far = launder(tensor<T, dim<3>>{infinity, 1000, T(1e6)});
  r.check(relu(far) == far && silu(far) == far && softplus(far) == far);
  r.check(gelu_exact(far) == far && gelu_tanh(far) == far);
  const auto below = launder(tensor<T, dim<3>>{-1000, T(-1e6), -2000});
  const tensor<T, dim<3>> nothing{};
  r.check(relu(below) == nothing && silu(below) == nothing && softplus(below) == nothing);
  r.check(gelu_exact(below) == nothing && gelu_tanh(below) == nothing);
  const auto left = launder(tensor<T, dim<2>>{-infinity, 1});
  r.check(bitwise_equal(relu(left), {0.0, 1}));
  r.check(bitwise_equal(softplus(left)(0), T(0)));
  return r;
}

// Exact relations.
template <class T>
constexpr report identities() {
  report r;
  const auto x = launder(filled<tensor<T, feature, dim<7>>>(3, T(9)));
  r.check(relu(x) - relu(-x) == x);
  r.check(relu(relu(x)) == relu(x));
  r.check(bitwise_equal(relu(x * T(4)), relu(x) * T(4)));
  // An element does not know its neighbours.
  r.check(bitwise_equal(silu(select<1>(x, 4)), select<1>(silu(x), 4)));
  r.check(bitwise_equal(gelu_exact(select<1>(x, 4)), select<1>(gelu_exact(x), 4)));
  r.check(allclose(gelu_exact(x) - gelu_exact(-x), x));
  r.check(allclose(softplus(x) - softplus(-x), x));
  return r;
}

// For a layer's template argument.
struct squared_relu {
  template <class X>
  constexpr auto operator()(const X& x) const {
    return multiply(relu(x), relu(x));
  }
};
constexpr report function_objects() {
  report r;
  const auto x = launder(filled<tensor<float, token, feature>>(5, 3.0f));
  r.check(bitwise_equal(act::relu{}(x), relu(x)) && bitwise_equal(act::silu{}(x), silu(x)));
  r.check(bitwise_equal(act::gelu_exact{}(x), gelu_exact(x)));
  r.check(bitwise_equal(act::gelu_tanh{}(x), gelu_tanh(x)));
  r.check(bitwise_equal(act::softplus{}(x), softplus(x)));
  r.check(bitwise_equal(act::sigmoid{}(x), sigmoid(x)) && bitwise_equal(act::tanh{}(x), tanh(x)));
  r.check(bitwise_equal(act::identity{}(x), x));
  using operand = rules::operand<tensor<float, token, feature>>;
  r.check(rules::is_activation<rules::option<act::relu>, operand>::value);
  r.check(rules::is_activation<rules::option<squared_relu>, operand>::value);
  r.check(!rules::is_activation<rules::option<int>, operand>::value);
  // rejected/layers.cpp: gelu and act::gelu.
  r.check(!rules::variant_is_named<rules::element<float>>::value);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<matrix<double, 3, 5>>(1, 6.0));
  const auto a = as_archetype(x);
  r.check(bitwise_equal(values_of(relu(a)), relu(x)));
  r.check(bitwise_equal(values_of(silu(a)), silu(x)));
  r.check(bitwise_equal(values_of(gelu_exact(a)), gelu_exact(x)));
  r.check(bitwise_equal(values_of(gelu_tanh(a)), gelu_tanh(x)));
  r.check(bitwise_equal(values_of(softplus(a)), softplus(x)));
  return r;
}

// Signs of which every fourth, from the second four on, rises by one step modulo 2^64 (here 0, min,
// 0): GCC 12 writes such a constant as steps, and folds no ^ of it (detail/vector.hpp).
template <class T>
constexpr report signs_in_steps() {
  report r;
  tensor<T, dim<16>> x;
  for (int i = 0; i < 16; ++i) x(i) = T(i == 2 || i == 4 || i == 12 ? 1 : -1) * T(1 + i / 16.0);
  const auto y = launder(x);
  for (int i = 0; i < 16; ++i) r.check(bitwise_equal(silu(y)(i), y(i) * math::sigmoid(y(i))));
  r.bits(silu(y));
  r.bits(gelu_tanh(y));
  r.bits(gelu_exact(y));
  r.bits(softplus(y));
  return r;
}

template <class T>
constexpr report into_an_existing_tensor() {
  report r;
  const auto x = launder(filled<tensor<T, axis<"token", 2>, dim<21>>>(5, T(4)));
  tensor<T, dim<2>, dim<21>> out{};
  const auto check = [&](const auto& wanted) {
    r.check(bitwise_equal(out, wanted));
    r.bits(out);
  };
  relu_into(out, x), check(relu(x));
  silu_into(out, x), check(silu(x));
  gelu_exact_into(out, x), check(gelu_exact(x));
  gelu_tanh_into(out, x), check(gelu_tanh(x));
  softplus_into(out, x), check(softplus(x));
  silu_into(out, out), check(silu(softplus(x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"signs in steps, float", signs_in_steps<float>},
    {"signs in steps, double", signs_in_steps<double>},
    {"2x3", two_by_three},
    {"reference, float", reference<float>},
    {"reference, double", reference<double>},
    {"digits on the left, float", digits_on_the_left<float>},
    {"digits on the left, double", digits_on_the_left<double>},
    {"is its parts, float", is_its_parts<float>},
    {"is its parts, double", is_its_parts<double>},
    {"is its parts, longer, float", is_its_parts_longer<float>},
    {"is its parts, longer, double", is_its_parts_longer<double>},
    {"special values, float", special_values<float>},
    {"special values, double", special_values<double>},
    {"identities, float", identities<float>},
    {"identities, double", identities<double>},
    {"function objects", function_objects},
    {"into an existing tensor, float", into_an_existing_tensor<float>},
    {"into an existing tensor, double", into_an_existing_tensor<double>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::activation_tests
