// SPDX-License-Identifier: BSL-1.0
// What attn/layers/activation.hpp promises.
#pragma once

#include "static_tests/reference/layers.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::activation_tests {
using token = axis<"token", 2>;

// Each is what it is made of, element by element, bit for bit.
template <class T, std::size_t... Extents> constexpr void check_against_the_parts(report& r) {
  const auto x = launder(filled<tensor<T, dim<Extents>...>>((Extents * ... * 7), T(6)));
  const auto half = x * T(0.5);
  const auto plus_one = [](const auto& t) { return map(t, [](T e) { return e + T(1); }); };
  r.same(relu(x), map(x, [](T e) { return e < 0 ? T(0) : e; }));
  r.same(silu(x), multiply(x, sigmoid(x)));
  r.same(gelu_exact(x), multiply(half, plus_one(erf(x * T(0.70710678118654752440)))));
  const auto cube = multiply(multiply(x, x), x);
  r.same(gelu_tanh(x), multiply(x, sigmoid((x + cube * T(0.044715)) * T(1.5957691216057307118))));
  const auto e = attn::exp(map(x, [](T v) { return v < 0 ? v : -v; }));
  const auto sum = plus_one(e);
  const auto lost = e - map(sum, [](T v) { return v - T(1); });
  r.same(softplus(x), relu(x) + (log(sum) + divide(lost, sum)));
}

// For a layer's template argument.
struct squared_relu {
  template <class X> constexpr auto operator()(const X& x) const {
    return multiply(relu(x), relu(x));
  }
};

struct cubed {
  template <class V> constexpr V operator()(const V& x) const {
    return detail::rounded(V(detail::rounded(V(x * x)) * x));
  }
};
struct total {
  template <class X> constexpr auto operator()(const X& x) const { return sum<0>(sum<0>(x)); }
};

inline constexpr auto behaviours = [](test_table& tests) {
  // Signs of which every fourth, from the second four on, rises by one step modulo 2^64 (here 0, min,
  // 0): GCC 12 writes such a constant as steps, and folds no ^ of it (detail/vector.hpp).
  tests.proved<float, double>("signs in steps", []<class T>(report& r) {
    tensor<T, dim<16>> x;
    for (int i = 0; i < 16; ++i) x(i) = T(i == 2 || i == 4 || i == 12 ? 1 : -1) * T(1 + i / 16.0);
    const auto y = launder(x);
    for (int i = 0; i < 16; ++i) r.same(silu(y)(i), y(i) * math::sigmoid(y(i)));
    r.bits(silu(y));
    r.bits(gelu_tanh(y));
    r.bits(gelu_exact(y));
    r.bits(softplus(y));
  });
  // To 17 digits, with mpmath.
  tests.proved("2x3", [](report& r) {
    const auto x = launder(tensor<double, token, feature>{{-2, 0, 0.5}, {1, -0.25, 3}});
    const auto y = relu(x);
    has_type<tensor<double, token, feature>>(y);
    r.check(y == tensor<double, token, feature>{{0, 0, 0.5}, {1, 0, 3}});
    r.check(
        allclose(silu(x), {{-0.23840584404423511, 0, 0.31122966560092728},
                              {0.73105857863000488, -0.10945587477855047, 2.8577223804672997}}));
    r.check(allclose(
        gelu_exact(x), {{-0.045500263896358414, 0, 0.34573123063700655},
                           {0.84134474606854295, -0.10032341857926907, 2.9959503059051097}}));
    r.check(
        allclose(gelu_tanh(x), {{-0.045402305912224981, 0, 0.34571400982514392},
                                   {0.8411919906082767, -0.100324649298315, 2.996362607918227}}));
    r.check(
        allclose(softplus(x), {{0.1269280110429725, 0.69314718055994531, 0.97407698418010668},
                                  {1.3132616875182228, 0.57593941987884356, 3.0485873515737421}}));
    r.bits(y);
  });
  tests.proved<float, double>("reference", []<class T>(report& r) {
    namespace expected = ::reference::layers_activations;
    const auto x = launder(as<T>(expected::x));
    r.check(near(attn::relu(x), expected::relu));
    r.check(near(attn::silu(x), expected::silu));
    r.check(near(attn::gelu_exact(x), expected::gelu_erf));
    r.check(near(attn::gelu_tanh(x), expected::gelu_tanh));
    r.check(near(attn::softplus(x), expected::softplus));
    r.check(near(attn::sigmoid(x), expected::sigmoid));
    r.check(near(attn::tanh(x), expected::tanh));
  });
  // The digits that gelu_tanh and softplus keep where 1 + tanh and 1 + exp lose them: relative
  // errors, far to the left, with mpmath.
  tests.proved<float, double>("digits on the left", []<class T>(report& r) {
    const auto x = launder(tensor<T, dim<3>>{-8, -5, -20});
    const tensor<T, dim<3>> by_tanh{-3.1077829375011112e-21, -2.291796196629506e-7, 0};
    const tensor<T, dim<3>> soft{
        0.00033540637289576883, 0.0067153484891180686, 2.0611536203143807e-09};
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
  });
  tests.proved<float, double>("is its parts", []<class T>(report& r) {
    check_against_the_parts<T>(r);
    check_against_the_parts<T, 1>(r);
    check_against_the_parts<T, 2, 7>(r);
    check_against_the_parts<T, 16>(r);
    check_against_the_parts<T, 3, 17>(r);
  });
  tests.proved<float, double>(
      "is its parts, longer", []<class T>(report& r) { check_against_the_parts<T, 2, 5, 7>(r); });
  tests.proved<float, double>("special values", []<class T>(report& r) {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    const auto zeros = launder(tensor<T, dim<2>>{-0.0, 0.0});
    r.check(bitwise_equal(relu(zeros), {-0.0, 0.0}));
    r.check(bitwise_equal(silu(zeros), {-0.0, 0.0}));
    r.check(bitwise_equal(gelu_exact(zeros), {-0.0, 0.0}));
    r.check(bitwise_equal(gelu_tanh(zeros), {-0.0, 0.0}));
    r.same(softplus(zeros)(0), softplus(zeros)(1));
    const auto far = launder(tensor<T, dim<3>>{infinity, 1000, T(1e6)});
    r.check(relu(far) == far && silu(far) == far && softplus(far) == far);
    r.check(gelu_exact(far) == far && gelu_tanh(far) == far);
    const auto below = launder(tensor<T, dim<3>>{-1000, T(-1e6), -2000});
    const tensor<T, dim<3>> nothing{};
    r.check(relu(below) == nothing && silu(below) == nothing && softplus(below) == nothing);
    r.check(gelu_exact(below) == nothing && gelu_tanh(below) == nothing);
    const auto left = launder(tensor<T, dim<2>>{-infinity, 1});
    r.check(bitwise_equal(relu(left), {0.0, 1}));
    r.same(softplus(left)(0), T(0));
  });
  // Exact relations.
  tests.proved<float, double>("identities", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, feature, dim<7>>>(3, T(9)));
    r.check(relu(x) - relu(-x) == x);
    r.check(relu(relu(x)) == relu(x));
    r.same(relu(x * T(4)), relu(x) * T(4));
    // An element does not know its neighbours.
    r.same(silu(select<1>(x, 4)), select<1>(silu(x), 4));
    r.same(gelu_exact(select<1>(x, 4)), select<1>(gelu_exact(x), 4));
    r.check(allclose(gelu_exact(x) - gelu_exact(-x), x));
    r.check(allclose(softplus(x) - softplus(-x), x));
  });
  tests.proved("function objects", [](report& r) {
    const auto x = launder(filled<tensor<float, token, feature>>(5, 3.0f));
    r.check(bitwise_equal(act::relu{}(x), relu(x)) && bitwise_equal(act::silu{}(x), silu(x)));
    r.same(act::gelu_exact{}(x), gelu_exact(x));
    r.same(act::gelu_tanh{}(x), gelu_tanh(x));
    r.same(act::softplus{}(x), softplus(x));
    r.check(bitwise_equal(act::sigmoid{}(x), sigmoid(x)) && bitwise_equal(act::tanh{}(x), tanh(x)));
    r.same(act::identity{}(x), x);
    using operand = rules::operand<tensor<float, token, feature>>;
    r.check(rules::is_activation<rules::option<act::relu>, operand>::value);
    r.check(rules::is_activation<rules::option<squared_relu>, operand>::value);
    r.check(!rules::is_activation<rules::option<int>, operand>::value);
    // rejected/layers.cpp: gelu and act::gelu.
    r.check(!rules::variant_is_named<rules::element<float>>::value);
  });
  tests.proved<float, double>("into an existing tensor", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, axis<"token", 2>, dim<21>>>(5, T(4)));
    tensor<T, dim<2>, dim<21>> out{};
    const auto check = [&](const auto& wanted) { r.same(out, wanted); };
    relu_into(out, x), check(relu(x));
    silu_into(out, x), check(silu(x));
    gelu_exact_into(out, x), check(gelu_exact(x));
    gelu_tanh_into(out, x), check(gelu_tanh(x));
    softplus_into(out, x), check(softplus(x));
    silu_into(out, out), check(silu(softplus(x)));
  });
  // One struct: its cost and its derivative come from its body.
  tests.proved<float, double>("an activation of your own", []<class T>(report& r) {
    using own = act::each<cubed>;
    using axes = tensor<T, axis<"token", 2>, axis<"feature", 5>>;
    const auto x = launder(filled<axes>(5, T(2)));
    r.same(own{}(x), multiply(multiply(x, x), x));
    static_assert(cost_of<own, axes>() == operation_count{.multiplications = 20});
    static_assert(cost_of<own, axes>() == cost::multiply<axes>() + cost::multiply<axes>());
    const auto slope = gradient([](const auto& y) { return total{}(own{}(y)); }, x);
    r.check(allclose(slope, multiply(x, x) * T(3)));
    using network = nn::feed_forward<T, axis<"feature", 5>, axis<"inner", 7>, output_by_input, own>;
    network layer{};
    for (auto& w : layer.linear1.weight) w = T(0.25);
    for (auto& w : layer.linear2.weight) w = T(0.5);
    r.same(layer(x), layer.linear2(own{}(layer.linear1(x))));
    static_assert(cost_of<network, axes>().multiplications == 2 * 5 * 7 * 2 + 2 * 14);
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(filled<matrix<double, 3, 5>>(1, 6.0));
    const auto a = as_archetype(x);
    r.same(values_of(relu(a)), relu(x));
    r.same(values_of(silu(a)), silu(x));
    r.same(values_of(gelu_exact(a)), gelu_exact(x));
    r.same(values_of(gelu_tanh(a)), gelu_tanh(x));
    r.same(values_of(softplus(a)), softplus(x));
  });
};
}  // namespace attn_tests::activation_tests
