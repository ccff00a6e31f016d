// SPDX-License-Identifier: BSL-1.0
// What attn/tensor/strided.hpp promises. tensor_at, which is for run time, is in
// runtime_tests/tensor/strided.cpp, with std::mdspan and Eigen.
#pragma once

#include <array>
#include <attn/tensor/array.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/strided.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::strided_tests {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
using plane = tensor<double, token, feature>;

constexpr std::array<double, 12> rows{1, 2, 3, -1, 4, 5, 6, -1, 7, 8, 9, -1};

constexpr report from_rows_and_columns() {
  report r;
  const auto a = launder(rows);
  const auto x = from_strided<token, feature>(a.data(), {4, 1});
  static_assert(std::is_same_v<decltype(x), const plane>);
  r.check(x == plane{{1, 2, 3}, {4, 5, 6}});
  // Column by column, backwards, every second row, one row for all.
  r.check(from_strided<token, feature>(a.data(), {1, 4}) == plane{{1, 4, 7}, {2, 5, 8}});
  r.check(from_strided<token, feature>(a.data() + 6, {-4, -1}) == plane{{6, 5, 4}, {3, 2, 1}});
  r.check(from_strided<token, feature>(a.data(), {8, 1}) == plane{{1, 2, 3}, {7, 8, 9}});
  r.check(from_strided<token, feature>(a.data(), {0, 1}) == plane{{1, 2, 3}, {1, 2, 3}});
  r.check(from_strided<feature>(a.data(), {4}) == tensor<double, feature>{1, 4, 7});
  return r;
}
constexpr report three_axes() {
  report r;
  int a[24]{};
  for (int i = 0; i < 24; ++i) a[i] = i;
  const auto x = from_strided<dim<2>, dim<3>, dim<4>>(a, {12, 4, 1});
  r.check(x(1, 2, 3) == 23 && x(0, 1, 0) == 4);
  const auto y = from_strided<dim<4>, dim<2>, dim<3>>(a, {1, 12, 4});
  r.check(y(3, 1, 2) == 23 && y(2, 0, 1) == 6);
  return r;
}
constexpr report to_rows_and_columns() {
  report r;
  const plane x{{1, 2, 3}, {4, 5, 6}};
  double a[7] = {9, 9, 9, 9, 9, 9, 9};
  copy_into(a, {4, 1}, launder(x));
  r.check(a[0] == 1 && a[2] == 3 && a[3] == 9 && a[4] == 4 && a[6] == 6);
  double columns[6]{};
  copy_into(columns, {1, 2}, x);
  r.check(from_strided<token, feature>(columns, {1, 2}) == x && columns[1] == 4);
  return r;
}

// What std::mdspan is, as far as the library uses it; libstdc++ has one from version 16 on.
template <std::size_t... Extents>
struct own_extents {
  std::size_t values[sizeof...(Extents)];
  static constexpr std::size_t rank() { return sizeof...(Extents); }
  static constexpr std::size_t static_extent(std::size_t d) {
    constexpr std::size_t known[] = {Extents...};
    return known[d];
  }
  constexpr std::size_t extent(std::size_t d) const { return values[d]; }
};
template <std::size_t Rank>
struct own_mapping {
  int strides[Rank];
  template <class... I>
  constexpr int operator()(I... i) const {
    const int index[] = {i...};
    int at = 0;
    for (std::size_t d = 0; d < Rank; ++d) at += index[d] * strides[d];
    return at;
  }
};
struct own_accessor {
  template <class T>
  constexpr T& access(T* p, std::size_t i) const {
    return p[i];
  }
};
template <class T, std::size_t... Extents>
struct own_mdspan {
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using index_type = int;
  using extents_type = own_extents<Extents...>;
  T* data;
  extents_type sizes;
  own_mapping<sizeof...(Extents)> map;
  constexpr T* data_handle() const { return data; }
  constexpr const extents_type& extents() const { return sizes; }
  constexpr own_mapping<sizeof...(Extents)> mapping() const { return map; }
  constexpr own_accessor accessor() const { return {}; }
};
inline constexpr std::size_t at_run_time = static_cast<std::size_t>(-1);

constexpr report mdspans() {
  report r;
  const auto a = launder(rows);
  const own_mdspan<const double, 2, 3> known{a.data(), {{2, 3}}, {{4, 1}}};
  const own_mdspan<const double, at_run_time, 3> unknown{a.data(), {{2, 3}}, {{1, 4}}};
  const auto x = from_mdspan(known);
  static_assert(std::is_same_v<decltype(x), const tensor<double, dim<2>, dim<3>>>);
  r.check(x(1, 2) == 6);
  const auto y = from_mdspan<token, feature>(unknown);
  static_assert(std::is_same_v<decltype(y), const plane>);
  r.check(y == plane{{1, 4, 7}, {2, 5, 8}});
  double to[8]{};
  copy_into(own_mdspan<double, 2, at_run_time>{to, {{2, 3}}, {{1, 2}}}, y);
  r.check(to[0] == 1 && to[1] == 2 && to[2] == 4 && to[5] == 8);
  return r;
}

constexpr report rules_of_memory() {
  report r;
  using padded = tensor<float, dim<3>>;
  using full = tensor<float, dim<4>>;
  r.check(rules::place_call<full, float>::holds && !rules::place_call<full, double>::holds);
  r.check(!rules::place_call<padded, float>::holds);
  r.check(!rules::without_padding<rules::operand<padded>>::value);
  r.check(rules::strided_call<int, 2, int, token, feature>::holds);
  r.check(!rules::strided_call<int, 1, int, token, feature>::one_per_axis::value);
  r.check(!rules::one_stride_per_axis<rules::rank<2>, rules::rank<3>>::value);
  r.check(!rules::strided_call<float, 2, int, token, feature>::one_element::value);
  r.check(rules::mdspan_call<own_mdspan<int, 2, 3>>::holds);
  r.check(!rules::mdspan_call<own_mdspan<int, 2, at_run_time>>::holds);
  r.check(rules::mdspan_call<own_mdspan<int, 2, at_run_time>, token, feature>::holds);
  r.check(!rules::mdspan_call<own_mdspan<int, 3, at_run_time>, token, feature>::holds);
  r.check(!rules::mdspan_call<own_mdspan<int, 2>, token, feature>::holds);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"from rows and columns", from_rows_and_columns},
    {"three axes", three_axes},
    {"to rows and columns", to_rows_and_columns},
    {"mdspans", mdspans},
    {"rules of memory", rules_of_memory},
};

}  // namespace attn_tests::strided_tests
