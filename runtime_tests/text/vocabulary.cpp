// SPDX-License-Identifier: BSL-1.0
#include "static_tests/text/tokenizer.hpp"

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/traps.hpp"

#if defined(ATTN_TESTS_CAN_TRAP)
TEST_CASE("text/vocabulary: what is not there ends the program") {
  using attn_tests::launder, attn_tests::traps, attn_tests::article::dictionary;
  const auto id = [](std::string_view word) {
    return [=] { return static_cast<int>(dictionary.id(launder(word))); };
  };
  CHECK_FALSE(traps(id("Python")));
  CHECK(traps(id("python")));
  CHECK(traps(id("")));
  const auto word = [](int at) { return [=] { return dictionary.word(launder(at)).size(); }; };
  CHECK_FALSE(traps(word(23)));
  CHECK(traps(word(24)));
  CHECK(traps(word(0)));
  CHECK(traps(word(-1)));
}
#endif
