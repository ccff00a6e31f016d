// SPDX-License-Identifier: BSL-1.0
// The error for a function that attn.hpp leaves out: a sentence that names its header. Each header
// that adds to attn.hpp states ATTN_INCLUDED, after which the functions here are no candidates.
// They accept only calls with a tensor or a model, so that names of the user are not affected.
#pragma once

#include <concepts>
#include <cstddef>

#include <attn/axes/axis.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

struct analysis_hpp;
struct attention_hpp;
struct io_hpp;
struct learning_hpp;
struct ops_hpp;
struct recurrent_hpp;
struct text_hpp;

template <class Header, class... X>
inline constexpr bool is_included = false;
template <class Header, class... X>
concept elsewhere = (!is_included<Header, X...> && ((is_tensor<X> || parameter_struct<X>) || ...));

struct not_computed {
  ATTN_ABI constexpr explicit operator bool() const { return true; }  // one error is enough
};

}  // namespace detail

#define ATTN_INCLUDED(header)                             \
  namespace attn::detail {                                \
  template <class... X>                                   \
  inline constexpr bool is_included<header, X...> = true; \
  }

// With the template parameters that the caller writes.
#define ATTN_ELSEWHERE(header, name, ...)                                                \
  template <__VA_ARGS__ __VA_OPT__(, ) class... X>                                       \
    requires detail::elsewhere<detail::header##_hpp, X...>                               \
  ATTN_ABI constexpr auto name(const X&...) {                                            \
    constexpr bool included = detail::is_included<detail::header##_hpp, X...>;           \
    static_assert(included, "attn::" #name " requires #include <attn/" #header ".hpp>"); \
    return detail::not_computed{};                                                       \
  }

ATTN_ELSEWHERE(analysis, bits_equal)
ATTN_ELSEWHERE(analysis, equals)
ATTN_ELSEWHERE(analysis, is_causal, axis_selector Axis)
ATTN_ELSEWHERE(analysis, is_close)
ATTN_ELSEWHERE(analysis, marked, axis_selector... Axis)
ATTN_ELSEWHERE(analysis, same_for_all_inputs)
ATTN_ELSEWHERE(analysis, trace)
ATTN_ELSEWHERE(attention, grouped_query_attention)
ATTN_ELSEWHERE(attention, linear_attention)
ATTN_ELSEWHERE(io, heat_map)
ATTN_ELSEWHERE(io, to_svg)
ATTN_ELSEWHERE(io, to_text)
ATTN_ELSEWHERE(learning, cross_entropy)
ATTN_ELSEWHERE(learning, gradient)
ATTN_ELSEWHERE(learning, value_and_gradient)
ATTN_ELSEWHERE(ops, dot, axis_selector... Axis)
ATTN_ELSEWHERE(ops, einsum, label... Pattern)
ATTN_ELSEWHERE(ops, rearrange, label... Pattern)
ATTN_ELSEWHERE(ops, reduce, label... PatternAndOperation)
ATTN_ELSEWHERE(ops, repeat, label... Pattern)
ATTN_ELSEWHERE(recurrent, unroll, axis_selector Time)
ATTN_ELSEWHERE(text, generate, std::size_t Steps)
ATTN_ELSEWHERE(text, sample, axis_selector... Axis)

}  // namespace attn
ATTN_STRICT_FP_END
