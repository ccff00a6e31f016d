// SPDX-License-Identifier: BSL-1.0
// attn.hpp and more kinds of attention: learned and linear scores, grouped queries, hard attention,
// gated linear attention, attention by columns and in parts. Rotary, ALiBi and relative positions.
// The weights of PyTorch's multi-head attention. Concepts of calls.
#pragma once

#include <attn.hpp>

#include <attn/attention/additive_score.hpp>
#include <attn/attention/columns.hpp>
#include <attn/attention/concepts.hpp>
#include <attn/attention/gated_linear_attention.hpp>
#include <attn/attention/grouped_query.hpp>
#include <attn/attention/hard_attention.hpp>
#include <attn/attention/in_parts.hpp>
#include <attn/attention/linear_attention.hpp>
#include <attn/attention/online_softmax.hpp>
#include <attn/attention/pairwise_score.hpp>
#include <attn/attention/relative_bias.hpp>
#include <attn/layers/rotary.hpp>

ATTN_INCLUDED(attention_hpp)
