// SPDX-License-Identifier: BSL-1.0
// What attn/ops/selecting.hpp rejects.
#include <attn/attention.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;
constexpr tensor<double, token, feature> x;
constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, dim<6>> W;
constexpr tensor<double, hidden> u;

// no such axis to go on along.
// - concat_axis_absent: concat<"key">(x, x) ;; concat<"token">(x, x)
//   ;; attn::concat<axis>\(A, B…\): A has no such axis
// double and float.
// - concat_mixed_element_types: concat<"token">(x, as<float>(x)) ;; concat<"token">(x,
//   as<double>(as<float>(x))) ;; attn::concat<axis>\(A, B…\): requires one element type for all
//   operands; convert with as<T>\(x\)
// the axis has another name in the second piece.
// - concat_names_differ: concat<"token">(x, tensor<double, axis<"key", 5>, feature>{}) ;;
//   concat<"token">(x, tensor<double, dim<5>, feature>{}) ;; attn::concat<axis>\(A, B…\): all axes
//   but the one along which they are joined must be the same
// the first piece has no names; the others disagree.
// - concat_names_differ_behind_unnamed: concat<0>(matrix<double, 4, 3>{}, x, tensor<double, token,
//   axis<"key", 3>>{}) ;; concat<0>(matrix<double, 4, 3>{}, x, tensor<double, token, dim<3>>{}) ;;
//   attn::concat<axis>\(A, B…\): all axes but the one along which they are joined must be the same
// a row is no matrix.
// - concat_ranks_differ: concat<"token">(x, tensor<double, feature>{}) ;; concat<"token">(x,
//   tensor<double, dim<1>, feature>{}) ;; attn::concat<axis>\(A, B…\): all axes but the one along
//   which they are joined must be the same
// two batches of different sizes.
// - concat_score_batches_differ: concat_score(tensor<double, dim<2>, step, d_h>{}, tensor<double,
//   dim<3>, source, d_s>{}, W, u)
//   ;; concat_score(tensor<double, dim<2>, step, d_h>{}, tensor<double, dim<2>, source, d_s>{}, W,
//   u) ;; attn::concat_score\(Q, K, W, u\): the leading axes of Q and K must agree
// weights in float for states in double.
// - concat_score_mixed_element_types: concat_score(h, s, as<float>(W), as<float>(u))
//   ;; concat_score(h, s, W, u) ;; attn::concat_score\(Q, K, W, u\): requires one element type
// integers, which have no tanh.
// - concat_score_of_integers: concat_score(as<int>(h), as<int>(s), as<int>(W), as<int>(u)) ;; ditto
//   ;; attn::concat_score\(Q, K, W, u\): requires a floating-point element type
// a single state without its sequence axis.
// - concat_score_of_vector: concat_score(h, select<0>(s, 0), W, u) ;; ditto
//   ;; attn::concat_score\(Q, K, W, u\): Q and K must have at least two axes
// a matrix for u.
// - concat_score_vector_is_matrix: concat_score(h, s, W, W) ;; ditto
//   ;; attn::concat_score\(Q, K, W, u\): u must have one axis
// a u as wide as [h; s].
// - concat_score_vector_width: concat_score(h, s, W, tensor<double, dim<7>>{}) ;; ditto
//   ;; attn::concat_score\(Q, K, W, u\): u must have the hidden axis of W
// a vector for W.
// - concat_score_weight_is_vector: concat_score(h, s, u, u) ;; ditto
//   ;; attn::concat_score\(Q, K, W, u\): W must have two axes
// a W that is as wide as a query alone.
// - concat_score_width: concat_score(h, s, tensor<double, hidden, d_h>{}, u) ;; ditto
//   ;; attn::concat_score\(Q, K, W, u\): W must be \(hidden, d_h \+ d_s\)
// rows of 3 and rows of 4.
// - concat_sizes_differ: concat<"token">(x, tensor<double, token, axis<"feature", 4>>{}) ;;
//   concat<"token">(x, tensor<double, axis<"token", 4>, feature>{}) ;; attn::concat<axis>\(A, B…\):
//   all axes but the one along which they are joined must be the same
// the first two fit, the third does not.
// - concat_third_differs: concat<"token">(x, x, tensor<double, token, dim<2>>{}) ;;
//   concat<"token">(x, x, tensor<double, token, dim<3>>{}) ;; attn::concat<axis>\(A, B…\): all axes
//   but the one along which they are joined must be the same
