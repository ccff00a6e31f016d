// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/columns.hpp"

static_assert(attn_tests::all_proved<attn_tests::columns_tests::behaviours>);
