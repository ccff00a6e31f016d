// SPDX-License-Identifier: BSL-1.0
// The factor of the scores before the softmax, an option of attention functions.
//
//   (none)        1 / sqrt(d_k), d_k being the width of a query: what "scaled" means by default
//   unscaled      no factor
//   scaled_by(x)  x
//
// The factor is T(1) / sqrt(T(d_k)), rounded twice, and multiplies the finished scores.
// An option (attention/options.hpp).
#pragma once

#include <cstddef>

#include <attn/attention/options.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/tensor/scalar.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct unscaled_t {
  using kind = scale_kind;
};
inline constexpr unscaled_t unscaled{};

template <scalar S>
struct scaled_by_t {
  using kind = scale_kind;
  S factor;
};
template <scalar S>
ATTN_ABI constexpr scaled_by_t<S> scaled_by(const S& factor) {
  return {factor};
}

// T(1) / sqrt(T(width)).
template <floating_scalar T>
ATTN_ABI constexpr T default_scale(std::size_t width) {
  using math::sqrt;
  return T(1) / sqrt(T(static_cast<int>(width)));
}

namespace detail {

struct default_scale_t {};

// The scores with the scale, in place: x * factor, or x.
template <class T, class... Axes>
ATTN_ABI constexpr void scale_scores(tensor<T, Axes...>& x, std::size_t width, default_scale_t) {
  write_combined<times>(x, x, default_scale<T>(width));
}
template <class Scores>
ATTN_ABI constexpr void scale_scores(Scores&, std::size_t, unscaled_t) {}
template <class T, class... Axes, class S>
ATTN_ABI constexpr void scale_scores(tensor<T, Axes...>& x, std::size_t,
                                     const scaled_by_t<S>& scale) {
  write_combined<times>(x, x, T(scale.factor));
}

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
