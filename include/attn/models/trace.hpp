// SPDX-License-Identifier: BSL-1.0
// Traces: every intermediate result of a call, with its name and its formula, as one constant.
//
//   trace_attention(Q, K, V, options…)   queries, scores, scaled, capped, biased, masked, weights,
//                                        output
//   trace(model, x, options…)            of multi-head attention, a feed-forward layer, an encoder
//                                        layer, an encoder: the steps of its parts, and its own
//   step_of<"weights">(t)                the tensor of a step; names are as "self_attn.weights"
//   t.for_each(f)                        f(name, formula, tensor) for each, in order
//
// Steps that a call does not have are left out: "masked" without a mask, for example. Of a stack,
// the steps of layer 0 are "layers.0.norm1" and so on. A model that has a member trace(x, options…)
// is traced by it. Of any other one, the trace is its output. io/trace_text.hpp prints traces.
//
// Rules: the rules of the call, reported in its name. Accuracy: every step has the bits that the
// call computes it with. The last one is "output", bit for bit the result of the call.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/models/encoder.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// The name of a step, as a template argument.
template <std::size_t N>
struct step_name {
  static constexpr std::size_t length = N - 1;
  char text[N]{};
  ATTN_ABI constexpr step_name() = default;
  consteval step_name(const char (&literal)[N]) { detail::copy_string(text, literal); }
};

// How a step is computed from those before it: for people, and in LaTeX.
struct step_formula {
  const char* text;
  const char* latex;
};

template <step_name Name, class X>
struct traced {
  X value;
  step_formula formula;
};

template <class... Steps>
struct trace_of : Steps... {
  static constexpr std::size_t count = sizeof...(Steps);
  template <class F>
  ATTN_ABI constexpr void for_each(const F& f) const {
    (visit<Steps>(f), ...);
  }

 private:
  template <class Step, class F>
  ATTN_ABI constexpr void visit(const F& f) const {
    visit_step(static_cast<const Step&>(*this), f);
  }
  template <step_name Name, class X, class F>
  ATTN_ABI static constexpr void visit_step(const traced<Name, X>& step, const F& f) {
    f(Name.text, step.formula, step.value);
  }
};

template <step_name Name, class X>
ATTN_ABI constexpr const X& step_of(const traced<Name, X>& found) {
  return found.value;
}

namespace detail {

template <step_name A, step_name B>
consteval auto dotted() {
  step_name<A.length + 1 + B.length + 1> name;
  for (std::size_t i = 0; i < A.length; ++i) name.text[i] = A.text[i];
  name.text[A.length] = '.';
  for (std::size_t i = 0; i < B.length; ++i) name.text[A.length + 1 + i] = B.text[i];
  return name;
}

template <std::size_t Index>
consteval auto numbered() {
  constexpr auto digits = name_of_number<Index>();
  step_name<digits.length + 1> name;
  for (std::size_t i = 0; i < digits.length; ++i) name.text[i] = digits.text[i];
  return name;
}

template <step_name Name, class X>
ATTN_ABI constexpr trace_of<traced<Name, X>> traced_step(const char* text, const char* latex,
                                                         const X& x) {
  return {traced<Name, X>{x, {text, latex}}};
}

template <class... A, class... B>
ATTN_ABI constexpr trace_of<A..., B...> operator+(const trace_of<A...>& a,
                                                  const trace_of<B...>& b) {
  return {static_cast<const A&>(a)..., static_cast<const B&>(b)...};
}

// The steps of a part, named after it.
template <step_name Part, step_name Name, class X>
ATTN_ABI constexpr traced<dotted<Part, Name>(), X> in_part(const traced<Name, X>& step) {
  return {step.value, step.formula};
}
template <step_name Part, class... Steps>
ATTN_ABI constexpr auto part(const trace_of<Steps...>& steps) {
  return trace_of<decltype(in_part<Part>(std::declval<const Steps&>()))...>{
      in_part<Part>(static_cast<const Steps&>(steps))...};
}

// The step that f computes, or none.
template <step_name Name, bool Taken, class F>
ATTN_ABI constexpr auto step_if(const char* text, const char* latex, const F& f) {
  if constexpr (Taken)
    return traced_step<Name>(text, latex, f());
  else
    return trace_of<>{};
}

// The steps up to the weights. All rules have been passed.
template <class Q, class K, class... Options>
ATTN_ABI constexpr auto trace_weights(const Q& q, const K& k, const Options&... options) {
  constexpr bool scored = has_kind<score_kind, Options...>;
  using scale = scale_option<Options...>;
  constexpr bool usual = !has_kind<scale_kind, Options...>;
  const auto queries = step_if<"queries", scales_queries<scale>>(
      "Q * scale", "c \\cdot Q", [&] { return Q(queries_with_scale(q, options...)); });
  auto x = raw_scores(q, k, options...);
  const auto scores = traced_step<"scores">(scored ? "score(Q, K)" : "Q K^T",
                                            scored ? "\\mathrm{score}(Q, K)" : "Q K^\\top", x);
  const auto scaled = step_if<"scaled", scales_scores<scale>>(
      usual ? "scores / sqrt(d_k)" : "scores * scale",
      usual ? "Q K^\\top / \\sqrt{d_k}" : "c \\cdot Q K^\\top", [&] {
        scale_scores<Q>(x, options...);
        return x;
      });
  const auto capped = step_if<"capped", has_kind<soft_cap_kind, Options...>>(
      "cap * tanh(scores / cap)", "c \\tanh(S / c)", [&] {
        cap_scores(x, option<soft_cap_kind, no_cap>(options...));
        return x;
      });
  const auto biased =
      step_if<"biased", has_kind<bias_kind, Options...>>("scores + bias", "S + B", [&] {
        bias_scores(x, option<bias_kind, no_bias>(options...));
        return x;
      });
  const auto masked = [&] {
    if constexpr (has_kind<mask_kind, Options...>)
      return traced_step<"masked">("scores, -inf where masked", "S + M",
                                   mask_scores(x, option<mask_kind, no_mask>(options...)));
    else
      return trace_of<>{};
  }();
  weigh_scores(x, options...);
  return queries + scores + scaled + capped + biased + masked +
         traced_step<"weights">(
             is_hard<Options...>    ? "1 for the largest of each row"
             : has_sink<Options...> ? "softmax of each row and its sink"
                                    : "softmax of each row",
             is_hard<Options...> ? "\\mathrm{hardmax}(S)" : "\\mathrm{softmax}(S)", x);
}

}  // namespace detail

template <class T, class U, class W, class... Q, class... K, class... V, class... Options>
ATTN_ABI constexpr auto trace_attention(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                        const tensor<W, V...>& v, const Options&... options) {
  using detail::operator+;
  using call = rules::attention_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>, Options...>;
  const auto output = detail::traced_step<"output">(
      "weights V", "A V", scaled_dot_product_attention(q, k, v, options...));
  if constexpr (call::all::value)
    return detail::trace_weights(q, k, options...) + output;
  else
    return output;
}

namespace detail {

// Layers whose parts are known have an overload. Others are one step.
template <class Model, class... Arguments>
ATTN_ABI constexpr auto steps_of(const Model& model, const Arguments&... arguments) {
  if constexpr (requires { model.trace(arguments...); })
    return model.trace(arguments...);
  else
    return traced_step<"output">("f(x)", "f(x)", model(arguments...));
}

template <class T, class Widths, class Head, class Layout, class Bias, class X, class Key,
          class Value, class... Options>
  requires sequence_tensor<Key> && sequence_tensor<Value>
ATTN_ABI constexpr auto steps_of(const nn::multi_head<T, Widths, Head, Layout, Bias>& layer,
                                 const X& x, const Key& key, const Value& value,
                                 const Options&... options) {
  using type = nn::multi_head<T, Widths, Head, Layout, Bias>;
  const auto q = layer.q_proj(x);
  const auto k = layer.k_proj(key);
  const auto v = layer.v_proj(value);
  const auto q_heads = cut_into_heads<Head, typename type::d_k>(q);
  const auto k_heads = cut_into_heads<Head, typename type::d_k>(k);
  const auto v_heads = cut_into_heads<Head, typename type::d_v>(v);
  return traced_step<"q">("x W_q + b_q, of the queries", "X_q W_q + b_q", q) +
         traced_step<"k">("x W_k + b_k, of the keys", "X_k W_k + b_k", k) +
         traced_step<"v">("x W_v + b_v, of the values", "X_v W_v + b_v", v) +
         trace_weights(q_heads, k_heads, options...) +
         traced_step<"heads">("weights V, of each head", "A_h V_h",
                              scaled_dot_product_attention(q_heads, k_heads, v_heads, options...)) +
         traced_step<"joined">("the heads, side by side", "[H_0; H_1; \\dots]",
                               attention_of_slices<Head>(q, k, v, options...)) +
         traced_step<"output">("joined W_o + b_o", "H W_o + b_o", layer(x, key, value, options...));
}
template <class T, class Widths, class Head, class Layout, class Bias, class X, class... Options>
ATTN_ABI constexpr auto steps_of(const nn::multi_head<T, Widths, Head, Layout, Bias>& layer,
                                 const X& x, const Options&... options) {
  return steps_of(layer, x, x, x, options...);
}

template <class T, class Model, class Ff, class Layout, class Activation, class X>
ATTN_ABI constexpr auto steps_of(
    const nn::gated_feed_forward<T, Model, Ff, Layout, Activation>& layer, const X& x) {
  const auto gate = activated_by<Activation>(layer.w1, x);
  return traced_step<"gate">("act(x W_1)", "\\sigma(X W_1)", gate) +
         traced_step<"up">("x W_3", "X W_3", layer.w3(x)) +
         traced_step<"gated">("gate * up", "\\sigma(X W_1) \\odot X W_3",
                              multiply(gate, layer.w3(x))) +
         traced_step<"output">("gated W_2", "(\\sigma(X W_1) \\odot X W_3) W_2", layer(x));
}

template <class T, class Model, class Ff, class Layout, class Activation, class Bias, class X>
ATTN_ABI constexpr auto steps_of(
    const nn::feed_forward<T, Model, Ff, Layout, Activation, Bias>& layer, const X& x) {
  return traced_step<"hidden">("x W_1 + b_1", "X W_1 + b_1", layer.linear1(x)) +
         traced_step<"activated">("act(hidden)", "\\sigma(H)",
                                  activated_by<Activation>(layer.linear1, x)) +
         traced_step<"output">("activated W_2 + b_2", "\\sigma(H) W_2 + b_2", layer(x));
}

template <class T, class Width, class Head, class Inner, class Layout, class Block, class Order,
          class X, class... Options>
ATTN_ABI constexpr auto steps_of(
    const nn::encoder_layer<T, Width, Head, Inner, Layout, Block, Order>& layer, const X& x,
    const Options&... options) {
  if constexpr (std::remove_cvref_t<decltype(layer)>::norm_order::norm_first) {
    const auto normed = layer.norm1(x);
    const auto h = x + layer.self_attn(normed, options...);
    const auto inner = layer.norm2(h);
    return traced_step<"norm1">("norm of x", "N_1(X)", normed) +
           part<"self_attn">(steps_of(layer.self_attn, normed, options...)) +
           traced_step<"sum1">("x + self_attn.output", "X + A", h) +
           traced_step<"norm2">("norm of sum1", "N_2(S_1)", inner) +
           part<"feed_forward">(steps_of(layer.feed_forward, inner)) +
           traced_step<"output">("sum1 + feed_forward.output", "S_1 + F", layer(x, options...));
  } else {
    const auto sum = x + layer.self_attn(x, options...);
    const auto h = layer.norm1(sum);
    return part<"self_attn">(steps_of(layer.self_attn, x, options...)) +
           traced_step<"sum1">("x + self_attn.output", "X + A", sum) +
           traced_step<"norm1">("norm of sum1", "N_1(X + A)", h) +
           part<"feed_forward">(steps_of(layer.feed_forward, h)) +
           traced_step<"sum2">("norm1 + feed_forward.output", "H + F", h + layer.feed_forward(h)) +
           traced_step<"output">("norm of sum2", "N_2(H + F)", layer(x, options...));
  }
}

template <std::size_t Index, class Layers, class X, class... Options>
ATTN_ABI constexpr auto steps_from(const Layers& layers, const X& x, const Options&... options) {
  const auto& layer = layer_at<Index>(layers);
  const auto here = part<numbered<Index>()>(steps_of(layer, x, options...));
  if constexpr (Index + 1 == count_layers<Layers>)
    return here;
  else
    return here + steps_from<Index + 1>(layers, layer(x, options...), options...);
}
template <class Layer, std::size_t N, class Norm, class X, class... Options>
ATTN_ABI constexpr auto steps_of(const nn::encoder<Layer, N, Norm>& stack, const X& x,
                                 const Options&... options) {
  return part<"layers">(steps_from<0>(stack.layers, x, options...)) +
         traced_step<"output">("norm of the last layer, if any", "N(X)", stack(x, options...));
}

// Whether a call of a known layer meets its requirements. If not, the call itself reports it.
template <class Model, class... Arguments>
inline constexpr bool call_holds = true;
template <class T, class Widths, class Head, class Layout, class Bias, class... Arguments>
inline constexpr bool call_holds<nn::multi_head<T, Widths, Head, Layout, Bias>, Arguments...> =
    nn::multi_head<T, Widths, Head, Layout, Bias>::template call<Arguments...>::all::value;
template <class T, class Width, class Head, class Layout, class Bias, class... Arguments>
inline constexpr bool
    call_holds<nn::multi_head_with_sinks<T, Width, Head, Layout, Bias>, Arguments...> =
        nn::multi_head_with_sinks<T, Width, Head, Layout,
                                  Bias>::template call<Arguments...>::all::value;
template <class T, class Model, class Ff, class Layout, class Activation, class Bias, class X>
inline constexpr bool call_holds<nn::feed_forward<T, Model, Ff, Layout, Activation, Bias>, X> =
    rules::inner_call<X, T, Model, Ff, Activation>::all::value;
template <nn::transformer_block Layer, class X, class... Options>
inline constexpr bool call_holds<Layer, X, Options...> =
    rules::encoder_call<Layer, X, rules::options<Options...>>::all::value;
template <class Layer, std::size_t N, class Norm, class X, class... Options>
  requires(rules::stack_layer_call<Layer, 1>::all::value)
inline constexpr bool call_holds<nn::encoder<Layer, N, Norm>, X, Options...> =
    rules::stack_call<Layer, N, Norm>::all::value &&
    rules::encoder_call<Layer, X, rules::options<Options...>>::all::value;

}  // namespace detail

template <class Model, class X, class... Arguments>
ATTN_ABI constexpr auto trace(const Model& model, const X& x, const Arguments&... arguments) {
  if constexpr (detail::call_holds<Model, X, Arguments...>)
    return detail::steps_of(model, x, arguments...);
  else
    return detail::traced_step<"output">("f(x)", "f(x)", model(x, arguments...));
}

}  // namespace attn
ATTN_STRICT_FP_END
