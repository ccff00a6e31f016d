// SPDX-License-Identifier: BSL-1.0
// rejected: sines as whole numbers.
// expect-error: attn::sinusoidal_positions<token, width, T, layout>\(\): T must have fractions
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;

#ifdef ATTN_REJECT
constexpr auto positions = sinusoidal_positions<token, width, int, interleaved>();
#else
constexpr auto positions = sinusoidal_positions<token, width, float, interleaved>();
#endif
