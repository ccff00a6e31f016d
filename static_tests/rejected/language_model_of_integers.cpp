// SPDX-License-Identifier: BSL-1.0
// rejected: integers are looked up that may be anything.
// expect-error: attn::nn::language_model\(ids\): the ids must be token ids; as_token_ids<words>\(ids\)
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
constexpr auto logits = model(tensor<int, token>{1, 2, 0});
#else
constexpr auto logits = model(as_token_ids<7>(tensor<int, token>{1, 2, 0}));
#endif
