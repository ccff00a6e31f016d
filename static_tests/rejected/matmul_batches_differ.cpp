// SPDX-License-Identifier: BSL-1.0
// rejected: a batch of one query with a batch of two keys. PyTorch broadcasts it:
//   https://github.com/pytorch/pytorch/issues/64888.
// expect-error: attn::matmul\(A, B\): the leading axes must agree
// errors: 1
#include <cstddef>

#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 2>;
template <std::size_t Batch>
using queries = tensor<float, axis<"batch", Batch>, token, dim<2>>;
using keys = tensor<float, axis<"batch", 2>, dim<2>, key>;

#ifdef ATTN_REJECT
constexpr auto scores = matmul(queries<1>{}, keys{});
#else
constexpr auto scores = matmul(queries<2>{}, keys{});
#endif
