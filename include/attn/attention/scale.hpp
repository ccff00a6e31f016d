// SPDX-License-Identifier: BSL-1.0
// The factor of the scores before the softmax, an option of attention functions.
//
//   (none)                1 / sqrt(d_k), d_k being the width of a query: what "scaled" means
//   unscaled              no factor
//   scaled_by(x)          x
//   queries_scaled        1 / sqrt(d_k), and the queries are multiplied by it, not the scores
//   queries_scaled_by(x)  x, in the same place
//
// The factor is T(1) / sqrt(T(d_k)), rounded twice, and multiplies the finished scores, unless it
// multiplies the queries: f(Q, K, queries_scaled_by(x)) is f(Q * x, K, unscaled), bit for bit.
// Special values: a product of Q and K that overflows is infinite before the factor, even where
// the scaled score would be in range, and a score of +inf makes its row of weights NaN. Queries
// that are scaled first avoid that. PyTorch and ONNX also scale before the product.
// Cost: 1 multiplication per score, or per element of Q.
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

struct queries_scaled_t {
  using kind = scale_kind;
};
inline constexpr queries_scaled_t queries_scaled{};

template <scalar S>
struct queries_scaled_by_t {
  using kind = scale_kind;
  S factor;
};
template <scalar S>
ATTN_ABI constexpr queries_scaled_by_t<S> queries_scaled_by(const S& factor) {
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

// The factor of an option, for queries of this width.
template <class T>
ATTN_ABI constexpr T scale_factor(std::size_t width, default_scale_t) {
  return default_scale<T>(width);
}
template <class T>
ATTN_ABI constexpr T scale_factor(std::size_t width, queries_scaled_t) {
  return default_scale<T>(width);
}
template <class T>
ATTN_ABI constexpr T scale_factor(std::size_t, unscaled_t) {
  return T(1);
}
template <class T, class Scale>
ATTN_ABI constexpr T scale_factor(std::size_t, const Scale& scale) {
  return T(scale.factor);
}

// What it is the factor of: the queries, the scores, or nothing.
template <class Scale>
inline constexpr bool scales_queries = std::is_same_v<Scale, queries_scaled_t>;
template <class S>
inline constexpr bool scales_queries<queries_scaled_by_t<S>> = true;
template <class Scale>
inline constexpr bool scales_scores = !scales_queries<Scale> && !std::is_same_v<Scale, unscaled_t>;

// The scale among the options. A score of another kind scales itself.
template <class... Options>
using default_scale_option =
    std::conditional_t<has_kind<score_kind, Options...>, unscaled_t, default_scale_t>;
template <class... Options>
using scale_option = option_type<scale_kind, default_scale_option<Options...>, Options...>;
template <class T, class Q, class... Options>
ATTN_ABI constexpr T factor_of(const Options&... options) {
  return scale_factor<T>(last_axis<typename Q::shape_type>::size,
                         option<scale_kind, default_scale_option<Options...>>(options...));
}

// The scores with the scale, in place.
template <class Q, class T, class... Axes, class... Options>
ATTN_ABI constexpr void scale_scores(tensor<T, Axes...>& x, const Options&... options) {
  if constexpr (scales_scores<scale_option<Options...>>)
    evaluate<scaled_for<times, tensor<T, Axes...>>>(x, x, factor_of<T, Q>(options...));
}
// The queries with the scale: a tensor of their own, or these.
template <class T, class... Q, class... Options>
ATTN_ABI constexpr decltype(auto) queries_with_scale(const tensor<T, Q...>& q,
                                                     const Options&... options) {
  if constexpr (scales_queries<scale_option<Options...>>)
    return made<scaled_for<times, tensor<T, Q...>>, tensor<T, Q...>>(
        q, factor_of<T, tensor<T, Q...>>(options...));
  else
    return (q);
}

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
