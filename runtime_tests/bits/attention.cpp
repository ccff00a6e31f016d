// SPDX-License-Identifier: BSL-1.0
// Attention without a mask, in all its forms.
#include "runtime_tests/bits/bits.hpp"

namespace attn_tests {
namespace attention_bits {

template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv>
constexpr void attend(report& r) {
  const auto q = launder(filled<matrix<T, Tq, Dk>>(Tq, T(4)));
  const auto k = launder(filled<matrix<T, Tk, Dk>>(Tk + 50, T(4)));
  const auto v = launder(filled<matrix<T, Tk, Dv>>(Dv + 90));
  r.bits(attention_scores(q, k));
  r.bits(attention_weights(q, k, unscaled));
  r.bits(scaled_dot_product_attention(q, k, v));
  r.bits(scaled_dot_product_attention(q, k, v, scaled_by(T(0.7))));
  r.bits(online_attention<3>(q, k, v));
  r.bits(hard_attention(q, k, v));
  r.bits(similarity_attention(q, k, v));
  r.bits(linear_attention(q, k, v));
  r.bits(column_attention(transpose(q), transpose(k), transpose(v)));
}

// Scores of states of two widths: additive, concatenated, by a matrix.
template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dh, std::size_t Ds,
          std::size_t Hidden>
constexpr void score(report& r) {
  const auto h = launder(filled<matrix<T, Tq, Dh>>(Tq, T(2)));
  const auto s = launder(filled<matrix<T, Tk, Ds>>(Tk + 50, T(2)));
  const auto w = launder(filled<matrix<T, Hidden, Dh + Ds>>(Hidden));
  const auto u = launder(filled<tensor<T, dim<Hidden>>>(Hidden + 30));
  const auto general = launder(filled<matrix<T, Dh, Ds>>(Dh + 70));
  r.bits(concat_score(h, s, w, u));
  r.bits(additive_score(h, s, narrow<1, Dh>(w, 0), narrow<1, Ds>(w, Dh), u));
  r.bits(general_score(h, s, general));
}

template <class T>
constexpr report attentions() {
  report r;
  attend<T, 1, 1, 1, 1>(r);
  attend<T, 3, 3, 3, 3>(r);
  attend<T, 2, 5, 3, 4>(r);
  attend<T, 7, 11, 13, 5>(r);
  score<T, 3, 5, 4, 2, 6>(r);
  score<T, 1, 17, 7, 9, 16>(r);
  return r;
}

template <class T>
constexpr report attentions_larger() {
  report r;
  attend<T, 16, 16, 8, 16>(r);
  attend<T, 17, 19, 16, 33>(r);
  return r;
}

// As many short heads as a register has lanes, and one more; and what skips keys.
template <class T, std::size_t Heads, std::size_t Tq, std::size_t Tk, std::size_t Dk,
          std::size_t Dv>
constexpr void attend_with_heads(report& r) {
  const auto q = launder(filled<tensor<T, dim<Heads>, dim<Tq>, dim<Dk>>>(Tq, T(4)));
  const auto k = launder(filled<tensor<T, dim<Heads>, dim<Tk>, dim<Dk>>>(Tk + 50, T(4)));
  const auto v = launder(filled<tensor<T, dim<Heads>, dim<Tk>, dim<Dv>>>(Dv + 90));
  tensor<T, dim<Heads>, dim<Tq>, dim<Dv>> out;
  scaled_dot_product_attention_into(out, q, k, v);
  r.bits(out);
  r.bits(scaled_dot_product_attention(q, k, v, causal<top_left>));
}
template <class T>
constexpr report attentions_of_heads() {
  report r;
  attend_with_heads<T, 9, 3, 3, 17, 12>(r);
  attend_with_heads<T, 3, 4, 9, 5, 3>(r);
  attend_with_heads<T, 1, 19, 21, 6, 7>(r);
  return r;
}

// The scale on the queries, in kernels of one head and of several, and in the weights.
template <class T>
constexpr report attentions_of_scaled_queries() {
  report r;
  const auto attend = [&]<class Q, class K, class V>(const Q& q, const K& k, const V& v) {
    r.bits(attention_weights(q, k, queries_scaled));
    r.bits(scaled_dot_product_attention(q, k, v, queries_scaled));
    r.bits(scaled_dot_product_attention(q, k, v, queries_scaled_by(T(0.7)), causal<top_left>));
  };
  attend(launder(filled<matrix<T, 2, 3>>(2, T(4))), launder(filled<matrix<T, 5, 3>>(55, T(4))),
         launder(filled<matrix<T, 5, 4>>(94)));
  attend(launder(filled<matrix<T, 17, 13>>(17, T(4))), launder(filled<matrix<T, 19, 13>>(69, T(4))),
         launder(filled<matrix<T, 19, 33>>(123)));
  attend(launder(filled<tensor<T, dim<9>, dim<3>, dim<17>>>(3, T(4))),
         launder(filled<tensor<T, dim<9>, dim<3>, dim<17>>>(53, T(4))),
         launder(filled<tensor<T, dim<9>, dim<3>, dim<12>>>(102)));
  return r;
}

constexpr recorded behaviours[] = {
    {{"attention, float", attentions<float>}, 0xff9febdc00e92eec, 0x0166b7d758eff85f},
    {{"attention, double", attentions<double>}, 0xe50d8b95e1abb559, 0xf78298aaf868a003},
    {{"attention, larger, float", attentions_larger<float>},
     0xe551909b52ba4378,
     0xa401fd615a35e90e},
    {{"attention, larger, double", attentions_larger<double>},
     0x2861112baa2e790c,
     0x0e3bb1e2198d9e80},
    {{"attention, heads, float", attentions_of_heads<float>},
     0xe41f83f52c4626ea,
     0x2a0fa2199a0a51ec},
    {{"attention, heads, double", attentions_of_heads<double>},
     0x6b4b1f3747375810,
     0x2c2ab8623592baa1},
    {{"attention, scaled queries, float", attentions_of_scaled_queries<float>},
     0x62b4df7200cd7650,
     0x013fde218826ece0},
    {{"attention, scaled queries, double", attentions_of_scaled_queries<double>},
     0xac740f587c35678d,
     0xd4ffe5b89519f19d},
};

}  // namespace attention_bits

bool bits_of_attention() { return agree<attention_bits::behaviours>("attention"); }

}  // namespace attn_tests
