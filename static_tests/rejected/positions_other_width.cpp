// SPDX-License-Identifier: BSL-1.0
// rejected: rows of 6 and positions of 4.
// expect-error: attn::nn::\{learned,sinusoidal\}_positions\(x\): the last axis of x must be the layer's width
// errors: 1
#include <attn.hpp>

using namespace attn;

using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr places add{};

#ifdef ATTN_REJECT
constexpr auto y = add(tensor<float, token, axis<"width", 6>>{});
#else
constexpr auto y = add(tensor<float, token, width>{});
#endif
