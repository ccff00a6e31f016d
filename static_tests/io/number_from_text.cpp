// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/number_from_text.hpp"

static_assert(attn_tests::all_proved<attn_tests::number_from_text_tests::behaviours>);
