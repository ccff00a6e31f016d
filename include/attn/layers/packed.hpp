// SPDX-License-Identifier: BSL-1.0
// Layers with packed weights, and layers that write into an existing tensor.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/members.hpp>
#include <attn/detail/runtime/matmul.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/packed.hpp>
#include <attn/rules/call.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// packed(model): the same model with its weights in the order in which a product reads them.
//
//   constexpr auto fast = packed(model);    packed by the compiler, part of the program
//   fast(x, options…)                       model(x, options…) to the bit
//   packed_into(out, model)                 into an existing object, a decltype(packed(model))
//
// Of an nn::linear or a recurrent cell, and of every template that a model is of, if a layout or a
// plain_weights is among its arguments, or among the arguments of a model there: feed-forward
// layers, heads, encoders, whole Transformers, and yours. Of a model that is packed, itself. The
// type says so: in the place of the layout it has packed_weights, and it stands wherever the plain
// one stands. Tables, norms and biases stay as they are. A table that is the output layer as well
// (the embedding of an nn::language_model), is stored a second time, packed. The bias is added in
// registers, and a feed_forward's activation is applied while the sums are in the cache. Train,
// save and convert the plain model: a packed one has no parameters.
//
// A step of a plain cell turns the weights round every time, which takes longer than the products:
// pack what makes more than one step. unroll packs a plain cell once, where that fits on the stack.
//
// Rules: the rules of the model. Exact.

namespace detail {

// to = packed(transpose(w)), of a w that is stored output by input.
template <class T, class In, class Out>
ATTN_ABI constexpr void pack_transposed(packed_weight<T, In, Out>& to, const T* w) {
  constexpr std::size_t in = In::size, outputs = Out::size;
  if constexpr (kernel_scalar<T>) {
    if (!std::is_constant_evaluated()) {
      runtime::pack_transposed<in, outputs>(to.storage_.data, w);
      return;
    }
  }
  for (std::size_t j = 0; j < outputs; ++j)
    for (std::size_t k = 0; k < in; ++k)
      to.storage_.data[packed_index<T, in>(k, j)] = w[j * in + k];
}

}  // namespace detail

namespace nn {

template <scalar T, axis_like In, axis_like Out>
struct linear<T, In, Out, packed_weights, with_bias> {
  using plain_type = attn::detail::weight_tensor<T, In, Out, input_by_output>;
  using weight_type = packed_weight<T, decltype(attn::detail::input_beside<In, Out>()), Out>;
  using bias_type = tensor<T, Out>;
  ATTN_MEMBERS(linear, (weight_type, weight), (bias_type, bias));

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    using call = rules::linear_call<input_by_output, In, tensor<U, X...>, plain_type>;
    using result = decltype(attn::linear<input_by_output, In>(x, plain_type{}));  // its rules
    if constexpr (call::all::value)
      return attn::linear(x, weight, bias);
    else
      return result{};
  }
  ATTN_ABI friend constexpr bool operator==(const linear&, const linear&) = default;
};

template <scalar T, axis_like In, axis_like Out>
struct linear<T, In, Out, packed_weights, without_bias> {
  using plain_type = attn::detail::weight_tensor<T, In, Out, input_by_output>;
  using weight_type = packed_weight<T, decltype(attn::detail::input_beside<In, Out>()), Out>;
  ATTN_MEMBERS(linear, (weight_type, weight));

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    using call = rules::linear_call<input_by_output, In, tensor<U, X...>, plain_type>;
    using result = decltype(attn::linear<input_by_output, In>(x, plain_type{}));  // its rules
    if constexpr (call::all::value)
      return attn::linear(x, weight);
    else
      return result{};
  }
  ATTN_ABI friend constexpr bool operator==(const linear&, const linear&) = default;
};

// The table of an nn::language_model: rows for its input, lines of a packed weight for its output.
template <scalar T, axis_like Words, axis_like Width>
struct embedding<T, Words, Width, packed_weights> {
  using weight_type = tensor<T, Words, Width>;
  using output_type = packed_weight<T, decltype(attn::detail::input_beside<Width, Words>()), Words>;
  ATTN_MEMBERS(embedding, (weight_type, weight), (output_type, output));

  template <class Id, class... IdAxes>
  ATTN_ABI constexpr auto operator()(const tensor<Id, IdAxes...>& ids) const {
    return attn::embedding(ids, weight);
  }
  template <class X>
  ATTN_ABI constexpr auto logits(const X& x) const {
    return attn::linear(x, output);
  }
  ATTN_ABI friend constexpr bool operator==(const embedding&, const embedding&) = default;
};

}  // namespace nn

namespace detail {

template <>
inline constexpr bool stores_weights<nn::tied_table> = true;
template <>
inline constexpr bool stores_weights<output_by_input> = true;
template <>
inline constexpr bool stores_weights<input_by_output> = true;

// What a template argument becomes: a way to store weights, or a model that has one.
struct to_packed;
template <class P>
inline constexpr bool changes_packed = stores_weights<P>;
template <class P>
  requires has_members<P>
inline constexpr bool changes_packed<P> = rebinds<P, to_packed>;

template <class P>
struct when_packed {
  using type = P;
};
template <class P>
  requires(changes_packed<P> && !has_members<P>)
struct when_packed<P> {
  using type = packed_weights;
};
template <class P>
  requires(changes_packed<P> && has_members<P>)
struct when_packed<P> {
  using type = rebound<P, to_packed>;
};
template <class Layout, class Bias>
inline constexpr bool changes_packed<nn::own_output<Layout, Bias>> = changes_packed<Layout>;
template <class Layout, class Bias>
struct when_packed<nn::own_output<Layout, Bias>> {
  using type = nn::own_output<typename when_packed<Layout>::type, Bias>;
};

struct to_packed {
  template <class P>
  static constexpr bool changes = changes_packed<P>;
  template <class P>
  using type = typename when_packed<P>::type;
};

// The weights of a layer are output by input, but for these.
template <class M>
inline constexpr bool is_input_by_output = false;
template <class T, class In, class Out, class Bias>
inline constexpr bool is_input_by_output<nn::linear<T, In, Out, input_by_output, Bias>> = true;

// to = packed(from), member by member, in place: a model may be too large for the stack.
template <bool InputByOutput, class T, class Words, class Width, class Packed, class Table>
  requires(
      requires(nn::embedding<T, Words, Width, Packed> to) { to.output; } &&
      !requires(nn::embedding<T, Words, Width, Table> from) { from.output; })
ATTN_ABI constexpr void pack_into(nn::embedding<T, Words, Width, Packed>& to,
                                  const nn::embedding<T, Words, Width, Table>& from) {
  to.weight = from.weight;
  pack_transposed(to.output, from.weight.data());
}
template <bool InputByOutput, class To, class From>
ATTN_ABI constexpr void pack_into(To& to, const From& from) {
  if constexpr (is_array<To>) {
    for (std::size_t i = 0; i < array_length<To>; ++i) pack_into<InputByOutput>(to[i], from[i]);
  } else if constexpr (std::is_same_v<To, From>) {
    to = from;
  } else if constexpr (has_members<To>) {
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      (pack_into<is_input_by_output<From>>(member<Index>(to), member<Index>(from)), ...);
    }(members_of<To>{});
  } else if constexpr (InputByOutput) {
    write_packed(to, from.data());
  } else {
    pack_transposed(to, from.data());
  }
}

template <class To, class M>
ATTN_ABI constexpr To packed_as(const M& model) {
  To to{};
  pack_into<false>(to, model);
  return to;
}

}  // namespace detail

template <parameter_struct M>
  requires detail::rebinds<M, detail::to_packed>
ATTN_ABI constexpr auto packed(const M& model) {
  return detail::packed_as<detail::rebound<M, detail::to_packed>>(model);
}

template <class To, parameter_struct M>
  requires detail::rebinds<M, detail::to_packed> &&
           std::is_same_v<To, detail::rebound<M, detail::to_packed>>
ATTN_ABI constexpr void packed_into(To& out, const M& model) {
  detail::pack_into<false>(out, model);
}

// Layers that write to an existing tensor, for results that are too large for the stack.
//
//   linear_into(out, layer, x)                  out = layer(x), of an nn::linear
//   feed_forward_into(out, hidden, layer, x)    … of an nn::feed_forward; the rows of its inner
//                                               width are kept in `hidden`
//
// Layers may be packed (layers/packed.hpp). `out` and `hidden` must not overlap x, the layer or
// each other. The result of a user-defined activation is on the stack.
//
// Rules: the rules of the layer, linear's in the words of linear_into; same_element, same_axes, of
// out and layer(x), of hidden and layer.linear1(x).
// Accuracy: bit for bit the layer.

namespace detail {

// In a function of its own: unoptimised, a caller has room for the result on its stack, used or
// not.
template <class Y, class F, class X>
ATTN_ABI constexpr void assign_rows(Y& out, const F& f, const X& x) {
  out = f(x);
}

// out = layer(x), all of which have passed the rules.
template <class Y, class Layer, class X>
ATTN_ABI constexpr void write_linear(Y& out, const Layer& layer, const X& x) {
  if constexpr (kernel_scalar<typename Y::value_type>) {
    if (!std::is_constant_evaluated()) return write_rows<void>(out, layer, x);
  }
  assign_rows(out, layer, x);
}

template <class Y, class H, class T, class Model, class Ff, class Layout, class Activation,
          class Bias, class X>
ATTN_ABI constexpr void write_feed_forward(
    Y& out, H& hidden, const nn::feed_forward<T, Model, Ff, Layout, Activation, Bias>& layer,
    const X& x) {
  if constexpr (kernel_scalar<T> && activates_lanes<Activation>) {
    if (!std::is_constant_evaluated()) {
      using of_lanes = element_function<Activation>;
      write_rows<of_lanes>(hidden, layer.linear1, x);
      write_rows<void>(out, layer.linear2, hidden);
      return;
    }
  }
  write_linear(hidden, layer.linear1, x);
  assign_rows(hidden, Activation{}, hidden);
  write_linear(out, layer.linear2, hidden);
}

}  // namespace detail

template <class Y, class T, class In, class Out, class Layout, class Bias, class U, class... X>
  requires(detail::is_tensor<Y>)
ATTN_ABI constexpr void linear_into(Y& out, const nn::linear<T, In, Out, Layout, Bias>& layer,
                                    const tensor<U, X...>& x) {
  using call = rules::layer_call<tensor<U, X...>, T, In, Out>;
  ATTN_REQUIRE_LAYER(call, "attn::linear_into(out, layer, x)");
  ATTN_REQUIRE(call, distinct_result,
               "attn::linear_into(out, layer, x): x has an axis named as the layer's output");
  if constexpr (call::all::value) {
    using into = rules::out_call<Y, decltype(layer(x))>;
    ATTN_REQUIRE(into, out_element,
                 "attn::linear_into(out, layer, x): out must have the element type of the layer");
    ATTN_REQUIRE(into, out_axes,
                 "attn::linear_into(out, layer, x): out must have the axes of layer(x)");
    if constexpr (into::all::value) detail::write_linear(out, layer, x);
  }
}

template <class Y, class H, class T, class Model, class Ff, class Layout, class Activation,
          class Bias, class U, class... X>
  requires(detail::is_tensor<Y> && detail::is_tensor<H>)
ATTN_ABI constexpr void feed_forward_into(
    Y& out, H& hidden, const nn::feed_forward<T, Model, Ff, Layout, Activation, Bias>& layer,
    const tensor<U, X...>& x) {
  using call = rules::inner_call<tensor<U, X...>, T, Model, Ff, Activation>;
  ATTN_REQUIRE_FEED_FORWARD(call, "attn::feed_forward_into(out, hidden, layer, x)");
  if constexpr (call::all::value) {
    using into = rules::out_call<Y, decltype(layer(x))>;
    using inner = rules::out_call<H, decltype(layer.linear1(x))>;
    ATTN_REQUIRE(
        into, out_element,
        "attn::feed_forward_into(out, hidden, layer, x): out must have the element type of "
        "the layer");
    ATTN_REQUIRE(
        inner, out_element,
        "attn::feed_forward_into(out, hidden, layer, x): hidden must have the element type "
        "of the layer");
    ATTN_REQUIRE(
        into, out_axes,
        "attn::feed_forward_into(out, hidden, layer, x): out must have the axes of layer(x)");
    ATTN_REQUIRE(inner, out_axes,
                 "attn::feed_forward_into(out, hidden, layer, x): hidden must have the axes of "
                 "layer.linear1(x)");
    if constexpr (into::all::value && inner::all::value)
      detail::write_feed_forward(out, hidden, layer, x);
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
