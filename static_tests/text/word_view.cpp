// SPDX-License-Identifier: BSL-1.0
#include "static_tests/text/word_view.hpp"

static_assert(attn_tests::all_proved<attn_tests::word_view_tests::behaviours>);
