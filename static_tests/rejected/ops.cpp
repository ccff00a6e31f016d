// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/ops reject that have no table of their own.
#include <limits>

#include <attn/attention.hpp>
#include <attn/ops.hpp>
#include <attn/scalars/interval.hpp>
#include <attn/text.hpp>

#include <boost/hana/define_struct.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using query = axis<"query", 3>;
using key_5 = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using part = axis<"part", 2>;
using key_2 = axis<"key", 2>;
using feature_2 = axis<"feature", 2>;
using token_2 = axis<"token", 2>;
using word = axis<"word", 3>;
using d_model = axis<"d_model", 8>;
using q_head = axis<"head", 6>;
using word_4 = axis<"word", 4>;
using word_2 = axis<"word", 2>;
constexpr tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};
constexpr tensor<double, axis<"token", 2>, dim<3>> x_token_2_3{};
struct mod7 {
  int n = 0;
  friend constexpr mod7 operator+(mod7 a, mod7 b) { return {(a.n + b.n) % 7}; }
  friend constexpr mod7 operator-(mod7 a, mod7 b) { return {(a.n + 7 - b.n) % 7}; }
  friend constexpr mod7 operator*(mod7 a, mod7 b) { return {a.n * b.n % 7}; }
};
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key_5, d_k> k;
constexpr tensor<float, key_5, d_k> k_of_float;
constexpr tensor<double, batch, dim<2>, dim<2>, head, query, d_k> q_6_axes;
constexpr tensor<double, dim<2>, key_5, d_k> k_2_key_5_d_k;
constexpr tensor<double, key_5, axis<"d_v", 6>> k_key_5_d_v_6;
constexpr tensor<double, batch, head, query, d_k> q_batch_head_query_d_k;
constexpr tensor<double, batch, head, key_5, d_k> k_batch_head_key_5_d_k;
constexpr tensor<double, key_5, axis<"d_k", 7>> k_key_5_d_k_7;
constexpr tensor<int, batch, part, dim<2>, dim<1>, axis<"head", 2>, token> ids;
constexpr tensor<double, axis<"token", 2>> x{1, 2};
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr tensor<double, token, key_2> scores_of_double{{2, 4}, {4, 16}, {4, 12}};
constexpr tensor<int, token, key_2> scores_of_int{{2, 4}, {4, 16}, {4, 12}};
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr tensor<double, token, feature_2> x_token_feature_2{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, axis<"key", 3>, feature_2> y{{1, 2}, {3, 4}, {5, 6}};
constexpr auto smaller = [](double a, double b) { return a < b ? a : b; };
struct network {
  using vector = tensor<float, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(network, (vector, weight));
};
constexpr network m{};
constexpr tensor<int, token, key> scores_int_token_key{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};
constexpr tensor<double, axis<"token", 4>, axis<"width", 2>> x_token_4_width_2{
    {1, 2}, {3, 4}, {5, 6}, {7, 8}};
constexpr tensor<token_id<5>, axis<"token", 3>> ids_token_id_5_token_3{1, 2, 0};
constexpr tensor<int, axis<"token", 2>> ids_token_2{1, 2}, x_of_int{1, 2};
constexpr tensor<double, token_2, axis<"head", 3>, dim<4>> x_token_2_head_3_4;
constexpr auto plus = [](double a, double b) { return a + b; };
constexpr tensor<double, batch, token, d_model> x_batch_token_d_model;
constexpr tensor<int, batch, token, d_model> x_int_batch_token_d_model;
constexpr tensor<double, batch, head, token, d_k> x_batch_head_token_d_k;
constexpr tensor<double, dim<2>, dim<3>, dim<4>, dim<5>> x_2_3_4_5;
constexpr tensor<double, axis<"head", 3>, key_5, axis<"width", 4>> k_kv_head_key_5_width;
constexpr tensor<double, word_4> p_of_double{0.25, 0.25, 0.25, 0.25};
constexpr tensor<double, word_2> p{0.5, 0.5};
constexpr tensor<int, word_4> counts{1, 2, 3, 4};
constexpr tensor<interval<double>, word_4> bounds{};
constexpr tensor<token_id<4>, token> seen{1, 3, 0};
constexpr tensor<double, token, word_2> p_token_word_2{{0.5, 0.5}, {0.5, 0.5}, {0.5, 0.5}};
constexpr tensor<double, token_2, axis<"feature", 3>> x_token_2_feature{{1, 2, 3}, {4, 5, 6}};
constexpr auto key_of_x = rename<"token", "key">(x_token_2_feature);
constexpr auto sum_of = [](double a, double b, double c) { return a + b + c; };
constexpr tensor<double, axis<"token", 2>, axis<"key", 3>> x_token_2_key_3{};
constexpr tensor<double, token_2, key> x_token_2_key{{1, 2, 4}, {8, 16, 32}};
using id = token_id<9>;
constexpr tensor<double, axis<"batch", 2>, dim<3>> x_batch_2_3{};
constexpr auto twice = [](const auto& one) { return one + one; };
constexpr auto sum_of_two = [](const auto& a, const auto& b) { return a + b; };
constexpr tensor<double, axis<"batch", 5>, dim<3>> table{};
constexpr matrix<double, 2, 3> x_2x3{};
constexpr tensor<float, axis<"in", 3>, axis<"out", 2>> w{};
constexpr tensor<int, axis<"choice", 2>> ids_choice_2{1, 0};
constexpr tensor<int, axis<"choice", 1>> ids_choice_1{-1};
constexpr tensor<double, axis<"token", 2>, axis<"width", 3>> x_token_2_width_3;

// the maximum over an axis that is not there.
// - amax_axis_absent: amax<"feature">(scores) ;; amax<"key">(scores)
//   ;; attn::amax<axis>\(x\): x has no such axis
// the minimum over an axis that is not there.
// - amin_axis_absent: amin<"feature">(scores) ;; amin<"key">(scores)
//   ;; attn::amin<axis>\(x\): x has no such axis
// the largest along an axis that is not there.
// - argmax_axis_absent: argmax<"key">(x_token_2_3) ;; argmax<"token">(x_token_2_3)
//   ;; attn::argmax<axis>\(x\): x has no such axis
// elements that cannot be compared.
// - argmax_without_order: argmax<0>(tensor<mod7, dim<3>>{}) ;; argmax<0>(tensor<int, dim<3>>{})
//   ;; attn::argmax<axis>\(x\): requires an arithmetic element type, whose values can be compared
// the last of the largest along an axis that is not there.
// - argmax_last_axis_absent: argmax<"key">(x_token_2_3, last_of_equals)
//   ;; argmax<"token">(x_token_2_3, last_of_equals)
//   ;; attn::argmax<axis>\(x, last_of_equals\): x has no such axis
// elements that cannot be compared.
// - argmax_last_without_order: argmax<0>(tensor<mod7, dim<3>>{}, last_of_equals) ;;
//   argmax<0>(tensor<int, dim<3>>{}, last_of_equals) ;; attn::argmax<axis>\(x, last_of_equals\):
//   requires an arithmetic element type, whose values can be compared
// A has no such axis.
// - dot_axis_absent_in_A: dot<"key">(q, k) ;; dot<"d_k">(q, k)
//   ;; attn::dot<axes…>\(A, B\): A has no such axis
// B has no such axis.
// - dot_axis_absent_in_B: dot<"query">(q, k) ;; ditto
//   ;; attn::dot<axes…>\(A, B\): B has no such axis
// a float and a double.
// - dot_elements: dot<"d_k">(q, k_of_float) ;; dot<"d_k">(q, as<double>(k_of_float)) ;;
//   attn::dot<axes…>\(A, B\): requires one element type for all operands; convert with as<T>\(x\)
// a tensor has at most 6 axes.
// - dot_seven_axes: dot<"d_k">(q_6_axes, k_2_key_5_d_k) ;; dot<"d_k">(tensor<double, head, query,
//   d_k>(), tensor<double, key_5, d_k>()) ;; attn::dot<axes…>\(A, B\): a tensor has at most 6 axes
// by position, and the names differ.
// - dot_names: dot<1>(q, k_key_5_d_v_6) ;; dot<1>(q, unnamed(k_key_5_d_v_6))
//   ;; attn::dot<axes…>\(A, B\): the axes at these positions differ in name
// no axis to sum over.
// - dot_no_axis: dot(q, k) ;; dot<"d_k">(q, k)
//   ;; attn::dot<axes…>\(A, B\): name the axes to sum over; for none: einsum
// both have tokens: the result would have them twice.
// - dot_shared_name: dot<"d_k">(q_batch_head_query_d_k, k_batch_head_key_5_d_k)
//   ;; einsum<"...qd,...kd->...qk">(q_batch_head_query_d_k, k_batch_head_key_5_d_k)
//   ;; attn::dot<axes…>\(A, B\): A and B share another name; rename one, e.g. as_keys\(B\), or use
//   einsum ;; expect-note: batch
// one name and two sizes.
// - dot_sizes: dot<"d_k">(q, k_key_5_d_k_7) ;; dot<"d_k">(q, tensor<double, key_5, d_k>())
//   ;; attn::dot<axes…>\(A, B\): the summed axes must have the same size in A and B
// a row for every token, of something that is one number per token already.
// - expand_existing_axis: expand<token>(tensor<double, token>{1, 2, 3})
//   ;; expand<key>(tensor<double, token>{1, 2, 3})
//   ;; attn::expand<Axis, position>\(x\): x has an axis of that name already
// a seventh axis to broadcast along.
// - expand_seven_axes: expand<axis<"key", 5>>(ids) ;; expand<axis<"key", 5>>(select<"part">(ids,
//   0)) ;; attn::expand<Axis, position>\(x\): a tensor has at most 6 axes
// a new axis at position 2 of a vector, which has room at 0 and 1.
// - expand_position_absent: expand<key, 2>(tensor<double, token>{1, 2, 3}) ;; expand<key,
//   1>(tensor<double, token>{1, 2, 3}) ;; attn::expand<Axis, position>\(x\): no such position
// a number repeated more often than any memory has room for.
// - expand_too_large: expand<axis<"key", 1ull << 62>>(x) ;; expand<axis<"key", 62>>(x)
//   ;; attn::expand<Axis, position>\(x\): the result would be too large for an object
// every score of a row is -infinity: its softmax is no number, nor a logarithm of it.
// - log_softmax_all_masked: log_softmax(tensor<double, key>{-infinity, -infinity, -infinity})
//   ;; log_softmax(tensor<double, key>{0, -infinity, -infinity})
//   ;; constant: log_softmax_of_a_row_without_a_finite_maximum ;; allow: detail::
// log_softmax along an axis that the scores do not have.
// - log_softmax_axis_absent: log_softmax<"word">(scores_of_double)
//   ;; log_softmax<"key">(scores_of_double) ;; attn::log_softmax<axis>\(x\): x has no such axis
// a score of +infinity, along the first axis, where columns are taken out of rows.
// - log_softmax_infinite_column: log_softmax<0>(matrix<double, 2, 2>{{0, infinity}, {1, 2}})
//   ;; log_softmax<0>(matrix<double, 2, 2>{{0, -infinity}, {1, 2}})
//   ;; constant: log_softmax_of_a_row_without_a_finite_maximum ;; allow: detail::
// log_softmax of integer scores.
// - log_softmax_of_integers: log_softmax(scores_of_int) ;; log_softmax(as<double>(scores_of_int))
//   ;; attn::log_softmax<axis>\(x\): requires a floating-point element type; convert with
//   as<double>\(x\)
// logsumexp along an axis that is gone already.
// - logsumexp_axis_absent: logsumexp<"key">(logsumexp<"key">(scores_of_double))
//   ;; logsumexp<"token">(logsumexp<"key">(scores_of_double))
//   ;; attn::logsumexp<axis>\(x\): x has no such axis
// a score that is no number.
// - logsumexp_nan: logsumexp<0>(tensor<double, key>{0, no_number, 2})
//   ;; logsumexp<0>(tensor<double, key>{0, infinity, 2}) ;; constant: constant_is_not_a_number
//   ;; allow: detail::
// logsumexp of integer scores.
// - logsumexp_of_integers: logsumexp<"key">(scores_of_int) ;;
//   logsumexp<"key">(as<double>(scores_of_int)) ;; attn::logsumexp<axis>\(x\): requires a
//   floating-point element type; convert with as<double>\(x\)
// pairs of elements that do not belong together.
// - map_different_axes: map(x_token_feature_2, y, smaller) ;; map(x_token_feature_2,
//   x_token_feature_2, smaller) ;; attn::map\(A, B, f\): both must have the same axes
// a function that turns every tensor into another type.
// - map_parameters_another_type: map_parameters([](const auto& w) { return as<double>(w); }, m)
//   ;; map_parameters([](const auto& w) { return as<float>(as<double>(w)); }, m)
//   ;; attn::map_parameters\(f, m, …\): f must return a tensor of the type of its first argument
// the mean over the tokens of a matrix that has lost them.
// - mean_axis_absent: mean<"feature">(scores) ;; mean<"key">(scores)
//   ;; attn::mean<axis>\(x\): x has no such axis
// the mean of 2, 4 and 4 is no whole number.
// - mean_of_integers: mean<"key">(scores_int_token_key)
//   ;; mean<"key">(as<double>(scores_int_token_key))
//   ;; attn::mean<axis>\(x\): requires a floating-point element type; convert with as<double>\(x\)
// a range of an axis that the tensor has not.
// - narrow_axis_absent: narrow<"key", 2>(x_token_4_width_2, 1) ;; narrow<"token",
//   2>(x_token_4_width_2, 1) ;; attn::narrow<axis, length>\(x, start\): x has no such axis
// a range that ends past the end of the axis, in constant evaluation.
// - narrow_out_of_range: narrow<"token", 2>(x_token_4_width_2, 3) ;; narrow<"token",
//   2>(x_token_4_width_2, 2) ;; constant: index_out_of_range_for_its_axis ;; allow: detail::
// a range that is longer than the axis.
// - narrow_too_long: narrow<"token", 5>(x_token_4_width_2, 0)
//   ;; narrow<"token", 4>(x_token_4_width_2, 0) ;; the length must be 1 to the size of the axis
// the new axis is there already.
// - one_hot_existing_axis: one_hot<token_2, float>(tensor<int, token_2>{0, 1})
//   ;; one_hot<word, float>(tensor<int, token_2>{0, 1})
//   ;; attn::one_hot<Axis, T>\(ids\): ids have an axis of that name already
// ids of six axes, and the axis of the rows.
// - one_hot_seven_axes: one_hot<axis<"word", 7>, double>(ids) ;; one_hot<axis<"word", 7>,
//   double>(select<"part">(ids, 0)) ;; attn::one_hot<Axis, T>\(ids\): a tensor has at most 6 axes
// the fourth of three words.
// - one_hot_id_out_of_range: one_hot<word, float>(tensor<int, token_2>{1, 3})
//   ;; one_hot<word, float>(tensor<int, token_2>{1, 2}) ;; constant: id_out_of_range_for_one_hot
// ids from 0 to 4, and an axis of four words.
// - one_hot_more_ids: one_hot<axis<"word", 4>, float>(ids_token_id_5_token_3)
//   ;; one_hot<axis<"word", 5>, float>(ids_token_id_5_token_3)
//   ;; attn::one_hot<Axis, T>\(ids\): there are more ids than the axis has indices
// ids with fractions.
// - one_hot_of_fractions: one_hot<word, float>(tensor<double, token_2>{1, 2}) ;; one_hot<word,
//   float>(tensor<int, token_2>{1, 2}) ;; attn::one_hot<Axis, T>\(ids\): the ids must be integers
// one row of zeros for each id, and each longer than any memory.
// - one_hot_too_large: one_hot<axis<"word", 1ull << 62>, float>(ids_token_2)
//   ;; one_hot<axis<"word", 62>, float>(ids_token_2)
//   ;; attn::one_hot<Axis, T>\(ids\): the result would be too large for an object
// an axis that x does not have.
// - permute_axis_absent: permute<"head", "key", 2>(x_token_2_head_3_4)
//   ;; permute<"head", "token", 2>(x_token_2_head_3_4)
//   ;; attn::permute<axes…>\(x\): the order must name every axis of x exactly once
// two of three axes: where does the third go?
// - permute_axis_missing: permute<"head", "token">(x_token_2_head_3_4) ;; ditto
//   ;; attn::permute<axes…>\(x\): the order must name every axis of x exactly once
// one axis twice: once by its name, once by its position.
// - permute_axis_twice: permute<"head", "token", 1>(x_token_2_head_3_4) ;; ditto
//   ;; attn::permute<axes…>\(x\): the order must name every axis of x exactly once
// a reduction over an axis that is not there.
// - reduce_axis_absent: reduce<"feature">(scores, plus) ;; reduce<"key">(scores, plus)
//   ;; attn::reduce<axis>\(x, f\): x has no such axis
// reduce adds no axes.
// - reduce_axis_appears: reduce<"b t d -> b t new", "sum">(x_batch_token_d_model) ;; reduce<"b t d
//   -> b t", "sum">(x_batch_token_d_model) ;; attn::reduce<pattern, how>\(x\): this axis is not on
//   the left ;; expect-note: pattern<attn::label<\d+>\{"b t d -> b t "\}, attn::rules::here<13>,
//   attn::label<\d+>\{"new"\}>
// the mean of integers.
// - reduce_mean_of_integers: reduce<"b t d -> b d", "mean">(x_int_batch_token_d_model) ;; reduce<"b
//   t d -> b d", "mean">(as<double>(x_int_batch_token_d_model)) ;; attn::reduce<pattern, how>\(x\):
//   a mean requires a floating-point element type; convert with as<double>\(x\)
// windows of two, on the wrong side.
// - reduce_number_on_the_right: reduce<"b t (d 2) -> b t 2", "max">(x_batch_token_d_model)
//   ;; reduce<"b t (d 2) -> b t d", "max">(x_batch_token_d_model)
//   ;; attn::reduce<pattern, how>\(x\): a number other than 1 must be on the left, and not 0
// a reduction that is none of the five.
// - reduce_unknown: reduce<"b t d -> b d", "average">(x_batch_token_d_model) ;; reduce<"b t d -> b
//   d", "mean">(x_batch_token_d_model) ;; attn::reduce<pattern, how>\(x\): how is sum, mean, max,
//   min or prod ;; expect-note: "average"
// repeat does not sum.
// - repeat_axis_vanishes: repeat<"b h t d -> b t d">(x_batch_head_token_d_k)
//   ;; repeat<"b h t d -> b h t d">(x_batch_head_token_d_k)
//   ;; attn::repeat<pattern>\(x\): this axis is missing after ->; to sum over it: reduce
// repeat drops no axes.
// - repeat_ellipsis_vanishes: repeat<"... d -> d">(x_batch_head_token_d_k) ;; repeat<"... d -> d
//   ...">(x_batch_head_token_d_k) ;; attn::repeat<pattern>\(x\): this ellipsis is not on the right
// a seventh axis.
// - repeat_seven_axes: repeat<"a b c d -> a 1 b c 1 d e">(x_2_3_4_5, axis<"e", 2>())
//   ;; repeat<"a b c d -> a 1 b c 1 (d e)">(x_2_3_4_5, axis<"e", 2>())
//   ;; attn::repeat<pattern>\(x\): a tensor has at most 6 axes
// heads named as the width is.
// - repeat_heads_existing_axis: repeat_heads<axis<"width", 6>>(k_kv_head_key_5_width)
//   ;; repeat_heads<q_head>(k_kv_head_key_5_width)
//   ;; attn::repeat_heads<head>\(x\): x has another axis of that name
// keys without a head.
// - repeat_heads_matrix: repeat_heads<q_head>(select<0>(k_kv_head_key_5_width, 0)) ;; ditto
//   ;; attn::repeat_heads<head>\(x\): x must be \(head, token, width\)
// three heads made four.
// - repeat_heads_not_dividing: repeat_heads<axis<"head", 4>>(k_kv_head_key_5_width) ;; ditto
//   ;; attn::repeat_heads<head>\(x\): the heads of x must divide the number of heads
// how often?
// - repeat_size_missing: repeat<"... -> group ...">(x_batch_token_d_model) ;; repeat<"... -> group
//   ...">(x_batch_token_d_model, axis<"group", 4>()) ;; attn::repeat<pattern>\(x\): a new axis
//   needs its size: axis<"head", 8>\(\) ;; expect-note: pattern<attn::label<\d+>\{"\.\.\. -> "\},
//   attn::rules::here<7>, attn::label<\d+>\{"group \.\.\."\}>
// sizes that are given to a pattern, and whose product wraps around.
// - repeat_too_large: repeat<"token -> token (head group)">(x_of_int, axis<"head", 1ull << 32>(),
//   axis<"group", 1ull << 32>())
//   ;; repeat<"token -> token (head group)">(x_of_int, axis<"head", 3>(), axis<"group", 2>())
//   ;; attn::repeat<pattern>\(x\): the result would be too large for an object
// no times at all.
// - repeat_zero_times: repeat<"b t d -> b (t 0) d">(x_batch_token_d_model)
//   ;; repeat<"b t d -> b (t 1) d">(x_batch_token_d_model)
//   ;; attn::repeat<pattern>\(x\): on the left the only number is 1; on the right, 0 is not a size
// p has no such axis.
// - sample_axis_absent: sample<"key">(p_of_double, 0.5) ;; sample<"word">(p_of_double, 0.5)
//   ;; attn::sample<axis>\(p, u\): p has no such axis
// double and float.
// - sample_mixed_element_types: sample(p, tensor<float>(0.5f)) ;; sample(p, tensor<double>(0.5))
//   ;; attn::sample<axis>\(p, u\): requires one element type
// counts are no probabilities.
// - sample_of_integers: sample(counts, 1) ;; sample(as<double>(counts) / 10, 0.5)
//   ;; attn::sample<axis>\(p, u\): p must be probabilities
// one u for three rows: they would all be drawn alike.
// - sample_one_u_for_rows: sample(p_token_word_2, 0.5) ;; sample(p_token_word_2, tensor<double,
//   token>{0.1, 0.5, 0.9}) ;; attn::sample<axis>\(p, u\): one u for each row
// u is of [0, 1), and 1 is not.
// - sample_u_is_1: sample(p, 1.0) ;; sample(p, 0.999)
//   ;; sample_requires_a_number_from_0_to_1|must be initialized by a constant expression
//   ;; expect-note: sample_requires_a_number_from_0_to_1 ;; allow: detail::
// the same of the probabilities in descending order.
// - sample_by_rank_axis_absent: sample_by_rank<"key">(p_of_double, 0.5)
//   ;; sample_by_rank<"word">(p_of_double, 0.5)
//   ;; attn::sample_by_rank<axis>\(p, u\): p has no such axis
// - sample_by_rank_of_integers: sample_by_rank(counts, 1) ;; sample_by_rank(p_of_double, 0.5)
//   ;; attn::sample_by_rank<axis>\(p, u\): p must be probabilities of a floating-point type
// - sample_by_rank_mixed_element_types: sample_by_rank(p, tensor<float>(0.5f))
//   ;; sample_by_rank(p, tensor<double>(0.5))
//   ;; attn::sample_by_rank<axis>\(p, u\): requires one element type
// - sample_by_rank_one_u_for_rows: sample_by_rank(p_token_word_2, 0.5)
//   ;; sample_by_rank(p_token_word_2, tensor<double, token>{0.1, 0.5, 0.9})
//   ;; attn::sample_by_rank<axis>\(p, u\): one u for each row: u must have the axes of p but the
//   one that goes
// the best of an axis that the logits do not have.
// - top_k_axis_absent: top_k<"key">(p_of_double, 2) ;; top_k<"word">(p_of_double, 2)
//   ;; attn::top_k<axis>\(logits, k\): the logits have no such axis
// - top_p_axis_absent: top_p<"key">(p_of_double, 0.9) ;; top_p<"word">(p_of_double, 0.9)
//   ;; attn::top_p<axis>\(logits, p\): the logits have no such axis
// what is not kept becomes -infinity, which counts cannot be.
// - top_k_of_integers: top_k(counts, 2) ;; top_k(as<double>(counts), 2)
//   ;; attn::top_k<axis>\(logits, k\): requires logits of a floating-point type
// - top_p_of_integers: top_p(counts, 1) ;; top_p(as<double>(counts), 0.5)
//   ;; attn::top_p<axis>\(logits, p\): requires logits of a floating-point type
// bounds of logits have no order.
// - top_k_of_intervals: top_k(bounds, 2) ;; top_k(p_of_double, 2)
//   ;; attn::top_k<axis>\(logits, k\): requires an arithmetic element type, whose values can be
//   compared
// - sample_of_intervals: sample(bounds, interval<double>(0.5)) ;; sample(p_of_double, 0.5)
//   ;; attn::sample<axis>\(p, u\): requires an arithmetic element type, whose values can be compared
// - sample_by_rank_of_intervals: sample_by_rank(bounds, interval<double>(0.5))
//   ;; sample_by_rank(p_of_double, 0.5)
//   ;; attn::sample_by_rank<axis>\(p, u\): requires an arithmetic element type, whose values can be
//   compared
// numbers that may be no words.
// - repetition_penalty_of_integers: repetition_penalty(p_of_double, counts, 1.5)
//   ;; repetition_penalty(p_of_double, seen, 1.5)
//   ;; attn::repetition_penalty\(logits, ids, penalty\): the ids must be token ids
// ids of five words, and four logits.
// - repetition_penalty_of_another_vocabulary: repetition_penalty(p_of_double,
//   tensor<token_id<5>, token>{1, 4, 0}, 1.5) ;; repetition_penalty(p_of_double, seen, 1.5)
//   ;; attn::repetition_penalty\(logits, ids, penalty\): the vocabulary of the ids is larger than
//   the logits
// a penalty of 0 would make a likely word infinitely likely.
// - repetition_penalty_of_0: repetition_penalty(p_of_double, seen, 0.0)
//   ;; repetition_penalty(p_of_double, seen, 1.5)
//   ;; constant: repetition_penalty_must_be_positive ;; allow: detail::
// the sum over an axis that has been summed over before, or never was there.
// - sum_axis_absent: sum<"feature">(scores) ;; sum<"key">(scores)
//   ;; attn::sum<axis>\(x\): x has no such axis
// NumPy's transpose of a vector is the vector itself: is it a row or a column?
// - transpose_vector: transpose(tensor<double, token>{1, 2, 3}) ;; transpose(tensor<double, dim<1>,
//   token>{{1, 2, 3}}) ;; attn::transpose\(x\): x must have at least two axes
// two operands whose names differ, behind one that has none.
// - zip_with_names_differ: zip_with(sum_of, unnamed(x_token_2_feature), x_token_2_feature,
//   key_of_x) ;; zip_with(sum_of, unnamed(x_token_2_feature), x_token_2_feature, x_token_2_feature)
//   ;; attn::zip_with\(f, A, B…\): all must have the same axes
// a third operand with its axes the other way round.
// - zip_with_third_differs: zip_with(sum_of, x_token_2_feature, x_token_2_feature,
//   transpose(x_token_2_feature)) ;; zip_with(sum_of, x_token_2_feature, x_token_2_feature,
//   x_token_2_feature) ;; attn::zip_with\(f, A, B…\): all must have the same axes
// an axis that the tensor has not.
// - flip_axis_absent: flip<"time">(x_token_2_key_3) ;; flip<"key">(x_token_2_key_3)
//   ;; attn::flip<axis>\(x\): x has no such axis
// a running sum along an axis that x does not have.
// - cumsum_axis_absent: cumsum<"time">(x_token_2_key) ;; cumsum<"key">(x_token_2_key)
//   ;; attn::cumsum<axis>\(x\): x has no such axis
// a running sum of token ids, which are no quantities.
// - cumsum_of_ids: cumsum<"token">(tensor<id, token_2>{id(1), id(2)})
//   ;; cumsum<"token">(tensor<int, token_2>{1, 2})
//   ;; attn::cumsum<axis>\(x\): requires elements that can be added and multiplied
// work in no part.
// - in_parts_none: in_parts<0>(one_by_one{}) ;; in_parts<1>(one_by_one{})
//   ;; attn::in_parts<n>\(run\): requires at least one part
// a runner of single tasks, where one that calls all parts is needed.
// - in_parts_run_of_tasks: in_parts<2>([](const auto& task) { task(); })
//   ;; in_parts<2>(one_by_one{})
//   ;; attn::in_parts<n>\(run\): run must be callable as run\(count, part\)
// the softmax along an axis that x does not have, in parts.
// - softmax_in_parts_axis_absent: void normalize() { const tensor<float, axis<"query", 4>,
//   axis<"key", 3>> x{}; auto out = x; const auto two = in_parts<2>(one_by_one{});
//   softmax_into<"keys">(two, out, x); } ;; void normalize() { const tensor<float, axis<"query",
//   4>, axis<"key", 3>> x{}; auto out = x; const auto two = in_parts<2>(one_by_one{});
//   softmax_into<"key">(two, out, x); } ;; attn::softmax_into<axis>\(out, x\): x has no such axis
// a product in parts whose widths differ: the sentence of the product.
// - matmul_in_parts_sizes: constexpr bool divided() { const auto two = in_parts<2>(one_by_one{});
//   matrix<double, 2, 2> out{}; matmul_into(two, out, matrix<double, 2, 3>{}, matrix<double, 4,
//   2>{}); return true; } static_assert(divided()); ;; constexpr bool divided() { const auto two =
//   in_parts<2>(one_by_one{}); matrix<double, 2, 2> out{}; matmul_into(two, out, matrix<double, 2,
//   3>{}, matrix<double, 3, 2>{}); return true; } static_assert(divided()); ;; attn::matmul\(A,
//   B\): A's last axis and B's second-to-last axis differ in size
// an axis that x does not have.
// - vmap_axis_absent: vmap<"bach">(twice, x_batch_2_3) ;; vmap<"batch">(twice, x_batch_2_3)
//   ;; attn::vmap<axis>\(f, x, …\): x has no such axis
// two batches of different lengths.
// - vmap_lengths: vmap<"batch">(sum_of_two, x_batch_2_3, tensor<double, axis<"batch", 4>,
//   dim<3>>{}) ;; vmap<"batch">(sum_of_two, x_batch_2_3, tensor<double, axis<"batch", 2>,
//   dim<3>>{}) ;; attn::vmap<axis>\(f, x, …\): the operands differ in length
// a function that returns a number and no tensor.
// - vmap_returns_a_number: vmap<"batch">([](const auto& one) { return one(0); }, x_batch_2_3)
//   ;; vmap<"batch">([](const auto& one) { return one * one(0); }, x_batch_2_3)
//   ;; attn::vmap<axis>\(f, x, …\): f must return a tensor for one index of the axis
// a result that has the axis already.
// - vmap_name_in_the_result: vmap<"batch">([](const auto&) { return table; }, x_batch_2_3)
//   ;; vmap<"batch">([](const auto&) { return sum<"batch">(table); }, x_batch_2_3)
//   ;; attn::vmap<axis>\(f, x, …\): the result of f has an axis of this name already
// a tensor that has other axes than the results.
// - vmap_into_other_axes: constexpr bool doubled() { const auto twice = [](const auto& one) {
//   return one + one; }; tensor<double, dim<3>, axis<"batch", 2>> out{}; vmap_into<"batch">(out,
//   twice, x_batch_2_3); return true; } static_assert(doubled());
//   ;; constexpr bool doubled() { const auto twice = [](const auto& one) { return one + one; };
//   tensor<double, axis<"batch", 2>, dim<3>> out{}; vmap_into<"batch">(out, twice, x_batch_2_3);
//   return true; } static_assert(doubled());
//   ;; attn::vmap_into<axis>\(out, f, x, …\): out must have the axes of the result
// operands of different sizes.
// - elementwise_sizes: elementwise(sum_of_two, x_2x3, matrix<double, 3, 2>{})
//   ;; elementwise(sum_of_two, x_2x3, matrix<double, 2, 3>{})
//   ;; attn::elementwise\(f, A, B…\): all must have the same axes
// a softmax, which is no function of each element.
// - elementwise_along_an_axis: elementwise([](const auto& a) { return softmax(a); }, x_2x3)
//   ;; elementwise([](const auto& a) { return exp(a); }, x_2x3)
//   ;; attn::softmax<axis>\(x\): x has no such axis
// a function of numbers.
// - elementwise_returns_a_number: elementwise([](double a) { return a * 2; }, x_2x3)
//   ;; elementwise([](const auto& a) { return a * 2; }, x_2x3)
//   ;; attn::elementwise\(f, A, B…\): f must take and return tensors of any axes
// a tensor that has other axes than the operands.
// - elementwise_into_other_axes: constexpr bool doubled_in_blocks() { tensor<double, dim<3>,
//   axis<"token", 2>> out{}; elementwise_into(out, [](const auto& a) { return a + a; },
//   x_token_2_3); return true; } static_assert(doubled_in_blocks());
//   ;; constexpr bool doubled_in_blocks() { tensor<double, axis<"token", 2>, dim<3>> out{};
//   elementwise_into(out, [](const auto& a) { return a + a; }, x_token_2_3); return true; }
//   static_assert(doubled_in_blocks());
//   ;; attn::elementwise_into\(out, f, A, B…\): out must have the axes of the result
// an integer, where the formula gives a fraction.
// - elementwise_into_other_element: constexpr bool stored() { matrix<int, 2, 3> out{};
//   elementwise_into(out, [](const auto& a) { return a + a; }, x_2x3); return true; }
//   static_assert(stored());
//   ;; constexpr bool stored() { matrix<double, 2, 3> out{}; elementwise_into(out, [](const auto&
//   a) { return a + a; }, x_2x3); return true; } static_assert(stored());
//   ;; attn::elementwise_into\(out, f, A, B…\): out must have the element type
// packed weights of another matrix.
// - packed_into_other_axes: constexpr bool packs() { packed_weight<float, axis<"in", 2>,
//   axis<"out", 2>> out{}; packed_into(out, w); return true; } static_assert(packs());
//   ;; constexpr bool packs() { packed_weight<float, axis<"in", 3>, axis<"out", 2>> out{};
//   packed_into(out, w); return true; } static_assert(packs());
//   ;; attn::packed_into\(out, w\): out must have the axes of the result
// indices of an axis that is not there.
// - index_select_axis_absent: index_select<"key">(x_token_2_3, ids_choice_2)
//   ;; index_select<"token">(x_token_2_3, ids_choice_2)
//   ;; attn::index_select<axis>\(x, ids\): x has no such axis
// a negative index, which has no meaning unless that is said.
// - index_select_negative: index_select<"token">(x, ids_choice_1) ;; index_select<"token">(x,
//   ids_choice_1, negative_from_end) ;; constant: index_out_of_range_for_its_axis
// the third from the end of two.
// - index_select_before_the_first: index_select<"token">(x, tensor<int, dim<1>>{-3},
//   negative_from_end) ;; index_select<"token">(x, tensor<int, dim<1>>{-2}, negative_from_end)
//   ;; constant: index_out_of_range_for_its_axis
// indices with fractions.
// - index_select_of_fractions: index_select<"token">(x, tensor<double, dim<1>>{1})
//   ;; index_select<"token">(x, tensor<int, dim<1>>{1})
//   ;; attn::index_select<axis>\(x, ids\): the ids must be integers
// indices with two axes.
// - index_select_by_a_matrix: index_select<"token">(x, matrix<int, 1, 2>{{1, 0}})
//   ;; index_select<"token">(x, tensor<int, dim<2>>{1, 0})
//   ;; attn::index_select<axis>\(x, ids\): the ids must have one axis
// ids from 0 to 2, and an axis of two tokens.
// - index_select_more_ids: index_select<"token">(x, tensor<token_id<3>, dim<2>>{1, 0})
//   ;; index_select<"token">(x, tensor<token_id<2>, dim<2>>{1, 0})
//   ;; attn::index_select<axis>\(x, ids\): there are more ids than the axis has indices
// the indices have the name of another axis of x.
// - index_select_existing_axis: index_select<"token">(x_token_2_width_3, tensor<int, axis<"width",
//   3>>{1, 0, 1}) ;; index_select<"token">(x_token_2_width_3, tensor<int, axis<"choice", 3>>{1, 0,
//   1}) ;; attn::index_select<axis>\(x, ids\): x has another axis with the name of the ids
// the fourth from the end of three words.
// - one_hot_before_the_first: one_hot<word, float>(tensor<int, dim<2>>{1, -4}, negative_from_end)
//   ;; one_hot<word, float>(tensor<int, dim<2>>{1, -3}, negative_from_end)
//   ;; constant: id_out_of_range_for_one_hot
// a negative id, which has no meaning unless that is said.
// - one_hot_negative: one_hot<word, float>(tensor<int, dim<2>>{1, -1}) ;; one_hot<word,
//   float>(tensor<int, dim<2>>{1, -1}, negative_from_end) ;; constant: id_out_of_range_for_one_hot
