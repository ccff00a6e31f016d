// SPDX-License-Identifier: BSL-1.0
// shape_of<X>: the axes of a tensor's type (or of a shape, or an axis) as text, at compile time and
// at run time: shape_of<decltype(Q)> is "token 3 x feature 4".
//
// A label, so that it compares (shape_of<X> == label("token 3 x feature 4")), goes into a type,
// where a compiler prints it, and from C++26 on into a static_assert as its message; `.text` is
// for printf. An axis without a name is its size; a tensor without axes is a "scalar".
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/axes/axis.hpp>
#include <attn/axes/label.hpp>
#include <attn/axes/shape.hpp>

namespace attn {

namespace detail {

// Counts the characters, and writes them where there is somewhere to write.
struct shape_writer {
  char* to = nullptr;
  std::size_t length = 0;

  consteval void put(char c) {
    if (to != nullptr) to[length] = c;
    ++length;
  }
  consteval void put(const char* word) {
    while (*word != '\0') put(*word++);
  }
  consteval void put(std::size_t number) {
    if (number >= 10) put(number / 10);
    put(static_cast<char>('0' + number % 10));
  }
  template <class Axis>
  consteval void put_axis() {
    if (length > 0) put(" x ");
    if constexpr (Axis::named) {
      put(Axis::name.text);
      put(' ');
    }
    put(Axis::size);
  }
};

template <class X>
struct shape_in {
  using type = typename X::shape_type;
};
template <class... Axes>
struct shape_in<shape<Axes...>> {
  using type = shape<Axes...>;
};
template <axis_like Axis>
struct shape_in<Axis> {
  using type = shape<Axis>;
};

template <class... Axes>
consteval std::size_t write_shape(char* to, shape<Axes...>) {
  shape_writer writer{to};
  if constexpr (sizeof...(Axes) == 0)
    writer.put("scalar");
  else
    (writer.put_axis<Axes>(), ...);
  return writer.length;
}

template <class Shape>
consteval auto text_of_shape() {
  label<write_shape(nullptr, Shape{}) + 1> all;
  write_shape(all.text, Shape{});
  return all;
}

}  // namespace detail

template <class X>
inline constexpr auto shape_of =
    detail::text_of_shape<typename detail::shape_in<std::remove_cvref_t<X>>::type>();

}  // namespace attn
