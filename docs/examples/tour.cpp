// SPDX-License-Identifier: BSL-1.0
// The tour: the worked examples of the articles, step by step, and your own 3x3 problem.
//
//   tour                      article 0: 3x3, step by step
//   tour --all                articles 0 (3x3, and 8 heads of 96), 1 (columns, and two heads),
//                             2 (3x2, and a decoder that attends) and 3 (a sentence)
//   tour "I like robots"      a sentence of your own, of the words of article 3, 12 at most
//   tour -                    a 3x3 problem from standard input: 27 numbers, Q, K, V row by row
//   tour --color …            the same with coloured heat maps
//   tour --svg "I like AI"    only the weights of a sentence, as a picture; or --markdown, --latex
//
// The examples are constants (tour/articles.hpp, tour/steps.hpp): the compiler has evaluated and
// checked them before this program exists. What is typed in runs through the same templates. Status
// 0; 2 for input or arguments that make no sense, with one line on standard error and nothing on
// standard output.
#include <attn/io/from_text.hpp>
#include <attn/text.hpp>
#include <cctype>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>

#include "tour/telling.hpp"

namespace {

using namespace tour;

std::string in_lower_case(std::string_view text) {
  std::string lower;
  for (const char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// The words of a line as article 3 spells them, whatever their case, with single spaces.
std::string as_article_3_spells(std::string_view line) {
  std::string sentence, word;
  const auto finish = [&] {
    if (word.empty()) return;
    for (const std::string_view known : article_3::words)
      if (in_lower_case(known) == in_lower_case(word)) word = known;
    sentence += (sentence.empty() ? "" : " ") + word;
    word.clear();
  };
  for (const char c : line)
    if (std::isspace(static_cast<unsigned char>(c)))
      finish();
    else
      word += c;
  finish();
  return sentence;
}

int tell_your_sentence(bool color, std::string_view format, std::string_view line) {
  using namespace article_3;
  using place = axis<"place", longest>;
  const std::string sentence = as_article_3_spells(line);
  const auto read = tokenize_up_to<place>(words, sentence);
  if (!read) {
    std::cerr << "tour: expected 1 to " << longest << " words, found ";
    if (read.status == tokenize_status::empty)
      std::cerr << "none";
    else if (read.status == tokenize_status::too_long)
      std::cerr << word_count(sentence);
    else
      std::cerr << detail::quoted(read.word);
    std::cerr << "; the words of article 3 are";
    for (const std::string_view word : words) std::cerr << ' ' << word;
    std::cerr << '\n';
    return 2;
  }
  with_length<1, longest>(read.length, [&](auto n) {
    const auto ids = with_axes<axis<"token", n>>(narrow<"place", n>(read.ids, 0));
    if (format.empty())
      tell_words("Your sentence", color, ids, told_of(ids));
    else
      print_weights(format, ids, told_of(ids));
  });
  return 0;
}

void introduce() {
  std::cout
      << "attn: attention you can static_assert. Every number below was computed and checked\n"
         "by the compiler; this program prints it. The examples are from four articles:\n\n"
         "  article 0    attention of 3 tokens, and its split into 8 heads\n"
         "  article 1    the same in columns, and two heads\n"
         "  article 2    a layer for 3 tokens, and a translation by an encoder and a decoder\n"
         "  article 3    a sentence, from its words to its output\n\n";
}

void tell_the_first_example(bool color) {
  using namespace article_0;
  tell("Article 0: 3x3, scaled by 1/sqrt(3)", color, Q, K, V, scaled, true);
}

void tell_the_articles(bool color) {
  {
    using namespace article_0;
    tell("Article 0: 3x3, unscaled", color, Q, K, V, plain, false);
  }
  tell_the_first_example(color);
  tell_heads(color);
  tell_columns(color);
  {
    using namespace article_2;
    tell("Article 2: 3x2, scaled by 1/sqrt(2)", color, Q, K, V, scaled, true);
  }
  tell_translation(color);
  tell_words("Article 3: a sentence", color, article_3::ids, article_3::of_the_article);
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
  tell("Your problem: 3x3, unscaled", color, q, k, v, steps_of(q, k, v, unscaled), false);
  tell("Your problem: 3x3, scaled by 1/sqrt(3)", color, q, k, v, steps_of(q, k, v), true);
  return 0;
}

int refuse_arguments() {
  std::cerr
      << "tour: expected nothing, --all, a sentence in quotes, or - for a problem on standard "
         "input; and --color; or --svg, --markdown or --latex and a sentence\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  bool color = false, all = false;
  std::string_view format;        // of a sentence's weights
  const char* problem = nullptr;  // what is to be told instead of the articles
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const bool is_problem = argument == "-" || !argument.starts_with('-');
    const bool is_format = argument == "--svg" || argument == "--markdown" || argument == "--latex";
    if (argument == "--color" && !color) {
      color = true;
    } else if (argument == "--all" && !all && problem == nullptr) {
      all = true;
    } else if (is_problem && problem == nullptr && !all) {
      problem = argv[i];
    } else if (is_format && format.empty()) {
      format = argument;
    } else {
      return refuse_arguments();
    }
  }
  const bool is_sentence = problem != nullptr && problem != std::string_view("-");
  if (!format.empty() && (!is_sentence || color)) return refuse_arguments();
  if (is_sentence) return tell_your_sentence(color, format, problem);
  if (problem != nullptr) return tell_your_problem(color);
  introduce();
  if (all)
    tell_the_articles(color);
  else
    tell_the_first_example(color);
  std::cout << (all ? ""
                    : "Next: tour --all, or tour \"I like robots\", a sentence of your own.\n");
  return 0;
}
