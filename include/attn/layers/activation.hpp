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

#include <attn/ops/detail/operation.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/elementwise.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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
    if constexpr (call::all::value)
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

// What is done to every lane, for a kernel that has them in its hands. What is derived from an
// activation is not that activation.
template <class Activation>
concept activates_lanes = requires { typename Activation::template of_each<Activation>; };
template <class Activation>
using element_function = typename Activation::template of_each<Activation>;

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
