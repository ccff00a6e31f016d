// SPDX-License-Identifier: BSL-1.0
// Heads, positions, and a cache.
#include "runtime_tests/bits/bits.hpp"

namespace attn_tests {
namespace heads_bits {

// Two heads of keys and values for four of queries.
template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv>
constexpr void attend_in_groups(report& r) {
  const auto q = launder(filled<tensor<T, dim<4>, dim<Tq>, dim<Dk>>>(Tq, T(2)));
  const auto k = launder(filled<tensor<T, dim<2>, dim<Tk>, dim<Dk>>>(Tk + 50, T(2)));
  const auto v = launder(filled<tensor<T, dim<2>, dim<Tk>, dim<Dv>>>(Dv + 90));
  r.bits(grouped_query_attention(q, k, v));
}

// Heads that are cut from one matrix, and heads with a matrix each.
template <class T, std::size_t Heads, std::size_t Tokens, std::size_t Width, std::size_t Dk,
          std::size_t Dv>
constexpr void attend_with_heads(report& r) {
  using heads = dim<Heads>;
  const auto x = launder(filled<matrix<T, Tokens, Width>>(Tokens, T(2)));
  const auto w_q = launder(filled<matrix<T, Width, Heads * Dk>>(Dk + 20, T(2)));
  const auto w_k = launder(filled<matrix<T, Width, Heads * Dk>>(Dk + 40, T(2)));
  const auto w_v = launder(filled<matrix<T, Width, Heads * Dv>>(Dv + 60));
  const auto w_o = launder(filled<matrix<T, Heads * Dv, Width + 1>>(Dv + 80));
  r.bits(multi_head_self_attention<heads>(x, w_q, w_k, w_v, w_o));
  r.bits(multi_head_attention_weights<heads>(x, x, w_q, w_k, scaled_by(T(0.7))));
  r.bits(attention_of_slices<heads>(matmul(x, w_q), matmul(x, w_k), matmul(x, w_v), unscaled));
  r.bits(multi_head_attention(x, x, x, split_heads<heads, dim<Dk>>(w_q),
                              split_heads<heads, dim<Dk>>(w_k), split_heads<heads, dim<Dv>>(w_v),
                              split<0, heads, dim<Dv>>(w_o)));
  r.bits(project_heads(x, split_heads<heads, dim<Dv>>(w_v)));
}

// Positions, and a cache that they stand in.
template <class T, std::size_t Heads, std::size_t Tokens, std::size_t Width>
constexpr void positions(report& r) {
  using heads = dim<Heads>;
  using tokens = dim<Tokens>;
  using wide = dim<Width>;
  const auto first = launder(Tokens * 100);
  r.bits(sinusoidal_positions<tokens, wide, T, interleaved>(first));
  r.bits(sinusoidal_positions<tokens, wide, T, halves_of_tensor2tensor>(first));
  const auto x = launder(filled<tensor<T, heads, tokens, dim<2 * Width>>>(Width, T(2)));
  const auto turned = rotary<interleaved_pairs>(x, {.first_position = first});
  r.bits(turned);
  r.bits(rotary<half_pairs, 2>(interleaved_to_half_pairs<-1>(x)));
  r.bits(alibi_slopes<T, heads>());
  const auto table = launder(filled<tensor<T, heads, dim<2 * Tokens - 1>>>(Width + 1));
  const auto relative = relative_bias<tokens, tokens>(table);
  r.bits(relative);
  key_value_cache<T, dim<Tokens + 3>, dim<2 * Width>, dim<2 * Width>, heads> cache;
  cache.append(turned, x);
  r.bits(cache.attend(turned, causal_from(0)));
  r.bits(cache.attend(select<1>(turned, 0),
                      biased_by(alibi_bias<T, heads, dim<1>, dim<Tokens + 3>>(Tokens - 1))));
}

template <class T>
constexpr report all_positions() {
  report r;
  positions<T, 1, 1, 1>(r);
  positions<T, 3, 5, 4>(r);
  positions<T, 12, 3, 9>(r);
  return r;
}

template <class T>
constexpr report heads() {
  report r;
  attend_with_heads<T, 1, 1, 1, 1, 1>(r);
  attend_with_heads<T, 2, 5, 7, 3, 4>(r);
  attend_with_heads<T, 3, 4, 9, 17, 5>(r);
  attend_with_heads<T, 8, 6, 16, 2, 16>(r);
  attend_in_groups<T, 3, 5, 4, 7>(r);
  attend_in_groups<T, 1, 17, 16, 3>(r);
  return r;
}

constexpr recorded behaviours[] = {
    {{"heads, float", heads<float>}, 0x8931244be2a5b1fc, 0x7aa91f30e56c4675},
    {{"heads, double", heads<double>}, 0xb4a5249ccd6fb545, 0xf0b5a5cd5911353e},
    {{"positions, float", all_positions<float>}, 0xf877d2d2dd829c9c, 0xba03a80566ad9072},
    {{"positions, double", all_positions<double>}, 0x9c864868c6de3738, 0x159d4d8b55cd8680},
};

}  // namespace heads_bits

bool bits_of_heads() { return agree<heads_bits::behaviours>("heads"); }

}  // namespace attn_tests
