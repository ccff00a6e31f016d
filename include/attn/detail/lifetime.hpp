// SPDX-License-Identifier: BSL-1.0
// Where the lifetime of an object on the stack begins, said so that GCC cannot overlook it.
//
// GCC gives two objects one place on the stack if it sees them alive at no point together, and it
// sees an object alive from where its address is written to the end of its scope. Where a loop is
// unrolled or code moves out of one, the address is computed once, before the scope, and kept in a
// register: the next time the scope is entered nothing mentions the object, and what else is alive
// then may be laid over it (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=90348). A linear layer
// (7, 16) -> 33 came out wrong that way, with GCC 12 -O3 -mavx.
#pragma once

#include <type_traits>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// For every array of a kernel that stays in memory, at its declaration; tensors say it themselves.
// No instruction, and no obstacle to what is in registers: only the address is an operand.
template <class Object>
ATTN_INLINE constexpr void lifetime_begins([[maybe_unused]] const Object& object) {
#if defined(__GNUC__) && !defined(__clang__)
  if (!std::is_constant_evaluated()) asm volatile("" : : "X"(&object));
#endif
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
