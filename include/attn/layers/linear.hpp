// SPDX-License-Identifier: BSL-1.0
// A linear layer: every row of x times a matrix, and a bias.
//
//   linear<output_by_input>(x, W, b)   y = x W^T + b    W (d_out, d_in), as PyTorch stores it
//   linear<input_by_output>(x, W, b)   y = x W + b      W (d_in, d_out), as Keras and GPT-2 do
//   linear(x, packed(W), b)            y = x W + b      W (d_in, d_out), packed: ops/packed.hpp
//   nn::linear<T, d_in, d_out, layout> layer;   layer(x)            with weight and bias
//   nn::linear<T, d_in, d_out, layout, without_bias>                with weight
//   in_layout<input_by_output>(layer)           the same layer, its weight stored the other way
//
// (…, d_in) -> (…, d_out): any number of leading axes, none for a single vector. The layout has no
// default: where d_in and d_out have one size, a wrong one would be silent. In a layer an axis that
// is input and output both, as (d_model -> d_model), is named in the weight as the output only.
//
// Rules: is_layout, is_bias; rank_at_least one, is_matrix, is_vector, for x, W and b; same_size,
// same_name of x's last axis and the input, of the output and b's; distinct_axes, for the result;
// same_element; supports_arithmetic.
// Accuracy: matmul's, then one rounding for the bias. PyTorch: torch.nn.functional.linear.
#pragma once

#include <type_traits>

#include <attn/layers/parameters.hpp>
#include <attn/ops/add_bias.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/rename.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// How a weight is stored: which of its axes the input is.
struct output_by_input {
  static constexpr std::size_t input_axis = 1;
};
struct input_by_output {
  static constexpr std::size_t input_axis = 0;
};
// Whether there is a bias.
struct with_bias {
  static constexpr bool has_bias = true;
};
struct without_bias {
  static constexpr bool has_bias = false;
};

namespace detail {

// The axes of a checked call: what x's last one meets, and what it becomes.
template <class Layout, class W>
using stored_input = axis_at<W, Layout::input_axis>;
template <class Layout, class W>
using stored_output = axis_at<W, 1 - Layout::input_axis>;

template <class Layout, class T, class... X, class... W>
ATTN_ABI constexpr auto project(const tensor<T, X...>& x, const tensor<T, W...>& w) {
  if constexpr (sizeof...(X) == 1)
    return with_shape<shape<stored_output<Layout, shape<W...>>>>(
        project<Layout>(with_shape<shape<dim<1>, X...>>(x), w));
  else if constexpr (Layout::input_axis == 1)
    return product_with_transposed<
        tensor_of<T, with_last_axis<shape<X...>, stored_output<Layout, shape<W...>>>>>(x, w);
  else
    return matmul(x, w);
}

// What there must be for the axes of a call to be compared at all.
template <class Layout, class X, class W>
inline constexpr bool has_projection =
    rules::is_layout<rules::option<Layout>>::value && X::rank >= 1 && W::rank == 2;

// y, which may be what a rejected projection left behind, can take the bias.
template <class Y, class B>
consteval bool takes_bias() {
  if constexpr (Y::rank == 0 || B::rank != 1) {
    return false;
  } else {
    return rules::same_axis<rules::axis_of_A<last_axis<typename Y::shape_type>>,
                            rules::axis_of_B<last_axis<typename B::shape_type>>>::value &&
           std::is_same_v<typename Y::value_type, typename B::value_type> &&
           scalar<typename Y::value_type>;
  }
}
template <class Y, class B>
ATTN_ABI constexpr auto with_bias_added(const Y& y, const B& b) {
  if constexpr (takes_bias<Y, B>())
    return add_bias(y, b);
  else
    return y;
}

}  // namespace detail

// Input: what x's last axis must be, where the weight does not name it.
template <class Layout, class Input = void, class T, class U, class... X, class... W>
ATTN_ABI constexpr auto linear(const tensor<T, X...>& x, const tensor<U, W...>& w) {
  static_assert(rules::is_layout<rules::option<Layout>>::value,
                "attn::linear<layout>(x, W): the layout is output_by_input or input_by_output");
  static_assert(rules::rank_at_least<rules::axes_of<X...>, rules::rank<1>>::value,
                "attn::linear<layout>(x, W): x must have an axis");
  static_assert(rules::is_matrix<rules::in_brief<rules::axes_of<W...>>>::value,
                "attn::linear<layout>(x, W): W must have two axes, input and output");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value ||
                    !rules::supports_arithmetic<rules::element<T>>::value,  // which is said below
                "attn::linear<layout>(x, W): requires one element type for all operands; convert "
                "with as<T>(x)");
  static_assert(rules::supports_arithmetic<rules::element<T>>::value,
                "attn::linear<layout>(x, W): requires elements that can be added and multiplied");
  if constexpr (detail::has_projection<Layout, shape<X...>, shape<W...>>) {
    using stored = detail::stored_input<Layout, shape<W...>>;
    using result = with_last_axis<shape<X...>, detail::stored_output<Layout, shape<W...>>>;
    using width = rules::width_of_X<last_axis<shape<X...>>>;
    using input = rules::input_of_W<std::conditional_t<std::is_void_v<Input>, stored, Input>>;
    using result_axes = rules::role_of<rules::result_axes, result>;
    static_assert(
        rules::same_size<width, input>::value,
        ATTN_MESSAGE("attn::linear<layout>(x, W): the input of W must be as wide as x; is "
                     "the layout right?",
                     rules::axes_of_A<X...>, rules::axes_of_B<W...>));
    static_assert(
        rules::same_name<width, input>::value,
        ATTN_MESSAGE(
            "attn::linear<layout>(x, W): x's last axis and W's input differ in name; is the "
            "layout right?",
            rules::axes_of_A<X...>, rules::axes_of_B<W...>));
    static_assert(rules::distinct_axes<rules::repeated_in<result_axes>>::value,
                  ATTN_MESSAGE("attn::linear<layout>(x, W): x has an axis named as the output of W",
                               rules::axes_of_A<X...>, rules::axes_of_B<W...>));
    if constexpr (rules::same_size<width, input>::value && rules::same_name<width, input>::value &&
                  rules::distinct_axes<result_axes>::value && std::is_same_v<T, U> && scalar<T>)
      return detail::project<Layout>(x, w);
    else if constexpr (rules::distinct_axes<result_axes>::value)
      return tensor_of<T, result>{};  // so that what comes next has nothing to add
    else
      return x;
  } else {
    return x;
  }
}

template <class Layout, class Input = void, class T, class U, class R, class... X, class... W,
          class... B>
ATTN_ABI constexpr auto linear(const tensor<T, X...>& x, const tensor<U, W...>& w,
                               const tensor<R, B...>& b) {
  static_assert(rules::is_vector<rules::in_brief<rules::axes_of_B<B...>>>::value,
                "attn::linear<layout>(x, W, b): b must have one axis, the output");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<R>>::value ||
                    !rules::supports_arithmetic<rules::element<T>>::value,  // which is said below
                "attn::linear<layout>(x, W, b): b must have the element type of x; convert with "
                "as<T>(b)");
  constexpr bool comparable =
      detail::has_projection<Layout, shape<X...>, shape<W...>> && sizeof...(B) == 1;
  if constexpr (comparable) {
    // Of a projection in the wrong layout the output is no output: one mistake is one error.
    using stored = detail::stored_input<Layout, shape<W...>>;
    using width = rules::axis_of_A<last_axis<shape<X...>>>;
    using input = rules::axis_of_B<std::conditional_t<std::is_void_v<Input>, stored, Input>>;
    if constexpr (rules::same_axis<width, input>::value) {
      using output = rules::output_of_W<detail::stored_output<Layout, shape<W...>>>;
      using bias = rules::first_of_B<last_axis<shape<B...>>>;
      static_assert(
          rules::same_size<output, bias>::value,
          ATTN_MESSAGE("attn::linear<layout>(x, W, b): b must have one element per output",
                       rules::axes_of_A<W...>, rules::axes_of_B<B...>));
      static_assert(
          rules::same_name<output, bias>::value,
          ATTN_MESSAGE("attn::linear<layout>(x, W, b): the output of W and b have different "
                       "names",
                       rules::axes_of_A<W...>, rules::axes_of_B<B...>));
    }
  }
  return detail::with_bias_added(linear<Layout, Input>(x, w), b);
}

namespace detail {
template <class In, class T, class U, class... X>
consteval bool takes_packed() {
  if constexpr (sizeof...(X) == 0)
    return false;
  else
    return rules::same_axis<rules::width_of_X<last_axis<shape<X...>>>,
                            rules::input_of_W<In>>::value &&
           std::is_same_v<T, U>;
}
template <class Y, class X, class W, class Finish>
ATTN_ABI Y rows_by_packed(const X& x, const W& w, const Finish& finish) {
  using in = axis_at<typename W::shape_type, 0>;
  using out = axis_at<typename W::shape_type, 1>;
  Y y(uninitialized);
  runtime::matmul_packed<X::volume / in::size, in::size, out::size>(y.data(), x.data(), w.data(),
                                                                    finish);
  return y;
}
}  // namespace detail

// A packed weight is (input, output); at run time the bias is added while the sums are in the
// cache. Rules and bits are those of the matrix.
template <class T, class U, class... X, class In, class Out>
ATTN_ABI constexpr auto linear(const tensor<T, X...>& x, const packed_weight<U, In, Out>& w) {
  using result = decltype(linear<input_by_output>(x, unpacked(w)));
  using taken = rules::width_of_X<last_axis<shape<X...>>>;
  if constexpr (!rules::same_axis<taken, rules::input_of_W<In>>::value || !std::is_same_v<T, U>)
    return result{};
  else if constexpr (sizeof...(X) == 1)
    return detail::with_shape<shape<Out>>(matmul(detail::with_shape<shape<dim<1>, X...>>(x), w));
  else
    return matmul(x, w);
}
template <class T, class U, class R, class... X, class In, class Out, class... B>
ATTN_ABI constexpr auto linear(const tensor<T, X...>& x, const packed_weight<U, In, Out>& w,
                               const tensor<R, B...>& b) {
  using result = decltype(linear<input_by_output>(x, unpacked(w), b));
  using sums = decltype(linear(x, w));
  if constexpr (detail::kernel_scalar<T> && detail::takes_packed<In, T, U, X...>() &&
                detail::takes_bias<sums, tensor<R, B...>>()) {
    if (!std::is_constant_evaluated())
      return detail::rows_by_packed<result>(x, w, detail::runtime::plus_row<T>{b.data()});
  }
  if constexpr (std::is_same_v<sums, result>)
    return detail::with_bias_added(linear(x, w), b);
  else
    return result{};
}

// The weight of a layer: an axis that is on both sides is named as the output only.
namespace detail {
template <class In, class Out>
consteval auto input_beside() {
  if constexpr (In::named && rules::distinct_axes<rules::axes_of<In, Out>>::value)
    return In{};
  else
    return dim<In::size>{};
}
template <class T, class In, class Out, class Layout>
struct weight_of {
  using type = tensor<T, Out, decltype(input_beside<In, Out>())>;
};
template <class T, class In, class Out>
struct weight_of<T, In, Out, input_by_output> {
  using type = tensor<T, decltype(input_beside<In, Out>()), Out>;
};
template <class T, class In, class Out, class Layout>
using weight_tensor = typename weight_of<T, In, Out, Layout>::type;
}  // namespace detail

namespace nn {

template <scalar T, axis_like In, axis_like Out, class Layout, class Bias = with_bias>
struct linear {
  static_assert(rules::is_layout<rules::option<Layout>>::value,
                "attn::nn::linear: the layout is output_by_input or input_by_output");
  static_assert(rules::is_bias<rules::option<Bias>>::value,
                "attn::nn::linear: behind the layout stands with_bias or without_bias");
  using weight_type = attn::detail::weight_tensor<T, In, Out, Layout>;
  using bias_type = tensor<T, Out>;
  ATTN_MEMBERS(linear, (weight_type, weight), (bias_type, bias));

  template <scalar U>
  using with_element = linear<U, In, Out, Layout, Bias>;

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::detail::with_bias_added(attn::linear<Layout, In>(x, weight), bias);
  }
  ATTN_ABI friend constexpr bool operator==(const linear&, const linear&) = default;
};

template <scalar T, axis_like In, axis_like Out, class Layout>
struct linear<T, In, Out, Layout, without_bias> {
  static_assert(rules::is_layout<rules::option<Layout>>::value,
                "attn::nn::linear: the layout is output_by_input or input_by_output");
  using weight_type = attn::detail::weight_tensor<T, In, Out, Layout>;
  ATTN_MEMBERS(linear, (weight_type, weight));

  template <scalar U>
  using with_element = linear<U, In, Out, Layout, without_bias>;

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::linear<Layout, In>(x, weight);
  }
  ATTN_ABI friend constexpr bool operator==(const linear&, const linear&) = default;
};

}  // namespace nn

// The same layer with its weight stored the other way; the bits of every result stay the same.
template <class To, class T, class In, class Out, class Layout, class Bias>
ATTN_ABI constexpr auto in_layout(const nn::linear<T, In, Out, Layout, Bias>& layer) {
  static_assert(rules::is_layout<rules::option<To>>::value,
                "attn::in_layout<layout>(layer): the layout is output_by_input or input_by_output");
  if constexpr (std::is_same_v<To, Layout> || !rules::is_layout<rules::option<To>>::value) {
    return layer;
  } else {
    nn::linear<T, In, Out, To, Bias> other{};
    other.weight = transpose(layer.weight);
    if constexpr (std::is_same_v<Bias, with_bias>) other.bias = layer.bias;
    return other;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
