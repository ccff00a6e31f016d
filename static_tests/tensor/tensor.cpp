// SPDX-License-Identifier: BSL-1.0
#include "static_tests/tensor/tensor.hpp"

static_assert(attn_tests::all_proved<attn_tests::tensor_tests::behaviours>);
