// SPDX-License-Identifier: BSL-1.0
// The requirements that proofs of properties share: rules/require.hpp.
#pragma once
#pragma GCC system_header

#include <attn/rules/require.hpp>

#define ATTN_REQUIRE_KEPT_AXIS(call, text)                                              \
  ATTN_REQUIRE(call, computed, text ": f must return a tensor that is computed from x") \
  ATTN_REQUIRE(call, axis_exists, text ": the result of f has no such axis")            \
  ATTN_REQUIRE(call, axis_size, text ": in the result of f the axis has another size")

#define ATTN_REQUIRE_MONOTONE(call, text)                                                   \
  ATTN_REQUIRE(call, bounded, text ": box must have bounds: between<tensor<…>>(low, high)") \
  ATTN_REQUIRE(call, computed, text ": f must return a tensor that is computed from x")
