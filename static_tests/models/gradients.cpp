// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/gradients.hpp"

static_assert(attn_tests::all_proved<attn_tests::gradients_tests::behaviours>);
