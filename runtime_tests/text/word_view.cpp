// SPDX-License-Identifier: BSL-1.0
#include "static_tests/text/word_view.hpp"

#include <string>

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("text/word_view") {
  attn_tests::run_behaviours<attn_tests::word_view_tests::behaviours>();
  const std::string owner = "Like";
  CHECK(attn::word_view(owner) == owner);
  CHECK(std::string(attn::word_view("I")) == "I");
}
