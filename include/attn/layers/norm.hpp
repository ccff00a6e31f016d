// SPDX-License-Identifier: BSL-1.0
// Layer norm and RMS norm: every row along an axis, scaled to unit size.
//
//   layer_norm<axis>(x, gain, bias, eps)   c_i = x_i - mean of x;   gain and bias, or bias alone,
//                                          may be left out; eps is 1e-5 where it is
//   rms_norm<axis>(x, gain, eps)           c_i = x_i;               gain may be left out
//   y_i = c_i * r * gain_i + bias_i,   r = 1 / sqrt(mean of c_i^2 + eps)
//
// (token, feature) x (feature) -> (token, feature), for "feature"; layer_norm(x, …) takes the last
// axis, as PyTorch, Keras and Flax do. The variance is the biased one, divided by n, and eps stands
// under the root. rms_norm has no default eps: PyTorch takes the element type's, Llama 1e-5 or 1e-6.
//   nn::layer_norm<T, width> layer;   layer(x)   weight and bias, as PyTorch names them
//   nn::rms_norm<T, width, eps> layer;           weight
//
// Rules: has_axis; has_fractions; same_axes, of the gain, the bias and the axis; same_element.
// Accuracy: bit for bit mean, x - mean, mean of the squares, 1 / sqrt, multiply, add_bias: two
// passes, so a large common offset costs no more than x - mean rounds away.
// Special values: a constant row becomes the bias, as closely as its mean is rounded. It, with
// eps = 0, and a row with a NaN or an infinity are NaN at run time and do not compile as constants.
// Where the squares overflow, y is the bias.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/constant/norm.hpp>
#include <attn/detail/runtime/norm.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/rules/says.hpp>
#include <attn/tensor/tensor.hpp>

namespace attn {

namespace detail {

// Gain and Bias are pointers to the elements, or nullptr_t.
template <origin From, class Result, std::size_t At, class T, class... Axes, class Gain, class Bias>
constexpr auto norm_along(const tensor<T, Axes...>& x, Gain gain, Bias bias, const T& eps) {
  using around = around_axis<shape<Axes...>, At>;
  constexpr std::size_t n = around::extent, stride = around::inner;
  constexpr std::size_t rows = around::outer * stride;
  const auto start = [](std::size_t row) { return row / stride * n * stride + row % stride; };
  tensor_of<T, Result> out(uninitialized);
  if (std::is_constant_evaluated()) {
    constant::norm<From, n, stride>(out.data(), x.data(), rows, start, gain, bias, eps);
  } else if constexpr (stride == 1) {
    runtime::norm<From, rows, n>(out.data(), x.data(), gain, bias, eps);
  } else {
    for (std::size_t r = 0; r < rows; ++r)
      generic::norm<From, n, stride>(out.data() + start(r), x.data() + start(r), gain, bias, eps);
  }
  return out;
}

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

// The usual eps; zero where the elements have no fractions, which is another rule's business.
template <class T>
constexpr T small(double eps) {
  if constexpr (rules::has_fractions<rules::element<T>>)
    return static_cast<T>(eps);
  else
    return T{};
}

}  // namespace detail

template <axis_selector Axis = -1, class T, class... Axes>
constexpr auto layer_norm(const tensor<T, Axes...>& x,
                          const std::type_identity_t<T>& eps = detail::small<T>(1e-5)) {
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>;
  constexpr bool fractions = rules::has_fractions<rules::element<T>>;
  static_assert(
      rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>,
      ATTN_SAYS("attn::layer_norm<axis>(x, …): x has no such axis", rules::axes_of<Axes...>));
  static_assert(rules::has_fractions<rules::element<T>>,
                "attn::layer_norm(x, …): the elements must have fractions; convert: as<double>(x)");
  if constexpr (found && fractions)
    return detail::norm_along<detail::origin::mean, shape<Axes...>,
                              Axis.template position_in<Axes...>()>(x, nullptr, nullptr, eps);
  else
    return x;
}

template <axis_selector Axis = -1, class T, class U, class... Axes, class... G>
constexpr auto layer_norm(const tensor<T, Axes...>& x, const tensor<U, G...>& gain,
                          const std::type_identity_t<T>& eps = detail::small<T>(1e-5)) {
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>;
  constexpr bool fractions = rules::has_fractions<rules::element<T>>;
  static_assert(
      rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>,
      ATTN_SAYS("attn::layer_norm<axis>(x, …): x has no such axis", rules::axes_of<Axes...>));
  static_assert(rules::has_fractions<rules::element<T>>,
                "attn::layer_norm(x, …): the elements must have fractions; convert: as<double>(x)");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>,
                "attn::layer_norm(x, gain): one element type for both; convert with as<T>(x)");
  if constexpr (found && fractions) {
    constexpr std::size_t at = Axis.template position_in<Axes...>();
    using along = rules::axes_of_A<axis_at<shape<Axes...>, at>>;
    static_assert(rules::same_axes<along, rules::axes_of_B<G...>>,
                  ATTN_SAYS("attn::layer_norm<axis>(x, gain): the gain must have one axis, the one "
                            "along which x is normalised",
                            rules::axes_of_A<Axes...>, rules::axes_of_B<G...>));
    if constexpr (rules::same_axes<along, rules::axes_of_B<G...>> && std::is_same_v<T, U>)
      return detail::norm_along<detail::origin::mean,
                                typename detail::named_after<shape<Axes...>, at, shape<G...>>::type,
                                at>(x, gain.data(), nullptr, eps);
    else
      return x;
  } else {
    return x;
  }
}

template <axis_selector Axis = -1, class T, class U, class R, class... Axes, class... G, class... B>
constexpr auto layer_norm(const tensor<T, Axes...>& x, const tensor<U, G...>& gain,
                          const tensor<R, B...>& bias,
                          const std::type_identity_t<T>& eps = detail::small<T>(1e-5)) {
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>;
  constexpr bool fractions = rules::has_fractions<rules::element<T>>;
  constexpr bool same = std::is_same_v<T, U> && std::is_same_v<T, R>;
  static_assert(
      rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>,
      ATTN_SAYS("attn::layer_norm<axis>(x, …): x has no such axis", rules::axes_of<Axes...>));
  static_assert(rules::has_fractions<rules::element<T>>,
                "attn::layer_norm(x, …): the elements must have fractions; convert: as<double>(x)");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>> &&
                    rules::same_element<rules::element_of_A<T>, rules::element_of_B<R>>,
                "attn::layer_norm(x, gain, bias): one element type for all; convert with as<T>(x)");
  if constexpr (found && fractions) {
    constexpr std::size_t at = Axis.template position_in<Axes...>();
    using along = rules::axes_of_A<axis_at<shape<Axes...>, at>>;
    constexpr bool fit = rules::same_axes<along, rules::axes_of_B<G...>> &&
                         rules::same_axes<along, rules::axes_of_B<B...>>;
    static_assert(rules::same_axes<along, rules::axes_of_B<G...>>,
                  ATTN_SAYS("attn::layer_norm<axis>(x, gain, bias): the gain must have one axis, "
                            "the one along which x is normalised",
                            rules::axes_of_A<Axes...>, rules::axes_of_B<G...>));
    static_assert(rules::same_axes<along, rules::axes_of_B<B...>>,
                  ATTN_SAYS("attn::layer_norm<axis>(x, gain, bias): the bias must have one axis, "
                            "the one along which x is normalised",
                            rules::axes_of_A<Axes...>, rules::axes_of_B<B...>));
    if constexpr (fit && same)
      return detail::norm_along<
          detail::origin::mean,
          typename detail::named_after<shape<Axes...>, at, shape<G...>, shape<B...>>::type, at>(
          x, gain.data(), bias.data(), eps);
    else
      return x;
  } else {
    return x;
  }
}

template <axis_selector Axis = -1, class T, class... Axes>
constexpr auto rms_norm(const tensor<T, Axes...>& x, const std::type_identity_t<T>& eps) {
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>;
  constexpr bool fractions = rules::has_fractions<rules::element<T>>;
  static_assert(
      rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>,
      ATTN_SAYS("attn::rms_norm<axis>(x, …): x has no such axis", rules::axes_of<Axes...>));
  static_assert(rules::has_fractions<rules::element<T>>,
                "attn::rms_norm(x, …): the elements must have fractions; convert: as<double>(x)");
  if constexpr (found && fractions)
    return detail::norm_along<detail::origin::zero, shape<Axes...>,
                              Axis.template position_in<Axes...>()>(x, nullptr, nullptr, eps);
  else
    return x;
}

template <axis_selector Axis = -1, class T, class U, class... Axes, class... G>
constexpr auto rms_norm(const tensor<T, Axes...>& x, const tensor<U, G...>& gain,
                        const std::type_identity_t<T>& eps) {
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>;
  constexpr bool fractions = rules::has_fractions<rules::element<T>>;
  static_assert(
      rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>,
      ATTN_SAYS("attn::rms_norm<axis>(x, …): x has no such axis", rules::axes_of<Axes...>));
  static_assert(rules::has_fractions<rules::element<T>>,
                "attn::rms_norm(x, …): the elements must have fractions; convert: as<double>(x)");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>,
                "attn::rms_norm(x, gain, eps): one element type for both; convert with as<T>(x)");
  if constexpr (found && fractions) {
    constexpr std::size_t at = Axis.template position_in<Axes...>();
    using along = rules::axes_of_A<axis_at<shape<Axes...>, at>>;
    static_assert(rules::same_axes<along, rules::axes_of_B<G...>>,
                  ATTN_SAYS("attn::rms_norm<axis>(x, gain, eps): the gain must have one axis, the "
                            "one along which x is normalised",
                            rules::axes_of_A<Axes...>, rules::axes_of_B<G...>));
    if constexpr (rules::same_axes<along, rules::axes_of_B<G...>> && std::is_same_v<T, U>)
      return detail::norm_along<detail::origin::zero,
                                typename detail::named_after<shape<Axes...>, at, shape<G...>>::type,
                                at>(x, gain.data(), nullptr, eps);
    else
      return x;
  } else {
    return x;
  }
}

namespace nn {

namespace detail {
template <class Weight>
constexpr Weight ones() {
  Weight weight;
  for (auto& element : weight) element = typename Weight::value_type(1);
  return weight;
}
}  // namespace detail

// initial(): as PyTorch starts it, weight 1 and bias 0. Value-initialised all parameters are 0.
template <scalar T, axis_like Width, double Eps = 1e-5, class Bias = with_bias>
struct layer_norm {
  using weight_type = tensor<T, Width>;
  BOOST_HANA_DEFINE_STRUCT(layer_norm, (weight_type, weight), (weight_type, bias));

  template <scalar U>
  using with_element = layer_norm<U, Width, Eps, Bias>;

  static constexpr layer_norm initial() { return {detail::ones<weight_type>(), {}}; }

  template <class U, class... X>
  constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::layer_norm(x, weight, bias, attn::detail::small<U>(Eps));
  }
  friend constexpr bool operator==(const layer_norm&, const layer_norm&) = default;
};

template <scalar T, axis_like Width, double Eps>
struct layer_norm<T, Width, Eps, without_bias> {
  using weight_type = tensor<T, Width>;
  BOOST_HANA_DEFINE_STRUCT(layer_norm, (weight_type, weight));

  template <scalar U>
  using with_element = layer_norm<U, Width, Eps, without_bias>;

  static constexpr layer_norm initial() { return {detail::ones<weight_type>()}; }

  template <class U, class... X>
  constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::layer_norm(x, weight, attn::detail::small<U>(Eps));
  }
  friend constexpr bool operator==(const layer_norm&, const layer_norm&) = default;
};

template <scalar T, axis_like Width, double Eps>
struct rms_norm {
  using weight_type = tensor<T, Width>;
  BOOST_HANA_DEFINE_STRUCT(rms_norm, (weight_type, weight));

  template <scalar U>
  using with_element = rms_norm<U, Width, Eps>;

  static constexpr rms_norm initial() { return {detail::ones<weight_type>()}; }

  template <class U, class... X>
  constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::rms_norm(x, weight, attn::detail::small<U>(Eps));
  }
  friend constexpr bool operator==(const rms_norm&, const rms_norm&) = default;
};

}  // namespace nn

}  // namespace attn
