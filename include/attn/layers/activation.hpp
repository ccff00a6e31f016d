// SPDX-License-Identifier: BSL-1.0
// Activations: functions applied to every element between the linear layers of a network.
//
//   relu(x)         max(x, 0)
//   silu(x)         x sigmoid(x), also known as swish
//   gelu_exact(x)   x/2 (1 + erf(x / sqrt 2)), the definition and PyTorch's default
//   gelu_tanh(x)    x/2 (1 + tanh u) = x sigmoid(2 u), u = sqrt(2 / pi) (x + 0.044715 x^3): GPT-2's
//   softplus(x)     log(1 + exp(x)) = max(x, 0) + log(1 + exp(-|x|))
//
// relu_into(out, x) and so on write to an existing tensor, which may be x.
//
// (axes) -> (axes). sigmoid and tanh: ops/elementary.hpp. As function objects, for a layer's
// template argument: act::relu, act::silu, act::gelu_exact, act::gelu_tanh, act::softplus,
// act::sigmoid, act::tanh, act::identity, act::each<F>, of a function F of one element, or any
// stateless type that maps a tensor.
//
// Rules: floating_point_element; same_axes and same_element, for out; variant_is_named: gelu(x) is
// ambiguous.
// Accuracy: relu exact. Silu, softplus and, to the right of 0, the gelus about 2 ulp. To the left
// gelu_exact errs by at most 2 ulp of x/2, as 1 + erf loses what is small. gelu_tanh, by way of
// sigmoid, by 9 ulp down to -2 and 120 down to -8. Where sigmoid(x) is subnormal, below -87 (float)
// or -708 (double), silu errs by at most |x| times the smallest subnormal number, and so does
// gelu_tanh where sigmoid(2 u) is. The same bits in every evaluator.
// Special values: NaN gives NaN. relu(-0) = -0; at +inf all are +inf; at -inf relu and softplus are
// +0, and silu and the gelus, -inf * 0, are NaN, as in PyTorch.
// Cost: cost::relu<X>() and cost_of<act::relu, X>(), per element: relu 1 comparison. Silu 1
// sigmoid, 1 multiplication. gelu_exact 1 erf, 3 multiplications, 1 addition. gelu_tanh 1 sigmoid,
// 5 multiplications, 1 addition. Softplus 1 exp, 1 log, 1 division, 5 additions, 2 comparisons, 1
// negation. Gelu has none.
#pragma once

#include <concepts>
#include <type_traits>

#include <attn/detail/vector.hpp>
#include <attn/math/detail/polynomial.hpp>
#include <attn/math/max.hpp>
#include <attn/math/rounded.hpp>
#include <attn/math/sigmoid.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/elementwise.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/concepts.hpp>

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

}  // namespace attn::detail

namespace attn {

namespace detail {

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
};

}  // namespace detail

ATTN_OF_EVERY_ELEMENT(relu)
ATTN_COST(relu)
ATTN_OF_EVERY_ELEMENT(silu)
ATTN_COST(silu)
ATTN_OF_EVERY_ELEMENT(gelu_exact)
ATTN_COST(gelu_exact)
ATTN_OF_EVERY_ELEMENT(gelu_tanh)
ATTN_COST(gelu_tanh)
ATTN_OF_EVERY_ELEMENT(softplus)
ATTN_COST(softplus)

// This overload computes nothing on purpose: its sentence asks for one of the two functions.
template <class T, class... Axes>
ATTN_ABI constexpr auto gelu(const tensor<T, Axes...>& x) {
  using call = rules::single_rule_call<rules::variant_is_named<rules::element<T>>>;
  ATTN_REQUIRE(call, rule,
               "attn::gelu(x): say which: gelu_exact(x), with erf, PyTorch's default; or "
               "gelu_tanh(x), the approximation of GPT-2");
  return x;
}

#define ATTN_ACTIVATION(function)                       \
  namespace act {                                       \
  struct function {                                     \
    template <std::same_as<function> Self>              \
    using of_each = detail::function##_of;              \
    template <class X>                                  \
    ATTN_ABI constexpr X operator()(const X& x) const { \
      return attn::function(x);                         \
    }                                                   \
  };                                                    \
  }
ATTN_ACTIVATION(relu)
ATTN_ACTIVATION(silu)
ATTN_ACTIVATION(gelu_exact)
ATTN_ACTIVATION(gelu_tanh)
ATTN_ACTIVATION(softplus)
ATTN_ACTIVATION(sigmoid)
ATTN_ACTIVATION(tanh)
#undef ATTN_ACTIVATION

namespace act {

// The question of attn::gelu: which one?
struct gelu {
  using has_variants = void;
  template <class X>
  ATTN_ABI constexpr X operator()(const X& x) const {
    return attn::gelu(x);
  }
};

// An activation of your own: F is a function of one element, a number or a vector of them. Its
// derivative is the derivative of duals, unless F has slope_times(x, y, dy). Its cost is counted.
template <class F>
struct each {
  template <std::same_as<each> Self>
  using of_each = F;
  template <class T, class... Axes>
  ATTN_ABI constexpr tensor<T, Axes...> operator()(const tensor<T, Axes...>& x) const {
    using call = rules::floating_call<tensor<T, Axes...>>;
    ATTN_REQUIRE_FLOATING_POINT(call, "attn::act::each<F>");
    if constexpr (call::holds)
      return detail::made<detail::each_of<F, shape<Axes...>::volume>, tensor<T, Axes...>>(x);
    else
      return x;
  }
};

struct identity {
  template <class X>
  ATTN_ABI constexpr X operator()(const X& x) const {
    return x;
  }
};

}  // namespace act

namespace detail {

template <>
inline constexpr bool takes_several<silu_of> = true;
template <>
inline constexpr bool takes_several<gelu_tanh_of> = true;

// What is done to every lane, for a kernel that has them in its hands. What is derived from an
// activation is not that activation.
template <class Activation>
concept activates_lanes = requires { typename Activation::template of_each<Activation>; };
template <class Activation>
using element_function = typename Activation::template of_each<Activation>;

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
