// SPDX-License-Identifier: BSL-1.0
// Behaviours of from_text, number_from_text of attn/io/.
#pragma once

#include <attn/io/from_text.hpp>
#include <attn/io/number_from_text.hpp>
#include <boost/hana/tuple.hpp>
#include "static_tests/tests.hpp"

namespace attn_tests::io_from_text_tests {
template <class T> constexpr bool is_read_as(report& r, std::string_view word, T expected) {
  T x = T(7);
  const bool read = number_from_text(word, x) == number_fault::none;
  r.bits(x);
  using word_type = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return read && std::bit_cast<word_type>(x) == std::bit_cast<word_type>(expected);
}
template <class T> constexpr bool is_fault(std::string_view word, number_fault fault) {
  T x = T(7);
  return number_from_text(word, x) == fault && x == T(7);
}

// Compared with the compiler's own reading of the same digits.
#define ATTN_TESTS_SAME(digits) r.check(is_read_as(r, #digits, digits))
#define ATTN_TESTS_SAME_FLOAT(digits) r.check(is_read_as(r, #digits, digits##f))

template <class... Tensors>
concept readable = requires(std::string_view text, Tensors&... into) {
  { from_text(text, into...) } -> std::same_as<text_result>;
};

// A text as a constant; one with a mistake is none (static_tests/rejected/from_text_*.cpp):
// text_has_too_few_numbers, text_has_too_many_numbers, text_has_a_word_that_is_not_a_number,
// text_has_a_number_out_of_range, text_has_other_axes_than_the_tensor.
using row = axis<"row", 2>;
using column = axis<"column", 3>;

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/io/from_text.hpp promises to the compiler; what a program is told about a
  // wrong text is looked at in runtime_tests/io/from_text.cpp.
  tests.proved("tensors of floating-point numbers", [](report& r) {
    r.check(readable<tensor<double>>);
    r.check(readable<matrix<float, 2, 3>, tensor<double, axis<"token", 2>>>);
    r.check(readable<matrix<int, 2, 3>> && readable<tensor<token_id<24>, dim<3>>>);
    r.check(readable<matrix<float, 2, 3>, matrix<int, 2, 3>>);
    r.check(!readable<keep_mask<dim<2>, dim<3>>> && !readable<>);
    r.check(!readable<const tensor<double>>);
  });
  // A model that is not const; its elements are a rule, static_tests/rejected/io.cpp.
  tests.proved("models", [](report& r) {
    using layer = nn::linear<float, dim<3>, dim<2>, output_by_input>;
    r.check(readable<layer> && readable<boost::hana::tuple<layer, layer>> && readable<layer[2]>);
    r.check(!readable<const layer>);
  });
  // A result converts to bool in a condition, but not to a number.
  tests.proved("the result", [](report& r) {
    r.check(std::is_constructible_v<bool, text_result>);
    r.check(!std::is_convertible_v<text_result, bool>);
  });
  tests.executed<double, float>("constants", []<class T>(report& r) {
    constexpr auto x =
        from_text<tensor<T, row, column>>("1 2 0x1.8p1  # and more\n -0.1, 1e-40; inf");
    const auto y = launder(x);
    r.check(y(0, 2) == 3 && y(1, 0) == T(-0.1L) && y(1, 1) == T(1e-40L));
    r.check(y(1, 2) == std::numeric_limits<T>::infinity());
    r.bits(x);
    r.bits(from_text<tensor<T, row, column>>(launder(std::string_view("1 2 3.25 -0.1 1e-40 nan"))));
  });
  tests.proved("with the type in front", [](report& r) {
    r.check(from_text<tensor<double>>("tensor<double>\n  0.5\n") == tensor<double>{0.5});
    r.check(from_text<tensor<float, row>>("# two\ntensor<float, row 2>\n 1 2") ==
            tensor<float, row>{1, 2});
    r.check(from_text<tensor<double, row, dim<1>>>("tensor<double, row 2, 1>\n 1\n 2\n") ==
            tensor<double, row, dim<1>>{{1}, {2}});
    r.check(from_text<tensor<int, row>>("tensor<int, row 2> -1 +2") == tensor<int, row>{-1, 2});
    r.check(from_text<tensor<token_id<24>, row>>("tensor<token_id, row 2> 1 23")(1) == 23);
  });
  tests.executed("models that are constants", [](report& r) {
    using layer = nn::linear<float, dim<2>, dim<1>, output_by_input>;
    const auto m = launder(from_text<layer>("tensor<float, 1, 2>\n1 2\ntensor<float, 1>\n3.5"));
    r.check(m.weight == matrix<float, 1, 2>{{1, 2}} && m.bias(0) == 3.5f);
    r.bits(m.weight);
  });
  // What attn/io/number_from_text.hpp promises; millions of words, compared with strtod and strtof,
  // are in runtime_tests/io/number_from_text.cpp.
  tests.proved("hard cases", [](report& r) {
    ATTN_TESTS_SAME(0.1), ATTN_TESTS_SAME(9007199254740993.0),
        ATTN_TESTS_SAME(9007199254740993.00000000000000000000000000000000001),
        ATTN_TESTS_SAME(9007199254740995e0), ATTN_TESTS_SAME(2.2250738585072011e-308),
        ATTN_TESTS_SAME(2.2250738585072012e-308), ATTN_TESTS_SAME(2.2250738585072014e-308),
        ATTN_TESTS_SAME(1.7976931348623157e308), ATTN_TESTS_SAME(1.7976931348623158e308),
        ATTN_TESTS_SAME(4.9406564584124654e-324), ATTN_TESTS_SAME(2.4703282292062328e-324),
        ATTN_TESTS_SAME(0.500000000000000166533453693773481063544750213623046875),
        ATTN_TESTS_SAME(3.518437208883201171875e13), ATTN_TESTS_SAME(62.5364939768271845828),
        ATTN_TESTS_SAME(8.10109172351e-10), ATTN_TESTS_SAME(1.50000000000000011102230246251565),
        ATTN_TESTS_SAME(9007199254740991.4999999999999999999999999999999995),
        ATTN_TESTS_SAME(6929495644600919.5), ATTN_TESTS_SAME(3.7455744005952583e15),
        ATTN_TESTS_SAME(1e23), ATTN_TESTS_SAME(8.5e22),
        ATTN_TESTS_SAME(123456789012345678901234567890e-10),
        ATTN_TESTS_SAME_FLOAT(1.00000005960464477539062500000001),
        ATTN_TESTS_SAME_FLOAT(16777217.0), ATTN_TESTS_SAME_FLOAT(16777219.0),
        ATTN_TESTS_SAME_FLOAT(1.17549435e-38), ATTN_TESTS_SAME_FLOAT(1.4e-45),
        ATTN_TESTS_SAME_FLOAT(3.4028235e38), ATTN_TESTS_SAME(0x1.8p-1),
        ATTN_TESTS_SAME(0x1.00000000000008p0), ATTN_TESTS_SAME(0x1.00000000000018p0),
        ATTN_TESTS_SAME(0x1.000000000000080000000000000000001p0), ATTN_TESTS_SAME(0x.8p1),
        ATTN_TESTS_SAME(0x1p-1074), ATTN_TESTS_SAME(0x1.8p-1074),
        ATTN_TESTS_SAME(0x0.0000000000001p-1022), ATTN_TESTS_SAME(0x1.fffffffffffffp+1023);
  });
  tests.proved("other words", [](report& r) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    r.check(is_read_as(r, "0", 0.0) && is_read_as(r, "-0", -0.0) && is_read_as(r, "-.0e9", -0.0));
    r.check(is_read_as(r, "0x0p-9999", 0.0) && is_read_as(r, "-0x.0", -0.0));
    r.check(is_read_as(r, "0e999999999999999999999", 0.0) && is_read_as(r, "00x", 7.0) == false);
    r.check(is_read_as(r, "+1", 1.0) && is_read_as(r, "5.", 5.0) && is_read_as(r, "1E+2", 100.0));
    r.check(is_read_as(r, "0X1F", 31.0) && is_read_as(r, "0x1P+4", 16.0));
    r.check(is_read_as(r, "inf", infinity) && is_read_as(r, "-Infinity", -infinity));
    r.check(is_read_as(r, "+INF", std::numeric_limits<float>::infinity()));
    double x = 0;
    r.check(number_from_text("nan", x) == number_fault::none && x != x);
    r.check(number_from_text("-NaN", x) == number_fault::none && x != x);
  });
  tests.proved("faults", [](report& r) {
    for (const char* word : {"", "+", "-", ".", "e3", "1e", "1e+", "--1", "+-1", "-+1", "1.2.3",
             "1 ", " 1", "0x", "0x.", "0x1p", "0xg", "1x", "i", "in", "infi", "nan(", "nan()",
             "1.0f", "0x1e+3", "1,5", "1p3"})
      r.check(is_fault<double>(word, number_fault::malformed));
    for (const char* word : {"1e309", "-1e309", "1.7976931348623159e308", "1e-400", "2e-324",
             "2.4703282292062327e-324", "1e99999999999999999999", "0x1p1024",
             "0x1.fffffffffffff8p1023", "0x1p-1075", "1e-99999999999999999999"})
      r.check(is_fault<double>(word, number_fault::out_of_range));
    for (const char* word : {"1e39", "3.4028236e38", "7e-46", "0x1p-150", "0x1.ffffffp127"})
      r.check(is_fault<float>(word, number_fault::out_of_range));
  });
  tests.proved("integers", [](report& r) {
    const auto read = [&r]<class T>(std::string_view word, T expected) {
      T x = 7;
      const bool fine = number_from_text(word, x) == number_fault::none;
      r.bits(x);
      return fine && x == expected;
    };
    r.check(read("-128", std::int8_t{-128}) && read("+127", std::int8_t{127}));
    r.check(
        read("18446744073709551615", ~std::uint64_t{}) && read("-9223372036854775808", INT64_MIN));
    r.check(read("0007", 7u) && read("-0", 0u));
    r.check(is_fault<std::int8_t>("128", number_fault::out_of_range));
    r.check(is_fault<std::int8_t>("-129", number_fault::out_of_range));
    r.check(is_fault<unsigned>("-1", number_fault::out_of_range));
    r.check(is_fault<std::int64_t>("18446744073709551617", number_fault::out_of_range));
    for (const char* word : {"", "-", "1.0", "1e3", "0x1", "a", "1 "})
      r.check(is_fault<int>(word, number_fault::malformed));
  });
#if defined(__SIZEOF_INT128__)
  // Targets without integers of 128 bits do without few_digits: what it finds of up to 19 digits is
  // what division of large naturals finds.
  tests.proved("digits without wide integers", [](report& r) {
    using namespace attn::detail;
    for (const std::uint64_t value :
        {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{9007199254740993},
            std::uint64_t{1844674407370955161}, 9999999999999999999u})
      for (const int power : {-27, -26, -14, -13, -1, 0, 1, 12, 13, 26, 27}) {
        large_natural of_value, divisor;
        of_value.multiply_add(1, static_cast<std::uint32_t>(value >> 32));
        of_value.multiply_add(1u << 31, 0);
        of_value.multiply_add(2, static_cast<std::uint32_t>(value));
        divisor.multiply_add(1, 1);
        large_natural& scaled = power < 0 ? divisor : of_value;
        scaled.multiply_by_power_of_5(static_cast<std::size_t>(power < 0 ? -power : power));
        const binary_number wide = few_digits(value, power);
        const binary_number large = quotient(of_value, divisor, power);
        r.check(
            wide.bits == large.bits && wide.more == large.more && wide.exponent == large.exponent);
        r.bits(large.bits);
      }
  });
#endif
  // Digits that change nothing, as many as few_digits does not take.
  tests.proved("trailing zeros", [](report& r) {
    const auto same = [&r](std::string_view word, std::string_view longer) {
      double x = 7, y = 8;
      r.check(number_from_text(word, x) == number_fault::none &&
              number_from_text(longer, y) == number_fault::none);
      r.check(std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y));
      r.bits(y);
    };
    same("0.1", "0.1000000000000000000000000");
    same("9007199254740993", "9007199254740993.000000000");
    same("9007199254740993e7", "9007199254740993.000000000e7");
    same("7.3177701707893310e+15", "7.31777017078933100000000000e+15");
    same("1234567890123456789e-27", "1234567890123456789.0e-27");
    same("9999999999999999999e27", "9999999999999999999.0e27");
  });
};

#undef ATTN_TESTS_SAME
#undef ATTN_TESTS_SAME_FLOAT
}  // namespace attn_tests::io_from_text_tests
