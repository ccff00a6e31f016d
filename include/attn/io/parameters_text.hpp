// SPDX-License-Identifier: BSL-1.0
// parameters_text(m): the parameters of a model, one line for each tensor, and their total number.
//
//   first.weight   (hidden 4, pixel 6)  24
//   first.bias     (hidden 4)            4
//   second.weight  (hidden 4, digit 3)  12
//   total                               40
//
// The dotted name, the axes, and how many elements there are, in aligned columns.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <attn/io/to_text.hpp>
#include <attn/layers/parameters.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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

}  // namespace attn
ATTN_STRICT_FP_END
