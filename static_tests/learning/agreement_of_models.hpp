// SPDX-License-Identifier: BSL-1.0
// Reverse mode agrees with forward mode: attention with its options, layers and models.
#pragma once

#include "static_tests/support/both_ways.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::agreement_of_models_tests {
using row = axis<"row", 3>;
using X = tensor<double, row, column>;

constexpr X some() { return launder(filled<X>(1)); }

template <class... Options> constexpr auto attended(const Options&... options) {
  return [=](const auto& x) {
    const auto q = with_axes<token, d_k>(x);
    const auto k = q * 0.7;
    const auto v = multiply(q, q);
    return scaled_dot_product_attention(q, k, v, options...);
  };
}

// --- models, by their input and by their parameters ---------------------------------------------

template <class M> constexpr M with_numbers(std::uint64_t seed) {
  return vector_to_parameters<M>(filled<tensor<double, dim<parameter_count<M>>>>(seed, 0.5));
}

using inner = axis<"inner", 3>;
using sequence = tensor<double, token, width>;

template <class Norm, class Activation> constexpr report encoder_layer() {
  using M = nn::encoder_layer<double, width, head, inner, output_by_input, Activation, Norm>;
  report r;
  const auto x = launder(filled<sequence>(11));
  const auto f = [&](const auto& m) { return m(type_as(x, m), causal<>); };
  same_by_parameters(r, f, launder(with_numbers<M>(12)));
  return r;
}
using in = axis<"in", 2>;
using hidden = axis<"hidden", 3>;

template <class Cell, class State> constexpr void recurrent(report& r) {
  const auto xs = launder(filled<tensor<double, axis<"time", 3>, in>>(14));
  const auto f = [&](const auto& m) {
    using D = typename std::remove_cvref_t<decltype(m.bias_ih)>::value_type;
    using S = detail::with_element<State, D>;
    return unroll<"time">(m, type_as(xs, m), initial<S>()).outputs;
  };
  same_by_parameters(r, f, launder(with_numbers<Cell>(15)));
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("attention", [] {
    return gradients_are_numeric(
        some(), attended(), attended(causal<>), attended(scaled_by(0.3), sliding_window<1, 0>),
        attended(soft_capped_by(2.0)), attended(queries_scaled_by(0.3), causal<>),
        attended(keep_mask<token, axis<"key_token", 3>>{{1, 0, 1}, {0, 0, 1}, {1, 1, 1}}),
        attended(causal<>, skip_masked),
        [](const auto& x) {
          const auto q = with_axes<token, d_k>(x);
          const auto bias = attention_scores(q, q * 0.5);
          return scaled_dot_product_attention(q, q, q, biased_by(bias));
        },
        [](const auto& x) {
          const auto q = with_axes<token, d_k>(x);
          const auto k = q * 2;
          const auto v = q * 3;
          return attention_of_slices<axis<"head", 2>>(q, k, v, causal<>);
        },
        [](const auto& x) {
          const auto q = with_axes<token, d_k>(x);
          const auto k = q * 2;
          const auto v = q * 3;
          return linear_attention(q, k, v);
        },
        [](const auto& x) {
          const auto q = with_axes<token, d_k>(x);
          return rotary<half_pairs>(q);
        },
        [](const auto& x) {
          constexpr auto table = rotary_frequencies<2>(100, yarn_scaling{.factor = 4});
          const auto q = with_axes<token, d_k>(x);
          return rotary<interleaved_pairs>(q, 3, table);
        },
        [](const auto& x) {
          const auto q = with_axes<token, d_k>(x);
          const auto k = q * 2;
          const auto v = q * 3;
          return column_attention(q, k, v);
        },
        [](const auto& x) {
          const auto heads = with_axes<axis<"head", 2>, token, axis<"half", 2>>(
              rearrange<"token (head half) -> head token half">(
                  with_axes<token, d_k>(x), axis<"head", 2>()));
          const auto one = narrow<"head", 1>(heads, 0);
          return grouped_query_attention(heads,
              with_axes<axis<"group", 1>, token, axis<"half", 2>>(one),
              with_axes<axis<"group", 1>, token, axis<"half", 2>>(one));
        });
  });
  tests.proved(
      "an encoder layer, pre norm", [] { return encoder_layer<pre_norm, act::gelu_tanh>(); });
  tests.proved("an encoder layer, post norm", [] { return encoder_layer<post_norm, act::relu>(); });
  tests.proved("a decoder layer", [](report& r) {
    using M = nn::decoder_layer<double, width, head, inner, output_by_input, act::relu, post_norm>;
    const auto x = launder(filled<sequence>(11));
    const auto memory = launder(filled<tensor<double, axis<"source", 2>, width>>(13));
    const auto f = [&](const auto& m) {
      return m(type_as(x, m), type_as(memory, m), self_options(causal<>));
    };
    same_by_parameters(r, f, launder(with_numbers<M>(12)));
  });
  tests.proved("an RNN", [](report& r) {
    recurrent<nn::rnn_cell<double, in, hidden, act::tanh>, tensor<double, hidden>>(r);
  });
  tests.proved("an LSTM", [](report& r) {
    recurrent<nn::lstm_cell<double, in, hidden>, lstm_state<tensor<double, hidden>>>(r);
  });
  tests.proved("a GRU",
      [](report& r) { recurrent<nn::gru_cell<double, in, hidden>, tensor<double, hidden>>(r); });
};
}  // namespace attn_tests::agreement_of_models_tests
