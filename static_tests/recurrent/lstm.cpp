// SPDX-License-Identifier: BSL-1.0
#include "static_tests/recurrent/lstm.hpp"

static_assert(attn_tests::all_proved<attn_tests::lstm_tests::behaviours>);
