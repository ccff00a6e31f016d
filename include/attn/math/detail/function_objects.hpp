// SPDX-License-Identifier: BSL-1.0
// The elementary functions and the activations of one element, or of the lanes of a vector, as
// types.
#ifndef ATTN_MATH_DETAIL_FUNCTION_OBJECTS_HPP
#define ATTN_MATH_DETAIL_FUNCTION_OBJECTS_HPP

#include <type_traits>

#include <attn/detail/vector.hpp>
#include <attn/math/detail/exp_and_tanh.hpp>
#include <attn/math/detail/polynomial.hpp>
#include <attn/math/erf.hpp>
#include <attn/math/log.hpp>
#include <attn/math/max.hpp>
#include <attn/math/pow.hpp>
#include <attn/math/rounded.hpp>
#include <attn/math/sigmoid.hpp>
#include <attn/math/sin.hpp>
#include <attn/math/sqrt.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// sigmoid of several vectors as one value (detail/vector.hpp): the operations that its program
// has next to the numbers of exp, and the name by which a function of elements finds it. At run
// time only.

template <class V, std::size_t N>
ATTN_INLINE auto operator/(const vector_pack<V, N>& a, const vector_pack<V, N>& b) {
  return side_by_side::each(
      [](const V& x, const V& y) ATTN_INLINE_LAMBDA { return quotient(x, y); }, a, b);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator-(element_of<V> s, const vector_pack<V, N>& a) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return V(s - x); }, a);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator-(const vector_pack<V, N>& a) {
  return side_by_side::each([](const V& x) ATTN_INLINE_LAMBDA { return V(-x); }, a);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator>>(const vector_pack<V, N>& a, int bits) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return V(x >> bits); }, a);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator&(const vector_pack<V, N>& a, element_of<V> s) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return V(x & s); }, a);
}
template <class V, std::size_t N>
ATTN_INLINE auto exclusive_or(const vector_pack<V, N>& a, const vector_pack<V, N>& b) {
  return side_by_side::each(
      [](const V& x, const V& y) ATTN_INLINE_LAMBDA { return exclusive_or(x, y); }, a, b);
}
template <class V, std::size_t N>
ATTN_INLINE auto at_most(const vector_pack<V, N>& a, const vector_pack<V, N>& bound) {
  return side_by_side::each([](const V& x, const V& y) ATTN_INLINE_LAMBDA { return at_most(x, y); },
                            a, bound);
}
template <class V, std::size_t N>
ATTN_INLINE auto select_less(const vector_pack<V, N>& a, const vector_pack<V, N>& bound,
                             const vector_pack<V, N>& below, const vector_pack<V, N>& otherwise) {
  return side_by_side::each([](const V& x, const V& y, const V& b, const V& o)
                                ATTN_INLINE_LAMBDA { return select_less(x, y, b, o); },
                            a, bound, below, otherwise);
}

template <class V, std::size_t N>
ATTN_INLINE vector_pack<V, N> sigmoid(const vector_pack<V, N>& a) {
  return math::sigmoid_lanes(a);
}

ATTN_FUNCTION_OBJECT(cos)
ATTN_FUNCTION_OBJECT(erf)
ATTN_FUNCTION_OBJECT(log)
ATTN_FUNCTION_OBJECT(log1p)
ATTN_FUNCTION_OBJECT(sigmoid)
ATTN_FUNCTION_OBJECT(sin)
ATTN_FUNCTION_OBJECT(sqrt)
#undef ATTN_FUNCTION_OBJECT
template <>
inline constexpr bool has_lanes<sqrt_of> = math::detail::has_sqrt_lanes;

struct pow_of {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x, const V& exponent) const {
    if constexpr (!std::is_class_v<V> && !std::is_arithmetic_v<V>) {
      return math::pow_lanes(x, exponent);
    } else {
      using math::pow;
      return pow(x, exponent);
    }
  }
  ATTN_CHOSEN_AT_RUN_TIME(pow_of, 32)
};

// -|x|. V is a scalar or a vector of the hardware's.
template <class V>
ATTN_INLINE constexpr V negative_magnitude(const V& x) {
  if constexpr (std::is_class_v<V>) {
    using math::assume_at_most;
    return assume_at_most(V((math::min)(x, -x)), 0);
  } else {
    return at_most(x, V(-x));
  }
}

struct relu_of {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    return positive_part(x);
  }
  // NaN is not at most 0.
  template <class V>
  ATTN_INLINE static constexpr V slope_times(const V& x, const V&, const V& dy) {
    const V zero{};
    return choose(x <= zero, zero, dy);
  }
  ATTN_CHOSEN_AT_RUN_TIME(relu_of, 1)
};

struct silu_of {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    return rounded(V(x * sigmoid_of{}(x)));
  }
  // s + y sigmoid(-x), where y = x s.
  template <class V>
  ATTN_INLINE static constexpr V slope_times(const V& x, const V& y, const V& dy) {
    const auto s = math::detail::sigmoid_of_both(x);
    const V slope = s.of_x + rounded(V(y * s.of_minus_x));
    return rounded(V(slope * dy));
  }
  ATTN_CHOSEN_AT_RUN_TIME(silu_of, 8)
};

// The constants have names because GCC 12 does not fold a conversion inside a vector operation.
struct gelu_exact_of {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    using T = element_of<V>;
    constexpr auto root_of_half = T(0.70710678118654752440);
    constexpr auto half = T(0.5), one = T(1);
    const V e = erf_of{}(rounded(V(x * root_of_half)));
    return rounded(V(rounded(V(x * half)) * V(e + one)));
  }
  // (1 + erf(x / sqrt 2)) / 2 + x exp(-x^2 / 2) / sqrt(2 pi)
  template <class V>
  ATTN_INLINE static constexpr V slope_times(const V& x, const V&, const V& dy) {
    using T = element_of<V>;
    constexpr auto root_of_half = T(0.70710678118654752440), half = T(0.5), one = T(1);
    constexpr auto density = T(0.39894228040143267794);  // 1 / sqrt(2 pi)
    const V share = rounded(V(V(erf_of{}(rounded(V(x * root_of_half))) + one) * half));
    const V bell = exp_of{}(V(-rounded(V(rounded(V(x * x)) * half))));
    const V slope = share + rounded(V(rounded(V(x * density)) * bell));
    return rounded(V(slope * dy));
  }
  ATTN_CHOSEN_AT_RUN_TIME(gelu_exact_of, 8)
};

// (1 + tanh u) / 2 is sigmoid(2 u), which keeps its digits where tanh is close to -1.
struct gelu_tanh_of {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    using T = element_of<V>;
    constexpr auto two_roots = T(1.5957691216057307118);  // 2 sqrt(2 / pi)
    constexpr auto bend = T(0.044715);
    const V cube = rounded(V(rounded(V(x * x)) * x));
    const V u = x + rounded(V(cube * bend));
    return rounded(V(x * sigmoid_of{}(rounded(V(u * two_roots)))));
  }
  // s + y sigmoid(-2 u) (2 u)', where y = x s, s = sigmoid(2 u) and u' = sqrt(2 / pi) (1 + 3 bend
  // x^2).
  template <class V>
  ATTN_INLINE static constexpr V slope_times(const V& x, const V& y, const V& dy) {
    using T = element_of<V>;
    constexpr auto two_roots = T(1.5957691216057307118);  // 2 sqrt(2 / pi)
    constexpr auto bend = T(0.044715), bend_of_slope = T(3 * 0.044715), one = T(1);
    const V square = rounded(V(x * x));
    const V u = rounded(V(V(x + rounded(V(rounded(V(square * x)) * bend))) * two_roots));
    const V rise = rounded(V(V(rounded(V(square * bend_of_slope)) + one) * two_roots));
    const auto s = math::detail::sigmoid_of_both(u);
    const V slope = s.of_x + rounded(V(rounded(V(y * s.of_minus_x)) * rise));
    return rounded(V(slope * dy));
  }
  ATTN_CHOSEN_AT_RUN_TIME(gelu_tanh_of, 8)
};

struct softplus_of {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    constexpr auto one = element_of<V>(1);
    const V e = exp_of{}(negative_magnitude(x));
    const V sum = e + one;
    const V lost = e - V(sum - one);  // of e, in 1 + e
    return positive_part(x) + V(log_of{}(sum) + quotient(lost, sum));
  }
  ATTN_CHOSEN_AT_RUN_TIME(softplus_of, 16)
};

template <>
inline constexpr bool takes_several<silu_of> = true;
template <>
inline constexpr bool takes_several<gelu_tanh_of> = true;

}  // namespace attn::detail
ATTN_STRICT_FP_END

#endif
