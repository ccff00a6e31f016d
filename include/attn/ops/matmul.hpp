// SPDX-License-Identifier: BSL-1.0
// The matrix product: every row of A with every column of B.
//
//   out(…, m, n) = sum over k of A(…, m, k) * B(…, k, n)
//
// (M, K) x (K, N) -> (M, N);  (batch, M, K) x (batch, K, N) -> (batch, M, N);
// (batch, M, K) x (K, N) -> (batch, M, N): one B for all; nothing else is broadcast.
//
// matmul_into(out, A, B) writes the product into a tensor of the caller's.
//
// Rules: same_size and same_name of the contracted axes; same_axes of the leading ones;
// distinct_axes of the result; same_element; supports_arithmetic.
// Accuracy: s = a0 * b0, then s = s + (ak * bk) in index order, every operation rounded once and
// never fused; for integers exact. Special values follow from that arithmetic.
#pragma once

#include <type_traits>
#include <utility>

#include <attn/detail/constant/matmul.hpp>
#include <attn/detail/runtime/matmul.hpp>
#include <attn/detail/runtime/matmul_packed.hpp>
#include <attn/ops/packed.hpp>
#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The axes of a product of checked operands: those of A, the last one replaced by B's.
template <class A, class B>
struct product_axes;
template <class... A, class... B>
struct product_axes<shape<A...>, shape<B...>> {
  using a = shape<A...>;
  using b = shape<B...>;
  using kept = without_axis<a, a::rank - 1>;
  using type = append_axis<kept, last_axis<b>>;
};
template <class A, class B>
using product_shape = typename product_axes<A, B>::type;

// B's leading axes as matmul compares them: its own, or A's where one B serves them all.
template <class A, class B>
using leading_axes_for = std::conditional_t<B::rank == 2, leading_axes<A>, leading_axes<B>>;

template <class A, class B>
consteval bool matmul_fits() {
  if constexpr (A::rank < 2 || B::rank < 2) {
    return false;
  } else {
    using last = rules::last_of_A<last_axis<A>>;
    using first = rules::first_of_B<second_to_last_axis<B>>;
    return rules::same_size<last, first>::value && rules::same_name<last, first>::value &&
           rules::same_axes<rules::role_of<rules::axes_of_A, leading_axes<A>>,
                            rules::role_of<rules::axes_of_B, leading_axes_for<A, B>>>::value &&
           rules::distinct_axes<rules::role_of<rules::result_axes, product_shape<A, B>>>::value;
  }
}

// How a product over all axes is made of products of matrices. If one B serves them all, the rows
// of all A are one matrix.
template <class T, class A, class B>
struct product_plan {
  static constexpr bool shared = B::rank == 2;
  static constexpr std::size_t k = last_axis<A>::size,
                               n = B::volume / k /
                                   (shared ? 1 : A::volume / (second_to_last_axis<A>::size * k));
  static constexpr std::size_t m = shared ? A::volume / k : second_to_last_axis<A>::size;
  static constexpr std::size_t products = A::volume / (m * k);
  // Padding behind the elements belongs to a kernel too, where one product is all there is.
  ATTN_ABI static constexpr runtime::padding padding =
      products > 1 ? runtime::padding{}
                   : runtime::padding{capacity<T, m * n> - m * n, capacity<T, m * k> - m* k,
                                      capacity<T, k * n> - k* n};
};

// out = a b, all of which have passed the rules. The place that chooses the evaluator.
template <class T, class... Out, class... A, class... B>
ATTN_ABI constexpr void write_product(tensor<T, Out...>& out, const tensor<T, A...>& a,
                                      const tensor<T, B...>& b) {
  using plan = product_plan<T, shape<A...>, shape<B...>>;
  constexpr std::size_t m = plan::m, k = plan::k, n = plan::n;
  constexpr std::size_t lines = constant::lanes_of_lines<k, n, tensor<T, B...>, T>;
  for (std::size_t p = 0; p < plan::products; ++p) {
    T* to = out.data() + p * m * n;
    const T* left = a.data() + p * m * k;
    const T* right = b.data() + p * k * n;
    if (std::is_constant_evaluated()) {
      if constexpr (lines > 0)
        constant::matmul_lines<m, k, n, lines>(to, left, b);
      else
        constant::matmul<m, k, n>(to, left, right);
    } else {
      runtime::matmul<m, k, n, plan::padding>(to, left, right);
    }
  }
}

// In a function of its own: unoptimised, a caller has room for the matrix on its stack, used or
// not.
template <class T, class... Out, class... A, class In, class Outputs>
ATTN_ABI constexpr void write_unpacked_product(tensor<T, Out...>& out, const tensor<T, A...>& a,
                                               const packed_weight<T, In, Outputs>& b) {
  write_product(out, a, unpacked(b));
}

// The same with b packed. What is constant, and what has no kernel, multiplies by the matrix.
template <class T, class... Out, class... A, class In, class Outputs>
ATTN_ABI constexpr void write_product(tensor<T, Out...>& out, const tensor<T, A...>& a,
                                      const packed_weight<T, In, Outputs>& b) {
  if constexpr (kernel_scalar<T>) {
    if (!std::is_constant_evaluated()) {
      constexpr std::size_t k = In::size;
      runtime::matmul_packed<shape<A...>::volume / k, k, Outputs::size>(out.data(), a.data(),
                                                                        b.data());
      return;
    }
  }
  write_unpacked_product(out, a, b);
}

// matmul(a, transpose(b)), to the bit, without the transpose. The operands have passed the rules.
// Outputs: the last axis of the result, which is the one before b's last.
template <class Outputs, class T, class... A, class... B>
ATTN_ABI constexpr auto product_with_transposed(const tensor<T, A...>& a,
                                                const tensor<T, B...>& b) {
  using lhs = shape<A...>;
  using plan = product_plan<T, lhs, shape<B...>>;
  constexpr std::size_t m = plan::m, k = plan::k, n = plan::n;
  tensor_of<T, with_last_axis<lhs, Outputs>> out(uninitialized);
  for (std::size_t p = 0; p < plan::products; ++p) {
    T* to = out.data() + p * m * n;
    const T* left = a.data() + p * m * k;
    const T* right = b.data() + p * n * k;
    if (std::is_constant_evaluated())
      constant::matmul_transposed<m, k, n>(to, left, right);
    else
      runtime::matmul_transposed<m, k, n, plan::padding>(to, left, right);
  }
  return out;
}

// out = a b, and out = a b^T, for one product inside tensors that have others. (Not called by the
// above: a constant that is no number is reported with every call on the way.)
template <std::size_t M, std::size_t K, std::size_t N, class T>
ATTN_ABI constexpr void write_product_at(T* out, const T* a, const T* b) {
  if (std::is_constant_evaluated())
    constant::matmul<M, K, N>(out, a, b);
  else
    runtime::matmul<M, K, N>(out, a, b);
}
template <std::size_t M, std::size_t K, std::size_t N, class T>
ATTN_ABI constexpr void write_transposed_product_at(T* out, const T* a, const T* b) {
  if (std::is_constant_evaluated())
    constant::matmul_transposed<M, K, N>(out, a, b);
  else
    runtime::matmul_transposed<M, K, N>(out, a, b);
}

}  // namespace detail

template <class T, class U, class... A, class... B>
ATTN_ABI constexpr auto matmul(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using lhs = shape<A...>;
  using rhs = shape<B...>;
  static_assert(rules::rank_at_least<rules::axes_of_A<A...>, rules::rank<2>>::value &&
                    rules::rank_at_least<rules::axes_of_B<B...>, rules::rank<2>>::value,
                "attn::matmul(A, B): A and B must have at least two axes");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value ||
                    !rules::supports_arithmetic<rules::element<T>>::value,  // which is said below
                "attn::matmul(A, B): A and B must have one element type; convert: as<T>(x)");
  static_assert(rules::supports_arithmetic<rules::element<T>>::value,
                "attn::matmul(A, B): the elements must be numbers");
  if constexpr (lhs::rank >= 2 && rhs::rank >= 2) {
    using last = rules::last_of_A<last_axis<lhs>>;
    using first = rules::first_of_B<second_to_last_axis<rhs>>;
    static_assert(
        rules::same_size<last, first>::value,
        ATTN_MESSAGE("attn::matmul(A, B): the last axis of A and the one before B's last must have "
                  "the same size",
                  rules::axes_of_A<A...>, rules::axes_of_B<B...>));
    static_assert(
        rules::same_name<last, first>::value,
        ATTN_MESSAGE("attn::matmul(A, B): the contracted axes have different names; did you mean "
                  "transpose(B)?",
                  rules::axes_of_A<A...>, rules::axes_of_B<B...>));
    using leading_of_A = rules::role_of<rules::axes_of_A, leading_axes<lhs>>;
    using leading_of_B = rules::role_of<rules::axes_of_B, detail::leading_axes_for<lhs, rhs>>;
    static_assert(rules::same_axis<rules::differing_in_A<leading_of_A, leading_of_B>,
                                   rules::differing_in_B<leading_of_A, leading_of_B>>::value,
                  ATTN_MESSAGE("attn::matmul(A, B): the leading axes must agree, or B have none",
                            rules::axes_of_A<A...>, rules::axes_of_B<B...>));
    // Asked where the axes that are contracted fit: the names of a wrong product are no news.
    if constexpr (rules::same_size<last, first>::value && rules::same_name<last, first>::value) {
      using result = rules::role_of<rules::result_axes, detail::product_shape<lhs, rhs>>;
      static_assert(rules::distinct_axes<rules::repeated_in<result>>::value,
                    ATTN_MESSAGE("attn::matmul(A, B): the result would have two axes of one name; "
                              "rename one, e.g. transpose(as_keys(K))",
                              rules::axes_of_A<A...>, rules::axes_of_B<B...>));
    }
  }
  if constexpr (detail::matmul_fits<lhs, rhs>() && std::is_same_v<T, U> && scalar<T>) {
    tensor_of<T, detail::product_shape<lhs, rhs>> out(detail::uninitialized);
    detail::write_product(out, a, b);
    return out;
  } else {
    return tensor<T, A...>{};
  }
}

// With the right operand packed, ops/packed.hpp: its rules and its bits are those of the matrix.
template <class T, class U, class... A, class In, class Out>
ATTN_ABI constexpr auto matmul(const tensor<T, A...>& a, const packed_weight<U, In, Out>& b) {
  using product = decltype(matmul(a, unpacked(b)));
  if constexpr (detail::matmul_fits<shape<A...>, shape<In, Out>>() && std::is_same_v<T, U>) {
    product out(detail::uninitialized);
    detail::write_product(out, a, b);
    return out;
  } else {
    return product{};
  }
}

// The product into a tensor of the caller's, of the product's axes: for results that are too large
// for the stack, or written again and again. `out` must not overlap an operand. B: a tensor, or
// packed.
template <class R, class T, class... Out, class... A, class B>
  requires requires { typename B::shape_type; }
ATTN_ABI constexpr void matmul_into(tensor<R, Out...>& out, const tensor<T, A...>& a, const B& b) {
  // The operands' own rules; of a packed B those of the matrix that it holds.
  using factor = tensor_of<typename B::value_type, typename B::shape_type>;
  using product = decltype(matmul(a, std::declval<const factor&>()));
  static_assert(rules::same_element<rules::element_of_A<R>, rules::element_of_B<T>>::value,
                "attn::matmul_into(out, A, B): out must have the element type of A and B");
  if constexpr (detail::matmul_fits<shape<A...>, typename B::shape_type>() &&
                std::is_same_v<T, typename B::value_type>) {
    using wanted = rules::role_of<rules::result_axes, typename product::shape_type>;
    using given = rules::axes_of<Out...>;
    static_assert(
        rules::same_axis<rules::differing_in_A<given, wanted>,
                         rules::differing_in_B<given, wanted>>::value,
        "attn::matmul_into(out, A, B): out must have the axes of the product matmul(A, B)");
    if constexpr (std::is_same_v<R, T> && rules::same_axes<given, wanted>::value)
      detail::write_product(out, a, b);
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
