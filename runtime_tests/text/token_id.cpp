// SPDX-License-Identifier: BSL-1.0
#include "static_tests/text/tokenizer.hpp"

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/traps.hpp"

#if defined(ATTN_TESTS_CAN_TRAP)
TEST_CASE("text/token_id: what is no id ends the program") {
  using attn_tests::launder, attn_tests::traps;
  const auto made_of = [](auto number) {
    return [=] { return static_cast<int>(attn::token_id<23>(launder(number))); };
  };
  CHECK_FALSE(traps(made_of(22)));
  CHECK(traps(made_of(23)));
  CHECK(traps(made_of(-1)));
  CHECK(traps(made_of(1ll << 32)));
  const auto second_of = [](int number) {
    return [=] {
      return static_cast<int>(
          attn::as_token_ids<3>(launder(attn::tensor<int, attn::dim<2>>{0, number}))(1));
    };
  };
  CHECK_FALSE(traps(second_of(2)));
  CHECK(traps(second_of(3)));
}
#endif
