// SPDX-License-Identifier: BSL-1.0
// Behaviours of compare, check, ulp of attn/tensor/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::tensor_compare_tests {
using token = axis<"token", 2>;

template <class T> inline constexpr T eps = std::numeric_limits<T>::epsilon();
template <class T> inline constexpr T inf = std::numeric_limits<T>::infinity();

// One element that differs, wherever it is, makes a difference, and none is compared with another.
template <class T, class... Axes> constexpr void check_each_element(report& r) {
  const auto x = launder(filled<tensor<T, Axes...>>(8));
  r.check(allclose(x, x) && bitwise_equal(x, x));
  for (std::size_t i = 0; i < x.size(); ++i) {
    auto near = x, far = x;
    near.data()[i] = x.data()[i] + 8 * eps<T>;
    far.data()[i] = x.data()[i] + T(0.001);
    r.check(allclose(near, x) && !bitwise_equal(near, x) && !bitwise_equal(x, near));
    r.check(!allclose(far, x) && !allclose(x, far));
    r.check(allclose(far, x, T(0), T(0.002)) && allclose(far, x, T(1'000), T(0)));
  }
}

using key = axis<"key", 3>;
using table = tensor<double, token, key>;

template <class T> constexpr bool prints(T x, std::string_view expected) {
  rules::composed_text text;
  attn::detail::add_number(text, x);
  return says(text, expected);
}

template <class T> using limits = std::numeric_limits<T>;
template <class T, std::size_t N> using row = tensor<T, axis<"token", N>>;

static_assert(
    rules::reference_element<rules::element_of_A<float>, rules::element_of_B<double>>::value);
static_assert(
    !rules::reference_element<rules::element_of_A<double>, rules::element_of_B<float>>::value);
static_assert(rules::ulp_call<row<float, 2>, row<double, 2>>::all::value);
static_assert(!rules::ulp_call<row<float, 2>, row<float, 3>>::all::value);

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/tensor/check.hpp promises. Of checks that do not hold, static_tests/rejected/check.cpp.
  tests.proved("axes and their names", [](report& r) {
    const auto w = launder(table{});
    r.check(static_cast<bool>(has_axes<token, key>(w)) && !has_axes<key, token>(w));
    r.check(!has_axes<dim<2>, dim<3>>(w) && !has_axes<token>(w) && !has_axes<>(w));
    r.check(
        says(has_axes<token, dim<3>>(w), "attn::check: x is (token 2, key 3), not (token 2, 3)"));
    r.check(says(has_axes<token, key>(w), "attn::check: as expected"));
    using other = axes_report<shape<token, key>, shape<token>>;
    static_assert(std::is_same_v<decltype(has_axes<token>(w)), other> && other::parts == 5);
    r.check(says(other{}.part(0), "is") && says(other{}.part(2), "key 3"));
    r.check(says(other{}.part(3), "not") && says(other{}.part(4), "token 2"));
  });
  tests.proved("equals finds the worst", [](report& r) {
    const auto w = launder(table{{1, 2, 3}, {4, 5, 6}});
    r.check(static_cast<bool>(equals(w, w)) && equals(w, w).differing == 0);
    const auto found = equals(w, {{1, 2.5, 3}, {4, 7, 5}});
    r.check(!found && found.differing == 3 && found.at == 4 && found.found == 5 &&
            found.expected == 7 && found.difference == 2);
    r.check(says(
        found, "attn::check: at (token 1, key 1): 5, not 7; difference 2; 3 of 6 elements differ"));
    r.check(says(found.axis_text(0), "token 1") && says(found.axis_text(1), "key 1"));
    r.check(says(equals(w, w), "attn::check: as expected"));
    has_type<comparison<double, token, key>>(found);
    // Of several the first.
    r.check(equals(w, table{{2, 2, 3}, {4, 5, 7}}).at == 0);
    static_assert(check<equals(table{{1, 2, 3}, {4, 5, 6}}, {{1, 2, 3}, {4, 5, 6}})>);
  });
  tests.proved("of integers", [](report& r) {
    const auto x = launder(tensor<int, dim<2>>{-2147483647, 3});
    const auto found = equals(x, {2147483647, 3});
    r.check(found.at == 0 && found.difference == 4294967294);
    r.check(says(found,
        "attn::check: at (0): -2147483647, not 2147483647; difference 4294967294; 1 of 2 "
        "elements differ"));
    r.check(!equals(launder(tensor<bool, dim<2>>{true, true}), {true, false}));
  });
  tests.proved("bits_equal asks for signs", [](report& r) {
    const auto x = launder(tensor<float, dim<2>>{0.0f, 1.0f});
    r.check(static_cast<bool>(equals(x, {-0.0f, 1.0f})));
    const auto found = bits_equal(x, {-0.0f, 1.0f});
    r.check(!found && found.at == 0 && found.differing == 1);
    r.check(says(found, "attn::check: at (0): 0, not -0; difference 0; 1 of 2 elements differ"));
  });
  // The worst is what is farthest beyond its tolerance, not what differs most.
  tests.proved("is_close counts what is allowed", [](report& r) {
    const auto x = launder(tensor<double, dim<3>>{1000.5, 1.25, 2});
    const tensor<double, dim<3>> y{1000, 1, 2};
    r.check(is_close(x, y, 0, 1) && is_close(x, y, 0.25) && !is_close(x, y));
    const auto found = is_close(x, y, 0.001, 0);
    r.check(!found && found.differing == 1 && found.at == 1);
    r.check(is_close(x, y, 0.0001, 0).at == 0 && is_close(x, y, 0.0001, 0).differing == 2);
    r.check(static_cast<bool>(is_close(x, x)) == allclose(x, x));
  });
  // No difference of infinities is computed, and none that overflows.
  tests.proved("values that cannot be subtracted", [](report& r) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr double largest = std::numeric_limits<double>::max();
    const auto x = launder(tensor<double, dim<3>>{infinity, largest, 1});
    r.check(static_cast<bool>(equals(x, x)) && static_cast<bool>(is_close(x, x)));
    r.check(equals(x, {-infinity, largest, 1}).difference == infinity);
    r.check(equals(x, {infinity, -largest, 1}).difference == infinity);
    r.check(is_close(x, {infinity, largest, infinity}).at == 2);
    const auto nan =
        launder(tensor<double, dim<3>>{0, std::numeric_limits<double>::quiet_NaN(), 1});
    r.check(equals(nan, {infinity, 0, 1}).at == 1 && equals(nan, nan).differing == 1);
    r.check(static_cast<bool>(bits_equal(nan, nan)) && bits_equal(nan, {0, 1, 1}).at == 1);
  });
  tests.proved("numbers", [](report& r) {
    r.check(prints(0.1, "0.1") && prints(0.1f, "0.1") && prints(1.0 / 3, "0.3333333333333333"));
    r.check(prints(1e22, "1e22") && prints(1e-7, "1e-7") && prints(123456.0, "123456"));
    r.check(prints(5e-324, "5e-324") && prints(2.2250738585072014e-308, "2.2250738585072014e-308"));
    r.check(prints(1.7976931348623157e308, "1.7976931348623157e308") && prints(-0.0, "-0"));
    r.check(prints(3.4028235e38f, "3.4028235e38") && prints(1e-45f, "1e-45"));
    r.check(prints(-2.5, "-2.5") && prints(0.0001, "0.0001") && prints(100.0, "100"));
    r.check(prints(-9223372036854775807 - 1, "-9223372036854775808") && prints(true, "1"));
  });
  // What attn/tensor/ulp.hpp promises.
  // Adjacent numbers are 1 apart, in each power of two.
  tests.proved<float, double>("numbers", []<class T>(report& r) {
    const T epsilon = limits<T>::epsilon();
    r.check(ulp(launder(T(1)), T(1)) == 0 && ulp(launder(1 + epsilon), T(1)) == 1);
    r.check(ulp(launder(1 - epsilon / 2), T(1)) == 0.5 && ulp(launder(T(2)), 2 - epsilon) == 1);
    r.check(ulp(launder(-1 - 3 * epsilon), T(-1)) == 3 &&
            ulp(launder(T(-4)), T(-4) - 4 * epsilon) == 1);
    r.check(ulp(launder(T(1)), T(0.5)) == 0.5 / double(epsilon / 2));
    const T largest = limits<T>::max(), smallest = limits<T>::denorm_min(),
            normal = limits<T>::min();
    r.check(ulp(launder(largest), largest) == 0);
    r.check(ulp(launder(largest - largest * (epsilon / 2)), largest) == 1);
    r.check(ulp(launder(smallest), T(0)) == 1 && ulp(launder(3 * smallest), smallest) == 2);
    r.check(ulp(launder(normal), normal - smallest) == 1 &&
            ulp(launder(normal + smallest), normal) == 1);
  });
  // In units of the last place of the reference's largest element; the largest error counts.
  tests.proved<float, double>("tensors", []<class T>(report& r) {
    const T epsilon = limits<T>::epsilon();
    const row<T, 3> a = launder(row<T, 3>{0, T(0.5) + epsilon, -4});
    r.check(ulp(a, {0, 0.5, -4}) == 0.25 && ulp(a, {epsilon * 2, 0.5, -4}) == 0.5);
    r.check(ulp(a, a) == 0 && ulp(a, tensor<T, dim<3>>{0, 0.5, -4}) == 0.25);
    r.check(ulp(row<T, 3>{}, launder(row<T, 3>{})) == 0);
  });
  // A float result, and the exact one: at most half a unit where it is rounded once.
  tests.proved("a wider reference", [](report& r) {
    const row<float, 3> a{0.1f, 1.0f / 3, 0.7f};
    const row<double, 3> b = launder(row<double, 3>{0.1, 1.0 / 3, 0.7});
    r.check(ulp(a, b) > 0 && ulp(a, b) <= 0.5);
    r.check(ulp(0.1f, launder(0.1)) > 0 && ulp(0.1f, launder(0.1)) <= 0.5);
    r.bits(ulp(a, b));
  });
  tests.proved("special values", [](report& r) {
    constexpr double infinity = limits<double>::infinity(), nan = limits<double>::quiet_NaN();
    const auto of = [](double x, double y) { return ulp(row<double, 2>{launder(x), 1}, {y, 1}); };
    r.check(of(infinity, infinity) == 0 && of(nan, nan) == 0 && of(-infinity, -infinity) == 0);
    r.check(
        of(infinity, -infinity) == infinity && of(nan, 1) == infinity && of(1, nan) == infinity);
    r.check(of(infinity, 1) == infinity && of(1, -infinity) == infinity);
    r.check(of(1e308, -1e308) == infinity && of(1e308, 0) == infinity);
    r.check(of(1e300, 1e-300) > 1e300);  // in units of the 1
    // An infinite element is not the largest one.
    r.check(
        ulp(row<double, 2>{infinity, launder(1 + limits<double>::epsilon())}, {infinity, 1}) == 1);
    r.check(ulp(launder(1e300), limits<double>::denorm_min()) == infinity);
  });
  // What attn/tensor/compare.hpp promises. NaN is the program's: runtime_tests/tensor/compare.cpp.
  // A second operand with other names, or none, is compared all the same.
  tests.proved<float, double>("names are gradual", []<class T>(report& r) {
    const auto named = launder(filled<tensor<T, token, feature>>(9));
    auto unnamed = launder(filled<tensor<T, dim<2>, dim<3>>>(9));
    r.check(allclose(named, unnamed) && allclose(unnamed, named));
    r.check(bitwise_equal(named, unnamed) && bitwise_equal(unnamed, named));
    unnamed(1, 2) += T(0.001);
    r.check(!allclose(named, unnamed) && !allclose(unnamed, named));
    r.check(!bitwise_equal(named, unnamed) && !bitwise_equal(unnamed, named));
    r.check(allclose(named, unnamed, T(0), T(0.002)) && allclose(named, unnamed, T(1'000), T(0)));
  });
  tests.proved<float, double>("default tolerances", []<class T>(report& r) {
    r.check(default_rtol<T> == 64 * eps<T> && default_atol<T> == 8 * eps<T>);
    // Near 0 the absolute tolerance alone, near 1 the sum of both; each to the last step.
    r.check(allclose(launder(8 * eps<T>), T(0)));
    r.check(allclose(launder(-8 * eps<T>), T(0)));
    r.check(!allclose(launder(8 * eps<T> + 8 * eps<T> * eps<T>), T(0)));
    r.check(allclose(launder(1 + 72 * eps<T>), T(1)));
    r.check(!allclose(launder(1 + 73 * eps<T>), T(1)));
    r.check(allclose(launder(-1 - 72 * eps<T>), T(-1)));
    r.check(!allclose(launder(-1 - 73 * eps<T>), T(-1)));
  });
  tests.proved<float, double>("tolerances of the caller", []<class T>(report& r) {
    r.check(allclose(launder(T(1.25)), T(1), T(0), T(0.25)));
    r.check(allclose(launder(T(0.75)), T(1), T(0), T(0.25)));
    r.check(!allclose(launder(T(1.25) + eps<T>), T(1), T(0), T(0.25)));
    r.check(!allclose(launder(T(0.75) - eps<T>), T(1), T(0), T(0.25)));
    // The relative one is of the second operand, whatever its sign.
    r.check(allclose(launder(T(5)), T(4), T(0.25), T(0)));
    r.check(allclose(launder(T(-5)), T(-4), T(0.25), T(0)));
    r.check(!allclose(launder(T(4)), T(5), T(0.125), T(0)));
    r.check(allclose(launder(T(8)), T(10), T(0.21875), T(0)));
    r.check(!allclose(launder(T(10)), T(8), T(0.21875), T(0)));
    // Nothing allowed: equality, in which zeros are one.
    r.check(allclose(launder(T(0.1)), T(0.1), T(0), T(0)));
    r.check(!allclose(launder(T(1) + eps<T>), T(1), T(0), T(0)));
    r.check(allclose(launder(T(-0.0)), T(0), T(0), T(0)));
  });
  // With s^2 = eps / 2 (float) or eps / 4 (double), rtol |b| = (1 + s)^2 rounds to 1 + 2s; that plus
  // eps / 2 is a tie and rounds to 1 + 2s again. Fused, the bound would be one step higher.
  tests.proved<float, double>("the bound is rounded twice", []<class T>(report& r) {
    constexpr T s = sizeof(T) == 4 ? T(0x1p-12) : T(0x1p-27);
    const T rtol = launder(1 + s), atol = launder(eps<T> / 2);
    r.check(allclose(launder(-s), launder(1 + s), rtol, atol));
    r.check(!allclose(launder(-s - eps<T>), launder(1 + s), rtol, atol));
  });
  tests.proved<float, double>("infinities", []<class T>(report& r) {
    constexpr T largest = std::numeric_limits<T>::max();
    r.check(allclose(launder(inf<T>), inf<T>));
    r.check(allclose(launder(-inf<T>), -inf<T>));
    r.check(!allclose(launder(inf<T>), -inf<T>));
    r.check(!allclose(launder(-inf<T>), inf<T>));
    // rtol |b| is infinite too; that must not let everything through.
    r.check(!allclose(launder(T(1)), inf<T>));
    r.check(!allclose(launder(T(1)), -inf<T>));
    r.check(!allclose(launder(inf<T>), T(1)));
    r.check(!allclose(launder(-inf<T>), T(1)));
    r.check(!allclose(launder(inf<T>), largest));
    r.check(!allclose(launder(largest), inf<T>));
    // Nor may an infinite tolerance, compared with which every distance is small.
    r.check(!allclose(launder(inf<T>), T(1), T(0), inf<T>));
    r.check(!allclose(launder(-inf<T>), T(1), T(0), inf<T>));
    r.check(!allclose(launder(T(1)), inf<T>, T(0), inf<T>));
    r.check(!allclose(launder(T(1)), -inf<T>, T(0), inf<T>));
    r.same(launder(inf<T>), inf<T>);
    r.check(!bitwise_equal(launder(inf<T>), -inf<T>));
    r.check(!bitwise_equal(launder(largest), inf<T>));
  });
  tests.proved<float, double>("bits", []<class T>(report& r) {
    r.same(launder(T(0.1)), T(0.1));
    r.check(!bitwise_equal(launder(T(1) + eps<T>), T(1)));
    r.check(!bitwise_equal(launder(T(0.0)), T(-0.0)));
    r.check(!bitwise_equal(launder(T(-0.0)), T(0.0)));
    r.same(launder(T(-0.0)), T(-0.0));
    r.check(!bitwise_equal(launder(std::numeric_limits<T>::denorm_min()), T(0)));
  });
  tests.proved("bits of integers", [](report& r) {
    r.check(bitwise_equal(launder(7), 7) && !bitwise_equal(launder(7), 8));
    r.check(bitwise_equal(launder(matrix<int, 1, 2>{{1, -2}}), {{1, -2}}));
    r.check(!bitwise_equal(launder(matrix<int, 1, 2>{{1, -2}}), {{1, 2}}));
  });
  tests.proved<float, double>("every element counts", []<class T>(report& r) {
    check_each_element<T>(r);
    check_each_element<T, feature>(r);
    check_each_element<T, token, feature>(r);
    check_each_element<T, dim<3>, token, dim<2>>(r);
  });
  tests.proved("the second may be braces", [](report& r) {
    const auto x = launder(tensor<double, token, feature>{{1, 2, 3}, {0.1, 0.2, -0.0}});
    r.check(allclose(x, {{1, 2, 3}, {0.1, 0.2, 0}}));
    r.check(!allclose(x, {{1, 2, 3}, {0.1, 0.25, 0}}));
    r.check(allclose(x, {{1, 2, 3}, {0.1, 0.25, 0}}, 0.0, 0.1));
    r.check(bitwise_equal(x, {{1, 2, 3}, {0.1, 0.2, -0.0}}));
    r.check(!bitwise_equal(x, {{1, 2, 3}, {0.1, 0.2, 0.0}}));
  });
};
}  // namespace attn_tests::tensor_compare_tests
