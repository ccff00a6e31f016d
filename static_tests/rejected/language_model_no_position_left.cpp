// SPDX-License-Identifier: BSL-1.0
// rejected: a sixth step, and five positions.
// expect-error[gcc]: position_is_behind_the_last
// expect-error[clang]: must be initialized by a constant expression
// expect-note: position_is_behind_the_last
// errors: 1
#include <attn.hpp>

using namespace attn;

using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = axis<"position", 5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, axis<"head", 2>, axis<"inner", 6>, output_by_input,
                                act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr nn::language_model<word, layer, 1, places> model{};
constexpr tensor<token_id<7>, token> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr int steps = 6;
#else
constexpr int steps = 5;
#endif
constexpr bool stepped = [] {
  auto state = model.start();
  for (int i = 0; i < steps; ++i) model.step(state, ids(0));
  return true;
}();
