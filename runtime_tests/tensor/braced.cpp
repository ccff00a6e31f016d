// SPDX-License-Identifier: BSL-1.0
// Three constants that do not fit, in functions that are not constant; what each is next to is not
// known. The test reads the messages of the compiler.
#include <attn/tensor/tensor.hpp>

float as_a_byte(int n) { return attn::tensor<signed char, attn::dim<2>>{n, 300}(0); }
float as_a_float(double x) { return attn::tensor<float, attn::dim<2>>{1e300, x}(1); }
unsigned as_unsigned() {
  const int minus_one = -1;
  return attn::tensor<unsigned, attn::dim<1>>{minus_one}(0);
}
float as_they_are(int n, double x) { return attn::tensor<float, attn::dim<3>>{n, x, 7}(0); }
