// SPDX-License-Identifier: BSL-1.0
// Layer norm and RMS norm: normalise every row along an axis.
//
//   layer_norm<axis>(x, gain, bias, eps)   c_i = x_i - mean of x;   gain and bias, or bias alone,
//                                          may be left out; eps is 1e-5 where it is
//   rms_norm<axis>(x, gain, eps)           c_i = x_i;               gain may be left out
//   y_i = c_i * r * gain_i + bias_i,   r = 1 / sqrt(mean of c_i^2 + eps)
//
// (token, feature) x (feature) -> (token, feature), for "feature". layer_norm(x, …) takes the last
// axis, as PyTorch, Keras and Flax do. The variance is the biased one, divided by n. eps stands
// under the root. rms_norm has no default eps: PyTorch takes the type's, Llama 1e-5 or 1e-6.
//   nn::layer_norm<T, width> layer;   layer(x)   weight and bias, as PyTorch names them
//   nn::rms_norm<T, width, eps> layer;           weight
//
// Rules: has_axis; floating_point_element; same_axes, of the gain, the bias and the axis;
// same_elements.
// Accuracy: bit for bit mean, x - mean, mean of the squares, 1 / sqrt, multiply, add_bias: two
// passes. The mean is a number of the element type, whose rounding error is in every x - mean. It
// dominates where the row varies by no more than that. x - x_0, which is exact there, has no such
// offset.
// A negative eps or NaN does not compile as a constant, nor as an argument of a layer's type; at
// run time it ends the program if ATTN_CHECKED is defined.
// Special values: a constant row becomes the bias, if eps is large compared with the square of the
// mean's error, otherwise up to gain + bias. It, with eps = 0, and a row with a NaN or an infinity
// are NaN at run time and do not compile as constants.
// Where the squares overflow, y is the bias. Where the sum of x does, which makes the mean
// infinite, y is NaN: the formula is the formula of the element type.
// Cost: cost::rms_norm<X, axis>(), layer_norm; with a gain and a bias <X, Gain, Bias, axis>.
// cost_of for the layers. Per row of n, rms_norm: 2 n + 1 multiplications, n additions, 1 root, 1
// division, n multiplications for a gain. layer_norm: 2 n - 1 additions and 1 multiplication more,
// n additions for a bias.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/constant/norm.hpp>
#include <attn/detail/element.hpp>
#include <attn/detail/runtime/norm.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/ops/reductions.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void eps_of_a_norm_must_not_be_negative() { detail::end_of_program(); }

namespace detail {

// An unnamed axis gets the name that the gain, or the bias, has for it: of those there are.
template <class Shape, std::size_t At, class... Parameters>
struct named_after {
  using type = Shape;
};
template <class Shape, std::size_t At, class First, class... Rest>
struct named_after<Shape, At, First, Rest...> {
  using named = replace_axis<Shape, At, first_named<axis_at<Shape, At>, axis_at<First, 0>>>;
  using type = typename named_after<named, At, Rest...>::type;
};

// A row of n: c * c, their mean, its inverse root, c times that. The mean, and c = x - mean.
template <origin From>
ATTN_ABI constexpr operation_count cost_of_norm(std::size_t n, bool has_gain, bool has_bias) {
  operation_count row{
      .additions = n, .multiplications = n + 1 + n, .divisions = 1, .square_roots = 1};
  if (From == origin::mean) row += {.additions = (n - 1) + n, .multiplications = 1};
  if (has_gain) row += {.multiplications = n};
  if (has_bias) row += {.additions = n};
  return row;
}

// Gain and Bias are tensors, or nullptr_t.
template <origin From, class Around, bool HasGain, bool HasBias>
struct norm_of {
  ATTN_ABI static constexpr operation_count cost() {
    return Around::rows * cost_of_norm<From>(Around::extent, HasGain, HasBias);
  }
  template <class T, class Gain = std::nullptr_t, class Bias = std::nullptr_t>
  ATTN_ABI static constexpr void write(T* out, const T* x, const T& eps, const Gain& gain = nullptr,
                                       const Bias& bias = nullptr) {
    constexpr std::size_t n = Around::extent, stride = Around::inner, rows = Around::rows;
    if (std::is_constant_evaluated())
      constant::norm<From, n, stride>(out, x, rows, gain, bias, eps);
    else if constexpr (stride == 1)
      runtime::norm<From, rows, n>(out, x, gain, bias, eps);
    else
      generic::norms<From, n, stride>(out, x, rows, gain, bias, eps);
  }
};

template <class T>
ATTN_ABI constexpr const T& checked_eps(const T& eps) {
  if constexpr (std::is_floating_point_v<T>)
    if (indices_are_checked() && !(eps >= T(0))) eps_of_a_norm_must_not_be_negative();
  return eps;
}

// Parameters: the shapes of a gain and a bias, as far as there are any.
template <origin From, std::size_t At, class X, class... Parameters>
using norm_for = norm_of<From, around_axis<typename X::shape_type, At>, (sizeof...(Parameters) > 0),
                         (sizeof...(Parameters) > 1)>;
template <std::size_t At, class X, class... Parameters>
using normed = tensor_of<typename X::value_type,
                         typename named_after<typename X::shape_type, At, Parameters...>::type>;

// The usual eps. Zero where the elements have no fractions, which is another rule's business.
template <class T>
ATTN_ABI constexpr T eps_of(double eps) {
  if constexpr (rules::floating_point_element<rules::element<T>>::value)
    return static_cast<T>(eps);
  else
    return T{};
}

}  // namespace detail

template <axis_selector Axis = -1, class T, class... Axes>
ATTN_ABI constexpr auto layer_norm(const tensor<T, Axes...>& x,
                                   const std::type_identity_t<T>& eps = detail::eps_of<T>(1e-5)) {
  using call = rules::norm_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_NORM(call, "attn::layer_norm<axis>(x, …)");
  if constexpr (call::all::value)
    return detail::made<detail::norm_for<detail::origin::mean, call::position, tensor<T, Axes...>>,
                        detail::normed<call::position, tensor<T, Axes...>>>(
        x, detail::checked_eps(eps));
  else
    return x;
}

template <axis_selector Axis = -1, class T, class U, class... Axes, class... G>
ATTN_ABI constexpr auto layer_norm(const tensor<T, Axes...>& x, const tensor<U, G...>& gain,
                                   const std::type_identity_t<T>& eps = detail::eps_of<T>(1e-5)) {
  using call = rules::norm_call<Axis, tensor<T, Axes...>, tensor<U, G...>>;
  ATTN_REQUIRE_NORM(call, "attn::layer_norm<axis>(x, …)");
  if constexpr (call::all::value)
    return detail::made<
        detail::norm_for<detail::origin::mean, call::position, tensor<T, Axes...>, shape<G...>>,
        detail::normed<call::position, tensor<T, Axes...>, shape<G...>>>(
        x, detail::checked_eps(eps), gain);
  else
    return x;
}

template <axis_selector Axis = -1, class T, class U, class R, class... Axes, class... G, class... B>
ATTN_ABI constexpr auto layer_norm(const tensor<T, Axes...>& x, const tensor<U, G...>& gain,
                                   const tensor<R, B...>& bias,
                                   const std::type_identity_t<T>& eps = detail::eps_of<T>(1e-5)) {
  using call = rules::norm_call<Axis, tensor<T, Axes...>, tensor<U, G...>, tensor<R, B...>>;
  ATTN_REQUIRE_NORM(call, "attn::layer_norm<axis>(x, …)");
  if constexpr (call::all::value)
    return detail::made<
        detail::norm_for<detail::origin::mean, call::position, tensor<T, Axes...>, shape<G...>,
                         shape<B...>>,
        detail::normed<call::position, tensor<T, Axes...>, shape<G...>, shape<B...>>>(
        x, detail::checked_eps(eps), gain, bias);
  else
    return x;
}

template <axis_selector Axis = -1, class T, class... Axes>
ATTN_ABI constexpr auto rms_norm(const tensor<T, Axes...>& x, const std::type_identity_t<T>& eps) {
  using call = rules::norm_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_NORM(call, "attn::rms_norm<axis>(x, …)");
  if constexpr (call::all::value)
    return detail::made<detail::norm_for<detail::origin::zero, call::position, tensor<T, Axes...>>,
                        detail::normed<call::position, tensor<T, Axes...>>>(
        x, detail::checked_eps(eps));
  else
    return x;
}

template <axis_selector Axis = -1, class T, class U, class... Axes, class... G>
ATTN_ABI constexpr auto rms_norm(const tensor<T, Axes...>& x, const tensor<U, G...>& gain,
                                 const std::type_identity_t<T>& eps) {
  using call = rules::norm_call<Axis, tensor<T, Axes...>, tensor<U, G...>>;
  ATTN_REQUIRE_NORM(call, "attn::rms_norm<axis>(x, …)");
  if constexpr (call::all::value)
    return detail::made<
        detail::norm_for<detail::origin::zero, call::position, tensor<T, Axes...>, shape<G...>>,
        detail::normed<call::position, tensor<T, Axes...>, shape<G...>>>(
        x, detail::checked_eps(eps), gain);
  else
    return x;
}

namespace nn {
namespace detail {
template <class Weight>
ATTN_ABI constexpr Weight ones() {
  Weight weight;
  for (auto& element : weight) element = typename Weight::value_type(1);
  return weight;
}
}  // namespace detail

// initial(): as PyTorch starts it, weight 1 and bias 0. Value-initialised all parameters are 0.
template <scalar T, axis_like Width, double Eps = 1e-5, class Bias = with_bias>
struct layer_norm {
  static_assert(Eps >= 0, "attn::nn::layer_norm<T, width, eps>: eps must not be negative");
  using weight_type = tensor<T, Width>;
  ATTN_MEMBERS(layer_norm, (weight_type, weight), (weight_type, bias));

  ATTN_ABI static constexpr layer_norm initial() { return {detail::ones<weight_type>(), {}}; }

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::layer_norm(x, weight, bias, attn::detail::eps_of<U>(Eps));
  }
  ATTN_ABI friend constexpr bool operator==(const layer_norm&, const layer_norm&) = default;
};

template <scalar T, axis_like Width, double Eps>
struct layer_norm<T, Width, Eps, without_bias> {
  static_assert(Eps >= 0, "attn::nn::layer_norm<T, width, eps>: eps must not be negative");
  using weight_type = tensor<T, Width>;
  ATTN_MEMBERS(layer_norm, (weight_type, weight));

  ATTN_ABI static constexpr layer_norm initial() { return {detail::ones<weight_type>()}; }

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::layer_norm(x, weight, attn::detail::eps_of<U>(Eps));
  }
  ATTN_ABI friend constexpr bool operator==(const layer_norm&, const layer_norm&) = default;
};

template <scalar T, axis_like Width, double Eps>
struct rms_norm {
  static_assert(Eps >= 0, "attn::nn::rms_norm<T, width, eps>: eps must not be negative");
  using weight_type = tensor<T, Width>;
  ATTN_MEMBERS(rms_norm, (weight_type, weight));

  ATTN_ABI static constexpr rms_norm initial() { return {detail::ones<weight_type>()}; }

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::rms_norm(x, weight, attn::detail::eps_of<U>(Eps));
  }
  ATTN_ABI friend constexpr bool operator==(const rms_norm&, const rms_norm&) = default;
};

}  // namespace nn
ATTN_AXIS_AS_TYPE(layer_norm)
ATTN_AXIS_AS_TYPE(rms_norm)

ATTN_COST_ALONG(layer_norm, = -1)
namespace cost {
template <class X, class Gain, axis_selector Axis = -1>
ATTN_ABI constexpr operation_count layer_norm() {
  ATTN_COUNT(attn::layer_norm<Axis>(detail::operand<X>(n), detail::operand<Gain>(n)));
}
template <class X, class Gain, class Bias, axis_selector Axis = -1>
ATTN_ABI constexpr operation_count layer_norm() {
  ATTN_COUNT(attn::layer_norm<Axis>(detail::operand<X>(n), detail::operand<Gain>(n),
                                    detail::operand<Bias>(n)));
}
template <class X, axis_selector Axis = -1>
ATTN_ABI constexpr operation_count rms_norm() {
  ATTN_COUNT(attn::rms_norm<Axis>(detail::operand<X>(n), {}));
}
template <class X, class Gain, axis_selector Axis = -1>
ATTN_ABI constexpr operation_count rms_norm() {
  ATTN_COUNT(attn::rms_norm<Axis>(detail::operand<X>(n), detail::operand<Gain>(n), {}));
}
}  // namespace cost

// Norms that write to an existing tensor, for results that are too large for the stack, or written
// repeatedly.
//
//   layer_norm_into<axis>(out, x, gain, bias, eps)   out = layer_norm<axis>(x, gain, bias, eps)
//   rms_norm_into<axis>(out, x, gain, eps)           out = rms_norm<axis>(x, gain, eps)
//
// (token, feature) x (feature) -> (token, feature). The axis is the last one unless stated, and eps
// of layer_norm_into 1e-5. `out` may be x itself. Otherwise they must not overlap.
// Rules: the rules of the norm (layers/norm.hpp); same_element, same_axes, of out and the result.
// Accuracy and special values: the accuracy and special values of the norm, bit for bit.

template <axis_selector Axis = -1, class Y, class T, class U, class R, class... Axes, class... G,
          class... B>
  requires(detail::is_tensor<Y>)
ATTN_ABI constexpr void layer_norm_into(
    Y& out, const tensor<T, Axes...>& x, const tensor<U, G...>& gain, const tensor<R, B...>& bias,
    const std::type_identity_t<T>& eps = detail::eps_of<T>(1e-5)) {
  using call = rules::norm_call<Axis, tensor<T, Axes...>, tensor<U, G...>, tensor<R, B...>>;
  ATTN_REQUIRE_NORM(call, "attn::layer_norm_into<axis>(out, x, …)");
  if constexpr (call::all::value) {
    using into = rules::out_call<Y, tensor<T, Axes...>>;
    ATTN_REQUIRE_OUT(into, "attn::layer_norm_into<axis>(out, x, …)");
    if constexpr (into::all::value)
      detail::evaluate<detail::norm_for<detail::origin::mean, call::position, tensor<T, Axes...>,
                                        shape<G...>, shape<B...>>>(out, x, detail::checked_eps(eps),
                                                                   gain, bias);
  }
}

template <axis_selector Axis = -1, class Y, class T, class U, class... Axes, class... G>
  requires(detail::is_tensor<Y>)
ATTN_ABI constexpr void rms_norm_into(Y& out, const tensor<T, Axes...>& x,
                                      const tensor<U, G...>& gain,
                                      const std::type_identity_t<T>& eps) {
  using call = rules::norm_call<Axis, tensor<T, Axes...>, tensor<U, G...>>;
  ATTN_REQUIRE_NORM(call, "attn::rms_norm_into<axis>(out, x, …)");
  if constexpr (call::all::value) {
    using into = rules::out_call<Y, tensor<T, Axes...>>;
    ATTN_REQUIRE_OUT(into, "attn::rms_norm_into<axis>(out, x, …)");
    if constexpr (into::all::value)
      detail::evaluate<
          detail::norm_for<detail::origin::zero, call::position, tensor<T, Axes...>, shape<G...>>>(
          out, x, detail::checked_eps(eps), gain);
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
