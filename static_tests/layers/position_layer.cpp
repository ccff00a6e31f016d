// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/position_layer.hpp"

static_assert(attn_tests::all_proved<attn_tests::position_layer_tests::behaviours>);
