// SPDX-License-Identifier: BSL-1.0
// What attn/attention/additive_score.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: additive_score_batches_differ
// rejected: two batches of different sizes.
// expect-error: attn::additive_score\(Q, K, V, W, u\): the leading axes of Q and K must agree
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, d_h> V;
constexpr tensor<double, hidden, d_s> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = additive_score(tensor<double, dim<2>, step, d_h>{},
                                    tensor<double, dim<3>, source, d_s>{}, V, W, u);
#else
constexpr auto out = additive_score(tensor<double, dim<2>, step, d_h>{},
                                    tensor<double, dim<2>, source, d_s>{}, V, W, u);
#endif

static_assert(out.rank > 0);

// case: additive_score_exchanged
// rejected: V and W exchanged: an article prints U tanh(V_h + W_s), subscripts where products
//   belong, and from that nobody can tell which matrix meets which state.
// expect-error: attn::additive_score\(Q, K, V, W, u\): V must be \(hidden, d_h\)
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, d_h> V;
constexpr tensor<double, hidden, d_s> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = additive_score(h, s, W, V, u);
#else
constexpr auto out = additive_score(h, s, V, W, u);
#endif

static_assert(out.rank > 0);

// case: additive_score_hidden_differs
// rejected: V and W with hidden layers of different widths.
// expect-error: attn::additive_score\(Q, K, V, W, u\): V and W must have one hidden axis
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, d_h> V;
constexpr tensor<double, hidden, d_s> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = additive_score(h, s, V, tensor<double, axis<"hidden", 7>, d_s>{}, u);
#else
constexpr auto out = additive_score(h, s, V, W, u);
#endif

static_assert(out.rank > 0);

// case: additive_score_key_width
// rejected: a W as wide as the hidden layer, not as a key.
// expect-error: attn::additive_score\(Q, K, V, W, u\): W must be \(hidden, d_s\)
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, d_h> V;
constexpr tensor<double, hidden, d_s> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = additive_score(h, s, V, transpose(tensor<double, d_h, hidden>{}), u);
#else
constexpr auto out = additive_score(h, s, V, W, u);
#endif

static_assert(out.rank > 0);

// case: additive_score_mixed_element_types
// rejected: weights in float for states in double.
// expect-error: attn::additive_score\(Q, K, V, W, u\): requires one element type
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, d_h> V;
constexpr tensor<double, hidden, d_s> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = additive_score(h, s, V, W, as<float>(u));
#else
constexpr auto out = additive_score(h, s, V, W, u);
#endif

static_assert(out.rank > 0);

// case: additive_score_of_integers
// rejected: integers, which have no tanh.
// expect-error: attn::additive_score\(Q, K, V, W, u\): requires a floating-point element type
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, d_h> V;
constexpr tensor<double, hidden, d_s> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = additive_score(as<int>(h), as<int>(s), as<int>(V), as<int>(W), as<int>(u));
#else
constexpr auto out = additive_score(h, s, V, W, u);
#endif

static_assert(out.rank > 0);

// case: additive_score_of_vector
// rejected: a single state without its sequence axis.
// expect-error: attn::additive_score\(Q, K, V, W, u\): Q and K must have at least two axes
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, d_h> V;
constexpr tensor<double, hidden, d_s> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = additive_score(select<0>(h, 0), s, V, W, u);
#else
constexpr auto out = additive_score(h, s, V, W, u);
#endif

static_assert(out.rank > 0);

// case: additive_score_subscripts
// rejected: V + W, without a state: what "U tanh(V_h + W_s)", an article's line, says if its
//   subscripts are overlooked.
// expect-error: attn: A \+ B: both must have the same axes
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, d_h> V;
constexpr tensor<double, hidden, d_s> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = tanh(V + W);
#else
constexpr auto out =
    tanh(linear<output_by_input>(select<0>(h, 0), V) + linear<output_by_input>(select<0>(s, 0), W));
#endif

static_assert(out.rank > 0);

// case: additive_score_vector_is_matrix
// rejected: u as a matrix of one row, as torch.nn.Linear stores it.
// expect-error: attn::additive_score\(Q, K, V, W, u\): u must have one axis
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, d_h> V;
constexpr tensor<double, hidden, d_s> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = additive_score(h, s, V, W, tensor<double, dim<1>, hidden>{});
#else
constexpr auto out = additive_score(h, s, V, W, u);
#endif

static_assert(out.rank > 0);

// case: additive_score_vector_width
// rejected: a u as wide as a query.
// expect-error: attn::additive_score\(Q, K, V, W, u\): u must have the hidden axis
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, d_h> V;
constexpr tensor<double, hidden, d_s> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = additive_score(h, s, V, W, tensor<double, d_h>{});
#else
constexpr auto out = additive_score(h, s, V, W, u);
#endif

static_assert(out.rank > 0);

// case: additive_score_weight_is_vector
// rejected: a vector for V.
// expect-error: attn::additive_score\(Q, K, V, W, u\): V and W must have two axes
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, d_h> V;
constexpr tensor<double, hidden, d_s> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = additive_score(h, s, u, W, u);
#else
constexpr auto out = additive_score(h, s, V, W, u);
#endif

static_assert(out.rank > 0);
