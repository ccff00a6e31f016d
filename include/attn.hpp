// SPDX-License-Identifier: BSL-1.0
// attn: attention you can static_assert. Tensors and their operations, layers, attention, and
// Transformer models. These headers add the rest; each of them includes this one:
//
//   attn/ops.hpp         more operations: einsum, rearrange, dot, arrays and views, packed layers
//   attn/attention.hpp   more kinds of attention and of positions
//   attn/text.hpp        tokenizers; sampling and generation
//   attn/random.hpp      the random numbers of PyTorch, NumPy and Python
//   attn/recurrent.hpp   recurrent cells, and sequence-to-sequence models made of them
//   attn/analysis.hpp    numbers that carry bounds, derivatives or influence; checks and proofs
//   attn/learning.hpp    gradients, losses, optimisers
//   attn/io.hpp          printing, files, ONNX
//   attn/all.hpp         all of them
//
// Each header below them can also be included separately. Headers that others include are listed
// before them, to shorten the lists of includes that compilers print with errors.
#pragma once

#include <attn/version.hpp>

// The rules, about shapes and about models, and the roles they speak of.
#include <attn/rules/call.hpp>
#include <attn/rules/diagnostic_axes.hpp>
#include <attn/rules/elements.hpp>
#include <attn/rules/masks.hpp>
#include <attn/rules/models.hpp>
#include <attn/rules/relations.hpp>
#include <attn/rules/require.hpp>

// Axes: names, sizes, and sequences of them.
#include <attn/axes/axis.hpp>
#include <attn/axes/shape.hpp>

// Tensors: elements with axes. Equality. Conversion. What elements can be.
#include <attn/tensor/compare.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/scalar.hpp>
#include <attn/tensor/tensor.hpp>

// Elementary functions of one number or two.
#include <attn/math/element_functions.hpp>
#include <attn/math/erf.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>
#include <attn/math/max.hpp>
#include <attn/math/pow.hpp>
#include <attn/math/rounded.hpp>
#include <attn/math/sigmoid.hpp>
#include <attn/math/sin.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/math/tanh.hpp>

// The cost of a call.
#include <attn/scalars/operation_count.hpp>

// Operations on tensors.
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/elementwise.hpp>
#include <attn/ops/in_parts.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/packed.hpp>
#include <attn/ops/rearranging.hpp>
#include <attn/ops/reductions.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/ops/vmap.hpp>

// Arbitrary numbers for examples and weights.
#include <attn/random/splitmix.hpp>

// The ids of tokens.
#include <attn/text/token_id.hpp>

// Layers, and models made of them: their parameters.
#include <attn/layers/activation.hpp>
#include <attn/layers/cost.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/norm.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/layers/position.hpp>

// Attention.
#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/weights.hpp>

#include <attn/attention/scaled_dot_product.hpp>

#include <attn/attention/bias.hpp>
#include <attn/attention/cache.hpp>
#include <attn/attention/dilated.hpp>
#include <attn/attention/fused.hpp>
#include <attn/attention/heads.hpp>
#include <attn/attention/lengths.hpp>
#include <attn/attention/mask.hpp>
#include <attn/attention/multi_head.hpp>
#include <attn/attention/multi_head_layer.hpp>
#include <attn/attention/options.hpp>
#include <attn/attention/scale.hpp>
#include <attn/attention/scores.hpp>
#include <attn/attention/segments.hpp>
#include <attn/attention/window.hpp>

// Transformer models.
#include <attn/models/block.hpp>
#include <attn/models/calls.hpp>
#include <attn/models/decoder.hpp>
#include <attn/models/encoder.hpp>
#include <attn/models/language_model.hpp>
#include <attn/models/stack.hpp>
#include <attn/models/transformer.hpp>

// An error for functions that are elsewhere.
#include <attn/layers/detail/elsewhere.hpp>
