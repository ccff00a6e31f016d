// SPDX-License-Identifier: BSL-1.0
// What attn/attention/cache.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: cache_fewer_values
// rejected: two keys, one value.
// expect-error: attn::key_value_cache::append\(k, v\): one value for each key
// errors: 1
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 4>;
using token = axis<"token", 2>;

constexpr auto found = [] {
  key_value_cache<double, axis<"key", 5>, d_k, d_v, head> cache;
  cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{});
#ifdef ATTN_REJECT
  cache.append(tensor<double, head, token, d_k>{}, tensor<double, head, d_v>{});
#else
  cache.append(tensor<double, head, token, d_k>{}, tensor<double, head, token, d_v>{});
#endif
  return cache.attend(tensor<double, head, d_k>{});
}();

// case: cache_is_empty
// rejected: a query that asks before there is anything to find.
// expect-error[gcc]: key_value_cache_is_empty_append_first
// expect-error[clang]: must be initialized by a constant expression
// expect-note: key_value_cache_is_empty_append_first
// errors: 1
// lines[clang]: 8 it prints the whole lambda
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

// case: cache_is_full
// rejected: a fourth token for a cache of three.
// expect-error[gcc]: key_value_cache_is_full
// expect-error[clang]: must be initialized by a constant expression
// expect-note: key_value_cache_is_full
// errors: 1
// lines[clang]: 10 it prints the whole lambda
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

// case: cache_key_width
// rejected: a key of another width.
// expect-error: attn::key_value_cache::append\(k, v\): k must be \(head…, d_k\) as in the cache, or a sequence of them
// errors: 1
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 4>;
using token = axis<"token", 2>;

constexpr auto found = [] {
  key_value_cache<double, axis<"key", 5>, d_k, d_v, head> cache;
  cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{});
#ifdef ATTN_REJECT
  cache.append(tensor<double, head, axis<"d_k", 4>>{}, tensor<double, head, d_v>{});
#else
  cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{});
#endif
  return cache.attend(tensor<double, head, d_k>{});
}();

// case: cache_mixed_element_types
// rejected: float rows for a cache of double.
// expect-error: attn::key_value_cache::append\(k, v\): the elements must be those of the cache; convert with as<T>\(x\)
// errors: 1
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 4>;
using token = axis<"token", 2>;

constexpr auto found = [] {
  key_value_cache<double, axis<"key", 5>, d_k, d_v, head> cache;
  cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{});
#ifdef ATTN_REJECT
  cache.append(tensor<float, head, d_k>{}, tensor<float, head, d_v>{});
#else
  cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{});
#endif
  return cache.attend(tensor<double, head, d_k>{});
}();

// case: cache_other_heads
// rejected: rows of three heads for a cache of two.
// expect-error: attn::key_value_cache::append\(k, v\): k must be \(head…, d_k\) as in the cache, or a sequence of them
// errors: 1
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

// case: cache_query_width
// rejected: a query of another width than the keys.
// expect-error: attn::key_value_cache::attend\(q\): q must be \(head…, d_k\) as in the cache, or a sequence of them
// errors: 1
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

// case: cache_too_many_rows
// rejected: a prompt of six tokens for a cache of five.
// expect-error: attn::key_value_cache::append\(k, v\): these are more than the cache can hold
// errors: 1
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 4>;
using token = axis<"token", 2>;

constexpr auto found = [] {
  key_value_cache<double, axis<"key", 5>, d_k, d_v, head> cache;
  cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{});
#ifdef ATTN_REJECT
  cache.append(tensor<double, head, dim<6>, d_k>{}, tensor<double, head, dim<6>, d_v>{});
#else
  cache.append(tensor<double, head, dim<4>, d_k>{}, tensor<double, head, dim<4>, d_v>{});
#endif
  return cache.attend(tensor<double, head, d_k>{});
}();

// case: cache_value_width
// rejected: key and value are exchanged in the width.
// expect-error: attn::key_value_cache::append\(k, v\): v must be \(head…, d_v\) as in the cache, or a sequence of them
// errors: 1
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 4>;
using token = axis<"token", 2>;

constexpr auto found = [] {
  key_value_cache<double, axis<"key", 5>, d_k, d_v, head> cache;
  cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{});
#ifdef ATTN_REJECT
  cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_k>{});
#else
  cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{});
#endif
  return cache.attend(tensor<double, head, d_k>{});
}();
