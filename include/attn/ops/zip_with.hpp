// SPDX-License-Identifier: BSL-1.0
// zip_with(f, a, b, c, …): f of the elements that stand at the same place.
//
//   out(…) = f(a(…), b(…), c(…), …)
//
// (axes) x (axes) x … -> (axes): at each position the name of the first operand that has one; the
// element type is what f returns. map(x, f) and map(a, b, f) are the same for one and two. The
// rounding of what f computes is f's own affair.
// Rule: same_axes.
#pragma once

#include <type_traits>

#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class F, class T, class... Axes, class... More>
  requires(detail::is_tensor<More> && ...)
ATTN_ABI constexpr auto zip_with(const F& f, const tensor<T, Axes...>& a, const More&... more) {
  using names = typename detail::all_names<shape<Axes...>, typename More::shape_type...>::type;
  using axes_of_A = rules::role_of<rules::axes_of_A, names>;
  constexpr bool fit =
      (rules::same_axes<axes_of_A,
                        rules::role_of<rules::axes_of_B, typename More::shape_type>>::value &&
       ...);
  static_assert(
      (rules::same_axis<
           rules::differing_in_A<axes_of_A,
                                 rules::role_of<rules::axes_of_B, typename More::shape_type>>,
           rules::differing_in_B<
               axes_of_A, rules::role_of<rules::axes_of_B, typename More::shape_type>>>::value &&
       ...),
      ATTN_MESSAGE("attn::zip_with(f, A, B…): all must have the same axes",
                   rules::axes_of_A<Axes...>,
                   rules::role_of<rules::axes_of_B, typename More::shape_type>...));
  if constexpr (fit) {
    using element = std::remove_cvref_t<decltype(f(a.data()[0], more.data()[0]...))>;
    tensor_of<element, names> result(detail::uninitialized);
    for (std::size_t i = 0; i < result.size(); ++i)
      result.data()[i] = f(a.data()[i], more.data()[i]...);
    return result;
  } else {
    return a;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
