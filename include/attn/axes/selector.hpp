// SPDX-License-Identifier: BSL-1.0
// A selector selects the axis of a tensor that an operation works on: softmax<"key">(x) by name,
// softmax<0>(x) by position (for unnamed axes), softmax<-1>(x) counting from the last, as PyTorch
// does.
//
// Rule: the tensor has such an axis (rules::has_axis); the operation checks it.
#pragma once

#include <cstddef>

#include <attn/axes/axis.hpp>
#include <attn/axes/label.hpp>

namespace attn {

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

}  // namespace attn
