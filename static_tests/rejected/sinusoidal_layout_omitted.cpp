// SPDX-License-Identifier: BSL-1.0
// rejected: sinusoidal positions without a layout: the paper has sine and cosine by turns, others have
// all sines and then all cosines, and Tensor2Tensor has other exponents, too.
// Threads: https://github.com/tensorflow/tensor2tensor/issues/1423
//          https://github.com/facebookresearch/fairseq/issues/4648
// expect-error: attn::sinusoidal_positions<token, width, T, layout>\(\): say which layout: interleaved \(the paper\), halves, or halves_of_tensor2tensor \(fairseq's, too\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;

#ifdef ATTN_REJECT
constexpr auto positions = sinusoidal_positions<token, width, float>();
#else
constexpr auto positions = sinusoidal_positions<token, width, float, interleaved>();
#endif
