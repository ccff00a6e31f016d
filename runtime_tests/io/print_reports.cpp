// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/to_text.hpp"

#include <sstream>
#include <string>

#include "runtime_tests/catch.hpp"

using namespace attn;
using token = axis<"token", 2>;
constexpr tensor<double, token> w{1, 2.5};

TEST_CASE("io/print_reports: Catch2 prints what a check has found") {
  CHECK(equals(w, {1, 2.5}));
  CHECK(is_within(w, 1, 3));
  CHECK_FALSE(equals(w, {1, 2}));
  // What CHECK(equals(w, {1, 2})) would show below its expression.
  CHECK(Catch::Detail::stringify(equals(w, {1, 2})) ==
        "attn::check: at (token 1): 2.5, not 2; difference 0.5; 1 of 2 elements differ");
  CHECK(Catch::Detail::stringify(is_within(w, 0, 1)) ==
        "attn::check: at (token 1): is 2.5; not within 0 to 1; beyond 1.5; 1 of 2 elements leave");
}

TEST_CASE("io/print_reports: a stream") {
  std::ostringstream out;
  out << bits_equal(w, w) << '.';
  CHECK(out.str() == "attn::check: as expected.");
}
