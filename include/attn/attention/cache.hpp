// SPDX-License-Identifier: BSL-1.0
// A cache of keys and values, for decoding token by token: what is known of the tokens so far is
// kept, and each new one attends to it.
//
//   key_value_cache<T, key, d_k, d_v, head…> cache;   empty; as many tokens as `key` has indices
//   cache.append(k, v)                 one row each, (head…, d_k) and (head…, d_v); or several:
//                                      (head…, token, d_k) and (head…, token, d_v)
//   cache.attend(q, options…)          scaled_dot_product_attention of q, (head…, d_k) or
//                                      (head…, token, d_k), with the rows that are there
//   cache.count, cache.room()          how many rows there are, and can still come
//
// Where several new tokens attend together, causal_from(n) among the options says how many stand
// before them (attention/window.hpp).
//
// attend is scaled_dot_product_attention(q, keys, values, valid_keys(count), options…); a mask
// among the options holds besides. A token that is appended and then attends sees itself and what
// was before: bit for bit the row of full causal attention, whatever the capacity (but for the sign
// of a zero). Keys with rotary positions are rotated before they are appended:
//   cache.append(rotary<layout>(k, {.first_position = cache.count}), v)
//
// Rules: same_axis, of each axis of q, of k and of v with the cache's, and of the sequences of k
// and v; fits_into; same_element; those of scaled_dot_product_attention.
// What does not fit into the room that is left does not compile as a constant, and ends the
// program. Nor does it compile to attend where nothing is there; a program finds zeros, or what the
// option fully_masked<…> says.
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

template <scalar T, axis_like Keys, axis_like KeyWidth, axis_like ValueWidth, axis_like... Leading>
struct key_value_cache {
  using keys_type = tensor<T, Leading..., Keys, KeyWidth>;
  using values_type = tensor<T, Leading..., Keys, ValueWidth>;
  static constexpr std::size_t capacity = Keys::size;
  static constexpr std::size_t leading = sizeof...(Leading);

  // A row of each, in the rules.
  using kept_key = rules::axes_of_B<Leading..., KeyWidth>;
  using kept_value = rules::axes_of_B<Leading..., ValueWidth>;

  keys_type keys;
  values_type values;
  std::size_t count = 0;

  ATTN_ABI constexpr std::size_t room() const { return capacity - count; }

  template <class U, class W, class... K, class... V>
  ATTN_ABI constexpr void append(const tensor<U, K...>& k, const tensor<W, V...>& v) {
    using of_k = rules::role_of<rules::axes_of_A, detail::one_row<leading, K...>>;
    using of_v = rules::role_of<rules::axes_of_A, detail::one_row<leading, V...>>;
    static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value &&
                      rules::same_element<rules::element_of_A<T>, rules::element_of_B<W>>::value,
                  "attn::key_value_cache::append(k, v): the elements must be those of the cache; "
                  "convert with as<T>(x)");
    static_assert(
        rules::same_axis<rules::differing_in_A<of_k, kept_key>,
                         rules::differing_in_B<of_k, kept_key>>::value,
        ATTN_MESSAGE("attn::key_value_cache::append(k, v): k must be (head…, d_k) as in the "
                     "cache, or a sequence of them",
                     rules::axes_of_K<K...>));
    static_assert(
        rules::same_axis<rules::differing_in_A<of_v, kept_value>,
                         rules::differing_in_B<of_v, kept_value>>::value,
        ATTN_MESSAGE("attn::key_value_cache::append(k, v): v must be (head…, d_v) as in the "
                     "cache, or a sequence of them",
                     rules::axes_of_V<V...>));
    if constexpr (rules::same_axes<of_k, kept_key>::value &&
                  rules::same_axes<of_v, kept_value>::value && std::is_same_v<T, U> &&
                  std::is_same_v<T, W>) {
      using length_of_K = second_to_last_axis<detail::many_rows<leading, K...>>;
      using length_of_V = second_to_last_axis<detail::many_rows<leading, V...>>;
      static_assert(
          rules::same_axis<rules::length_of_K<length_of_K>, rules::length_of_V<length_of_V>>::value,
          ATTN_MESSAGE("attn::key_value_cache::append(k, v): one value for each key",
                       rules::axes_of_K<K...>, rules::axes_of_V<V...>));
      static_assert(rules::fits_into<rules::size<length_of_K::size>, rules::any_axis<Keys>>::value,
                    "attn::key_value_cache::append(k, v): these are more than the cache can hold");
      if constexpr (rules::same_axis<rules::length_of_K<length_of_K>,
                                     rules::length_of_V<length_of_V>>::value &&
                    length_of_K::size <= capacity) {
        if (length_of_K::size > room()) key_value_cache_is_full();
        write<length_of_K::size * KeyWidth::size>(keys, k);
        write<length_of_K::size * ValueWidth::size>(values, v);
        count += length_of_K::size;
      }
    }
  }

  template <class U, class... Q, class... Options>
  ATTN_ABI constexpr auto attend(const tensor<U, Q...>& q, const Options&... options) const {
    using of_q = rules::role_of<rules::axes_of_A, detail::one_row<leading, Q...>>;
    static_assert(rules::same_axis<rules::differing_in_A<of_q, kept_key>,
                                   rules::differing_in_B<of_q, kept_key>>::value,
                  ATTN_MESSAGE("attn::key_value_cache::attend(q): q must be (head…, d_k) as in the "
                               "cache, or a sequence of them",
                               rules::axes_of_Q<Q...>));
    if constexpr (!rules::same_axes<of_q, kept_key>::value) {
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
  // `N` numbers of each head, behind those that are there.
  template <std::size_t N, class Kept, class Rows>
  ATTN_ABI constexpr void write(Kept& kept, const Rows& rows) const {
    constexpr std::size_t width = last_axis<typename Kept::shape_type>::size;
    constexpr std::size_t heads = Kept::volume / (capacity * width);
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t i = 0; i < N; ++i)
        kept.data()[(h * capacity + count) * width + i] = rows.data()[h * N + i];
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
