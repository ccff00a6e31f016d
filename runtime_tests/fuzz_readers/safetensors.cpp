// SPDX-License-Identifier: BSL-1.0
#include <attn/io/safetensors.hpp>
#include <attn/layers/activation.hpp>
#include <attn/layers/quantized.hpp>
#include <attn/models/encoder.hpp>
#include <attn/recurrent/lstm.hpp>
#include <boost/hana/define_struct.hpp>

#include "runtime_tests/fuzz_readers/reader.hpp"

using namespace attn;

namespace {

struct network {
  using hidden = axis<"hidden", 2>;
  using first_layer = nn::linear<float, axis<"pixel", 3>, hidden, output_by_input>;
  using flags_type = tensor<bool, dim<3>>;
  using scale_list = tensor<double, hidden>[2];
  using steps_type = tensor<std::int64_t>;
  BOOST_HANA_DEFINE_STRUCT(network, (first_layer, first), (flags_type, flags), (scale_list, scales),
                           (steps_type, steps));
};
using block = nn::encoder_layer<float, axis<"width", 4>, axis<"head", 2>, axis<"inner", 3>,
                                output_by_input, act::relu, pre_norm>;
using small_layer = with_weights<network::first_layer, int8, per_row>;
using cell = nn::lstm_cell<double, axis<"in", 1>, axis<"hidden", 2>>;

template <class M, class... Options>
void meets(const byte_view& file, Options... options) {
  attn_tests::require_all_or_nothing<M>(
      [&](M& m) { return from_safetensors(file, m, options...); },
      [](const M& m) {
        M back{};
        attn_tests::require(static_cast<bool>(from_safetensors(to_safetensors(m), back)),
                            "what was written is read");
        attn_tests::require_same_bits(m, back);
      });
}
// The same, written with the names that it was read with.
template <class M, class... Options>
void meets_names(const byte_view& file, Options... options) {
  attn_tests::require_all_or_nothing<M>(
      [&](M& m) { return from_safetensors(file, m, options..., allow_rounding); },
      [&](const M& m) {
        M back{};
        attn_tests::require(
            static_cast<bool>(from_safetensors(to_safetensors(m, options...), back, options...)),
            "what was written with the names of a library is read with them");
        attn_tests::require_same_bits(m, back);
      });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const byte_view file(data, size);
  attn_tests::require_well_formed(read_safetensors(file));
  meets<network>(file);
  meets<network>(file, allow_rounding, ignore_unexpected);
  meets<network>(file, under<"model">);
  meets<small_layer>(file);
  meets<block>(file);
  meets_names<block>(file, torch_names);
  meets_names<block>(file, gpt2_names);
  meets_names<block>(file, torch_names, under<"layers.0">);
  meets_names<cell>(file, torch_names);
  return 0;
}
