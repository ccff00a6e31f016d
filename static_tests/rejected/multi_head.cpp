// SPDX-License-Identifier: BSL-1.0
// What heads, multi_head, multi_head_self, multi_head_weights, slices reject.
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;
using model_4 = axis<"model", 4>;
constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, axis<"batch", 2>, token, width> two;
constexpr tensor<double, axis<"batch", 3>, token, width> three;
constexpr tensor<double, head, width, d_k> w_head_width_d_k;
constexpr tensor<double, model, width> w_o;
constexpr tensor<double, axis<"head", 3>, width, d_k> three_head_3_width_d_k;
constexpr tensor<double, axis<"key", 5>, axis<"offered", 7>> memory;
constexpr tensor<double, axis<"offered", 7>, model> w_k;
constexpr tensor<double, width, axis<"model", 8>> wider;
constexpr tensor<float, width, model> narrow_w;
constexpr matrix<int, 3, 4> x_int_3x4;
constexpr matrix<int, 4, 6> w_int_4x6;
constexpr auto y = as<double>(x_int_3x4);
constexpr auto u = as<double>(w_int_4x6);
constexpr tensor<float, model, width> w_o_of_float;
constexpr tensor<double, head, d_k, width> w_o_head_d_k_width;
constexpr tensor<double, d_k, head, width> turned;
constexpr tensor<double, head, axis<"d_v", 3>, width> w_o_head_d_v_3_width;
constexpr tensor<double, axis<"model", 3>, width> of_one;
constexpr tensor<double, axis<"out", 6>, model> stored;
constexpr tensor<double, model, axis<"token", 5>> to_tokens;
constexpr tensor<double, model, axis<"word", 5>> to_words;
constexpr tensor<double, model> v;
constexpr tensor<double, model, dim<1>> column;
constexpr tensor<double, width, axis<"content", 6>> w_v;
constexpr tensor<double, axis<"key", 5>, width> five;
constexpr tensor<double, axis<"key", 4>, width> four;
constexpr tensor<double, width, model_4> w_of_double;
constexpr tensor<double, model_4, width> stored_model_4_width;
constexpr matrix<double, 3, 4> x_3x4;
constexpr matrix<double, 4, 6> w_4x6;
constexpr matrix<double, 6, 4> stored_6x4;
constexpr tensor<double, axis<"token", 3>, width> x_2, x_token_3_width;
constexpr tensor<double, width, model> other;
constexpr tensor<double, axis<"head", 1>, width, d_k> one;
constexpr matrix<double, 6, 4> stored_2;
constexpr auto whole_x = as<int>(x_2);
constexpr auto whole_w = as<int>(w);
constexpr tensor<double, model, width> stored_model_width;
constexpr tensor<double, width> one_width;
constexpr auto whole_x_2 = as<int>(x);
constexpr tensor<double, width> one_2;
using key = axis<"key", 5>;
constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, axis<"content", 6>> v_2;
constexpr auto whole = as<int>(q);
constexpr tensor<double, width> one_3;
constexpr tensor<double, key, axis<"content", 4>> narrow_v;

// a batch of queries asks a sequence without a batch.
// - multi_head_batch_of_queries: multi_head_attention<head>(two, x, x, w, w, w)
//   ;; multi_head_attention<head>(x, x, x, w, w, w)
//   ;; attn::multi_head_attention\(…\): the leading axes must agree
// a batch of two asks a batch of three.
// - multi_head_batches_differ: multi_head_attention<head>(two, three, three, w, w, w)
//   ;; multi_head_attention<head>(two, two, two, w, w, w)
//   ;; attn::multi_head_attention\(…\): the leading axes must agree
// a matrix for each head, and then cut into heads (E28).
// - multi_head_cut_twice: multi_head_attention<head>(x, x, x, w_head_width_d_k, w_head_width_d_k,
//   w_head_width_d_k) ;; multi_head_attention(x, x, x, w_head_width_d_k, w_head_width_d_k,
//   w_head_width_d_k) ;; attn::multi_head_attention\(…\): each weight must be \(input, output\)
//   with <head>, and \(head, input, output\) without
// two scales, behind the output projection.
// - multi_head_duplicate_option: multi_head_attention<head>(x, x, x, w, w, w, w_o, unscaled,
//   scaled_by(0.5)) ;; multi_head_attention<head>(x, x, x, w, w, w, w_o, unscaled)
//   ;; attn::multi_head_attention\(…\): two options of one kind
// heads under the name that the tokens have.
// - multi_head_head_is_an_axis: multi_head_attention<axis<"token", 2>>(x, x, x, w, w, w)
//   ;; multi_head_attention<head>(x, x, x, w, w, w)
//   ;; attn::multi_head_attention\(…\): two of the axes would have the same name
// three heads of values for two of queries and keys.
// - multi_head_heads_differ: multi_head_attention(x, x, x, w_head_width_d_k, w_head_width_d_k,
//   three_head_3_width_d_k) ;; multi_head_attention(x, x, x, w_head_width_d_k, w_head_width_d_k,
//   w_head_width_d_k) ;; attn::multi_head_attention\(…\): the weights must have the same heads
// 4 heads of a width of 6 (E31: Python's // would truncate).
// - multi_head_heads_not_dividing: multi_head_attention<axis<"head", 4>>(x, x, x, w, w, w)
//   ;; multi_head_attention<head>(x, x, x, w, w, w)
//   ;; attn::multi_head_attention\(…\): the heads must divide the widths
// keys that are wider than their weight takes.
// - multi_head_input_width: multi_head_attention<head>(x, memory, memory, w, w, w_k)
//   ;; multi_head_attention<head>(x, memory, memory, w, w_k, w_k)
//   ;; attn::multi_head_attention\(…\): the input of W_k must be Xk's last axis
// queries of a width of their own, as if d_q were free (E6).
// - multi_head_key_width: multi_head_attention<head>(x, x, x, wider, w, w)
//   ;; multi_head_attention<head>(x, x, x, w, w, wider)
//   ;; attn::multi_head_attention\(…\): W_q and W_k must have the same width
// one weight in another element type.
// - multi_head_mixed_element_types: multi_head_attention<head>(x, x, x, w, narrow_w, w)
//   ;; multi_head_attention<head>(x, x, x, w, as<double>(narrow_w), w)
//   ;; attn::multi_head_attention\(…\): requires one element type for all operands; convert with
//   as<T>\(x\)
// multi-head attention of integers.
// - multi_head_of_integers: multi_head_attention<dim<2>>(x_int_3x4, x_int_3x4, x_int_3x4,
//   w_int_4x6, w_int_4x6, w_int_4x6) ;; multi_head_attention<dim<2>>(y, y, y, u, u, u)
//   ;; attn::multi_head_attention\(…\): requires a floating-point element type; convert with
//   as<double>\(x\)
// one matrix for all heads, without the number of heads.
// - multi_head_one_matrix_without_head: multi_head_attention(x, x, x, w, w, w) ;;
//   multi_head_attention<head>(x, x, x, w, w, w) ;; attn::multi_head_attention\(…\): each weight
//   must be \(input, output\) with <head>, and \(head, input, output\) without
// a scale that is not said to be one.
// - multi_head_option_is_number: multi_head_attention<head>(x, x, x, w, w, w, 0.5)
//   ;; multi_head_attention<head>(x, x, x, w, w, w, scaled_by(0.5))
//   ;; attn::multi_head_attention\(…\): a trailing argument is not an option
// an output projection in another element type.
// - multi_head_output_element: multi_head_attention<head>(x, x, x, w, w, w, w_o_of_float)
//   ;; multi_head_attention<head>(x, x, x, w, w, w, as<double>(w_o_of_float))
//   ;; attn::multi_head_attention\(…\): requires one element type for all operands; convert with
//   as<T>\(x\)
// an output projection whose heads are the others' widths.
// - multi_head_output_heads: multi_head_attention(x, x, x, w_head_width_d_k, w_head_width_d_k,
//   w_head_width_d_k, turned) ;; multi_head_attention(x, x, x, w_head_width_d_k, w_head_width_d_k,
//   w_head_width_d_k, w_o_head_d_k_width) ;; attn::multi_head_attention\(…\): W_o must begin with
//   the heads and the output of W_v
// an output projection for each head, of heads that were cut from one matrix.
// - multi_head_output_heads_cut: multi_head_attention<head>(x, x, x, w, w, w, w_o_head_d_v_3_width)
//   ;; multi_head_attention<head>(x, x, x, w, w, w, merge<0, 1>(w_o_head_d_v_3_width))
//   ;; attn::multi_head_attention\(…\): W_o must be \(heads \* d_v, output\), or without <head>
//   \(head, d_v, output\)
// an output projection of one head's width, and not of all of them.
// - multi_head_output_input: multi_head_attention<head>(x, x, x, w, w, w, of_one)
//   ;; multi_head_attention<head>(x, x, x, w, w, w, w_o)
//   ;; attn::multi_head_attention\(…\): the input of W_o must be heads times d_v
// an output projection as torch.nn.Linear stores it, square: only the names tell.
// - multi_head_output_layout: multi_head_attention<head>(x, x, x, w, w, w, stored)
//   ;; multi_head_attention<head>(x, x, x, w, w, w, transpose(stored))
//   ;; attn::multi_head_attention\(…\): the input of W_o must be heads times d_v
// an output projection into an axis that the sequence has.
// - multi_head_output_names: multi_head_attention<head>(x, x, x, w, w, w, to_tokens)
//   ;; multi_head_attention<head>(x, x, x, w, w, w, to_words)
//   ;; attn::multi_head_attention\(…\): the result would have two axes with the same name
// an output projection with one axis.
// - multi_head_output_vector: multi_head_attention<head>(x, x, x, w, w, w, v) ;;
//   multi_head_attention<head>(x, x, x, w, w, w, column) ;; attn::multi_head_attention\(…\): W_o
//   must be \(heads \* d_v, output\), or without <head> \(head, d_v, output\)
// the values' projection for the queries (E7: query = self.wv(query)).
// - multi_head_value_for_query: multi_head_attention<head>(x, x, x, w_v, w, w_v)
//   ;; multi_head_attention<head>(x, x, x, w, w, w_v)
//   ;; attn::multi_head_attention\(…\): the widths of W_q and W_k differ in name
// one value less than there are keys.
// - multi_head_value_length: multi_head_attention<head>(x, five, four, w, w, w)
//   ;; multi_head_attention<head>(x, five, five, w, w, w)
//   ;; attn::multi_head_attention\(…\): one value per key: Xk and Xv must have the same sequence
// a weight as torch.nn.Linear stores it, (output, input), and square: only the names tell.
// - multi_head_weight_layout: multi_head_attention<head>(x, x, x, stored_model_4_width,
//   w_of_double, w_of_double)
//   ;; multi_head_attention<head>(x, x, x, transpose(stored_model_4_width), w_of_double,
//   w_of_double) ;; attn::multi_head_attention\(…\): the input of W_q must be Xq's last axis
// a weight as torch.nn.Linear stores it, (output, input), without names: its size tells.
// - multi_head_weight_layout_unnamed: multi_head_attention<dim<2>>(x_3x4, x_3x4, x_3x4, w_4x6,
//   w_4x6, stored_6x4)
//   ;; multi_head_attention<dim<2>>(x_3x4, x_3x4, x_3x4, w_4x6, w_4x6, transpose(stored_6x4))
//   ;; attn::multi_head_attention\(…\): the input of W_v must be Xv's last axis
// a matrix for each head, and then cut into heads (E28).
// - multi_head_self_cut_twice: multi_head_self_attention<head>(x_2, w_head_width_d_k,
//   w_head_width_d_k, w_head_width_d_k) ;; multi_head_self_attention(x_2, w_head_width_d_k,
//   w_head_width_d_k, w_head_width_d_k) ;; attn::multi_head_self_attention\(…\): each weight must
//   be \(input, output\) with <head>, and \(head, input, output\) without
// two scales, behind the output projection.
// - multi_head_self_duplicate_option: multi_head_self_attention<head>(x_2, w, w, w, transpose(w),
//   unscaled, scaled_by(0.5)) ;; multi_head_self_attention<head>(x_2, w, w, w, transpose(w),
//   unscaled) ;; attn::multi_head_self_attention\(…\): two options of one kind
// heads under the name that the tokens have.
// - multi_head_self_head_is_an_axis: multi_head_self_attention<axis<"token", 2>>(x_2, w, w, w)
//   ;; multi_head_self_attention<head>(x_2, w, w, w)
//   ;; attn::multi_head_self_attention\(…\): two of the axes would have the same name
// one head of keys for two of queries, which is not what was asked for.
// - multi_head_self_heads_differ: multi_head_self_attention(x_2, w_head_width_d_k, one,
//   w_head_width_d_k) ;; multi_head_self_attention(x_2, w_head_width_d_k, w_head_width_d_k,
//   w_head_width_d_k) ;; attn::multi_head_self_attention\(…\): the weights must have the same heads
// 8 heads of a width of 6 (E31).
// - multi_head_self_heads_not_dividing: multi_head_self_attention<axis<"head", 8>>(x_2, w, w, w)
//   ;; multi_head_self_attention<head>(x_2, w, w, w)
//   ;; attn::multi_head_self_attention\(…\): the heads must divide the widths
// a weight as torch.nn.Linear stores it, without names: its size tells.
// - multi_head_self_key_layout: multi_head_self_attention<dim<2>>(x_3x4, w_4x6, stored_2, w_4x6)
//   ;; multi_head_self_attention<dim<2>>(x_3x4, w_4x6, transpose(stored_2), w_4x6)
//   ;; attn::multi_head_self_attention\(…\): the input of W_k must be X's last axis
// queries of a width of their own (E6).
// - multi_head_self_key_width: multi_head_self_attention<head>(x_2, wider, w, w)
//   ;; multi_head_self_attention<head>(x_2, w, w, wider)
//   ;; attn::multi_head_self_attention\(…\): W_q and W_k must have the same width
// one weight in another element type.
// - multi_head_self_mixed_element_types: multi_head_self_attention<head>(x_2, w, as<float>(w), w)
//   ;; multi_head_self_attention<head>(x_2, w, w, w) ;; attn::multi_head_self_attention\(…\):
//   requires one element type for all operands; convert with as<T>\(x\)
// multi-head self-attention of integers.
// - multi_head_self_of_integers: multi_head_self_attention<head>(whole_x, whole_w, whole_w,
//   whole_w) ;; ditto ;; attn::multi_head_self_attention\(…\): requires a floating-point element
//   type; convert with as<double>\(x\)
// a scale that is not said to be one.
// - multi_head_self_option_is_number: multi_head_self_attention<head>(x_2, w, w, w, 0.5)
//   ;; multi_head_self_attention<head>(x_2, w, w, w, scaled_by(0.5))
//   ;; attn::multi_head_self_attention\(…\): a trailing argument is not an option
// an output projection in another element type.
// - multi_head_self_output_element: multi_head_self_attention<head>(x_2, w, w, w, w_o_of_float)
//   ;; multi_head_self_attention<head>(x_2, w, w, w, as<double>(w_o_of_float))
//   ;; attn::multi_head_self_attention\(…\): requires one element type for all operands; convert
//   with as<T>\(x\)
// an output projection with its heads in the second place.
// - multi_head_self_output_heads: multi_head_self_attention(x_2, w_head_width_d_k,
//   w_head_width_d_k, w_head_width_d_k, permute<1, 0, 2>(w_o_head_d_k_width))
//   ;; multi_head_self_attention(x_2, w_head_width_d_k, w_head_width_d_k, w_head_width_d_k,
//   w_o_head_d_k_width)
//   ;; attn::multi_head_self_attention\(…\): W_o must begin with the heads and the output of W_v
// an output projection of another width than the heads have together.
// - multi_head_self_output_input: multi_head_self_attention<head>(x_2, w, w, w, other)
//   ;; multi_head_self_attention<head>(x_2, w, w, w, w_o)
//   ;; attn::multi_head_self_attention\(…\): the input of W_o must be heads times d_v
// an output projection into an axis that the sequence has.
// - multi_head_self_output_names: multi_head_self_attention<head>(x_2, w, w, w, to_tokens)
//   ;; multi_head_self_attention<head>(x_2, w, w, w, rename<"token", "word">(to_tokens))
//   ;; attn::multi_head_self_attention\(…\): the result would have two axes with the same name
// an output projection with one axis.
// - multi_head_self_output_vector: multi_head_self_attention<head>(x_2, w, w, w, v)
//   ;; multi_head_self_attention<head>(x_2, w, w, w, expand<dim<1>>(v))
//   ;; attn::multi_head_self_attention\(…\): W_o must be \(heads \* d_v, output\), or without
//   <head> \(head, d_v, output\)
// a weight as torch.nn.Linear stores it, square: only the names tell.
// - multi_head_self_query_layout: multi_head_self_attention<head>(x_token_3_width,
//   stored_model_4_width, w_of_double, w_of_double) ;;
//   multi_head_self_attention<head>(x_token_3_width, transpose(stored_model_4_width), w_of_double,
//   w_of_double) ;; attn::multi_head_self_attention\(…\): the input of W_q must be X's last axis
// two output projections.
// - multi_head_self_two_outputs: multi_head_self_attention<head>(x_2, w, w, w, w_o, w_o) ;;
//   multi_head_self_attention<head>(x_2, w, w, w, w_o) ;; attn::multi_head_self_attention\(…\): a
//   trailing argument is not an option; a scale is scaled_by\(x\)
// the values' projection for the queries (E7).
// - multi_head_self_value_for_query: multi_head_self_attention<head>(x_2, w_v, w, w_v)
//   ;; multi_head_self_attention<head>(x_2, w, w, w_v)
//   ;; attn::multi_head_self_attention\(…\): the widths of W_q and W_k differ in name
// a single token without its sequence.
// - multi_head_self_vector: multi_head_self_attention<head>(one_width, w, w, w)
//   ;; multi_head_self_attention<head>(expand<dim<1>, 0>(one_width), w, w, w)
//   ;; attn::multi_head_self_attention\(…\): X must be \(token, width\), or a batch of them
// a weight as torch.nn.Linear stores it, (output, input).
// - multi_head_self_weight_layout: multi_head_self_attention<head>(x_2, w, w, stored_model_width)
//   ;; multi_head_self_attention<head>(x_2, w, w, transpose(stored_model_width))
//   ;; attn::multi_head_self_attention\(…\): the input of W_v must be X's last axis
// a batch of two asks a batch of three.
// - multi_head_weights_batches_differ: multi_head_attention_weights<head>(two, three, w, w)
//   ;; multi_head_attention_weights<head>(two, two, w, w)
//   ;; attn::multi_head_attention_weights\(…\): the leading axes must agree
// a matrix for each head, and then cut into heads (E28).
// - multi_head_weights_cut_twice: multi_head_attention_weights<head>(x, x, w_head_width_d_k,
//   w_head_width_d_k) ;; multi_head_attention_weights(x, x, w_head_width_d_k, w_head_width_d_k)
//   ;; attn::multi_head_attention_weights\(…\): each weight must be \(input, output\) with <head>,
//   and \(head, input, output\) without
// two scales.
// - multi_head_weights_duplicate_option: multi_head_attention_weights<head>(x, x, w, w, unscaled,
//   scaled_by(0.5)) ;; multi_head_attention_weights<head>(x, x, w, w, unscaled)
//   ;; attn::multi_head_attention_weights\(…\): two options of one kind
// heads under the name that the tokens have.
// - multi_head_weights_head_is_an_axis: multi_head_attention_weights<axis<"token", 2>>(x, x, w, w)
//   ;; multi_head_attention_weights<head>(x, x, w, w)
//   ;; attn::multi_head_attention_weights\(…\): two of the axes would have the same name
// three heads of keys for two of queries.
// - multi_head_weights_heads_differ: multi_head_attention_weights(x, x, w_head_width_d_k,
//   three_head_3_width_d_k)
//   ;; multi_head_attention_weights(x, x, w_head_width_d_k, w_head_width_d_k)
//   ;; attn::multi_head_attention_weights\(…\): the weights must have the same heads
// 4 heads of a width of 6 (E31).
// - multi_head_weights_heads_not_dividing: multi_head_attention_weights<axis<"head", 4>>(x, x, w,
//   w) ;; multi_head_attention_weights<head>(x, x, w, w)
//   ;; attn::multi_head_attention_weights\(…\): the heads must divide the widths
// keys that are wider than their weight takes.
// - multi_head_weights_input_width: multi_head_attention_weights<head>(x, memory, w, w)
//   ;; multi_head_attention_weights<head>(x, memory, w, w_k)
//   ;; attn::multi_head_attention_weights\(…\): the input of W_k must be Xk's last axis
// queries of a width of their own (E6).
// - multi_head_weights_key_width: multi_head_attention_weights<head>(x, x, wider, w)
//   ;; multi_head_attention_weights<head>(x, x, w, w)
//   ;; attn::multi_head_attention_weights\(…\): W_q and W_k must have the same width
// one weight in another element type.
// - multi_head_weights_mixed_element_types: multi_head_attention_weights<head>(x, x, w,
//   as<float>(w)) ;; ditto ;; attn::multi_head_attention_weights\(…\): requires one element type
//   for all operands; convert with as<T>\(x\)
// weights of integers.
// - multi_head_weights_of_integers: multi_head_attention_weights<head>(whole_x_2, whole_x_2,
//   whole_w, whole_w) ;; ditto ;; attn::multi_head_attention_weights\(…\): requires a
//   floating-point element type; convert with as<double>\(x\)
// a scale that is not said to be one.
// - multi_head_weights_option_is_number: multi_head_attention_weights<head>(x, x, w, w, 0.5)
//   ;; multi_head_attention_weights<head>(x, x, w, w, scaled_by(0.5))
//   ;; attn::multi_head_attention_weights\(…\): a trailing argument is not an option; a scale is
//   scaled_by\(x\)
// the values' projection for the queries (E7).
// - multi_head_weights_value_for_query: multi_head_attention_weights<head>(x, x, w_v, w)
//   ;; multi_head_attention_weights<head>(x, x, w, w)
//   ;; attn::multi_head_attention_weights\(…\): the widths of W_q and W_k differ in name
// a single query without its sequence.
// - multi_head_weights_vector: multi_head_attention_weights<head>(one_2, x, w, w)
//   ;; multi_head_attention_weights<head>(expand<dim<1>, 0>(one_2), x, w, w)
//   ;; attn::multi_head_attention_weights\(…\): each X must be \(token, width\), or a batch of them
// a weight as torch.nn.Linear stores it, (output, input).
// - multi_head_weights_weight_layout: multi_head_attention_weights<head>(x, x, transpose(w), w)
//   ;; multi_head_attention_weights<head>(x, x, w, w)
//   ;; attn::multi_head_attention_weights\(…\): the input of W_q must be Xq's last axis
// a batch of two asks a batch of three.
// - slices_batches_differ: attention_of_slices<head>(two, three, three)
//   ;; attention_of_slices<head>(two, two, two)
//   ;; attn::attention_of_slices<head>\(Q, K, V\): the leading axes must agree
// two scales.
// - slices_duplicate_option: attention_of_slices<head>(q, k, v_2, unscaled, scaled_by(0.5))
//   ;; attention_of_slices<head>(q, k, v_2, unscaled)
//   ;; attn::attention_of_slices<head>\(Q, K, V\): two options of one kind
// heads under the name that the tokens have.
// - slices_head_is_an_axis: attention_of_slices<axis<"token", 2>>(q, k, v_2)
//   ;; attention_of_slices<head>(q, k, v_2)
//   ;; attn::attention_of_slices<head>\(Q, K, V\): two of the axes would have the same name
// keys and values exchanged.
// - slices_key_width: attention_of_slices<head>(q, v_2, k) ;; ditto
//   ;; attn::attention_of_slices<head>\(Q, K, V\): Q and K must have the same width
// values in another element type.
// - slices_mixed_element_types: attention_of_slices<head>(q, k, as<float>(v_2)) ;; ditto
//   ;; attn::attention_of_slices<head>\(Q, K, V\): requires one element type for all operands;
//   convert with as<T>\(x\)
// 4 heads: they divide the width of the keys, and not the width of the values.
// - slices_not_dividing: attention_of_slices<axis<"head", 4>>(q, k, v_2) ;; ditto
//   ;; attn::attention_of_slices<head>\(Q, K, V\): the heads must divide the widths
// slices of integers.
// - slices_of_integers: attention_of_slices<head>(whole, whole, whole) ;;
//   attention_of_slices<head>(q, q, q) ;; attn::attention_of_slices<head>\(Q, K, V\): requires a
//   floating-point element type; convert with as<double>\(x\)
// a single query without its sequence.
// - slices_of_vector: attention_of_slices<head>(one_3, k, v_2) ;; attention_of_slices<head>(q, k,
//   v_2) ;; attn::attention_of_slices<head>\(Q, K, V\): each must be \(token, width\), or a batch
//   of them
// a scale that is not said to be one.
// - slices_option_is_number: attention_of_slices<head>(q, k, v_2, 0.5)
//   ;; attention_of_slices<head>(q, k, v_2, scaled_by(0.5))
//   ;; attn::attention_of_slices<head>\(Q, K, V\): a trailing argument is not an option
// a value for each query.
// - slices_value_length: attention_of_slices<head>(q, k, q) ;; attention_of_slices<head>(q, k, k)
//   ;; attn::attention_of_slices<head>\(Q, K, V\): one value per key: K and V must have the same
//   sequence
// keys and values exchanged, of one width.
// - slices_width_names: attention_of_slices<head>(q, narrow_v, k)
//   ;; attention_of_slices<head>(q, k, narrow_v)
//   ;; attn::attention_of_slices<head>\(Q, K, V\): the widths of Q and K differ in name
