// SPDX-License-Identifier: BSL-1.0
// The record of a gradient is linear in what is computed, for every operation and every layer: with
// twice the elements it has at most twice the bytes. Each row also states how many bytes the smaller
// one takes at most, which is what a copy of the record for each access would exceed.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::record_size_tests {
template <std::size_t Tokens, std::size_t Width>
using numbers = tensor<float, axis<"token", Tokens>, axis<"width", Width>>;

// Large arrays are aligned, and n products have n - 1 sums.
constexpr void twice(report& r, std::size_t bytes, std::size_t small, std::size_t large,
    std::source_location where) {
  r.check(sizeof(void*) > 8 || small <= bytes + bytes / 8, where);  // the alignment of arrays
  r.check(small < large && large <= 2 * small + small / 8 + 1024, where);
  r.bits(large);
}
// f of (6, 16), and of twice as many elements.
template <class F>
constexpr void twice_the_width(report& r, std::size_t bytes, const F& f,
    std::source_location where = std::source_location::current()) {
  twice(r, bytes, gradient_workspace_size(f, numbers<6, 16>{}),
      gradient_workspace_size(f, numbers<6, 32>{}), where);
}
template <class F>
constexpr void twice_the_rows(report& r, std::size_t bytes, const F& f,
    std::source_location where = std::source_location::current()) {
  twice(r, bytes, gradient_workspace_size(f, numbers<6, 16>{}),
      gradient_workspace_size(f, numbers<12, 16>{}), where);
}
// f of a model and 8 tokens, and of 16.
template <class M, class F>
constexpr void twice_the_tokens(report& r, std::size_t bytes, const F& f,
    std::source_location where = std::source_location::current()) {
  const auto size = [&]<std::size_t N>(std::integral_constant<std::size_t, N> tokens) {
    return gradient_workspace_size([&](const auto& m) { return f(m, tokens); }, M{});
  };
  twice(r, bytes, size(std::integral_constant<std::size_t, 8>{}),
      size(std::integral_constant<std::size_t, 16>{}), where);
}

template <class P> using element_of = typename std::remove_cvref_t<P>::value_type;
template <class P>
inline constexpr std::size_t width_of = std::remove_cvref_t<P>::shape_type::extents[1];

// --- layers and models, by their parameters ------------------------------------------------------

using width = axis<"width", 16>;
using head = axis<"head", 4>;
using inner = axis<"inner", 24>;
using word = axis<"word", 10>;
template <std::size_t N> using tokens_in = tensor<float, axis<"token", N>, width>;
template <std::size_t N> constexpr auto ids_of = as_token_ids<10>(tensor<int, axis<"token", N>>{});

template <class M>
constexpr void of_rows(
    report& r, std::size_t bytes, std::source_location where = std::source_location::current()) {
  twice_the_tokens<M>(
      r, bytes,
      []<std::size_t N>(const auto& m, std::integral_constant<std::size_t, N>) {
        return m(type_as(tokens_in<N>{}, m));
      },
      where);
}
template <class Cell, class State>
constexpr void of_steps(
    report& r, std::size_t bytes, std::source_location where = std::source_location::current()) {
  twice_the_tokens<Cell>(
      r, bytes,
      []<std::size_t N>(const auto& m, std::integral_constant<std::size_t, N>) {
        using S = detail::with_element<State, element_of<decltype(m.bias_ih)>>;
        return unroll<"token">(m, type_as(tokens_in<N>{}, m), initial<S>()).outputs;
      },
      where);
}
using encoder_layer =
    nn::encoder_layer<float, width, head, inner, output_by_input, act::gelu_tanh, pre_norm>;
using decoder_layer =
    nn::decoder_layer<float, width, head, inner, output_by_input, act::relu, post_norm>;
inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("elements in a loop", [](report& r) {
    const auto squares = [](const auto& p) {
      auto s = p(0) * p(0);
      for (std::size_t i = 1; i < p.size(); ++i) s = s + p(i) * p(i);
      return s;
    };
    const auto by_data = [](const auto& p) {
      auto s = p.data()[0] * 2;
      for (std::size_t i = 1; i < p.size(); ++i) s = s + p.data()[i] * 2;
      return s;
    };
    const auto by_range = [](const auto& p) {
      auto s = *p.begin();
      for (const auto& e : p) s = s + e * 2;
      return s;
    };
    const auto by_copies = [](const auto& p) {
      auto s = p(0) * 2;
      for (std::size_t i = 1; i < p.size(); ++i) {
        const auto copy = p;
        s = s + copy(i) * rename<0, "other">(p)(i);
      }
      return s;
    };
    const auto by_rows = [](const auto& p) {
      auto copy = p;
      copy(0) = p(1);  // elements, no longer a part of the record
      auto s = copy(1) * 2;
      for (std::size_t i = 0; i < p.size(); ++i) s = s + select<0>(copy, i)() * 2;
      return s;
    };
    const auto check = [&](std::size_t bytes, const auto& f) {
      const std::size_t small = gradient_workspace_size(f, tensor<double, dim<50>>{});
      const std::size_t large = gradient_workspace_size(f, tensor<double, dim<100>>{});
      r.check(sizeof(void*) > 8 || small <= bytes + 500);
      r.check(large <= 2 * small);
      r.bits(large);
    };
    // An element: 24 bytes as a parameter, 32 as elements, 8 of scratch; and 120 for each operation.
    // A row that is read of elements is a part of its own.
    check(50 * (24 + 32 + 8 + 240), squares);
    check(50 * (24 + 32 + 8 + 240), by_data);
    check(50 * (24 + 32 + 8 + 240), by_range);
    check(50 * (24 + 32 + 8 + 240), by_copies);
    check(50 * (24 + 32 + 8 + 336 + 240), by_rows);
  });
  // An operation with a rule puts elements together, and is one step of the record.
  tests.proved("a product of elements", [](report& r) {
    twice_the_width(r, 11800, [](const auto& p) {
      auto y = p;
      y(0, 0) = y(0, 0) * 2;
      return matmul(y, transpose(as_keys(y)));
    });
  });
  tests.proved("arithmetic", [](report& r) {
    twice_the_width(r, 3900, [](const auto& x) { return x + x; });
    twice_the_width(r, 3900, [](const auto& x) { return multiply(x, x); });
    twice_the_width(r, 3900, [](const auto& x) { return divide(x, x); });
    twice_the_width(r, 6700, [](const auto& x) { return -(x * 2 - x / 3); });
    twice_the_width(r, 18600, [](const auto& x) { return x * x(0, 0); });
    twice_the_width(r, 18600, [](const auto& x) { return pow(x, 2.5); });
    twice_the_width(
        r, 29500, [](const auto& x) { return map(x, [](const auto& e) { return e * e * e; }); });
    twice_the_width(r, 18600, [](const auto& x) {
      return zip_with([](const auto& a, const auto& b) { return a * b; }, x, x);
    });
    twice_the_width(r, 46000,
        [](const auto& x) { return elementwise([](const auto& a) { return exp(a); }, x); });
  });
  tests.proved("elementary functions", [](report& r) {
    twice_the_width(r, 3900, [](const auto& x) { return exp(x); });
    twice_the_width(r, 3900, [](const auto& x) { return log(x); });
    twice_the_width(r, 3900, [](const auto& x) { return log1p(x); });
    twice_the_width(r, 3900, [](const auto& x) { return sqrt(x); });
    twice_the_width(r, 3900, [](const auto& x) { return sin(x); });
    twice_the_width(r, 3900, [](const auto& x) { return cos(x); });
    twice_the_width(r, 3900, [](const auto& x) { return tanh(x); });
    twice_the_width(r, 3900, [](const auto& x) { return sigmoid(x); });
    twice_the_width(r, 3900, [](const auto& x) { return erf(x); });
    twice_the_width(r, 3900, [](const auto& x) { return relu(x); });
    twice_the_width(r, 3900, [](const auto& x) { return silu(x); });
    twice_the_width(r, 3900, [](const auto& x) { return gelu_exact(x); });
    twice_the_width(r, 3900, [](const auto& x) { return gelu_tanh(x); });
    twice_the_width(r, 3900, [](const auto& x) { return softplus(x); });
  });
  tests.proved("products", [](report& r) {
    twice_the_width(r, 4200, [](const auto& x) {
      return matmul(x, type_as(tensor<float, axis<"width", width_of<decltype(x)>>, dim<5>>{}, x));
    });
    twice_the_width(
        r, 4300, [](const auto& x) { return matmul(type_as(matrix<float, 5, 6>{}, x), x); });
    twice_the_width(r, 4200, [](const auto& x) {
      return linear<output_by_input>(
          x, type_as(tensor<float, dim<5>, axis<"width", width_of<decltype(x)>>>{}, x));
    });
    twice_the_width(r, 4100, [](const auto& x) { return add_bias(x, select<0>(x, 1)); });
    twice_the_width(r, 3900, [](const auto& x) { return attention_scores(x, as_keys(x)); });
    twice_the_width(r, 3900, [](const auto& x) {
      return einsum<"token width, o width -> token o">(x, rename<0, "o">(x));
    });
    twice_the_width(
        r, 8300, [](const auto& x) { return dot<0>(select<0>(x, 0), select<0>(x, 1)); });
  });
  tests.proved("reductions", [](report& r) {
    twice_the_width(r, 3200, [](const auto& x) { return sum<0>(x); });
    twice_the_width(r, 3200, [](const auto& x) { return sum<1>(x); });
    twice_the_width(r, 3300, [](const auto& x) { return mean<1>(x); });
    twice_the_width(r, 16300, [](const auto& x) { return amax<1>(x); });
    twice_the_width(r, 15400, [](const auto& x) { return amin<0>(x); });
    twice_the_width(r, 17800, [](const auto& x) { return cumsum<1>(x); });
    twice_the_width(r, 49900, [](const auto& x) { return logsumexp<1>(x); });
    twice_the_width(r, 3900, [](const auto& x) { return softmax<1>(x); });
    twice_the_width(r, 3900, [](const auto& x) { return softmax<0>(x); });
    twice_the_width(r, 7000, [](const auto& x) { return softmax_naive(x); });
    twice_the_width(r, 3900, [](const auto& x) { return log_softmax<1>(x); });
    twice_the_width(
        r, 17000, [](const auto& x) { return reduce<"token width -> token", "mean">(x); });
    twice_the_width(r, 3900, [](const auto& x) {
      return masked_softmax(
          with_axes<axis<"q", 6>, axis<"k", width_of<decltype(x)>>>(x), causal<top_left>);
    });
    twice_the_width(r, 4500, [](const auto& x) { return layer_norm(x); });
    twice_the_width(
        r, 5000, [](const auto& x) { return layer_norm(x, select<0>(x, 1), select<0>(x, 2)); });
    twice_the_width(r, 4400, [](const auto& x) { return layer_norm<0>(x); });
    twice_the_width(r, 4500, [](const auto& x) { return rms_norm<1>(x, 1e-5); });
  });
  tests.proved("moved elements", [](report& r) {
    twice_the_width(r, 3900, [](const auto& x) { return transpose(x); });
    twice_the_width(r, 3900, [](const auto& x) { return permute<1, 0>(x); });
    twice_the_width(r, 3900,
        [](const auto& x) { return rearrange<"token (a b) -> b token a">(x, axis<"a", 2>()); });
    twice_the_width(r, 5000, [](const auto& x) {
      return repeat<"token width -> token twice width">(x, axis<"twice", 2>());
    });
    twice_the_width(r, 3400, [](const auto& x) { return narrow<0, 2>(x, 1); });
    twice_the_width(r, 3200, [](const auto& x) { return select<0>(x, 3); });
    twice_the_width(r, 5200, [](const auto& x) { return concat<0>(x, x); });
    twice_the_width(r, 7500,
        [](const auto& x) { return vmap<0>([](const auto& y) { return softmax(y); }, x); });
    twice_the_width(r, 7600, [](const auto& x) { return flip<1>(x); });
    twice_the_width(
        r, 7100, [](const auto& x) { return index_select<0>(x, tensor<int, dim<4>>{2, 0, 2, 1}); });
    twice_the_width(r, 9600, [](const auto& x) { return expand<axis<"new", 2>>(x); });
    twice_the_width(r, 3000, [](const auto& x) { return merge<0, 1, "all">(x); });
    twice_the_width(r, 3000, [](const auto& x) { return split<0, dim<2>, dim<3>>(x); });
    twice_the_width(r, 3000, [](const auto& x) { return rename<"token", "other">(x); });
    twice_the_width(r, 3600, [](const auto& x) {
      return embedding(as_token_ids<6>(tensor<int, dim<4>>{2, 0, 2, 1}), x);
    });
  });
  tests.proved("losses", [](report& r) {
    twice_the_width(r, 5200, [](const auto& x) {
      return cross_entropy(x, as_token_ids<width_of<decltype(x)>>(tensor<int, axis<"token", 6>>{}));
    });
    twice_the_width(r, 5100, [](const auto& x) {
      return cross_entropy<reduction::sum>(x,
          as_token_ids<width_of<decltype(x)>>(tensor<int, axis<"token", 6>>{}),
          {.label_smoothing = 0.1});
    });
    twice_the_width(r, 10300, [](const auto& x) {
      return cross_entropy(
          x, as_token_ids<width_of<decltype(x)>>(tensor<int, axis<"token", 6>>{}), select<0>(x, 0));
    });
    twice_the_width(r, 4300, [](const auto& x) {
      return nll_loss(x, as_token_ids<width_of<decltype(x)>>(tensor<int, axis<"token", 6>>{}));
    });
  });
  tests.proved("attention", [](report& r) {
    twice_the_width(r, 5700, [](const auto& x) { return scaled_dot_product_attention(x, x, x); });
    twice_the_width(
        r, 5700, [](const auto& x) { return scaled_dot_product_attention(x, x, x, causal<>); });
    twice_the_width(r, 5700,
        [](const auto& x) { return scaled_dot_product_attention(x, x, x, sliding_window<1, 0>); });
    twice_the_width(r, 7000, [](const auto& x) {
      return scaled_dot_product_attention(x, x, x, causal<>, soft_capped_by(30.0));
    });
    twice_the_width(r, 76300,
        [](const auto& x) { return scaled_dot_product_attention(x, x, x, causal<>, skip_masked); });
    twice_the_width(r, 77600, [](const auto& x) {
      return scaled_dot_product_attention(x, x, x, causal<>, skip_masked, soft_capped_by(30.0));
    });
    twice_the_width(r, 13200, [](const auto& x) {
      return scaled_dot_product_attention(x, x, x, biased_by(attention_scores(x, as_keys(x))));
    });
    twice_the_width(r, 10600,
        [](const auto& x) { return attention_of_slices<axis<"head", 2>>(x, x, x, causal<>); });
  });
  // A row each: together they take more steps than Clang allows a constant.
  tests.proved("linear attention", [](report& r) {
    twice_the_rows(r, 118800, [](const auto& x) { return linear_attention(x, x, x); });
  });
  tests.proved("attention of columns", [](report& r) {
    twice_the_rows(r, 15700, [](const auto& x) { return column_attention(x, x, x); });
  });
  tests.proved("gated linear attention", [](report& r) {
    twice_the_rows(r, 80000, [](const auto& x) {
      const auto y = narrow<1, 4>(x, 0);
      return gated_linear_attention(y, y, y, sigmoid(y)).outputs;
    });
  });
  tests.proved("grouped queries", [](report& r) {
    twice_the_width(r, 258000, [](const auto& x) {
      const auto q = rearrange<"token (h d) -> h token d">(x, axis<"h", 4>());
      const auto k = narrow<0, 2>(q, 0);
      return grouped_query_attention(q, k, k, causal<>);
    });
  });
  tests.proved("positions", [](report& r) {
    twice_the_width(r, 26600, [](const auto& x) { return rotary<half_pairs>(x); });
    twice_the_width(r, 26600, [](const auto& x) { return rotary<interleaved_pairs>(x); });
    twice_the_width(r, 7600,
        [](const auto& x) { return relative_bias<dim<1>, dim<width_of<decltype(x)>>>(x); });
    twice_the_width(r, 18600, [](const auto& x) {
      return nn::sinusoidal_positions<element_of<decltype(x)>, axis<"place", 8>,
          axis<"width", width_of<decltype(x)>>, interleaved>{}(x);
    });
  });
  tests.proved("layers", [](report& r) {
    of_rows<nn::linear<float, width, inner, output_by_input>>(r, 17100);
    of_rows<nn::linear<float, width, inner, input_by_output>>(r, 17100);
    of_rows<nn::layer_norm<float, width>>(r, 4100);
    of_rows<nn::rms_norm<float, width, 1e-5>>(r, 3700);
    of_rows<nn::learned_positions<float, axis<"place", 16>, width>>(r, 33100);
    of_rows<nn::feed_forward<float, width, inner, output_by_input, act::gelu_exact>>(r, 31000);
    of_rows<nn::feed_forward<float, width, inner, output_by_input, act::relu>>(r, 31000);
    of_rows<nn::multi_head_attention<float, width, head, output_by_input>>(r, 51700);
    twice_the_tokens<nn::embedding<float, word, width>>(
        r, 6000, []<std::size_t N>(const auto& m, std::integral_constant<std::size_t, N>) {
          return m(ids_of<N>);
        });
  });
  tests.proved("recurrent layers", [](report& r) {
    using hidden = axis<"hidden", 12>;
    using state = tensor<float, hidden>;
    of_steps<nn::rnn_cell<float, width, hidden, act::tanh>, state>(r, 24200);
    of_steps<nn::lstm_cell<float, width, hidden>, lstm_state<state>>(r, 87200);
    of_steps<nn::gru_cell<float, width, hidden>, state>(r, 74400);
    // Of a sequence that was computed without a rule, each step reads its own row only.
    using cell = nn::rnn_cell<float, width, hidden, act::tanh>;
    twice_the_tokens<cell>(
        r, 27300, []<std::size_t N>(const auto& m, std::integral_constant<std::size_t, N>) {
          const auto x = flip<"token">(type_as(tokens_in<N>{}, m));
          using S = detail::with_element<state, element_of<decltype(m.bias_ih)>>;
          return unroll<"token">(m, x, initial<S>()).outputs;
        });
  });
  tests.proved("transformers", [](report& r) {
    of_rows<encoder_layer>(r, 87300);
    of_rows<nn::encoder<encoder_layer, 2>>(r, 171100);
    twice_the_tokens<decoder_layer>(
        r, 134000, []<std::size_t N>(const auto& m, std::integral_constant<std::size_t, N>) {
          const auto memory = type_as(tensor<float, axis<"source", 4>, width>{}, m);
          return m(type_as(tokens_in<N>{}, m), memory, self_options(causal<>));
        });
    twice_the_tokens<nn::transformer<word, word, encoder_layer, 1>>(
        r, 212800, []<std::size_t N>(const auto& m, std::integral_constant<std::size_t, N>) {
          return m(ids_of<N>, as_token_ids<10>(tensor<int, axis<"target", 4>>{}));
        });
    using positions = nn::learned_positions<float, axis<"place", 16>, width>;
    twice_the_tokens<nn::language_model<word, encoder_layer, 1, positions>>(
        r, 129400, []<std::size_t N>(const auto& m, std::integral_constant<std::size_t, N>) {
          return cross_entropy(m(ids_of<N>), ids_of<N>);
        });
  });
};
}  // namespace attn_tests::record_size_tests
