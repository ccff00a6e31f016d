// SPDX-License-Identifier: BSL-1.0
// A cache of keys and values, for decoding token by token: it stores the keys and values of the
// previous tokens, and each new token attends to them.
//
//   key_value_cache<T, key, d_k, d_v, head…> cache;   empty; its capacity is the size of `key`
//   cache.append(k, v)                 one row each, (head…, d_k) and (head…, d_v); or several:
//                                      (head…, token, d_k) and (head…, token, d_v)
//   cache.attend(q, options…)          scaled_dot_product_attention of q, (head…, d_k) or
//                                      (head…, token, d_k), to the stored rows
//   cache.count, cache.room()          the number of rows, the remaining capacity
//   cache.crop(n)                      only the first n rows: the cache as it was then
//   cache.keep_last(n)                 only the last n rows, which move to the beginning
//   cache.reset()                      no rows: the cache as it was declared
//   repeat_cache<batch>(cache)         the same rows for each text of a batch, (batch, head…)
//
// Heads of queries may share a head of the cache, as in grouped_query_attention: if its last
// leading axis divides the axis of q in size, query head h uses head h / group. attend then has the
// bits of grouped_query_attention, and reads a key once for all queries of a group. Options that
// see more of a query than its position (a bias, a mask of entries) make a copy of the rows for
// each.
//
// If several new tokens attend together, use the option causal_from(n) with n previous tokens
// (attention/window.hpp).
//
// attend is scaled_dot_product_attention(q, keys, values, valid_keys(count), options…). A mask in
// the options applies in addition. The result for an appended token has the bits of its row in full
// causal attention, whatever the capacity (except for the sign of a zero). Keys with rotary
// positions are rotated before they are appended:
//   cache.append(rotary<layout>(k, {.first_position = cache.count}), v)
//
// Rules: same_axis, of each axis of q, of k and of v with the cache's, and of the sequences of k
// and v; fits_into; same_element; the rules of scaled_dot_product_attention.
// Exceeding the capacity does not compile as a constant, and ends the program at run time.
// Attending to an empty cache does not compile as a constant, either; at run time it gives zeros,
// or the result that the option fully_masked<…> defines; with a sink, zeros.
// Cost: cost::cached_attention<Cache, Q>(count, options…) is the cost of cache.attend(q, options…)
// with count rows: the products go over the whole capacity, the softmax over the stored rows.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/heads.hpp>
#include <attn/attention/mask.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/window.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void key_value_cache_is_full() { detail::end_of_program(); }
ATTN_ABI inline void key_value_cache_is_empty_append_first() {}
[[noreturn]] ATTN_ABI inline void key_value_cache_has_fewer_rows() { detail::end_of_program(); }

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

// A mask that leaves out what is not there as well. Another option as it is.
template <class Option>
ATTN_ABI constexpr auto among(valid_keys_t there, const Option& option) {
  if constexpr (is_kind<mask_kind, Option>)
    return option & there;
  else
    return option;
}

// Heads of queries (head…, d_k), and of the keys that they share. More of them: a group for each.
template <std::size_t Leading, class Row, class Keys>
struct grouped_heads {
  using of_queries = dim<1>;
  using of_keys = dim<1>;
  using row = Row;
  static constexpr bool more = false;
  static constexpr std::size_t group = 1;
};
template <std::size_t Leading, class Row, class Keys>
  requires(Leading > 0 && Row::rank == Leading + 1 &&
           axis_at<Row, Leading - 1>::size > axis_at<Keys, Leading - 1>::size)
struct grouped_heads<Leading, Row, Keys> {
  using of_queries = axis_at<Row, Leading - 1>;
  using of_keys = axis_at<Keys, Leading - 1>;
  using row = replace_axis<Row, Leading - 1, of_keys>;
  static constexpr bool more = true;
  static constexpr std::size_t group = of_queries::size / of_keys::size;
};

// An option for the queries of a group as rows of one head.
template <std::size_t Queries, class Option>
ATTN_ABI constexpr decltype(auto) for_group(const Option& option) {
  if constexpr (ignores_the_number_of_queries<Option>)
    return mask_of_group<Queries, Option>{option};
  else
    return (option);
}
// Options that are the same for all heads, and see the position of a query at most.
template <class Option>
inline constexpr bool is_same_in_group =
    ignores_the_number_of_queries<Option> || is_kind<scale_kind, Option> ||
    is_kind<soft_cap_kind, Option> || is_kind<normaliser_kind, Option> ||
    is_kind<fully_masked_kind, Option> || is_kind<masked_values_kind, Option>;
template <class T, class Axis, class... Axes>
inline constexpr bool is_same_in_group<with_sinks_t<T, Axis, Axes...>> = false;

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
  using axes_fit = in_order<key_axes, value_axes>;
  using lengths = same_axis<length_of_K<length_in_K>, length_of_V<length_in_V>>;
  using capacity_suffices = fits_into<size<rows>, any_axis<typename Cache::sequence>>;
  using all = in_order<axes_fit, one_element, lengths, capacity_suffices>;
};

template <class Cache, class Q>
struct cache_attend_call;
template <class Cache, class U, class... Q>
struct cache_attend_call<Cache, tensor<U, Q...>> {
  using row = attn::detail::one_row<Cache::leading, Q...>;
  using heads =
      attn::detail::grouped_heads<Cache::leading, row, typename Cache::keys_type::shape_type>;
  static constexpr std::size_t group = heads::group;

  using operands = roles<axes_of_Q<Q...>>;
  using dividing =
      in_case<heads::more,
              divides<any_axis<typename heads::of_keys>, any_axis<typename heads::of_queries>>>;
  using query_axes = axes_agree<role_of<axes_of_A, typename heads::row>, typename Cache::kept_key>;
  using all = in_order<dividing, query_axes>;
};

// A cache for each text of a batch.
template <class Batch, class Keys, class Values>
struct repeat_cache_call;
template <class Batch, class T, class... K, class... V>
struct repeat_cache_call<Batch, tensor<T, K...>, tensor<T, V...>> {
  using operands = roles<axes_of_K<K...>, axes_of_V<V...>>;
  using distinct = each_of<distinct_axes<repeated_in<result_axes<Batch, K...>>>,
                           distinct_axes<repeated_in<result_axes<Batch, V...>>>>;
  using all = in_order<distinct>;
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

  // None if count was set to more than fits.
  ATTN_ABI constexpr std::size_t room() const { return count < capacity ? capacity - count : 0; }

  template <class U, class W, class... K, class... V>
  ATTN_ABI constexpr void append(const tensor<U, K...>& k, const tensor<W, V...>& v) {
    using call = rules::cache_append_call<key_value_cache, tensor<U, K...>, tensor<W, V...>>;
    ATTN_REQUIRE(call, one_element,
                 "attn::key_value_cache::append(k, v): the elements must be as in the cache; "
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
    if constexpr (call::all::value) {
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
    ATTN_REQUIRE(
        call, dividing,
        "attn::key_value_cache::attend(q): the heads of the cache must divide the heads of q");
    if constexpr (!call::all::value) {
      return q;
    } else if constexpr (sizeof...(Q) == leading + 1) {
      const auto row = attend(detail::with_shape<detail::many_rows<leading, Q...>>(q), options...);
      using result = typename decltype(row)::shape_type;
      return detail::with_shape<without_axis<result, leading>>(row);
    } else {
      if (std::is_constant_evaluated() && count == 0 &&
          !detail::has_kind<fully_masked_kind, Options...> && !detail::has_sink<Options...>)
        key_value_cache_is_empty_append_first();
      const valid_keys_t there = valid_keys(count);
      if constexpr (call::group > 1)
        return attend_in_groups<call::group>(there, q, options...);
      else
        return attend_among(there, q, keys, values, options...);
    }
  }

  // As it was with the first n rows.
  ATTN_ABI constexpr void crop(std::size_t n) {
    if (n > count) key_value_cache_has_fewer_rows();
    keep<KeyWidth::size>(keys, 0, n);
    keep<ValueWidth::size>(values, 0, n);
    count = n;
  }
  // The last n rows, from row 0 on.
  ATTN_ABI constexpr void keep_last(std::size_t n) {
    if (n > count) key_value_cache_has_fewer_rows();
    keep<KeyWidth::size>(keys, count - n, n);
    keep<ValueWidth::size>(values, count - n, n);
    count = n;
  }
  ATTN_ABI constexpr void reset() { crop(0); }

  ATTN_ABI friend constexpr bool operator==(const key_value_cache&,
                                            const key_value_cache&) = default;

 private:
  // The rows of each head from `first` on, `rows` of them, at its beginning, and 0 after them.
  template <std::size_t Width, class Kept>
  ATTN_ABI constexpr void keep(Kept& kept, std::size_t first, std::size_t rows) const {
    if constexpr (!detail::is_tally<T>)
      for (std::size_t h = 0; h < Kept::volume; h += capacity * Width)
        for (std::size_t i = 0; i < count * Width; ++i)
          kept.data()[h + i] = i < rows * Width ? kept.data()[h + first * Width + i] : T{};
  }

  // Attention to the rows that are there.
  template <class Q, class K, class V, class... Options>
  ATTN_ABI static constexpr auto attend_among(const valid_keys_t& there, const Q& q, const K& k,
                                              const V& v, const Options&... options) {
    if constexpr (detail::has_kind<mask_kind, Options...>)
      return scaled_dot_product_attention(q, k, v, detail::among(there, options)...);
    else
      return scaled_dot_product_attention(q, k, v, there, options...);
  }

  // Several heads of queries share one of the cache. As rows of that head, which is where they are
  // in memory, they read each key once.
  template <std::size_t Group, class U, class... Q, class... Options>
  ATTN_ABI constexpr auto attend_in_groups(const valid_keys_t& there, const tensor<U, Q...>& q,
                                           const Options&... options) const {
    if constexpr ((detail::is_same_in_group<Options> && ...)) {
      constexpr std::size_t queries = second_to_last_axis<shape<Q...>>::size;
      using rows = shape<Leading..., dim<Group * queries>, last_axis<shape<Q...>>>;
      const auto found = attend_among(there, detail::with_shape<rows>(q), keys, values,
                                      detail::for_group<queries>(options)...);
      using found_shape = typename decltype(found)::shape_type;
      return detail::with_shape<with_last_axis<shape<Q...>, last_axis<found_shape>>>(found);
    } else {
      using heads = axis_at<shape<Q...>, leading - 1>;
      return attend_among(there, q, detail::each_head_again<heads>(keys),
                          detail::each_head_again<heads>(values), options...);
    }
  }

  // `N` numbers of each head, after the stored ones.
  template <std::size_t N, class Kept, class Rows>
  ATTN_ABI constexpr void write(Kept& kept, const Rows& rows) const {
    constexpr std::size_t width = last_axis<typename Kept::shape_type>::size;
    constexpr std::size_t heads = Kept::volume / (capacity * width);
    if constexpr (detail::is_tally<T>)
      detail::counted_as(kept, rows);
    else
      for (std::size_t h = 0; h < heads; ++h)
        for (std::size_t i = 0; i < N; ++i)
          kept.data()[(h * capacity + count) * width + i] = rows.data()[h * N + i];
  }
};

template <axis_like Batch, class T, class Keys, class KeyWidth, class ValueWidth, class... Leading>
ATTN_ABI constexpr auto repeat_cache(
    const key_value_cache<T, Keys, KeyWidth, ValueWidth, Leading...>& cache) {
  using from = key_value_cache<T, Keys, KeyWidth, ValueWidth, Leading...>;
  using call =
      rules::repeat_cache_call<Batch, typename from::keys_type, typename from::values_type>;
  ATTN_REQUIRE(call, distinct,
               "attn::repeat_cache<batch>(cache): the cache has an axis of that name already");
  if constexpr (call::all::value) {
    key_value_cache<T, Keys, KeyWidth, ValueWidth, Batch, Leading...> all;
    const auto copy = [](auto& to, const auto& row) {
      if constexpr (detail::is_tally<T>)
        detail::counted_as(to, row);
      else
        for (std::size_t i = 0; i < to.size(); ++i) to.data()[i] = row.data()[i % row.size()];
    };
    copy(all.keys, cache.keys);
    copy(all.values, cache.values);
    all.count = cache.count;
    return all;
  } else {
    return cache;
  }
}

namespace cost {
template <class Cache, class Q, class... Options>
ATTN_ABI constexpr operation_count cached_attention(std::size_t count, const Options&... options) {
  const auto cache = [count](operation_count& n) {
    return detail::in_tallies_t<Cache>{detail::operand<typename Cache::keys_type>(n),
                                       detail::operand<typename Cache::values_type>(n), count};
  };
  ATTN_COUNT(cache(n).attend(detail::operand<Q>(n), detail::as_option(options)...));
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
