// SPDX-License-Identifier: BSL-1.0
// The tour: the worked examples of the articles, step by step, and your own 3x3 problem.
//
//   tour                      articles 0 (3x3, and 8 heads of 96), 2 (3x2) and 3 (a sentence)
//   tour "I Like Robots"      a sentence of your own, of the words of article 3, 12 at most
//   tour -                    a 3x3 problem from standard input: 27 numbers, Q, K, V row by row
//   tour --color …            the same with coloured heat maps
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

// Article 0's second program: queries, keys and values of 3 x 768, cut into 8 heads of 96. It slices
// them; it does not project, as its text asks for (docs/tour/05_heads.md).
namespace article_0_heads {
using token = axis<"token", 3>;
using width = axis<"width", 768>;
using head = axis<"head", 8>;
using d_k = axis<"d_k", 96>;
using many = tensor<double, token, width>;

constexpr many Q = splitmix_fill<splitmix::u24, many>(1);
constexpr many K = splitmix_fill<splitmix::u24, many>(2);
constexpr many V = splitmix_fill<splitmix::u24, many>(3);
constexpr auto weights =
    attention_weights(split_heads<head, d_k>(Q), as_keys(split_heads<head, d_k>(K)));
constexpr auto out = attention_of_slices<head>(Q, K, V);

static_assert(allclose(weights(0, 0, 0), 0.32746437891498725, 1e-13));
static_assert(allclose(out(2, 767), 0.3518489110173849, 1e-13));
}  // namespace article_0_heads

// Article 3: a dictionary, a sentence, and weights from torch.manual_seed(12).
namespace article_3 {
constexpr vocabulary_of words{
    ids_from<1>, {"I",        "Like",   "AI",        "And",        "Machine",   "Learning",
                  "Data",     "Model",  "Code",      "Algorithms", "Python",    "Research",
                  "Robots",   "Deep",   "Networks",  "Compute",    "Vision",    "Tools",
                  "Projects", "Neural", "Knowledge", "Automation", "Innovation"}};
constexpr std::string_view sentence = "I Like Machine Learning And Deep Learning";
constexpr std::size_t longest = 12;  // words of a sentence that the program is compiled for

using word = axis<"word", words.id_bound()>;
using width = axis<"width", 4>;
using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 3>;

struct network {
  tensor<float, word, width> table;
  tensor<float, width, d_k> W_q, W_k;
  tensor<float, width, d_v> W_v;
};
constexpr network weights = [] {
  torch_generator g(12);
  // The article has 23 rows for ids up to 23, one too few: row 23 is of zeros here.
  const auto rows = torch_randn<tensor<float, axis<"word", 23>, width>>(g);
  const auto W_q = torch_randn<tensor<float, width, d_k>>(g);
  const auto W_k = torch_randn<tensor<float, width, d_k>>(g);
  const auto W_v = torch_randn<tensor<float, width, d_v>>(g);
  return network{concat<"word">(rows, tensor<float, axis<"word", 1>, width>{}), W_q, W_k, W_v};
}();

template <class Ids>
constexpr auto attend(const Ids& ids) {
  const auto& [table, W_q, W_k, W_v] = weights;
  return self_attention(embedding(ids, table), W_q, W_k, W_v);
}

using token = axis<"token", word_count(sentence)>;
constexpr auto out = attend(tokenize<token>(words, sentence));
static_assert(allclose(select<"token">(out, 0), {0.331246108f, 0.724951506f, 0.887853861f}, 1e-5f));
// "Learning" stands at 3 and at 6, and nothing in the numbers says where.
static_assert(bitwise_equal(select<"token">(out, 3), select<"token">(out, 6)));
}  // namespace article_3

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

// The shapes after each line of article 0's second program, and what two of its heads look at.
void tell_heads(bool color) {
  using namespace article_0_heads;
  const auto q = split_heads<head, d_k>(Q);
  const auto k = as_keys(split_heads<head, d_k>(K));
  const auto attended = scaled_dot_product_attention(q, k, as_keys(split_heads<head, d_k>(V)));
  const auto line = [](std::string_view formula, const auto& x) {
    std::cout << "  " << formula << "   " << axes_text(x) << '\n';
  };
  std::cout << "== Article 0: 8 heads of 96 ==\n\n";
  line("Q, K, V", Q);
  line("q = split_heads(Q)", q);
  line("transpose(k)", transpose(k));
  line("scores = q k^T / sqrt(96), and weights = softmax(scores)", weights);
  line("weights v", attended);
  line("output = merge_heads(weights v)", out);
  for (const int h : {0, 7})
    std::cout << "\n  weights of head " << h << '\n'
              << heat_map(select<"head">(weights, static_cast<std::size_t>(h)),
                          {.color = color, .indent = 6});
  std::cout << '\n';
}

// A sentence from its words to its output, every step of it.
template <class Ids>
void tell_words(std::string_view title, bool color, const Ids& ids) {
  using namespace article_3;
  const auto& [table, W_q, W_k, W_v] = weights;
  std::cout << "== " << title << " ==\n\n  ";
  for (const auto id : ids) std::cout << words.word(id) << ' ' << static_cast<int>(id) << "  ";
  std::cout << "  " << axes_text(ids) << "\n\n";
  const auto x = embedding(ids, table);
  const auto q = matmul(x, W_q), k = matmul(x, W_k);
  show("X", "a row of the table for each word", x);
  show("Q", "X W_q", q);
  show("K", "X W_k", k);
  show("V", "X W_v", matmul(x, W_v));
  show("scores", "Q K^T", attention_scores(q, k));
  const auto shares = attention_weights(q, k);
  show("weights", "softmax(scores / sqrt(3)) over key_token", shares);
  std::cout << heat_map(shares, {.color = color, .indent = 6}) << '\n';
  show("output", "weights V", attend(ids));
}

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
  {
    using namespace article_2;
    tell("Article 2: 3x2, scaled by 1/sqrt(2)", color, Q, K, V);
  }
  tell_heads(color);
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
