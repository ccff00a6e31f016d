// SPDX-License-Identifier: BSL-1.0
// Every operation and every model accepts the analysis scalars: of duals the values are bit for bit
// those of double, intervals enclose them, and influence, given constants, computes them.
#pragma once

#include <attn.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::analysis_tests {

using namespace attn;
using variable = dual<double, 3>;
using range = interval<double>;
using traced = influence<double, 4>;

// x with the elements T: of a variable every one varies, or all that is compared is constants.
template <class T, class... Axes>
constexpr auto lifted(const tensor<double, Axes...>& x) {
  auto y = as<T>(x);
  if constexpr (std::is_same_v<T, variable>)
    for (std::size_t i = 0; i < y.size(); ++i) y.data()[i].gradient[i % 3] = 1;
  return y;
}
template <class T, parameter_struct M>
constexpr auto lifted(const M& model) {
  return as<T>(model);
}

constexpr bool says(const variable& y, double x) { return bitwise_equal(y.value, x); }
constexpr bool says(const range& y, double x) { return y.bounded() && y.contains(x); }
constexpr bool says(const traced& y, double x) { return y.known && bitwise_equal(y.constant, x); }

// f of the inputs in T, against f of them in double.
template <class T, class F, class... X>
constexpr void agrees(report& r, const F& f, const X&... x) {
  const auto got = f(lifted<T>(launder(x))...);
  const auto want = f(x...);
  bool all = got.size() == want.size();
  for (std::size_t i = 0; i < want.size(); ++i) all = all && says(got.data()[i], want.data()[i]);
  r.check(all);
  r.bits(want);
}

using token = axis<"token", 2>;
using key = axis<"key", 3>;
using model = axis<"model", 4>;
using head = axis<"head", 2>;
using word = axis<"word", 5>;

inline constexpr auto a = filled<tensor<double, token, model>>(1, 2.0);
inline constexpr auto b = filled<tensor<double, key, model>>(2, 2.0);
inline constexpr auto c = filled<tensor<double, key, axis<"d_v", 2>>>(3, 2.0);
inline constexpr auto positive = multiply(a, a) + a * 0 + exp(a);

template <class T>
constexpr report operations() {
  report r;
  agrees<T>(
      r, [](auto x, auto y) { return matmul(x, transpose(y)); }, a, b);
  agrees<T>(
      r, [](auto x) { return x + x * 2 - x / 3; }, a);
  agrees<T>(
      r, [](auto x) { return divide(multiply(x, -x), x); }, positive);
  agrees<T>(
      r, [](auto x) { return sum<"token">(x); }, a);
  agrees<T>(
      r, [](auto x) { return mean<1>(x); }, a);
  agrees<T>(
      r, [](auto x) { return amax<1>(x) - amin<1>(x); }, a);
  agrees<T>(
      r, [](auto x) { return softmax<"token">(x); }, a);
  agrees<T>(
      r, [](auto x) { return softmax_naive(x); }, a);
  agrees<T>(
      r, [](auto x) { return log_softmax(x); }, a);
  agrees<T>(
      r, [](auto x) { return logsumexp<1>(x); }, a);
  agrees<T>(
      r, [](auto x, auto y) { return concat<0>(x, as<typename decltype(x)::value_type>(y)); }, a,
      with_axes<axis<"token", 3>, model>(b));
  agrees<T>(
      r, [](auto x) { return merge<1, 2>(split<1, axis<"two", 2>, dim<2>>(x)); }, a);
  agrees<T>(
      r, [](auto x) { return permute<1, 0>(x); }, a);
  agrees<T>(
      r, [](auto x) { return expand<axis<"n", 2>>(narrow<1, 2>(x, 1)); }, a);
  agrees<T>(
      r, [](auto x) { return cos(x) + sin(x); }, a);
  agrees<T>(
      r, [](auto x) { return log(x) + log1p(x) + sqrt(x); }, positive);
  agrees<T>(
      r, [](auto x) { return pow(x, 2) + pow(x, -1); }, positive);
  agrees<T>(
      r, [](auto x) { return erf(x) + sigmoid(x) + tanh(x); }, a);
  return r;
}

template <class T>
constexpr report layers() {
  report r;
  agrees<T>(
      r, [](auto x) { return relu(x) + silu(x) + softplus(x); }, a);
  agrees<T>(
      r, [](auto x) { return gelu_exact(x) + gelu_tanh(x); }, a);
  agrees<T>(
      r, [](auto x) { return layer_norm(x) + rms_norm<0>(x, 1e-5); }, a);
  agrees<T>(
      r, [](auto x, auto w) { return linear<output_by_input>(x, w); }, a, b);
  agrees<T>(
      r, [](auto x) { return rotary<half_pairs>(x); }, a);
  const auto table = filled<tensor<double, word, model>>(4);
  const tensor<token_id<5>, token> ids{3, 1};
  agrees<T>(
      r, [&](auto w) { return embedding(ids, w); }, table);
  using feed = nn::feed_forward<double, model, axis<"inner", 3>, output_by_input, act::gelu_exact>;
  const auto f = vector_to_parameters<feed>(filled<tensor<double, dim<parameter_count<feed>>>>(5));
  agrees<T>(
      r, [](auto x, auto m) { return m(x); }, a, f);
  using gated = nn::swiglu<double, model, axis<"inner", 3>, output_by_input>;
  const auto g =
      vector_to_parameters<gated>(filled<tensor<double, dim<parameter_count<gated>>>>(6));
  agrees<T>(
      r, [](auto x, auto m) { return m(x); }, a, g);
  return r;
}

template <class T>
constexpr report attention() {
  report r;
  const auto attend = [](auto... options) {
    return [options...](auto q, auto k, auto v) {
      return scaled_dot_product_attention(q, k, v, options...);
    };
  };
  agrees<T>(r, attend(), a, b, c);
  agrees<T>(r, attend(causal<top_left>, soft_capped_by(5.0)), a, b, c);
  agrees<T>(r, attend(causal<bottom_right>, skip_masked, unscaled), a, b, c);
  agrees<T>(r, attend(keep_mask<token, key>{{0, 0, 0}, {0, 1, 1}}, fully_masked<zero_rows>), a, b,
            c);
  agrees<T>(
      r,
      [](auto q, auto k, auto v, auto bias) {
        return scaled_dot_product_attention(q, k, v, biased_by(bias));
      },
      a, b, c, filled<tensor<double, token, key>>(7));
  agrees<T>(
      r,
      [](auto q, auto k, auto v) {
        return linear_attention(q, k, v, [](const auto& x) { return exp(x); });
      },
      a, b, c);
  agrees<T>(
      r, [](auto q, auto k, auto v) { return similarity_attention(q, k, v); }, a, b, c);
  agrees<T>(
      r, [](auto q, auto k, auto v) { return online_attention<2>(q, k, v); }, a, b, c);
  agrees<T>(
      r, [](auto x) { return attention_of_slices<head>(x, x, x, causal<>); }, a);
  agrees<T>(
      r, [](auto q, auto k, auto w) { return general_score(q, k, w); }, a, b,
      filled<tensor<double, model, dim<4>>>(8));
  agrees<T>(
      r, [](auto q, auto k, auto w, auto u) { return additive_score(q, k, w, w, u); }, a, b,
      filled<tensor<double, axis<"hidden", 3>, dim<4>>>(9),
      filled<tensor<double, axis<"hidden", 3>>>(10));
  agrees<T>(
      r,
      [](auto k, auto v) {
        key_value_cache<typename decltype(k)::value_type, axis<"slot", 4>, model, axis<"d_v", 2>>
            cache;
        cache.append(k, v);
        return cache.attend(select<0>(k, 1));
      },
      b, c);
  return r;
}

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
constexpr report models() {
  report r;
  using inner = axis<"inner", 3>;
  using encoder =
      nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
  using decoder =
      nn::decoder_layer<double, model, head, inner, output_by_input, act::gelu_exact, pre_norm>;
  agrees<T>(
      r, [](auto x, auto f) { return f(x, causal<>); }, a, made_up<encoder>(1));
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
  agrees<T>(
      r, [&](auto f) { return f(ids); }, made_up<network>(3));
  return r;
}
template <class T>
constexpr report transformer() {
  report r;
  using inner = axis<"inner", 3>;
  using words = nn::embedding<double, word, model>;
  using encoder = nn::encoder<
      nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>, 1>;
  using decoder = nn::decoder<
      nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>, 1>;
  using network = nn::transformer<words, words, encoder, decoder,
                                  nn::linear<double, model, word, output_by_input>>;
  const tensor<token_id<5>, axis<"source", 3>> said{0, 2, 4};
  const tensor<token_id<5>, token> saying{3, 1};
  agrees<T>(
      r, [&](auto f) { return f(said, saying, self_options(causal<>)); }, made_up<network>(4));
  return r;
}

// clang-format off
#define ATTN_EACH(f) \
  {#f ", dual", f<variable>}, {#f ", interval", f<range>}, {#f ", influence", f<traced>}
// clang-format on
inline constexpr behaviour behaviours[] = {
    ATTN_EACH(operations), ATTN_EACH(layers),         ATTN_EACH(attention),   ATTN_EACH(recurrence),
    ATTN_EACH(models),     ATTN_EACH(language_model), ATTN_EACH(transformer),
};
#undef ATTN_EACH

}  // namespace attn_tests::analysis_tests
