// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/select.hpp"

static_assert(attn_tests::all_proved<attn_tests::select_tests::behaviours>);
