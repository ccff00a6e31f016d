// SPDX-License-Identifier: BSL-1.0
// What attn/layers/packed.hpp promises: the plain layer bit for bit, whatever its layout and sizes.
#pragma once

#include "static_tests/support/pattern.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::packed_layer_tests {
template <class T, std::size_t Rows, std::size_t In, std::size_t Out, class Layout, class Bias>
constexpr void check_linear(report& r) {
  using in = axis<"in", In>;
  using out = axis<"out", Out>;
  using layer_type = nn::linear<T, in, out, Layout, Bias>;
  const auto layer = launder(made_up<layer_type>(In + Out));
  const auto x = launder(filled<tensor<T, axis<"row", Rows>, in>>(Rows, T(2)));
  const auto fast = packed(layer);
  has_type<nn::linear<T, in, out, packed_weights, Bias>>(fast);
  const auto y = fast(x);
  has_type<tensor<T, axis<"row", Rows>, out>>(y);
  r.same(y, layer(x));
  r.check(packed(fast) == fast);
  std::remove_const_t<decltype(fast)> into{};
  packed_into(into, layer);
  r.check(into == fast);
  r.same(unpacked(fast.weight), in_layout<input_by_output>(layer).weight);
}

// An activation that no kernel knows, and one that is built upon one that it knows.
struct twice {
  template <class X> constexpr X operator()(const X& x) const { return x + x; }
};
struct twice_the_positive : act::relu {
  template <class X> constexpr X operator()(const X& x) const {
    return twice{}(act::relu::operator()(x));
  }
};

template <class T, std::size_t Rows, std::size_t Model, std::size_t Inner, class Layout,
    class Activation, class Bias = with_bias>
constexpr void check_network(report& r) {
  using model = axis<"model", Model>;
  using inner = axis<"inner", Inner>;
  using plain = nn::feed_forward<T, model, inner, Layout, Activation, Bias>;
  const auto layer = launder(made_up<plain>(Model + Inner));
  const auto x = launder(filled<tensor<T, axis<"row", Rows>, model>>(Rows, T(2)));
  const auto fast = packed(layer);
  has_type<nn::feed_forward<T, model, inner, packed_weights, Activation, Bias>>(fast);
  r.same(fast(x), layer(x));
  r.check(packed(fast) == fast);
}

template <class T, std::size_t Rows, std::size_t Model, std::size_t Inner, class Layout>
constexpr void check_gated(report& r) {
  using model = axis<"model", Model>;
  using plain = nn::swiglu<T, model, axis<"inner", Inner>, Layout>;
  const auto layer = launder(made_up<plain>(Model));
  const auto x = launder(filled<tensor<T, axis<"row", Rows>, model>>(Rows, T(2)));
  const auto fast = packed(layer);
  r.same(fast(x), layer(x));
  r.check(packed(fast) == fast);
}

// A template of the user's, in whose members there are an array and what is not packed.
template <class T, class Layout> struct tower {
  using width = axis<"width", 3>;
  using layer_type = nn::linear<T, width, width, Layout>;
  using layers_type = layer_type[2];
  using norm_type = nn::layer_norm<T, width>;
  ATTN_MEMBERS(tower, (layers_type, layers), (norm_type, norm));

  template <class X> constexpr auto operator()(const X& x) const {
    return norm(layers[1](layers[0](x)));
  }
  friend constexpr bool operator==(const tower&, const tower&) = default;
};
template <class Layout> constexpr void models_of_the_users(report& r) {
  const auto plain = launder(made_up<tower<double, Layout>>(4));
  const auto fast = packed(plain);
  has_type<tower<double, packed_weights>>(fast);
  const auto x = launder(filled<tensor<double, axis<"row", 2>, axis<"width", 3>>>(5));
  r.same(fast(x), plain(x));
  r.check(packed(fast) == fast);
}

template <class M>
concept packable = requires(const M& m) { packed(m); };
static_assert(packable<tower<float, output_by_input>>);
static_assert(!packable<nn::layer_norm<float, dim<3>>>);

inline constexpr auto behaviours = [](test_table& tests) {
  tests.executed("a template of the user's, output by input",
      [](report& r) { models_of_the_users<output_by_input>(r); });
  tests.executed("a template of the user's, input by output",
      [](report& r) { models_of_the_users<input_by_output>(r); });
  // One of everything; less than a line, a line, primes; either layout, with a bias and without.
  tests.executed<float, double>("linear", []<class T>(report& r) {
    check_linear<T, 1, 1, 1, output_by_input, with_bias>(r);
    check_linear<T, 3, 2, 5, input_by_output, with_bias>(r);
    check_linear<T, 2, 7, 16, output_by_input, without_bias>(r);
    check_linear<T, 7, 3, 17, output_by_input, with_bias>(r);
    check_linear<T, 5, 11, 13, input_by_output, without_bias>(r);
  });
  // A vector, a batch, and an axis that is input and output.
  tests.executed("axes", [](report& r) {
    using model = axis<"model", 5>;
    const auto layer = launder(made_up<nn::linear<double, model, model, output_by_input>>(3));
    const auto fast = packed(layer);
    const auto one = launder(filled<tensor<double, model>>(1));
    const auto many = launder(filled<tensor<double, batch, token, model>>(2));
    static_assert(std::is_same_v<decltype(fast(one)), tensor<double, model>>);
    static_assert(std::is_same_v<decltype(fast(many)), tensor<double, batch, token, model>>);
    r.same(fast(one), layer(one));
    r.same(fast(many), layer(many));
  });
  tests.executed<float, double>("feed-forward", []<class T>(report& r) {
    check_network<T, 1, 1, 1, output_by_input, act::relu>(r);
    check_network<T, 3, 5, 7, input_by_output, act::gelu_tanh>(r);
    check_network<T, 2, 4, 17, output_by_input, act::gelu_exact, without_bias>(r);
    check_network<T, 5, 3, 16, output_by_input, act::tanh>(r);
  });
  tests.executed<float, double>("other activations", []<class T>(report& r) {
    check_network<T, 2, 3, 19, output_by_input, act::silu>(r);
    check_network<T, 2, 3, 5, input_by_output, act::softplus>(r);
    check_network<T, 3, 2, 5, output_by_input, act::sigmoid, without_bias>(r);
    check_network<T, 3, 2, 5, output_by_input, act::identity>(r);
    check_network<T, 3, 2, 5, output_by_input, twice>(r);
    check_network<T, 3, 2, 18, input_by_output, twice_the_positive>(r);
  });
  tests.executed<float, double>("gated", []<class T>(report& r) {
    check_gated<T, 1, 3, 5, output_by_input>(r);
    check_gated<T, 3, 4, 18, input_by_output>(r);
  });
  // A packed layer of a user's own scalars, which no kernel takes.
  tests.executed("any scalar", [](report& r) {
    using in = axis<"in", 3>;
    using out = axis<"out", 5>;
    const auto layer = launder(made_up<nn::linear<double, in, out, output_by_input>>(4));
    const auto x = launder(filled<tensor<double, axis<"row", 2>, in>>(5));
    const auto fast = packed(as_archetype_model(layer));
    r.same(values_of(fast(as_archetype(x))), layer(x));
  });
};
}  // namespace attn_tests::packed_layer_tests
