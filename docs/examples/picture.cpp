// SPDX-License-Identifier: BSL-1.0
// The picture at the top of README.md: weights as a heat map, next to the error of a forgotten
// transposition. It prints docs/examples/picture.svg, which a test compares.
#include <attn.hpp>
#include <attn/io/svg.hpp>
#include <cstdio>
#include <string>

using namespace attn;

namespace {

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 3>;

constexpr tensor<double, token, feature> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};
constexpr tensor<double, key, feature> K{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}};
constexpr auto weights = attention_weights(Q, K);

// docs/sentences.py looks for it in README.md, as the message of a rejected block.
constexpr const char* sentence[] = {"attn::matmul(A, B): the contracted axes",
                                    "differ in name; did you mean transpose(B)?"};

struct line {
  int x, y;
  const char* look;
  std::string text;
};

void print(const line& l) {
  std::printf("<text x=\"%d\" y=\"%d\" %s>%s</text>\n", l.x, l.y, l.look, l.text.c_str());
}

}  // namespace

int main() {
  constexpr int width = 800, height = 220, left = 372;
  std::printf(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%d\" height=\"%d\" "
      "viewBox=\"0 0 %d %d\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, "
      "monospace\" font-size=\"14\">\n"
      "<style>@media (prefers-color-scheme: dark) { .back { fill: #15161b } .front { fill: #e9e9f0 "
      "} .red { fill: #ff7b72 } .wave { stroke: #ff7b72 } .green { fill: #7ee787 } }</style>\n"
      "<rect class=\"back\" width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
      width, height, width, height);
  std::fputs(to_svg(weights, {.title = "attention_weights(Q, K)", .low = 0, .high = 1}).c_str(),
             stdout);
  const char *front = "class=\"front\" fill=\"#15161b\"", *red = "class=\"red\" fill=\"#c00020\"",
             *green = "class=\"green\" fill=\"#116329\"";
  print({left, 44, front, "auto s = matmul(Q, K);"});
  // A wave of 12 characters, each 8.43 wide, under the call.
  std::printf(
      "<path class=\"wave\" fill=\"none\" stroke=\"#c00020\" stroke-width=\"1.5\" d=\"M%d 51",
      left + 76);
  for (int i = 0; i < 25; ++i) std::fputs(i % 2 ? "l4 -4" : "l4 4", stdout);
  std::fputs("\"/>\n", stdout);
  print({left, 80, red, std::string("error: ") + sentence[0]});
  print({left, 102, red, sentence[1]});
  print({left, 150, front, "auto s = matmul(Q, transpose(K));"});
  print({left, 176, green, "// tensor&lt;double, token, key&gt;"});
  std::fputs("</svg>\n", stdout);
}
