// SPDX-License-Identifier: BSL-1.0
// What attn/layers/norm.hpp promises.
#pragma once

#include <attn/layers/norm.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/add_bias.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/expand.hpp>
#include <attn/ops/map.hpp>
#include <attn/ops/permute.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/reference/layers_layer_norm.hpp"
#include "static_tests/reference/layers_layer_norm_edges.hpp"
#include "static_tests/reference/layers_rms_norm.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::norm_tests {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;

// 1/sqrt(2/3 + 1e-5) = 1.2247356859083902; 1, 2, 3 has mean 2 and variance 2/3, divided by n.
constexpr report two_by_three() {
  report r;
  const auto x = launder(tensor<double, token, feature>{{1, 2, 3}, {5, 5, 5}});
  const auto gain = launder(tensor<double, feature>{1, 10, 2});
  const auto bias = launder(tensor<double, feature>{0.5, 0.25, 1});
  const auto y = layer_norm<"feature">(x, gain, bias);
  static_assert(std::is_same_v<decltype(y), const tensor<double, token, feature>>);
  constexpr double s = 1.2247356859083902;
  r.check(allclose(y, {{0.5 - s, 0.25, 1 + 2 * s}, {0.5, 0.25, 1}}));
  r.check(bitwise_equal(y, layer_norm(x, gain, bias)));  // the last axis
  r.check(bitwise_equal(y, layer_norm<1>(x, gain, bias, 1e-5)));
  r.check(bitwise_equal(y, layer_norm<-1>(x, gain, bias)));
  r.check(allclose(layer_norm(x), {{-s, 0, s}, {0, 0, 0}}));
  // 12^2 / 3 + 1 is 7^2.
  const auto z = rms_norm<"feature">(launder(tensor<double, feature>{0, 0, 12}), 1.0);
  r.check(allclose(z, {0, 0, 12 / 7.0}));
  r.bits(y);
  return r;
}

template <class T>
constexpr report reference_layer_norm() {
  using namespace reference::layers_layer_norm;
  using reference::layers_layer_norm::gamma;  // not that of <math.h>
  report r;
  const auto x = launder(as<T>(X));
  const auto g = as<T>(gamma), b = as<T>(beta);
  r.check(near(layer_norm(x), plain));
  r.check(near(layer_norm(x, T(1e-5)), plain));
  r.check(near(layer_norm(x, g, b), affine_eps0));
  r.check(near(layer_norm(x, g, b, T(0.1)), affine_eps1));
  return r;
}

template <class T>
constexpr report reference_edges() {
  using namespace reference::layers_layer_norm_edges;
  report r;
  const auto x = launder(as<T>(X));
  r.check(near(layer_norm(x), plain));
  r.check(near(rms_norm(x, T(1e-5)), rms));
  return r;
}

template <class T>
constexpr report reference_rms_norm() {
  using namespace reference::layers_rms_norm;
  using reference::layers_rms_norm::gamma;  // not that of <math.h>
  report r;
  const auto x = launder(as<T>(X));
  r.check(near(rms_norm(x, T(1e-6)), plain));
  r.check(near(rms_norm(x, as<T>(gamma), T(1e-6)), scaled_eps0));
  r.check(near(rms_norm(x, as<T>(gamma), T(0.1)), scaled_eps1));
  return r;
}

// Both are their public steps, bit for bit.
template <class T, std::size_t Rows, std::size_t Columns>
constexpr void check_against_the_steps(report& r) {
  using row = axis<"row", Rows>;
  using column = axis<"column", Columns>;
  const auto x = launder(filled<tensor<T, row, column>>(Rows * 100 + Columns, T(20)));
  const auto gain = launder(filled<tensor<T, column>>(Columns, T(2)));
  const auto bias = launder(filled<tensor<T, column>>(Columns + 1));
  constexpr auto eps = T(1e-3);
  const auto by_inverse_root = [](const auto& c) {
    const auto spread =
        map(mean<"column">(multiply(c, c)), [](T v) { return T(1) / math::sqrt(T(v + eps)); });
    return multiply(c, expand<column>(spread));
  };
  const auto c = x - expand<column>(mean<"column">(x));
  const auto plain = by_inverse_root(c);
  const auto scaled = multiply(plain, transpose(expand<row>(gain)));
  r.check(bitwise_equal(layer_norm<"column">(x, eps), plain));
  r.check(bitwise_equal(layer_norm<"column">(x, gain, eps), scaled));
  const auto y = layer_norm<"column">(x, gain, bias, eps);
  r.check(bitwise_equal(y, add_bias(scaled, bias)));
  const auto z = rms_norm<"column">(x, gain, eps);
  r.check(bitwise_equal(rms_norm<"column">(x, eps), by_inverse_root(x)));
  r.check(bitwise_equal(z, multiply(by_inverse_root(x), transpose(expand<row>(gain)))));
  r.bits(y);
  r.bits(z);
}

// Rows of one register, several, and parts of one; as many rows as go side by side, and others.
template <class T>
constexpr report is_its_steps() {
  report r;
  check_against_the_steps<T, 1, 1>(r);
  check_against_the_steps<T, 3, 3>(r);
  check_against_the_steps<T, 7, 2>(r);
  check_against_the_steps<T, 2, 15>(r);
  check_against_the_steps<T, 4, 16>(r);
  check_against_the_steps<T, 5, 17>(r);
  check_against_the_steps<T, 1, 33>(r);
  check_against_the_steps<T, 6, 40>(r);
  check_against_the_steps<T, 1, 131>(r);
  return r;
}

// Along the first axis, the middle one of three: the same numbers as along the last.
template <class T>
constexpr report any_axis() {
  report r;
  using a = axis<"a", 2>;
  using b = axis<"b", 5>;
  using c = axis<"c", 4>;
  const auto x = launder(filled<tensor<T, a, b, c>>(4, T(8)));
  const auto gain = launder(filled<tensor<T, b>>(5));
  const auto bias = launder(filled<tensor<T, b>>(6));
  const auto last = permute<"a", "c", "b">(x);
  const auto middle = layer_norm<"b">(x, gain, bias);
  static_assert(std::is_same_v<decltype(middle), const tensor<T, a, b, c>>);
  r.check(bitwise_equal(permute<"a", "c", "b">(middle), layer_norm(last, gain, bias)));
  const auto root = rms_norm<"b">(x, gain, T(1e-6));
  r.check(bitwise_equal(permute<"a", "c", "b">(root), rms_norm(last, gain, T(1e-6))));
  const auto first = layer_norm<0>(x);
  r.check(bitwise_equal(permute<"b", "c", "a">(first), layer_norm(permute<"b", "c", "a">(x))));
  r.bits(middle);
  r.bits(first);
  return r;
}

// The gain's name is given to an axis that has none.
constexpr report names() {
  report r;
  using x_type = tensor<double, token, feature>;
  using gain_type = tensor<double, feature>;
  static_assert(rules::norm_call<axis_selector("feature"), x_type, gain_type>::holds &&
                rules::norm_call<axis_selector(-1), x_type>::holds);
  static_assert(
      rules::norm_call<axis_selector(1), x_type, gain_type, tensor<double, dim<3>>>::holds);
  static_assert(!rules::norm_call<axis_selector("token"), x_type, gain_type>::holds);
  const auto x = launder(matrix<double, 2, 3>{{1, 2, 4}, {8, 1, 0}});
  const auto gain = launder(tensor<double, feature>{1, 2, 3});
  const auto bias = launder(tensor<double, dim<3>>{1, 2, 3});
  static_assert(std::is_same_v<decltype(layer_norm(x)), matrix<double, 2, 3>>);
  static_assert(
      std::is_same_v<decltype(layer_norm(x, gain, bias)), tensor<double, dim<2>, feature>>);
  static_assert(
      std::is_same_v<decltype(layer_norm(x, bias, gain)), tensor<double, dim<2>, feature>>);
  static_assert(std::is_same_v<decltype(rms_norm(x, gain, 1e-6)), tensor<double, dim<2>, feature>>);
  r.check(bitwise_equal(layer_norm(x, gain, bias), layer_norm<1>(x, gain, unnamed(bias))));
  return r;
}

// What changes nothing, exactly: other rows; powers of two, with an eps that follows; the sign.
template <class T>
constexpr report invariances() {
  report r;
  const auto x = launder(filled<matrix<T, 6, 19>>(3, T(4)));
  const auto y = layer_norm(x, T(0.125));
  const auto z = rms_norm(x, T(0.125));
  r.check(bitwise_equal(narrow<0, 3>(y, 2), layer_norm(narrow<0, 3>(x, 2), T(0.125))));
  r.check(bitwise_equal(narrow<0, 3>(z, 2), rms_norm(narrow<0, 3>(x, 2), T(0.125))));
  r.check(bitwise_equal(layer_norm(x * T(4), T(2)), y));
  r.check(bitwise_equal(rms_norm(x * T(4), T(2)), z));
  r.check(bitwise_equal(layer_norm(-x, T(0.125)), -y));
  r.check(bitwise_equal(rms_norm(-x, T(0.125)), -z));
  // A common offset: exact here, as the sums are.
  const auto whole = launder(matrix<T, 2, 4>{{1, 2, 3, 6}, {-4, 0, 4, 8}});
  const auto shifted = map(whole, [](T e) { return e + T(1024); });
  r.check(bitwise_equal(layer_norm(shifted), layer_norm(whole)));
  // What it is for: mean 0, mean square 1 (a little less, for eps).
  for (const T m : mean<1>(y)) r.check(allclose(m, T(0)));
  for (const T m : mean<1>(multiply(layer_norm(x), layer_norm(x))))
    r.check(m > T(0.9999) && m < T(1.0001));
  r.bits(y);
  r.bits(z);
  return r;
}

// A constant row becomes the bias; one element is a constant row.
constexpr report constant_rows() {
  report r;
  const auto x = launder(matrix<float, 2, 3>{{7, 7, 7}, {0, 0, 0}});
  const auto gain = launder(tensor<float, dim<3>>{3, 4, 5});
  const auto bias = launder(tensor<float, dim<3>>{1, -2, 0.5f});
  r.check(layer_norm(x, gain, bias) == matrix<float, 2, 3>{{1, -2, 0.5f}, {1, -2, 0.5f}});
  r.check(layer_norm(x, gain) == matrix<float, 2, 3>{});
  r.check(layer_norm(launder(tensor<double, dim<1>>{42})) == tensor<double, dim<1>>{0});
  r.check(rms_norm(launder(tensor<double, dim<2>>{0, 0}), 1e-6) == tensor<double, dim<2>>{0, 0});
  return r;
}

// The mean of zeros that are negative is -0, however many they are, and -0 - -0 is +0.
template <class T, std::size_t N>
constexpr void check_negative_zeros(report& r) {
  tensor<T, dim<N>> x, ones;
  for (T& e : x) e = T(-0.0);
  for (T& e : ones) e = T(1);
  x = launder(x);
  r.check(bitwise_equal(layer_norm(x), tensor<T, dim<N>>{}));
  r.check(bitwise_equal(layer_norm(x, ones, x), tensor<T, dim<N>>{}));
  r.check(bitwise_equal(rms_norm(x, T(1e-6)), x));
  r.bits(layer_norm(x));
}
template <class T>
constexpr report negative_zeros() {
  report r;
  check_negative_zeros<T, 1>(r);
  check_negative_zeros<T, 3>(r);
  check_negative_zeros<T, 6>(r);
  check_negative_zeros<T, 16>(r);
  check_negative_zeros<T, 19>(r);
  check_negative_zeros<T, 37>(r);
  return r;
}

template <class T>
constexpr report layers() {
  report r;
  using layer = nn::layer_norm<T, feature>;
  using without = nn::layer_norm<T, feature, 1e-12, without_bias>;
  using root = nn::rms_norm<T, feature, 1e-6>;
  static_assert(parameter_count<layer> == 6 && parameter_count<without> == 3);
  static_assert(parameter_count<root> == 3);
  const auto x = launder(filled<tensor<T, token, feature>>(8, T(3)));
  const tensor<T, feature> gain{1, 2, 3}, bias{4, 5, 6};
  const layer l{gain, bias};
  const without w{gain};
  const root q{gain};
  r.check(bitwise_equal(l(x), layer_norm<"feature">(x, gain, bias, T(1e-5))));
  r.check(bitwise_equal(w(x), layer_norm<"feature">(x, gain, T(1e-12))));
  r.check(bitwise_equal(q(x), rms_norm<"feature">(x, gain, T(1e-6))));
  r.check(bitwise_equal(l(select<"token">(x, 1)), select<"token">(l(x), 1)));
  r.check(parameter<"weight">(l) == gain && parameter<"bias">(l) == bias);
  r.check(parameter<"weight">(q) == gain);
  // As they start: weight 1, bias 0.
  r.check(layer::initial()(x) == layer_norm(x) && layer::initial().bias == tensor<T, feature>{});
  r.check(without::initial()(x) == layer_norm(x, T(1e-12)));
  r.check(root::initial()(x) == rms_norm(x, T(1e-6)));
  r.check(!(layer::initial() == layer{}));
  // eps is part of the type, and a conversion keeps it.
  static_assert(
      std::is_same_v<decltype(as<float>(w)), nn::layer_norm<float, feature, 1e-12, without_bias>>);
  static_assert(std::is_same_v<decltype(as<float>(q)), nn::rms_norm<float, feature, 1e-6>>);
  static_assert(std::is_same_v<decltype(as<float>(l)), nn::layer_norm<float, feature>>);
  r.bits(l(x));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<matrix<double, 3, 5>>(1, 6.0));
  const auto gain = launder(filled<tensor<double, dim<5>>>(2));
  const auto bias = launder(filled<tensor<double, dim<5>>>(3));
  const auto a = as_archetype(x);
  const auto g = as_archetype(gain), b = as_archetype(bias);
  r.check(bitwise_equal(values_of(layer_norm(a)), layer_norm(x)));
  r.check(bitwise_equal(values_of(layer_norm(a, g, b)), layer_norm(x, gain, bias)));
  r.check(bitwise_equal(values_of(layer_norm<0>(a)), layer_norm<0>(x)));
  r.check(bitwise_equal(values_of(rms_norm(a, g, archetype(1e-6))), rms_norm(x, gain, 1e-6)));
  using layer = nn::layer_norm<archetype, dim<5>>;
  r.check(bitwise_equal(values_of(layer{g, b}(a)), layer_norm(x, gain, bias)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"2x3", two_by_three},
    {"reference: layer_norm, float", reference_layer_norm<float>},
    {"reference: layer_norm, double", reference_layer_norm<double>},
    {"reference: edges, float", reference_edges<float>},
    {"reference: edges, double", reference_edges<double>},
    {"reference: rms_norm, float", reference_rms_norm<float>},
    {"reference: rms_norm, double", reference_rms_norm<double>},
    {"is its steps, float", is_its_steps<float>},
    {"is its steps, double", is_its_steps<double>},
    {"any axis, float", any_axis<float>},
    {"any axis, double", any_axis<double>},
    {"names", names},
    {"invariances, float", invariances<float>},
    {"invariances, double", invariances<double>},
    {"constant rows", constant_rows},
    {"negative zeros, float", negative_zeros<float>},
    {"negative zeros, double", negative_zeros<double>},
    {"layers, float", layers<float>},
    {"layers, double", layers<double>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::norm_tests
