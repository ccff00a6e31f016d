// SPDX-License-Identifier: BSL-1.0
#include "static_tests/text/tokenizer.hpp"

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/traps.hpp"

#if defined(ATTN_TESTS_CAN_TRAP)
TEST_CASE("text/tokenizer: tokenize ends the program where it can do nothing") {
  using attn_tests::launder, attn_tests::traps, attn_tests::article::dictionary;
  const auto of_two = [](std::string_view sentence) {
    return [=] {
      return static_cast<int>(attn::tokenize<attn::dim<2>>(dictionary, launder(sentence))(1));
    };
  };
  CHECK_FALSE(traps(of_two("Deep Learning")));
  CHECK(traps(of_two("Deep")));
  CHECK(traps(of_two("Deep Machine Learning")));
  CHECK(traps(of_two("Deep Tea")));
  CHECK(traps(of_two("")));
}
#endif
