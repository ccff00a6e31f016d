// SPDX-License-Identifier: BSL-1.0
// What attn/ops/matmul.hpp rejects.
#include <cstddef>
#include <limits>

#include <attn.hpp>

using namespace attn;

using token_2 = axis<"token", 2>;
using text = axis<"text", 2>;
using token = axis<"token", 3>;
using feature = axis<"feature", 3>;
using key_4 = axis<"key", 4>;
using key = axis<"key", 3>;
using feature_2 = axis<"feature", 2>;
template <std::size_t Batch> using queries = tensor<float, axis<"batch", Batch>, token_2, dim<2>>;
using keys = tensor<float, axis<"batch", 2>, dim<2>, axis<"key", 2>>;
constexpr tensor<double, text, axis<"feature", 3>, axis<"hidden", 4>> B;
constexpr tensor<double, token, feature> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};
constexpr tensor<double, token, feature> K_token_feature{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}};
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr matrix<double, 1, 2> zeros;
constexpr tensor<float, token_2, feature> Q_of_float{{1, 0, 2}, {2, 2, 2}};
constexpr tensor<float, key_4, feature> K_of_float{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}, {1, 1, 1}};
constexpr matrix<double, 2, 3> A{{1, 0, 2}, {2, 2, 2}};
constexpr matrix<double, 4, 3> B_4x3{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}, {1, 1, 1}};
constexpr tensor<double, key, feature> K{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}};
constexpr tensor<double, token_2, axis<"feature", 4>> X;
constexpr tensor<double, key_4, axis<"content", 3>> V;
constexpr tensor<double, token, axis<"d_k", 3>> Q_token_d_k_3{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};
constexpr tensor<double, token, axis<"d_v", 3>> V_token_d_v_3{{1, 2, 3}, {2, 8, 0}, {2, 6, 3}};
constexpr auto w = attention_weights(Q_token_d_k_3, Q_token_d_k_3);
constexpr tensor<double, token, dim<3>> V_token_3{{1, 2, 3}, {2, 8, 0}, {2, 6, 3}};
constexpr auto weights_of_V = attention_weights(V_token_3, V_token_3);
constexpr matrix<token_id<5>, 2, 3> ids{};
constexpr matrix<float, 3, 2> W{};
using product_of_rows = tensor<double, dim<2>, dim<3>>;
constexpr tensor<double, key, feature> V_key_feature{{1, 2, 3}, {2, 8, 0}, {2, 6, 3}};
constexpr tensor<double, token, key> weights{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
constexpr tensor<int, token_2, feature_2> x{{1, 0}, {0, 1}};
constexpr tensor<float, feature_2, axis<"hidden", 2>> W_feature_2_hidden_2{{0.5f, 1}, {1.5f, 2}};
constexpr tensor<float, token, feature> Q_float_token_feature;

// a batch of one query with a batch of two keys. PyTorch broadcasts it:
// https://github.com/pytorch/pytorch/issues/64888.
// - matmul_batches_differ: matmul(queries<1>{}, keys{}) ;; matmul(queries<2>{}, keys{})
//   ;; attn::matmul\(A, B\): the leading axes must agree
// one A for all, whose rows have the name of the batch.
// - matmul_one_query_matrix_for_all: matmul(tensor<double, text, axis<"feature", 3>>{}, B)
//   ;; matmul(tensor<double, axis<"token", 2>, axis<"feature", 3>>{}, B)
//   ;; attn::matmul\(A, B\): the result would have two axes with the same name
// self-attention: Q and K come from the same tokens, so the scores would have the axis `token`
// twice, and no softmax<"token"> could tell which one is meant.
// - matmul_duplicate_axis: matmul(Q, transpose(K_token_feature)) ;; matmul(Q,
//   transpose(as_keys(K_token_feature))) ;; expect-error: attn::matmul\(A, B\): the result would
//   have two axes with the same name ;; expect-error: transpose\(as_keys\(K\)\)
// 0 * infinity: a mask that is multiplied where it should have been selected. The compiler shows
// the way to the NaN, and it leads through the kernel.
// - matmul_infinity_times_zero: matmul(zeros, matrix<double, 2, 1>{{infinity}, {1}}) ;;
//   matmul(zeros, matrix<double, 2, 1>{{2}, {1}}) ;; expect-error[gcc]: constant_is_not_a_number ;;
//   expect-error[clang]: must be initialized by a constant expression ;; expect-note:
//   constant_is_not_a_number|floating point arithmetic produces a NaN ;; allow: detail::
// Q K without the transposition; in PyTorch a run-time error, in hand-written loops none.
// - matmul_inner_sizes: matmul(Q_of_float, K_of_float) ;; matmul(Q_of_float, transpose(K_of_float))
//   ;; attn::matmul\(A, B\): A's last axis and B's second-to-last
// 2x3 by 4x3 without any names: sizes are always checked.
// - matmul_inner_sizes_unnamed: matmul(A, B_4x3) ;; matmul(A, transpose(B_4x3))
//   ;; attn::matmul\(A, B\): A's last axis and B's second-to-last
// a product written into a tensor that has not its elements.
// - matmul_into_smaller: using out_type = matrix<double, 1, 2>; constexpr double first() { out_type
//   out{}; matmul_into(out, matrix<double, 3, 4>{}, matrix<double, 4, 2>{}); return out(0, 0); }
//   constexpr double zero = first();
//   ;; using out_type = matrix<double, 3, 2>; constexpr double first() { out_type out{};
//   matmul_into(out, matrix<double, 3, 4>{}, matrix<double, 4, 2>{}); return out(0, 0); } constexpr
//   double zero = first(); ;; attn::matmul_into\(out, A, B\): out must have the axes of the result
// scores written into a tensor whose axes are in the other order: at 3x3 the sizes agree.
// - matmul_into_wrong_axes: void score(tensor<double, key, token>& out, const tensor<double, token,
//   feature>& q, const tensor<double, feature, key>& k) { matmul_into(out, q, k); }
//   ;; void score(tensor<double, token, key>& out, const tensor<double, token, feature>& q, const
//   tensor<double, feature, key>& k) { matmul_into(out, q, k); }
//   ;; attn::matmul_into\(out, A, B\): out must have the axes of the result
// K^T Q where Q K^T was meant. An article derives the scores for vectors in columns and then states
// them for vectors in rows; at 3x3 the two matrices have the same shape and other numbers (E20).
// - matmul_names_ktq: matmul(transpose(K), Q) ;; matmul(Q, transpose(K))
//   ;; attn::matmul\(A, B\): the contracted axes differ in name; did you mean matmul\(B, A\)\?
// two axes of one size and other names; neither the transpose nor as_keys would help.
// - matmul_names_of_another_axis: matmul(X, V) ;; matmul(X, rename<"key", "feature">(V))
//   ;; attn::matmul\(A, B\): the contracted axes differ in name: A's last, B's second-to-last
//   ;; forbid: did you mean
// the weights of self-attention are (token, key_token), and V is still (token, d_v).
// - matmul_names_of_self_attention: constexpr auto out = matmul(w, V_token_d_v_3); ;; constexpr
//   auto out = matmul(w, as_keys(V_token_d_v_3)); static_assert(out ==
//   scaled_dot_product_attention(Q_token_d_k_3, Q_token_d_k_3, V_token_d_v_3)); ;; attn::matmul\(A,
//   B\): the contracted axes differ in name; did you mean as_keys\(B\)\? ;; forbid: transpose
// the same where a width without a name would let the transpose of V compile as well.
// - matmul_names_of_self_attention_unnamed_width: matmul(weights_of_V, V_token_3)
//   ;; matmul(weights_of_V, as_keys(V_token_3))
//   ;; attn::matmul\(A, B\): the contracted axes differ in name; did you mean as_keys\(B\)\?
// a product of ids, which are no numbers: the look-up was forgotten.
// - matmul_of_token_ids: matmul(ids, W) ;; matmul(as<float>(as<int>(ids)), W)
//   ;; attn::matmul\(A, B\): requires elements that can be added and multiplied
// the type of an impossible product, never computed: an explicit return type would let it pass.
// - matmul_type_of_wrong_product: using product = decltype(matmul(product_of_rows{},
//   product_of_rows{})); ;; using product = decltype(matmul(product_of_rows{},
//   transpose(product_of_rows{}))); ;; attn::matmul\(A, B\): A's last axis and B's second-to-last
// the weights' keys meet the values' features: V^T where V was meant, unnoticed at 3x3 (E15).
// - matmul_value_wrong_axis: matmul(weights, transpose(V_key_feature))
//   ;; matmul(weights, V_key_feature)
//   ;; attn::matmul\(A, B\): the contracted axes differ in name; did you mean transpose\(B\)\?
// a vector has no columns: is it one row or one column?
// - matmul_vector: matmul(Q, tensor<double, feature>{1, 2, 3}) ;; matmul(Q, tensor<double, feature,
//   dim<1>>{{1}, {2}, {3}}) ;; attn::matmul\(A, B\): A and B must have at least two axes
// integer tokens times float weights; PyTorch says so at run time ("expected scalar type Long but
// found Float"), C++ would convert every element on the way (E8).
// - mixed_element_types: matmul(x, W_feature_2_hidden_2)
//   ;; matmul(as<float>(x), W_feature_2_hidden_2)
//   ;; attn::matmul\(A, B\): requires one element type for all operands; convert with as<T>\(x\)
// float queries and double keys: one of them has lost digits already, or is about to.
// - mixed_float_double: matmul(Q_float_token_feature, transpose(K))
//   ;; matmul(as<double>(Q_float_token_feature), transpose(K))
//   ;; attn::matmul\(A, B\): requires one element type for all operands; convert with as<T>\(x\)
