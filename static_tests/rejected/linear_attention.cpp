// SPDX-License-Identifier: BSL-1.0
// What linear_attention, gated_linear_attention, hard_attention, columns reject.
#include <attn/attention.hpp>
#include <attn/scalars/dual.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;
constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;
struct of_queries {
  constexpr auto operator()(const tensor<double, token, width>& x) const { return elu_plus_one(x); }
};
struct of_both : of_queries {
  using of_queries::operator();
  constexpr auto operator()(const tensor<double, key, width>& x) const { return elu_plus_one(x); }
};
constexpr tensor<double, token, width> k_2;
constexpr tensor<double, token, content> v_2;
constexpr tensor<double, token> decay, rate;
using key_4 = axis<"key", 4>;
using width_2 = axis<"width", 2>;
constexpr tensor<double, token, width_2> q_of_double;
constexpr tensor<double, key_4, width_2> k_of_double;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;
using token_2 = axis<"token", 2>;
constexpr tensor<double, d_k, token> q_2;
constexpr tensor<double, d_k, key> k_3;
constexpr tensor<double, d_v, key> v_3;
constexpr tensor<double, d_k, axis<"token", 4>> Q;
constexpr tensor<double, d_k, axis<"key", 4>> K;
constexpr tensor<double, token_2, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};
constexpr tensor<double, token_2> x_token_2{};
constexpr tensor<double, axis<"feature", 4>, axis<"token", 4>> I;
constexpr tensor<double, d_k, axis<"feature", 4>> W_q;

// integers, which have no exp.
// - elu_plus_one_of_integers: elu_plus_one(as<int>(q)) ;; elu_plus_one(q)
//   ;; attn::elu_plus_one\(x\): requires a floating-point element type
// values of another batch.
// - linear_attention_batches_differ: linear_attention(q, k, tensor<double, dim<2>, key, content>{})
//   ;; linear_attention(q, k, v)
//   ;; attn::linear_attention\(Q, K, V, phi\): the leading axes of Q and V must agree
// values for keys.
// - linear_attention_key_width: linear_attention(q, v, v) ;; ditto
//   ;; attn::linear_attention\(Q, K, V, phi\): Q and K must have the same width
// values in float.
// - linear_attention_mixed_element_types: linear_attention(q, k, as<float>(v)) ;; ditto
//   ;; attn::linear_attention\(Q, K, V, phi\): requires one element type
// integers, which a division would leave.
// - linear_attention_of_integers: linear_attention(as<int>(q), as<int>(k), as<int>(v)) ;; ditto
//   ;; attn::linear_attention\(Q, K, V, phi\): requires a floating-point element type
// a feature map that returns one number.
// - linear_attention_phi: linear_attention(q, k, v, [](const auto& x) { return sum<0>(x); })
//   ;; ditto ;; attn::linear_attention\(Q, K, V, phi\): phi must map a tensor
// a feature map that takes the rows of Q, and not the rows of K.
// - linear_attention_phi_of_queries: linear_attention(q, k, v, of_queries{}) ;; linear_attention(q,
//   k, v, of_both{}) ;; attn::linear_attention\(Q, K, V, phi\): phi must map a tensor
// fewer values than keys.
// - linear_attention_value_length: linear_attention(q, k, tensor<double, dim<4>, content>{})
//   ;; linear_attention(q, k, v) ;; attn::linear_attention\(Q, K, V, phi\): one value per key
// a single query without its sequence axis.
// - linear_attention_vector: linear_attention(select<0>(q, 0), k, v) ;; ditto
//   ;; attn::linear_attention\(Q, K, V, phi\): Q and K must have at least two axes
// values of another batch.
// - similarity_attention_batches_differ: similarity_attention(q, k, tensor<double, dim<2>, key,
//   content>{}) ;; similarity_attention(q, k, v)
//   ;; attn::similarity_attention\(Q, K, V\): the leading axes of Q and V must agree
// an unnormalised similarity given out as attention weights of another shape: the names of its
// result are the names of an output.
// - similarity_attention_is_no_weight: matmul(similarity_attention(q, k, v), v)
//   ;; matmul(attention_weights(q, k), v) ;; attn::matmul\(A, B\):
// values for keys.
// - similarity_attention_key_width: similarity_attention(q, v, v) ;; similarity_attention(q, k, v)
//   ;; attn::similarity_attention\(Q, K, V\): Q and K must have the same width
// a mask where there is no softmax: an article calls the sum of Similarity * Value the essence of
// attention, and a similarity of -inf is no weight of 0.
// - similarity_attention_masked: similarity_attention(q, k, v, causal<top_left>)
//   ;; scaled_dot_product_attention(q, k, v, causal<top_left>)
//   ;; attn::similarity_attention\(Q, K, V, option\): the one option is a similarity
// values in float.
// - similarity_attention_mixed_element_types: similarity_attention(q, k, as<float>(v))
//   ;; similarity_attention(q, k, v)
//   ;; attn::similarity_attention\(Q, K, V\): requires one element type
// two similarities.
// - similarity_attention_two_scores: similarity_attention(q, k, v, scored_by(dot_score),
//   scored_by(dot_score)) ;; similarity_attention(q, k, v, scored_by(dot_score))
//   ;; attn::similarity_attention\(Q, K, V, option\): two similarities
// fewer values than keys.
// - similarity_attention_value_length: similarity_attention(q, k, tensor<double, dim<4>,
//   content>{}) ;; similarity_attention(q, k, v)
//   ;; attn::similarity_attention\(Q, K, V\): one value per key
// a single query without its sequence axis.
// - similarity_attention_vector: similarity_attention(select<0>(q, 0), k, v) ;; ditto
//   ;; attn::similarity_attention\(Q, K, V\): Q and K must have at least two axes
// keys of another sequence: the recurrence takes in one key for each query.
// - gated_linear_attention_other_keys: gated_linear_attention(q, tensor<double, axis<"key", 5>,
//   width>{}, tensor<double, axis<"key", 5>, content>{}, decay)
//   ;; gated_linear_attention(q, k_2, v_2, decay)
//   ;; attn::gated_linear_attention\(Q, K, V, decay\): Q and K must have the same sequence
// a decay for each feature, but not for each token.
// - gated_linear_attention_decay_of_features: gated_linear_attention(q, k_2, v_2, tensor<double,
//   width>{}) ;; gated_linear_attention(q, k_2, v_2, tensor<double, token, width>{}) ;;
//   attn::gated_linear_attention\(Q, K, V, decay\): decay must be \(…, token\) or \(…, token, d_k\)
// a rate for each feature: the delta rule has one for each token.
// - gated_linear_attention_rate_of_features: delta_rule_attention(q, k_2, v_2, tensor<double,
//   token, width>{}) ;; delta_rule_attention(q, k_2, v_2, rate) ;; attn::delta_rule_attention\(Q,
//   K, V, rate\): rate must be \(…, token\)
// a rate of float for tensors of double.
// - gated_linear_attention_rate_of_float: gated_delta_rule_attention(q, k_2, v_2, decay,
//   as<float>(rate)) ;; gated_delta_rule_attention(q, k_2, v_2, decay, rate) ;;
//   attn::gated_delta_rule_attention\(Q, K, V, decay, rate\): requires one element type for all
//   operands; convert with as<T>\(x\)
// a state the other way round: S is (d_k, d_v).
// - gated_linear_attention_state_transposed: delta_rule_attention(q, k_2, v_2, rate, matrix<double,
//   2, 4>{}) ;; delta_rule_attention(q, k_2, v_2, rate, matrix<double, 4, 2>{}) ;;
//   attn::delta_rule_attention\(Q, K, V, rate\): S must be the state of such a call
// keys of another width.
// - gated_linear_attention_key_width: gated_delta_rule_attention(q, v_2, v_2, decay, rate) ;;
//   gated_delta_rule_attention(q, k_2, v_2, decay, rate) ;; attn::gated_delta_rule_attention\(Q, K,
//   V, decay, rate\): Q and K must have the same width \(d_k\)
// integers, whose decay would be 0 or 1.
// - gated_linear_attention_of_integers: gated_linear_attention(as<int>(q), as<int>(k_2),
//   as<int>(v_2), as<int>(decay)) ;; gated_linear_attention(q, k_2, v_2, decay) ;;
//   attn::gated_linear_attention\(Q, K, V, decay\): requires a floating-point element type
// values for keys.
// - hard_attention_key_width: hard_attention(q, v, v) ;; hard_attention(q, k, v)
//   ;; attn::hard_attention\(Q, K, V\): Q and K must have the same width
// a mask whose axes are exchanged: hard attention itself says so.
// - hard_attention_mask_crossed: hard_attention(q_of_double, k_of_double, k_of_double,
//   keep_mask<key_4, token>{})
//   ;; hard_attention(q_of_double, k_of_double, k_of_double, keep_mask<token, key_4>{})
//   ;; attn::hard_attention\(Q, K, V, options…\): a mask must have the axes of the scores
// values in float.
// - hard_attention_mixed_element_types: hard_attention(q, k, as<float>(v))
//   ;; hard_attention(q, k, v) ;; attn::hard_attention\(Q, K, V\): requires one element type
// an option that is a number: hard attention itself says so.
// - hard_attention_option_is_number: hard_attention(q_of_double, k_of_double, k_of_double, 0.5)
//   ;; hard_attention(q_of_double, k_of_double, k_of_double, scaled_by(0.5))
//   ;; attn::hard_attention\(Q, K, V, options…\): a trailing argument is not an option
// values of a batch for one sequence.
// - hard_attention_value_batch: hard_attention(q, k, tensor<double, dim<2>, key, content>{})
//   ;; hard_attention(q, k, v)
//   ;; attn::hard_attention\(Q, K, V\): the leading axes of Q and V must agree
// fewer values than keys.
// - hard_attention_value_length: hard_attention(q, k, tensor<double, dim<4>, content>{}) ;; ditto
//   ;; attn::hard_attention\(Q, K, V\): one value per key
// one number for each key.
// - hard_attention_value_vector: hard_attention(q, k, tensor<double, key>{}) ;; ditto
//   ;; attn::hard_attention\(Q, K, V\): V must have at least two axes
// two batches of different sizes.
// - hard_attention_weights_batches_differ: hard_attention_weights(tensor<double, dim<2>, token,
//   width>{}, tensor<double, dim<3>, key, width>{}) ;; hard_attention_weights(q, k)
//   ;; attn::hard_attention_weights\(Q, K\): the leading axes of Q and K must agree
// two scales.
// - hard_attention_weights_duplicate_option: hard_attention_weights(q, k, unscaled, scaled_by(0.5))
//   ;; hard_attention_weights(q, k, unscaled)
//   ;; attn::hard_attention_weights\(Q, K, options…\): two options of one kind
// keys in float.
// - hard_attention_weights_mixed_element_types: hard_attention_weights(q, as<float>(k)) ;;
//   hard_attention_weights(q, k) ;; attn::hard_attention_weights\(Q, K\): requires one element type
// integers, where a mask has no -inf.
// - hard_attention_weights_of_integers: hard_attention_weights(as<int>(q), as<int>(k)) ;; ditto
//   ;; attn::hard_attention_weights\(Q, K\): requires a floating-point element type
// elements without an order.
// - hard_attention_weights_of_duals: hard_attention_weights(as<dual<double, 1>>(q),
//   as<dual<double, 1>>(k)) ;; hard_attention_weights(q, k)
//   ;; attn::hard_attention_weights\(Q, K, options…\): the elements must be float or double
// a number for a scale.
// - hard_attention_weights_option_is_number: hard_attention_weights(q, k, 0.5)
//   ;; hard_attention_weights(q, k, scaled_by(0.5))
//   ;; attn::hard_attention_weights\(Q, K, options…\): a trailing argument is not an option
// a single query without its sequence axis.
// - hard_attention_weights_vector: hard_attention_weights(select<0>(q, 0), k)
//   ;; hard_attention_weights(q, k)
//   ;; attn::hard_attention_weights\(Q, K\): Q and K must have at least two axes
// values of another batch.
// - column_attention_batches_differ: column_attention(q_2, k_3, tensor<double, dim<2>, d_v, key>{})
//   ;; column_attention(q_2, k_3, v_3)
//   ;; attn::column_attention\(Q, K, V\): the leading axes of Q and V must agree
// two scales.
// - column_attention_duplicate_option: column_attention(q_2, k_3, v_3, unscaled, scaled_by(0.5))
//   ;; ditto ;; attn::column_attention\(Q, K, V, options…\): two options of one kind
// values in float.
// - column_attention_mixed_element_types: column_attention(q_2, k_3, as<float>(v_3)) ;; ditto
//   ;; attn::column_attention\(Q, K, V\): requires one element type
// integers, which have no softmax.
// - column_attention_of_integers: column_attention(as<int>(q_2), as<int>(k_3), as<int>(v_3))
//   ;; ditto ;; attn::column_attention\(Q, K, V\): requires a floating-point element type
// a number for a scale.
// - column_attention_option_is_number: column_attention(q_2, k_3, v_3, 0.5) ;; ditto
//   ;; attn::column_attention\(Q, K, V, options…\): a trailing argument is not an option
// tokens in rows.
// - column_attention_rows: column_attention(transpose(q_2), transpose(k_3), transpose(v_3))
//   ;; ditto ;; attn::column_attention\(Q, K, V\): Q and K must have the same width \(d_k\)
// fewer values than keys.
// - column_attention_value_length: column_attention(q_2, k_3, tensor<double, d_v, dim<4>>{})
//   ;; ditto ;; attn::column_attention\(Q, K, V\): one value per key
// a single query without its sequence axis.
// - column_attention_vector: column_attention(select<1>(q_2, 0), k_3, v_3) ;; ditto
//   ;; attn::column_attention\(Q, K, V\): Q and K must have at least two axes
// two batches of different sizes.
// - column_attention_weights_batches_differ: column_attention_weights(tensor<double, dim<2>, d_k,
//   token>{}, tensor<double, dim<3>, d_k, key>{}) ;; column_attention_weights(q_2, k_3) ;;
//   attn::column_attention_weights\(Q, K\): the leading axes of Q and K must agree
// two scales.
// - column_attention_weights_duplicate_option: column_attention_weights(q_2, k_3, unscaled,
//   scaled_by(0.5))
//   ;; ditto ;; attn::column_attention_weights\(Q, K, options…\): two options of one kind
// keys in float.
// - column_attention_weights_mixed_element_types: column_attention_weights(q_2, as<float>(k_3))
//   ;; ditto ;; attn::column_attention_weights\(Q, K\): requires one element type
// integers, which have no softmax.
// - column_attention_weights_of_integers: column_attention_weights(as<int>(q_2), as<int>(k_3))
//   ;; ditto ;; attn::column_attention_weights\(Q, K\): requires a floating-point element type
// a number for a scale.
// - column_attention_weights_option_is_number: column_attention_weights(q_2, k_3, 0.5) ;; ditto
//   ;; attn::column_attention_weights\(Q, K, options…\): a trailing argument is not an option
// tokens in rows.
// - column_attention_weights_rows: column_attention_weights(transpose(q_2), transpose(k_3))
//   ;; ditto ;; attn::column_attention_weights\(Q, K\): Q and K must have the same width \(d_k\)
// a single query without its sequence axis.
// - column_attention_weights_vector: column_attention_weights(select<1>(q_2, 0), k_3) ;; ditto
//   ;; attn::column_attention_weights\(Q, K\): Q and K must have at least two axes
// two batches of different sizes.
// - column_scores_batches_differ: column_scores(tensor<double, dim<2>, d_k, token>{},
//   tensor<double, dim<3>, d_k, key>{}) ;; column_scores(q_2, k_3) ;; attn::column_scores\(Q, K\):
//   the leading axes of Q and K must agree
// keys in float.
// - column_scores_mixed_element_types: column_scores(q_2, as<float>(k_3)) ;; ditto
//   ;; attn::column_scores\(Q, K\): requires one element type
// tokens in rows.
// - column_scores_rows: column_scores(transpose(q_2), transpose(k_3)) ;; ditto
//   ;; attn::column_scores\(Q, K\): Q and K must have the same width \(d_k\)
// a single query without its sequence axis.
// - column_scores_vector: column_scores(select<1>(q_2, 0), k_3) ;; ditto
//   ;; attn::column_scores\(Q, K\): Q and K must have at least two axes
// QK^T of tokens in columns: an article derives A = K^T Q and O = V A^, and then states
// softmax(QK^T / sqrt d) V without a warning. At one token per feature both have one shape, and
// other numbers.
// - columns_by_the_row_formula: matmul(Q, transpose(K)) ;; column_scores(Q, K)
//   ;; attn::matmul\(A, B\): the contracted axes differ in name
// the columns of a temporary, which would be gone before the first is used.
// - columns_of_temporary: constexpr auto columns = columns_of(transpose(x));
//   ;; constexpr auto turned = transpose(x); constexpr auto columns = columns_of(turned);
//   ;; attn::columns_of\(x\): x is a temporary, which would not last; give it a name
// the columns of a vector.
// - columns_of_vector: columns_of(x_token_2) ;; along<"token">(x_token_2)
//   ;; attn::columns_of\(x\): x must have two axes; any number: along<axis>\(x\)
// "I multiplied by W^q": an article says that for Q = W^q I, and of columns the product is the
// other way round.
// - columns_projection: matmul(I, W_q) ;; matmul(W_q, I)
//   ;; attn::matmul\(A, B\): the contracted axes differ in name
// the softmax over the wrong axis: an article never says which; with `feature` named there is none
// among the scores.
// - columns_softmax_axis: softmax<"d_k">(column_scores(q_2, k_3))
//   ;; softmax<"key">(column_scores(q_2, k_3)) ;; attn::softmax<axis>\(x\): x has no such axis
// tokens in columns, to the function for tokens in rows; square, so that only the names tell.
// - columns_to_the_row_function: scaled_dot_product_attention(Q, K, K) ;; column_attention(Q, K, K)
//   ;; attn::scaled_dot_product_attention\(Q, K, V\): the widths of Q and K have different names
