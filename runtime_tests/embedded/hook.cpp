// SPDX-License-Identifier: BSL-1.0
// ATTN_END_OF_PROGRAM takes the place of the trap, and is given the name of the error.
#include <csetjmp>
#include <cstdio>
#include <cstring>

namespace {
std::jmp_buf before;
const char* reported = "";
[[noreturn]] void report(const char* what) {
  reported = what;
  std::longjmp(before, 1);
}
}  // namespace

#define ATTN_CHECKED
#define ATTN_END_OF_PROGRAM(what) report(what)
#include <attn.hpp>

#include "static_tests/support/behaviour.hpp"

namespace {

int failed = 0;
template <class F>
void expect(const char* error, const F& f) {
  reported = "nothing";
  if (setjmp(before) == 0) f();
  const bool holds = std::strcmp(reported, error) == 0;
  std::printf("%-6s %s: %s\n", holds ? "ok" : "FAIL", error, reported);
  failed += holds ? 0 : 1;
}

}  // namespace

// A hook may throw, where an index is checked.
static_assert(!noexcept(attn::matrix<float, 2, 3>()(0, 0)));

int main() {
  using namespace attn;
  using attn_tests::launder;
  static const matrix<float, 2, 3> x{};
  expect("nothing", [] { return launder(x)(1, launder(2)); });
  expect("index_out_of_range_for_its_axis", [] { return launder(x)(launder(2), 0); });
  expect("token_id_out_of_range", [] { return token_id<5>(launder(5)); });
  expect("id_out_of_range_for_one_hot",
         [] { one_hot<axis<"class", 3>, float>(launder(tensor<int, dim<1>>{7})); });
  return failed;
}
