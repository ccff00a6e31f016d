// SPDX-License-Identifier: BSL-1.0
// The axes of a product of tensors, and of which products of matrices it is made: ops/matmul.hpp.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/runtime/matmul.hpp>
#include <attn/detail/storage.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// The axes of a product of checked operands: those of A, the last one replaced by B's; of one A for
// all the leading ones are B's.
template <class A, class B>
struct product_axes;
template <class... A, class... B>
struct product_axes<shape<A...>, shape<B...>> {
  using a = shape<A...>;
  using b = shape<B...>;
  using kept = without_axis<a, a::rank - 1>;
  using type = append_axis<kept, last_axis<b>>;
};
template <class A0, class A1, class... B>
  requires(sizeof...(B) > 2)
struct product_axes<shape<A0, A1>, shape<B...>> {
  using type = replace_axis<shape<B...>, sizeof...(B) - 2, A0>;
};
template <class A, class B>
using product_shape = typename product_axes<A, B>::type;

// B's leading axes as matmul compares them: its own, or A's where one B serves them all.
template <class A, class B>
using leading_axes_for = std::conditional_t<B::rank == 2, leading_axes<A>, leading_axes<B>>;

// How a product over all axes is made of products of matrices. If one B serves them all, the rows
// of all A are one matrix; A may be a single row then. If one A does, it is read again.
template <class T, class A, class B>
struct product_plan {
  static constexpr bool shared = B::rank == 2, shared_a = A::rank == 2 && !shared;
  static constexpr std::size_t k = last_axis<A>::size;
  static constexpr std::size_t m = shared ? A::volume / k : second_to_last_axis<A>::size;
  static constexpr std::size_t b_volume = second_to_last_axis<B>::size * last_axis<B>::size;
  static constexpr std::size_t n = b_volume / k, products = shared ? 1 : B::volume / b_volume;
  static constexpr std::size_t next_a = shared_a ? 0 : m * k;
  // // A kernel may also write the padding after the elements, if there is only one product.
  ATTN_ABI static constexpr runtime::padding padding =
      products > 1 ? runtime::padding{}
                   : runtime::padding{capacity<T, m * n> - m * n, capacity<T, m * k> - m* k,
                                      capacity<T, k * n> - k* n};
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
