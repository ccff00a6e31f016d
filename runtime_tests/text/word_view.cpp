// SPDX-License-Identifier: BSL-1.0
#include <attn/text/tokenizer.hpp>

#include <string>

#include "runtime_tests/catch.hpp"

TEST_CASE("text/word_view: strings") {
  const std::string owner = "Like";
  CHECK(attn::word_view(owner) == owner);
  CHECK(std::string(attn::word_view("I")) == "I");
}
