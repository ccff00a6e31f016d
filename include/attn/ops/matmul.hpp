// SPDX-License-Identifier: BSL-1.0
// The axes of a product of tensors, and of which products of matrices it is made: ops/matmul.hpp.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/constant/matmul.hpp>
#include <attn/detail/runtime/matmul.hpp>
#include <attn/detail/storage.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/ops/packed.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// The axes of a product of checked operands: the axes of A, the last one replaced by B's. Of one A
// for all the leading ones are B's.
template <class A, class B>
struct product_axes;
template <class... A, class... B>
struct product_axes<shape<A...>, shape<B...>> {
  using a = shape<A...>;
  using b = shape<B...>;
  using kept = without_last_axis<a>;
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

// Products of (m, k) and (k, n), one after the other. All read one A, or each its own.
template <std::size_t M, std::size_t K, std::size_t N, std::size_t Count, bool SharedA = false>
struct matrices {
  static constexpr std::size_t m = M, k = K, n = N, products = Count;
  static constexpr std::size_t next_a = SharedA ? 0 : m * k;
  static constexpr bool shared_a = SharedA;
  // A kernel may also write the padding after the elements, if there is only one product.
  template <class T>
  ATTN_ABI static constexpr runtime::padding padding =
      products > 1 ? runtime::padding{}
                   : runtime::padding{capacity<T, m * n> - m * n, capacity<T, m * k> - m* k,
                                      capacity<T, k * n> - k* n};
};
// How a product over all axes is made of them. If one B serves them all, the rows of all A are one
// matrix. A may be a single row then. If one A does, it is read again.
template <class A, class B>
struct planned_product {
  static constexpr bool shared = B::rank == 2;
  static constexpr std::size_t k = last_axis<A>::size;
  static constexpr std::size_t m = shared ? A::volume / k : second_to_last_axis<A>::size;
  static constexpr std::size_t b_volume = second_to_last_axis<B>::size * last_axis<B>::size;
  using type =
      matrices<m, k, b_volume / k, shared ? 1 : B::volume / b_volume, A::rank == 2 && !shared>;
};
template <class A, class B>
using product_plan = typename planned_product<A, B>::type;

// The product of matrices of which the second is a temporary, as in matmul(A, transpose(B)). It has
// just been written, and a small one is read as it was written: detail/runtime/matmul.hpp.

template <class T, class Plan>
inline constexpr bool is_product_of_new =
    Plan::products == 1 && runtime::is_read_as_new<T, Plan::m, Plan::k, Plan::n>;

template <class Plan>
struct product_of_new {
  ATTN_ABI static constexpr operation_count cost() {
    return Plan::m * Plan::n * sum_of_products(Plan::k);
  }
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* a, const T* b) {
    if (std::is_constant_evaluated())
      constant::matmul<Plan::m, Plan::k, Plan::n>(out, a, b);
    else
      runtime::matmul_of_new<Plan::m, Plan::k, Plan::n, Plan::template padding<T>>(out, a, b);
  }
};

}  // namespace attn::detail

namespace attn {

// The matrix product: every row of A with every column of B.
//
//   out(…, m, n) = sum over k of A(…, m, k) * B(…, k, n)
//
// (M, K) x (K, N) -> (M, N);  (batch, M, K) x (batch, K, N) -> (batch, M, N);
// (batch, M, K) x (K, N) -> (batch, M, N): one B for all; (M, K) x (batch, K, N) -> (batch, M, N):
// one A for all. Nothing else is broadcast.
//
// matmul_into(out, A, B) writes the product to an existing tensor. matmul(A, transpose(B)) moves B
// first. linear<output_by_input>(A, B) and attention_scores(Q, K) have the same bits and read it as
// it lies, which matters for a few rows only (docs/measurements.md).
//
// Rules: same_size and same_name of the contracted axes; same_axes of the leading ones;
// distinct_axes of the result; same_element; supports_arithmetic.
// Accuracy: s = a0 * b0, then s = s + (ak * bk) in index order, every operation rounded once and
// never fused. Exact for integers in range. Special values follow from that arithmetic.
// Cost: cost::matmul<A, B>(), K multiplications and K - 1 additions per element of the result.

namespace rules {

namespace detail {
// What may have been meant where the names of the contracted axes differ. Each proposal compiles.
// It is computed for a rejected call only.
enum class product_hint { none, keys, transposed, exchanged };
template <bool Rejected, class A, class B>
ATTN_ABI inline constexpr auto hint_if = product_hint::none;
}  // namespace detail

// What a product requires of A and B. Hinted: a rejected one has a hint. The call of a hint has
// none.
template <class A, class B, bool Hinted = true>
struct product_call;
template <class T, class... A, class U, class... B, bool Hinted>
struct product_call<tensor<T, A...>, tensor<U, B...>, Hinted> {
  using lhs = shape<A...>;
  using rhs = shape<B...>;
  using last = last_of_A<last_axis<lhs>>;
  using first = first_of_B<second_to_last_axis<rhs>>;
  using leading_of_A = role_of<axes_of_A, attn::detail::leading_axes_for<rhs, lhs>>;
  using leading_of_B = role_of<axes_of_B, attn::detail::leading_axes_for<lhs, rhs>>;
  using result_shape = attn::detail::product_shape<lhs, rhs>;
  using result = tensor_of<T, result_shape>;

  using operands = roles<axes_of_A<A...>, axes_of_B<B...>>;
  using two_axes =
      each_of<rank_at_least<axes_of_A<A...>, rank<2>>, rank_at_least<axes_of_B<B...>, rank<2>>>;
  using arithmetic = supports_arithmetic<element<T>>;
  using one_element = same_element<element_of_A<T>, element_of_B<U>>;
  using contracted_sizes = same_size<last, first>;
  using names_agree = same_name<last, first>;
  ATTN_ABI static constexpr detail::product_hint hint =
      detail::hint_if<(Hinted && !names_agree::value), tensor<T, A...>, tensor<U, B...>>;
  using names_of_keys = in_case<hint == detail::product_hint::keys, names_agree>;
  using names_if_transposed = in_case<hint == detail::product_hint::transposed, names_agree>;
  using names_if_exchanged = in_case<hint == detail::product_hint::exchanged, names_agree>;
  using contracted_names = in_case<hint == detail::product_hint::none, names_agree>;
  using leading_axes_agree = axes_agree<leading_of_A, leading_of_B>;
  // A wrong product has no result to ask about.
  using distinct_result = distinct_axes<repeated_in<result_shape>>;
  using addressable_result = addressable<sizes<result_shape::volume>, element<T>>;
  using all = in_order<two_axes, arithmetic, one_element, contracted_sizes, names_agree,
                       leading_axes_agree, distinct_result, addressable_result>;
};

namespace detail {
template <class A, class U, class... B>
ATTN_ABI inline constexpr auto hint_if<true, A, tensor<U, B...>> = [] {
  using keys = tensor_of<U, typename as_keys_call<tensor<U, B...>>::result>;
  using transposed = tensor_of<U, transposed_axes<shape<B...>>>;
  if (product_call<A, keys, false>::all::value) return product_hint::keys;
  if (product_call<A, transposed, false>::all::value) return product_hint::transposed;
  if (product_call<tensor<U, B...>, A, false>::all::value) return product_hint::exchanged;
  return product_hint::none;
}();

// The product that was meant, as far as it is known: with its type the compiler continues after the
// error, so that the lines after a wrong product are not wrong for that reason.
template <class A, class B, product_hint Hint>
struct meant_product {
  using type = A;
};
template <class A, class B, product_hint Hint>
  requires(product_call<A, B>::two_axes::value && product_call<A, B>::leading_axes_agree::value)
struct meant_product<A, B, Hint> {
  using result = typename product_call<A, B>::result_shape;
  using fits = in_order<distinct_axes<repeated_in<result>>,
                        addressable<sizes<result::volume>, element<typename A::value_type>>>;
  using type =
      typename choose<fits::value>::template type<tensor_of<typename A::value_type, result>, A>;
};
template <class A, class U, class... B>
struct meant_product<A, tensor<U, B...>, product_hint::keys>
    : product_call<A, tensor_of<U, typename as_keys_call<tensor<U, B...>>::result>, false> {
  using type = typename meant_product::result;
};
template <class A, class U, class... B>
struct meant_product<A, tensor<U, B...>, product_hint::transposed>
    : product_call<A, tensor_of<U, transposed_axes<shape<B...>>>, false> {
  using type = typename meant_product::result;
};
template <class A, class B>
struct meant_product<A, B, product_hint::exchanged> : product_call<B, A, false> {
  using type = typename meant_product::result;
};
template <class A, class B>
using meant =
    typename meant_product<A, B, hint_if<product_call<A, B>::two_axes::value, A, B>>::type;
}  // namespace detail

}  // namespace rules

namespace detail {

// a b, or a b^T, bit for bit without the transpose.
template <class Plan, bool Turned>
struct product_of {
  static constexpr std::size_t m = Plan::m, k = Plan::k, n = Plan::n;
  ATTN_ABI static constexpr operation_count cost() {
    constexpr std::size_t count = Plan::products * m * n, terms = k;
    return count * sum_of_products(terms);
  }
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* a, const T* b) {
    for (std::size_t p = 0; p < Plan::products; ++p) {
      T* to = out + p * m * n;
      const T* left = a + p * Plan::next_a;
      const T* right = b + p * k * n;
      if (std::is_constant_evaluated()) {
        if constexpr (Turned)
          constant::matmul_transposed<m, k, n>(to, left, right);
        else
          constant::matmul<m, k, n>(to, left, right);
      } else if constexpr (Turned) {
        runtime::matmul_transposed<m, k, n, Plan::template padding<T>>(to, left, right);
      } else {
        runtime::matmul<m, k, n, Plan::template padding<T>>(to, left, right);
      }
    }
  }
};

template <class A, class B>
using product_plan_for = product_plan<typename A::shape_type, typename B::shape_type>;
template <class A, class B>
using product_without_lines = product_of<product_plan_for<A, B>, false>;
// matmul(a, transpose(b)).
template <class A, class B>
using product_with_transposed = product_of<product_plan_for<A, B>, true>;

// The lanes of the lines that b is made of, for constants. None if it is not, or packed.
template <class Plan, class B>
inline constexpr std::size_t lines_of_plan = 0;
template <class Plan, class T, class... B>
inline constexpr std::size_t lines_of_plan<Plan, tensor<T, B...>> =
    constant::lanes_of_lines<Plan::k, Plan::n, tensor<T, B...>, T>;
template <class A, class B>
inline constexpr std::size_t lines_of_product = lines_of_plan<product_plan_for<A, B>, B>;

// The products of a plan, out = a b, or a b^T.
template <class Plan, bool Turned, class Out, class A, class B>
ATTN_ABI constexpr void write_products(Out& out, const A& a, const B& b) {
  constexpr std::size_t lines = Turned ? 0 : lines_of_plan<Plan, B>;
  if constexpr (lines > 0)
    if (std::is_constant_evaluated())
      return constant::matmul_lines<Plan::m, Plan::k, Plan::n, lines>(out.data(), a.data(), b);
  evaluate<product_of<Plan, Turned>>(out, a, b);
}

// out = a b, all of which have passed the rules.
template <class T, class... Out, class... A, class... B>
ATTN_ABI constexpr void write_product(tensor<T, Out...>& out, const tensor<T, A...>& a,
                                      const tensor<T, B...>& b) {
  write_products<product_plan<shape<A...>, shape<B...>>, false>(out, a, b);
}

// In a function of its own: unoptimised, a caller has room for the matrix on its stack, used or
// not.
template <class T, class... Out, class... A, class In, class Outputs>
ATTN_ABI constexpr void write_unpacked_product(tensor<T, Out...>& out, const tensor<T, A...>& a,
                                               const packed_weight<T, In, Outputs>& b) {
  if constexpr (is_tally<T>)
    count_in(out, tensor<T, Out...>::volume * sum_of_products(In::size), a, b);
  else
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

// B: a tensor, or packed.
template <class Result, class A, class B>
ATTN_ABI constexpr Result product(const A& a, const B& b) {
  Result out(uninitialized);
  write_product(out, a, b);
  return out;
}

// out = a b, and out = a b^T, for one product inside tensors that have others. (Not called by the
// above: a constant that is NaN is reported with every call on the way.)
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
template <std::size_t M, std::size_t K, std::size_t N, class Out, class A, class B>
ATTN_ABI constexpr void write_product_at(tally_pointer<Out> out, tally_pointer<A> a,
                                         tally_pointer<B> b) {
  count_in(out, M * N * sum_of_products(K), a, b);
}
template <std::size_t M, std::size_t K, std::size_t N, class Out, class A, class B>
ATTN_ABI constexpr void write_transposed_product_at(tally_pointer<Out> out, tally_pointer<A> a,
                                                    tally_pointer<B> b) {
  count_in(out, M * N * sum_of_products(K), a, b);
}

}  // namespace detail

template <class T, class U, class... A, class... B>
ATTN_ABI constexpr auto matmul(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::product_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE(call, two_axes, "attn::matmul(A, B): A and B must have at least two axes");
  ATTN_REQUIRE_ARITHMETIC(call, "attn::matmul(A, B)");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::matmul(A, B)");
  ATTN_REQUIRE(call, contracted_sizes,
               "attn::matmul(A, B): A's last axis and B's second-to-last axis differ in size");
  ATTN_REQUIRE(call, names_of_keys,
               "attn::matmul(A, B): the contracted axes differ in name; did you mean as_keys(B)?");
  ATTN_REQUIRE(
      call, names_if_transposed,
      "attn::matmul(A, B): the contracted axes differ in name; did you mean transpose(B)?");
  ATTN_REQUIRE(
      call, names_if_exchanged,
      "attn::matmul(A, B): the contracted axes differ in name; did you mean matmul(B, A)?");
  ATTN_REQUIRE(call, contracted_names,
               "attn::matmul(A, B): the contracted axes differ in name: A's last, B's "
               "second-to-last");
  ATTN_REQUIRE(call, leading_axes_agree,
               "attn::matmul(A, B): the leading axes must agree, unless A or B has none");
  ATTN_REQUIRE(
      call, distinct_result,
      "attn::matmul(A, B): the result would have two axes with the same name; rename one, e.g. "
      "transpose(as_keys(K))");
  ATTN_REQUIRE(call, addressable_result,
               "attn::matmul(A, B): the result would be too large for an object");
  if constexpr (!call::all::value)
    return rules::detail::meant<tensor<T, A...>, tensor<U, B...>>{};
  else if constexpr (detail::lines_of_product<tensor<T, A...>, tensor<U, B...>> > 0)
    return detail::product<typename call::result>(a, b);
  else
    return detail::made<detail::product_without_lines<tensor<T, A...>, tensor<U, B...>>,
                        typename call::result>(a, b);
}

// The same of a small B that is a temporary, which is faster: ops/matmul.hpp.
template <class T, class U, class... A, class... B>
  requires rules::product_call<tensor<T, A...>, tensor<U, B...>>::all::value &&
           (detail::is_product_of_new<T, detail::product_plan<shape<A...>, shape<B...>>>)
ATTN_ABI constexpr auto matmul(const tensor<T, A...>& a, tensor<U, B...>&& b) {
  using call = rules::product_call<tensor<T, A...>, tensor<U, B...>>;
  using plan = detail::product_plan<shape<A...>, shape<B...>>;
  return detail::made<detail::product_of_new<plan>, typename call::result>(a, b);
}

// With the right operand packed, ops/packed.hpp: its rules and its bits are the bits of the matrix.
template <class T, class U, class... A, class In, class Out>
ATTN_ABI constexpr auto matmul(const tensor<T, A...>& a, const packed_weight<U, In, Out>& b) {
  using product = decltype(matmul(a, unpacked(b)));
  if constexpr (rules::product_call<tensor<T, A...>, tensor<U, In, Out>>::all::value)
    return detail::product<product>(a, b);
  else
    return product{};
}

ATTN_ANOTHER_FORM(matmul, == 0, "attn::matmul(A, B): B is missing")

// The product, into an existing tensor with the axes of the product: for results that are too large
// for the stack, or written repeatedly. `out` must not overlap an operand. B: a tensor, or packed.
template <class R, class T, class... Out, class... A, class B>
  requires requires { typename B::shape_type; }
ATTN_ABI constexpr void matmul_into(tensor<R, Out...>& out, const tensor<T, A...>& a, const B& b) {
  // The operands' own rules. Of a packed B the rules of the matrix that it holds.
  using factor = tensor_of<typename B::value_type, typename B::shape_type>;
  using product = decltype(matmul(a, std::declval<const factor&>()));
  if constexpr (rules::product_call<tensor<T, A...>, factor>::all::value) {
    using into = rules::out_call<tensor<R, Out...>, product>;
    ATTN_REQUIRE_OUT(into, "attn::matmul_into(out, A, B)");
    if constexpr (into::all::value) detail::write_product(out, a, b);
  }
}

ATTN_COST(matmul)

}  // namespace attn
ATTN_STRICT_FP_END
