// SPDX-License-Identifier: BSL-1.0
// The model and the training step of microgpt.cpp. Everything here is constexpr: the same code trains
// in the compiler.
#pragma once

#include <boost/hana/define_struct.hpp>
#include <cstddef>

#include <attn/attention/cache.hpp>
#include <attn/attention/heads.hpp>
#include <attn/attention/multi_head.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/activation.hpp>
#include <attn/layers/cross_entropy.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/norm.hpp>
#include <attn/learning/gradient.hpp>
#include <attn/learning/optimisers.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/random/mt19937.hpp>
#include <attn/text/token_id.hpp>

#include "microgpt_names.hpp"

namespace microgpt {

inline constexpr std::size_t context = 16, characters = 27;
inline constexpr std::size_t end_of_name = 26;  // begins and ends every name

using character = attn::axis<"character", characters>;
using position = attn::axis<"position", context>;
using width = attn::axis<"width", 16>;
using hidden = attn::axis<"hidden", 64>;
using head = attn::axis<"head", 4>;
using id = attn::token_id<characters>;

template <class T>
struct gpt {
  using matrix = attn::tensor<T, width, attn::dim<16>>;  // (output, input), as PyTorch has it
  using characters_by_width = attn::tensor<T, character, width>;
  using positions_by_width = attn::tensor<T, position, width>;
  using hidden_by_width = attn::tensor<T, hidden, width>;
  using width_by_hidden = attn::tensor<T, width, hidden>;
  BOOST_HANA_DEFINE_STRUCT(gpt, (characters_by_width, wte), (positions_by_width, wpe),
                           (characters_by_width, lm_head), (matrix, attn_wq), (matrix, attn_wk),
                           (matrix, attn_wv), (matrix, attn_wo), (hidden_by_width, mlp_fc1),
                           (width_by_hidden, mlp_fc2));
  template <attn::scalar U>
  using with_element = gpt<U>;
};

using model = gpt<double>;

// The logits after each of the characters x: rows of token and position. `attend` is given queries,
// keys and values, (token, width) each, and answers with the rows that were attended to.
template <class T, class X, class Attend>
constexpr auto logits_of(const gpt<T>& m, const X& token_and_position, const Attend& attend) {
  using namespace attn;
  const auto norm = [](const auto& x) { return rms_norm<"width">(x, 1e-5); };
  const auto project = [](const auto& x, const auto& w) { return linear<output_by_input>(x, w); };
  const auto x = norm(token_and_position);

  const auto y = norm(x);
  const auto q = project(y, m.attn_wq);
  const auto k = project(y, m.attn_wk);
  const auto v = project(y, m.attn_wv);
  const auto attended = project(attend(q, k, v), m.attn_wo) + x;

  const auto z = relu(project(norm(attended), m.mlp_fc1));
  return project(project(z, m.mlp_fc2) + attended, m.lm_head);
}

// Token and position of characters that begin at `first`.
template <class T, class Token>
constexpr auto embedded(const gpt<T>& m, const attn::tensor<id, Token>& ids, std::size_t first) {
  using namespace attn;
  const auto token = embedding(ids, m.wte);
  const auto place = rename<"position", Token::name>(narrow<"position", Token::size>(m.wpe, first));
  return token + place;
}

// All characters of a name at once, for training.
template <class T, class Token>
constexpr auto logits(const gpt<T>& m, const attn::tensor<id, Token>& ids) {
  return logits_of(m, embedded(m, ids, 0), [](const auto& q, const auto& k, const auto& v) {
    return attn::attention_of_slices<head>(q, k, v, attn::causal<>);
  });
}

// One character after the text in the cache, for sampling, with the bits of the row above.
using cache =
    attn::key_value_cache<double, attn::axis<"key", context>, attn::dim<4>, attn::dim<4>, head>;
constexpr auto next_logits(const model& m, cache& before, std::size_t character_before) {
  using token = attn::axis<"token", 1>;
  const attn::tensor<id, token> ids{id(character_before)};
  const auto x = embedded(m, ids, before.count);
  return attn::select<0>(logits_of(m, x,
                                   [&](const auto& q, const auto& k, const auto& v) {
                                     const auto cut = [](const auto& y) {
                                       return attn::split_heads<head, attn::dim<4>>(y);
                                     };
                                     before.append(cut(k), cut(v));
                                     return attn::merge_heads<"width">(before.attend(cut(q)));
                                   }),
                         0);
}

// The weights that Python draws after random.seed(42) and the shuffle of the names, some of them
// at a time: what draws all of them in the compiler does it in several constants.
struct drawing {
  attn::python_random generator{42};
  attn::tensor<double, attn::dim<attn::parameter_count<model>>> weights;
  std::size_t count = 0;

  constexpr void shuffle() { generator.engine.discard(44636); }
  constexpr void draw(std::size_t more) {
    for (const std::size_t end = count + more; count < end && count < weights.size(); ++count)
      weights.data()[count] = generator.gauss(0, 0.08);
  }
};

// The length of the name that begins there.
constexpr std::size_t length_of_name(std::size_t begin) {
  std::size_t end = begin;
  while (names[end] != ' ') ++end;
  return end - begin;
}
constexpr std::size_t tokens_in(std::size_t length) {
  return length + 1 < context ? length + 1 : context;
}

// What is trained, and how far it is.
struct training {
  model weights;
  attn::adam<model> optimizer;
  double loss = 0;

  constexpr explicit training(const model& initial)
      : weights(initial), optimizer(initial, {.lr = 0.01, .betas = {0.85, 0.99}}) {}
};

// One step: N characters of a name, from the one that begins it, predict the next ones.
template <std::size_t N>
constexpr void train(training& t, std::size_t begin, int steps) {
  using token = attn::axis<"token", N>;
  attn::tensor<id, token> ids, next;
  const auto character_at = [&](std::size_t i) {
    const char c = names[begin + i];
    return id(c == ' ' ? end_of_name : static_cast<std::size_t>(c - 'a'));
  };
  ids(0) = id(end_of_name);
  for (std::size_t i = 1; i < N; ++i) ids(i) = character_at(i - 1);
  for (std::size_t i = 0; i < N; ++i) next(i) = character_at(i);

  const auto both = attn::value_and_gradient(
      [&](const auto& m) { return attn::cross_entropy(logits(m, ids), next); }, t.weights);
  t.loss = both.value;
  const int step = t.optimizer.steps;
  t.optimizer.step(t.weights, both.gradient, attn::linear_lr(0.01, step, {1, 0, steps}));
}

// A name: up to 16 characters, drawn one after another with the temperature 0.5.
struct name {
  char text[context + 1]{};
  constexpr bool operator==(const char* other) const {
    std::size_t i = 0;
    while (text[i] != 0 && text[i] == other[i]) ++i;
    return text[i] == other[i];
  }
};
constexpr name sampled(const model& m, attn::python_random& generator) {
  cache before;
  name result;
  std::size_t last = end_of_name;
  for (std::size_t i = 0; i < context; ++i) {
    last = generator.choices(attn::softmax<0>(next_logits(m, before, last) / 0.5));
    if (last == end_of_name) break;
    result.text[i] = static_cast<char>('a' + last);
  }
  return result;
}

}  // namespace microgpt
