// SPDX-License-Identifier: BSL-1.0
// Behaviours of map, zip_with, elementwise, vmap of attn/ops/.
#pragma once

#include "static_tests/support/last_part_first.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::ops_elementwise_tests {
using token = axis<"token", 2>;
using batch = axis<"batch", 3>;
using token_4 = axis<"token", 4>;
using width = axis<"width", 5>;

static_assert(rules::is_a_tensor<rules::returned<tensor<int, token_4>>>::value &&
              !rules::is_a_tensor<rules::returned<int>>::value);

// Every element once, in its place.
template <class Tensor> constexpr void check_each_element(report& r) {
  using T = typename Tensor::value_type;
  const auto x = launder(filled<Tensor>(1)), y = launder(filled<Tensor>(2));
  const auto one = map(x, [](T a) { return a / T(3); });
  const auto two = map(x, y, [](T a, T b) { return a - b / T(3); });
  has_type<Tensor>(one);
  has_type<Tensor>(two);
  for (std::size_t i = 0; i < Tensor::volume; ++i) {
    const T a = x.data()[i], b = y.data()[i];
    r.same(one.data()[i], a / T(3));
    r.same(two.data()[i], a - b / T(3));
  }
  r.bits(one);
  r.bits(two);
}

static_assert(rules::is_elementwise<rules::for_one_element<tensor<int>>>::value &&
              !rules::is_elementwise<rules::for_one_element<tensor<int, dim<1>>>>::value &&
              !rules::is_elementwise<rules::for_one_element<int>>::value);
using pair = rules::formula<tensor<int, token>, tensor<float, dim<2>>>;
static_assert(pair::call<tensor<bool>>::all::value &&
              !pair::call<tensor<bool, token>>::all::value &&
              std::is_same_v<pair::call<tensor<bool>>::result, tensor<bool, token>>);

// One block, several, and a last one that is filled up; every element in its place.
template <class Tensor> constexpr void check_formula(report& r) {
  using T = typename Tensor::value_type;
  const auto a = launder(filled<Tensor>(1)), b = launder(filled<Tensor>(2));
  const auto f = [](const auto& x) { return x + relu(x) * T(2); };
  const auto g = [](const auto& x, const auto& y) { return divide(sigmoid(x), exp(y)) - x; };
  const auto one = elementwise(f, a);
  const auto two = elementwise(g, a, b);
  has_type<Tensor>(one);
  r.same(one, f(a));
  r.same(two, g(a, b));
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/ops/elementwise.hpp promises.
  tests.executed("by hand", [](report& r) {
    using type = tensor<double, token, feature>;
    const auto x = launder(type{{1, -2, 3}, {0, 5, -8}});
    const auto y = launder(type{{2, 4, 6}, {1, 10, 2}});
    r.check(map(x, [](double a) { return a < 0 ? 0.0 : a; }) == type{{1, 0, 3}, {0, 5, 0}});
    r.check(map(x, y, [](double a, double b) { return a / b; }) ==
            type{{0.5, -0.5, 0.5}, {0, 0.5, -4}});
    r.check(map(y, x, [](double a, double b) { return a - b; }) == type{{1, 6, 3}, {1, 5, 10}});
  });
  tests.executed<float, double>("shapes", []<class T>(report& r) {
    check_each_element<tensor<T>>(r);
    check_each_element<tensor<T, dim<1>>>(r);
    check_each_element<tensor<T, feature>>(r);
    check_each_element<matrix<T, 3, 7>>(r);
    check_each_element<tensor<T, token, feature, dim<5>>>(r);
    check_each_element<tensor<T, token, dim<1>, dim<3>, dim<2>>>(r);
  });
  // f decides; what it takes need not be what it gives.
  tests.proved("other element types", [](report& r) {
    const auto x = launder(tensor<double, feature>{1.5, -2, 0});
    const auto n = launder(tensor<int, feature>{3, 4, 5});
    const auto positive = map(x, [](double a) { return a > 0; });
    has_type<tensor<bool, feature>>(positive);
    r.check(positive(0) && !positive(1) && !positive(2));
    const auto scaled = map(x, n, [](double a, int k) { return static_cast<float>(a * k); });
    has_type<tensor<float, feature>>(scaled);
    r.check(scaled == tensor<float, feature>{4.5f, -8, 0});
    // A reference to an element is an element.
    const auto same = map(x, [](const double& a) -> const double& { return a; });
    has_type<tensor<double, feature>>(same);
    r.check(same == x);
    r.bits(scaled);
  });
  tests.proved("names merge", [](report& r) {
    const auto a = launder(filled<tensor<float, token, dim<3>>>(1));
    const auto b = launder(filled<tensor<float, dim<2>, feature>>(2));
    const auto first = [](float x, float) { return x; };
    static_assert(std::is_same_v<decltype(map(a, b, first)), tensor<float, token, feature>>);
    static_assert(std::is_same_v<decltype(map(b, a, first)), tensor<float, token, feature>>);
    for (std::size_t i = 0; i < 6; ++i) r.check(map(a, b, first).data()[i] == a.data()[i]);
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(filled<tensor<double, token, feature>>(1));
    const auto negative = [](const auto& a) { return -a; };
    const auto plus = [](const auto& a, const auto& b) { return a + b; };
    const auto y = as_archetype(x);
    r.same(values_of(map(y, negative)), map(x, negative));
    r.same(values_of(map(y, y, plus)), map(x, x, plus));
  });
  // What attn/ops/elementwise.hpp promises.
  tests.proved("three by three", [](report& r) {
    const auto a = launder(tensor<int, token, feature>{{1, 2, 3}, {4, 5, 6}});
    const auto b = launder(tensor<int, token, feature>{{10, 20, 30}, {40, 50, 60}});
    const auto c = launder(tensor<int, token, feature>{{100, 200, 300}, {400, 500, 600}});
    const auto y = zip_with([](int p, int q, int s) { return s + 2 * q - p; }, a, b, c);
    has_type<tensor<int, token, feature>>(y);
    r.check(y == tensor<int, token, feature>{{119, 238, 357}, {476, 595, 714}});
    r.bits(y);
  });
  // Each operand has its own element type, and the result what f returns.
  tests.proved("element types", [](report& r) {
    const auto x = launder(tensor<double, token>{1.5, -2});
    const auto keep = launder(tensor<bool, token>{true, false});
    const auto y =
        zip_with([](bool k, double e, int n) { return k ? static_cast<float>(e) : float(n); }, keep,
            x, tensor<int, token>{7, 8});
    has_type<tensor<float, token>>(y);
    r.check(y == tensor<float, token>{1.5f, 8});
  });
  // At each position the first name that there is.
  tests.proved("names", [](report& r) {
    const auto x = launder(filled<tensor<double, token, feature>>(1));
    const auto first = with_axes<token, dim<3>>(x);
    const auto third = with_axes<dim<2>, feature>(x);
    const auto y =
        zip_with([](double a, double b, double c) { return a + b + c; }, first, unnamed(x), third);
    has_type<tensor<double, token, feature>>(y);
    r.check(y == x + x + x);
  });
  tests.proved("one and two are map", [](report& r) {
    const auto x = launder(filled<tensor<float, token, feature>>(1));
    const auto z = launder(filled<tensor<float, token, feature>>(2));
    const auto square = [](float a) { return a * a; };
    const auto product = [](float a, float b) { return a * b; };
    r.same(zip_with(square, x), map(x, square));
    r.same(zip_with(product, x, z), map(x, z, product));
    r.same(zip_with(product, x, z), multiply(x, z));
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(filled<matrix<double, 3, 5>>(1));
    const auto f = [](auto a, auto b, auto c) { return a + b - c; };
    const auto y = as_archetype(x);
    r.same(values_of(zip_with(f, y, y, y)), zip_with(f, x, x, x));
  });
  // What attn/ops/elementwise.hpp promises.
  tests.executed("2x3", [](report& r) {
    const auto a = launder(tensor<int, token, feature>{{1, -2, 3}, {-4, 5, -6}});
    const auto b = launder(tensor<int, token, feature>{{10, 20, 30}, {40, 50, 60}});
    const auto y =
        elementwise([](const auto& p, const auto& q) { return p + multiply(p, q) * 2; }, a, b);
    has_type<tensor<int, token, feature>>(y);
    r.check(y == tensor<int, token, feature>{{21, -82, 183}, {-324, 505, -726}});
    r.bits(y);
  });
  tests.executed<float, double>("is the formula of whole tensors", []<class T>(report& r) {
    check_formula<tensor<T>>(r);
    check_formula<tensor<T, dim<1>>>(r);
    check_formula<tensor<T, token, feature>>(r);
    check_formula<tensor<T, dim<64>>>(r);
    check_formula<matrix<T, 5, 13>>(r);
    check_formula<tensor<T, token, feature, dim<43>>>(r);
  });
  // The last block divides by nothing that is not an element.
  tests.executed("no other divisors", [](report& r) {
    const auto a = launder(filled<matrix<double, 5, 17>>(1));
    const auto b = launder(map(a, [](double x) { return x * x + 1; }));
    const auto f = [](const auto& x, const auto& y) { return divide(x, y); };
    r.same(elementwise(f, a, b), divide(a, b));
  });
  // Into an existing tensor, which may be an operand.
  tests.executed<float, int>("into an existing tensor", []<class T>(report& r) {
    using type = tensor<T, axis<"row", 7>, axis<"column", 11>>;
    const auto a = launder(filled<type>(3)), b = launder(filled<type>(4));
    const auto f = [](const auto& x, const auto& y) { return x * T(2) - y; };
    const auto wanted = a * T(2) - b;
    type out{};
    elementwise_into(out, f, a, b);
    r.same(out, wanted);
    out = a;
    elementwise_into(out, f, out, b);
    r.same(out, wanted);
    out = b;
    elementwise_into(out, f, a, out);
    r.same(out, wanted);
    matrix<T, 7, 11> unnamed{};
    elementwise_into(unnamed, f, a, b);
    r.check(unnamed == wanted);
  });
  // At each position the first name that there is; the element that f returns.
  tests.proved("names and elements", [](report& r) {
    const auto x = launder(filled<tensor<double, token, feature>>(5));
    const auto keep = launder(map(with_axes<token, dim<3>>(x), [](double e) { return e > 0; }));
    const auto f = [](const auto& k, const auto& y) {
      return zip_with([](bool one, double e) { return one ? 1.0f : static_cast<float>(e); }, k, y);
    };
    const auto y = elementwise(f, keep, with_axes<dim<2>, feature>(x));
    has_type<tensor<float, token, feature>>(y);
    r.same(y, f(keep, x));
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(filled<matrix<double, 3, 23>>(6));
    const auto f = [](const auto& a, const auto& b) { return a + multiply(relu(b), exp(a)); };
    const auto y = as_archetype(x);
    r.same(values_of(elementwise(f, y, y)), elementwise(f, x, x));
  });
  // What attn/ops/vmap.hpp promises.
  tests.proved<int, float>("2x3", []<class T>(report& r) {
    using row = axis<"row", 2>;
    const auto x = launder(tensor<T, row, dim<3>>{{1, 2, 4}, {8, 16, 32}});
    const auto y = vmap<"row">([](const auto& one) { return concat<0>(one, one + one); }, x);
    has_type<tensor<T, row, dim<6>>>(y);
    r.check(y == tensor<T, row, dim<6>>{{1, 2, 4, 2, 4, 8}, {8, 16, 32, 16, 32, 64}});
    const auto columns = vmap<1>([](const auto& one) { return one * T(2); }, x);
    r.check(columns == tensor<T, dim<3>, row>{{2, 16}, {4, 32}, {8, 64}});
    r.bits(y);
  });
  // The axis is taken out wherever it is; operands without it are the same for each index.
  tests.proved<float, double>("operands with and without the axis", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, batch, token_4, width>>(1));
    const auto y = launder(filled<tensor<T, width, batch, dim<2>>>(2));
    const auto w = launder(filled<tensor<T, dim<2>, axis<"out", 3>>>(3));
    const auto z = vmap<"batch">(
        [](const auto& a, const auto& b, const auto& c) { return matmul(matmul(a, b), c); }, x, y,
        w);
    static_assert(
        std::is_same_v<typename decltype(z)::shape_type, shape<batch, token_4, axis<"out", 3>>>);
    for (std::size_t i = 0; i < 3; ++i)
      r.same(
          select<"batch">(z, i), matmul(matmul(select<"batch">(x, i), select<"batch">(y, i)), w));
    r.bits(z);
  });
  // A model, and what it gives for a whole batch.
  tests.proved<float, double>("a model in parts", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, batch, token_4, width>>(4));
    nn::linear<T, width, axis<"out", 7>, input_by_output> layer{};
    layer.weight = filled<decltype(layer.weight)>(5);
    layer.bias = filled<decltype(layer.bias)>(6);
    const auto wanted = layer(x);
    r.same(vmap<"batch">(layer, x), wanted);
    r.same(vmap<"batch">(in_parts<2>(last_part_first{}), layer, x), wanted);
    r.same(vmap<"batch">(in_parts<8>(last_part_first{}), layer, x), wanted);
  });
  // A number for each index has no axis left but that one.
  tests.proved<double>("results of rank 0, double", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, batch, width>>(7));
    const auto y = vmap<"batch">([](const auto& one) { return sum<"width">(one); }, x);
    has_type<tensor<T, batch>>(y);
    r.same(y, sum<"width">(x));
  });
  // Into an existing tensor, which may be an operand.
  tests.proved<float, int>("into an existing tensor", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, batch, token_4>>(12));
    const auto y = launder(filled<tensor<T, token_4, batch>>(13));
    const auto f = [](const auto& a, const auto& b) { return a * T(2) - b; };
    const auto wanted = vmap<"batch">(f, x, y);
    tensor<T, batch, token_4> out{};
    vmap_into<"batch">(out, f, x, y);
    r.same(out, wanted);
    out = x;
    vmap_into<"batch">(out, f, out, y);
    r.same(out, wanted);
    out = x;
    vmap_into<"batch">(in_parts<2>(last_part_first{}), out, f, out, y);
    r.same(out, wanted);
    out = x;
    vmap_into<"batch">(out, [](const auto& a, const auto& b) { return a - b; }, x, out);
    r.check(out == x - x);
    tensor<T, dim<4>, batch> unnamed{};
    vmap_into<"token">(unnamed, [](const auto& a) { return a; }, x);
    r.check(unnamed == tensor<T, token_4, batch>(transpose(x)));
  });
};
}  // namespace attn_tests::ops_elementwise_tests
