// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/counted_parameters.hpp"

static_assert(attn_tests::all_proved<attn_tests::counted_parameters_tests::behaviours>);
