// SPDX-License-Identifier: BSL-1.0
// rejected: one id, of no position.
// expect-error: attn::same_segment\(ids\): one id for each position: the ids must have an axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using memory = axis<"memory", 3>;
using batch = axis<"batch", 2>;
constexpr tensor<int, token> ids{0, 0, 1, 1};

#ifdef ATTN_REJECT
constexpr auto mask = same_segment(tensor<int>(1));
#else
constexpr auto mask = same_segment(ids);
#endif
