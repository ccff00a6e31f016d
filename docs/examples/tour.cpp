// SPDX-License-Identifier: BSL-1.0
// The tour: the worked examples of the articles, step by step, and your own 3x3 problem.
//
//   tour            articles 0 (3x3, unscaled and scaled) and 2 (3x2)
//   tour -          reads a 3x3 problem from standard input: 27 numbers, Q, K and V row by row
//   tour --color …  the same with coloured heat maps
//
// The examples are constants: the compiler has evaluated and checked them before this program
// exists. What is typed in runs through the same templates. Status 0; 2 for input or arguments that
// make no sense, with one line on standard error and nothing on standard output.
#include <attn.hpp>
#include <attn/io/from_text.hpp>
#include <attn/io/heat_map.hpp>
#include <attn/io/to_text.hpp>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>

namespace {

using namespace attn;

// --- the examples ----------------------------------------------------------------------------

namespace article_0 {
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 3>;

constexpr tensor<double, token, feature> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};
constexpr tensor<double, key, feature> K{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}};
constexpr tensor<double, key, feature> V{{1, 2, 3}, {2, 8, 0}, {2, 6, 3}};

static_assert(allclose(scaled_dot_product_attention(Q, K, V, unscaled),
                       {{1.9366210616669624, 6.683105308334811, 1.5950684074995565},
                        {1.9999939663351456, 7.9639915951322156, 0.05397640531254961},
                        {1.9997046127769653, 7.759892254657784, 0.3583892946751152}}));
static_assert(allclose(scaled_dot_product_attention(Q, K, V),
                       {{1.8638742024430666, 6.319371012215333, 1.7041886963354003},
                        {1.9991095526093676, 7.8141235048674575, 0.27347205835501964},
                        {1.992555107622926, 7.479635591774633, 0.7358772580756072}}));
}  // namespace article_0

namespace article_2 {
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;

constexpr tensor<double, token, feature> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, feature> K{{0.5, 1}, {1.5, 2}, {2.5, 3}};
constexpr tensor<double, key, feature> V{{10, 20}, {30, 40}, {50, 60}};

static_assert(allclose(scaled_dot_product_attention(Q, K, V),
                       {{47.379530445648584, 57.379530445648584},
                        {49.85730621693215, 59.85730621693215},
                        {49.991620977195865, 59.991620977195865}}));
}  // namespace article_2

// --- telling -----------------------------------------------------------------------------------

template <class Tensor>
void show(std::string_view name, std::string_view formula, const Tensor& x) {
  std::cout << "  " << name << " = " << formula << "   " << axes_text(x) << '\n'
            << to_text(x, {.digits = 6, .indent = 6, .header = false}) << '\n';
}

// One problem from its operands to its output. `scale` is the option, `factor` its name in
// formulas.
template <class Queries, class Keys, class Values, class... Scale>
void tell(std::string_view title, bool color, const Queries& q, const Keys& k, const Values& v,
          const Scale&... scale) {
  constexpr bool scaled = sizeof...(Scale) == 0;
  std::cout << "== " << title << " ==\n\n";
  show("Q", "the queries: what each token asks for", q);
  show("K", "the keys: what each token offers", k);
  show("V", "the values: what each token holds", v);

  auto x = attention_scores(q, k);
  show("scores", "Q K^T", x);
  if constexpr (scaled) {
    constexpr std::size_t width = last_axis<typename Queries::shape_type>::size;
    x = x * default_scale<double>(width);
    show("scaled", "scores / sqrt(" + std::to_string(width) + ")", x);
  }
  using key = last_axis<typename decltype(x)::shape_type>;
  const std::string scores = scaled ? "scaled" : "scores";
  const auto m = amax<-1>(x);
  show("m", "the largest of each row of " + scores, m);
  const auto e = attn::exp(x - expand<key>(m));
  show("e", "exp(" + scores + " - m)", e);
  show("d", "the sum of each row of e", sum<-1>(e));
  const auto weights = attention_weights(q, k, scale...);
  show("weights", "e / d: softmax(" + scores + ") over " + key::name.text, weights);
  std::cout << heat_map(weights, {.color = color, .indent = 6}) << '\n';
  show("output", "weights V", scaled_dot_product_attention(q, k, v, scale...));
}

void tell_the_articles(bool color) {
  std::cout
      << "attn: attention you can static_assert. Every number below was computed and checked\n"
         "by the compiler; this program prints it.\n\n";
  {
    using namespace article_0;
    tell("Article 0: 3x3, unscaled", color, Q, K, V, unscaled);
    tell("Article 0: 3x3, scaled by 1/sqrt(3)", color, Q, K, V);
  }
  {
    using namespace article_2;
    tell("Article 2: 3x2, scaled by 1/sqrt(2)", color, Q, K, V);
  }
}

int tell_your_problem(bool color) {
  using namespace article_0;
  const std::string text(std::istreambuf_iterator<char>(std::cin), {});
  tensor<double, token, feature> q;
  tensor<double, key, feature> k, v;
  if (const auto read = from_text(text, q, k, v); !read) {
    std::cerr << "tour: a 3x3 problem is 27 numbers, Q, K, V row by row: " << read.message << '\n';
    return 2;
  }
  const auto out = scaled_dot_product_attention(q, k, v, unscaled);
  if (!(out == out)) {  // a NaN
    std::cerr << "tour: the numbers are too large: expected products that a double can hold\n";
    return 2;
  }
  tell("Your problem: 3x3, unscaled", color, q, k, v, unscaled);
  tell("Your problem: 3x3, scaled by 1/sqrt(3)", color, q, k, v);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  bool color = false, from_input = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--color" && !color) {
      color = true;
    } else if (argument == "-" && !from_input) {
      from_input = true;
    } else {
      std::cerr << "tour: expected no argument, --color, or - for a problem on standard input\n";
      return 2;
    }
  }
  if (from_input) return tell_your_problem(color);
  tell_the_articles(color);
  return 0;
}
