// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/packed.hpp"

static_assert(attn_tests::all_proved<attn_tests::packed_layer_tests::behaviours>);
