// SPDX-License-Identifier: BSL-1.0
#include "static_tests/axes/label.hpp"

static_assert(attn_tests::all_proved<attn_tests::label_tests::behaviours>);
