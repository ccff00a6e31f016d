// SPDX-License-Identifier: BSL-1.0
// rejected: torch.rand of an integer type is an error in PyTorch, too.
// expect-error: attn::torch_rand<T>\(engine\): T must be float, double or a tensor of them
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr auto drawn() {
  mt19937 engine(12);
#ifdef ATTN_REJECT
  return torch_rand<tensor<int, dim<3>>>(engine);
#else
  return torch_rand<tensor<float, dim<3>>>(engine);
#endif
}
constexpr auto x = drawn();
