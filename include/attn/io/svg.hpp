// SPDX-License-Identifier: BSL-1.0
// heat_map(weights): attention weights as a picture for the terminal, one row per query, one cell
// per key, each with a shade and its percentage. heat_map(weights, heat_map_format{.color = true})
// paints the cells too (ANSI 256 colours).
//
//   heat_map(weights, {.row_labels = words, .column_labels = words})   words, not numbers
//
// (token, key) -> text. Readable without colour: the shade is a character next to the percentage.
// Only the shade is clamped to 0 … 1. A weight of exactly 0, as of a masked key, is shown as 0, a
// small one as <0.1%. Missing labels are numbers. Labels are UTF-8 of any script: a column shows as
// much of its label as fits 9 columns of a terminal, of which a Chinese character takes two.
// Rule: a matrix (rank 2) of floating-point numbers.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <attn/detail/abi.hpp>
#include <attn/detail/config.hpp>
#include <attn/io/tables.hpp>
#include <attn/io/to_text.hpp>
#include <attn/tensor/concepts.hpp>
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

// Ten shades, from nothing to full. A weight that is not quite zero shows.
ATTN_ABI inline std::size_t shade_of(double weight) {
  if (!(weight > 0.0005)) return 0;
  return weight >= 1 ? 9 : 1 + static_cast<std::size_t>(weight * 9 * 0.999);
}

// The UTF-8 character at the beginning of a text. It has 0 bytes if it is none that XML allows.
struct text_character {
  std::size_t bytes = 0;
  unsigned code = 0xfffd;
};
ATTN_ABI inline text_character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) {
    const bool allowed = first >= 0x20 || first == '\t' || first == '\n';
    return allowed ? text_character{1, first} : text_character{};
  }
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return {};
  unsigned code = first & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0u) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3fu);
  }
  const bool shortest = code >= (length == 2 ? 0x80u : length == 3 ? 0x800u : 0x10000u);
  const bool surrogate = code >= 0xd800 && code < 0xe000, none = (code & 0xfffe) == 0xfffe;
  if (!shortest || surrogate || none || code > 0x10ffff) return {};
  return {length, code};
}

// The columns of a terminal that a character takes: 2 for characters of Chinese, Japanese and
// Korean and for pictures, 0 for accents that are written over the character before.
ATTN_ABI inline std::size_t columns_of_character(unsigned code) {
  struct range {
    unsigned first, last;
  };
  constexpr range wide[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},  {0x3041, 0xa4cf},
                            {0xac00, 0xd7a3},   {0xf900, 0xfaff},  {0xfe30, 0xfe6f},
                            {0xff00, 0xff60},   {0xffe0, 0xffe6},  {0x1f300, 0x1f64f},
                            {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
  if ((code >= 0x300 && code < 0x370) || (code >= 0x200b && code < 0x2010)) return 0;
  for (const range& each : wide)
    if (code >= each.first && code <= each.last) return 2;
  return 1;
}

// The columns that a label takes, and the label in as many columns as there are, filled with spaces
// or cut between two characters. A byte that belongs to no character is shown as U+FFFD.
ATTN_ABI inline std::size_t columns_of_label(std::string_view label) {
  std::size_t columns = 0;
  while (!label.empty()) {
    const text_character next = first_character(label);
    columns += columns_of_character(next.code);
    label.remove_prefix(next.bytes == 0 ? 1 : next.bytes);
  }
  return columns;
}
ATTN_ABI inline std::string label_in_columns(std::string_view label, std::size_t columns) {
  std::string text;
  std::size_t taken = 0;
  while (!label.empty()) {
    const text_character next = first_character(label);
    const std::size_t width = columns_of_character(next.code);
    if (taken + width > columns) break;
    text += next.bytes == 0 ? std::string_view("\xef\xbf\xbd") : label.substr(0, next.bytes);
    taken += width;
    label.remove_prefix(next.bytes == 0 ? 1 : next.bytes);
  }
  return text += std::string(columns - taken, ' ');
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
    longest = (std::max)(longest, detail::columns_of_label(label(i)));
  if (!format.column_labels.empty()) {
    text += margin + std::string(longest, ' ') + " |";
    for (std::size_t j = 0; j < Columns::size; ++j)
      text += detail::label_in_columns(detail::label_of(j, format.column_labels), 9) + " |";
    text += '\n';
  }
  for (std::size_t i = 0; i < Rows::size; ++i) {
    text += margin + detail::label_in_columns(label(i), longest) + " |";
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

namespace detail {

// The elements of an SVG picture as text (io/svg.hpp): coordinates are pixels, without fractions.
// A text in XML. A byte that belongs to no character, as in a token that is a part of one, becomes
// U+FFFD.
ATTN_ABI inline std::string xml_text(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const std::size_t length = first_character(text).bytes;
    if (length == 0)
      safe += "\xef\xbf\xbd";
    else if (text[0] == '<')
      safe += "&lt;";
    else if (text[0] == '>')
      safe += "&gt;";
    else if (text[0] == '&')
      safe += "&amp;";
    else
      safe += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return safe;
}

ATTN_ABI inline std::size_t characters_of(std::string_view text) {
  std::size_t n = 0;
  for (; !text.empty(); ++n) {
    const std::size_t length = first_character(text).bytes;
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return n;
}

// Viridis, as in docs/play/heat_map.js: brightness grows with the value, also for the colour-blind
// and in print.
using rgb = std::array<int, 3>;
ATTN_ABI inline std::string colour_at(double place) {
  static constexpr rgb viridis[] = {{68, 1, 84},    {71, 44, 122},  {59, 81, 139},
                                    {44, 113, 142}, {33, 144, 141}, {39, 173, 129},
                                    {92, 200, 99},  {170, 220, 50}, {253, 231, 37}};
  const double at = place * 8;
  const std::size_t i = at < 7 ? static_cast<std::size_t>(at) : 7;
  std::string text = "#";
  for (std::size_t c = 0; c < 3; ++c) {
    const int from = viridis[i][c], to = viridis[i + 1][c];
    const int value = static_cast<int>(from + (to - from) * (at - static_cast<double>(i)) + 0.5);
    for (const int digit : {value / 16, value % 16}) text += "0123456789abcdef"[digit];
  }
  return text;
}

// Black or white on a colour: whichever has more contrast, at least 4.5 to 1.
enum class svg_ink { front, soft, on_hatching, black, white };
ATTN_ABI inline svg_ink ink_at(double place) {
  return place > 0.435 ? svg_ink::black : svg_ink::white;
}

// Presentation attributes, which every program understands, and a style for readers who have chosen
// a dark scheme.
class svg_writer {
 public:
  ATTN_ABI svg_writer(std::size_t width, std::size_t height) {
    const std::string w = std::to_string(width), h = std::to_string(height);
    picture_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"" + w +
               "\" height=\"" + h + "\" viewBox=\"0 0 " + w + " " + h +
               "\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" "
               "font-size=\"14\">\n";
  }

  ATTN_ABI void describe(std::string_view title, std::string_view description) {
    picture_ += "<title>" + xml_text(title) + "</title>\n<desc>" + xml_text(description) +
                "</desc>\n"
                "<style>@media (prefers-color-scheme: dark) { .attn-back { fill: #15161b } "
                ".attn-front { fill: #e9e9f0 } .attn-soft { fill: #a9a9ba } "
                ".attn-mask { fill: #2a2b35 } .attn-hatch { stroke: #5d5f70 } "
                ".attn-halo { stroke: #2a2b35 } }</style>\n"
                "<rect class=\"attn-back\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  }

  ATTN_ABI void text(std::size_t x, std::size_t y, const char* anchor, std::string_view text,
                     svg_ink ink) {
    picture_ += "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) +
                "\" text-anchor=\"" + anchor + "\" " + attributes(ink) + ">" + xml_text(text) +
                "</text>\n";
  }

  ATTN_ABI void cell(std::size_t x, std::size_t y, std::size_t width, std::size_t height,
                     double place) {
    picture_ +=
        "<rect " + rectangle(x, y, width, height) + " fill=\"" + colour_at(place) + "\"/>\n";
  }

  // Three strokes from the lower edge to the upper one. The text over them is in the middle.
  ATTN_ABI void hatched(std::size_t x, std::size_t y, std::size_t width, std::size_t height) {
    picture_ += "<rect class=\"attn-mask\" " + rectangle(x, y, width, height) +
                " fill=\"#e4e4ec\"/>\n<path class=\"attn-hatch\" stroke=\"#a9a9b8\" d=\"";
    // (Not "M" + …: GCC 12 warns of what it inlines there, PR 105329.)
    const std::string rise = std::to_string(height), bottom = std::to_string(y + height);
    for (std::size_t at = 0; at + height <= width; at += 12)
      picture_.append("M")
          .append(std::to_string(x + at))
          .append(" ")
          .append(bottom)
          .append("l")
          .append(rise)
          .append(" -")
          .append(rise);
    picture_ += "\"/>\n";
  }

  ATTN_ABI std::string finish() { return picture_ + "</svg>\n"; }

 private:
  ATTN_ABI static const char* attributes(svg_ink ink) {
    switch (ink) {
      case svg_ink::front:
        return "class=\"attn-front\" fill=\"#1b1b1f\"";
      case svg_ink::soft:
        return "class=\"attn-soft\" fill=\"#5a5a66\"";
      case svg_ink::on_hatching:
        return "class=\"attn-front attn-halo\" fill=\"#1b1b1f\" stroke=\"#e4e4ec\" "
               "stroke-width=\"4\" paint-order=\"stroke\"";
      case svg_ink::black:
        return "fill=\"#000\"";
      default:
        return "fill=\"#fff\"";
    }
  }
  ATTN_ABI static std::string rectangle(std::size_t x, std::size_t y, std::size_t width,
                                        std::size_t height) {
    return "x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" width=\"" +
           std::to_string(width) + "\" height=\"" + std::to_string(height) + "\"";
  }

  std::string picture_;
};

}  // namespace detail

// to_svg(x): a matrix as a heat map, an SVG picture for a page, a slide or a file.
//
//   to_svg(weights)                               one cell per element, its value in it
//   to_svg(weights, {.title = "Weights", .row_labels = words, .column_labels = words})
//   to_svg(mask_scores(weights, causal<>))        with the masked keys hatched
//   to_svg(x, {.decimals = 3, .low = -2, .high = 2})
//
// (token, key) -> text, one <svg> element, which is well-formed whatever bytes the labels have.
// Colours (viridis) go from `low` to `high`, or over the finite elements of x if these are equal.
// Brightness alone shows the order. -inf is a masked score: hatched, with the word `masked` or
// another. Numbers have `decimals` or, if that is negative, `digits`, as in to_text. The title and
// the whole matrix in words are the picture's name and description for a screen reader. The labels
// are dark on white, and light on black where the reader has chosen a dark scheme. Missing labels
// are numbers.
// NaN is hatched as well. Rules: rank_within 2 and 2; floating_point_element.

struct svg_format {
  std::string title = {};                 // empty: the axes
  int digits = 0;                         // significant, where decimals is negative
  int decimals = 2;                       // behind the point
  const char* minus_infinity = "masked";  // the score of a masked key
  double low = 0, high = 0;               // what the ends of the palette show; equal: the ends of x
  std::vector<std::string> row_labels = {}, column_labels = {};
};

namespace rules {
template <class X>
struct svg_call;
template <class T, class... Axes>
struct svg_call<tensor<T, Axes...>> {
  using operands = roles<axes_of<Axes...>>;
  using two_axes = rank_within<rank<sizeof...(Axes)>, rank<2>, rank<2>>;
  using floating_point = floating_point_element<element<T>>;
  using all = in_order<two_axes, floating_point>;
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
  // A character of the font is 9 wide, a little less than the width of the widest monospaced fonts.
  std::size_t widest = 5, margin = characters_of(corner);
  for (const svg_cell& cell : cells) widest = (std::max)(widest, characters_of(cell.text));
  for (std::size_t j = 0; j < columns; ++j)
    widest = (std::max)(widest, characters_of(label_of(j, format.column_labels)));
  for (std::size_t i = 0; i < rows; ++i)
    margin = (std::max)(margin, characters_of(label_of(i, format.row_labels)));
  const std::size_t cell_width = 9 * widest + 14, cell_height = 34, left = 9 * margin + 22,
                    top = 70;
  const std::size_t legend_at = top + rows * cell_height + 16;
  const std::size_t legend_text = 9 * (characters_of(legend_low) + characters_of(legend_high));
  const std::size_t title_text = 9 * characters_of(format.title) + 24;
  const std::size_t width =
      (std::max)({left + columns * cell_width + 12, left + legend_text + 160, title_text});
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
  if constexpr (call::all::value)
    return detail::heat_map_as_svg(x, format);
  else
    return {};
}

}  // namespace attn
ATTN_STRICT_FP_END
