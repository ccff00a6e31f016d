// SPDX-License-Identifier: BSL-1.0
// A cache of keys and values, for decoding token by token: it stores those of the previous tokens,
// and each new token attends to them.
//
//   key_value_cache<T, key, d_k, d_v, head…> cache;   empty; its capacity is the size of `key`
//   cache.append(k, v)                 one row each, (head…, d_k) and (head…, d_v); or several:
//                                      (head…, token, d_k) and (head…, token, d_v)
//   cache.attend(q, options…)          scaled_dot_product_attention of q, (head…, d_k) or
//                                      (head…, token, d_k), to the stored rows
//   cache.count, cache.room()          the number of rows, the remaining capacity
//
// If several new tokens attend together, use the option causal_from(n) with n previous tokens
// (attention/window.hpp).
//
// attend is scaled_dot_product_attention(q, keys, values, valid_keys(count), options…); a mask in
// the options applies in addition. The result for an appended token has the bits of its row in full
// causal attention, whatever the capacity (except for the sign of a zero). Keys with rotary
// positions are rotated before they are appended:
//   cache.append(rotary<layout>(k, {.first_position = cache.count}), v)
//
// Rules: same_axis, of each axis of q, of k and of v with the cache's, and of the sequences of k
// and v; fits_into; same_element; those of scaled_dot_product_attention.
// Exceeding the capacity does not compile as a constant, and ends the program at run time.
// Attending to an empty cache does not compile as a constant, either; at run time it gives zeros,
// or the result that the option fully_masked<…> defines.
// Cost: cost::cached_attention<Cache, Q>(count, options…) is that of cache.attend(q, options…) with
// count rows: the products go over the whole capacity, the softmax over the stored rows.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/mask.hpp>
#include <attn/attention/scaled_dot_product.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void key_value_cache_is_full() { detail::end_of_program(); }
ATTN_ABI inline void key_value_cache_is_empty_append_first() {}

namespace detail {

// The axes of rows, (head…, width) or (head…, sequence, width): with a sequence in any case, and
// without.
template <class Shape, std::size_t Leading>
struct row_shape {
  using one = Shape;
  using many = Shape;
};
template <class Shape, std::size_t Leading>
  requires(Shape::rank == Leading + 1)
struct row_shape<Shape, Leading> {
  using one = Shape;
  using many = with_axis<Shape, Leading, dim<1>>;
};
template <class Shape, std::size_t Leading>
  requires(Shape::rank == Leading + 2)
struct row_shape<Shape, Leading> {
  using one = without_axis<Shape, Leading>;
  using many = Shape;
};
template <std::size_t Leading, class... Axes>
using one_row = typename row_shape<shape<Axes...>, Leading>::one;
template <std::size_t Leading, class... Axes>
using many_rows = typename row_shape<shape<Axes...>, Leading>::many;

// A mask that leaves out what is not there, too; another option as it is.
template <class Option>
ATTN_ABI constexpr auto among(valid_keys_t there, const Option& option) {
  if constexpr (is_kind<mask_kind, Option>)
    return option & there;
  else
    return option;
}

}  // namespace detail

namespace rules {

// Rows for a cache: one of each, or a sequence.
template <class Cache, class K, class V>
struct cache_append_call;
template <class Cache, class U, class... K, class W, class... V>
struct cache_append_call<Cache, tensor<U, K...>, tensor<W, V...>> {
  using T = typename Cache::keys_type::value_type;
  using row_of_k = role_of<axes_of_A, attn::detail::one_row<Cache::leading, K...>>;
  using row_of_v = role_of<axes_of_A, attn::detail::one_row<Cache::leading, V...>>;
  using length_in_K = second_to_last_axis<attn::detail::many_rows<Cache::leading, K...>>;
  using length_in_V = second_to_last_axis<attn::detail::many_rows<Cache::leading, V...>>;
  static constexpr std::size_t rows = length_in_K::size;

  using operands = roles<axes_of_K<K...>, axes_of_V<V...>>;
  using one_element = each_of<same_element<element_of_A<T>, element_of_B<U>>,
                              same_element<element_of_A<T>, element_of_B<W>>>;
  using key_axes = axes_agree<row_of_k, typename Cache::kept_key>;
  using value_axes = axes_agree<row_of_v, typename Cache::kept_value>;
  static constexpr bool axes_fit = all_hold<key_axes, value_axes>;
  using lengths = only_if<axes_fit, same_axis<length_of_K<length_in_K>, length_of_V<length_in_V>>>;
  using capacity_suffices =
      only_if<axes_fit, fits_into<size<rows>, any_axis<typename Cache::sequence>>>;
  static constexpr bool holds = axes_fit && all_hold<one_element, lengths, capacity_suffices>;
};

template <class Cache, class Q>
struct cache_attend_call;
template <class Cache, class U, class... Q>
struct cache_attend_call<Cache, tensor<U, Q...>> {
  using operands = roles<axes_of_Q<Q...>>;
  using query_axes = axes_agree<role_of<axes_of_A, attn::detail::one_row<Cache::leading, Q...>>,
                                typename Cache::kept_key>;
};

}  // namespace rules

template <scalar T, axis_like Keys, axis_like KeyWidth, axis_like ValueWidth, axis_like... Leading>
struct key_value_cache {
  using keys_type = tensor<T, Leading..., Keys, KeyWidth>;
  using values_type = tensor<T, Leading..., Keys, ValueWidth>;
  static constexpr std::size_t capacity = Keys::size;
  static constexpr std::size_t leading = sizeof...(Leading);

  // A row of each, and their axis, in the rules.
  using sequence = Keys;
  using kept_key = rules::axes_of_B<Leading..., KeyWidth>;
  using kept_value = rules::axes_of_B<Leading..., ValueWidth>;

  keys_type keys;
  values_type values;
  std::size_t count = 0;

  ATTN_ABI constexpr std::size_t room() const { return capacity - count; }

  template <class U, class W, class... K, class... V>
  ATTN_ABI constexpr void append(const tensor<U, K...>& k, const tensor<W, V...>& v) {
    using call = rules::cache_append_call<key_value_cache, tensor<U, K...>, tensor<W, V...>>;
    ATTN_REQUIRE(call, one_element,
                 "attn::key_value_cache::append(k, v): the elements must be those of the cache; "
                 "convert with as<T>(x)");
    ATTN_REQUIRE(
        call, key_axes,
        "attn::key_value_cache::append(k, v): k must be (head…, d_k) as in the cache, or a "
        "sequence of them");
    ATTN_REQUIRE(
        call, value_axes,
        "attn::key_value_cache::append(k, v): v must be (head…, d_v) as in the cache, or a "
        "sequence of them");
    ATTN_REQUIRE(call, lengths, "attn::key_value_cache::append(k, v): one value for each key");
    ATTN_REQUIRE(call, capacity_suffices,
                 "attn::key_value_cache::append(k, v): these are more than the cache can hold");
    if constexpr (call::holds) {
      if (call::rows > room()) key_value_cache_is_full();
      write<call::rows * KeyWidth::size>(keys, k);
      write<call::rows * ValueWidth::size>(values, v);
      count += call::rows;
    }
  }

  template <class U, class... Q, class... Options>
  ATTN_ABI constexpr auto attend(const tensor<U, Q...>& q, const Options&... options) const {
    using call = rules::cache_attend_call<key_value_cache, tensor<U, Q...>>;
    ATTN_REQUIRE(call, query_axes,
                 "attn::key_value_cache::attend(q): q must be (head…, d_k) as in the cache, or a "
                 "sequence of them");
    if constexpr (!call::query_axes::value) {
      return q;
    } else if constexpr (sizeof...(Q) == leading + 1) {
      const auto row = attend(detail::with_shape<detail::many_rows<leading, Q...>>(q), options...);
      using result = typename decltype(row)::shape_type;
      return detail::with_shape<without_axis<result, leading>>(row);
    } else {
      if (std::is_constant_evaluated() && count == 0 &&
          !detail::has_kind<fully_masked_kind, Options...>)
        key_value_cache_is_empty_append_first();
      const valid_keys_t there = valid_keys(count);
      if constexpr (detail::has_kind<mask_kind, Options...>)
        return scaled_dot_product_attention(q, keys, values, detail::among(there, options)...);
      else
        return scaled_dot_product_attention(q, keys, values, there, options...);
    }
  }

  ATTN_ABI friend constexpr bool operator==(const key_value_cache&,
                                            const key_value_cache&) = default;

 private:
  // `N` numbers of each head, after the stored ones.
  template <std::size_t N, class Kept, class Rows>
  ATTN_ABI constexpr void write(Kept& kept, const Rows& rows) const {
    constexpr std::size_t width = last_axis<typename Kept::shape_type>::size;
    constexpr std::size_t heads = Kept::volume / (capacity * width);
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t i = 0; i < N; ++i)
        kept.data()[(h * capacity + count) * width + i] = rows.data()[h * N + i];
  }
};

namespace cost {
template <class Cache, class Q, class... Options>
ATTN_ABI constexpr operation_count cached_attention(std::size_t count, const Options&... options) {
  if constexpr (Q::rank == Cache::leading + 1) {
    using T = typename Q::value_type;
    using rows = tensor_of<T, with_axis<typename Q::shape_type, Cache::leading, dim<1>>>;
    return cost::cached_attention<Cache, rows>(count, options...);
  } else {
    using keys = typename Cache::keys_type;
    using values = typename Cache::values_type;
    const valid_keys_t there = valid_keys(count);
    if constexpr (attn::detail::has_kind<mask_kind, Options...>)
      return cost::scaled_dot_product_attention<Q, keys, values>(
          attn::detail::among(there, options)...);
    else
      return cost::scaled_dot_product_attention<Q, keys, values>(there, options...);
  }
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
