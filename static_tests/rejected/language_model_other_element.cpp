// SPDX-License-Identifier: BSL-1.0
// rejected: layers of float with positions of double.
// expect-error: attn::nn::language_model: positions and norm must have the element type of the layers
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
using longer = nn::learned_positions<double, position, width>;
constexpr nn::language_model<word, layer, 1, longer> model{};
#else
constexpr nn::language_model<word, layer, 1, places> model{};
#endif
