// SPDX-License-Identifier: BSL-1.0
// ATTN_FUNCTIONS_OF_ONE(OF): OF(cos) OF(erf) and so on, for a scalar that treats all functions of
// one number alike.
#pragma once

#define ATTN_FUNCTIONS_OF_ONE(OF) \
  OF(cos) OF(erf) OF(exp) OF(log) OF(log1p) OF(sigmoid) OF(sin) OF(sqrt) OF(tanh)
