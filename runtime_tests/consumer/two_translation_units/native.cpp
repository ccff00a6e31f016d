// SPDX-License-Identifier: BSL-1.0
#include "attention.hpp"

result native(const problem& p) { return attn::scaled_dot_product_attention(p.q, p.k, p.v); }
