// SPDX-License-Identifier: BSL-1.0
// Bounds of rows of interval<T>: softmax, weighted averages, norms. Each bounds the exact result,
// adds what the roundings of the evaluation order can change, and intersects with the bounds that
// the steps give.
//
// u is half an epsilon, h the number of additions on the way of an element through a reduction, and
// every count of roundings is doubled, which also covers the terms of second order.
#pragma once

#include <concepts>

#include <attn/detail/row_bounds.hpp>
#include <attn/scalars/detail/interval_averages.hpp>
#include <attn/scalars/detail/interval_norm.hpp>
#include <attn/scalars/detail/interval_products.hpp>
#include <attn/scalars/detail/interval_weights.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <std::floating_point T>
struct row_bounds<interval<T>> : weights_of_intervals<T>,
                                 averages_of_intervals<T>,
                                 norms_of_intervals<T>,
                                 products_of_intervals<T> {
  static constexpr bool known = true, multiplies = true;
  static constexpr bool normalizes_together = true, weighs_together = true;
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
