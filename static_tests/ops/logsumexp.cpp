// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/logsumexp.hpp"

static_assert(attn_tests::all_proved<attn_tests::logsumexp_tests::behaviours>);
