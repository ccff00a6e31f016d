// SPDX-License-Identifier: BSL-1.0
#include "static_tests/text/token_id.hpp"

static_assert(attn_tests::all_proved<attn_tests::token_id_tests::behaviours>);
