// SPDX-License-Identifier: BSL-1.0
// Elementary functions at many arguments, and random numbers.
#include "runtime_tests/bits/bits.hpp"

namespace attn_tests {
namespace functions_bits {

// Enough arguments for one rounding more or less inside the program to show in some result.
template <class T>
constexpr report many_exps() {
  report r;
  r.bits(attn::exp(launder(filled<tensor<T, dim<2003>>>(7, T(80)))));
  return r;
}

template <class T>
constexpr report many_erfs() {
  report r;
  r.bits(attn::erf(launder(filled<tensor<T, dim<503>>>(8, T(4)))));
  return r;
}

template <class T>
constexpr report many_sigmoids() {
  report r;
  r.bits(attn::sigmoid(launder(filled<tensor<T, dim<503>>>(9, T(90)))));
  return r;
}

template <class T>
constexpr report many_tanhs() {
  report r;
  r.bits(attn::tanh(launder(filled<tensor<T, dim<503>>>(10, T(5)))));
  return r;
}

// 45 are drawn 16 by 16, 7 one after the other, and one is left.
template <class T>
constexpr report random_numbers() {
  report r;
  torch_generator g(launder(12u));
  r.bits(torch_randn<matrix<T, 5, 9>>(g));
  r.bits(torch_randn<tensor<T, dim<7>>>(g));
  r.bits(torch_uniform<matrix<T, 7, 5>>(g, launder(-0.3), launder(0.7)));
  r.bits(torch_rand<tensor<T, dim<3>>>(g));
  r.bits(torch_randn<T>(g));
  return r;
}

// Angles of every size that has a program of its own.
template <class T>
constexpr report many_angles() {
  report r;
  for (const T size : {T(1), T(100), T(1e10)}) {
    const auto angles = launder(filled<tensor<T, dim<301>>>(11, size));
    r.bits(attn::cos(angles));
    r.bits(attn::sin(angles));
  }
  return r;
}

template <class T>
constexpr report many_logarithms() {
  report r;
  const auto x = launder(filled<tensor<T, dim<701>>>(8, T(0.9)));
  r.bits(attn::log1p(x));
  r.bits(attn::log(map(x, [](T element) { return element + T(1); })));
  return r;
}

template <class T>
constexpr report many_powers() {
  report r;
  const auto x = launder(filled<tensor<T, dim<301>>>(9, T(0.9)));
  const auto positive = map(x, [](T element) { return element + T(1); });
  r.bits(attn::pow(positive, T(0.3)));
  r.bits(attn::pow(positive, T(-21.7)));
  return r;
}

constexpr recorded behaviours[] = {
    {{"many exps, float", many_exps<float>}, 0x572cbc28eac42f8d},
    {{"many exps, double", many_exps<double>}, 0x7fe2a5e0b2ec002b},
    {{"many erfs, float", many_erfs<float>}, 0x879cb2890c6011e5},
    {{"many erfs, double", many_erfs<double>}, 0x6fef421450823aec},
    {{"many sigmoids, float", many_sigmoids<float>}, 0x4c3be3723f89a7c2},
    {{"many sigmoids, double", many_sigmoids<double>}, 0xef4f78a0f6730cc5},
    {{"many tanhs, float", many_tanhs<float>}, 0xde2d4ad091cb8a8c},
    {{"many tanhs, double", many_tanhs<double>}, 0xc9882e954242a28c},
    {{"random numbers, float", random_numbers<float>}, 0x50d4008383b81484},
    {{"random numbers, double", random_numbers<double>}, 0x84999400d976297e},
    {{"many angles, float", many_angles<float>}, 0x6c87f578a8ed8309},
    {{"many angles, double", many_angles<double>}, 0xad50a73bf745d4fc},
    {{"many logarithms, float", many_logarithms<float>}, 0x1e8fd7cf07d97433},
    {{"many logarithms, double", many_logarithms<double>}, 0xd05add351856df0f},
    {{"many powers, float", many_powers<float>}, 0x874282f527d0ba44},
    {{"many powers, double", many_powers<double>}, 0x007b8637cba4ebb2},
};

}  // namespace functions_bits

bool bits_of_functions() { return agree<functions_bits::behaviours>("functions"); }

}  // namespace attn_tests
