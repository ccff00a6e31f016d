// SPDX-License-Identifier: BSL-1.0
#include "static_tests/text/vocabulary.hpp"

static_assert(attn_tests::all_proved<attn_tests::vocabulary_tests::behaviours>);
