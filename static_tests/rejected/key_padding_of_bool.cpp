// SPDX-License-Identifier: BSL-1.0
// rejected: padding as a tensor of bool: in one library true keeps, and in the next it ignores.
// expect-error: attn::key_padding\(m\): m must be a mask: keep_mask or ignore_mask; .*keep_where\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using key = axis<"key", 4>;
constexpr tensor<bool, key> present{true, true, true, false};

#ifdef ATTN_REJECT
constexpr auto padding = key_padding(present);
#else
constexpr auto padding = key_padding(keep_where(present));
#endif
