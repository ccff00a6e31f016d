// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/encoder.hpp"

static_assert(attn_tests::all_proved<attn_tests::encoder_tests::behaviours>);
