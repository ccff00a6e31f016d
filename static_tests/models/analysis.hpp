// SPDX-License-Identifier: BSL-1.0
// Every recurrent cell and model accepts the analysis scalars.
#pragma once

#include "static_tests/support/analysis.hpp"

namespace attn_tests::models_analysis_tests {

using namespace analysis;

template <class M>
constexpr M made_up(std::uint64_t seed) {
  return vector_to_parameters<M>(filled<tensor<double, dim<parameter_count<M>>>>(seed, 0.5));
}

template <class T>
constexpr report recurrence() {
  report r;
  using hidden = axis<"hidden", 3>;
  const auto run = [](auto x, auto cell) {
    using state = typename decltype(cell)::state_type;
    return unroll(cell, x, initial(state{})).outputs;
  };
  agrees<T>(r, run, a, made_up<nn::rnn_cell<double, model, hidden>>(1));
  agrees<T>(r, run, a, made_up<nn::gru_cell<double, model, hidden>>(2));
  agrees<T>(r, run, a, made_up<nn::lstm_cell<double, model, hidden>>(3));
  return r;
}

template <class T>
constexpr report encoders() {
  report r;
  using inner = axis<"inner", 3>;
  using encoder =
      nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
  agrees<T>(r, [](auto x, auto f) { return f(x, causal<>); }, a, made_up<encoder>(1));
  return r;
}
template <class T>
constexpr report decoders() {
  report r;
  using inner = axis<"inner", 3>;
  using decoder =
      nn::decoder_layer<double, model, head, inner, output_by_input, act::gelu_exact, pre_norm>;
  agrees<T>(
      r, [](auto x, auto y, auto f) { return f(x, y, self_options(causal<>)); }, a, b,
      made_up<decoder>(2));
  return r;
}
template <class T>
constexpr report language_model() {
  report r;
  using layer = nn::encoder_layer<double, model, head, axis<"inner", 3>, output_by_input,
                                  act::gelu_tanh, pre_norm>;
  using network = nn::language_model<word, layer, 1, nn::learned_positions<double, token, model>,
                                     nn::layer_norm<double, model>>;
  const tensor<token_id<5>, token> ids{4, 1};
  agrees<T>(r, [&](auto f) { return f(ids); }, made_up<network>(3));
  return r;
}
template <class T>
constexpr report transformer() {
  report r;
  using layer = nn::encoder_layer<double, model, head, axis<"inner", 3>, output_by_input, act::relu,
                                  post_norm>;
  using network = nn::transformer<word, word, layer, 1, nn::layer_norm<double, model>>;
#if defined(__clang__) && __cplusplus > 202302L
  // Of intervals a third word takes more steps than Clang allows a constant.
  constexpr std::size_t words = std::is_same_v<T, range> ? 2 : 3;
#else
  constexpr std::size_t words = 3;
#endif
  tensor<token_id<5>, axis<"source", words>> said{};
  for (std::size_t i = 0; i < words; ++i) said(i) = token_id<5>(4 - 2 * i);
  const tensor<token_id<5>, token> saying{3, 1};
  agrees<T>(
      r, [&](auto f) { return f(said, saying, self_options(causal<>)); }, made_up<network>(4));
  return r;
}

// clang-format off
#define ATTN_EACH(f) \
  {#f ", dual", f<variable>}, {#f ", interval", f<range>}, \
  {#f ", envelope", f<enclosed>}, {#f ", influence", f<traced>}
// clang-format on
inline constexpr behaviour behaviours[] = {
    ATTN_EACH(recurrence),
    ATTN_EACH(encoders),
    ATTN_EACH(decoders),
    ATTN_EACH(language_model),
    // Of envelopes it takes more steps than Clang allows a constant.
    {"transformer, dual", transformer<variable>},
    {"transformer, interval", transformer<range>},
    {"transformer, influence", transformer<traced>},
};
#undef ATTN_EACH

}  // namespace attn_tests::models_analysis_tests
