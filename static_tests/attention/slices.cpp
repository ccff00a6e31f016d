// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/slices.hpp"

static_assert(attn_tests::all_proved<attn_tests::slices_tests::behaviours>);
