// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/safetensors.hpp"

#include <attn/io/file.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/temporary_directory.hpp"

using namespace attn;
using attn_tests::corrupt_model;
using attn_tests::io_safetensors_tests::network;
using attn_tests::io_safetensors_tests::some_network;

TEST_CASE("io/safetensors: through a file") {
  const attn_tests::temporary_directory directory("safetensors");
  const std::string path = directory.file("model.safetensors");
  const network m = some_network();
  REQUIRE(write_file(path, to_safetensors(m)));
  network back{};
  CHECK(from_safetensors(read_file(path).bytes, back).text() == "");
  CHECK(bitwise_equal(back, m));
}

TEST_CASE("io/safetensors: an index and its files") {
  using attn_tests::io_safetensors_tests::sharded;
  using attn_tests::io_safetensors_tests::some_shards;
  const attn_tests::temporary_directory directory("shards");
  const std::string path = directory.file("model.safetensors.index.json");
  const auto load = [&] {
    sharded m{};
    const std::string text = from_safetensors_files(path, m).text();
    CHECK(bitwise_equal(m, text.empty() ? some_shards : sharded{}));
    return text;
  };
  CHECK(load().find("cannot open " + path) == 0);
  REQUIRE(write_file(path, attn_tests::io_safetensors_tests::index_bytes));
  const auto names = safetensors_files(read_file(path).bytes).names;
  CHECK(names == std::vector<std::string>{"model-00001-of-00002.safetensors",
                                          "model-00002-of-00002.safetensors"});
  const std::string second = directory.file(names[1]);
  REQUIRE(write_file(directory.file(names[0]), attn_tests::io_safetensors_tests::shard_1));
  CHECK(load().find("cannot open " + second) == 0);
  REQUIRE(write_file(second, attn_tests::io_safetensors_tests::shard_2));
  CHECK(load() == "");
  REQUIRE(write_file(second, attn_tests::io_safetensors_tests::shard_1));
  CHECK(load() ==
        "first.bias: is in model-00002-of-00002.safetensors, and the index has it in "
        "model-00001-of-00002.safetensors");
}

TEST_CASE("io/safetensors: every truncation is refused, and loads nothing") {
  const byte_buffer all = to_safetensors(some_network());
  for (std::size_t size = 0; size < all.size(); ++size) {
    network back{};
    const auto result = from_safetensors(byte_view(all.data(), size), back);
    if (result || result.text().empty() || !bitwise_equal(back, network{})) FAIL(size);
  }
  byte_buffer longer = all;
  longer.push_back(0);
  network back{};
  CHECK(from_safetensors(longer, back).text() == "1 bytes after the last tensor belong to none");
}

// Whatever the bytes: a fault in one line and nothing changed, or all tensors. Run with sanitizers,
// this shows that nothing outside the bytes is read.
TEST_CASE("io/safetensors: damaged bytes") {
  const network m = some_network();
  const byte_buffer all = to_safetensors(m);
  std::uint64_t state = 1;
  const auto random = [&state](std::size_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>((state >> 33) % below);
  };
  constexpr std::string_view useful = "{}[]\",:\\u0123456789e.-F dtypeshape";
  int refused = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<unsigned char> damaged(all.begin(), all.end());
    const std::size_t header = damaged[0] + 256u * damaged[1];
    for (std::size_t changes = 1 + random(3); changes > 0; --changes) {
      const std::size_t at = random(8 + header);
      if (random(4) == 0)
        damaged.erase(damaged.begin() + static_cast<std::ptrdiff_t>(at));
      else
        damaged[at] = random(2) == 0 ? static_cast<unsigned char>(useful[random(useful.size())])
                                     : static_cast<unsigned char>(random(256));
    }
    damaged.shrink_to_fit();
    network back{};
    const auto result = from_safetensors(damaged, back);
    const std::string text = result.text();
    if (result) {
      // A change that the checks do not concern, such as a space or the name of an axis.
      for_each_parameter([](const auto&, const auto& x) { CHECK(x.size() > 0); }, back);
      continue;
    }
    ++refused;
    if (text.empty() || text.find_first_of("\r\n") != std::string::npos ||
        !bitwise_equal(back, network{}))
      FAIL(i << ": " << text);
  }
  CHECK(refused > 15000);
}

TEST_CASE("io/safetensors: many tensors, long and hostile names") {
  std::string header = "{";
  constexpr int count = 20000;
  for (int i = count; i-- > 0;)
    header += "\"" + std::string(100, 'n') + std::to_string(i) +
              "\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]},";
  header += "\"bias\\n\\u0007\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}";
  byte_buffer file;
  append_little_endian(file, std::uint64_t{header.size()});
  file.insert(file.end(), header.begin(), header.end());
  CHECK(read_safetensors(file).entries.size() == count + 1);
  corrupt_model m{};
  CHECK(from_safetensors(file, m, ignore_unexpected).text() ==
        "weight: the model needs F32 (hidden 2, pixel 3), the file has no tensor of that name");
}

TEST_CASE("io/safetensors: a model that is too large for the stack") {
  using large = nn::linear<double, dim<2000>, dim<1000>, input_by_output>;
  const auto model = std::make_unique<large>();
  const auto back = std::make_unique<large>();
  double next = 0;
  for_each_parameter(
      [&next](const auto&, auto& x) {
        for (double& element : x) element = next += 0.125;
      },
      *model);
  CHECK(from_safetensors(to_safetensors(*model), *back).text() == "");
  CHECK(bitwise_equal(*back, *model));
}
