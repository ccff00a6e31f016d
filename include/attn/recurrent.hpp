// SPDX-License-Identifier: BSL-1.0
// attn.hpp and recurrent networks: cells, gates, sequences, and sequence-to-sequence models.
#pragma once

#include <attn.hpp>

#include <attn/models/attend.hpp>
#include <attn/models/recurrent_decoder.hpp>
#include <attn/models/sequence_to_sequence.hpp>
#include <attn/recurrent/gates.hpp>
#include <attn/recurrent/gru.hpp>
#include <attn/recurrent/layers.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/recurrent/rnn.hpp>
#include <attn/recurrent/state.hpp>
#include <attn/recurrent/unroll.hpp>

ATTN_INCLUDED(recurrent_hpp)
