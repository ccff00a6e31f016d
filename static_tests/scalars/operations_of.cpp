// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/operations_of.hpp"

static_assert(attn_tests::all_proved<attn_tests::operations_of_tests::behaviours>);
