// SPDX-License-Identifier: BSL-1.0
// Derivatives and bounds: whole vectors in constant evaluation, hardware vectors at run time.
#include "runtime_tests/bits/bits.hpp"

namespace attn_tests {
namespace scalars_bits {

template <class T>
constexpr report derivatives() {
  report r;
  const auto q = launder(filled<matrix<T, 3, 4>>(1, T(2)));
  const auto k = launder(filled<matrix<T, 5, 4>>(2, T(2)));
  const auto v = launder(filled<matrix<T, 5, 2>>(3));
  const auto u = launder(filled<matrix<T, 3, 2>>(4));
  const auto attend = [&](const auto& x) {
    return scaled_dot_product_attention(type_as(q, x), x, type_as(v, x));
  };
  r.bits(vjp(attend, k, u));
  r.bits(jvp(attend, k, k));
  r.bits(jacobian([](const auto& x) { return layer_norm(gelu_tanh(x)); }, q));
  r.bits(vjp([](const auto& x) { return softplus(divide(sin(x), exp(x))); }, q, q));
  return r;
}

template <class T>
constexpr report bounds() {
  report r;
  const auto x = launder(filled<matrix<T, 3, 4>>(5, T(2)));
  const auto w = launder(filled<matrix<T, 4, 5>>(6, T(2)));
  const auto product = matmul(between(x, x + multiply(x, x)), between(w, w));
  for (const auto& y : {softmax(product), tanh(product), layer_norm(product), cos(product)}) {
    r.bits(lower_of(y));
    r.bits(upper_of(y));
  }
  return r;
}

template <class T>
constexpr report envelopes() {
  report r;
  const auto bits = [&](const auto& y) {
    for (const envelope<T>& e : y) r.bits(tensor<double, dim<2>>{e.lower(), e.upper()});
  };
  const auto x = launder(as<envelope<T>>(filled<matrix<T, 3, 5>>(5, T(2))));
  const auto w = launder(as<envelope<T>>(filled<matrix<T, 5, 4>>(6, T(2))));
  bits(softmax(x));
  bits(softmax(narrow<1, 1>(x, 0)));
  bits(layer_norm(x, envelope<T>(T(1e-5))));
  bits(gelu_exact(matmul(x, w)));
  bits(scaled_dot_product_attention(x, x, matmul(x, w)));
  return r;
}

constexpr recorded behaviours[] = {
    {{"derivatives, float", derivatives<float>}, 0xed830e842d0c37c7, 0x298c439864dfc97a},
    {{"derivatives, double", derivatives<double>}, 0x462471991580afbe, 0x161e9086c066952b},
    {{"bounds, float", bounds<float>}, 0x75506498bd725ceb},
    {{"bounds, double", bounds<double>}, 0xb871cbaef315f23c},
    {{"envelopes, float", envelopes<float>}, 0x052093685e164287},
    {{"envelopes, double", envelopes<double>}, 0x41ee21c324c8af71},
};

}  // namespace scalars_bits

bool bits_of_scalars() { return agree<scalars_bits::behaviours>("scalars"); }

}  // namespace attn_tests
