// SPDX-License-Identifier: BSL-1.0
// rejected: a query that asks before there is anything to find.
// expect-error[gcc]: key_value_cache_is_empty_append_first
// expect-error[clang]: must be initialized by a constant expression
// expect-note: key_value_cache_is_empty_append_first
// errors: 1
// lines[clang]: 8 it prints the whole lambda
#include <attn.hpp>

using namespace attn;

using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 4>;

constexpr auto found = [] {
  key_value_cache<double, axis<"key", 3>, d_k, d_v> cache;
#ifdef ATTN_REJECT
  // the wrong one forgets to append
#else
  cache.append(tensor<double, d_k>{}, tensor<double, d_v>{});
#endif
  return cache.attend(tensor<double, axis<"token", 1>, d_k>{});
}();
