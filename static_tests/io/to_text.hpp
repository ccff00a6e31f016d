// SPDX-License-Identifier: BSL-1.0
// What attn/io/to_text.hpp promises to the compiler; texts are made by programs only, and looked at
// in runtime_tests/io/to_text.cpp.
#pragma once

#include <attn/io/to_text.hpp>
#include <attn/tensor/tensor.hpp>
#include <attn/text/token_id.hpp>
#include <concepts>
#include <string>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::to_text_tests {

using namespace attn;

template <class Tensor>
concept has_text = requires(const Tensor& x, const text_format& format) {
  { to_text(x) } -> std::same_as<std::string>;
  { to_text(x, format) } -> std::same_as<std::string>;
  { axes_text(x) } -> std::same_as<std::string>;
};

constexpr report tensors_of_numbers() {
  report r;
  r.check(has_text<tensor<double>>);
  r.check(has_text<tensor<float, axis<"token", 2>, dim<3>>>);
  r.check(has_text<tensor<int, dim<2>, dim<3>, dim<4>, dim<5>>>);
  r.check(has_text<tensor<token_id<24>, dim<3>>>);
  r.check(!has_text<double>);
  return r;
}

constexpr report defaults() {
  report r;
  const auto format = launder(text_format{});
  r.check(format.digits == 0 && format.indent == 2 && format.header && !format.hexadecimal);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"tensors of numbers", tensors_of_numbers},
    {"defaults", defaults},
};

}  // namespace attn_tests::to_text_tests
