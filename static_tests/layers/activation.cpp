// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/activation.hpp"

static_assert(attn_tests::all_proved<attn_tests::activation_tests::behaviours>);
