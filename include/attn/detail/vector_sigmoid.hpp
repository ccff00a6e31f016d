// SPDX-License-Identifier: BSL-1.0
// sigmoid of several vectors as one value (detail/vector_pack.hpp): the operations that its program
// has beside those of exp, and the name by which a function of elements finds it. At run time only.
#pragma once

#include <attn/detail/vector_pack.hpp>
#include <attn/math/sigmoid.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <class V, std::size_t N>
ATTN_INLINE auto operator/(const vector_pack<V, N>& a, const vector_pack<V, N>& b) {
  return side_by_side::each(
      [](const V& x, const V& y) ATTN_INLINE_LAMBDA { return quotient(x, y); }, a, b);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator-(element_of<V> s, const vector_pack<V, N>& a) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return V(s - x); }, a);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator-(const vector_pack<V, N>& a) {
  return side_by_side::each([](const V& x) ATTN_INLINE_LAMBDA { return V(-x); }, a);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator>>(const vector_pack<V, N>& a, int bits) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return V(x >> bits); }, a);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator&(const vector_pack<V, N>& a, element_of<V> s) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return V(x & s); }, a);
}
template <class V, std::size_t N>
ATTN_INLINE auto exclusive_or(const vector_pack<V, N>& a, const vector_pack<V, N>& b) {
  return side_by_side::each(
      [](const V& x, const V& y) ATTN_INLINE_LAMBDA { return exclusive_or(x, y); }, a, b);
}
template <class V, std::size_t N>
ATTN_INLINE auto at_most(const vector_pack<V, N>& a, const vector_pack<V, N>& bound) {
  return side_by_side::each([](const V& x, const V& y) ATTN_INLINE_LAMBDA { return at_most(x, y); },
                            a, bound);
}
template <class V, std::size_t N>
ATTN_INLINE auto select_less(const vector_pack<V, N>& a, const vector_pack<V, N>& bound,
                             const vector_pack<V, N>& below, const vector_pack<V, N>& otherwise) {
  return side_by_side::each([](const V& x, const V& y, const V& b, const V& o)
                                ATTN_INLINE_LAMBDA { return select_less(x, y, b, o); },
                            a, bound, below, otherwise);
}

template <class V, std::size_t N>
ATTN_INLINE vector_pack<V, N> sigmoid(const vector_pack<V, N>& a) {
  return math::sigmoid_lanes(a);
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
