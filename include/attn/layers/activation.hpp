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
// act::sigmoid, act::tanh, act::identity, or any stateless type that maps a tensor.
//
// Rules: floating_point_element; same_axes and same_element, for out; variant_is_named: gelu(x) is
// ambiguous.
// Accuracy: relu exact; silu, softplus and, to the right of 0, the gelus about 2 ulp. To the left
// gelu_exact errs by at most 2 ulp of x/2, as 1 + erf loses what is small; gelu_tanh, by way of
// sigmoid, by 9 ulp down to -2 and 120 down to -8. Where sigmoid(x) is subnormal, below -87 (float)
// or -708 (double), silu errs by at most |x| times the smallest subnormal number, and so does
// gelu_tanh where sigmoid(2 u) is. The same bits in every evaluator.
// Special values: NaN gives NaN; relu(-0) = -0; at +inf all are +inf; at -inf relu and softplus are
// +0, and silu and the gelus, -inf * 0, are NaN, as in PyTorch.
// Cost: cost::relu<X>() and cost_of<act::relu, X>(), per element: relu 1 comparison; silu 1
// sigmoid, 1 multiplication; gelu_exact 1 erf, 3 multiplications, 1 addition; gelu_tanh 1 sigmoid,
// 5 multiplications, 1 addition; softplus 1 exp, 1 log, 1 division, 5 additions, 2 comparisons, 1
// negation; gelu has none.
#pragma once

#include <type_traits>

#include <attn/detail/vector_sigmoid.hpp>
#include <attn/math/assume.hpp>
#include <attn/math/max.hpp>
#include <attn/ops/detail/erf.hpp>
#include <attn/ops/detail/exp.hpp>
#include <attn/ops/detail/log.hpp>
#include <attn/ops/detail/of_every_element.hpp>
#include <attn/ops/detail/sigmoid.hpp>
#include <attn/ops/detail/tanh.hpp>
#include <attn/ops/map.hpp>
#include <attn/rules/models.hpp>
#include <attn/scalars/cost_of.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// V is a scalar or a vector of the hardware's. A scalar of the user's has a max of its own.
template <class V>
ATTN_INLINE constexpr V positive_part(const V& x) {
  if constexpr (std::is_class_v<V>) {
    using math::max;
    return max(x, V(0));
  } else {
    return at_least(x, splat<V>(element_of<V>(0)));
  }
}

// -|x|
template <class V>
ATTN_INLINE constexpr V negative_magnitude(const V& x) {
  if constexpr (std::is_class_v<V>) {
    using math::assume_at_most;
    using math::min;
    return assume_at_most(V(min(x, -x)), 0);
  } else {
    return at_most(x, V(-x));
  }
}

struct relu_of {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    return positive_part(x);
  }
};

struct silu_of {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    return rounded(V(x * sigmoid_of{}(x)));
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
ATTN_OF_EVERY_ELEMENT(silu)
ATTN_OF_EVERY_ELEMENT(gelu_exact)
ATTN_OF_EVERY_ELEMENT(gelu_tanh)
ATTN_OF_EVERY_ELEMENT(softplus)

// Not a function on purpose, but a question: which?
template <class T, class... Axes>
ATTN_ABI constexpr auto gelu(const tensor<T, Axes...>& x) {
  using call = rules::single_rule_call<rules::variant_is_named<rules::element<T>>>;
  ATTN_REQUIRE(call, rule,
               "attn::gelu(x): say which: gelu_exact(x), with erf, PyTorch's default; or "
               "gelu_tanh(x), the approximation of GPT-2");
  return x;
}

namespace cost {
template <class X>
ATTN_ABI constexpr operation_count relu() {
  return {.comparisons = X::volume};
}
template <class X>
ATTN_ABI constexpr operation_count silu() {
  return map<X>({.multiplications = 1, .sigmoids = 1});
}
template <class X>
ATTN_ABI constexpr operation_count gelu_exact() {
  return map<X>({.additions = 1, .multiplications = 3, .error_functions = 1});
}
template <class X>
ATTN_ABI constexpr operation_count gelu_tanh() {
  return map<X>({.additions = 1, .multiplications = 5, .sigmoids = 1});
}
template <class X>
ATTN_ABI constexpr operation_count softplus() {
  return map<X>({.additions = 5,
                 .divisions = 1,
                 .exponentials = 1,
                 .logarithms = 1,
                 .comparisons = 2,
                 .negations = 1});
}
}  // namespace cost

namespace detail {

// What is done to every lane, for a kernel that has them in its hands, and what it costs; of
// exactly these types.
template <class Activation>
struct lanewise_activation {};

}  // namespace detail

#define ATTN_ACTIVATION(function)                       \
  namespace act {                                       \
  struct function {                                     \
    template <class X>                                  \
    ATTN_ABI constexpr X operator()(const X& x) const { \
      return attn::function(x);                         \
    }                                                   \
  };                                                    \
  }                                                     \
  namespace detail {                                    \
  template <>                                           \
  struct lanewise_activation<act::function> {           \
    using type = function##_of;                         \
    template <class X>                                  \
    ATTN_ABI static constexpr auto cost() {             \
      return attn::cost::function<X>();                 \
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

template <class Activation>
concept activates_lanes = requires { typename lanewise_activation<Activation>::type; };

}  // namespace detail

template <detail::activates_lanes Activation>
struct counting_rule<Activation> {
  template <class X>
  ATTN_ABI static constexpr operation_count of(input_types<X>) {
    return detail::lanewise_activation<Activation>::template cost<X>();
  }
};
template <>
struct counting_rule<act::identity> {
  template <class X>
  ATTN_ABI static constexpr operation_count of(input_types<X>) {
    return {};
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
