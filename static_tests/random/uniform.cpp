// SPDX-License-Identifier: BSL-1.0
#include "static_tests/random/uniform.hpp"

static_assert(attn_tests::all_proved<attn_tests::uniform_tests::behaviours>);
