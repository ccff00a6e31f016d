// SPDX-License-Identifier: BSL-1.0
// Behaviours of linear, into, identity, feed_forward of attn/layers/.
#pragma once

#include <boost/hana/define_struct.hpp>
#include "static_tests/reference/layers.hpp"
#include "static_tests/reference/layers_encoder.hpp"
#include "static_tests/support/pattern.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::layers_linear_tests {
// What attn/layers/linear.hpp promises.
namespace linear_tests {
using in = axis<"in", 4>;
using out = axis<"out", 5>;

// Every number of leading axes is the same rows; none is one row.
template <class T, class Layout> constexpr void any_leading_axes(report& r) {
  const auto layer = launder(nn::linear<T, in, out, Layout>{
      filled<typename nn::linear<T, in, out, Layout>::weight_type>(1), filled<tensor<T, out>>(2)});
  const auto x = launder(filled<tensor<T, batch, token, in>>(3, T(2)));
  const auto y = layer(x);
  has_type<tensor<T, batch, token, out>>(y);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto plane = select<"batch">(x, i);
    r.same(select<"batch">(y, i), layer(plane));
    for (std::size_t j = 0; j < 3; ++j) {
      const auto row = layer(select<"token">(plane, j));
      has_type<tensor<T, out>>(row);
      r.same(select<"token">(layer(plane), j), row);
    }
  }
  const auto z = layer(launder(filled<tensor<T, dim<2>, batch, token, in>>(4)));
  has_type<tensor<T, dim<2>, batch, token, out>>(z);
  r.bits(y);
  r.bits(z);
}

template <class T, class Layout> constexpr void without_a_bias(report& r) {
  using layer_type = nn::linear<T, in, out, Layout, without_bias>;
  static_assert(parameter_count<layer_type> == 20);
  const layer_type layer = launder(layer_type{filled<typename layer_type::weight_type>(5)});
  const nn::linear<T, in, out, Layout, with_bias> zero_bias{layer.weight, {}};
  const auto x = launder(filled<tensor<T, token, in>>(6));
  r.check(layer(x) == zero_bias(x));
  r.bits(layer(x));
}

// A layer stored the other way gives the bits of the first; and back again it is the first.
template <class T, class Bias> constexpr void in_both_layouts(report& r) {
  using torch = nn::linear<T, in, out, output_by_input, Bias>;
  using keras = nn::linear<T, in, out, input_by_output, Bias>;
  torch layer{};
  layer.weight = filled<typename torch::weight_type>(7);
  if constexpr (std::is_same_v<Bias, with_bias>) layer.bias = filled<tensor<T, out>>(8);
  layer = launder(layer);
  const auto other = in_layout<input_by_output>(layer);
  has_type<keras>(other);
  static_assert(std::is_same_v<typename torch::weight_type, tensor<T, out, in>>);
  static_assert(std::is_same_v<typename keras::weight_type, tensor<T, in, out>>);
  const auto x = launder(filled<tensor<T, token, in>>(9, T(5)));
  r.same(layer(x), other(x));
  r.same(in_layout<output_by_input>(other), layer);
  r.same(in_layout<output_by_input>(layer), layer);
  r.check(in_layout<output_by_input>(other) == layer);
  r.bits(other.weight);
}

// A layer is a value: it can be compared, converted, and be a template argument.
template <auto Layer> constexpr auto answer(const auto& x) { return Layer(x); }

inline constexpr auto behaviours = [](test_table& tests) {
  // torch.nn.functional.linear of (3, 4) and (5, 4).
  tests.proved<double, float>("as PyTorch", []<class T>(report& r) {
    namespace expected = reference::layers_linear_embedding;
    const auto x = launder(with_axes<token, in>(as<T>(expected::X)));
    const auto w = launder(with_axes<out, in>(as<T>(expected::W)));
    const auto b = launder(with_axes<out>(as<T>(expected::b)));
    const auto y = linear<output_by_input>(x, w, b);
    has_type<tensor<T, token, out>>(y);
    r.check(near(y, expected::linear));
    r.check(near(linear<output_by_input>(x, w), expected::linear_no_bias));
    const nn::linear<T, in, out, output_by_input> layer{w, b};
    r.same(layer(x), y);
  });
  tests.proved<double, float>("is a product and a bias", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, token, in>>(1, T(3)));
    const auto w = launder(filled<tensor<T, out, in>>(2));
    const auto b = launder(filled<tensor<T, out>>(3));
    const auto y = linear<output_by_input>(x, w, b);
    r.same(y, add_bias(matmul(x, transpose(w)), b));
    r.same(linear<output_by_input>(x, w), matmul(x, transpose(w)));
    // The other layout: other elements behind one another, the same bits.
    const auto v = launder(transpose(w));
    r.same(linear<input_by_output>(x, v, b), y);
    r.same(linear<input_by_output>(x, v), matmul(x, v));
    // Without names.
    r.same(linear<output_by_input>(unnamed(x), unnamed(w), unnamed(b)), unnamed(y));
  });
  tests.proved(
      "any leading axes, double", [](report& r) { any_leading_axes<double, output_by_input>(r); });
  tests.proved(
      "any leading axes, float", [](report& r) { any_leading_axes<float, input_by_output>(r); });
  tests.proved(
      "without a bias, double", [](report& r) { without_a_bias<double, input_by_output>(r); });
  tests.proved(
      "without a bias, float", [](report& r) { without_a_bias<float, output_by_input>(r); });
  tests.proved("in both layouts, double", [](report& r) { in_both_layouts<double, with_bias>(r); });
  tests.proved("in both layouts, float, without bias",
      [](report& r) { in_both_layouts<float, without_bias>(r); });
  // (model -> model): the weight cannot have the name twice, so its input has none; x must have it.
  tests.proved("one axis on both sides", [](report& r) {
    using torch = nn::linear<double, model, model, output_by_input>;
    using keras = nn::linear<double, model, model, input_by_output>;
    static_assert(std::is_same_v<torch::weight_type, tensor<double, model, dim<4>>>);
    static_assert(std::is_same_v<keras::weight_type, tensor<double, dim<4>, model>>);
    // As wide, of one name, and not of one size: named as the output only.
    using narrow = nn::linear<double, axis<"model", 3>, model, output_by_input>;
    static_assert(std::is_same_v<narrow::weight_type, tensor<double, model, dim<3>>>);
    using unnamed_layer = nn::linear<float, dim<3>, dim<2>, output_by_input>;
    static_assert(std::is_same_v<unnamed_layer::weight_type, matrix<float, 2, 3>>);
    const torch layer =
        launder(torch{filled<torch::weight_type>(10), filled<torch::bias_type>(11)});
    const auto x = launder(filled<tensor<double, token, model>>(12));
    const auto y = layer(x);
    has_type<tensor<double, token, model>>(y);
    r.same(y, in_layout<input_by_output>(layer)(x));
    r.same(unnamed(y),
        linear<output_by_input>(unnamed(x), unnamed(layer.weight), unnamed(layer.bias)));
  });
  tests.proved("integers", [](report& r) {
    using layer = nn::linear<int, dim<2>, dim<3>, output_by_input>;
    const auto one = launder(layer{{{1, 2}, {3, 4}, {5, 6}}, {10, 20, 30}});
    r.check(one(tensor<int, dim<2>>{7, 8}) == tensor<int, dim<3>>{33, 73, 113});
  });
  tests.proved("layers are values", [](report& r) {
    using layer = nn::linear<float, dim<2>, dim<3>, output_by_input>;
    constexpr layer one{{{1, 2}, {3, 4}, {5, 6}}, {0.5, 1.5, 2.5}};
    const auto x = launder(tensor<float, dim<2>>{1, -1});
    r.check(answer<one>(x) == tensor<float, dim<3>>{-0.5, 0.5, 1.5});
    r.check(answer<one>(x) == one(x));
    layer two = one;
    r.check(two == one);
    two.bias(2) = 3;
    r.check(two != one);
    const auto wide = as<double>(launder(one));
    has_type<nn::linear<double, dim<2>, dim<3>, output_by_input>>(wide);
    r.check(wide.weight(2, 1) == 6 && wide.bias(1) == 1.5);
    r.check(as<double>(nn::linear<float, in, out, input_by_output, without_bias>{}) ==
            nn::linear<double, in, out, input_by_output, without_bias>{});
  });
  tests.proved<double, float>("with a packed weight", []<class T>(report& r) {
    const auto w = launder(filled<tensor<T, in, out>>(2));
    const auto b = launder(filled<tensor<T, out>>(3));
    const auto x = launder(filled<tensor<T, token, in>>(1));
    const auto y = linear(x, packed(w), b);
    has_type<tensor<T, token, out>>(y);
    r.same(y, linear<input_by_output>(x, w, b));
    r.same(linear(x, packed(w)), linear<input_by_output>(x, w));
    const auto one = launder(filled<tensor<T, in>>(4));
    r.same(linear(one, packed(w), b), linear<input_by_output>(one, w, b));
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(filled<matrix<double, 3, 4>>(1));
    const auto w = launder(filled<matrix<double, 5, 4>>(2));
    const auto b = launder(filled<tensor<double, dim<5>>>(3));
    r.same(values_of(linear<output_by_input>(as_archetype(x), as_archetype(w), as_archetype(b))),
        linear<output_by_input>(x, w, b));
    const nn::linear<archetype, dim<4>, dim<5>, output_by_input> layer{
        as_archetype(w), as_archetype(b)};
    r.same(values_of(layer(as_archetype(x))), linear<output_by_input>(x, w, b));
  });
};
}  // namespace linear_tests

// What attn/layers/feed_forward.hpp promises.
namespace identity_tests {
using out = axis<"out", 2>;

// In front of, between and behind parts with parameters, and in an array.
struct network {
  using first_layer = nn::linear<float, width, out, output_by_input>;
  using nothings = nn::identity[2];
  using second_layer = nn::linear<float, out, token, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (nn::identity, before), (first_layer, first),
      (nothings, between), (second_layer, second), (nn::identity, behind));
};

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("as it is", [](report& r) {
    const auto x = launder(filled<tensor<double, token, width>>(1));
    const auto y = nn::identity{}(x);
    has_type<tensor<double, token, width>>(y);
    r.same(y, x);
  });
  tests.proved("is passed over", [](report& r) {
    static_assert(parameter_count<network> == 4 * 2 + 2 + 2 * 3 + 3);
    static_assert(parameters_of<network>::tensors == 4);
    const auto all = launder(filled<tensor<float, dim<parameter_count<network>>>>(2));
    const auto f = vector_to_parameters<network>(all);
    r.check(
        parameter<"first.bias">(f)(1) == all(9) && parameter<"second.weight">(f)(0, 0) == all(10));
    r.same(parameters_to_vector(f), all);
    std::size_t tensors = 0, letters = 0;
    for_each_parameter(
        [&](const auto& name, const auto&) {
          ++tensors;
          letters += name.length;
        },
        f);
    r.check(tensors == 4 && letters == 12 + 10 + 13 + 11);
    static_assert(std::is_same_v<detail::with_element<nn::identity, double>, nn::identity>);
    // Alone it is no model: there is nothing to count.
    static_assert(!rules::is_parameter<rules::model<nn::identity>>::value);
    static_assert(!rules::is_parameter<rules::model<nn::identity[2]>>::value);
  });
};
}  // namespace identity_tests

// What attn/layers/feed_forward.hpp promises.
namespace feed_forward_tests {
using model = axis<"model", 2>;
using inner = axis<"inner", 4>;

// A model of every digit.
template <class Layer> constexpr Layer made_up(std::uint64_t seed) {
  using T = typename decltype(parameters_to_vector(Layer{}))::value_type;
  return vector_to_parameters<Layer>(filled<tensor<T, dim<parameter_count<Layer>>>>(seed, T(1.5)));
}

// Both are compositions of public layers, bit for bit.
template <class T, class Layout> constexpr void is_its_layers(report& r) {
  using plain = nn::feed_forward<T, model, inner, Layout, act::gelu_tanh>;
  using bare = nn::feed_forward<T, model, inner, Layout, act::tanh, without_bias>;
  using gated = nn::swiglu<T, model, inner, Layout>;
  static_assert(parameter_count<plain> == 2 * 4 + 4 + 4 * 2 + 2);
  static_assert(parameter_count<bare> == 16 && parameter_count<gated> == 24);
  const auto f = launder(made_up<plain>(1));
  const auto g = launder(made_up<bare>(2));
  const auto h = launder(made_up<gated>(3));
  const auto x = launder(filled<tensor<T, batch, token, model>>(4, T(2)));
  const auto y = f(x);
  has_type<tensor<T, batch, token, model>>(y);
  r.same(y, linear<Layout>(gelu_tanh(linear<Layout>(x, f.linear1.weight, f.linear1.bias)),
                f.linear2.weight, f.linear2.bias));
  r.same(g(x), linear<Layout>(tanh(linear<Layout>(x, g.linear1.weight)), g.linear2.weight));
  const auto gate = silu(linear<Layout>(x, h.w1.weight));
  r.same(h(x), linear<Layout>(multiply(gate, linear<Layout>(x, h.w3.weight)), h.w2.weight));
  // Every row on its own.
  r.same(select<"batch">(y, 1), f(select<"batch">(x, 1)));
  r.same(select<"token">(h(x), 2), h(select<"token">(x, 2)));
}

// An activation of the reader's own.
struct squared_relu {
  template <class X> constexpr auto operator()(const X& x) const {
    return multiply(relu(x), relu(x));
  }
};

inline constexpr auto behaviours = [](test_table& tests) {
  // In integers that a float holds: max(W1 x + b1, 0), then W2 … + b2.
  tests.proved("by hand", [](report& r) {
    using layer = nn::feed_forward<float, model, inner, output_by_input, act::relu>;
    const auto f = launder(layer{{{{1, 0}, {0, 1}, {1, 1}, {-1, 2}}, {0, 1, -2, 0}},
        {{{1, 2, 3, 4}, {0, -1, 1, 0}}, {10, 20}}});
    const auto x = launder(tensor<float, token, model>{{1, 2}, {-3, 1}, {0, -1}});
    // (1, 3, 1, 3), (0, 2, 0, 5), (0, 0, 0, 0)
    const auto y = f(x);
    has_type<tensor<float, token, model>>(y);
    r.check(y == tensor<float, token, model>{{32, 18}, {34, 18}, {10, 20}});
    r.check(f(select<"token">(x, 1)) == tensor<float, model>{34, 18});
    r.check(x + f(x) == tensor<float, token, model>{{33, 20}, {31, 19}, {10, 19}});  // residual
    r.bits(y);
  });
  // silu(2) * -1 and silu(-3) * 1, with mpmath; their difference.
  tests.proved("gated, by hand", [](report& r) {
    using gate = axis<"gate", 2>;
    using wide = axis<"wide", 3>;
    using layer = nn::swiglu<double, wide, gate, output_by_input>;
    const auto f = launder(
        layer{{{{1, 1, 0}, {-2, 0, 1}}}, {{{1, 0}, {0, 1}, {1, -1}}}, {{{0, 1, 2}, {1, 0, 0}}}});
    const auto x = launder(tensor<double, wide>{1, 1, -1});
    // w1 x = (2, -3), w3 x = (-1, 1)
    const auto y = f(x);
    r.check(allclose(y, {-1.7615941559557646, -0.14227761953270035, -1.6193165364230642}));
    r.bits(y);
  });
  // linear1, an activation and linear2 of PyTorch's TransformerEncoderLayer.
  tests.proved<float, double>("reference: relu", []<class T>(report& r) {
    using namespace reference::layers_encoder_layer_postnorm_relu;
    using layer = nn::feed_forward<T, dim<6>, dim<8>, output_by_input, act::relu>;
    const layer f{
        {as<T>(linear1_weight), as<T>(linear1_bias)}, {as<T>(linear2_weight), as<T>(linear2_bias)}};
    const nn::layer_norm<T, dim<6>> norm{as<T>(norm2_weight), as<T>(norm2_bias)};
    const auto h = launder(as<T>(after_self_attn.value));
    r.check(near(f(h), ffn_out));
    r.check(near(norm(h + f(h)), out));  // post-norm
    r.bits(f(h));
  });
  tests.proved<float, double>("reference: gelu", []<class T>(report& r) {
    using namespace reference::layers_encoder_layer_prenorm_gelu;
    using layer = nn::feed_forward<T, dim<6>, dim<8>, output_by_input, act::gelu_exact>;
    const layer f{
        {as<T>(linear1_weight), as<T>(linear1_bias)}, {as<T>(linear2_weight), as<T>(linear2_bias)}};
    const nn::layer_norm<T, dim<6>> norm{as<T>(norm2_weight), as<T>(norm2_bias)};
    const auto h = launder(as<T>(after_self_attn.value));
    r.check(near(f(norm(h)), ffn_out));
    r.check(near(h + f(norm(h)), out));  // pre-norm
    r.bits(f(h));
  });
  tests.proved("is its layers, output by input, float",
      [](report& r) { is_its_layers<float, output_by_input>(r); });
  tests.proved("is its layers, output by input, double",
      [](report& r) { is_its_layers<double, output_by_input>(r); });
  tests.proved("is its layers, input by output, float",
      [](report& r) { is_its_layers<float, input_by_output>(r); });
  tests.proved("is its layers, input by output, double",
      [](report& r) { is_its_layers<double, input_by_output>(r); });
  // The names that PyTorch and Llama have for them; other names for the axes, or none.
  tests.proved("names", [](report& r) {
    using layer = nn::feed_forward<float, model, inner, output_by_input, act::relu>;
    using gated = nn::swiglu<float, model, inner, output_by_input>;
    const auto f = made_up<layer>(1);
    const auto g = made_up<gated>(2);
    r.check(parameter<"linear1.weight">(f) == f.linear1.weight);
    r.check(parameter<"linear2.bias">(f) == f.linear2.bias);
    r.check(parameter<"w1.weight">(g) == g.w1.weight && parameter<"w3.weight">(g) == g.w3.weight);
    static_assert(std::is_same_v<decltype(g.w2.weight), tensor<float, model, inner>>);
    static_assert(
        std::is_same_v<decltype(as<double>(g)), nn::swiglu<double, model, inner, output_by_input>>);
    r.check(as<float>(as<double>(f)) == f && !(f == layer{}));
    const auto x = filled<matrix<float, 3, 2>>(3);
    static_assert(std::is_same_v<decltype(f(x)), tensor<float, dim<3>, model>>);
    // A layer as wide inside as outside, and of one name.
    using square = nn::feed_forward<float, model, model, input_by_output, act::identity>;
    r.check(made_up<square>(5)(x).size() == 6);
  });
  tests.proved("any activation", [](report& r) {
    using own = nn::feed_forward<double, model, inner, input_by_output, squared_relu>;
    using gated = nn::gated_feed_forward<double, model, inner, input_by_output, act::gelu_exact>;
    const auto x = launder(filled<tensor<double, token, model>>(4, 2.0));
    const auto f = made_up<own>(1);
    const auto rectified = relu(f.linear1(x));
    r.same(f(x), f.linear2(multiply(rectified, rectified)));
    const auto g = made_up<gated>(2);
    r.same(g(x), g.w2(multiply(gelu_exact(g.w1(x)), g.w3(x))));
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(filled<tensor<double, token, model>>(1, 2.0));
    const auto f =
        made_up<nn::feed_forward<double, model, inner, output_by_input, act::gelu_exact>>(2);
    const auto g = made_up<nn::swiglu<double, model, inner, output_by_input>>(3);
    const auto a = as_archetype(x);
    const nn::feed_forward<archetype, model, inner, output_by_input, act::gelu_exact> fa{
        {as_archetype(f.linear1.weight), as_archetype(f.linear1.bias)},
        {as_archetype(f.linear2.weight), as_archetype(f.linear2.bias)}};
    const nn::swiglu<archetype, model, inner, output_by_input> ga{
        {as_archetype(g.w1.weight)}, {as_archetype(g.w2.weight)}, {as_archetype(g.w3.weight)}};
    r.same(values_of(fa(a)), f(x));
    r.same(values_of(ga(a)), g(x));
  });
};
}  // namespace feed_forward_tests

template <class T, std::size_t Rows, std::size_t In, std::size_t Out, class Layout, class Bias>
constexpr void check_linear(report& r) {
  using in = axis<"in", In>;
  using rows = axis<"row", Rows>;
  using layer_type = nn::linear<T, in, axis<"out", Out>, Layout, Bias>;
  const auto layer = launder(made_up<layer_type>(In + Out));
  const auto x = launder(filled<tensor<T, rows, in>>(Rows, T(2)));
  auto y = launder(filled<tensor<T, rows, axis<"out", Out>>>(3));
  linear_into(y, layer, x);
  r.same(y, layer(x));
  auto z = launder(filled<tensor<T, rows, axis<"out", Out>>>(4));
  linear_into(z, packed(layer), x);
  r.same(z, y);
}

// One that no kernel knows.
struct twice {
  template <class X> constexpr X operator()(const X& x) const { return x + x; }
};

template <class T, std::size_t Rows, std::size_t Model, std::size_t Inner, class Layout,
    class Activation, class Bias = with_bias>
constexpr void check_network(report& r) {
  using model = axis<"model", Model>;
  using inner = axis<"inner", Inner>;
  using rows = axis<"row", Rows>;
  using network = nn::feed_forward<T, model, inner, Layout, Activation, Bias>;
  const auto layer = launder(made_up<network>(Model + Inner));
  const auto x = launder(filled<tensor<T, rows, model>>(Rows, T(2)));
  auto y = launder(filled<tensor<T, rows, model>>(3));
  auto hidden = launder(filled<tensor<T, rows, inner>>(4));
  feed_forward_into(y, hidden, layer, x);
  r.same(y, layer(x));
  auto z = launder(filled<tensor<T, rows, model>>(5));
  feed_forward_into(z, hidden, packed(layer), x);
  r.same(z, y);
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/layers/packed.hpp promises: the layer's bits, in the caller's tensor.
  tests.proved<float, double>("linear", []<class T>(report& r) {
    check_linear<T, 1, 1, 1, output_by_input, with_bias>(r);
    check_linear<T, 3, 2, 5, input_by_output, with_bias>(r);
    check_linear<T, 2, 7, 16, output_by_input, without_bias>(r);
    check_linear<T, 7, 3, 17, output_by_input, with_bias>(r);
    check_linear<T, 5, 11, 13, input_by_output, without_bias>(r);
  });
  tests.proved<float, double>("feed-forward", []<class T>(report& r) {
    check_network<T, 1, 1, 1, output_by_input, act::relu>(r);
    check_network<T, 3, 5, 7, input_by_output, act::gelu_tanh>(r);
    check_network<T, 2, 4, 17, output_by_input, act::gelu_exact, without_bias>(r);
    check_network<T, 3, 2, 5, output_by_input, twice>(r);
  });
  tests.proved("batches and vectors", [](report& r) {
    using in = axis<"in", 5>;
    using out = axis<"out", 3>;
    using token = axis<"token", 4>;
    const auto layer = launder(made_up<nn::linear<double, in, out, output_by_input>>(1));
    const auto x = launder(filled<tensor<double, batch, token, in>>(2));
    tensor<double, batch, token, out> y;
    linear_into(y, layer, x);
    r.same(y, layer(x));
    const auto one = launder(filled<tensor<double, in>>(3));
    tensor<double, out> z;
    linear_into(z, layer, one);
    r.same(z, layer(one));
  });
  tests.proved("any scalar", [](report& r) {
    using in = axis<"in", 3>;
    using out = axis<"out", 5>;
    const auto layer = launder(made_up<nn::linear<double, in, out, output_by_input>>(4));
    const auto x = launder(filled<tensor<double, axis<"row", 2>, in>>(5));
    auto y = as_archetype(tensor<double, axis<"row", 2>, out>{});
    linear_into(y, as_archetype_model(layer), as_archetype(x));
    r.same(values_of(y), layer(x));
  });
  linear_tests::behaviours(tests);
  identity_tests::behaviours(tests);
  feed_forward_tests::behaviours(tests);
};
}  // namespace attn_tests::layers_linear_tests
