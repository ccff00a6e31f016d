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

constexpr behaviour behaviours[] = {
    {"elementwise, small, float", elementwise_small<float>},
    {"elementwise, small, double", elementwise_small<double>},
    {"elementwise, larger, float", elementwise_larger<float>},
    {"elementwise, larger, double", elementwise_larger<double>},
    {"elementwise, long, float", elementwise_long<float>},
    {"elementwise, long, double", elementwise_long<double>},
};

}  // namespace elementwise_bits

bool bits_of_elementwise() {
  return agree<elementwise_bits::behaviours>("elementwise", 0x68f1ddf8841ff3c2);
}

}  // namespace attn_tests
