// SPDX-License-Identifier: BSL-1.0
// What attn/attention/multi_head_self.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: multi_head_self_cut_twice
// rejected: a matrix for each head, and then cut into heads (E28).
// expect-error: attn::multi_head_self_attention\(…\): each weight must be \(input, output\) with <head>, and \(head, input, output\) without
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, w, w, w);
#else
constexpr auto out = multi_head_self_attention(x, w, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_self_duplicate_option
// rejected: two scales, behind the output projection.
// expect-error: attn::multi_head_self_attention\(…\): two options of one kind
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out =
    multi_head_self_attention<head>(x, w, w, w, transpose(w), unscaled, scaled_by(0.5));
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, transpose(w), unscaled);
#endif

static_assert(out.rank > 0);

// case: multi_head_self_head_is_an_axis
// rejected: heads under the name that the tokens have.
// expect-error: attn::multi_head_self_attention\(…\): two of the axes would have one name
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<axis<"token", 2>>(x, w, w, w);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_self_heads_differ
// rejected: one head of keys for two of queries, which is not what was asked for.
// expect-error: attn::multi_head_self_attention\(…\): the weights must have the same heads
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;
constexpr tensor<double, axis<"head", 1>, width, d_k> one;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention(x, w, one, w);
#else
constexpr auto out = multi_head_self_attention(x, w, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_self_heads_not_dividing
// rejected: 8 heads of a width of 6 (E31).
// expect-error: attn::multi_head_self_attention\(…\): the heads must divide the outputs of the weights
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<axis<"head", 8>>(x, w, w, w);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_self_key_layout
// rejected: a weight as torch.nn.Linear stores it, without names: its size tells.
// expect-error: attn::multi_head_self_attention\(…\): the input of W_k must be the last axis of X
// errors: 1
constexpr matrix<double, 3, 4> x;
constexpr matrix<double, 4, 6> w;
constexpr matrix<double, 6, 4> stored;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<dim<2>>(x, w, stored, w);
#else
constexpr auto out = multi_head_self_attention<dim<2>>(x, w, transpose(stored), w);
#endif

static_assert(out.rank > 0);

// case: multi_head_self_key_width
// rejected: queries of a width of their own (E6).
// expect-error: attn::multi_head_self_attention\(…\): W_q and W_k must have outputs of one size
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, width, axis<"model", 8>> wider;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, wider, w, w);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, wider);
#endif

static_assert(out.rank > 0);

// case: multi_head_self_mixed_element_types
// rejected: one weight in another element type.
// expect-error: attn::multi_head_self_attention\(…\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, w, as<float>(w), w);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_self_of_integers
// rejected: multi-head self-attention of integers.
// expect-error: attn::multi_head_self_attention\(…\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr auto whole_x = as<int>(x);
constexpr auto whole_w = as<int>(w);

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(whole_x, whole_w, whole_w, whole_w);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_self_option_is_number
// rejected: a scale that is not said to be one.
// expect-error: attn::multi_head_self_attention\(…\): a trailing argument is not an option
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, 0.5);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, scaled_by(0.5));
#endif

static_assert(out.rank > 0);

// case: multi_head_self_output_element
// rejected: an output projection in another element type.
// expect-error: attn::multi_head_self_attention\(…\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<float, model, width> w_o;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, w_o);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, as<double>(w_o));
#endif

static_assert(out.rank > 0);

// case: multi_head_self_output_heads
// rejected: an output projection with its heads in the second place.
// expect-error: attn::multi_head_self_attention\(…\): W_o must begin with the heads and the output of W_v
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;
constexpr tensor<double, head, d_k, width> w_o;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention(x, w, w, w, permute<1, 0, 2>(w_o));
#else
constexpr auto out = multi_head_self_attention(x, w, w, w, w_o);
#endif

static_assert(out.rank > 0);

// case: multi_head_self_output_input
// rejected: an output projection of another width than the heads have together.
// expect-error: attn::multi_head_self_attention\(…\): the input of W_o must be heads times d_v
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, width, model> other;
constexpr tensor<double, model, width> w_o;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, other);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, w_o);
#endif

static_assert(out.rank > 0);

// case: multi_head_self_output_names
// rejected: an output projection into an axis that the sequence has.
// expect-error: attn::multi_head_self_attention\(…\): the result would have two axes of one name
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, model, axis<"token", 5>> to_tokens;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, to_tokens);
#else
constexpr auto out =
    multi_head_self_attention<head>(x, w, w, w, rename<"token", "word">(to_tokens));
#endif

static_assert(out.rank > 0);

// case: multi_head_self_output_vector
// rejected: an output projection with one axis.
// expect-error: attn::multi_head_self_attention\(…\): W_o must be \(heads \* d_v, output\), or without <head> \(head, d_v, output\)
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, model> v;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, v);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, expand<dim<1>>(v));
#endif

static_assert(out.rank > 0);

// case: multi_head_self_query_layout
// rejected: a weight as torch.nn.Linear stores it, square: only the names tell.
// expect-error: attn::multi_head_self_attention\(…\): the input of W_q must be the last axis of X
// errors: 1
using width = axis<"width", 4>;
using model = axis<"model", 4>;
using head = axis<"head", 2>;

constexpr tensor<double, axis<"token", 3>, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, model, width> stored;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, stored, w, w);
#else
constexpr auto out = multi_head_self_attention<head>(x, transpose(stored), w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_self_two_outputs
// rejected: two output projections.
// expect-error: attn::multi_head_self_attention\(…\): a trailing argument is not an option; a scale is scaled_by\(x\)
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, model, width> w_o;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, w_o, w_o);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, w_o);
#endif

static_assert(out.rank > 0);

// case: multi_head_self_value_for_query
// rejected: the values' projection for the queries (E7).
// expect-error: attn::multi_head_self_attention\(…\): the outputs of W_q and W_k differ in name
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, width, axis<"content", 6>> w_v;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, w_v, w, w_v);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, w_v);
#endif

static_assert(out.rank > 0);

// case: multi_head_self_vector
// rejected: a single token without its sequence.
// expect-error: attn::multi_head_self_attention\(…\): X must be \(token, width\), or a batch of them
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, width> one;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(one, w, w, w);
#else
constexpr auto out = multi_head_self_attention<head>(expand<dim<1>, 0>(one), w, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_self_weight_layout
// rejected: a weight as torch.nn.Linear stores it, (output, input).
// expect-error: attn::multi_head_self_attention\(…\): the input of W_v must be the last axis of X
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, model, width> stored;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, w, w, stored);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, transpose(stored));
#endif

static_assert(out.rank > 0);
