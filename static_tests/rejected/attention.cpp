// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/attention reject that have no table of their own.
#include <attn/attention.hpp>

using namespace attn;

using token = axis<"token", 3>;
using model = axis<"model", 4>;
using d_k = axis<"d_k", 2>;
using head_8 = axis<"head", 8>;
using query = axis<"query", 3>;
using key_3 = axis<"key", 3>;
using head_4 = axis<"head", 4>;
using query_1 = axis<"query", 1>;
using key = axis<"key", 5>;
using width_2 = axis<"width", 2>;
using token_2 = axis<"token", 2>;
using feature = axis<"feature", 2>;
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;
using head = axis<"head", 2>;
using d_k_3 = axis<"d_k", 3>;
using key_4 = axis<"key", 4>;
using distance_6 = axis<"distance", 6>;
using batch = axis<"batch", 2>;
using token_4 = axis<"token", 4>;
using memory = axis<"memory", 3>;
constexpr tensor<double, token, model> X{};
constexpr tensor<double, model, d_k> W_model_d_k{};
constexpr tensor<float, dim<8>, dim<3>, dim<2>> q_float_8_3_2{}, k_float_8_3_2{};
constexpr auto bias = alibi_bias<float, dim<4>, dim<3>, dim<3>>();
constexpr tensor<double, token, width_2> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key_3, width_2> K{{1, 0}, {0, 1}, {1, 1}};
constexpr tensor<double, key_3, token> distance{{0, 1, 2}, {1, 0, 1}, {2, 1, 0}};
constexpr keep_mask<token, key_3> past{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}};
constexpr tensor<int, token, key_3> distance_int_token_key_3{{0, 1, 2}, {1, 0, 1}, {2, 1, 0}};
constexpr tensor<double, token_2, feature> Q_token_2_feature;
constexpr tensor<double, key_3, feature> K_key_3_feature;
constexpr tensor<double, key_3, axis<"meaning", 4>> V;
constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, d_h, d_s> W;
constexpr tensor<double, source, axis<"d_e", 4>> k_source_d_e_4;
constexpr tensor<double, axis<"d_e", 4>, d_h> w_d_e_4_d_h;
constexpr tensor<double, token_2, axis<"d_1", 4>> q1;
constexpr tensor<double, key, axis<"d_1", 4>> k1;
constexpr tensor<double, key, axis<"d_2", 4>> k2;
constexpr tensor<double, token, width> q, x;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v{};
constexpr auto score = pairwise([](const auto& a, const auto& b) { return a[0] * b[0]; });
constexpr tensor<double, head, width, d_k_3> w;
constexpr tensor<double, head, d_k_3, width> turned;
constexpr tensor<double, width, axis<"model", 6>> w_width_model_6;
constexpr tensor<double, axis<"token", 2>, width, d_k_3> confused;
constexpr tensor<double, width> one;
constexpr tensor<float, axis<"distance", 5>> table{};
constexpr tensor<float, axis<"distance", 6>, axis<"head", 2>> table_distance_6_head_2{};
constexpr tensor<int, batch, axis<"part", 2>, dim<2>, dim<1>, head, token> ids_6_axes;
constexpr tensor<double, key, width_2> K_of_double{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}};
constexpr tensor<double, token, key> scores{};
constexpr tensor<int, token_4> ids{0, 0, 1, 1};
constexpr tensor<int, batch, memory> others{{0, 1, 1}, {1, 1, 0}};
constexpr tensor<unsigned, memory> others_unsigned_memory{0, 1, 2};
constexpr tensor<double, token_4> times{0.1, 0.1, 0.2, 0.3};
constexpr tensor<double, token, width_2> x_of_double{{1, 0}, {0, 1}, {1, 1}};
constexpr tensor<double, width_2, d_k> w_width_2_d_k{{1, 2}, {3, 4}};
constexpr tensor<double, width, axis<"d_k", 1>> w_width_d_k_1;
constexpr matrix<float, 12, 4> in{};
constexpr matrix<float, 4, 4> out{};
constexpr tensor<float, dim<12>> in_bias{};
constexpr tensor<float, dim<4>> out_bias{};

// one weight of three transposed: its input is the mistake, and its output no second one.
// - self_attention_transposed_weight: self_attention(X, transpose(W_model_d_k), W_model_d_k,
//   W_model_d_k) ;; self_attention(X, W_model_d_k, W_model_d_k, W_model_d_k)
//   ;; attn::self_attention\(X, W_q, W_k, W_v\): the input of W_q must be X's last axis
// biases as whole numbers.
// - alibi_bias_of_integers: alibi_bias<int, head_8, query, key_3>() ;; alibi_bias<float, head_8,
//   query, key_3>() ;; attn::alibi_bias<T, head, query, key>\(\): T must be a floating-point type
// slopes as whole numbers, all of which are 0.
// - alibi_of_integers: alibi_slopes<int, head_8>() ;; alibi_slopes<float, head_8>()
//   ;; attn::alibi_slopes<T, head>\(\): T must be a floating-point type
// in self-attention queries and keys come from one axis, but scores cannot carry it twice.
// - alibi_one_name: alibi_bias<float, head_8, token, token>(0)
//   ;; alibi_bias<float, head_8, token, axis<"key_token", 3>>(0)
//   ;; attn::alibi_bias<T, head, query, key>\(first\): two of the axes have the same name
// slopes of four heads for eight. Thread: https://github.com/tensorflow/tensorflow/issues/49237
// - alibi_other_heads: constexpr auto bias = alibi_bias<float, dim<4>, dim<3>, dim<3>>(); constexpr
//   auto weights = attention_weights(q_float_8_3_2, k_float_8_3_2, biased_by(bias));
//   ;; constexpr auto bias = alibi_bias<float, dim<8>, dim<3>, dim<3>>(); constexpr auto weights =
//   attention_weights(q_float_8_3_2, k_float_8_3_2, biased_by(bias));
//   ;; attn.*: a bias must have the axes of the scores, \(…, query, key\)
// one query and five keys: is it aligned with the first key or the last? Thread:
// https://github.com/Dao-AILab/flash-attention/issues/517
// - alibi_other_length: alibi_bias<float, head_4, query_1, key>() ;; alibi_bias<float, head_4,
//   query_1, key>(4) ;; attn::alibi_bias<…>\(\): queries and keys differ in number; state the key
//   of query 0: \(first\)
// a bias for each head, for scores without heads. Thread:
// https://github.com/tensorflow/tensorflow/issues/49237
// - alibi_without_heads: attention_weights(tensor<float, dim<3>, dim<2>>{}, tensor<float, dim<3>,
//   dim<2>>{}, biased_by(bias)) ;; attention_weights(tensor<float, dim<4>, dim<3>, dim<2>>{},
//   tensor<float, dim<4>, dim<3>, dim<2>>{}, biased_by(bias)) ;; attn.*: a bias must have the axes
//   of the scores, \(…, query, key\)
// a bias (key, token): with equal sizes it would go unnoticed.
// - bias_crossed_axes: attention_weights(Q, K, biased_by(distance)) ;; attention_weights(Q, K,
//   biased_by(transpose(distance))) ;; attn::attention_weights\(Q, K, options…\): a bias must have
//   the axes of the scores, \(…, query, key\)
// a mask, added to the scores: its ones would be a little encouragement.
// - bias_is_a_mask: attention_weights(Q, K, biased_by(past)) ;; attention_weights(Q, K, past)
//   ;; attn::attention_weights\(Q, K, options…\): a bias must have the element type of the scores
// a bias of integers: distances without slopes, or a mask of 0 and 1, which would be added
// (pytorch#110213).
// - bias_of_integers: attention_weights(Q, K, biased_by(distance_int_token_key_3))
//   ;; attention_weights(Q, K, biased_by(as<double>(distance_int_token_key_3)))
//   ;; attn::attention_weights\(Q, K, options…\): a bias must have the element type of the scores;
//   convert with as<T>\(x\)
// a sink for each of 8 heads, of which there are none: gpt-oss has one for each head of the queries.
// - sinks_without_heads: attention_weights(Q, K, with_sinks(tensor<double, head_8>{}))
//   ;; attention_weights(Q, K, with_sinks(tensor<double>{}))
//   ;; attn::attention_weights\(Q, K, options…\): with_sinks\(s\) must have leading axes of the
//   scores, such as \(head\) ;; head 8
// - sinks_of_other_heads: attention_weights(q_float_8_3_2, k_float_8_3_2, with_sinks(tensor<float,
//   dim<4>>{})) ;; attention_weights(q_float_8_3_2, k_float_8_3_2, with_sinks(tensor<float,
//   dim<8>>{})) ;; attn::attention_weights\(Q, K, options…\): with_sinks\(s\) must have leading axes
// - sinks_for_queries: attention_weights(Q, K, with_sinks(tensor<double, token>{}))
//   ;; attention_weights(Q, K, with_sinks(tensor<double>{}))
//   ;; attn::attention_weights\(Q, K, options…\): with_sinks\(s\) must have leading axes
// - sinks_of_double: attention_weights(q_float_8_3_2, k_float_8_3_2, with_sinks(tensor<double,
//   dim<8>>{})) ;; attention_weights(q_float_8_3_2, k_float_8_3_2, with_sinks(tensor<float,
//   dim<8>>{})) ;; attn::attention_weights\(Q, K, options…\): sinks must have the element type of
//   the scores; convert with as<T>\(s\)
// two normalisers: a sink has no part in a choice of one key.
// - sinks_and_hardmax: attention_weights(Q, K, softmax_plus_one, hardmax) ;; attention_weights(Q, K,
//   hardmax) ;; attn::attention_weights\(Q, K, options…\): two options of one kind
// two scales: the one or the other, or one after the other?
// - duplicate_option: scaled_dot_product_attention(Q_token_2_feature, K_key_3_feature, V, unscaled,
//   scaled_by(0.5))
//   ;; scaled_dot_product_attention(Q_token_2_feature, K_key_3_feature, V, scaled_by(0.5))
//   ;; attn::scaled_dot_product_attention\(Q, K, V, options…\): two options of one kind
// a scale of the queries and one of the scores.
// - duplicate_scale_of_queries: attention_weights(Q_token_2_feature, K_key_3_feature,
//   queries_scaled, scaled_by(0.5)) ;; attention_weights(Q_token_2_feature, K_key_3_feature,
//   queries_scaled_by(0.5)) ;; attn::attention_weights\(Q, K, options…\): two options of one kind
// two batches of different sizes.
// - general_score_batches_differ: general_score(tensor<double, dim<2>, step, d_h>{}, tensor<double,
//   dim<3>, source, d_s>{}, W)
//   ;; general_score(tensor<double, dim<2>, step, d_h>{}, tensor<double, dim<2>, source, d_s>{}, W)
//   ;; attn::general_score\(Q, K, W\): the leading axes of Q and K must agree
// a square W, though a key is narrower than a query.
// - general_score_key_width: general_score(h, s, tensor<double, d_h, dim<4>>{}) ;; general_score(h,
//   s, W) ;; attn::general_score\(Q, K, W\): W must be \(d_h, d_s\): its last axis is the key's
// a weight in float for states in double.
// - general_score_mixed_element_types: general_score(h, s, as<float>(W)) ;; ditto
//   ;; attn::general_score\(Q, K, W\): requires one element type
// a single state without its sequence axis.
// - general_score_of_vector: general_score(select<0>(h, 0), s, W) ;; ditto
//   ;; attn::general_score\(Q, K, W\): Q and K must have at least two axes
// a square W the wrong way round: only the names tell.
// - general_score_square_names: general_score(h, k_source_d_e_4, w_d_e_4_d_h)
//   ;; general_score(h, k_source_d_e_4, transpose(w_d_e_4_d_h))
//   ;; attn::general_score\(Q, K, W\): W must be \(d_h, d_s\): its first axis is the query's
// W^T for W: Luong's h^T W s asks for (d_h, d_s), and an article does not say which way W stands.
// - general_score_transposed: general_score(h, s, transpose(W)) ;; general_score(h, s, W)
//   ;; attn::general_score\(Q, K, W\): W must be \(d_h, d_s\): its first axis is the query's
// a vector for W.
// - general_score_weight_is_vector: general_score(h, s, tensor<double, d_h>{}) ;; ditto
//   ;; attn::general_score\(Q, K, W\): W must have two axes
// shares among integers.
// - masked_softmax_of_integers: masked_softmax(as<int>(matmul(Q, transpose(K))), causal<>)
//   ;; masked_softmax(matmul(Q, transpose(K)), causal<>)
//   ;; attn::masked_softmax\(x, mask\): requires a floating-point element type
// the queries of one head against the keys of another: article 1 lets q^{i,1} meet only k^{j,1},
// and where each head names its own width nothing else compiles.
// - one_head_of_another: attention_scores(q1, k2) ;; attention_scores(q1, k1)
//   ;; attn::attention_scores\(Q, K\): the widths of Q and K have different names
// blocks without a key.
// - online_attention_block_zero: online_attention<0>(q, k, v) ;; online_attention<2>(q, k, v)
//   ;; attn::online_attention<block>\(Q, K, V\): a block has at least one key
// two scales.
// - online_attention_duplicate_option: online_attention<2>(q, k, v, unscaled, scaled_by(0.5))
//   ;; ditto ;; attn::online_attention<block>\(Q, K, V, options…\): two options of one kind
// values for keys.
// - online_attention_key_width: online_attention<2>(q, v, v) ;; ditto
//   ;; attn::online_attention<block>\(Q, K, V\): Q and K must have the same width
// a mask, which asks where a key stands.
// - online_attention_masked: online_attention<2>(q, k, v, causal<top_left>) ;; ditto
//   ;; attn::online_attention<block>\(Q, K, V, options…\): a score, a scale or a soft cap
// values in float.
// - online_attention_mixed_element_types: online_attention<2>(q, k, as<float>(v)) ;; ditto
//   ;; attn::online_attention<block>\(Q, K, V\): requires one element type
// a batch.
// - online_attention_of_batch: online_attention<2>(tensor<double, dim<2>, token, width>{}, k, v)
//   ;; ditto ;; attn::online_attention<block>\(Q, K, V\): each must have two axes
// integers, which have no exp.
// - online_attention_of_integers: online_attention<2>(as<int>(q), as<int>(k), as<int>(v)) ;; ditto
//   ;; attn::online_attention<block>\(Q, K, V\): requires a floating-point element type
// fewer values than keys.
// - online_attention_value_length: online_attention<2>(q, k, tensor<double, dim<4>, content>{})
//   ;; ditto ;; attn::online_attention<block>\(Q, K, V\): one value per key
// two batches of different sizes.
// - pairwise_batches_differ: score(tensor<double, dim<2>, token, width>{}, tensor<double, dim<3>,
//   key, width>{}) ;; score(q, k)
//   ;; attn::pairwise\(f\)\(Q, K\): the leading axes of Q and K must agree
// keys in float for queries in double.
// - pairwise_mixed_element_types: score(q, as<float>(k)) ;; ditto
//   ;; attn::pairwise\(f\)\(Q, K\): requires one element type
// a vector for the queries.
// - pairwise_of_vector: score(select<0>(q, 0), k) ;; ditto
//   ;; attn::pairwise\(f\)\(Q, K\): Q and K must have at least two axes
// a score that is a tensor: attention takes two vectors and gives one number.
// - pairwise_returns_tensor: pairwise([](const auto& a, const auto&) { return a.copy(); })(q, k)
//   ;; ditto ;; attn::pairwise\(f\)\(Q, K\): f\(a row of Q, a row of K\) must be one element
// integers, which have no exp.
// - part_of_integers: part_of(attention_scores(as<int>(q), as<int>(k)), as<int>(v)).weighted
//   ;; part_of(attention_scores(q, k), v).weighted
//   ;; attn::part_of\(scores, V\): requires a floating-point element type
// a block of scores with the values of another.
// - part_of_value_length: part_of(attention_scores(q, k), tensor<double, dim<4>,
//   content>{}).weighted ;; ditto ;; attn::part_of\(scores, V\): one value per key
// a weight that takes another width.
// - project_heads_input: project_heads(x, turned) ;; project_heads(x, w)
//   ;; attn::project_heads\(x, W\): the input of W must be the last axis of x
// one matrix for all heads.
// - project_heads_matrix: project_heads(x, w_width_model_6)
//   ;; project_heads(x, split_heads<head, axis<"d_k", 3>>(w_width_model_6))
//   ;; attn::project_heads\(x, W\): W must be \(head, input, output\), a matrix for each head
// a weight in another element type.
// - project_heads_mixed_element_types: project_heads(x, as<float>(w)) ;;
//   project_heads(as<float>(x), as<float>(w)) ;; attn::project_heads\(x, W\): requires one element
//   type for all operands; convert with as<T>\(x\)
// heads under the name that the tokens have.
// - project_heads_names: project_heads(x, confused) ;; project_heads(x, w)
//   ;; attn::project_heads\(x, W\): the result would have two axes with the same name
// a single token without its sequence.
// - project_heads_vector: project_heads(one, w) ;; ditto
//   ;; attn::project_heads\(x, W\): x must be \(token, width\), or a batch of them
// queries and keys on one axis.
// - relative_bias_one_name: relative_bias<token, token>(table)
//   ;; relative_bias<token, axis<"key_token", 3>>(table)
//   ;; attn::relative_bias<query, key>\(table\): two of the axes have the same name
// a table with three axes.
// - relative_bias_rank: relative_bias<query, key_4>(tensor<float, dim<2>, head, distance_6>{}) ;;
//   relative_bias<query, key_4>(tensor<float, head, distance_6>{}) ;; attn::relative_bias<query,
//   key>\(table\): the table must have one axis, distances, or one of heads in front of it
// three queries and four keys are six distances apart, from -2 to 3, not seven.
// - relative_bias_table_size: relative_bias<query, key_4>(tensor<float, axis<"distance", 7>>{})
//   ;; relative_bias<query, key_4>(tensor<float, axis<"distance", 6>>{})
//   ;; attn::relative_bias<query, key>\(table\): the table must have an entry for every distance:
//   the number of queries and keys together, less one
// heads stand behind the distances, as in Swin's table.
// - relative_bias_table_turned: relative_bias<query, key_4>(table_distance_6_head_2)
//   ;; relative_bias<query, key_4>(transpose(table_distance_6_head_2))
//   ;; attn::relative_bias<query, key>\(table\): the table must have an entry for every distance
// a mask of (…, token, key_token) has one axis more than the ids.
// - same_segment_seven_axes: same_segment(ids_6_axes) ;; same_segment(select<"part">(ids_6_axes,
//   0)) ;; attn::same_segment\(ids\): a mask has at most 6 axes
// integers, which a scale would leave.
// - scaled_dot_score_of_integers: scaled_dot_score(as<int>(q), as<int>(k)) ;; scaled_dot_score(q,
//   k) ;; attn::scaled_dot_score\(Q, K\): requires a floating-point element type
// a score of the user's whose result is (key, query).
// - scored_by_crossed_axes: attention_weights( Q, K_of_double, scored_by([](const auto& q, const
//   auto& k) { return matmul(k, transpose(q)); })) ;; attention_weights( Q, K_of_double,
//   scored_by([](const auto& q, const auto& k) { return matmul(q, transpose(k)); })) ;;
//   attn::attention_weights\(Q, K, options…\): scored_by\(f\) must return a score for each query
//   and key
// the softmax is forgotten: scores weigh the values, of the same shape as weights (E18).
// - scores_as_weights: weighted_mean(scores, v) ;; weighted_mean(softmax_weights(scores), v)
//   ;; attn::weighted_mean\(weights, V\): these may not sum to 1; are they scores\?
// one text's queries, a batch of keys.
// - segments_batches_differ: same_segment(ids, others) ;; same_segment(expand<batch, 0>(ids),
//   others) ;; attn::same_segment\(queries, keys\): the leading axes of queries and keys must agree
// ids of two types: -1 and 4294967295 are the same for one of them.
// - segments_mixed_element_types: same_segment(ids, others_unsigned_memory)
//   ;; same_segment(ids, as<int>(others_unsigned_memory))
//   ;; attn::same_segment\(queries, keys\): one type of ids; convert with as<int>\(x\)
// one id, of no position.
// - segments_of_a_number: same_segment(tensor<int>(1)) ;; same_segment(ids)
//   ;; attn::same_segment\(ids\): one id for each position: the ids must have an axis
// ids that are fractions: equal or not, by their rounding.
// - segments_of_fractions: same_segment(times) ;; ditto
//   ;; attn::same_segment\(ids\): the ids must be integers
// d_q different from d_k, which article 3 declares as if it were free (E6).
// - self_attention_key_width: self_attention(x_of_double, tensor<double, width_2, axis<"d_k",
//   3>>{{1, 2, 3}, {4, 5, 6}}, w_width_2_d_k, w_width_2_d_k) ;; self_attention(x_of_double,
//   tensor<double, width_2, axis<"d_k", 2>>{{1, 2}, {3, 4}}, w_width_2_d_k, w_width_2_d_k) ;;
//   attn::self_attention\(X, W_q, W_k, W_v\): W_q and W_k must have the same width
// a projection made for another width.
// - self_attention_projection_input: self_attention(x_of_double, w_width_2_d_k, tensor<double,
//   axis<"width", 3>, d_k>{{1, 2}, {3, 4}, {5, 6}}, w_width_2_d_k)
//   ;; self_attention(x_of_double, w_width_2_d_k, tensor<double, width_2, d_k>{{1, 2}, {3, 4}},
//   w_width_2_d_k) ;; attn::self_attention\(X, W_q, W_k, W_v\): the input of W_k must be
// a weight in the (output, input) layout, square: no size is wrong (article 3 multiplies X W).
// - self_attention_weight_layout: self_attention(x_of_double, w_width_2_d_k, w_width_2_d_k,
//   tensor<double, d_k, width_2>{{1, 2}, {3, 4}})
//   ;; self_attention(x_of_double, w_width_2_d_k, w_width_2_d_k, tensor<double, width_2, d_k>{{1,
//   2}, {3, 4}}) ;; attn::self_attention\(X, W_q, W_k, W_v\): the input of W_v must be
// a weight that is a vector: one output is a matrix of one column.
// - self_attention_weight_vector: self_attention(x, w_width_d_k_1, w_width_d_k_1, tensor<double,
//   width>{})
//   ;; self_attention(x, w_width_d_k_1, w_width_d_k_1, tensor<double, width, axis<"d_v", 1>>{})
//   ;; attn::self_attention\(X, W_q, W_k, W_v\): each weight must have two axes, input and output
// one row: a sequence of one token has an axis of size 1.
// - self_attention_of_a_row: self_attention(tensor<double, width_2>{}, w_width_2_d_k, w_width_2_d_k,
//   w_width_2_d_k) ;; self_attention(tensor<double, axis<"token", 1>, width_2>{}, w_width_2_d_k,
//   w_width_2_d_k, w_width_2_d_k)
//   ;; attn::self_attention\(X, W_q, W_k, W_v\): X must have a sequence axis and a width
// a window that ends two positions before the query: -1 is no bound at all, in ONNX and here, and
// less is nothing.
// - sliding_window_negative_bound: attention_weights(Q, K, sliding_window<2, -2>,
//   fully_masked<zero_rows>)
//   ;; attention_weights(Q, K, causal<key_offset<-2>>, fully_masked<zero_rows>)
//   ;; attn::sliding_window<l, r>: l and r count positions, 0 or more, or are `unbounded`
// the same, where the program knows the position.
// - sliding_window_from_negative_bound: attention_weights(Q, K, sliding_window_from<2, -2>(1),
//   fully_masked<zero_rows>) ;; attention_weights(Q, K, sliding_window_from<2, 0>(1))
//   ;; attn::sliding_window_from<l, r>\(n\): l and r count positions, 0 or more, or are `unbounded`
// a window without an alignment: 3 queries, 5 keys (flash-attention#517).
// - sliding_window_rectangle: masked_softmax(matmul(Q, transpose(K_of_double)), valid_keys(3) &
//   sliding_window<1, 1>) ;; masked_softmax(matmul(Q, transpose(K_of_double)), valid_keys(3) &
//   sliding_window<1, 1, top_left>) ;; attn::masked_softmax\(x, mask\): the mask requires as many queries
// the bias of one projection for the bias of three.
// - torch_multi_head_biases: torch_multi_head<dim<2>>(in, out_bias, out, out_bias) ;;
//   torch_multi_head<dim<2>>(in, in_bias, out, out_bias) ;; attn::torch_multi_head<head>\(…\):
//   in_proj_bias must have 3 \* width elements, out_proj_bias width
// weights of float and of double.
// - torch_multi_head_mixed_element_types: torch_multi_head<dim<2>>(in, matrix<double, 4, 4>{}) ;;
//   torch_multi_head<dim<2>>(in, matrix<float, 4, 4>{}) ;; attn::torch_multi_head<head>\(…\):
//   requires one element type for all operands; convert with as<T>\(x\)
// an output projection of another width: with kdim or vdim PyTorch does not pack.
// - torch_multi_head_output: torch_multi_head<dim<2>>(in, matrix<float, 4, 6>{}) ;; ditto
//   ;; attn::torch_multi_head<head>\(…\): out_proj_weight must be \(width, width\)
// PyTorch's packed weight the wrong way round, as Keras and GPT-2 (Conv1D) store it.
// - torch_multi_head_transposed: torch_multi_head<dim<2>>(transpose(in), in_bias, out, out_bias)
//   ;; torch_multi_head<dim<2>>(in, in_bias, out, out_bias)
//   ;; attn::torch_multi_head<head>\(…\): in_proj_weight must be \(3 \* width, width\), q, k and v
//   one below the other; is it transposed\?
// weights and biases in another order.
// - torch_multi_head_vectors: torch_multi_head<dim<2>>(in, out, in_bias, out_bias) ;; ditto
//   ;; attn::torch_multi_head<head>\(…\): the weights must have two axes
// two masks: both, or either? With is_causal, PyTorch forbids a second mask in one function and
// requires it in another (pytorch#118972, #99282).
// - two_masks: attention_weights(Q, K, causal<>, valid_keys(2))
//   ;; attention_weights(Q, K, causal<>& valid_keys(2))
//   ;; attn::attention_weights\(Q, K, options…\): two options of one kind; two masks are a & b
