// SPDX-License-Identifier: BSL-1.0
// rejected: what goes with tensors of (batch, head, token, d_k), one mistake each: with four axes an
//   error is as long as it gets.
// axes: in every row
#include <attn/analysis.hpp>
#include <attn/attention.hpp>
#include <attn/learning.hpp>
#include <attn/ops.hpp>
#include <attn/text.hpp>

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
constexpr auto ids_of_tokens = as_token_ids<8>(tensor<int, batch, head, token>());
constexpr auto ids_of_4_axes = as_token_ids<8>(tensor<int, batch, head, token, d_k>());
constexpr tensor<double, batch, dim<2>, dim<3>, head, token, d_k> of_6_axes;
constexpr auto ids_of_6_axes = as_token_ids<8>(as<int>(of_6_axes));
constexpr auto ids_of_width = as_token_ids<8>(tensor<int, batch, head, d_k, axis<"width", 8>>());
constexpr tensor<double, axis<"distance", 10>> distances;
constexpr keep_mask<key, token> crossed;
constexpr tensor<double, key, token> crossed_bias;
using scores = tensor<double, batch, head, token, key>;
using mixed = tensor<double, batch, head, token, d_v>;
using projected = tensor<double, batch, head, token, axis<"out", 3>>;
using inner = tensor<double, batch, head, token, axis<"d_ff", 5>>;
using like_q = tensor<double, batch, head, token, d_k>;
constexpr nn::linear<double, d_k, token, output_by_input> clashing{};
constexpr auto dense = [](const auto& a, const auto&) { return a; };
constexpr auto plus = [](double a, double b) { return a + b; };

// - matmul(q, k) ;; matmul(q, transpose(k)) ;; attn::matmul\(A, B\): A's last axis and B's
//   ;; d_k 8, key 5
// - expand<axis<"part", 1ull << 60>>(select<"head">(q, 0))
//   ;; expand<axis<"part", 2>>(select<"head">(q, 0))
//   ;; attn::expand<Axis, position>\(x\): the result would be too large ;; not-shown sizes
// - one_hot<axis<"word", 1ull << 60>, float>(select<"head">(segments, 0))
//   ;; one_hot<axis<"word", 2>, float>(select<"head">(segments, 0))
//   ;; attn::one_hot<Axis, T>\(ids\): the result would be too large ;; not-shown sizes
// - repeat<"batch head token d_k -> batch (head part) token d_k">(q, axis<"part", 1ull << 60>())
//   ;; repeat<"batch head token d_k -> batch (head part) token d_k">(q, axis<"part", 2>())
//   ;; attn::repeat<pattern>\(x\): the result would be too large ;; not-shown sizes
// - sizeof(tensor<double, batch, head, token, axis<"d_k", 1ull << 60>>) ;; sizeof(tensor<double,
//   batch, head, token, d_k>) ;; attn::tensor: too large ;; not-shown sizes
// - matmul(q, other_v) ;; matmul(q, transpose(k)) ;; attn::matmul\(A, B\): A's last axis and B's
//   ;; d_k 8, key 4
// - matmul(q, transpose(other_batch)) ;; ditto ;; attn::matmul\(A, B\): the leading axes
//   ;; batch 2, batch 3
// - matmul(q, transpose(as<float>(k))) ;; ditto ;; attn::matmul\(A, B\): requires one element type
//   ;; not-shown an element type
// - q + k ;; q + q ;; attn: A \+ B: both must have the same axes ;; token 6, key 5
// - q - k ;; q - q ;; attn: A - B: both must have the same axes ;; token 6, key 5
// - multiply(q, k) ;; multiply(q, q) ;; attn::multiply\(A, B\) ;; token 6, key 5
// - divide(q, k) ;; divide(ones, ones) ;; attn::divide\(A, B\) ;; token 6, key 5
// - q * q ;; 2 * q ;; multiply\(A, B\) ;; not-shown the product has no name, whatever the axes
// - tensor<double, batch, token, head, d_k>(q) ;; tensor<double, batch, head, token, d_k>(q) ;;
//   attn: x = y: both must have the same axes, in the same order ;; batch 2, token 6, head 4, d_k 8
// - q == k ;; q == q ;; attn: A == B: both must have the same axes ;; token 6, key 5
// - allclose(q, k) ;; allclose(q, q) ;; attn::allclose ;; token 6, key 5
// - bitwise_equal(q, k) ;; bitwise_equal(q, q) ;; attn::bitwise_equal ;; token 6, key 5
// - zip_with(plus, q, k) ;; zip_with(plus, q, q) ;; attn::zip_with ;; token 6, key 5
// - map(q, k, plus) ;; map(q, q, plus) ;; attn::(map|zip_with) ;; token 6, key 5
// - add_bias(q, of_tokens) ;; add_bias(q, of_d_k) ;; attn::add_bias\(x, b\) ;; d_k 8, token 6
// - softmax<"key">(q) ;; softmax<"token">(q) ;; attn::softmax<axis>\(x\): x has no such axis
//   ;; batch, head, token, d_k, key
// - softmax_naive<"key">(q) ;; softmax_naive<"token">(q)
//   ;; attn::softmax_naive<axis>\(x\): x has no such axis ;; batch, head, token, d_k, key
// - softmax(as<int>(q)) ;; softmax(q) ;; attn::softmax<axis>\(x\): requires a floating-point
//   element type ;; not-shown an element type
// - log_softmax<"key">(q) ;; log_softmax(q) ;; attn::log_softmax<axis>\(x\): x has no such axis
//   ;; batch, head, token, d_k
// - logsumexp<"key">(q) ;; logsumexp<"token">(q) ;; attn::logsumexp<axis>\(x\): x has no such axis
//   ;; batch, head, token, d_k
// - sum<"key">(q) ;; sum<"token">(q) ;; attn::sum<axis>\(x\): x has no such axis
//   ;; batch, head, token, d_k
// - mean<"key">(q) ;; mean<"token">(q) ;; attn::mean<axis>\(x\): x has no such axis
//   ;; batch, head, token, d_k
// - amax<"key">(q) ;; amax<"token">(q) ;; attn::amax<axis>\(x\): x has no such axis
//   ;; batch, head, token, d_k
// - amin<"key">(q) ;; amin<"token">(q) ;; attn::amin<axis>\(x\): x has no such axis
//   ;; batch, head, token, d_k
// - argmax<"key">(q) ;; argmax<"token">(q) ;; attn::argmax<axis>\(x\): x has no such axis
//   ;; batch, head, token, d_k
// - sample<"key">(softmax(q), of_tokens) ;; softmax(q)
//   ;; attn::sample<axis>\(p, u\): p has no such axis ;; batch, head, token, d_k
// - exp(as<int>(q)) ;; exp(q) ;; attn::exp\(x\): requires a floating-point element type
//   ;; not-shown an element type
// - select<"key">(q, 1) ;; select<"token">(q, 1) ;; attn::select<axis>\(x, index\)
//   ;; batch, head, token, d_k
// - narrow<"key", 2>(q, 1) ;; narrow<"token", 2>(q, 1) ;; attn::narrow<axis, length>\(x, start\)
//   ;; batch, head, token, d_k
// - concat<"token">(q, v) ;; concat<"token">(q, q) ;; attn::concat<axis> ;; token 6, key 6
// - flip<"key">(q) ;; flip<"token">(q) ;; attn::flip<axis>\(x\): x has no such axis
//   ;; batch, head, token, d_k
// - index_select<"key">(q, tensor<int, dim<2>>{}) ;; index_select<"token">(q, tensor<int,
//   dim<2>>{}) ;; attn::index_select<axis>\(x, ids\): x has no such axis ;; batch, head, token, d_k
// - permute<"batch", "token", "key", "d_k">(q) ;; permute<"batch", "token", "head", "d_k">(q)
//   ;; attn::permute ;; batch, head, token, d_k
// - merge<"head", "d_k", "model">(q) ;; merge<"token", "d_k", "model">(q) ;; attn::merge
//   ;; batch, head, token, d_k
// - rename<"key", "query">(q) ;; rename<"token", "query">(q) ;; attn::rename
//   ;; batch, head, token, d_k
// - with_axes<batch, token, head, d_k>(q) ;; with_axes<batch, head, token, d_k>(q)
//   ;; attn::with_axes ;; token 6
// - merge_heads<"batch">(q) ;; merge_heads<"model">(q) ;; attn::merge_heads ;; batch 2, batch 32
// - repeat_heads<axis<"head", 6>>(q) ;; repeat_heads<axis<"head", 8>>(q) ;; attn::repeat_heads
//   ;; head 4, head 6
// - between(q, k) ;; between(q, q) ;; attn::between ;; token 6, key 5
// - rearrange<"b t h d -> b h t d">(q, dim<3>()) ;; rearrange<"b h t d -> b t h d">(q)
//   ;; attn::rearrange ;; not-shown a size that is no axis
// - rearrange<"batch token head d_k -> batch head token d_k">(q) ;; ditto ;; attn::rearrange
//   ;; head 4
// - rearrange<"batch head token (a b) -> batch head token a b">(q) ;; ditto ;; attn::rearrange
//   ;; d_k 8
// - reduce<"batch head key d_k -> batch head d_k", "sum">(q)
//   ;; reduce<"b h t d -> b h d", "sum">(q) ;; attn::reduce ;; token 6
// - repeat<"batch head key d_k -> batch (head 2) key d_k">(q)
//   ;; repeat<"b h t d -> b (h 2) t d">(q) ;; attn::repeat ;; token 6
// - einsum<"bhtd,bhkd->bhtx">(q, k) ;; einsum<"bhtd,bhkd->bhtk">(q, k) ;; attn::einsum
//   ;; not-shown a name that is in no operand
// - einsum<"...td,...dk->...tk">(q, k) ;; einsum<"...td,...kd->...tk">(q, k) ;; attn::einsum
//   ;; key 5
// - dot<"token">(q, k) ;; dot<"d_k">(select<"batch">(q, 0), select<"batch">(select<"head">(k, 0),
//   0)) ;; attn::dot ;; batch, head, key, d_k
// - layer_norm<"key">(q) ;; layer_norm(q, 1e-5) ;; attn::layer_norm ;; batch, head, token, d_k
// - layer_norm(q, of_tokens) ;; layer_norm(q, of_d_k, of_d_k, 1e-5) ;; attn::layer_norm
//   ;; d_k 8, token 6
// - rms_norm(q, of_tokens, 1e-6) ;; rms_norm(q, of_d_k, 1e-6) ;; attn::rms_norm ;; d_k 8, token 6
// - linear<input_by_output>(q, transpose(w)) ;; linear<input_by_output>(q, w)
//   ;; attn::linear<layout>\(x, W\) ;; d_k 8, out 3
// - layer(v) ;; layer(q) ;; attn::linear<layout>\(x, W\) ;; d_v 3, d_k 8
// - rotary<half_pairs>(other_width) ;; rotary<half_pairs>(q) ;; attn::rotary ;; d_k 7
// - attention_scores(q, v) ;; attention_scores(q, k) ;; attn::attention_scores\(Q, K\)
//   ;; d_k 8, d_v 3
// - attention_scores(q, other_batch) ;; ditto ;; attn::attention_scores\(Q, K\) ;; batch 2, batch 3
// - attention_logits(q, v) ;; attention_logits(q, k) ;; attn::attention_logits\(Q, K\)
//   ;; d_k 8, d_v 3
// - attention_logits(q, k, crossed) ;; ditto ;; attn::attention_logits\(Q, K, options…\): a mask
//   ;; key 5, token 6, batch 2, head 4
// - attention_weights(q, v) ;; attention_weights(q, k) ;; attn::attention_weights\(Q, K\)
//   ;; d_k 8, d_v 3
// - attention_weights(q, other_batch) ;; ditto ;; attn::attention_weights\(Q, K\)
//   ;; batch 2, batch 3
// - attention_weights(q, k, crossed) ;; ditto ;; attn::attention_weights\(Q, K, options…\): a mask
//   ;; key 5, token 6, batch 2, head 4
// - attention_weights(q, k, causal<>) ;; ditto
//   ;; attn::attention_weights\(Q, K, options…\): the mask requires as many queries ;; token 6, key 5
// - scaled_dot_product_attention(q, other_width, v) ;; scaled_dot_product_attention(q, k, v)
//   ;; attn::scaled_dot_product_attention\(Q, K, V\): Q and K ;; d_k 8, d_k 7
// - scaled_dot_product_attention(q, v, k) ;; ditto
//   ;; attn::scaled_dot_product_attention\(Q, K, V\): Q and K ;; d_k 8, d_v 3
// - scaled_dot_product_attention(q, k, other_v) ;; ditto
//   ;; attn::scaled_dot_product_attention\(Q, K, V\): one value ;; key 5, key 4
// - scaled_dot_product_attention(q, other_batch, v) ;; ditto
//   ;; attn::scaled_dot_product_attention\(Q, K, V\): the leading ;; batch 2, batch 3
// - scaled_dot_product_attention(q, k, v, 0.5) ;; ditto ;; attn::scaled_dot_product_attention\(Q,
//   K, V, options…\): a trailing argument ;; not-shown an option
// - scaled_dot_product_attention(q, k, v, unscaled, unscaled) ;; ditto
//   ;; attn::scaled_dot_product_attention\(Q, K, V, options…\): two options ;; not-shown an option
// - scaled_dot_product_attention(q, k, v, crossed) ;; ditto
//   ;; attn::scaled_dot_product_attention\(Q, K, V, options…\): a mask must
//   ;; key 5, token 6, batch 2, head 4
// - scaled_dot_product_attention(q, k, v, causal<>) ;; ditto
//   ;; attn::scaled_dot_product_attention\(Q, K, V, options…\): the mask requires as many queries ;; token 6, key 5
// - scaled_dot_product_attention(q, k, v, biased_by(crossed_bias)) ;; ditto
//   ;; attn::scaled_dot_product_attention\(Q, K, V, options…\): a bias
//   ;; key 5, token 6, batch 2, head 4
// - grouped_query_attention(q, v, v) ;; grouped_query_attention(q, k, v)
//   ;; attn::grouped_query_attention\(Q, K, V\) ;; d_k 8, d_v 3
// - grouped_query_attention(q, k, v, crossed) ;; ditto ;; attn::grouped_query_attention\(Q, K, V,
//   options…\): a mask ;; key 5, token 6, batch 2, head 4
// - hard_attention_weights(q, v) ;; hard_attention_weights(q, k)
//   ;; attn::hard_attention_weights\(Q, K\) ;; d_k 8, d_v 3
// - hard_attention(q, k, other_v) ;; hard_attention(q, k, v) ;; attn::hard_attention\(Q, K, V\)
//   ;; key 5, key 4
// - linear_attention(q, v, v) ;; linear_attention(q, k, v)
//   ;; attn::linear_attention\(Q, K, V, phi\) ;; d_k 8, d_v 3
// - similarity_attention(q, v, v) ;; similarity_attention(q, k, v)
//   ;; attn::similarity_attention\(Q, K, V\) ;; d_k 8, d_v 3
// - column_attention(q, k, v) ;; column_attention(transpose(q), transpose(k), transpose(v))
//   ;; attn::column_attention\(Q, K, V\) ;; token 6, key 5
// - column_attention(transpose(q), transpose(k), transpose(v), crossed) ;; ditto
//   ;; attn::column_attention\(Q, K, V, options…\): a mask ;; key 5, token 6, batch 2, head 4
// - column_attention_weights(transpose(q), transpose(k), crossed)
//   ;; column_attention_weights(transpose(q), transpose(k))
//   ;; attn::column_attention_weights\(Q, K, options…\): a mask ;; key 5, token 6, batch 2, head 4
// - masked_softmax(q, crossed) ;; softmax(q) ;; attn::masked_softmax\(x, mask\): a mask
//   ;; key 5, token 6, d_k 8
// - mask_scores(q, crossed) ;; ditto ;; attn::mask_scores\(x, mask\): a mask
//   ;; key 5, token 6, d_k 8
// - matmul(q, packed(w_of_v)) ;; matmul(q, packed(w))
//   ;; attn::matmul\(A, packed\(B\)\)|attn::matmul ;; d_k 8, d_v 3
// - linear(q, packed(w_of_v)) ;; linear(q, packed(w)) ;; attn::linear ;; d_k 8, d_v 3
// - packed(layer)(v) ;; packed(layer)(q) ;; attn::linear ;; d_v 3, d_k 8
// - packed(network)(v) ;; packed(network)(q) ;; attn::(linear|nn::feed_forward|feed_forward)
//   ;; d_v 3, d_k 8
// - network(v) ;; network(q) ;; attn::(linear|nn::feed_forward|feed_forward) ;; d_v 3, d_k 8
// - embedding(ids, k) ;; embedding(ids, words)
//   ;; attn::embedding\(ids, table\): the table must have two axes ;; batch, head, key, d_k
// - embedding(ids_of_width, words) ;; ditto
//   ;; attn::embedding\(ids, table\): the ids have an axis named as ;; width 8, width 3
// - embedding(ids_of_6_axes, words) ;; ditto
//   ;; attn::embedding\(ids, table\): a tensor has at most 6 axes ;; batch, head, token, d_k
// - embedding(as_token_ids<9>(segments), words) ;; ditto
//   ;; attn::embedding\(ids, table\): there are more ids ;; word 8
// - cross_entropy(q, ids) ;; cross_entropy(q, ids_of_tokens)
//   ;; attn::cross_entropy\(x, ids\): ids must have the axes ;; token 6, d_k 2
// - cross_entropy(q, of_6_axes) ;; ditto ;; attn::cross_entropy\(x, ids\): the ids must be integers
//   ;; not-shown an element type
// - cross_entropy(q, as_token_ids<9>(as<int>(ids_of_tokens))) ;; ditto
//   ;; attn::cross_entropy\(x, ids\): there are more ids ;; d_k 8
// - cross_entropy<reduction::sum>(q, ids_of_tokens, of_tokens)
//   ;; cross_entropy<reduction::sum>(q, ids_of_tokens, of_d_k)
//   ;; attn::cross_entropy\(x, ids, weights\): the weights must ;; d_k 8, token 6
// - nll_loss(q, ids) ;; nll_loss(q, ids_of_tokens)
//   ;; attn::nll_loss\(x, ids\): ids must have the axes ;; token 6, d_k 2
// - one_hot<d_k, double>(ids_of_4_axes) ;; one_hot<word, double>(ids)
//   ;; attn::one_hot<Axis, T>\(ids\): ids have an axis of that ;; d_k 8
// - one_hot<word, double>(ids_of_6_axes) ;; ditto
//   ;; attn::one_hot<Axis, T>\(ids\): a tensor has at most 6 axes ;; batch, head, token, d_k
// - one_hot<word, double>(q) ;; ditto ;; attn::one_hot<Axis, T>\(ids\): the ids must be integers
//   ;; not-shown an element type
// - one_hot<d_v, double>(ids) ;; ditto ;; attn::one_hot<Axis, T>\(ids\): there are more ids
//   ;; d_v 3
// - expand<d_v>(of_6_axes) ;; expand<d_v>(of_d_k)
//   ;; attn::expand<Axis, position>\(x\): a tensor has at most 6 axes ;; batch, head, token, d_k
// - expand<token>(q) ;; expand<token>(of_d_k)
//   ;; attn::expand<Axis, position>\(x\): x has an axis of that name ;; token 6
// - split<"d_k", axis<"a", 2>, axis<"b", 4>>(of_6_axes)
//   ;; split<"d_k", axis<"a", 2>, axis<"b", 4>>(of_d_k)
//   ;; attn::split<axis, parts…>\(x\): a tensor has at most 6 axes ;; batch, head, token, d_k
// - split<"d_k", axis<"a", 3>, axis<"b", 4>>(q) ;; ditto
//   ;; attn::split<axis, parts…>\(x\): the sizes of the parts ;; d_k 8
// - split<"d_k", axis<"token", 2>, axis<"b", 4>>(q) ;; ditto
//   ;; attn::split<axis, parts…>\(x\): the result would have ;; token 6, token 2
// - split<"key", axis<"a", 2>, axis<"b", 4>>(q) ;; ditto
//   ;; attn::split<axis, parts…>\(x\): x has no such axis ;; batch, head, token, d_k
// - split_heads<axis<"a", 2>, axis<"b", 4>>(q)
//   ;; split_heads<axis<"a", 2>, axis<"b", 4>>(select<"batch">(q, 0))
//   ;; attn::split_heads<head, d_k>\(x\): x must be ;; batch, head, token, d_k
// - split_heads<axis<"token", 2>, axis<"b", 4>>(select<"head">(q, 0))
//   ;; split_heads<axis<"a", 2>, axis<"b", 4>>(select<"head">(q, 0))
//   ;; attn::split_heads<head, d_k>\(x\): x has an axis ;; token 6, token 2
// - merge<"batch", "head", "token">(q) ;; merge<"batch", "head", "all">(q)
//   ;; attn::merge<first, second, name>\(x\): x has another axis ;; token 8, token 6
// - matmul(q, transpose(q)) ;; matmul(q, transpose(as_keys(q)))
//   ;; attn::matmul\(A, B\): the result would have two axes ;; token 6
// - project_heads(q, w) ;; project_heads(select<"batch">(q, 0), tensor<double, axis<"h", 2>, d_k,
//   d_v>()) ;; attn::project_heads\(x, W\): x must be ;; batch, head, token, d_k
// - sample(softmax(q), of_d_k) ;; softmax(q) ;; attn::sample<axis>\(p, u\): one u for each row
//   ;; batch, head, token, d_k
// - q.at<0, 0>() ;; q.at<0, 0, 0, 0>() ;; attn::tensor::at<…>\(\): one index per axis
//   ;; batch, head, token, d_k
// - q.at<0, 0, 0, 9>() ;; q.at<0, 0, 0, 7>() ;; attn::tensor::at<…>\(\): every index ;; d_k 8
// - grouped_query_attention(q, other_batch, v) ;; grouped_query_attention(q, k, v)
//   ;; attn::grouped_query_attention\(Q, K, V\): the axes before ;; batch 2, batch 3
// - same_segment(segments, tensor<int, axis<"batch", 3>, head, key>())
//   ;; same_segment(segments, tensor<int, batch, head, key>())
//   ;; attn::same_segment\(queries, keys\): the leading axes ;; batch 2, batch 3
// - same_segment(as<int>(of_6_axes)) ;; same_segment(segments)
//   ;; attn::same_segment\(ids\): a mask has at most 6 axes ;; batch, head, token, d_k
// - same_segment(q) ;; ditto ;; attn::same_segment\(ids\): the ids must be integers
//   ;; not-shown an element type
// - key_padding(q) ;; key_padding(crossed) ;; attn::key_padding\(m\): m must be a mask
//   ;; not-shown an element type
// - embedding(q, w) ;; embedding(ids, words)
//   ;; attn::embedding\(ids, table\): the ids must be token ids ;; not-shown an element type
// - relative_bias<token, key>(q) ;; relative_bias<token, key>(distances)
//   ;; attn::relative_bias<query, key>\(table\) ;; batch, head, token, d_k
// - general_score(q, k, w) ;; general_score(q, similar, square) ;; attn::general_score\(Q, K, W\)
//   ;; d_k 8, out 3
// - general_score(q, other_similar, square) ;; ditto ;; attn::general_score\(Q, K, W\)
//   ;; batch 2, batch 3
// - general_score(q, similar, q) ;; ditto ;; attn::general_score\(Q, K, W\): W must
//   ;; batch, head, token, d_k
// - additive_score(q, k, q, of_hidden, u) ;; additive_score(q, k, of_hidden, of_hidden, u)
//   ;; attn::additive_score\(Q, K, V, W, u\): V and W ;; batch, head, token, d_k
// - additive_score(q, k, of_hidden, of_hidden, q) ;; ditto
//   ;; attn::additive_score\(Q, K, V, W, u\): u must ;; batch, head, token, d_k
// - concat_score(q, k, q, u) ;; ditto ;; attn::concat_score\(Q, K, W, u\): W must
//   ;; batch, head, token, d_k
// - additive_score(q, other_batch, of_hidden, of_hidden, u) ;; ditto ;; attn::additive_score
//   ;; batch 2, batch 3
// - [](scores& out) { matmul_into(out, q, k); } ;; [](scores& out) { matmul_into(out, q,
//   transpose(k)); } ;; attn::matmul\(A, B\): A's last axis ;; d_k 8, key 5
// - [](mixed& out) { matmul_into(out, q, transpose(k)); } ;; ditto
//   ;; attn::matmul_into\(out, A, B\): out must have the axes ;; d_v 3, key 5
// - [](tensor<double, key>& out) { matmul_into(out, q, transpose(k)); } ;; ditto
//   ;; attn::matmul_into\(out, A, B\): out must have the axes ;; key, batch, head, token
// - [](projected& out) { matmul_into(out, q, packed(w_of_v)); } ;; [](projected& out) {
//   matmul_into(out, q, packed(w)); } ;; attn::matmul\(A, B\): A's last axis ;; d_k 8, d_v 3
// - [](scores& out) { softmax_into(out, q); } ;; [](scores& out) { softmax_into(out, out); }
//   ;; attn::softmax_into<axis>\(out, x\): out must ;; key 5, d_k 8
// - [](scores& out) { softmax_into<"d_k">(out, out); } ;; ditto
//   ;; attn::softmax_into<axis>\(out, x\): x has no ;; batch, head, token, key
// - [](double (&out)[2][4][6][7]) { copy_into(out, q); } ;; [](double (&out)[2][4][6][8]) {
//   copy_into(out, q); } ;; attn::copy_into\(a, x\): a must have the sizes ;; d_k 8
// - [](float (&out)[2][4][6][8]) { copy_into(out, q); } ;; ditto
//   ;; attn::copy_into\(a, x\): requires one ;; not-shown an element type
// - [](mixed& out) { scaled_dot_product_attention_into(out, q, v, v); }
//   ;; [](mixed& out) { scaled_dot_product_attention_into(out, q, k, v); }
//   ;; attn::scaled_dot_product_attention_into\(out, Q, K, V\): Q and K must ;; d_k 8, d_v 3
// - [](mixed& out) { scaled_dot_product_attention_into(out, q, k, other_v); } ;; ditto
//   ;; attn::scaled_dot_product_attention_into\(out, Q, K, V\): one value ;; key 5, key 4
// - [](mixed& out) { scaled_dot_product_attention_into(out, q, other_batch, v); } ;; ditto
//   ;; attn::scaled_dot_product_attention_into\(out, Q, K, V\): the leading ;; batch 2, batch 3
// - [](scores& out) { scaled_dot_product_attention_into(out, q, k, v); } ;; ditto
//   ;; attn::scaled_dot_product_attention_into\(out, Q, K, V\): out must ;; key 5, d_v 3
// - [](tensor<double, d_v>& out) { scaled_dot_product_attention_into(out, q, k, v); } ;; ditto
//   ;; attn::scaled_dot_product_attention_into\(out, Q, K, V\): out must ;; d_v, batch, head, token
// - [](mixed& out) { scaled_dot_product_attention_into(out, q, k, v, 0.5); } ;; ditto
//   ;; attn::scaled_dot_product_attention_into\(out, Q, K, V, …\): a trailing argument
//   ;; not-shown an option
// - [](mixed& out) { scaled_dot_product_attention_into(out, q, k, v, crossed); } ;; ditto
//   ;; attn::scaled_dot_product_attention_into\(out, Q, K, V, …\): a mask
//   ;; key 5, token 6, batch 2, head 4
// - [](mixed& out) { scaled_dot_product_attention_into(out, q, k, v, causal<>); } ;; ditto
//   ;; attn::scaled_dot_product_attention_into\(out, Q, K, V, …\): the mask requires as many queries ;; token 6, key 5
// - [](projected& out) { linear_into(out, layer, v); } ;; [](projected& out) { linear_into(out,
//   layer, q); } ;; attn::linear_into\(out, layer, x\): the last axis of x must ;; d_v 3, d_k 8
// - [](mixed& out) { linear_into(out, layer, q); } ;; ditto
//   ;; attn::linear_into\(out, layer, x\): out must ;; d_v 3, out 3
// - linear_into_floats: [](tensor<float, batch, head, token, axis<"out", 3>>& out) {
//   linear_into(out, layer, q); }
//   ;; ditto ;; attn::linear_into\(out, layer, x\): out must have the element type of the layer
//   ;; not-shown an element type
// - [](projected& out) { linear_into(out, clashing, q); } ;; ditto
//   ;; attn::linear_into\(out, layer, x\): x has an axis named ;; token 6
// - [](mixed& out, inner& hidden) { feed_forward_into(out, hidden, network, q); }
//   ;; [](like_q& out, inner& hidden) { feed_forward_into(out, hidden, network, q); }
//   ;; attn::feed_forward_into\(out, hidden, layer, x\): out must ;; d_v 3, d_k 8
// - [](like_q& out, scores& hidden) { feed_forward_into(out, hidden, network, q); } ;; ditto
//   ;; attn::feed_forward_into\(out, hidden, layer, x\): hidden must ;; key 5, d_ff 5
// - hidden_of_floats: [](like_q& out, tensor<float, batch, head, token, axis<"d_ff", 5>>& hidden) {
//   feed_forward_into(out, hidden, network, q); } ;; ditto
//   ;; attn::feed_forward_into\(out, hidden, layer, x\): hidden must have the element type of the
//   layer ;; not-shown an element type
// - [](like_q& out, inner& hidden) { feed_forward_into(out, hidden, network, v); } ;; ditto
//   ;; attn::feed_forward_into\(out, hidden, layer, x\): the last axis of x ;; d_v 3, d_k 8
// - attention_weights(q, k, biased_by(alibi_bias<double, axis<"head", 3>, token, key>(0)))
//   ;; attention_weights(q, k, biased_by(alibi_bias<double, head, token, key>(0)))
//   ;; attn::attention_weights\(Q, K, options…\): a bias ;; head 3, head 4, batch 2
// - attention_weights(q, k, biased_by(alibi_bias<double, head, token, key>())) ;; ditto
//   ;; attn::alibi_bias<…>\(\): queries and keys differ in number ;; token 6, key 5
// - relative_bias<token, key>(of_tokens) ;; relative_bias<token, key>(distances)
//   ;; attn::relative_bias<query, key>\(table\): the table must have an entry ;; token 6, key 5
// - q + sinusoidal_positions<token, d_k, double, halves>() ;; add_bias(q, of_d_k) ;; attn: A \+ B
//   ;; batch, head, token, d_k
// - hard_attention(q, v, v) ;; hard_attention(q, k, v) ;; attn::hard_attention\(Q, K, V\): Q and K
//   ;; d_k 8, d_v 3
// - hard_attention(q, k, v, crossed) ;; ditto ;; attn::hard_attention\(Q, K, V, options…\): a mask
//   ;; key 5, token 6, batch 2, head 4
// - attention_weights(q, k, causal<bottom_right>) ;; attention_weights(q, k)
//   ;; attn::attention_weights\(Q, K, options…\): the mask leaves ;; token 6, key 5
// - attention_weights(q, k, biased_by(tensor<float, token, key>())) ;; ditto
//   ;; attn::attention_weights\(Q, K, options…\): a bias must have the element
//   ;; not-shown an element type
// - attention_weights(q, k, scored_by(dense)) ;; ditto
//   ;; attn::attention_weights\(Q, K, options…\): scored_by\(f\) must ;; d_k 8, key 5
