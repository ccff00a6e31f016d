// SPDX-License-Identifier: BSL-1.0
// Options that cannot be end the program, where they are not constants.
#include <limits>

#include <attn/attention/bias.hpp>
#include <attn/layers/rotary.hpp>
#include <attn/learning/optimisers.hpp>

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/traps.hpp"

#if defined(ATTN_TESTS_CAN_TRAP)
#include "static_tests/support/behaviour.hpp"

namespace {

using namespace attn;
using attn_tests::launder, attn_tests::traps;
using point = tensor<double, dim<2>>;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

bool adam_stops(const adam_options& with) {
  return traps([&] { return adam(point{}, launder(with)).steps; });
}
bool adamw_stops(const adamw_options& with) {
  return traps([&] { return adamw(point{}, launder(with)).steps; });
}
bool sgd_stops(const sgd_options& with) {
  return traps([&] { return sgd(point{}, launder(with)).steps; });
}

}  // namespace

TEST_CASE("learning/options: of Adam") {
  CHECK_FALSE(adam_stops({.lr = 0, .betas = {0, 0}, .eps = 0, .weight_decay = 0}));
  CHECK_FALSE(adam_stops({.lr = 10, .betas = {0.999, 0.9999}, .weight_decay = 2}));
  CHECK(adam_stops({.lr = -1e-3}));
  CHECK(adam_stops({.lr = not_a_number}));
  CHECK(adam_stops({.lr = infinite}));
  CHECK(adam_stops({.betas = {1, 0.999}}));
  CHECK(adam_stops({.betas = {0.9, 1.5}}));
  CHECK(adam_stops({.betas = {-0.1, 0.999}}));
  CHECK(adam_stops({.betas = {0.9, -0.1}}));
  CHECK(adam_stops({.eps = -1e-8}));
  CHECK(adam_stops({.weight_decay = -0.01}));
  CHECK_FALSE(adamw_stops({}));
  CHECK(adamw_stops({.lr = -1}));
  CHECK(adamw_stops({.weight_decay = not_a_number}));
}

TEST_CASE("learning/options: of SGD") {
  CHECK_FALSE(sgd_stops({.lr = 0, .momentum = 1.5, .dampening = -1}));
  CHECK_FALSE(sgd_stops({.momentum = 0.9, .nesterov = true}));
  CHECK(sgd_stops({.lr = -1}));
  CHECK(sgd_stops({.momentum = -0.9}));
  CHECK(sgd_stops({.weight_decay = -1}));
  CHECK(sgd_stops({.nesterov = true}));
  CHECK(sgd_stops({.momentum = 0.9, .dampening = 0.1, .nesterov = true}));
}

TEST_CASE("learning/options: the rate of a step") {
  const auto steps = [](auto optimizer, double rate) {
    return traps([&] {
      point p{1, 2};
      optimizer.step(p, point{3, 4}, launder(rate));
      return p(0);
    });
  };
  const auto stops = [&](double rate) {
    const bool one = steps(sgd(point{}), rate);
    CHECK(steps(adam(point{}), rate) == one);
    CHECK(steps(adamw(point{}), rate) == one);
    return one;
  };
  for (const double rate : {0.0, -0.0, 1e-300, (std::numeric_limits<double>::max)()})
    CHECK_FALSE(stops(rate));
  for (const double rate : {-1e-300, -1.0, infinite, -infinite, not_a_number}) CHECK(stops(rate));
}

TEST_CASE("learning/options: of schedules") {
  CHECK_FALSE(traps([] { return linear_lr(1, launder(0), {0, 0, 0}); }));
  CHECK(traps([] { return linear_lr(1, launder(-1)); }));
  CHECK(traps([] { return linear_lr(1, 0, {launder(-0.5), 1, 5}); }));
  CHECK(traps([] { return linear_lr(1, 0, {1, launder(not_a_number), 5}); }));
  CHECK(traps([] { return linear_lr(1, 0, {1, 0, launder(-5)}); }));
  CHECK_FALSE(traps([] { return exponential_lr(1, 2, launder(0.0)); }));
  CHECK(traps([] { return exponential_lr(1, 2, launder(-0.5)); }));
  CHECK(traps([] { return exponential_lr(1, launder(-2), 0.5); }));
  CHECK_FALSE(traps([] { return step_lr(1, 5, launder(1)); }));
  CHECK(traps([] { return step_lr(1, 5, launder(0)); }));
  CHECK(traps([] { return step_lr(1, 5, launder(-3)); }));
  CHECK(traps([] { return step_lr(1, launder(-5), 3); }));
  CHECK(traps([] { return step_lr(1, 5, 3, launder(-1.0)); }));
  CHECK_FALSE(traps([] { return cosine_annealing_lr(1, 0, {.t_max = launder(1)}); }));
  CHECK(traps([] { return cosine_annealing_lr(1, 0, {.t_max = launder(0)}); }));
  CHECK(traps([] { return cosine_annealing_lr(1, launder(-1), {.t_max = 1}); }));
  CHECK_FALSE(traps([] { return warmup_linear_lr(1, launder(0), {0, 1}); }));
  CHECK(traps([] { return warmup_linear_lr(1, launder(-1), {0, 1}); }));
  CHECK(traps([] { return warmup_cosine_lr(1, 0, {launder(-1), 1}); }));
  CHECK(traps([] { return warmup_cosine_lr(1, 0, {launder(3), 3}); }));
  CHECK(traps([] { return warmup_inverse_sqrt_lr(1, 0, launder(0)); }));
}

TEST_CASE("learning/options: of bounds for gradients") {
  const auto norm = [](double most) {
    return traps([=] {
      point g{3, 4};
      return clip_gradient_norm(g, launder(most));
    });
  };
  const auto value = [](double most) {
    return traps([=] {
      point g{3, 4};
      clip_gradient_value(g, launder(most));
      return g(0);
    });
  };
  for (const double positive : {1e-9, 1.0, infinite})
    CHECK_FALSE((norm(positive) || value(positive)));
  for (const double none : {0.0, -1.0, not_a_number}) CHECK((norm(none) && value(none)));
}

TEST_CASE("learning/options: of scores and positions") {
  CHECK_FALSE(traps([] { return soft_capped_by(launder(0.5f)).cap; }));
  CHECK(traps([] { return soft_capped_by(launder(0.0f)).cap; }));
  CHECK(traps([] { return soft_capped_by(launder(not_a_number)).cap; }));
  const auto rotates = [](double base) {
    return traps([=] {
      return rotary<half_pairs>(matrix<double, 1, 2>{{1, 2}}, {.base = launder(base)})(0, 0);
    });
  };
  CHECK_FALSE(rotates(10000));
  CHECK(rotates(0));
  CHECK(rotates(-10000));
  const auto scales = [](const auto& scaling, double base = 10000) {
    return traps([&] { return rotary_frequencies<8>(base, launder(scaling)).magnitude; });
  };
  CHECK_FALSE((scales(linear_scaling{2}) || scales(yarn_scaling{4}) || scales(llama3_scaling{})));
  CHECK((scales(linear_scaling{0}) && scales(linear_scaling{not_a_number})));
  CHECK((scales(ntk_scaling{-1}) && scales(dynamic_ntk_scaling{.length = 0})));
  CHECK((scales(llama3_scaling{.low_freq_factor = 4}) && scales(yarn_scaling{.beta_slow = 0})));
  CHECK((scales(yarn_scaling{}, 1) && scales(yarn_scaling{.attention_factor = -1})));
  CHECK(scales(linear_scaling{}, 0));
}
#endif
