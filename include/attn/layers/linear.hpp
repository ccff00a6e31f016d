// SPDX-License-Identifier: BSL-1.0
// A linear layer: multiplies every row of x by a matrix and adds a bias.
//
//   linear<output_by_input>(x, W, b)   y = x W^T + b    W (d_out, d_in), as PyTorch stores it
//   linear<input_by_output>(x, W, b)   y = x W + b      W (d_in, d_out), as Keras and GPT-2 do
//   linear(x, packed(W), b)            y = x W + b      W (d_in, d_out), packed: ops/packed.hpp
//   nn::linear<T, d_in, d_out, layout> layer;   layer(x)            with weight and bias
//   nn::linear<T, d_in, d_out, layout, without_bias>                with weight
//   in_layout<input_by_output>(layer)           the same layer, its weight stored the other way
//
// (…, d_in) -> (…, d_out): any number of leading axes, none for a single vector. The layout has no
// default: if d_in and d_out have the same size, a wrong one would go unnoticed without names. In a
// layer an axis that is input and output both, as (d_model -> d_model), is named in the weight as
// the output only.
//
// Rules: is_layout, is_bias; rank_at_least one, is_matrix, is_vector, for x, W and b; same_size,
// same_name of x's last axis and the input, of the output and b's; distinct_axes, for the result;
// same_element; supports_arithmetic.
// Accuracy: matmul's, then one rounding for the bias. PyTorch: torch.nn.functional.linear.
// Cost: cost::linear<layout, X, W>() or <layout, X, W, B>(), cost_of<nn::linear<…>, X>(): per
// element of the result d_in multiplications and d_in - 1 additions, and 1 addition for a bias.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/layers/activation.hpp>
#include <attn/layers/detail/calls.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/packed.hpp>
#include <attn/ops/rearranging.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Whether there is a bias.
struct with_bias {
  static constexpr bool has_bias = true;
};
struct without_bias {
  static constexpr bool has_bias = false;
};

namespace detail {

// Elements of weights that layers/quantized.hpp multiplies.
template <class T>
inline constexpr bool is_small_element = false;

// x times w, which may be packed. The call has passed the rules.
template <class Layout, class Result, class X, class W>
ATTN_ABI constexpr Result project(const X& x, const W& w) {
  if constexpr (Layout::input_axis == 1)
    return made<product_with_transposed<X, W>, Result>(x, w);
  else
    return product<Result>(x, w);
}
// The same and a bias, which is added afterwards.
template <class Layout, class Result, class X, class W, class B>
ATTN_ABI constexpr Result project(const X& x, const W& w, const B& b) {
  Result y = project<Layout, Result>(x, w);
  evaluate<bias_for<Result, B>>(y, y, b);
  return y;
}

template <class Y, class X, class W, class Epilogue>
ATTN_ABI Y rows_by_packed(const X& x, const W& w, const Epilogue& epilogue) {
  using in = axis_at<typename W::shape_type, 0>;
  using out = axis_at<typename W::shape_type, 1>;
  Y y(uninitialized);
  runtime::matmul_packed<X::volume / in::size, in::size, out::size>(y.data(), x.data(), w.data(),
                                                                    epilogue);
  return y;
}

// At run time a bias is added while the sums are in the cache.
template <class Y, class T, class... X, class W, class B>
ATTN_ABI constexpr Y project_packed(const tensor<T, X...>& x, const W& w, const B& b) {
  if constexpr (kernel_scalar<T>) {
    if (!std::is_constant_evaluated())
      return rows_by_packed<Y>(x, w, runtime::plus_row<T>{b.data()});
  }
  return project<input_by_output, Y>(x, w, b);
}

}  // namespace detail

// Input: what x's last axis must be, where the weight does not name it.
template <class Layout, class Input = void, class T, class U, class... X, class... W>
  requires(!detail::is_small_element<U>)
ATTN_ABI constexpr auto linear(const tensor<T, X...>& x, const tensor<U, W...>& w) {
  using call = rules::linear_call<Layout, Input, tensor<T, X...>, tensor<U, W...>>;
  ATTN_REQUIRE_LINEAR(call, "attn::linear<layout>(x, W)");
  if constexpr (call::all::value)
    return detail::project<Layout, tensor_of<T, typename call::result>>(x, w);
  else
    return typename call::placeholder{};
}

template <class Layout, class Input = void, class T, class U, class R, class... X, class... W,
          class... B>
  requires(!detail::is_small_element<U>)
ATTN_ABI constexpr auto linear(const tensor<T, X...>& x, const tensor<U, W...>& w,
                               const tensor<R, B...>& b) {
  using call =
      rules::linear_bias_call<Layout, Input, tensor<T, X...>, tensor<U, W...>, tensor<R, B...>>;
  using product = typename call::product;
  ATTN_REQUIRE_LINEAR(product, "attn::linear<layout>(x, W)");
  ATTN_REQUIRE_BIAS(call, "attn::linear<layout>(x, W, b)");
  if constexpr (call::all::value)
    return detail::project<Layout, tensor_of<T, typename call::result>>(x, w, b);
  else
    return typename product::placeholder{};
}

// A packed weight is (input, output); at run time the bias is added while the sums are in the
// cache. Rules and bits are the bits of the matrix.
template <class T, class U, class... X, class In, class Out>
ATTN_ABI constexpr auto linear(const tensor<T, X...>& x, const packed_weight<U, In, Out>& w) {
  using call = rules::linear_call<input_by_output, void, tensor<T, X...>, tensor<U, In, Out>>;
  using result = decltype(linear<input_by_output>(x, unpacked(w)));
  if constexpr (call::all::value)
    return detail::project<input_by_output, result>(x, w);
  else
    return result{};
}
template <class T, class U, class R, class... X, class In, class Out, class... B>
ATTN_ABI constexpr auto linear(const tensor<T, X...>& x, const packed_weight<U, In, Out>& w,
                               const tensor<R, B...>& b) {
  using call = rules::linear_bias_call<input_by_output, void, tensor<T, X...>, tensor<U, In, Out>,
                                       tensor<R, B...>>;
  using result = decltype(linear<input_by_output>(x, unpacked(w), b));
  if constexpr (call::all::value)
    return detail::project_packed<result>(x, w, b);
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

template <scalar T, axis_like In, axis_like Out, class Layout = rules::missing,
          class Bias = with_bias>
struct linear {
  static_assert(rules::is_given<rules::option<Layout>>::value,
                "attn::nn::linear: the layout is missing: output_by_input, as in PyTorch, or "
                "input_by_output, as in Keras");
  static_assert(rules::is_layout<rules::option<Layout>>::value,
                "attn::nn::linear: the layout is output_by_input or input_by_output");
  static_assert(rules::is_bias<rules::option<Bias>>::value,
                "attn::nn::linear: the option after the layout is with_bias or without_bias");
  using layout = Layout;
  using weight_type = attn::detail::weight_tensor<T, In, Out, Layout>;
  using bias_type = tensor<T, Out>;
  ATTN_MEMBERS(linear, (weight_type, weight), (bias_type, bias));

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::linear<Layout, In>(x, weight, bias);
  }
  ATTN_ABI friend constexpr bool operator==(const linear&, const linear&) = default;
};

template <scalar T, axis_like In, axis_like Out, class Layout>
struct linear<T, In, Out, Layout, without_bias> {
  static_assert(rules::is_layout<rules::option<Layout>>::value,
                "attn::nn::linear: the layout is output_by_input or input_by_output");
  using layout = Layout;
  using weight_type = attn::detail::weight_tensor<T, In, Out, Layout>;
  ATTN_MEMBERS(linear, (weight_type, weight));

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    return attn::linear<Layout, In>(x, weight);
  }
  ATTN_ABI friend constexpr bool operator==(const linear&, const linear&) = default;
};

}  // namespace nn

// The same layer with its weight stored the other way. The bits of every result stay the same.
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

ATTN_COST_WITH(class, linear)

}  // namespace attn

namespace attn::detail {

// Rows of a linear layer at run time, plain or packed, with what is made of each sum: nothing is
// kept but the result.

// out = F of layer(x), all of which have passed the rules; at run time.
template <class F, class T, class... Out, class In, class O, class Layout, class Bias, class... X>
ATTN_ABI void write_rows(tensor<T, Out...>& out, const nn::linear<T, In, O, Layout, Bias>& layer,
                         const tensor<T, X...>& x) {
  constexpr std::size_t k = In::size, n = O::size, m = shape<X...>::volume / k;
  constexpr bool has_function = !std::is_void_v<F>;
  T* const to = out.data();
  if constexpr (std::is_same_v<Layout, packed_weights>) {
    using sum = std::conditional_t<Bias::has_bias, runtime::plus_row<T>, runtime::no_epilogue>;
    using epilogue = std::conditional_t<has_function, runtime::fused_activation<sum, F>, sum>;
    if constexpr (Bias::has_bias && has_function)
      runtime::matmul_packed<m, k, n>(to, x.data(), layer.weight.data(),
                                      epilogue{{layer.bias.data()}});
    else if constexpr (Bias::has_bias)
      runtime::matmul_packed<m, k, n>(to, x.data(), layer.weight.data(),
                                      epilogue{layer.bias.data()});
    else
      runtime::matmul_packed<m, k, n>(to, x.data(), layer.weight.data(), epilogue{});
  } else {
    if constexpr (Layout::input_axis == 1)
      runtime::matmul_transposed<m, k, n>(to, x.data(), layer.weight.data());
    else
      runtime::matmul<m, k, n>(to, x.data(), layer.weight.data());
    for (T* row = to; row < to + m * n; row += n) {
      const T* const sums = row;
      if constexpr (Bias::has_bias) runtime::each_element<n>(row, plus{}, sums, layer.bias.data());
      if constexpr (has_function) runtime::each_element<n>(row, F{}, sums);
    }
  }
}

template <class Y, class F, class Layer, class X>
ATTN_ABI Y activated_rows(const Layer& layer, const X& x) {
  Y out(uninitialized);
  write_rows<F>(out, layer, x);
  return out;
}

// act(layer(x)), for an x that has passed the rules.
template <class Activation, class T, class In, class Out, class Layout, class Bias, class X>
ATTN_ABI constexpr auto activated_by(const nn::linear<T, In, Out, Layout, Bias>& layer,
                                     const X& x) {
  if constexpr (kernel_scalar<T> && activates_lanes<Activation> && requires { layer.weight; }) {
    using of_lanes = element_function<Activation>;
    if (!std::is_constant_evaluated())
      return activated_rows<decltype(layer(x)), of_lanes>(layer, x);
  }
  return Activation{}(layer(x));
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
