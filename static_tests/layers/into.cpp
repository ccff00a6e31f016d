// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/into.hpp"

static_assert(attn_tests::all_proved<attn_tests::into_tests::behaviours>);
