// SPDX-License-Identifier: BSL-1.0
// The cost of the operations with patterns and names; the others are in ops/cost.hpp.
//
//   cost::einsum<"query d, key d -> query key", Q, K>()
//   cost::dot<Q, K, "d">()
//   cost::reduce<"a b -> a", "mean", X>()
//
// A contraction: for each result a sum of n products, with n - 1 additions, and for m operands m -
// 1 multiplications per product. A reduction: n - 1 operations for a result of n elements; 1
// product more for a mean. rearrange and repeat only move elements: nothing. An invalid call is
// rejected with the error of that call.
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/ops/cost.hpp>
#include <attn/ops/dot.hpp>
#include <attn/ops/einsum.hpp>
#include <attn/ops/reduce_pattern.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::cost {

namespace detail {

// How many products there are, for all results together.
ATTN_ABI constexpr std::uint64_t products_in(const attn::detail::contraction& sum) {
  operation_count all{.multiplications = 1};
  for (std::size_t label = 0; label < sum.labels; ++label) all = all * sum.extent[label];
  return all.multiplications;
}
ATTN_ABI constexpr operation_count sums_of_products(std::size_t results, std::uint64_t products,
                                                    std::size_t operands) {
  return operation_count{.additions = products - results} +
         products * operation_count{.multiplications = operands - 1};
}

// The volume of the axes that are summed.
template <class X, axis_selector... Summed>
inline constexpr std::size_t summed_in = 1;
template <class T, class... Axes, axis_selector... Summed>
  requires(rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Summed>>::value && ...)
inline constexpr std::size_t summed_in<tensor<T, Axes...>, Summed...> = rules::saturating_product(
    axis_at<shape<Axes...>, Summed.template position_in<Axes...>()>::size...);

}  // namespace detail

template <label Pattern, class First, class... More>
ATTN_ABI constexpr operation_count einsum() {
  using out = decltype(attn::einsum<Pattern>(detail::some<First>(), detail::some<More>()...));
  using bound =
      attn::detail::einsum_of<Pattern, typename First::shape_type, typename More::shape_type...>;
  return detail::sums_of_products(out::volume, detail::products_in(bound::sum),
                                  1 + sizeof...(More));
}

template <class A, class B, axis_selector... Summed>
ATTN_ABI constexpr operation_count dot() {
  using out = decltype(attn::dot<Summed...>(detail::some<A>(), detail::some<B>()));
  constexpr std::size_t terms = detail::summed_in<A, Summed...>;
  const operation_count products = out::volume * operation_count{.multiplications = terms};
  return detail::sums_of_products(out::volume, products.multiplications, 2);
}

template <label Pattern, label How, class X, class... Sizes>
ATTN_ABI constexpr operation_count reduce(Sizes... sizes) {
  using out = decltype(attn::reduce<Pattern, How>(detail::some<X>(), sizes...));
  constexpr std::uint64_t steps = X::volume - out::volume;
  if constexpr (How == label("max") || How == label("min"))
    return {.comparisons = steps};
  else if constexpr (How == label("prod"))
    return {.multiplications = steps};
  else if constexpr (How == label("mean"))
    return {.additions = steps, .multiplications = out::volume};
  else
    return {.additions = steps};
}

}  // namespace attn::cost
ATTN_STRICT_FP_END
