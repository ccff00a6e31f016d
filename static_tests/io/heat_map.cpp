// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/heat_map.hpp"

static_assert(attn_tests::all_proved<attn_tests::heat_map_tests::behaviours>);
