// SPDX-License-Identifier: BSL-1.0
// What scores, their scale, bias and options, logits and weights reject.
#include <cstddef>

#include <attn.hpp>
#include <attn/attention.hpp>
#include <attn/learning.hpp>

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
template <std::size_t Batch, class... Axes>
using batch_of = tensor<double, axis<"batch", Batch>, Axes...>;
constexpr batch_of<4, key, feature> K_of_4;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, axis<"feature", 3>> wide;
constexpr tensor<float, token, feature> q;
constexpr tensor<double, feature> query{1, 2};
constexpr tensor<double, key, axis<"meaning", 2>> W;
constexpr tensor<int, token, feature> Q_of_int;
constexpr tensor<int, key, feature> K_of_int;
constexpr tensor<int, token, feature> q_2;
constexpr tensor<int, key, feature> k;
constexpr keep_mask<key> kept{1, 1, 0};
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;
constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, d_h> V;
constexpr tensor<double, hidden, d_s> W_2;
constexpr tensor<double, hidden> u;
using point = tensor<double, dim<2>>;
constexpr point x{1, 2};
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr point after_step(auto optimizer, double rate) {
  point p = x;
  optimizer.step(p, x, rate);
  return p;
}

// a batch of one query with a batch of four keys: PyTorch returned a tensor, and its user "wasted
// couple of days" (https://github.com/pytorch/pytorch/issues/64888).
// - attention_scores_batches_differ: attention_scores(batch_of<1, token, feature>{}, K_of_4)
//   ;; attention_scores(batch_of<4, token, feature>{}, K_of_4)
//   ;; attn::attention_scores\(Q, K\): the leading axes
// scores of queries of width 2 with keys of width 3.
// - attention_scores_key_width: attention_scores(Q, wide) ;; attention_scores(Q, K)
//   ;; attn::attention_scores\(Q, K\): .*must have the same width \(d_k\)
// what follows takes scores for them.
// - attention_scores_are_used: tensor<double, token, key> scores = attention_scores(Q, wide);
//   ;; tensor<double, token, key> scores = attention_scores(Q, K);
//   ;; attn::attention_scores\(Q, K\): .*must have the same width \(d_k\)
// float queries and double keys: which of the two is the result?
// - attention_scores_mixed_element_types: attention_scores(q, K) ;; attention_scores(as<double>(q),
//   K) ;; attn::attention_scores\(Q, K\): requires one element type for all operands; convert with
//   as<T>\(x\)
// one query as a vector: attention is defined for rows of queries, be it only one.
// - attention_scores_vector: attention_scores(query, K) ;; attention_scores(expand<axis<"token",
//   1>, 0>(query), K) ;; attn::attention_scores\(Q, K\): .*must have at least two axes
// scores of queries with values: the sizes agree, but one must not meet the other.
// - attention_scores_width_names: attention_scores(Q, W) ;; attention_scores(Q, K)
//   ;; attn::attention_scores\(Q, K\): the widths of Q and K have different names
// a batch of one query with a batch of four keys: PyTorch returned a tensor, and its user "wasted
// couple of days" (https://github.com/pytorch/pytorch/issues/64888).
// - attention_weights_batches_differ: attention_weights(batch_of<1, token, feature>{}, K_of_4)
//   ;; attention_weights(batch_of<4, token, feature>{}, K_of_4)
//   ;; attn::attention_weights\(Q, K\): the leading axes
// two scales: the one or the other, or one after the other?
// - attention_weights_duplicate_option: attention_weights(Q, K, unscaled, scaled_by(0.5))
//   ;; attention_weights(Q, K, scaled_by(0.5))
//   ;; attn::attention_weights\(Q, K, options…\): two options of one kind
// weights of queries of width 2 for keys of width 3.
// - attention_weights_key_width: attention_weights(Q, wide) ;; attention_weights(Q, K)
//   ;; attn::attention_weights\(Q, K\): .*must have the same width \(d_k\)
// float queries and double keys: which of the two is the result?
// - attention_weights_mixed_element_types: attention_weights(q, K) ;;
//   attention_weights(as<double>(q), K) ;; attn::attention_weights\(Q, K\): requires one element
//   type for all operands; convert with as<T>\(x\)
// integer weights: softmax has fractions even where the scores have none.
// - attention_weights_of_integers: attention_weights(Q_of_int, K_of_int)
//   ;; attention_weights(as<double>(Q_of_int), as<double>(K_of_int))
//   ;; expect-error: attn::attention_weights\(Q, K\): requires a floating-point element type
//   ;; expect-error: convert with as<double>\(x\)
// 0.5 as an option: a scale, a dropout probability, or a softcap?
// - attention_weights_option_is_number: attention_weights(Q, K, 0.5) ;; attention_weights(Q, K,
//   scaled_by(0.5)) ;; expect-error: attn::attention_weights\(Q, K, options…\): ;; expect-error: a
//   trailing argument is not an option; a scale is scaled_by\(x\)
// one query as a vector: attention is defined for rows of queries, be it only one.
// - attention_weights_vector: attention_weights(query, K) ;; attention_weights(expand<axis<"token",
//   1>, 0>(query), K) ;; attn::attention_weights\(Q, K\): .*must have at least two axes
// weights of queries for values: the sizes agree, but one must not meet the other.
// - attention_weights_width_names: attention_weights(Q, W) ;; attention_weights(Q, K)
//   ;; attn::attention_weights\(Q, K\): the widths of Q and K have different names
// logits of queries of width 2 with keys of width 3.
// - logits_key_width: attention_logits(Q, wide) ;; attention_logits(Q, K)
//   ;; attn::attention_logits\(Q, K\): .*must have the same width \(d_k\)
// integers with a scale: 1/sqrt(d_k) is no integer.
// - logits_of_integers: attention_logits(q_2, k) ;; attention_scores(q_2, k)
//   ;; attn::attention_logits\(Q, K\): requires a floating-point element type
// 0.5 as an option: a scale, a dropout probability, or a softcap?
// - logits_option_is_number: attention_logits(Q, K, 0.5) ;; attention_logits(Q, K, scaled_by(0.5))
//   ;; attn::attention_logits\(Q, K, options…\): a trailing argument is not an option
// a mask of the keys alone, without key_padding.
// - logits_mask_axes: attention_logits(Q, K, kept) ;; attention_logits(Q, K, key_padding(kept))
//   ;; attn::attention_logits\(Q, K, options…\): a mask must have the axes of the scores; for keys
//   alone: key_padding\(mask\)
// causal<> for 2 queries and 3 keys: which one is aligned with which?
// - logits_unequal_lengths: attention_logits(Q, K, causal<>) ;; attention_logits(Q, K,
//   causal<key_offset<-1>>) ;; attn::attention_logits\(Q, K, options…\): the mask requires as many queries
// two batches of different sizes.
// - additive_score_batches_differ: additive_score(tensor<double, dim<2>, step, d_h>{},
//   tensor<double, dim<3>, source, d_s>{}, V, W_2, u) ;; additive_score(tensor<double, dim<2>,
//   step, d_h>{}, tensor<double, dim<2>, source, d_s>{}, V, W_2, u) ;; attn::additive_score\(Q, K,
//   V, W, u\): the leading axes of Q and K must agree
// V and W exchanged: an article prints U tanh(V_h + W_s), subscripts where products belong, and
// from that nobody can tell which matrix meets which state.
// - additive_score_exchanged: additive_score(h, s, W_2, V, u) ;; additive_score(h, s, V, W_2, u)
//   ;; attn::additive_score\(Q, K, V, W, u\): V must be \(hidden, d_h\)
// V and W with hidden layers of different widths.
// - additive_score_hidden_differs: additive_score(h, s, V, tensor<double, axis<"hidden", 7>,
//   d_s>{}, u) ;; ditto ;; attn::additive_score\(Q, K, V, W, u\): V and W must have one hidden axis
// a W as wide as the hidden layer, not as a key.
// - additive_score_key_width: additive_score(h, s, V, transpose(tensor<double, d_h, hidden>{}), u)
//   ;; ditto ;; attn::additive_score\(Q, K, V, W, u\): W must be \(hidden, d_s\)
// weights in float for states in double.
// - additive_score_mixed_element_types: additive_score(h, s, V, W_2, as<float>(u)) ;; ditto
//   ;; attn::additive_score\(Q, K, V, W, u\): requires one element type
// integers, which have no tanh.
// - additive_score_of_integers: additive_score(as<int>(h), as<int>(s), as<int>(V), as<int>(W_2),
//   as<int>(u))
//   ;; ditto ;; attn::additive_score\(Q, K, V, W, u\): requires a floating-point element type
// a single state without its sequence axis.
// - additive_score_of_vector: additive_score(select<0>(h, 0), s, V, W_2, u) ;; ditto
//   ;; attn::additive_score\(Q, K, V, W, u\): Q and K must have at least two axes
// V + W, without a state: what "U tanh(V_h + W_s)", an article's line, says if its subscripts are
// overlooked.
// - additive_score_subscripts: tanh(V + W_2) ;; tanh(linear<output_by_input>(select<0>(h, 0), V) +
//   linear<output_by_input>(select<0>(s, 0), W_2)) ;; attn: A \+ B: both must have the same axes
// u as a matrix of one row, as torch.nn.Linear stores it.
// - additive_score_vector_is_matrix: additive_score(h, s, V, W_2, tensor<double, dim<1>, hidden>{})
//   ;; additive_score(h, s, V, W_2, u)
//   ;; attn::additive_score\(Q, K, V, W, u\): u must have one axis
// a u as wide as a query.
// - additive_score_vector_width: additive_score(h, s, V, W_2, tensor<double, d_h>{}) ;; ditto
//   ;; attn::additive_score\(Q, K, V, W, u\): u must have the hidden axis
// a vector for V.
// - additive_score_weight_is_vector: additive_score(h, s, u, W_2, u) ;; ditto
//   ;; attn::additive_score\(Q, K, V, W, u\): V and W must have two axes
// what follows takes scores for them.
// - additive_score_is_used: tensor<double, step, source> scores = additive_score(h, s, W_2, V, u);
//   ;; tensor<double, step, source> scores = additive_score(h, s, V, W_2, u);
//   ;; attn::additive_score\(Q, K, V, W, u\): V must be \(hidden, d_h\)
// a step up the gradient.
// - adam_negative_rate: constexpr adam y(x, {.lr = -1}); ;; constexpr adam y(x, {.lr = 1});
//   ;; constant: learning_rate_must_be_finite_and_not_negative ;; allow: detail::
// the number of a step as its rate, before the first one.
// - adam_step_at_a_negative_rate: after_step(adam(x), -1) ;; after_step(adam(x), 1) ;; constant:
//   learning_rate_must_be_finite_and_not_negative ;; allow: detail::
// a rate that was divided by 0.
// - sgd_step_at_an_infinite_rate: after_step(sgd(x), infinite) ;; after_step(sgd(x), 1) ;;
//   constant: learning_rate_must_be_finite_and_not_negative ;; allow: detail::
// a moment that never changes.
// - adam_beta_of_one: constexpr adam y(x, {.betas = {0.9, 1}}); ;; constexpr adam y(x, {.betas =
//   {0.9, 0.99}}); ;; constant: betas_of_adam_must_be_from_0_to_below_1 ;; allow: detail::
// a division by what may be 0.
// - adam_negative_eps: constexpr adam y(x, {.eps = -1e-8}); ;; constexpr adam y(x, {.eps = 1e-8});
//   ;; constant: eps_of_adam_must_not_be_negative ;; allow: detail::
// weights that grow.
// - adamw_negative_decay: constexpr adamw y(x, {.weight_decay = -0.01}); ;; constexpr adamw y(x,
//   {.weight_decay = 0.01}); ;; constant: weight_decay_must_not_be_negative ;; allow: detail::
// a ball that rolls back.
// - sgd_negative_momentum: constexpr sgd y(x, {.momentum = -0.9}); ;; constexpr sgd y(x, {.momentum
//   = 0.9}); ;; constant: momentum_must_not_be_negative ;; allow: detail::
// a look ahead without a momentum.
// - sgd_nesterov_without_momentum: constexpr sgd y(x, {.nesterov = true});
//   ;; constexpr sgd y(x, {.momentum = 0.9, .nesterov = true});
//   ;; constant: nesterov_requires_momentum_and_no_dampening ;; allow: detail::
// a division by 0.
// - step_lr_period_of_zero: step_lr(0.1, 3, 0) ;; step_lr(0.1, 3, 1)
//   ;; constant: period_of_a_schedule_must_be_positive ;; allow: detail::
// NaN.
// - cosine_annealing_lr_period_of_zero: cosine_annealing_lr(0.1, 3, {.t_max = 0})
//   ;; cosine_annealing_lr(0.1, 3, {.t_max = 3}) ;; constant: period_of_a_schedule_must_be_positive
//   ;; allow: detail::
// a warm-up as long as the training, which leaves no step for the decay.
// - warmup_linear_lr_no_rest: warmup_linear_lr(0.1, 3, {.warmup_steps = 9, .total_steps = 9})
//   ;; warmup_linear_lr(0.1, 3, {.warmup_steps = 9, .total_steps = 10})
//   ;; constant: period_of_a_schedule_must_be_positive ;; allow: detail::
// a division by 0.
// - warmup_inverse_sqrt_lr_of_no_steps: warmup_inverse_sqrt_lr(0.1, 3, 0)
//   ;; warmup_inverse_sqrt_lr(0.1, 3, 1) ;; constant: period_of_a_schedule_must_be_positive
//   ;; allow: detail::
// a rate that changes its sign.
// - exponential_lr_negative_gamma: exponential_lr(0.1, 3, -0.9) ;; exponential_lr(0.1, 3, 0.9)
//   ;; constant: factor_of_a_schedule_must_not_be_negative ;; allow: detail::
// a step before the first one.
// - linear_lr_before_the_start: linear_lr(0.1, -1) ;; linear_lr(0.1, 0)
//   ;; constant: step_of_a_schedule_must_not_be_negative ;; allow: detail::
// a bound of 0.
// - clip_gradient_norm_to_zero: [](point g) { return clip_gradient_norm(g, 0); }(x) ;; [](point g)
//   { return clip_gradient_norm(g, 1); }(x) ;; constant: bound_of_a_gradient_must_be_positive
// a division by 0.
// - soft_cap_of_zero: soft_capped_by(0.0) ;; soft_capped_by(0.5)
//   ;; constant: soft_cap_must_be_positive
// a power of 0.
// - rotary_base_of_zero: rotary<half_pairs>(matrix<double, 1, 2>{{1, 2}}, {.base = 0})
//   ;; rotary<half_pairs>(matrix<double, 1, 2>{{1, 2}}, {.base = 1e4})
//   ;; constant: base_of_rotary_must_be_positive ;; allow: detail::
// a factor of 0, which is a division by 0.
// - rotary_factor_of_zero: rotary_frequencies<4>(1e4, linear_scaling{.factor = 0})
//   ;; rotary_frequencies<4>(1e4, linear_scaling{.factor = 2})
//   ;; constant: numbers_of_rotary_scaling_must_be_positive ;; allow: detail::
// the two factors of Llama exchanged.
// - rotary_llama3_exchanged: rotary_frequencies<4>(1e4, llama3_scaling{.low_freq_factor = 4,
//   .high_freq_factor = 1}) ;; rotary_frequencies<4>(1e4, llama3_scaling{.low_freq_factor = 1,
//   .high_freq_factor = 4}) ;; constant: numbers_of_rotary_scaling_must_be_positive ;; allow: detail::
// an index of another axis.
// - index_select_beyond_the_axis: index_select<0>(x, tensor<int, dim<1>>{2})
//   ;; index_select<0>(x, tensor<int, dim<1>>{1}) ;; constant: index_out_of_range_for_its_axis
