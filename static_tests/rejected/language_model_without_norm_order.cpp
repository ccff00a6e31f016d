// SPDX-License-Identifier: BSL-1.0
// rejected: a layer that does not say where its norms stand, blamed on the model and not on a layer inside.
// A call adds nothing to it; but Clang takes the type for one without any.
// expect-error: attn::nn::language_model: say where the norms of its layers stand: post_norm, behind the sums, or pre_norm
// errors: 1
// errors[clang]: 2
#include <attn.hpp>

using namespace attn;

using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using places = nn::learned_positions<float, position, width>;
constexpr auto ids = as_token_ids<7>(tensor<int, token>{1, 6, 0});

#ifdef ATTN_REJECT
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu>;
#else
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
#endif
constexpr auto logits = nn::language_model<word, layer, 1, places>{}(ids);
