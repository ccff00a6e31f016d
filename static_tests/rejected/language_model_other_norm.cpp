// SPDX-License-Identifier: BSL-1.0
// rejected: a stack of width 4 with a norm of 6 behind it.
// expect-error: attn::nn::language_model: the final norm must be as wide as the layers
// errors: 1
#include <attn.hpp>

using namespace attn;

using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;

#ifdef ATTN_REJECT
constexpr nn::language_model<word, layer, 1, places, nn::layer_norm<float, axis<"width", 6>>>
    model{};
#else
constexpr nn::language_model<word, layer, 1, places, nn::layer_norm<float, width>> model{};
#endif
