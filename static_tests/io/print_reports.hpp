// SPDX-License-Identifier: BSL-1.0
// What attn/io/print_reports.hpp promises to the compiler; what is printed: runtime_tests/io.
#pragma once

#include <attn/io/print_reports.hpp>
#include <attn/scalars/is_within.hpp>
#include <attn/tensor/check.hpp>
#include <ostream>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::print_reports_tests {

using namespace attn;

template <class X>
concept printable = requires(std::ostream& out, const X& x) { out << x; };

constexpr report reports_and_nothing_else() {
  report r;
  r.check(printable<comparison<double, dim<2>>> && printable<bounds_report<float, dim<2>>>);
  r.check(!printable<tensor<double, dim<2>>>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"reports and nothing else", reports_and_nothing_else},
};

}  // namespace attn_tests::print_reports_tests
