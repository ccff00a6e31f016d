// SPDX-License-Identifier: BSL-1.0
// What attn/attention/slices.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: slices_batches_differ
// rejected: a batch of two asks a batch of three.
// expect-error: attn::attention_of_slices<head>\(Q, K, V\): the leading axes must agree
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, axis<"content", 6>> v;
constexpr tensor<double, axis<"batch", 2>, token, width> two;
constexpr tensor<double, axis<"batch", 3>, token, width> three;

#ifdef ATTN_REJECT
constexpr auto out = attention_of_slices<head>(two, three, three);
#else
constexpr auto out = attention_of_slices<head>(two, two, two);
#endif

static_assert(out.rank > 0);

// case: slices_duplicate_option
// rejected: two scales.
// expect-error: attn::attention_of_slices<head>\(Q, K, V, options…\): two options of one kind
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, axis<"content", 6>> v;

#ifdef ATTN_REJECT
constexpr auto out = attention_of_slices<head>(q, k, v, unscaled, scaled_by(0.5));
#else
constexpr auto out = attention_of_slices<head>(q, k, v, unscaled);
#endif

static_assert(out.rank > 0);

// case: slices_head_is_an_axis
// rejected: heads under the name that the tokens have.
// expect-error: attn::attention_of_slices<head>\(Q, K, V\): two of the axes would have one name
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, axis<"content", 6>> v;

#ifdef ATTN_REJECT
constexpr auto out = attention_of_slices<axis<"token", 2>>(q, k, v);
#else
constexpr auto out = attention_of_slices<head>(q, k, v);
#endif

static_assert(out.rank > 0);

// case: slices_key_width
// rejected: keys and values exchanged.
// expect-error: attn::attention_of_slices<head>\(Q, K, V\): Q and K must have the same width
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, axis<"content", 6>> v;

#ifdef ATTN_REJECT
constexpr auto out = attention_of_slices<head>(q, v, k);
#else
constexpr auto out = attention_of_slices<head>(q, k, v);
#endif

static_assert(out.rank > 0);

// case: slices_mixed_element_types
// rejected: values in another element type.
// expect-error: attn::attention_of_slices<head>\(Q, K, V\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, axis<"content", 6>> v;

#ifdef ATTN_REJECT
constexpr auto out = attention_of_slices<head>(q, k, as<float>(v));
#else
constexpr auto out = attention_of_slices<head>(q, k, v);
#endif

static_assert(out.rank > 0);

// case: slices_not_dividing
// rejected: 4 heads: they divide the width of the keys, and not that of the values.
// expect-error: attn::attention_of_slices<head>\(Q, K, V\): the number of heads must divide the widths
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, axis<"content", 6>> v;

#ifdef ATTN_REJECT
constexpr auto out = attention_of_slices<axis<"head", 4>>(q, k, v);
#else
constexpr auto out = attention_of_slices<head>(q, k, v);
#endif

static_assert(out.rank > 0);

// case: slices_of_integers
// rejected: slices of integers.
// expect-error: attn::attention_of_slices<head>\(Q, K, V\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, axis<"content", 6>> v;
constexpr auto whole = as<int>(q);

#ifdef ATTN_REJECT
constexpr auto out = attention_of_slices<head>(whole, whole, whole);
#else
constexpr auto out = attention_of_slices<head>(q, q, q);
#endif

static_assert(out.rank > 0);

// case: slices_of_vector
// rejected: a single query without its sequence.
// expect-error: attn::attention_of_slices<head>\(Q, K, V\): each must be \(token, width\), or a batch of them
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, axis<"content", 6>> v;
constexpr tensor<double, width> one;

#ifdef ATTN_REJECT
constexpr auto out = attention_of_slices<head>(one, k, v);
#else
constexpr auto out = attention_of_slices<head>(q, k, v);
#endif

static_assert(out.rank > 0);

// case: slices_option_is_number
// rejected: a scale that is not said to be one.
// expect-error: attn::attention_of_slices<head>\(Q, K, V, options…\): a trailing argument is not an option
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, axis<"content", 6>> v;

#ifdef ATTN_REJECT
constexpr auto out = attention_of_slices<head>(q, k, v, 0.5);
#else
constexpr auto out = attention_of_slices<head>(q, k, v, scaled_by(0.5));
#endif

static_assert(out.rank > 0);

// case: slices_value_length
// rejected: a value for each query.
// expect-error: attn::attention_of_slices<head>\(Q, K, V\): one value per key: K and V must have the same sequence
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, axis<"content", 6>> v;

#ifdef ATTN_REJECT
constexpr auto out = attention_of_slices<head>(q, k, q);
#else
constexpr auto out = attention_of_slices<head>(q, k, k);
#endif

static_assert(out.rank > 0);

// case: slices_width_names
// rejected: keys and values exchanged, of one width.
// expect-error: attn::attention_of_slices<head>\(Q, K, V\): the widths of Q and K differ in name
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, axis<"content", 6>> v;
constexpr tensor<double, key, axis<"content", 4>> narrow_v;

#ifdef ATTN_REJECT
constexpr auto out = attention_of_slices<head>(q, narrow_v, k);
#else
constexpr auto out = attention_of_slices<head>(q, k, narrow_v);
#endif

static_assert(out.rank > 0);
