// SPDX-License-Identifier: BSL-1.0
// rejected: what is wrong in a function of the user's, or deep inside of a model: the public function that
//   was called first is blamed, whatever it calls.
// total: 3000 the user's own functions, and models with all their parameters, are printed too
// lines: 10 at most: the user's own functions are printed too
// expect-note: mine
#include <attn/recurrent.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using target = axis<"target", 2>;
using model = axis<"model", 4>;
using in = axis<"in", 6>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 4>;
constexpr tensor<double, head, token, d_k> q;
constexpr tensor<double, head, key, d_k> k;
constexpr tensor<double, head, key, axis<"d_k", 3>> wide;
constexpr tensor<double, head, key, axis<"d_v", 7>> v;
constexpr tensor<double, token, model> x;
constexpr tensor<double, target, model> y;
constexpr tensor<double, token, axis<"model", 8>> wider;
constexpr tensor<token_id<7>, token> words{1, 6, 0};
constexpr tensor<token_id<8>, target> ids{7, 1};
using attends = nn::multi_head_attention<double, model, head, output_by_input>;
using encodes = nn::encoder_layer<double, model, head, in, output_by_input, act::relu, pre_norm>;
using decodes = nn::decoder_layer<double, model, head, in, output_by_input, act::relu, pre_norm>;
using translates = nn::transformer<dim<7>, dim<8>, encodes, 2>;

struct scores {
  constexpr auto operator()(const auto& a, const auto& b) const { return attention_scores(a, b); }
};
struct attention {
  constexpr auto operator()(const auto& a, const auto& b, const auto& c, const auto&... d) const {
    return scaled_dot_product_attention(a, b, c, d...);
  }
};
constexpr scores score;
constexpr attention attend_to;

template <class F, class... X> constexpr auto mine(const F& f, const X&... x) { return f(x...); }

// - mine(score, q, v) ;; mine(score, q, k) ;; attn::attention_scores\(Q, K\)
// - mine(attend_to, q, wide, v) ;; mine(attend_to, q, k, v)
//   ;; attn::scaled_dot_product_attention\(Q, K, V\)
// - mine(attend_to, q, k, v, keep_mask<key, token>()) ;; ditto
//   ;; attn::scaled_dot_product_attention\(Q, K, V, options…\): a mask
// - mine(attend_to, q, k, v, causal<>) ;; ditto
//   ;; attn::scaled_dot_product_attention\(Q, K, V, options…\): the mask requires as many queries
// - mine(nn::linear<double, in, model, output_by_input>(), x)
//   ;; mine(nn::linear<double, model, in, output_by_input>(), x) ;; attn::linear<layout>\(x, W\)
// - mine(nn::feed_forward<double, in, model, output_by_input, act::relu>(), x)
//   ;; mine(nn::feed_forward<double, model, in, output_by_input, act::relu>(), x)
//   ;; attn::nn::feed_forward: the last axis
// - mine(nn::swiglu<double, in, model, output_by_input>(), x) ;; mine(nn::swiglu<double, model, in,
//   output_by_input>(), x) ;; attn::nn::gated_feed_forward: the last axis
// - mine(nn::layer_norm<double, in>(), x) ;; mine(nn::layer_norm<double, model>(), x)
//   ;; attn::(nn::)?layer_norm
// - mine(attends(), q) ;; mine(attends(), x) ;; attn::nn::multi_head
// - mine(attends(), x, keep_mask<key, token>()) ;; ditto ;; attn::nn::multi_head.*a mask
// - mine(encodes(), wider) ;; mine(encodes(), x) ;; attn::nn::encoder_layer\(x, …\): the last axis
// - mine(encodes(), x, keep_mask<key, token>()) ;; ditto ;; attn::nn::encoder_layer\(x, …\): a mask
// - mine(nn::encoder<encodes, 2>(), wider) ;; mine(nn::encoder<encodes, 2>(), x)
//   ;; attn::nn::encoder\(x, …\): the last axis
// - mine(nn::encoder<encodes, 2>(), x, keep_mask<key, token>()) ;; ditto
//   ;; attn::nn::encoder\(x, …\): a mask
// - mine(decodes(), wider, x) ;; mine(decodes(), y, x)
//   ;; attn::nn::decoder_layer\(y, memory, …\): the last axis of y
// - mine(nn::decoder<decodes, 2>(), y, wider) ;; mine(nn::decoder<decodes, 2>(), y, x)
//   ;; attn::nn::decoder\(y, memory, …\): the last axis of memory
// - mine(nn::decoder<decodes, 2>(), y, x, cross_options(causal<>)) ;; ditto
//   ;; attn::nn::decoder\(y, memory, …\): the mask requires as many queries
// - mine(translates(), ids, words) ;; mine(translates(), words, ids)
//   ;; attn::nn::transformer: the vocabulary of the source
// - mine(nn::rnn_cell<double, model, in>(), tensor<double, in>(), initial<tensor<double, in>>())
//   ;; mine(nn::rnn_cell<double, in, in>(), tensor<double, in>(), initial<tensor<double, in>>())
//   ;; attn: a step \(x, before\)
