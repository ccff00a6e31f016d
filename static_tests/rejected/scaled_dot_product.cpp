// SPDX-License-Identifier: BSL-1.0
// What scaled_dot_product, self_attention, cache reject.
#include <cstddef>

#include <attn.hpp>
#include <attn/recurrent.hpp>

using namespace attn;

using token_3 = axis<"token", 3>;
using key_4 = axis<"key", 4>;
using feature = axis<"feature", 2>;
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using meaning = axis<"meaning", 4>;
using feature_3 = axis<"feature", 3>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, meaning> V;
template <std::size_t Batch, class... Axes>
using batch_of = tensor<double, axis<"batch", Batch>, Axes...>;
constexpr batch_of<4, key, feature> K_of_4;
constexpr batch_of<4, key, meaning> V_of_4;
constexpr tensor<double, key, axis<"feature", 3>> wide;
constexpr tensor<float, token, feature> q;
constexpr tensor<int, token, feature> Q_of_int;
constexpr tensor<int, key, feature> K_of_int;
constexpr tensor<int, key, meaning> V_of_int;
constexpr tensor<double, token_3, feature_3> Q_of_double;
constexpr tensor<double, key, feature_3> K_of_double;
constexpr tensor<double, key, axis<"meaning", 3>> V_of_double;
constexpr tensor<double, key> values{1, 2, 3};
constexpr tensor<double, axis<"key", 2>, meaning> too_few;
constexpr tensor<double, axis<"target", 3>, meaning> other;
constexpr tensor<double, feature> query{1, 2};
constexpr tensor<double, key, axis<"meaning", 2>> W;
using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 4>;
using head = axis<"head", 2>;

// an answer of doubles written into a tensor of floats.
// - scaled_dot_product_into_other_element: void attend(tensor<float, token_3, feature>& out, const
//   tensor<double, token_3, feature>& q, const tensor<double, key_4, feature>& k, const
//   tensor<double, key_4, feature>& v) { scaled_dot_product_attention_into(out, q, k, v); }
//   ;; void attend(tensor<double, token_3, feature>& out, const tensor<double, token_3, feature>&
//   q, const tensor<double, key_4, feature>& k, const tensor<double, key_4, feature>& v) {
//   scaled_dot_product_attention_into(out, q, k, v); }
//   ;; attn::scaled_dot_product_attention_into\(out, Q, K, V\): out must have the element type
// two options of one kind, of a function that calls another one.
// - scaled_dot_product_into_two_scales: void attend(tensor<double, token, meaning>& out) {
//   scaled_dot_product_attention_into(out, Q, K, V, unscaled, scaled_by(0.5)); }
//   ;; void attend(tensor<double, token, meaning>& out) { scaled_dot_product_attention_into(out, Q,
//   K, V, scaled_by(0.5)); }
//   ;; attn::scaled_dot_product_attention_into\(out, Q, K, V, …\): two options of one kind
// an answer written into a tensor that is the wrong way round: at 3x3 the sizes agree.
// - scaled_dot_product_into_wrong_axes: void attend(tensor<double, feature_3, token_3>& out, const
//   tensor<double, token_3, feature_3>& q, const tensor<double, key, feature_3>& k, const
//   tensor<double, key, feature_3>& v) { scaled_dot_product_attention_into(out, q, k, v); }
//   ;; void attend(tensor<double, token_3, feature_3>& out, const tensor<double, token_3,
//   feature_3>& q, const tensor<double, key, feature_3>& k, const tensor<double, key, feature_3>&
//   v) { scaled_dot_product_attention_into(out, q, k, v); }
//   ;; attn::scaled_dot_product_attention_into\(out, Q, K, V\): out must have the axes of
// a batch of one query with a batch of four keys: PyTorch returned a tensor, and its user "wasted
// couple of days" (https://github.com/pytorch/pytorch/issues/64888) (E10).
// - sdpa_batches_differ: scaled_dot_product_attention(batch_of<1, token, feature>{}, K_of_4,
//   V_of_4) ;; scaled_dot_product_attention(batch_of<4, token, feature>{}, K_of_4, V_of_4)
//   ;; attn::scaled_dot_product_attention\(Q, K, V\): the leading axes
// queries of width 2 and keys of width 3: d_q and d_k are one number, which articles declare twice.
// - sdpa_key_width: scaled_dot_product_attention(Q, wide, V) ;; scaled_dot_product_attention(Q, K,
//   V) ;; attn::scaled_dot_product_attention\(Q, K, V\): .*must have the same width \(d_k\)
// float queries and double keys: which of the two is the result?
// - sdpa_mixed_element_types: scaled_dot_product_attention(q, K, V)
//   ;; scaled_dot_product_attention(as<double>(q), K, V)
//   ;; expect-error: attn::scaled_dot_product_attention\(Q, K, V\): requires one element type for
//   all ;; expect-error: convert with as<T>\(x\)
// integer weights: softmax has fractions even where the scores have none.
// - sdpa_of_integers: scaled_dot_product_attention(Q_of_int, K_of_int, V_of_int) ;;
//   scaled_dot_product_attention(as<double>(Q_of_int), as<double>(K_of_int), as<double>(V_of_int))
//   ;; expect-error: attn::scaled_dot_product_attention\(Q, K, V\): requires a floating-point
//   element type ;; expect-error: convert with as<double>\(x\)
// 0.5 as an option: a scale, a dropout probability, or a softcap?
// - sdpa_option_is_number: scaled_dot_product_attention(Q, K, V, 0.5)
//   ;; scaled_dot_product_attention(Q, K, V, scaled_by(0.5))
//   ;; expect-error: attn::scaled_dot_product_attention\(Q, K, V, options…\):
//   ;; expect-error: a trailing argument is not an option; a scale is scaled_by\(x\)
// K and V swapped, which at 3x3 has the right shape.
// - sdpa_swapped_key_and_value: scaled_dot_product_attention(Q_of_double, V_of_double, K_of_double)
//   ;; scaled_dot_product_attention(Q_of_double, K_of_double, V_of_double)
//   ;; expect-error: attn::scaled_dot_product_attention\(Q, K, V\)
//   ;; expect-error: the widths of Q and K have different names
// one number for each key: the values must be rows, be it of one number each.
// - sdpa_value_is_vector: scaled_dot_product_attention(Q, K, values)
//   ;; scaled_dot_product_attention(Q, K, expand<axis<"meaning", 1>, -1>(values))
//   ;; attn::scaled_dot_product_attention\(Q, K, V\): .*must have at least two axes
// three keys and two values: each key looks up one value.
// - sdpa_value_length: scaled_dot_product_attention(Q, K, too_few) ;;
//   scaled_dot_product_attention(Q, K, V) ;; expect-error: attn::scaled_dot_product_attention\(Q,
//   K, V\): one value per key ;; expect-error: K and V differ in length
// values of other things than the keys: the source's keys with the target's values (E17).
// - sdpa_value_names: scaled_dot_product_attention(Q, K, other) ;; ditto
//   ;; expect-error: attn::scaled_dot_product_attention\(Q, K, V\)
//   ;; expect-error: the sequences of K and V have different names
// one query as a vector: attention is defined for rows of queries, be it only one.
// - sdpa_vector: scaled_dot_product_attention(query, K, V)
//   ;; scaled_dot_product_attention(expand<axis<"token", 1>, 0>(query), K, V)
//   ;; attn::scaled_dot_product_attention\(Q, K, V\): .*must have at least two axes
// the values in the place of the keys: sizes agree, but a query is no weighted sum of values.
// - sdpa_width_names: scaled_dot_product_attention(Q, W, V) ;; scaled_dot_product_attention(Q, K,
//   V) ;; expect-error: attn::scaled_dot_product_attention\(Q, K, V\) ;; expect-error: the widths
//   of Q and K have different names
// a query that asks before there is anything to find.
// - cache_is_empty: [] { key_value_cache<double, axis<"key", 3>, d_k, d_v> cache; /*the wrong one
//   forgets to append*/ return cache.attend(tensor<double, axis<"token", 1>, d_k>{}); }() ;; [] {
//   key_value_cache<double, axis<"key", 3>, d_k, d_v> cache; cache.append(tensor<double, d_k>{},
//   tensor<double, d_v>{}); return cache.attend(tensor<double, axis<"token", 1>, d_k>{}); }() ;;
//   constant: key_value_cache_is_empty_append_first ;; lines[clang]: 8 it prints the whole lambda
// a fourth token for a cache of three.
// - cache_is_full: constexpr int tokens = 4; constexpr auto found = [] { key_value_cache<double,
//   axis<"key", 3>, d_k, d_v> cache; for (int t = 0; t < tokens; ++t) cache.append(tensor<double,
//   d_k>{}, tensor<double, d_v>{}); return cache.attend(tensor<double, d_k>{}); }();
//   ;; constexpr int tokens = 3; constexpr auto found = [] { key_value_cache<double, axis<"key",
//   3>, d_k, d_v> cache; for (int t = 0; t < tokens; ++t) cache.append(tensor<double, d_k>{},
//   tensor<double, d_v>{}); return cache.attend(tensor<double, d_k>{}); }();
//   ;; constant: key_value_cache_is_full ;; lines[clang]: 10 it prints the whole lambda
// back to a row that was never appended.
// - cache_crop_too_long: constexpr auto rows = [] { key_value_cache<double, axis<"key", 3>, d_k, d_v>
//   cache; cache.append(tensor<double, d_k>{}, tensor<double, d_v>{}); cache.crop(2); return
//   cache.count; }(); ;; constexpr auto rows = [] { key_value_cache<double, axis<"key", 3>, d_k, d_v>
//   cache; cache.append(tensor<double, d_k>{}, tensor<double, d_v>{}); cache.crop(1); return
//   cache.count; }(); ;; constant: key_value_cache_has_fewer_rows ;; lines[clang]: 10 it prints the
//   whole lambda
// three heads of queries for two of the cache, which is no group.
// - cache_heads_not_dividing: [] { key_value_cache<double, axis<"key", 5>, d_k, d_v, axis<"head", 2>>
//   cache; cache.append(tensor<double, axis<"head", 2>, d_k>{}, tensor<double, axis<"head", 2>,
//   d_v>{}); return cache.attend(tensor<double, axis<"head", 3>, d_k>{}); }() ;; [] {
//   key_value_cache<double, axis<"key", 5>, d_k, d_v, axis<"head", 2>> cache;
//   cache.append(tensor<double, axis<"head", 2>, d_k>{}, tensor<double, axis<"head", 2>, d_v>{});
//   return cache.attend(tensor<double, axis<"head", 4>, d_k>{}); }()
//   ;; attn::key_value_cache::attend\(q\): the heads of the cache must divide the heads of q
// texts named as the heads.
// - cache_repeated_name: repeat_cache<head>(key_value_cache<double, axis<"key", 3>, d_k, d_v, head>{})
//   ;; repeat_cache<axis<"text", 2>>(key_value_cache<double, axis<"key", 3>, d_k, d_v, head>{})
//   ;; attn::repeat_cache<batch>\(cache\): the cache has an axis of that name already
// a key of another width.
// - cache_key_width: [] { key_value_cache<double, axis<"key", 5>, d_k, d_v, head> cache;
//   cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{});
//   cache.append(tensor<double, head, axis<"d_k", 4>>{}, tensor<double, head, d_v>{}); return
//   cache.attend(tensor<double, head, d_k>{}); }() ;; [] { key_value_cache<double, axis<"key", 5>,
//   d_k, d_v, head> cache; cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{});
//   cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{}); return
//   cache.attend(tensor<double, head, d_k>{}); }() ;; attn::key_value_cache::append\(k, v\): k must
//   be \(head…, d_k\) as in the cache, or a sequence of them
// float rows for a cache of double.
// - cache_mixed_element_types: [] { key_value_cache<double, axis<"key", 5>, d_k, d_v, head> cache;
//   cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{});
//   cache.append(tensor<float, head, d_k>{}, tensor<float, head, d_v>{}); return
//   cache.attend(tensor<double, head, d_k>{}); }() ;; ditto ;; attn::key_value_cache::append\(k,
//   v\): the elements must be as in the cache; convert with as<T>\(x\)
// rows of three heads for a cache of two.
// - cache_other_heads: [] { key_value_cache<double, axis<"key", 5>, d_k, d_v, head> cache;
//   cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{});
//   cache.append(tensor<double, axis<"head", 3>, d_k>{}, tensor<double, head, d_v>{}); return
//   cache.attend(tensor<double, head, d_k>{}); }() ;; ditto ;; attn::key_value_cache::append\(k,
//   v\): k must be \(head…, d_k\) as in the cache, or a sequence of them
// a query of another width than the keys.
// - cache_query_width: [] { key_value_cache<double, axis<"key", 5>, d_k, d_v> cache;
//   cache.append(tensor<double, d_k>{}, tensor<double, d_v>{}); return cache.attend(tensor<double,
//   d_v>{}); }() ;; [] { key_value_cache<double, axis<"key", 5>, d_k, d_v> cache;
//   cache.append(tensor<double, d_k>{}, tensor<double, d_v>{}); return cache.attend(tensor<double,
//   d_k>{}); }() ;; attn::key_value_cache::attend\(q\): q must be \(head…, d_k\) as in the cache,
//   or a sequence of them
// key and value are exchanged in the width.
// - cache_value_width: [] { key_value_cache<double, axis<"key", 5>, d_k, d_v, head> cache;
//   cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{});
//   cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_k>{}); return
//   cache.attend(tensor<double, head, d_k>{}); }() ;; [] { key_value_cache<double, axis<"key", 5>,
//   d_k, d_v, head> cache; cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{});
//   cache.append(tensor<double, head, d_k>{}, tensor<double, head, d_v>{}); return
//   cache.attend(tensor<double, head, d_k>{}); }() ;; attn::key_value_cache::append\(k, v\): v must
//   be \(head…, d_v\) as in the cache, or a sequence of them

// case: cache_fewer_values
// rejected: two keys, one value.
// expect-error: attn::key_value_cache::append\(k, v\): one value for each key
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

// case: cache_too_many_rows
// rejected: a prompt of six tokens for a cache of five.
// expect-error: attn::key_value_cache::append\(k, v\): these are more than the cache can hold
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
