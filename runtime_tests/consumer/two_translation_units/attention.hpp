// SPDX-License-Identifier: BSL-1.0
// The types that two differently compiled translation units exchange: layout knows no flags.
#pragma once

#include <attn.hpp>

using token = attn::axis<"token", 9>;
using key = attn::axis<"key", 13>;
using feature = attn::axis<"feature", 37>;
using channel = attn::axis<"channel", 19>;

struct problem {
  attn::tensor<float, token, feature> q;
  attn::tensor<float, key, feature> k;
  attn::tensor<float, key, channel> v;
};
using result = attn::tensor<float, token, channel>;

result baseline(const problem& p);  // compiled with -O0
result native(const problem& p);    // compiled with -O3 -march=native
