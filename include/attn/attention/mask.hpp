// SPDX-License-Identifier: BSL-1.0
// Masks: options of attention functions that define which keys a query may attend to.
//
//   keep_mask<token, key> m      any: {{1, 0}, {1, 1}}, 1 where the query may attend to the key
//   ignore_mask<token, key> m    the same, 1 where it may not
//   keep_where(x)                a keep_mask of a tensor of bool; ignore_where(x), an ignore_mask
//   as_keep(m), as_ignore(m)     converts the type; the same keys are allowed
//   key_padding(m)               m of (key), or (batch, key): the same for all queries; where a
//                                sequence attends to itself, also m of (token), or (batch, token)
//   valid_keys(n)                at most the first n keys; n is known at run time
//   a & b                        both allow it
//
// causal<> and sliding_window<l, r> (attention/window.hpp) and same_segment(ids)
// (attention/segments.hpp) are masks as well.
//
// A negative n is not a constant expression; at run time it ends the program if ATTN_CHECKED is
// defined, and otherwise keeps no key. A mask is never a tensor of bool, because libraries disagree
// about the meaning of true. So the entries have their own types, and conversions are explicit. A
// mask of entries has the axes of the scores, (…, token, key). It may omit all leading axes, or
// some of them if the others have names, and then does not depend on them.
//
// Rules: not_a_mask, for keep_where; where a mask is applied: mask_fits; aligned_mask;
// some_key_for_each_query.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/attention/options.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/rules/masks.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// --- entries --------------------------------------------------------------------------------

// The entries: in `keeps` 1 means "may attend", in `ignores` "may not". Fractions do not compile.
struct keeps {
  using tensor_kind = mask_kind;
  bool set = true;
  ATTN_ABI constexpr keeps() = default;
  template <std::integral Flag>
  ATTN_ABI constexpr keeps(Flag value) : set(value != Flag{}) {}
  ATTN_ABI constexpr bool allows() const { return set; }
  ATTN_ABI friend constexpr bool operator==(keeps, keeps) = default;
};
struct ignores {
  using tensor_kind = mask_kind;
  bool set = false;
  ATTN_ABI constexpr ignores() = default;
  template <std::integral Flag>
  ATTN_ABI constexpr ignores(Flag value) : set(value != Flag{}) {}
  ATTN_ABI constexpr bool allows() const { return !set; }
  ATTN_ABI friend constexpr bool operator==(ignores, ignores) = default;
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
ATTN_ABI constexpr auto mask_entries(const tensor<T, Axes...>& x, const F& f) {
  tensor<To, Axes...> m{};
  if constexpr (std::is_invocable_v<F, T>)
    for (std::size_t i = 0; i < x.size(); ++i) m.data()[i] = To(f(x.data()[i]));
  return m;
}
}  // namespace detail

template <class T, class... Axes>
ATTN_ABI constexpr auto keep_where(const tensor<T, Axes...>& x) {
  ATTN_REQUIRE_WHERE(rules::where_call<T>, "attn::keep_where(x)");
  return detail::mask_entries<keeps>(x, [](bool b) { return b; });
}
template <class T, class... Axes>
ATTN_ABI constexpr auto ignore_where(const tensor<T, Axes...>& x) {
  ATTN_REQUIRE_WHERE(rules::where_call<T>, "attn::ignore_where(x)");
  return detail::mask_entries<ignores>(x, [](bool b) { return b; });
}
template <class... Axes>
ATTN_ABI constexpr auto as_keep(const ignore_mask<Axes...>& m) {
  return detail::mask_entries<keeps>(m, [](ignores e) { return e.allows(); });
}
template <class... Axes>
ATTN_ABI constexpr auto as_ignore(const keep_mask<Axes...>& m) {
  return detail::mask_entries<ignores>(m, [](keeps e) { return !e.allows(); });
}

// --- what a mask is ---------------------------------------------------------------------------

// A mask is a type with the member `kind`, mask_kind, and one of these:
//
//   allows(query, key, queries, keys)   whether the query may attend to the key; of their positions
//                                       and of the lengths of both, std::ptrdiff_t. As a template
//                                       of one type, it is also its form in ONNX where a length is
//                                       left open.
//   row<Scores>(outer, query)           the same as a function of a key, for scores of the shape
//                                       Scores regarded as (outer, query, key);
//                                       detail::kept_range, where the keys are a range
//
// It may have both. What else it may have:
//
//   fits<Scores>             false: it has other axes than the scores
//   aligned<Scores>          false: the numbers of queries and keys differ
//   axes, numbers_fit<S>     the shape of what it stores, and whether its numbers have texts in S
//   places<Scores>, entry    of entries: where their axes are in the scores, and their type
//   bounds_grow              true: each row is a range, whose bounds do not decrease
namespace detail {
template <class Scores>
inline constexpr auto queries_in = static_cast<std::ptrdiff_t>(second_to_last_axis<Scores>::size);
template <class Scores>
inline constexpr auto keys_in = static_cast<std::ptrdiff_t>(last_axis<Scores>::size);

template <class M, class N = std::ptrdiff_t>
concept mask_of_positions = requires(const M& mask, const N& n) { mask.allows(n, n, n, n); };

// The row of a mask that is a function of positions.
template <class M>
struct kept_by_positions {
  const M& mask;
  std::ptrdiff_t query, queries, keys;
  ATTN_ABI constexpr bool operator()(std::size_t key) const {
    return mask.allows(query, static_cast<std::ptrdiff_t>(key), queries, keys);
  }
};

// The row of any mask, which refers to the mask.
template <class Scores, class M>
ATTN_ABI constexpr auto row_of(const M& mask, std::size_t outer, std::size_t query) {
  if constexpr (requires { mask.template row<Scores>(outer, query); })
    return mask.template row<Scores>(outer, query);
  else
    return kept_by_positions<M>{mask, static_cast<std::ptrdiff_t>(query), queries_in<Scores>,
                                keys_in<Scores>};
}
template <class M, class Scores>
using row_type = decltype(row_of<Scores>(std::declval<const M&>(), 0, 0));

// Its type determines it: every row, of all texts and heads.
template <class M>
inline constexpr bool is_determined = mask_of_positions<M> && std::is_empty_v<M>;
}  // namespace detail

template <class M, class Scores>
concept mask_of_scores = std::is_same_v<typename M::kind, mask_kind> &&
                         (detail::mask_of_positions<M> || requires(const M& mask, std::size_t i) {
                           mask.template row<Scores>(i, i);
                         }) && requires(const detail::row_type<M, Scores>& row, std::size_t key) {
                           { row(key) } -> std::same_as<bool>;
                         };

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void number_of_valid_keys_is_negative() { detail::end_of_program(); }

struct valid_keys_t {
  using kind = mask_kind;
  std::size_t count;

  template <class N>
  ATTN_ABI constexpr auto allows(const N&, const N& key, const N&, const N&) const {
    return key < detail::as_position(count);
  }
  template <class Scores>
  ATTN_ABI constexpr detail::kept_range row(std::size_t, std::size_t) const {
    constexpr std::size_t keys = last_axis<Scores>::size;
    return {0, static_cast<std::ptrdiff_t>(count < keys ? count : keys)};
  }
};
ATTN_ABI constexpr valid_keys_t valid_keys(std::integral auto n) {
  const bool negative = detail::is_negative(n);
  if (negative && detail::indices_are_checked()) number_of_valid_keys_is_negative();
  return {negative ? 0 : detail::as_index(n)};
}

// --- masks of entries ---------------------------------------------------------------------------

namespace detail {

// In self-attention the tokens are keys with another name (as_keys). Their padding is not renamed.
template <class Scores, class Axis>
inline constexpr bool pads_its_own_keys = false;
template <class Scores, class Axis>
  requires(Axis::named && std::is_same_v<Axis, second_to_last_axis<Scores>>)
inline constexpr bool pads_its_own_keys<Scores, Axis> =
    std::is_same_v<renamed_as_keys<Axis>, last_axis<Scores>>;

// The axes of a mask under the names that the scores have for them.
template <std::size_t Tail, class Scores, class Mask>
struct named_as_in {
  using type = Mask;
};
template <class Scores, class Mask>
  requires(Scores::rank >= 2 && Mask::rank >= 1 && pads_its_own_keys<Scores, last_axis<Mask>>)
struct named_as_in<1, Scores, Mask> {
  using type = with_last_axis<Mask, last_axis<Scores>>;
};

template <std::size_t Tail, class Scores, class... Axes>
inline constexpr auto places = rules::places_of_axes<
    Tail,
    rules::role_of<rules::axes_of_mask, typename named_as_in<Tail, Scores, shape<Axes...>>::type>,
    rules::role_of<rules::axes_of_scores, Scores>>;

// Where the entries for one row of the scores begin, in a tensor that may lack some of their axes.
// Its last Tail axes are the last ones of the scores.
template <std::size_t Tail, class Scores, class E, class... Axes>
ATTN_ABI constexpr const E* entries_row(const tensor<E, Axes...>& entries, std::size_t outer,
                                        std::size_t query) {
  std::size_t index[Scores::rank]{};  // the key's is 0
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
  using entry = E;
  using axes = shape<Axes...>;
  template <class Scores>
  static constexpr auto places = detail::places<Tail, Scores, Axes...>;
  template <class Scores>
  static constexpr bool fits = places<Scores>.found;
  tensor<E, Axes...> entries;

  template <class Scores>
  ATTN_ABI constexpr detail::kept_entries<E> row(std::size_t outer, std::size_t query) const {
    return {detail::entries_row<Tail, Scores>(entries, outer, query)};
  }
};

template <class E, class... Axes>
ATTN_ABI constexpr auto key_padding(const tensor<E, Axes...>& m) {
  using call = rules::single_rule_call<rules::is_mask_entry<rules::element<E>>>;
  ATTN_REQUIRE(call, rule,
               "attn::key_padding(m): m must be a mask: keep_mask or ignore_mask; of a tensor of "
               "bool, keep_where(x) or ignore_where(x)");
  if constexpr (call::all::value)
    return entries_t<1, E, Axes...>{m};
  else
    return entries_t<1, keeps, Axes...>{};
}

// --- masks made of others ---------------------------------------------------------------------

namespace detail {
template <class M, class Scores>
consteval bool fits() {
  if constexpr (requires { M::template fits<Scores>; })
    return M::template fits<Scores>;
  else
    return true;
}
template <class M, class Scores>
consteval bool is_aligned() {
  if constexpr (requires { M::template aligned<Scores>; })
    return M::template aligned<Scores>;
  else
    return true;
}
template <class M, class Scores>
consteval bool numbers_fit_in() {
  if constexpr (requires { M::template numbers_fit<Scores>; })
    return M::template numbers_fit<Scores>;
  else
    return true;
}
template <class M>
consteval bool bounds_grow() {
  if constexpr (requires { M::bounds_grow; })
    return M::bounds_grow;
  else
    return false;
}
}  // namespace detail

template <class A, class B>
struct both_t {
  using kind = mask_kind;
  static constexpr bool bounds_grow = detail::bounds_grow<A>() && detail::bounds_grow<B>();
  template <class Scores>
  static constexpr bool fits = detail::fits<A, Scores>() && detail::fits<B, Scores>();
  template <class Scores>
  static constexpr bool aligned =
      detail::is_aligned<A, Scores>() && detail::is_aligned<B, Scores>();
  template <class Scores>
  static constexpr bool numbers_fit =
      detail::numbers_fit_in<A, Scores>() && detail::numbers_fit_in<B, Scores>();
  // The one for which a rule does not hold.
  template <template <class, class> class Rule, class Scores>
  using wrong = std::conditional_t<Rule<rules::option<A>, Scores>::value, B, A>;
  A a;
  B b;

  template <class N>
    requires(detail::mask_of_positions<A, N> && detail::mask_of_positions<B, N>)
  ATTN_ABI constexpr auto allows(const N& i, const N& j, const N& queries, const N& keys) const {
    return a.allows(i, j, queries, keys) && b.allows(i, j, queries, keys);
  }
  template <class Scores>
  ATTN_ABI constexpr auto row(std::size_t outer, std::size_t query) const {
    return detail::kept_in_both(detail::row_of<Scores>(a, outer, query),
                                detail::row_of<Scores>(b, outer, query));
  }
};

namespace detail {
template <class A, class B>
inline constexpr bool is_determined<both_t<A, B>> = is_determined<A> && is_determined<B>;
}  // namespace detail

namespace detail {
template <class M>
ATTN_ABI constexpr const M& as_mask(const M& mask) {
  return mask;
}
template <class E, class... M>
ATTN_ABI constexpr auto as_mask(const tensor<E, M...>& entries) {
  return entries_t<2, E, M...>{entries};
}
template <class M>
using mask_of = std::remove_cvref_t<decltype(as_mask(std::declval<const M&>()))>;
}  // namespace detail

// A type of masks. A tensor of mask entries is one.
template <class M>
concept mask_like =
    detail::is_kind<mask_kind, M> && mask_of_scores<detail::mask_of<M>, shape<dim<2>, dim<2>>>;

template <mask_like A, mask_like B>
ATTN_ABI constexpr auto operator&(const A& a, const B& b) {
  return both_t<detail::mask_of<A>, detail::mask_of<B>>{detail::as_mask(a), detail::as_mask(b)};
}

// --- the rules --------------------------------------------------------------------------------

namespace detail {

// What the type of a mask tells of its rows.
struct rows_in_type {
  bool each_has_a_key = true;
  bool ranges_grow = false;  // each is a range of keys, whose bounds do not decrease
};
template <class Scores, class Mask>
consteval rows_in_type rows_of_ranges(const Mask& mask) {
  constexpr std::size_t queries = second_to_last_axis<Scores>::size;
  // Where the bounds grow: if some row is empty, the first or the last one is.
  constexpr std::size_t step = bounds_grow<Mask>() && queries > 1 ? queries - 1 : 1;
  rows_in_type rows{true, true};
  kept_range before = row_of<Scores>(mask, 0, 0);
  for (std::size_t i = 0; i < queries; i += step) {
    const kept_range kept = row_of<Scores>(mask, 0, i);
    if (!kept.some_of(keys_in<Scores>)) rows.each_has_a_key = false;
    if (kept.begin < before.begin || kept.end < before.end) rows.ranges_grow = false;
    before = kept;
  }
  return rows;
}
// The number of keys of other rows that are examined. Beyond it, the type states nothing.
inline constexpr std::size_t keys_looked_at = 1 << 16;
template <class Scores, class Mask>
consteval bool each_row_has_a_key(const Mask& mask) {
  std::size_t left = keys_looked_at;
  for (std::size_t i = 0; i < second_to_last_axis<Scores>::size; ++i) {
    const auto kept = row_of<Scores>(mask, 0, i);
    for (std::size_t j = 0; !kept(j); ++j) {
      if (j + 1 == last_axis<Scores>::size) return false;
      if (--left == 0) return true;
    }
  }
  return true;
}
template <class Mask, class Scores>
consteval rows_in_type look_at_rows() {
  if constexpr (is_determined<Mask> && is_aligned<Mask, Scores>()) {
    if constexpr (std::is_same_v<row_type<Mask, Scores>, kept_range>)
      return rows_of_ranges<Scores>(Mask{});
    else
      return {each_row_has_a_key<Scores>(Mask{}), false};
  } else {
    return {};
  }
}
template <class Mask, class Scores>
inline constexpr rows_in_type known_rows = look_at_rows<Mask, Scores>();

}  // namespace detail

namespace rules {
template <class Mask, class... S>
struct is_mask<option<Mask>, axes_of_scores<S...>> {
  static constexpr bool value = mask_of_scores<attn::detail::mask_of<Mask>, shape<S...>>;
};
template <class Mask, class... S>
struct mask_fits<option<Mask>, axes_of_scores<S...>> {
  static constexpr bool value = attn::detail::fits<attn::detail::mask_of<Mask>, shape<S...>>();
};
template <class Mask, class... S>
struct aligned_mask<option<Mask>, axes_of_scores<S...>> {
  static constexpr bool value =
      attn::detail::is_aligned<attn::detail::mask_of<Mask>, shape<S...>>();
};
template <class Mask, class... S>
struct numbers_fit<option<Mask>, axes_of_scores<S...>> {
  static constexpr bool value =
      attn::detail::numbers_fit_in<attn::detail::mask_of<Mask>, shape<S...>>();
};
template <class Mask, class... S>
struct some_key_for_each_query<option<Mask>, axes_of_scores<S...>> {
  static constexpr bool value =
      attn::detail::known_rows<attn::detail::mask_of<Mask>, shape<S...>>.each_has_a_key;
};
}  // namespace rules

}  // namespace attn
ATTN_STRICT_FP_END
