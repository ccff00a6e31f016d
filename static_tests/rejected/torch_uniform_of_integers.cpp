// SPDX-License-Identifier: BSL-1.0
// rejected: uniform_ of integers is an error in PyTorch, too.
// expect-error: attn::torch_uniform<T>\(engine, low, high\): T must be float, double or a tensor of them
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr auto drawn() {
  torch_generator generator(12);
#ifdef ATTN_REJECT
  return torch_uniform<tensor<int, dim<3>>>(generator, -1, 1);
#else
  return torch_uniform<tensor<float, dim<3>>>(generator, -1, 1);
#endif
}
constexpr auto x = drawn();
