// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/parameters.hpp"

static_assert(attn_tests::all_proved<attn_tests::parameters_tests::behaviours>);
