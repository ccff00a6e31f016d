// SPDX-License-Identifier: BSL-1.0
// Copies the elements at several indices of an axis, in the order of the indices.
//
//   index_select<"token">(x, ids)                      out(…, i, …) = x(…, ids(i), …)
//   index_select<"token">(x, ids, negative_from_end)   -1 is the last one, -2 the one before
//
// (token, width) and (choice) of integers, or of token ids -> (choice, width). Exact. An index may
// occur several times. PyTorch: torch.index_select; with negative_from_end ONNX' and NumPy's
// indices. one_hot takes the option, too.
// Rules: has_axis; is_vector, for ids; is_integer or is_token_id; ids_within the axis, for token
// ids; distinct_axes of the result; addressable. Each index is checked like that of
// tensor::operator().
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/rules/models.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// What a negative id means: nothing, by default, or an index that counts from the end of the axis.
struct negative_out_of_range_t {};
struct negative_from_end_t {};
inline constexpr negative_from_end_t negative_from_end{};
template <class Option>
concept negative_id_option =
    std::same_as<Option, negative_out_of_range_t> || std::same_as<Option, negative_from_end_t>;

namespace detail {

// The index that an id stands for, of n; what is out of range is at least n.
template <class Id>
ATTN_ABI constexpr std::size_t index_of_id(const Id& id, std::size_t, negative_out_of_range_t) {
  if constexpr (std::integral<Id>)
    return as_index(id);
  else
    return static_cast<std::size_t>(id);
}
template <class Id>
ATTN_ABI constexpr std::size_t index_of_id(const Id& id, std::size_t n, negative_from_end_t) {
  if constexpr (std::integral<Id>) {
    if (is_negative(id)) {
      const std::ptrdiff_t from_begin = as_position(id) + static_cast<std::ptrdiff_t>(n);
      return from_begin < 0 ? SIZE_MAX : static_cast<std::size_t>(from_begin);
    }
  }
  return index_of_id(id, n, negative_out_of_range_t{});
}

}  // namespace detail

namespace rules {

// Ids of an axis: integers, or token ids, of which the axis has enough.
template <class Axis, class Id>
struct axis_ids {
  using are_ids = std::conditional_t<is_token_id<element<Id>>::value, is_token_id<element<Id>>,
                                     is_integer<element<Id>>>;
  using within_axis = ids_within<element<Id>, any_axis<Axis>>;
};

template <auto Axis, class X, class Ids>
struct index_select_call;
template <auto Axis, class T, class... Axes, class Id, class... I>
struct index_select_call<Axis, tensor<T, Axes...>, tensor<Id, I...>>
    : axis_call<Axis, tensor<T, Axes...>> {
  using axis = axis_call<Axis, tensor<T, Axes...>>;
  using whole = axis_at<shape<Axes...>, axis::position>;
  using chosen = axis_at<shape<I..., dim<1>>, 0>;
  using result_shape = replace_axis<shape<Axes...>, axis::position, chosen>;
  using result = tensor_of<T, result_shape>;
  using one_axis = is_vector<in_brief<axes_of<I...>>>;
  using are_ids = typename axis_ids<whole, Id>::are_ids;
  using within_axis = only_if<axis::holds, typename axis_ids<whole, Id>::within_axis>;
  static constexpr bool operands_fit = axis::holds && all_hold<one_axis, are_ids, within_axis>;
  using distinct_result = only_if<operands_fit, distinct_axes<repeated_in<result_shape>>>;
  using addressable = only_if<operands_fit && distinct_result::value,
                              rules::addressable<sizes<result_shape::volume>, element<T>>>;
  static constexpr bool holds = operands_fit && all_hold<distinct_result, addressable>;
};

}  // namespace rules

namespace detail {

template <class Result, std::size_t At, class T, class... Axes, class Ids, class Negative>
ATTN_ABI constexpr Result chosen(const tensor<T, Axes...>& x, const Ids& ids, Negative negative) {
  using around = around_axis<shape<Axes...>, At>;
  Result out(uninitialized);
  T* to = out.data();
  for (std::size_t o = 0; o < around::outer; ++o)
    for (const auto& id : ids) {
      const std::size_t index = index_of_id(id, around::extent, negative);
      const T* const from = x.data() + (o * around::extent + index) * around::inner;
      for (std::size_t j = 0; j < around::inner; ++j) *to++ = from[j];
    }
  return out;
}

}  // namespace detail

template <axis_selector Axis, class T, class... Axes, class Id, class... I,
          negative_id_option Negative = negative_out_of_range_t>
ATTN_ABI constexpr auto index_select(const tensor<T, Axes...>& x, const tensor<Id, I...>& ids,
                                     Negative option = {}) {
  using call = rules::index_select_call<Axis, tensor<T, Axes...>, tensor<Id, I...>>;
  ATTN_REQUIRE_AXIS(call, "attn::index_select<axis>(x, ids)");
  ATTN_REQUIRE(call, one_axis, "attn::index_select<axis>(x, ids): the ids must have one axis");
  ATTN_REQUIRE(call, are_ids, "attn::index_select<axis>(x, ids): the ids must be integers");
  ATTN_REQUIRE(call, within_axis,
               "attn::index_select<axis>(x, ids): there are more ids than the axis has indices");
  ATTN_REQUIRE(call, distinct_result,
               "attn::index_select<axis>(x, ids): x has another axis named as that of the ids");
  ATTN_REQUIRE_ADDRESSABLE(call, "attn::index_select<axis>(x, ids)");
  if constexpr (call::holds) {
    constexpr std::size_t n = call::whole::size;
    for (const Id& id : ids) {
      const std::size_t index = detail::index_of_id(id, n, option);
      x.check_index(index, n);
    }
    return detail::chosen<typename call::result, call::position>(x, ids, option);
  } else {
    return x;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
