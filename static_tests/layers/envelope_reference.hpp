// SPDX-License-Identifier: BSL-1.0
// What NumPy and PyTorch computed with layers without attention is within the envelopes of the
// library's: linear layers and embeddings, activations, positions, and logarithms of a softmax;
// mistakes are not. (Norms: attention/envelope_reference.hpp; feed-forward layers: see
// models/envelope_of_encoders.hpp.)
#pragma once

#include "static_tests/reference/attention_rope.hpp"
#include "static_tests/reference/attention_softmax.hpp"
#include "static_tests/reference/layers.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::layers_envelope_tests {
template <class T>
constexpr void check_rotary(report& r, const auto& all, const auto& keys, const auto& x,
    const auto& k, const auto& scores, const auto& other) {
  r.check(is_within(number<T>(x), all));
  r.check(is_within(number<T>(k), keys));
  r.check(is_within(number<T>(scores), attention_scores(all, keys)));
  r.check(!is_within(number<T>(other), all));
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved<float, double>("linear_and_embedding", []<class T>(report& r) {
    namespace wanted = reference::layers_linear_embedding;
    using E = envelope<T>;
    const auto x = launder(as<E>(wanted::X));
    const nn::linear<E, dim<4>, dim<5>, output_by_input> f{as<E>(wanted::W), as<E>(wanted::b)};
    const auto all = f(x);
    const auto without = attn::linear<output_by_input>(x, f.weight);
    r.check(is_within(number<T>(wanted::linear), all));
    r.check(is_within(number<T>(wanted::linear_no_bias), without));
    r.check(!is_within(number<T>(wanted::linear_no_bias), all));
    r.check(!is_within(number<T>(wanted::linear), without));
    const auto table = launder(as<E>(wanted::E));
    const auto rows = attn::embedding(as_token_ids<7>(wanted::tokens), table);
    r.check(is_within(number<T>(wanted::embedding), rows));
    auto next = wanted::tokens;
    next(0) = next(0) + 1 < 7 ? next(0) + 1 : 0;
    r.check(
        is_within(attn::embedding(as_token_ids<7>(next), as<T>(wanted::E)), rows).differing == 4);
  });
  tests.proved<float, double>("activations", []<class T>(report& r) {
    namespace wanted = reference::layers_activations;
    const auto x = launder(as<envelope<T>>(wanted::x));
    r.check(is_within(number<T>(wanted::relu), attn::relu(x)));
    r.check(is_within(number<T>(wanted::sigmoid), attn::sigmoid(x)));
    r.check(is_within(number<T>(wanted::tanh), attn::tanh(x)));
    r.check(is_within(number<T>(wanted::silu), attn::silu(x)));
    r.check(is_within(number<T>(wanted::softplus), attn::softplus(x)));
  });
  // gelu_tanh is x sigmoid(2 u) here, which keeps the digits on the left; the reference is PyTorch's
  // x/2 (1 + tanh u), with 60 digits: at -20 it is 0, though not in float.
  tests.proved<float, double>("gelus", []<class T>(report& r) {
    namespace wanted = reference::layers_activations;
    const auto x = launder(as<envelope<T>>(wanted::x));
    const auto exact = attn::gelu_exact(x), by_tanh = attn::gelu_tanh(x);
    r.check(is_within(number<T>(wanted::gelu_erf), exact));
    const auto found = is_within(number<T>(wanted::gelu_tanh), by_tanh);
    r.check(found.differing == (std::is_same_v<T, double> ? 1 : 0) && found.at == 0);
    r.check(found.beyond < T(1e-37));
    r.check(is_within(number<T>(wanted::gelu_tanh), exact).differing > 15);
    r.check(is_within(number<T>(wanted::gelu_erf), by_tanh).differing > 15);
    r.check(is_within(number<T>(wanted::silu), by_tanh).differing > 15);
  });
  // The library computes angles in double, whatever T is (attn/layers/position.hpp). In float their sines
  // and cosines are rounded, or not. In double they are taken as they are: constants, of which the
  // exact ones may be one number off.
  tests.proved<float, double>("positions", []<class T>(report& r) {
    namespace wanted = reference::layers_positional_encoding;
    using E = envelope<T>;
    const auto first = launder(std::size_t{0});
    const auto check = [&r](const auto& exact, const auto& all) {
      const auto found = is_within(number<T>(exact), all);
      if constexpr (std::is_same_v<T, float>)
        r.check(found);
      else
        r.check(found.beyond <= 0x1p-52);
    };
    const auto all = sinusoidal_positions<dim<6>, dim<8>, E, interleaved>(first);
    check(wanted::PE_6x8, all);
    check(wanted::PE_3x5, sinusoidal_positions<dim<3>, dim<5>, E, interleaved>(first));
    check(wanted::PE_10x2, sinusoidal_positions<dim<10>, dim<2>, E, interleaved>(first));
    check(wanted::PE_4x4, sinusoidal_positions<dim<4>, dim<4>, E, interleaved>(first));
    r.check(!is_within(sinusoidal_positions<dim<6>, dim<8>, T, halves>(first), all));
    r.check(!is_within(sinusoidal_positions<dim<6>, dim<8>, T, interleaved>(first + 1), all));
  });
  tests.proved<float, double>("rotary_positions", []<class T>(report& r) {
    namespace wanted = reference::attention_rope;
    const auto x = launder(as<envelope<T>>(wanted::X));
    const auto k = as<envelope<T>>(wanted::K);
    check_rotary<T>(r, rotary<interleaved_pairs>(x), rotary<interleaved_pairs>(k),
        wanted::X_interleaved, wanted::K_interleaved, wanted::scores_interleaved, wanted::X_half);
    check_rotary<T>(r, rotary<half_pairs>(x), rotary<half_pairs>(k), wanted::X_half, wanted::K_half,
        wanted::scores_half, wanted::X_interleaved);
    const rotary_options base{.base = 100000};
    r.check(!is_within(rotary<half_pairs>(as<T>(wanted::X), base), rotary<half_pairs>(x)));
  });
  tests.proved<float, double>("rotary_positions_further_on", []<class T>(report& r) {
    namespace wanted = reference::attention_rope_offset;
    const auto x = launder(as<envelope<T>>(wanted::X));
    const auto k = as<envelope<T>>(wanted::K);
    const rotary_options from_7{.first_position = 7};
    check_rotary<T>(r, rotary<interleaved_pairs>(x, from_7), rotary<interleaved_pairs>(k, from_7),
        wanted::X_interleaved, wanted::K_interleaved, wanted::scores_interleaved, wanted::X_half);
    check_rotary<T>(r, rotary<half_pairs>(x, from_7), rotary<half_pairs>(k, from_7), wanted::X_half,
        wanted::K_half, wanted::scores_half, wanted::X_interleaved);
    const rotary_options from_6{.first_position = 6};
    r.check(
        !is_within(rotary<half_pairs>(as<T>(wanted::X), from_6), rotary<half_pairs>(x, from_7)));
  });
  // Of all axes; the softmax itself: attention/envelope_reference.hpp.
  tests.proved<float, double>("logarithms", []<class T>(report& r) {
    using namespace reference::attention_softmax_axes;
    const auto x = launder(as<envelope<T>>(X));
    r.check(is_within(number<T>(log_softmax_axis0), log_softmax<0>(x)));
    r.check(is_within(number<T>(log_softmax_axis1), log_softmax<1>(x)));
    r.check(is_within(number<T>(log_softmax_axis2), log_softmax<2>(x)));
    r.check(is_within(number<T>(logsumexp_axis0), logsumexp<0>(x)));
    r.check(is_within(number<T>(logsumexp_axis1), logsumexp<1>(x)));
    r.check(is_within(number<T>(logsumexp_axis2), logsumexp<2>(x)));
    r.check(!is_within(number<T>(log_softmax_axis0), log_softmax<1>(x)));
    r.check(!is_within(as<T>(X), log_softmax<2>(x)));
  });
};
}  // namespace attn_tests::layers_envelope_tests
