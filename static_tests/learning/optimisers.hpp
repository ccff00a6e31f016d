// SPDX-License-Identifier: BSL-1.0
// Behaviours of adam, sgd, clip, schedule of attn/learning/.
// Options for which learning_rate_must_be_finite_and_not_negative or weight_decay_must_not_be_negative is
// called are in rejected/scores.cpp.
#pragma once

#include <array>
#include <tuple>
#include "static_tests/support/optimized.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::learning_optimisers_tests {
namespace torch = reference::optimizers;

// Every tensor of a model, of any size, is updated as it would be by itself: by whole vectors and
// what is left over, in constant evaluation by lines of 64 and 16.
template <class T, std::size_t N, std::size_t M> constexpr void tensors_of_a_model(report& r) {
  using layer = nn::linear<T, dim<N>, dim<M>, output_by_input>;
  layer model{launder(filled<tensor<T, dim<M>, dim<N>>>(1)), launder(filled<tensor<T, dim<M>>>(2))};
  const layer slopes{filled<tensor<T, dim<M>, dim<N>>>(3), filled<tensor<T, dim<M>>>(4)};
  adam optimizer(model, {.lr = 0.1, .weight_decay = 0.01});
  adamw decoupled(model, {.lr = 0.1});
  for (int step = 0; step < 3; ++step) {
    layer next = model;
    optimizer.step(next, slopes);
    decoupled.step(next, slopes, 0.05);
    // The same, number by number.
    for (std::size_t i = 0; i < model.weight.size(); ++i) {
      tensor<T, dim<1>> one{model.weight.data()[i]};
      tensor<T, dim<1>> slope{slopes.weight.data()[i]};
      adam alone(one, {.lr = 0.1, .weight_decay = 0.01});
      adamw alone_decoupled(one, {.lr = 0.1});
      if (step == 0) {
        alone.step(one, slope);
        alone_decoupled.step(one, slope, 0.05);
        r.same(one.data()[0], next.weight.data()[i]);
      }
    }
    model = next;
  }
  r.check(optimizer.steps == 3);
  const auto copy = optimizer;
  r.check(copy == optimizer);
  r.bits(model.weight);
  r.bits(model.bias);
}

// betas_of_adam_must_be_from_0_to_below_1, eps_of_adam_must_not_be_negative:
// rejected programs, and runtime_tests/learning/options.cpp.

// momentum_must_not_be_negative, nesterov_requires_momentum_and_no_dampening:
// rejected programs, and runtime_tests/learning/options.cpp.

using two = tensor<double, dim<2>>;
using four = matrix<double, 2, 2>;

// bound_of_a_gradient_must_be_positive: rejected programs, and runtime_tests/learning/options.cpp.

using rates = tensor<double, axis<"step", 12>>;

template <class F> constexpr report as_torch(const F& rate, const rates& wanted) {
  report r;
  rates found;
  for (int t = 0; t < 12; ++t) found(t) = rate(launder(0.3), t);
  r.check(is_close(found, wanted, 0, 2e-15));
  r.bits(found);
  return r;
}

// step_of_a_schedule_must_not_be_negative, period_of_a_schedule_must_be_positive,
// factor_of_a_schedule_must_not_be_negative:
// rejected programs, and runtime_tests/learning/options.cpp.

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/learning/optimisers.hpp promises; the numbers are PyTorch's.
  tests.proved("Adam, as PyTorch", [] {
    static_assert(adam_options{}.betas.second == betas_of_adam{}.second);
    static_assert(adamw_options{}.weight_decay == 0.01);
    return leads_where_torch_goes(adam(point{}, {.lr = 0.05}), torch::adam_plain);
  });
  tests.proved("Adam with weight decay, as PyTorch", [] {
    return leads_where_torch_goes(
        adam(point{}, {.lr = 0.02, .betas = {0.85, 0.99}, .eps = 1e-6, .weight_decay = 0.1}),
        torch::adam_decay);
  });
  tests.proved("AdamW, as PyTorch",
      [] { return leads_where_torch_goes(adamw(point{}, {.lr = 0.05}), torch::adamw_plain); });
  tests.proved("AdamW with weight decay, as PyTorch", [] {
    return leads_where_torch_goes(
        adamw(point{}, {.lr = 0.03, .betas = {0.8, 0.95}, .weight_decay = 0.3}),
        torch::adamw_decay);
  });
  tests.proved(
      "tensors of a model, 16 x 4, float", [](report& r) { tensors_of_a_model<float, 16, 4>(r); });
  tests.proved("tensors of a model, 16 x 3, double",
      [](report& r) { tensors_of_a_model<double, 16, 3>(r); });
  tests.proved<double, float>(
      "tensors of a model, 7 x 3", []<class T>(report& r) { tensors_of_a_model<T, 7, 3>(r); });
  // What attn/learning/optimisers.hpp promises; the numbers are PyTorch's.
  tests.proved("plain, as PyTorch", [] {
    static_assert(!sgd_options{}.nesterov);
    return leads_where_torch_goes(sgd(point{}, {.lr = 0.05}), torch::sgd_plain);
  });
  tests.proved("momentum, dampening and decay, as PyTorch", [] {
    return leads_where_torch_goes(
        sgd(point{}, {.lr = 0.03, .momentum = 0.9, .dampening = 0.2, .weight_decay = 0.01}),
        torch::sgd_momentum);
  });
  tests.proved("Nesterov, as PyTorch", [] {
    return leads_where_torch_goes(
        sgd(point{}, {.lr = 0.02, .momentum = 0.8, .nesterov = true}), torch::sgd_nesterov);
  });
  // The decay is part of what nesterov adds to the buffer: g = 1.5, b = 1.5, then
  // g = 1 + 0.5 * -0.125 and b = g + 0.75.
  tests.proved("Nesterov with decay", [](report& r) {
    using X = tensor<double, dim<1>>;
    X p = launder(X{1});
    sgd optimizer(p, {.lr = 0.5, .momentum = 0.5, .weight_decay = 0.5, .nesterov = true});
    optimizer.step(p, X{1});
    r.check(p(0) == 1 - 0.5 * (1.5 + 0.5 * 1.5));
    optimizer.step(p, X{1});
    r.check(p(0) == -0.125 - 0.5 * (0.9375 + 0.5 * (0.9375 + 0.75)));
    r.bits(p);
  });
  tests.proved("a model at another rate", [](report& r) {
    using layer = nn::linear<float, dim<5>, dim<3>, output_by_input>;
    layer model{
        launder(filled<tensor<float, dim<3>, dim<5>>>(1)), launder(tensor<float, dim<3>>{1, 2, 3})};
    const layer before = model;
    layer slopes{filled<tensor<float, dim<3>, dim<5>>>(3), tensor<float, dim<3>>{1, 0, -1}};
    sgd optimizer(model, {.lr = 100});
    optimizer.step(model, slopes, 0.5);
    r.same(model.weight, before.weight - slopes.weight * 0.5f);
    r.check(model.bias == tensor<float, dim<3>>{0.5f, 2, 3.5f});
    r.check(optimizer.steps == 1);
  });
  // What attn/learning/optimisers.hpp promises; the numbers are PyTorch's.
  tests.executed("by norm", [](report& r) {
    std::tuple<two, four> g{launder(two{3, -4}), launder(four{{1, 2}, {-2, 4}})};
    r.check(clip_gradient_norm(g, 2.5) == 7.0710678118654755);
    r.check(is_close(std::get<0>(g), two{1.0606600217798423, -1.4142133623731232}, 0, 1e-15));
    r.check(is_close(std::get<1>(g),
        four{{0.3535533405932808, 0.7071066811865616}, {-0.7071066811865616, 1.4142133623731232}},
        0, 1e-15));
    // Below the bound nothing changes.
    const auto before = std::get<0>(g);
    const double norm = clip_gradient_norm(g, 9);
    r.check(norm > 2.4999996 && norm < 2.5 && bitwise_equal(std::get<0>(g), before));
    r.check(clip_gradient_norm(g, 2.6) == norm && bitwise_equal(std::get<0>(g), before));
    r.bits(norm);
  });
  tests.executed("of a model", [](report& r) {
    using layer = nn::linear<float, dim<19>, dim<3>, output_by_input>;
    layer g{launder(filled<tensor<float, dim<3>, dim<19>>>(1)), tensor<float, dim<3>>{0, 3, -1}};
    double squares = 0;
    for (const float x : g.weight) squares += double(x) * double(x);
    squares += 10;
    const float norm = clip_gradient_norm(g, 1);
    r.check(double(norm) * double(norm) - squares < 1e-5 * squares &&
            squares - double(norm) * double(norm) < 1e-5 * squares);
    const float after = clip_gradient_norm(g, 100);
    r.check(after > 0.9999f && after < 1.00001f);
    r.bits(norm);
    r.bits(g.weight);
  });
  // Powers of two times {3, -4} and {{1, 2}, {-2, 4}}, whose norm is the root of 50.
  tests.executed<double, float>("by norm, far from 1", []<class T>(report& r) {
    constexpr bool single = std::is_same_v<T, float>;
    const T root = math::sqrt(T(50));
    const auto times = [](T power) {
      return std::tuple{launder(tensor<T, dim<2>>{3, -4}) * power,
          launder(matrix<T, 2, 2>{{1, 2}, {-2, 4}}) * power};
    };
    // Squares that overflow.
    const T large = single ? T(0x1p100) : T(0x1p1000);
    auto g = times(large);
    r.check(clip_gradient_norm(g, 2) == root * large);
    const tensor<T, dim<2>> clipped{6 / root, -8 / root};
    r.check(is_close(std::get<0>(g), clipped, 0, default_rtol<T>));
    r.bits(std::get<0>(g));
    // A norm that is no number of the format, and a bound between the numbers.
    const T most = attn::detail::limits<T>::max;
    tensor<T, dim<3>> huge = launder(tensor<T, dim<3>>{most, 0, -most});
    r.check(clip_gradient_norm(huge, 4) == attn::detail::limits<T>::infinity);
    const T side = math::sqrt(T(8));
    r.check(is_close(huge, tensor<T, dim<3>>{side, 0, -side}, 0, default_rtol<T>));
    auto h = times(large);
    const auto same = h;
    r.check(clip_gradient_norm(h, double(large) * 7.5) == root * large && h == same);
    clip_gradient_norm(h, double(large) * 7);
    r.check(is_close(
        std::get<1>(h), std::get<1>(same) * T(7 / root), default_atol<T> * large, default_rtol<T>));
    // Squares that nearly vanish, or vanish, also of numbers smaller than the format's normal numbers.
    for (const T little : {single ? T(0x1p-60) : T(0x1p-500), single ? T(0x1p-80) : T(0x1p-700),
             attn::detail::limits<T>::denorm_min}) {
      auto small_one = times(little);
      const auto before = small_one;
      const T norm = clip_gradient_norm(small_one, 1);
      r.check(little == attn::detail::limits<T>::denorm_min ? norm == 7 * little
                                                            : norm == root * little);
      r.check(small_one == before);
    }
    tensor<T, dim<2>> zero{};
    r.check(clip_gradient_norm(zero, 1) == 0 && zero == tensor<T, dim<2>>{});
  });
  tests.executed("by value", [](report& r) {
    two g = launder(two{3, -0.25});
    clip_gradient_value(g, 0.5);
    r.check(g == two{0.5, -0.25});
    g = -g * 4;
    clip_gradient_value(g, 0.75);
    r.check(g == two{-0.75, 0.75});
    r.bits(g);
  });
  // What attn/learning/optimisers.hpp promises: the rates of PyTorch's schedulers, from 0.3 on.
  tests.proved("linear", [] {
    report r = as_torch([](double lr, int t) { return linear_lr(lr, t); },
        {0.1, 0.14, 0.18, 0.22, 0.26, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3});
    r.check(linear_lr(launder(0.3), 0) == linear_lr(0.3, 0, linear_lr_options{1.0 / 3, 1, 5}));
    return r;
  });
  tests.proved("linear decay", [] {
    return as_torch([](double lr, int t) { return linear_lr(lr, t, {1, 0.1, 10}); },
        {0.3, 0.273, 0.246, 0.219, 0.192, 0.165, 0.138, 0.111, 0.084, 0.057, 0.03, 0.03});
  });
  tests.proved("exponential", [] {
    return as_torch([](double lr, int t) { return exponential_lr(lr, t, 0.9); },
        {0.3, 0.27, 0.243, 0.2187, 0.19683, 0.177147, 0.1594323, 0.14348907, 0.129140163,
            0.1162261467, 0.10460353203, 0.094143178827});
  });
  tests.proved("steps", [] {
    report r = as_torch([](double lr, int t) { return step_lr(lr, t, 4, 0.5); },
        {0.3, 0.3, 0.3, 0.3, 0.15, 0.15, 0.15, 0.15, 0.075, 0.075, 0.075, 0.075});
    r.check(step_lr(launder(1.0), 5, 4) == 0.1);
    return r;
  });
  tests.proved("cosine annealing", [] {
    return as_torch(
        [](double lr, int t) {
          return cosine_annealing_lr(lr, t, cosine_annealing_lr_options{11, 0.01});
        },
        {0.3, 0.2941264811741021, 0.27698176226052124, 0.24995480642206633, 0.21523517688527355,
            0.17563565154962632, 0.13436434845037365, 0.09476482311472648, 0.06004519357793368,
            0.03301823773947874, 0.01587351882589788, 0.01});
  });
  tests.proved("warm-ups", [](report& r) {
    const auto is = [&](const report& found) { r.check(found.failed_line == 0); };
    is(as_torch([](double lr, int t) { return warmup_linear_lr(lr, t, {4, 11}); },
        {0.0, 0.075, 0.15, 0.225, 0.3, 0.2571428571428571, 0.21428571428571427, 0.1714285714285714,
            0.12857142857142856, 0.0857142857142857, 0.04285714285714285, 0.0}));
    is(as_torch([](double lr, int t) { return warmup_cosine_lr(lr, t, {4, 11}); },
        {0.0, 0.075, 0.15, 0.225, 0.3, 0.28514533018536287, 0.24352347027881002,
            0.18337814009344713, 0.11662185990655284, 0.05647652972118997, 0.014854669814637143,
            0.0}));
    is(as_torch([](double lr, int t) { return warmup_inverse_sqrt_lr(lr, t, 4); },
        {0.0, 0.075, 0.15, 0.225, 0.3, 0.2683281572999747, 0.24494897427831783, 0.2267786838055363,
            0.21213203435596423, 0.2, 0.18973665961010275, 0.18090680674665818}));
    r.check(warmup_cosine_lr(2, 5, warmup_options{.total_steps = 10}) == 1);
  });
  // PyTorch's groups: {w: weight_decay 0.1}, {b: 0}, and a third that is not given to the optimiser.
  tests.proved<double, float>("groups, as PyTorch", []<class T>(report& r) {
    using in = axis<"in", 2>;
    using out = axis<"out", 2>;
    using layer = nn::linear<T, in, out, output_by_input>;
    using model = std::array<layer, 2>;
    model start;
    start[0] = launder(layer{{{1, -2}, {0.5, 3}}, {1, -1}});
    start[1] = start[0];
    const parameter_group first = [](word_view path, std::size_t) {
      return path.starts_with("0.");
    };
    const auto after_three = [&](auto optimizer) {
      model m = start;
      for (int step = 1; step <= 3; ++step) {
        model slope;
        slope[0] = layer{{{T(.5) * T(step), T(-step)}, {T(2 * step), T(.25) * T(step)}},
            {T(-step), T(.125) * T(step)}};
        slope[1] = slope[0];
        optimizer.step(m, slope);
      }
      r.check(m[1] == start[1]);  // frozen
      r.bits(m[0].weight);
      return m[0];
    };
    const auto is = [&](const layer& found, const tensor<double, out, in>& w,
                        const tensor<double, out>& b) {
      constexpr T tolerance = std::is_same_v<T, float> ? T(1e-6) : T(1e-14);
      r.check(allclose(found.weight, as<T>(w), tolerance, tolerance));
      r.check(allclose(found.bias, as<T>(b), tolerance, tolerance));
    };
    is(after_three(
           adamw(start, {.lr = .05, .weight_decay = .1, .decays = matrices, .trains = first})),
        {{0.8396557600511116, -1.8247306340307825}, {0.347118321020618, 2.8098055120917693}},
        {1.1461591614691595, -1.1461591542812632});
    is(after_three(sgd(start,
           {.lr = .05, .momentum = .9, .weight_decay = .1, .decays = matrices, .trains = first})),
        {{0.73504425, -1.4700885}, {-0.4620675625, 2.7976968125}}, {1.4755, -1.0594375});
    // A tensor is a model of one parameter, without a path.
    tensor<T, dim<2>> p{1, 2};
    sgd optimizer(p, {.weight_decay = 1, .decays = matrices});
    optimizer.step(p, {0, 0}, 0.5);
    r.check(p == tensor<T, dim<2>>{1, 2} && all_parameters("", 1));
  });
};
}  // namespace attn_tests::learning_optimisers_tests
