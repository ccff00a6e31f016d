// SPDX-License-Identifier: BSL-1.0
// The requirements that analysis scalars share, and proofs of properties: rules/require.hpp.
#pragma once
#pragma GCC system_header

#include <attn/rules/require.hpp>

// In the class of a number that is more than its value, `self`: it does not convert to a number.
// The assertion itself, as ATTN_REQUIRE in it would be one more line of Clang's message.
#define ATTN_REJECT_CONVERSION(type, self, end)                                              \
  template <class U>                                                                         \
    requires std::is_arithmetic_v<U>                                                         \
  ATTN_ABI constexpr explicit operator U() const {                                           \
    using required = rules::arithmetic_element<rules::element<type>>;                        \
    static_assert(required::value,                                                           \
                  "attn: " self " does not convert to a number or to bool, where the " end); \
    return U();                                                                              \
  }

#define ATTN_REQUIRE_ENUMERATED(call, text)                                     \
  ATTN_REQUIRE(call, enumerated,                                                \
               text                                                             \
               ": an argument has a state that cannot be enumerated; list its " \
               "tensors with ATTN_MEMBERS, or pass captured variables as arguments")

#define ATTN_REQUIRE_KEPT_AXIS(call, text)                                              \
  ATTN_REQUIRE(call, computed, text ": f must return a tensor that is computed from x") \
  ATTN_REQUIRE(call, axis_exists, text ": the result of f has no such axis")            \
  ATTN_REQUIRE(call, axis_size, text ": in the result of f the axis has another size")

#define ATTN_REQUIRE_MONOTONE(call, text)                                                   \
  ATTN_REQUIRE(call, bounded, text ": box must have bounds: between<tensor<…>>(low, high)") \
  ATTN_REQUIRE(call, computed, text ": f must return a tensor that is computed from x")
