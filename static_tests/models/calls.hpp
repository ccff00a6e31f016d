// SPDX-License-Identifier: BSL-1.0
// What attn/models/calls.hpp promises: of every relation of a call, where it holds and where it does
// not. The sentences are in static_tests/rejected/.
#pragma once

#include <attn/attention/mask.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/position_layer.hpp>
#include <attn/models/calls.hpp>
#include <attn/models/decoder.hpp>
#include <attn/models/encoder.hpp>
#include <attn/models/generate.hpp>
#include <attn/models/language_model.hpp>
#include <attn/models/transformer.hpp>

#include <cstddef>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::model_calls_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using source = axis<"source", 4>;
using width = axis<"width", 6>;
using head = axis<"head", 2>;
using inner = axis<"inner", 5>;
using word = axis<"word", 7>;
using wort = axis<"wort", 8>;
using layer = nn::encoder_layer<float, width, head, inner, output_by_input, act::relu, pre_norm>;
using decoding = nn::decoder_layer<float, width, head, inner, output_by_input, act::relu, pre_norm>;
template <class... Axes>
using rows = tensor<float, Axes...>;
template <std::size_t Words, class... Axes>
using ids = tensor<token_id<Words>, Axes...>;

template <class X, class... Options>
using encoding = rules::encoder_call<layer, X, rules::options<Options...>>;
template <class Y, class Memory, class... Options>
using decoding_of =
    rules::decoder_call<decoding, Y, Memory, rules::placed_call<decoder_places, Options...>>;

constexpr report stack_call() {
  report r;
  using nn::identity;
  using three = nn::encoder_layer<float, width, dim<4>, inner, output_by_input, act::relu, void>;
  r.check(rules::stack_call<layer, 2, identity>::holds);
  r.check(rules::stack_call<layer, 2, nn::layer_norm<float, width>>::holds);
  r.check(!rules::stack_call<layer, 0, identity>::has_layers::value);
  r.check(!rules::stack_call<layer, 2, nn::layer_norm<float, dim<5>>>::norm_fits::value);
  r.check(!rules::stack_call<layer, 2, nn::layer_norm<double, width>>::norm_fits::value);
  r.check(!rules::stack_call<three, 2, identity>::norm_order::value);
  r.check(!rules::stack_call<three, 2, identity>::heads_divide::value);
  r.check(!rules::stack_call<three, 2, identity>::holds);
  return r;
}

constexpr report encoder_call() {
  report r;
  using mask = decltype(causal<>);
  r.check(encoding<rows<token, width>>::holds && encoding<rows<batch, token, width>>::holds);
  r.check(encoding<rows<token, width>, mask>::holds);
  static_assert(std::is_base_of_v<rules::block_call<layer>, encoding<rows<token, width>>>);
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
  r.check(rules::options_calls<rules::roles<>, encoding<rows<token, width>, mask>::self>::holds);
  // What is wrong with the sequence is one mistake: the mask is not asked.
  using wrong = encoding<rows<token, dim<5>>, keep_mask<dim<2>, dim<2>>>;
  r.check(!wrong::holds && wrong::attentions::holds && wrong::distinct::value);
  return r;
}

constexpr report decoder_call() {
  report r;
  using y = rows<token, width>;
  using memory = rows<source, width>;
  using self = decltype(self_options(causal<>));
  using cross = decltype(cross_options(causal<>));
  r.check(decoding_of<y, memory>::holds && decoding_of<y, memory, self>::holds);
  r.check(!decoding_of<y, memory, cross>::attentions::mask_aligned::value);
  r.check(!decoding_of<y, memory, decltype(causal<>)>::all_placed::value);
  r.check(!decoding_of<y, memory, decltype(source_options())>::all_placed::value);
  r.check(!decoding_of<y, memory, self, self>::once_each::value);
  r.check(!decoding_of<y, rows<batch, source, width>>::same_batch::value);
  r.check(!decoding_of<rows<dim<5>>, memory>::y::sequence::value);
  r.check(!decoding_of<y, rows<source, dim<5>>>::memory::width_size::value);
  r.check(!decoding_of<y, rows<head, width>>::distinct::value);
  return r;
}

constexpr report model_ids_call() {
  report r;
  using ids_of = rules::model_ids_call<word, width, ids<7, token>>;
  r.check(ids_of::holds && std::is_same_v<ids_of::rows<float>, rows<token, width>>);
  r.check(rules::model_ids_call<word, width, ids<7, batch, token>>::holds);
  r.check(!rules::model_ids_call<word, width, tensor<int, token>>::token_ids::value);
  r.check(!rules::model_ids_call<word, width, ids<8, token>>::within::value);
  r.check(!rules::model_ids_call<word, width, ids<7>>::sequence::value);
  r.check(!rules::model_ids_call<word, width, ids<7, axis<"width", 3>>>::distinct::value);
  r.check(!rules::model_ids_call<word, width, ids<7, axis<"word", 3>>>::distinct::value);
  r.check(rules::model_ids_call<word, width, void>::holds);
  return r;
}

// The calls of whole models, which are of the above.
constexpr report whole_models() {
  report r;
  using translator = nn::transformer<word, wort, layer, 2>;
  using translation = rules::transformer_call<translator, ids<7, source>, ids<8, token>>;
  using swapped = rules::transformer_call<translator, ids<8, token>, ids<7, source>>;
  r.check(translation::holds && !swapped::source_within::value && swapped::target_within::value);
  r.check(rules::transformer_call<translator, ids<7, source>, void>::holds);
  r.check(!rules::transformer_call<translator, ids<7, source>,
                                   ids<8, batch, token>>::same_batch::value);
  using places = nn::learned_positions<float, dim<5>, width>;
  using writer = nn::language_model<word, layer, 2, places>;
  r.check(rules::language_model_call<word, layer, 2, places, nn::identity>::positions_fit::value);
  r.check(rules::text_call<writer, ids<7, token>>::has_positions::value);
  r.check(!rules::text_call<writer, ids<7, dim<6>>>::has_positions::value);
  r.check(rules::generate_call<3, writer, ids<7, token>>::holds);
  r.check(!rules::generate_call<4, writer, ids<7, token>>::has_positions::value);
  r.check(!rules::generate_call<0, writer, ids<7, token>>::has_steps::value);
  r.check(!rules::generate_call<1, writer, ids<7, batch, token>>::one_sequence::value);
  r.check(!rules::draws_call<3, writer, tensor<float, dim<2>>>::one_per_step::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"stack_call", stack_call},     {"encoder_call", encoder_call},
    {"decoder_call", decoder_call}, {"model_ids_call", model_ids_call},
    {"whole models", whole_models},
};

}  // namespace attn_tests::model_calls_tests
