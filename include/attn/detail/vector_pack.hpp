// SPDX-License-Identifier: BSL-1.0
// Several vectors as one value: a program over a V of detail/vector.hpp, executed for all of them
// at once, each operation on every vector before the next one. One vector waits for itself at
// nearly every step of a program such as exp; several fill the gaps. At run time only.
#pragma once

#include <cstddef>
#include <utility>

#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <class V, std::size_t Count>
struct vector_pack {
  V of[Count];
};

template <class V, std::size_t Count>
struct value_traits<vector_pack<V, Count>> {
  using element = element_of<V>;
  using words = vector_pack<words_of<V>, Count>;
};

// Can F be made of several vectors at once? detail/vector_sigmoid.hpp.
template <class F>
inline constexpr bool takes_several = false;

namespace side_by_side {

// f of the vectors with the same number, of each of the values.
template <class F, class... V, std::size_t Count>
ATTN_INLINE auto each(const F& f, const vector_pack<V, Count>&... x) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) ATTN_INLINE_LAMBDA {
    const auto at = [&](auto i) ATTN_INLINE_LAMBDA { return f(x.of[i]...); };
    using element_of_pack = decltype(at(std::integral_constant<std::size_t, 0>{}));
    return vector_pack<element_of_pack, Count>{{at(std::integral_constant<std::size_t, I>{})...}};
  }(std::make_index_sequence<Count>{});
}

}  // namespace side_by_side

template <class V, std::size_t N>
ATTN_INLINE auto operator+(const vector_pack<V, N>& a, const vector_pack<V, N>& b) {
  return side_by_side::each([](const V& x, const V& y) ATTN_INLINE_LAMBDA { return V(x + y); }, a,
                            b);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator-(const vector_pack<V, N>& a, const vector_pack<V, N>& b) {
  return side_by_side::each([](const V& x, const V& y) ATTN_INLINE_LAMBDA { return V(x - y); }, a,
                            b);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator*(const vector_pack<V, N>& a, const vector_pack<V, N>& b) {
  return side_by_side::each([](const V& x, const V& y) ATTN_INLINE_LAMBDA { return V(x * y); }, a,
                            b);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator-(const vector_pack<V, N>& a, const V& b) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return V(x - b); }, a);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator+(const vector_pack<V, N>& a, element_of<V> s) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return V(x + s); }, a);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator-(const vector_pack<V, N>& a, element_of<V> s) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return V(x - s); }, a);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator*(const vector_pack<V, N>& a, element_of<V> s) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return V(x * s); }, a);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator<<(const vector_pack<V, N>& a, int bits) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return V(x << bits); }, a);
}

template <class V, std::size_t N>
ATTN_INLINE auto rounded(const vector_pack<V, N>& product) {
  return side_by_side::each([](const V& x) ATTN_INLINE_LAMBDA { return rounded(x); }, product);
}
template <class V, std::size_t N>
ATTN_INLINE auto at_least(const vector_pack<V, N>& a, const V& bound) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return at_least(x, bound); }, a);
}
template <class To, class V, std::size_t N>
ATTN_INLINE To bits_as(const vector_pack<V, N>& from) {
  using to = std::remove_cvref_t<decltype(To{}.of[0])>;
  return side_by_side::each([](const V& x) ATTN_INLINE_LAMBDA { return bits_as<to>(x); }, from);
}

// Consecutive in memory, or Apart elements from each other.
template <class V, std::size_t N, std::size_t Apart = lanes_of<V>, class T>
ATTN_INLINE vector_pack<V, N> load_pack(const T* from) {
  vector_pack<V, N> v;
  for_constants<N>([&](auto i) ATTN_INLINE_LAMBDA { v.of[i] = load<V>(from + i * Apart); });
  return v;
}
template <std::size_t Apart, class V, std::size_t N, class T>
ATTN_INLINE void store_apart(T* to, const vector_pack<V, N>& v) {
  for_constants<N>([&](auto i) ATTN_INLINE_LAMBDA { store(to + i * Apart, v.of[i]); });
}
template <class V, std::size_t N, class T>
ATTN_INLINE void store(T* to, const vector_pack<V, N>& v) {
  store_apart<lanes_of<V>>(to, v);
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
