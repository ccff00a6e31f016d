// SPDX-License-Identifier: BSL-1.0
// What attn/io/trace_text.hpp promises to the compiler; the texts are looked at in
// runtime_tests/io/trace_text.cpp.
#pragma once

#include <attn/io/trace_text.hpp>
#include <concepts>
#include <string>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::trace_text_tests {

using namespace attn;

template <class Trace>
concept has_texts = requires(const Trace& t, const text_format& format) {
  { to_text(t, format) } -> std::same_as<std::string>;
  { to_markdown(t, format) } -> std::same_as<std::string>;
  { to_latex(t, format) } -> std::same_as<std::string>;
  { to_html(t, format) } -> std::same_as<std::string>;
};

constexpr report traces_of_any_rank() {
  report r;
  using q = tensor<double, axis<"token", 2>, axis<"d", 2>>;
  using heads = tensor<double, axis<"head", 3>, axis<"token", 2>, axis<"d", 2>>;
  r.check(has_texts<decltype(trace_attention(q{}, q{}, q{}))>);
  r.check(has_texts<decltype(trace_attention(heads{}, heads{}, heads{}))>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"traces of any rank", traces_of_any_rank},
};

}  // namespace attn_tests::trace_text_tests
