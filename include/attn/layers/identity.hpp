// SPDX-License-Identifier: BSL-1.0
// A layer that leaves everything as it is: where a model could have one, and has none.
//
//   nn::identity layer;    layer(x) == x
//
// It has no parameters; a model of which it is a part is counted and named as if it were not there.
// PyTorch: torch.nn.Identity. Exact.
#pragma once

#include <attn/layers/parameters.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::nn {

struct identity {
  ATTN_MEMBERS(identity);

  template <scalar>
  using with_element = identity;

  template <class X>
  ATTN_ABI constexpr X operator()(const X& x) const {
    return x;
  }
  ATTN_ABI friend constexpr bool operator==(const identity&, const identity&) = default;
};

}  // namespace attn::nn
ATTN_STRICT_FP_END
