// SPDX-License-Identifier: BSL-1.0
// Behaviours of parameters, counted_parameters, marked_parameters, sensitive_parameters,
// arbitrary_parameters, numbered_parameters, initialize of attn/layers/.
#pragma once

#include <boost/hana/at.hpp>
#include <boost/hana/at_key.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/equal.hpp>
#include <boost/hana/integral_constant.hpp>
#include <boost/hana/keys.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>
#include "static_tests/support/pattern.hpp"
#include "static_tests/tests.hpp"

// A user's model: structs in structs, an array of them, a tuple of different layers, a tensor of its
// own. All sizes differ.
namespace somebody_else {
using attn_tests::width, attn_tests::word;
using hidden = attn::axis<"hidden", 5>;
using digit = attn::axis<"digit", 3>;

template <class T> struct block {
  using up_layer = attn::nn::linear<T, width, hidden, attn::output_by_input>;
  using down_layer = attn::nn::linear<T, hidden, width, attn::input_by_output, attn::without_bias>;
  using gain_type = attn::tensor<T, width>;
  BOOST_HANA_DEFINE_STRUCT(block, (up_layer, up), (down_layer, down), (gain_type, gain));

  template <class U> using with_element = block<U>;
  friend constexpr bool operator==(const block&, const block&) = default;
};

// As many members as a list can have, in two sizes, and the nine of a block of Llama.
template <class T> struct block_of_llama {
  using row = attn::tensor<T, width>;
  using matrix = attn::tensor<T, hidden, width>;
  ATTN_MEMBERS(block_of_llama, (row, norm_1), (matrix, wq), (matrix, wk), (matrix, wv),
      (matrix, wo), (row, norm_2), (matrix, w1), (matrix, w2), (matrix, w3));
};
template <class T> struct longest {
  using a = attn::tensor<T, attn::dim<2>>;
  using b = attn::tensor<T, attn::dim<3>>;
  ATTN_MEMBERS(longest, (a, m0), (b, m1), (a, m2), (b, m3), (a, m4), (b, m5), (a, m6), (b, m7),
      (a, m8), (b, m9), (a, m10), (b, m11), (a, m12), (b, m13), (a, m14), (b, m15), (a, m16),
      (b, m17), (a, m18), (b, m19), (a, m20), (b, m21), (a, m22), (b, m23), (a, m24), (b, m25),
      (a, m26), (b, m27), (a, m28), (b, m29), (a, m30), (b, m31));
};

template <class T> struct network {
  using table_type = attn::nn::embedding<T, word, width>;
  using layers_type = block<T>[2];
  using head_type = boost::hana::tuple<attn::nn::linear<T, width, digit, attn::output_by_input>,
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

// A member that the list does not have.
struct half_listed {
  using weight = attn::tensor<float, width>;
  BOOST_HANA_DEFINE_STRUCT(half_listed, (weight, w));
  weight bias;
};

// Two element types.
struct mixed {
  using fine = attn::tensor<double, width>;
  using coarse = attn::tensor<float, width>;
  BOOST_HANA_DEFINE_STRUCT(mixed, (fine, weight), (coarse, bias));
};
}  // namespace somebody_else

namespace attn_tests::layers_parameters_tests {
using in = axis<"in", 3>;
using out = axis<"out", 2>;

using somebody_else::block;
using somebody_else::network;

template <class M> constexpr M filled_model(std::uint64_t seed) {
  M model{};
  for_each_parameter(
      [&](const auto&, auto& x) { x = filled<std::remove_reference_t<decltype(x)>>(seed++); },
      model);
  return launder(model);
}

template <class M> constexpr void bits(report& r, const M& model) {
  for_each_parameter([&](const auto&, const auto& x) { r.bits(x); }, model);
}

// What Hana makes of a layer of the library.
struct scaled_layer : nn::linear<float, dim<3>, dim<2>, output_by_input> {
  BOOST_HANA_DEFINE_STRUCT(scaled_layer, (tensor<float>, scale));
};

// std::array is an array like the language's own.
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

template <class M, std::size_t I> constexpr bool is_called(std::string_view name) {
  return detail::parameter_name<M, I>.text == name;
}

template <class T> using layer_of_marked_parameters = nn::linear<T, in, out, output_by_input>;
template <class T> using layer_of_sensitive_parameters = nn::linear<T, in, out, output_by_input>;
using table = tensor<bool, dim<8>>;
// (GCC 12 refuses a const layer of numbers in a body that is executed: here they are not const.)

// The weight of a feature that is 0 is hidden; a change that is half a unit of the sum is rounded
// away.
template <class T> constexpr void of_a_layer(report& r) {
  layer_of_sensitive_parameters<T> model{.weight = {{1, 2, 3}, {4, 5, 6}}, .bias = {T(0.5), 1}};
  const auto with = [](tensor<T, in> x) { return [x](const auto& m) { return m(x); }; };
  r.check(
      sensitive_parameters(with({1, 0, T(-0.5)}), launder(model)) == table{1, 0, 1, 1, 0, 1, 1, 0});
  r.check(sensitive_parameters(with({1, 1, 1}), launder(model)) == table{});
  r.check(sensitive_parameters(with({}), launder(model)) == table{0, 0, 0, 0, 0, 0, 1, 1});
}

template <class T>
using layer_2 = nn::encoder_layer<T, model, axis<"head", 2>, axis<"inner", 5>, output_by_input,
    act::relu, post_norm>;
using by_token = tensor<bool, token, dim<3>>;
inline constexpr auto marks = marked<"token">(tensor<float, token, model>{});
using I_of_arbitrary_parameters = influence<float, 3>;
using token_2 = axis<"token", 2>;
template <class T> using layer_of_numbered_parameters = nn::linear<T, in, out, output_by_input>;
template <class T> using input = tensor<T, token_2, in>;
using in_4 = axis<"in", 4>;
using out_3 = axis<"out", 3>;

template <class T> struct pair_of_layers {
  using first_type = nn::linear<T, in_4, out_3, output_by_input>;
  using second_type = nn::linear<T, out_3, dim<2>, input_by_output, without_bias>[2];
  BOOST_HANA_DEFINE_STRUCT(pair_of_layers, (first_type, first), (second_type, second));
};

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/layers/parameters.hpp promises.
  tests.proved("a tensor for a model", [](report& r) {
    const block<float> model{};
    const auto x = type_as(launder(tensor<double, dim<2>>{0.1, 2}), model);
    r.check(x == tensor<float, dim<2>>{0.1f, 2});
  });
  tests.proved("names and counts", [](report& r) {
    constexpr struct {
      std::string_view name;
      std::size_t count;
    } expected[] = {
        {"table.weight", 28},
        {"layers.0.up.weight", 20},
        {"layers.0.up.bias", 5},
        {"layers.0.down.weight", 20},
        {"layers.0.gain", 4},
        {"layers.1.up.weight", 20},
        {"layers.1.up.bias", 5},
        {"layers.1.down.weight", 20},
        {"layers.1.gain", 4},
        {"head.0.weight", 12},
        {"head.0.bias", 3},
        {"head.1.weight", 6},
        {"head.1.bias", 2},
        {"temperature", 1},
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
    r.check(
        parameters_of<network<float>>::count == 150 && parameters_of<network<float>>::bytes == 600);
    r.check(parameter_count<block<float>[11]> == 11 * 49);
    r.check(parameter_count<tensor<float, dim<3>, dim<5>>> == 15);
  });
  tests.proved("nine members, and 32", [](report& r) {
    using llama = somebody_else::block_of_llama<float>;
    using longest = somebody_else::longest<double>;
    r.check(parameter_count<llama> == 2 * 4 + 7 * 5 * 4 && parameter_count<longest> == 80);
    longest x;
    std::size_t tensors = 0, last = 0;
    for_each_parameter([&](const auto&, const auto& each) { ++tensors, last = each.size(); }, x);
    r.check(tensors == 32 && last == 3);
    parameter<"m31">(x)(2) = 7;
    r.check(x.m31(2) == 7 && parameter<"m0">(x).size() == 2);
    const longest y = as<double>(as<float>(x));
    r.check(boost::hana::length(boost::hana::keys(y)) == boost::hana::size_c<32>);
    r.check(y.m31(2) == 7 && boost::hana::at_key(llama{}, BOOST_HANA_STRING("w3")).size() == 20);
  });
  tests.proved("a member by its name", [](report& r) {
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
  });
  // Two and three models, place by place; those that are not const can be changed.
  tests.proved("several models", [](report& r) {
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
    r.same(sum.layers[1].gain, a.layers[1].gain + as<float>(b.layers[1].gain));
    bits(r, sum);
  });
  // One step of gradient descent: w - rate * g, everywhere.
  tests.proved<double, float>("a step downhill", []<class T>(report& r) {
    const auto model = filled_model<network<T>>(3);
    const auto gradient = filled_model<network<T>>(40);
    const T rate = launder(T(0.1));
    const auto next =
        map_parameters([=](const auto& w, const auto& g) { return w - rate * g; }, model, gradient);
    has_type<network<T>>(next);
    r.same(next.table.weight, model.table.weight - rate * gradient.table.weight);
    r.same(next.layers[0].up.bias, model.layers[0].up.bias - rate * gradient.layers[0].up.bias);
    r.check(!bitwise_equal(next, model) && bitwise_equal(model, filled_model<network<T>>(3)));
    const auto same = map_parameters([](const auto& w) { return w; }, model);
    r.same(same, model);
    bits(r, next);
  });
  tests.proved<double, float>("one vector for all", []<class T>(report& r) {
    const auto model = filled_model<network<T>>(5);
    const auto all = parameters_to_vector(model);
    has_type<tensor<T, dim<150>>>(all);
    r.check(all(0) == model.table.weight(0, 0) && all(27) == model.table.weight(6, 3));
    r.check(all(28) == model.layers[0].up.weight(0, 0) && all(149) == model.temperature());
    r.same(vector_to_parameters<network<T>>(all), model);
    // Any tensor with as many elements will do, whatever its axes.
    const auto matrix_of_all = detail::with_shape<shape<dim<10>, dim<15>>>(all);
    r.same(vector_to_parameters<network<T>>(matrix_of_all), model);
    r.bits(all);
  });
  tests.proved("another element type", [](report& r) {
    const auto model = filled_model<network<float>>(6);
    const auto wide = as<double>(model);
    has_type<network<double>>(wide);
    r.check(wide.layers[1].down.weight(4, 2) == double(model.layers[1].down.weight(4, 2)));
    r.same(as<float>(wide), model);
    bits(r, wide);
  });
  tests.proved("equality", [](report& r) {
    const auto model = filled_model<network<double>>(7);
    auto other = model;
    r.check(bitwise_equal(model, other) && allclose(model, other));
    other.head[boost::hana::size_c<1>].bias(1) *= 1 + 4e-16;
    r.check(!bitwise_equal(model, other) && allclose(model, other));
    other.head[boost::hana::size_c<1>].bias(1) *= 1 + 1e-9;
    r.check(!bitwise_equal(model, other) && !allclose(model, other));
    // The tolerances depend on the element type of each tensor.
    const somebody_else::mixed a{{1, 1, 1, 1}, {1, 1, 1, 1}};
    const somebody_else::mixed b{{1, 1, 1, 1}, {1, 1, 1, 1 + 1e-6f}};
    const somebody_else::mixed c{{1, 1, 1, 1 + 1e-6}, {1, 1, 1, 1}};
    r.check(allclose(a, b) && !allclose(a, c));
  });
  tests.proved("what is a struct of parameters", [](report& r) {
    r.check(parameter_struct<network<float>> && parameter_struct<block<double>[3]>);
    r.check(parameter_struct<boost::hana::tuple<block<float>>>);
    r.check(!parameter_struct<tensor<float, dim<3>>> && !parameter_struct<int>);
  });
  tests.proved("layers are Hana structs", [](report& r) {
    using layer = nn::linear<float, dim<3>, dim<2>, output_by_input>;
    layer f{{{1, 2, 3}, {4, 5, 6}}, {7, 8}};
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
  });
  tests.proved("arrays of the standard library", [](report& r) {
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
    r.same(vector_to_parameters<standard_arrays>(parameters_to_vector(m)), m);
    // By itself: with other elements, packed.
    const auto wide = as<double>(m.layers);
    has_type<std::array<nn::linear<double, dim<2>, dim<3>, output_by_input>, 2>>(wide);
    r.check(wide[1].bias(0) == 4);
    const tensor<float, dim<2>> x{1, 2};
    r.check(packed(m.layers)[1](x) == m.layers[1](x));
  });
  // A tensor by itself and a tuple are also models.
  tests.proved("other roots", [](report& r) {
    tensor<float, dim<3>> alone{1, 2, 3};
    for_each_parameter(
        [&](const auto& name, auto& x) {
          r.check(name.length == 0 && &x == &alone);
          x(1) = 7;
        },
        alone);
    r.check(alone(1) == 7);
    const auto pair =
        boost::hana::make_tuple(tensor<float, dim<1>>{4}, tensor<float, dim<2>>{5, 6});
    r.check(parameters_to_vector(pair) == tensor<float, dim<3>>{4, 5, 6});
  });
  tests.proved("as PyTorch counts", [](report& r) {
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
  });
  // More tensors than a compiler folds over.
  tests.proved("hundreds of tensors", [](report& r) {
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
  });
  // What attn/layers/analysis_parameters.hpp promises: counted_in of models.
  // The same numbers, and what is done with them is the constant of the types.
  tests.proved<float, double>("the same numbers", []<class T>(report& r) {
    using layer = nn::feed_forward<T, model, inner, output_by_input, act::gelu_exact>;
    using X = tensor<T, token, model>;
    const auto f =
        launder(vector_to_parameters<layer>(filled<tensor<T, dim<parameter_count<layer>>>>(1)));
    const auto x = launder(filled<X>(2));
    operation_count executed;
    const auto y = counted_in(executed, f)(counted_in(executed, x));
    r.same(numbers_of(y), f(x));
    r.check(executed == cost_of<layer, X>());
  });
  // Parameters alone are enough: an operation with a constant is counted where the parameter is.
  tests.proved("one place is enough", [](report& r) {
    using layer = nn::linear<double, model, inner, output_by_input>;
    operation_count executed;
    const auto f = counted_in(executed, layer{});
    has_type<detail::with_element<layer, counted<double>>>(f);
    static_cast<void>(f(as<counted<double>>(filled<tensor<double, model>>(1))));
    r.check(executed == cost_of<layer, tensor<double, model>>());
    r.bits(executed.flops());
  });
  tests.proved("without parameters", [](report& r) {
    operation_count executed;
    static_assert(std::is_same_v<decltype(counted_in(executed, nn::identity{})), nn::identity>);
    using positions = nn::sinusoidal_positions<float, token, model, halves>;
    const auto x = counted_in(executed, filled<tensor<float, token, model>>(1));
    const auto y = counted_in(executed, positions{})(x);
    r.same(numbers_of(y), positions{}(numbers_of(x)));
    r.check(executed == operation_count{.additions = 12});
  });
  // What attn/layers/analysis_parameters.hpp promises.
  tests.proved("a proof for all weights has all members", [](report& r) {
    r.check(
        rules::enumerated_call<network<double>, block<float>, somebody_else::mixed>::all::value);
    r.check(rules::enumerated_call<somebody_else::longest<double>>::all::value);
    r.check(!rules::enumerated_call<somebody_else::half_listed>::all::value);
    r.check(!rules::enumerated_call<boost::hana::tuple<somebody_else::half_listed>>::all::value);
  });
  tests.proved("numbers in order", [](report& r) {
    using I = influence<float, 8>;
    const auto model = marked(launder(layer_of_marked_parameters<float>{}));
    has_type<layer_of_marked_parameters<I>>(model);
    r.check(identical(model.weight(1, 2), I::input(5)) && identical(model.bias(1), I::input(7)));
    static_assert(std::is_same_v<decltype(marked<nan_too>(layer_of_marked_parameters<double>{})),
        layer_of_marked_parameters<influence<double, 8, nan_too>>>);
  });
  // One output depends on its row of the weight and its bias; a zero of x removes a column.
  tests.proved("what a result depends on", [](report& r) {
    using I = influence<float, 8>;
    const auto model = marked(launder(layer_of_marked_parameters<float>{}));
    const tensor<float, in> x{2, 0, -1};
    const auto y = model(arbitrary<I>(x));
    r.check(reach<"out">(y) ==
            tensor<bool, out, dim<8>>{{1, 1, 1, 0, 0, 0, 1, 0}, {0, 0, 0, 1, 1, 1, 0, 1}});
    r.check(reach(model(as<I>(launder(x)))) == tensor<bool, dim<8>>{1, 0, 1, 1, 0, 1, 1, 1});
  });
  // What attn/layers/analysis_parameters.hpp promises.
  tests.proved("of a layer of floats", [](report& r) { of_a_layer<float>(r); });
  tests.proved("of a layer of doubles", [](report& r) { of_a_layer<double>(r); });
  // An index notices less than the numbers that it is found by.
  tests.proved("of an index", [](report& r) {
    layer_of_sensitive_parameters<float> model{.weight = {{1, 2, 3}, {1, 2, 3}}, .bias = {1, 1}};
    const tensor<float, in> x{1, 0, 0};
    const auto largest = [x](const auto& m) { return argmax<"out">(m(x)); };
    // Both outputs are 2, whose last bit is worth twice the last bit of 1; the first is found.
    r.check(sensitive_parameters(largest, launder(model)) == table{});
    layer_of_sensitive_parameters<float> close{
        .weight = {{0.5f, 0, 0}, {0.5f, 0, 0}}, .bias = {0.125f, 0.125f}};
    r.check(sensitive_parameters(largest, launder(close)) == table{0, 0, 0, 1, 0, 0, 0, 0});
  });
  // Generic code can ask.
  tests.proved("rule", [](report& r) {
    const auto itself = [](const auto& m) { return m; };
    const auto bias = [](const auto& m) { return m.bias; };
    using with_bits = rules::sensitive_call<decltype(bias), layer_of_sensitive_parameters<float>>;
    r.check(with_bits::all::value);
    r.check(
        !rules::sensitive_call<decltype(itself), layer_of_sensitive_parameters<float>>::all::value);
    r.check(!rules::sensitive_call<decltype(bias), layer_of_sensitive_parameters<int>>::all::value);
  });
  // What attn/layers/analysis_parameters.hpp promises: proofs about models of numbers, for all weights.
  // Whatever the weights are, all 0 or made up, what is arbitrary is the same.
  tests.proved("no weight is left", [](report& r) {
    const auto from_zeros = arbitrary<I_of_arbitrary_parameters>(launder(layer_2<float>{}));
    has_type<layer_2<I_of_arbitrary_parameters>>(from_zeros);
    for_each_parameter(
        [&r](const auto&, const auto& all) {
          for (const I_of_arbitrary_parameters& x : all)
            r.check(identical(x, I_of_arbitrary_parameters::arbitrary()));
        },
        from_zeros);
    const auto others = arbitrary_as(launder(made_up<layer_2<float>>(7)), marks);
    for_each_parameter(
        [&r](const auto&, const auto& a, const auto& b) { r.check(identical(a, b)); }, from_zeros,
        others);
    const auto again = arbitrary<I_of_arbitrary_parameters>(
        layer_2<I_of_arbitrary_parameters>{});  // a model that has influence already
    has_type<layer_2<I_of_arbitrary_parameters>>(again);
    r.check(identical(parameter<"norm1.weight">(again), parameter<"norm1.weight">(from_zeros)));
  });
  // The trap that it is for: zeros let nothing through.
  tests.proved("zeros prove nothing", [](report& r) {
    using linear = nn::linear<float, model, axis<"out", 2>, output_by_input>;
    const tensor<bool, token, dim<3>> none{};
    r.check(reach<"token">(as<I_of_arbitrary_parameters>(launder(linear{}))(marks)) == none);
    r.check(reach<"token">(arbitrary<I_of_arbitrary_parameters>(launder(linear{}))(marks)) ==
            by_token{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  });
  tests.proved("models", [](report& r) {
    const auto f = arbitrary_as(nn::encoder<layer_2<float>, 2>{}, marks);
    r.check(reach<"token">(f(marks, causal<>)) == by_token{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}});
    r.check(reach<"token">(f(marks)) == by_token{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}});
    using network = nn::language_model<axis<"word", 6>, layer_2<float>, 1,
        nn::learned_positions<float, axis<"position", 3>, model>>;
    auto all = arbitrary<I_of_arbitrary_parameters>(network{});
    all.positions.weight = marked<"position">(tensor<float, axis<"position", 3>, model>{});
    r.check(reach<"token">(all(tensor<token_id<6>, token>{4, 1, 3})) ==
            by_token{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}});
  });
  // What attn/layers/parameters.hpp promises.
  tests.proved<float, double>("numbers in order", []<class T>(report& r) {
    const auto model = numbered(launder(layer_of_numbered_parameters<T>{}), 5);
    has_type<layer_of_numbered_parameters<term<T>>>(model);
    r.check(identical(model.weight(1, 0), term<T>::input(8)));
    r.check(identical(model.bias(1), term<T>::input(12)));
    r.check(identical(numbered(layer_of_numbered_parameters<T>{}).weight(0, 0), term<T>::input(0)));
    const auto finite = numbered<finite_only>(layer_of_numbered_parameters<T>{});
    has_type<layer_of_numbered_parameters<term<T, finite_only>>>(finite);
  });
  // For all weights: a layer, and its product with a bias added afterwards, not before.
  tests.proved<float, double>("a layer in other words", []<class T>(report& r) {
    const auto call = [](const auto& m, const auto& x) { return m(x); };
    const auto by_hand = [](const auto& m, const auto& x) {
      return add_bias(matmul(x, transpose(m.weight)), m.bias);
    };
    const auto started_from_bias = [](const auto& m, const auto& x) {
      auto y = m(x);
      for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 2; ++j) {
          y(i, j) = m.bias(j);
          for (std::size_t n = 0; n < 3; ++n) y(i, j) = y(i, j) + x(i, n) * m.weight(j, n);
        }
      return y;
    };
    r.check(same_for_all_inputs(call, by_hand, layer_of_numbered_parameters<T>{}, input<T>{}));
    const auto found =
        same_for_all_inputs(call, started_from_bias, layer_of_numbered_parameters<T>{}, input<T>{});
    r.check(found.differing == 4 && found.at == 0);
  });
  // Hidden features in another order, with their weights: another order of the sums.
  tests.proved<double>("two layers", []<class T>(report& r) {
    using block = nn::feed_forward<T, in, axis<"hidden", 4>, output_by_input, act::relu>;
    const auto call = [](const auto& m, const auto& x) { return m(x); };
    const auto permuted = [](const auto& m, const auto& x) {
      auto other = m;
      for (std::size_t h = 0; h < 4; ++h) {
        for (std::size_t i = 0; i < 3; ++i) {
          other.linear1.weight(h, i) = m.linear1.weight(3 - h, i);
          other.linear2.weight(i, h) = m.linear2.weight(i, 3 - h);
        }
        other.linear1.bias(h) = m.linear1.bias(3 - h);
      }
      return other(x);
    };
    r.check(same_for_all_inputs(call, call, block{}, input<T>{}));
    r.check(!same_for_all_inputs(call, permuted, block{}, input<T>{}));
  });
  // What attn/layers/parameters.hpp promises.
  tests.proved<double, float>("every tensor from its own seed", []<class T>(report& r) {
    const auto m =
        splitmix_parameters<splitmix::s24, pair_of_layers<T>>(launder(std::uint64_t{77}));
    has_type<pair_of_layers<T>>(m);
    std::uint64_t seed = 77;
    for_each_parameter(
        [&](const auto&, const auto& x) {
          using tensor_type = std::remove_cvref_t<decltype(x)>;
          r.same(x, splitmix_fill<splitmix::s24, tensor_type>(seed++));
        },
        m);
    r.check(seed == 81);
    r.check(!bitwise_equal(m.second[0], m.second[1]));
  });
  tests.proved<double, float>("times a scale", []<class T>(report& r) {
    using model = pair_of_layers<T>;
    const auto m = splitmix_parameters<splitmix::q6, model>(5);
    const auto half = splitmix_parameters<splitmix::q6, model>(5, launder(0.5));
    const auto third = splitmix_parameters<splitmix::q6, model>(5, launder(1.0 / 3));
    r.same(half, map_parameters([](const auto& x) { return x * T(0.5); }, m));
    r.same(third, map_parameters([](const auto& x) { return x * T(1.0 / 3); }, m));
    for_each_parameter([&](const auto&, const auto& x) { r.bits(x); }, third);
  });
  // 20,000 numbers, within the limits of a constant.
  tests.proved("a larger model", [](report& r) {
    using layer = nn::linear<float, axis<"in", 199>, axis<"out", 100>, output_by_input>;
    const auto m = splitmix_parameters<splitmix::s24, layer>(1);
    r.same(
        m.weight(99, 198), static_cast<float>(splitmix_number<splitmix::s24>(1, 99 * 199 + 198)));
    r.bits(m.weight);
  });
  tests.proved("an archetype will do", [](report& r) {
    using layer = nn::linear<double, in_4, out_3, output_by_input>;
    using bare = nn::linear<archetype, in_4, out_3, output_by_input>;
    const auto m = splitmix_parameters<splitmix::u24, bare>(9, 0.7);
    r.same(values_of(m.weight), splitmix_parameters<splitmix::u24, layer>(9, 0.7).weight);
  });
};
}  // namespace attn_tests::layers_parameters_tests
