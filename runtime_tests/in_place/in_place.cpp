// SPDX-License-Identifier: BSL-1.0
// Functions that return the result of one call each, for in_place.py to look at. Their names end in
// the size of the result, which is a matrix of as many rows as columns, or a row of a recurrent
// state.
#include <attn/all.hpp>

namespace attn_tests {

using namespace attn;

template <std::size_t N>
using square = matrix<float, N, N>;
template <std::size_t N>
using row = tensor<float, dim<N>>;
template <std::size_t N, class Layout>
using layer = nn::linear<float, dim<N>, dim<N>, Layout>;
template <std::size_t N>
using lstm = nn::lstm_cell<float, dim<N>, dim<N>>;
template <std::size_t N>
using gru = nn::gru_cell<float, dim<N>, dim<N>>;
template <std::size_t N>
using rnn = nn::rnn_cell<float, dim<N>, dim<N>>;
template <class Cell>
using before = state_before<typename Cell::state_type>;
template <class Cell>
using after = state_after<typename Cell::state_type>;
template <class Cell>
using fast = decltype(packed(std::declval<const Cell&>()));
template <class Cell>
using steps = tensor<float, dim<8>, dim<Cell::input_tensor::volume>>;
template <class Cell>
using outputs = unrolled<steps<Cell>, typename Cell::state_type>;

// With everything that is called: else the arrays would be in frames of other functions.
#define ATTN_FLAT __attribute__((flatten))
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
  square<n> layer_norm_##n(const square<n>& a, const nn::layer_norm<float, dim<n>>& l) { return l(a); } \
  ATTN_RESULTS_OF_CELL(lstm, n) \
  ATTN_RESULTS_OF_CELL(gru, n) \
  ATTN_RESULTS_OF_CELL(rnn, n)
#define ATTN_RESULTS_OF_CELL(cell, n) \
  ATTN_FLAT after<cell<n>> cell##_##n(const cell<n>& f, const row<n>& x, const before<cell<n>>& s) { return f(x, s); } \
  ATTN_FLAT after<cell<n>> packed_##cell##_##n(const fast<cell<n>>& f, const row<n>& x, const before<cell<n>>& s) { return f(x, s); } \
  ATTN_FLAT outputs<cell<n>> cell##_layer_##n(const fast<cell<n>>& f, const steps<cell<n>>& xs, const before<cell<n>>& s) { return unroll(f, xs, s); }
// clang-format on

ATTN_RESULTS_OF(3)
ATTN_RESULTS_OF(64)
ATTN_RESULTS_OF(512)

}  // namespace attn_tests
