// SPDX-License-Identifier: BSL-1.0
#include "static_tests/text/tokenizer.hpp"

static_assert(attn_tests::all_proved<attn_tests::tokenizer_tests::behaviours>);
