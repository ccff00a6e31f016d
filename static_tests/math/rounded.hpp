// SPDX-License-Identifier: BSL-1.0
// What attn/math/rounded.hpp promises: the value, and that a product is rounded before it is added.
#pragma once

#include <attn/math/rounded.hpp>
#include <attn/tensor/compare.hpp>

#include <limits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::rounded_tests {

using namespace attn;

static_assert(noexcept(math::rounded(1.0f)) && noexcept(math::rounded(1.0)));

// (1 + e)^2 - (1 + 2e) is e^2 if the product is not rounded, and 0 if it is.
template <class T>
constexpr report a_product_is_rounded() {
  report r;
  const T e = std::numeric_limits<T>::epsilon();
  const T a = launder(1 + e), b = launder(-(1 + 2 * e));
  r.check(math::rounded(a * a) + b == 0);
  return r;
}
template <class T>
constexpr report is_its_argument() {
  report r;
  for (const T x : {T(0), T(-0.0), T(1.5), std::numeric_limits<T>::max(),
                    std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::infinity()})
    r.check(bitwise_equal(math::rounded(launder(x)), x));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"a product is rounded, float", a_product_is_rounded<float>},
    {"a product is rounded, double", a_product_is_rounded<double>},
    {"is its argument, float", is_its_argument<float>},
    {"is its argument, double", is_its_argument<double>},
};

}  // namespace attn_tests::rounded_tests
