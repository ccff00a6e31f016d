// SPDX-License-Identifier: BSL-1.0
// A layer that returns its input, for an optional layer of a model that is absent.
//
//   nn::identity layer;    layer(x) == x
//
// It has no parameters, and is ignored when the parameters of a model are counted and named.
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
