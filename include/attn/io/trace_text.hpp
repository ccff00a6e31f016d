// SPDX-License-Identifier: BSL-1.0
// Traces (models/trace.hpp) as text, Markdown, LaTeX and HTML: of each step the name, the formula,
// the axes and the values.
//
//   to_text(t)        "scores = Q K^T   (token 2, key 3)\n  2  4  4\n …"
//   to_markdown(t)    a paragraph and a table for each step
//   to_latex(t)       \[ \text{scores} = Q K^\top = \begin{bmatrix} … \end{bmatrix} \]
//   to_html(t)        a section with a table for each step, without styles
//
//   to_markdown(t, {.decimals = 3, .minus_infinity = "masked"})      numbers as to_text has them
//
// Of a tensor with more than two axes, every matrix is printed, after the indices of the others.
// Rules: none.
#pragma once

#include <cstddef>
#include <string>

#include <attn/io/tables.hpp>
#include <attn/io/to_text.hpp>
#include <attn/models/trace.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// What is special in HTML or in LaTeX's text, replaced.
ATTN_ABI inline std::string escaped(const std::string& text, bool html) {
  std::string safe;
  for (const char c : text) {
    if (html)
      safe += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    else
      safe += (c == '_' || c == '#' || c == '&' || c == '%' ? "\\" : "") + std::string(1, c);
  }
  return safe;
}

// The last two axes of a tensor, one after the other: f(indices of the others, matrix).
template <class T, class... Axes, class F>
ATTN_ABI void for_each_matrix(const tensor<T, Axes...>& x, const F& f) {
  using all = shape<Axes...>;
  if constexpr (sizeof...(Axes) <= 2) {
    f(std::string(), x);
  } else {
    using matrix_type = tensor<T, second_to_last_axis<all>, last_axis<all>>;
    constexpr std::size_t size = matrix_type::volume;
    static constexpr std::size_t outer = sizeof...(Axes) - 2;
    const std::string names[] = {axis_name<Axes>()...};
    for (std::size_t start = 0; start < x.size(); start += size) {
      std::string indices;
      std::size_t place = x.size(), rest = start;
      for (std::size_t i = 0; i < outer; ++i) {
        place /= all::extents[i];
        if (i > 0) indices += ", ";
        indices += names[i];
        indices += names[i].empty() ? "" : " ";
        indices += std::to_string(rest / place);
        rest %= place;
      }
      matrix_type part{};
      for (std::size_t i = 0; i < size; ++i) part.data()[i] = x.data()[start + i];
      f(indices, part);
    }
  }
}

ATTN_ABI inline table_format table_of(const text_format& format) {
  table_format table;
  table.digits = format.digits;
  table.decimals = format.decimals;
  table.minus_infinity = format.minus_infinity;
  return table;
}

template <class T, class... Axes>
ATTN_ABI std::string html_table(const tensor<T, Axes...>& x, const text_format& format) {
  using sizes = rows_and_columns<Axes...>;
  std::string text = "<table><tr><th>" + escaped(sizes::corner(), true) + "</th>";
  for (std::size_t j = 0; j < sizes::columns; ++j) text += "<th>" + std::to_string(j) + "</th>";
  for (std::size_t i = 0; i < sizes::rows; ++i) {
    text += "</tr>\n<tr><th>" + (sizeof...(Axes) == 2 ? std::to_string(i) : "") + "</th>";
    for (std::size_t j = 0; j < sizes::columns; ++j)
      text +=
          "<td>" + escaped(number_text(x.data()[i * sizes::columns + j], format), true) + "</td>";
  }
  return text + "</tr></table>\n";
}

}  // namespace detail

template <class... Steps>
ATTN_ABI std::string to_text(const trace_of<Steps...>& t, text_format format = {}) {
  format.header = false;
  std::string text;
  t.for_each([&](const char* name, const step_formula& formula, const auto& x) {
    text += text.empty() ? "" : "\n";
    text += std::string(name) + " = " + formula.text + "   " + axes_text(x) + "\n";
    detail::for_each_matrix(x, [&](const std::string& indices, const auto& matrix) {
      if (!indices.empty()) text += indices + ":\n";
      text += to_text(matrix, format);
    });
  });
  return text;
}

template <class... Steps>
ATTN_ABI std::string to_markdown(const trace_of<Steps...>& t, const text_format& format = {}) {
  std::string text;
  t.for_each([&](const char* name, const step_formula& formula, const auto& x) {
    text += text.empty() ? "" : "\n";
    text += std::string("**") + name + "** = `" + formula.text + "`, " + axes_text(x) + "\n";
    detail::for_each_matrix(x, [&](const std::string& indices, const auto& matrix) {
      text += indices.empty() ? "\n" : "\n" + indices + ":\n\n";
      text += to_markdown(matrix, detail::table_of(format));
    });
  });
  return text;
}

template <class... Steps>
ATTN_ABI std::string to_latex(const trace_of<Steps...>& t, const text_format& format = {}) {
  std::string text;
  t.for_each([&](const char* name, const step_formula& formula, const auto& x) {
    detail::for_each_matrix(x, [&](const std::string& indices, const auto& matrix) {
      text += "\\[ \\text{" + detail::escaped(name, false) + "}";
      if (!indices.empty()) text += "_{\\text{" + detail::escaped(indices, false) + "}}";
      text += std::string(" = ") + formula.latex + " =\n" +
              to_latex(matrix, detail::table_of(format)) + " \\]\n";
    });
  });
  return text;
}

template <class... Steps>
ATTN_ABI std::string to_html(const trace_of<Steps...>& t, const text_format& format = {}) {
  std::string text;
  t.for_each([&](const char* name, const step_formula& formula, const auto& x) {
    text += std::string("<section>\n<p><b>") + detail::escaped(name, true) + "</b> = <code>" +
            detail::escaped(formula.text, true) + "</code> " + detail::escaped(axes_text(x), true) +
            "</p>\n";
    detail::for_each_matrix(x, [&](const std::string& indices, const auto& matrix) {
      if (!indices.empty()) text += "<p>" + detail::escaped(indices, true) + "</p>\n";
      text += detail::html_table(matrix, format);
    });
    text += "</section>\n";
  });
  return text;
}

}  // namespace attn
ATTN_STRICT_FP_END
