// SPDX-License-Identifier: BSL-1.0
// A text that a model writes, and the search that keeps several of them.
#pragma once

#include <cstddef>
#include <utility>

#include <attn/axes/shape.hpp>
#include <attn/math/pow.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/tensor/tensor.hpp>
#include <attn/text/token_id.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// A text that begins with a prompt and gets new ids.
template <class Id, class Token, std::size_t Steps>
struct text_after {
  static constexpr std::size_t steps = Steps;
  Id all[Token::size + Steps]{};
  std::size_t begin = 0;  // how many ids the prompt has
  std::size_t count = 0;  // of new ones

  ATTN_ABI text_after() = default;
  template <class P>
  ATTN_ABI constexpr explicit text_after(const tensor<P, Token>& prompt) {
    for (const P& id : prompt) prompt_with(id);
  }
  template <class P>
  ATTN_ABI constexpr void prompt_with(const P& id) {
    all[begin++] = Id(static_cast<std::size_t>(id));
  }
  ATTN_ABI constexpr void add(Id id) { all[begin + count++] = id; }
  // N of its ids, from `first` on.
  template <std::size_t N>
  ATTN_ABI constexpr tensor<Id, resized<Token, N>> part(std::size_t first) const {
    tensor<Id, resized<Token, N>> ids;
    for (std::size_t i = 0; i < N; ++i) ids.data()[i] = all[first + i];
    return ids;
  }
  // The new ones, and `end` after them.
  ATTN_ABI constexpr tensor<Id, resized<Token, Steps>> ids(Id end = {}) const {
    auto ids = part<Steps>(begin);
    for (std::size_t i = count; i < Steps; ++i) ids.data()[i] = end;
    return ids;
  }
};

// Texts of a batch.
template <class Id, class Batch, class Token, std::size_t Steps>
struct texts_after {
  text_after<Id, Token, Steps> of[Batch::size]{};

  // The new ones, and `end` after them.
  ATTN_ABI constexpr tensor<Id, Batch, resized<Token, Steps>> ids(Id end = {}) const {
    tensor<Id, Batch, resized<Token, Steps>> all;
    for (std::size_t b = 0; b < Batch::size; ++b) {
      const auto row = of[b].ids(end);
      for (std::size_t i = 0; i < Steps; ++i) all.data()[b * Steps + i] = row.data()[i];
    }
    return all;
  }
};

struct never {
  template <class Id>
  ATTN_ABI constexpr bool operator()(Id) const {
    return false;
  }
};
template <class Id>
struct at_end {
  Id end;
  ATTN_ABI constexpr bool operator()(Id id) const { return id == end; }
};

// The logits after the last of these ids, which the model reads.
template <class Model, class Ids>
ATTN_ABI constexpr auto logits_after(const Model& model, typename Model::state_type& state,
                                     const Ids& ids) {
  return select<0>(model.step(state, ids), Ids::volume - 1);
}

// The texts of a beam search.
template <class T, class Model, class Text>
struct beam {
  typename Model::state_type state{};
  Text text{};
  T sum;
};

// `Beams` texts of which none is finished, and the best that is.
template <std::size_t Steps, std::size_t Beams, class Model, class Id, class Token, class Ends>
ATTN_ABI constexpr auto beams_searched(const Model& model, const tensor<Id, Token>& prompt,
                                       const Ends& ends, typename Model::value_type penalty) {
  using T = typename Model::value_type;
  using word = typename Model::word;
  using id = token_id<word::size>;
  using text_type = text_after<id, Token, Steps>;
  using beam_type = beam<T, Model, text_type>;
  constexpr std::size_t n = word::size;

  struct beam_array {
    beam_type of[Beams];
  };
  text_type best(prompt);
  // One by one: GCC 12 takes no array of equal states for a constant.
  const auto start = [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    return beam_array{{(void(Index), beam_type{model.start(), best, T(0)})...}};
  };
  auto beams = start(std::make_index_sequence<Beams>{}), next = beams;
  T best_score = T(0), best_sum = T(0);
  std::size_t count = 1, finished = 0;
  const auto finish = [&](const text_type& text, const T& sum) {
    const T score = sum / math::pow(T(text.count), penalty);
    if (finished++ > 0 && !(score > best_score)) return;
    best = text;
    best_score = score;
    best_sum = sum;
  };

  // Of each beam the log-probabilities of its next words, with its own added.
  tensor<T, dim<Beams>, dim<n>> sums;
  const auto read = [&](std::size_t b, const auto& ids) {
    const auto row = log_softmax(logits_after(model, beams.of[b].state, ids));
    for (std::size_t i = 0; i < n; ++i) sums.data()[b * n + i] = beams.of[b].sum + row.data()[i];
  };
  read(0, prompt);
  for (std::size_t step = 0;;) {
    // The best 2 * Beams continuations, as this word may finish Beams of them.
    bool taken[Beams * n]{};
    std::size_t kept = 0;
    for (std::size_t rank = 0; rank < 2 * Beams && rank < count * n && kept < Beams; ++rank) {
      std::size_t top = count * n;
      for (std::size_t i = 0; i < count * n; ++i)
        if (!taken[i] && (top == count * n || sums.data()[i] > sums.data()[top])) top = i;
      taken[top] = true;
      const beam_type& from = beams.of[top / n];
      text_type text = from.text;
      text.add(id(top % n));
      if (ends(id(top % n))) {
        if (rank < Beams) finish(text, sums.data()[top]);
      } else {
        next.of[kept++] = {from.state, text, sums.data()[top]};
      }
    }
    count = kept;
    if (++step == Steps || finished >= Beams || count == 0) break;
    for (std::size_t b = 0; b < count; ++b) {
      beams.of[b] = next.of[b];
      read(b, beams.of[b].text.template part<1>(Token::size + step - 1));
    }
  }
  if (finished < Beams)
    for (std::size_t b = 0; b < count; ++b) finish(next.of[b].text, next.of[b].sum);
  struct found {
    text_type text;
    T sum;
  };
  return found{best, best_sum};
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
