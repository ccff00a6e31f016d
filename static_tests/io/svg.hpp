// SPDX-License-Identifier: BSL-1.0
// What attn/io/svg.hpp promises to the compiler; the pictures are looked at in
// runtime_tests/io/svg.cpp, and read as XML by runtime_tests/svg/check.py.
#pragma once

#include <attn/io/svg.hpp>
#include <attn/tensor/tensor.hpp>
#include <concepts>
#include <string>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::svg_tests {

using namespace attn;

template <class Tensor>
concept has_svg = requires(const Tensor& x, const svg_format& format) {
  { to_svg(x) } -> std::same_as<std::string>;
  { to_svg(x, format) } -> std::same_as<std::string>;
};

constexpr report matrices() {
  report r;
  r.check(has_svg<tensor<double, axis<"token", 2>, axis<"key", 3>>>);
  r.check(has_svg<matrix<float, 1, 5>>);
  r.check(!has_svg<double>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"matrices", matrices},
};

}  // namespace attn_tests::svg_tests
