// SPDX-License-Identifier: BSL-1.0
// What the parts of every_text_proved.cpp have proved, tried at run time by reading and by whole
// texts; and of a property that fails for one text in 4,096, the report.
#include "runtime_tests/exhaustive/every_text.hpp"

#include <cstdio>
#include <string_view>

using namespace attn_tests;

// The same without reading: bit for bit the last row of model(ids).
template <std::size_t Never>
bool does_not_follow_whole(const tensor<token_id<word::size>, token>& ids) {
  const auto logits = model(ids);
  for (std::size_t i = 0; i < word::size; ++i)
    if (logits(3, i) > logits(3, Never)) return true;
  return false;
}

int main() {
  int failures = 0;
  const auto expect = [&](const input_report<word, token>& found, std::string_view expected) {
    const rules::composed_text text = found.text();
    const std::string_view said(text.data(), text.size());
    std::printf("%.*s\n", static_cast<int>(said.size()), said.data());
    if (said != expected) ++failures;
  };
  constexpr std::string_view holds = "attn::check: as expected";
  expect(for_all_inputs<word, token>(does_not_follow<0>{}), holds);
  expect(for_all_inputs<word, token>(does_not_follow_whole<0>), holds);
  constexpr std::string_view fails = "attn::check: false for (7, 4, 4, 1); 1 of 4096 inputs";
  expect(for_all_inputs<word, token>(does_not_follow<1>{}), fails);
  expect(for_all_inputs<word, token>(does_not_follow_whole<1>), fails);
  return failures;
}
