// SPDX-License-Identifier: BSL-1.0
// An input is an index, two bytes of its length in front of it, and then two files, the length of
// the first in front of them.
#include <attn/io/safetensors_index.hpp>
#include <attn/layers/linear.hpp>
#include <boost/hana/define_struct.hpp>

#include "runtime_tests/fuzz_readers/reader.hpp"

using namespace attn;

namespace {
struct network {
  using layer = nn::linear<float, axis<"in", 2>, axis<"out", 1>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (layer, a), (layer, b));
};

byte_view taken(const std::uint8_t*& data, std::size_t& size) {
  if (size < 2) return {data, 0};
  const std::size_t length = data[0] + 256u * data[1], part = length < size - 2 ? length : size - 2;
  const byte_view view(data + 2, part);
  data += 2 + part;
  size -= 2 + part;
  return view;
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const byte_view index = taken(data, size), first = taken(data, size), second(data, size);
  for (const std::vector<byte_view>& files :
       {std::vector<byte_view>{first}, std::vector<byte_view>{first, second}}) {
    byte_buffer buffer;
    attn_tests::require_well_formed(read_safetensors_index(index, files, buffer));
    attn_tests::require_all_or_nothing<network>(
        [&](network& m) { return from_safetensors_index(index, files, m, allow_rounding); },
        [](const network&) {});
  }
  for (const std::string& name : safetensors_files(index).names)
    attn_tests::require(
        !name.empty() && name.find_first_of("/\\:") == std::string::npos && name[0] != '.',
        "a file is in the directory of the index");
  return 0;
}
