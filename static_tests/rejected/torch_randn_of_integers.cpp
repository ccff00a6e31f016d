// SPDX-License-Identifier: BSL-1.0
// rejected: torch.randn of an integer type is an error in PyTorch, too.
// expect-error: attn::torch_randn<T>\(generator\): T must be float, double or a tensor of them
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr auto drawn() {
  torch_generator generator(12);
#ifdef ATTN_REJECT
  return torch_randn<tensor<int, dim<3>>>(generator);
#else
  return torch_randn<tensor<float, dim<3>>>(generator);
#endif
}
constexpr auto x = drawn();
