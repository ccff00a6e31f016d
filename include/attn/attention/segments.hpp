// SPDX-License-Identifier: BSL-1.0
// Segments: several texts packed into one sequence, which do not attend to each other.
//
//   same_segment(ids)               (…, token) -> keep_mask<…, token, key_token>
//   same_segment(queries, keys)     (…, token) x (…, key) -> keep_mask<…, token, key>
//
// The ids are integers, one for each position. A query may attend to a key if both have the same
// one. With causal<> they make the mask of packed texts: causal<> & same_segment(ids). Where both
// come from one axis `token`, keys are named `key_token`, as in self-attention.
//
// Rules: rank_at_least one; has_room_for one more; is_integer; same_element; same_axes of the
// leading ones.
#pragma once

#include <cstddef>
#include <utility>

#include <attn/attention/mask.hpp>
#include <attn/attention/scores.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {
// The axis of the keys, as attention names it: in_role_of_keys requires a width after it.
template <class Queries, class... Keys>
using axis_of_segment_keys = second_to_last_axis<typename decltype(in_role_of_keys<Queries>(
    std::declval<const tensor<int, Keys..., dim<1>>&>()))::shape_type>;
}  // namespace detail

namespace rules {
template <class Queries, class Keys>
struct segments_call;
template <class Id, class J, class... Q, class... K>
struct segments_call<tensor<Id, Q...>, tensor<J, K...>> {
  using leading_of_Q = role_of<axes_of_Q, leading_axes<shape<Q..., dim<1>>>>;
  using leading_of_K = role_of<axes_of_K, leading_axes<shape<K..., dim<1>>>>;

  using operands = roles<axes_of_Q<Q...>, axes_of_K<K...>>;
  using sequences =
      each_of<rank_at_least<axes_of<Q...>, rank<1>>, rank_at_least<axes_of<K...>, rank<1>>>;
  using integers = each_of<is_integer<element<Id>>, is_integer<element<J>>>;
  using one_element = same_element<element_of_A<Id>, element_of_B<J>>;
  using room = has_room_for<in_brief<axes_of<Q...>>, rank<1>>;
  using leading_axes_agree = axes_agree<leading_of_Q, leading_of_K>;
  using all = in_order<sequences, integers, one_element, room, leading_axes_agree>;
};
}  // namespace rules

namespace detail {
template <class Key, class Id, class... Q, class... K>
ATTN_ABI constexpr tensor_of<keeps, with_last_axis<shape<Q..., dim<1>>, Key>> segment_mask(
    const tensor<Id, Q...>& queries, const tensor<Id, K...>& keys) {
  constexpr std::size_t t_q = last_axis<shape<Q...>>::size, t_k = Key::size;
  tensor_of<keeps, with_last_axis<shape<Q..., dim<1>>, Key>> mask(uninitialized);
  for (std::size_t i = 0; i < queries.size(); ++i)
    for (std::size_t j = 0; j < t_k; ++j)
      mask.data()[i * t_k + j] = queries.data()[i] == keys.data()[i / t_q * t_k + j];
  return mask;
}
}  // namespace detail

template <class Id, class J, class... Q, class... K>
ATTN_ABI constexpr auto same_segment(const tensor<Id, Q...>& queries, const tensor<J, K...>& keys) {
  using call = rules::segments_call<tensor<Id, Q...>, tensor<J, K...>>;
  ATTN_REQUIRE(call, sequences,
               "attn::same_segment(ids): one id for each position: the ids must have an axis");
  ATTN_REQUIRE(call, room, "attn::same_segment(ids): a mask has at most 6 axes");
  ATTN_REQUIRE(call, integers, "attn::same_segment(ids): the ids must be integers");
  ATTN_REQUIRE(call, one_element,
               "attn::same_segment(queries, keys): one type of ids; convert with as<int>(x)");
  ATTN_REQUIRE(
      call, leading_axes_agree,
      "attn::same_segment(queries, keys): the leading axes of queries and keys must agree");
  if constexpr (call::all::value)
    return detail::segment_mask<detail::axis_of_segment_keys<shape<Q..., dim<1>>, K...>>(queries,
                                                                                         keys);
  else if constexpr (sizeof...(Q) < max_rank)
    return keep_mask<Q..., dim<last_axis<shape<K...>>::size>>{};
  else
    return keep_mask<Q...>{};
}

template <class Id, class... Axes>
ATTN_ABI constexpr auto same_segment(const tensor<Id, Axes...>& ids) {
  return same_segment(ids, ids);
}

}  // namespace attn
ATTN_STRICT_FP_END
