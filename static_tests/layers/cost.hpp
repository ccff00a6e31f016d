// SPDX-License-Identifier: BSL-1.0
// What the costs of attn/layers/ promise: what counted numbers execute, and figures by hand.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::layer_cost_tests {
using wide = axis<"wide", 6>;
using X = tensor<double, token, model>;
using XX = tensor<double, batch, token, model>;
using gain = tensor<double, model>;

// A layer called with an input: its constant, and the constant is what is executed.
template <class Layer, class Input>
constexpr void check_layer(report& r, const operation_count& by_hand) {
  constexpr operation_count constant = cost_of<Layer, Input>();
  r.check(constant == by_hand);
  const auto call = [](const auto& layer, const auto& x) { return layer(x); };
  cost_is_counted(r, constant, call, Layer{}, Input{});
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("activations", [](report& r) {
    check_layer<act::relu, X>(r, cost::relu<X>());
    check_layer<act::silu, X>(r, cost::silu<X>());
    check_layer<act::gelu_exact, X>(r, cost::gelu_exact<X>());
    check_layer<act::gelu_tanh, X>(r, cost::gelu_tanh<X>());
    check_layer<act::softplus, X>(r, cost::softplus<X>());
    check_layer<act::sigmoid, X>(r, cost::sigmoid<X>());
    check_layer<act::tanh, X>(r, cost::tanh<X>());
    check_layer<act::identity, X>(r, {});
    check_layer<nn::identity, X>(r, {});
    r.check(cost::relu<X>().flops() == 0 && cost::relu<X>().comparisons == 12);
  });
  // 3 rows: 4 * 6 products each, 3 * 6 sums, 6 more for the bias.
  tests.proved("linear layers", [](report& r) {
    const operation_count bare{.additions = 3 * 18, .multiplications = 3 * 24};
    const operation_count biased = bare + operation_count{.additions = 3 * 6};
    check_layer<nn::linear<double, model, wide, output_by_input>, X>(r, biased);
    check_layer<nn::linear<double, model, wide, input_by_output>, X>(r, biased);
    check_layer<nn::linear<double, model, wide, input_by_output>, XX>(r, 2 * biased);
    check_layer<nn::linear<double, model, wide, output_by_input, without_bias>, X>(r, bare);
    using w = tensor<double, wide, model>;
    using b = tensor<double, wide>;
    r.check(cost::linear<output_by_input, X, w>() == bare);
    r.check(cost::linear<output_by_input, X, w, b>() == biased);
    r.check(cost::linear<output_by_input, gain, w, b>() * 3 == biased);  // one row
    const auto call = [](const auto& x, const auto& w_, const auto& b_) {
      return linear<output_by_input>(x, w_, b_);
    };
    cost_is_counted(r, cost::linear<output_by_input, gain, w, b>(), call, gain{}, w{}, b{});
  });
  // A row of 4: 3 sums, 1 product, 4 differences; 4 squares, 3 sums, 1 product, + eps, root, inverse;
  // 4 products; a gain is 4 more, a bias 4 sums.
  tests.proved("norms", [](report& r) {
    const operation_count root{
        .additions = 4, .multiplications = 9, .divisions = 1, .square_roots = 1};
    const operation_count centred{.additions = 7, .multiplications = 1};
    const operation_count gained{.multiplications = 4}, biased{.additions = 4};
    check_layer<nn::rms_norm<double, model, 1e-5>, X>(r, 3 * (root + gained));
    check_layer<nn::layer_norm<double, model>, XX>(r, 6 * (centred + root + gained + biased));
    check_layer<nn::layer_norm<double, model, 1e-5, without_bias>, X>(
        r, 3 * (centred + root + gained));
    r.check(cost::rms_norm<X>() == 3 * root);
    r.check(cost::rms_norm<X, gain>() == 3 * (root + gained));
    r.check(cost::layer_norm<X>() == 3 * (centred + root));
    r.check(cost::layer_norm<X, gain>() == 3 * (centred + root + gained));
    r.check(cost::layer_norm<X, gain, gain>() == 3 * (centred + root + gained + biased));

    const auto bare = [](const auto& x) { return layer_norm(x); };
    cost_is_counted(r, cost::layer_norm<X>(), bare, X{});
    const auto columns = [](const auto& x) { return layer_norm<"token">(x); };
    cost_is_counted(r, cost::layer_norm<X, "token">(), columns, X{});
    const auto rms_columns = [](const auto& x) { return rms_norm<0>(x, counted<double>(1e-5)); };
    cost_is_counted(r, cost::rms_norm<X, 0>(), rms_columns, X{});
  });
  tests.proved("networks", [](report& r) {
    const operation_count up{.additions = 3 * 24, .multiplications = 3 * 24};
    const operation_count down{.additions = 3 * 24, .multiplications = 3 * 24};
    using hidden = tensor<double, token, wide>;
    check_layer<nn::feed_forward<double, model, wide, output_by_input, act::gelu_tanh>, X>(
        r, up + down + cost::gelu_tanh<hidden>());
    const operation_count bare_up{.additions = 3 * 18, .multiplications = 3 * 24};
    const operation_count bare_down{.additions = 3 * 20, .multiplications = 3 * 24};
    check_layer<nn::feed_forward<double, model, wide, input_by_output, act::relu, without_bias>, X>(
        r, bare_up + bare_down + cost::relu<hidden>());
    check_layer<nn::swiglu<double, model, wide, output_by_input>, X>(
        r, 2 * bare_up + bare_down + cost::silu<hidden>() + cost::multiply<hidden>());
  });
  tests.proved("embeddings and positions", [](report& r) {
    using ids = tensor<token_id<7>, token>;
    check_layer<nn::embedding<double, axis<"word", 7>, model>, ids>(r, {});
    check_layer<nn::learned_positions<double, axis<"position", 9>, model>, XX>(
        r, {.additions = 24});
    check_layer<nn::sinusoidal_positions<double, axis<"position", 9>, model, interleaved>, X>(
        r, {.additions = 12});
    r.check(
        cost::rotary<half_pairs, XX>() == operation_count{.additions = 24, .multiplications = 48});
    r.check(2 * cost::rotary<interleaved_pairs, XX, 2>() == cost::rotary<half_pairs, XX>());
    const auto turn = [](const auto& x) { return rotary<half_pairs>(x); };
    cost_is_counted(r, cost::rotary<half_pairs, XX>(), turn, XX{});
    cost_is_counted(
        r, cost::rotary<half_pairs, XX>(),
        [](const auto& x) { return rotary<half_pairs>(x, 3, rotary_frequencies<4>()); }, XX{});
    const auto turn_half = [](const auto& x) { return rotary<interleaved_pairs, 2>(x); };
    cost_is_counted(r, cost::rotary<interleaved_pairs, XX, 2>(), turn_half, XX{});
  });
};
}  // namespace attn_tests::layer_cost_tests
