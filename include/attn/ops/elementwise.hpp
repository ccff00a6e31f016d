// SPDX-License-Identifier: BSL-1.0
// A function of each element, or of elements in the same place: map, zip_with, and what compares
// and selects.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/generic/elementwise.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/scalars/detail/tally.hpp>
#include <attn/scalars/operation_count.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// elementwise(f, a, b, …): a formula of every element, such as a + relu(b) * 2, in one pass.
// elementwise_into(out, f, a, b, …) writes to an existing tensor, which may be an operand.
//
//   elementwise([](const auto& x, const auto& y) { return x + relu(y) * 2.0f; }, a, b)
//
// (axes) x (axes) x … -> (axes): each axis has the name of the first operand that has one. The
// element type is the type of the result of f. f is a function of tensors, as many as there are
// operands. It is given blocks of the operands, at most 64 corresponding elements at a time, and
// returns a block of the result. Operands and result may be of any size: only blocks are on the
// stack, and no intermediate result is written to memory as a whole. zip_with takes a function of
// elements instead.
//
// Rules: same_axes, of the operands; is_elementwise: given one element of each operand, as tensors
// without axes, f returns one; so what works along an axis has no place in f. same_element and
// same_axes, of out and the result.
// Accuracy: the accuracy of f. Bit for bit f(a, b, …), as no operation of the library depends on
// where in a tensor an element is.
// Cost: f's, and a copy of the operands and of the result. The last block may be filled up with
// copies of its last element, for which f is evaluated too.

namespace rules {

// What f returns for one element of each operand: a tensor without axes. Nothing, where it cannot
// be called with them.
template <class Result>
struct for_one_element;
template <class Result>
struct is_elementwise {
  static constexpr bool value = false;
};
template <class T>
struct is_elementwise<for_one_element<tensor<T>>> {
  static constexpr bool value = true;
};

// Operands of the same axes. call<Y>: f returns Y for one element of each.
template <class A, class... More>
struct formula {
  using operands_call = zip_call<A, A, More...>;
  template <class X>
  ATTN_ABI static tensor<typename X::value_type> one_of();  // not defined
  // (No std::invoke_result: its parts would stand in the message of an error inside f.)
  template <class F>
  ATTN_ABI static auto of_one_element(const F& f)
      -> std::remove_cvref_t<decltype(f(one_of<A>(), one_of<More>()...))>;
  ATTN_ABI static not_asked of_one_element(...);

  template <class Y>
  struct call : operands_call {
    using one_to_one = is_elementwise<for_one_element<Y>>;
    using result = not_asked;
    using all = in_order<typename operands_call::all, one_to_one, std::false_type>;
  };
  template <class T>
  struct call<tensor<T>> : operands_call {
    using one_to_one = is_elementwise<for_one_element<tensor<T>>>;
    using all = in_order<typename operands_call::all, one_to_one>;
    using result = tensor_of<T, typename operands_call::shape_type>;
  };
};

}  // namespace rules

#define ATTN_REQUIRE_FORMULA(call, text)                               \
  ATTN_REQUIRE(call, same_axes, text ": all must have the same axes"); \
  ATTN_REQUIRE(call, one_to_one,                                       \
               text                                                    \
               ": f must take and return tensors of any axes; for one element, without axes");

namespace detail {

// How many elements f is given at a time, of N: as many as constant evaluation takes at once, and a
// few registers' worth at run time. Scalars of the user's are given one by one, as the copies that
// fill up a block could be counted, or recorded.
template <std::size_t N, class... T>
inline constexpr std::size_t block_length = !(std::is_arithmetic_v<T> && ...) ? 0
                                            : N < 64                          ? N
                                                                              : 64;

template <class T, std::size_t Length>
struct block_of {
  using type = tensor<T, dim<Length>>;
};
template <class T>
struct block_of<T, 0> {
  using type = tensor<T>;
};

// The first Count elements. What is left of the block are copies of the last.
template <std::size_t Length, std::size_t Count, class T>
ATTN_ABI constexpr typename block_of<T, Length>::type load_block(const T* from) {
  typename block_of<T, Length>::type block(uninitialized);
  for (std::size_t i = 0; i < Count; ++i) block.data()[i] = from[i];
  for (std::size_t i = Count; i < block.size(); ++i) block.data()[i] = from[Count - 1];
  return block;
}
template <std::size_t Length, std::size_t Count, class U, class F, class... T>
ATTN_ABI constexpr void write_block(U* to, const F& f, const T*... from) {
  const typename block_of<U, Length>::type y = f(load_block<Length, Count>(from)...);
  for (std::size_t i = 0; i < Count; ++i) to[i] = y.data()[i];
}

// A block is written when all that f reads of it has been read, so `to` may be one of `from`.
template <std::size_t N, class U, class F, class... T>
ATTN_ABI constexpr void write_blocks(U* to, const F& f, const T*... from) {
  constexpr std::size_t length = block_length<N, U, T...>, step = length == 0 ? 1 : length;
  constexpr std::size_t rest = N % step, whole = N - rest;
  for (std::size_t i = 0; i < whole; i += step) write_block<length, step>(to + i, f, from + i...);
  if constexpr (rest > 0) write_block<length, rest>(to + whole, f, from + whole...);
}

template <std::size_t N>
struct blocks_of {
  template <class Out, class F, class... X>
  ATTN_ABI static constexpr void count(Out& out, const F& f, const X&... x) {
    count_each(out, [&f]<class... T>(const T&... e) { return f(tensor<T>(e)...); }, x...);
  }
  template <class U, class F, class... T>
  ATTN_ABI static constexpr void write(U* to, const F& f, const T*... from) {
    write_blocks<N>(to, f, from...);
  }
};
}  // namespace detail

template <class F, class T, class... Axes, class... More>
  requires(detail::is_tensor<More> && ...)
ATTN_ABI constexpr auto elementwise(const F& f, const tensor<T, Axes...>& a, const More&... more) {
  using formula = rules::formula<tensor<T, Axes...>, More...>;
  using call = typename formula::template call<decltype(formula::of_one_element(f))>;
  ATTN_REQUIRE_FORMULA(call, "attn::elementwise(f, A, B…)")
  if constexpr (call::all::value)
    return detail::made<detail::blocks_of<tensor<T, Axes...>::volume>, typename call::result>(
        f, a, more...);
  else
    return a;
}

template <class U, class... Out, class F, class T, class... Axes, class... More>
  requires(detail::is_tensor<More> && ...)
ATTN_ABI constexpr void elementwise_into(tensor<U, Out...>& out, const F& f,
                                         const tensor<T, Axes...>& a, const More&... more) {
  using formula = rules::formula<tensor<T, Axes...>, More...>;
  using call = typename formula::template call<decltype(formula::of_one_element(f))>;
  using into = rules::out_call<tensor<U, Out...>, typename call::result>;
  ATTN_REQUIRE_FORMULA(call, "attn::elementwise_into(out, f, A, B…)")
  ATTN_REQUIRE_OUT(into, "attn::elementwise_into(out, f, A, B…)");
  if constexpr (call::all::value && into::all::value)
    detail::evaluate<detail::blocks_of<tensor<T, Axes...>::volume>>(out, f, a, more...);
}

// map(x, f): applies f to every element. map(x, y, f): applies f to every pair of elements.
//
// (axes) -> (axes). The element type is the return type of f. The rounding is determined by f: a
// compiler may fuse a product and a sum inside a lambda.
// Rule: same_axes for two operands.
// Cost: cost::map<X>(of_f), the cost of f per element.

namespace detail {

template <std::size_t N>
struct mapped_by {
  template <class Out, class F, class... X>
  ATTN_ABI static constexpr void count(Out& out, const F& f, const X&... x) {
    count_each(out, f, x...);
  }
  template <class U, class F, class... T>
  ATTN_ABI static constexpr void write(U* out, const F& f, const T*... x) {
    generic::elementwise<N>(out, f, x...);
  }
};
template <class Result, class F, class... X>
ATTN_ABI constexpr Result mapped(const F& f, const X&... x) {
  return made<mapped_by<Result::volume>, Result>(f, x...);
}

}  // namespace detail

template <class T, class... Axes, class F>
ATTN_ABI constexpr auto map(const tensor<T, Axes...>& x, const F& f) {
  return detail::mapped<tensor<std::remove_cvref_t<decltype(f(x.data()[0]))>, Axes...>>(f, x);
}

template <class T, class U, class... A, class... B, class F>
ATTN_ABI constexpr auto map(const tensor<T, A...>& a, const tensor<U, B...>& b, const F& f) {
  using call = rules::zip_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE(call, same_axes, "attn::map(A, B, f): both must have the same axes");
  if constexpr (call::all::value) {
    using element = std::remove_cvref_t<decltype(f(a.data()[0], b.data()[0]))>;
    return detail::mapped<tensor_of<element, typename call::shape_type>>(f, a, b);
  } else {
    return a;
  }
}

namespace cost {
template <class X>
ATTN_ABI constexpr operation_count map(const operation_count& of_f) {
  return X::volume * of_f;
}
}  // namespace cost

// zip_with(f, a, b, c, …): applies f to the corresponding elements of several tensors.
//
//   out(…) = f(a(…), b(…), c(…), …)
//
// (axes) x (axes) x … -> (axes): each axis has the name of the first operand that has one. The
// element type is the return type of f. map(x, f) and map(a, b, f) are the same for one and two.
// The rounding is determined by f.
// Rule: same_axes.

template <class F, class T, class... Axes, class... More>
  requires(detail::is_tensor<More> && ...)
ATTN_ABI constexpr auto zip_with(const F& f, const tensor<T, Axes...>& a, const More&... more) {
  using call = rules::zip_call<tensor<T, Axes...>, tensor<T, Axes...>, More...>;
  ATTN_REQUIRE(call, same_axes, "attn::zip_with(f, A, B…): all must have the same axes");
  if constexpr (call::all::value) {
    using element = std::remove_cvref_t<decltype(f(a.data()[0], more.data()[0]...))>;
    return detail::mapped<tensor_of<element, typename call::shape_type>>(f, a, more...);
  } else {
    return a;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
