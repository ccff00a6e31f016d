// SPDX-License-Identifier: BSL-1.0
// A layer that returns its input, for an optional layer of a model that is absent.
//
//   nn::identity layer;    layer(x) == x
//
// It has no parameters, and is ignored when the parameters of a model are counted and named.
// PyTorch: torch.nn.Identity. Exact.
// Cost: nothing.
#pragma once

#include <attn/layers/parameters.hpp>
#include <attn/scalars/cost_of.hpp>

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

namespace attn {

template <>
struct counting_rule<nn::identity> {
  template <class X>
  ATTN_ABI static constexpr operation_count of(input_types<X>) {
    return {};
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
