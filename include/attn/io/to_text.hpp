// SPDX-License-Identifier: BSL-1.0
// to_text(x): converts a tensor to text, with its element type, axes and rows.
//
//   to_text(Q)                     "tensor<double, token 3, feature 2>\n  1  2\n  3  4\n …"
//   to_text(Q, text_format{…})     with other digits, or n decimals: columns of one scale
//   axes_text(Q)                   "(token 3, feature 2)"
//
// Numbers have the smallest number of digits that give the same bits when read back, or a given
// number of significant digits; columns are aligned. from_text (io/from_text.hpp) reads it, with
// the line that has the type or without it: by default from_text(to_text(x), y) makes y equal to x
// bit for bit, except for the sign and the payload of a NaN, which is "nan". A fixed number of
// decimals rounds, so it is for people alone; so is another word for -inf, such as "masked".
#pragma once

#include <charconv>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include <attn/detail/element.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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
      char text[400];  // the largest double has 309 digits in front of the point
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
