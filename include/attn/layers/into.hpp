// SPDX-License-Identifier: BSL-1.0
// Layers that write into a tensor of the caller's, for results that are too large for the stack.
//
//   linear_into(out, layer, x)                  out = layer(x), of an nn::linear
//   feed_forward_into(out, hidden, layer, x)    … of an nn::feed_forward; the rows of its inner
//                                               width are kept in `hidden`
//
// Layers may be packed (layers/packed.hpp). `out` and `hidden` must not overlap x, the layer or
// each other. An activation of yours is a function of tensors, and its result is on the stack.
//
// Rules: those of the layer, linear's in the words of linear_into; same_element, same_axes, of out
// and layer(x), of hidden and layer.linear1(x).
// Accuracy: bit for bit the layer.
#pragma once

#include <type_traits>
#include <utility>

#include <attn/layers/feed_forward.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/packed.hpp>
#include <attn/ops/add_bias.hpp>
#include <attn/rules/message.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// out = F of layer(x), all of which have passed the rules; at run time.
template <class F, class T, class... Out, class In, class O, class Layout, class Bias, class... X>
ATTN_ABI void write_rows(tensor<T, Out...>& out, const nn::linear<T, In, O, Layout, Bias>& layer,
                         const tensor<T, X...>& x) {
  constexpr std::size_t k = In::size, n = O::size, m = shape<X...>::volume / k;
  constexpr bool has_function = !std::is_void_v<F>;
  T* const to = out.data();
  if constexpr (std::is_same_v<Layout, packed_weights>) {
    using sum = std::conditional_t<Bias::has_bias, runtime::plus_row<T>, runtime::as_they_are>;
    using finish = std::conditional_t<has_function, runtime::and_then<sum, F>, sum>;
    if constexpr (Bias::has_bias && has_function)
      runtime::matmul_packed<m, k, n>(to, x.data(), layer.weight.data(),
                                      finish{{layer.bias.data()}});
    else if constexpr (Bias::has_bias)
      runtime::matmul_packed<m, k, n>(to, x.data(), layer.weight.data(), finish{layer.bias.data()});
    else
      runtime::matmul_packed<m, k, n>(to, x.data(), layer.weight.data(), finish{});
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

// In a function of its own: unoptimised, a caller has room for the result on its stack, used or
// not.
template <class Y, class F, class X>
ATTN_ABI constexpr void assign_rows(Y& out, const F& f, const X& x) {
  out = f(x);
}

// What the layer's plain rules leave of it, so that there is a result to compare `out` with.
template <class Layer, class X>
inline constexpr bool layer_takes = false;
template <class T, class In, class O, class Layout, class Bias, class U, class... X>
inline constexpr bool layer_takes<nn::linear<T, In, O, Layout, Bias>, tensor<U, X...>> =
    packed_layer_takes<In, O, T, U, X...>();

// The axes of what is written to, and of what is written; the elements.
template <class Y>
using axes_given = rules::role_of<rules::axes_of_A, typename Y::shape_type>;
template <class Y>
using axes_wanted = rules::role_of<rules::axes_of_B, typename Y::shape_type>;
template <class Y, class Result>
inline constexpr bool same_elements_in =
    rules::same_element<rules::element_of_A<typename Y::value_type>,
                        rules::element_of_B<typename Result::value_type>>::value;

}  // namespace detail

template <class Y, class T, class In, class Out, class Layout, class Bias, class U, class... X>
  requires(detail::is_tensor<Y>)
ATTN_ABI constexpr void linear_into(Y& out, const nn::linear<T, In, Out, Layout, Bias>& layer,
                                    const tensor<U, X...>& x) {
  using width = rules::width_of_X<decltype(detail::width_or<In, X...>())>;
  using input = rules::input_of_W<In>;
  static_assert(rules::rank_at_least<rules::axes_of<X...>, rules::rank<1>>::value,
                "attn::linear_into(out, layer, x): x must have an axis");
  static_assert(rules::same_element<rules::element_of_A<U>, rules::element_of_B<T>>::value,
                "attn::linear_into(out, layer, x): x must have the element type of the layer");
  static_assert(rules::same_size<width, input>::value,
                ATTN_MESSAGE("attn::linear_into(out, layer, x): x must be as wide as the layer's "
                             "input",
                             rules::axes_of<X...>));
  static_assert(rules::same_name<width, input>::value,
                ATTN_MESSAGE("attn::linear_into(out, layer, x): the last axis of x and the layer's "
                             "input have different names",
                             rules::axes_of<X...>));
  if constexpr (detail::takes_rows<T, In, U, X...>())
    static_assert(
        rules::distinct_axes<rules::repeated_in<with_last_axis<shape<X...>, Out>>>::value,
        ATTN_MESSAGE("attn::linear_into(out, layer, x): x has an axis named as the layer's "
                     "output",
                     rules::axes_of<X...>));
  if constexpr (detail::layer_takes<nn::linear<T, In, Out, Layout, Bias>, tensor<U, X...>>) {
    using result = decltype(layer(x));
    using given = detail::axes_given<Y>;
    using wanted = detail::axes_wanted<result>;
    static_assert(rules::same_element<rules::element_of_A<typename Y::value_type>,
                                      rules::element_of_B<typename result::value_type>>::value,
                  "attn::linear_into(out, layer, x): out must have the element type of the layer");
    static_assert(rules::same_axis<rules::differing_in_A<given, wanted>,
                                   rules::differing_in_B<given, wanted>>::value,
                  "attn::linear_into(out, layer, x): out must have the axes of layer(x)");
    if constexpr (detail::same_elements_in<Y, result> && rules::same_axes<given, wanted>::value) {
      if constexpr (detail::kernel_scalar<typename Y::value_type>) {
        if (!std::is_constant_evaluated()) return detail::write_rows<void>(out, layer, x);
      }
      detail::assign_rows(out, layer, x);
    }
  }
}

template <class Y, class H, class T, class Model, class Ff, class Layout, class Activation,
          class Bias, class U, class... X>
  requires(detail::is_tensor<Y> && detail::is_tensor<H>)
ATTN_ABI constexpr void feed_forward_into(
    Y& out, H& hidden, const nn::feed_forward<T, Model, Ff, Layout, Activation, Bias>& layer,
    const tensor<U, X...>& x) {
  using first_type = nn::linear<T, Model, Ff, Layout, Bias>;
  using width = rules::width_of_X<decltype(detail::width_or<Model, X...>())>;
  using input = rules::input_of_W<Model>;
  static_assert(
      rules::same_size<width, input>::value,
      ATTN_MESSAGE("attn::feed_forward_into(out, hidden, layer, x): the last axis of x must "
                   "be as wide as d_model",
                   rules::axes_of<X...>));
  static_assert(
      rules::same_name<width, input>::value,
      ATTN_MESSAGE("attn::feed_forward_into(out, hidden, layer, x): the last axis of x has "
                   "another name than d_model",
                   rules::axes_of<X...>));
  // The layer's other rules, of an x that is as wide as it wants.
  using asked =
      std::conditional_t<rules::same_axis<width, input>::value, tensor<U, X...>, tensor<U, Model>>;
  using result = decltype(layer(std::declval<const asked&>()));
  if constexpr (rules::same_axis<width, input>::value &&
                detail::layer_takes<first_type, tensor<U, X...>>) {
    using inner = decltype(layer.linear1(x));
    using given = detail::axes_given<Y>;
    using wanted = detail::axes_wanted<result>;
    using given_hidden = detail::axes_given<H>;
    using wanted_hidden = detail::axes_wanted<inner>;
    static_assert(rules::same_element<rules::element_of_A<typename Y::value_type>,
                                      rules::element_of_B<typename result::value_type>>::value &&
                      rules::same_element<rules::element_of_A<typename H::value_type>,
                                          rules::element_of_B<typename inner::value_type>>::value,
                  "attn::feed_forward_into(out, hidden, layer, x): out and hidden must have the "
                  "element type of the layer");
    static_assert(rules::same_axis<rules::differing_in_A<given, wanted>,
                                   rules::differing_in_B<given, wanted>>::value,
                  "attn::feed_forward_into(out, hidden, layer, x): out must have the axes of "
                  "layer(x)");
    static_assert(rules::same_axis<rules::differing_in_A<given_hidden, wanted_hidden>,
                                   rules::differing_in_B<given_hidden, wanted_hidden>>::value,
                  "attn::feed_forward_into(out, hidden, layer, x): hidden must have the axes of "
                  "layer.linear1(x)");
    if constexpr (detail::same_elements_in<Y, result> && detail::same_elements_in<H, inner> &&
                  rules::same_axes<given, wanted>::value &&
                  rules::same_axes<given_hidden, wanted_hidden>::value) {
      if constexpr (detail::kernel_scalar<typename Y::value_type> &&
                    detail::activates_lanes<Activation>) {
        if (!std::is_constant_evaluated()) {
          using of_lanes = typename detail::lanewise_activation<Activation>::type;
          detail::write_rows<of_lanes>(hidden, layer.linear1, x);
          detail::write_rows<void>(out, layer.linear2, hidden);
          return;
        }
      }
      linear_into(hidden, layer.linear1, x);
      detail::assign_rows(hidden, Activation{}, hidden);
      linear_into(out, layer.linear2, hidden);
    }
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
