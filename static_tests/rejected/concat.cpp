// SPDX-License-Identifier: BSL-1.0
// What attn/ops/concat.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: concat_axis_absent
// rejected: no such axis to go on along.
// expect-error: attn::concat<axis>\(A, B…\): A has no such axis
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x;

#ifdef ATTN_REJECT
constexpr auto y = concat<"key">(x, x);
#else
constexpr auto y = concat<"token">(x, x);
#endif

// case: concat_mixed_element_types
// rejected: double and float.
// expect-error: attn::concat<axis>\(A, B…\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x;

#ifdef ATTN_REJECT
constexpr auto y = concat<"token">(x, as<float>(x));
#else
constexpr auto y = concat<"token">(x, as<double>(as<float>(x)));
#endif

// case: concat_names_differ
// rejected: the axis has another name in the second piece.
// expect-error: attn::concat<axis>\(A, B…\): all axes but the one along which they are joined must be the same
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x;

#ifdef ATTN_REJECT
constexpr auto y = concat<"token">(x, tensor<double, axis<"key", 5>, feature>{});
#else
constexpr auto y = concat<"token">(x, tensor<double, dim<5>, feature>{});
#endif

// case: concat_names_differ_behind_unnamed
// rejected: the first piece has no names; the others disagree.
// expect-error: attn::concat<axis>\(A, B…\): all axes but the one along which they are joined must be the same
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x;

#ifdef ATTN_REJECT
constexpr auto y = concat<0>(matrix<double, 4, 3>{}, x, tensor<double, token, axis<"key", 3>>{});
#else
constexpr auto y = concat<0>(matrix<double, 4, 3>{}, x, tensor<double, token, dim<3>>{});
#endif

// case: concat_ranks_differ
// rejected: a row is no matrix.
// expect-error: attn::concat<axis>\(A, B…\): all axes but the one along which they are joined must be the same
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x;

#ifdef ATTN_REJECT
constexpr auto y = concat<"token">(x, tensor<double, feature>{});
#else
constexpr auto y = concat<"token">(x, tensor<double, dim<1>, feature>{});
#endif

// case: concat_score_batches_differ
// rejected: two batches of different sizes.
// expect-error: attn::concat_score\(Q, K, W, u\): the leading axes of Q and K must agree
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, dim<6>> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out =
    concat_score(tensor<double, dim<2>, step, d_h>{}, tensor<double, dim<3>, source, d_s>{}, W, u);
#else
constexpr auto out =
    concat_score(tensor<double, dim<2>, step, d_h>{}, tensor<double, dim<2>, source, d_s>{}, W, u);
#endif

static_assert(out.rank > 0);

// case: concat_score_mixed_element_types
// rejected: weights in float for states in double.
// expect-error: attn::concat_score\(Q, K, W, u\): requires one element type
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, dim<6>> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = concat_score(h, s, as<float>(W), as<float>(u));
#else
constexpr auto out = concat_score(h, s, W, u);
#endif

static_assert(out.rank > 0);

// case: concat_score_of_integers
// rejected: integers, which have no tanh.
// expect-error: attn::concat_score\(Q, K, W, u\): requires a floating-point element type
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, dim<6>> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = concat_score(as<int>(h), as<int>(s), as<int>(W), as<int>(u));
#else
constexpr auto out = concat_score(h, s, W, u);
#endif

static_assert(out.rank > 0);

// case: concat_score_of_vector
// rejected: a single state without its sequence axis.
// expect-error: attn::concat_score\(Q, K, W, u\): Q and K must have at least two axes
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, dim<6>> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = concat_score(h, select<0>(s, 0), W, u);
#else
constexpr auto out = concat_score(h, s, W, u);
#endif

static_assert(out.rank > 0);

// case: concat_score_vector_is_matrix
// rejected: a matrix for u.
// expect-error: attn::concat_score\(Q, K, W, u\): u must have one axis
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, dim<6>> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = concat_score(h, s, W, W);
#else
constexpr auto out = concat_score(h, s, W, u);
#endif

static_assert(out.rank > 0);

// case: concat_score_vector_width
// rejected: a u as wide as [h; s].
// expect-error: attn::concat_score\(Q, K, W, u\): u must have the hidden axis of W
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, dim<6>> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = concat_score(h, s, W, tensor<double, dim<7>>{});
#else
constexpr auto out = concat_score(h, s, W, u);
#endif

static_assert(out.rank > 0);

// case: concat_score_weight_is_vector
// rejected: a vector for W.
// expect-error: attn::concat_score\(Q, K, W, u\): W must have two axes
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, dim<6>> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = concat_score(h, s, u, u);
#else
constexpr auto out = concat_score(h, s, W, u);
#endif

static_assert(out.rank > 0);

// case: concat_score_width
// rejected: a W that is as wide as a query alone.
// expect-error: attn::concat_score\(Q, K, W, u\): W must be \(hidden, d_h \+ d_s\)
// errors: 1
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, dim<6>> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = concat_score(h, s, tensor<double, hidden, d_h>{}, u);
#else
constexpr auto out = concat_score(h, s, W, u);
#endif

static_assert(out.rank > 0);

// case: concat_sizes_differ
// rejected: rows of 3 and rows of 4.
// expect-error: attn::concat<axis>\(A, B…\): all axes but the one along which they are joined must be the same
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x;

#ifdef ATTN_REJECT
constexpr auto y = concat<"token">(x, tensor<double, token, axis<"feature", 4>>{});
#else
constexpr auto y = concat<"token">(x, tensor<double, axis<"token", 4>, feature>{});
#endif

// case: concat_third_differs
// rejected: the first two fit, the third does not.
// expect-error: attn::concat<axis>\(A, B…\): all axes but the one along which they are joined must be the same
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x;

#ifdef ATTN_REJECT
constexpr auto y = concat<"token">(x, x, tensor<double, token, dim<2>>{});
#else
constexpr auto y = concat<"token">(x, x, tensor<double, token, dim<3>>{});
#endif
