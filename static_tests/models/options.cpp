// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/options.hpp"

static_assert(attn_tests::all_proved<attn_tests::options_tests::behaviours>);
