// SPDX-License-Identifier: BSL-1.0
// Marks the begin of the lifetime of an object on the stack, against a defect of GCC.
//
// GCC gives two objects the same stack slot if their lifetimes do not overlap, and it takes the
// lifetime of an object to begin where its address is first mentioned in its scope. If a loop is
// unrolled, or code is moved out of a loop, the address may be computed once, before the scope, and
// kept in a register. The next time the scope is entered, the object is not mentioned, and another
// one may occupy its slot (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=90348). With GCC 12 and
// -O3 -mavx the result of a linear layer (7, 16) -> 33 overwrote the panel of its kernel.
#pragma once

#include <type_traits>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// For every array of a kernel that stays in memory, right after its declaration; tensors call it
// themselves. It emits no instruction: the address is an operand, the contents are not. (Not a
// reference to const: GCC would warn that an uninitialized object is read.)
template <class Object>
ATTN_INLINE constexpr void lifetime_begins([[maybe_unused]] Object& object) {
#if defined(__GNUC__) && !defined(__clang__)
  if (!std::is_constant_evaluated()) asm volatile("" : : "X"(&object));
#endif
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
