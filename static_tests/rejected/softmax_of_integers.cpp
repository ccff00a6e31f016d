// SPDX-License-Identifier: BSL-1.0
// rejected: softmax of integer scores; PyTorch says so at run time
//   ("softmax_lastdim_kernel_impl" not implemented for 'Long').
// expect-error: attn::softmax\(x\): the elements must have fractions; convert with as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<int, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto weights = softmax(scores);
#else
constexpr auto weights = softmax(as<double>(scores));
#endif
