// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/parameter_gradient.hpp"

static_assert(attn_tests::all_proved<attn_tests::parameter_gradient_tests::behaviours>);
