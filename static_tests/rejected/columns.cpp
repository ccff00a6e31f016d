// SPDX-License-Identifier: BSL-1.0
// What attn/attention/columns.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: column_attention_batches_differ
// rejected: values of another batch.
// expect-error: attn::column_attention\(Q, K, V\): the leading axes must agree
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_attention(q, k, tensor<double, dim<2>, d_v, key>{});
#else
constexpr auto out = column_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: column_attention_duplicate_option
// rejected: two scales.
// expect-error: attn::column_attention\(Q, K, V, options…\): two options of one kind
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_attention(q, k, v, unscaled, scaled_by(0.5));
#else
constexpr auto out = column_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: column_attention_mixed_element_types
// rejected: values in float.
// expect-error: attn::column_attention\(Q, K, V\): requires one element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_attention(q, k, as<float>(v));
#else
constexpr auto out = column_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: column_attention_of_integers
// rejected: integers, which have no softmax.
// expect-error: attn::column_attention\(Q, K, V\): requires a floating-point element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_attention(as<int>(q), as<int>(k), as<int>(v));
#else
constexpr auto out = column_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: column_attention_option_is_number
// rejected: a number for a scale.
// expect-error: attn::column_attention\(Q, K, V, options…\): a trailing argument is not an option
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_attention(q, k, v, 0.5);
#else
constexpr auto out = column_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: column_attention_rows
// rejected: tokens in rows.
// expect-error: attn::column_attention\(Q, K, V\): the first axes of Q and K must be the same
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_attention(transpose(q), transpose(k), transpose(v));
#else
constexpr auto out = column_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: column_attention_value_length
// rejected: fewer values than keys.
// expect-error: attn::column_attention\(Q, K, V\): one value per key
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_attention(q, k, tensor<double, d_v, dim<4>>{});
#else
constexpr auto out = column_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: column_attention_vector
// rejected: a single query without its sequence axis.
// expect-error: attn::column_attention\(Q, K, V\): each must have at least two axes
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_attention(select<1>(q, 0), k, v);
#else
constexpr auto out = column_attention(q, k, v);
#endif

static_assert(out.rank > 0);

// case: column_attention_weights_batches_differ
// rejected: two batches of different sizes.
// expect-error: attn::column_attention_weights\(Q, K\): the leading axes of Q and K must agree
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_attention_weights(tensor<double, dim<2>, d_k, token>{},
                                              tensor<double, dim<3>, d_k, key>{});
#else
constexpr auto out = column_attention_weights(q, k);
#endif

static_assert(out.rank > 0);

// case: column_attention_weights_duplicate_option
// rejected: two scales.
// expect-error: attn::column_attention_weights\(Q, K, options…\): two options of one kind
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_attention_weights(q, k, unscaled, scaled_by(0.5));
#else
constexpr auto out = column_attention_weights(q, k);
#endif

static_assert(out.rank > 0);

// case: column_attention_weights_mixed_element_types
// rejected: keys in float.
// expect-error: attn::column_attention_weights\(Q, K\): requires one element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_attention_weights(q, as<float>(k));
#else
constexpr auto out = column_attention_weights(q, k);
#endif

static_assert(out.rank > 0);

// case: column_attention_weights_of_integers
// rejected: integers, which have no softmax.
// expect-error: attn::column_attention_weights\(Q, K\): requires a floating-point element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_attention_weights(as<int>(q), as<int>(k));
#else
constexpr auto out = column_attention_weights(q, k);
#endif

static_assert(out.rank > 0);

// case: column_attention_weights_option_is_number
// rejected: a number for a scale.
// expect-error: attn::column_attention_weights\(Q, K, options…\): a trailing argument is not an option
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_attention_weights(q, k, 0.5);
#else
constexpr auto out = column_attention_weights(q, k);
#endif

static_assert(out.rank > 0);

// case: column_attention_weights_rows
// rejected: tokens in rows.
// expect-error: attn::column_attention_weights\(Q, K\): the first axes of Q and K must be the same
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_attention_weights(transpose(q), transpose(k));
#else
constexpr auto out = column_attention_weights(q, k);
#endif

static_assert(out.rank > 0);

// case: column_attention_weights_vector
// rejected: a single query without its sequence axis.
// expect-error: attn::column_attention_weights\(Q, K\): Q and K must have at least two axes
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_attention_weights(select<1>(q, 0), k);
#else
constexpr auto out = column_attention_weights(q, k);
#endif

static_assert(out.rank > 0);

// case: column_scores_batches_differ
// rejected: two batches of different sizes.
// expect-error: attn::column_scores\(Q, K\): the leading axes of Q and K must agree
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out =
    column_scores(tensor<double, dim<2>, d_k, token>{}, tensor<double, dim<3>, d_k, key>{});
#else
constexpr auto out = column_scores(q, k);
#endif

static_assert(out.rank > 0);

// case: column_scores_mixed_element_types
// rejected: keys in float.
// expect-error: attn::column_scores\(Q, K\): requires one element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_scores(q, as<float>(k));
#else
constexpr auto out = column_scores(q, k);
#endif

static_assert(out.rank > 0);

// case: column_scores_rows
// rejected: tokens in rows.
// expect-error: attn::column_scores\(Q, K\): the first axes of Q and K must be the same
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_scores(transpose(q), transpose(k));
#else
constexpr auto out = column_scores(q, k);
#endif

static_assert(out.rank > 0);

// case: column_scores_vector
// rejected: a single query without its sequence axis.
// expect-error: attn::column_scores\(Q, K\): Q and K must have at least two axes
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = column_scores(select<1>(q, 0), k);
#else
constexpr auto out = column_scores(q, k);
#endif

static_assert(out.rank > 0);

// case: columns_by_the_row_formula
// rejected: QK^T of tokens in columns: an article derives A = K^T Q and O = V A^, and then states
//   softmax(QK^T / sqrt d) V without a warning. At one token per feature both have one shape, and
//   other numbers.
// expect-error: attn::matmul\(A, B\): the contracted axes differ in name
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;
constexpr tensor<double, d_k, axis<"token", 4>> Q;
constexpr tensor<double, d_k, axis<"key", 4>> K;

#ifdef ATTN_REJECT
constexpr auto out = matmul(Q, transpose(K));
#else
constexpr auto out = column_scores(Q, K);
#endif

static_assert(out.rank > 0);

// case: columns_of_temporary
// rejected: the columns of a temporary, which would be gone before the first is used.
// expect-error: attn::columns_of\(x\): x is a temporary, which would not last; give it a name
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto columns = columns_of(transpose(x));
#else
constexpr auto turned = transpose(x);
constexpr auto columns = columns_of(turned);
#endif

// case: columns_of_vector
// rejected: the columns of a vector.
// expect-error: attn::columns_of\(x\): x must have two axes; any number: along<axis>\(x\)
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token> x{};

#ifdef ATTN_REJECT
constexpr auto columns = columns_of(x);
#else
constexpr auto columns = along<"token">(x);
#endif

// case: columns_projection
// rejected: "I multiplied by W^q": an article says that for Q = W^q I, and of columns the product
//   is the other way round.
// expect-error: attn::matmul\(A, B\): the contracted axes differ in name
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;
constexpr tensor<double, axis<"feature", 4>, axis<"token", 4>> I;
constexpr tensor<double, d_k, axis<"feature", 4>> W_q;

#ifdef ATTN_REJECT
constexpr auto out = matmul(I, W_q);
#else
constexpr auto out = matmul(W_q, I);
#endif

static_assert(out.rank > 0);

// case: columns_softmax_axis
// rejected: the softmax over the wrong axis: an article never says which; with `feature` named
//   there is none among the scores.
// expect-error: attn::softmax<axis>\(x\): x has no such axis
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = softmax<"d_k">(column_scores(q, k));
#else
constexpr auto out = softmax<"key">(column_scores(q, k));
#endif

static_assert(out.rank > 0);

// case: columns_to_the_row_function
// rejected: tokens in columns, to the function for tokens in rows; square, so that only the names
//   tell.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): the widths of Q and K have different names
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;
constexpr tensor<double, d_k, axis<"token", 4>> Q;
constexpr tensor<double, d_k, axis<"key", 4>> K;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, K, K);
#else
constexpr auto out = column_attention(Q, K, K);
#endif

static_assert(out.rank > 0);
