// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/to_text.hpp"

#include <attn/text/token_id.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "runtime_tests/catch.hpp"
#include "static_tests/support/fill.hpp"

using namespace attn;
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;

TEST_CASE("io/to_text: the header's example") {
  const tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
  CHECK(to_text(x) == "tensor<double, token 3, feature 2>\n  1  2\n  3  4\n  5  6\n");
  CHECK(axes_text(x) == "(token 3, feature 2)");
}

TEST_CASE("io/to_text: columns are aligned at their ends, over all rows") {
  const tensor<float, feature, token> x{{1, -0.25f, 100}, {12.5f, 0, -3}};
  CHECK(to_text(x) ==
        "tensor<float, feature 2, token 3>\n"
        "      1  -0.25    100\n"
        "   12.5      0     -3\n");
}

TEST_CASE("io/to_text: every rank") {
  CHECK(to_text(tensor<double>{0.5}) == "tensor<double>\n  0.5\n");
  CHECK(to_text(tensor<float, token>{1, 2, 3}) == "tensor<float, token 3>\n  1  2  3\n");
  CHECK(to_text(tensor<float, dim<1>>(7)) == "tensor<float, 1>\n  7\n");
  CHECK(to_text(tensor<int, dim<2>, dim<1>, dim<2>>{{{1, 2}}, {{3, 4}}}) ==
        "tensor<int, 2, 1, 2>\n  1  2\n\n  3  4\n");
  CHECK(to_text(tensor<int, feature, token, dim<2>>{{{1, 2}, {3, 4}, {5, 6}},
                                                    {{7, 8}, {9, 0}, {1, 2}}}) ==
        "tensor<int, feature 2, token 3, 2>\n  1  2\n  3  4\n  5  6\n\n  7  8\n  9  0\n  1  2\n");
  CHECK(to_text(tensor<int, dim<2>, dim<1>, dim<2>, dim<1>>{{{{1}, {2}}}, {{{3}, {4}}}}) ==
        "tensor<int, 2, 1, 2, 1>\n  1\n  2\n\n  3\n  4\n");
  CHECK(axes_text(tensor<int>{}) == "()");
  CHECK(axes_text(tensor<int, dim<4>, token>{}) == "(4, token 3)");
}

TEST_CASE("io/to_text: element types") {
  CHECK(to_text(tensor<int, feature>{-7, 1'000'000}) ==
        "tensor<int, feature 2>\n       -7  1000000\n");
  CHECK(to_text(tensor<std::int64_t>{9'007'199'254'740'993}) ==
        "tensor<integer>\n  9007199254740993\n");
  CHECK(to_text(tensor<unsigned char>{7}) == "tensor<integer>\n  7\n");
  CHECK(to_text(tensor<long double>{0.5L}) == "tensor<scalar>\n  0.5\n");
}

TEST_CASE("io/to_text: as few digits as are exact") {
  const text_format bare{.indent = 0, .header = false};
  CHECK(to_text(tensor<double>{1.0 / 3}, bare) == "0.3333333333333333\n");
  CHECK(to_text(tensor<float>{1.0f / 3}, bare) == "0.33333334\n");
  CHECK(to_text(tensor<double>{0.1}, bare) == "0.1\n");
  CHECK(to_text(tensor<double>{5e-324}, bare) == "5e-324\n");
  CHECK(to_text(tensor<double>{123456}, bare) == "123456\n");
}

TEST_CASE("io/to_text: hexadecimal") {
  const text_format hexadecimal{.indent = 0, .header = false, .hexadecimal = true};
  CHECK(to_text(tensor<double>{-0.1}, hexadecimal) == "-0x1.999999999999ap-4\n");
  CHECK(to_text(tensor<double, dim<4>>{0, -0.0, HUGE_VAL, -HUGE_VAL}, hexadecimal) ==
        " 0x0p+0  -0x0p+0      inf     -inf\n");
}

TEST_CASE("io/to_text: digits are significant ones") {
  const text_format bare{.digits = 7, .indent = 0, .header = false};
  CHECK(to_text(tensor<double>{1.0 / 3}, bare) == "0.3333333\n");
  CHECK(to_text(tensor<double>{2e6 / 3}, bare) == "666666.7\n");
  CHECK(to_text(tensor<double>{2e-9 / 3}, bare) == "6.666667e-10\n");
  CHECK(to_text(tensor<double>{1e10}, bare) == "1e+10\n");
  CHECK(to_text(tensor<double>{1.0 / 3}, {.digits = 3, .indent = 0, .header = false}) == "0.333\n");
  CHECK(to_text(tensor<double>{0.1}, {.digits = 17, .indent = 0, .header = false}) ==
        "0.10000000000000001\n");
  // A float is a float: not the double nearest to it, but the number it is.
  CHECK(to_text(tensor<float>{0.1f}, {.digits = 9, .indent = 0, .header = false}) ==
        "0.100000001\n");
  CHECK(to_text(tensor<float>{0.1f}, bare) == "0.1\n");
}

TEST_CASE("io/to_text: more digits than there are is as many as there are") {
  const double least = -std::numeric_limits<double>::denorm_min();
  const text_format forty{.digits = 40, .indent = 0, .header = false};
  const text_format thousand{.digits = 1'000, .indent = 0, .header = false};
  for (const double x : {least, -1.0 / 3, -1e-4 / 3, 1e300 / 3, 1e39 / 3}) {
    CHECK(to_text(tensor<double>{x}, thousand) == to_text(tensor<double>{x}, forty));
    CHECK(std::stod(to_text(tensor<double>{x / 3}, forty)) == x / 3);
  }
}

TEST_CASE("io/to_text: what is no ordinary number") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(to_text(tensor<double, dim<6>>{nan, -nan, infinity, -infinity, -0.0, 0}) ==
        "tensor<double, 6>\n   nan   nan   inf  -inf    -0     0\n");
}

TEST_CASE("io/to_text: the format's other members") {
  const tensor<int, dim<2>, dim<2>> x{{1, 2}, {3, 4}};
  CHECK(to_text(x, {.header = false}) == "  1  2\n  3  4\n");
  CHECK(to_text(x, {.indent = 0}) == "tensor<int, 2, 2>\n1  2\n3  4\n");
  CHECK(to_text(x, {.indent = 5, .header = false}) == "     1  2\n     3  4\n");
}

TEST_CASE("io/to_text: token ids are their numbers") {
  CHECK(to_text(tensor<token_id<24>, token>{1, 14, 6}) ==
        "tensor<token_id, token 3>\n   1  14   6\n");
}

TEST_CASE("io/to_text: a fixed number of decimals") {
  const tensor<double, dim<2>, dim<2>> x{{0.0008904, 0.09027}, {-12.5, 1e22}};
  CHECK(to_text(x, {.header = false, .decimals = 4}) ==
        "                        0.0009                        0.0903\n"
        "                      -12.5000  10000000000000000000000.0000\n");
  CHECK(to_text(tensor<double>{1e308}, {.indent = 0, .header = false, .decimals = 99}).size() ==
        309 + 1 + 40 + 1);
  CHECK(to_text(tensor<float, dim<2>>{0.5f, 2}, {.header = false, .decimals = 0}) == "  0  2\n");
}

// The largest number of a type, and the smallest, in every format.
template <class T>
void has_room_for_extremes() {
  using limits = std::numeric_limits<T>;
  const text_format bare{.indent = 0, .header = false},
      most{.indent = 0, .header = false, .decimals = 40};
  const text_format digits{.digits = 40, .indent = 0, .header = false};
  const auto digits_of = [](const T& x, const text_format& format) {
    std::string text = to_text(tensor<T>{x}, format);
    for (const char c : text)
      CHECK((c == '-' || c == '+' || c == '.' || c == 'e' || c == '\n' || (c >= '0' && c <= '9')));
    return text.size();
  };
  CHECK(digits_of(-limits::max(), most) == 1 + limits::max_exponent10 + 1 + 1 + 40 + 1);
  CHECK(digits_of(-limits::denorm_min(), most) == 1 + 1 + 1 + 40 + 1);
  CHECK(digits_of(-limits::denorm_min(), digits) <= 1 + 40 + 1 + 6 + 1);
  CHECK(digits_of(-limits::max(), bare) <= 64);
}
TEST_CASE("io/to_text: the extremes of every floating-point type") {
  has_room_for_extremes<float>();
  has_room_for_extremes<double>();
  has_room_for_extremes<long double>();
}

TEST_CASE("io/to_text: a word for the scores of masked keys") {
  const double infinity = std::numeric_limits<double>::infinity();
  const text_format format{.header = false, .decimals = 2, .minus_infinity = "masked"};
  CHECK(to_text(tensor<double, dim<3>>{1, -infinity, infinity}, format) ==
        "    1.00  masked     inf\n");
}
