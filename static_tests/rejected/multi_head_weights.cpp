// SPDX-License-Identifier: BSL-1.0
// What attn/attention/multi_head_weights.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: multi_head_weights_batches_differ
// rejected: a batch of two asks a batch of three.
// expect-error: attn::multi_head_attention_weights\(…\): the leading axes of Xq and Xk must agree
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
constexpr auto out = multi_head_attention_weights<head>(two, three, w, w);
#else
constexpr auto out = multi_head_attention_weights<head>(two, two, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_weights_cut_twice
// rejected: a matrix for each head, and then cut into heads (E28).
// expect-error: attn::multi_head_attention_weights\(…\): each weight must be \(input, output\) with <head>, and \(head, input, output\) without
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w);
#else
constexpr auto out = multi_head_attention_weights(x, x, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_weights_duplicate_option
// rejected: two scales.
// expect-error: attn::multi_head_attention_weights\(…\): two options of one kind
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w, unscaled, scaled_by(0.5));
#else
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w, unscaled);
#endif

static_assert(out.rank > 0);

// case: multi_head_weights_head_is_an_axis
// rejected: heads under the name that the tokens have.
// expect-error: attn::multi_head_attention_weights\(…\): two of the axes would have one name
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights<axis<"token", 2>>(x, x, w, w);
#else
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_weights_heads_differ
// rejected: three heads of keys for two of queries.
// expect-error: attn::multi_head_attention_weights\(…\): the weights must have the same heads
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;
constexpr tensor<double, axis<"head", 3>, width, d_k> three;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights(x, x, w, three);
#else
constexpr auto out = multi_head_attention_weights(x, x, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_weights_heads_not_dividing
// rejected: 4 heads of a width of 6 (E31).
// expect-error: attn::multi_head_attention_weights\(…\): the heads must divide the outputs of the weights
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights<axis<"head", 4>>(x, x, w, w);
#else
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_weights_input_width
// rejected: keys that are wider than their weight takes.
// expect-error: attn::multi_head_attention_weights\(…\): the input of W_k must be the last axis of Xk
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
constexpr auto out = multi_head_attention_weights<head>(x, memory, w, w);
#else
constexpr auto out = multi_head_attention_weights<head>(x, memory, w, w_k);
#endif

static_assert(out.rank > 0);

// case: multi_head_weights_key_width
// rejected: queries of a width of their own (E6).
// expect-error: attn::multi_head_attention_weights\(…\): W_q and W_k must have outputs of one size
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, width, axis<"model", 8>> wider;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights<head>(x, x, wider, w);
#else
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_weights_mixed_element_types
// rejected: one weight in another element type.
// expect-error: attn::multi_head_attention_weights\(…\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights<head>(x, x, w, as<float>(w));
#else
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_weights_of_integers
// rejected: weights of integers.
// expect-error: attn::multi_head_attention_weights\(…\): requires a floating-point element type; convert with as<double>\(x\)
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
constexpr auto out = multi_head_attention_weights<head>(whole_x, whole_x, whole_w, whole_w);
#else
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_weights_option_is_number
// rejected: a scale that is not said to be one.
// expect-error: attn::multi_head_attention_weights\(…\): a trailing argument is not an option; a scale is scaled_by\(x\)
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w, 0.5);
#else
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w, scaled_by(0.5));
#endif

static_assert(out.rank > 0);

// case: multi_head_weights_value_for_query
// rejected: the values' projection for the queries (E7).
// expect-error: attn::multi_head_attention_weights\(…\): the outputs of W_q and W_k differ in name
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, width, axis<"content", 6>> w_v;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights<head>(x, x, w_v, w);
#else
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_weights_vector
// rejected: a single query without its sequence.
// expect-error: attn::multi_head_attention_weights\(…\): each X must be \(token, width\), or a batch of them
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, width> one;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights<head>(one, x, w, w);
#else
constexpr auto out = multi_head_attention_weights<head>(expand<dim<1>, 0>(one), x, w, w);
#endif

static_assert(out.rank > 0);

// case: multi_head_weights_weight_layout
// rejected: a weight as torch.nn.Linear stores it, (output, input).
// expect-error: attn::multi_head_attention_weights\(…\): the input of W_q must be the last axis of Xq
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights<head>(x, x, transpose(w), w);
#else
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w);
#endif

static_assert(out.rank > 0);
