// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <attn/io/npz.hpp>
#include <attn/layers/linear.hpp>
#include <boost/hana/define_struct.hpp>

#include "runtime_tests/fuzz_readers/reader.hpp"

using namespace attn;

namespace {

struct network {
  using hidden = axis<"hidden", 2>;
  using first_layer = nn::linear<float, axis<"pixel", 3>, hidden, output_by_input>;
  using flags_type = tensor<bool, dim<3>>;
  using steps_type = tensor<std::int64_t>;
  BOOST_HANA_DEFINE_STRUCT(network, (first_layer, first), (flags_type, flags), (steps_type, steps));
};

template <class... Options>
void meets(const byte_view& file, Options... options) {
  attn_tests::require_all_or_nothing<network>(
      [&](network& m) { return from_npz(file, m, options...); },
      [](const network& m) {
        network back{};
        attn_tests::require(static_cast<bool>(from_npz(to_npz(m), back)),
                            "what was written is read");
        attn_tests::require_same_bits(m, back);
      });
}

void read(const byte_view& file) {
  attn_tests::require_well_formed(read_npz(file));
  byte_buffer unpacked;
  attn_tests::require_well_formed(read_npz(file, unpacked));
  attn_tests::require(unpacked.size() <= file.size() * 1033 + 258, "no byte makes more than 1,032");
  meets(file);
  meets(file, allow_rounding, ignore_unexpected);
}

void put(byte_buffer& file, std::size_t at, std::uint32_t word) {
  for (std::size_t i = 0; i < 4; ++i) file[at + i] = static_cast<unsigned char>(word >> (8 * i));
}

// The file with the checksums of what it has, so that what is after them is reached: no input that
// a fuzzer finds has the right ones.
byte_buffer with_checksums(byte_buffer file) {
  const auto word = [&](std::size_t at) {
    return little_endian<std::uint32_t>(byte_view(file), at);
  };
  for (std::size_t at = 0; at + 46 <= file.size(); ++at) {
    if (word(at) != detail::zip_central) continue;
    const std::size_t size = word(at + 20), local = word(at + 42);
    if (local + 30 > file.size()) continue;
    const std::size_t begin = local + 30 + (word(local + 26) & 0xffff) + (word(local + 26) >> 16);
    if (begin > file.size() || size > file.size() - begin) continue;
    byte_view bytes = byte_view(file).part(begin, size);
    byte_buffer inflated;
    if (file[at + 10] == 8 && word(at + 24) < 100000) {
      detail::inflate(bytes, word(at + 24), inflated);
      bytes = inflated;
    }
    const std::uint32_t crc = detail::crc_of(bytes);
    put(file, at + 16, crc);
    put(file, local + 14, crc);
  }
  return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  read(byte_view(data, size));
  read(with_checksums(byte_buffer(data, data + size)));
  // And all of it as compressed bytes: what comes out is bounded by what was asked for.
  for (const std::size_t most : {std::size_t{0}, std::size_t{300}, std::size_t{70000}}) {
    byte_buffer out{1};
    const char* fault = detail::inflate(byte_view(data, size), most, out);
    attn_tests::require(out.size() <= 1 + most, "no more than was asked for");
    attn_tests::require(fault != nullptr || out.size() == 1 + most, "all that was asked for");
  }
  return 0;
}
