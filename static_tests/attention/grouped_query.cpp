// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/grouped_query.hpp"

static_assert(attn_tests::all_proved<attn_tests::grouped_query_tests::behaviours>);
