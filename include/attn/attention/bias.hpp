// SPDX-License-Identifier: BSL-1.0
// Options of attention functions that modify the scores after the scale and before the mask.
//
//   soft_capped_by(cap)   cap * tanh(x / cap): scores stay between -cap and cap
//   biased_by(b)          x + b; b is a tensor of (…, token, key)
//
// They are applied in this order. A bias may omit leading axes, on which it then does not depend.
// An entry of -inf masks its key. A row of -inf gives NaN, because a bias is not a mask.
// Rules: bias_fits, the axes; same_element. A cap that is not positive does not compile as a
// constant and ends the program at run time.
#pragma once

#include <type_traits>

#include <attn/attention/mask.hpp>
#include <attn/math/tanh.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/detail/elementary.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class T, class... Axes>
struct biased_by_t {
  using kind = bias_kind;
  using axes = shape<Axes...>;
  tensor<T, Axes...> bias;
};
namespace cost::detail {
template <class T, class... Axes>
struct in_tallies<biased_by_t<T, Axes...>> {
  using type = biased_by_t<tally<T>, Axes...>;
};
}  // namespace cost::detail
template <class T, class... Axes>
ATTN_ABI constexpr auto biased_by(const tensor<T, Axes...>& bias) {
  return biased_by_t<T, Axes...>{bias};
}

template <scalar S>
struct soft_capped_by_t {
  using kind = soft_cap_kind;
  S cap;
};
// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void soft_cap_must_be_positive() { detail::end_of_program(); }

template <scalar S>
ATTN_ABI constexpr soft_capped_by_t<S> soft_capped_by(const S& cap) {
  if constexpr (std::is_arithmetic_v<S>)
    if (!(cap > S(0))) soft_cap_must_be_positive();
  return {cap};
}

namespace detail {

struct no_bias {};
struct no_cap {};

// What is added to scores of T, and what is not added to any.
template <class Bias, class T>
struct element_of_bias {
  using type = T;
};
template <class U, class... B, class T>
struct element_of_bias<biased_by_t<U, B...>, T> {
  using type = U;
};

}  // namespace detail

namespace rules {

template <class T, class... B, class... S>
struct bias_fits<option<biased_by_t<T, B...>>, axes_of_scores<S...>> {
  static constexpr bool value = places_of_axes<2, axes_of_mask<B...>, axes_of_scores<S...>>.found;
};
template <class... S>
struct bias_fits<option<attn::detail::no_bias>, axes_of_scores<S...>> {
  static constexpr bool value = true;
};

}  // namespace rules

namespace detail {

template <class Scores>
ATTN_ABI constexpr void cap_scores(Scores&, no_cap) {}
template <class T, class... Axes, class S>
ATTN_ABI constexpr void cap_scores(tensor<T, Axes...>& x, const soft_capped_by_t<S>& c) {
  using scores = tensor<T, Axes...>;
  evaluate<scaled_for<over, scores>>(x, x, T(c.cap));
  evaluate<each_of<tanh_of, scores::volume>>(x, x);
  evaluate<scaled_for<times, scores>>(x, x, T(c.cap));
}

template <class Scores>
struct biased_scores {
  template <class Out, class X, class By>
  ATTN_ABI static constexpr void count(Out& out, const X& x, const By& by) {
    count_each(out, plus{}, x, by.bias);
  }
  template <class T, class By>
  ATTN_ABI static constexpr void write(T* out, const T* x, const By& by) {
    constexpr std::size_t queries = second_to_last_axis<Scores>::size, n = last_axis<Scores>::size;
    for (std::size_t outer = 0, at = 0; at < Scores::volume; ++outer)
      for (std::size_t i = 0; i < queries; ++i, at += n) {
        const T* row = entries_row<2, Scores>(by.bias, outer, i);
        if (std::is_constant_evaluated())
          generic::elementwise<n>(out + at, plus{}, x + at, row);
        else
          runtime::each_element<n>(out + at, plus{}, x + at, row);
      }
  }
};

template <class Scores>
ATTN_ABI constexpr void bias_scores(Scores&, no_bias) {}
template <class T, class... Axes, class... B>
ATTN_ABI constexpr void bias_scores(tensor<T, Axes...>& x, const biased_by_t<T, B...>& b) {
  evaluate<biased_scores<shape<Axes...>>>(x, x, b);
}

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
