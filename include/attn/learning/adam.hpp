// SPDX-License-Identifier: BSL-1.0
// Adam and AdamW: steps down the gradient, each parameter at a rate of its own.
//
//   adam optimizer(model, {.lr = 0.01, .betas = {0.85, 0.99}});
//   optimizer.step(model, gradient(loss, model));            at the rate lr
//   optimizer.step(model, gradient(loss, model), rate);      at another: a schedule's
//
//   m = beta1 m + (1 - beta1) g;   v = beta2 v + (1 - beta2) g^2
//   p = p - (rate / (1 - beta1^t)) m / (sqrt(v) / sqrt(1 - beta2^t) + eps)    at step t = 1, 2, …
//
// adam adds weight_decay * p to g first (L2); adamw takes p (1 - rate * weight_decay) first
// instead, and its weight_decay is 0.01 if not stated: PyTorch's torch.optim.Adam and AdamW. A
// model is a tensor or a struct of parameters. An optimiser is a value: .exp_avg and .exp_avg_sq
// are m and v, .steps is t; a copy goes on from there.
// Accuracy: every operation rounded once, as it is written; the powers of the betas in double.
// Rules: same_parameters, of the model and the gradient.
#pragma once

#include <attn/learning/detail/update.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/ops/detail/sqrt.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct betas_of_adam {
  double first = 0.9, second = 0.999;
};
struct adam_options {
  double lr = 1e-3;
  betas_of_adam betas{};
  double eps = 1e-8;
  double weight_decay = 0;
};
struct adamw_options {
  double lr = 1e-3;
  betas_of_adam betas{};
  double eps = 1e-8;
  double weight_decay = 0.01;
};

namespace detail {

// The step of one number, or of a vector of them.
template <class T>
struct adam_update {
  T beta1, rest1, beta2, rest2, rate, root, eps, decay, kept;
  bool decays, shrinks;
  template <class V>
  ATTN_INLINE constexpr void operator()(const V& slope, V& p, V& m, V& v) const {
    V g = slope;
    if (decays) g = g + rounded(V(p * decay));
    if (shrinks) p = rounded(V(p * kept));
    m = rounded(V(m * beta1)) + rounded(V(g * rest1));
    v = rounded(V(v * beta2)) + rounded(V(rounded(V(g * g)) * rest2));
    const V size = V(sqrt_of{}(v) / root) + eps;
    p = p - V(rounded(V(m * rate)) / size);
  }
};

template <class M, class Options, bool Decoupled>
struct adam_of {
  Options options{};
  M exp_avg{}, exp_avg_sq{};
  int steps = 0;
  double power1 = 1, power2 = 1;  // of the betas

  // GCC 12 does not evaluate the members' initialisers before an element of them is read, and takes
  // their bits for none of a constant.
  ATTN_ABI constexpr explicit adam_of(const Options& with) : options(with) {
    exp_avg = M();
    exp_avg_sq = M();
  }

  ATTN_ABI constexpr void step(M& model, const M& gradient) { step(model, gradient, options.lr); }
  ATTN_ABI constexpr void step(M& model, const M& gradient, double rate) {
    using T = typename parameter_traits<M>::element;
    ++steps;
    power1 = detail::rounded(power1 * options.betas.first);
    power2 = detail::rounded(power2 * options.betas.second);
    const adam_update<T> update{.beta1 = T(options.betas.first),
                                .rest1 = T(1 - options.betas.first),
                                .beta2 = T(options.betas.second),
                                .rest2 = T(1 - options.betas.second),
                                .rate = T(rate / (1 - power1)),
                                .root = T(math::sqrt(1 - power2)),
                                .eps = T(options.eps),
                                .decay = T(options.weight_decay),
                                .kept = T(1 - detail::rounded(rate * options.weight_decay)),
                                .decays = !Decoupled && options.weight_decay != 0,
                                .shrinks = Decoupled && options.weight_decay != 0};
    update_all(update, gradient, model, exp_avg, exp_avg_sq);
  }
  ATTN_ABI friend constexpr bool operator==(const adam_of& a, const adam_of& b) {
    return a.steps == b.steps && a.exp_avg == b.exp_avg && a.exp_avg_sq == b.exp_avg_sq;
  }
};

}  // namespace detail

template <class M>
struct adam : detail::adam_of<M, adam_options, false> {
  ATTN_ABI constexpr explicit adam(const M&, const adam_options& with = {})
      : detail::adam_of<M, adam_options, false>(with) {}
};
template <class M>
struct adamw : detail::adam_of<M, adamw_options, true> {
  ATTN_ABI constexpr explicit adamw(const M&, const adamw_options& with = {})
      : detail::adam_of<M, adamw_options, true>(with) {}
};

}  // namespace attn
ATTN_STRICT_FP_END
