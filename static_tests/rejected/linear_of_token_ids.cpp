// SPDX-License-Identifier: BSL-1.0
// rejected: ids go into a layer: the embedding was forgotten.
// expect-error: attn::linear<layout>\(x, W\): the elements must be numbers
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<token_id<5>, 2, 3> ids{};
constexpr matrix<token_id<5>, 4, 3> W{};

#ifdef ATTN_REJECT
constexpr auto y = linear<output_by_input>(ids, W);
#else
constexpr auto y = linear<output_by_input>(as<int>(ids), as<int>(W));
#endif
