// SPDX-License-Identifier: BSL-1.0
// What attn/tensor/peek.hpp promises. What the compiler prints: static_tests/rejected/check.cpp.
#pragma once

#include <attn/tensor/peek.hpp>
#include <limits>
#include <string_view>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/says.hpp"

namespace attn_tests::peek_tests {

using namespace attn;

template <class T>
constexpr bool prints(T x, std::string_view expected) {
  rules::composed_text text;
  attn::detail::add_rounded(text, launder(x));
  return says(text, expected);
}

// (peek<x> itself never compiles: rules::printed.)
constexpr report numbers_are_rounded() {
  report r;
  r.check(prints(0.0633789, "0.0634") && prints(-0.25, "-0.25") && prints(16.0, "16"));
  r.check(prints(0.0010004, "0.001") && prints(999999.99996, "1000000") && prints(10.05f, "10.05"));
  r.check(prints(6.0337e-06, "6.03e-6") && prints(0.00099996, "1e-3") && prints(-1e-20, "-1e-20"));
  r.check(prints(1234567.0, "1.23e6") && prints(9999999.0, "1e7") && prints(2.5e22, "2.5e22"));
  r.check(prints(0.0, "0") && prints(1e300, "1e300") && prints(5e-324, "5e-324"));
  r.check(prints(std::numeric_limits<float>::infinity(), "inf"));
  r.check(prints(-7, "-7") && prints(true, "1"));
  r.check(!rules::printed<>::value);
  return r;
}

constexpr report rows_are_lines() {
  report r;
  const auto x = launder(tensor<double, axis<"token", 2>, axis<"key", 3>>{{0, 0.5, 1}, {2, 3, 4}});
  const auto lines = attn::detail::lines_of(x);
  r.check(lines.count == 3 && says(lines.lines[0], "(token 2, key 3)"));
  r.check(says(lines.lines[1], "0 0.5 1") && says(lines.lines[2], "2 3 4"));
  r.check(says(attn::detail::joined(lines), "attn::peek: (token 2, key 3): 0 0.5 1; 2 3 4"));
  r.check(says(attn::detail::joined(attn::detail::lines_of(launder(tensor<int>(5)))),
               "attn::peek: (): 5"));
  return r;
}

constexpr report long_rows_are_broken_and_many_are_cut() {
  report r;
  tensor<double, dim<9>, dim<10>> x;
  for (double& element : x) element = 0.1234;
  const auto lines = attn::detail::lines_of(launder(x));
  r.check(lines.count == 1 + 2 * 8 + 1 && says(lines.lines[0], "(9, 10)"));
  r.check(says(lines.lines[1], "0.1234 0.1234 0.1234 0.1234") &&
          says(lines.lines[2], "0.1234 0.1234 0.1234 0.1234 ..."));
  r.check(says(lines.lines[lines.count - 1], "..."));
  return r;
}

// Four axes that need two lines, and numbers that need one each.
constexpr report the_most_lines() {
  report r;
  tensor<long long, axis<"batch_of_sequences", 2>, axis<"position_in_batch", 3>,
         axis<"head_of_attention", 2>, axis<"width_of_the_head", 9>>
      x;
  for (long long& element : x) element = -1234567890123456789;
  const auto lines = attn::detail::lines_of(launder(x));
  r.check(lines.count == 4 + 8 * 8 + 1 && says(lines.lines[0], "(batch_of_sequences 2,"));
  r.check(says(lines.lines[4], "-1234567890123456789"));
  r.check(says(lines.lines[lines.count - 1], "..."));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"numbers are rounded", numbers_are_rounded},
    {"rows are lines", rows_are_lines},
    {"the most lines", the_most_lines},
    {"long rows are broken and many are cut", long_rows_are_broken_and_many_are_cut},
};

}  // namespace attn_tests::peek_tests
