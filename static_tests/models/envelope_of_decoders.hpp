// SPDX-License-Identifier: BSL-1.0
// What PyTorch computed with decoder layers, and with a whole Transformer, is within the envelopes of
// the library's layers and models, at each stage; layers with mistakes are not.
#pragma once

#include "static_tests/reference/layers_decoder.hpp"
#include "static_tests/support/torch_layers.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::envelope_of_decoders_tests {
inline constexpr auto own_mask = self_options(causal<>);

template <class T, class Activation, class Norm>
using layer_of = nn::decoder_layer<T, dim<4>, dim<2>, dim<6>, output_by_input, Activation, Norm>;

// Each mistake is found: `other` has the norms at other places.
template <class Layer, class Other, class Y, class M, class All>
constexpr void mistakes(
    report& r, const Layer& right, const Other& other, const Y& y, const M& m, const All& all) {
  r.check(is_within(right(y, m, own_mask), all));
  r.check(!is_within(other(y, m, own_mask), all));
  const auto leaks = is_within(right(y, m), all);  // the last token sees all
  r.check(leaks.differing == 2 * 4);
  r.check(!is_within(right(y, m, own_mask, cross_options(valid_keys(3))), all));
  const auto is_found = [&](const auto& change) {
    Layer wrong = right;
    change(wrong);
    return !is_within(wrong(y, m, own_mask), all);
  };
  r.check(is_found([](Layer& f) { std::swap(f.self_attn, f.multihead_attn); }));
  r.check(is_found([](Layer& f) { std::swap(f.norm2, f.norm3); }));
  r.check(is_found([](Layer& f) { f.multihead_attn.v_proj.bias = {}; }));
  r.check(is_found([](Layer& f) { f.feed_forward.linear2.bias = {}; }));
}

// clang-format off
#define ATTN_DECODER_CASE(name, activation, norm, other_norm)                                      \
  template <class T, class Norm = norm>                                                            \
  constexpr auto name##_layer() {                                                                  \
    using namespace reference::layers_decoder_layer_##name;                                        \
    using layer = layer_of<T, activation, Norm>;                                                   \
    return launder(layer ATTN_TESTS_TORCH_DECODER_LAYER(T, ));                                     \
  }                                                                                                \
  template <class T>                                                                               \
  constexpr report name##_stages() {                                                               \
    using namespace reference::layers_decoder_layer_##name;                                        \
    report r;                                                                                      \
    const auto f = as<envelope<T>>(name##_layer<T>());                                             \
    const auto y = as<envelope<T>>(Y);                                                             \
    const auto m = as<envelope<T>>(memory);                                                        \
    const auto own = f.self_attn(norm::norm_first ? f.norm1(y) : y, causal<>);                     \
    r.check(is_within(as<T>(self_attn_out.value), own));                                           \
    const auto h = norm::norm_first ? y + own : f.norm1(y + own);                                  \
    r.check(is_within(as<T>(after_self_attn.value), h));                                           \
    const auto cross = f.multihead_attn(norm::norm_first ? f.norm2(h) : h, m, m);                  \
    r.check(is_within(as<T>(cross_attn_out.value), cross));                                        \
    const auto g = norm::norm_first ? h + cross : f.norm2(h + cross);                              \
    r.check(is_within(as<T>(after_cross_attn.value), g));                                          \
    r.check(is_within(as<T>(ffn_out.value), f.feed_forward(norm::norm_first ? f.norm3(g) : g)));   \
    return r;                                                                                      \
  }                                                                                                \
  template <class T>                                                                               \
  constexpr report name##_result() {                                                               \
    using namespace reference::layers_decoder_layer_##name;                                        \
    report r;                                                                                      \
    const auto right = name##_layer<T>();                                                          \
    const auto all =                                                                               \
        as<envelope<T>>(right)(as<envelope<T>>(launder(Y)), as<envelope<T>>(memory), own_mask);    \
    r.check(is_within(as<T>(out.value), all));                                                     \
    mistakes(r, right, name##_layer<T, other_norm>(), as<T>(Y), as<T>(memory), all);               \
    return r;                                                                                      \
  }
// clang-format on
ATTN_DECODER_CASE(postnorm_relu, act::relu, post_norm, pre_norm)
ATTN_DECODER_CASE(postnorm_gelu, act::gelu_exact, post_norm, pre_norm)
ATTN_DECODER_CASE(prenorm_relu, act::relu, pre_norm, post_norm)
ATTN_DECODER_CASE(prenorm_gelu, act::gelu_exact, pre_norm, post_norm)
#undef ATTN_DECODER_CASE

// --- a Transformer: embeddings, positions, encoder, decoder, logarithms of probabilities -----------

namespace whole {
using namespace reference::layers_transformer;

// Times sqrt(4), plus the positions, which are numbers of T: PyTorch adds a table.
struct positions_of_4 {
  template <class T, class... Axes> constexpr auto operator()(const tensor<T, Axes...>& x) const {
    using token = axis_at<shape<Axes...>, 0>;
    return x * 2 + with_axes<Axes...>(sinusoidal_positions<token, dim<4>, T, interleaved>(0));
  }
};
struct positions_without_scale {
  template <class T, class... Axes> constexpr auto operator()(const tensor<T, Axes...>& x) const {
    return positions_of_4{}(x)-x;
  }
};
template <class T, class Positions = positions_of_4>
using model_of = nn::transformer<dim<6>, dim<5>,
    nn::encoder_layer<T, dim<4>, dim<2>, dim<6>, output_by_input, act::relu, post_norm>, 1,
    nn::layer_norm<T, dim<4>>, Positions>;

template <class T, class Positions = positions_of_4> constexpr auto model() {
  return launder(model_of<T, Positions>{{as<T>(E_src)}, {as<T>(E_tgt)},
      {{ATTN_TESTS_TORCH_ENCODER_LAYER(T, enc_)}, ATTN_TESTS_TORCH_PAIR(T, enc_norm)},
      {{ATTN_TESTS_TORCH_DECODER_LAYER(T, dec_)}, ATTN_TESTS_TORCH_PAIR(T, dec_norm)},
      ATTN_TESTS_TORCH_PAIR(T, gen)});
}
inline constexpr auto s = as_token_ids<6>(src);
inline constexpr auto t = as_token_ids<5>(tgt);

template <class T> constexpr report encoded() {
  report r;
  const auto right = model<T>();
  const auto f = as<envelope<T>>(right);
  r.check(is_within(as<T>(src_embedded.value), positions_of_4{}(f.src_embed(s))));
  r.check(is_within(as<T>(tgt_embedded.value), positions_of_4{}(f.tgt_embed(t))));
  const auto all = f.encode(s);
  r.check(is_within(as<T>(memory.value), all));
  r.check(is_within(right.encode(s), all));
  r.check(!is_within(model<T, positions_without_scale>().encode(s), all));
  auto wrong = right;
  wrong.encoder.norm.bias = {};
  r.check(!is_within(wrong.encode(s), all));
  return r;
}
// From the numbers of the memory, which are no envelopes: the steps from the words to it are above.
template <class T> constexpr report answered() {
  report r;
  const auto right = model<T>();
  const auto m = as<T>(memory.value);
  const auto all = as<envelope<T>>(right).decode(t, as<envelope<T>>(m), own_mask);
  r.check(is_within(right.decode(t, m, own_mask), all));
  r.check(is_within(right.decode(t, m), all).differing == 2 * 4);
  auto wrong = right;
  std::swap(wrong.encoder.norm, wrong.decoder.norm);
  r.check(!is_within(wrong.decode(t, m, own_mask), all));
  return r;
}
// The whole model: what PyTorch computes before the last layer, and after it.
template <class T> constexpr report decoded_rows() {
  report r;
  const auto f = as<envelope<T>>(model<T>());
  r.check(is_within(as<T>(decoded.value), f.decode(t, f.encode(s), own_mask)));
  return r;
}
template <class T> constexpr report last_layer() {
  report r;
  const auto right = model<T>();
  const auto all = as<envelope<T>>(right).logits(s, t, own_mask);
  r.check(is_within(as<T>(logits.value), all));
  auto wrong = right;
  wrong.generator.bias = {};
  r.check(!is_within(wrong.logits(s, t, own_mask), all));
  return r;
}
// What docs/reference/scalars/envelope.md states of this model.
template <class T, class... Axes> constexpr double widest(const tensor<T, Axes...>& all) {
  double width = 0;
  for (const T& x : all) width = math::max(width, x.upper() - x.lower());
  return width;
}
template <class T> constexpr report probabilities() {
  report r;
  const auto right = model<T>();
  const auto all = as<envelope<T>>(right)(s, t, own_mask);
  r.check(is_within(as<T>(log_probs.value), all));
  r.check(is_within(right(s, t, own_mask), all));
  r.check(!is_within(right.logits(s, t, own_mask), all));
  r.check(widest(all) < (std::is_same_v<T, double> ? 9.1e-10 : 0.33));
  return r;
}
}  // namespace whole

inline constexpr auto behaviours = [](test_table& tests) {

#if !(defined(__clang__) && __cplusplus > 202302L)  // more steps than Clang allows a constant
  tests.proved<float, double>(
      "whole::probabilities", []<class T>() { return whole::probabilities<T>(); });
#endif
  tests.proved<float, double>(
      "postnorm_relu_stages", []<class T>() { return postnorm_relu_stages<T>(); });
  tests.proved<float, double>(
      "postnorm_relu_result", []<class T>() { return postnorm_relu_result<T>(); });
  tests.proved<float, double>(
      "postnorm_gelu_stages", []<class T>() { return postnorm_gelu_stages<T>(); });
  tests.proved<float, double>(
      "postnorm_gelu_result", []<class T>() { return postnorm_gelu_result<T>(); });
  tests.proved<float, double>(
      "prenorm_relu_stages", []<class T>() { return prenorm_relu_stages<T>(); });
  tests.proved<float, double>(
      "prenorm_relu_result", []<class T>() { return prenorm_relu_result<T>(); });
  tests.proved<float, double>(
      "prenorm_gelu_stages", []<class T>() { return prenorm_gelu_stages<T>(); });
  tests.proved<float, double>(
      "prenorm_gelu_result", []<class T>() { return prenorm_gelu_result<T>(); });
  tests.proved<float, double>("whole::encoded", []<class T>() { return whole::encoded<T>(); });
  tests.proved<float, double>("whole::answered", []<class T>() { return whole::answered<T>(); });
  tests.proved<float, double>(
      "whole::decoded_rows", []<class T>() { return whole::decoded_rows<T>(); });
  tests.proved<float, double>(
      "whole::last_layer", []<class T>() { return whole::last_layer<T>(); });
};
}  // namespace attn_tests::envelope_of_decoders_tests
