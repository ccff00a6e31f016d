// SPDX-License-Identifier: BSL-1.0
// What attn/attention/scaled_dot_product.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <cstddef>

#include <attn.hpp>

using namespace attn;

// case: scaled_dot_product_into_other_element
// rejected: an answer of doubles written into a tensor of floats.
// expect-error: attn::scaled_dot_product_attention_into\(out, Q, K, V\): out must have the element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 4>;
using feature = axis<"feature", 2>;

#ifdef ATTN_REJECT
using answer = tensor<float, token, feature>;
#else
using answer = tensor<double, token, feature>;
#endif

void attend(answer& out, const tensor<double, token, feature>& q,
            const tensor<double, key, feature>& k, const tensor<double, key, feature>& v) {
  scaled_dot_product_attention_into(out, q, k, v);
}

// case: scaled_dot_product_into_two_scales
// rejected: two options of one kind, of a function that calls another one.
// expect-error: attn::scaled_dot_product_attention_into\(out, Q, K, V, …\): two options of one kind
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, meaning> V;

void attend(tensor<double, token, meaning>& out) {
#ifdef ATTN_REJECT
  scaled_dot_product_attention_into(out, Q, K, V, unscaled, scaled_by(0.5));
#else
  scaled_dot_product_attention_into(out, Q, K, V, scaled_by(0.5));
#endif
}

// case: scaled_dot_product_into_wrong_axes
// rejected: an answer written into a tensor that is the wrong way round: at 3x3 the sizes agree.
// expect-error: attn::scaled_dot_product_attention_into\(out, Q, K, V\): out must have the axes of
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 3>;

#ifdef ATTN_REJECT
using answer = tensor<double, feature, token>;
#else
using answer = tensor<double, token, feature>;
#endif

void attend(answer& out, const tensor<double, token, feature>& q,
            const tensor<double, key, feature>& k, const tensor<double, key, feature>& v) {
  scaled_dot_product_attention_into(out, q, k, v);
}

// case: sdpa_batches_differ
// rejected: a batch of one query with a batch of four keys: PyTorch returned a tensor, and its
//   user "wasted couple of days" (https://github.com/pytorch/pytorch/issues/64888) (E10).
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): the leading axes
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
template <std::size_t Batch, class... Axes>
using batch_of = tensor<double, axis<"batch", Batch>, Axes...>;
constexpr batch_of<4, key, feature> K;
constexpr batch_of<4, key, meaning> V;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(batch_of<1, token, feature>{}, K, V);
#else
constexpr auto out = scaled_dot_product_attention(batch_of<4, token, feature>{}, K, V);
#endif

// case: sdpa_key_width
// rejected: queries of width 2 and keys of width 3: d_q and d_k are one number, which articles
//   declare twice.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): .*must have the same width \(d_k\)
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, meaning> V;
constexpr tensor<double, key, axis<"feature", 3>> wide;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, wide, V);
#else
constexpr auto out = scaled_dot_product_attention(Q, K, V);
#endif

// case: sdpa_mixed_element_types
// rejected: float queries and double keys: which of the two is the result?
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): requires one element type for all
// expect-error: convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, meaning> V;
constexpr tensor<float, token, feature> q;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(q, K, V);
#else
constexpr auto out = scaled_dot_product_attention(as<double>(q), K, V);
#endif

// case: sdpa_of_integers
// rejected: integer weights: softmax has fractions even where the scores have none.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): requires a floating-point element type
// expect-error: convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
constexpr tensor<int, token, feature> Q;
constexpr tensor<int, key, feature> K;
constexpr tensor<int, key, meaning> V;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, K, V);
#else
constexpr auto out = scaled_dot_product_attention(as<double>(Q), as<double>(K), as<double>(V));
#endif

// case: sdpa_option_is_number
// rejected: 0.5 as an option: a scale, a dropout probability, or a softcap?
// expect-error: attn::scaled_dot_product_attention\(Q, K, V, options…\):
// expect-error: a trailing argument is not an option; a scale is scaled_by\(x\)
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, meaning> V;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, K, V, 0.5);
#else
constexpr auto out = scaled_dot_product_attention(Q, K, V, scaled_by(0.5));
#endif

// case: sdpa_swapped_key_and_value
// rejected: K and V swapped, which at 3x3 has the right shape.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\)
// expect-error: the widths of Q and K have different names
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 3>;
using meaning = axis<"meaning", 3>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, meaning> V;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, V, K);
#else
constexpr auto out = scaled_dot_product_attention(Q, K, V);
#endif

// case: sdpa_value_is_vector
// rejected: one number for each key: the values must be rows, be it of one number each.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): .*must have at least two axes
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key> values{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, K, values);
#else
constexpr auto out = scaled_dot_product_attention(Q, K, expand<axis<"meaning", 1>, -1>(values));
#endif

// case: sdpa_value_length
// rejected: three keys and two values: each key looks up one value.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): one value per key
// expect-error: K and V differ in length
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, meaning> V;
constexpr tensor<double, axis<"key", 2>, meaning> too_few;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, K, too_few);
#else
constexpr auto out = scaled_dot_product_attention(Q, K, V);
#endif

// case: sdpa_value_names
// rejected: values of other things than the keys: the source's keys with the target's values (E17).
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\)
// expect-error: the sequences of K and V have different names
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, meaning> V;
constexpr tensor<double, axis<"target", 3>, meaning> other;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, K, other);
#else
constexpr auto out = scaled_dot_product_attention(Q, K, V);
#endif

// case: sdpa_vector
// rejected: one query as a vector: attention is defined for rows of queries, be it only one.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): .*must have at least two axes
// errors: 1
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, meaning> V;
constexpr tensor<double, feature> query{1, 2};

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(query, K, V);
#else
constexpr auto out = scaled_dot_product_attention(expand<axis<"token", 1>, 0>(query), K, V);
#endif

// case: sdpa_width_names
// rejected: the values in the place of the keys: sizes agree, but a query is no weighted sum of
//   values.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\)
// expect-error: the widths of Q and K have different names
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, meaning> V;
constexpr tensor<double, key, axis<"meaning", 2>> W;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, W, V);
#else
constexpr auto out = scaled_dot_product_attention(Q, K, V);
#endif
