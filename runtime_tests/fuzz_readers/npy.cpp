// SPDX-License-Identifier: BSL-1.0
#include <attn/io/npy.hpp>

#include "runtime_tests/fuzz_readers/reader.hpp"

using namespace attn;

namespace {

template <class X, class... Options>
void meets(const byte_view& file, Options... options) {
  attn_tests::require_all_or_nothing<X>([&](X& x) { return from_npy(file, x, options...); },
                                        [](const X& x) {
                                          X back{};
                                          attn_tests::require(
                                              static_cast<bool>(from_npy(to_npy(x), back)),
                                              "what was written is read");
                                          attn_tests::require_same_bits(x, back);
                                        });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const byte_view file(data, size);
  attn_tests::require_well_formed(read_npy(file));
  meets<tensor<float, dim<2>, dim<3>>>(file);
  meets<tensor<float, dim<2>, dim<3>>>(file, allow_rounding);
  meets<tensor<double, axis<"row", 2>, axis<"column", 3>>>(file);
  meets<tensor<double, dim<4>>>(file);
  meets<tensor<std::int8_t, dim<2>, dim<1>, dim<2>>>(file);
  meets<tensor<std::uint64_t>>(file);
  meets<tensor<bool, dim<3>>>(file);
  return 0;
}
