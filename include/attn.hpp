// SPDX-License-Identifier: BSL-1.0
// attn: attention you can static_assert. This header includes all that computes and is the table of
// contents; each header can be included alone. Printing and reading (io/) are included by name.
#pragma once

#include <attn/version.hpp>

// The shape rules, on one page, and the roles they speak of.
#include <attn/rules/relations.hpp>
#include <attn/rules/roles.hpp>
#include <attn/rules/says.hpp>

// Axes: names, sizes, and sequences of them.
#include <attn/axes/axis.hpp>
#include <attn/axes/label.hpp>
#include <attn/axes/selector.hpp>
#include <attn/axes/shape.hpp>
#include <attn/axes/with_length.hpp>

// Tensors: elements with axes; what elements can be; equality; conversion; other names.
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/rename.hpp>
#include <attn/tensor/scalar.hpp>
#include <attn/tensor/tensor.hpp>

// Elementary functions of one number.
#include <attn/math/erf.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>
#include <attn/math/max.hpp>
#include <attn/math/select.hpp>
#include <attn/math/sigmoid.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/math/tanh.hpp>

// Operations on tensors.
#include <attn/ops/add_bias.hpp>
#include <attn/ops/argmax.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/concat.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/expand.hpp>
#include <attn/ops/map.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/merge.hpp>
#include <attn/ops/one_hot.hpp>
#include <attn/ops/permute.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/sample.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/ops/split.hpp>
#include <attn/ops/transpose.hpp>

// Random numbers.
#include <attn/random/mt19937.hpp>
#include <attn/random/splitmix.hpp>
#include <attn/random/uniform.hpp>

// Text.
#include <attn/text/token_id.hpp>
#include <attn/text/tokenizer.hpp>
#include <attn/text/vocabulary.hpp>

// Layers, and models made of them: their parameters.
#include <attn/layers/embedding.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>

// Attention.
#include <attn/attention/heads.hpp>
#include <attn/attention/scale.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/self_attention.hpp>

// Recurrence: states before and after a step, cells, sequences.
#include <attn/recurrent/gates.hpp>
#include <attn/recurrent/gru.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/recurrent/rnn.hpp>
#include <attn/recurrent/state.hpp>
#include <attn/recurrent/unroll.hpp>

// Models: sequence to sequence.
#include <attn/models/attend.hpp>
#include <attn/models/decoder.hpp>
#include <attn/models/sequence_to_sequence.hpp>
