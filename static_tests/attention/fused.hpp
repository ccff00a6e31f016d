// SPDX-License-Identifier: BSL-1.0
// What attn/attention/fused.hpp promises: which attention is fused, with the same bits.
#pragma once

#include <attn/attention/fused.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::fused_tests {

using namespace attn;

constexpr report only_what_a_kernel_serves() {
  report r;
  using q = shape<dim<4>, dim<3>>;
  using k = shape<dim<6>, dim<3>>;
  using from_left = std::remove_cvref_t<decltype(causal<top_left>)>;
  using late = std::remove_cvref_t<decltype(causal<key_offset<-2>>)>;
  using near = std::remove_cvref_t<decltype(sliding_window<1, 1, top_left>)>;
#if defined(ATTN_VECTORS)
  r.check(attention_is_fused<float, q, k>);
  r.check(attention_is_fused<double, q, k, unscaled_t>);
  r.check(attention_is_fused<float, q, k, scaled_by_t<double>, from_left>);
  r.check(attention_is_fused<float, q, k, both_t<from_left, near>>);
  r.check(attention_is_fused<float, q, k, skip_masked_t>);  // there is nothing to skip
#endif
  r.check(!attention_is_fused<float, q, k, late>);  // the first queries have no key
  r.check(!attention_is_fused<float, q, k, keep_mask<dim<4>, dim<6>>>);
  r.check(!attention_is_fused<float, q, k, valid_keys_t>);
  r.check(!attention_is_fused<float, q, k, skip_masked_t, from_left>);
  r.check(!attention_is_fused<float, shape<dim<1>, dim<3>>, k>);
  r.check(!attention_is_fused<long double, q, k>);
  return r;
}

template <class T>
constexpr report equals_its_composition() {
  report r;
  const auto q = launder(filled<matrix<T, 4, 3>>(1, T(3)));
  const auto k = launder(filled<matrix<T, 6, 3>>(2, T(3)));
  const auto v = launder(filled<matrix<T, 6, 5>>(3));
  const auto expected = matmul(attention_weights(q, k, causal<top_left>), v);
  r.check(bitwise_equal(scaled_dot_product_attention(q, k, v, causal<top_left>), expected));
  matrix<T, 4, 5> out;
  scaled_dot_product_attention_into(out, q, k, v, causal<top_left>);
  r.check(bitwise_equal(out, expected));
  r.bits(out);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"only what a kernel serves", only_what_a_kernel_serves},
    {"equals its composition, float", equals_its_composition<float>},
    {"equals its composition, double", equals_its_composition<double>},
};

}  // namespace attn_tests::fused_tests
