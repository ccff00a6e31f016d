// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/to_text.hpp"

static_assert(attn_tests::all_proved<attn_tests::to_text_tests::behaviours>);
