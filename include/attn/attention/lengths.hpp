// SPDX-License-Identifier: BSL-1.0
// Masks with one number for each text of a batch, known at run time.
//
//   valid_keys(lengths)     in text b the first lengths(b) keys
//   causal_from(offsets)    in text b key j for query i if j <= i + offsets(b)
//
// The numbers are a tensor of integers, whose axes are leading axes of the scores (…, token, key):
// all of them, the first ones, or, with names, any of them in their order. Along the others, such
// as the heads, a text has the same number. valid_keys(n) and causal_from(n) have one for all. They
// can be combined with other masks (attention/mask.hpp); each text has the bits that it has alone.
//
// Padding: which tokens of a batch are text, a mask of (batch, token).
//
//   right_padding<token>(lengths)  -> keep_mask<batch, token>: the first lengths(b) tokens
//   left_padding<token>(lengths)   … the last lengths(b) tokens
//   position_ids(padding)          -> (batch, token) of int: how many tokens of the text are before
//                                  the token, and 0 for padding: Transformers' position_ids
//
// A negative length is treated as by valid_keys(n). An offset may be negative.
// Rules: rank_at_least one; is_integer; is_mask_entry; where a mask is applied: numbers_fit.
#pragma once

#include <cstddef>
#include <utility>

#include <attn/attention/mask.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/rearranging.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

template <class X>
struct numbers_call;
template <class N, class... Axes>
struct numbers_call<tensor<N, Axes...>> {
  using operands = roles<axes_of<Axes...>>;
  using an_axis = rank_at_least<axes_of<Axes...>, rank<1>>;
  using integers = is_integer<element<N>>;
  using all = in_order<an_axis, integers>;
};

}  // namespace rules

namespace detail {

// Whether the axes are the first ones of the scores, in front of query and key.
template <class Scores, class... Axes>
inline constexpr bool are_first_of = false;
template <class... S, class... Axes>
  requires(sizeof...(Axes) + 2 <= sizeof...(S))
inline constexpr bool are_first_of<shape<S...>, Axes...> =
    []<std::size_t... Index>(std::index_sequence<Index...>) {
      return (rules::same_axis<rules::axis_of_A<Axes>,
                               rules::axis_of_B<axis_at<shape<S...>, Index>>>::value &&
              ...);
    }(std::index_sequence_for<Axes...>{});

template <class Scores, class... Axes>
inline constexpr bool numbers_fit =
    are_first_of<Scores, Axes...> || places<0, Scores, Axes...>.found;

// The number of the text to which a matrix of the scores belongs.
template <class Scores, class N, class... Axes>
ATTN_ABI constexpr N number_of_text(const tensor<N, Axes...>& numbers, std::size_t outer) {
  if constexpr (are_first_of<Scores, Axes...>) {
    constexpr std::size_t matrices =
        Scores::volume / (second_to_last_axis<Scores>::size * last_axis<Scores>::size);
    return numbers.data()[outer / (matrices / shape<Axes...>::volume)];
  } else {
    return *entries_row<0, Scores>(numbers, outer, 0);
  }
}

}  // namespace detail

template <class N, class... Axes>
struct valid_keys_each_t {
  using kind = mask_kind;
  using axes = shape<Axes...>;
  template <class Scores>
  static constexpr bool numbers_fit = detail::numbers_fit<Scores, Axes...>;
  template <class Scores>
  static constexpr bool fits = numbers_fit<Scores>;
  tensor<N, Axes...> lengths;

  template <class Scores>
  ATTN_ABI constexpr detail::kept_range row(std::size_t outer, std::size_t query) const {
    const N n = detail::number_of_text<Scores>(lengths, outer);
    return valid_keys_t{detail::is_negative(n) ? 0 : detail::as_index(n)}.template row<Scores>(
        outer, query);
  }
};
template <class N, class... Axes>
ATTN_ABI constexpr auto valid_keys(const tensor<N, Axes...>& lengths) {
  using call = rules::numbers_call<tensor<N, Axes...>>;
  ATTN_REQUIRE(
      call, an_axis,
      "attn::valid_keys(lengths): one number for each text: the lengths must have an axis");
  ATTN_REQUIRE(call, integers, "attn::valid_keys(lengths): the lengths must be integers");
  if constexpr (call::all::value) {
    if (detail::indices_are_checked())
      for (const N& n : lengths)
        if (detail::is_negative(n)) number_of_valid_keys_is_negative();
    return valid_keys_each_t<N, Axes...>{lengths};
  } else {
    return valid_keys(1);
  }
}

template <class N, class... Axes>
struct causal_from_each_t {
  using kind = mask_kind;
  using axes = shape<Axes...>;
  template <class Scores>
  static constexpr bool numbers_fit = detail::numbers_fit<Scores, Axes...>;
  template <class Scores>
  static constexpr bool fits = numbers_fit<Scores>;
  tensor<N, Axes...> offsets;

  template <class Scores>
  ATTN_ABI constexpr detail::kept_range row(std::size_t outer, std::size_t query) const {
    return causal_from(detail::number_of_text<Scores>(offsets, outer))
        .template row<Scores>(outer, query);
  }
};
template <class N, class... Axes>
ATTN_ABI constexpr auto causal_from(const tensor<N, Axes...>& offsets) {
  using call = rules::numbers_call<tensor<N, Axes...>>;
  ATTN_REQUIRE(
      call, an_axis,
      "attn::causal_from(offsets): one number for each text: the offsets must have an axis");
  ATTN_REQUIRE(call, integers, "attn::causal_from(offsets): the offsets must be integers");
  if constexpr (call::all::value)
    return causal_from_each_t<N, Axes...>{offsets};
  else
    return causal_from(0);
}

template <axis_like Token, class N, class... Axes>
ATTN_ABI constexpr keep_mask<Axes..., Token> right_padding(const tensor<N, Axes...>& lengths) {
  using call = rules::numbers_call<tensor<N, Axes...>>;
  ATTN_REQUIRE(call, an_axis, "attn::right_padding<token>(lengths): the lengths must have an axis");
  ATTN_REQUIRE(call, integers, "attn::right_padding<token>(lengths): the lengths must be integers");
  keep_mask<Axes..., Token> padding{};
  if constexpr (call::all::value)
    for (std::size_t i = 0; i < padding.size(); ++i)
      padding.data()[i] =
          keeps(i % Token::size < valid_keys(lengths.data()[i / Token::size]).count);
  return padding;
}
template <axis_like Token, class N, class... Axes>
ATTN_ABI constexpr keep_mask<Axes..., Token> left_padding(const tensor<N, Axes...>& lengths) {
  return flip<-1>(right_padding<Token>(lengths));
}

template <class E, class... Axes>
ATTN_ABI constexpr tensor<int, Axes...> position_ids(const tensor<E, Axes...>& padding) {
  using call = rules::single_rule_call<rules::is_mask_entry<rules::element<E>>>;
  ATTN_REQUIRE(call, rule,
               "attn::position_ids(padding): the padding must be a keep_mask or an ignore_mask");
  tensor<int, Axes...> ids{};
  if constexpr (call::all::value)
    for (std::size_t i = 0, before = 0; i < ids.size(); ++i) {
      if (i % last_axis<shape<Axes...>>::size == 0) before = 0;
      if (padding.data()[i].allows()) ids.data()[i] = static_cast<int>(before++);
    }
  return ids;
}

}  // namespace attn
ATTN_STRICT_FP_END
