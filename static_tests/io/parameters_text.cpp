// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/parameters_text.hpp"

static_assert(attn_tests::all_proved<attn_tests::parameters_text_tests::behaviours>);
