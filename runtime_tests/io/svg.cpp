// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/to_text.hpp"

#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/window.hpp>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "runtime_tests/catch.hpp"

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 3>;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
  return n;
}

// The colour of the only cell; its rectangle comes after the background.
std::string colour(double x, double low, double high) {
  const std::string text = to_svg(matrix<double, 1, 1>{{x}}, {.low = low, .high = high});
  const std::size_t at = text.find(" fill=\"#", text.find("\"100%\" fill=\"#fff\"") + 16);
  const std::size_t cell = text.find("<rect x=", at);
  return text.substr(text.find("fill=\"", cell) + 6, 7);
}

}  // namespace

TEST_CASE("io/svg: a cell per element, its value, and all of it in words") {
  const tensor<double, token, key> weights{{0, 0.5, 1}, {0.25, 0.125, 0.625}};
  const std::string picture = to_svg(weights);
  CHECK(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\""));
  CHECK(picture.ends_with("</svg>\n"));
  CHECK(has(picture, "<title>Heat map of token 2 \\ key 3</title>"));
  CHECK(has(picture, "<desc>0: 0 0.00, 1 0.50, 2 1.00; 1: 0 0.25, 1 0.12, 2 0.62.</desc>"));
  CHECK(count(picture, ">0.25</text>") == 1);
  CHECK(count(picture, "<rect ") == 1 + 6 + 32);  // the background, the cells and the legend
  CHECK(!has(picture, "attn-hatch\" stroke"));
}

TEST_CASE("io/svg: places") {
  const tensor<double, token, key> x{{0.5, 1, 1.0 / 3}, {-2, 1e-7, 0}};
  const std::string picture =
      to_svg(x, {.title = "W", .row_labels = {"it"}, .column_labels = {"it", "is", "so"}});
  // 9 for each character of `token 2 \\ key 3` and 22, then cells of 5 characters and 14.
  CHECK(has(picture, "width=\"398\" height=\"186\" viewBox=\"0 0 398 186\""));
  CHECK(has(picture, "x=\"147\" y=\"60\" text-anchor=\"end\""));
  CHECK(has(picture,
            "x=\"147\" y=\"92\" text-anchor=\"end\" class=\"attn-front\" fill=\"#1b1b1f\">it<"));
  CHECK(has(picture, "x=\"186\" y=\"60\" text-anchor=\"middle\""));
  CHECK(has(picture, "<rect x=\"157\" y=\"70\" width=\"57\" height=\"32\" fill=\"#90d542\"/>"));
  CHECK(has(picture, "<rect x=\"275\" y=\"104\" width=\"57\" height=\"32\" fill=\"#39b677\"/>"));
  CHECK(has(picture, "x=\"303\" y=\"125\" text-anchor=\"middle\" fill=\"#000\">0.00<"));
  CHECK(has(picture, "x=\"157\" y=\"165\" text-anchor=\"start\""));
  CHECK(has(picture, "x=\"346\" y=\"165\" text-anchor=\"start\""));
  // As wide as its legend, its title, its cells.
  const matrix<double, 1, 1> one{{1}};
  CHECK(has(to_svg(one), "width=\"299\" height=\"152\""));
  CHECK(has(to_svg(one, {.title = "a title that is longer than the picture"}), "width=\"375\""));
  const std::string wide =
      to_svg(matrix<double, 1, 9>{{0.125, 2, 3, 4, 5, 6, 7, 8, 9}}, {.decimals = -1});
  CHECK((has(wide, "width=\"610\"") && has(wide, ">0.125<")));
}

TEST_CASE("io/svg: words for labels, a title, other digits") {
  const tensor<double, token, key> x{{0.5, 1, 1.0 / 3}, {-2, 1e-7, 0}};
  const std::string picture = to_svg(x, {.title = "Weights",
                                         .digits = 3,
                                         .decimals = -1,
                                         .row_labels = {"it"},
                                         .column_labels = {"it", "is", "so", "unused"}});
  CHECK(has(picture, "<title>Weights (token 2 \\ key 3)</title>"));
  CHECK(has(picture, "<desc>it: it 0.5, is 1, so 0.333; 1: it -2, is 1e-07, so 0.</desc>"));
  CHECK(!has(picture, "unused"));
}

TEST_CASE("io/svg: masked scores and NaN are hatched, the rest has a colour") {
  const tensor<double, token, key> x{{-infinity, 0.5, infinity},
                                     {std::numeric_limits<double>::quiet_NaN(), 1, 2}};
  const std::string picture = to_svg(x);
  CHECK(count(picture, "<path class=\"attn-hatch\"") == 2);
  CHECK(has(picture, "0 masked, 1 0.50, 2 inf; 1: 0 nan"));
  CHECK(has(to_svg(x, {.minus_infinity = "-inf"}), ">-inf</text>"));
  CHECK(count(picture, ">0.50</text>") == 2);  // the cell, and the legend's end: inf does not count
  CHECK(count(picture, ">2.00</text>") == 2);
  const matrix<double, 2, 2> weights{{1, 0}, {0.5, 0.5}};
  CHECK(count(to_svg(mask_scores(weights, causal<>)), "<path class=\"attn-hatch\"") == 1);
}

TEST_CASE("io/svg: the palette, from low to high") {
  CHECK(colour(0, 0, 1) == "#440154");
  CHECK(colour(1, 0, 1) == "#fde725");
  CHECK(colour(0.5, 0, 1) == "#21908d");
  CHECK(colour(3, 2, 4) == "#21908d");
  CHECK(colour(-7, 0, 1) == "#440154");  // outside: the end of the palette
  CHECK(colour(7, 0, 1) == "#fde725");
  CHECK(colour(0, 1, 0) == "#fde725");  // turned round
  CHECK(colour(5, 0, 0) == "#21908d");  // the only value there is
  constexpr double largest = std::numeric_limits<double>::max();
  CHECK(colour(0, -largest, largest) == "#21908d");
  CHECK(count(to_svg(matrix<double, 1, 2>{{-infinity, -infinity}}), "<path ") == 2);
}

TEST_CASE("io/svg: what is special in XML, and what is no text at all") {
  const matrix<double, 1, 1> x{{1}};
  const auto label = [&](std::string text) {
    const std::string picture = to_svg(x, {.row_labels = {std::move(text)}});
    const std::size_t from = picture.find("<desc>") + 6;
    return picture.substr(from, picture.find(": 0 1.00.</desc>") - from);
  };
  CHECK(label("<b> & \"c\"") == "&lt;b&gt; &amp; \"c\"");
  CHECK(label("\xc3\xa9t\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80") ==
        "\xc3\xa9t\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
  const std::string replaced = "\xef\xbf\xbd";
  CHECK(label("a\x01z") == "a" + replaced + "z");
  CHECK(label(std::string("a\0z", 3)) == "a" + replaced + "z");
  CHECK(label("\xc3") == replaced);                 // the first half of a character
  CHECK(label("\xa9z") == replaced + "z");          // the second one
  CHECK(label("\xc0\xaf") == replaced + replaced);  // longer than necessary
  CHECK(label("\xe0\x80\xaf") == replaced + replaced + replaced);
  CHECK(label("\xed\xa0\x80") == replaced + replaced + replaced);  // a surrogate
  CHECK(label("\xef\xbf\xbf") == replaced + replaced + replaced);  // U+FFFF, which XML forbids
  CHECK(label("\xf4\x90\x80\x80") == replaced + replaced + replaced + replaced);
}
