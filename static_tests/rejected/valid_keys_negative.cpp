// SPDX-License-Identifier: BSL-1.0
// rejected: the number of keys is a difference that went below zero.
// expect-error[gcc]: number_of_valid_keys_is_negative
// expect-error[clang]: must be initialized by a constant expression
// expect-note: number_of_valid_keys_is_negative
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr int length = 2, padding = 3;

#ifdef ATTN_REJECT
constexpr auto mask = valid_keys(length - padding);
#else
constexpr auto mask = valid_keys(padding - length);
#endif
