// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/to_text.hpp"

#include <string>

#include "runtime_tests/catch.hpp"

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 2>;
using d = axis<"d_k", 1>;

namespace {
constexpr tensor<double, token, d> q{{0}, {2}};
constexpr tensor<double, key, d> k{{1}, {1}};
constexpr auto t = trace_attention(q, k, k, causal<>);  // of width 1: the scale is 1
}  // namespace

TEST_CASE("io/trace_text: text") {
  CHECK(to_text(t, {.decimals = 1, .minus_infinity = "masked"}) ==
        "scores = Q K^T   (token 2, key 2)\n"
        "  0.0  0.0\n"
        "  2.0  2.0\n"
        "\n"
        "scaled = scores / sqrt(d_k)   (token 2, key 2)\n"
        "  0.0  0.0\n"
        "  2.0  2.0\n"
        "\n"
        "masked = scores, -inf where masked   (token 2, key 2)\n"
        "     0.0  masked\n"
        "     2.0     2.0\n"
        "\n"
        "weights = softmax of each row   (token 2, key 2)\n"
        "  1.0  0.0\n"
        "  0.5  0.5\n"
        "\n"
        "output = weights V   (token 2, d_k 1)\n"
        "  1.0\n"
        "  1.0\n");
}

TEST_CASE("io/trace_text: Markdown and HTML") {
  const auto output = trace_of<traced<"a_b", tensor<double, token, key>>>{
      {{{0.5, -1}, {2, 1e-7}}, {"Q < K", "Q < K"}}};
  CHECK(to_markdown(output, {.digits = 3}) ==
        "**a_b** = `Q < K`, (token 2, key 2)\n\n"
        "| token \\ key | 0 | 1 |\n|---|---:|---:|\n| 0 | 0.5 | -1 |\n| 1 | 2 | 1e-07 |\n");
  CHECK(to_html(output, {.decimals = 1}) ==
        "<section>\n<p><b>a_b</b> = <code>Q &lt; K</code> (token 2, key 2)</p>\n"
        "<table><tr><th>token \\ key</th><th>0</th><th>1</th></tr>\n"
        "<tr><th>0</th><td>0.5</td><td>-1.0</td></tr>\n"
        "<tr><th>1</th><td>2.0</td><td>0.0</td></tr></table>\n</section>\n");
  CHECK(to_latex(output, {.digits = 3}) ==
        "\\[ \\text{a\\_b} = Q < K =\n\\begin{bmatrix}\n0.5 & -1 \\\\\n"
        "2 & 1 \\cdot 10^{-7}\n\\end{bmatrix} \\]\n");
}

TEST_CASE("io/trace_text: every matrix of a tensor with more axes") {
  const tensor<int, axis<"batch", 2>, axis<"head", 2>, dim<1>, dim<2>> x{{{{1, 2}}, {{3, 4}}},
                                                                         {{{5, 6}}, {{7, 8}}}};
  const trace_of<traced<"x", std::remove_const_t<decltype(x)>>> deep{{x, {"f(x)", "f(x)"}}};
  CHECK(to_text(deep) ==
        "x = f(x)   (batch 2, head 2, 1, 2)\n"
        "batch 0, head 0:\n  1  2\nbatch 0, head 1:\n  3  4\n"
        "batch 1, head 0:\n  5  6\nbatch 1, head 1:\n  7  8\n");
  CHECK(to_latex(deep).find("\\[ \\text{x}_{\\text{batch 1, head 0}} = f(x) =") !=
        std::string::npos);
}
