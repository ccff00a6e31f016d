// SPDX-License-Identifier: BSL-1.0
// to_markdown(x), to_latex(x): a tensor as a Markdown table, or as a bmatrix of LaTeX.
//
//   to_markdown(x)                  "| token \ key | 0 | 1 |\n|---|---:|---:|\n| 0 | 0.5 | 2 |\n"
//   to_markdown(x, {.decimals = 2, .row_labels = words, .column_labels = words})
//   to_latex(x, {.decimals = 2})    "\begin{bmatrix}\n0.50 & 0.25\n\end{bmatrix}"
//
// Up to two axes. A tensor with one is a row. Digits and decimals are the decimals of to_text.
// LaTeX has powers of ten, \infty and \mathrm{NaN} for e-05, inf and nan. Missing labels are
// numbers. In labels, | becomes \|.
// Rule: rank_within 0 and 2.
#pragma once

#include <concepts>
#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include <attn/detail/config.hpp>
#include <attn/io/to_text.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/rules/call.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct table_format {
  int digits = 0;     // significant; 0: as few as are exact
  int decimals = -1;  // behind the point; negative: digits counts
  const char* minus_infinity = "-inf";
  std::vector<std::string> row_labels = {}, column_labels = {};
};

namespace rules {
template <class X>
struct table_call;
template <class T, class... Axes>
struct table_call<tensor<T, Axes...>> {
  using operands = roles<axes_of<Axes...>>;
  using at_most_two_axes = rank_within<rank<sizeof...(Axes)>, rank<0>, rank<2>>;
  using all = in_order<at_most_two_axes>;
};
}  // namespace rules

namespace detail {

// How a table or a picture writes its numbers.
template <class Format>
ATTN_ABI text_format number_format_of(const Format& format) {
  return {.digits = format.digits,
          .decimals = format.decimals,
          .minus_infinity = format.minus_infinity};
}

template <class Axis>
ATTN_ABI std::string axis_name() {
  if constexpr (Axis::named)
    return Axis::name.text;
  else
    return "";
}

ATTN_ABI inline std::string table_label(std::size_t i, const std::vector<std::string>& labels) {
  std::string label;
  for (const char c : label_of(i, labels))
    label += c == '|' ? std::string("\\|") : std::string(1, c);
  return label;
}

// 1e-05 as 1 \cdot 10^{-5}. Infinity and NaN as their symbols.
ATTN_ABI inline std::string latex_number(const std::string& number) {
  if (number == "inf") return "\\infty";
  if (number == "-inf") return "-\\infty";
  if (number == "nan") return "\\mathrm{NaN}";
  const std::size_t e = number.find('e');
  const bool is_number =
      !number.empty() && number.find_first_not_of("+-.e0123456789") == number.npos;
  if (!is_number) return "\\text{" + number + "}";
  if (e == number.npos) return number;
  return number.substr(0, e) + " \\cdot 10^{" + std::to_string(std::stoi(number.substr(e + 1))) +
         "}";
}

template <class... Axes>
struct rows_and_columns;
template <>
struct rows_and_columns<> {
  static constexpr std::size_t rows = 1, columns = 1;
  ATTN_ABI static std::string corner() { return ""; }
};
template <class Column>
struct rows_and_columns<Column> {
  static constexpr std::size_t rows = 1, columns = Column::size;
  ATTN_ABI static std::string corner() { return axis_name<Column>(); }
};
template <class Row, class Column>
struct rows_and_columns<Row, Column> {
  static constexpr std::size_t rows = Row::size, columns = Column::size;
  ATTN_ABI static std::string corner() { return axis_name<Row>() + " \\ " + axis_name<Column>(); }
};

template <class T, class... Axes>
ATTN_ABI std::string markdown(const tensor<T, Axes...>& x, const table_format& format) {
  using sizes = rows_and_columns<Axes...>;
  const text_format numbers = number_format_of(format);
  std::string text = "|", rule = "|---|";
  // (Not " " + cell + …: GCC 12 warns of what it inlines there, PR 105329.)
  const auto add = [&text](const std::string& cell) { text.append(" ").append(cell).append(" |"); };
  add(sizes::corner());
  for (std::size_t j = 0; j < sizes::columns; ++j) {
    add(table_label(j, format.column_labels));
    rule += "---:|";
  }
  text += "\n" + rule + "\n";
  for (std::size_t i = 0; i < sizes::rows; ++i) {
    const bool has_rows = sizeof...(Axes) == 2 || i < format.row_labels.size();
    text += "|";
    add(has_rows ? table_label(i, format.row_labels) : "");
    for (std::size_t j = 0; j < sizes::columns; ++j)
      add(number_text(x.data()[i * sizes::columns + j], numbers));
    text += "\n";
  }
  return text;
}

template <class T, class... Axes>
ATTN_ABI std::string latex(const tensor<T, Axes...>& x, const table_format& format) {
  using sizes = rows_and_columns<Axes...>;
  const text_format numbers = number_format_of(format);
  std::string text = "\\begin{bmatrix}\n";
  for (std::size_t i = 0; i < sizes::rows; ++i) {
    for (std::size_t j = 0; j < sizes::columns; ++j)
      text += (j > 0 ? " & " : "") +
              latex_number(number_text(x.data()[i * sizes::columns + j], numbers));
    text += i + 1 < sizes::rows ? " \\\\\n" : "\n";
  }
  return text + "\\end{bmatrix}";
}

}  // namespace detail

template <class T, class... Axes>
ATTN_ABI std::string to_markdown(const tensor<T, Axes...>& x, const table_format& format = {}) {
  using call = rules::table_call<tensor<T, Axes...>>;
  ATTN_REQUIRE(
      call, at_most_two_axes,
      "attn::to_markdown(x): x must have at most two axes; select<axis>(x, i) takes one out");
  if constexpr (call::all::value)
    return detail::markdown(x, format);
  else
    return {};
}

template <class T, class... Axes>
ATTN_ABI std::string to_latex(const tensor<T, Axes...>& x, const table_format& format = {}) {
  using call = rules::table_call<tensor<T, Axes...>>;
  ATTN_REQUIRE(call, at_most_two_axes,
               "attn::to_latex(x): x must have at most two axes; select<axis>(x, i) takes one out");
  if constexpr (call::all::value)
    return detail::latex(x, format);
  else
    return {};
}

// parameters_text(m): the parameters of a model, one line for each tensor, and their total number.
//
//   first.weight   (hidden 4, pixel 6)  24
//   first.bias     (hidden 4)            4
//   second.weight  (hidden 4, digit 3)  12
//   total                               40
//
// The dotted name, the axes, and how many elements there are, in aligned columns.

template <class M>
ATTN_ABI std::string parameters_text(const M& model) {
  struct line {
    std::string name, axes, count;
  };
  std::vector<line> lines;
  for_each_parameter(
      [&lines](const auto& name, const auto& x) {
        lines.push_back({name.text, axes_text(x), std::to_string(x.size())});
      },
      model);
  lines.push_back({"total", "", std::to_string(parameter_count<M>)});

  std::size_t name_width = 0, axes_width = 0, count_width = 0;
  const auto widen = [](std::size_t& width, const std::string& cell) {
    if (cell.size() > width) width = cell.size();
  };
  for (const line& each : lines) {
    widen(name_width, each.name);
    widen(axes_width, each.axes);
    widen(count_width, each.count);
  }
  std::string text;
  for (const auto& [name, axes, count] : lines) {
    text += name + std::string(name_width - name.size() + 2, ' ');
    text += axes + std::string(axes_width - axes.size() + 2, ' ');
    text += std::string(count_width - count.size(), ' ') + count + '\n';
  }
  return text;
}

// std::ostream << what a check has found: Catch2, GoogleTest, doctest and Boost.Test print it when
// an assertion fails.
//
//   CHECK(equals(w, expected));          w and expected, tensors (tensor/check.hpp)
//   EXPECT_TRUE(is_within(y, 0, 1));     (scalars/is_within.hpp)
//
// Prints text(): the worst element, its values and how far it is off.

template <class Report>
  requires requires(const Report& report) {
    { report.text() } -> std::same_as<rules::composed_text>;
  }
ATTN_ABI std::ostream& operator<<(std::ostream& out, const Report& report) {
  const rules::composed_text text = report.text();
  return out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace attn
ATTN_STRICT_FP_END
