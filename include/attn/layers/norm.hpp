// SPDX-License-Identifier: BSL-1.0
// Layer norm and RMS norm: every row along an axis, scaled to unit size.
//
//   layer_norm<axis>(x, gain, bias, eps)   c_i = x_i - mean of x;   gain and bias, or bias alone,
//                                          may be left out; eps is 1e-5 where it is
//   rms_norm<axis>(x, gain, eps)           c_i = x_i;               gain may be left out
//   y_i = c_i * r * gain_i + bias_i,   r = 1 / sqrt(mean of c_i^2 + eps)
//
// (token, feature) x (feature) -> (token, feature), for "feature"; layer_norm(x, …) takes the last
// axis, as PyTorch, Keras and Flax do. The variance is the biased one, divided by n; eps stands
// under the root. rms_norm has no default eps: PyTorch takes the type's, Llama 1e-5 or 1e-6.
//   nn::layer_norm<T, width> layer;   layer(x)   weight and bias, as PyTorch names them
//   nn::rms_norm<T, width, eps> layer;           weight
//
// Rules: has_axis; floating_point_element; same_axes, of the gain, the bias and the axis; same_elements.
// Accuracy: bit for bit mean, x - mean, mean of the squares, 1 / sqrt, multiply, add_bias: two
// passes, so a large common offset costs no more than x - mean rounds away.
// Special values: a constant row becomes the bias, as closely as its mean is rounded. It, with
// eps = 0, and a row with a NaN or an infinity are NaN at run time and do not compile as constants.
// Where the squares overflow, y is the bias; where the sum of x does, which makes the mean
// infinite, y is NaN: the formula is that of the element type.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/constant/norm.hpp>
#include <attn/detail/runtime/norm.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// An unnamed axis gets the name that the gain, or the bias, has for it.
template <class Shape, std::size_t At, class... Parameters>
struct named_after {
  using type = Shape;
};
template <class Shape, std::size_t At, class First, class... Rest>
struct named_after<Shape, At, First, Rest...> {
  using named = replace_axis<Shape, At, first_named<axis_at<Shape, At>, axis_at<First, 0>>>;
  using type = typename named_after<named, At, Rest...>::type;
};

// Parameters: the shapes of those there are. Gain and Bias are pointers to the elements, or
// nullptr_t.
template <origin From, axis_selector Axis, class... Parameters, class T, class... Axes, class Gain,
          class Bias>
ATTN_ABI constexpr auto norm_along(const tensor<T, Axes...>& x, Gain gain, Bias bias,
                                   const T& eps) {
  constexpr std::size_t at = Axis.template position_in<Axes...>();
  using around = around_axis<shape<Axes...>, at>;
  constexpr std::size_t n = around::extent, stride = around::inner;
  constexpr std::size_t rows = around::outer * stride;
  tensor_of<T, typename named_after<shape<Axes...>, at, Parameters...>::type> out(uninitialized);
  if (std::is_constant_evaluated()) {
    constant::norm<From, n, stride>(out.data(), x.data(), rows, gain, bias, eps);
  } else if constexpr (stride == 1) {
    runtime::norm<From, rows, n>(out.data(), x.data(), gain, bias, eps);
  } else {
    generic::norms<From, n, stride>(out.data(), x.data(), rows, gain, bias, eps);
  }
  return out;
}

// The axis of X that is normalised. Where X has none, that of the parameter, so that it has nothing
// to add to what is said about X.
template <axis_selector Axis, class X, class Parameter>
struct normalised_axis {
  using type = rules::role_of<rules::axes_of_A, Parameter>;
};
template <axis_selector Axis, class... X, class Parameter>
  requires rules::has_axis<rules::axes_of<X...>, rules::wanted<Axis>>::value
struct normalised_axis<Axis, shape<X...>, Parameter> {
  using type = rules::axes_of_A<axis_at<shape<X...>, Axis.template position_in<X...>()>>;
};
template <axis_selector Axis, class X, class Parameter>
using normalised_in = typename normalised_axis<Axis, X, Parameter>::type;

// The usual eps; zero where the elements have no fractions, which is another rule's business.
template <class T>
ATTN_ABI constexpr T small(double eps) {
  if constexpr (rules::floating_point_element<rules::element<T>>::value)
    return static_cast<T>(eps);
  else
    return T{};
}

}  // namespace detail

namespace rules {

// Asserted for every call of a norm: of x, and of the gain and the bias that it has, with the axis
// along which x is normalised. True if it can be made.
template <attn::axis_selector Axis, class Axes, class T, class... More>
consteval bool layer_norm_takes() {
  static_assert(has_axis<in_brief<Axes>, wanted<Axis>>::value,
                ATTN_MESSAGE("attn::layer_norm<axis>(x, …): x has no such axis", Axes));
  static_assert(
      floating_point_element<element<T>>::value,
      "attn::layer_norm(x, …): requires a floating-point element type; convert with as<double>(x)");
  static_assert(
      same_elements<elements<T, More...>>::value,
      "attn::layer_norm(x, …): requires one element type for all operands; convert with as<T>(x)");
  return has_axis<Axes, wanted<Axis>>::value && floating_point_element<element<T>>::value &&
         same_elements<elements<T, More...>>::value;
}
template <class Along, class Gain, class Bias>
consteval bool layer_norm_bias_fits() {
  if constexpr (same_axes<Along, Gain>::value)  // or that is said
    static_assert(same_axis<differing_in_A<Along, Bias>, differing_in_B<Along, Bias>>::value,
                  ATTN_MESSAGE("attn::layer_norm<axis>(x, …): the bias must have one axis, the "
                               "normalised one",
                               Along, Bias));
  return same_axes<Along, Gain>::value && same_axes<Along, Bias>::value;
}

template <attn::axis_selector Axis, class Axes, class T, class... More>
consteval bool rms_norm_takes() {
  static_assert(has_axis<in_brief<Axes>, wanted<Axis>>::value,
                ATTN_MESSAGE("attn::rms_norm<axis>(x, …): x has no such axis", Axes));
  static_assert(
      floating_point_element<element<T>>::value,
      "attn::rms_norm(x, …): requires a floating-point element type; convert with as<double>(x)");
  static_assert(same_elements<elements<T, More...>>::value,
                "attn::rms_norm(x, gain, eps): requires one element type for all operands; convert "
                "with as<T>(x)");
  return has_axis<Axes, wanted<Axis>>::value && floating_point_element<element<T>>::value &&
         same_elements<elements<T, More...>>::value;
}

}  // namespace rules

template <axis_selector Axis = -1, class T, class... Axes>
ATTN_ABI constexpr auto layer_norm(const tensor<T, Axes...>& x,
                                   const std::type_identity_t<T>& eps = detail::small<T>(1e-5)) {
  if constexpr (rules::layer_norm_takes<Axis, rules::axes_of<Axes...>, T>())
    return detail::norm_along<detail::origin::mean, Axis>(x, nullptr, nullptr, eps);
  else
    return x;
}

template <axis_selector Axis = -1, class T, class U, class... Axes, class... G>
ATTN_ABI constexpr auto layer_norm(const tensor<T, Axes...>& x, const tensor<U, G...>& gain,
                                   const std::type_identity_t<T>& eps = detail::small<T>(1e-5)) {
  using along = detail::normalised_in<Axis, shape<Axes...>, shape<G...>>;
  using of_gain = rules::axes_of_B<G...>;
  static_assert(rules::same_axis<rules::differing_in_A<along, of_gain>,
                                 rules::differing_in_B<along, of_gain>>::value,
                ATTN_MESSAGE("attn::layer_norm<axis>(x, …): the gain must have one axis, the "
                             "normalised one",
                             along, of_gain));
  if constexpr (rules::layer_norm_takes<Axis, rules::axes_of<Axes...>, T, U>() &&
                rules::same_axes<along, of_gain>::value)
    return detail::norm_along<detail::origin::mean, Axis, shape<G...>>(x, gain.data(), nullptr,
                                                                       eps);
  else
    return x;
}

template <axis_selector Axis = -1, class T, class U, class R, class... Axes, class... G, class... B>
ATTN_ABI constexpr auto layer_norm(const tensor<T, Axes...>& x, const tensor<U, G...>& gain,
                                   const tensor<R, B...>& bias,
                                   const std::type_identity_t<T>& eps = detail::small<T>(1e-5)) {
  using along = detail::normalised_in<Axis, shape<Axes...>, shape<G...>>;
  using of_gain = rules::axes_of_B<G...>;
  static_assert(rules::same_axis<rules::differing_in_A<along, of_gain>,
                                 rules::differing_in_B<along, of_gain>>::value,
                ATTN_MESSAGE("attn::layer_norm<axis>(x, …): the gain must have one axis, the "
                             "normalised one",
                             along, of_gain));
  if constexpr (rules::layer_norm_takes<Axis, rules::axes_of<Axes...>, T, U, R>() &&
                rules::layer_norm_bias_fits<along, of_gain, rules::axes_of_B<B...>>())
    return detail::norm_along<detail::origin::mean, Axis, shape<G...>, shape<B...>>(
        x, gain.data(), bias.data(), eps);
  else
    return x;
}

template <axis_selector Axis = -1, class T, class... Axes>
ATTN_ABI constexpr auto rms_norm(const tensor<T, Axes...>& x, const std::type_identity_t<T>& eps) {
  if constexpr (rules::rms_norm_takes<Axis, rules::axes_of<Axes...>, T>())
    return detail::norm_along<detail::origin::zero, Axis>(x, nullptr, nullptr, eps);
  else
    return x;
}

template <axis_selector Axis = -1, class T, class U, class... Axes, class... G>
ATTN_ABI constexpr auto rms_norm(const tensor<T, Axes...>& x, const tensor<U, G...>& gain,
                                 const std::type_identity_t<T>& eps) {
  using along = detail::normalised_in<Axis, shape<Axes...>, shape<G...>>;
  using of_gain = rules::axes_of_B<G...>;
  constexpr bool gain_fits = rules::same_axes<along, of_gain>::value;
  static_assert(
      rules::same_axis<rules::differing_in_A<along, of_gain>,
                       rules::differing_in_B<along, of_gain>>::value,
      ATTN_MESSAGE(
          "attn::rms_norm<axis>(x, gain, eps): the gain must have one axis, the normalised one",
          rules::axes_of_A<Axes...>, rules::axes_of_B<G...>));
  if constexpr (rules::rms_norm_takes<Axis, rules::axes_of<Axes...>, T, U>() && gain_fits)
    return detail::norm_along<detail::origin::zero, Axis, shape<G...>>(x, gain.data(), nullptr,
                                                                       eps);
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
  using weight_type = tensor<T, Width>;
  ATTN_MEMBERS(layer_norm, (weight_type, weight), (weight_type, bias));

  template <scalar U>
  using with_element = layer_norm<U, Width, Eps, Bias>;

  ATTN_ABI static constexpr layer_norm initial() { return {detail::ones<weight_type>(), {}}; }

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::layer_norm(x, weight, bias, attn::detail::small<U>(Eps));
  }
  ATTN_ABI friend constexpr bool operator==(const layer_norm&, const layer_norm&) = default;
};

template <scalar T, axis_like Width, double Eps>
struct layer_norm<T, Width, Eps, without_bias> {
  using weight_type = tensor<T, Width>;
  ATTN_MEMBERS(layer_norm, (weight_type, weight));

  template <scalar U>
  using with_element = layer_norm<U, Width, Eps, without_bias>;

  ATTN_ABI static constexpr layer_norm initial() { return {detail::ones<weight_type>()}; }

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::layer_norm(x, weight, attn::detail::small<U>(Eps));
  }
  ATTN_ABI friend constexpr bool operator==(const layer_norm&, const layer_norm&) = default;
};

template <scalar T, axis_like Width, double Eps>
struct rms_norm {
  using weight_type = tensor<T, Width>;
  ATTN_MEMBERS(rms_norm, (weight_type, weight));

  template <scalar U>
  using with_element = rms_norm<U, Width, Eps>;

  ATTN_ABI static constexpr rms_norm initial() { return {detail::ones<weight_type>()}; }

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::rms_norm(x, weight, attn::detail::small<U>(Eps));
  }
  ATTN_ABI friend constexpr bool operator==(const rms_norm&, const rms_norm&) = default;
};

}  // namespace nn

}  // namespace attn
ATTN_STRICT_FP_END
