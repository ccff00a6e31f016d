// SPDX-License-Identifier: BSL-1.0
#include "static_tests/tensor/array.hpp"

static_assert(attn_tests::all_proved<attn_tests::array_tests::behaviours>);
