// SPDX-License-Identifier: BSL-1.0
// sensitive_parameters(f, model): which parameters change the bits of f(model), if the last bit of
// one of them is changed.
//
//   sensitive_parameters([&](const auto& m) { return m(x); }, model)     (parameter), of bool
//
// So it tells what a test that compares f(model) bit for bit notices: with other inputs x it is
// more. A parameter may be insensitive because f does not read it, because a mask or a relu removes
// it, or because the change is rounded away. What cannot be noticed with any values:
// layers/marked_parameters.hpp.
//
// -> (parameter), in the order of for_each_parameter. The last bit is that of the significand: of a
// number its neighbour is tried, of 0 the smallest subnormal number.
// Rules: float_or_double, for the parameters; arithmetic_element: f returns a tensor of integers,
// float or double.
// Cost: one evaluation of f, and one for each parameter.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/element.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/tensor/compare.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {
template <class F, class M>
struct sensitive_call {
  using operands = roles<>;
  using elements = float_or_double<model<M>>;
  using result = std::remove_cvref_t<decltype(std::declval<const F&>()(std::declval<const M&>()))>;
  using comparable = arithmetic_element<returned_element<result>>;
  static constexpr bool holds = elements::value && comparable::value;
};
}  // namespace rules

namespace detail {

template <class T>
ATTN_ABI constexpr T with_another_last_bit(T x) {
  const word_of<T> other = __builtin_bit_cast(word_of<T>, x) ^ 1u;
  return __builtin_bit_cast(T, other);
}

template <class Result, class F, class M>
ATTN_ABI constexpr Result sensitive(const F& f, const M& model) {
  const auto expected = f(model);
  M changed = model;
  Result noticed;
  std::size_t i = 0;
  for_each_parameter(
      [&](const auto&, auto& all) {
        for (auto& x : all) {
          const auto before = x;
          x = with_another_last_bit(before);
          noticed(i++) = !bitwise_equal(f(changed), expected);
          x = before;
        }
      },
      changed);
  return noticed;
}

}  // namespace detail

template <class F, parameter_struct M>
ATTN_ABI constexpr auto sensitive_parameters(const F& f, const M& model) {
  using call = rules::sensitive_call<F, M>;
  ATTN_REQUIRE(call, elements,
               "attn::sensitive_parameters(f, m): needs float or double parameters");
  ATTN_REQUIRE(call, comparable,
               "attn::sensitive_parameters(f, m): f must return a tensor of integers, float or "
               "double");
  using table = tensor<bool, dim<parameter_count<M>>>;
  if constexpr (call::holds)
    return detail::sensitive<table>(f, model);
  else
    return table{};
}

}  // namespace attn
ATTN_STRICT_FP_END
