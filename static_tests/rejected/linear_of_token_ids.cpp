// SPDX-License-Identifier: BSL-1.0
// rejected: ids go into a layer: the embedding was forgotten.
// expect-error: attn::linear<layout>\(x, W\): the elements must be numbers
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<token_id<5>, 2, 3> ids{};
constexpr nn::linear<int, dim<3>, dim<4>, output_by_input> layer{};

#ifdef ATTN_REJECT
constexpr auto y = layer(ids);
#else
constexpr auto y = layer(as<int>(ids));
#endif
