// SPDX-License-Identifier: BSL-1.0
// What is declared noexcept (docs/embedded.md), called from noexcept functions: embedded.py looks
// for a handler that ends the program, which no object of them may have.
#include <attn/math/erf.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>
#include <attn/math/max.hpp>
#include <attn/math/pow.hpp>
#include <attn/math/rounded.hpp>
#include <attn/math/sigmoid.hpp>
#include <attn/math/sin.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/math/tanh.hpp>
#include <attn/tensor/views.hpp>

using namespace attn;

template <class T>
void compute(T* y, T x) noexcept {
  *y++ = math::cos(x);
  *y++ = math::erf(x);
  *y++ = math::exp(x);
  *y++ = math::log(x);
  *y++ = math::log1p(x);
  *y++ = math::pow(x, T(1.5));
  *y++ = math::sigmoid(x);
  *y++ = math::sin(x);
  *y++ = math::sqrt(x);
  *y++ = math::tanh(x);
  *y++ = math::rounded(x);
  *y++ = math::select(x < T(1.5), math::min(x, T(1)), math::max(x, T(2)));
}
template void compute(float*, float) noexcept;
template void compute(double*, double) noexcept;

using matrix_type = matrix<float, 20, 30>;
extern "C" float read(const matrix_type& x, int i) noexcept {
  float sum = x(i, 2) + x.at<1, 2>() + rows_of(x)[i][3];
  for (const float element : columns_of(x)[i]) sum += element;
  for (const float element : x) sum += element;
  return sum;
}
extern "C" void clear(matrix_type& x) noexcept {
  x = matrix_type();
  x(2, 3) = 1;
}
