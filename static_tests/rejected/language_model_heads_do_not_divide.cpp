// SPDX-License-Identifier: BSL-1.0
// rejected: three heads for a width of four, blamed on the model and not on a layer inside.
// expect-error: attn::nn::language_model: the number of heads must divide the width
// errors: 1
#include <attn.hpp>

using namespace attn;

using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using places = nn::learned_positions<float, position, width>;

#ifdef ATTN_REJECT
using layer = nn::encoder_layer<float, width, dim<3>, dim<6>, output_by_input, act::relu, pre_norm>;
#else
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
#endif
constexpr nn::language_model<word, layer, 1, places> model{};
