// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/to_text.hpp"

#include <limits>
#include <string>

#include "runtime_tests/catch.hpp"

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 3>;

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr tensor<double, token, key> x{{0.5, 1, 1.0 / 3}, {-2, 1e-7, 0}};
}  // namespace

TEST_CASE("io/tables: Markdown") {
  CHECK(to_markdown(x, {.decimals = 2}) ==
        "| token \\ key | 0 | 1 | 2 |\n"
        "|---|---:|---:|---:|\n"
        "| 0 | 0.50 | 1.00 | 0.33 |\n"
        "| 1 | -2.00 | 0.00 | 0.00 |\n");
  CHECK(to_markdown(x, {.digits = 3, .row_labels = {"I", "a|b"}, .column_labels = {"one"}}) ==
        "| token \\ key | one | 1 | 2 |\n"
        "|---|---:|---:|---:|\n"
        "| I | 0.5 | 1 | 0.333 |\n"
        "| a\\|b | -2 | 1e-07 | 0 |\n");
  CHECK(to_markdown(tensor<int, key>{1, 2, 3}) ==
        "| key | 0 | 1 | 2 |\n|---|---:|---:|---:|\n|  | 1 | 2 | 3 |\n");
  CHECK(to_markdown(tensor<double, dim<1>>{-infinity}, {.minus_infinity = "masked"}) ==
        "|  | 0 |\n|---|---:|\n|  | masked |\n");
}

TEST_CASE("io/tables: LaTeX") {
  CHECK(to_latex(x, {.decimals = 2}) ==
        "\\begin{bmatrix}\n0.50 & 1.00 & 0.33 \\\\\n-2.00 & 0.00 & 0.00\n\\end{bmatrix}");
  CHECK(to_latex(tensor<double, key>{1e-7, 2.5e22, 0.25}) ==
        "\\begin{bmatrix}\n1 \\cdot 10^{-7} & 2.5 \\cdot 10^{22} & 0.25\n\\end{bmatrix}");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(to_latex(tensor<double, key>{infinity, -infinity, nan}) ==
        "\\begin{bmatrix}\n\\infty & -\\infty & \\mathrm{NaN}\n\\end{bmatrix}");
  CHECK(to_latex(tensor<double, dim<1>>{-infinity}, {.minus_infinity = "masked"}) ==
        "\\begin{bmatrix}\n\\text{masked}\n\\end{bmatrix}");
  CHECK(to_latex(tensor<int>(7)) == "\\begin{bmatrix}\n7\n\\end{bmatrix}");
}
