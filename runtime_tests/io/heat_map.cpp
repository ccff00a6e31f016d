// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/to_text.hpp"

#include <limits>
#include <string>

#include "runtime_tests/catch.hpp"

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 3>;

TEST_CASE("io/heat_map: a row per query, a cell per key") {
  const tensor<double, token, key> weights{{0, 0.5, 1}, {0.25, 0.125, 0.625}};
  CHECK(heat_map(weights) ==
        "  rows: token 2, columns: key 3\n"
        "  0 |        0 |+++ 50.0% |@@@100.0% |\n"
        "  1 |--- 25.0% |::: 12.5% |*** 62.5% |\n");
}

TEST_CASE("io/heat_map: axes without names, another margin") {
  const matrix<float, 1, 2> weights{{0.75f, 0.25f}};
  CHECK(heat_map(weights, {.indent = 0}) == "rows: 1, columns: 2\n0 |### 75.0% |--- 25.0% |\n");
}

namespace {

// The shade of one weight: the character behind the bar.
char shade(double weight) {
  const std::string text = heat_map(matrix<double, 1, 1>{{weight}}, {.indent = 0});
  return text.at(text.find('|') + 1);
}
// The number in the one cell.
std::string number(double weight) {
  const std::string text = heat_map(matrix<double, 1, 1>{{weight}}, {.indent = 0});
  const std::size_t cell = text.find('|') + 4;
  return text.substr(cell, text.rfind(" |") - cell);
}

}  // namespace

TEST_CASE("io/heat_map: ten shades, from nothing to all") {
  const std::string shades = " .:-=+*#%@";
  std::size_t last = 0;
  for (int i = 0; i <= 1000; ++i) {
    const std::size_t now = shades.find(shade(i / 1000.0));
    REQUIRE(now != std::string::npos);
    CHECK((now == last || now == last + 1));  // none is left out
    last = now;
  }
  CHECK(last == 9);
  CHECK(shade(0) == ' ');
  CHECK(shade(0.001) == '.');  // what is printed as 0.1% shows
  CHECK(shade(0.5) == '+');
  CHECK(shade(0.88) == '%');  // … and the darkest is not for one alone
  CHECK(shade(0.9) == '@');
  CHECK(shade(1) == '@');
}

TEST_CASE("io/heat_map: what is no weight is shaded as the nearest one, and said as it is") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(shade(-0.5) == ' ');
  CHECK(number(-0.0512) == " -5.1%");
  CHECK(number(-0.5) == "-50.0%");
  CHECK(shade(1.5) == '@');
  CHECK(number(1.5) == "150.0%");
  CHECK(shade(infinity) == '@');
  CHECK(number(infinity) == "  inf%");
  CHECK(number(-infinity) == " -inf%");
  CHECK(shade(std::numeric_limits<double>::quiet_NaN()) == ' ');
  CHECK(number(std::numeric_limits<double>::quiet_NaN()) == "   nan");
  CHECK(number(1.5e306).size() == 309 + 3);
}

TEST_CASE("io/heat_map: one digit behind the point, the nearest") {
  CHECK(number(1.0 / 3) == " 33.3%");
  CHECK(number(2.0 / 3) == " 66.7%");
  CHECK(number(0.9996) == "100.0%");
  CHECK(number(0.0004) == " <0.1%");
  CHECK(number(0.0005) == "  0.1%");
  CHECK(number(-0.0001) == " -0.0%");
  CHECK(number(0) == "     0");  // as of a masked key
  CHECK(number(-0.0) == "     0");
}

TEST_CASE("io/heat_map: with colour") {
  const std::string text =
      heat_map(tensor<double, token, key>{{0, 0.5, 1}, {1, 0, 0}}, {.color = true, .indent = 0});
  CHECK(text ==
        "rows: token 2, columns: key 3\n"
        "0 |\x1b[48;5;232m   \x1b[0m     0 |\x1b[48;5;242m+++\x1b[0m 50.0% |"
        "\x1b[48;5;250m@@@\x1b[0m100.0% |\n"
        "1 |\x1b[48;5;250m@@@\x1b[0m100.0% |\x1b[48;5;232m   \x1b[0m     0 |"
        "\x1b[48;5;232m   \x1b[0m     0 |\n");
}

TEST_CASE("io/heat_map: labels") {
  const tensor<double, token, key> weights{{0, 0.5, 1}, {0.25, 0.125, 0.625}};
  CHECK(
      heat_map(weights, {.row_labels = {"I", "Like"}, .column_labels = {"a", "Innovation", "b"}}) ==
      "  rows: token 2, columns: key 3\n"
      "       |a         |Innovatio |b         |\n"
      "  I    |        0 |+++ 50.0% |@@@100.0% |\n"
      "  Like |--- 25.0% |::: 12.5% |*** 62.5% |\n");
  // Those that are missing are numbers.
  CHECK(heat_map(weights, {.indent = 0, .row_labels = {"first"}}) ==
        "rows: token 2, columns: key 3\n"
        "first |        0 |+++ 50.0% |@@@100.0% |\n"
        "1     |--- 25.0% |::: 12.5% |*** 62.5% |\n");
  CHECK(heat_map(matrix<double, 1, 2>{{1, 0}}, {.indent = 0, .column_labels = {"x"}}) ==
        "rows: 1, columns: 2\n  |x         |1         |\n0 |@@@100.0% |        0 |\n");
}

TEST_CASE("io/heat_map: labels of any script are cut between characters and stay in line") {
  const matrix<double, 2, 2> weights{{1, 0}, {0, 1}};
  CHECK(heat_map(weights, {.indent = 0,
                           .row_labels = {"我", "AI"},
                           .column_labels = {"AI模型训练", "e\u0301te\u0301"}}) ==
        "rows: 2, columns: 2\n"
        "   |AI模型训  |e\u0301te\u0301       |\n"  // 8 columns: the next character would end in 10
        "我 |@@@100.0% |        0 |\n"
        "AI |        0 |@@@100.0% |\n");
  // A byte that belongs to no character, as in a token that is a part of one.
  CHECK(heat_map(matrix<double, 1, 1>{{1}}, {.indent = 0, .row_labels = {"\xe6\x88"}}) ==
        "rows: 1, columns: 1\n\ufffd\ufffd |@@@100.0% |\n");
}
