// SPDX-License-Identifier: BSL-1.0
// rejected: which GELU? PyTorch's default is not GPT-2's
// (CTranslate2#1658, transformers#29402).
// expect-error: attn::gelu\(x\): say which: gelu_exact\(x\), with erf, PyTorch's default; or gelu_tanh\(x\), the approximation of GPT-2
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, dim<3>> x{1, 2, -3};

#ifdef ATTN_REJECT
constexpr auto y = gelu(x);
#else
constexpr auto y = gelu_exact(x);
#endif
