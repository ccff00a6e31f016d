// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/alibi.hpp"

static_assert(attn_tests::all_proved<attn_tests::alibi_tests::behaviours>);
