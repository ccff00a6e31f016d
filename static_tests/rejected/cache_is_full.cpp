// SPDX-License-Identifier: BSL-1.0
// rejected: a fourth token for a cache of three.
// expect-error[gcc]: key_value_cache_is_full
// expect-error[clang]: must be initialized by a constant expression
// expect-note: key_value_cache_is_full
// errors: 1
// lines[clang]: 10 it prints the whole lambda
#include <attn.hpp>

using namespace attn;

using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 4>;

#ifdef ATTN_REJECT
constexpr int tokens = 4;
#else
constexpr int tokens = 3;
#endif
constexpr auto found = [] {
  key_value_cache<double, axis<"key", 3>, d_k, d_v> cache;
  for (int t = 0; t < tokens; ++t) cache.append(tensor<double, d_k>{}, tensor<double, d_v>{});
  return cache.attend(tensor<double, d_k>{});
}();
