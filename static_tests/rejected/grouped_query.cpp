// SPDX-License-Identifier: BSL-1.0
// What attn/attention/grouped_query.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: grouped_query_batch_of_keys
// rejected: keys of another batch; the values are of the queries'.
// expect-error: attn::grouped_query_attention\(Q, K, V\): the axes before the heads must agree
// errors: 1
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, dim<2>, q_head, token, width> q;
constexpr tensor<double, dim<2>, kv_head, key, width> k;
constexpr tensor<double, dim<2>, kv_head, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = grouped_query_attention(q, tensor<double, dim<4>, kv_head, key, width>{}, v);
#else
constexpr auto out = grouped_query_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: grouped_query_batches_differ
// rejected: two batches of different sizes.
// expect-error: attn::grouped_query_attention\(Q, K, V\): the axes before the heads must agree
// errors: 1
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = grouped_query_attention(tensor<double, dim<2>, q_head, token, width>{},
                                             tensor<double, dim<4>, kv_head, key, width>{},
                                             tensor<double, dim<4>, kv_head, key, content>{});
#else
constexpr auto out = grouped_query_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: grouped_query_duplicate_option
// rejected: two scales.
// expect-error: attn::grouped_query_attention\(Q, K, V, options…\): two options of one kind
// errors: 1
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = grouped_query_attention(q, k, v, unscaled, scaled_by(0.5));
#else
constexpr auto out = grouped_query_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: grouped_query_heads_differ
// rejected: values with more heads than the keys.
// expect-error: attn::grouped_query_attention\(Q, K, V\): K and V must have the same heads
// errors: 1
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = grouped_query_attention(q, k, tensor<double, dim<6>, key, content>{});
#else
constexpr auto out = grouped_query_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: grouped_query_heads_not_dividing
// rejected: four heads of keys for six heads of queries
// (keras#23081, flash-attention#392, attention-gym#82).
// expect-error: attn::grouped_query_attention\(Q, K, V\): the heads of K must divide those of Q
// errors: 1
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = grouped_query_attention(q, tensor<double, dim<4>, key, width>{},
                                             tensor<double, dim<4>, key, content>{});
#else
constexpr auto out = grouped_query_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: grouped_query_key_width
// rejected: values for keys.
// expect-error: attn::grouped_query_attention\(Q, K, V\): Q and K must have the same width
// errors: 1
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = grouped_query_attention(q, v, v);
#else
constexpr auto out = grouped_query_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: grouped_query_mixed_element_types
// rejected: values in float.
// expect-error: attn::grouped_query_attention\(Q, K, V\): requires one element type
// errors: 1
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = grouped_query_attention(q, k, as<float>(v));
#else
constexpr auto out = grouped_query_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: grouped_query_of_integers
// rejected: integers, which have no softmax.
// expect-error: attn::grouped_query_attention\(Q, K, V\): requires a floating-point element type
// errors: 1
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = grouped_query_attention(as<int>(q), as<int>(k), as<int>(v));
#else
constexpr auto out = grouped_query_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: grouped_query_option_is_number
// rejected: a number for a scale.
// expect-error: attn::grouped_query_attention\(Q, K, V, options…\): a trailing argument is not an option
// errors: 1
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = grouped_query_attention(q, k, v, 0.5);
#else
constexpr auto out = grouped_query_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: grouped_query_ranks
// rejected: keys without a head, which scaled_dot_product_attention takes for all heads.
// expect-error: attn::grouped_query_attention\(Q, K, V\): each must be \(head, token, width\)
// errors: 1
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = grouped_query_attention(q, select<0>(k, 0), select<0>(v, 0));
#else
constexpr auto out = scaled_dot_product_attention(q, select<0>(k, 0), select<0>(v, 0));
#endif

static_assert(out.rank > 0);

// case: grouped_query_value_length
// rejected: fewer values than keys.
// expect-error: attn::grouped_query_attention\(Q, K, V\): one value per key
// errors: 1
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = grouped_query_attention(q, k, tensor<double, kv_head, dim<4>, content>{});
#else
constexpr auto out = grouped_query_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: grouped_query_without_group
// rejected: one head of queries asked of the keys of three: q^{i,1} meets only k^{j,1}.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): the leading axes of Q and K must agree
// errors: 1
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(q, k, v);
#else
constexpr auto out = grouped_query_attention(q, k, v);
#endif

static_assert(out.rank > 0);
