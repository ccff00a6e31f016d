// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/embedding.hpp"

static_assert(attn_tests::all_proved<attn_tests::embedding_tests::behaviours>);
