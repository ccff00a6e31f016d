// SPDX-License-Identifier: BSL-1.0
// What attn/io/tables.hpp promises to the compiler; the tables are looked at in
// runtime_tests/io/tables.cpp.
#pragma once

#include <attn/io/tables.hpp>
#include <attn/tensor/tensor.hpp>
#include <concepts>
#include <string>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::tables_tests {

using namespace attn;

template <class Tensor>
concept has_tables = requires(const Tensor& x, const table_format& format) {
  { to_markdown(x) } -> std::same_as<std::string>;
  { to_markdown(x, format) } -> std::same_as<std::string>;
  { to_latex(x) } -> std::same_as<std::string>;
  { to_latex(x, format) } -> std::same_as<std::string>;
};

constexpr report tensors_of_up_to_two_axes() {
  report r;
  r.check(has_tables<tensor<double>>);
  r.check(has_tables<tensor<bool, axis<"key", 2>>>);
  r.check(has_tables<matrix<int, 3, 1>>);
  r.check(!has_tables<double>);
  r.check(!rules::table_call<tensor<double, dim<2>, dim<2>, dim<2>>>::holds);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"tensors of up to two axes", tensors_of_up_to_two_axes},
};

}  // namespace attn_tests::tables_tests
