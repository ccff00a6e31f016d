// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/queries.hpp"

static_assert(attn_tests::all_proved<attn_tests::attention_queries_tests::behaviours>);
