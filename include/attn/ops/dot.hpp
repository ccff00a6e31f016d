// SPDX-License-Identifier: BSL-1.0
// dot<axes…>(A, B): contraction by name: sums over the named axes and keeps the others, the axes of
// A first.
//
//   out(a…, b…) = sum over the named axes of A(a…, k) * B(b…, k)
//
// (query, d_k) x (key, d_k) -> (query, key), for dot<"d_k">; (d_k) x (d_k) -> () too. The
// position of the axes does not matter. By position (dot<-1>) they are counted in each operand. No
// other axis is matched: with one name in A and in B the result would have it twice. Use einsum.
//
// Accuracy: the bits of einsum. Several axes are summed in their order in A.
// Rules: has_axis, for both operands; same_size and same_name; distinct_axes and rank_within, for
// the result; same_element; supports_arithmetic.
// Cost: cost::dot<A, B, axes…>(), the cost of einsum.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/contraction.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/ops/einsum.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The positions of the summed axes in A and in B, pair by pair.
template <class A, class B, class InA, class InB>
struct dot_of;
template <class A, class B, std::size_t... InA, std::size_t... InB>
struct dot_of<A, B, std::index_sequence<InA...>, std::index_sequence<InB...>> {
  // The labels of A are its positions. Those that only B has follow.
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
  template <std::size_t... Index>
  ATTN_ABI static shape<decltype(axis_of<sum.result[Index]>())...> result(
      std::index_sequence<Index...>);
  using shape_type = decltype(result(std::make_index_sequence<sum.axes>{}));
};

struct no_contraction {
  using shape_type = shape<>;
};

}  // namespace detail

namespace rules {

template <class A, class B, auto... Summed>
struct dot_call;
template <class T, class... A, class U, class... B, auto... Summed>
struct dot_call<tensor<T, A...>, tensor<U, B...>, Summed...> {
  using bound = attn::detail::dot_of<shape<A...>, shape<B...>,
                                     std::index_sequence<Summed.template position_in<A...>()...>,
                                     std::index_sequence<Summed.template position_in<B...>()...>>;
  template <auto Axis>
  using in_A = axis_of_A<axis_at<shape<A...>, Axis.template position_in<A...>()>>;
  template <auto Axis>
  using in_B = axis_of_B<axis_at<shape<B...>, Axis.template position_in<B...>()>>;

  using operands = roles<axes_of_A<A...>, axes_of_B<B...>>;
  using some_axes = rank_within<rank<sizeof...(Summed)>, rank<1>, rank<max_rank>>;
  using A_has_axes = each_of<has_axis<in_brief<axes_of_A<A...>>, wanted<Summed>>...>;
  using B_has_axes = each_of<has_axis<in_brief<axes_of_B<B...>>, wanted<Summed>>...>;
  using arithmetic = supports_arithmetic<element<T>>;
  using one_element = same_element<element_of_A<T>, element_of_B<U>>;

  using summed_sizes = each_of<same_size<in_A<Summed>, in_B<Summed>>...>;
  using summed_names = each_of<same_name<in_A<Summed>, in_B<Summed>>...>;

  using fit = in_order<some_axes, A_has_axes, B_has_axes, arithmetic, one_element, summed_sizes,
                       summed_names>;
  // A wrong contraction has no result to ask about.
  using result =
      typename std::conditional_t<fit::value, bound, attn::detail::no_contraction>::shape_type;
  using distinct_result = distinct_axes<repeated_in<result>>;
  using has_room = rank_within<rank<result::rank>, rank<0>, rank<max_rank>>;
  using all = in_order<fit, distinct_result, has_room>;
};

}  // namespace rules

template <axis_selector... Summed, class T, class U, class... A, class... B>
ATTN_ABI constexpr auto dot(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::dot_call<tensor<T, A...>, tensor<U, B...>, Summed...>;
  ATTN_REQUIRE(call, some_axes,
               "attn::dot<axes…>(A, B): name the axes to sum over; for none: einsum");
  ATTN_REQUIRE(call, A_has_axes, "attn::dot<axes…>(A, B): A has no such axis");
  ATTN_REQUIRE(call, B_has_axes, "attn::dot<axes…>(A, B): B has no such axis");
  ATTN_REQUIRE_ARITHMETIC(call, "attn::dot<axes…>(A, B)");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::dot<axes…>(A, B)");
  ATTN_REQUIRE(call, summed_sizes,
               "attn::dot<axes…>(A, B): the summed axes must have the same size in A and B");
  ATTN_REQUIRE(call, summed_names,
               "attn::dot<axes…>(A, B): the axes at these positions differ in name");
  ATTN_REQUIRE(
      call, distinct_result,
      "attn::dot<axes…>(A, B): A and B share another name; rename one, e.g. as_keys(B), or "
      "use einsum");
  ATTN_REQUIRE_ROOM(call, "attn::dot<axes…>(A, B)");
  if constexpr (call::all::value)
    return detail::contracted_to<typename call::bound, typename call::result>(a, b);
  else
    return tensor<T, A...>{};
}

namespace cost {
template <class A, class B, axis_selector... Summed>
ATTN_ABI constexpr operation_count dot() {
  ATTN_COUNT(attn::dot<Summed...>(detail::operand<A>(n), detail::operand<B>(n)));
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
