// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/zip_with.hpp"

static_assert(attn_tests::all_proved<attn_tests::zip_with_tests::behaviours>);
