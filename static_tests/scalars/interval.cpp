// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/interval.hpp"

static_assert(attn_tests::all_proved<attn_tests::interval_tests::behaviours>);
