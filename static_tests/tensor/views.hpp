// SPDX-License-Identifier: BSL-1.0
// Behaviours of views, strided, peek of attn/tensor/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::tensor_views_tests {
using token = axis<"token", 2>;
using plane = tensor<double, token, feature>;

constexpr std::array<double, 12> rows{1, 2, 3, -1, 4, 5, 6, -1, 7, 8, 9, -1};

// What std::mdspan is, as far as the library uses it; libstdc++ has one from version 16 on.
template <std::size_t... Extents> struct own_extents {
  std::size_t values[sizeof...(Extents)];
  static constexpr std::size_t rank() { return sizeof...(Extents); }
  static constexpr std::size_t static_extent(std::size_t d) {
    constexpr std::size_t known[] = {Extents...};
    return known[d];
  }
  constexpr std::size_t extent(std::size_t d) const { return values[d]; }
};
template <std::size_t Rank> struct own_mapping {
  int strides[Rank];
  template <class... I> constexpr int operator()(I... i) const {
    const int index[] = {i...};
    int at = 0;
    for (std::size_t d = 0; d < Rank; ++d) at += index[d] * strides[d];
    return at;
  }
};
struct own_accessor {
  template <class T> constexpr T& access(T* p, std::size_t i) const { return p[i]; }
};
template <class T, std::size_t... Extents> struct own_mdspan {
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

using feature_view = axis_view<const double, feature>;
static_assert(noexcept(feature_view()[0]) && noexcept(feature_view().begin()) &&
              noexcept(feature_view().data()) && noexcept(feature_view::size()));

// A view of what lasts is itself a constant, and a structural type.
inline constexpr tensor<int, token, feature> lasting{{1, 2, 3}, {4, 5, 6}};
inline constexpr auto second_row = rows_of(lasting)[1];
static_assert(second_row[2] == 6);
template <axis_view<const int, token, 3> Column> constexpr int last_of = Column[1];
static_assert(last_of<axis_view<const int, token, 3>{lasting.data()}> == 4);

template <class T> constexpr bool prints(T x, std::string_view expected) {
  rules::composed_text text;
  attn::detail::add_rounded(text, launder(x));
  return says(text, expected);
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/tensor/views.hpp promises.
  tests.proved("rows and columns", [](report& r) {
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
  });
  // The axis, and so the size, is in the type; a view is a pointer and nothing else.
  tests.proved("types", [](report& r) {
    using matrix_type = tensor<float, token, feature>;
    matrix_type x;
    const matrix_type y;
    const auto row = rows_of(x)[0];
    const auto column = columns_of(y)[0];
    has_type<axis_view<float, feature>>(row);
    has_type<axis_view<const float, token, 3>>(column);
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
  });
  tests.proved("written through", [](report& r) {
    auto x = launder(tensor<int, token, feature>{{1, 2, 3}, {4, 5, 6}});
    for (auto row : rows_of(x)) row[0] = -row[0];
    for (int& element : columns_of(x)[2]) element *= 10;
    r.check(x == tensor<int, token, feature>{{-1, 2, 30}, {-4, 5, 60}});
  });
  // A view becomes a tensor where one is wanted, and that is a copy.
  tests.proved("copies", [](report& r) {
    auto x = launder(tensor<int, token, feature>{{1, 2, 3}, {4, 5, 6}});
    const tensor<int, token> column = columns_of(x)[1];
    const auto row = rows_of(x)[1].copy();
    has_type<tensor<int, feature>>(row);
    x(1, 1) = 0;
    r.check(column == tensor<int, token>{2, 5});
    r.check(row == tensor<int, feature>{4, 5, 6});
    r.check(static_cast<int>(sum<"token">(columns_of(x)[2].copy())) == 9);
  });
  // Along every axis of every rank, what `select` copies.
  tests.proved<float, int>("along any axis", []<class T>(report& r) {
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
  });
  tests.proved("iterators", [](report& r) {
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
  });
  tests.proved("an archetype will do", [](report& r) {
    auto x = as_archetype(launder(filled<matrix<double, 3, 5>>(1)));
    columns_of(x)[4][2] = rows_of(x)[0][1] + columns_of(x)[1][1];
    r.check(x(2, 4).value() == x(0, 1).value() + x(1, 1).value());
  });
  // What attn/tensor/check.hpp promises. What the compiler prints: static_tests/rejected/check.cpp.
  // (peek<x> itself never compiles: rules::printed.)
  tests.proved("numbers are rounded", [](report& r) {
    r.check(prints(0.0633789, "0.0634") && prints(-0.25, "-0.25") && prints(16.0, "16"));
    r.check(
        prints(0.0010004, "0.001") && prints(999999.99996, "1000000") && prints(10.05f, "10.05"));
    r.check(
        prints(6.0337e-06, "6.03e-6") && prints(0.00099996, "1e-3") && prints(-1e-20, "-1e-20"));
    r.check(prints(1234567.0, "1.23e6") && prints(9999999.0, "1e7") && prints(2.5e22, "2.5e22"));
    r.check(prints(0.0, "0") && prints(1e300, "1e300") && prints(5e-324, "5e-324"));
    r.check(prints(std::numeric_limits<float>::infinity(), "inf"));
    r.check(prints(-7, "-7") && prints(true, "1"));
    r.check(!rules::printed<>::value);
  });
  tests.proved("rows are lines", [](report& r) {
    const auto x =
        launder(tensor<double, axis<"token", 2>, axis<"key", 3>>{{0, 0.5, 1}, {2, 3, 4}});
    const auto lines = attn::detail::lines_of(x);
    r.check(lines.count == 3 && says(lines.lines[0], "(token 2, key 3)"));
    r.check(says(lines.lines[1], "0 0.5 1") && says(lines.lines[2], "2 3 4"));
    r.check(says(attn::detail::joined(lines), "attn::peek: (token 2, key 3): 0 0.5 1; 2 3 4"));
    r.check(says(attn::detail::joined(attn::detail::lines_of(launder(tensor<int>(5)))),
        "attn::peek: (): 5"));
  });
  // Four axes that need two lines, and numbers that need one each.
  tests.proved("the most lines", [](report& r) {
    tensor<long long, axis<"batch_of_sequences", 2>, axis<"position_in_batch", 3>,
        axis<"head_of_attention", 2>, axis<"width_of_the_head", 9>>
        x;
    for (long long& element : x) element = -1234567890123456789;
    const auto lines = attn::detail::lines_of(launder(x));
    r.check(lines.count == 4 + 8 * 8 + 1 && says(lines.lines[0], "(batch_of_sequences 2,"));
    r.check(says(lines.lines[4], "-1234567890123456789"));
    r.check(says(lines.lines[lines.count - 1], "..."));
  });
  tests.proved("long rows are broken and many are cut", [](report& r) {
    tensor<double, dim<9>, dim<10>> x;
    for (double& element : x) element = 0.1234;
    const auto lines = attn::detail::lines_of(launder(x));
    r.check(lines.count == 1 + 2 * 8 + 1 && says(lines.lines[0], "(9, 10)"));
    r.check(says(lines.lines[1], "0.1234 0.1234 0.1234 0.1234") &&
            says(lines.lines[2], "0.1234 0.1234 0.1234 0.1234 ..."));
    r.check(says(lines.lines[lines.count - 1], "..."));
  });
  // What attn/tensor/array.hpp promises. tensor_at, which is for run time, is in
  // runtime_tests/tensor/strided.cpp, with std::mdspan and Eigen.
  tests.proved("from rows and columns", [](report& r) {
    const auto a = launder(rows);
    const auto x = from_strided<token, feature>(a.data(), {4, 1});
    has_type<plane>(x);
    r.check(x == plane{{1, 2, 3}, {4, 5, 6}});
    // Column by column, backwards, every second row, one row for all.
    r.check(from_strided<token, feature>(a.data(), {1, 4}) == plane{{1, 4, 7}, {2, 5, 8}});
    r.check(from_strided<token, feature>(a.data() + 6, {-4, -1}) == plane{{6, 5, 4}, {3, 2, 1}});
    r.check(from_strided<token, feature>(a.data(), {8, 1}) == plane{{1, 2, 3}, {7, 8, 9}});
    r.check(from_strided<token, feature>(a.data(), {0, 1}) == plane{{1, 2, 3}, {1, 2, 3}});
    r.check(from_strided<feature>(a.data(), {4}) == tensor<double, feature>{1, 4, 7});
  });
  tests.proved("three axes", [](report& r) {
    int a[24]{};
    for (int i = 0; i < 24; ++i) a[i] = i;
    const auto x = from_strided<dim<2>, dim<3>, dim<4>>(a, {12, 4, 1});
    r.check(x(1, 2, 3) == 23 && x(0, 1, 0) == 4);
    const auto y = from_strided<dim<4>, dim<2>, dim<3>>(a, {1, 12, 4});
    r.check(y(3, 1, 2) == 23 && y(2, 0, 1) == 6);
  });
  tests.proved("to rows and columns", [](report& r) {
    const plane x{{1, 2, 3}, {4, 5, 6}};
    double a[7] = {9, 9, 9, 9, 9, 9, 9};
    copy_into(a, {4, 1}, launder(x));
    r.check(a[0] == 1 && a[2] == 3 && a[3] == 9 && a[4] == 4 && a[6] == 6);
    double columns[6]{};
    copy_into(columns, {1, 2}, x);
    r.check(from_strided<token, feature>(columns, {1, 2}) == x && columns[1] == 4);
  });
  tests.proved("mdspans", [](report& r) {
    const auto a = launder(rows);
    const own_mdspan<const double, 2, 3> known{a.data(), {{2, 3}}, {{4, 1}}};
    const own_mdspan<const double, at_run_time, 3> unknown{a.data(), {{2, 3}}, {{1, 4}}};
    const auto x = from_mdspan(known);
    has_type<tensor<double, dim<2>, dim<3>>>(x);
    r.check(x(1, 2) == 6);
    const auto y = from_mdspan<token, feature>(unknown);
    has_type<plane>(y);
    r.check(y == plane{{1, 4, 7}, {2, 5, 8}});
    double to[8]{};
    copy_into(own_mdspan<double, 2, at_run_time>{to, {{2, 3}}, {{1, 2}}}, y);
    r.check(to[0] == 1 && to[1] == 2 && to[2] == 4 && to[5] == 8);
  });
  tests.proved("rules of memory", [](report& r) {
    using padded = tensor<float, dim<3>>;
    using full = tensor<float, dim<4>>;
    r.check(
        rules::place_call<full, float>::all::value && !rules::place_call<full, double>::all::value);
    r.check(!rules::place_call<padded, float>::all::value);
    r.check(!rules::without_padding<rules::operand<padded>>::value);
    r.check(rules::strided_call<int, 2, int, token, feature>::all::value);
    r.check(!rules::strided_call<int, 1, int, token, feature>::one_per_axis::value);
    r.check(!rules::one_stride_per_axis<rules::rank<2>, rules::rank<3>>::value);
    r.check(!rules::strided_call<float, 2, int, token, feature>::one_element::value);
    r.check(rules::mdspan_call<own_mdspan<int, 2, 3>>::all::value);
    r.check(!rules::mdspan_call<own_mdspan<int, 2, at_run_time>>::all::value);
    r.check(rules::mdspan_call<own_mdspan<int, 2, at_run_time>, token, feature>::all::value);
    r.check(!rules::mdspan_call<own_mdspan<int, 3, at_run_time>, token, feature>::all::value);
    r.check(!rules::mdspan_call<own_mdspan<int, 2>, token, feature>::all::value);
  });
};
}  // namespace attn_tests::tensor_views_tests
