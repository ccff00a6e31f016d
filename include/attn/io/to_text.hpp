// SPDX-License-Identifier: BSL-1.0
// What the writers of checkpoints append to a file: text, numbers, elements.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <attn/detail/element.hpp>
#include <attn/io/checkpoint.hpp>
#include <attn/io/file.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

inline constexpr bool is_little_endian = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

// All at once: in constant evaluation, what libc++ does for one element is long.
ATTN_ABI constexpr void append(byte_buffer& to, std::string_view text) {
  to.insert(to.end(), text.begin(), text.end());
}
ATTN_ABI constexpr void append(byte_buffer& to, const char* text) {
  append(to, std::string_view(text));
}
ATTN_ABI constexpr void append(byte_buffer& to, std::uint64_t number) {
  if (number >= 10) append(to, number / 10);
  to.push_back(static_cast<unsigned char>('0' + number % 10));
}
// (Clang has no constant for what libstdc++ 12 does in resize.)
ATTN_ABI constexpr void append_zeros(byte_buffer& to, std::size_t count) {
  if (!std::is_constant_evaluated()) return to.resize(to.size() + count);
  for (std::size_t i = 0; i < count; ++i) to.push_back(0);
}
template <class T>
ATTN_ABI constexpr void append_elements(byte_buffer& to, const T* from, std::size_t count) {
  if (is_little_endian && !std::is_constant_evaluated()) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(from);
    to.insert(to.end(), bytes, bytes + count * sizeof(T));
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (std::is_floating_point_v<T>)
      append_little_endian(to, __builtin_bit_cast(word_of<T>, from[i]));
    else if constexpr (two_byte_float<T>)
      append_little_endian(to, from[i].bits);
    else if constexpr (sizeof(T) == 1)
      to.push_back(static_cast<unsigned char>(from[i]));
    else
      append_little_endian(to, static_cast<std::make_unsigned_t<T>>(from[i]));
  }
}

// The elements of a tensor at their places in a file. `to` is where its tensor begins.
template <class X>
ATTN_ABI constexpr void store_elements(unsigned char* to, const X& x,
                                       const strided_elements& elements) {
  using T = typename X::value_type;
  if (is_little_endian && !std::is_constant_evaluated() && in_order_of<X>(elements)) {
    __builtin_memcpy(to + elements.first * sizeof(T), x.data(), X::volume * sizeof(T));
    return;
  }
  byte_buffer bytes;
  append_elements(bytes, x.data(), X::volume);
  const wanted_tensor& shape = wanted_by<X>[0];
  constexpr std::size_t last = X::rank == 0 ? 0 : X::rank - 1;
  const std::size_t width = X::rank == 0 ? 1 : static_cast<std::size_t>(shape.extents[last]);
  const unsigned char* next = bytes.data();
  for_each_row(elements, shape.extents, X::rank, [&](std::size_t first) {
    for (std::size_t i = 0; i < width; ++i)
      for (std::size_t b = 0; b < sizeof(T); ++b)
        to[(first + i * elements.strides[last]) * sizeof(T) + b] = *next++;
  });
}

}  // namespace attn::detail

namespace attn {

// to_text(x): converts a tensor to text, with its element type, axes and rows.
//
//   to_text(Q)                     "tensor<double, token 3, feature 2>\n  1  2\n  3  4\n …"
//   to_text(Q, text_format{…})     with other digits, or n decimals: columns of one scale
//   axes_text(Q)                   "(token 3, feature 2)"
//
// Numbers have the smallest number of digits that give the same bits when read back, or a given
// number of significant digits. Columns are aligned. from_text (io/from_text.hpp) reads it, with
// the line that has the type or without it: by default from_text(to_text(x), y) makes y equal to x
// bit for bit, except for the sign and the payload of a NaN, which is "nan". A fixed number of
// decimals rounds, so it is for people alone. So is another word for -inf, such as "masked".

struct text_format {
  int digits = 0;                       // significant, at most 40; 0: as few as are exact
  int indent = 2;                       // spaces in front of a row
  bool header = true;                   // the line with the type
  bool hexadecimal = false;             // 0x1.8p+0, as printf's %a; exact where digits is 0
  int decimals = -1;                    // behind the point, at most 40; negative: digits counts
  const char* minus_infinity = "-inf";  // the score of a masked key
};

namespace detail {

template <class T>
ATTN_ABI std::string number_text(const T& x, const text_format& format) {
  if constexpr (std::is_floating_point_v<T>) {
    if (x != x) return "nan";
    if (x < 0 && x - x != T{}) return format.minus_infinity;
    constexpr int most = 40;  // with sign, point and exponent they fit
    if (format.decimals >= 0 && !format.hexadecimal) {
      char text[std::numeric_limits<T>::max_exponent10 + 1 + most + 3];  // digits, sign, point, …
      const int decimals = format.decimals < most ? format.decimals : most;
      return {text,
              std::to_chars(text, text + sizeof text, x, std::chars_format::fixed, decimals).ptr};
    }
    const int digits = format.digits < most ? format.digits : most;
    const auto style = format.hexadecimal ? std::chars_format::hex : std::chars_format::general;
    char text[64];
    char* const last = text + sizeof text;
    const auto end = digits > 0           ? std::to_chars(text, last, x, style, digits).ptr
                     : format.hexadecimal ? std::to_chars(text, last, x, style).ptr
                                          : std::to_chars(text, last, x).ptr;
    std::string number(text, end);
    const std::size_t sign = text[0] == '-' ? 1 : 0;
    const bool has_digits = text[sign] >= '0' && text[sign] <= '9';  // or it is inf
    if (format.hexadecimal && has_digits) number.insert(sign, "0x");
    return number;
  } else if constexpr (std::is_integral_v<T> && sizeof(T) > sizeof(long long)) {
    char text[44];  // 128 bits
    return {text, std::to_chars(text, text + sizeof text, x).ptr};
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(x);
  } else {
    return std::to_string(static_cast<int>(x));
  }
}

template <class T>
ATTN_ABI constexpr const char* element_name() {
  if constexpr (binary_format<T>)
    return format_of<T>::name;
  else if constexpr (std::is_same_v<T, int>)
    return "int";
  else if constexpr (std::is_integral_v<T>)
    return "integer";
  else if constexpr (rules::is_token_id<rules::element<T>>::value)
    return "token_id";
  else
    return "scalar";
}

template <class Axis>
ATTN_ABI std::string axis_text() {
  std::string text;
  if constexpr (Axis::named) {
    text += Axis::name.text;
    text += ' ';
  }
  return text + std::to_string(Axis::size);
}

template <class... Axes>
ATTN_ABI std::string list_of_axes() {
  std::string text;
  ((text += (text.empty() ? "" : ", ") + axis_text<Axes>()), ...);
  return text;
}

// What an index of a row or column is called: its label or, without one, its number.
ATTN_ABI inline std::string label_of(std::size_t i, const std::vector<std::string>& labels) {
  return i < labels.size() ? labels[i] : std::to_string(i);
}

}  // namespace detail

template <class T, class... Axes>
ATTN_ABI std::string axes_text(const tensor<T, Axes...>&) {
  std::string text = "(";  // and no sum of strings, which GCC 12 warns of by mistake
  text += detail::list_of_axes<Axes...>();
  return text += ')';
}

template <class T, class... Axes>
ATTN_ABI std::string to_text(const tensor<T, Axes...>& x, const text_format& format = {}) {
  std::string text;
  if (format.header) {
    text += std::string("tensor<") + detail::element_name<T>();
    if constexpr (sizeof...(Axes) > 0) text += ", " + detail::list_of_axes<Axes...>();
    text += ">\n";
  }
  constexpr std::size_t rank = sizeof...(Axes);
  constexpr auto& extents = shape<Axes...>::extents;
  constexpr std::size_t columns = extents[rank > 0 ? rank - 1 : 0];
  constexpr std::size_t rows_of_a_matrix = rank >= 2 ? extents[rank >= 2 ? rank - 2 : 0] : 1;

  std::size_t width = 0;
  for (const T& element : x) {
    const std::size_t length = detail::number_text(element, format).size();
    if (length > width) width = length;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i % columns == 0) {
      if (i > 0 && (i / columns) % rows_of_a_matrix == 0) text += '\n';  // between matrices
      text += std::string(static_cast<std::size_t>(format.indent), ' ');
    }
    const std::string number = detail::number_text(x.data()[i], format);
    text += std::string(width - number.size(), ' ') + number;
    text += (i + 1) % columns == 0 ? "\n" : "  ";
  }
  return text;
}

}  // namespace attn
ATTN_STRICT_FP_END
