// SPDX-License-Identifier: BSL-1.0
// Linear layers as compositions: the kernel keeps a panel of the weights on the stack, in a loop
// over strips that GCC unrolls, while the product waits in a temporary for its bias.
#include <attn.hpp>

namespace attn_tests {

using namespace attn;

template <class T, std::size_t Rows, std::size_t In, std::size_t Out>
auto layer(const matrix<T, Rows, In>& x, const matrix<T, Out, In>& weight,
           const tensor<T, dim<Out>>& bias) {
  return add_bias(linear<output_by_input>(x, weight), bias);
}

template auto layer(const matrix<float, 7, 16>&, const matrix<float, 33, 16>&,
                    const tensor<float, dim<33>>&);
template auto layer(const matrix<float, 5, 8>&, const matrix<float, 20, 8>&,
                    const tensor<float, dim<20>>&);
template auto layer(const matrix<double, 7, 16>&, const matrix<double, 33, 16>&,
                    const tensor<double, dim<33>>&);
template auto layer(const matrix<double, 9, 12>&, const matrix<double, 23, 12>&,
                    const tensor<double, dim<23>>&);

}  // namespace attn_tests
