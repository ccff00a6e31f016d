// SPDX-License-Identifier: BSL-1.0
// Rows of a linear layer at run time, plain or packed, with what is made of each sum: nothing is
// kept but the result.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/layers/activation.hpp>
#include <attn/layers/linear.hpp>
#include <attn/ops/add_bias.hpp>
#include <attn/ops/packed.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

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
      if constexpr (Bias::has_bias) runtime::elementwise<n>(row, plus{}, sums, layer.bias.data());
      if constexpr (has_function) runtime::elementwise<n>(row, F{}, sums);
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
  if constexpr (kernel_scalar<T> && activates_lanes<Activation>) {
    using of_lanes = typename lanewise_activation<Activation>::type;
    if (!std::is_constant_evaluated())
      return activated_rows<decltype(layer(x)), of_lanes>(layer, x);
  }
  return Activation{}(layer(x));
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
