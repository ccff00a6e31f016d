// SPDX-License-Identifier: BSL-1.0
// dot<axes…>(A, B): contraction by name. The axes that are named go; the others stay, those of A
// first.
//
//   out(a…, b…) = sum over the named axes of A(a…, k) * B(b…, k)
//
// (query, d_k) x (key, d_k) -> (query, key), for dot<"d_k">; (d_k) x (d_k) -> () too. Where the
// axes stand does not matter. By position (dot<-1>) they are counted in each operand. No other axis
// goes along: with one name in A and in B the result would have it twice; einsum says what is
// meant.
//
// Accuracy: that of einsum, to the bit; several axes are summed in their order in A.
// Rules: has_axis, for either operand; same_size and same_name; distinct_axes and rank_within, for
// the result; same_element; supports_arithmetic.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/contraction.hpp>
#include <attn/ops/einsum.hpp>
#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The positions of the summed axes in A and in B, pair by pair.
template <class A, class B, class InA, class InB>
struct dot_of;
template <class A, class B, std::size_t... InA, std::size_t... InB>
struct dot_of<A, B, std::index_sequence<InA...>, std::index_sequence<InB...>> {
  // The labels of A are its positions; those that only B has come behind them.
  ATTN_ABI static constexpr contraction sum = [] {
    constexpr std::size_t in_a[] = {InA..., A::rank}, in_b[] = {InB..., B::rank};
    contraction c;
    c.operands = 2;
    c.labels = A::rank + B::rank;
    for (std::size_t l = 0; l < c.labels; ++l) c.extent[l] = 1;
    bool summed[A::rank + 1]{};
    for (const std::size_t at : in_a) summed[at] = true;
    std::size_t stride = A::volume;
    for (std::size_t at = 0; at < A::rank; ++at) {
      c.extent[at] = A::extents[at];
      c.use(at, 0, stride /= A::extents[at]);
      if (!summed[at]) c.keep(at);
    }
    stride = B::volume;
    for (std::size_t at = 0; at < B::rank; ++at) {
      std::size_t label = A::rank + at;
      for (std::size_t i = 0; i < sizeof...(InB); ++i)
        if (in_b[i] == at) label = in_a[i];
      c.extent[label] = B::extents[at];
      c.use(label, 1, stride /= B::extents[at]);
      if (label == A::rank + at) c.keep(label);
    }
    for (std::size_t l = A::rank; l < c.labels; ++l)
      if (c.uses[l][1] == 0) c.use(l, 0, 0), c.use(l, 1, 0);  // of extent 1: no label at all
    return c;
  }();

  template <std::size_t Label>
  static consteval auto axis_of() {
    if constexpr (Label < A::rank)
      return axis_at<A, Label>{};
    else
      return axis_at<B, Label - A::rank>{};
  }
  template <std::size_t... I>
  ATTN_ABI static shape<decltype(axis_of<sum.result[I]>())...> result(std::index_sequence<I...>);
  using shape_type = decltype(result(std::make_index_sequence<sum.axes>{}));
};

template <class A, class B>
consteval bool same_axis_in_both() {
  using last = rules::axis_of_A<A>;
  return rules::same_size<last, rules::axis_of_B<B>>::value &&
         rules::same_name<last, rules::axis_of_B<B>>::value;
}

}  // namespace detail

template <axis_selector... Summed, class T, class U, class... A, class... B>
ATTN_ABI constexpr auto dot(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  constexpr bool some =
      rules::rank_within<rules::rank<sizeof...(Summed)>, rules::rank<1>, rules::rank<4>>::value;
  constexpr bool in_a =
      (rules::has_axis<rules::axes_of_A<A...>, rules::wanted<Summed>>::value && ...);
  constexpr bool in_b =
      (rules::has_axis<rules::axes_of_B<B...>, rules::wanted<Summed>>::value && ...);
  constexpr bool same = rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value;
  constexpr bool numbers = rules::supports_arithmetic<rules::element<T>>::value;
  static_assert(
      rules::rank_within<rules::rank<sizeof...(Summed)>, rules::rank<1>, rules::rank<4>>::value,
      "attn::dot<axes…>(A, B): name the axes to sum over; for none: einsum");
  static_assert(
      (rules::has_axis<rules::in_brief<rules::axes_of_A<A...>>, rules::wanted<Summed>>::value &&
       ...),
      ATTN_MESSAGE("attn::dot<axes…>(A, B): A has no such axis", rules::axes_of_A<A...>));
  static_assert(
      (rules::has_axis<rules::in_brief<rules::axes_of_B<B...>>, rules::wanted<Summed>>::value &&
       ...),
      ATTN_MESSAGE("attn::dot<axes…>(A, B): B has no such axis", rules::axes_of_B<B...>));
  static_assert(
      rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value || !numbers,
      "attn::dot<axes…>(A, B): requires one element type for all operands; convert with as<T>(x)");
  static_assert(rules::supports_arithmetic<rules::element<T>>::value,
                "attn::dot<axes…>(A, B): requires elements that can be added and multiplied");
  if constexpr (some && in_a && in_b && same && numbers) {
    using first = shape<A...>;
    using second = shape<B...>;
    static_assert(
        (rules::same_size<
             rules::axis_of_A<axis_at<first, Summed.template position_in<A...>()>>,
             rules::axis_of_B<axis_at<second, Summed.template position_in<B...>()>>>::value &&
         ...),
        ATTN_MESSAGE("attn::dot<axes…>(A, B): the summed axes must have the same size in A and B",
                     rules::axes_of_A<A...>, rules::axes_of_B<B...>));
    static_assert(
        (rules::same_name<
             rules::axis_of_A<axis_at<first, Summed.template position_in<A...>()>>,
             rules::axis_of_B<axis_at<second, Summed.template position_in<B...>()>>>::value &&
         ...),
        ATTN_MESSAGE("attn::dot<axes…>(A, B): the axes at these positions have different names",
                     rules::axes_of_A<A...>, rules::axes_of_B<B...>));
    constexpr bool fit =
        (detail::same_axis_in_both<axis_at<first, Summed.template position_in<A...>()>,
                                   axis_at<second, Summed.template position_in<B...>()>>() &&
         ...);
    if constexpr (fit) {
      using bound =
          detail::dot_of<first, second, std::index_sequence<Summed.template position_in<A...>()...>,
                         std::index_sequence<Summed.template position_in<B...>()...>>;
      using result = typename bound::shape_type;
      constexpr bool distinct =
          rules::distinct_axes<rules::role_of<rules::result_axes, result>>::value;
      constexpr bool few =
          rules::rank_within<rules::rank<result::rank>, rules::rank<0>, rules::rank<4>>::value;
      static_assert(rules::distinct_axes<rules::repeated_in<result>>::value,
                    ATTN_MESSAGE("attn::dot<axes…>(A, B): A and B share another name; rename one, "
                                 "e.g. as_keys(B), or say what is meant: einsum",
                                 rules::axes_of_A<A...>, rules::axes_of_B<B...>));
      static_assert(
          !distinct ||  // which is said above
              rules::rank_within<rules::rank<result::rank>, rules::rank<0>, rules::rank<4>>::value,
          "attn::dot<axes…>(A, B): a tensor has at most 4 axes");
      if constexpr (distinct && few)
        return detail::contracted_to<bound, result>(a, b);
      else
        return tensor<T, A...>{};
    } else {
      return tensor<T, A...>{};
    }
  } else {
    return tensor<T, A...>{};
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
