// SPDX-License-Identifier: BSL-1.0
// rejected: bytes with a weight that is stored the other way, where the compiler can compose messages
// (C++26): the tensor, what the model has and what the file has follow the sentence.
// expect-error: cannot be loaded from the bytes: weight: the model needs F32 \(out 2, in 3\), the file has F32 \(in 3, out 2\), transposed
// errors: 1
#include <array>
#include <attn.hpp>
#include <attn/io/safetensors.hpp>

using namespace attn;

using in = axis<"in", 3>;
using out = axis<"out", 2>;
using stored = nn::linear<float, in, out, input_by_output>;

constexpr auto bytes = [] {
  std::array<unsigned char, to_safetensors(stored{}).size()> result{};
  const byte_buffer all = to_safetensors(stored{});
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = all[i];
  return result;
}();

#ifdef ATTN_REJECT
constexpr auto model = from_safetensors<nn::linear<float, in, out, output_by_input>, bytes>();
#else
constexpr auto model = from_safetensors<stored, bytes>();
#endif

static_assert(model.weight.rank == 2);
