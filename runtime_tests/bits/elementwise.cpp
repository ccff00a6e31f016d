// SPDX-License-Identifier: BSL-1.0
// Element by element, along an axis, and moved: every operation of ops/ but the products.
#include "runtime_tests/bits/bits.hpp"

namespace attn_tests {
namespace elementwise_bits {

template <class T, std::size_t M, std::size_t N>
constexpr void elementwise(report& r) {
  const auto a = launder(filled<matrix<T, M, N>>(M, T(5)));
  const auto b = launder(filled<matrix<T, M, N>>(N + 100, T(3)));
  const auto c = launder(filled<matrix<T, M, N>>(N + 200));
  r.bits(a + b);
  r.bits(a - b);
  r.bits(-a);
  r.bits(multiply(a, b) + c);  // what would be fused, if it could
  r.bits(c - multiply(a, b));
  r.bits(a * b(0, 0) + c);
  r.bits(T(0.3) * a - b);
  r.bits(a / T(3));
  r.bits(divide(c, map(b, [](T x) { return x + T(7); })));
  r.bits(attn::erf(a));
  r.bits(attn::exp(a));
  r.bits(attn::sigmoid(a));
  r.bits(attn::cos(a));
  r.bits(attn::sin(a));
  r.bits(attn::log(map(multiply(a, a), [](T x) { return x + T(0.125); })));
  r.bits(attn::log1p(multiply(a, a)));
  r.bits(attn::pow(map(multiply(a, a), [](T x) { return x + T(0.125); }), T(-2.375)));
  r.bits(attn::sqrt(multiply(a, a)));
  r.bits(attn::tanh(a));
  r.bits(transpose(a));
  r.bits(sum<0>(a));
  r.bits(sum<1>(a));
  r.bits(mean<0>(a));
  r.bits(mean<1>(multiply(a, a)));
  r.bits(amax<1>(a));
  r.bits(amin<0>(a));
  r.bits(softmax<1>(a));
  r.bits(softmax<0>(a));
  r.bits(softmax_naive<1>(a));
  auto in_place = a;
  softmax_into<1>(in_place, in_place);
  r.bits(in_place);
  r.bits(log_softmax<1>(a));
  r.bits(log_softmax<0>(a));
  r.bits(logsumexp<1>(a));
  r.bits(logsumexp<0>(a));
  r.bits(expand<dim<3>>(a));
  r.bits(permute<1, 0>(a));
}

// One; primes; multiples of the lanes of every instruction set, and their neighbours.
template <class T>
constexpr report elementwise_small() {
  report r;
  elementwise<T, 1, 1>(r);
  elementwise<T, 3, 3>(r);
  elementwise<T, 2, 7>(r);
  elementwise<T, 13, 1>(r);
  return r;
}

template <class T>
constexpr report elementwise_larger() {
  report r;
  elementwise<T, 4, 16>(r);
  elementwise<T, 3, 17>(r);
  return r;
}

template <class T>
constexpr report elementwise_long() {
  report r;
  elementwise<T, 2, 65>(r);
  return r;
}

constexpr recorded behaviours[] = {
    {{"elementwise, small, float", elementwise_small<float>}, 0xeaa4765f57d2e8ff},
    {{"elementwise, small, double", elementwise_small<double>}, 0x577419262eb7431d},
    {{"elementwise, larger, float", elementwise_larger<float>}, 0x959b2aab341a0f6d},
    {{"elementwise, larger, double", elementwise_larger<double>}, 0x05acab1e9617f126},
    {{"elementwise, long, float", elementwise_long<float>}, 0x746e3fbd9d86348d},
    {{"elementwise, long, double", elementwise_long<double>}, 0x7456e3096664e67f},
};

}  // namespace elementwise_bits

bool bits_of_elementwise() { return agree<elementwise_bits::behaviours>("elementwise"); }

}  // namespace attn_tests
