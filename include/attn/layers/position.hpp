// SPDX-License-Identifier: BSL-1.0
// Sinusoidal positions: a fixed row of numbers for every position of a sequence, to be added to its
// token, because attention ignores order.
//
//   sinusoidal_positions<token, width, T, layout>(first)    PE(p, 2i)     = sin(p / 10000^(2i/d))
//                                                           PE(p, 2i + 1) = cos(p / 10000^(2i/d))
//
// -> (token, width); token t is at position p = first + t; `first` may be any integer, and is 0
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

#include <attn/math/pow.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/calls.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Columns of sine i and cosine i in a row of d numbers (d: nowhere); the exponent is 2i / divisor.
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
  return static_cast<double>(
      rules::saturating_sum<std::uint64_t>(as_index<std::uint64_t>(first), t));
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
  const auto lengths = wavelengths<sines>(10000.0, Layout::divisor(d));
  Result out;
  for (std::size_t t = 0; t < Result::volume / d; ++t) {
    const auto at = turns_at<typename Result::value_type>(position_after(first, t), lengths);
    auto* row = out.data() + t * d;
    for (std::size_t i = 0; i < sines; ++i) {
      if (Layout::sine(i, d) < d) row[Layout::sine(i, d)] = at.sine.data()[i];
      if (Layout::cosine(i, d) < d) row[Layout::cosine(i, d)] = at.cosine.data()[i];
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
  static constexpr bool holds = all_hold<known_layout, floating_point, distinct_result>;
};
}  // namespace rules

template <axis_like Token, axis_like Width, scalar T, class Layout = void,
          std::integral First = int>
ATTN_ABI constexpr auto sinusoidal_positions(First first = 0) {
  using call = rules::sinusoids_call<T, Token, Width, Layout>;
  ATTN_REQUIRE(call, known_layout,
               "attn::sinusoidal_positions<token, width, T, layout>(): say which layout: "
               "interleaved (the paper), halves, or halves_of_tensor2tensor (fairseq's, too)");
  ATTN_REQUIRE(
      call, floating_point,
      "attn::sinusoidal_positions<token, width, T, layout>(): T must be a floating-point type");
  ATTN_REQUIRE(call, distinct_result,
               "attn::sinusoidal_positions<token, width, T, layout>(): both axes have one name");
  if constexpr (call::holds)
    return detail::sinusoids<Layout, tensor<T, Token, Width>>(first);
  else
    return tensor<T, dim<Token::size>, dim<Width::size>>{};
}

}  // namespace attn
ATTN_STRICT_FP_END
