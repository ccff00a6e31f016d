// SPDX-License-Identifier: BSL-1.0
// The initialisers of Transformer layers, of T, from parameters as PyTorch has them and names them:
// the tensors of a reference case, whose names are looked up where a macro is used. `prefix` is the
// beginning of the names. All cases have two heads.
#pragma once

#include <attn/attention/multi_head_layer.hpp>
#include <attn/tensor/convert.hpp>

// clang-format off
#define ATTN_TESTS_TORCH_ATTENTION(T, name)                                                 \
  attn::torch_multi_head<attn::dim<2>>(                                                     \
      attn::as<T>(name##_in_proj_weight), attn::as<T>(name##_in_proj_bias),                 \
      attn::as<T>(name##_out_proj_weight), attn::as<T>(name##_out_proj_bias))

#define ATTN_TESTS_TORCH_PAIR(T, name) {attn::as<T>(name##_weight), attn::as<T>(name##_bias)}

#define ATTN_TESTS_TORCH_ENCODER_LAYER(T, prefix)                                            \
  {ATTN_TESTS_TORCH_ATTENTION(T, prefix##self_attn),                                         \
   {ATTN_TESTS_TORCH_PAIR(T, prefix##linear1), ATTN_TESTS_TORCH_PAIR(T, prefix##linear2)},   \
   ATTN_TESTS_TORCH_PAIR(T, prefix##norm1), ATTN_TESTS_TORCH_PAIR(T, prefix##norm2)}

#define ATTN_TESTS_TORCH_DECODER_LAYER(T, prefix)                                            \
  {ATTN_TESTS_TORCH_ATTENTION(T, prefix##self_attn),                                         \
   ATTN_TESTS_TORCH_ATTENTION(T, prefix##cross_attn),                                        \
   {ATTN_TESTS_TORCH_PAIR(T, prefix##linear1), ATTN_TESTS_TORCH_PAIR(T, prefix##linear2)},   \
   ATTN_TESTS_TORCH_PAIR(T, prefix##norm1), ATTN_TESTS_TORCH_PAIR(T, prefix##norm2),         \
   ATTN_TESTS_TORCH_PAIR(T, prefix##norm3)}
// clang-format on
