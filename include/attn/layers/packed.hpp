// SPDX-License-Identifier: BSL-1.0
// packed(model): the same model with its weights in the order in which a product reads them.
//
//   constexpr auto fast = packed(model);    packed by the compiler, part of the program
//   fast(x, options…)                       model(x, options…) to the bit
//   packed_into(out, model)                 into an existing object, a decltype(packed(model))
//
// Of an nn::linear or a recurrent cell, and of every template that a model is of, if a layout or a
// plain_weights is among its arguments, or among those of a model there: feed-forward layers,
// heads, encoders, whole Transformers, and yours. Of a model that is packed, itself. The type says
// so: in the place of the layout it has packed_weights, and it stands wherever the plain one
// stands. Tables, norms and biases stay as they are. The bias is added in registers, and a
// feed_forward's activation is applied while the sums are in the cache. Train, save and convert the
// plain model: a packed one has no parameters.
//
// A step of a plain cell turns the weights round every time, which takes longer than the products:
// pack what makes more than one step. unroll packs a plain cell once, where that fits on the stack.
//
// Rules: those of the model. Exact.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/node.hpp>
#include <attn/detail/rebind.hpp>
#include <attn/detail/runtime/pack_transposed.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/packed.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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
    if constexpr (call::holds)
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
    if constexpr (call::holds)
      return attn::linear(x, weight);
    else
      return result{};
  }
  ATTN_ABI friend constexpr bool operator==(const linear&, const linear&) = default;
};

}  // namespace nn

namespace detail {

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
template <bool InputByOutput, class To, class From>
ATTN_ABI constexpr void pack_into(To& to, const From& from) {
  if constexpr (is_array<To>) {
    for (std::size_t i = 0; i < array_length<To>; ++i) pack_into<InputByOutput>(to[i], from[i]);
  } else if constexpr (std::is_same_v<To, From>) {
    to = from;
  } else if constexpr (has_members<To>) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (pack_into<is_input_by_output<From>>(member<I>(to), member<I>(from)), ...);
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

}  // namespace attn
ATTN_STRICT_FP_END
