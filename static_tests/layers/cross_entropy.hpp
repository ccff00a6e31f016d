// SPDX-License-Identifier: BSL-1.0
// What attn/layers/cross_entropy.hpp promises.
#pragma once

#include <attn/layers/cross_entropy.hpp>
#include <attn/layers/linear.hpp>
#include <attn/learning/gradient.hpp>
#include <attn/ops/one_hot.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/tensor/check.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/text/token_id.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/executed.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::cross_entropy_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using word = axis<"word", 5>;

// x(b, t, c) = ((7b + 5t + 3c) mod 11) / 4 - 1. The expected numbers were computed from PyTorch's
// formulas with 40 decimal digits.
template <class T>
constexpr tensor<T, batch, token, word> scores() {
  tensor<T, batch, token, word> x;
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t t = 0; t < 3; ++t)
      for (std::size_t c = 0; c < 5; ++c)
        x(b, t, c) = static_cast<T>((7 * b + 5 * t + 3 * c) % 11) / T(4) - T(1);
  return x;
}
constexpr tensor<int, batch, token> ids{{4, -100, 0}, {2, 2, 1}};
template <class T>
constexpr tensor<T, word> weights{1, 0.5, 2, 1.25, 0.25};

template <class T, class... Axes>
constexpr bool close(const tensor<T, Axes...>& x, const tensor<double, Axes...>& expected) {
  return allclose(x, as<T>(expected), std::is_same_v<T, float> ? T(1e-6) : T(1e-14), T(0));
}

template <class T>
constexpr report as_pytorch() {
  report r;
  const auto x = launder(scores<T>());
  const auto targets = launder(ids);
  const auto mean = cross_entropy(x, targets);
  static_assert(std::is_same_v<decltype(mean), const tensor<T>>);
  r.check(close(mean, tensor<double>(1.73031239051339602)));
  const auto all = cross_entropy<reduction::none>(x, targets);
  static_assert(std::is_same_v<decltype(all), const tensor<T, batch, token>>);
  r.check(close(all, tensor<double, batch, token>{
                         {2.66074341389644425, 0, 0.74690391394437282},
                         {2.91658560541485939, 1.41074341389644425, 0.91658560541485939}}));
  const auto total = cross_entropy<reduction::sum>(x, targets);
  r.check(close(total, tensor<double>(8.65156195256698010)));
  r.bits(all);
  r.bits(mean);
  r.bits(total);
  return r;
}

template <class T>
constexpr report weights_and_smoothing() {
  report r;
  const auto x = launder(scores<T>());
  const auto targets = launder(ids);
  const auto w = launder(weights<T>);
  const auto all = cross_entropy<reduction::none>(x, targets, w);
  r.check(close(all, tensor<double, batch, token>{
                         {0.66518585347411106, 0, 0.74690391394437282},
                         {5.83317121082971877, 2.82148682779288851, 0.45829280270742969}}));
  const auto mean = cross_entropy(x, targets, w);
  r.check(close(mean, tensor<double>(1.83044184499974276)));
  const auto smooth = cross_entropy(x, targets, {.label_smoothing = 0.1});
  r.check(close(smooth, tensor<double>(1.74831239051339602)));
  const auto both = cross_entropy(x, targets, w, {.label_smoothing = 0.25});
  r.check(close(both, tensor<double>(1.78268190342663229)));
  const auto total = cross_entropy<reduction::sum>(x, targets, w, {.label_smoothing = 0.25});
  r.check(close(total, tensor<double>(10.25042094470313567)));
  r.bits(all);
  r.bits(mean);
  r.bits(smooth);
  r.bits(both);
  return r;
}

// Weights of 1 and a smoothing of 0 change no loss; only the division is by a sum of ones.
constexpr report neutral_options() {
  report r;
  const auto x = launder(filled<tensor<float, axis<"token", 7>, axis<"word", 19>>>(1, 4.0));
  const auto targets = launder(tensor<int, axis<"token", 7>>{3, 18, 0, 11, 11, 2, 7});
  tensor<float, axis<"word", 19>> ones;
  for (float& one : ones) one = 1;
  r.check(bits_equal(cross_entropy(x, targets), cross_entropy(x, targets, ones)));
  r.check(bits_equal(cross_entropy(x, targets),
                     cross_entropy(x, targets, {.label_smoothing = 0, .ignore_index = 12})));
  r.bits(cross_entropy(x, targets));
  return r;
}

constexpr report of_logarithms() {
  report r;
  const auto x = launder(scores<double>());
  const auto targets = launder(ids);
  const auto y = log_softmax(x);
  const auto w = launder(weights<double>);
  r.check(bits_equal(nll_loss(y, targets), cross_entropy(x, targets)));
  r.check(bits_equal(nll_loss(y, targets, w), cross_entropy(x, targets, w)));
  r.check(bits_equal(nll_loss<reduction::none>(y, targets),
                     cross_entropy<reduction::none>(x, targets)));
  const auto other = launder(tensor<int, batch, token>{{4, -100, 0}, {-100, -100, 1}});
  const auto marked = launder(tensor<int, batch, token>{{4, 9, 0}, {9, 9, 1}});
  r.check(bits_equal(nll_loss<reduction::sum>(y, marked, {.ignore_index = 9}),
                     nll_loss<reduction::sum>(y, other)));
  r.check(bits_equal(nll_loss(y, marked, w, {.ignore_index = 9}), nll_loss(y, other, w)));
  r.bits(nll_loss(y, other));
  return r;
}

// Ids of a token_id count unless they are the ignored one; their mean leaves that out.
constexpr report token_ids() {
  report r;
  const auto x = launder(scores<double>());
  const auto targets = launder(as_token_ids<5>(tensor<int, batch, token>{{4, 3, 0}, {2, 2, 1}}));
  const auto all = cross_entropy<reduction::none>(x, targets);
  const auto kept = cross_entropy<reduction::none>(x, targets, {.ignore_index = 2});
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t t = 0; t < 3; ++t)
      r.check(kept(b, t) == (targets(b, t) == 2 ? 0.0 : all(b, t)));
  const auto four =
      launder(tensor<double, axis<"kept", 4>>{all(0, 0), all(0, 1), all(0, 2), all(1, 2)});
  const double mean = cross_entropy(x, targets, {.ignore_index = 2})();
  r.check(allclose(mean, sum<"kept">(four)() / 4, 1e-15, 0.0));
  r.bits(kept);
  return r;
}

// One token has no axis; classes may be alone.
constexpr report one_token() {
  report r;
  const auto x = launder(tensor<double, word>{1, 3, 2, 0, -1});
  const auto l = cross_entropy(x, launder(tensor<int>(1)));
  static_assert(std::is_same_v<decltype(l), const tensor<double>>);
  r.check(bits_equal(l, tensor<double>(0.0 - log_softmax(x)(1))));
  r.bits(l);
  return r;
}

// The gradient of the mean is (softmax(x) - one_hot(ids)) / n, that of an ignored token is 0.
constexpr report gradient_by_scores() {
  report r;
  const auto x = launder(scores<double>());
  const auto targets = launder(ids);
  const auto g = gradient([&](const auto& s) { return cross_entropy(s, targets); }, x);
  const auto p = softmax<"word">(x);
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t t = 0; t < 3; ++t)
      for (std::size_t c = 0; c < 5; ++c) {
        const bool counts = targets(b, t) >= 0;
        const bool is_target = targets(b, t) == static_cast<int>(c);
        const double expected = counts ? (p(b, t, c) - (is_target ? 1.0 : 0.0)) / 5 : 0.0;
        r.check(allclose(g(b, t, c), expected, 1e-13, 1e-15));
      }
  r.bits(g);
  return r;
}

// A step down the gradient of a layer's parameters lowers the loss.
constexpr report a_step_of_training() {
  report r;
  using in = axis<"in", 2>;
  using out = axis<"word", 3>;
  using layer = nn::linear<double, in, out, input_by_output>;
  const auto x = launder(tensor<double, axis<"token", 4>, in>{{1, 0}, {0, 1}, {1, 1}, {-1, 2}});
  const auto targets = launder(tensor<int, axis<"token", 4>>{0, 1, 2, 1});
  layer model = launder(layer{filled<typename layer::weight_type>(3), {}});
  const auto loss = [&](const auto& m) { return cross_entropy(m(type_as(x, m)), targets); };
  const double before = loss(model)();
  const auto g = gradient(loss, model);
  model.weight -= 0.5 * g.weight;
  model.bias -= 0.5 * g.bias;
  r.check(loss(model)() < before);
  r.bits(loss(model));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(scores<double>());
  const auto targets = launder(ids);
  const auto w = launder(weights<double>);
  r.check(
      bitwise_equal(values_of(cross_entropy(as_archetype(x), targets, {.label_smoothing = 0.1})),
                    cross_entropy(x, targets, {.label_smoothing = 0.1})));
  r.check(bits_equal(values_of(cross_entropy(as_archetype(x), targets, as_archetype(w))),
                     cross_entropy(x, targets, w)));
  return r;
}

constexpr report costs() {
  report r;
  using X = tensor<double, batch, token, word>;
  using Y = tensor<int, batch, token>;
  constexpr operation_count constant = cost::cross_entropy<X, Y>();
  static_assert(constant.divisions == 1 && constant.logarithms == 6);
  const auto of_scores = [](const auto& x) { return cross_entropy(x, Y{}); };
  check_executed(r, executed(of_scores, X{}), constant);
  const auto of_logarithms_alone = [](const auto& y) { return nll_loss(y, Y{}); };
  check_executed(r, executed(of_logarithms_alone, X{}), cost::nll_loss<X, Y>());
  return r;
}

// (target_is_no_class, label_smoothing_must_be_from_0_to_1: rejected programs.)
constexpr report options_are_values() {
  report r;
  constexpr nll_loss_options as_pytorch_has_it;
  constexpr cross_entropy_options smooth{.label_smoothing = 0.5};
  r.check(as_pytorch_has_it.ignore_index == -100 && smooth.ignore_index == -100);
  const auto x = launder(scores<float>());
  r.check(
      bits_equal(cross_entropy(x, ids, smooth), cross_entropy(x, ids, {.label_smoothing = 0.5})));
  r.check(bits_equal(nll_loss(x, ids, as_pytorch_has_it), nll_loss(x, ids)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"as PyTorch, double", as_pytorch<double>},
    {"as PyTorch, float", as_pytorch<float>},
    {"weights and smoothing, double", weights_and_smoothing<double>},
    {"weights and smoothing, float", weights_and_smoothing<float>},
    {"neutral options", neutral_options},
    {"of logarithms", of_logarithms},
    {"token ids", token_ids},
    {"one token", one_token},
    {"gradient by scores", gradient_by_scores},
    {"a step of training", a_step_of_training},
    {"options are values", options_are_values},
    {"costs", costs},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::cross_entropy_tests
