// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/attention reject that have no table of their own. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: self_attention_transposed_weight
// rejected: one weight of three transposed: its input is the mistake, and its output no second one.
// expect-error: attn::self_attention\(X, W_q, W_k, W_v\): the input of W_q must be X's last axis
// errors: 1
using token = axis<"token", 3>;
using model = axis<"model", 4>;
using d_k = axis<"d_k", 2>;
constexpr tensor<double, token, model> X{};
constexpr tensor<double, model, d_k> W{};

#ifdef ATTN_REJECT
constexpr auto y = self_attention(X, transpose(W), W, W);
#else
constexpr auto y = self_attention(X, W, W, W);
#endif

// case: alibi_bias_of_integers
// rejected: biases as whole numbers.
// expect-error: attn::alibi_bias<T, head, query, key>\(\): T must be a floating-point type
// errors: 1
using head = axis<"head", 8>;
using query = axis<"query", 3>;
using key = axis<"key", 3>;

#ifdef ATTN_REJECT
constexpr auto bias = alibi_bias<int, head, query, key>();
#else
constexpr auto bias = alibi_bias<float, head, query, key>();
#endif

// case: alibi_of_integers
// rejected: slopes as whole numbers, all of which are 0.
// expect-error: attn::alibi_slopes<T, head>\(\): T must be a floating-point type
// errors: 1
using head = axis<"head", 8>;

#ifdef ATTN_REJECT
constexpr auto slopes = alibi_slopes<int, head>();
#else
constexpr auto slopes = alibi_slopes<float, head>();
#endif

// case: alibi_one_name
// rejected: in self-attention queries and keys come from one axis, but scores cannot carry it twice.
// expect-error: attn::alibi_bias<T, head, query, key>\(first\): two of the axes have one name
// errors: 1
using head = axis<"head", 8>;
using token = axis<"token", 3>;

#ifdef ATTN_REJECT
constexpr auto bias = alibi_bias<float, head, token, token>(0);
#else
constexpr auto bias = alibi_bias<float, head, token, axis<"key_token", 3>>(0);
#endif

// case: alibi_other_heads
// rejected: slopes of four heads for eight.
// Thread: https://github.com/tensorflow/tensorflow/issues/49237
// expect-error: attn.*: a bias must have the axes of the scores, \(…, query, key\)
// errors: 1
using head = dim<8>;
using token = dim<3>;
using key = dim<3>;
constexpr tensor<float, head, token, dim<2>> q{};
constexpr tensor<float, head, key, dim<2>> k{};

#ifdef ATTN_REJECT
constexpr auto bias = alibi_bias<float, dim<4>, token, key>();
#else
constexpr auto bias = alibi_bias<float, head, token, key>();
#endif
constexpr auto weights = attention_weights(q, k, biased_by(bias));

// case: alibi_other_length
// rejected: one query and five keys: is it aligned with the first key or the last?
// Thread: https://github.com/Dao-AILab/flash-attention/issues/517
// expect-error: attn::alibi_bias<…>\(\): queries and keys differ in number; state the key of query 0: \(first\)
// errors: 1
using head = axis<"head", 4>;
using query = axis<"query", 1>;
using key = axis<"key", 5>;

#ifdef ATTN_REJECT
constexpr auto bias = alibi_bias<float, head, query, key>();
#else
constexpr auto bias = alibi_bias<float, head, query, key>(4);
#endif

// case: alibi_without_heads
// rejected: a bias for each head, for scores without heads.
// Thread: https://github.com/tensorflow/tensorflow/issues/49237
// expect-error: attn.*: a bias must have the axes of the scores, \(…, query, key\)
// errors: 1
using head = dim<4>;
using token = dim<3>;
using key = dim<3>;
using d_k = dim<2>;
constexpr auto bias = alibi_bias<float, head, token, key>();

#ifdef ATTN_REJECT
constexpr auto weights =
    attention_weights(tensor<float, token, d_k>{}, tensor<float, key, d_k>{}, biased_by(bias));
#else
constexpr auto weights = attention_weights(tensor<float, head, token, d_k>{},
                                           tensor<float, head, key, d_k>{}, biased_by(bias));
#endif

// case: bias_crossed_axes
// rejected: a bias (key, token): with equal sizes it would go unnoticed.
// expect-error: attn::attention_weights\(Q, K, options…\): a bias must have the axes of the scores, \(…, query, key\)
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};
constexpr tensor<double, key, token> distance{{0, 1, 2}, {1, 0, 1}, {2, 1, 0}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, biased_by(distance));
#else
constexpr auto weights = attention_weights(Q, K, biased_by(transpose(distance)));
#endif

// case: bias_is_a_mask
// rejected: a mask, added to the scores: its ones would be a little encouragement.
// expect-error: attn::attention_weights\(Q, K, options…\): a bias must have the element type of the scores
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};
constexpr keep_mask<token, key> past{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, biased_by(past));
#else
constexpr auto weights = attention_weights(Q, K, past);
#endif

// case: bias_of_integers
// rejected: a bias of integers: distances without slopes, or a mask of 0 and 1, which would be
// added
// (pytorch#110213).
// expect-error: attn::attention_weights\(Q, K, options…\): a bias must have the element type of the scores; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};
constexpr tensor<int, token, key> distance{{0, 1, 2}, {1, 0, 1}, {2, 1, 0}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, biased_by(distance));
#else
constexpr auto weights = attention_weights(Q, K, biased_by(as<double>(distance)));
#endif

// case: duplicate_option
// rejected: two scales: the one or the other, or one after the other?
// expect-error: attn::scaled_dot_product_attention\(Q, K, V, options…\): two options of one kind
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, meaning> V;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, K, V, unscaled, scaled_by(0.5));
#else
constexpr auto out = scaled_dot_product_attention(Q, K, V, scaled_by(0.5));
#endif

// case: general_score_batches_differ
// rejected: two batches of different sizes.
// expect-error: attn::general_score\(Q, K, W\): the leading axes of Q and K must agree
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, d_h, d_s> W;

#ifdef ATTN_REJECT
constexpr auto out =
    general_score(tensor<double, dim<2>, step, d_h>{}, tensor<double, dim<3>, source, d_s>{}, W);
#else
constexpr auto out =
    general_score(tensor<double, dim<2>, step, d_h>{}, tensor<double, dim<2>, source, d_s>{}, W);
#endif

static_assert(out.rank > 0);

// case: general_score_key_width
// rejected: a square W, though a key is narrower than a query.
// expect-error: attn::general_score\(Q, K, W\): W must be \(d_h, d_s\): its last axis meets a key
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, d_h, d_s> W;

#ifdef ATTN_REJECT
constexpr auto out = general_score(h, s, tensor<double, d_h, dim<4>>{});
#else
constexpr auto out = general_score(h, s, W);
#endif

static_assert(out.rank > 0);

// case: general_score_mixed_element_types
// rejected: a weight in float for states in double.
// expect-error: attn::general_score\(Q, K, W\): requires one element type
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, d_h, d_s> W;

#ifdef ATTN_REJECT
constexpr auto out = general_score(h, s, as<float>(W));
#else
constexpr auto out = general_score(h, s, W);
#endif

static_assert(out.rank > 0);

// case: general_score_of_vector
// rejected: a single state without its sequence axis.
// expect-error: attn::general_score\(Q, K, W\): Q and K must have at least two axes
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, d_h, d_s> W;

#ifdef ATTN_REJECT
constexpr auto out = general_score(select<0>(h, 0), s, W);
#else
constexpr auto out = general_score(h, s, W);
#endif

static_assert(out.rank > 0);

// case: general_score_square_names
// rejected: a square W the wrong way round: only the names tell.
// expect-error: attn::general_score\(Q, K, W\): W must be \(d_h, d_s\): its first axis meets a query
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, d_h, d_s> W;
constexpr tensor<double, source, axis<"d_e", 4>> k;
constexpr tensor<double, axis<"d_e", 4>, d_h> w;

#ifdef ATTN_REJECT
constexpr auto out = general_score(h, k, w);
#else
constexpr auto out = general_score(h, k, transpose(w));
#endif

static_assert(out.rank > 0);

// case: general_score_transposed
// rejected: W^T for W: Luong's h^T W s asks for (d_h, d_s), and an article does not say which way
//   W stands.
// expect-error: attn::general_score\(Q, K, W\): W must be \(d_h, d_s\): its first axis meets a query
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, d_h, d_s> W;

#ifdef ATTN_REJECT
constexpr auto out = general_score(h, s, transpose(W));
#else
constexpr auto out = general_score(h, s, W);
#endif

static_assert(out.rank > 0);

// case: general_score_weight_is_vector
// rejected: a vector for W.
// expect-error: attn::general_score\(Q, K, W\): W must have two axes
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, d_h, d_s> W;

#ifdef ATTN_REJECT
constexpr auto out = general_score(h, s, tensor<double, d_h>{});
#else
constexpr auto out = general_score(h, s, W);
#endif

static_assert(out.rank > 0);

// case: masked_softmax_of_integers
// rejected: shares among integers.
// expect-error: attn::masked_softmax\(x, mask\): requires a floating-point element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};

#ifdef ATTN_REJECT
constexpr auto shares = masked_softmax(as<int>(matmul(Q, transpose(K))), causal<>);
#else
constexpr auto shares = masked_softmax(matmul(Q, transpose(K)), causal<>);
#endif

// case: one_head_of_another
// rejected: the queries of one head against the keys of another: article 1 lets q^{i,1} meet only
//   k^{j,1}, and where each head names its own width nothing else compiles.
// expect-error: attn::attention_scores\(Q, K\): the widths of Q and K have different names
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
constexpr tensor<double, token, axis<"d_1", 4>> q1;
constexpr tensor<double, key, axis<"d_1", 4>> k1;
constexpr tensor<double, key, axis<"d_2", 4>> k2;

#ifdef ATTN_REJECT
constexpr auto out = attention_scores(q1, k2);
#else
constexpr auto out = attention_scores(q1, k1);
#endif

static_assert(out.rank > 0);

// case: online_attention_block_zero
// rejected: blocks without a key.
// expect-error: attn::online_attention<block>\(Q, K, V\): a block has at least one key
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = online_attention<0>(q, k, v);
#else
constexpr auto out = online_attention<2>(q, k, v);
#endif

static_assert(out.rank > 0);

// case: online_attention_duplicate_option
// rejected: two scales.
// expect-error: attn::online_attention<block>\(Q, K, V, options…\): two options of one kind
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = online_attention<2>(q, k, v, unscaled, scaled_by(0.5));
#else
constexpr auto out = online_attention<2>(q, k, v);
#endif

static_assert(out.rank > 0);

// case: online_attention_key_width
// rejected: values for keys.
// expect-error: attn::online_attention<block>\(Q, K, V\): Q and K must have the same width
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = online_attention<2>(q, v, v);
#else
constexpr auto out = online_attention<2>(q, k, v);
#endif

static_assert(out.rank > 0);

// case: online_attention_masked
// rejected: a mask, which asks where a key stands.
// expect-error: attn::online_attention<block>\(Q, K, V, options…\): a score, a scale or a soft cap
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = online_attention<2>(q, k, v, causal<top_left>);
#else
constexpr auto out = online_attention<2>(q, k, v);
#endif

static_assert(out.rank > 0);

// case: online_attention_mixed_element_types
// rejected: values in float.
// expect-error: attn::online_attention<block>\(Q, K, V\): requires one element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = online_attention<2>(q, k, as<float>(v));
#else
constexpr auto out = online_attention<2>(q, k, v);
#endif

static_assert(out.rank > 0);

// case: online_attention_of_batch
// rejected: a batch.
// expect-error: attn::online_attention<block>\(Q, K, V\): each must have two axes
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = online_attention<2>(tensor<double, dim<2>, token, width>{}, k, v);
#else
constexpr auto out = online_attention<2>(q, k, v);
#endif

static_assert(out.rank > 0);

// case: online_attention_of_integers
// rejected: integers, which have no exp.
// expect-error: attn::online_attention<block>\(Q, K, V\): requires a floating-point element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = online_attention<2>(as<int>(q), as<int>(k), as<int>(v));
#else
constexpr auto out = online_attention<2>(q, k, v);
#endif

static_assert(out.rank > 0);

// case: online_attention_value_length
// rejected: fewer values than keys.
// expect-error: attn::online_attention<block>\(Q, K, V\): one value per key
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = online_attention<2>(q, k, tensor<double, dim<4>, content>{});
#else
constexpr auto out = online_attention<2>(q, k, v);
#endif

static_assert(out.rank > 0);

// case: pairwise_batches_differ
// rejected: two batches of different sizes.
// expect-error: attn::pairwise\(f\)\(Q, K\): the leading axes of Q and K must agree
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;
constexpr auto score = pairwise([](const auto& a, const auto& b) { return a[0] * b[0]; });

#ifdef ATTN_REJECT
constexpr auto out =
    score(tensor<double, dim<2>, token, width>{}, tensor<double, dim<3>, key, width>{});
#else
constexpr auto out = score(q, k);
#endif

static_assert(out.rank > 0);

// case: pairwise_mixed_element_types
// rejected: keys in float for queries in double.
// expect-error: attn::pairwise\(f\)\(Q, K\): requires one element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;
constexpr auto score = pairwise([](const auto& a, const auto& b) { return a[0] * b[0]; });

#ifdef ATTN_REJECT
constexpr auto out = score(q, as<float>(k));
#else
constexpr auto out = score(q, k);
#endif

static_assert(out.rank > 0);

// case: pairwise_of_vector
// rejected: a vector for the queries.
// expect-error: attn::pairwise\(f\)\(Q, K\): Q and K must have at least two axes
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;
constexpr auto score = pairwise([](const auto& a, const auto& b) { return a[0] * b[0]; });

#ifdef ATTN_REJECT
constexpr auto out = score(select<0>(q, 0), k);
#else
constexpr auto out = score(q, k);
#endif

static_assert(out.rank > 0);

// case: pairwise_returns_tensor
// rejected: a score that is a tensor: attention takes two vectors and gives one number.
// expect-error: attn::pairwise\(f\)\(Q, K\): f\(a row of Q, a row of K\) must be one element
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;
constexpr auto score = pairwise([](const auto& a, const auto& b) { return a[0] * b[0]; });

#ifdef ATTN_REJECT
constexpr auto out = pairwise([](const auto& a, const auto&) { return a.copy(); })(q, k);
#else
constexpr auto out = score(q, k);
#endif

static_assert(out.rank > 0);

// case: part_of_integers
// rejected: integers, which have no exp.
// expect-error: attn::part_of\(scores, V\): requires a floating-point element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = part_of(attention_scores(as<int>(q), as<int>(k)), as<int>(v)).weighted;
#else
constexpr auto out = part_of(attention_scores(q, k), v).weighted;
#endif

static_assert(out.rank > 0);

// case: part_of_value_length
// rejected: a block of scores with the values of another.
// expect-error: attn::part_of\(scores, V\): one value per key
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = part_of(attention_scores(q, k), tensor<double, dim<4>, content>{}).weighted;
#else
constexpr auto out = part_of(attention_scores(q, k), v).weighted;
#endif

static_assert(out.rank > 0);

// case: project_heads_input
// rejected: a weight that takes another width.
// expect-error: attn::project_heads\(x, W\): the input of W must be the last axis of x
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;
constexpr tensor<double, head, d_k, width> turned;

#ifdef ATTN_REJECT
constexpr auto out = project_heads(x, turned);
#else
constexpr auto out = project_heads(x, w);
#endif

static_assert(out.rank > 1);

// case: project_heads_matrix
// rejected: one matrix for all heads.
// expect-error: attn::project_heads\(x, W\): W must be \(head, input, output\), a matrix for each head
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = project_heads(x, w);
#else
constexpr auto out = project_heads(x, split_heads<head, axis<"d_k", 3>>(w));
#endif

static_assert(out.rank > 1);

// case: project_heads_mixed_element_types
// rejected: a weight in another element type.
// expect-error: attn::project_heads\(x, W\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;

#ifdef ATTN_REJECT
constexpr auto out = project_heads(x, as<float>(w));
#else
constexpr auto out = project_heads(as<float>(x), as<float>(w));
#endif

static_assert(out.rank > 1);

// case: project_heads_names
// rejected: heads under the name that the tokens have.
// expect-error: attn::project_heads\(x, W\): the result would have two axes of one name
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;
constexpr tensor<double, axis<"token", 2>, width, d_k> confused;

#ifdef ATTN_REJECT
constexpr auto out = project_heads(x, confused);
#else
constexpr auto out = project_heads(x, w);
#endif

static_assert(out.rank > 1);

// case: project_heads_vector
// rejected: a single token without its sequence.
// expect-error: attn::project_heads\(x, W\): x must be \(token, width\), or a batch of them
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;
constexpr tensor<double, width> one;

#ifdef ATTN_REJECT
constexpr auto out = project_heads(one, w);
#else
constexpr auto out = project_heads(x, w);
#endif

static_assert(out.rank > 0);

// case: relative_bias_one_name
// rejected: queries and keys on one axis.
// expect-error: attn::relative_bias<query, key>\(table\): two of the axes have one name
// errors: 1
using token = axis<"token", 3>;
constexpr tensor<float, axis<"distance", 5>> table{};

#ifdef ATTN_REJECT
constexpr auto bias = relative_bias<token, token>(table);
#else
constexpr auto bias = relative_bias<token, axis<"key_token", 3>>(table);
#endif

// case: relative_bias_rank
// rejected: a table with three axes.
// expect-error: attn::relative_bias<query, key>\(table\): the table must have one axis, distances, or one of heads in front of it
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 4>;
using head = axis<"head", 2>;
using distance = axis<"distance", 6>;

#ifdef ATTN_REJECT
constexpr auto bias = relative_bias<query, key>(tensor<float, dim<2>, head, distance>{});
#else
constexpr auto bias = relative_bias<query, key>(tensor<float, head, distance>{});
#endif

// case: relative_bias_table_size
// rejected: three queries and four keys are six distances apart, from -2 to 3, not seven.
// expect-error: attn::relative_bias<query, key>\(table\): the table must have an entry for every distance: the number of queries and keys together, less one
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 4>;

#ifdef ATTN_REJECT
constexpr auto bias = relative_bias<query, key>(tensor<float, axis<"distance", 7>>{});
#else
constexpr auto bias = relative_bias<query, key>(tensor<float, axis<"distance", 6>>{});
#endif

// case: relative_bias_table_turned
// rejected: heads stand behind the distances, as in Swin's table.
// expect-error: attn::relative_bias<query, key>\(table\): the table must have an entry for every distance
// errors: 1
using query = axis<"query", 3>;
using key = axis<"key", 4>;
constexpr tensor<float, axis<"distance", 6>, axis<"head", 2>> table{};

#ifdef ATTN_REJECT
constexpr auto bias = relative_bias<query, key>(table);
#else
constexpr auto bias = relative_bias<query, key>(transpose(table));
#endif

// case: same_segment_seven_axes
// rejected: a mask of (…, token, key_token) has one axis more than the ids.
// expect-error: attn::same_segment\(ids\): a mask has at most 6 axes
// errors: 1
using batch = axis<"batch", 2>;
using part = axis<"part", 2>;
using head = axis<"head", 2>;
using token = axis<"token", 3>;
constexpr tensor<int, batch, part, dim<2>, dim<1>, head, token> ids;

#ifdef ATTN_REJECT
constexpr auto mask = same_segment(ids);
#else
constexpr auto mask = same_segment(select<"part">(ids, 0));
#endif

// case: scaled_dot_score_of_integers
// rejected: integers, which a scale would leave.
// expect-error: attn::scaled_dot_score\(Q, K\): requires a floating-point element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_score(as<int>(q), as<int>(k));
#else
constexpr auto out = scaled_dot_score(q, k);
#endif

static_assert(out.rank > 0);

// case: scored_by_crossed_axes
// rejected: a score of the user's whose result is (key, query).
// expect-error: attn::attention_weights\(Q, K, options…\): scored_by\(f\) must return a score for each query and key
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(
    Q, K, scored_by([](const auto& q, const auto& k) { return matmul(k, transpose(q)); }));
#else
constexpr auto weights = attention_weights(
    Q, K, scored_by([](const auto& q, const auto& k) { return matmul(q, transpose(k)); }));
#endif

// case: scores_as_weights
// rejected: the softmax is forgotten: scores weigh the values, of the same shape as weights (E18).
// expect-error: attn::weighted_mean\(weights, V\): nothing says that these sum to 1; are they scores\?
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using content = axis<"content", 2>;

constexpr tensor<double, token, key> scores{};
constexpr tensor<double, key, content> v{};

#ifdef ATTN_REJECT
constexpr auto out = weighted_mean(scores, v);
#else
constexpr auto out = weighted_mean(softmax_weights(scores), v);
#endif

static_assert(out.rank == 2);

// case: segments_batches_differ
// rejected: one text's queries, a batch of keys.
// expect-error: attn::same_segment\(queries, keys\): the leading axes of queries and keys must agree
// errors: 1
using token = axis<"token", 4>;
using memory = axis<"memory", 3>;
using batch = axis<"batch", 2>;
constexpr tensor<int, token> ids{0, 0, 1, 1};
constexpr tensor<int, batch, memory> others{{0, 1, 1}, {1, 1, 0}};

#ifdef ATTN_REJECT
constexpr auto mask = same_segment(ids, others);
#else
constexpr auto mask = same_segment(expand<batch, 0>(ids), others);
#endif

// case: segments_mixed_element_types
// rejected: ids of two types: -1 and 4294967295 are the same for one of them.
// expect-error: attn::same_segment\(queries, keys\): one type of ids; convert with as<int>\(x\)
// errors: 1
using token = axis<"token", 4>;
using memory = axis<"memory", 3>;
using batch = axis<"batch", 2>;
constexpr tensor<int, token> ids{0, 0, 1, 1};
constexpr tensor<unsigned, memory> others{0, 1, 2};

#ifdef ATTN_REJECT
constexpr auto mask = same_segment(ids, others);
#else
constexpr auto mask = same_segment(ids, as<int>(others));
#endif

// case: segments_of_a_number
// rejected: one id, of no position.
// expect-error: attn::same_segment\(ids\): one id for each position: the ids must have an axis
// errors: 1
using token = axis<"token", 4>;
using memory = axis<"memory", 3>;
using batch = axis<"batch", 2>;
constexpr tensor<int, token> ids{0, 0, 1, 1};

#ifdef ATTN_REJECT
constexpr auto mask = same_segment(tensor<int>(1));
#else
constexpr auto mask = same_segment(ids);
#endif

// case: segments_of_fractions
// rejected: ids that are fractions: equal or not, by their rounding.
// expect-error: attn::same_segment\(ids\): the ids must be integers
// errors: 1
using token = axis<"token", 4>;
using memory = axis<"memory", 3>;
using batch = axis<"batch", 2>;
constexpr tensor<int, token> ids{0, 0, 1, 1};
constexpr tensor<double, token> times{0.1, 0.1, 0.2, 0.3};

#ifdef ATTN_REJECT
constexpr auto mask = same_segment(times);
#else
constexpr auto mask = same_segment(ids);
#endif

// case: self_attention_key_width
// rejected: d_q different from d_k, which article 3 declares as if it were free (E6).
// expect-error: attn::self_attention\(X, W_q, W_k, W_v\): W_q and W_k must have the same width
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 2>;
using d_k = axis<"d_k", 2>;

constexpr tensor<double, token, width> x{{1, 0}, {0, 1}, {1, 1}};
constexpr tensor<double, width, d_k> w{{1, 2}, {3, 4}};
#ifdef ATTN_REJECT
constexpr tensor<double, width, axis<"d_k", 3>> w_q{{1, 2, 3}, {4, 5, 6}};
#else
constexpr tensor<double, width, axis<"d_k", 2>> w_q{{1, 2}, {3, 4}};
#endif

constexpr auto out = self_attention(x, w_q, w, w);

static_assert(out.rank == 2);

// case: self_attention_projection_input
// rejected: a projection made for another width.
// expect-error: attn::self_attention\(X, W_q, W_k, W_v\): the input of W_k must be
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 2>;
using d_k = axis<"d_k", 2>;

constexpr tensor<double, token, width> x{{1, 0}, {0, 1}, {1, 1}};
constexpr tensor<double, width, d_k> w{{1, 2}, {3, 4}};
#ifdef ATTN_REJECT
constexpr tensor<double, axis<"width", 3>, d_k> w_k{{1, 2}, {3, 4}, {5, 6}};
#else
constexpr tensor<double, width, d_k> w_k{{1, 2}, {3, 4}};
#endif

constexpr auto out = self_attention(x, w, w_k, w);

static_assert(out.rank == 2);

// case: self_attention_weight_layout
// rejected: a weight in the (output, input) layout, square: no size is wrong (article 3 multiplies X W).
// expect-error: attn::self_attention\(X, W_q, W_k, W_v\): the input of W_v must be
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 2>;
using d_k = axis<"d_k", 2>;

constexpr tensor<double, token, width> x{{1, 0}, {0, 1}, {1, 1}};
constexpr tensor<double, width, d_k> w{{1, 2}, {3, 4}};
#ifdef ATTN_REJECT
constexpr tensor<double, d_k, width> w_v{{1, 2}, {3, 4}};
#else
constexpr tensor<double, width, d_k> w_v{{1, 2}, {3, 4}};
#endif

constexpr auto out = self_attention(x, w, w, w_v);

static_assert(out.rank == 2);

// case: self_attention_weight_vector
// rejected: a weight that is a vector: one output is a matrix of one column.
// expect-error: attn::self_attention\(X, W_q, W_k, W_v\): each weight must have two axes, input and output
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, axis<"d_k", 1>> w;
#ifdef ATTN_REJECT
constexpr tensor<double, width> w_v;
#else
constexpr tensor<double, width, axis<"d_v", 1>> w_v;
#endif

constexpr auto out = self_attention(x, w, w, w_v);

static_assert(out.rank > 0);

// case: sliding_window_negative_bound
// rejected: a window that ends two positions before the query: -1 is no bound at all, in ONNX and here, and
// less is nothing.
// expect-error: attn::sliding_window<l, r>: l and r count positions, 0 or more, or are `unbounded`
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, sliding_window<2, -2>, fully_masked<zero_rows>);
#else
constexpr auto weights = attention_weights(Q, K, causal<key_offset<-2>>, fully_masked<zero_rows>);
#endif

// case: sliding_window_rectangle
// rejected: a window without an alignment: 3 queries, 5 keys (flash-attention#517).
// expect-error: attn::masked_softmax\(x, mask\): causal<> and sliding_window<l, r> require equal numbers of queries and keys
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}};

#ifdef ATTN_REJECT
constexpr auto weights =
    masked_softmax(matmul(Q, transpose(K)), valid_keys(3) & sliding_window<1, 1>);
#else
constexpr auto weights =
    masked_softmax(matmul(Q, transpose(K)), valid_keys(3) & sliding_window<1, 1, top_left>);
#endif

// case: torch_multi_head_biases
// rejected: the bias of one projection for that of three.
// expect-error: attn::torch_multi_head<head>\(…\): in_proj_bias must have 3 \* width elements, out_proj_bias width
// errors: 1
constexpr matrix<float, 12, 4> in{};
constexpr matrix<float, 4, 4> out{};
constexpr tensor<float, dim<12>> in_bias{};
constexpr tensor<float, dim<4>> out_bias{};

#ifdef ATTN_REJECT
constexpr auto layer = torch_multi_head<dim<2>>(in, out_bias, out, out_bias);
#else
constexpr auto layer = torch_multi_head<dim<2>>(in, in_bias, out, out_bias);
#endif

// case: torch_multi_head_mixed_element_types
// rejected: weights of float and of double.
// expect-error: attn::torch_multi_head<head>\(…\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
constexpr matrix<float, 12, 4> in{};

#ifdef ATTN_REJECT
constexpr auto layer = torch_multi_head<dim<2>>(in, matrix<double, 4, 4>{});
#else
constexpr auto layer = torch_multi_head<dim<2>>(in, matrix<float, 4, 4>{});
#endif

// case: torch_multi_head_output
// rejected: an output projection of another width: with kdim or vdim PyTorch does not pack.
// expect-error: attn::torch_multi_head<head>\(…\): out_proj_weight must be \(width, width\)
// errors: 1
constexpr matrix<float, 12, 4> in{};

#ifdef ATTN_REJECT
constexpr auto layer = torch_multi_head<dim<2>>(in, matrix<float, 4, 6>{});
#else
constexpr auto layer = torch_multi_head<dim<2>>(in, matrix<float, 4, 4>{});
#endif

// case: torch_multi_head_transposed
// rejected: PyTorch's packed weight the wrong way round, as Keras and GPT-2 (Conv1D) store it.
// expect-error: attn::torch_multi_head<head>\(…\): in_proj_weight must be \(3 \* width, width\), q, k and v one below the other; is it transposed\?
// errors: 1
constexpr matrix<float, 12, 4> in{};
constexpr matrix<float, 4, 4> out{};
constexpr tensor<float, dim<12>> in_bias{};
constexpr tensor<float, dim<4>> out_bias{};

#ifdef ATTN_REJECT
constexpr auto layer = torch_multi_head<dim<2>>(transpose(in), in_bias, out, out_bias);
#else
constexpr auto layer = torch_multi_head<dim<2>>(in, in_bias, out, out_bias);
#endif

// case: torch_multi_head_vectors
// rejected: weights and biases in another order.
// expect-error: attn::torch_multi_head<head>\(…\): the weights must have two axes
// errors: 1
constexpr matrix<float, 12, 4> in{};
constexpr matrix<float, 4, 4> out{};
constexpr tensor<float, dim<12>> in_bias{};
constexpr tensor<float, dim<4>> out_bias{};

#ifdef ATTN_REJECT
constexpr auto layer = torch_multi_head<dim<2>>(in, out, in_bias, out_bias);
#else
constexpr auto layer = torch_multi_head<dim<2>>(in, in_bias, out, out_bias);
#endif

// case: two_masks
// rejected: two masks: both, or either? With is_causal, PyTorch forbids a second mask in one
// function and requires it in another (pytorch#118972, #99282).
// expect-error: attn::attention_weights\(Q, K, options…\): two options of one kind; two masks are a & b
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, causal<>, valid_keys(2));
#else
constexpr auto weights = attention_weights(Q, K, causal<>& valid_keys(2));
#endif
