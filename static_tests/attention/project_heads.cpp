// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/project_heads.hpp"

static_assert(attn_tests::all_proved<attn_tests::project_heads_tests::behaviours>);
