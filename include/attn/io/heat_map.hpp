// SPDX-License-Identifier: BSL-1.0
// heat_map(weights): attention weights as a picture for the terminal, one row per query, one cell
// per key, each with a shade and its percentage; heat_map(weights, heat_map_format{.color = true})
// paints the cells too (ANSI 256 colours).
//
//   heat_map(weights, {.row_labels = words, .column_labels = words})   words, not numbers
//
// (token, key) -> text. Readable without colour: the shade is a character next to the percentage.
// Only the shade is clamped to 0 … 1. A weight of exactly 0, as of a masked key, is shown as 0, a
// small one as <0.1%. Missing labels are numbers; a column shows 9 characters of its label.
// Rule: a matrix (rank 2) of floating-point numbers.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <string>
#include <vector>

#include <attn/io/to_text.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct heat_map_format {
  bool color = false;
  int indent = 2;
  std::vector<std::string> row_labels = {}, column_labels = {};
};

namespace detail {

ATTN_ABI inline std::string percent_text(const double& weight) {
  if (weight != weight) return "   nan";
  if (weight == 0) return "     0";
  if (weight > 0 && weight < 0.0005) return " <0.1%";
  char digits[320];  // the largest double has 309 in front of its point
  const auto end =
      std::to_chars(digits, digits + sizeof digits, weight * 100, std::chars_format::fixed, 1).ptr;
  std::string text = std::string(digits, end) + "%";
  return std::string(text.size() < 6 ? 6 - text.size() : 0, ' ') + text;
}

// Ten shades, from nothing to full; a weight that is not quite zero shows.
ATTN_ABI inline std::size_t shade_of(double weight) {
  if (!(weight > 0.0005)) return 0;
  return weight >= 1 ? 9 : 1 + static_cast<std::size_t>(weight * 9 * 0.999);
}

// As wide as a cell: 9 characters.
ATTN_ABI inline std::string column_label(std::size_t j, const std::vector<std::string>& labels) {
  std::string label = label_of(j, labels);
  label.resize(9, ' ');
  return label;
}

}  // namespace detail

template <std::floating_point T, axis_like Rows, axis_like Columns>
ATTN_ABI std::string heat_map(const tensor<T, Rows, Columns>& weights,
                              const heat_map_format& format = {}) {
  constexpr char shades[] = " .:-=+*#%@";
  const std::string margin(static_cast<std::size_t>(format.indent), ' ');
  std::string text = margin + "rows: " + detail::axis_text<Rows>() +
                     ", columns: " + detail::axis_text<Columns>() + "\n";
  const auto label = [&](std::size_t i) { return detail::label_of(i, format.row_labels); };
  std::size_t longest = 0;
  for (std::size_t i = 0; i < Rows::size; ++i)
    longest = longest < label(i).size() ? label(i).size() : longest;
  if (!format.column_labels.empty()) {
    text += margin + std::string(longest, ' ') + " |";
    for (std::size_t j = 0; j < Columns::size; ++j)
      text += detail::column_label(j, format.column_labels) + " |";
    text += '\n';
  }
  for (std::size_t i = 0; i < Rows::size; ++i) {
    const std::string name = label(i);
    text += margin + name + std::string(longest - name.size(), ' ') + " |";
    for (std::size_t j = 0; j < Columns::size; ++j) {
      const double w = static_cast<double>(weights(i, j));
      const std::size_t shade = detail::shade_of(w);
      if (format.color) text += "\x1b[48;5;" + std::to_string(232 + 2 * shade) + "m";
      text += std::string(3, shades[shade]);
      if (format.color) text += "\x1b[0m";
      text += detail::percent_text(w) + " |";
    }
    text += '\n';
  }
  return text;
}

}  // namespace attn
ATTN_STRICT_FP_END
