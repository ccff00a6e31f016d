// SPDX-License-Identifier: BSL-1.0
// Stochastic gradient descent, with momentum if wanted.
//
//   sgd optimizer(model, {.lr = 0.1, .momentum = 0.9});
//   optimizer.step(model, gradient(loss, model));            at the rate lr
//   optimizer.step(model, gradient(loss, model), rate);      at another: a schedule's
//
//   g = g + weight_decay p;   b = g at the first step, then momentum b + (1 - dampening) g
//   p = p - rate b            with nesterov: p - rate (g + momentum b); without momentum: b = g
//
// PyTorch: torch.optim.SGD. A model is a tensor or a struct of parameters. An optimiser is a value:
// .momentum_buffer is b; a copy goes on from there.
// Accuracy: every operation rounded once, as it is written.
// Rules: same_parameters, of the model and the gradient.
#pragma once

#include <attn/learning/detail/update.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct sgd_options {
  double lr = 1e-3;
  double momentum = 0;
  double dampening = 0;
  double weight_decay = 0;
  bool nesterov = false;
};

namespace detail {

template <class T>
struct sgd_update {
  T rate, momentum, share, decay;
  bool decays, moves, first, nesterov;
  template <class V>
  ATTN_INLINE constexpr void operator()(const V& slope, V& p, V& buffer) const {
    V g = slope;
    if (decays) g = g + rounded(V(p * decay));
    if (moves) {
      buffer = first ? g : V(rounded(V(buffer * momentum)) + rounded(V(g * share)));
      g = nesterov ? V(g + rounded(V(buffer * momentum))) : buffer;
    }
    p = p - rounded(V(g * rate));
  }
};

}  // namespace detail

template <class M>
struct sgd {
  sgd_options options{};
  M momentum_buffer{};
  int steps = 0;

  ATTN_ABI constexpr explicit sgd(const M&, const sgd_options& with = {}) : options(with) {
    momentum_buffer = M();  // as in adam.hpp
  }

  ATTN_ABI constexpr void step(M& model, const M& gradient) { step(model, gradient, options.lr); }
  ATTN_ABI constexpr void step(M& model, const M& gradient, double rate) {
    using T = typename detail::parameter_traits<M>::element;
    const detail::sgd_update<T> update{.rate = T(rate),
                                       .momentum = T(options.momentum),
                                       .share = T(1 - options.dampening),
                                       .decay = T(options.weight_decay),
                                       .decays = options.weight_decay != 0,
                                       .moves = options.momentum != 0,
                                       .first = steps == 0,
                                       .nesterov = options.nesterov};
    detail::update_all(update, gradient, model, momentum_buffer);
    ++steps;
  }
  ATTN_ABI friend constexpr bool operator==(const sgd& a, const sgd& b) {
    return a.steps == b.steps && a.momentum_buffer == b.momentum_buffer;
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
