// SPDX-License-Identifier: BSL-1.0
// The same elements of another type, or with other names of axes.
#pragma once

#include <type_traits>

#include <attn/tensor/concepts.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// as<U>(x): converts every element of a tensor to U. type_as(x, y): to the element type of y, as in
// PyTorch.
//
// (axes) -> (axes). The conversion is static_cast, so float to int truncates and double to float
// rounds to nearest. There are no implicit conversions between element types.

namespace detail {
// The tensor whose element number i is f(i).
template <class Result, class F>
ATTN_ABI constexpr Result generated(const F& f) {
  Result result(uninitialized);
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = f(i);
  return result;
}
}  // namespace detail

template <scalar U, class T, class... Axes>
ATTN_ABI constexpr auto as(const tensor<T, Axes...>& x) {
  if constexpr (std::is_same_v<U, T>) {
    return x;
  } else {
    tensor<U, Axes...> result(detail::uninitialized);
    const T* from = x.data();
    for (U& element : result) element = static_cast<U>(*from++);
    return result;
  }
}

namespace detail {
struct of_constants;  // operations that have rules of reverse mode
struct of_same_elements;

// As elements of y's type. Of recorded ones, they are constants in the record that y is in.
template <class T, class... Axes, class U, class... Other>
ATTN_ABI constexpr tensor<U, Axes...> as_elements_of(const tensor<T, Axes...>& x,
                                                     const tensor<U, Other...>& y) {
  if constexpr (is_recorded<U> && !std::is_same_v<U, T>) {
    tensor<U, Axes...> result(uninitialized);
    if (backward_rule<of_constants, U>::record(result, x, y)) return result;
    return as<U>(x);
  } else {
    return as<U>(x);
  }
}
}  // namespace detail

template <class T, class... Axes, class U, class... Other>
ATTN_ABI constexpr auto type_as(const tensor<T, Axes...>& x, const tensor<U, Other...>& y) {
  return detail::as_elements_of(x, y);
}

// Changes the names of the axes of a tensor, but not its elements or sizes.
//
//   rename<"token", "key">(x)     the axis token under the name key; rename<0, "key">(x) too
//   with_axes<token, key>(x)      all axes anew, of the same sizes; naming an unnamed matrix
//   with_axes_of(y, x)            x with the axes of y, such as a weight's
//   unnamed(x)                    (a, b) -> (dim, dim)
//   as_keys(x)                    (…, token, width) -> (…, key_token, width): x in the role of keys
//
// as_keys is for self-attention: queries and keys then come from the same axis, which the matrix of
// scores could not carry twice.
// Rules: has_axis, for the name to replace; identifier, for as_keys; same_size, axis by axis, for
// with_axes and with_axes_of; distinct_axes.

namespace detail {
template <class Shape, class T, class... Axes>
ATTN_ABI constexpr tensor_of<T, Shape> with_shape(const tensor<T, Axes...>& x) {
  ATTN_INDETERMINATE tensor_of<T, Shape> result(uninitialized);
  if constexpr (is_recorded<T>)
    if (backward_rule<of_same_elements, T>::record(result, x)) return result;
  if constexpr (is_tally<T>)
    counted_as(result, x);
  else
    for (std::size_t i = 0; i < x.size(); ++i) result.data()[i] = x.data()[i];
  return result;
}

// The shape with the axis at position At under another name.
template <class Shape, std::size_t At, label To>
using renamed_shape = replace_axis<Shape, At, renamed<axis_at<Shape, At>, To>>;

// A named sequence in the role of keys.
template <class Sequence>
using renamed_as_keys = renamed<Sequence, label("key_") + Sequence::name>;
template <class Sequence>
struct as_keys_axis : std::type_identity<Sequence> {};
template <class Sequence>
  requires(Sequence::named)
struct as_keys_axis<Sequence> : std::type_identity<renamed_as_keys<Sequence>> {};
}  // namespace detail

namespace rules {

template <auto From, auto To, class X>
struct rename_call;
template <auto From, auto To, class T, class... Axes>
struct rename_call<From, To, tensor<T, Axes...>> : axis_call<From, tensor<T, Axes...>> {
  using axis = axis_call<From, tensor<T, Axes...>>;
  using result = attn::detail::renamed_shape<shape<Axes...>, axis::position, To>;
  using distinct_result = distinct_axes<repeated_in<result>>;
  using all = in_order<typename axis::all, distinct_result>;
};

template <class X, class... New>
struct with_axes_call;
template <class T, class... Axes, class... New>
struct with_axes_call<tensor<T, Axes...>, New...> {
  using operands = roles<axes_of<Axes...>>;
  using same_sizes = axes_agree<axes_of_A<dim<Axes::size>...>, axes_of_B<New...>>;
  using all = in_order<same_sizes>;
};

template <class X>
struct as_keys_call;
template <class T, class... Axes>
struct as_keys_call<tensor<T, Axes...>> {
  using from = shape<Axes...>;
  using keys = typename attn::detail::as_keys_axis<second_to_last_axis<from>>::type;
  using result = replace_axis<from, from::rank - 2, keys>;

  using operands = roles<axes_of<Axes...>>;
  using two_axes = rank_at_least<axes_of<Axes...>, rank<2>>;
  using nameable = identifier<any_axis<keys>>;
  using all = in_order<two_axes, nameable>;
};

}  // namespace rules

template <axis_selector From, label To, class T, class... Axes>
ATTN_ABI constexpr auto rename(const tensor<T, Axes...>& x) {
  using call = rules::rename_call<From, To, tensor<T, Axes...>>;
  ATTN_REQUIRE(call, axis_exists, "attn::rename<from, to>(x): x has no axis `from`");
  ATTN_REQUIRE(call, distinct_result, "attn::rename<from, to>(x): x has another axis named `to`");
  if constexpr (call::all::value)
    return detail::with_shape<typename call::result>(x);
  else
    return x;
}

template <axis_like... New, class T, class... Axes>
ATTN_ABI constexpr auto with_axes(const tensor<T, Axes...>& x) {
  using call = rules::with_axes_call<tensor<T, Axes...>, New...>;
  ATTN_REQUIRE(call, same_sizes,
               "attn::with_axes<axes…>(x): requires as many axes as x has, of the same sizes");
  if constexpr (call::all::value)
    return detail::with_shape<shape<New...>>(x);
  else
    return x;
}

template <class U, class... New, class T, class... Axes>
ATTN_ABI constexpr auto with_axes_of(const tensor<U, New...>&, const tensor<T, Axes...>& x) {
  using call = rules::with_axes_call<tensor<T, Axes...>, New...>;
  ATTN_REQUIRE(call, same_sizes,
               "attn::with_axes_of(y, x): requires as many axes as y has, of the same sizes");
  if constexpr (call::all::value)
    return detail::with_shape<shape<New...>>(x);
  else
    return x;
}

template <class T, class... Axes>
ATTN_ABI constexpr auto unnamed(const tensor<T, Axes...>& x) {
  return detail::with_shape<shape<dim<Axes::size>...>>(x);
}

template <class T, class... Axes>
ATTN_ABI constexpr auto as_keys(const tensor<T, Axes...>& x) {
  using call = rules::as_keys_call<tensor<T, Axes...>>;
  ATTN_REQUIRE(call, two_axes, "attn::as_keys(x): x must have a sequence axis and a width");
  ATTN_REQUIRE(call, nameable,
               "attn::as_keys(x): `key_` and the sequence's name must be at most 23 characters");
  if constexpr (call::all::value)
    return detail::with_shape<typename call::result>(x);
  else
    // Without a name, so that no other rule reports this mistake too.
    return unnamed(x);
}

}  // namespace attn
ATTN_STRICT_FP_END
