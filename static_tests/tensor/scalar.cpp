// SPDX-License-Identifier: BSL-1.0
#include "static_tests/tensor/scalar.hpp"

static_assert(attn_tests::all_proved<attn_tests::scalar_tests::behaviours>);
