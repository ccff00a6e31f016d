// SPDX-License-Identifier: BSL-1.0
// Masks: who may attend to whom, as options of an attention function.
//
//   causal<>                     key j for query i if j <= i; as many keys as queries
//   causal<top_left>             the same where there are more of either
//   causal<bottom_right>         j <= i + T_k - T_q: the last query sees every key
//   causal<key_offset<n>>        j <= i + n
//   sliding_window<l, r>         i - l <= j <= i + r; sliding_window<l, r, bottom_right> …
//   valid_keys(n)                j < n, n known to the program only
//   keep_mask<token, key> m      any: {{1, 0}, {1, 1}}, 1 where the query may attend to the key
//   ignore_mask<token, key> m    the same, 1 where it may not
//   key_padding(m)               m of (key), or (batch, key): the same for all queries
//   a & b                        both allow it
//
// A mask is never a tensor of bool: in one library true keeps and in the next it ignores. So
// keep_where(x), ignore_where(x) say which, and as_keep(m), as_ignore(m) turn one into the other.
// A mask of entries has the axes of the scores, (…, token, key): those in front that it does not
// have, it does not depend on, by name, or all of them.
//
// Rules: aligned_mask, causal<> and windows of a rectangle say from where; mask_fits, the axes are
// those of the scores; some_key_for_each_query (attention/masked_softmax.hpp).
// Source of the alignments: PyTorch and ONNX take top_left, FlashAttention 2.1 on bottom_right.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/attention/options.hpp>
#include <attn/rules/masks.hpp>
#include <attn/rules/says.hpp>
#include <attn/tensor/tensor.hpp>

namespace attn {

// --- entries --------------------------------------------------------------------------------

// What a mask of entries holds: 1 means "may attend", and 1 means "may not".
struct keeps {
  using tensor_kind = mask_kind;
  bool set = true;
  constexpr keeps() = default;
  constexpr keeps(bool value) : set(value) {}
  constexpr bool allows() const { return set; }
  friend constexpr bool operator==(keeps, keeps) = default;
};
struct ignores {
  using tensor_kind = mask_kind;
  bool set = false;
  constexpr ignores() = default;
  constexpr ignores(bool value) : set(value) {}
  constexpr bool allows() const { return !set; }
  friend constexpr bool operator==(ignores, ignores) = default;
};
template <>
inline constexpr bool is_tensor_element<keeps> = true;
template <>
inline constexpr bool is_tensor_element<ignores> = true;

template <axis_like... Axes>
using keep_mask = tensor<keeps, Axes...>;
template <axis_like... Axes>
using ignore_mask = tensor<ignores, Axes...>;

namespace detail {
template <class To, class T, class... Axes, class F>
constexpr auto mask_entries(const tensor<T, Axes...>& x, const F& f) {
  tensor<To, Axes...> m(uninitialized);
  for (std::size_t i = 0; i < x.size(); ++i) m.data()[i] = To(f(x.data()[i]));
  return m;
}
}  // namespace detail

template <class... Axes>
constexpr auto keep_where(const tensor<bool, Axes...>& x) {
  return detail::mask_entries<keeps>(x, [](bool b) { return b; });
}
template <class... Axes>
constexpr auto ignore_where(const tensor<bool, Axes...>& x) {
  return detail::mask_entries<ignores>(x, [](bool b) { return b; });
}
template <class... Axes>
constexpr auto as_keep(const ignore_mask<Axes...>& m) {
  return detail::mask_entries<keeps>(m, [](ignores e) { return e.allows(); });
}
template <class... Axes>
constexpr auto as_ignore(const keep_mask<Axes...>& m) {
  return detail::mask_entries<ignores>(m, [](keeps e) { return !e.allows(); });
}

// --- masks that are known from the positions alone --------------------------------------------

// From where a query's own position is counted among the keys.
struct same_length {};   // there are as many of both
struct top_left {};      // query 0 stands at key 0
struct bottom_right {};  // the last query stands at the last key
template <std::ptrdiff_t N>
struct key_offset {};  // query 0 stands at key N

namespace detail {
// The key at which query 0 stands.
constexpr std::ptrdiff_t first_position(same_length, std::ptrdiff_t, std::ptrdiff_t) { return 0; }
constexpr std::ptrdiff_t first_position(top_left, std::ptrdiff_t, std::ptrdiff_t) { return 0; }
constexpr std::ptrdiff_t first_position(bottom_right, std::ptrdiff_t queries, std::ptrdiff_t keys) {
  return keys - queries;
}
template <std::ptrdiff_t N>
constexpr std::ptrdiff_t first_position(key_offset<N>, std::ptrdiff_t, std::ptrdiff_t) {
  return N;
}
}  // namespace detail

namespace detail {

// What every mask has, for scores of the shape Scores seen as (outer, query, key): a row for each
// query, which says of every key whether it is kept; whether its type says all of it (known); and
// what the rules ask: fits, aligned.
struct kept_range {
  std::ptrdiff_t begin, end;
  constexpr bool operator()(std::size_t key) const {
    const auto j = static_cast<std::ptrdiff_t>(key);
    return j >= begin && j < end;
  }
};
template <class Entry>
struct kept_entries {
  const Entry* entries;
  constexpr bool operator()(std::size_t key) const { return entries[key].allows(); }
};
template <class A, class B>
struct kept_by_both {
  A a;
  B b;
  constexpr bool operator()(std::size_t key) const { return a(key) && b(key); }
};

template <class Scores>
inline constexpr auto queries_in = static_cast<std::ptrdiff_t>(second_to_last_axis<Scores>::size);
template <class Scores>
inline constexpr auto keys_in = static_cast<std::ptrdiff_t>(last_axis<Scores>::size);

}  // namespace detail

// No bound on that side of a window.
inline constexpr std::ptrdiff_t unbounded = -1;

template <std::ptrdiff_t Left, std::ptrdiff_t Right, class Alignment>
struct window_t {
  using kind = mask_kind;
  static constexpr bool known = true;
  template <class Scores>
  static constexpr bool fits = true;
  template <class Scores>
  static constexpr bool aligned = !std::is_same_v<Alignment, same_length> ||
                                  detail::queries_in<Scores> == detail::keys_in<Scores>;

  template <class Scores>
  constexpr detail::kept_range row(std::size_t, std::size_t query) const {
    constexpr std::ptrdiff_t keys = detail::keys_in<Scores>;
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(query) +
                              detail::first_position(Alignment{}, detail::queries_in<Scores>, keys);
    return {Left == unbounded ? 0 : at - Left, Right == unbounded ? keys : at + Right + 1};
  }
};
template <std::ptrdiff_t Left, std::ptrdiff_t Right, class Alignment = same_length>
inline constexpr window_t<Left, Right, Alignment> sliding_window{};
template <class Alignment = same_length>
inline constexpr window_t<unbounded, 0, Alignment> causal{};

struct valid_keys_t {
  using kind = mask_kind;
  static constexpr bool known = false;
  template <class Scores>
  static constexpr bool fits = true;
  template <class Scores>
  static constexpr bool aligned = true;
  std::size_t count;

  template <class Scores>
  constexpr detail::kept_range row(std::size_t, std::size_t) const {
    return {0, static_cast<std::ptrdiff_t>(count)};
  }
};
constexpr valid_keys_t valid_keys(std::size_t n) { return {n}; }

// --- masks of entries ---------------------------------------------------------------------------

namespace detail {
template <std::size_t Tail, class Scores, class... Axes>
inline constexpr auto places = rules::places_of_axes<Tail, rules::axes_of_mask<Axes...>,
                                                     rules::role_of<rules::axes_of_scores, Scores>>;

// Where the entries for one row of the scores begin, in a tensor that may lack some of their axes;
// its last Tail axes are the last ones of the scores.
template <std::size_t Tail, class Scores, class E, class... Axes>
constexpr const E* entries_row(const tensor<E, Axes...>& entries, std::size_t outer,
                               std::size_t query) {
  std::size_t index[4]{};  // of the scores, the key's being 0
  for (std::size_t d = Scores::rank - 2; d-- > 0; outer /= Scores::extents[d])
    index[d] = outer % Scores::extents[d];
  index[Scores::rank - 2] = query;
  std::size_t at = 0;
  for (std::size_t d = 0; d < sizeof...(Axes); ++d)
    at = at * shape<Axes...>::extents[d] + index[places<Tail, Scores, Axes...>.of[d]];
  return entries.data() + at;
}
}  // namespace detail

template <std::size_t Tail, class E, class... Axes>
struct entries_t {
  using kind = mask_kind;
  static constexpr bool known = false;
  template <class Scores>
  static constexpr bool fits = detail::places<Tail, Scores, Axes...>.found;
  template <class Scores>
  static constexpr bool aligned = true;
  tensor<E, Axes...> entries;

  template <class Scores>
  constexpr detail::kept_entries<E> row(std::size_t outer, std::size_t query) const {
    return {detail::entries_row<Tail, Scores>(entries, outer, query)};
  }
};

template <class E, class... Axes>
  requires requires { typename E::tensor_kind; }
constexpr auto key_padding(const tensor<E, Axes...>& m) { return entries_t<1, E, Axes...>{m}; }

// --- masks made of others ---------------------------------------------------------------------

template <class A, class B>
struct both_t {
  using kind = mask_kind;
  static constexpr bool known = A::known && B::known;
  template <class Scores>
  static constexpr bool fits = A::template fits<Scores>&& B::template fits<Scores>;
  template <class Scores>
  static constexpr bool aligned = A::template aligned<Scores>&& B::template aligned<Scores>;
  A a;
  B b;

  template <class Scores>
  constexpr auto row(std::size_t outer, std::size_t query) const {
    const auto of_a = a.template row<Scores>(outer, query);
    const auto of_b = b.template row<Scores>(outer, query);
    return detail::kept_by_both<decltype(of_a), decltype(of_b)>{of_a, of_b};
  }
};

// A type of masks; a tensor of mask entries is one.
template <class M>
concept mask_like = detail::is_kind<mask_kind, M>;

namespace detail {
template <mask_like M>
constexpr const M& as_mask(const M& mask) {
  return mask;
}
template <class E, class... M>
constexpr auto as_mask(const tensor<E, M...>& entries) {
  return entries_t<2, E, M...>{entries};
}
template <class M>
using mask_of = std::remove_cvref_t<decltype(as_mask(std::declval<const M&>()))>;
}  // namespace detail

template <mask_like A, mask_like B>
constexpr auto operator&(const A& a, const B& b) {
  return both_t<detail::mask_of<A>, detail::mask_of<B>>{detail::as_mask(a), detail::as_mask(b)};
}

// --- the rules ------------------------------------------------------------------------------------

namespace detail {
template <class Mask, class Scores>
consteval bool some_key_for_each_query() {
  if constexpr (Mask::known && Mask::template aligned<Scores>) {
    for (std::size_t i = 0; i < second_to_last_axis<Scores>::size; ++i) {
      const auto kept = Mask{}.template row<Scores>(0, i);
      bool some = false;
      for (std::size_t j = 0; j < last_axis<Scores>::size && !some; ++j) some = kept(j);
      if (!some) return false;
    }
  }
  return true;
}
}  // namespace detail

namespace rules {
template <class Mask, class... S>
inline constexpr bool mask_fits<option<Mask>, axes_of_scores<S...>> =
    attn::detail::mask_of<Mask>::template fits<shape<S...>>;
template <class Mask, class... S>
inline constexpr bool aligned_mask<option<Mask>, axes_of_scores<S...>> =
    attn::detail::mask_of<Mask>::template aligned<shape<S...>>;
template <class Mask, class... S>
inline constexpr bool some_key_for_each_query<option<Mask>, axes_of_scores<S...>> =
    attn::detail::some_key_for_each_query<attn::detail::mask_of<Mask>, shape<S...>>();
}  // namespace rules

}  // namespace attn
