// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/initialize.hpp"

static_assert(attn_tests::all_proved<attn_tests::initialize_tests::behaviours>);
