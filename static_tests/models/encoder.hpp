// SPDX-License-Identifier: BSL-1.0
// Behaviours of encoder, block of attn/models/.
#pragma once

#include "static_tests/reference/block_options.hpp"
#include "static_tests/reference/layers_encoder.hpp"
#include "static_tests/support/torch_layers.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::models_encoder_tests {
// What attn/models/encoder.hpp promises.
namespace encoder_tests {
using model = axis<"model", 6>;

template <class T, class Norm, class Layout = output_by_input, class Activation = act::gelu_exact>
using layer_of = nn::encoder_layer<T, model, head, inner, Layout, Activation, Norm>;

// Norms of 1 and 0 but for the digits of everything else.
template <class Layer> constexpr Layer made_up(std::uint64_t seed) {
  using T = typename Layer::value_type;
  return vector_to_parameters<Layer>(filled<tensor<T, dim<parameter_count<Layer>>>>(seed, T(1.5)));
}

// The composition of its parts, bit for bit, for one sequence and a batch, with a mask and without.
template <class T, class Layout> constexpr void is_its_parts(report& r) {
  const auto post = launder(made_up<layer_of<T, post_norm, Layout>>(1));
  const auto pre = launder(made_up<layer_of<T, pre_norm, Layout>>(2));
  const auto x = launder(filled<tensor<T, batch, token, model>>(3, T(2)));
  const auto y = post(x);
  has_type<tensor<T, batch, token, model>>(y);
  const auto h = post.norm1(x + post.self_attn(x));
  r.same(y, post.norm2(h + post.feed_forward(h)));
  const auto z = pre(x, causal<>);
  const auto g = x + pre.self_attn(pre.norm1(x), causal<>);
  r.same(z, g + pre.feed_forward(pre.norm2(g)));
  r.same(select<"batch">(y, 1), post(select<"batch">(x, 1)));
  r.check(!bitwise_equal(pre(x), z));
  // The padding of each text goes by the names of the texts.
  const auto said = launder(keep_mask<batch, token>{{1, 1, 1}, {1, 0, 1}});
  r.same(select<"batch">(pre(x, key_padding(said)), 1),
      pre(select<"batch">(x, 1), key_padding(launder(keep_mask<dim<3>>{1, 0, 1}))));
}

// --- PyTorch's numbers --------------------------------------------------------------------------

#define ATTN_ENCODER_CASE(name, width, ff, activation, norm, ...)                             \
  template <class T> constexpr report reference_##name() {                                    \
    using namespace reference::layers_encoder_layer_##name;                                   \
    report r;                                                                                 \
    using layer =                                                                             \
        nn::encoder_layer<T, dim<width>, dim<2>, dim<ff>, output_by_input, activation, norm>; \
    const layer f = launder(layer ATTN_TESTS_TORCH_ENCODER_LAYER(T, ));                       \
    const auto x = launder(as<T>(X));                                                         \
    if constexpr (norm::norm_first) {                                                         \
      r.check(near(f.self_attn(f.norm1(x) __VA_OPT__(, ) __VA_ARGS__), self_attn_out));       \
      const auto h = x + f.self_attn(f.norm1(x) __VA_OPT__(, ) __VA_ARGS__);                  \
      r.check(near(h, after_self_attn));                                                      \
      r.check(near(f.feed_forward(f.norm2(h)), ffn_out));                                     \
    } else {                                                                                  \
      r.check(near(f.self_attn(x __VA_OPT__(, ) __VA_ARGS__), self_attn_out));                \
      const auto h = f.norm1(x + f.self_attn(x __VA_OPT__(, ) __VA_ARGS__));                  \
      r.check(near(h, after_self_attn));                                                      \
      r.check(near(f.feed_forward(h), ffn_out));                                              \
    }                                                                                         \
    const auto y = f(x __VA_OPT__(, ) __VA_ARGS__);                                           \
    r.check(near(y, out));                                                                    \
    r.bits(y);                                                                                \
    return r;                                                                                 \
  }
ATTN_ENCODER_CASE(postnorm_relu, 6, 8, act::relu, post_norm)
ATTN_ENCODER_CASE(postnorm_gelu, 6, 8, act::gelu_exact, post_norm)
ATTN_ENCODER_CASE(prenorm_relu, 6, 8, act::relu, pre_norm)
ATTN_ENCODER_CASE(prenorm_gelu, 6, 8, act::gelu_exact, pre_norm)
ATTN_ENCODER_CASE(causal, 4, 6, act::relu, post_norm, causal<>)
#undef ATTN_ENCODER_CASE

inline constexpr auto behaviours = [](test_table& tests) {
  // Every parameter 0 but the norms' weights: attention and the feed-forward layer add nothing.
  tests.proved("nothing but norms", [](report& r) {
    using two = axis<"two", 2>;
    using post = nn::encoder_layer<double, two, head, inner, output_by_input, act::relu, post_norm>;
    using pre = nn::encoder_layer<double, two, head, inner, output_by_input, act::relu, pre_norm>;
    post f{};
    f.norm1.weight = {1, 1};
    f.norm2.weight = {3, 5};
    const auto x = launder(tensor<double, token, two>{{1, 2}, {8, -8}, {1000, 3000}});
    r.check(allclose(f(x), {{-3, 5}, {3, -5}, {-3, 5}}, 1e-4, 1e-4));
    r.check(pre{}(x) == x);
  });
  tests.proved("is its parts, output by input, float",
      [](report& r) { is_its_parts<float, output_by_input>(r); });
  tests.proved("is its parts, output by input, double",
      [](report& r) { is_its_parts<double, output_by_input>(r); });
  tests.proved("is its parts, input by output, float",
      [](report& r) { is_its_parts<float, input_by_output>(r); });
  tests.proved("is its parts, input by output, double",
      [](report& r) { is_its_parts<double, input_by_output>(r); });
  tests.proved<float, double>("stacks", []<class T>(report& r) {
    using layer = layer_of<T, pre_norm>;
    const auto deep = launder(made_up<nn::encoder<layer, 3>>(1));
    const auto x = launder(filled<tensor<T, token, model>>(3, T(2)));
    const auto y = deep(x, causal<>);
    r.same(y, deep.layers[2](deep.layers[1](deep.layers[0](x, causal<>), causal<>), causal<>));
    using normed = nn::encoder<layer, 2, nn::layer_norm<T, model>>;
    const auto with_norm = launder(made_up<normed>(2));
    r.same(with_norm(x), with_norm.norm(with_norm.layers[1](with_norm.layers[0](x))));
    // Rows without names get them in the first layer.
    const auto bare = launder(filled<matrix<T, 3, 6>>(3, T(2)));
    static_assert(std::is_same_v<decltype(deep(bare)), tensor<T, dim<3>, model>>);
    r.same(deep(bare), deep(x));
  });
  tests.proved("names and counts", [](report& r) {
    using layer = layer_of<float, post_norm>;
    constexpr std::size_t each = 4 * (6 * 6 + 6) + 6 * 5 + 5 + 5 * 6 + 6 + 2 * 2 * 6;
    static_assert(parameter_count<layer> == each);
    using stack = nn::encoder<layer, 2, nn::layer_norm<float, model>>;
    static_assert(parameter_count<stack> == 2 * each + 12);
    // The base model of the article of 2017: 6 layers, width 512, 8 heads, 2048 inside.
    using wide = axis<"model", 512>;
    using base = nn::encoder_layer<float, wide, axis<"head", 8>, axis<"inner", 2048>,
        output_by_input, act::relu, post_norm>;
    static_assert(parameter_count<nn::encoder<base, 6>> == 6 * 3'152'384);
    const auto f = made_up<stack>(1);
    r.check(
        parameter<"layers.0.self_attn.q_proj.weight">(f) == f.layers[0].self_attn.q_proj.weight);
    r.check(parameter<"layers.1.feed_forward.linear2.bias">(f) ==
            f.layers[1].feed_forward.linear2.bias);
    r.check(parameter<"layers.1.norm1.bias">(f) == f.layers[1].norm1.bias);
    r.check(parameter<"norm.weight">(f) == f.norm.weight);
    r.check(as<float>(as<double>(f)) == f && !(f == stack{}));
  });
  tests.proved<float, double>(
      "reference: post-norm, relu", []<class T>() { return reference_postnorm_relu<T>(); });
  tests.proved<float, double>(
      "reference: post-norm, gelu", []<class T>() { return reference_postnorm_gelu<T>(); });
  tests.proved<float, double>(
      "reference: pre-norm, relu", []<class T>() { return reference_prenorm_relu<T>(); });
  tests.proved<float, double>(
      "reference: pre-norm, gelu", []<class T>() { return reference_prenorm_gelu<T>(); });
  tests.proved<float, double>("reference: causal", []<class T>() { return reference_causal<T>(); });
  tests.proved<float, double>("reference: stack", []<class T>(report& r) {
    using namespace reference::layers_encoder_stack;
    using layer =
        nn::encoder_layer<T, dim<4>, dim<2>, dim<6>, output_by_input, act::relu, post_norm>;
    using stack = nn::encoder<layer, 2, nn::layer_norm<T, dim<4>>>;
    const auto f = launder(stack{
        {ATTN_TESTS_TORCH_ENCODER_LAYER(T, layer0_), ATTN_TESTS_TORCH_ENCODER_LAYER(T, layer1_)},
        {as<T>(norm_weight), as<T>(norm_bias)}});
    const auto x = launder(as<T>(X));
    r.check(near(f.layers[0](x), after_layer0));
    r.check(near(f.layers[1](f.layers[0](x)), after_layer1));
    const auto y = f(x);
    r.check(near(y, out));
    r.bits(y);
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto f = made_up<layer_of<double, post_norm>>(1);
    layer_of<archetype, post_norm> g{};
    for_each_parameter(
        [](const auto&, auto& to, const auto& from) { to = as_archetype(from); }, g, f);
    const auto x = launder(filled<tensor<double, token, model>>(2));
    r.same(values_of(g(as_archetype(x), causal<>)), f(x, causal<>));
  });
};
}  // namespace encoder_tests

using token_2 = axis<"token", 2>;
using source = axis<"source", 3>;
using model_2 = axis<"model", 2>;
using head_1 = axis<"head", 1>;
using inner_3 = axis<"inner", 3>;

// A layer of a user's: no attention, one parameter.
template <class T> struct shift {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = model_2;
  using bias_type = tensor<T, model_2>;
  ATTN_MEMBERS(shift, (bias_type, bias));

  template <class X, class... Options> constexpr X operator()(const X& x, const Options&...) const {
    return add_bias(x, bias);
  }
};
// Another one, for a decoder: it adds the first row of the memory.
struct remember {
  static constexpr std::size_t sequences = 2;
  using value_type = double;
  using width = model_2;
  using bias_type = tensor<double, model_2>;
  ATTN_MEMBERS(remember, (bias_type, bias));

  template <class U> using with_element = remember;

  template <class Y, class Memory> constexpr Y operator()(const Y& y, const Memory& memory) const {
    return add_bias(y, select<0>(memory, 0) + bias);
  }
};
template <class T, class Norm>
using layer_of_width =
    nn::encoder_layer<T, model_2, head_1, inner_3, output_by_input, act::relu, Norm>;
using decoding =
    nn::decoder_layer<float, model_2, head_1, inner_3, output_by_input, act::relu, pre_norm>;

// Parameters and rows as static_tests/reference/block_options.hpp describes them.
template <class Layer> constexpr Layer parameters_of_block(int seed) {
  using T = typename Layer::value_type;
  return vector_to_parameters<Layer>(counted_numbers<tensor<T, dim<parameter_count<Layer>>>>(seed));
}
template <class Options, class T> constexpr auto block_of(int seed) {
  using layer = nn::encoder_layer<T, dim<6>, dim<2>, dim<5>, output_by_input, Options>;
  return launder(parameters_of_block<layer>(seed));
}
template <class T> constexpr auto rows_of_block() {
  return launder(counted_numbers<matrix<T, 3, 6>>(5));
}
struct biasless_gpt2 : gpt2_block {
  static constexpr double eps = 1e-6;
  using bias = without_bias;
};
struct sink_block : gpt2_block {
  template <class T, class Width, class Head, class Layout, class Options>
  using attention = nn::multi_head_with_sinks<T, Width, Head, Layout, typename Options::bias>;
};
template <class... Options>
inline constexpr bool block_options_hold = (attn::block_options<Options> && ...);
namespace block_options = reference::block_options;

inline constexpr auto behaviours = [](test_table& tests) {
  encoder_tests::behaviours(tests);
  // What attn/models/block.hpp promises.
  tests.proved("what is a layer", [](report& r) {
    using layer = layer_of_width<float, pre_norm>;
    r.check(nn::stack_layer<layer, 1> && !nn::stack_layer<layer, 2>);
    r.check(nn::stack_layer<decoding, 2> && !nn::stack_layer<decoding, 1>);
    r.check(nn::stack_layer<nn::encoder<layer, 2>, 1>);  // a stack of stacks
    r.check(nn::stack_layer<shift<float>, 1> && !nn::stack_layer<model_2, 1>);
    r.check(nn::attention_block<layer> && nn::attention_block<decoding>);
    r.check(!nn::attention_block<shift<float>>);
    r.check(nn::transformer_block<layer> && !nn::transformer_block<decoding>);
    r.check(!nn::transformer_block<shift<float>> && !nn::transformer_block<model_2>);
    r.check(nn::recurrent_block<layer> && !nn::recurrent_block<decoding>);
    r.check(!nn::recurrent_block<shift<float>> && nn::no_state{} == nn::no_state{});
  });
  tests.proved("layers of your own", [](report& r) {
    const tensor<double, token_2, model_2> x{{1, 2}, {3, 4}};
    nn::encoder<shift<double>, 3> encoder{};
    encoder.layers[0].bias = {1, 10};
    encoder.layers[2].bias = {2, 20};
    r.check(encoder(launder(x)) == tensor<double, token_2, model_2>{{4, 32}, {6, 34}});
    r.check(parameter<"layers.2.bias">(encoder) == tensor<double, model_2>{2, 20});
    static_assert(parameter_count<nn::encoder<shift<double>, 3>> == 6);
    static_assert(std::is_same_v<decltype(as<float>(nn::encoder<shift<double>, 3>{})),
        nn::encoder<shift<float>, 3>>);
    nn::decoder<remember, 2> decoder{};
    const tensor<double, source, model_2> memory{{1, 5}, {0, 0}, {0, 0}};
    r.check(decoder(launder(x), memory) == tensor<double, token_2, model_2>{{3, 12}, {5, 14}});
  });
  // The calls: what a layer must be, and what it is called with.
  tests.proved("calls", [](report& r) {
    r.check(rules::stack_layer_call<shift<float>, 1>::all::value);
    r.check(!rules::stack_layer_call<shift<float>, 2>::sequences_fit::value);
    r.check(!rules::stack_layer_call<model_2, 1>::element_named::value);
    using no_layer = rules::stack_layer_call<model_2, 1>;  // one mistake is one error
    r.check(no_layer::all::said<no_layer::width_named>::value);
    using x = tensor<float, token_2, model_2>;
    using three = shift<float>[3];
    using narrower = nn::linear<float, model_2, dim<1>, output_by_input>;
    r.check(rules::stack_run_call<true, three, x>::all::value);
    r.check(!rules::stack_run_call<true, int[3], x>::accepted::value);
    r.check(!rules::stack_run_call<true, narrower[1], x>::kept::value);
    r.check(rules::stack_run_call<false, narrower[1], x>::all::value);
  });
  // The final norm has the width of the layers, and the one of a norm without parameters is theirs.
  tests.proved("final norms", [](report& r) {
    using layer = layer_of_width<float, pre_norm>;
    using bare = attn::detail::final_norm<nn::identity, layer>;
    using other = attn::detail::final_norm<nn::layer_norm<double, dim<5>>, layer>;
    r.check(std::is_same_v<bare::width, model_2> && std::is_same_v<bare::value_type, float>);
    r.check(std::is_same_v<other::width, dim<5>> && std::is_same_v<other::value_type, double>);
    r.check(!post_norm::norm_first && pre_norm::norm_first);
  });
  // The options of a layer as one struct, by the names of the models that have them.
  tests.proved<float, double>("block options: PyTorch's numbers", []<class T>(report& r) {
    const auto x = rows_of_block<T>();
    r.check(near(block_of<bert_block, T>(11)(x), block_options::bert_layer));
    r.check(near(
        block_of<biasless_gpt2, T>(13)(x, causal<>), block_options::gpt2_layer_without_biases));
    r.check(near(block_of<llama_block, T>(14)(x, causal<>), block_options::llama_layer));
    const auto bert = launder(parameters_of_block<
        nn::decoder_layer<T, dim<6>, dim<2>, dim<5>, output_by_input, bert_block>>(12));
    const auto memory = launder(counted_numbers<tensor<T, dim<4>, dim<6>>>(9));
    r.check(near(bert(x, memory), block_options::bert_decoder_layer));
    r.bits(block_of<llama_block, T>(14)(x, causal<>));
    r.bits(bert(x, memory));
  });
  // BERT's eps: rows of a thousandth are normalised; with 1e-5 they become 0.3015.
  // https://github.com/pytorch/pytorch/issues/44367
  tests.proved<float, double>("block options: eps", []<class T>(report& r) {
    using bert = nn::encoder_layer<T, dim<6>, dim<2>, dim<5>, output_by_input, bert_block>;
    using torch = nn::encoder_layer<T, dim<6>, dim<2>, dim<5>, output_by_input, torch_block>;
    const auto small =
        launder(as<T>(matrix<double, 1, 6>{{.001, -.001, .001, -.001, .001, -.001}}));
    bert f{};
    torch g{};
    f.norm1 = f.norm2 = bert::norm_type::initial();
    g.norm1 = g.norm2 = torch::norm_type::initial();
    r.check(near(f(small), block_options::bert_layer_of_small_rows));
    r.check(near(narrow<1, 1>(g.norm1(small), 0),
        expected<matrix<double, 1, 1>>{{{0.3015113445777636}}, 1e-13, 0, 1e-6, 0}));
  });
  // A learned sink for each head, as in gpt-oss, also token by token.
  tests.proved<float, double>("block options: sinks", []<class T>(report& r) {
    using layer = nn::encoder_layer<T, dim<6>, dim<2>, dim<5>, output_by_input, sink_block>;
    using attention = nn::multi_head_with_sinks<T, dim<6>, dim<2>, output_by_input>;
    r.check(std::is_same_v<typename layer::attention_type, attention>);
    const auto f = launder(parameters_of_block<layer>(16));
    const auto x = rows_of_block<T>();
    const auto& by = f.self_attn;
    const nn::multi_head_attention<T, dim<6>, dim<2>, output_by_input> plain{
        by.q_proj, by.k_proj, by.v_proj, by.out_proj};
    r.same(by(x, causal<>), plain(x, causal<>, with_sinks(by.sinks)));
    const auto m = launder(counted_numbers<matrix<T, 4, 6>>(9));
    r.same(by(x, m, m), plain(x, m, m, with_sinks(by.sinks)));
    const auto h = x + by(f.norm1(x), causal<>);
    const auto y = f(x, causal<>);
    r.same(y, h + f.feed_forward(f.norm2(h)));
    attn::detail::state_of<layer, dim<3>> state{};
    const auto first = attn::detail::step_of_layer(f, state, narrow<0, 1>(x, 0));
    r.same(concat<0>(first, attn::detail::step_of_layer(f, state, narrow<0, 2>(x, 1))), y);
    using same_layer = nn::encoder_layer<T, dim<6>, dim<2>, dim<5>, output_by_input, gpt2_block>;
    r.check(parameter_count<layer> == parameter_count<same_layer> + 2);
    using rows = matrix<T, 3, 6>;
    r.check(cost_of<attention, rows>(causal<>) ==
            cost_of<std::remove_const_t<decltype(plain)>, rows>(causal<>, softmax_plus_one));
    const auto slopes = gradient(
        [&](const auto& g) { return sum<0>(select<0>(g(type_as(x, g.sinks), causal<>), 2)); }, by);
    r.check(slopes.sinks(0) != 0 && slopes.sinks(1) != 0);
  });
  tests.proved("block options: types", [](report& r) {
    using torch = nn::encoder_layer<float, dim<6>, dim<2>, dim<5>, output_by_input, torch_block>;
    using short_form =
        nn::encoder_layer<float, dim<6>, dim<2>, dim<5>, output_by_input, act::relu, post_norm>;
    r.check(std::is_same_v<torch::norm_type, short_form::norm_type>);
    r.check(std::is_same_v<torch::norm_type, nn::layer_norm<float, dim<6>>>);
    r.check(std::is_same_v<torch::network_type, short_form::network_type>);
    r.check(std::is_same_v<torch::attention_type, short_form::attention_type>);
    r.check(block_options_hold<torch_block, bert_block, gpt2_block, llama_block, biasless_gpt2>);
    r.check(!attn::block_options<act::relu> && !attn::block_options<post_norm>);
    using biasless =
        nn::encoder_layer<float, dim<6>, dim<2>, dim<5>, output_by_input, biasless_gpt2>;
    r.check(parameter_count<biasless> == 4 * 36 + 2 * 30 + 2 * 6);
    r.check(parameter_count<torch> == parameter_count<biasless> + 4 * 6 + 5 + 6 + 2 * 6);
    using other = std::remove_cvref_t<decltype(as<double>(biasless{}))>;
    r.check(std::is_same_v<other::norm_type, nn::layer_norm<double, dim<6>, 1e-6, without_bias>>);
    r.check(nn::transformer_block<biasless>);
  });
  // The same bits one token at a time, as constants and as counts.
  tests.proved("block options: steps, counts", [](report& r) {
    using layer = nn::encoder_layer<double, dim<6>, dim<2>, dim<5>, output_by_input, llama_block>;
    const auto f = block_of<llama_block, double>(14);
    const auto x = rows_of_block<double>();
    attn::detail::state_of<layer, dim<3>> state{};
    const auto first = attn::detail::step_of_layer(f, state, narrow<0, 1>(x, 0));
    const auto rest = attn::detail::step_of_layer(f, state, narrow<0, 2>(x, 1));
    r.same(concat<0>(first, rest), f(x, causal<>));
    using rows = matrix<double, 3, 6>;
    const auto network = cost_of<layer::network_type, rows>();
    const auto norms = cost_of<layer::norm_type, rows>() + cost_of<layer::norm_type, rows>();
    r.check(cost_of<layer, rows>() == cost_of<layer::attention_type, rows>() + network + norms +
                                          operation_count{.additions = 2 * 18});
  });
};
}  // namespace attn_tests::models_encoder_tests
