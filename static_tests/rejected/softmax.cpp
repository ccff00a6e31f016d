// SPDX-License-Identifier: BSL-1.0
// What attn/ops/softmax.hpp rejects.
#include <limits>

#include <attn/attention.hpp>

using namespace attn;

using key = axis<"key", 3>;
using token = axis<"token", 3>;
using key_5 = axis<"key", 5>;
constexpr double masked = -std::numeric_limits<double>::infinity();
constexpr tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};
tensor<double, token, key> scores_of_double{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};
tensor<int, token, key> scores_int_token_key{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};
constexpr tensor<int, token, key> scores_of_int{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};
constexpr tensor<double, key> scores_key{998, 999, 1000}, scores_double_key{709, 709, 709};
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr tensor<double, token, key_5> scores_token_key_5{};
constexpr tensor<double, key_5, axis<"content", 2>> v{};
constexpr auto once = softmax_weights(scores_token_key_5);

// every score of a row is -infinity: PyTorch's softmax gives NaN, and its attention now gives 0
// (https://github.com/pytorch/pytorch/issues/103963).
// - softmax_all_masked: softmax(tensor<double, key>{masked, masked, masked})
//   ;; softmax(tensor<double, key>{0, masked, masked})
//   ;; constant: softmax_of_a_row_without_a_finite_maximum ;; allow: detail::
// softmax over an axis that the scores do not have. Over the wrong one it trains and is wrong:
// https://github.com/labmlai/annotated_deep_learning_paper_implementations/issues/146 (E22).
// - softmax_axis_absent: softmax<"feature">(scores) ;; softmax<"key">(scores)
//   ;; attn::softmax<axis>\(x\): x has no such axis
// softmax in place over an axis that the scores do not have.
// - softmax_into_axis_absent: void write() { softmax_into<"feature">(scores_of_double,
//   scores_of_double); } ;; void write() { softmax_into<"key">(scores_of_double, scores_of_double);
//   } ;; attn::softmax_into<axis>\(out, x\): x has no such axis
// softmax instead of integers: every weight would be 0 or 1.
// - softmax_into_of_integers: void write() { softmax_into(scores_int_token_key,
//   scores_int_token_key); } ;; void write() { auto weights = as<double>(scores_int_token_key);
//   softmax_into(weights, weights); } ;; attn::softmax_into<axis>\(out, x\): requires a
//   floating-point element type; convert with as<double>\(x\)
// weights of float from scores of double.
// - softmax_into_other_element: void write() { tensor<float, token, key> weights;
//   softmax_into(weights, scores_of_double); }
//   ;; void write() { tensor<double, token, key> weights; softmax_into(weights, scores_of_double);
//   } ;; attn::softmax_into<axis>\(out, x\): out must have the element type of the operands
// weights with the axes of the transposed scores: at 3x3 the sizes agree.
// - softmax_into_wrong_axes: void write() { tensor<double, key, token> weights;
//   softmax_into(weights, scores_of_double); } ;; ditto
//   ;; attn::softmax_into<axis>\(out, x\): out must have the axes of the result
// the textbook softmax over an axis that the scores do not have.
// - softmax_naive_axis_absent: softmax_naive<"feature">(scores) ;; softmax_naive<"key">(scores)
//   ;; attn::softmax_naive<axis>\(x\): x has no such axis
// the textbook softmax of integer scores.
// - softmax_naive_of_integers: softmax_naive(scores_of_int) ;;
//   softmax_naive(as<double>(scores_of_int)) ;; expect-error: attn::softmax_naive<axis>\(x\):
//   requires a floating-point element type ;; expect-error: convert with as<double>\(x\)
// exp(x) / sum of exp(x), as articles print it: exp(1000) is infinity and the weights are NaN. With
// the maximum taken off first, as softmax does, nothing can overflow (E32).
// - softmax_naive_overflow: softmax_naive(scores_key) ;; softmax(scores_key)
//   ;; constant: softmax_naive_overflowed_take_softmax_instead
// the textbook softmax where each power is finite, and their sum is not: every weight would be 0.
// - softmax_naive_sum_overflow: softmax_naive(scores_double_key) ;; softmax(scores_double_key)
//   ;; expect-error[gcc]: 'constexpr'|is not a constant expression
//   ;; expect-error[clang]: must be initialized by a constant expression
//   ;; expect-note[clang]: softmax_naive_overflowed_take_softmax_instead ;; allow: detail::
// a score that is no number, along the first axis, where columns are taken out of rows.
// - softmax_nan_column: softmax<0>(matrix<double, 2, 2>{{0, 1}, {1, no_number}})
//   ;; softmax<0>(matrix<double, 2, 2>{{0, -infinity}, {1, 2}})
//   ;; constant: softmax_of_a_row_without_a_finite_maximum ;; allow: detail::
// softmax of integer scores; PyTorch says so at run time ("softmax_lastdim_kernel_impl" not
// implemented for 'Long').
// - softmax_of_integers: softmax(scores_of_int) ;; softmax(as<double>(scores_of_int)) ;;
//   attn::softmax<axis>\(x\): requires a floating-point element type; convert with as<double>\(x\)
// the third axis of two: positions count from 0, or from -1 for the last.
// - softmax_position_absent: softmax<2>(scores) ;; softmax<1>(scores)
//   ;; attn::softmax<axis>\(x\): x has no such axis
// weights go through a softmax a second time, as where a loss or a layer does it again.
// - softmax_twice: constexpr auto twice = softmax_weights(once); constexpr auto out =
//   weighted_mean(twice, v); ;; constexpr auto out = weighted_mean(once, v);
//   ;; attn::softmax_weights\(scores\): these are weights already
// sparsemax over an axis that the scores do not have.
// - sparsemax_axis_absent: sparsemax<"feature">(scores) ;; sparsemax<"key">(scores)
//   ;; attn::sparsemax<axis>\(x\): x has no such axis
// sparsemax of integers, whose thresholds are fractions.
// - sparsemax_of_integers: sparsemax(scores_of_int) ;; sparsemax(as<double>(scores_of_int))
//   ;; attn::sparsemax<axis>\(x\): requires a floating-point element type
