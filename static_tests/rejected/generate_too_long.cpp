// SPDX-License-Identifier: BSL-1.0
// rejected: three tokens and four more, of which three are read: six, and five positions.
// expect-error: attn::generate<steps>\(model, prompt\): the prompt and what is to be generated are more tokens than the model has positions
// errors: 1
#include <attn.hpp>

using namespace attn;

using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr nn::language_model<word, layer, 1, places> model{};
constexpr tensor<token_id<7>, token> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto text = generate<4>(model, ids);
#else
constexpr auto text = generate<3>(model, ids);
#endif
