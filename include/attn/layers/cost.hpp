// SPDX-License-Identifier: BSL-1.0
// The cost of layers and their functions, from types.
//
//   cost_of<nn::linear<…>, X>()         (rows of X) * (In * Out products, and sums; a bias)
//   cost_of<act::relu, X>()             so has every activation
//   cost::linear<Layout, X, W, B>()     and of the functions, each by its name
//
// Per element: relu 1 comparison; silu 1 sigmoid, 1 product; gelu_exact 1 erf, 3 products, 1 sum;
// gelu_tanh 1 sigmoid, 5 products, 1 sum; softplus 1 exp, 1 log, 1 division, 5 sums.
// Per row of n: rms_norm n squares, their mean, 1 / sqrt(… + eps), n products, and n more for a
// gain; layer_norm a mean, n differences, then the same, and n sums for a bias.
// embedding only moves rows; positions are constants, and adding them costs one sum an element.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/layers/activation.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/identity.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/norm.hpp>
#include <attn/layers/position_layer.hpp>
#include <attn/layers/rotary.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/detail/cost.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/map.hpp>
#include <attn/scalars/cost_of.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::cost {

namespace detail {

// c * c, their mean, its inverse root, c times that.
ATTN_ABI constexpr operation_count rms_of(std::size_t n) {
  return {
      .additions = (n - 1) + 1, .multiplications = n + 1 + n, .divisions = 1, .square_roots = 1};
}
ATTN_ABI constexpr operation_count centred(std::size_t n) {
  return {.additions = (n - 1) + n, .multiplications = 1};
}

}  // namespace detail

// --- activations
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

// --- linear: one product of matrices, whichever way the weight is stored
template <class Layout, class X, class W>
ATTN_ABI constexpr operation_count linear() {
  using product = decltype(attn::linear<Layout>(detail::some<X>(), detail::some<W>()));
  return product::volume * detail::contraction(detail::width_of<X>);
}
template <class Layout, class X, class W, class B>
ATTN_ABI constexpr operation_count linear() {
  using sums =
      decltype(attn::linear<Layout>(detail::some<X>(), detail::some<W>(), detail::some<B>()));
  return linear<Layout, X, W>() + add<sums>();
}

// --- norms; with a gain if one is given, and a bias
template <class X, axis_selector Axis = -1>
ATTN_ABI constexpr operation_count rms_norm() {
  using T = typename X::value_type;
  using call = decltype(attn::rms_norm<Axis>(detail::some<X>(), T{}));
  using row = detail::along<X, Axis, call>;
  return row::rows * detail::rms_of(row::size);
}
template <class X, class Gain, axis_selector Axis = -1>
ATTN_ABI constexpr operation_count rms_norm() {
  using T = typename X::value_type;
  using gained = decltype(attn::rms_norm<Axis>(detail::some<X>(), detail::some<Gain>(), T{}));
  return rms_norm<X, Axis>() + multiply<gained>();
}
template <class X, axis_selector Axis = -1>
ATTN_ABI constexpr operation_count layer_norm() {
  using row = detail::along<X, Axis, decltype(attn::layer_norm<Axis>(detail::some<X>()))>;
  return row::rows * (detail::centred(row::size) + detail::rms_of(row::size));
}
template <class X, class Gain, axis_selector Axis = -1>
ATTN_ABI constexpr operation_count layer_norm() {
  using gained = decltype(attn::layer_norm<Axis>(detail::some<X>(), detail::some<Gain>()));
  return layer_norm<X, Axis>() + multiply<gained>();
}
template <class X, class Gain, class Bias, axis_selector Axis = -1>
ATTN_ABI constexpr operation_count layer_norm() {
  using biased = decltype(attn::layer_norm<Axis>(detail::some<X>(), detail::some<Gain>(),
                                                 detail::some<Bias>()));
  return layer_norm<X, Gain, Axis>() + add<biased>();
}

// --- rotary positions: each pair is turned by 4 products and 2 sums
template <class Layout, class X, std::size_t Features = all_features>
ATTN_ABI constexpr operation_count rotary() {
  using turned = decltype(attn::rotary<Layout, Features>(detail::some<X>()));
  using width = last_axis<typename turned::shape_type>;
  constexpr std::size_t pairs = attn::detail::rotated_count<width, Features> / 2;
  return turned::volume / width::size * pairs *
         operation_count{.additions = 2, .multiplications = 4};
}

}  // namespace attn::cost

namespace attn {

template <>
struct counting_rule<nn::identity> {
  template <class X>
  ATTN_ABI static constexpr operation_count of(input_types<X>) {
    return {};
  }
};
template <>
struct counting_rule<act::identity> : counting_rule<nn::identity> {};

// An activation costs what its function does.
#define ATTN_ACTIVATION_RULE(function)                             \
  template <>                                                      \
  struct counting_rule<act::function> {                            \
    template <class X>                                             \
    ATTN_ABI static constexpr operation_count of(input_types<X>) { \
      return cost::function<X>();                                  \
    }                                                              \
  };
ATTN_ACTIVATION_RULE(relu)
ATTN_ACTIVATION_RULE(silu)
ATTN_ACTIVATION_RULE(gelu_exact)
ATTN_ACTIVATION_RULE(gelu_tanh)
ATTN_ACTIVATION_RULE(softplus)
ATTN_ACTIVATION_RULE(sigmoid)
ATTN_ACTIVATION_RULE(tanh)
#undef ATTN_ACTIVATION_RULE

template <class T, class In, class Out, class Layout, class Bias>
struct counting_rule<nn::linear<T, In, Out, Layout, Bias>> {
  using layer = nn::linear<T, In, Out, Layout, Bias>;
  template <class X>
  ATTN_ABI static constexpr operation_count of(input_types<X>) {
    using product = cost::detail::result_of<layer, X>;
    const operation_count products = product::volume * cost::detail::contraction(In::size);
    return Bias::has_bias ? products + cost::add<product>() : products;
  }
};

template <class T, class Words, class Width>
struct counting_rule<nn::embedding<T, Words, Width>> {
  template <class Ids>
  ATTN_ABI static constexpr operation_count of(input_types<Ids>) {
    return {};
  }
};

template <class T, class Width, double Eps, class Bias>
struct counting_rule<nn::layer_norm<T, Width, Eps, Bias>> {
  using row = tensor<T, Width>;
  template <class X>
  ATTN_ABI static constexpr operation_count of(input_types<X>) {
    const operation_count gained = cost::layer_norm<X, row>();
    return Bias::has_bias ? gained + cost::add<X>() : gained;
  }
};
template <class T, class Width, double Eps>
struct counting_rule<nn::rms_norm<T, Width, Eps>> {
  template <class X>
  ATTN_ABI static constexpr operation_count of(input_types<X>) {
    return cost::rms_norm<X, tensor<T, Width>>();
  }
};

template <class T, class Model, class Ff, class Layout, class Activation, class Bias>
struct counting_rule<nn::feed_forward<T, Model, Ff, Layout, Activation, Bias>> {
  using layer = nn::feed_forward<T, Model, Ff, Layout, Activation, Bias>;
  template <class X>
  ATTN_ABI static constexpr operation_count of(input_types<X>) {
    using inner = cost::detail::result_of<typename layer::first_type, X>;
    return cost_of<typename layer::first_type, X>() + cost_of<Activation, inner>() +
           cost_of<typename layer::second_type, inner>();
  }
};
template <class T, class Model, class Ff, class Layout, class Activation>
struct counting_rule<nn::gated_feed_forward<T, Model, Ff, Layout, Activation>> {
  using layer = nn::gated_feed_forward<T, Model, Ff, Layout, Activation>;
  template <class X>
  ATTN_ABI static constexpr operation_count of(input_types<X>) {
    using inner = cost::detail::result_of<typename layer::up_type, X>;
    return 2 * cost_of<typename layer::up_type, X>() + cost_of<Activation, inner>() +
           cost::multiply<inner>() + cost_of<typename layer::down_type, inner>();
  }
};

template <class T, class Position, class Width>
struct counting_rule<nn::learned_positions<T, Position, Width>> {
  template <class X>
  ATTN_ABI static constexpr operation_count of(input_types<X>) {
    return cost::add<X>();
  }
};
template <class T, class Position, class Width, class Layout>
struct counting_rule<nn::sinusoidal_positions<T, Position, Width, Layout>>
    : counting_rule<nn::learned_positions<T, Position, Width>> {};

}  // namespace attn
ATTN_STRICT_FP_END
