// SPDX-License-Identifier: BSL-1.0
// Patterns: what is moved, reduced and contracted by them.
#include "runtime_tests/bits/bits.hpp"

namespace attn_tests {
namespace patterns_bits {

template <class T, std::size_t Rows, std::size_t Heads, std::size_t Width>
constexpr void rearrangements(report& r) {
  const auto x = launder(filled<matrix<T, Rows, Heads * Width>>(Rows, T(3)));
  using heads = axis<"h", Heads>;
  r.bits(rearrange<"t (h d) -> h t d">(x, heads()));
  r.bits(rearrange<"t (h d) -> d (t h)">(x, heads()));
  r.bits(rearrange<"t d -> d t">(x));
  r.bits(repeat<"t d -> (t 2) d 3">(x));
  r.bits(reduce<"t (h d) -> t h", "sum">(x, heads()));
  r.bits(reduce<"t (h d) -> d", "mean">(x, heads()));
  r.bits(reduce<"t (h d) -> h", "max">(x, heads()));
  r.bits(reduce<"t d -> ", "min">(x));
  r.bits(reduce<"t (h d) -> h d", "prod">(x, heads()));
}

template <class T, std::size_t M, std::size_t K, std::size_t N>
constexpr void contractions(report& r) {
  const auto a = launder(filled<tensor<T, dim<2>, dim<M>, dim<K>>>(M));
  const auto b = launder(filled<tensor<T, dim<2>, dim<K>, dim<N>>>(N));
  const auto w = launder(filled<matrix<T, K, N>>(K));
  r.bits(einsum<"bij,bjk->bik">(a, b));
  r.bits(einsum<"bij,bjk->kib">(a, b));
  r.bits(einsum<"bij,jk->ibk">(a, w));
  r.bits(einsum<"bij,bjk->ik">(a, b));  // two summed axes
  r.bits(einsum<"bij,bij->bi">(a, a));
  r.bits(einsum<"bij,jk,bjk->bi">(a, w, b));
  r.bits(einsum<"bij->i">(a));
  r.bits(dot<1>(launder(filled<matrix<T, M, K>>(5)), rearrange<"j k -> k j">(w)));
  r.bits(dot<1>(w, w));
}

template <class T>
constexpr report small_patterns() {
  report r;
  rearrangements<T, 1, 2, 1>(r);
  rearrangements<T, 3, 2, 4>(r);
  contractions<T, 1, 1, 1>(r);
  contractions<T, 3, 5, 2>(r);
  return r;
}
template <class T>
constexpr report larger_patterns() {
  report r;
  rearrangements<T, 7, 3, 11>(r);
  contractions<T, 4, 8, 17>(r);
  return r;
}

constexpr recorded behaviours[] = {
    {{"patterns, small, float", small_patterns<float>}, 0x591e2f18a1ffbffa, 0x823ccdb6719d1280},
    {{"patterns, small, double", small_patterns<double>}, 0xc7c97e39e03903c1, 0x4137215520fe424d},
    {{"patterns, larger, float", larger_patterns<float>}, 0xcd46d64008231db9, 0x993df0e07e9ffa86},
    {{"patterns, larger, double", larger_patterns<double>}, 0x7a6e1e8c0ebe2cd3, 0x01bf932d5c64cf12},
};

}  // namespace patterns_bits

bool bits_of_patterns() { return agree<patterns_bits::behaviours>("patterns"); }

}  // namespace attn_tests
