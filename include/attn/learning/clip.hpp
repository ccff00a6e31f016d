// SPDX-License-Identifier: BSL-1.0
// Bounds for gradients, before a step down them.
//
//   clip_gradient_norm(g, max_norm)   g times max_norm / (norm + 1e-6), if that is below 1; returns
//                                     the norm: the root of the sum of the squares of all numbers
//   clip_gradient_value(g, bound)     every number between -bound and bound
//
// g is what gradient(…) returns: a tensor, a model, or a std::tuple of them, which have one norm.
// PyTorch: torch.nn.utils.clip_grad_norm_, clip_grad_value_.
// Accuracy: the norm of each tensor is the root of a sum with 16 partial sums, that of all the root
// of the sum of their squares, in order.
// Special values: an infinite norm makes all numbers 0, and infinities NaN; a NaN makes all NaN.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>

#include <attn/detail/generic/reduce.hpp>
#include <attn/detail/vector.hpp>
#include <attn/learning/detail/differentiate.hpp>
#include <attn/math/sqrt.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class F, class... P>
ATTN_ABI constexpr void for_each_leaf(const F& f, std::tuple<P...>& all) {
  std::apply([&](auto&... p) { (for_each_leaf(f, p), ...); }, all);
}
template <class... P>
struct parameter_traits<std::tuple<P...>> {
  using element = typename parameter_traits<std::tuple_element_t<0, std::tuple<P...>>>::element;
};

// Element i to partial sum i mod 16, then a tree.
template <std::size_t N, class T>
ATTN_ABI constexpr T sum_of_squares(const T* x) {
  constexpr std::size_t partials = generic::partials;
  T sums[partials]{};
  for (std::size_t i = 0; i < N; ++i)
    sums[i % partials] = sums[i % partials] + rounded(T(x[i] * x[i]));
  return generic::reduce<partials, 1>(sums, plus{});
}

}  // namespace detail

template <class G>
ATTN_ABI constexpr auto clip_gradient_norm(G& gradient, double max_norm) {
  using T = typename detail::parameter_traits<G>::element;
  T squares(0);
  detail::for_each_leaf(
      [&](const auto& x) {
        const T norm =
            math::sqrt(detail::sum_of_squares<std::remove_cvref_t<decltype(x)>::volume>(x.data()));
        squares = squares + detail::rounded(T(norm * norm));
      },
      gradient);
  const T norm = math::sqrt(squares);
  const T factor = T(max_norm) / T(norm + T(1e-6));
  if (!(factor >= T(1))) detail::for_each_leaf([&](auto& x) { x *= factor; }, gradient);
  return norm;
}

template <class G>
ATTN_ABI constexpr void clip_gradient_value(G& gradient, double bound) {
  using T = typename detail::parameter_traits<G>::element;
  const T most = T(bound);
  detail::for_each_leaf(
      [&](auto& x) {
        for (T& element : x) element = element > most ? most : element < -most ? T(-most) : element;
      },
      gradient);
}

}  // namespace attn
ATTN_STRICT_FP_END
