// SPDX-License-Identifier: BSL-1.0
// What attn/tensor/array.hpp promises.
#pragma once

#include <array>
#include <attn/tensor/array.hpp>
#include <attn/tensor/compare.hpp>
#include <span>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::array_tests {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
using plane = tensor<double, token, feature>;

// Not from the standard library: what a user's own array may be.
template <class T, std::size_t N>
struct own_array {
  T elements[N];
  constexpr T& operator[](std::size_t i) { return elements[i]; }
  constexpr const T& operator[](std::size_t i) const { return elements[i]; }
  constexpr bool operator==(const own_array&) const = default;
};

struct nested_array {
  double rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
};

constexpr report from_every_kind() {
  report r;
  const plane x{{1, 2, 3}, {4, 5, 6}};
  const auto nested = launder(nested_array{});
  const auto flat = launder(std::array<double, 6>{1, 2, 3, 4, 5, 6});
  const auto rows = launder(std::array<std::array<double, 3>, 2>{{{1, 2, 3}, {4, 5, 6}}});
  const double flat_c[6] = {1, 2, 3, 4, 5, 6};
  const auto a = from_array<token, feature>(nested.rows);
  static_assert(std::is_same_v<decltype(a), const plane>);
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
  return r;
}

// Without axes: unnamed ones, of the array's own sizes.
constexpr report own_sizes() {
  report r;
  const float cube[2][3][4] = {{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}, {{13}, {}, {0, 24}}};
  const auto x = from_array(cube);
  static_assert(std::is_same_v<decltype(x), const tensor<float, dim<2>, dim<3>, dim<4>>>);
  r.check(x(0, 2, 3) == 12 && x(1, 0, 0) == 13 && x(1, 2, 1) == 24 && x(1, 2, 3) == 0);
  const auto v = from_array(std::array<int, 3>{7, 8, 9});
  static_assert(std::is_same_v<decltype(v), const tensor<int, dim<3>>>);
  r.check(v == tensor<int, dim<3>>{7, 8, 9});
  return r;
}

constexpr report to_every_kind() {
  report r;
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
  return r;
}

template <class T>
constexpr report there_and_back() {
  report r;
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
  static_assert(std::is_same_v<decltype(scalar), const tensor<T>>);
  r.check(static_cast<T>(scalar) == x(0, 0, 0, 1));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = as_archetype(launder(filled<matrix<double, 3, 5>>(1)));
  archetype nested[3][5];
  copy_into(nested, x);
  r.check(values_of(from_array(nested)) == values_of(x));
  return r;
}

// Large arrays, with and without padding behind the elements of the tensor.
template <class T, std::size_t Rows, std::size_t Columns>
constexpr report large() {
  report r;
  struct rows_type {
    T rows[Rows][Columns];
  };
  auto source = launder(rows_type{});
  std::array<T, Rows * Columns> flat{};
  source.rows[0][1] = flat[1] = T(3);
  source.rows[Rows - 1][Columns - 1] = flat[Rows * Columns - 1] = T(7);
  const auto x = from_array<axis<"row", Rows>, axis<"column", Columns>>(source.rows);
  r.check(x(0, 1) == 3 && x(Rows - 1, Columns - 1) == 7 && x(0, 2) == 0);
  r.check(bitwise_equal(from_array<axis<"row", Rows>, axis<"column", Columns>>(flat), x));
  const auto back = to_array<std::array>(x);
  r.check(back[1] == 3 && back[Rows * Columns - 1] == 7 && back[2] == 0);
  return r;
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

inline constexpr behaviour behaviours[] = {
    {"large arrays", large<double, 32, 32>},
    {"large arrays with padding", large<float, 37, 31>},
    {"from every kind", from_every_kind},
    {"own sizes", own_sizes},
    {"to every kind", to_every_kind},
    {"there and back, float", there_and_back<float>},
    {"there and back, int", there_and_back<int>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::array_tests
