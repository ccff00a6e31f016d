// SPDX-License-Identifier: BSL-1.0
// An axis, its name, and how operations are told which axis is meant.
#pragma once

#include <cstddef>

#include <attn/detail/abi.hpp>
#include <attn/rules/diagnostic_axes.hpp>
#include <attn/version.hpp>

namespace attn {

// A label is the name of an axis, as a value that a type can carry: "token" in axis<"token", 3>.
//
// Rule: an identifier (ASCII letters, digits, `_`; no digit first) of 1 to 23 characters; axis
// checks it. An array of characters without a terminating zero is not one.
// Labels compare by their text. They are templates over their length, and not arrays of a fixed
// one, because both compilers then print them as "token" and not as a list of character codes.

template <std::size_t N>
struct label {
  char text[N]{};

  consteval label() = default;
  // Implicit, so that a string literal can be a template argument of type label.
  consteval label(const char (&literal)[N]) { detail::copy_string(text, literal); }

  static constexpr std::size_t length = N - 1;

  // Under these names a C++26 static_assert finds its message.
  ATTN_ABI constexpr const char* data() const { return text; }
  ATTN_ABI static constexpr std::size_t size() { return length; }
};

template <std::size_t N, std::size_t M>
ATTN_ABI constexpr bool operator==(const label<N>& a, const label<M>& b) {
  if (N != M) return false;
  for (std::size_t i = 0; i < N && i < M; ++i)
    if (a.text[i] != b.text[i]) return false;
  return true;
}

// Concatenation: "key_" + "token" is "key_token".
template <std::size_t N, std::size_t M>
consteval auto operator+(const label<N>& a, const label<M>& b) {
  label<N + M - 1> joined;
  for (std::size_t i = 0; i < N - 1; ++i) joined.text[i] = a.text[i];
  for (std::size_t i = 0; i < M; ++i) joined.text[N - 1 + i] = b.text[i];
  return joined;
}

template <std::size_t N>
consteval bool is_identifier(const label<N>& name) {
  constexpr std::size_t longest = 23;
  if (name.length == 0 || name.length > longest) return false;
  for (std::size_t i = 0; i < name.length; ++i) {
    const char c = name.text[i];
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    const bool digit = c >= '0' && c <= '9';
    if (!letter && !(digit && i > 0)) return false;
  }
  return true;
}

// An axis is one dimension of a tensor, as a type: its size and, if it has one, its name.
//
//   using token = axis<"token", 3>;   // a name and a size
//   dim<3>                            // a size only; what matrix<double, 3, 3> is made of
//
// Rules: the name is an identifier of 1 to 23 characters; the size is at least 1. Sizes are always
// compared. Names where both sides have one, so naming is gradual.

// Both are always whole types. Tensor asserts their rules, so that a bad axis is one error.
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

// axis_like: what a tensor's axes are. named_axis: those with a name.
template <class A>
concept axis_like = is_axis<A>;
template <class A>
concept named_axis = axis_like<A> && A::named;

// The same axis under another name: renamed<token, "key_token">. An unnamed axis gets one.
template <axis_like A, label Name>
using renamed = axis<Name, A::size>;

// The same axis with another size: resized<token, 5>. It keeps its name, or has none as before.
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

// A selector selects the axis of a tensor that an operation works on: softmax<"key">(x) by name,
// softmax<0>(x) by position (for unnamed axes), softmax<-1>(x) counting from the last, as PyTorch
// does. softmax<key>(x), with the type, is accepted too: x must have that axis, name and size.
//
// Rule: the tensor has such an axis (rules::has_axis); the operation checks it.

// The name, or if it is empty, the position.
template <std::size_t N>
struct axis_selector {
  label<N> name;
  int position = 0;

  // Implicit: softmax<"key"> and softmax<0> are what a reader expects to write. An empty literal is
  // no axis' name and must not mean position 0.
  consteval axis_selector(const char (&literal)[N])
      : name(literal), position(N > 1 ? 0 : nowhere) {}
  consteval axis_selector(int index)
    requires(N == 1)
      : position(index) {}
  consteval axis_selector(const label<N>& text) : name(text), position(N > 1 ? 0 : nowhere) {}

  // The position among Axes, or their number if there is no such axis.
  template <class... Axes>
  consteval std::size_t position_in() const {
    constexpr auto rank = static_cast<int>(sizeof...(Axes));
    if (N == 1) {
      const int at = position < 0 ? position + rank : position;
      return at < 0 || at > rank ? sizeof...(Axes) : static_cast<std::size_t>(at);
    }
    std::size_t found = 0;
    [[maybe_unused]] bool done = false;  // of no axes: not read
    ((done = done || is_text(Axes::text), found += done ? 0 : 1), ...);
    return found;
  }

  template <class Axis>
  consteval bool is_named() const {
    return is_text(Axis::text);
  }
  consteval bool is_text(const detail::label_text& text) const {
    return text.length > 0 && text.equals({name.text, name.length});
  }

  static constexpr int nowhere = 1 << 30;
};

template <std::size_t N>
axis_selector(const char (&)[N]) -> axis_selector<N>;
axis_selector(int) -> axis_selector<1>;
template <std::size_t N>
axis_selector(const label<N>&) -> axis_selector<N>;

}  // namespace attn
