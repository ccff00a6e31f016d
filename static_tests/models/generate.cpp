// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/generate.hpp"

static_assert(attn_tests::all_proved<attn_tests::generate_tests::behaviours>);
