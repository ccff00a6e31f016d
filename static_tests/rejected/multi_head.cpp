// SPDX-License-Identifier: BSL-1.0
// What attn/attention/multi_head.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: multi_head_batch_of_queries
// rejected: a batch of queries asks a sequence without a batch.
// expect-error: attn::multi_head_attention\(…\): the leading axes of Xq, Xk and Xv must agree
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, axis<"batch", 2>, token, width> two;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(two, x, x, w, w, w);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_batches_differ
// rejected: a batch of two asks a batch of three.
// expect-error: attn::multi_head_attention\(…\): the leading axes of Xq, Xk and Xv must agree
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, axis<"batch", 2>, token, width> two;
constexpr tensor<double, axis<"batch", 3>, token, width> three;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(two, three, three, w, w, w);
#else
constexpr auto out = multi_head_attention<head>(two, two, two, w, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_cut_twice
// rejected: a matrix for each head, and then cut into heads (E28).
// expect-error: attn::multi_head_attention\(…\): each weight must be \(input, output\) with <head>, and \(head, input, output\) without
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w);
#else
constexpr auto out = multi_head_attention(x, x, x, w, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_duplicate_option
// rejected: two scales, behind the output projection.
// expect-error: attn::multi_head_attention\(…\): two options of one kind
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, model, width> w_o;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, w_o, unscaled, scaled_by(0.5));
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, w_o, unscaled);
#endif

static_assert(out.rank > 0);

// case: multi_head_head_is_an_axis
// rejected: heads under the name that the tokens have.
// expect-error: attn::multi_head_attention\(…\): two of the axes would have one name
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<axis<"token", 2>>(x, x, x, w, w, w);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_heads_differ
// rejected: three heads of values for two of queries and keys.
// expect-error: attn::multi_head_attention\(…\): the weights must have the same heads
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;
constexpr tensor<double, axis<"head", 3>, width, d_k> three;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention(x, x, x, w, w, three);
#else
constexpr auto out = multi_head_attention(x, x, x, w, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_heads_not_dividing
// rejected: 4 heads of a width of 6 (E31: Python's // would truncate).
// expect-error: attn::multi_head_attention\(…\): the heads must divide the outputs of the weights
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<axis<"head", 4>>(x, x, x, w, w, w);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_input_width
// rejected: keys that are wider than their weight takes.
// expect-error: attn::multi_head_attention\(…\): the input of W_k must be the last axis of Xk
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, axis<"key", 5>, axis<"offered", 7>> memory;
constexpr tensor<double, axis<"offered", 7>, model> w_k;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, memory, memory, w, w, w_k);
#else
constexpr auto out = multi_head_attention<head>(x, memory, memory, w, w_k, w_k);
#endif

static_assert(out.rank > 0);

// case: multi_head_key_width
// rejected: queries of a width of their own, as if d_q were free (E6).
// expect-error: attn::multi_head_attention\(…\): W_q and W_k must have outputs of one size
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, width, axis<"model", 8>> wider;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, wider, w, w);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, wider);
#endif

static_assert(out.rank > 0);

// case: multi_head_mixed_element_types
// rejected: one weight in another element type.
// expect-error: attn::multi_head_attention\(…\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<float, width, model> narrow_w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w, narrow_w, w);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, as<double>(narrow_w), w);
#endif

static_assert(out.rank > 0);

// case: multi_head_of_integers
// rejected: multi-head attention of integers.
// expect-error: attn::multi_head_attention\(…\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
constexpr matrix<int, 3, 4> x;
constexpr matrix<int, 4, 6> w;
constexpr auto y = as<double>(x);
constexpr auto u = as<double>(w);

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<dim<2>>(x, x, x, w, w, w);
#else
constexpr auto out = multi_head_attention<dim<2>>(y, y, y, u, u, u);
#endif

static_assert(out.rank > 0);

// case: multi_head_one_matrix_without_head
// rejected: one matrix for all heads, without the number of heads.
// expect-error: attn::multi_head_attention\(…\): each weight must be \(input, output\) with <head>, and \(head, input, output\) without
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention(x, x, x, w, w, w);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_option_is_number
// rejected: a scale that is not said to be one.
// expect-error: attn::multi_head_attention\(…\): a trailing argument is not an option
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, 0.5);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, scaled_by(0.5));
#endif

static_assert(out.rank > 0);

// case: multi_head_output_element
// rejected: an output projection in another element type.
// expect-error: attn::multi_head_attention\(…\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<float, model, width> w_o;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, w_o);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, as<double>(w_o));
#endif

static_assert(out.rank > 0);

// case: multi_head_output_heads
// rejected: an output projection whose heads are the others' widths.
// expect-error: attn::multi_head_attention\(…\): W_o must begin with the heads and the output of W_v
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;
constexpr tensor<double, head, d_k, width> w_o;
constexpr tensor<double, d_k, head, width> turned;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention(x, x, x, w, w, w, turned);
#else
constexpr auto out = multi_head_attention(x, x, x, w, w, w, w_o);
#endif

static_assert(out.rank > 0);

// case: multi_head_output_heads_cut
// rejected: an output projection for each head, of heads that were cut from one matrix.
// expect-error: attn::multi_head_attention\(…\): W_o must be \(heads \* d_v, output\), or without <head> \(head, d_v, output\)
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, head, axis<"d_v", 3>, width> w_o;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, w_o);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, merge<0, 1>(w_o));
#endif

static_assert(out.rank > 0);

// case: multi_head_output_input
// rejected: an output projection of one head's width, and not of all of them.
// expect-error: attn::multi_head_attention\(…\): the input of W_o must be heads times d_v
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, model, width> w_o;
constexpr tensor<double, axis<"model", 3>, width> of_one;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, of_one);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, w_o);
#endif

static_assert(out.rank > 0);

// case: multi_head_output_layout
// rejected: an output projection as torch.nn.Linear stores it, square: only the names tell.
// expect-error: attn::multi_head_attention\(…\): the input of W_o must be heads times d_v
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, axis<"out", 6>, model> stored;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, stored);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, transpose(stored));
#endif

static_assert(out.rank > 0);

// case: multi_head_output_names
// rejected: an output projection into an axis that the sequence has.
// expect-error: attn::multi_head_attention\(…\): the result would have two axes of one name
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, model, axis<"token", 5>> to_tokens;
constexpr tensor<double, model, axis<"word", 5>> to_words;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, to_tokens);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, to_words);
#endif

static_assert(out.rank > 0);

// case: multi_head_output_vector
// rejected: an output projection with one axis.
// expect-error: attn::multi_head_attention\(…\): W_o must be \(heads \* d_v, output\), or without <head> \(head, d_v, output\)
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, model> v;
constexpr tensor<double, model, dim<1>> column;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, v);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, column);
#endif

static_assert(out.rank > 0);

// case: multi_head_value_for_query
// rejected: the values' projection for the queries (E7: query = self.wv(query)).
// expect-error: attn::multi_head_attention\(…\): the outputs of W_q and W_k differ in name
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, width, axis<"content", 6>> w_v;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w_v, w, w_v);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w_v);
#endif

static_assert(out.rank > 0);

// case: multi_head_value_length
// rejected: one value less than there are keys.
// expect-error: attn::multi_head_attention\(…\): one value per key: Xk and Xv must have the same sequence
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, axis<"key", 5>, width> five;
constexpr tensor<double, axis<"key", 4>, width> four;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, five, four, w, w, w);
#else
constexpr auto out = multi_head_attention<head>(x, five, five, w, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_weight_layout
// rejected: a weight as torch.nn.Linear stores it, (output, input), and square: only the names tell.
// expect-error: attn::multi_head_attention\(…\): the input of W_q must be the last axis of Xq
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 4>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, model, width> stored;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, stored, w, w);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, transpose(stored), w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_weight_layout_unnamed
// rejected: a weight as torch.nn.Linear stores it, (output, input), without names: its size tells.
// expect-error: attn::multi_head_attention\(…\): the input of W_v must be the last axis of Xv
// errors: 1
constexpr matrix<double, 3, 4> x;
constexpr matrix<double, 4, 6> w;
constexpr matrix<double, 6, 4> stored;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<dim<2>>(x, x, x, w, w, stored);
#else
constexpr auto out = multi_head_attention<dim<2>>(x, x, x, w, w, transpose(stored));
#endif

static_assert(out.rank > 0);
