// SPDX-License-Identifier: BSL-1.0
#include <attn.hpp>
using namespace attn;
using q_type = tensor<double, axis<"token", 6>, axis<"d_k", 8>>;
using k_type = tensor<double, axis<"key", 5>, axis<"d_k", 8>>;
using v_type = tensor<double, axis<"key", 5>, axis<"d_v", 3>>;
using row_type = tensor<double, axis<"d_k", 8>>;
constexpr q_type q;
constexpr k_type k;
constexpr v_type v;

// case: result_of_a_function
// rejected: a function whose declared result is that of a wrong call, which it also makes.
// errors: 1
// each: matmul_result<q_type, k_type> f() { return matmul(q, k); } ;; matmul_result<q_type, transpose_result<k_type>> f() { return matmul(q, transpose(k)); } ;; attn::matmul\(A, B\): A's last axis and B's second-to-last axis differ in size ;; d_k 8, key 5
// each: combine_result<q_type, k_type> f() { return q + k; } ;; combine_result<q_type, q_type> f() { return q + q; } ;; attn: A \+ B: both must have the same axes ;; token 6, key 5
// each: transpose_result<row_type> f() { return transpose(row_type{}); } ;; transpose_result<q_type> f() { return transpose(q); } ;; attn::transpose\(x\): x must have at least two axes ;; d_k 8
// each: reduce_result<q_type, "key"> f() { return sum<"key">(q); } ;; reduce_result<q_type, "token"> f() { return sum<"token">(q); } ;; attn::sum<axis>\(x\): x has no such axis ;; token, d_k, key
// each: rearrange_result<"t d -> d", q_type> f() { return rearrange<"t d -> d">(q); } ;; rearrange_result<"t d -> d t", q_type> f() { return rearrange<"t d -> d t">(q); } ;; attn::rearrange ;; not-shown a word of the pattern
// each: einsum_result<"td,dk->tk", q_type, k_type> f() { return einsum<"td,dk->tk">(q, k); } ;; einsum_result<"td,kd->tk", q_type, k_type> f() { return einsum<"td,kd->tk">(q, k); } ;; attn::einsum ;; key 5
// each: attention_weights_result<q_type, v_type> f() { return attention_weights(q, v); } ;; attention_weights_result<q_type, k_type> f() { return attention_weights(q, k); } ;; attn::attention_weights\(Q, K\) ;; d_k 8, d_v 3
// each: attention_result<q_type, v_type, v_type> f() { return scaled_dot_product_attention(q, v, v); } ;; attention_result<q_type, k_type, v_type> f() { return scaled_dot_product_attention(q, k, v); } ;; attn::scaled_dot_product_attention\(Q, K, V\) ;; d_k 8, d_v 3
// each: decltype(softmax<"key">(q)) f() { return softmax<"key">(q); } ;; decltype(softmax<"d_k">(q)) f() { return softmax<"d_k">(q); } ;; attn::softmax<axis>\(x\): x has no such axis ;; token, d_k, key

#ifdef ATTN_REJECT
constexpr WRONG
#else
constexpr RIGHT
#endif
    constexpr auto y = f();

// case: result_of_a_template
// rejected: a function template that is given operands that do not go together.
// errors: 1
// each: matmul_result<X, Y> f(const X& x, const Y& y) { return matmul(x, y); } ;; combine_result<X, X> f(const X& x, const Y&) { return x + x; } ;; attn::matmul\(A, B\): A's last axis and B's second-to-last axis differ in size ;; d_k 8, key 5
// each: combine_result<X, Y> f(const X& x, const Y& y) { return x - y; } ;; combine_result<X, X> f(const X& x, const Y&) { return x - x; } ;; attn: A - B: both must have the same axes ;; token 6, key 5
// each: reduce_result<Y, "token"> f(const X&, const Y& y) { return amax<"token">(y); } ;; reduce_result<X, "token"> f(const X& x, const Y&) { return amax<"token">(x); } ;; attn::amax<axis>\(x\): x has no such axis ;; key, d_k, token
// each: einsum_result<"td,dk->tk", X, Y> f(const X& x, const Y& y) { return einsum<"td,dk->tk">(x, y); } ;; einsum_result<"td,kd->tk", X, Y> f(const X& x, const Y& y) { return einsum<"td,kd->tk">(x, y); } ;; attn::einsum ;; key 5
// each: attention_weights_result<X, v_type> f(const X& x, const Y&) { return attention_weights(x, v); } ;; attention_weights_result<X, Y> f(const X& x, const Y& y) { return attention_weights(x, y); } ;; attn::attention_weights\(Q, K\) ;; d_k 8, d_v 3
// each: attention_result<X, Y, X> f(const X& x, const Y& y) { return scaled_dot_product_attention(x, y, x); } ;; attention_result<X, Y, Y> f(const X& x, const Y& y) { return scaled_dot_product_attention(x, y, y); } ;; attn::scaled_dot_product_attention\(Q, K, V\) ;; key 5, token 6

template <class X, class Y>
#ifdef ATTN_REJECT
constexpr WRONG
#else
constexpr RIGHT
#endif
    constexpr auto y = f(q, k);

// case: result_of_a_variable
// rejected: a variable whose declared type is the result of the wrong call that initialises it.
// errors: 1
// each: matmul_result<q_type, k_type> y = matmul(q, k) ;; matmul_result<q_type, transpose_result<k_type>> y = matmul(q, transpose(k)) ;; attn::matmul\(A, B\): A's last axis and B's second-to-last axis differ in size ;; d_k 8, key 5
// each: combine_result<q_type, k_type> y = q + k ;; combine_result<q_type, q_type> y = q + q ;; attn: A \+ B: both must have the same axes ;; token 6, key 5
// each: einsum_result<"td,dk->tk", q_type, k_type> y = einsum<"td,dk->tk">(q, k) ;; einsum_result<"td,kd->tk", q_type, k_type> y = einsum<"td,kd->tk">(q, k) ;; attn::einsum ;; key 5
// each: attention_result<q_type, v_type, v_type> y = scaled_dot_product_attention(q, v, v) ;; attention_result<q_type, k_type, v_type> y = scaled_dot_product_attention(q, k, v) ;; attn::scaled_dot_product_attention\(Q, K, V\) ;; d_k 8, d_v 3
// each: decltype(softmax<"key">(q)) y = softmax<"key">(q) ;; decltype(softmax<"d_k">(q)) y = softmax<"d_k">(q) ;; attn::softmax<axis>\(x\): x has no such axis ;; token, d_k, key

#ifdef ATTN_REJECT
constexpr WRONG;
#else
constexpr RIGHT;
#endif
