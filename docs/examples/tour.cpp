// SPDX-License-Identifier: BSL-1.0
// The tour: the worked examples of the articles, step by step, and your own 3x3 problem.
//
//   tour                      articles 0 (3x3, and 8 heads of 96), 1 (columns, and two heads),
//                             2 (3x2, and a decoder that attends) and 3 (a sentence)
//   tour "I Like Robots"      a sentence of your own, of the words of article 3, 12 at most
//   tour -                    a 3x3 problem from standard input: 27 numbers, Q, K, V row by row
//   tour --color …            the same with coloured heat maps
//
// The examples are constants (tour/articles.hpp): the compiler has evaluated and checked them before this program
// exists. What is typed in runs through the same templates. Status 0; 2 for input or arguments that
// make no sense, with one line on standard error and nothing on standard output.
#include <attn.hpp>
#include <attn/io/from_text.hpp>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>

#include "tour/telling.hpp"

namespace {

using namespace tour;

int tell_your_sentence(bool color, std::string_view sentence) {
  using namespace article_3;
  using place = axis<"place", longest>;
  const auto read = tokenize_up_to<place>(words, sentence);
  if (!read) {
    std::cerr << "tour: expected 1 to " << longest
              << " words of article 3 with single spaces, found ";
    if (read.status == tokenize_status::empty)
      std::cerr << "none\n";
    else if (read.status == tokenize_status::too_long)
      std::cerr << word_count(sentence) << '\n';
    else
      std::cerr << detail::quoted(read.word) << '\n';
    return 2;
  }
  with_length<1, longest>(read.length, [&](auto n) {
    const auto ids = narrow<"place", n>(read.ids, 0);
    tell_words("Your sentence", color, with_axes<axis<"token", n>>(ids));
  });
  return 0;
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
  tell_heads(color);
  tell_columns(color);
  {
    using namespace article_2;
    tell("Article 2: 3x2, scaled by 1/sqrt(2)", color, Q, K, V);
  }
  tell_translation(color);
  tell_words("Article 3: a sentence", color,
             tokenize<article_3::token>(article_3::words, article_3::sentence));
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
  const auto finite = [](const auto& x) { return x - x == x - x; };
  if (!finite(q) || !finite(k) || !finite(v)) {
    std::cerr << "tour: expected finite numbers, found an infinity or a NaN\n";
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
  bool color = false;
  const char* problem = nullptr;  // what is to be told instead of the articles
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const bool is_problem = argument == "-" || !argument.starts_with('-');
    if (argument == "--color" && !color) {
      color = true;
    } else if (is_problem && problem == nullptr) {
      problem = argv[i];
    } else {
      std::cerr << "tour: expected nothing, a sentence in quotes, or - for a problem on standard "
                   "input; and --color\n";
      return 2;
    }
  }
  if (problem != nullptr)
    return problem == std::string_view("-") ? tell_your_problem(color)
                                            : tell_your_sentence(color, problem);
  tell_the_articles(color);
  return 0;
}
