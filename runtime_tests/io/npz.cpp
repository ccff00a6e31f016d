// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/npy.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime_tests/catch.hpp"

using namespace attn;
using attn_tests::io_npy_tests::model;
using attn_tests::io_npy_tests::some_model;

TEST_CASE("io/npz: every truncation is refused, and loads nothing") {
  const byte_buffer all = to_npz(some_model);
  for (std::size_t size = 0; size < all.size(); ++size) {
    model m{};
    const auto result = from_npz(byte_view(all.data(), size), m);
    if (result || result.text().empty() || !bitwise_equal(m, model{})) FAIL(size);
  }
}

// A change of one byte is found, or is in what is not read: versions, times, permissions.
TEST_CASE("io/npz: every byte, changed") {
  const byte_buffer all = to_npz(some_model);
  std::size_t accepted = 0;
  for (std::size_t at = 0; at < all.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::vector<unsigned char> damaged(all.begin(), all.end());
      damaged[at] = static_cast<unsigned char>(damaged[at] ^ 1u << bit);
      model m{};
      const auto result = from_npz(damaged, m);
      const std::string text = result.text();
      accepted += static_cast<bool>(result);
      const bool right = result ? bitwise_equal(m, some_model)
                                : bitwise_equal(m, model{}) && text.find('\n') == std::string::npos;
      if (!right) FAIL(at << ": " << text);
    }
  CHECK(accepted < all.size() * 8 / 4);
}

TEST_CASE("io/npz: damaged bytes") {
  const byte_buffer all = to_npz(some_model);
  std::uint64_t state = 1;
  const auto random = [&state](std::size_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>((state >> 33) % below);
  };
  for (int i = 0; i < 20000; ++i) {
    std::vector<unsigned char> damaged(all.begin(), all.end());
    for (std::size_t changes = 1 + random(4); changes > 0; --changes) {
      const std::size_t at = random(damaged.size());
      if (random(4) == 0)
        damaged.erase(damaged.begin() + static_cast<std::ptrdiff_t>(at));
      else
        damaged[at] = static_cast<unsigned char>(random(256));
    }
    damaged.shrink_to_fit();
    model m{};
    const auto result = from_npz(damaged, m);
    if (!(result ? bitwise_equal(m, some_model) : bitwise_equal(m, model{}))) FAIL(i);
  }
}

TEST_CASE("io/npz: a model that is too large for the stack") {
  using large = nn::linear<double, dim<1500>, dim<1000>, input_by_output>;
  const auto wide = std::make_unique<large>();
  const auto back = std::make_unique<large>();
  double next = 0;
  for_each_parameter(
      [&next](const auto&, auto& x) {
        for (double& element : x) element = next += 0.125;
      },
      *wide);
  CHECK(from_npz(to_npz(*wide), *back).text() == "");
  CHECK(bitwise_equal(*back, *wide));
}
