// SPDX-License-Identifier: BSL-1.0
// Behaviours of array, convert of attn/tensor/.
#pragma once

#include <span>
#include "static_tests/tests.hpp"

namespace attn_tests::tensor_array_tests {
using token = axis<"token", 2>;
using plane = tensor<double, token, feature>;

// Not from the standard library: what a user's own array may be.
template <class T, std::size_t N> struct own_array {
  T elements[N];
  constexpr T& operator[](std::size_t i) { return elements[i]; }
  constexpr const T& operator[](std::size_t i) const { return elements[i]; }
  constexpr bool operator==(const own_array&) const = default;
};

struct nested_array {
  double rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
};

// Large arrays, with and without padding behind the elements of the tensor.
template <class T, std::size_t Rows, std::size_t Columns> constexpr void large(report& r) {
  struct rows_type {
    T rows[Rows][Columns];
  };
  auto source = launder(rows_type{});
  std::array<T, Rows * Columns> flat{};
  source.rows[0][1] = flat[1] = T(3);
  source.rows[Rows - 1][Columns - 1] = flat[Rows * Columns - 1] = T(7);
  const auto x = from_array<axis<"row", Rows>, axis<"column", Columns>>(source.rows);
  r.check(x(0, 1) == 3 && x(Rows - 1, Columns - 1) == 7 && x(0, 2) == 0);
  r.same(from_array<axis<"row", Rows>, axis<"column", Columns>>(flat), x);
  const auto back = to_array<std::array>(x);
  r.check(back[1] == 3 && back[Rows * Columns - 1] == 7 && back[2] == 0);
}
// … and more elements than a loop or the steps of an evaluation allow.
struct million {
  float rows[1024][1025];
};
constexpr million million_numbers = [] {
  million m{};
  m.rows[0][1] = 3;
  m.rows[1023][1024] = 7;
  return m;
}();
constexpr auto million_elements = from_array<dim<1024>, dim<1025>>(million_numbers.rows);
static_assert(million_elements(0, 1) == 3 && million_elements(1023, 1024) == 7);

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/tensor/array.hpp promises.
  tests.proved("large arrays", [](report& r) { large<double, 32, 32>(r); });
  tests.proved("large arrays with padding", [](report& r) { large<float, 37, 31>(r); });
  tests.proved("from every kind", [](report& r) {
    const plane x{{1, 2, 3}, {4, 5, 6}};
    const auto nested = launder(nested_array{});
    const auto flat = launder(std::array<double, 6>{1, 2, 3, 4, 5, 6});
    const auto rows = launder(std::array<std::array<double, 3>, 2>{{{1, 2, 3}, {4, 5, 6}}});
    const double flat_c[6] = {1, 2, 3, 4, 5, 6};
    const auto a = from_array<token, feature>(nested.rows);
    has_type<plane>(a);
    r.check(a == x);
    r.check(from_array<token, feature>(flat_c) == x);
    r.check(from_array<token, feature>(flat) == x);
    r.check(from_array<token, feature>(rows) == x);
    r.check(from_array<token, feature>(std::span<const double, 6>(flat)) == x);
    r.check(from_data<token, feature>(flat.data()) == x);
    // An array of a C array, of a span: mixed as you like.
    const std::array<std::span<const double, 3>, 2> spans{
        {std::span<const double, 3>(rows[0]), std::span<const double, 3>(rows[1])}};
    r.check(from_array<token, feature>(spans) == x);
  });
  // Without axes: unnamed ones, of the array's own sizes.
  tests.proved("own sizes", [](report& r) {
    const float cube[2][3][4] = {
        {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}, {{13}, {}, {0, 24}}};
    const auto x = from_array(cube);
    has_type<tensor<float, dim<2>, dim<3>, dim<4>>>(x);
    r.check(x(0, 2, 3) == 12 && x(1, 0, 0) == 13 && x(1, 2, 1) == 24 && x(1, 2, 3) == 0);
    const auto v = from_array(std::array<int, 3>{7, 8, 9});
    has_type<tensor<int, dim<3>>>(v);
    r.check(v == tensor<int, dim<3>>{7, 8, 9});
  });
  tests.proved("to every kind", [](report& r) {
    const auto x = launder(plane{{1, 2, 3}, {4, 5, 6}});
    r.check(to_array<std::array>(x) == std::array<double, 6>{1, 2, 3, 4, 5, 6});
    r.check(to_array<own_array>(x) == own_array<double, 6>{{1, 2, 3, 4, 5, 6}});
    nested_array nested;
    nested.rows[1][2] = 0;
    copy_into(nested.rows, x);
    r.check(nested.rows[0][0] == 1 && nested.rows[1][0] == 4 && nested.rows[1][2] == 6);
    double flat[6];
    copy_into(flat, x);
    r.check(flat[0] == 1 && flat[3] == 4 && flat[5] == 6);
    std::array<std::array<double, 3>, 2> rows{};
    copy_into(rows, x);
    r.check(rows[0][2] == 3 && rows[1][0] == 4);
    double other[6] = {};
    copy_into(std::span<double, 6>(other), x);
    r.check(other[2] == 3 && other[5] == 6);
  });
  tests.proved<float, int>("there and back", []<class T>(report& r) {
    const auto x =
        launder(filled<tensor<T, axis<"a", 2>, axis<"b", 3>, axis<"c", 4>, axis<"d", 5>>>(1));
    const auto flat = to_array<std::array>(x);
    using a = axis<"a", 2>;
    r.check(from_array<a, axis<"b", 3>, axis<"c", 4>, axis<"d", 5>>(flat) == x);
    T nested[2][3][4][5];
    copy_into(nested, x);
    r.check(from_array(nested) == x);
    r.check(nested[1][2][3][4] == x(1, 2, 3, 4) && nested[0][2][1][3] == x(0, 2, 1, 3));
    const auto scalar = from_data(flat.data() + 1);
    has_type<tensor<T>>(scalar);
    r.check(static_cast<T>(scalar) == x(0, 0, 0, 1));
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = as_archetype(launder(filled<matrix<double, 3, 5>>(1)));
    archetype nested[3][5];
    copy_into(nested, x);
    r.check(values_of(from_array(nested)) == values_of(x));
  });
  // What attn/tensor/convert.hpp promises.
  tests.proved("the axes stay", [](report& r) {
    const auto x = launder(tensor<int, token, feature>{{1, 2, 3}, {4, 5, 6}});
    const auto y = as<double>(x);
    has_type<tensor<double, token, feature>>(y);
    static_assert(std::is_same_v<decltype(as<float>(tensor<double>{})), tensor<float>>);
    static_assert(std::is_same_v<decltype(as<int>(tensor<float, dim<7>>{})), tensor<int, dim<7>>>);
    r.check(y == tensor<double, token, feature>{{1, 2, 3}, {4, 5, 6}});
    r.check(type_as(x, tensor<double, dim<7>>{}) == y);  // of which only the element type counts
    r.bits(y);
  });
  tests.proved("to integers: the fraction goes", [](report& r) {
    const auto x = as<int>(launder(tensor<double, dim<5>>{2.75, -2.75, 0.9999, -0.5, 1e6}));
    r.check(x == tensor<int, dim<5>>{2, -2, 0, 0, 1'000'000});
    r.check(as<int>(launder(tensor<float, dim<2>>{7.5f, -7.5f})) == tensor<int, dim<2>>{7, -7});
    r.bits(x);
  });
  // Half-way goes to the even one, and what is beyond half-way does not.
  tests.proved("to float: the nearest", [](report& r) {
    const auto x = as<float>(
        launder(tensor<double, dim<5>>{1 + 0x1p-24, 1 + 0x1.8p-23, 1 + 0x1.000001p-24, 0.1, -0.0}));
    r.check(bitwise_equal(x, {1.0f, 1 + 0x1p-22f, 1 + 0x1p-23f, 0.1f, -0.0f}));
    r.bits(x);
    // 2^24 + 1 and 2^53 + 1 are the first integers that need rounding.
    r.check(as<float>(launder(tensor<int, dim<1>>(16'777'217)))(0) == 16'777'216.0f);
    r.check(as<double>(launder(tensor<std::int64_t, dim<1>>(9'007'199'254'740'993)))(0) ==
            9'007'199'254'740'992.0);
  });
  tests.proved<float, double>("nothing to do is nothing done", []<class T>(report& r) {
    auto thirds = filled<tensor<T, dim<7>, dim<5>>>(1);
    for (T& element : thirds) element = element / 3;  // with all their digits
    const auto x = launder(thirds);
    r.same(as<T>(x), x);
    // float to double and back is exact.
    r.same(as<float>(as<double>(as<float>(x))), as<float>(x));
    r.bits(as<double>(x));
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(filled<tensor<double, token, feature>>(1));
    const auto y = as<archetype>(x);  // its conversion from double is explicit, and so is this
    has_type<tensor<archetype, token, feature>>(y);
    r.same(values_of(y), x);
  });
};
}  // namespace attn_tests::tensor_array_tests
