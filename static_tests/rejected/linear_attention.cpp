// SPDX-License-Identifier: BSL-1.0
// What attn/attention/linear_attention.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: elu_plus_one_of_integers
// rejected: integers, which have no exp.
// expect-error: attn::elu_plus_one\(x\): requires a floating-point element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = elu_plus_one(as<int>(q));
#else
constexpr auto out = elu_plus_one(q);
#endif

static_assert(out.rank > 0);

// case: linear_attention_batches_differ
// rejected: values of another batch.
// expect-error: attn::linear_attention\(Q, K, V, phi\): the leading axes of Q and V must agree
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = linear_attention(q, k, tensor<double, dim<2>, key, content>{});
#else
constexpr auto out = linear_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: linear_attention_key_width
// rejected: values for keys.
// expect-error: attn::linear_attention\(Q, K, V, phi\): Q and K must have the same width
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = linear_attention(q, v, v);
#else
constexpr auto out = linear_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: linear_attention_mixed_element_types
// rejected: values in float.
// expect-error: attn::linear_attention\(Q, K, V, phi\): requires one element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = linear_attention(q, k, as<float>(v));
#else
constexpr auto out = linear_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: linear_attention_of_integers
// rejected: integers, which a division would leave.
// expect-error: attn::linear_attention\(Q, K, V, phi\): requires a floating-point element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = linear_attention(as<int>(q), as<int>(k), as<int>(v));
#else
constexpr auto out = linear_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: linear_attention_phi
// rejected: a feature map that returns one number.
// expect-error: attn::linear_attention\(Q, K, V, phi\): phi must map a tensor
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = linear_attention(q, k, v, [](const auto& x) { return sum<0>(x); });
#else
constexpr auto out = linear_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: linear_attention_phi_of_queries
// rejected: a feature map that takes the rows of Q, and not those of K.
// expect-error: attn::linear_attention\(Q, K, V, phi\): phi must map a tensor
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

struct of_queries {
  constexpr auto operator()(const tensor<double, token, width>& x) const { return elu_plus_one(x); }
};
struct of_both : of_queries {
  using of_queries::operator();
  constexpr auto operator()(const tensor<double, key, width>& x) const { return elu_plus_one(x); }
};

#ifdef ATTN_REJECT
constexpr auto out = linear_attention(q, k, v, of_queries{});
#else
constexpr auto out = linear_attention(q, k, v, of_both{});
#endif

static_assert(out.rank > 0);

// case: linear_attention_value_length
// rejected: fewer values than keys.
// expect-error: attn::linear_attention\(Q, K, V, phi\): one value per key
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = linear_attention(q, k, tensor<double, dim<4>, content>{});
#else
constexpr auto out = linear_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: linear_attention_vector
// rejected: a single query without its sequence axis.
// expect-error: attn::linear_attention\(Q, K, V, phi\): Q and K must have at least two axes
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = linear_attention(select<0>(q, 0), k, v);
#else
constexpr auto out = linear_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: similarity_attention_batches_differ
// rejected: values of another batch.
// expect-error: attn::similarity_attention\(Q, K, V\): the leading axes of Q and V must agree
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = similarity_attention(q, k, tensor<double, dim<2>, key, content>{});
#else
constexpr auto out = similarity_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: similarity_attention_is_no_weight
// rejected: an unnormalised similarity given out as attention weights of another shape: the names
//   of its result are those of an answer.
// expect-error: attn::matmul\(A, B\):
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = matmul(similarity_attention(q, k, v), v);
#else
constexpr auto out = matmul(attention_weights(q, k), v);
#endif

static_assert(out.rank > 0);

// case: similarity_attention_key_width
// rejected: values for keys.
// expect-error: attn::similarity_attention\(Q, K, V\): Q and K must have the same width
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = similarity_attention(q, v, v);
#else
constexpr auto out = similarity_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: similarity_attention_masked
// rejected: a mask where there is no softmax: an article calls the sum of Similarity * Value the
//   essence of attention, and a similarity of -inf is no weight of 0.
// expect-error: attn::similarity_attention\(Q, K, V, option\): the one option is a similarity
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = similarity_attention(q, k, v, causal<top_left>);
#else
constexpr auto out = scaled_dot_product_attention(q, k, v, causal<top_left>);
#endif

static_assert(out.rank > 0);

// case: similarity_attention_mixed_element_types
// rejected: values in float.
// expect-error: attn::similarity_attention\(Q, K, V\): requires one element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = similarity_attention(q, k, as<float>(v));
#else
constexpr auto out = similarity_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: similarity_attention_two_scores
// rejected: two similarities.
// expect-error: attn::similarity_attention\(Q, K, V, option\): two similarities
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = similarity_attention(q, k, v, scored_by(dot_score), scored_by(dot_score));
#else
constexpr auto out = similarity_attention(q, k, v, scored_by(dot_score));
#endif

static_assert(out.rank > 0);

// case: similarity_attention_value_length
// rejected: fewer values than keys.
// expect-error: attn::similarity_attention\(Q, K, V\): one value per key
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = similarity_attention(q, k, tensor<double, dim<4>, content>{});
#else
constexpr auto out = similarity_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: similarity_attention_vector
// rejected: a single query without its sequence axis.
// expect-error: attn::similarity_attention\(Q, K, V\): Q and K must have at least two axes
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = similarity_attention(select<0>(q, 0), k, v);
#else
constexpr auto out = similarity_attention(q, k, v);
#endif

static_assert(out.rank > 0);
