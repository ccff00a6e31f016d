// SPDX-License-Identifier: BSL-1.0
// What attn/layers/parameters.hpp promises.
#pragma once

#include <array>
#include <attn/layers/embedding.hpp>
#include <attn/layers/identity.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/packed.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/reduce.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/at_key.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/equal.hpp>
#include <boost/hana/integral_constant.hpp>
#include <boost/hana/keys.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

// A user's model: structs in structs, an array of them, a tuple of different layers, a tensor of its
// own. All sizes differ.
namespace somebody_else {

using word = attn::axis<"word", 7>;
using width = attn::axis<"width", 4>;
using hidden = attn::axis<"hidden", 5>;
using digit = attn::axis<"digit", 3>;

template <class T>
struct block {
  using up_layer = attn::nn::linear<T, width, hidden, attn::output_by_input>;
  using down_layer = attn::nn::linear<T, hidden, width, attn::input_by_output, attn::without_bias>;
  using gain_type = attn::tensor<T, width>;
  BOOST_HANA_DEFINE_STRUCT(block, (up_layer, up), (down_layer, down), (gain_type, gain));

  template <class U>
  using with_element = block<U>;
  friend constexpr bool operator==(const block&, const block&) = default;
};

template <class T>
struct network {
  using table_type = attn::nn::embedding<T, word, width>;
  using layers_type = block<T>[2];
  using head_type =
      boost::hana::tuple<attn::nn::linear<T, width, digit, attn::output_by_input>,
                         attn::nn::linear<T, digit, attn::dim<2>, attn::input_by_output>>;
  using temperature_type = attn::tensor<T>;
  BOOST_HANA_DEFINE_STRUCT(network, (table_type, table), (layers_type, layers), (head_type, head),
                           (temperature_type, temperature));
};

// A name of one letter.
struct terse {
  using weight = attn::tensor<float, width>;
  BOOST_HANA_DEFINE_STRUCT(terse, (weight, w));
};

// Two element types.
struct mixed {
  using fine = attn::tensor<double, width>;
  using coarse = attn::tensor<float, width>;
  BOOST_HANA_DEFINE_STRUCT(mixed, (fine, weight), (coarse, bias));
};

}  // namespace somebody_else

namespace attn_tests::parameters_tests {

using namespace attn;
using somebody_else::block;
using somebody_else::network;

template <class M>
constexpr M filled_model(std::uint64_t seed) {
  M model{};
  for_each_parameter(
      [&](const auto&, auto& x) { x = filled<std::remove_reference_t<decltype(x)>>(seed++); },
      model);
  return launder(model);
}

template <class M>
constexpr void bits(report& r, const M& model) {
  for_each_parameter([&](const auto&, const auto& x) { r.bits(x); }, model);
}

constexpr report names_and_counts() {
  report r;
  constexpr struct {
    std::string_view name;
    std::size_t count;
  } expected[] = {
      {"table.weight", 28},         {"layers.0.up.weight", 20},   {"layers.0.up.bias", 5},
      {"layers.0.down.weight", 20}, {"layers.0.gain", 4},         {"layers.1.up.weight", 20},
      {"layers.1.up.bias", 5},      {"layers.1.down.weight", 20}, {"layers.1.gain", 4},
      {"head.0.weight", 12},        {"head.0.bias", 3},           {"head.1.weight", 6},
      {"head.1.bias", 2},           {"temperature", 1},
  };
  const network<float> model = launder(network<float>{});
  std::size_t at = 0, sum = 0;
  for_each_parameter(
      [&](const auto& name, const auto& x) {
        r.check(at < std::size(expected) && expected[at].name == name.text);
        r.check(name.length == expected[at].name.size() && x.size() == expected[at].count);
        sum += x.size();
        ++at;
      },
      model);
  r.check(at == std::size(expected));
  r.check(sum == 150 && parameter_count<network<float>> == 150);
  r.check(parameter_bytes<network<float>> == 600 && parameter_bytes<network<double>> == 1200);
  r.check(parameter_bytes<somebody_else::mixed> == 48);
  r.check(parameters_of<network<float>>::tensors == 14);
  r.check(parameters_of<network<float>>::count == 150 &&
          parameters_of<network<float>>::bytes == 600);
  r.check(parameter_count<block<float>[11]> == 11 * 49);
  r.check(parameter_count<tensor<float, dim<3>, dim<5>>> == 15);
  return r;
}

constexpr report a_member_by_its_name() {
  report r;
  auto model = filled_model<network<double>>(1);
  r.check(&parameter<"layers.1.up.bias">(model) == &model.layers[1].up.bias);
  r.check(&parameter<"layers.1">(model) == &model.layers[1]);
  r.check(&parameter<"layers">(model)[0].gain == &model.layers[0].gain);
  r.check(&parameter<"head.1.weight">(model) == &model.head[boost::hana::size_c<1>].weight);
  r.check(&parameter<"temperature">(model) == &model.temperature);
  parameter<"table.weight">(model)(6, 3) = 17;
  r.check(model.table.weight(6, 3) == 17);
  const auto& constant = model;
  static_assert(std::is_same_v<decltype(parameter<"head.0.bias">(constant)),
                               const tensor<double, somebody_else::digit>&>);
  r.check(parameter<"table.weight">(constant)(6, 3) == 17);
  const somebody_else::terse short_name{};
  r.check(&parameter<"w">(short_name) == &short_name.w);
  // "layers.10" is not "layers.1" and a 0.
  block<float> many[12]{};
  r.check(&parameter<"10.gain">(many) == &many[10].gain);
  return r;
}

// Two and three models, place by place; those that are not const can be changed.
constexpr report several_models() {
  report r;
  const auto a = filled_model<network<float>>(1);
  const auto b = filled_model<network<double>>(2);
  network<float> sum{};
  std::size_t tensors = 0;
  for_each_parameter(
      [&](const auto& name, const auto& x, const auto& y, auto& to) {
        static_assert(
            std::is_same_v<typename std::remove_cvref_t<decltype(y)>::value_type, double>);
        r.check(name.length > 0);
        to = x + as<float>(y);
        ++tensors;
      },
      a, b, sum);
  r.check(tensors == 14);
  r.check(bitwise_equal(sum.layers[1].gain, a.layers[1].gain + as<float>(b.layers[1].gain)));
  bits(r, sum);
  return r;
}

// One step of gradient descent: w - rate * g, everywhere.
template <class T>
constexpr report a_step_downhill() {
  report r;
  const auto model = filled_model<network<T>>(3);
  const auto gradient = filled_model<network<T>>(40);
  const T rate = launder(T(0.1));
  const auto next =
      map_parameters([=](const auto& w, const auto& g) { return w - rate * g; }, model, gradient);
  static_assert(std::is_same_v<decltype(next), const network<T>>);
  r.check(bitwise_equal(next.table.weight, model.table.weight - rate * gradient.table.weight));
  r.check(bitwise_equal(next.layers[0].up.bias,
                        model.layers[0].up.bias - rate * gradient.layers[0].up.bias));
  r.check(!bitwise_equal(next, model) && bitwise_equal(model, filled_model<network<T>>(3)));
  const auto same = map_parameters([](const auto& w) { return w; }, model);
  r.check(bitwise_equal(same, model));
  bits(r, next);
  return r;
}

template <class T>
constexpr report one_vector_for_all() {
  report r;
  const auto model = filled_model<network<T>>(5);
  const auto all = parameters_to_vector(model);
  static_assert(std::is_same_v<decltype(all), const tensor<T, dim<150>>>);
  r.check(all(0) == model.table.weight(0, 0) && all(27) == model.table.weight(6, 3));
  r.check(all(28) == model.layers[0].up.weight(0, 0) && all(149) == model.temperature());
  r.check(bitwise_equal(vector_to_parameters<network<T>>(all), model));
  // Any tensor with as many elements will do, whatever its axes.
  const auto matrix_of_all = detail::with_shape<shape<dim<10>, dim<15>>>(all);
  r.check(bitwise_equal(vector_to_parameters<network<T>>(matrix_of_all), model));
  r.bits(all);
  return r;
}

constexpr report another_element_type() {
  report r;
  const auto model = filled_model<network<float>>(6);
  const auto wide = as<double>(model);
  static_assert(std::is_same_v<decltype(wide), const network<double>>);
  r.check(wide.layers[1].down.weight(4, 2) == double(model.layers[1].down.weight(4, 2)));
  r.check(bitwise_equal(as<float>(wide), model));
  bits(r, wide);
  return r;
}

constexpr report equality() {
  report r;
  const auto model = filled_model<network<double>>(7);
  auto other = model;
  r.check(bitwise_equal(model, other) && allclose(model, other));
  other.head[boost::hana::size_c<1>].bias(1) *= 1 + 4e-16;
  r.check(!bitwise_equal(model, other) && allclose(model, other));
  other.head[boost::hana::size_c<1>].bias(1) *= 1 + 1e-9;
  r.check(!bitwise_equal(model, other) && !allclose(model, other));
  // The tolerances are those of each tensor's element type.
  const somebody_else::mixed a{{1, 1, 1, 1}, {1, 1, 1, 1}};
  const somebody_else::mixed b{{1, 1, 1, 1}, {1, 1, 1, 1 + 1e-6f}};
  const somebody_else::mixed c{{1, 1, 1, 1 + 1e-6}, {1, 1, 1, 1}};
  r.check(allclose(a, b) && !allclose(a, c));
  return r;
}

constexpr report what_is_a_struct_of_parameters() {
  report r;
  r.check(parameter_struct<network<float>> && parameter_struct<block<double>[3]>);
  r.check(parameter_struct<boost::hana::tuple<block<float>>>);
  r.check(!parameter_struct<tensor<float, dim<3>>> && !parameter_struct<int>);
  return r;
}

// What Hana makes of a layer of the library.
struct scaled_layer : nn::linear<float, dim<3>, dim<2>, output_by_input> {
  BOOST_HANA_DEFINE_STRUCT(scaled_layer, (tensor<float>, scale));
};
constexpr report layers_are_hana_structs() {
  report r;
  using layer = nn::linear<float, dim<3>, dim<2>, output_by_input>;
  const layer f{{{1, 2, 3}, {4, 5, 6}}, {7, 8}};
  constexpr auto names = boost::hana::keys(layer{});
  constexpr auto weight = BOOST_HANA_STRING("weight");
  constexpr auto bias = BOOST_HANA_STRING("bias");
  static_assert(boost::hana::Struct<layer>::value);
  static_assert(names == boost::hana::make_tuple(weight, bias));
  r.check(boost::hana::at_key(f, bias) == tensor<float, dim<2>>{7, 8});
  r.check(&boost::hana::at_key(f, weight) == &f.weight);
  static_assert(boost::hana::keys(nn::identity{}) == boost::hana::make_tuple());
  // A struct on top of a layer is the layer, or what it says of itself.
  struct renamed : layer {};
  static_assert(parameter_count<renamed> == parameter_count<layer>);
  static_assert(parameter_count<scaled_layer> == 1);
  return r;
}

// std::array is an array like those of the language.
struct standard_arrays {
  using layer = nn::linear<float, dim<2>, dim<3>, output_by_input>;
  using layers_type = std::array<layer, 2>;
  using gains_type = std::array<tensor<float, dim<2>>, 3>;
  BOOST_HANA_DEFINE_STRUCT(standard_arrays, (layers_type, layers), (gains_type, gains));
};
struct plain_arrays {
  using layers_type = standard_arrays::layer[2];
  using gains_type = tensor<float, dim<2>>[3];
  BOOST_HANA_DEFINE_STRUCT(plain_arrays, (layers_type, layers), (gains_type, gains));
};
constexpr report arrays_of_the_standard_library() {
  report r;
  standard_arrays m{};
  plain_arrays same{};
  float next = 0;
  for_each_parameter(
      [&](const auto& name, auto& x, auto& y) {
        x.data()[0] = y.data()[0] = next += 1;
        if (next == 6) r.check(std::string_view(name.text) == "gains.1");
      },
      m, same);
  r.check(parameter_count<standard_arrays> == 24 && parameters_of<standard_arrays>::tensors == 7);
  r.check(parameters_to_vector(launder(m)) == parameters_to_vector(same));
  r.check(parameter<"layers.1.bias">(m)(0) == 4);
  r.check(bitwise_equal(vector_to_parameters<standard_arrays>(parameters_to_vector(m)), m));
  // By itself: with other elements, packed.
  const auto wide = as<double>(m.layers);
  static_assert(
      std::is_same_v<decltype(wide),
                     const std::array<nn::linear<double, dim<2>, dim<3>, output_by_input>, 2>>);
  r.check(wide[1].bias(0) == 4);
  const tensor<float, dim<2>> x{1, 2};
  r.check(packed(m.layers)[1](x) == m.layers[1](x));
  return r;
}

// A tensor by itself and a tuple are models, too.
constexpr report other_roots() {
  report r;
  tensor<float, dim<3>> alone{1, 2, 3};
  for_each_parameter(
      [&](const auto& name, auto& x) {
        r.check(name.length == 0 && &x == &alone);
        x(1) = 7;
      },
      alone);
  r.check(alone(1) == 7);
  const auto pair = boost::hana::make_tuple(tensor<float, dim<1>>{4}, tensor<float, dim<2>>{5, 6});
  r.check(parameters_to_vector(pair) == tensor<float, dim<3>>{4, 5, 6});
  return r;
}

// --- as PyTorch counts ---------------------------------------------------------------------------

// nn.Sequential(nn.Linear(784, 128), nn.Linear(128, 10)).
using pixel = axis<"pixel", 784>;
using feature = axis<"feature", 128>;
using digit = axis<"digit", 10>;
using perceptron = boost::hana::tuple<nn::linear<float, pixel, feature, output_by_input>,
                                      nn::linear<float, feature, digit, output_by_input>>;

// nn.TransformerEncoderLayer(512, 8, 2048), with its names in its order.
using model_axis = axis<"model", 512>;
using inner_axis = axis<"inner", 2048>;
struct torch_attention {
  using in_weight = tensor<float, dim<1536>, model_axis>;
  using in_bias = tensor<float, dim<1536>>;
  using projection = nn::linear<float, dim<512>, model_axis, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(torch_attention, (in_weight, in_proj_weight), (in_bias, in_proj_bias),
                           (projection, out_proj));
};
struct torch_norm {
  using row = tensor<float, model_axis>;
  BOOST_HANA_DEFINE_STRUCT(torch_norm, (row, weight), (row, bias));
};
struct encoder_layer {
  using up = nn::linear<float, model_axis, inner_axis, output_by_input>;
  using down = nn::linear<float, inner_axis, model_axis, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(encoder_layer, (torch_attention, self_attn), (up, linear1),
                           (down, linear2), (torch_norm, norm1), (torch_norm, norm2));
};
using encoder = boost::hana::tuple<encoder_layer[6]>;

template <class M, std::size_t I>
constexpr bool is_called(std::string_view name) {
  return detail::parameter_name<M, I>.text == name;
}

constexpr report as_pytorch_counts() {
  report r;
  r.check(parameter_count<perceptron> == 101'770);
  r.check(parameter_count<nn::embedding<float, axis<"word", 30522>, axis<"width", 768>>> ==
          23'440'896);
  r.check(parameter_count<encoder_layer> == 3'152'384);
  r.check(parameter_bytes<encoder_layer> == 12'609'536);
  r.check(parameter_count<encoder> == 18'914'304);
  r.check(is_called<encoder_layer, 0>("self_attn.in_proj_weight"));
  r.check(is_called<encoder_layer, 2>("self_attn.out_proj.weight"));
  r.check(is_called<encoder_layer, 6>("linear2.weight"));
  r.check(is_called<encoder_layer, 11>("norm2.bias"));
  r.check(is_called<encoder, 63>("0.5.self_attn.out_proj.bias"));
  return r;
}

// More tensors than a compiler folds over.
constexpr report hundreds_of_tensors() {
  report r;
  using many = block<float>[90];
  static_assert(parameter_count<many> == 4410);
  std::size_t tensors = 0;
  const many model{};
  std::size_t elements = 0;
  for_each_parameter(
      [&](const auto&, const auto& x) {
        ++tensors;
        elements += x.size();
      },
      model);
  r.check(tensors == 360 && elements == 4410);
  r.check(is_called<many, 359>("89.gain"));
  return r;
}

constexpr report a_tensor_for_a_model() {
  report r;
  const block<float> model{};
  const auto x = type_as(launder(tensor<double, dim<2>>{0.1, 2}), model);
  r.check(x == tensor<float, dim<2>>{0.1f, 2});
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"a tensor for a model", a_tensor_for_a_model},
    {"names and counts", names_and_counts},
    {"a member by its name", a_member_by_its_name},
    {"several models", several_models},
    {"a step downhill, double", a_step_downhill<double>},
    {"a step downhill, float", a_step_downhill<float>},
    {"one vector for all, double", one_vector_for_all<double>},
    {"one vector for all, float", one_vector_for_all<float>},
    {"another element type", another_element_type},
    {"equality", equality},
    {"what is a struct of parameters", what_is_a_struct_of_parameters},
    {"layers are Hana structs", layers_are_hana_structs},
    {"arrays of the standard library", arrays_of_the_standard_library},
    {"other roots", other_roots},
    {"as PyTorch counts", as_pytorch_counts},
    {"hundreds of tensors", hundreds_of_tensors},
};

}  // namespace attn_tests::parameters_tests
