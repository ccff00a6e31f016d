// SPDX-License-Identifier: BSL-1.0
// What attn/tensor/views.hpp promises.
#pragma once

#include <attn/ops/reduce.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/views.hpp>
#include <iterator>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::views_tests {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;

using feature_view = axis_view<const double, feature>;
static_assert(noexcept(feature_view()[0]) && noexcept(feature_view().begin()) &&
              noexcept(feature_view().data()) && noexcept(feature_view::size()));

constexpr report rows_and_columns() {
  report r;
  const auto x = launder(tensor<double, token, feature>{{1, 2, 3}, {4, 5, 6}});
  r.check(rows_of(x).size() == 2 && rows_of(x)[0].size() == 3);
  r.check(columns_of(x).size() == 3 && columns_of(x)[0].size() == 2);
  double digits = 0;
  for (const auto row : rows_of(x))
    for (const double element : row) digits = digits * 10 + element;
  r.check(digits == 123456);
  digits = 0;
  for (const auto column : columns_of(x))
    for (const double element : column) digits = digits * 10 + element;
  r.check(digits == 142536);
  r.check(rows_of(x)[1][2] == 6 && columns_of(x)[2][0] == 3);
  return r;
}

// The axis, and so the size, is in the type; a view is a pointer and nothing else.
constexpr report types() {
  report r;
  using matrix_type = tensor<float, token, feature>;
  matrix_type x;
  const matrix_type y;
  const auto row = rows_of(x)[0];
  const auto column = columns_of(y)[0];
  static_assert(std::is_same_v<decltype(row), const axis_view<float, feature>>);
  static_assert(std::is_same_v<decltype(column), const axis_view<const float, token, 3>>);
  static_assert(std::is_same_v<decltype(row[0]), float&>);
  static_assert(std::is_same_v<decltype(column[0]), const float&>);
  static_assert(row.size() == 3 && row.stride == 1 && column.size() == 2 && column.stride == 3);
  static_assert(sizeof(row) == sizeof(float*) && sizeof(rows_of(x)) == sizeof(float*));
  using views = views_along_axis<const float, shape<token, feature>, 0>;
  static_assert(std::is_same_v<decltype(columns_of(y)), views>);
  static_assert(std::contiguous_iterator<decltype(row.begin())>);
  static_assert(std::random_access_iterator<decltype(column.begin())>);
  static_assert(std::random_access_iterator<decltype(columns_of(y).begin())>);
  r.check(row.data() == x.data() && columns_of(y)[2].data() == y.data() + 2);
  return r;
}

constexpr report written_through() {
  report r;
  auto x = launder(tensor<int, token, feature>{{1, 2, 3}, {4, 5, 6}});
  for (auto row : rows_of(x)) row[0] = -row[0];
  for (int& element : columns_of(x)[2]) element *= 10;
  r.check(x == tensor<int, token, feature>{{-1, 2, 30}, {-4, 5, 60}});
  return r;
}

// A view becomes a tensor where one is wanted, and that is a copy.
constexpr report copies() {
  report r;
  auto x = launder(tensor<int, token, feature>{{1, 2, 3}, {4, 5, 6}});
  const tensor<int, token> column = columns_of(x)[1];
  const auto row = rows_of(x)[1].copy();
  static_assert(std::is_same_v<decltype(row), const tensor<int, feature>>);
  x(1, 1) = 0;
  r.check(column == tensor<int, token>{2, 5});
  r.check(row == tensor<int, feature>{4, 5, 6});
  r.check(static_cast<int>(sum<"token">(columns_of(x)[2].copy())) == 9);
  return r;
}

// Along every axis of every rank, what `select` copies.
template <class T>
constexpr report along_any_axis() {
  report r;
  using a = axis<"a", 2>;
  using b = axis<"b", 3>;
  using c = axis<"c", 4>;
  using d = axis<"d", 5>;
  const auto x = launder(filled<tensor<T, a, b, c, d>>(1));
  std::size_t i = 0;
  for (const auto view : along<"b">(x)) {
    const auto at_a = select<"a">(x, i / 20);
    const auto at_c = select<"c">(at_a, i / 5 % 4);
    r.check(view.copy() == select<"d">(at_c, i % 5));
    ++i;
  }
  r.check(i == 40 && along<"b">(x).size() == 40);
  r.check(along<-1>(x).size() == 24 && along<-1>(x)[23][4] == x(1, 2, 3, 4));
  r.check(along<0>(x)[59].copy() == tensor<T, a>{x(0, 2, 3, 4), x(1, 2, 3, 4)});
  const auto v = launder(filled<tensor<T, d>>(2));
  r.check(along<"d">(v).size() == 1 && along<0>(v)[0].copy() == v);
  return r;
}

constexpr report iterators() {
  report r;
  const auto x = launder(tensor<int, token, feature>{{1, 2, 3}, {4, 5, 6}});
  const auto columns = columns_of(x);
  auto i = columns.begin();
  r.check(columns.end() - i == 3 && i[2][1] == 6 && (*(i + 1))[0] == 2 && (*(1 + i))[1] == 5);
  const auto before = i++;
  r.check(before == columns.begin() && i == before + 1 && before < i && i - 1 == before);
  r.check(columns.end() - i == 2 && before - i == -1);
  r.check((*i)[0] == 2 && (*++i)[0] == 3 && (*--i)[0] == 2);
  const auto behind = i--;
  r.check(i == before && behind > i && (i += 2) == columns.end() - 1 && (i -= 2) == before);
  const auto column = columns[1];
  r.check(std::next(column.begin()) == column.end() - 1 && column.begin()[1] == 5);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  auto x = as_archetype(launder(filled<matrix<double, 3, 5>>(1)));
  columns_of(x)[4][2] = rows_of(x)[0][1] + columns_of(x)[1][1];
  r.check(x(2, 4).value() == x(0, 1).value() + x(1, 1).value());
  return r;
}

// A view of what lasts is itself a constant, and a structural type.
inline constexpr tensor<int, token, feature> lasting{{1, 2, 3}, {4, 5, 6}};
inline constexpr auto second_row = rows_of(lasting)[1];
static_assert(second_row[2] == 6);
template <axis_view<const int, token, 3> Column>
constexpr int last_of = Column[1];
static_assert(last_of<axis_view<const int, token, 3>{lasting.data()}> == 4);

inline constexpr behaviour behaviours[] = {
    {"rows and columns", rows_and_columns},
    {"types", types},
    {"written through", written_through},
    {"copies", copies},
    {"along any axis, float", along_any_axis<float>},
    {"along any axis, int", along_any_axis<int>},
    {"iterators", iterators},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::views_tests
