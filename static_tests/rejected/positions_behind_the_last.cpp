// SPDX-License-Identifier: BSL-1.0
// rejected: three tokens from position 3 on, of five.
// expect-error[gcc]: position_is_behind_the_last
// expect-error[clang]: must be initialized by a constant expression
// expect-note: position_is_behind_the_last
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
constexpr auto y = add(tensor<float, token, width>{}, 3);
#else
constexpr auto y = add(tensor<float, token, width>{}, 2);
#endif
