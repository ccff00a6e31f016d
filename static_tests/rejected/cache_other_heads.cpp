// SPDX-License-Identifier: BSL-1.0
// rejected: rows of three heads for a cache of two.
// expect-error: attn::key_value_cache::append\(k, v\): k must be \(head…, d_k\) as in the cache, or a sequence of them
// errors: 1
#include <attn.hpp>

using namespace attn;

using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 4>;
using token = axis<"token", 2>;

constexpr auto found = [] {
  key_value_cache<double, axis<"key", 5>, d_k, d_v, head> cache;
  cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{});
#ifdef ATTN_REJECT
  cache.append(tensor<double, axis<"head", 3>, d_k>{}, tensor<double, head, d_v>{});
#else
  cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{});
#endif
  return cache.attend(tensor<double, head, d_k>{});
}();
