// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/gradient.hpp"

static_assert(attn_tests::all_proved<attn_tests::gradient_tests::behaviours>);
