// SPDX-License-Identifier: BSL-1.0
// An axis is one dimension of a tensor, as a type: its size and, if it has one, its name.
//
//   using token = axis<"token", 3>;   // a name and a size
//   dim<3>                            // a size only; what matrix<double, 3, 3> is made of
//
// Rules: the name is an identifier of 1 to 23 characters; the size is at least 1. Sizes are always
// compared; names where both sides have one, so naming is gradual.
#pragma once

#include <cstddef>

#include <attn/axes/label.hpp>
#include <attn/detail/abi.hpp>

namespace attn {

// Both are always whole types; tensor asserts their rules, so that a bad axis is one error.
template <label Name, std::size_t Size>
struct axis {
  static constexpr std::size_t size = Size > 0 ? Size : 1;
  static constexpr std::size_t asked_size = Size;
  static constexpr auto name = Name;
  static constexpr bool named = true;
  ATTN_ABI static constexpr detail::label_text text = {Name.text, Name.length};
};

template <std::size_t Size>
struct dim {
  static constexpr std::size_t size = Size > 0 ? Size : 1;
  static constexpr std::size_t asked_size = Size;
  static constexpr bool named = false;
  ATTN_ABI static constexpr detail::label_text text = {};
};

template <class A>
inline constexpr bool is_axis = false;
template <label Name, std::size_t Size>
inline constexpr bool is_axis<axis<Name, Size>> = true;
template <std::size_t Size>
inline constexpr bool is_axis<dim<Size>> = true;

// axis_like: what a tensor's axes are; named_axis: those with a name.
template <class A>
concept axis_like = is_axis<A>;
template <class A>
concept named_axis = axis_like<A> && A::named;

// The same axis under another name: renamed<token, "key_token">; an unnamed axis gets one.
template <axis_like A, label Name>
using renamed = axis<Name, A::size>;

// The same axis with another size: resized<token, 5>; it keeps its name, or has none as before.
namespace detail {
template <class A, std::size_t Size>
struct with_size;
template <label Name, std::size_t Old, std::size_t Size>
struct with_size<axis<Name, Old>, Size> {
  using type = axis<Name, Size>;
};
template <std::size_t Old, std::size_t Size>
struct with_size<dim<Old>, Size> {
  using type = dim<Size>;
};
}  // namespace detail
template <axis_like A, std::size_t Size>
using resized = typename detail::with_size<A, Size>::type;

}  // namespace attn
