// SPDX-License-Identifier: BSL-1.0
// The product of matrices of which the second is a temporary, as in matmul(A, transpose(B)). It has
// just been written, and a small one is read as it was written: detail/runtime/matmul.hpp.
#pragma once

#include <type_traits>

#include <attn/detail/constant/matmul.hpp>
#include <attn/detail/runtime/matmul.hpp>
#include <attn/detail/storage.hpp>
#include <attn/ops/detail/product_plan.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <class T, class Plan>
inline constexpr bool is_product_of_new =
    Plan::products == 1 && runtime::is_read_as_new<T, Plan::m, Plan::k, Plan::n>;

template <class Result, class T, class... A, class... B>
ATTN_ABI constexpr Result product_of_new(const tensor<T, A...>& a, const tensor<T, B...>& b) {
  using plan = product_plan<T, shape<A...>, shape<B...>>;
  constexpr std::size_t m = plan::m, k = plan::k, n = plan::n;
  Result out(uninitialized);
  if (std::is_constant_evaluated())
    constant::matmul<m, k, n>(out.data(), a.data(), b.data());
  else
    runtime::matmul_of_new<m, k, n, plan::padding>(out.data(), a.data(), b.data());
  return out;
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
