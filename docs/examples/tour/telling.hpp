// SPDX-License-Identifier: BSL-1.0
// Worked examples told step by step, from their operands to their output.
#pragma once

#include <attn.hpp>
#include <attn/io/heat_map.hpp>
#include <attn/io/to_text.hpp>
#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>

#include "articles.hpp"

namespace tour {

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
  auto before = advance(read.last);
  show("h0", "the last of them: the decoder's state before its first step", hidden_state(before));
  token_id<5> last = start;
  for (std::size_t t = 0; t < target::size; ++t) {
    const auto step = decoder(before, last, memory);
    std::cout << "  step " << t + 1 << ", after word " << static_cast<int>(last) << "\n\n";
    show("weights", "softmax(h S^T / sqrt(4)), h the state before the step", step.weights);
    show("c", "weights S: the context", step.context);
    show("h'", "tanh(W [c; y] + U h + b), y the row of the last word", hidden_state(step.after));
    show("p", "softmax(W_o [h'; c; y] + b_o)", softmax(step.logits));
    last = said.ids(t);  // the likeliest
    std::cout << "  the likeliest word: " << static_cast<int>(last) << "\n\n";
    before = advance(step.after);
  }
  std::cout << "  what each step looked at\n"
            << heat_map(said.weights, {.color = color, .indent = 6}) << '\n';
}

// A sentence from its words to its output, every step of it.
template <class Ids>
void tell_words(std::string_view title, bool color, const Ids& ids) {
  using namespace article_3;
  const auto& [table, W_q, W_k, W_v] = weights;
  std::cout << "== " << title << " ==\n\n  ";
  for (const auto id : ids)
    std::cout << std::string_view(words.word(id)) << ' ' << static_cast<int>(id) << "  ";
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

}  // namespace tour
