// SPDX-License-Identifier: BSL-1.0
#include "static_tests/recurrent/rnn.hpp"

static_assert(attn_tests::all_proved<attn_tests::rnn_tests::behaviours>);
