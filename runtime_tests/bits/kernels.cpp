// SPDX-License-Identifier: BSL-1.0
// What only some instruction sets' kernels do: two rows of a product in one register, heads that are
// lanes, the last elements of a row that fills no vector. Which kernel takes a shape depends on the
// build; these shapes reach each of them in one of the builds, and its edges.
#include "runtime_tests/bits/bits.hpp"
#include "static_tests/support/pattern.hpp"

namespace attn_tests {
namespace kernels_bits {

template <class T, std::size_t M, std::size_t K, std::size_t N>
constexpr void product(report& r) {
  r.bits(matmul(launder(filled<matrix<T, M, K>>(M)), launder(filled<matrix<T, K, N>>(N))));
}

// Rows of at most 16 bytes: even and odd numbers of them, every width, one product and several.
template <class T>
constexpr report pairs() {
  report r;
  product<T, 2, 2, 2>(r);
  product<T, 2, 1, 2>(r);
  product<T, 3, 2, 2>(r);
  product<T, 4, 3, 4>(r);
  product<T, 5, 4, 3>(r);
  product<T, 6, 4, 4>(r);
  product<T, 7, 2, 3>(r);
  product<T, 8, 3, 2>(r);
  return r;
}

// An axis of N elements that fills no whole number of vectors; and zeros that are negative, which
// show what is added besides.
template <class T, std::size_t N>
constexpr void row(report& r) {
  const auto x = launder(filled<matrix<T, 3, N>>(N, T(5)));
  const auto gain = launder(filled<tensor<T, dim<N>>>(N + 1));
  matrix<T, 2, N> negative_zeros;
  for (T& e : negative_zeros) e = T(-0.0);
  negative_zeros = launder(negative_zeros);
  r.bits(sum<1>(x));
  r.bits(sum<1>(negative_zeros));
  r.bits(log_softmax(x));
  r.bits(logsumexp<1>(x));
  r.bits(layer_norm(x, gain, gain));
  r.bits(layer_norm(negative_zeros));
  r.bits(rms_norm(x, gain, T(1e-6)));
}
template <class T, std::size_t... N>
constexpr report rows() {
  report r;
  (row<T, N>(r), ...);
  return r;
}

template <class T, std::size_t Heads, std::size_t Tq, std::size_t Tk, std::size_t Dk,
          std::size_t Dv>
constexpr void attend(report& r) {
  const auto q = launder(filled<tensor<T, dim<Heads>, dim<Tq>, dim<Dk>>>(Tq, T(4)));
  const auto k = launder(filled<tensor<T, dim<Heads>, dim<Tk>, dim<Dk>>>(Tk + 50, T(4)));
  const auto v = launder(filled<tensor<T, dim<Heads>, dim<Tk>, dim<Dv>>>(Dv + 90));
  r.bits(scaled_dot_product_attention(q, k, v));
  r.bits(scaled_dot_product_attention(q, k, v, sliding_window<1, 0, bottom_right>));
}
template <class T>
constexpr report attention() {
  report r;
  attend<T, 1, 2, 4, 3, 2>(r);  // one register
  attend<T, 3, 2, 2, 2, 2>(r);  // … for each of several heads
  attend<T, 2, 4, 6, 7, 2>(r);  // registers
  attend<T, 5, 2, 4, 9, 7>(r);  // heads in lanes, and a head that is left
  attend<T, 16, 2, 3, 17, 33>(r);
  attend<T, 2, 9, 11, 5, 3>(r);  // panels
  return r;
}

// Packed layers with an activation that takes several vectors at a time: the last strip of columns
// has two of them and a rest, for lanes of 16, 32 and 64 bytes.
template <class T, std::size_t Inner>
constexpr void network(report& r) {
  using model = axis<"model", 3>;
  using layer = nn::feed_forward<T, model, axis<"inner", Inner>, output_by_input, act::silu>;
  const auto x = launder(filled<tensor<T, axis<"row", 3>, model>>(Inner, T(2)));
  r.bits(packed(launder(made_up<layer>(Inner)))(x));
}
template <class T, std::size_t... Inner>
constexpr report networks() {
  report r;
  (network<T, Inner>(r), ...);
  return r;
}

constexpr recorded behaviours[] = {
    {{"pairs, float", pairs<float>}, 0x5358974f82579733, 0x061981c44d5916aa},
    {{"pairs, double", pairs<double>}, 0x0c31ee537ac960a3, 0xde25961f99a7340a},
    {{"rows, float", rows<float, 3, 7, 13, 22>}, 0x90d981c147437cf1},
    {{"rows, double", rows<double, 3, 5, 13, 22>}, 0x924ed1ee996baad9},
    {{"attention, float", attention<float>}, 0x298b6ae91b406fa6, 0xec142674b39c6831},
    {{"attention, double", attention<double>}, 0x13ee187d3d12e269, 0xf12f47b496d566aa},
    {{"networks, float", networks<float, 10, 20, 36>}, 0xcb6e91e6ec95e068, 0x889a7dd463022012},
    {{"networks, double", networks<double, 5, 10, 18>}, 0xa980f6e1955ad5d8, 0x204de3ddb3ab1114},
};

}  // namespace kernels_bits

bool bits_of_kernels() { return agree<kernels_bits::behaviours>("kernels"); }

}  // namespace attn_tests
