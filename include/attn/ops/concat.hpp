// SPDX-License-Identifier: BSL-1.0
// concat<axis>(a, b, …): concatenates tensors along an axis.
//
//   out(…, i, …) = a(…, i, …) for i < n_a, b(…, i - n_a, …) for the next n_b indices, …
//
// (token 2, feature) and (token 3, feature) -> (token 5, feature), for "token". The axis is looked
// up in a; it keeps its name and gets the sum of the sizes. Exact.
// Rules: has_axis, for a; same_axis, for all other axes, and for the name of this one;
// same_element; addressable.
#pragma once

#include <cstddef>

#include <attn/ops/detail/join.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// B with the size of A along the axis at position At.
template <class A, std::size_t At, class B>
struct size_aside {
  using type = B;
};
template <class A, std::size_t At, class B>
  requires(A::rank == B::rank)
struct size_aside<A, At, B> {
  using type = replace_axis<B, At, resized<axis_at<B, At>, A::extents[At]>>;
};

template <class Result, std::size_t At, class... Tensors>
ATTN_ABI constexpr Result concatenated(const Tensors&... x) {
  Result out(uninitialized);
  std::size_t runs = 1;
  for (std::size_t d = 0; d < At; ++d) runs *= Result::shape_type::extents[d];
  const std::size_t step = Result::volume / runs;
  std::size_t offset = 0;
  ((write_runs(out, step, offset, x), offset += x.size() / runs), ...);
  return out;
}

}  // namespace detail

namespace rules {

template <auto Axis, class A, class... More>
struct concat_call;
template <auto Axis, class T, class... Axes, class... More>
struct concat_call<Axis, tensor<T, Axes...>, More...> {
  static constexpr std::size_t position = Axis.template position_in<Axes...>();
  using names =
      typename attn::detail::all_names<shape<Axes...>, typename More::shape_type...>::type;
  template <class B>
  using others = typename attn::detail::size_aside<names, position, B>::type;
  static constexpr std::size_t size =
      rules::saturating_sum(axis_at<shape<Axes...>, position>::size,
                            axis_at<typename More::shape_type, position>::size...);
  using result = replace_axis<names, position, resized<axis_at<names, position>, size>>;

  using operands = roles<axes_of_A<Axes...>, role_of<axes_of_B, typename More::shape_type>...>;
  using axis_exists = has_axis<in_brief<axes_of_A<Axes...>>, wanted<Axis>>;
  using one_element =
      each_of<same_element<element_of_A<T>, element_of_B<typename More::value_type>>...>;
  using other_axes =
      only_if<axis_exists::value,
              each_of<axes_agree<role_of<axes_of_A, names>,
                                 role_of<axes_of_B, others<typename More::shape_type>>>...>>;
  using addressable = only_if<all_hold<axis_exists, one_element, other_axes>,
                              rules::addressable<sizes<result::volume>, element<T>>>;
  static constexpr bool holds = all_hold<axis_exists, one_element, other_axes, addressable>;
};

}  // namespace rules

template <axis_selector Axis, class T, class... Axes, class... More>
  requires(detail::is_tensor<More> && ...)
ATTN_ABI constexpr auto concat(const tensor<T, Axes...>& a, const More&... more) {
  using call = rules::concat_call<Axis, tensor<T, Axes...>, More...>;
  ATTN_REQUIRE(call, axis_exists, "attn::concat<axis>(A, B…): A has no such axis");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::concat<axis>(A, B…)");
  ATTN_REQUIRE(
      call, other_axes,
      "attn::concat<axis>(A, B…): all axes but the one along which they are joined must be "
      "the same");
  ATTN_REQUIRE_ADDRESSABLE(call, "attn::concat<axis>(A, B…)");
  if constexpr (call::holds)
    return detail::concatenated<tensor_of<T, typename call::result>, call::position>(a, more...);
  else
    return a;
}

}  // namespace attn
ATTN_STRICT_FP_END
