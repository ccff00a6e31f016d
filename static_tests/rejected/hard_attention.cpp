// SPDX-License-Identifier: BSL-1.0
// What attn/attention/hard_attention.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: hard_attention_key_width
// rejected: values for keys.
// expect-error: attn::hard_attention\(Q, K, V\): Q and K must have the same width
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = hard_attention(q, v, v);
#else
constexpr auto out = hard_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: hard_attention_mask_crossed
// rejected: a mask whose axes are exchanged: hard attention itself says so.
// expect-error: attn::hard_attention\(Q, K, V, options…\): a mask must have the axes of the scores
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 4>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;

#ifdef ATTN_REJECT
constexpr auto y = hard_attention(q, k, k, keep_mask<key, token>{});
#else
constexpr auto y = hard_attention(q, k, k, keep_mask<token, key>{});
#endif

// case: hard_attention_mixed_element_types
// rejected: values in float.
// expect-error: attn::hard_attention\(Q, K, V\): requires one element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = hard_attention(q, k, as<float>(v));
#else
constexpr auto out = hard_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: hard_attention_option_is_number
// rejected: an option that is a number: hard attention itself says so.
// expect-error: attn::hard_attention\(Q, K, V, options…\): a trailing argument is not an option
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 4>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;

#ifdef ATTN_REJECT
constexpr auto y = hard_attention(q, k, k, 0.5);
#else
constexpr auto y = hard_attention(q, k, k, scaled_by(0.5));
#endif

// case: hard_attention_value_batch
// rejected: values of a batch for one sequence.
// expect-error: attn::hard_attention\(Q, K, V\): the leading axes of Q and V must agree
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = hard_attention(q, k, tensor<double, dim<2>, key, content>{});
#else
constexpr auto out = hard_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: hard_attention_value_length
// rejected: fewer values than keys.
// expect-error: attn::hard_attention\(Q, K, V\): one value per key
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = hard_attention(q, k, tensor<double, dim<4>, content>{});
#else
constexpr auto out = hard_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: hard_attention_value_vector
// rejected: one number for each key.
// expect-error: attn::hard_attention\(Q, K, V\): V must have at least two axes
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = hard_attention(q, k, tensor<double, key>{});
#else
constexpr auto out = hard_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: hard_attention_weights_batches_differ
// rejected: two batches of different sizes.
// expect-error: attn::hard_attention_weights\(Q, K\): the leading axes of Q and K must agree
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = hard_attention_weights(tensor<double, dim<2>, token, width>{},
                                            tensor<double, dim<3>, key, width>{});
#else
constexpr auto out = hard_attention_weights(q, k);
#endif

static_assert(out.rank > 0);

// case: hard_attention_weights_duplicate_option
// rejected: two scales.
// expect-error: attn::hard_attention_weights\(Q, K, options…\): two options of one kind
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = hard_attention_weights(q, k, unscaled, scaled_by(0.5));
#else
constexpr auto out = hard_attention_weights(q, k, unscaled);
#endif

static_assert(out.rank > 0);

// case: hard_attention_weights_mixed_element_types
// rejected: keys in float.
// expect-error: attn::hard_attention_weights\(Q, K\): requires one element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = hard_attention_weights(q, as<float>(k));
#else
constexpr auto out = hard_attention_weights(q, k);
#endif

static_assert(out.rank > 0);

// case: hard_attention_weights_of_integers
// rejected: integers, where a mask has no -inf.
// expect-error: attn::hard_attention_weights\(Q, K\): the elements must be float or double
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = hard_attention_weights(as<int>(q), as<int>(k));
#else
constexpr auto out = hard_attention_weights(q, k);
#endif

static_assert(out.rank > 0);

// case: hard_attention_weights_option_is_number
// rejected: a number for a scale.
// expect-error: attn::hard_attention_weights\(Q, K, options…\): a trailing argument is not an option
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = hard_attention_weights(q, k, 0.5);
#else
constexpr auto out = hard_attention_weights(q, k, scaled_by(0.5));
#endif

static_assert(out.rank > 0);

// case: hard_attention_weights_vector
// rejected: a single query without its sequence axis.
// expect-error: attn::hard_attention_weights\(Q, K\): Q and K must have at least two axes
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = hard_attention_weights(select<0>(q, 0), k);
#else
constexpr auto out = hard_attention_weights(q, k);
#endif

static_assert(out.rank > 0);
