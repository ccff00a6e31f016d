// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/transformer.hpp"

static_assert(attn_tests::all_proved<attn_tests::transformer_tests::behaviours>);
