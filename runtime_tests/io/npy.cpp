// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/npy.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime_tests/catch.hpp"

using namespace attn;
using attn_tests::io_npy_tests::table;

TEST_CASE("io/npy: every truncation is refused, and fills nothing") {
  const byte_buffer all = to_npy(table{{1, 2, 3}, {4, 5, 6}});
  for (std::size_t size = 0; size < all.size(); ++size) {
    table x{{7, 7, 7}, {7, 7, 7}};
    const auto result = from_npy(byte_view(all.data(), size), x);
    if (result || result.text().empty() || x(0, 0) != 7 || x(1, 2) != 7) FAIL(size);
  }
}

// Whatever the bytes: a fault in one line, or all elements. Run with sanitizers, this shows that
// nothing outside the bytes is read.
TEST_CASE("io/npy: damaged bytes") {
  const byte_buffer all = to_npy(table{{1, 2, 3}, {4, 5, 6}});
  std::uint64_t state = 1;
  const auto random = [&state](std::size_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>((state >> 33) % below);
  };
  constexpr std::string_view useful = "{}()[]'\",: \\\n0123456789TrueFalse<>|fiub";
  int refused = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<unsigned char> damaged(all.begin(), all.end());
    for (std::size_t changes = 1 + random(3); changes > 0; --changes) {
      const std::size_t at = random(70);
      if (random(4) == 0)
        damaged.erase(damaged.begin() + static_cast<std::ptrdiff_t>(at));
      else
        damaged[at] = static_cast<unsigned char>(useful[random(useful.size())]);
    }
    damaged.shrink_to_fit();
    table x{{7, 7, 7}, {7, 7, 7}};
    const auto result = from_npy(damaged, x);
    const std::string text = result.text();
    if (result) {
      CHECK(x(0, 0) == 1);
      continue;
    }
    ++refused;
    if (text.find_first_of("\r\n") != std::string::npos || x(0, 0) != 7) FAIL(i << ": " << text);
  }
  CHECK(refused > 15000);
}
