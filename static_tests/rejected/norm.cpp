// SPDX-License-Identifier: BSL-1.0
// What norm, cross_entropy reject.
#include <attn/learning.hpp>
#include <attn/recurrent.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
using wider = axis<"feature", 4>;
using width = axis<"width", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 4}, {3, 5, 0}};
constexpr tensor<double, feature> gain{1, 2, 3};
constexpr tensor<double, token> two{1, 2};
constexpr tensor<double, dim<3>> x_3{5, 5, 5}, bias{4, 5, 6};
constexpr tensor<double, axis<"token", 3>, feature> x_of_double{{1, 2, 4}, {3, 5, 0}, {1, 1, 0}};
constexpr tensor<double, dim<3>> x_double_3{1, std::numeric_limits<double>::infinity(), 3};
constexpr matrix<int, 2, 3> x_int_2x3{{1, 2, 4}, {3, 5, 0}};
constexpr tensor<double, token, width> x_token_width{};
constexpr tensor<double, width> gain_width{};
constexpr auto layer_normalized(auto y, double eps) {
  layer_norm_into(y, x, gain, gain, eps);
  return y;
}
constexpr auto rms_normalized(auto y, double eps) {
  rms_norm_into(y, x, gain, eps);
  return y;
}

using token_3 = axis<"token", 3>;
using word = axis<"word", 5>;
constexpr tensor<double, token_3, word> x_2{{1, 0, 2, 4, 1}, {0, 0, 1, 0, 2}, {3, 1, 0, 0, 1}};
constexpr tensor<int, token_3> ids{1, 4, 0};
constexpr tensor<double, word> weights{1, 2, 1, 0.5, 1};

// layer norm along an axis that x does not have.
// - layer_norm_axis_absent: layer_norm<"key">(x) ;; layer_norm<"feature">(x)
//   ;; attn::layer_norm<axis>\(x, …\): x has no such axis
// a bias that is not as long as the axis.
// - layer_norm_bias_width: layer_norm(x, gain, two) ;; layer_norm(x, gain, gain)
//   ;; attn::layer_norm<axis>\(x, …\): the bias must have one axis, the normalised one
// a row that does not vary, and nothing under the root to divide by.
// - layer_norm_constant_row: layer_norm(x_3, 0) ;; layer_norm(x_3, 1e-5)
//   ;; constant: norm_of_a_row_that_does_not_vary_needs_a_positive_eps ;; allow: detail::
//   ;; lines[clang]: 8 layer_norm_into shares what writes the rows, which is one call more
// a root of what may be negative.
// - layer_norm_negative_eps: layer_norm(x, -1e-5) ;; layer_norm(x, 1e-5)
//   ;; constant: eps_of_a_norm_must_not_be_negative ;; allow: detail::
// the exponent without its base.
// - rms_norm_negative_eps: rms_norm(x, gain, -6) ;; rms_norm(x, gain, 1e-6)
//   ;; constant: eps_of_a_norm_must_not_be_negative ;; allow: detail::
// the same, where the result is written to y.
// - layer_norm_into_negative_eps: layer_normalized(x, -1e-5) ;; layer_normalized(x, 1e-5)
//   ;; constant: eps_of_a_norm_must_not_be_negative ;; allow: detail::
// the same, where the result is written to y.
// - rms_norm_into_negative_eps: rms_normalized(x, -1e-6) ;; rms_normalized(x, 1e-6)
//   ;; constant: eps_of_a_norm_must_not_be_negative ;; allow: detail::
// a sign of the exponent that is in the wrong place.
// - nn_layer_norm_negative_eps: constexpr nn::layer_norm<double, feature, -1e5> norm{};
//   ;; constexpr nn::layer_norm<double, feature, 1e-5> norm{};
//   ;; attn::nn::layer_norm<T, width, eps>: eps must not be negative
// the same, of a layer without a bias.
// - nn_layer_norm_without_bias_negative_eps: constexpr nn::layer_norm<double, feature, -1.0,
//   without_bias> norm{}; ;; constexpr nn::layer_norm<double, feature, 1.0, without_bias> norm{};
//   ;; attn::nn::layer_norm<T, width, eps>: eps must not be negative
// the same, of RMS norm.
// - nn_rms_norm_negative_eps: constexpr nn::rms_norm<double, feature, -1e-6> norm{};
//   ;; constexpr nn::rms_norm<double, feature, 1e-6> norm{};
//   ;; attn::nn::rms_norm<T, width, eps>: eps must not be negative
// as long, but of another axis: x is normalised over the tokens.
// - layer_norm_gain_name: layer_norm<"token">(x_of_double, gain, bias)
//   ;; layer_norm<"feature">(x_of_double, gain, bias)
//   ;; attn::layer_norm<axis>\(x, …\): the gain must have one axis, the normalised one
// a gain that is not as long as the axis.
// - layer_norm_gain_width: layer_norm(x, two) ;; layer_norm<"token">(x, two)
//   ;; attn::layer_norm<axis>\(x, …\): the gain must have one axis, the normalised one
// a layer for rows of another width.
// - layer_norm_layer_width: nn::layer_norm<double, wider>::initial()(x)
//   ;; nn::layer_norm<double, feature>::initial()(x)
//   ;; attn::layer_norm<axis>\(x, …\): the gain must have one axis, the normalised one
// float weights, double activations.
// - layer_norm_mixed_element_types: layer_norm(x, gain, as<float>(gain)) ;; layer_norm(x, gain,
//   gain) ;; attn::layer_norm<axis>\(x, …\): requires one element type for all operands; convert
//   with as<T>\(x\)
// a row with an infinity has no mean.
// - layer_norm_of_infinity: layer_norm(x_double_3) ;; rms_norm(tensor<double, dim<3>>{1, 2, 3},
//   1e-6) ;; constant: norm_of_a_row_without_a_finite_mean ;; allow: detail::
// layer norm of whole numbers.
// - layer_norm_of_integers: layer_norm(x_int_2x3) ;; layer_norm(as<double>(x_int_2x3))
//   ;; attn::layer_norm<axis>\(x, …\): requires a floating-point element type; convert with
//   as<double>\(x\)
// RMS norm along an axis that x does not have.
// - rms_norm_axis_absent: rms_norm<"key">(x, 1e-6) ;; rms_norm<"feature">(x, 1e-6)
//   ;; attn::rms_norm<axis>\(x, …\): x has no such axis
// the gain of another axis.
// - rms_norm_gain_name: rms_norm<"token">(x, gain, 1e-6) ;; rms_norm<"feature">(x, gain, 1e-6)
//   ;; attn::rms_norm<axis>\(x, …\): the gain must have one axis, the normalised one
// a float gain, double activations.
// - rms_norm_mixed_element_types: rms_norm(x, as<float>(gain), 1e-6) ;; rms_norm(x, gain, 1e-6)
//   ;; attn::rms_norm<axis>\(x, …\): requires one element type for all operands; convert with
//   as<T>\(x\)
// RMS norm of whole numbers.
// - rms_norm_of_integers: rms_norm(x_int_2x3, 1) ;; rms_norm(as<double>(x_int_2x3), 1)
//   ;; attn::rms_norm<axis>\(x, …\): requires a floating-point element type; convert with
//   as<double>\(x\)
// a result with other axes than x.
// - layer_norm_into_other_axes: inline void write(tensor<double, width, token>& out) {
//   layer_norm_into(out, x_token_width, gain_width, gain_width); }
//   ;; inline void write(tensor<double, token, width>& out) { layer_norm_into(out, x_token_width,
//   gain_width, gain_width); }
//   ;; attn::layer_norm_into<axis>\(out, x, …\): out must have the axes of the result
// a result of another element type.
// - rms_norm_into_other_element: inline void write(tensor<float, token, width>& out) {
//   rms_norm_into(out, x_token_width, gain_width, 1e-5); } ;; inline void write(tensor<double,
//   token, width>& out) { rms_norm_into(out, x_token_width, gain_width, 1e-5); } ;;
//   attn::rms_norm_into<axis>\(out, x, …\): out must have the element type of the operands
// a gain for the tokens instead of the width.
// - layer_norm_into_gain_of_tokens: inline void write(tensor<double, token, width>& out) {
//   layer_norm_into(out, x_token_width, tensor<double, token>{}, gain_width); }
//   ;; inline void write(tensor<double, token, width>& out) { layer_norm_into(out, x_token_width,
//   gain_width, gain_width); }
//   ;; attn::layer_norm_into<axis>\(out, x, …\): the gain must have one axis, the normalised one
// one id for each class instead of one for each token.
// - cross_entropy_ids_for_each_class: cross_entropy(x_2, tensor<int, word>{1, 4, 0, 2, 1})
//   ;; cross_entropy(x_2, ids)
//   ;; attn::cross_entropy\(x, ids\): ids must have the axes of x but the last, the classes
// scores with the classes in their first axis, where PyTorch has them for sequences.
// - cross_entropy_classes_first: cross_entropy(transpose(x_2), ids) ;; ditto
//   ;; attn::cross_entropy\(x, ids\): ids must have the axes of x but the last, the classes
// a score without an axis of classes.
// - cross_entropy_of_a_number: cross_entropy(tensor<double>(1.5), tensor<int>(0))
//   ;; cross_entropy(tensor<double, word>{1, 0, 2, 4, 1}, tensor<int>(0))
//   ;; attn::cross_entropy\(x, ids\): ids must have the axes of x but the last, the classes
// probabilities for targets, as PyTorch accepts them.
// - cross_entropy_probabilities: cross_entropy(x_2, tensor<double, token_3>{0.5, 0.25, 1}) ;;
//   cross_entropy(x_2, ids) ;; attn::cross_entropy\(x, ids\): the ids must be integers or token ids
// targets of other axes.
// - mse_loss_other_axes: mse_loss(x_2, transpose(x_2)) ;; mse_loss(x_2, x_2)
//   ;; attn::mse_loss\(x, y\): both must have the same axes
// integers have no mean.
// - mse_loss_of_integers: mse_loss(as<int>(x_2), as<int>(x_2)) ;; mse_loss(x_2, x_2)
//   ;; attn::mse_loss\(x, y\): requires a floating-point element type
// targets of integers, as cross_entropy has them.
// - binary_cross_entropy_targets_of_integers: binary_cross_entropy(x_2, as<int>(x_2))
//   ;; binary_cross_entropy(x_2, x_2) ;; attn::binary_cross_entropy\(p, y\): requires one element
//   type for all operands
// one target for each token.
// - binary_cross_entropy_with_logits_of_tokens: binary_cross_entropy_with_logits(x_2,
//   tensor<double, token_3>{0, 1, 0}) ;; binary_cross_entropy_with_logits(x_2, x_2)
//   ;; attn::binary_cross_entropy_with_logits\(x, y\): one operand lacks an axis of the other
// token ids of a larger vocabulary.
// - cross_entropy_more_ids_than_classes: cross_entropy(x_2, as_token_ids<6>(ids))
//   ;; cross_entropy(x_2, as_token_ids<5>(ids))
//   ;; attn::cross_entropy\(x, ids\): there are more ids than x has classes, in its last axis
// scores that are whole numbers.
// - cross_entropy_of_integers: cross_entropy(as<int>(x_2), ids) ;; cross_entropy(as<float>(x_2),
//   ids) ;; attn::cross_entropy\(x, ids\): requires a floating-point element type; convert with
// a weight for each token instead of one for each class.
// - cross_entropy_weights_for_each_token: cross_entropy(x_2, ids, tensor<double, token_3>{1, 2, 1})
//   ;; cross_entropy(x_2, ids, weights)
//   ;; attn::cross_entropy\(x, ids, weights\): the weights must have one axis, the last of x
// weights of float for scores of double.
// - cross_entropy_weights_of_another_element: cross_entropy(x_2, ids, as<float>(weights)) ;; ditto
//   ;; attn::cross_entropy\(x, ids, weights\): requires one element type for all operands
// the same of logarithms.
// - nll_loss_ids_for_each_class: nll_loss(log_softmax(x_2), tensor<int, word>{1, 4, 0, 2, 1})
//   ;; nll_loss(log_softmax(x_2), ids)
//   ;; attn::nll_loss\(x, ids\): ids must have the axes of x but the last, the classes
// the same of weights.
// - nll_loss_weights_for_each_token: nll_loss(log_softmax(x_2), ids, tensor<double, token_3>{1, 2,
//   1}) ;; nll_loss(log_softmax(x_2), ids, weights) ;; attn::nll_loss\(x, ids, weights\): the
//   weights must have one axis, the last of x
// an id that is no class.
// - cross_entropy_target_out_of_range: cross_entropy(x_2, tensor<int, token_3>{1, 5, 0})
//   ;; cross_entropy(x_2, tensor<int, token_3>{1, -100, 0}) ;; constant: target_is_not_a_class
// a smoothing of 10 percent, as 10.
// - cross_entropy_smoothing_in_percent: cross_entropy(x_2, ids, {.label_smoothing = 10})
//   ;; cross_entropy(x_2, ids, {.label_smoothing = 0.1})
//   ;; constant: label_smoothing_must_be_from_0_to_1
