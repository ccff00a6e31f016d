// SPDX-License-Identifier: BSL-1.0
// rejected: a product of ids, which are no numbers: the look-up was forgotten.
// expect-error: attn::matmul\(A, B\): the elements must be numbers
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<token_id<5>, 2, 3> ids{};
constexpr matrix<float, 3, 2> W{};

#ifdef ATTN_REJECT
constexpr auto y = matmul(ids, W);
#else
constexpr auto y = matmul(as<float>(as<int>(ids)), W);
#endif
