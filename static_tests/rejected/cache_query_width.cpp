// SPDX-License-Identifier: BSL-1.0
// rejected: a query of another width than the keys.
// expect-error: attn::key_value_cache::attend\(q\): q must be \(head…, d_k\) as in the cache, or a sequence of them
// errors: 1
#include <attn.hpp>

using namespace attn;

using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 4>;

#ifdef ATTN_REJECT
using query = tensor<double, d_v>;
#else
using query = tensor<double, d_k>;
#endif
constexpr auto found = [] {
  key_value_cache<double, axis<"key", 5>, d_k, d_v> cache;
  cache.append(tensor<double, d_k>{}, tensor<double, d_v>{});
  return cache.attend(query{});
}();
