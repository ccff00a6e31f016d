// SPDX-License-Identifier: BSL-1.0
// What attn/ops/softmax.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <limits>

#include <attn.hpp>

using namespace attn;

// case: softmax_all_masked
// rejected: every score of a row is -infinity: PyTorch's softmax gives NaN, and its attention now
// gives 0 (https://github.com/pytorch/pytorch/issues/103963).
// expect-error[gcc]: softmax_of_a_row_without_a_finite_maximum
// expect-error[clang]: must be initialized by a constant expression
// expect-note: softmax_of_a_row_without_a_finite_maximum
// allow: detail::
// errors: 1
using key = axis<"key", 3>;
constexpr double masked = -std::numeric_limits<double>::infinity();

#ifdef ATTN_REJECT
constexpr auto weights = softmax(tensor<double, key>{masked, masked, masked});
#else
constexpr auto weights = softmax(tensor<double, key>{0, masked, masked});
#endif

// case: softmax_axis_absent
// rejected: softmax over an axis that the scores do not have. Over the wrong one it trains and
//   is wrong:
//   https://github.com/labmlai/annotated_deep_learning_paper_implementations/issues/146 (E22).
// expect-error: attn::softmax<axis>\(x\): x has no such axis
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto weights = softmax<"feature">(scores);
#else
constexpr auto weights = softmax<"key">(scores);
#endif

// case: softmax_into_axis_absent
// rejected: softmax in place over an axis that the scores do not have.
// expect-error: attn::softmax_into<axis>\(out, x\): x has no such axis
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

void write() {
#ifdef ATTN_REJECT
  softmax_into<"feature">(scores, scores);
#else
  softmax_into<"key">(scores, scores);
#endif
}

// case: softmax_into_of_integers
// rejected: softmax in place of integers: every weight would be 0 or 1.
// expect-error: attn::softmax_into<axis>\(out, x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
tensor<int, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

void write() {
#ifdef ATTN_REJECT
  softmax_into(scores, scores);
#else
  auto weights = as<double>(scores);
  softmax_into(weights, weights);
#endif
}

// case: softmax_into_other_element
// rejected: weights of float from scores of double.
// expect-error: attn::softmax_into<axis>\(out, x\): out must have the element type of the operands
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

void write() {
#ifdef ATTN_REJECT
  tensor<float, token, key> weights;
  softmax_into(weights, scores);
#else
  tensor<double, token, key> weights;
  softmax_into(weights, scores);
#endif
}

// case: softmax_into_wrong_axes
// rejected: weights with the axes of the transposed scores: at 3x3 the sizes agree.
// expect-error: attn::softmax_into<axis>\(out, x\): out must have the axes of the result
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

void write() {
#ifdef ATTN_REJECT
  tensor<double, key, token> weights;
  softmax_into(weights, scores);
#else
  tensor<double, token, key> weights;
  softmax_into(weights, scores);
#endif
}

// case: softmax_naive_axis_absent
// rejected: the textbook softmax over an axis that the scores do not have.
// expect-error: attn::softmax_naive<axis>\(x\): x has no such axis
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto weights = softmax_naive<"feature">(scores);
#else
constexpr auto weights = softmax_naive<"key">(scores);
#endif

// case: softmax_naive_of_integers
// rejected: the textbook softmax of integer scores.
// expect-error: attn::softmax_naive<axis>\(x\): requires a floating-point element type
// expect-error: convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<int, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto weights = softmax_naive(scores);
#else
constexpr auto weights = softmax_naive(as<double>(scores));
#endif

// case: softmax_naive_overflow
// rejected: exp(x) / sum of exp(x), as articles print it: exp(1000) is infinity and the weights
//   are NaN. With the maximum taken off first, as softmax does, nothing can overflow (E32).
// expect-error[gcc]: softmax_naive_overflowed_take_softmax_instead
// expect-error[clang]: must be initialized by a constant expression
// expect-note: softmax_naive_overflowed_take_softmax_instead
// errors: 1
using key = axis<"key", 3>;
constexpr tensor<double, key> scores{998, 999, 1000};

#ifdef ATTN_REJECT
constexpr auto weights = softmax_naive(scores);
#else
constexpr auto weights = softmax(scores);
#endif

// case: softmax_naive_sum_overflow
// rejected: the textbook softmax where each power is finite, and their sum is not: every weight
//   would be 0.
// expect-error[gcc]: 'constexpr'|is not a constant expression
// expect-error[clang]: must be initialized by a constant expression
// expect-note[clang]: softmax_naive_overflowed_take_softmax_instead
// allow: detail::
// errors: 1
using key = axis<"key", 3>;
constexpr tensor<double, key> scores{709, 709, 709};

#ifdef ATTN_REJECT
constexpr auto weights = softmax_naive(scores);
#else
constexpr auto weights = softmax(scores);
#endif

// case: softmax_nan_column
// rejected: a score that is no number, along the first axis, where columns are taken out of rows.
// expect-error[gcc]: softmax_of_a_row_without_a_finite_maximum
// expect-error[clang]: must be initialized by a constant expression
// expect-note: softmax_of_a_row_without_a_finite_maximum
// allow: detail::
// errors: 1
using key = axis<"key", 3>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

#ifdef ATTN_REJECT
constexpr auto y = softmax<0>(matrix<double, 2, 2>{{0, 1}, {1, no_number}});
#else
constexpr auto y = softmax<0>(matrix<double, 2, 2>{{0, -infinity}, {1, 2}});
#endif

// case: softmax_of_integers
// rejected: softmax of integer scores; PyTorch says so at run time
//   ("softmax_lastdim_kernel_impl" not implemented for 'Long').
// expect-error: attn::softmax<axis>\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<int, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto weights = softmax(scores);
#else
constexpr auto weights = softmax(as<double>(scores));
#endif

// case: softmax_position_absent
// rejected: the third axis of two: positions count from 0, or from -1 for the last.
// expect-error: attn::softmax<axis>\(x\): x has no such axis
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto weights = softmax<2>(scores);
#else
constexpr auto weights = softmax<1>(scores);
#endif

// case: softmax_twice
// rejected: weights go through a softmax a second time, as where a loss or a layer does it again.
// expect-error: attn::softmax_weights\(scores\): these are weights already
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using content = axis<"content", 2>;

constexpr tensor<double, token, key> scores{};
constexpr tensor<double, key, content> v{};

constexpr auto once = softmax_weights(scores);
#ifdef ATTN_REJECT
constexpr auto twice = softmax_weights(once);
constexpr auto out = weighted_mean(twice, v);
#else
constexpr auto out = weighted_mean(once, v);
#endif

static_assert(out.rank == 2);
