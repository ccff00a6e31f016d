// SPDX-License-Identifier: BSL-1.0
// Worked examples told step by step, from their operands to their output.
#pragma once

#include <attn/io/svg.hpp>
#include <attn/io/tables.hpp>
#include <attn/io/to_text.hpp>
#include <attn/recurrent.hpp>
#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "steps.hpp"

namespace tour {

// With as many decimals in every row, so that a column can be read downwards; whole numbers as they
// are.
template <class Tensor>
void show(std::string_view name, std::string_view formula, const Tensor& x) {
  bool whole = true;
  for (const auto element : x)
    whole = whole && element == static_cast<typename Tensor::value_type>(static_cast<int>(element));
  std::cout << "  " << name << " = " << formula << "   " << axes_text(x) << '\n'
            << to_text(x, {.indent = 6,
                           .header = false,
                           .decimals = whole ? 0 : 6,
                           .minus_infinity = "masked"})
            << '\n';
}

// From the scores to the output.
template <class Steps>
void tell_steps(bool color, bool is_scaled, std::size_t width, const Steps& s,
                const std::vector<std::string>& words = {}) {
  using key = last_axis<typename decltype(s.scores)::shape_type>;
  show("scores", "Q K^T", s.scores);
  if (is_scaled) show("scaled", "scores / sqrt(" + std::to_string(width) + ")", s.scaled);
  const std::string scores = is_scaled ? "scaled" : "scores";
  show("m", "the largest of each row of " + scores, s.largest);
  show("e", "exp(" + scores + " - m)", s.e);
  show("d", "the sum of each row of e", s.sum);
  show("weights", "e / d: softmax(" + scores + ") over " + key::name.text, s.weights);
  std::cout << heat_map(s.weights,
                        {.color = color, .indent = 6, .row_labels = words, .column_labels = words})
            << '\n';
  show("output", "weights V", s.output);
}

// One problem from its operands to its output.
template <class Queries, class Keys, class Values, class Steps>
void tell(std::string_view title, bool color, const Queries& q, const Keys& k, const Values& v,
          const Steps& s, bool is_scaled) {
  std::cout << "== " << title << " ==\n\n";
  show("Q", "the queries: what each token asks for", q);
  show("K", "the keys: what each token offers", k);
  show("V", "the values: what each token holds", v);
  tell_steps(color, is_scaled, last_axis<typename Queries::shape_type>::size, s);
}

// The shapes after each line of article 0's second program, and what two of its heads look at.
inline void tell_heads(bool color) {
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

// Article 1: the same in columns, for one head, and for two.
inline void tell_columns(bool color) {
  using namespace article_1;
  std::cout << "== Article 1: inputs as columns ==\n\n";
  show("x", "the inputs x1 to x4, one a column", x);
  show("I", "W x: the embedded inputs", I);
  show("Q", "W_q I", Q);
  show("K", "W_k I", K);
  show("V", "W_v I", V);
  show("A", "K^T Q: row j, column i is what k_j says to q_i", A);
  show("A^", "softmax(A / sqrt(4)) down each column", A_hat);
  std::cout << heat_map(A_hat, {.color = color, .indent = 6}) << '\n';
  show("O", "V A^: column i is b_i", O);

  std::cout << "== Article 1: two heads, brought down to three numbers ==\n\n";
  show("q", "W_q Q, of each head", q);
  show("k", "W_k K", k);
  show("v", "W_v V", v);
  for (const std::size_t h : {0u, 1u}) {
    std::cout << "  A^ of head " << h << '\n'
              << heat_map(select<"head">(shares, h), {.color = color, .indent = 6}) << '\n';
  }
  show("b", "[b of head 0; b of head 1]", b);
  show("output", "W_o b: 2 heads of 2 are 4, and W_o makes 3 of them", out);
}

// Article 2: what the decoder sees, keeps and says at each step, and then all of it in one call.
inline void tell_translation(bool color) {
  using namespace article_2_translation;
  std::cout << "== Article 2: an encoder, and a decoder that attends ==\n\n";
  show("x", "a row for each word of the sentence", x);
  show("S", "the encoder's state after each word: keys and values", memory);
  show("h0", "the last of them: the decoder's state before its first step", hidden_state(first));
  const auto tell_step = [](std::size_t t, token_id<5> last, const auto& step, const auto& p) {
    std::cout << "  step " << t + 1 << ", after word " << static_cast<int>(last) << "\n\n";
    show("weights", "softmax(h S^T / sqrt(4)), h the state before the step", step.weights);
    show("c", "weights S: the context", step.context);
    show("h'", "tanh(W [c; y] + U h + b), y the row of the last word", hidden_state(step.after));
    show("p", "softmax(W_o [h'; c; y] + b_o)", p);
    std::cout << "  the likeliest word: " << static_cast<int>(said.ids(t)) << "\n\n";
  };
  tell_step(0, start, step_1, p_1);
  tell_step(1, said.ids(0), step_2, p_2);
  tell_step(2, said.ids(1), step_3, p_3);
  std::cout << "  what each step looked at\n"
            << heat_map(said.weights, {.color = color, .indent = 6}) << '\n';
}

template <class Ids>
std::vector<std::string> spelled(const Ids& ids) {
  std::vector<std::string> all;
  for (const auto id : ids) all.emplace_back(std::string_view(article_3::words.word(id)));
  return all;
}

// A sentence from its words to its output, every step of it.
template <class Ids, class Told>
void tell_words(std::string_view title, bool color, const Ids& ids, const Told& t) {
  using namespace article_3;
  std::cout << "== " << title << " ==\n\n  ";
  for (const auto id : ids)
    std::cout << std::string_view(words.word(id)) << ' ' << static_cast<int>(id) << "  ";
  std::cout << "  " << axes_text(ids) << "\n\n";
  show("X", "a row of the table for each word", t.x);
  show("Q", "X W_q", t.q);
  show("K", "X W_k", t.k);
  show("V", "X W_v", t.v);
  tell_steps(color, true, d_k::size, t.attention, spelled(ids));
}

// Its weights alone, for a page or a slide.
template <class Ids, class Told>
void print_weights(std::string_view format, const Ids& ids, const Told& t) {
  const auto words = spelled(ids);
  const auto& weights = t.attention.weights;
  if (format == "--svg")
    std::cout << to_svg(weights, {.title = "weights", .row_labels = words, .column_labels = words});
  else if (format == "--latex")
    std::cout << to_latex(weights, {.decimals = 3});
  else
    std::cout << to_markdown(weights, {.decimals = 3, .row_labels = words, .column_labels = words});
}

}  // namespace tour
