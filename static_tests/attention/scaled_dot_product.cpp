// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/scaled_dot_product.hpp"

static_assert(attn_tests::all_proved<attn_tests::scaled_dot_product_tests::behaviours>);
