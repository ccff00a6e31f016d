// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/identities.hpp"

static_assert(attn_tests::all_proved<attn_tests::identities_tests::behaviours>);
