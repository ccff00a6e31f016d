// SPDX-License-Identifier: BSL-1.0
// to_svg(x): a matrix as a heat map, an SVG picture for a page, a slide or a file.
//
//   to_svg(weights)                               one cell per element, its value in it
//   to_svg(weights, {.title = "Weights", .row_labels = words, .column_labels = words})
//   to_svg(mask_scores(weights, causal<>))        with the masked keys hatched
//   to_svg(x, {.decimals = 3, .low = -2, .high = 2})
//
// (token, key) -> text, one <svg> element, which is well-formed whatever bytes the labels have.
// Colours (viridis) go from `low` to `high`, or over the finite elements of x if these are equal;
// brightness alone shows the order. -inf is a masked score: hatched, with the word `masked` or
// another. Numbers have `decimals` or, if that is negative, `digits`, as in to_text. The title and
// the whole matrix in words are the picture's name and description for a screen reader. The labels
// are dark on white, and light on black where the reader has chosen a dark scheme. Missing labels
// are numbers.
// NaN is hatched, too. Rules: rank_within 2 and 2; floating_point_element.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <attn/io/detail/svg_text.hpp>
#include <attn/io/tables.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct svg_format {
  std::string title = {};                 // empty: the axes
  int digits = 0;                         // significant, where decimals is negative
  int decimals = 2;                       // behind the point
  const char* minus_infinity = "masked";  // the score of a masked key
  double low = 0, high = 0;               // what the ends of the palette show; equal: those of x
  std::vector<std::string> row_labels = {}, column_labels = {};
};

namespace rules {
template <class X>
struct svg_call;
template <class T, class... Axes>
struct svg_call<tensor<T, Axes...>> {
  using operands = roles<axes_of<Axes...>>;
  using two_axes = rank_within<rank<sizeof...(Axes)>, rank<2>, rank<2>>;
  using floating_point = only_if<two_axes::value, floating_point_element<element<T>>>;
  static constexpr bool holds = all_hold<two_axes, floating_point>;
};
}  // namespace rules

namespace detail {

// A heat map whose numbers are known: what is drawn.
struct svg_cell {
  std::string text;
  double place;  // in the palette, 0 to 1
  bool masked, number;
};

// Of every cell the row, the column and the value, as a sentence per row.
ATTN_ABI inline std::string in_words(const std::vector<svg_cell>& cells, std::size_t columns,
                                     const svg_format& format) {
  std::string words;
  for (std::size_t at = 0; at < cells.size(); ++at) {
    const std::size_t i = at / columns, j = at % columns;
    words += j > 0 ? ", " : i > 0 ? "; " : "";
    if (j == 0) words += label_of(i, format.row_labels) + ": ";
    words += label_of(j, format.column_labels) + " " + cells[at].text;
  }
  return words + ".";
}

ATTN_ABI inline std::string svg(const std::vector<svg_cell>& cells, std::size_t columns,
                                const std::string& corner, const std::string& legend_low,
                                const std::string& legend_high, const svg_format& format) {
  const std::size_t rows = cells.size() / columns;
  // A character of the font is 9 wide, a little less than that of the widest monospaced fonts.
  std::size_t widest = 5, margin = characters_of(corner);
  for (const svg_cell& cell : cells) widest = std::max(widest, characters_of(cell.text));
  for (std::size_t j = 0; j < columns; ++j)
    widest = std::max(widest, characters_of(label_of(j, format.column_labels)));
  for (std::size_t i = 0; i < rows; ++i)
    margin = std::max(margin, characters_of(label_of(i, format.row_labels)));
  const std::size_t cell_width = 9 * widest + 14, cell_height = 34, left = 9 * margin + 22,
                    top = 70;
  const std::size_t legend_at = top + rows * cell_height + 16;
  const std::size_t legend_text = 9 * (characters_of(legend_low) + characters_of(legend_high));
  const std::size_t title_text = 9 * characters_of(format.title) + 24;
  const std::size_t width =
      std::max({left + columns * cell_width + 12, left + legend_text + 160, title_text});
  svg_writer out(width, legend_at + 32);
  const std::string title =
      format.title.empty() ? "Heat map of " + corner : format.title + " (" + corner + ")";
  out.describe(title, in_words(cells, columns, format));
  out.text(12, 26, "start", format.title.empty() ? corner : format.title, svg_ink::front);
  if (!format.title.empty()) out.text(left - 10, top - 10, "end", corner, svg_ink::soft);
  for (std::size_t j = 0; j < columns; ++j)
    out.text(left + j * cell_width + cell_width / 2, top - 10, "middle",
             label_of(j, format.column_labels), svg_ink::front);
  for (std::size_t i = 0; i < rows; ++i)
    out.text(left - 10, top + i * cell_height + 22, "end", label_of(i, format.row_labels),
             svg_ink::front);
  for (std::size_t at = 0; at < cells.size(); ++at) {
    const svg_cell& cell = cells[at];
    const std::size_t x = left + at % columns * cell_width, y = top + at / columns * cell_height;
    if (cell.masked || !cell.number)
      out.hatched(x, y, cell_width - 2, cell_height - 2);
    else
      out.cell(x, y, cell_width - 2, cell_height - 2, cell.place);
    const svg_ink ink = cell.masked || !cell.number ? svg_ink::on_hatching : ink_at(cell.place);
    out.text(x + cell_width / 2 - 1, y + 21, "middle", cell.text, ink);
  }
  const std::size_t bar = left + 9 * characters_of(legend_low) + 8;
  out.text(left, legend_at + 11, "start", legend_low, svg_ink::soft);
  for (std::size_t i = 0; i < 32; ++i)
    out.cell(bar + 4 * i, legend_at, 4, 12, static_cast<double>(i) / 31);
  out.text(bar + 136, legend_at + 11, "start", legend_high, svg_ink::soft);
  return out.finish();
}

template <class T, class Rows, class Columns>
ATTN_ABI std::string heat_map_as_svg(const tensor<T, Rows, Columns>& x, const svg_format& format) {
  const text_format numbers = number_format_of(format);
  double low = format.low, high = format.high;
  if (!(low < high || high < low)) {
    bool found = false;
    for (const T& element : x) {
      const double value = static_cast<double>(element);
      if (!(value - value == 0)) continue;
      low = found && low < value ? low : value;
      high = found && high > value ? high : value;
      found = true;
    }
  }
  std::vector<svg_cell> cells;
  for (const T& element : x) {
    const double value = static_cast<double>(element);
    // Halves, whose differences are finite.
    const double place = low == high ? 0.5 : (value / 2 - low / 2) / (high / 2 - low / 2);
    cells.push_back({number_text(element, numbers),
                     place < 0   ? 0.0
                     : place > 1 ? 1.0
                                 : place,
                     value < 0 && value - value != 0, value == value});
  }
  return svg(cells, Columns::size, axis_text<Rows>() + " \\ " + axis_text<Columns>(),
             number_text(static_cast<T>(low), numbers), number_text(static_cast<T>(high), numbers),
             format);
}

}  // namespace detail

template <class T, class... Axes>
ATTN_ABI std::string to_svg(const tensor<T, Axes...>& x, const svg_format& format = {}) {
  using call = rules::svg_call<tensor<T, Axes...>>;
  ATTN_REQUIRE(call, two_axes,
               "attn::to_svg(x): x must have two axes; select<axis>(x, i) takes one out, "
               "expand<axis, position>(x) adds one");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::to_svg(x)");
  if constexpr (call::holds)
    return detail::heat_map_as_svg(x, format);
  else
    return {};
}

}  // namespace attn
ATTN_STRICT_FP_END
