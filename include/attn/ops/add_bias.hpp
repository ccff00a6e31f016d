// SPDX-License-Identifier: BSL-1.0
// add_bias(x, b): adds the same row to every row.
//
//   out(…, j) = x(…, j) + b(j)
//
// (…, width) x (width) -> (…, width). There is no implicit broadcasting; this function broadcasts
// explicitly. One rounding per element.
// Rules: rank_at_least one, for x; is_vector, for b; same_size, same_name of the widths;
// same_element; supports_arithmetic.
// Cost: cost::add_bias<X, B>(), 1 addition per element.
#pragma once

#include <type_traits>

#include <attn/ops/arithmetic.hpp>
#include <attn/ops/detail/cost.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

template <class X, class B>
struct add_bias_call;
template <class T, class... X, class U, class... B>
struct add_bias_call<tensor<T, X...>, tensor<U, B...>> {
  using width = last_of_A<last_axis<shape<X...>>>;
  using bias = first_of_B<last_axis<shape<B...>>>;
  using result =
      tensor_of<T, with_last_axis<shape<X...>, attn::detail::first_named<last_axis<shape<X...>>,
                                                                         last_axis<shape<B...>>>>>;

  using operands = roles<axes_of_A<X...>, axes_of_B<B...>>;
  using has_rows = rank_at_least<axes_of_A<X...>, rank<1>>;
  using one_row = is_vector<in_brief<axes_of_B<B...>>>;
  using arithmetic = supports_arithmetic<element<T>>;
  using one_element = only_if<arithmetic::value, same_element<element_of_A<T>, element_of_B<U>>>;
  using widths = only_if<all_hold<has_rows, one_row>, same_size<width, bias>>;
  using names = only_if<all_hold<has_rows, one_row>, same_name<width, bias>>;
  static constexpr bool holds = all_hold<has_rows, one_row, arithmetic, one_element, widths, names>;
};

}  // namespace rules

namespace detail {

// The elements of b, whatever its axes, to every row of that length; out may be x.
template <class Out, class T, class... X, class... B>
ATTN_ABI constexpr void write_with_bias(Out& out, const tensor<T, X...>& x,
                                        const tensor<T, B...>& b) {
  if constexpr (is_recorded<T>)
    if (backward_rule<of_bias, T>::record(out, x, b)) return;
  constexpr std::size_t n = shape<B...>::volume;
  for (std::size_t i = 0; i < x.size(); i += n) {
    if (std::is_constant_evaluated())
      constant::elementwise<n>(out.data() + i, plus{}, x.data() + i, b.data());
    else
      runtime::elementwise<n>(out.data() + i, plus{}, x.data() + i, b.data());
  }
}
template <class Result, class X, class B>
ATTN_ABI constexpr Result rows_with_bias(const X& x, const B& b) {
  Result out(uninitialized);
  write_with_bias(out, x, b);
  return out;
}

}  // namespace detail

template <class T, class U, class... X, class... B>
ATTN_ABI constexpr auto add_bias(const tensor<T, X...>& x, const tensor<U, B...>& b) {
  using call = rules::add_bias_call<tensor<T, X...>, tensor<U, B...>>;
  ATTN_REQUIRE(call, has_rows, "attn::add_bias(x, b): x must have an axis");
  ATTN_REQUIRE(call, one_row, "attn::add_bias(x, b): b must have one axis, the last one of x");
  ATTN_REQUIRE_ARITHMETIC(call, "attn::add_bias(x, b)");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::add_bias(x, b)");
  ATTN_REQUIRE(call, widths, "attn::add_bias(x, b): b must have the length of a row of x");
  ATTN_REQUIRE(call, names,
               "attn::add_bias(x, b): the last axis of x and that of b differ in name");
  if constexpr (call::holds)
    return detail::rows_with_bias<typename call::result>(x, b);
  else
    return x;
}

namespace cost {
template <class X, class B>
ATTN_ABI constexpr operation_count add_bias() {
  return add<decltype(attn::add_bias(detail::some<X>(), detail::some<B>()))>();
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
