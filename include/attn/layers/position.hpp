// SPDX-License-Identifier: BSL-1.0
// Sinusoidal positions: a fixed row of numbers for every position of a sequence, to be added to its
// token, because attention ignores order.
//
//   sinusoidal_positions<token, width, T, layout>(first)    PE(p, 2i)     = sin(p / 10000^(2i/d))
//                                                           PE(p, 2i + 1) = cos(p / 10000^(2i/d))
//
// -> (token, width). Token t is at position p = first + t. `first` may be any integer, and is 0
// where it is left out.
// There is no default layout, as implementations differ and all of them train:
//   interleaved                 sine, cosine, sine, cosine …: the paper, PyTorch's tutorial
//   halves                      the same columns, first all sines, then all cosines: TensorFlow's
//                               tutorial
//   halves_of_tensor2tensor     other numbers: the exponent is i / (d/2 - 1), so that the longest
//                               wave is 10000; Tensor2Tensor, fairseq (which counts positions from
//                               the index of its padding on: `first`)
// An odd width has one more sine than cosines; with halves_of_tensor2tensor its last column is 0.
// Positions that are learnt are an nn::embedding of the positions, or a tensor that is added.
//
// Rules: is_position_layout; floating_point_element; distinct_axes.
// Accuracy: angles and functions are computed in double, each operation at most 1 ulp, and rounded
// to T: an error in the angle of less than 13 * 2^-53 of it, then half an ulp of T.
// Source: Vaswani et al., Attention Is All You Need, 3.5; tensor2tensor's issue 1423.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include <attn/layers/detail/require.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/math/pow.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Columns of sine i and cosine i in a row of d numbers (d: nowhere). The exponent is 2i / divisor.
struct interleaved {
  ATTN_ABI static constexpr std::size_t sine(std::size_t i, std::size_t) { return 2 * i; }
  ATTN_ABI static constexpr std::size_t cosine(std::size_t i, std::size_t) { return 2 * i + 1; }
  ATTN_ABI static constexpr std::size_t divisor(std::size_t d) { return d; }
};
struct halves {
  ATTN_ABI static constexpr std::size_t sine(std::size_t i, std::size_t) { return i; }
  ATTN_ABI static constexpr std::size_t cosine(std::size_t i, std::size_t d) {
    return (d + 1) / 2 + i;
  }
  ATTN_ABI static constexpr std::size_t divisor(std::size_t d) { return d; }
};
struct halves_of_tensor2tensor {
  ATTN_ABI static constexpr std::size_t sine(std::size_t i, std::size_t d) {
    return i < d / 2 ? i : d;
  }
  ATTN_ABI static constexpr std::size_t cosine(std::size_t i, std::size_t d) {
    return i < d / 2 ? d / 2 + i : d;
  }
  ATTN_ABI static constexpr std::size_t divisor(std::size_t d) {
    return d < 4 ? 2 : 2 * (d / 2 - 1);
  }
};

namespace detail {

// first + t, where `first` may be any integer.
ATTN_ABI constexpr double position_after(std::integral auto first, std::size_t t) {
  if (is_negative(first))
    return static_cast<double>(as_position<std::int64_t>(first) + static_cast<std::int64_t>(t));
  // By halves, which 32-bit processors convert themselves: the sum is the only rounding.
  const auto n = rules::saturating_sum<std::uint64_t>(as_index<std::uint64_t>(first), t);
  const double high = static_cast<double>(static_cast<std::uint32_t>(n >> 32)) * 4294967296.0;
  return attn::detail::rounded(high) + static_cast<double>(static_cast<std::uint32_t>(n));
}

// base^(2i / divisor) for i < N: what a position is divided by to be an angle. (The type is an
// argument so that only who wants lengths pays for pow in double.)
template <std::size_t N, class Wide = double>
ATTN_ABI constexpr auto wavelengths(std::type_identity_t<Wide> base, std::size_t divisor) {
  tensor<Wide, dim<N>> lengths(uninitialized);
  for (std::size_t i = 0; i < N; ++i)
    lengths.data()[i] = math::pow(base, static_cast<Wide>(2 * i) / static_cast<Wide>(divisor));
  return lengths;
}

// The cosines and sines of the angles at one position.
template <class T, std::size_t N>
struct turns {
  tensor<T, dim<N>> cosine, sine;
};
template <class T, std::size_t N>
ATTN_ABI constexpr turns<T, N> turns_at(double position, const tensor<double, dim<N>>& lengths) {
  tensor<double, dim<N>> angles(uninitialized);
  for (std::size_t i = 0; i < N; ++i) angles.data()[i] = position / lengths.data()[i];
  return {as<T>(attn::cos(angles)), as<T>(attn::sin(angles))};
}

template <class Layout, class Result>
ATTN_ABI constexpr Result sinusoids(std::integral auto first) {
  constexpr std::size_t d = last_axis<typename Result::shape_type>::size, sines = (d + 1) / 2;
  Result out;
  if constexpr (!is_tally<typename Result::value_type>) {  // which would be constants
    const auto lengths = wavelengths<sines>(10000.0, Layout::divisor(d));
    for (std::size_t t = 0; t < Result::volume / d; ++t) {
      const auto at = turns_at<typename Result::value_type>(position_after(first, t), lengths);
      auto* row = out.data() + t * d;
      for (std::size_t i = 0; i < sines; ++i) {
        if (Layout::sine(i, d) < d) row[Layout::sine(i, d)] = at.sine.data()[i];
        if (Layout::cosine(i, d) < d) row[Layout::cosine(i, d)] = at.cosine.data()[i];
      }
    }
  }
  return out;
}

}  // namespace detail

namespace rules {
template <class T, class Token, class Width, class Layout>
struct sinusoids_call {
  using operands = roles<result_axes<Token, Width>>;
  using known_layout = is_position_layout<option<Layout>>;
  using floating_point = floating_point_element<element<T>>;
  using distinct_result = distinct_axes<result_axes<Token, Width>>;
  using all = in_order<known_layout, floating_point, distinct_result>;
};
}  // namespace rules

template <axis_like Token, axis_like Width, scalar T, class Layout = void,
          std::integral First = int>
ATTN_ABI constexpr auto sinusoidal_positions(First first = 0) {
  using call = rules::sinusoids_call<T, Token, Width, Layout>;
  ATTN_REQUIRE(call, known_layout,
               "attn::sinusoidal_positions<token, width, T, layout>(): say which layout: "
               "interleaved (the paper), halves, or halves_of_tensor2tensor (also of fairseq)");
  ATTN_REQUIRE(
      call, floating_point,
      "attn::sinusoidal_positions<token, width, T, layout>(): T must be a floating-point type");
  ATTN_REQUIRE(
      call, distinct_result,
      "attn::sinusoidal_positions<token, width, T, layout>(): both axes have the same name");
  if constexpr (call::all::value)
    return detail::sinusoids<Layout, tensor<T, Token, Width>>(first);
  else
    return tensor<T, dim<Token::size>, dim<Width::size>>{};
}

// Positions as a layer: adds the row of its position to every token of a sequence.
//
//   nn::learned_positions<T, position, width> layer;               a table, trained like the rest
//   nn::sinusoidal_positions<T, position, width, layout> layer;    no parameters: sines and cosines
//   nn::no_positions<T, position, width> layer;    rows of 0, for layers that know the position
//                                                  themselves (rotary); it limits the tokens only
//   layer(x[, first])     out(…, t, j) = x(…, t, j) + rows(first + t, j)
//   layer(x, positions)   out(…, t, j) = x(…, t, j) + rows(positions(…, t), j)
//
// (token, width) -> (token, width). An optional leading axis (a batch). The size of `position` is
// the number of positions: the rows of a table, or a limit for sinusoids. `first` is the position
// of the first token, by default 0: for example the number of tokens in a cache. `positions` are
// integers, (token), or (batch, token), such as position_ids(padding) of attention/lengths.hpp.
//
// Rules: is_sequence; same_element; same_axis of x's last axis and the width; fits_into, of the
// tokens and the positions; the rules of sinusoidal_positions, and positions_of_texts. A position
// after the last one does not compile as a constant, and ends the program at run time.
// Accuracy: one addition per element, correctly rounded. The rows: layers/position.hpp.
// Cost: cost_of<nn::learned_positions<…>, X>(), 1 addition per element: the rows are constants.

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void position_is_after_the_last() { detail::end_of_program(); }

namespace rules {

template <class X, class T, class Position, class Width>
struct positions_call;
template <class U, class... X, class T, class Position, class Width>
struct positions_call<tensor<U, X...>, T, Position, Width> {
  using operands = roles<axes_of<X...>>;
  static constexpr std::size_t tokens = second_to_last_axis<shape<X...>>::size;
  using sequence = is_sequence<in_brief<axes_of<X...>>>;
  using layer_element = same_element<element_of_A<U>, element_of_B<T>>;
  using width = same_axis<width_of_X<last_axis<shape<X...>>>, input_of_W<Width>>;
  using enough = fits_into<size<tokens>, any_axis<Position>>;
  using all = in_order<sequence, layer_element, width, enough>;
};

// The positions of the tokens of x, a sequence or a batch of them: (token), or (batch, token).
template <bool Asked, class X, class Positions>
struct positions_of_texts;
template <bool Asked, class... X, class P, class... At>
struct positions_of_texts<Asked, shape<X...>, tensor<P, At...>> {
  using x = shape<X...>;
  using at = shape<At...>;
  using operands = roles<axes_of_A<X...>, axes_of_B<At...>>;
  using integers = is_integer<element<P>>;
  using ranks = rank_within<rank<sizeof...(At)>, rank<1>, rank<sizeof...(X) - 1>>;
  using one_each = same_axis<axis_of_A<second_to_last_axis<x>>, axis_of_B<last_axis<at>>>;
  using texts_fit = same_axes<role_of<axes_of_A, attn::detail::edit<x, at::rank - 1, x::rank>>,
                              role_of<axes_of_B, without_last_axis<at>>>;
  using all = in_order<integers, std::bool_constant<Asked>, ranks, one_each, texts_fit>;
};

}  // namespace rules

namespace detail {

// x, and the same rows on top of every sequence in it. A type of its own, as it has no rule of
// reverse mode.
template <std::size_t Volume, std::size_t N>
struct rows_added : bias_of<Volume, N> {};
template <class X, class Rows>
ATTN_ABI constexpr X with_rows_added(const X& x, const Rows& rows) {
  return made<rows_added<X::volume, Rows::volume>, X>(x, rows);
}

// x, and on top of each token the row of its own position, row(p).
template <class Position, std::size_t Volume, std::size_t Width, std::size_t Positions>
struct row_of_each_added {
  ATTN_ABI static constexpr operation_count cost() { return {.additions = Volume}; }
  template <class T, class P, class Row>
  ATTN_ABI static constexpr void write(T* out, const T* x, const P* positions, const Row& row) {
    for (std::size_t i = 0; i < Volume; i += Width) {
      const P p = positions[i / Width % Positions];
      if (is_negative(p) || as_index(p) >= Position::size) position_is_after_the_last();
      const auto added = row(as_index(p));
      for (std::size_t j = 0; j < Width; ++j) out[i + j] = x[i + j] + added.data()[j];
    }
  }
};
template <class Position, class X, class At, class Row>
ATTN_ABI constexpr X with_row_of_each(const X& x, const At& positions, const Row& row) {
  constexpr std::size_t width = last_axis<typename X::shape_type>::size;
  return made<row_of_each_added<Position, X::volume, width, At::volume>, X>(x, positions, row);
}

}  // namespace detail

namespace nn {

template <scalar T, axis_like Position, axis_like Width>
struct learned_positions {
  using value_type = T;
  using position = Position;
  using width = Width;
  using weight_type = tensor<T, Position, Width>;
  ATTN_MEMBERS(learned_positions, (weight_type, weight));

  template <class U, class... X>
  ATTN_ABI constexpr tensor<U, X...> operator()(const tensor<U, X...>& x,
                                                std::size_t first = 0) const {
    using call = rules::positions_call<tensor<U, X...>, T, Position, Width>;
    ATTN_REQUIRE_POSITIONS(call, "attn::nn::learned_positions(x)");
    if constexpr (call::all::value) {
      if (first > Position::size - call::tokens) position_is_after_the_last();
      return attn::detail::with_rows_added(x, narrow<0, call::tokens>(weight, first));
    } else {
      return x;
    }
  }
  template <class U, class... X, class P, class... At>
  ATTN_ABI constexpr tensor<U, X...> operator()(const tensor<U, X...>& x,
                                                [[maybe_unused]] const tensor<P, At...>& at) const {
    using call = rules::positions_call<tensor<U, X...>, T, Position, Width>;
    using texts = rules::positions_of_texts<call::all::value, shape<X...>, tensor<P, At...>>;
    ATTN_REQUIRE_POSITIONS(call, "attn::nn::learned_positions(x, positions)");
    ATTN_REQUIRE_POSITIONS_OF_TEXTS(texts, "attn::nn::learned_positions(x, positions)");
    if constexpr (call::all::value && texts::all::value)
      return attn::detail::with_row_of_each<Position>(
          x, at, [this](std::size_t p) { return select<0>(weight, p); });
    else
      return x;
  }
  ATTN_ABI friend constexpr bool operator==(const learned_positions&,
                                            const learned_positions&) = default;
};

template <scalar T, axis_like Position, axis_like Width, class Layout>
struct sinusoidal_positions {
  using value_type = T;
  using position = Position;
  using width = Width;
  ATTN_MEMBERS(sinusoidal_positions);

  template <class U, class... X>
  ATTN_ABI constexpr tensor<U, X...> operator()(const tensor<U, X...>& x,
                                                std::size_t first = 0) const {
    using call = rules::positions_call<tensor<U, X...>, T, Position, Width>;
    ATTN_REQUIRE_POSITIONS(call, "attn::nn::sinusoidal_positions(x)");
    if constexpr (call::all::value) {
      if (first > Position::size - call::tokens) position_is_after_the_last();
      return attn::detail::with_rows_added(
          x, attn::sinusoidal_positions<dim<call::tokens>, dim<Width::size>, T, Layout>(first));
    } else {
      return x;
    }
  }
  template <class U, class... X, class P, class... At>
  ATTN_ABI constexpr tensor<U, X...> operator()(const tensor<U, X...>& x,
                                                [[maybe_unused]] const tensor<P, At...>& at) const {
    using call = rules::positions_call<tensor<U, X...>, T, Position, Width>;
    using texts = rules::positions_of_texts<call::all::value, shape<X...>, tensor<P, At...>>;
    ATTN_REQUIRE_POSITIONS(call, "attn::nn::sinusoidal_positions(x, positions)");
    ATTN_REQUIRE_POSITIONS_OF_TEXTS(texts, "attn::nn::sinusoidal_positions(x, positions)");
    if constexpr (call::all::value && texts::all::value)
      return attn::detail::with_row_of_each<Position>(x, at, [](std::size_t p) {
        return attn::sinusoidal_positions<dim<1>, dim<Width::size>, T, Layout>(p);
      });
    else
      return x;
  }
  ATTN_ABI friend constexpr bool operator==(const sinusoidal_positions&,
                                            const sinusoidal_positions&) = default;
};

template <scalar T, axis_like Position, axis_like Width>
struct no_positions {
  using value_type = T;
  using position = Position;
  using width = Width;
  ATTN_MEMBERS(no_positions);

  template <class U, class... X>
  ATTN_ABI constexpr tensor<U, X...> operator()(const tensor<U, X...>& x,
                                                std::size_t first = 0) const {
    using call = rules::positions_call<tensor<U, X...>, T, Position, Width>;
    ATTN_REQUIRE_POSITIONS(call, "attn::nn::no_positions(x)");
    if constexpr (call::all::value)
      if (first > Position::size - call::tokens) position_is_after_the_last();
    return x;
  }
  template <class U, class... X, class P, class... At>
  ATTN_ABI constexpr tensor<U, X...> operator()(const tensor<U, X...>& x,
                                                [[maybe_unused]] const tensor<P, At...>& at) const {
    using call = rules::positions_call<tensor<U, X...>, T, Position, Width>;
    using texts = rules::positions_of_texts<call::all::value, shape<X...>, tensor<P, At...>>;
    ATTN_REQUIRE_POSITIONS(call, "attn::nn::no_positions(x, positions)");
    ATTN_REQUIRE_POSITIONS_OF_TEXTS(texts, "attn::nn::no_positions(x, positions)");
    return x;
  }
  ATTN_ABI friend constexpr bool operator==(const no_positions&, const no_positions&) = default;
};

}  // namespace nn

}  // namespace attn
ATTN_STRICT_FP_END
