// SPDX-License-Identifier: BSL-1.0
// What the units of the program exchange: types know no flags.
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/tensor/tensor.hpp>

using table = attn::tensor<float, attn::axis<"row", 2>, attn::axis<"column", 3>>;

#define ATTN_DECLARE_UNIT(name)                                \
  namespace name {                                             \
  std::uint64_t computed();                                    \
  float element(const table& x, std::size_t i, std::size_t j); \
  }
ATTN_DECLARE_UNIT(baseline)
ATTN_DECLARE_UNIT(wide)
ATTN_DECLARE_UNIT(fused)
ATTN_DECLARE_UNIT(native)
ATTN_DECLARE_UNIT(checked)
ATTN_DECLARE_UNIT(dispatched)
ATTN_DECLARE_UNIT(without_vectors)
ATTN_DECLARE_UNIT(other_version)
