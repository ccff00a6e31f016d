// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/sequence_to_sequence.hpp"

static_assert(attn_tests::all_proved<attn_tests::sequence_to_sequence_tests::behaviours>);
