// SPDX-License-Identifier: BSL-1.0
// What attn/tensor/tensor.hpp promises. Numbers for which
// braced_number_does_not_fit_the_element_type is called are in rejected/tensor.cpp.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::tensor_tests {
using feature = axis<"feature", 4>;
using row = axis<"row", 5>;

// Construction is noexcept where the construction of the elements is; access always, unless a hook
// throws.
struct throws_at_birth {
  throws_at_birth() noexcept(false) {}
  throws_at_birth(const throws_at_birth& x) noexcept(false) : value(x.value) {}
  throws_at_birth& operator=(const throws_at_birth&) = default;
  friend throws_at_birth operator+(const throws_at_birth& x, const throws_at_birth&) { return x; }
  friend throws_at_birth operator-(const throws_at_birth& x, const throws_at_birth&) { return x; }
  friend throws_at_birth operator*(const throws_at_birth& x, const throws_at_birth&) { return x; }
  int value = 0;
};
template <class X>
constexpr bool access_is_noexcept =
    noexcept(std::declval<X&>()(0, 0)) && noexcept(std::declval<const X&>()(0, 0)) &&
    noexcept(std::declval<const X&>().template at<0, 0>()) && noexcept(std::declval<X&>().data()) &&
    noexcept(std::declval<const X&>().end()) && noexcept(X::size()) &&
    noexcept(X::template extent<0>());
static_assert(
    access_is_noexcept<matrix<float, 2, 3>> && access_is_noexcept<matrix<throws_at_birth, 2, 3>>);
static_assert(!noexcept(matrix<throws_at_birth, 2, 3>()) &&
              !noexcept(tensor<throws_at_birth>(throws_at_birth())));
static_assert(std::is_nothrow_default_constructible_v<matrix<float, 2, 3>> &&
              std::is_nothrow_copy_constructible_v<matrix<float, 2, 3>> &&
              std::is_nothrow_move_assignable_v<matrix<float, 2, 3>> &&
              std::is_nothrow_constructible_v<tensor<double>, double>);

// The elements one after the other are 1, 2, 3, …
template <class T, class... Axes>
constexpr void check_counts(report& r, const tensor<T, Axes...>& x) {
  for (std::size_t i = 0; i < x.size(); ++i) r.check(x.data()[i] == static_cast<T>(i + 1));
  r.bits(x);
}

template <class T, std::size_t I>
concept constant_at = requires { typename std::bool_constant<(T{}(I), true)>; };

// Alignment is the next power of two of the elements' size up to a cache line, whatever the flags:
// two translation units must agree.
template <class T, std::size_t N> constexpr void check_layout(report& r) {
  using type = tensor<T, dim<N>>;
  std::size_t alignment = 1;
  while (alignment < N * sizeof(T) && alignment < 64) alignment *= 2;
  const std::size_t whole = (N * sizeof(T) + alignment - 1) / alignment * alignment;
  r.check(alignof(type) == alignment && sizeof(type) == whole);
  r.check(std::is_trivially_copyable_v<type> && std::is_standard_layout_v<type>);
  r.bits(sizeof(type));
  if (!std::is_constant_evaluated()) {
    const type x = launder(type{});
    r.check(reinterpret_cast<std::uintptr_t>(x.data()) % alignment == 0);
    r.check(static_cast<const void*>(x.data()) == static_cast<const void*>(&x));
  } else {
    r.checks += 2;  // addresses are the program's
  }
}

// Structural: an argument of a template, equal to another if its elements are.
template <auto Tensor> struct carrier {
  static constexpr auto value = Tensor;
};

// One element that differs, wherever it is, makes a difference.
template <class T, class... Axes> constexpr void check_equality(report& r) {
  const auto x = launder(filled<tensor<T, Axes...>>(8));
  r.check(x == x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    auto y = x;
    y.data()[i] = y.data()[i] + T(1);
    r.check(x != y && !(y == x));
  }
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved<float, double, int>("from braces", []<class T>(report& r) {
    check_counts(r, launder(tensor<T>{1}));
    check_counts(r, launder(tensor<T, dim<1>>{1}));
    check_counts(r, launder(tensor<T, token>{1, 2, 3}));
    check_counts(r, launder(tensor<T, batch, token>{{1, 2, 3}, {4, 5, 6}}));
    check_counts(r, launder(tensor<T, token, batch>{{1, 2}, {3, 4}, {5, 6}}));
    check_counts(
        r, launder(tensor<T, batch, token, feature>{{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}},
               {{13, 14, 15, 16}, {17, 18, 19, 20}, {21, 22, 23, 24}}}));
    check_counts(r, launder(tensor<T, dim<1>, dim<2>, dim<3>, dim<2>>{
                        {{{1, 2}, {3, 4}, {5, 6}}, {{7, 8}, {9, 10}, {11, 12}}}}));
    check_counts(r, launder(tensor<T, dim<2>, dim<1>, dim<2>, dim<3>>{
                        {{{1, 2, 3}, {4, 5, 6}}}, {{{7, 8, 9}, {10, 11, 12}}}}));
  });
  // Where every count is 1 the braces could be mistaken for a copy, a row or an element.
  tests.proved<float, double>("from braces around one element", []<class T>(report& r) {
    check_counts(r, launder(tensor<T, dim<1>, dim<1>>{{1}}));
    check_counts(r, launder(tensor<T, dim<1>, dim<1>, dim<1>>{{{1}}}));
    check_counts(r, launder(tensor<T, dim<1>, dim<1>, dim<1>, dim<1>>{{{{1}}}}));
    check_counts(r, launder(tensor<T, dim<1>, dim<3>>{{1, 2, 3}}));
    check_counts(r, launder(tensor<T, dim<3>, dim<1>>{{1}, {2}, {3}}));
    check_counts(r, launder(tensor<T, dim<1>, dim<1>, dim<3>>{{{1, 2, 3}}}));
    check_counts(r, launder(tensor<T, dim<3>, dim<1>, dim<1>>{{{1}}, {{2}}, {{3}}}));
  });
  // As they are typed: whole numbers and fractions, of whatever literal type.
  tests.proved<float, double>("mixed literals", []<class T>(report& r) {
    const auto vector = launder(tensor<T, feature>{1, 0.5, -0.25f, 3u});
    r.check(vector(0) == 1 && vector(1) == T(0.5) && vector(2) == T(-0.25) && vector(3) == 3);
    const auto rows = launder(tensor<T, batch, token>{{1, 0.5, -2}, {0.25f, 7, 0}});
    r.check(rows(0, 1) == T(0.5) && rows(0, 2) == -2 && rows(1, 0) == T(0.25) && rows(1, 1) == 7);
    const auto tenths = launder(tensor<T, token>{0.1, 1, 0.3});
    r.check(bitwise_equal(tenths(0), T(0.1)) && bitwise_equal(tenths(2), T(0.3)));
    r.bits(vector);
    r.bits(rows);
    r.bits(tenths);
  });
  // A braced number becomes an element where the language converts it; where a fraction would get
  // lost there is a rule (keeps_fractions) and not a missing constructor.
  tests.proved("numbers are converted", [](report& r) {
    r.check(tensor<int, dim<2>>{launder(short{-3}), 7u} == tensor<int, dim<2>>{-3, 7});
    r.check(tensor<float, dim<2>>{launder(0.1), 3} == tensor<float, dim<2>>{0.1f, 3.0f});
    r.check(!std::is_constructible_v<tensor<double, dim<2>>, const char*, int>);
    r.check(std::is_constructible_v<tensor<archetype, dim<1>>, archetype>);
    r.check(!std::is_constructible_v<tensor<archetype, dim<1>>, double>);
    // One number is not silently a vector of one, nor a matrix.
    r.check(!std::is_convertible_v<double, tensor<double, dim<1>>>);
    r.check(!std::is_convertible_v<double, matrix<double, 1, 1>>);
  });
  // What fits is what C++ lets into the braces of an array. (What does not: rejected/tensor.cpp.)
  tests.proved("numbers that fit", [](report& r) {
    using attn::detail::fits;
    r.check(fits<signed char>(-128) && !fits<signed char>(-129));
    r.check(fits<signed char>(127u) && !fits<signed char>(128u));
    r.check(fits<unsigned>(std::int64_t{0xffffffff}) && !fits<unsigned>(-1));
    r.check(!fits<unsigned>(std::int64_t{1} << 32) && !fits<int>(0xffffffffu));
    r.check(fits<bool>(1) && !fits<bool>(2) && !fits<bool>(-1) && fits<int>(true));
    r.check(!fits<std::uint64_t>(-1) && !fits<std::int64_t>(~std::uint64_t{0}));
    // Integers exactly, fractions rounded.
    r.check(fits<float>(16777216) && !fits<float>(16777217) && fits<float>(16777218));
    r.check(fits<float>(-16777216) && !fits<float>(-16777217) && fits<float>(short{-32768}));
    r.check(fits<float>(0) && fits<float>(std::int64_t{1} << 62) && fits<double>(0x7fffffff));
    r.check(fits<float>(std::numeric_limits<std::int64_t>::min()));
    r.check(!fits<double>(std::numeric_limits<std::int64_t>::max()));
    r.check(!fits<double>((std::int64_t{1} << 53) + 1) && fits<double>(~std::uint64_t{0} << 11));
    r.check(fits<float>(0.1) && fits<float>(1e-300) && !fits<float>(1e300) && !fits<float>(-1e300));
    r.check(fits<float>(0x1.fffffefffffffp127) && !fits<float>(0x1.ffffffp127));
    r.check(!fits<float>(-0x1.ffffffp127) && fits<double>(0x1.fffffep127f));
    r.check(fits<float>(std::numeric_limits<double>::infinity()));
    r.check(fits<float>(-std::numeric_limits<double>::infinity()));
    r.check(fits<float>(std::numeric_limits<double>::quiet_NaN()) && fits<float>(launder(1e38)));
    const auto x = launder(tensor<float, dim<2>>{0x1.fffffefffffffp127, 1e-300});
    r.check(x == tensor<float, dim<2>>{std::numeric_limits<float>::max(), 0});
    r.bits(x);
  });
  tests.proved<float, double>("zero by default", []<class T>(report& r) {
    for (const T x : launder(tensor<T>())) r.check(x == 0);
    for (const T x : launder(tensor<T, token>{})) r.check(x == 0);
    for (const T x : launder(tensor<T, batch, token, feature, row>())) r.check(x == 0);
  });
  // Row-major: the last index runs fastest.
  tests.proved("indexing", [](report& r) {
    auto x = launder(filled<tensor<double, batch, token, feature, row>>(3));
    std::size_t at = 0;
    for (std::size_t b = 0; b < batch::size; ++b)
      for (std::size_t t = 0; t < token::size; ++t)
        for (std::size_t f = 0; f < feature::size; ++f)
          for (std::size_t i = 0; i < row::size; ++i) r.check(&x(b, t, f, i) == x.data() + at++);
    r.check(at == x.size());
    x(1, 2, 3, 4) = 7;
    r.check(x.data()[119] == 7);
    r.bits(x);

    const auto s = launder(tensor<double>{0.5});
    r.check(s() == 0.5);
    const auto v = launder(tensor<float, token>{1, 2, 3});
    r.check(v(0) == 1 && v(2u) == 3 && v(std::int8_t{1}) == 2 && v(std::uint64_t{1}) == 2);
  });
  tests.proved("one subscript", [](report& r) {
    auto x = launder(tensor<double, token>{1, 2, 3});
    for (std::size_t t = 0; t < token::size; ++t) r.check(&x[t] == &x(t));
    const auto& constant = x;
    r.check(&constant[2] == &x(2));
    x[1] = 7;
    r.check(x.data()[1] == 7);
  });
#if defined(__cpp_multidimensional_subscript)
  tests.proved("subscripts", [](report& r) {
    auto x = launder(filled<tensor<double, batch, token>>(3));
    for (std::size_t b = 0; b < batch::size; ++b)
      for (std::size_t t = 0; t < token::size; ++t) r.check(&x[b, t] == &x(b, t));
    const auto& constant = x;
    r.check(&constant[1, 2] == &x(1, 2));
    x[1, 0] = 7;
    r.check(x.data()[3] == 7);
  });
#endif
  tests.proved("indices that the compiler checks", [](report& r) {
    const auto x = launder(tensor<double, batch, token>{{1, 2, 3}, {4, 5, 6}});
    r.check(x.at<0, 0>() == 1 && x.at<0, 2>() == 3 && x.at<1, 0>() == 4 && x.at<1, 2>() == 6);
    r.check(launder(tensor<float, token>{1, 2, 3}).at<1>() == 2);
    r.check(launder(tensor<int>{5}).at<>() == 5);
    const auto y = launder(filled<tensor<float, batch, token, feature>>(1));
    r.check(&y.at<1, 2, 0>() == &y(1, 2, 0));
  });
  tests.proved("extents", [](report& r) {
    using type = tensor<double, batch, token, dim<7>>;
    r.check(type::extent<"batch">() == 2 && type::extent<"token">() == 3);
    r.check(type::extent<0>() == 2 && type::extent<1>() == 3 && type::extent<2>() == 7);
    r.check(type::extent<-1>() == 7 && type::extent<-2>() == 3 && type::extent<-3>() == 2);
    r.check(type::rank == 3 && type::volume == 42 && type::size() == 42);
    r.check(tensor<int>::rank == 0 && tensor<int>::size() == 1);
  });
  // In constant evaluation the way past the end of an axis leads to a function that is no constant;
  // at run time it does so on request, in runtime_tests/tensor/checked.cpp.
  tests.proved("indices are checked", [](report& r) {
    r.check(constant_at<tensor<float, token>, 2>);
    r.check(!constant_at<tensor<float, token>, 3>);
    r.check(!constant_at<tensor<float, token>, ~std::size_t{0}>);
    static_assert(std::is_same_v<decltype(index_out_of_range_for_its_axis()), void>);
    static_assert(an_axis_is_a_type_and_matrix_takes_sizes<token> &&
                  !an_axis_is_a_type_and_matrix_takes_sizes<int>);
    static_assert(operand_of_a_constant_must_be_constexpr(1));
  });
  tests.proved<float, double>("layout", []<class T>(report& r) {
    for_sizes<1, 2, 3, 5, 8, 9, 16, 17, 100>([&]<std::size_t N>() { check_layout<T, N>(r); });
    r.check(alignof(tensor<archetype, dim<3>>) == 32);
  });
  tests.proved("constness", [](report& r) {
    using type = tensor<float, batch, token>;
    static_assert(std::is_same_v<decltype(std::declval<type&>()(0, 0)), float&>);
    static_assert(std::is_same_v<decltype(std::declval<const type&>()(0, 0)), const float&>);
    static_assert(std::is_same_v<decltype(std::declval<type&>().at<0, 0>()), const float&>);
    static_assert(std::is_same_v<decltype(std::declval<type&>().data()), float*>);
    static_assert(std::is_same_v<decltype(std::declval<const type&>().data()), const float*>);
    static_assert(std::is_same_v<decltype(std::declval<type&>().begin()), float*>);
    static_assert(std::is_same_v<decltype(std::declval<const type&>().begin()), const float*>);
    static_assert(std::is_same_v<decltype(std::declval<type&>().end()), float*>);
    static_assert(std::is_same_v<decltype(std::declval<const type&>().end()), const float*>);
    r.check(std::is_same_v<type::value_type, float>);
    r.check(std::is_same_v<type::shape_type, shape<batch, token>>);
    r.check(std::is_same_v<tensor_of<float, shape<batch, token>>, type>);
    r.check(std::is_same_v<tensor_of<float, shape<>>, tensor<float>>);
    r.check(std::is_same_v<matrix<float, 2, 3>, tensor<float, dim<2>, dim<3>>>);
  });
  tests.proved<float, double>("iteration", []<class T>(report& r) {
    auto x = launder(filled<tensor<T, token, feature>>(4));
    r.check(x.begin() == x.data() && x.end() == x.data() + 12);
    const T* expected = x.data();
    for (const T& element : x) r.check(&element == expected++);
    for (T& element : x) element = -element;
    r.bits(x);
    std::size_t count = 0;
    for ([[maybe_unused]] const T& element : launder(tensor<T>{1})) ++count;
    r.check(count == 1);
  });
  // A number is a tensor without axes; back again only on request.
  tests.proved("six axes", [](report& r) {
    using type =
        tensor<int, axis<"a", 2>, axis<"b", 1>, axis<"c", 3>, dim<2>, dim<1>, axis<"d", 4>>;
    static_assert(type::rank == max_rank && type::volume == 48);
    type x;
    for (int i = 0; int& element : x) element = i++;
    r.check(x(1, 0, 2, 1, 0, 3) == 47 && x.template at<1, 0, 0, 1, 0, 2>() == 30);
    r.check(x.template extent<"c">() == 3 && x.template extent<-1>() == 4 && x == launder(x));
    r.bits(x);
  });
  tests.proved("rank zero", [](report& r) {
    using number = tensor<double>;
    const number half = launder(0.5);
    r.check(static_cast<double>(half) == 0.5);
    r.check(half == number{0.5} && !(half == number{0.25}));
    r.check(std::is_convertible_v<double, number> && !std::is_convertible_v<number, double>);
    r.check(std::is_constructible_v<double, number>);
    r.check(!std::is_constructible_v<double, tensor<double, dim<1>>>);
    r.bits(half());
  });
  tests.proved("is a template argument", [](report& r) {
    using type = tensor<double, batch, token>;
    using one = carrier<type{{1, 2, 3}, {4, 5, 6}}>;
    using two = carrier<type{{1, 2, 3}, {4, 5, 7}}>;
    r.check(std::is_same_v<one, carrier<type{{1, 2, 3}, {4, 5, 6}}>>);
    r.check(!std::is_same_v<one, two>);
    r.check(launder(one::value) == type{{1, 2, 3}, {4, 5, 6}});
    r.check(carrier<tensor<int>{3}>::value() == 3);
    r.check(
        carrier<tensor<float, dim<5>>{1, 2, 3, 4, 5}>::value(4) == 5);  // with padding behind it
  });
  tests.proved("equality", [](report& r) {
    check_equality<float>(r);
    check_equality<float, token>(r);
    check_equality<double, batch, token>(r);
    check_equality<int, batch, token, feature>(r);
    r.check(launder(tensor<double, dim<2>>{0.0, 1}) == tensor<double, dim<2>>{-0.0, 1});
  });
  tests.proved("copies are copies", [](report& r) {
    const auto x = launder(filled<tensor<float, token, feature>>(5));
    auto y = x;
    y(0, 0) = y(0, 0) + 1;
    r.check(x != y);
    y = x;
    r.same(x, y);
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = as_archetype(launder(filled<tensor<double, batch, token>>(2)));
    r.check(x(1, 2).value() == filled<tensor<double, batch, token>>(2)(1, 2));
    r.check(launder(tensor<archetype, token>())(2).value() == 0);
    const tensor<archetype, batch, dim<1>> y{{archetype(1)}, {archetype(2)}};
    r.check(launder(y)(1, 0).value() == 2);
    r.check((tensor<archetype, dim<2>>{archetype(1), archetype(2)}(1).value() == 2));
  });
};
}  // namespace attn_tests::tensor_tests
