// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/identity.hpp"

static_assert(attn_tests::all_proved<attn_tests::identity_tests::behaviours>);
