// SPDX-License-Identifier: BSL-1.0
#include "static_tests/random/torch_generator.hpp"

static_assert(attn_tests::all_proved<attn_tests::torch_generator_tests::behaviours>);
