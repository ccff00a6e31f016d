// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/widths.hpp"

static_assert(attn_tests::all_proved<attn_tests::widths_tests::behaviours>);
