// SPDX-License-Identifier: BSL-1.0
// Rotary positions (RoPE): rotates each pair of features of a token by an angle proportional to its
// position, so that the score of a query and a key depends on their distance.
//
//   rotary<layout>(x, {.first_position = 0, .base = 10000})    token t is at first_position + t
//   rotary<layout>(x, positions, base)                         token t is at positions(t)
//     (a, b) -> (a cos - b sin, a sin + b cos)   of position / base^(2i/n), for pair i of n/2
//   rotary<layout, n>(x, …)                      only the first n features
//
// (…, token, d_k) -> (…, token, d_k), for queries and for keys, before the scores; values are not
// rotated. first_position is for example the number of tokens in a cache. The layout depends on how
// the weights were trained, so there is no default:
//   interleaved_pairs    features 2i and 2i + 1: the paper, Meta's Llama, GPT-J
//   half_pairs           features i and i + n/2: Hugging Face's Llama, GPT-NeoX; ONNX' default
// A conversion permutes the outputs of the weights of queries and keys along the given axis, and
// does not change the scores (split the output of several heads first).
//   interleaved_to_half_pairs<axis>(W), half_to_interleaved_pairs<axis>(W); <axis, n> as above
//
// Rules: is_pair_layout; rank_at_least two; in_pairs: n is even and not above the width;
// floating_point_element; has_axis; for positions is_integer, is_vector and same_axis with x's
// sequence.
// Accuracy: as in layers/position.hpp the angle; then one rounding of each product and of the sum.
// Special values: at position 0 the result is equal to x.
// Source: Su et al., RoFormer; huggingface/transformers' issue 25199 on the layouts.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/layers/position.hpp>
#include <attn/ops/arithmetic.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// The features of pair i, of n that are rotated.
struct interleaved_pairs {
  ATTN_ABI static constexpr std::size_t first(std::size_t i, std::size_t) { return 2 * i; }
  ATTN_ABI static constexpr std::size_t second(std::size_t i, std::size_t) { return 2 * i + 1; }
};
struct half_pairs {
  ATTN_ABI static constexpr std::size_t first(std::size_t i, std::size_t) { return i; }
  ATTN_ABI static constexpr std::size_t second(std::size_t i, std::size_t n) { return i + n / 2; }
};

struct rotary_options {
  std::size_t first_position = 0;
  double base = 10000;
};

inline constexpr std::size_t all_features = static_cast<std::size_t>(-1);

namespace detail {

template <class Axis, std::size_t Features>
inline constexpr std::size_t rotated_count = Features == all_features ? Axis::size : Features;

// position(t) is a number.
template <class Layout, std::size_t N, class T, class... Axes, class F>
ATTN_ABI constexpr auto rotated(const tensor<T, Axes...>& x, double base, const F& position) {
  using from = shape<Axes...>;
  constexpr std::size_t width = last_axis<from>::size;
  constexpr std::size_t tokens = second_to_last_axis<from>::size;
  constexpr std::size_t outer = from::volume / (tokens * width);
  const auto lengths = wavelengths<N / 2>(base, N);
  auto out = x;
  for (std::size_t t = 0; t < tokens; ++t) {
    const auto at = turns_at<T>(position(t), lengths);
    for (std::size_t o = 0; o < outer; ++o) {
      const T* row = x.data() + (o * tokens + t) * width;
      T* to = out.data() + (o * tokens + t) * width;
      tensor<T, dim<N / 2>> a(uninitialized), b(uninitialized);
      for (std::size_t i = 0; i < N / 2; ++i) {
        a.data()[i] = row[Layout::first(i, N)];
        b.data()[i] = row[Layout::second(i, N)];
      }
      const auto first = multiply(a, at.cosine) - multiply(b, at.sine);
      const auto second = multiply(a, at.sine) + multiply(b, at.cosine);
      for (std::size_t i = 0; i < N / 2; ++i) {
        to[Layout::first(i, N)] = first.data()[i];
        to[Layout::second(i, N)] = second.data()[i];
      }
    }
  }
  return out;
}

// Along the axis at position At, what is pair i of From becomes pair i of To.
template <class From, class To, std::size_t At, std::size_t N, class T, class... Axes>
ATTN_ABI constexpr auto pairs_moved(const tensor<T, Axes...>& x) {
  using around = around_axis<shape<Axes...>, At>;
  auto out = x;
  for (std::size_t row = 0; row < around::rows; ++row) {
    const std::size_t start = around::start_of(row), step = around::inner;
    for (std::size_t i = 0; i < N / 2; ++i) {
      out.data()[start + To::first(i, N) * step] = x.data()[start + From::first(i, N) * step];
      out.data()[start + To::second(i, N) * step] = x.data()[start + From::second(i, N) * step];
    }
  }
  return out;
}

}  // namespace detail

template <class Layout = void, std::size_t Features = all_features, class T, class... Axes>
ATTN_ABI constexpr auto rotary(const tensor<T, Axes...>& x, rotary_options options = {}) {
  constexpr bool sound = rules::is_pair_layout<rules::option<Layout>>::value &&
                         rules::rank_at_least<rules::axes_of<Axes...>, rules::rank<2>>::value &&
                         rules::floating_point_element<rules::element<T>>::value;
  static_assert(rules::is_pair_layout<rules::option<Layout>>::value,
                "attn::rotary<layout>(x): say which features are a pair: interleaved_pairs (the "
                "paper, Meta's Llama) or half_pairs (Hugging Face's)");
  static_assert(rules::rank_at_least<rules::axes_of<Axes...>, rules::rank<2>>::value,
                "attn::rotary<layout>(x): x must have a sequence axis in front of its features");
  static_assert(rules::floating_point_element<rules::element<T>>::value,
                "attn::rotary<layout>(x): requires a floating-point element type; convert with "
                "as<double>(x)");
  if constexpr (sound) {
    using width = last_axis<shape<Axes...>>;
    constexpr std::size_t n = detail::rotated_count<width, Features>;
    static_assert(
        rules::in_pairs<rules::size<n>, rules::width_of_X<width>>::value,
        ATTN_MESSAGE("attn::rotary<layout>(x): features are rotated in pairs: their number "
                     "must be even, and no more than x has",
                     rules::axes_of<Axes...>));
    if constexpr (rules::in_pairs<rules::size<n>, rules::width_of_X<width>>::value)
      return detail::rotated<Layout, n>(x, options.base, [&](std::size_t t) {
        return detail::position_after(options.first_position, t);
      });
    else
      return x;
  } else {
    return x;
  }
}

template <class Layout = void, std::size_t Features = all_features, class T, class... Axes, class P,
          class... Positions>
ATTN_ABI constexpr auto rotary(const tensor<T, Axes...>& x,
                               const tensor<P, Positions...>& positions,
                               double base = rotary_options{}.base) {
  constexpr bool sound = rules::is_pair_layout<rules::option<Layout>>::value &&
                         rules::rank_at_least<rules::axes_of<Axes...>, rules::rank<2>>::value &&
                         rules::floating_point_element<rules::element<T>>::value &&
                         rules::is_integer<rules::element<P>>::value &&
                         rules::is_vector<rules::axes_of<Positions...>>::value;
  static_assert(rules::is_pair_layout<rules::option<Layout>>::value,
                "attn::rotary<layout>(x, positions): say which features are a pair: "
                "interleaved_pairs (the paper, Meta's Llama) or half_pairs (Hugging Face's)");
  static_assert(
      rules::rank_at_least<rules::axes_of<Axes...>, rules::rank<2>>::value,
      "attn::rotary<layout>(x, positions): x must have a sequence axis in front of its features");
  static_assert(rules::floating_point_element<rules::element<T>>::value,
                "attn::rotary<layout>(x, positions): requires a floating-point element type; "
                "convert with as<double>(x)");
  static_assert(rules::is_integer<rules::element<P>>::value,
                "attn::rotary<layout>(x, positions): the positions must be integers");
  static_assert(rules::is_vector<rules::in_brief<rules::axes_of<Positions...>>>::value,
                "attn::rotary<layout>(x, positions): one position for each token, the same for "
                "all heads and batches");
  if constexpr (sound) {
    using width = last_axis<shape<Axes...>>;
    using tokens = rules::axis_of_A<second_to_last_axis<shape<Axes...>>>;
    using places = rules::axis_of_B<last_axis<shape<Positions...>>>;
    constexpr std::size_t n = detail::rotated_count<width, Features>;
    static_assert(rules::in_pairs<rules::size<n>, rules::width_of_X<width>>::value,
                  ATTN_MESSAGE("attn::rotary<layout>(x, positions): features are rotated in pairs: "
                               "their number must be even, and no more than x has",
                               rules::axes_of<Axes...>));
    static_assert(
        rules::same_axis<tokens, places>::value,
        ATTN_MESSAGE("attn::rotary<layout>(x, positions): one position for each token, the "
                     "axis before x's last",
                     rules::axes_of_A<Axes...>, rules::axes_of_B<Positions...>));
    if constexpr (rules::in_pairs<rules::size<n>, rules::width_of_X<width>>::value &&
                  rules::same_axis<tokens, places>::value)
      return detail::rotated<Layout, n>(
          x, base, [&](std::size_t t) { return static_cast<double>(positions.data()[t]); });
    else
      return x;
  } else {
    return x;
  }
}

// A macro, as the name of a function is what differs: in the lookup, and in what the rules say.
#define ATTN_PAIRS_MOVED(function, from, to)                                                       \
  template <axis_selector Axis, std::size_t Features = all_features, class T, class... Axes>       \
  ATTN_ABI constexpr auto function(const tensor<T, Axes...>& w) {                                  \
    static_assert(rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>::value,            \
                  ATTN_MESSAGE("attn::" #function "<axis>(W): W has no such axis",                 \
                               rules::axes_of<Axes...>));                                          \
    if constexpr (rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>::value) {          \
      constexpr std::size_t at = Axis.template position_in<Axes...>();                             \
      using outputs = axis_at<shape<Axes...>, at>;                                                 \
      constexpr std::size_t n = detail::rotated_count<outputs, Features>;                          \
      static_assert(rules::in_pairs<rules::size<n>, rules::output_of_W<outputs>>::value,           \
                    "attn::" #function                                                             \
                    "<axis>(W): features are rotated in pairs: their number must be even, and no " \
                    "more than the axis has");                                                     \
      if constexpr (rules::in_pairs<rules::size<n>, rules::output_of_W<outputs>>::value)           \
        return detail::pairs_moved<from, to, at, n>(w);                                            \
      else                                                                                         \
        return w;                                                                                  \
    } else {                                                                                       \
      return w;                                                                                    \
    }                                                                                              \
  }

ATTN_PAIRS_MOVED(interleaved_to_half_pairs, interleaved_pairs, half_pairs)
ATTN_PAIRS_MOVED(half_to_interleaved_pairs, half_pairs, interleaved_pairs)
#undef ATTN_PAIRS_MOVED

}  // namespace attn
ATTN_STRICT_FP_END
