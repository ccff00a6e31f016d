// SPDX-License-Identifier: BSL-1.0
#include "static_tests/recurrent/packed.hpp"

static_assert(attn_tests::all_proved<attn_tests::packed_cell_tests::behaviours>);
