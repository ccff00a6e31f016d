// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/heads.hpp"

static_assert(attn_tests::all_proved<attn_tests::heads_tests::behaviours>);
