// SPDX-License-Identifier: BSL-1.0
// rejected: what goes with tensors of (batch, head, token, d_k), one mistake each: with four axes an
//   error is as long as it gets.
// errors: 1
// expect-note: "batch"
// expect-note: "d_k"
// each: matmul(q, k) ;; matmul(q, transpose(k)) ;; attn::matmul\(A, B\): the last axis of A and the one before
// each: matmul(q, other_v) ;; matmul(q, transpose(k)) ;; attn::matmul\(A, B\): the last axis of A and the one before
// each: matmul(q, transpose(other_batch)) ;; matmul(q, transpose(k)) ;; attn::matmul\(A, B\): the leading axes
// each: matmul(q, transpose(as<float>(k))) ;; matmul(q, transpose(k)) ;; attn::matmul\(A, B\): A and B must have one element type
// each: q + k ;; q + q ;; attn: A \+ B: both must have the same axes
// each: q - k ;; q - q ;; attn: A - B: both must have the same axes
// each: multiply(q, k) ;; multiply(q, q) ;; attn::multiply\(A, B\)
// each: divide(q, k) ;; divide(ones, ones) ;; attn::divide\(A, B\)
// each: q * q ;; 2 * q ;; multiply\(A, B\)
// each: q == k ;; q == q ;; attn: A == B: both must have the same axes
// each: allclose(q, k) ;; allclose(q, q) ;; attn::allclose
// each: bitwise_equal(q, k) ;; bitwise_equal(q, q) ;; attn::bitwise_equal
// each: zip_with(plus, q, k) ;; zip_with(plus, q, q) ;; attn::zip_with
// each: map(q, k, plus) ;; map(q, q, plus) ;; attn::(map|zip_with)
// each: add_bias(q, of_tokens) ;; add_bias(q, of_d_k) ;; attn::add_bias\(x, b\)
// each: softmax<"key">(q) ;; softmax<"token">(q) ;; attn::softmax<axis>\(x\): x has no such axis
// each: softmax_naive<"key">(q) ;; softmax_naive<"token">(q) ;; attn::softmax_naive<axis>\(x\): x has no such axis
// each: softmax(as<int>(q)) ;; softmax(q) ;; attn::softmax\(x\): the elements must have fractions
// each: log_softmax<"key">(q) ;; log_softmax(q) ;; attn::log_softmax<axis>\(x\): x has no such axis
// each: logsumexp<"key">(q) ;; logsumexp<"token">(q) ;; attn::logsumexp<axis>\(x\): x has no such axis
// each: sum<"key">(q) ;; sum<"token">(q) ;; attn::sum<axis>\(x\): x has no such axis
// each: mean<"key">(q) ;; mean<"token">(q) ;; attn::mean<axis>\(x\): x has no such axis
// each: amax<"key">(q) ;; amax<"token">(q) ;; attn::amax<axis>\(x\): x has no such axis
// each: amin<"key">(q) ;; amin<"token">(q) ;; attn::amin<axis>\(x\): x has no such axis
// each: argmax<"key">(q) ;; argmax<"token">(q) ;; attn::argmax<axis>\(x\): x has no such axis
// each: sample<"key">(softmax(q), of_tokens) ;; softmax(q) ;; attn::sample<axis>\(p, u\): p has no such axis
// each: exp(as<int>(q)) ;; exp(q) ;; attn::exp\(x\): the elements must have fractions
// each: select<"key">(q, 1) ;; select<"token">(q, 1) ;; attn::select<axis>\(x, index\)
// each: narrow<"key", 2>(q, 1) ;; narrow<"token", 2>(q, 1) ;; attn::narrow<axis, length>\(x, start\)
// each: concat<"token">(q, v) ;; concat<"token">(q, q) ;; attn::concat<axis>
// each: permute<"batch", "token", "key", "d_k">(q) ;; permute<"batch", "token", "head", "d_k">(q) ;; attn::permute
// each: merge<"head", "d_k", "model">(q) ;; merge<"token", "d_k", "model">(q) ;; attn::merge
// each: rename<"key", "query">(q) ;; rename<"token", "query">(q) ;; attn::rename
// each: with_axes<batch, token, head, d_k>(q) ;; with_axes<batch, head, token, d_k>(q) ;; attn::with_axes
// each: merge_heads<"batch">(q) ;; merge_heads<"model">(q) ;; attn::merge_heads
// each: repeat_heads<axis<"head", 6>>(q) ;; repeat_heads<axis<"head", 8>>(q) ;; attn::repeat_heads
// each: between(q, k) ;; between(q, q) ;; attn::between
// each: rearrange<"b t h d -> b h t d">(q, dim<3>()) ;; rearrange<"b h t d -> b t h d">(q) ;; attn::rearrange
// each: rearrange<"batch token head d_k -> batch head token d_k">(q) ;; rearrange<"b h t d -> b t h d">(q) ;; attn::rearrange
// each: rearrange<"batch head token (a b) -> batch head token a b">(q) ;; rearrange<"b h t d -> b t h d">(q) ;; attn::rearrange
// each: reduce<"batch head key d_k -> batch head d_k", "sum">(q) ;; reduce<"b h t d -> b h d", "sum">(q) ;; attn::reduce
// each: repeat<"batch head key d_k -> batch (head 2) key d_k">(q) ;; repeat<"b h t d -> b (h 2) t d">(q) ;; attn::repeat
// each: einsum<"bhtd,bhkd->bhtx">(q, k) ;; einsum<"bhtd,bhkd->bhtk">(q, k) ;; attn::einsum
// each: einsum<"...td,...dk->...tk">(q, k) ;; einsum<"...td,...kd->...tk">(q, k) ;; attn::einsum
// each: dot<"token">(q, k) ;; dot<"d_k">(select<"batch">(q, 0), select<"batch">(select<"head">(k, 0), 0)) ;; attn::dot
// each: layer_norm<"key">(q) ;; layer_norm(q, 1e-5) ;; attn::layer_norm
// each: layer_norm(q, of_tokens) ;; layer_norm(q, of_d_k, of_d_k, 1e-5) ;; attn::layer_norm
// each: rms_norm(q, of_tokens, 1e-6) ;; rms_norm(q, of_d_k, 1e-6) ;; attn::rms_norm
// each: linear<input_by_output>(q, transpose(w)) ;; linear<input_by_output>(q, w) ;; attn::linear<layout>\(x, W\)
// each: layer(v) ;; layer(q) ;; attn::linear<layout>\(x, W\)
// each: rotary<half_pairs>(other_width) ;; rotary<half_pairs>(q) ;; attn::rotary
// each: attention_scores(q, v) ;; attention_scores(q, k) ;; attn::attention_scores\(Q, K\)
// each: attention_scores(q, other_batch) ;; attention_scores(q, k) ;; attn::attention_scores\(Q, K\)
// each: attention_weights(q, v) ;; attention_weights(q, k) ;; attn::attention_weights\(Q, K\)
// each: attention_weights(q, other_batch) ;; attention_weights(q, k) ;; attn::attention_weights\(Q, K\)
// each: attention_weights(q, k, crossed) ;; attention_weights(q, k) ;; attn::attention_weights\(Q, K, options…\): a mask
// each: attention_weights(q, k, causal<>) ;; attention_weights(q, k) ;; attn::attention_weights\(Q, K, options…\): causal<>
// each: scaled_dot_product_attention(q, other_width, v) ;; scaled_dot_product_attention(q, k, v) ;; attn::scaled_dot_product_attention\(Q, K, V\): Q and K
// each: scaled_dot_product_attention(q, v, k) ;; scaled_dot_product_attention(q, k, v) ;; attn::scaled_dot_product_attention\(Q, K, V\): Q and K
// each: scaled_dot_product_attention(q, k, other_v) ;; scaled_dot_product_attention(q, k, v) ;; attn::scaled_dot_product_attention\(Q, K, V\): one value
// each: scaled_dot_product_attention(q, other_batch, v) ;; scaled_dot_product_attention(q, k, v) ;; attn::scaled_dot_product_attention\(Q, K, V\): the leading
// each: scaled_dot_product_attention(q, k, v, 0.5) ;; scaled_dot_product_attention(q, k, v) ;; attn::scaled_dot_product_attention\(Q, K, V, options…\): an argument
// each: scaled_dot_product_attention(q, k, v, unscaled, unscaled) ;; scaled_dot_product_attention(q, k, v) ;; attn::scaled_dot_product_attention\(Q, K, V, options…\): two options
// each: scaled_dot_product_attention(q, k, v, crossed) ;; scaled_dot_product_attention(q, k, v) ;; attn::scaled_dot_product_attention\(Q, K, V, options…\): a mask must
// each: scaled_dot_product_attention(q, k, v, causal<>) ;; scaled_dot_product_attention(q, k, v) ;; attn::scaled_dot_product_attention\(Q, K, V, options…\): causal
// each: scaled_dot_product_attention(q, k, v, biased_by(crossed_bias)) ;; scaled_dot_product_attention(q, k, v) ;; attn::scaled_dot_product_attention\(Q, K, V, options…\): a bias
// each: grouped_query_attention(q, v, v) ;; grouped_query_attention(q, k, v) ;; attn::grouped_query_attention\(Q, K, V\)
// each: grouped_query_attention(q, k, v, crossed) ;; grouped_query_attention(q, k, v) ;; attn::grouped_query_attention\(Q, K, V, options…\): a mask
// each: hard_attention_weights(q, v) ;; hard_attention_weights(q, k) ;; attn::hard_attention_weights\(Q, K\)
// each: hard_attention(q, k, other_v) ;; hard_attention(q, k, v) ;; attn::hard_attention\(Q, K, V\)
// each: linear_attention(q, v, v) ;; linear_attention(q, k, v) ;; attn::linear_attention\(Q, K, V, phi\)
// each: similarity_attention(q, v, v) ;; similarity_attention(q, k, v) ;; attn::similarity_attention\(Q, K, V\)
// each: column_attention(q, k, v) ;; column_attention(transpose(q), transpose(k), transpose(v)) ;; attn::column_attention\(Q, K, V\)
// each: column_attention(transpose(q), transpose(k), transpose(v), crossed) ;; column_attention(transpose(q), transpose(k), transpose(v)) ;; attn::column_attention\(Q, K, V, options…\): a mask
// each: column_attention_weights(transpose(q), transpose(k), crossed) ;; column_attention_weights(transpose(q), transpose(k)) ;; attn::column_attention_weights\(Q, K, options…\): a mask
// each: masked_softmax(q, crossed) ;; softmax(q) ;; attn::masked_softmax\(x, mask\): a mask
// each: mask_scores(q, crossed) ;; softmax(q) ;; attn::mask_scores\(x, mask\): a mask
// each: matmul(q, packed(w_of_v)) ;; matmul(q, packed(w)) ;; attn::matmul\(A, packed\(B\)\)|attn::matmul
// each: linear(q, packed(w_of_v)) ;; linear(q, packed(w)) ;; attn::linear
// each: packed(layer)(v) ;; packed(layer)(q) ;; attn::linear
// each: packed(network)(v) ;; packed(network)(q) ;; attn::(linear|nn::feed_forward|feed_forward)
// each: network(v) ;; network(q) ;; attn::(linear|nn::feed_forward|feed_forward)
// each: embedding(ids, k) ;; embedding(ids, words) ;; attn::embedding\(ids, table\): the table must have two axes
// each: embedding(ids_of_width, words) ;; embedding(ids, words) ;; attn::embedding\(ids, table\): the ids have an axis named as
// each: embedding(ids_of_4_axes, words) ;; embedding(ids, words) ;; attn::embedding\(ids, table\): a tensor has at most 4 axes
// each: embedding(as_token_ids<9>(segments), words) ;; embedding(ids, words) ;; attn::embedding\(ids, table\): there are more ids
// each: one_hot<d_k, double>(ids_of_4_axes) ;; one_hot<word, double>(ids) ;; attn::one_hot<Axis, T>\(ids\): ids have an axis of that
// each: one_hot<word, double>(ids_of_4_axes) ;; one_hot<word, double>(ids) ;; attn::one_hot<Axis, T>\(ids\): a tensor has at most 4 axes
// each: one_hot<word, double>(q) ;; one_hot<word, double>(ids) ;; attn::one_hot<Axis, T>\(ids\): the ids must be integers
// each: one_hot<d_v, double>(ids) ;; one_hot<word, double>(ids) ;; attn::one_hot<Axis, T>\(ids\): there are more ids
// each: expand<d_v>(q) ;; expand<d_v>(of_d_k) ;; attn::expand<Axis, position>\(x\): a tensor has at most 4 axes
// each: expand<token>(q) ;; expand<token>(of_d_k) ;; attn::expand<Axis, position>\(x\): x has an axis of that name
// each: split<"d_k", axis<"a", 2>, axis<"b", 4>>(q) ;; split<"d_k", axis<"a", 2>, axis<"b", 4>>(of_d_k) ;; attn::split<axis, parts…>\(x\): a tensor has at most 4 axes
// each: split<"d_k", axis<"a", 3>, axis<"b", 4>>(q) ;; split<"d_k", axis<"a", 2>, axis<"b", 4>>(of_d_k) ;; attn::split<axis, parts…>\(x\): the parts' sizes
// each: split<"d_k", axis<"token", 2>, axis<"b", 4>>(q) ;; split<"d_k", axis<"a", 2>, axis<"b", 4>>(of_d_k) ;; attn::split<axis, parts…>\(x\): the result would have
// each: split<"key", axis<"a", 2>, axis<"b", 4>>(q) ;; split<"d_k", axis<"a", 2>, axis<"b", 4>>(of_d_k) ;; attn::split<axis, parts…>\(x\): x has no such axis
// each: split_heads<axis<"a", 2>, axis<"b", 4>>(q) ;; split_heads<axis<"a", 2>, axis<"b", 4>>(select<"batch">(q, 0)) ;; attn::split_heads<head, d_k>\(x\): x must be
// each: split_heads<axis<"token", 2>, axis<"b", 4>>(select<"head">(q, 0)) ;; split_heads<axis<"a", 2>, axis<"b", 4>>(select<"head">(q, 0)) ;; attn::split_heads<head, d_k>\(x\): x has an axis
// each: merge<"batch", "head", "token">(q) ;; merge<"batch", "head", "all">(q) ;; attn::merge<first, second, name>\(x\): x has another axis
// each: matmul(q, transpose(q)) ;; matmul(q, transpose(as_keys(q))) ;; attn::matmul\(A, B\): the result would have two axes
// each: project_heads(q, w) ;; project_heads(select<"batch">(q, 0), tensor<double, axis<"h", 2>, d_k, d_v>()) ;; attn::project_heads\(x, W\): x must be
// each: sample(softmax(q), of_d_k) ;; softmax(q) ;; attn::sample<axis>\(p, u\): one u for each row
// each: q.at<0, 0>() ;; q.at<0, 0, 0, 0>() ;; attn::tensor::at<…>\(\): one index per axis
// each: q.at<0, 0, 0, 9>() ;; q.at<0, 0, 0, 7>() ;; attn::tensor::at<…>\(\): every index
// each: grouped_query_attention(q, other_batch, v) ;; grouped_query_attention(q, k, v) ;; attn::grouped_query_attention\(Q, K, V\): what stands before
// each: same_segment(segments, tensor<int, axis<"batch", 3>, head, key>()) ;; same_segment(segments, tensor<int, batch, head, key>()) ;; attn::same_segment\(queries, keys\): the leading axes
// each: same_segment(as<int>(q)) ;; same_segment(segments) ;; attn::same_segment\(ids\): a mask has at most 4 axes
// each: same_segment(q) ;; same_segment(segments) ;; attn::same_segment\(ids\): the ids must be integers
// each: key_padding(q) ;; key_padding(crossed) ;; attn::key_padding\(m\): m must be a mask
// each: embedding(q, w) ;; embedding(ids, words) ;; attn::embedding\(ids, table\): the ids must be token ids
// each: relative_bias<token, key>(q) ;; relative_bias<token, key>(distances) ;; attn::relative_bias<query, key>\(table\)
// each: general_score(q, k, w) ;; general_score(q, similar, square) ;; attn::general_score\(Q, K, W\)
// each: general_score(q, other_similar, square) ;; general_score(q, similar, square) ;; attn::general_score\(Q, K, W\)
// each: general_score(q, similar, q) ;; general_score(q, similar, square) ;; attn::general_score\(Q, K, W\): W must
// each: additive_score(q, k, q, of_hidden, u) ;; additive_score(q, k, of_hidden, of_hidden, u) ;; attn::additive_score\(Q, K, V, W, u\): V and W
// each: additive_score(q, k, of_hidden, of_hidden, q) ;; additive_score(q, k, of_hidden, of_hidden, u) ;; attn::additive_score\(Q, K, V, W, u\): u must
// each: concat_score(q, k, q, u) ;; additive_score(q, k, of_hidden, of_hidden, u) ;; attn::concat_score\(Q, K, W, u\): W must
// each: additive_score(q, other_batch, of_hidden, of_hidden, u) ;; additive_score(q, k, of_hidden, of_hidden, u) ;; attn::additive_score
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 6>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 8>;
using d_v = axis<"d_v", 3>;
constexpr tensor<double, batch, head, token, d_k> q, ones = exp(q);
constexpr tensor<double, batch, head, key, d_k> k;
constexpr tensor<double, batch, head, key, d_v> v;
constexpr tensor<double, batch, head, key, axis<"d_k", 7>> other_width;
constexpr tensor<double, axis<"batch", 3>, head, key, d_k> other_batch;
constexpr tensor<double, batch, head, axis<"key", 4>, d_v> other_v;
constexpr tensor<double, token> of_tokens;
constexpr tensor<double, d_k> of_d_k;
constexpr tensor<double, d_k, axis<"out", 3>> w;
constexpr nn::linear<double, d_k, axis<"out", 3>, output_by_input> layer{};
constexpr tensor<double, d_v, axis<"out", 3>> w_of_v;
constexpr nn::feed_forward<double, d_k, axis<"d_ff", 5>, input_by_output, act::relu> network{};
constexpr tensor<double, d_k, axis<"d_s", 8>> square;
constexpr tensor<double, axis<"hidden", 3>, d_k> of_hidden;
constexpr tensor<double, batch, head, key, axis<"d_s", 8>> similar;
constexpr tensor<double, axis<"batch", 3>, head, key, axis<"d_s", 8>> other_similar;
constexpr tensor<double, axis<"hidden", 3>> u;
using word = axis<"word", 8>;
constexpr tensor<double, word, axis<"width", 3>> words;
constexpr tensor<int, batch, head, axis<"d_k", 2>> segments;
constexpr auto ids = as_token_ids<8>(segments);
constexpr auto ids_of_4_axes = as_token_ids<8>(tensor<int, batch, head, token, d_k>());
constexpr auto ids_of_width = as_token_ids<8>(tensor<int, batch, head, d_k, axis<"width", 8>>());
constexpr tensor<double, axis<"distance", 10>> distances;
constexpr keep_mask<key, token> crossed;
constexpr tensor<double, key, token> crossed_bias;
constexpr auto plus = [](double a, double b) { return a + b; };

#ifdef ATTN_REJECT
constexpr auto y = WRONG;
#else
constexpr auto y = RIGHT;
#endif
