// SPDX-License-Identifier: BSL-1.0
// Reverse mode agrees with forward mode along a direction, which is one evaluation however many
// parameters there are: whole models.
#pragma once

#include <boost/hana/define_struct.hpp>

#include "static_tests/support/both_ways.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::agreement_of_networks_tests {
using inner = axis<"inner", 3>;
using word = axis<"word", 5>;
using source = axis<"source", 3>;
using target = axis<"target", 2>;
using layer =
    nn::encoder_layer<double, width, head, inner, output_by_input, act::gelu_exact, pre_norm>;

// The gradient times a direction is the slope along it, for f of a model M.
template <class M, class F> constexpr report same_along_a_direction(const F& f) {
  using vector = tensor<double, dim<parameter_count<M>>>;
  const auto p = launder(filled<vector>(21, 0.5));
  const auto direction = launder(filled<vector>(22));
  const auto loss = [&](const auto& m) { return weighted_sum{}(f(m)); };
  const auto of_vector = [&](const auto& v) {
    using D = typename std::remove_cvref_t<decltype(v)>::value_type;
    return loss(vector_to_parameters<detail::with_element<M, D>>(v));
  };
  const auto slopes = parameters_to_vector(gradient(loss, vector_to_parameters<M>(p)));
  const auto terms = multiply(slopes, direction);
  report r;
  double scale = 0;
  for (const double term : terms) scale += both_ways::magnitude(term);
  const double difference = (sum<0>(terms) - jvp(of_vector, p, direction))();
  r.check(scale > 0 && both_ways::magnitude(difference) < 1e-12 * scale);
  r.bits(slopes);
  return r;
}

// Attention as of Bahdanau, whose scores have parameters.
template <class T> struct additive {
  using of_query = tensor<T, axis<"hidden", 3>, axis<"d_h", 4>>;
  using of_key = tensor<T, axis<"hidden", 3>, axis<"d_s", 2>>;
  using vector = tensor<T, axis<"hidden", 3>>;
  BOOST_HANA_DEFINE_STRUCT(additive, (of_query, v), (of_key, w), (vector, u));
  template <scalar U> using with_element = additive<U>;
};

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("a language model", [] {
    using M = nn::language_model<word, layer, 2,
        nn::learned_positions<double, axis<"position", 3>, width>>;
    return same_along_a_direction<M>(
        [](const auto& m) { return m(as_token_ids<5>(tensor<int, source>{4, 0, 4})); });
  });
  tests.proved("a Transformer", [] {
    return same_along_a_direction<nn::transformer<word, word, layer, 1>>([](const auto& m) {
      return m(as_token_ids<5>(tensor<int, source>{4, 0, 3}),
          as_token_ids<5>(tensor<int, target>{1, 2}),
          source_options(key_padding(keep_mask<source>{1, 0, 1})), self_options(causal<>));
    });
  });
  tests.proved("additive attention", [] {
    return same_along_a_direction<additive<double>>([](const auto& m) {
      const auto h = type_as(filled<tensor<double, target, axis<"d_h", 4>>>(23), m);
      const auto s = type_as(filled<tensor<double, source, axis<"d_s", 2>>>(24), m);
      return matmul(softmax(additive_score(h, s, m.v, m.w, m.u)), s);
    });
  });
  tests.proved("a step of a recurrent decoder", [] {
    using hidden = axis<"hidden", 3>;
    using decoder = nn::recurrent_decoder<nn::gru_cell<double, dim<3 + 4>, hidden>,
        nn::embedding<double, word, width>,
        nn::linear<double, dim<3 + 3 + 4>, word, output_by_input>>;
    return same_along_a_direction<decoder>([](const auto& m) {
      const auto memory = type_as(filled<tensor<double, source, hidden>>(25), m);
      const auto before = state_before(select<"source">(memory, 2));
      return m(before, token_id<5>(3), memory).logits;
    });
  });
  // What is masked has the derivative 0, not nearly 0.
  tests.proved("masked keys", [](report& r) {
    using x_type = tensor<double, axis<"token", 3>, width>;
    const auto x = launder(filled<x_type>(26));
    const auto loss = [&](const auto& k) {
      const auto q = type_as(x, k);
      return weighted_sum{}(scaled_dot_product_attention(q, k, k, causal<>));
    };
    const auto slopes = gradient(
        [&](const auto& k) {
          const auto y = scaled_dot_product_attention(type_as(x, k), k, k, causal<>);
          return weighted_sum{}(narrow<"token", 2>(y, 0));
        },
        x);
    for (std::size_t i = 0; i < 4; ++i) r.check(slopes(2, i) == 0 && slopes(1, i) != 0);
    r.bits(gradient(loss, x));
  });
};
}  // namespace attn_tests::agreement_of_networks_tests
