// SPDX-License-Identifier: BSL-1.0
// rejected: both axes of the positions have one name.
// expect-error: attn::sinusoidal_positions<token, width, T, layout>\(\): both axes have one name
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;

#ifdef ATTN_REJECT
constexpr auto positions = sinusoidal_positions<token, axis<"token", 4>, float, halves>();
#else
constexpr auto positions = sinusoidal_positions<token, axis<"width", 4>, float, halves>();
#endif
