// SPDX-License-Identifier: BSL-1.0
// rejected: the axis of the ids is named as the words of the model.
// expect-error: attn::nn::language_model\(ids\): an axis of the ids has the name of the model's width, or of its words
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
constexpr nn::language_model<word, layer, 1, places> model{};
constexpr tensor<token_id<7>, token> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto logits = model(tensor<token_id<7>, axis<"word", 3>>{1, 2, 0});
#else
constexpr auto logits = model(ids);
#endif
