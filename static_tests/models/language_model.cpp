// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/language_model.hpp"

static_assert(attn_tests::all_proved<attn_tests::language_model_tests::behaviours>);
