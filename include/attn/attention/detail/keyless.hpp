// SPDX-License-Identifier: BSL-1.0
// Queries that a mask leaves without any key, as constant evaluation reports them.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/mask.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message. The
// other two are for entries that would leave every query a key if they meant the opposite: then the
// polarity may be the mistake, which a policy would hide.
ATTN_ABI inline void a_query_may_attend_to_no_key_choose_fully_masked_zero_rows() {}
ATTN_ABI inline void
a_query_may_attend_to_no_key_did_you_mean_ignore_where_or_fully_masked_zero_rows() {}
ATTN_ABI inline void
a_query_may_attend_to_no_key_did_you_mean_keep_where_or_fully_masked_zero_rows() {}

namespace detail {

// f(the row of the mask, where that row of the scores begins) for every query.
template <class Scores, class Mask, class F>
ATTN_ABI constexpr void for_each_row(const Mask& mask, const F& f) {
  constexpr std::size_t queries = second_to_last_axis<Scores>::size;
  constexpr std::size_t keys = last_axis<Scores>::size;
  for (std::size_t outer = 0, at = 0; at < Scores::volume; ++outer)
    for (std::size_t i = 0; i < queries; ++i, at += keys)
      f(mask.template row<Scores>(outer, i), at);
}

template <class Scores, class Mask>
ATTN_ABI constexpr bool each_query_has_a_key(const Mask& mask) {
  bool each = true;
  for_each_row<Scores>(mask, [&](const auto& kept, std::size_t) {
    std::size_t j = 0;
    while (j < last_axis<Scores>::size && !kept(j)) ++j;
    each = each && j < last_axis<Scores>::size;
  });
  return each;
}

// A mask whose entries mean the opposite: for the message about a query without any key.
template <class Mask>
struct opposite {
  const Mask& mask;
  template <class Scores>
  ATTN_ABI constexpr auto row(std::size_t outer, std::size_t query) const {
    return [kept = mask.template row<Scores>(outer, query)](std::size_t key) { return !kept(key); };
  }
};
enum class keyless { nobody, somebody, somebody_if_to_ignore, somebody_if_to_keep };
template <class Scores, class Mask>
ATTN_ABI constexpr keyless queries_without_a_key(const Mask& mask) {
  return each_query_has_a_key<Scores>(mask) ? keyless::nobody : keyless::somebody;
}
template <class Scores, std::size_t Tail, class E, class... Axes>
ATTN_ABI constexpr keyless queries_without_a_key(const entries_t<Tail, E, Axes...>& mask) {
  if (each_query_has_a_key<Scores>(mask)) return keyless::nobody;
  if (!each_query_has_a_key<Scores>(opposite<entries_t<Tail, E, Axes...>>{mask}))
    return keyless::somebody;
  return std::is_same_v<E, keeps> ? keyless::somebody_if_to_keep : keyless::somebody_if_to_ignore;
}

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
