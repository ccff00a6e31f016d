// SPDX-License-Identifier: BSL-1.0
// Behaviours of norm, norm_into of attn/layers/.
#pragma once

#include "static_tests/reference/layers.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::layers_norm_tests {
using token_2 = axis<"token", 2>;

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
  r.same(layer_norm<"column">(x, eps), plain);
  r.same(layer_norm<"column">(x, gain, eps), scaled);
  const auto y = layer_norm<"column">(x, gain, bias, eps);
  r.same(y, add_bias(scaled, bias));
  const auto z = rms_norm<"column">(x, gain, eps);
  r.same(rms_norm<"column">(x, eps), by_inverse_root(x));
  r.same(z, multiply(by_inverse_root(x), transpose(expand<row>(gain))));
}

// The mean of zeros that are negative is -0, however many they are, and -0 - -0 is +0.
template <class T, std::size_t N> constexpr void check_negative_zeros(report& r) {
  tensor<T, dim<N>> x, ones;
  for (T& e : x) e = T(-0.0);
  for (T& e : ones) e = T(1);
  x = launder(x);
  r.same(layer_norm(x), tensor<T, dim<N>>{});
  r.same(layer_norm(x, ones, x), tensor<T, dim<N>>{});
  r.same(rms_norm(x, T(1e-6)), x);
}

// Into another tensor, and into x itself; along the last axis, by name, and along another one.
template <class T, std::size_t N> constexpr void equals_the_norm(report& r) {
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
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/layers/norm.hpp promises.
  // eps_of_a_norm_must_not_be_negative: rejected programs, and runtime_tests/ops/checked.cpp.
  // 1/sqrt(2/3 + 1e-5) = 1.2247356859083902; 1, 2, 3 has mean 2 and variance 2/3, divided by n.
  tests.executed("2x3", [](report& r) {
    const auto x = launder(tensor<double, token_2, feature>{{1, 2, 3}, {5, 5, 5}});
    const auto gain = launder(tensor<double, feature>{1, 10, 2});
    const auto bias = launder(tensor<double, feature>{0.5, 0.25, 1});
    const auto y = layer_norm<"feature">(x, gain, bias);
    has_type<tensor<double, token_2, feature>>(y);
    constexpr double s = 1.2247356859083902;
    r.check(allclose(y, {{0.5 - s, 0.25, 1 + 2 * s}, {0.5, 0.25, 1}}));
    r.same(y, layer_norm(x, gain, bias));  // the last axis
    r.same(y, layer_norm<1>(x, gain, bias, 1e-5));
    r.same(y, layer_norm<-1>(x, gain, bias));
    r.check(allclose(layer_norm(x), {{-s, 0, s}, {0, 0, 0}}));
    // 12^2 / 3 + 1 is 7^2.
    const auto z = rms_norm<"feature">(launder(tensor<double, feature>{0, 0, 12}), 1.0);
    r.check(allclose(z, {0, 0, 12 / 7.0}));
  });
  tests.executed<float, double>("reference: layer_norm", []<class T>(report& r) {
    using namespace reference::layers_layer_norm;
    using reference::layers_layer_norm::gamma;  // not the function of <math.h>
    const auto x = launder(as<T>(X));
    const auto g = as<T>(gamma), b = as<T>(beta);
    r.check(near(layer_norm(x), plain));
    r.check(near(layer_norm(x, T(1e-5)), plain));
    r.check(near(layer_norm(x, g, b), affine_eps0));
    r.check(near(layer_norm(x, g, b, T(0.1)), affine_eps1));
  });
  tests.executed<float, double>("reference: edges", []<class T>(report& r) {
    using namespace reference::layers_layer_norm_edges;
    const auto x = launder(as<T>(X));
    r.check(near(layer_norm(x), plain));
    r.check(near(rms_norm(x, T(1e-5)), rms));
  });
  tests.executed<float, double>("reference: rms_norm", []<class T>(report& r) {
    using namespace reference::layers_rms_norm;
    using reference::layers_rms_norm::gamma;  // not the function of <math.h>
    const auto x = launder(as<T>(X));
    r.check(near(rms_norm(x, T(1e-6)), plain));
    r.check(near(rms_norm(x, as<T>(gamma), T(1e-6)), scaled_eps0));
    r.check(near(rms_norm(x, as<T>(gamma), T(0.1)), scaled_eps1));
  });
  // Rows of one register, several, and parts of one; as many rows as go side by side, and others.
  tests.executed<float, double>("is its steps", []<class T>(report& r) {
    for_pairs<1, 1, 3, 3, 7, 2, 2, 15, 4, 16, 5, 17, 1, 33, 6, 40, 1, 131>(
        [&]<std::size_t M, std::size_t N>() { check_against_the_steps<T, M, N>(r); });
  });
  // Along the first axis, the middle one of three: the same numbers as along the last.
  tests.executed<float, double>("any axis", []<class T>(report& r) {
    using a = axis<"a", 2>;
    using b = axis<"b", 5>;
    using c = axis<"c", 4>;
    const auto x = launder(filled<tensor<T, a, b, c>>(4, T(8)));
    const auto gain = launder(filled<tensor<T, b>>(5));
    const auto bias = launder(filled<tensor<T, b>>(6));
    const auto last = permute<"a", "c", "b">(x);
    const auto middle = layer_norm<"b">(x, gain, bias);
    has_type<tensor<T, a, b, c>>(middle);
    r.same(permute<"a", "c", "b">(middle), layer_norm(last, gain, bias));
    const auto root = rms_norm<"b">(x, gain, T(1e-6));
    r.same(permute<"a", "c", "b">(root), rms_norm(last, gain, T(1e-6)));
    const auto first = layer_norm<0>(x);
    r.same(permute<"b", "c", "a">(first), layer_norm(permute<"b", "c", "a">(x)));
    r.bits(middle);
    r.bits(first);
  });
  // The gain's name is given to an axis that has none.
  tests.proved("names", [](report& r) {
    using x_type = tensor<double, token_2, feature>;
    using gain_type = tensor<double, feature>;
    static_assert(rules::norm_call<axis_selector("feature"), x_type, gain_type>::all::value &&
                  rules::norm_call<axis_selector(-1), x_type>::all::value);
    static_assert(
        rules::norm_call<axis_selector(1), x_type, gain_type, tensor<double, dim<3>>>::all::value);
    static_assert(!rules::norm_call<axis_selector("token"), x_type, gain_type>::all::value);
    const auto x = launder(matrix<double, 2, 3>{{1, 2, 4}, {8, 1, 0}});
    const auto gain = launder(tensor<double, feature>{1, 2, 3});
    const auto bias = launder(tensor<double, dim<3>>{1, 2, 3});
    static_assert(std::is_same_v<decltype(layer_norm(x)), matrix<double, 2, 3>>);
    static_assert(
        std::is_same_v<decltype(layer_norm(x, gain, bias)), tensor<double, dim<2>, feature>>);
    static_assert(
        std::is_same_v<decltype(layer_norm(x, bias, gain)), tensor<double, dim<2>, feature>>);
    static_assert(
        std::is_same_v<decltype(rms_norm(x, gain, 1e-6)), tensor<double, dim<2>, feature>>);
    r.same(layer_norm(x, gain, bias), layer_norm<1>(x, gain, unnamed(bias)));
  });
  // What changes nothing, exactly: other rows; powers of two, with an eps that follows; the sign.
  tests.executed<float, double>("invariances", []<class T>(report& r) {
    const auto x = launder(filled<matrix<T, 6, 19>>(3, T(4)));
    const auto y = layer_norm(x, T(0.125));
    const auto z = rms_norm(x, T(0.125));
    r.same(narrow<0, 3>(y, 2), layer_norm(narrow<0, 3>(x, 2), T(0.125)));
    r.same(narrow<0, 3>(z, 2), rms_norm(narrow<0, 3>(x, 2), T(0.125)));
    r.same(layer_norm(x * T(4), T(2)), y);
    r.same(rms_norm(x * T(4), T(2)), z);
    r.same(layer_norm(-x, T(0.125)), -y);
    r.same(rms_norm(-x, T(0.125)), -z);
    // A common offset: exact here, as the sums are.
    const auto whole = launder(matrix<T, 2, 4>{{1, 2, 3, 6}, {-4, 0, 4, 8}});
    const auto shifted = map(whole, [](T e) { return e + T(1024); });
    r.same(layer_norm(shifted), layer_norm(whole));
    // What it is for: mean 0, mean square 1 (a little less, for eps).
    for (const T m : mean<1>(y)) r.check(allclose(m, T(0)));
    for (const T m : mean<1>(multiply(layer_norm(x), layer_norm(x))))
      r.check(m > T(0.9999) && m < T(1.0001));
  });
  // A constant row becomes the bias; one element is a constant row.
  tests.executed("constant rows", [](report& r) {
    const auto x = launder(matrix<float, 2, 3>{{7, 7, 7}, {0, 0, 0}});
    const auto gain = launder(tensor<float, dim<3>>{3, 4, 5});
    const auto bias = launder(tensor<float, dim<3>>{1, -2, 0.5f});
    r.check(layer_norm(x, gain, bias) == matrix<float, 2, 3>{{1, -2, 0.5f}, {1, -2, 0.5f}});
    r.check(layer_norm(x, gain) == matrix<float, 2, 3>{});
    r.check(layer_norm(launder(tensor<double, dim<1>>{42})) == tensor<double, dim<1>>{0});
    r.check(rms_norm(launder(tensor<double, dim<2>>{0, 0}), 1e-6) == tensor<double, dim<2>>{0, 0});
  });
  tests.executed<float, double>("negative zeros", []<class T>(report& r) {
    for_sizes<1, 3, 6, 16, 19, 37>([&]<std::size_t N>() { check_negative_zeros<T, N>(r); });
  });
  tests.executed<float, double>("layers", []<class T>(report& r) {
    using layer = nn::layer_norm<T, feature>;
    using without = nn::layer_norm<T, feature, 1e-12, without_bias>;
    using root = nn::rms_norm<T, feature, 1e-6>;
    static_assert(parameter_count<layer> == 6 && parameter_count<without> == 3);
    static_assert(parameter_count<root> == 3);
    const auto x = launder(filled<tensor<T, token_2, feature>>(8, T(3)));
    const tensor<T, feature> gain{1, 2, 3}, bias{4, 5, 6};
    const layer l{gain, bias};
    const without w{gain};
    const root q{gain};
    r.same(l(x), layer_norm<"feature">(x, gain, bias, T(1e-5)));
    r.same(w(x), layer_norm<"feature">(x, gain, T(1e-12)));
    r.same(q(x), rms_norm<"feature">(x, gain, T(1e-6)));
    r.same(l(select<"token">(x, 1)), select<"token">(l(x), 1));
    r.check(parameter<"weight">(l) == gain && parameter<"bias">(l) == bias);
    r.check(parameter<"weight">(q) == gain);
    // As they start: weight 1, bias 0.
    r.check(layer::initial()(x) == layer_norm(x) && layer::initial().bias == tensor<T, feature>{});
    r.check(without::initial()(x) == layer_norm(x, T(1e-12)));
    r.check(root::initial()(x) == rms_norm(x, T(1e-6)));
    r.check(!(layer::initial() == layer{}));
    // eps is part of the type, and a conversion keeps it.
    static_assert(std::is_same_v<decltype(as<float>(w)),
        nn::layer_norm<float, feature, 1e-12, without_bias>>);
    static_assert(std::is_same_v<decltype(as<float>(q)), nn::rms_norm<float, feature, 1e-6>>);
    static_assert(std::is_same_v<decltype(as<float>(l)), nn::layer_norm<float, feature>>);
  });
  // The mean is a float, and its error is in every difference from it: the page says how much.
  tests.executed("a row far from zero", [](report& r) {
    constexpr auto is = [](float x, double y) { return x - y < 1e-4 && y - x < 1e-4; };
    matrix<float, 1, 16> steps;
    for (std::size_t i = 0; i < 16; ++i) steps(0, i) = 1e4f + static_cast<float>(i) * 1e-3f;
    const auto x = launder(steps);
    const auto from_first = [](const auto& row) {
      return row - expand<dim<std::remove_cvref_t<decltype(row)>::volume>, 1>(select<1>(row, 0));
    };
    r.check(is(layer_norm(x)(0, 0), -1.4145));
    r.check(is(layer_norm(from_first(x))(0, 0), -1.33133));
    const auto constant = launder(map(matrix<float, 1, 768>{}, [](float) { return 14.1f; }));
    r.check(is(layer_norm(constant, 1e-12f)(0, 0), 0.943998));
    r.check(is(layer_norm(constant)(0, 0), 9.04734e-4));
    r.check(layer_norm(from_first(constant), 1e-12f) == matrix<float, 1, 768>{});
    r.bits(layer_norm(x));
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(filled<matrix<double, 3, 5>>(1, 6.0));
    const auto gain = launder(filled<tensor<double, dim<5>>>(2));
    const auto bias = launder(filled<tensor<double, dim<5>>>(3));
    const auto a = as_archetype(x);
    const auto g = as_archetype(gain), b = as_archetype(bias);
    r.same(values_of(layer_norm(a)), layer_norm(x));
    r.same(values_of(layer_norm(a, g, b)), layer_norm(x, gain, bias));
    r.same(values_of(layer_norm<0>(a)), layer_norm<0>(x));
    r.same(values_of(rms_norm(a, g, archetype(1e-6))), rms_norm(x, gain, 1e-6));
    using layer = nn::layer_norm<archetype, dim<5>>;
    r.same(values_of(layer{g, b}(a)), layer_norm(x, gain, bias));
  });
  // What attn/layers/norm.hpp promises.
  tests.proved("equals the norm, float, 3", [](report& r) { equals_the_norm<float, 3>(r); });
  tests.proved("equals the norm, float, 16", [](report& r) { equals_the_norm<float, 16>(r); });
  tests.proved("equals the norm, float, 37", [](report& r) { equals_the_norm<float, 37>(r); });
  tests.proved("equals the norm, double, 5", [](report& r) { equals_the_norm<double, 5>(r); });
  tests.proved("equals the norm, double, 33", [](report& r) { equals_the_norm<double, 33>(r); });
  // Names are gradual: out may have none, or x.
  tests.proved("names are gradual", [](report& r) {
    using feature = axis<"feature", 5>;
    const auto x = launder(filled<tensor<double, token, feature>>(5));
    const auto gain = launder(filled<tensor<double, feature>>(6));
    matrix<double, 3, 5> out;
    layer_norm_into(out, x, gain, gain);
    r.check(bits_equal(out, unnamed(layer_norm(x, gain, gain))));
    tensor<double, token, feature> named;
    rms_norm_into(named, unnamed(x), gain, 1e-5);
    r.check(bits_equal(named, rms_norm(x, gain, 1e-5)));
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(filled<matrix<double, 3, 5>>(7));
    const auto gain = launder(filled<tensor<double, dim<5>>>(8));
    auto out = as_archetype(x);
    layer_norm_into(out, as_archetype(x), as_archetype(gain), as_archetype(gain));
    r.check(bits_equal(values_of(out), layer_norm(x, gain, gain)));
  });
};
}  // namespace attn_tests::layers_norm_tests
