// SPDX-License-Identifier: BSL-1.0
// add_bias(x, b): the same row added to every row.
//
//   out(…, j) = x(…, j) + b(j)
//
// (…, width) x (width) -> (…, width). What is not done silently, by broadcasting, is done by name.
// One rounding an element.
// Rules: rank_at_least one, for x; is_vector, for b; same_size, same_name of the widths;
// same_element; supports_arithmetic.
#pragma once

#include <type_traits>

#include <attn/ops/arithmetic.hpp>
#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class T, class U, class... X, class... B>
ATTN_ABI constexpr auto add_bias(const tensor<T, X...>& x, const tensor<U, B...>& b) {
  constexpr bool ranks = sizeof...(X) >= 1 && sizeof...(B) == 1;
  static_assert(rules::rank_at_least<rules::axes_of_A<X...>, rules::rank<1>>::value,
                "attn::add_bias(x, b): x must have an axis");
  static_assert(rules::is_vector<rules::in_brief<rules::axes_of_B<B...>>>::value,
                "attn::add_bias(x, b): b must have one axis, the last one of x");
  static_assert(
      rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value ||
          !rules::supports_arithmetic<rules::element<T>>::value,  // which is said below
      "attn::add_bias(x, b): requires one element type for all operands; convert with as<T>(x)");
  static_assert(rules::supports_arithmetic<rules::element<T>>::value,
                "attn::add_bias(x, b): requires elements that can be added and multiplied");
  if constexpr (ranks) {
    using width = rules::last_of_A<last_axis<shape<X...>>>;
    using bias = rules::first_of_B<last_axis<shape<B...>>>;
    static_assert(rules::same_size<width, bias>::value,
                  ATTN_MESSAGE("attn::add_bias(x, b): b must have as many elements as a row of x",
                               rules::axes_of_A<X...>, rules::axes_of_B<B...>));
    static_assert(
        rules::same_name<width, bias>::value,
        ATTN_MESSAGE("attn::add_bias(x, b): the last axis of x and that of b have different "
                     "names",
                     rules::axes_of_A<X...>, rules::axes_of_B<B...>));
    if constexpr (rules::same_size<width, bias>::value && rules::same_name<width, bias>::value &&
                  std::is_same_v<T, U> && scalar<T>) {
      using result =
          replace_axis<shape<X...>, sizeof...(X) - 1,
                       axis_at<merge_names<shape<last_axis<shape<X...>>>, shape<B...>>, 0>>;
      constexpr std::size_t n = shape<B...>::volume;
      tensor_of<T, result> out(detail::uninitialized);
      for (std::size_t i = 0; i < x.size(); i += n) {
        if (std::is_constant_evaluated())
          detail::generic::elementwise<n>(out.data() + i, detail::plus{}, x.data() + i, b.data());
        else
          detail::runtime::elementwise<n>(out.data() + i, detail::plus{}, x.data() + i, b.data());
      }
      return out;
    } else {
      return x;
    }
  } else {
    return x;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
