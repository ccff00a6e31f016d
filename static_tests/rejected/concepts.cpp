// SPDX-License-Identifier: BSL-1.0
#include <attn/attention.hpp>
#include <attn/ops.hpp>
using namespace attn;

using q_type = tensor<double, axis<"token", 6>, axis<"d_k", 8>>;
using k_type = tensor<double, axis<"key", 5>, axis<"d_k", 8>>;
using v_type = tensor<double, axis<"key", 5>, axis<"d_v", 3>>;
using row_type = tensor<double, axis<"d_k", 8>>;
constexpr q_type q;
constexpr k_type k;
constexpr v_type v;

// a function whose declared result is the result of a wrong call, which it also makes.
// - result_of_a_function_1_matmul_result: constexpr matmul_result<q_type, k_type> f() { return
//   matmul(q, k); } constexpr auto y = f(); ;; constexpr matmul_result<q_type,
//   transpose_result<k_type>> f() { return matmul(q, transpose(k)); } constexpr auto y = f(); ;;
//   attn::matmul\(A, B\): A's last axis and B's second-to-last axis differ in size ;; d_k 8, key 5
// - result_of_a_function_2_combine_result: constexpr combine_result<q_type, k_type> f() { return q
//   + k; } constexpr auto y = f(); ;; constexpr combine_result<q_type, q_type> f() { return q + q;
//   } constexpr auto y = f(); ;; attn: A \+ B: both must have the same axes ;; token 6, key 5
// - result_of_a_function_3_transpose_result: constexpr transpose_result<row_type> f() { return
//   transpose(row_type{}); } constexpr auto y = f();
//   ;; constexpr transpose_result<q_type> f() { return transpose(q); } constexpr auto y = f();
//   ;; attn::transpose\(x\): x must have at least two axes ;; d_k 8
// - result_of_a_function_4_reduce_result: constexpr reduce_result<q_type, "key"> f() { return
//   sum<"key">(q); } constexpr auto y = f();
//   ;; constexpr reduce_result<q_type, "token"> f() { return sum<"token">(q); } constexpr auto y =
//   f(); ;; attn::sum<axis>\(x\): x has no such axis ;; token, d_k, key
// - result_of_a_function_5_rearrange_result: constexpr rearrange_result<"t d -> d", q_type> f() {
//   return rearrange<"t d -> d">(q); } constexpr auto y = f();
//   ;; constexpr rearrange_result<"t d -> d t", q_type> f() { return rearrange<"t d -> d t">(q); }
//   constexpr auto y = f(); ;; attn::rearrange ;; not-shown a word of the pattern
// - result_of_a_function_6_einsum_result: constexpr einsum_result<"td,dk->tk", q_type, k_type> f()
//   { return einsum<"td,dk->tk">(q, k); } constexpr auto y = f();
//   ;; constexpr einsum_result<"td,kd->tk", q_type, k_type> f() { return einsum<"td,kd->tk">(q, k);
//   } constexpr auto y = f(); ;; attn::einsum ;; key 5
// - result_of_a_function_7_attention_weights_result: constexpr attention_weights_result<q_type,
//   v_type> f() { return attention_weights(q, v); } constexpr auto y = f();
//   ;; constexpr attention_weights_result<q_type, k_type> f() { return attention_weights(q, k); }
//   constexpr auto y = f(); ;; attn::attention_weights\(Q, K\) ;; d_k 8, d_v 3
// - result_of_a_function_8_attention_result: constexpr attention_result<q_type, v_type, v_type> f()
//   { return scaled_dot_product_attention(q, v, v); } constexpr auto y = f(); ;; constexpr
//   attention_result<q_type, k_type, v_type> f() { return scaled_dot_product_attention(q, k, v); }
//   constexpr auto y = f(); ;; attn::scaled_dot_product_attention\(Q, K, V\) ;; d_k 8, d_v 3
// - result_of_a_function_9_decltype: constexpr decltype(softmax<"key">(q)) f() { return
//   softmax<"key">(q); } constexpr auto y = f();
//   ;; constexpr decltype(softmax<"d_k">(q)) f() { return softmax<"d_k">(q); } constexpr auto y =
//   f(); ;; attn::softmax<axis>\(x\): x has no such axis ;; token, d_k, key
// a function template that is given operands that do not go together.
// - result_of_a_template_1_matmul_result: template <class X, class Y> constexpr matmul_result<X, Y>
//   f(const X& x, const Y& y) { return matmul(x, y); } constexpr auto y = f(q, k); ;; template
//   <class X, class Y> constexpr combine_result<X, X> f(const X& x, const Y&) { return x + x; }
//   constexpr auto y = f(q, k); ;; attn::matmul\(A, B\): A's last axis and B's second-to-last axis
//   differ in size ;; d_k 8, key 5
// - result_of_a_template_2_combine_result: template <class X, class Y> constexpr combine_result<X,
//   Y> f(const X& x, const Y& y) { return x - y; } constexpr auto y = f(q, k); ;; template <class
//   X, class Y> constexpr combine_result<X, X> f(const X& x, const Y&) { return x - x; } constexpr
//   auto y = f(q, k); ;; attn: A - B: both must have the same axes ;; token 6, key 5
// - result_of_a_template_3_reduce_result: template <class X, class Y> constexpr reduce_result<Y,
//   "token"> f(const X&, const Y& y) { return amax<"token">(y); } constexpr auto y = f(q, k);
//   ;; template <class X, class Y> constexpr reduce_result<X, "token"> f(const X& x, const Y&) {
//   return amax<"token">(x); } constexpr auto y = f(q, k);
//   ;; attn::amax<axis>\(x\): x has no such axis ;; key, d_k, token
// - result_of_a_template_4_einsum_result: template <class X, class Y> constexpr
//   einsum_result<"td,dk->tk", X, Y> f(const X& x, const Y& y) { return einsum<"td,dk->tk">(x, y);
//   } constexpr auto y = f(q, k); ;; template <class X, class Y> constexpr
//   einsum_result<"td,kd->tk", X, Y> f(const X& x, const Y& y) { return einsum<"td,kd->tk">(x, y);
//   } constexpr auto y = f(q, k); ;; attn::einsum ;; key 5
// - result_of_a_template_5_attention_weights_result: template <class X, class Y> constexpr
//   attention_weights_result<X, v_type> f(const X& x, const Y&) { return attention_weights(x, v); }
//   constexpr auto y = f(q, k); ;; template <class X, class Y> constexpr
//   attention_weights_result<X, Y> f(const X& x, const Y& y) { return attention_weights(x, y); }
//   constexpr auto y = f(q, k); ;; attn::attention_weights\(Q, K\) ;; d_k 8, d_v 3
// - result_of_a_template_6_attention_result: template <class X, class Y> constexpr
//   attention_result<X, Y, X> f(const X& x, const Y& y) { return scaled_dot_product_attention(x, y,
//   x); } constexpr auto y = f(q, k); ;; template <class X, class Y> constexpr attention_result<X,
//   Y, Y> f(const X& x, const Y& y) { return scaled_dot_product_attention(x, y, y); } constexpr
//   auto y = f(q, k); ;; attn::scaled_dot_product_attention\(Q, K, V\) ;; key 5, token 6
// a variable whose declared type is the result of the wrong call that initialises it.
// - result_of_a_variable_1_matmul_result: constexpr matmul_result<q_type, k_type> y = matmul(q, k);
//   ;; constexpr matmul_result<q_type, transpose_result<k_type>> y = matmul(q, transpose(k)); ;;
//   attn::matmul\(A, B\): A's last axis and B's second-to-last axis differ in size ;; d_k 8, key 5
// - result_of_a_variable_2_combine_result: constexpr combine_result<q_type, k_type> y = q + k;
//   ;; constexpr combine_result<q_type, q_type> y = q + q;
//   ;; attn: A \+ B: both must have the same axes ;; token 6, key 5
// - result_of_a_variable_3_einsum_result: constexpr einsum_result<"td,dk->tk", q_type, k_type> y =
//   einsum<"td,dk->tk">(q, k); ;; constexpr einsum_result<"td,kd->tk", q_type, k_type> y =
//   einsum<"td,kd->tk">(q, k); ;; attn::einsum ;; key 5
// - result_of_a_variable_4_attention_result: constexpr attention_result<q_type, v_type, v_type> y =
//   scaled_dot_product_attention(q, v, v);
//   ;; constexpr attention_result<q_type, k_type, v_type> y = scaled_dot_product_attention(q, k,
//   v); ;; attn::scaled_dot_product_attention\(Q, K, V\) ;; d_k 8, d_v 3
// - result_of_a_variable_5_decltype: constexpr decltype(softmax<"key">(q)) y = softmax<"key">(q);
//   ;; constexpr decltype(softmax<"d_k">(q)) y = softmax<"d_k">(q);
//   ;; attn::softmax<axis>\(x\): x has no such axis ;; token, d_k, key
