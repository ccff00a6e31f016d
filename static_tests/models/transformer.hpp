// SPDX-License-Identifier: BSL-1.0
// Behaviours of transformer, options, calls of attn/models/.
#pragma once

#include "static_tests/reference/layers_decoder.hpp"
#include "static_tests/support/torch_layers.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::models_transformer_tests {
using wort = axis<"wort", 8>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head_3 = axis<"head", 3>;

// Times sqrt(4), plus the positions of the article of 2017: sin and cos of t and of t / 100.
struct sinusoidal_of_4 {
  template <class T, class... Axes> constexpr auto operator()(const tensor<T, Axes...>& x) const {
    auto y = x;
    for (std::size_t t = 0; t < shape<Axes...>::extents[0]; ++t) {
      const T angles[] = {static_cast<T>(t), static_cast<T>(t) / T(100)};
      for (std::size_t i = 0; i < 2; ++i) {
        y(t, 2 * i) = T(2) * x(t, 2 * i) + math::sin(angles[i]);
        y(t, 2 * i + 1) = T(2) * x(t, 2 * i + 1) + math::cos(angles[i]);
      }
    }
    return y;
  }
};

template <class T, class Layout, class Norm>
using model_of =
    nn::transformer<word, wort, nn::encoder_layer<T, model, head_3, inner, Layout, act::relu, Norm>,
        2, std::conditional_t<Norm::norm_first, nn::layer_norm<T, model>, nn::identity>>;

template <class Model> constexpr Model made_up(std::uint64_t seed) {
  using T = typename Model::value_type;
  return vector_to_parameters<Model>(filled<tensor<T, dim<parameter_count<Model>>>>(seed, T(1.5)));
}

// The composition of its parts, bit for bit: each of the three attentions has its own mask.
template <class T, class Layout, class Norm> constexpr void is_its_parts(report& r) {
  const auto f = launder(made_up<model_of<T, Layout, Norm>>(1));
  const auto s = as_token_ids<7>(launder(tensor<int, source>{5, 0, 6, 2}));
  const auto t = as_token_ids<8>(launder(tensor<int, target>{7, 1, 3}));
  // One for both: in the encoder the keys are the source's own, in the decoder the source.
  const auto keep = key_padding(launder(keep_mask<source>{1, 1, 0, 1}));
  const auto memory = f.encode(s, keep);
  has_type<tensor<T, source, model>>(memory);
  r.same(memory, f.encoder(f.src_embed(s), keep));
  const auto decoded = f.decode(t, memory, self_options(causal<>), cross_options(keep));
  has_type<tensor<T, target, model>>(decoded);
  r.same(decoded, f.decoder(f.tgt_embed(t), memory, cross_options(keep), self_options(causal<>)));
  const auto logits =
      f.logits(s, t, cross_options(keep), source_options(keep), self_options(causal<>));
  has_type<tensor<T, target, wort>>(logits);
  r.same(logits, f.generator(decoded));
  const auto y = f(s, t, source_options(keep), self_options(causal<>), cross_options(keep));
  r.same(y, log_softmax<"wort">(logits));
  r.same(f.logits(s, t), f.generator(f.decode(t, f.encode(s))));
  // A batch of them.
  const auto ss = as_token_ids<7>(launder(tensor<int, batch, source>{{1, 2, 3, 4}, {5, 0, 6, 2}}));
  const auto tt = as_token_ids<8>(launder(tensor<int, batch, target>{{0, 2, 4}, {7, 1, 3}}));
  r.same(select<"batch">(f(ss, tt, self_options(causal<>)), 1), f(s, t, self_options(causal<>)));
}

using width = axis<"width", 6>;
using layer_of_model_calls =
    nn::encoder_layer<float, width, head, inner, output_by_input, act::relu, pre_norm>;
using decoding = nn::decoder_layer<float, width, head, inner, output_by_input, act::relu, pre_norm>;
template <class... Axes> using rows = tensor<float, Axes...>;
template <std::size_t Words, class... Axes> using ids = tensor<token_id<Words>, Axes...>;

template <class X, class... Options>
using encoding = rules::encoder_call<layer_of_model_calls, X, rules::options<Options...>>;
template <class Y, class Memory, class... Options>
using decoding_of =
    rules::decoder_call<decoding, Y, Memory, rules::placed_call<decoder_places, Options...>>;

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/models/block.hpp promises.
  // They keep what they are given, by value, in order.
  tests.proved("keep what they are given", [](report& r) {
    constexpr auto none = self_options();
    static_assert(none.unpack([](const auto&... options) { return sizeof...(options); }) == 0);
    keep_mask<dim<2>, dim<2>> mask{{1, 0}, {0, 1}};
    const auto two = cross_options(launder(mask), causal<>);
    mask(1, 1) = false;
    two.unpack([&](const auto& kept, const auto& second) {
      static_assert(std::is_same_v<decltype(second), decltype(causal<>)&>);
      r.check(kept == keep_mask<dim<2>, dim<2>>{{1, 0}, {0, 1}});
      return true;
    });
  });
  // Each says where it belongs, and where not.
  tests.proved("places", [](report& r) {
    using source = decltype(source_options());
    using self = decltype(self_options(causal<>));
    using cross = decltype(cross_options());
    static_assert(std::is_same_v<source::place, source_place>);
    static_assert(std::is_same_v<self::place, self_place>);
    static_assert(std::is_same_v<cross::place, cross_place>);
    static_assert(std::is_same_v<source, placed_options<source_place>>);
    using in_decoder = decoder_places::places;
    static_assert(std::is_same_v<in_decoder, rules::options<self_place, cross_place>>);
    using in_transformer = transformer_places::places;
    r.check(rules::are_placed_options<rules::options<source, self, cross>, in_transformer>::value);
    r.check(rules::are_placed_options<rules::options<>, in_decoder>::value);
    r.check(rules::are_placed_options<rules::options<cross, self>, in_decoder>::value);
    r.check(!rules::are_placed_options<rules::options<self, source>, in_decoder>::value);
    r.check(!rules::are_placed_options<rules::options<decltype(causal<>)>, in_decoder>::value);
    r.check(!rules::are_placed_options<rules::options<int>, in_decoder>::value);
    // By the names of the models.
    r.check(rules::are_placed_options<rules::options<cross, self>, decoder_places>::value);
    r.check(!rules::are_placed_options<rules::options<source>, decoder_places>::value);
    r.check(rules::are_placed_options<rules::options<source>, transformer_places>::value);
  });
  // What attn/models/transformer.hpp promises.
  tests.proved("is its parts, post-norm, float",
      [](report& r) { is_its_parts<float, output_by_input, post_norm>(r); });
  tests.proved("is its parts, post-norm, double",
      [](report& r) { is_its_parts<double, output_by_input, post_norm>(r); });
  tests.proved("is its parts, pre-norm, float",
      [](report& r) { is_its_parts<float, input_by_output, pre_norm>(r); });
  tests.proved("is its parts, pre-norm, double",
      [](report& r) { is_its_parts<double, input_by_output, pre_norm>(r); });
  // Another number of layers in the decoder than in the encoder.
  tests.proved<float, double>("depths may differ", []<class T>(report& r) {
    using layer = nn::encoder_layer<T, model, head_3, inner, output_by_input, act::relu, post_norm>;
    using deeper = nn::transformer<word, wort, layer, 1, nn::identity, act::identity, 2>;
    const auto f = launder(made_up<deeper>(3));
    const auto s = as_token_ids<7>(launder(tensor<int, source>{5, 0, 6, 2}));
    const auto t = as_token_ids<8>(launder(tensor<int, target>{7, 1, 3}));
    const auto memory = f.encoder.layers[0](f.src_embed(s));
    const auto first = f.decoder.layers[0](f.tgt_embed(t), memory);
    const auto y = f.logits(s, t);
    r.same(y, f.generator(f.decoder.layers[1](first, memory)));
  });
  // What a call requires, rules::transformer_call, is in static_tests/models/calls.hpp.
  tests.proved("names and counts", [](report& r) {
    using small = model_of<float, output_by_input, pre_norm>;
    constexpr std::size_t attention = 4 * (6 * 6 + 6), network = 6 * 5 + 5 + 5 * 6 + 6;
    static_assert(parameter_count<small> == 7 * 6 + 8 * 6 + 2 * (attention + network + 24) + 12 +
                                                2 * (2 * attention + network + 36) + 12 +
                                                (6 * 8 + 8));
    // The type says an axis where it is chosen, and nowhere else; the parts follow.
    using layer =
        nn::encoder_layer<float, model, head_3, inner, output_by_input, act::relu, pre_norm>;
    using same =
        nn::decoder_layer<float, model, head_3, inner, output_by_input, act::relu, pre_norm>;
    using norm = nn::layer_norm<float, model>;
    static_assert(std::is_same_v<small::encoder_type, nn::encoder<layer, 2, norm>>);
    static_assert(std::is_same_v<small::decoder_type, nn::decoder<same, 2, norm>>);
    static_assert(
        std::is_same_v<small::generator_type, nn::linear<float, model, wort, output_by_input>>);
    using deeper = nn::transformer<word, wort, layer, 1, norm, act::identity, 2>;
    static_assert(std::is_same_v<deeper::encoder_type, nn::encoder<layer, 1, norm>>);
    static_assert(std::is_same_v<deeper::decoder_type, nn::decoder<same, 2, norm>>);
    static_assert(std::is_same_v<decltype(as<float>(deeper{})), deeper>);
    const auto f = made_up<small>(1);
    r.check(parameter<"src_embed.weight">(f) == f.src_embed.weight);
    r.check(parameter<"encoder.layers.1.norm2.bias">(f) == f.encoder.layers[1].norm2.bias);
    r.check(parameter<"decoder.norm.weight">(f) == f.decoder.norm.weight);
    r.check(parameter<"generator.bias">(f) == f.generator.bias);
    r.check(as<float>(as<double>(f)) == f && !(f == small{}));
  });
  // The whole model in PyTorch's numbers: embeddings, positions, one layer of each, log-probabilities.
  tests.proved<float, double>("reference", []<class T>(report& r) {
    using namespace reference::layers_transformer;
    using norm = nn::layer_norm<T, dim<4>>;
    using encoder_layer =
        nn::encoder_layer<T, dim<4>, dim<2>, dim<6>, output_by_input, act::relu, post_norm>;
    using whole = nn::transformer<dim<6>, dim<5>, encoder_layer, 1, norm, sinusoidal_of_4>;
    const auto f = launder(whole{{as<T>(E_src)}, {as<T>(E_tgt)},
        {{ATTN_TESTS_TORCH_ENCODER_LAYER(T, enc_)}, ATTN_TESTS_TORCH_PAIR(T, enc_norm)},
        {{ATTN_TESTS_TORCH_DECODER_LAYER(T, dec_)}, ATTN_TESTS_TORCH_PAIR(T, dec_norm)},
        ATTN_TESTS_TORCH_PAIR(T, gen)});
    const auto s = as_token_ids<6>(launder(src));
    const auto t = as_token_ids<5>(launder(tgt));
    r.check(near(sinusoidal_of_4{}(f.src_embed(s)), src_embedded));
    r.check(near(sinusoidal_of_4{}(f.tgt_embed(t)), tgt_embedded));
    r.check(near(f.encode(s), memory));
    r.check(near(f.decode(t, f.encode(s), self_options(causal<>)), decoded));
    r.check(near(f.logits(s, t, self_options(causal<>)), logits));
    const auto y = f(s, t, self_options(causal<>));
    r.check(near(y, log_probs));
    r.bits(y);
  });
  // What attn/models/calls.hpp promises: of every relation of a call, where it holds and where it does
  // not. The sentences are in static_tests/rejected/.
  tests.proved("stack_call", [](report& r) {
    using nn::identity;
    using three = nn::encoder_layer<float, width, dim<4>, inner, output_by_input, act::relu, void>;
    r.check(rules::stack_call<layer_of_model_calls, 2, identity>::all::value);
    r.check(rules::stack_call<layer_of_model_calls, 2, nn::layer_norm<float, width>>::all::value);
    r.check(!rules::stack_call<layer_of_model_calls, 0, identity>::has_layers::value);
    r.check(!rules::stack_call<layer_of_model_calls, 2,
        nn::layer_norm<float, dim<5>>>::norm_fits::value);
    r.check(!rules::stack_call<layer_of_model_calls, 2,
        nn::layer_norm<double, width>>::norm_fits::value);
    r.check(!rules::stack_call<three, 2, identity>::norm_order::value);
    r.check(!rules::stack_call<three, 2, identity>::heads_divide::value);
    r.check(!rules::stack_call<three, 2, identity>::all::value);
  });
  tests.proved("encoder_call", [](report& r) {
    using mask = decltype(causal<>);
    r.check(encoding<rows<token, width>>::all::value &&
            encoding<rows<batch, token, width>>::all::value);
    r.check(encoding<rows<token, width>, mask>::all::value);
    static_assert(
        std::is_base_of_v<rules::block_call<layer_of_model_calls>, encoding<rows<token, width>>>);
    using x = rules::rows_call<float, width, rows<token, width>>;
    r.check(x::usable && !rules::rows_call<float, width, void>::usable);
    r.check(!encoding<rows<width>>::x::sequence::value);
    r.check(!encoding<tensor<double, token, width>>::x::one_element::value);
    r.check(!encoding<rows<token, dim<5>>>::x::width_size::value);
    r.check(!encoding<rows<token, axis<"w", 6>>>::x::width_name::value);
    r.check(!encoding<rows<head, token, width>>::distinct::value);
    r.check(!encoding<rows<axis<"inner", 3>, width>>::distinct::value);
    r.check(!encoding<rows<token, width>, int>::attentions::only_options::value);
    r.check(!encoding<rows<token, width>, mask, mask>::attentions::one_of_each::value);
    r.check(!encoding<rows<token, width>, keep_mask<dim<2>, dim<2>>>::attentions::mask_axes::value);
    r.check(
        rules::options_calls<rules::roles<>, encoding<rows<token, width>, mask>::self>::all::value);
    // What is wrong with the sequence is one mistake: the mask is not asked.
    using wrong = encoding<rows<token, dim<5>>, keep_mask<dim<2>, dim<2>>>;
    r.check(!wrong::all::value && wrong::attentions::all::value && wrong::distinct::value);
  });
  tests.proved("decoder_call", [](report& r) {
    using y = rows<token, width>;
    using memory = rows<source, width>;
    using self = decltype(self_options(causal<>));
    using cross = decltype(cross_options(causal<>));
    r.check(decoding_of<y, memory>::all::value && decoding_of<y, memory, self>::all::value);
    r.check(!decoding_of<y, memory, cross>::attentions::mask_aligned::value);
    r.check(!decoding_of<y, memory, decltype(causal<>)>::all_placed::value);
    r.check(!decoding_of<y, memory, decltype(source_options())>::all_placed::value);
    r.check(!decoding_of<y, memory, self, self>::once_each::value);
    r.check(!decoding_of<y, rows<batch, source, width>>::same_batch::value);
    r.check(!decoding_of<rows<dim<5>>, memory>::y::sequence::value);
    r.check(!decoding_of<y, rows<source, dim<5>>>::memory::width_size::value);
    r.check(!decoding_of<y, rows<head, width>>::distinct::value);
  });
  tests.proved("model_ids_call", [](report& r) {
    using ids_of = rules::model_ids_call<word, width, ids<7, token>>;
    r.check(ids_of::all::value && std::is_same_v<ids_of::rows<float>, rows<token, width>>);
    r.check(rules::model_ids_call<word, width, ids<7, batch, token>>::all::value);
    r.check(!rules::model_ids_call<word, width, tensor<int, token>>::token_ids::value);
    r.check(!rules::model_ids_call<word, width, ids<8, token>>::within::value);
    r.check(!rules::model_ids_call<word, width, ids<7>>::sequence::value);
    r.check(!rules::model_ids_call<word, width, ids<7, axis<"width", 3>>>::distinct::value);
    r.check(!rules::model_ids_call<word, width, ids<7, axis<"word", 3>>>::distinct::value);
    r.check(rules::model_ids_call<word, width, void>::all::value);
  });
  // The calls of whole models, which are of the above.
  tests.proved("whole models", [](report& r) {
    using translator = nn::transformer<word, wort, layer_of_model_calls, 2>;
    using translation = rules::transformer_call<translator, ids<7, source>, ids<8, token>>;
    using swapped = rules::transformer_call<translator, ids<8, token>, ids<7, source>>;
    r.check(
        translation::all::value && !swapped::source_within::value && swapped::target_within::value);
    r.check(rules::transformer_call<translator, ids<7, source>, void>::all::value);
    r.check(!rules::transformer_call<translator, ids<7, source>,
        ids<8, batch, token>>::same_batch::value);
    using places = nn::learned_positions<float, dim<5>, width>;
    using writer = nn::language_model<word, layer_of_model_calls, 2, places>;
    r.check(rules::language_model_call<word, layer_of_model_calls, 2, places,
        nn::identity>::positions_fit::value);
    r.check(rules::text_call<writer, ids<7, token>>::has_positions::value);
    r.check(!rules::text_call<writer, ids<7, dim<6>>>::has_positions::value);
    r.check(rules::generate_call<3, writer, ids<7, token>>::all::value);
    r.check(!rules::generate_call<4, writer, ids<7, token>>::has_positions::value);
    r.check(!rules::generate_call<0, writer, ids<7, token>>::has_steps::value);
    r.check(!rules::generate_call<1, writer, ids<7, batch, token>>::one_sequence::value);
    r.check(!rules::generate_call<3, writer,
        ids<7, token>>::draws<tensor<float, dim<2>>>::one_per_step::value);
  });
};
}  // namespace attn_tests::models_transformer_tests
