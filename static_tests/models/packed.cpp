// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/packed.hpp"

static_assert(attn_tests::all_proved<attn_tests::packed_model_tests::behaviours>);
