// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/pytorch_tests.hpp"

static_assert(attn_tests::all_proved<attn_tests::pytorch_tests::behaviours>);
