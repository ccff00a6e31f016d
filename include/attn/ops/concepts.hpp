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
// errors are made of; each result is a type if the concept holds, and otherwise a substitution
// failure, so that templates can be selected by it. A type may be const, or a reference.
#pragma once

#include <type_traits>
#include <utility>

#include <attn/ops/arithmetic.hpp>
#include <attn/ops/einsum.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/rearrange.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class A, class B>
inline constexpr bool can_multiply = false;
template <class T, class... A, class U, class... B>
inline constexpr bool can_multiply<tensor<T, A...>, tensor<U, B...>> =
    rules::product_call<tensor<T, A...>, tensor<U, B...>>::holds;

template <class A, class B>
inline constexpr bool can_combine = false;
template <class T, class... A, class U, class... B>
inline constexpr bool can_combine<tensor<T, A...>, tensor<U, B...>> =
    rules::elementwise_call<tensor<T, A...>, tensor<U, B...>>::holds;

template <class X>
inline constexpr bool can_transpose = false;
template <class T, class... Axes>
inline constexpr bool can_transpose<tensor<T, Axes...>> =
    rules::transpose_call<tensor<T, Axes...>>::holds;

template <class X, auto Axis>
inline constexpr bool can_reduce = false;
template <scalar T, class... Axes, auto Axis>
inline constexpr bool can_reduce<tensor<T, Axes...>, Axis> =
    rules::axis_call<Axis, tensor<T, Axes...>>::holds;

template <auto Pattern, class X, class... Sizes>
inline constexpr bool can_rearrange = false;
template <auto Pattern, class T, class... Axes, class... Sizes>
inline constexpr bool can_rearrange<Pattern, tensor<T, Axes...>, Sizes...> =
    rules::rearrange_call<Pattern, tensor<T, Axes...>, Sizes...>::holds;

template <auto Pattern, class X, class... More>
inline constexpr bool can_contract = false;
template <auto Pattern, class T, class... Axes, class... More>
  requires(is_tensor<More> && ...)
inline constexpr bool can_contract<Pattern, tensor<T, Axes...>, More...> =
    rules::einsum_call<Pattern, tensor<T, Axes...>, More...>::holds;

template <class X>
ATTN_ABI const std::remove_cvref_t<X>& operand_of();  // for decltype, so never defined

}  // namespace detail

template <class A, class B>
concept multipliable = detail::can_multiply<std::remove_cvref_t<A>, std::remove_cvref_t<B>>;
template <class A, class B>
  requires(multipliable<A, B>)
using matmul_result = decltype(matmul(detail::operand_of<A>(), detail::operand_of<B>()));

template <class A, class B>
concept combinable = detail::can_combine<std::remove_cvref_t<A>, std::remove_cvref_t<B>>;
template <class A, class B>
  requires(combinable<A, B>)
using combine_result = decltype(detail::operand_of<A>() + detail::operand_of<B>());

template <class X>
concept transposable = detail::can_transpose<std::remove_cvref_t<X>>;
template <transposable X>
using transpose_result = decltype(transpose(detail::operand_of<X>()));

template <class X, axis_selector Axis>
concept reducible = detail::can_reduce<std::remove_cvref_t<X>, Axis>;
template <class X, axis_selector Axis>
  requires(reducible<X, Axis>)
using reduce_result = decltype(sum<Axis>(detail::operand_of<X>()));

template <label Pattern, class X, class... Sizes>
concept rearrangeable = detail::can_rearrange<Pattern, std::remove_cvref_t<X>, Sizes...>;
template <label Pattern, class X, class... Sizes>
  requires(rearrangeable<Pattern, X, Sizes...>)
using rearrange_result =
    decltype(rearrange<Pattern>(detail::operand_of<X>(), std::declval<Sizes>()...));

template <label Pattern, class X, class... More>
concept contractable =
    detail::can_contract<Pattern, std::remove_cvref_t<X>, std::remove_cvref_t<More>...>;
template <label Pattern, class X, class... More>
  requires(contractable<Pattern, X, More...>)
using einsum_result =
    decltype(einsum<Pattern>(detail::operand_of<X>(), detail::operand_of<More>()...));

}  // namespace attn
ATTN_STRICT_FP_END
