// SPDX-License-Identifier: BSL-1.0
// What the costs of attn/models/ promise: what counted numbers execute, and figures by hand.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::model_cost_tests {
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using wort = axis<"wort", 8>;
using X = tensor<double, source, model>;
using Y = tensor<double, target, model>;

template <class Norm, class Activation = act::relu>
using encoder_layer =
    nn::encoder_layer<double, model, head, inner, output_by_input, Activation, Norm>;
template <class Norm>
using decoder_layer =
    nn::decoder_layer<double, model, head, inner, input_by_output, act::gelu_exact, Norm>;
using norm = nn::layer_norm<double, model>;

// Positions of one's own: a sum for each number.
struct shifted {
  template <class T, class... Axes> constexpr auto operator()(const tensor<T, Axes...>& x) const {
    return x + x;
  }
};

template <class Positions>
using translator = nn::transformer<word, wort, encoder_layer<post_norm>, 1, norm, Positions>;

template <class Positions, class Norm, class Order>
using language = nn::language_model<word, encoder_layer<Order>, 2, Positions, Norm>;
using position = axis<"position", 9>;
using learned = language<nn::learned_positions<double, position, model>, norm, pre_norm>;
using classic = language<nn::sinusoidal_positions<double, position, model, interleaved>,
    nn::identity, post_norm>;

inline constexpr auto behaviours = [](test_table& tests) {
  // What one layer costs, by hand: a norm and a sum for each residual connection.
  tests.proved("encoder layers", [](report& r) {
    using attention = nn::multi_head_attention<double, model, head, output_by_input>;
    using network = nn::feed_forward<double, model, inner, output_by_input, act::relu>;
    const operation_count by_hand = cost_of<attention, X>() + cost_of<network, X>() +
                                    2 * cost_of<norm, X>() + 2 * cost::add<X>();
    using post = encoder_layer<post_norm>;
    using pre = encoder_layer<pre_norm>;
    r.check(cost_of<post, X>() == by_hand && cost_of<pre, X>() == by_hand);
    const auto call = [](const auto& layer, const auto& x) { return layer(x); };
    cost_is_counted(r, by_hand, call, post{}, X{});
    cost_is_counted(r, by_hand, call, pre{}, X{});
    const auto masked = [](const auto& layer, const auto& x) {
      return layer(x, causal<>, skip_masked);
    };
    using gelu = encoder_layer<pre_norm, act::gelu_tanh>;
    cost_is_counted(r, cost_of<gelu, X>(causal<>, skip_masked), masked, gelu{}, X{});
  });
  tests.proved("encoders", [](report& r) {
    using layer = encoder_layer<post_norm>;
    using XX = tensor<double, batch, source, model>;
    using plain = nn::encoder<layer, 2>;
    using closed = nn::encoder<layer, 2, norm>;
    r.check(cost_of<plain, X>() == 2 * cost_of<layer, X>());
    const auto call = [](const auto& f, const auto& x) { return f(x); };
    const auto masked = [](const auto& f, const auto& x) { return f(x, causal<>); };
    cost_is_counted(r, cost_of<closed, X>(), call, closed{}, X{});
    cost_is_counted(r, cost_of<plain, XX>(causal<>), masked, plain{}, XX{});
    r.check(cost_of<closed, XX>() == 2 * (cost_of<plain, X>() + cost_of<norm, X>()));
  });
  tests.proved("decoders", [](report& r) {
    using layer = decoder_layer<pre_norm>;
    using stack = nn::decoder<layer, 2, norm>;
    const auto call = [](const auto& f, const auto& y, const auto& memory) { return f(y, memory); };
    cost_is_counted(r, cost_of<layer, Y, X>(), call, layer{}, Y{}, X{});
    const auto masked = [](const auto& f, const auto& y, const auto& memory) {
      return f(y, memory, self_options(causal<>), cross_options(causal<top_left>, skip_masked));
    };
    const operation_count constant =
        cost_of<layer, Y, X>(self_options(causal<>), cross_options(causal<top_left>, skip_masked));
    cost_is_counted(r, constant, masked, layer{}, Y{}, X{});
    r.check(constant.exponentials == head::size * (1 + 2 + 3) * 2);
    cost_is_counted(r, cost_of<layer, Y, X>(), call, decoder_layer<post_norm>{}, Y{}, X{});
    r.check(cost_of<stack, Y, X>() == 2 * cost_of<layer, Y, X>() + cost_of<norm, Y>());
    r.check(cost_of<nn::decoder<layer, 2>, Y, X>(self_options(causal<>)) ==
            2 * cost_of<layer, Y, X>(self_options(causal<>)));
    cost_is_counted(r, cost_of<stack, Y, X>(), call, stack{}, Y{}, X{});
  });
  tests.proved("transformers", [](report& r) {
    using ids = tensor<token_id<7>, source>;
    using jds = tensor<token_id<8>, target>;
    using plain = translator<act::identity>;
    using placed = translator<shifted>;
    const auto call = [](const auto& f, const auto& s, const auto& t) {
      return f(s, t, source_options(causal<>), self_options(causal<>));
    };
    constexpr operation_count constant =
        cost_of<placed, ids, jds>(source_options(causal<>), self_options(causal<>));
    cost_is_counted(r, constant, call, placed{}, ids{}, jds{});
    const auto memory = [](const auto& f, const auto& s) { return f.encode(s); };
    cost_is_counted(r, cost::encode<plain, ids>(), memory, plain{}, ids{});
    const auto decode = [](const auto& f, const auto& t, const auto& m) {
      return f.decode(t, m, self_options(causal<>));
    };
    cost_is_counted(
        r, cost::decode<plain, jds, X>(self_options(causal<>)), decode, plain{}, jds{}, X{});
    using generator = nn::linear<double, model, wort, output_by_input>;
    r.check(cost::logits<plain, ids, jds>() ==
            cost::encode<plain, ids>() + cost::decode<plain, jds, X>() + cost_of<generator, Y>());
    r.check(cost_of<placed, ids, jds>() ==
            cost_of<plain, ids, jds>() + cost::add<X>() + cost::add<Y>());
  });
  tests.proved("language models", [](report& r) {
    using ids = tensor<token_id<7>, source>;
    using many = tensor<token_id<7>, batch, source>;
    const auto call = [](const auto& f, const auto& s) { return f(s); };
    cost_is_counted(r, cost_of<learned, ids>(), call, learned{}, ids{});
    cost_is_counted(r, cost_of<classic, ids>(), call, classic{}, ids{});
    r.check(cost_of<learned, many>() == 2 * cost_of<learned, ids>());
    // A sum of 6 products for each of 7 words at each of 4 places, behind the norm and the layers.
    constexpr operation_count table{.additions = 28 * 5, .multiplications = 28 * 6};
    r.check(cost_of<learned, ids>() == cost::add<X>() +
                                           2 * cost_of<encoder_layer<pre_norm>, X>(causal<>) +
                                           cost_of<norm, X>() + table);
  });
  // Three ids, then one: products go over all 9 positions, the softmax over those that are there.
  tests.proved("steps of language models", [](report& r) {
    using three = tensor<token_id<7>, target>;
    using one = tensor<token_id<7>, dim<1>>;
    const auto prompt = [](const auto& f, const auto& ids) {
      auto state = f.start();
      return f.step(state, ids);
    };
    constexpr operation_count first = cost::step<learned, three>(0);
    cost_is_counted(r, first, prompt, learned{}, three{});
    const auto both = [](const auto& f, const auto& ids, const auto& next) {
      auto state = f.start();
      static_cast<void>(f.step(state, ids));
      return f.step(state, next(0));
    };
    constexpr operation_count second = cost::step<learned, one>(3);
    cost_is_counted(r, first + second, both, learned{}, three{}, one{});
    static_assert(second.exponentials == 2 * head::size * 4);
    static_assert(first.exponentials == 2 * head::size * (1 + 2 + 3));
  });
};
}  // namespace attn_tests::model_cost_tests
