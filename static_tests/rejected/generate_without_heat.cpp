// SPDX-License-Identifier: BSL-1.0
// rejected: a heat of 0: softmax(logits / 0).
// expect-error[gcc]: generate_wants_a_heat_above_0
// expect-error[clang]: must be initialized by a constant expression
// expect-note: generate_wants_a_heat_above_0
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
constexpr auto text = generate<2>(model, ids, tensor<float, dim<2>>{0.5, 0.25}, 0);
#else
constexpr auto text = generate<2>(model, ids, tensor<float, dim<2>>{0.5, 0.25}, 0.5);
#endif
