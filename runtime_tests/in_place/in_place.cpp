// SPDX-License-Identifier: BSL-1.0
// Functions that return the result of one call each, for in_place.py to look at. Their names end in
// the size of the result, which is a matrix of as many rows as columns.
#include <attn.hpp>

namespace attn_tests {

using namespace attn;

template <std::size_t N>
using square = matrix<float, N, N>;
template <std::size_t N>
using row = tensor<float, dim<N>>;
template <std::size_t N, class Layout>
using layer = nn::linear<float, dim<N>, dim<N>, Layout>;

// clang-format off
#define ATTN_RESULTS_OF(n) \
  square<n> matmul_##n(const square<n>& a, const square<n>& b) { return matmul(a, b); } \
  square<n> plus_##n(const square<n>& a, const square<n>& b) { return a + b; } \
  square<n> transpose_##n(const square<n>& a) { return transpose(a); } \
  square<n> exp_##n(const square<n>& a) { return exp(a); } \
  square<n> gelu_exact_##n(const square<n>& a) { return gelu_exact(a); } \
  square<n> softmax_##n(const square<n>& a) { return softmax(a); } \
  square<n> log_softmax_##n(const square<n>& a) { return log_softmax(a); } \
  square<n> add_bias_##n(const square<n>& a, const row<n>& b) { return add_bias(a, b); } \
  square<n> attention_scores_##n(const square<n>& a, const square<n>& b) { return attention_scores(a, b); } \
  square<n> attention_weights_##n(const square<n>& a, const square<n>& b) { return attention_weights(a, b, causal<>); } \
  square<n> attention_##n(const square<n>& a, const square<n>& b, const square<n>& c) { return scaled_dot_product_attention(a, b, c); } \
  square<n> causal_attention_##n(const square<n>& a, const square<n>& b, const square<n>& c) { return scaled_dot_product_attention(a, b, c, causal<>); } \
  square<n> linear_##n(const square<n>& a, const square<n>& w) { return linear<output_by_input>(a, w); } \
  square<n> linear_layer_##n(const square<n>& a, const layer<n, output_by_input>& l) { return l(a); } \
  square<n> keras_layer_##n(const square<n>& a, const layer<n, input_by_output>& l) { return l(a); } \
  square<n> layer_norm_##n(const square<n>& a, const nn::layer_norm<float, dim<n>>& l) { return l(a); }
// clang-format on

ATTN_RESULTS_OF(3)
ATTN_RESULTS_OF(64)
ATTN_RESULTS_OF(512)

}  // namespace attn_tests
