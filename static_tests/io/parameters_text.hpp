// SPDX-License-Identifier: BSL-1.0
// What attn/io/parameters_text.hpp promises to the compiler; texts are made by programs only, and
// looked at in runtime_tests/io/parameters_text.cpp.
#pragma once

#include <attn/io/parameters_text.hpp>
#include <attn/layers/linear.hpp>
#include <boost/hana/tuple.hpp>
#include <concepts>
#include <string>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::parameters_text_tests {

using namespace attn;

constexpr report models_have_a_text() {
  report r;
  using layer = nn::linear<float, dim<3>, dim<2>, output_by_input>;
  r.check(std::same_as<decltype(parameters_text(layer{})), std::string>);
  r.check(std::same_as<decltype(parameters_text(boost::hana::tuple<layer, layer>{})), std::string>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"models have a text", models_have_a_text},
};

}  // namespace attn_tests::parameters_text_tests
