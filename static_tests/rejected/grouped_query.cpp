// SPDX-License-Identifier: BSL-1.0
// What grouped_query, grouped_query_weights reject.
#include <attn/attention.hpp>

using namespace attn;

using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;
constexpr tensor<double, dim<2>, q_head, token, width> q_2_q_head_token_width;
constexpr tensor<double, dim<2>, kv_head, key, width> k_2_kv_head_key_width;
constexpr tensor<double, dim<2>, kv_head, key, content> v_2_kv_head_key_content;
constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;
constexpr tensor<double, key, width> shared;
constexpr tensor<double, dim<2>, q_head, token, width> two;

// keys of another batch; the values are of the queries'.
// - grouped_query_batch_of_keys: grouped_query_attention(q_2_q_head_token_width, tensor<double,
//   dim<4>, kv_head, key, width>{}, v_2_kv_head_key_content) ;;
//   grouped_query_attention(q_2_q_head_token_width, k_2_kv_head_key_width, v_2_kv_head_key_content)
//   ;; attn::grouped_query_attention\(Q, K, V\): the axes before the heads must agree
// two batches of different sizes.
// - grouped_query_batches_differ: grouped_query_attention(tensor<double, dim<2>, q_head, token,
//   width>{}, tensor<double, dim<4>, kv_head, key, width>{}, tensor<double, dim<4>, kv_head, key,
//   content>{}) ;; grouped_query_attention(q, k, v)
//   ;; attn::grouped_query_attention\(Q, K, V\): the axes before the heads must agree
// two scales.
// - grouped_query_duplicate_option: grouped_query_attention(q, k, v, unscaled, scaled_by(0.5))
//   ;; ditto ;; attn::grouped_query_attention\(Q, K, V, options…\): two options of one kind
// values with more heads than the keys.
// - grouped_query_heads_differ: grouped_query_attention(q, k, tensor<double, dim<6>, key,
//   content>{}) ;; ditto
//   ;; attn::grouped_query_attention\(Q, K, V\): K and V must have the same heads
// four heads of keys for six heads of queries (keras#23081, flash-attention#392, attention-gym#82).
// - grouped_query_heads_not_dividing: grouped_query_attention(q, tensor<double, dim<4>, key,
//   width>{}, tensor<double, dim<4>, key, content>{}) ;; ditto
//   ;; attn::grouped_query_attention\(Q, K, V\): the heads of K must divide the heads of Q
// values for keys.
// - grouped_query_key_width: grouped_query_attention(q, v, v) ;; ditto
//   ;; attn::grouped_query_attention\(Q, K, V\): Q and K must have the same width
// values in float.
// - grouped_query_mixed_element_types: grouped_query_attention(q, k, as<float>(v)) ;; ditto
//   ;; attn::grouped_query_attention\(Q, K, V\): requires one element type
// integers, which have no softmax.
// - grouped_query_of_integers: grouped_query_attention(as<int>(q), as<int>(k), as<int>(v)) ;; ditto
//   ;; attn::grouped_query_attention\(Q, K, V\): requires a floating-point element type
// a number for a scale.
// - grouped_query_option_is_number: grouped_query_attention(q, k, v, 0.5) ;; ditto
//   ;; attn::grouped_query_attention\(Q, K, V, options…\): a trailing argument is not an option
// keys without a head, which scaled_dot_product_attention takes for all heads.
// - grouped_query_ranks: grouped_query_attention(q, select<0>(k, 0), select<0>(v, 0))
//   ;; scaled_dot_product_attention(q, select<0>(k, 0), select<0>(v, 0))
//   ;; attn::grouped_query_attention\(Q, K, V\): each must be \(head, token, width\)
// fewer values than keys.
// - grouped_query_value_length: grouped_query_attention(q, k, tensor<double, kv_head, dim<4>,
//   content>{}) ;; grouped_query_attention(q, k, v)
//   ;; attn::grouped_query_attention\(Q, K, V\): one value per key
// one head of queries asked of the keys of three: q^{i,1} meets only k^{j,1}.
// - grouped_query_without_group: scaled_dot_product_attention(q, k, v) ;; ditto
//   ;; attn::scaled_dot_product_attention\(Q, K, V\): the leading axes of Q and K must agree
// four heads of keys for six of queries.
// - grouped_query_weights_heads_not_dividing: grouped_query_attention_weights(q, tensor<double,
//   axis<"head", 4>, key, width>{}) ;; grouped_query_attention_weights(q, k)
//   ;; attn::grouped_query_attention_weights\(Q, K\): the heads of K must divide the heads of Q
// keys of another width.
// - grouped_query_weights_width: grouped_query_attention_weights(q, tensor<double, kv_head, key,
//   axis<"width", 3>>{}) ;; ditto
//   ;; attn::grouped_query_attention_weights\(Q, K\): Q and K must have the same width \(d_k\)
// keys without heads: for those, attention_weights shares them.
// - grouped_query_weights_without_heads: grouped_query_attention_weights(q, shared) ;;
//   attention_weights(q, shared) ;; attn::grouped_query_attention_weights\(Q, K\): each must be
//   \(head, token, width\), or a batch of them
// two batches of different sizes.
// - grouped_query_weights_batches_differ: grouped_query_attention_weights(two, tensor<double,
//   dim<4>, kv_head, key, width>{})
//   ;; grouped_query_attention_weights(two, tensor<double, dim<2>, kv_head, key, width>{})
//   ;; attn::grouped_query_attention_weights\(Q, K\): the axes before the heads must agree
// float keys for double queries.
// - grouped_query_weights_mixed_element_types: grouped_query_attention_weights(q, as<float>(k))
//   ;; grouped_query_attention_weights(q, k)
//   ;; attn::grouped_query_attention_weights\(Q, K\): requires one element type for all operands
// integer weights.
// - grouped_query_weights_of_integers: grouped_query_attention_weights(as<int>(q), as<int>(k)) ;;
//   ditto ;; attn::grouped_query_attention_weights\(Q, K\): requires a floating-point element type
// 0.5 as an option: a scale, a dropout probability, or a soft cap?
// - grouped_query_weights_option_is_number: grouped_query_attention_weights(q, k, 0.5) ;;
//   grouped_query_attention_weights(q, k, scaled_by(0.5)) ;;
//   attn::grouped_query_attention_weights\(Q, K, options…\): a trailing argument is not an option
// a bias with the heads of the keys.
// - grouped_query_weights_bias_of_keys: grouped_query_attention_weights(q, k,
//   biased_by(tensor<double, kv_head, token, key>{})) ;; grouped_query_attention_weights(q, k,
//   biased_by(tensor<double, q_head, token, key>{})) ;; attn::grouped_query_attention_weights\(Q,
//   K, options…\): a bias must have the axes of the scores
