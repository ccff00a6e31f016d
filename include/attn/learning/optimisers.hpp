// SPDX-License-Identifier: BSL-1.0
// Optimisers: SGD and Adam, groups of parameters, schedules of the learning rate.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>

#include <attn/detail/constant/row.hpp>
#include <attn/detail/element.hpp>
#include <attn/detail/generic/elementwise.hpp>
#include <attn/detail/vector.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/learning/detail/differentiate.hpp>
#include <attn/learning/gradient.hpp>
#include <attn/math/pow.hpp>
#include <attn/math/sin.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/text/tokenizer.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// What the optimisers share: one update of all numbers of a tensor, which reads and writes several
// of its kind (the parameters, their gradient, moments of it), a vector of each at a time.

// Groups of parameters: options of each optimiser, functions of a parameter's path and rank.
//
//   .decays = matrices          weight decay only where it returns true: not of biases and gains
//   .trains = [](word_view path, std::size_t) { return path.starts_with("head."); }
//                               others are frozen: neither they nor their moments change
//
// Both are all_parameters unless stated. A model that is one tensor has the path "".
using parameter_group = bool (*)(word_view path, std::size_t rank);
ATTN_ABI constexpr bool all_parameters(word_view, std::size_t) { return true; }
ATTN_ABI constexpr bool matrices(word_view, std::size_t rank) { return rank >= 2; }

// Not constexpr on purpose: reached in constant evaluation, their names are the compiler's message.
[[noreturn]] ATTN_ABI inline void learning_rate_must_be_finite_and_not_negative() {
  detail::end_of_program();
}
[[noreturn]] ATTN_ABI inline void weight_decay_must_not_be_negative() { detail::end_of_program(); }

namespace detail {

ATTN_ABI constexpr double checked_rate(double rate) {
  if (!(rate >= 0 && rate <= limits<double>::max)) learning_rate_must_be_finite_and_not_negative();
  return rate;
}

// What optimisers have in common. A NaN is not in order, either.
template <class Options>
ATTN_ABI constexpr const Options& in_order(const Options& with) {
  checked_rate(with.lr);
  if (!(with.weight_decay >= 0)) weight_decay_must_not_be_negative();
  return with;
}

// operation(gradient, x…) for each element, where x are references that it changes.
template <class T, class... Axes, class Operation, class... State>
ATTN_ABI constexpr void update_each(const Operation& operation, const tensor<T, Axes...>& gradient,
                                    State&... x) {
  using X = tensor<T, Axes...>;
  constexpr std::size_t n = X::volume;
  constexpr std::size_t lanes =
      n % constant::widest == 0 ? constant::widest : constant::lanes<T, 16>;
  if constexpr (constant::made_of_lines<X, T, lanes, n>) {
    if (std::is_constant_evaluated()) {
      // One cast takes a tensor apart into vectors, and one puts it together.
      using lines = constant::lines<T, lanes, n / lanes>;
      const auto g = bits_as<lines>(gradient);
      std::tuple all{bits_as<lines>(x)...};
      std::apply(
          [&](auto&... each) {
            for (std::size_t i = 0; i < n / lanes; ++i) operation(g.of[i], each.of[i]...);
            ((x = bits_as<X>(each)), ...);
          },
          all);
      return;
    }
  }
  std::size_t i = 0;
  if constexpr (kernel_scalar<T>) {
    if (!std::is_constant_evaluated()) {
      using V = vec<T, runtime::lanes_for<native_isa, T, n>>;
      for (; i + lanes_of<V> <= n; i += lanes_of<V>) {
        [&](auto... all) {
          operation(load<V>(gradient.data() + i), all...);
          (store(x.data() + i, all), ...);
        }(load<V>(x.data() + i)...);
      }
    }
  }
  for (; i < n; ++i) operation(gradient.data()[i], x.data()[i]...);
}

// The same for a tensor or for every tensor of a model, as its groups say.
template <class Options, class Operation, class T, class... Axes, class... State>
ATTN_ABI constexpr void update_in_group(const Options& options, word_view path,
                                        const Operation& operation,
                                        const tensor<T, Axes...>& gradient, State&... x) {
  if (!options.trains(path, sizeof...(Axes))) return;
  Operation of_group = operation;
  if (!options.decays(path, sizeof...(Axes))) of_group.decays_not();
  update_each(of_group, gradient, x...);
}
template <class Options, class Operation, class P, class... State>
ATTN_ABI constexpr void update_all(const Options& options, const Operation& operation,
                                   const P& gradient, State&... x) {
  for_each_parameter([&](const auto& path, const auto& g,
                         auto&... each) { update_in_group(options, path, operation, g, each...); },
                     gradient, x...);
}
template <class Options, class Operation, class T, class... Axes, class... State>
ATTN_ABI constexpr void update_all(const Options& options, const Operation& operation,
                                   const tensor<T, Axes...>& gradient, State&... x) {
  update_in_group(options, "", operation, gradient, x...);
}

}  // namespace detail

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
// .momentum_buffer is b. A copy goes on from there.
// Accuracy: every operation rounded once, as it is written.
// Rules: same_parameters, of the model and the gradient. A negative momentum or weight_decay, a lr
// or rate that is negative or infinite, and nesterov without momentum or with dampening, do not
// compile as a constant and end the program at run time.

struct sgd_options {
  double lr = 1e-3;
  double momentum = 0;
  double dampening = 0;
  double weight_decay = 0;
  bool nesterov = false;
  parameter_group decays = all_parameters, trains = all_parameters;
};

// Not constexpr on purpose: reached in constant evaluation, their names are the compiler's message.
[[noreturn]] ATTN_ABI inline void momentum_must_not_be_negative() { detail::end_of_program(); }
[[noreturn]] ATTN_ABI inline void nesterov_requires_momentum_and_no_dampening() {
  detail::end_of_program();
}

namespace detail {

template <class T>
struct sgd_update {
  T rate, momentum, share, decay;
  bool decays, moves, first, nesterov;
  ATTN_ABI constexpr void decays_not() { decays = false; }
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

  ATTN_ABI constexpr explicit sgd(const M&, const sgd_options& with = {})
      : options(detail::in_order(with)) {
    if (!(with.momentum >= 0)) momentum_must_not_be_negative();
    if (with.nesterov && !(with.momentum > 0 && with.dampening == 0))
      nesterov_requires_momentum_and_no_dampening();
    momentum_buffer = M();  // as in adam.hpp
  }

  ATTN_ABI constexpr void step(M& model, const M& gradient) { step(model, gradient, options.lr); }
  ATTN_ABI constexpr void step(M& model, const M& gradient, double rate) {
    using T = typename detail::parameter_traits<M>::element;
    const detail::sgd_update<T> update{.rate = T(detail::checked_rate(rate)),
                                       .momentum = T(options.momentum),
                                       .share = T(1 - options.dampening),
                                       .decay = T(options.weight_decay),
                                       .decays = options.weight_decay != 0,
                                       .moves = options.momentum != 0,
                                       .first = steps == 0,
                                       .nesterov = options.nesterov};
    detail::update_all(options, update, gradient, model, momentum_buffer);
    ++steps;
  }
  ATTN_ABI friend constexpr bool operator==(const sgd& a, const sgd& b) {
    return a.steps == b.steps && a.momentum_buffer == b.momentum_buffer;
  }
};

// Adam and AdamW: steps down the gradient, each parameter at a rate of its own.
//
//   adam optimizer(model, {.lr = 0.01, .betas = {0.85, 0.99}});
//   optimizer.step(model, gradient(loss, model));            at the rate lr
//   optimizer.step(model, gradient(loss, model), rate);      at another: a schedule's
//
//   m = beta1 m + (1 - beta1) g;   v = beta2 v + (1 - beta2) g^2
//   p = p - (rate / (1 - beta1^t)) m / (sqrt(v) / sqrt(1 - beta2^t) + eps)    at step t = 1, 2, …
//
// adam adds weight_decay * p to g first (L2). Adamw takes p (1 - rate * weight_decay) first
// instead, and its weight_decay is 0.01 if not stated: PyTorch's torch.optim.Adam and AdamW. A
// model is a tensor or a struct of parameters. An optimiser is a value: .exp_avg and .exp_avg_sq
// are m and v, .steps is t. A copy goes on from there.
// Accuracy: every operation rounded once, as it is written. The powers of the betas in double.
// Rules: same_parameters, of the model and the gradient. A negative eps or weight_decay, a lr or
// rate that is negative or infinite, and a beta outside [0, 1) do not compile as a constant and end
// the program at run time.

struct betas_of_adam {
  double first = 0.9, second = 0.999;
};
struct adam_options {
  double lr = 1e-3;
  betas_of_adam betas{};
  double eps = 1e-8;
  double weight_decay = 0;
  parameter_group decays = all_parameters, trains = all_parameters;
};
struct adamw_options {
  double lr = 1e-3;
  betas_of_adam betas{};
  double eps = 1e-8;
  double weight_decay = 0.01;
  parameter_group decays = all_parameters, trains = all_parameters;
};

// Not constexpr on purpose: reached in constant evaluation, their names are the compiler's message.
[[noreturn]] ATTN_ABI inline void betas_of_adam_must_be_from_0_to_below_1() {
  detail::end_of_program();
}
[[noreturn]] ATTN_ABI inline void eps_of_adam_must_not_be_negative() { detail::end_of_program(); }

namespace detail {

// The step of one number, or of a vector of them.
template <class T>
struct adam_update {
  T beta1, rest1, beta2, rest2, rate, root, eps, decay, kept;
  bool decays, shrinks;
  ATTN_ABI constexpr void decays_not() { decays = shrinks = false; }
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
  ATTN_ABI constexpr explicit adam_of(const Options& with) : options(in_order(with)) {
    const auto [first, second] = with.betas;
    if (!(first >= 0 && first < 1 && second >= 0 && second < 1))
      betas_of_adam_must_be_from_0_to_below_1();
    if (!(with.eps >= 0)) eps_of_adam_must_not_be_negative();
    exp_avg = M();
    exp_avg_sq = M();
  }

  ATTN_ABI constexpr void step(M& model, const M& gradient) { step(model, gradient, options.lr); }
  ATTN_ABI constexpr void step(M& model, const M& gradient, double rate) {
    using T = typename parameter_traits<M>::element;
    checked_rate(rate);
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
    update_all(options, update, gradient, model, exp_avg, exp_avg_sq);
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

// Learning rates that change with the step t = 0, 1, 2, …: functions of the rate at the start.
//
//   linear_lr(lr, t, {.start_factor = 1.0 / 3, .end_factor = 1, .total_iters = 5})
//                                    lr (start + (end - start) t / total), for t up to total_iters
//   exponential_lr(lr, t, gamma)     lr gamma^t
//   step_lr(lr, t, size, gamma)      lr gamma^(t / size), of integers; gamma is 0.1 if not stated
//   cosine_annealing_lr(lr, t, {.t_max = 100, .eta_min = 0})
//                                    min + (lr - min) (1 + cos(pi t / t_max)) / 2
//   warmup_linear_lr(lr, t, {.warmup_steps = 100, .total_steps = 1000})
//   warmup_cosine_lr(lr, t, {.warmup_steps, .total_steps})
//   warmup_inverse_sqrt_lr(lr, t, warmup_steps)
//                                    lr t / warmup_steps first, then from lr to 0 at total_steps on
//                                    a line or half a cosine, or lr sqrt(warmup_steps / t)
//
// They are PyTorch's torch.optim.lr_scheduler of these names, in closed form. linear_lr is a
// warm-up from a small factor to 1, or a linear decay from 1 to 0. The warm-ups are
// get_linear_schedule_with_warmup and so on of Hugging Face's transformers.
//
//   optimizer.step(model, gradient(loss, model), linear_lr(0.01, t, {1, 0, 1000}));
//
// Accuracy: the accuracy of pow and cos, and of each operation, in double.
// A negative t, total_iters or warmup_steps, a size or a t_max that is not positive, warmup_steps
// that are not below total_steps (for the square root: not positive), and a factor or gamma that
// is negative or NaN do not compile as a constant and end the program at run time.

struct linear_lr_options {
  double start_factor = 1.0 / 3;
  double end_factor = 1;
  int total_iters = 5;
};
struct warmup_options {
  int warmup_steps = 0;
  int total_steps = 1;
};
struct cosine_annealing_lr_options {
  int t_max = 1;
  double eta_min = 0;
};

// Not constexpr on purpose: reached in constant evaluation, their names are the compiler's message.
[[noreturn]] ATTN_ABI inline void step_of_a_schedule_must_not_be_negative() {
  detail::end_of_program();
}
[[noreturn]] ATTN_ABI inline void period_of_a_schedule_must_be_positive() {
  detail::end_of_program();
}
[[noreturn]] ATTN_ABI inline void factor_of_a_schedule_must_not_be_negative() {
  detail::end_of_program();
}

namespace detail {
ATTN_ABI constexpr void check_schedule(int t, bool has_period, double factor) {
  if (t < 0) step_of_a_schedule_must_not_be_negative();
  if (!has_period) period_of_a_schedule_must_be_positive();
  if (!(factor >= 0)) factor_of_a_schedule_must_not_be_negative();
}
}  // namespace detail

ATTN_ABI constexpr double linear_lr(double lr, int t, const linear_lr_options& with = {}) {
  detail::check_schedule(t, with.total_iters >= 0, with.start_factor);
  detail::check_schedule(t, true, with.end_factor);
  if (t >= with.total_iters) return detail::rounded(lr * with.end_factor);
  const double part = static_cast<double>(t) / with.total_iters;
  return detail::rounded(
      lr * (with.start_factor + detail::rounded((with.end_factor - with.start_factor) * part)));
}

ATTN_ABI constexpr double exponential_lr(double lr, int t, double gamma) {
  detail::check_schedule(t, true, gamma);
  return detail::rounded(lr * math::pow(gamma, static_cast<double>(t)));
}

ATTN_ABI constexpr double step_lr(double lr, int t, int size, double gamma = 0.1) {
  detail::check_schedule(t, size > 0, gamma);
  return detail::rounded(lr * math::pow(gamma, static_cast<double>(t / size)));
}

ATTN_ABI constexpr double cosine_annealing_lr(double lr, int t,
                                              const cosine_annealing_lr_options& with) {
  detail::check_schedule(t, with.t_max > 0, 0);
  const double angle = detail::rounded(3.141592653589793238 * t) / with.t_max;
  const double share = detail::rounded((1 + math::cos(angle)) * 0.5);
  return with.eta_min + detail::rounded((lr - with.eta_min) * share);
}

namespace detail {
ATTN_ABI constexpr double warmed(double lr, int t, int warmup_steps, double later) {
  return rounded(lr * (t < warmup_steps ? static_cast<double>(t) / warmup_steps : later));
}
// The part of the steps after the warm-up that is over.
ATTN_ABI constexpr double part_after_warmup(int t, const warmup_options& with) {
  const int rest = with.total_steps - with.warmup_steps;
  check_schedule(t, with.warmup_steps >= 0 && rest > 0, 1);
  if (t >= with.total_steps) return 1;
  return t < with.warmup_steps ? 0.0 : static_cast<double>(t - with.warmup_steps) / rest;
}
}  // namespace detail

ATTN_ABI constexpr double warmup_linear_lr(double lr, int t, const warmup_options& with) {
  return detail::warmed(lr, t, with.warmup_steps, 1 - detail::part_after_warmup(t, with));
}
ATTN_ABI constexpr double warmup_cosine_lr(double lr, int t, const warmup_options& with) {
  const double angle = detail::rounded(3.141592653589793 * detail::part_after_warmup(t, with));
  return detail::warmed(lr, t, with.warmup_steps, (1 + math::cos(angle)) / 2);
}
ATTN_ABI constexpr double warmup_inverse_sqrt_lr(double lr, int t, int warmup_steps) {
  detail::check_schedule(t, warmup_steps > 0, 1);
  const double later = t > 0 ? math::sqrt(static_cast<double>(warmup_steps) / t) : 1.0;
  return detail::warmed(lr, t, warmup_steps, later);
}

}  // namespace attn
ATTN_STRICT_FP_END
