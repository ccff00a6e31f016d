// SPDX-License-Identifier: BSL-1.0
// A linear layer: every row of x times a matrix, and a bias.
//
//   linear<output_by_input>(x, W, b)   y = x W^T + b    W (d_out, d_in), as PyTorch stores it
//   linear<input_by_output>(x, W, b)   y = x W + b      W (d_in, d_out), as Keras and GPT-2 do
//   nn::linear<T, d_in, d_out, layout> layer;   layer(x)            with weight and bias
//   nn::linear<T, d_in, d_out, layout, without_bias>                with weight
//   in_layout<input_by_output>(layer)           the same layer, its weight stored the other way
//
// (…, d_in) -> (…, d_out): any number of leading axes, none for a single vector. The layout has no
// default: where d_in and d_out have one size, a wrong one would be silent. In a layer an axis that
// is input and output both, as (d_model -> d_model), is named in the weight as the output only.
//
// Rules: is_layout; is_matrix, is_vector, for W and b; same_size, same_name of x's last axis and
// the input, of the output and b's; same_element; is_number.
// Accuracy: matmul's, then one rounding for the bias. PyTorch: torch.nn.functional.linear.
#pragma once

#include <type_traits>

#include <attn/layers/parameters.hpp>
#include <attn/ops/add_bias.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/rename.hpp>

namespace attn {

// How a weight is stored.
struct output_by_input {
  using is_layout = void;
};
struct input_by_output {
  using is_layout = void;
};
// Whether there is a bias.
struct with_bias {};
struct without_bias {};

namespace detail {

// The axis of a weight that the rows of x meet, and the one that they become.
template <class Layout>
inline constexpr std::size_t input_at = std::is_same_v<Layout, output_by_input> ? 1 : 0;

template <class Layout, class T, class... X, class... W>
constexpr auto project(const tensor<T, X...>& x, const tensor<T, W...>& w) {
  using output = axis_at<shape<W...>, 1 - input_at<Layout>>;
  if constexpr (sizeof...(X) == 1) {
    const auto y = project<Layout>(with_shape<shape<dim<1>, X...>>(x), w);
    return with_shape<shape<output>>(y);
  } else if constexpr (std::is_same_v<Layout, output_by_input>) {
    return matmul(x, transpose(w));
  } else {
    return matmul(x, w);
  }
}

}  // namespace detail

// Input: what x's last axis must be, where the weight does not name it.
template <class Layout, class Input = void, class T, class U, class... X, class... W>
constexpr auto linear(const tensor<T, X...>& x, const tensor<U, W...>& w) {
  constexpr bool ranks = sizeof...(X) >= 1 && sizeof...(W) == 2;
  static_assert(rules::is_layout<rules::option<Layout>>,
                "attn::linear<layout>(x, W): the layout is output_by_input or input_by_output");
  static_assert(rules::rank_at_least<rules::axes_of<X...>, rules::rank<1>>,
                "attn::linear<layout>(x, W): x must have an axis");
  static_assert(rules::is_matrix<rules::axes_of<W...>>,
                "attn::linear<layout>(x, W): W must have two axes, input and output");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>,
                "attn::linear<layout>(x, W): one element type for all; convert with as<T>(x)");
  static_assert(rules::is_number<rules::element<T>>,
                "attn::linear<layout>(x, W): the elements must be numbers");
  if constexpr (ranks && rules::is_layout<rules::option<Layout>>) {
    using width = rules::width_of_X<last_axis<shape<X...>>>;
    using stored = axis_at<shape<W...>, detail::input_at<Layout>>;
    using input = rules::input_of_W<std::conditional_t<std::is_void_v<Input>, stored, Input>>;
    static_assert(rules::same_size<width, input>,
                  ATTN_SAYS("attn::linear<layout>(x, W): the input of W must be as wide as x; is "
                            "the layout right?",
                            rules::axes_of_A<X...>, rules::axes_of_B<W...>));
    static_assert(
        rules::same_name<width, input>,
        ATTN_SAYS("attn::linear<layout>(x, W): the input of W and the last axis of x have "
                  "different names; is the layout right?",
                  rules::axes_of_A<X...>, rules::axes_of_B<W...>));
    if constexpr (rules::same_size<width, input> && rules::same_name<width, input> &&
                  std::is_same_v<T, U> && scalar<T>)
      return detail::project<Layout>(x, w);
    else  // what the layer would give, so that the bias has nothing to say
      return tensor_of<T, replace_axis<shape<X...>, sizeof...(X) - 1,
                                       axis_at<shape<W...>, 1 - detail::input_at<Layout>>>>{};
  } else {
    return x;
  }
}

template <class Layout, class Input = void, class T, class U, class R, class... X, class... W,
          class... B>
constexpr auto linear(const tensor<T, X...>& x, const tensor<U, W...>& w,
                      const tensor<R, B...>& b) {
  return add_bias(linear<Layout, Input>(x, w), b);
}

// The weight of a layer: an axis that is on both sides is named as the output only.
namespace detail {
template <class In, class Out>
consteval auto input_beside() {
  if constexpr (In::named && rules::distinct_axes<rules::axes_of<In, Out>>)
    return In{};
  else
    return dim<In::size>{};
}
template <class T, class In, class Out, class Layout>
using weight_tensor =
    std::conditional_t<input_at<Layout> == 1, tensor<T, Out, decltype(input_beside<In, Out>())>,
                       tensor<T, decltype(input_beside<In, Out>()), Out>>;
}  // namespace detail

namespace nn {

template <scalar T, axis_like In, axis_like Out, class Layout, class Bias = with_bias>
struct linear {
  static_assert(rules::is_layout<rules::option<Layout>>,
                "attn::nn::linear: the layout is output_by_input or input_by_output");
  using weight_type = attn::detail::weight_tensor<T, In, Out, Layout>;
  using bias_type = tensor<T, Out>;
  BOOST_HANA_DEFINE_STRUCT(linear, (weight_type, weight), (bias_type, bias));

  template <scalar U>
  using with_element = linear<U, In, Out, Layout, Bias>;

  template <class U, class... X>
  constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::linear<Layout, In>(x, weight, bias);
  }
  friend constexpr bool operator==(const linear&, const linear&) = default;
};

template <scalar T, axis_like In, axis_like Out, class Layout>
struct linear<T, In, Out, Layout, without_bias> {
  static_assert(rules::is_layout<rules::option<Layout>>,
                "attn::nn::linear: the layout is output_by_input or input_by_output");
  using weight_type = attn::detail::weight_tensor<T, In, Out, Layout>;
  BOOST_HANA_DEFINE_STRUCT(linear, (weight_type, weight));

  template <scalar U>
  using with_element = linear<U, In, Out, Layout, without_bias>;

  template <class U, class... X>
  constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::linear<Layout, In>(x, weight);
  }
  friend constexpr bool operator==(const linear&, const linear&) = default;
};

}  // namespace nn

// The same layer with its weight stored the other way; the bits of every result stay the same.
template <class To, class T, class In, class Out, class Layout, class Bias>
constexpr auto in_layout(const nn::linear<T, In, Out, Layout, Bias>& layer) {
  static_assert(rules::is_layout<rules::option<To>>,
                "attn::in_layout<layout>(layer): the layout is output_by_input or input_by_output");
  if constexpr (std::is_same_v<To, Layout> || !rules::is_layout<rules::option<To>>) {
    return layer;
  } else {
    nn::linear<T, In, Out, To, Bias> other{};
    other.weight = transpose(layer.weight);
    if constexpr (std::is_same_v<Bias, with_bias>) other.bias = layer.bias;
    return other;
  }
}

}  // namespace attn
