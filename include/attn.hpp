// SPDX-License-Identifier: BSL-1.0
// attn: attention you can static_assert. This header includes everything except io/; each header
// can also be included separately. The headers for printing and reading (io/) are included
// individually.
//
// Headers that others include are listed before them, to shorten the lists of includes that
// compilers print with errors.
#pragma once

#include <attn/version.hpp>

// The rules, about shapes and about models, and the roles they speak of.
#include <attn/rules/call.hpp>
#include <attn/rules/diagnostic_axes.hpp>
#include <attn/rules/elements.hpp>
#include <attn/rules/indexing.hpp>
#include <attn/rules/masks.hpp>
#include <attn/rules/message.hpp>
#include <attn/rules/models.hpp>
#include <attn/rules/patterns.hpp>
#include <attn/rules/recurrence.hpp>
#include <attn/rules/relations.hpp>
#include <attn/rules/require.hpp>
#include <attn/rules/roles.hpp>
#include <attn/rules/sizes.hpp>

// Axes: names, sizes, and sequences of them.
#include <attn/axes/axis.hpp>
#include <attn/axes/label.hpp>
#include <attn/axes/selector.hpp>
#include <attn/axes/shape.hpp>
#include <attn/axes/shape_of.hpp>
#include <attn/axes/with_length.hpp>

// Tensors: elements with axes; from and to arrays; equality; conversion; other names; what elements
// can be; views.
#include <attn/tensor/array.hpp>
#include <attn/tensor/calls.hpp>
#include <attn/tensor/check.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/peek.hpp>
#include <attn/tensor/rename.hpp>
#include <attn/tensor/scalar.hpp>
#include <attn/tensor/strided.hpp>
#include <attn/tensor/tensor.hpp>
#include <attn/tensor/ulp.hpp>
#include <attn/tensor/views.hpp>

// Elementary functions of one number or two.
#include <attn/math/assume.hpp>
#include <attn/math/cos.hpp>
#include <attn/math/element_functions.hpp>
#include <attn/math/erf.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>
#include <attn/math/log1p.hpp>
#include <attn/math/max.hpp>
#include <attn/math/pow.hpp>
#include <attn/math/rounded.hpp>
#include <attn/math/select.hpp>
#include <attn/math/sigmoid.hpp>
#include <attn/math/sin.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/math/tanh.hpp>

// Elements that say more than a number: what it cost, how it changes, its bounds, what reaches it.
#include <attn/scalars/affine.hpp>
#include <attn/scalars/analysis_scalar.hpp>
#include <attn/scalars/bounds.hpp>
#include <attn/scalars/certify.hpp>
#include <attn/scalars/cost_of.hpp>
#include <attn/scalars/counted.hpp>
#include <attn/scalars/dual.hpp>
#include <attn/scalars/envelope.hpp>
#include <attn/scalars/exact_arithmetic.hpp>
#include <attn/scalars/forward_gradient.hpp>
#include <attn/scalars/influence.hpp>
#include <attn/scalars/interval.hpp>
#include <attn/scalars/is_stochastic.hpp>
#include <attn/scalars/is_within.hpp>
#include <attn/scalars/jacobian.hpp>
#include <attn/scalars/monotone_in.hpp>
#include <attn/scalars/operation_count.hpp>
#include <attn/scalars/permutations.hpp>
#include <attn/scalars/properties.hpp>
#include <attn/scalars/reach.hpp>
#include <attn/scalars/same_for_all_inputs.hpp>
#include <attn/scalars/term.hpp>

// Operations on tensors.
#include <attn/ops/add_bias.hpp>
#include <attn/ops/argmax.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/concat.hpp>
#include <attn/ops/concepts.hpp>
#include <attn/ops/cumsum.hpp>
#include <attn/ops/dot.hpp>
#include <attn/ops/einsum.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/elementwise.hpp>
#include <attn/ops/expand.hpp>
#include <attn/ops/flip.hpp>
#include <attn/ops/in_parts.hpp>
#include <attn/ops/index_select.hpp>
#include <attn/ops/log_softmax.hpp>
#include <attn/ops/logsumexp.hpp>
#include <attn/ops/map.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/merge.hpp>
#include <attn/ops/one_hot.hpp>
#include <attn/ops/packed.hpp>
#include <attn/ops/permute.hpp>
#include <attn/ops/rearrange.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/reduce_pattern.hpp>
#include <attn/ops/repeat.hpp>
#include <attn/ops/sample.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/ops/split.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/ops/vmap.hpp>
#include <attn/ops/zip_with.hpp>

// Random numbers.
#include <attn/random/mt19937.hpp>
#include <attn/random/normal.hpp>
#include <attn/random/python_random.hpp>
#include <attn/random/splitmix.hpp>
#include <attn/random/torch_generator.hpp>
#include <attn/random/uniform.hpp>

// Text.
#include <attn/text/for_all_inputs.hpp>
#include <attn/text/token_id.hpp>
#include <attn/text/vocabulary.hpp>
#include <attn/text/word_view.hpp>

#include <attn/text/tokenizer.hpp>

// Layers, and models made of them: their parameters.
#include <attn/layers/activation.hpp>
#include <attn/layers/arbitrary_parameters.hpp>
#include <attn/layers/counted_parameters.hpp>
#include <attn/layers/cross_entropy.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/identity.hpp>
#include <attn/layers/initialize.hpp>
#include <attn/layers/into.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/marked_parameters.hpp>
#include <attn/layers/norm.hpp>
#include <attn/layers/norm_into.hpp>
#include <attn/layers/numbered_parameters.hpp>
#include <attn/layers/packed.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/layers/position.hpp>
#include <attn/layers/position_layer.hpp>
#include <attn/layers/rotary.hpp>
#include <attn/layers/sensitive_parameters.hpp>

// Attention.
#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/weights.hpp>

#include <attn/attention/scaled_dot_product.hpp>

#include <attn/attention/additive_score.hpp>
#include <attn/attention/alibi.hpp>
#include <attn/attention/bias.hpp>
#include <attn/attention/cache.hpp>
#include <attn/attention/columns.hpp>
#include <attn/attention/concepts.hpp>
#include <attn/attention/fused.hpp>
#include <attn/attention/gated_linear_attention.hpp>
#include <attn/attention/grouped_query.hpp>
#include <attn/attention/grouped_query_weights.hpp>
#include <attn/attention/hard_attention.hpp>
#include <attn/attention/heads.hpp>
#include <attn/attention/in_parts.hpp>
#include <attn/attention/lengths.hpp>
#include <attn/attention/linear_attention.hpp>
#include <attn/attention/logits.hpp>
#include <attn/attention/mask.hpp>
#include <attn/attention/multi_head.hpp>
#include <attn/attention/multi_head_layer.hpp>
#include <attn/attention/multi_head_self.hpp>
#include <attn/attention/multi_head_weights.hpp>
#include <attn/attention/multiplicative_score.hpp>
#include <attn/attention/normalized.hpp>
#include <attn/attention/online_softmax.hpp>
#include <attn/attention/options.hpp>
#include <attn/attention/pairwise_score.hpp>
#include <attn/attention/project_heads.hpp>
#include <attn/attention/relative_bias.hpp>
#include <attn/attention/scale.hpp>
#include <attn/attention/scores.hpp>
#include <attn/attention/segments.hpp>
#include <attn/attention/self_attention.hpp>
#include <attn/attention/slices.hpp>
#include <attn/attention/torch_multi_head.hpp>
#include <attn/attention/widths.hpp>
#include <attn/attention/window.hpp>

// Recurrence: states before and after a step, cells, sequences.
#include <attn/recurrent/gates.hpp>
#include <attn/recurrent/gru.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/recurrent/rnn.hpp>
#include <attn/recurrent/state.hpp>
#include <attn/recurrent/unroll.hpp>
#include <attn/recurrent/unroll_states.hpp>

// Models: sequence to sequence.
#include <attn/models/attend.hpp>
#include <attn/models/recurrent_decoder.hpp>
#include <attn/models/sequence_to_sequence.hpp>
// Models.
#include <attn/models/block.hpp>
#include <attn/models/calls.hpp>
#include <attn/models/decoder.hpp>
#include <attn/models/encoder.hpp>
#include <attn/models/generate.hpp>
#include <attn/models/language_model.hpp>
#include <attn/models/options.hpp>
#include <attn/models/stack.hpp>
#include <attn/models/trace.hpp>
#include <attn/models/transformer.hpp>

// Learning: gradients of everything, and what goes down them
#include <attn/learning/adam.hpp>
#include <attn/learning/clip.hpp>
#include <attn/learning/gradient.hpp>
#include <attn/learning/recorded.hpp>
#include <attn/learning/schedule.hpp>
#include <attn/learning/sgd.hpp>
