// SPDX-License-Identifier: BSL-1.0
// rejected: the type of an impossible product, never computed: an explicit return type would
//   let it pass.
// expect-error: attn::matmul\(A, B\): the last axis of A
// errors: 1
#include <attn.hpp>

using namespace attn;

using product_of_rows = tensor<double, dim<2>, dim<3>>;

#ifdef ATTN_REJECT
using product = decltype(matmul(product_of_rows{}, product_of_rows{}));
#else
using product = decltype(matmul(product_of_rows{}, transpose(product_of_rows{})));
#endif
