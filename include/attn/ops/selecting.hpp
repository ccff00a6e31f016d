// SPDX-License-Identifier: BSL-1.0
// Parts of tensors and tensors of parts: select, narrow, concat, index_select, one_hot.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/storage.hpp>
#include <attn/ops/reductions.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// What puts a tensor together of several: concat, unroll, vmap. The elements of x to their place in
// out: runs of them, as many as out has runs of `step` elements, go to `offset` in each.
template <std::size_t Volume, std::size_t Part>
struct runs_joined : moves_elements {
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* x, std::size_t step, std::size_t offset) {
    const std::size_t runs = Volume / step, length = Part / runs;
    for (std::size_t run = 0; run < runs; ++run)
      for (std::size_t i = 0; i < length; ++i) out[run * step + offset + i] = *x++;
  }
};
template <class Out, class X>
ATTN_ABI constexpr void write_runs(Out& out, std::size_t step, std::size_t offset, const X& x) {
  evaluate<runs_joined<Out::volume, X::volume>>(out, x, step, offset);
}

}  // namespace attn::detail

namespace attn {

// Copies a part of a tensor along one axis: one index, or a range of indices.
//
//   select<"token">(x, 2)       (token, width) -> (width): token 2; removes the axis
//   narrow<"token", 3>(x, 2)    (token 8, width) -> (token 3, width): tokens 2, 3, 4
//
// Exact. The names are PyTorch's. The axis is named, or given by position.
// Rules: has_axis; fits_into: the range is not longer than the axis. An index or a
// start out of range does not compile as a constant and ends the program at run time.

namespace rules {

template <auto Axis, std::size_t Length, class X>
struct narrow_call;
template <auto Axis, std::size_t Length, class T, class... Axes>
struct narrow_call<Axis, Length, tensor<T, Axes...>> : axis_call<Axis, tensor<T, Axes...>> {
  using axis = axis_call<Axis, tensor<T, Axes...>>;
  using whole = axis_at<shape<Axes...>, axis::position>;
  using result = tensor_of<T, replace_axis<shape<Axes...>, axis::position, resized<whole, Length>>>;
  using part_fits = fits_into<size<Length>, any_axis<whole>>;
  using all = in_order<typename axis::all, part_fits>;
};

}  // namespace rules

namespace detail {

// Count indices of the axis from `start` on.
template <class Around, std::size_t Count>
struct part_of_axis : moves_elements {
  template <class T>
  ATTN_ABI static constexpr void write(T* to, const T* from, std::size_t start) {
    for (std::size_t o = 0; o < Around::outer; ++o)
      for (std::size_t i = 0; i < Count * Around::inner; ++i)
        *to++ = from[(o * Around::extent + start) * Around::inner + i];
  }
};

template <class Result, std::size_t At, std::size_t Length = 1, class T, class... Axes>
ATTN_ABI constexpr Result narrowed(const tensor<T, Axes...>& x, std::size_t start) {
  if (start > shape<Axes...>::extents[At] - Length) index_out_of_range_for_its_axis();
  return made<part_of_axis<around_axis<shape<Axes...>, At>, Length>, Result>(x, start);
}

}  // namespace detail

// A negative index is a huge one (as_index).
template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto select(const tensor<T, Axes...>& x, std::integral auto index) {
  using call = rules::axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::select<axis>(x, index)");
  if constexpr (call::all::value)
    return detail::narrowed<typename call::reduced, call::position>(x, detail::as_index(index));
  else
    return x;
}

template <axis_selector Axis, std::size_t Length, class T, class... Axes>
ATTN_ABI constexpr auto narrow(const tensor<T, Axes...>& x, std::integral auto start) {
  using call = rules::narrow_call<Axis, Length, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::narrow<axis, length>(x, start)");
  ATTN_REQUIRE(
      call, part_fits,
      "attn::narrow<axis, length>(x, start): the length must be 1 to the size of the axis");
  if constexpr (call::all::value)
    return detail::narrowed<typename call::result, call::position, Length>(x,
                                                                           detail::as_index(start));
  else
    return x;
}

ATTN_AXIS_AS_TYPE(select)
ATTN_AXIS_AS_TYPE(narrow)
ATTN_ANOTHER_FORM(select, > 0,
                  "attn::select(x, i): the axis is a template argument: select<0>(x, i)")
ATTN_ANOTHER_FORM(narrow, > 0,
                  "attn::narrow(x, i): axis and length are template arguments: narrow<0, 2>(x, i)")

// concat<axis>(a, b, …): concatenates tensors along an axis.
//
//   out(…, i, …) = a(…, i, …) for i < n_a, b(…, i - n_a, …) for the next n_b indices, …
//
// (token 2, feature) and (token 3, feature) -> (token 5, feature), for "token". The axis is looked
// up in a. It keeps its name and gets the sum of the sizes. Exact.
// Rules: has_axis, for a; same_axis, for all other axes, and for the name of this one;
// same_element; addressable.

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
  using other_axes = each_of<axes_agree<role_of<axes_of_A, names>,
                                        role_of<axes_of_B, others<typename More::shape_type>>>...>;
  using addressable = rules::addressable<sizes<result::volume>, element<T>>;
  using all = in_order<axis_exists, one_element, other_axes, addressable>;
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
  if constexpr (call::all::value)
    return detail::concatenated<tensor_of<T, typename call::result>, call::position>(a, more...);
  else
    return a;
}
ATTN_AXIS_AS_TYPE(concat)
ATTN_ANOTHER_FORM(concat, > 0,
                  "attn::concat(A, B): the axis is a template argument: concat<0>(A, B)")

// Copies the elements at several indices of an axis, in the order of the indices.
//
//   index_select<"token">(x, ids)                      out(…, i, …) = x(…, ids(i), …)
//   index_select<"token">(x, ids, negative_from_end)   -1 is the last one, -2 the one before
//
// (token, width) and (choice) of integers, or of token ids -> (choice, width). Exact. An index may
// occur several times. PyTorch: torch.index_select; with negative_from_end ONNX' and NumPy's
// indices. one_hot takes the option as well.
// Rules: has_axis; is_vector, for ids; is_integer or is_token_id; ids_within the axis, for token
// ids; distinct_axes of the result; addressable. An index out of range does not compile as a
// constant and ends the program at run time.

// What a negative id means: nothing, by default, or an index that counts from the end of the axis.
struct negative_out_of_range_t {};
struct negative_from_end_t {};
inline constexpr negative_from_end_t negative_from_end{};
template <class Option>
concept negative_id_option =
    std::same_as<Option, negative_out_of_range_t> || std::same_as<Option, negative_from_end_t>;

namespace detail {

// The index that an id stands for, of n. What is out of range is at least n.
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
template <auto Axis, class T, class... Axes, class Id, class... IdAxes>
struct index_select_call<Axis, tensor<T, Axes...>, tensor<Id, IdAxes...>>
    : axis_call<Axis, tensor<T, Axes...>> {
  using axis = axis_call<Axis, tensor<T, Axes...>>;
  using whole = axis_at<shape<Axes...>, axis::position>;
  using chosen = axis_at<shape<IdAxes..., dim<1>>, 0>;
  using result_shape = replace_axis<shape<Axes...>, axis::position, chosen>;
  using result = tensor_of<T, result_shape>;
  using one_axis = is_vector<in_brief<axes_of<IdAxes...>>>;
  using are_ids = typename axis_ids<whole, Id>::are_ids;
  using within_axis = typename axis_ids<whole, Id>::within_axis;
  using distinct_result = distinct_axes<repeated_in<result_shape>>;
  using addressable = rules::addressable<sizes<result_shape::volume>, element<T>>;
  using all =
      in_order<typename axis::all, one_axis, are_ids, within_axis, distinct_result, addressable>;
};

}  // namespace rules

namespace detail {

template <class Result, std::size_t At, class T, class... Axes, class Ids, class Negative>
ATTN_ABI constexpr Result chosen(const tensor<T, Axes...>& x, const Ids& ids, Negative negative) {
  using around = around_axis<shape<Axes...>, At>;
  Result out(uninitialized);
  auto to = out.data();
  for (std::size_t o = 0; o < around::outer; ++o)
    for (const auto& id : ids) {
      const std::size_t index = index_of_id(id, around::extent, negative);
      const auto from = x.data() + (o * around::extent + index) * around::inner;
      for (std::size_t j = 0; j < around::inner; ++j) *to++ = from[j];
    }
  return out;
}

}  // namespace detail

template <axis_selector Axis, class T, class... Axes, class Id, class... IdAxes,
          negative_id_option Negative = negative_out_of_range_t>
ATTN_ABI constexpr auto index_select(const tensor<T, Axes...>& x, const tensor<Id, IdAxes...>& ids,
                                     Negative option = {}) {
  using call = rules::index_select_call<Axis, tensor<T, Axes...>, tensor<Id, IdAxes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::index_select<axis>(x, ids)");
  ATTN_REQUIRE(call, one_axis, "attn::index_select<axis>(x, ids): the ids must have one axis");
  ATTN_REQUIRE(call, are_ids, "attn::index_select<axis>(x, ids): the ids must be integers");
  ATTN_REQUIRE(call, within_axis,
               "attn::index_select<axis>(x, ids): there are more ids than the axis has indices");
  ATTN_REQUIRE(call, distinct_result,
               "attn::index_select<axis>(x, ids): x has another axis with the name of the ids");
  ATTN_REQUIRE_ADDRESSABLE(call, "attn::index_select<axis>(x, ids)");
  if constexpr (call::all::value) {
    constexpr std::size_t n = call::whole::size;
    for (const Id& id : ids) {
      const std::size_t index = detail::index_of_id(id, n, option);
      if (index >= n) index_out_of_range_for_its_axis();
    }
    return detail::chosen<typename call::result, call::position>(x, ids, option);
  } else {
    return x;
  }
}

// one_hot<Axis, T>(ids): maps every id to a row of zeros with a one at the index of the id.
//
//   out(…, j) = 1 if j == ids(…), else 0
//   one_hot<Axis, T>(ids, negative_from_end)    -1 is the last index, -2 the one before
//
// (token) of integers, or of token ids -> (token, word) of T. Exact. one_hot(ids) times a table is
// embedding(ids, table), and costs more.
// An integer that is negative (with negative_from_end: below minus the size of the axis), or not
// below the size of the axis, does not compile as a constant. At run time it ends the program if
// ATTN_CHECKED is defined. Otherwise its row is zero.
// Rules: is_integer or is_token_id; ids_within the axis, for token ids; distinct_axes, for the
// result; has_room_for one more; addressable.

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void id_out_of_range_for_one_hot() { detail::end_of_program(); }

namespace rules {

template <class Axis, class T, class Ids>
struct one_hot_call;
template <class Axis, class T, class Id, class... Axes>
struct one_hot_call<Axis, T, tensor<Id, Axes...>>
    : axis_ids<Axis, Id>,
      new_axis_call<T, tensor<Id, Axes...>, shape<Axes..., Axis>,
                    all_hold<typename axis_ids<Axis, Id>::are_ids,
                             typename axis_ids<Axis, Id>::within_axis>> {
  using all = in_order<typename one_hot_call::are_ids, typename one_hot_call::within_axis,
                       typename one_hot_call::new_axis_call::all>;
};

}  // namespace rules

namespace detail {

template <class Result, class Ids, class Negative>
ATTN_ABI constexpr Result one_hot_rows(const Ids& ids, Negative negative) {
  constexpr std::size_t words = last_axis<typename Result::shape_type>::size;
  using element = typename Result::value_type;
  Result out;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::size_t id = index_of_id(ids.data()[i], words, negative);
    if (id < words) out.data()[i * words + id] = element(1);
  }
  return out;
}

}  // namespace detail

template <axis_like Axis, scalar T, class Id, class... Axes,
          negative_id_option Negative = negative_out_of_range_t>
ATTN_ABI constexpr auto one_hot(const tensor<Id, Axes...>& ids, Negative option = {}) {
  using call = rules::one_hot_call<Axis, T, tensor<Id, Axes...>>;
  ATTN_REQUIRE(call, are_ids, "attn::one_hot<Axis, T>(ids): the ids must be integers");
  ATTN_REQUIRE(call, within_axis,
               "attn::one_hot<Axis, T>(ids): there are more ids than the axis has indices");
  ATTN_REQUIRE(call, distinct_result,
               "attn::one_hot<Axis, T>(ids): ids have an axis of that name already");
  ATTN_REQUIRE_ROOM(call, "attn::one_hot<Axis, T>(ids)");
  ATTN_REQUIRE_ADDRESSABLE(call, "attn::one_hot<Axis, T>(ids)");
  if constexpr (call::all::value) {
#if !defined(ATTN_CHECKED)
    if (std::is_constant_evaluated())
#endif
      for (const Id& id : ids)
        if (detail::index_of_id(id, Axis::size, option) >= Axis::size)
          id_out_of_range_for_one_hot();
    return detail::one_hot_rows<tensor<T, Axes..., Axis>>(ids, option);
  } else {
    return ids;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
