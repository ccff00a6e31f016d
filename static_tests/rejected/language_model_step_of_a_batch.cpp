// SPDX-License-Identifier: BSL-1.0
// rejected: a step for a batch: a state is that of one text.
// expect-error: attn::nn::language_model::step\(state, ids\): ids must be one sequence, \(token\)
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
using given = tensor<token_id<7>, axis<"batch", 1>, token>;
#else
using given = tensor<token_id<7>, token>;
#endif
constexpr bool stepped = [] {
  auto state = model.start();
  model.step(state, given{});
  return true;
}();
