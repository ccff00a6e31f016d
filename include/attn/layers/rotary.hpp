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
// Cost: cost::rotary<layout, X, n>(), 4 multiplications and 2 additions per pair.
#pragma once

#include <cstddef>

#include <attn/layers/detail/require.hpp>
#include <attn/layers/position.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/detail/cost.hpp>
#include <attn/scalars/operation_count.hpp>

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
ATTN_ABI constexpr tensor<T, Axes...> rotated(const tensor<T, Axes...>& x, double base,
                                              const F& position) {
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
ATTN_ABI constexpr tensor<T, Axes...> pairs_moved(const tensor<T, Axes...>& x) {
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

namespace rules {

template <class Layout, std::size_t Features, class X>
struct rotary_call;
template <class Layout, std::size_t Features, class T, class... Axes>
struct rotary_call<Layout, Features, tensor<T, Axes...>> {
  using operands = roles<axes_of<Axes...>>;
  using width = last_axis<shape<Axes...>>;
  static constexpr std::size_t rotated = attn::detail::rotated_count<width, Features>;
  using known_layout = is_pair_layout<option<Layout>>;
  using sequence = rank_at_least<axes_of<Axes...>, rank<2>>;
  using floating_point = floating_point_element<element<T>>;
  using pairs = only_if<all_hold<known_layout, sequence, floating_point>,
                        in_pairs<size<rotated>, width_of_X<width>>>;
  static constexpr bool holds = all_hold<known_layout, sequence, floating_point, pairs>;
};

// At positions of the caller's.
template <class Layout, std::size_t Features, class X, class Positions>
struct rotary_at_call;
template <class Layout, std::size_t Features, class T, class... Axes, class P, class... At>
struct rotary_at_call<Layout, Features, tensor<T, Axes...>, tensor<P, At...>>
    : rotary_call<Layout, Features, tensor<T, Axes...>> {
  using on_x = rotary_call<Layout, Features, tensor<T, Axes...>>;
  using operands = roles<axes_of_A<Axes...>, axes_of_B<At...>>;
  using integers = is_integer<element<P>>;
  using vector = is_vector<in_brief<axes_of<At...>>>;
  using one_each = only_if<all_hold<typename on_x::sequence, vector>,
                           same_axis<axis_of_A<second_to_last_axis<shape<Axes...>>>,
                                     axis_of_B<last_axis<shape<At...>>>>>;
  static constexpr bool holds = on_x::holds && all_hold<integers, vector, one_each>;
};

// Of a weight, along the axis of its outputs.
template <auto Axis, std::size_t Features, class W>
struct feature_pairs_call;
template <auto Axis, std::size_t Features, class T, class... Axes>
struct feature_pairs_call<Axis, Features, tensor<T, Axes...>>
    : axis_call<Axis, tensor<T, Axes...>> {
  using on_w = axis_call<Axis, tensor<T, Axes...>>;
  using outputs = axis_at<shape<Axes...>, on_w::position>;
  static constexpr std::size_t moved = attn::detail::rotated_count<outputs, Features>;
  using pairs = only_if<on_w::holds, in_pairs<size<moved>, output_of_W<outputs>>>;
  static constexpr bool holds = on_w::holds && pairs::value;
};

}  // namespace rules

template <class Layout = void, std::size_t Features = all_features, class T, class... Axes>
ATTN_ABI constexpr auto rotary(const tensor<T, Axes...>& x, rotary_options options = {}) {
  using call = rules::rotary_call<Layout, Features, tensor<T, Axes...>>;
  ATTN_REQUIRE_ROTARY(call, "attn::rotary<layout>(x)");
  if constexpr (call::holds)
    return detail::rotated<Layout, call::rotated>(x, options.base, [&](std::size_t t) {
      return detail::position_after(options.first_position, t);
    });
  else
    return x;
}

template <class Layout = void, std::size_t Features = all_features, class T, class... Axes, class P,
          class... Positions>
ATTN_ABI constexpr auto rotary(const tensor<T, Axes...>& x,
                               const tensor<P, Positions...>& positions,
                               double base = rotary_options{}.base) {
  using call = rules::rotary_at_call<Layout, Features, tensor<T, Axes...>, tensor<P, Positions...>>;
  ATTN_REQUIRE_ROTARY(call, "attn::rotary<layout>(x, positions)");
  ATTN_REQUIRE(call, integers,
               "attn::rotary<layout>(x, positions): the positions must be integers");
  ATTN_REQUIRE(call, vector,
               "attn::rotary<layout>(x, positions): one position for each token, the same for "
               "all heads and batches");
  ATTN_REQUIRE(call, one_each,
               "attn::rotary<layout>(x, positions): one position for each token, the axis before "
               "x's last");
  if constexpr (call::holds)
    return detail::rotated<Layout, call::rotated>(
        x, base, [&](std::size_t t) { return static_cast<double>(positions.data()[t]); });
  else
    return x;
}

template <axis_selector Axis, std::size_t Features = all_features, class T, class... Axes>
ATTN_ABI constexpr auto interleaved_to_half_pairs(const tensor<T, Axes...>& w) {
  using call = rules::feature_pairs_call<Axis, Features, tensor<T, Axes...>>;
  ATTN_REQUIRE_PAIRS(call, "attn::interleaved_to_half_pairs<axis>(W)");
  if constexpr (call::holds)
    return detail::pairs_moved<interleaved_pairs, half_pairs, call::position, call::moved>(w);
  else
    return w;
}
template <axis_selector Axis, std::size_t Features = all_features, class T, class... Axes>
ATTN_ABI constexpr auto half_to_interleaved_pairs(const tensor<T, Axes...>& w) {
  using call = rules::feature_pairs_call<Axis, Features, tensor<T, Axes...>>;
  ATTN_REQUIRE_PAIRS(call, "attn::half_to_interleaved_pairs<axis>(W)");
  if constexpr (call::holds)
    return detail::pairs_moved<half_pairs, interleaved_pairs, call::position, call::moved>(w);
  else
    return w;
}

namespace cost {
template <class Layout, class X, std::size_t Features = all_features>
ATTN_ABI constexpr operation_count rotary() {
  using turned = decltype(attn::rotary<Layout, Features>(detail::some<X>()));
  using width = last_axis<typename turned::shape_type>;
  constexpr std::size_t pairs = attn::detail::rotated_count<width, Features> / 2;
  return turned::volume / width::size * pairs *
         operation_count{.additions = 2, .multiplications = 4};
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
