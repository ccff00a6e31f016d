// SPDX-License-Identifier: BSL-1.0
// Segments: several texts packed into one sequence, none of which sees the others.
//
//   same_segment(ids)               (…, token) -> keep_mask<…, token, key_token>
//   same_segment(queries, keys)     (…, token) x (…, key) -> keep_mask<…, token, key>
//
// The ids are integers, one for each position; a query may attend to a key if both have the same
// one. With causal<> they make the mask of packed texts: causal<> & same_segment(ids). Where both
// come from one axis `token`, keys are named `key_token`, as in self-attention.
//
// Rules: rank_at_least one; has_room_for one more; is_integer; same_element; same_axes of the
// leading ones.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/attention/mask.hpp>
#include <attn/attention/scores.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {
// The axis of the keys, as attention names it: in_role_of_keys wants a width behind it.
template <class Queries, class... Keys>
using axis_of_segment_keys = second_to_last_axis<typename decltype(in_role_of_keys<Queries>(
    std::declval<const tensor<int, Keys..., dim<1>>&>()))::shape_type>;
}  // namespace detail

template <class I, class J, class... Q, class... K>
ATTN_ABI constexpr auto same_segment(const tensor<I, Q...>& queries, const tensor<J, K...>& keys) {
  constexpr bool sequences = rules::rank_at_least<rules::axes_of<Q...>, rules::rank<1>>::value &&
                             rules::rank_at_least<rules::axes_of<K...>, rules::rank<1>>::value;
  constexpr bool room = rules::has_room_for<rules::axes_of<Q...>, rules::rank<1>>::value;
  constexpr bool integers =
      rules::is_integer<rules::element<I>>::value && rules::is_integer<rules::element<J>>::value;
  static_assert(rules::rank_at_least<rules::axes_of<Q...>, rules::rank<1>>::value &&
                    rules::rank_at_least<rules::axes_of<K...>, rules::rank<1>>::value,
                "attn::same_segment(ids): one id for each position: the ids must have an axis");
  if constexpr (integers && sequences)  // or one of these is said
    static_assert(rules::has_room_for<rules::in_brief<rules::axes_of<Q...>>, rules::rank<1>>::value,
                  "attn::same_segment(ids): a mask has at most 6 axes");
  static_assert(
      rules::is_integer<rules::element<I>>::value && rules::is_integer<rules::element<J>>::value,
      "attn::same_segment(ids): the ids must be integers");
  static_assert(
      rules::same_element<rules::element_of_A<I>, rules::element_of_B<J>>::value || !integers,
      "attn::same_segment(queries, keys): one type of ids; convert with as<int>(x)");
  if constexpr (sequences && room) {
    using leading_of_Q = rules::role_of<rules::axes_of_Q, leading_axes<shape<Q..., dim<1>>>>;
    using leading_of_K = rules::role_of<rules::axes_of_K, leading_axes<shape<K..., dim<1>>>>;
    static_assert(
        rules::same_axis<rules::differing_in_A<leading_of_Q, leading_of_K>,
                         rules::differing_in_B<leading_of_Q, leading_of_K>>::value,
        "attn::same_segment(queries, keys): the leading axes of queries and keys must agree");
    if constexpr (integers && std::is_same_v<I, J> &&
                  rules::same_axes<leading_of_Q, leading_of_K>::value) {
      using key = detail::axis_of_segment_keys<shape<Q..., dim<1>>, K...>;
      constexpr std::size_t t_q = last_axis<shape<Q...>>::size, t_k = key::size;
      tensor_of<keeps, with_last_axis<shape<Q..., dim<1>>, key>> mask(detail::uninitialized);
      for (std::size_t i = 0; i < queries.size(); ++i)
        for (std::size_t j = 0; j < t_k; ++j)
          mask.data()[i * t_k + j] = queries.data()[i] == keys.data()[i / t_q * t_k + j];
      return mask;
    } else {
      return keep_mask<Q..., dim<last_axis<shape<K...>>::size>>{};
    }
  } else if constexpr (room) {
    return keep_mask<Q..., dim<1>>{};
  } else {
    return keep_mask<Q...>{};
  }
}

template <class I, class... Axes>
ATTN_ABI constexpr auto same_segment(const tensor<I, Axes...>& ids) {
  return same_segment(ids, ids);
}

}  // namespace attn
ATTN_STRICT_FP_END
