// SPDX-License-Identifier: BSL-1.0
// Concepts for generic code: whether a call is valid, without evaluating it or causing an error,
// and the type of its result.
//
//   multipliable<A, B>                  matmul_result<A, B>
//   combinable<A, B>                    combine_result<A, B>            (+ -, multiply, divide)
//   transposable<X>                     transpose_result<X>
//   reducible<X, "token">               reduce_result<X, "token">       (sum, amax, amin, …)
//   rearrangeable<"a b -> b a", X>      rearrange_result<"a b -> b a", X, sizes…>
//   contractable<"ij,jk->ik", A, B>     einsum_result<"ij,jk->ik", A, B>
//
// Each concept holds if the function accepts operands of these types, by the relations that its
// errors are made of. Templates are selected by it. Each result is the type of the call, for a
// declaration. If the concept does not hold, it is the type of the rejected call, usually the type
// of the first operand, and no error. A function which declares it and makes the call is one error,
// the error of the call. A type may be const, or a reference.
#pragma once

#include <type_traits>

#include <attn/ops/arithmetic.hpp>
#include <attn/ops/einsum.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/patterns.hpp>
#include <attn/ops/rearranging.hpp>
#include <attn/ops/reductions.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class A, class B>
inline constexpr bool can_multiply = false;
template <class T, class... A, class U, class... B>
inline constexpr bool can_multiply<tensor<T, A...>, tensor<U, B...>> =
    rules::product_call<tensor<T, A...>, tensor<U, B...>>::all::value;

template <class A, class B>
inline constexpr bool can_combine = false;
template <class T, class... A, class U, class... B>
inline constexpr bool can_combine<tensor<T, A...>, tensor<U, B...>> =
    rules::elementwise_call<tensor<T, A...>, tensor<U, B...>>::all::value;

template <class X>
inline constexpr bool can_transpose = false;
template <class T, class... Axes>
inline constexpr bool can_transpose<tensor<T, Axes...>> =
    rules::transpose_call<tensor<T, Axes...>>::all::value;

template <class X, auto Axis>
inline constexpr bool can_reduce = false;
template <scalar T, class... Axes, auto Axis>
inline constexpr bool can_reduce<tensor<T, Axes...>, Axis> =
    rules::arithmetic_axis_call<Axis, tensor<T, Axes...>>::all::value;

template <auto Pattern, class X, class... Sizes>
inline constexpr bool can_rearrange = false;
template <auto Pattern, class T, class... Axes, class... Sizes>
inline constexpr bool can_rearrange<Pattern, tensor<T, Axes...>, Sizes...> =
    rules::rearrange_call<Pattern, tensor<T, Axes...>, Sizes...>::all::value;

template <auto Pattern, class X, class... More>
inline constexpr bool can_contract = false;
template <auto Pattern, class T, class... Axes, class... More>
  requires(is_tensor<More> && ...)
inline constexpr bool can_contract<Pattern, tensor<T, Axes...>, More...> =
    rules::einsum_call<Pattern, tensor<T, Axes...>, More...>::all::value;

template <class X>
ATTN_ABI const std::remove_cvref_t<X>& operand_of();  // for decltype, so never defined

// The type of a call that has been accepted. A rejected one is not made: its error would be one
// more than the error of the call in the program.
template <bool Accepted, class Call, class X, class... More>
struct result_of_call {
  using type = std::remove_cvref_t<X>;
};
template <class Call, class X, class... More>
struct result_of_call<true, Call, X, More...> {
  using type = decltype(Call::of(operand_of<X>(), operand_of<More>()...));
};

// The calls. Never defined.
struct call_of_matmul {
  template <class... X>
  ATTN_ABI static auto of(const X&... x) -> decltype(matmul(x...));
};
struct call_of_plus {
  template <class A, class B>
  ATTN_ABI static auto of(const A& a, const B& b) -> decltype(a + b);
};
struct call_of_transpose {
  template <class X>
  ATTN_ABI static auto of(const X& x) -> decltype(transpose(x));
};
template <auto Axis>
struct call_of_sum {
  template <class X>
  ATTN_ABI static auto of(const X& x) -> decltype(sum<Axis>(x));
};
template <auto Pattern>
struct call_of_rearrange {
  template <class... X>
  ATTN_ABI static auto of(const X&... x) -> decltype(rearrange<Pattern>(x...));
};
template <auto Pattern>
struct call_of_einsum {
  template <class... X>
  ATTN_ABI static auto of(const X&... x) -> decltype(einsum<Pattern>(x...));
};

// A rejected product has the type of the one that was meant: ops/matmul.hpp.
template <bool Accepted, class A, class B>
struct result_of_product : result_of_call<Accepted, call_of_matmul, A, B> {};
template <class A, class B>
  requires(is_tensor<A> && is_tensor<B>)
struct result_of_product<false, A, B> {
  using type = rules::detail::meant<A, B>;
};

}  // namespace detail

template <class A, class B>
concept multipliable = detail::can_multiply<std::remove_cvref_t<A>, std::remove_cvref_t<B>>;
template <class A, class B>
using matmul_result = typename detail::result_of_product<multipliable<A, B>, std::remove_cvref_t<A>,
                                                         std::remove_cvref_t<B>>::type;

template <class A, class B>
concept combinable = detail::can_combine<std::remove_cvref_t<A>, std::remove_cvref_t<B>>;
template <class A, class B>
using combine_result =
    typename detail::result_of_call<combinable<A, B>, detail::call_of_plus, A, B>::type;

template <class X>
concept transposable = detail::can_transpose<std::remove_cvref_t<X>>;
template <class X>
using transpose_result =
    typename detail::result_of_call<transposable<X>, detail::call_of_transpose, X>::type;

template <class X, axis_selector Axis>
concept reducible = detail::can_reduce<std::remove_cvref_t<X>, Axis>;
template <class X, axis_selector Axis>
using reduce_result =
    typename detail::result_of_call<reducible<X, Axis>, detail::call_of_sum<Axis>, X>::type;

template <label Pattern, class X, class... Sizes>
concept rearrangeable = detail::can_rearrange<Pattern, std::remove_cvref_t<X>, Sizes...>;
template <label Pattern, class X, class... Sizes>
using rearrange_result =
    typename detail::result_of_call<rearrangeable<Pattern, X, Sizes...>,
                                    detail::call_of_rearrange<Pattern>, X, Sizes...>::type;

template <label Pattern, class X, class... More>
concept contractable =
    detail::can_contract<Pattern, std::remove_cvref_t<X>, std::remove_cvref_t<More>...>;
template <label Pattern, class X, class... More>
using einsum_result =
    typename detail::result_of_call<contractable<Pattern, X, More...>,
                                    detail::call_of_einsum<Pattern>, X, More...>::type;

}  // namespace attn
ATTN_STRICT_FP_END
