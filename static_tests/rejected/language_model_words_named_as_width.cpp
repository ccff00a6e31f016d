// SPDX-License-Identifier: BSL-1.0
// rejected: the words are named as the width of the layers.
// expect-error: attn::nn::language_model: the words and the width have one name
// errors: 1
#include <attn/models/language_model.hpp>

#include <attn.hpp>

using namespace attn;

using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;

#ifdef ATTN_REJECT
constexpr nn::language_model<axis<"width", 7>, layer, 1, places> model{};
#else
constexpr nn::language_model<word, layer, 1, places> model{};
#endif
