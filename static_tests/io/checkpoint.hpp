// SPDX-License-Identifier: BSL-1.0
// What attn/io/checkpoint.hpp promises, with safetensors as the format. The sentences about files
// that do not fit are in static_tests/support/corrupt_safetensors.hpp; of torch_names and under<…>,
// more is in torch_names.hpp.
#pragma once

#include <attn/io/checkpoint.hpp>
#include <attn/io/safetensors.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/packed.hpp>
#include <attn/recurrent/lstm.hpp>
#include <string_view>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/says.hpp"

namespace attn_tests::checkpoint_tests {

using namespace attn;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 3>;

// What is said when a model is read from the file of another.
template <class To, class From>
constexpr checkpoint_result exchanged() {
  From written{};
  for_each_parameter([](const auto&, auto& x) { x.data()[0] = 7; }, written);
  To read{};
  const checkpoint_result result = from_safetensors(to_safetensors(launder(written)), read);
  bool all_or_none = true;
  for_each_parameter(
      [&](const auto&, const auto& x) {
        all_or_none = all_or_none && (x.data()[0] == 7) == static_cast<bool>(result);
      },
      read);
  if (!all_or_none) return {rules::composed_text{}.add("half loaded")};
  return result;
}
constexpr bool is(const checkpoint_result& result, std::string_view sentence) {
  return says(result.fault, sentence);
}

// The names of the axes find what sizes do not.
constexpr report a_square_weight_that_is_transposed() {
  report r;
  using by_output = nn::linear<float, in, hidden, output_by_input>;
  using by_input = nn::linear<float, in, hidden, input_by_output>;
  r.check(static_cast<bool>(exchanged<by_output, by_output>()));
  r.check(is(exchanged<by_output, by_input>(),
             "weight: the model wants F32 (hidden 3, in 3), the file has F32 (in 3, hidden 3), "
             "with other axes"));
  return r;
}
constexpr report gates_in_another_order() {
  report r;
  using torch = nn::lstm_cell<float, in, hidden>;
  using onnx = nn::lstm_cell<float, in, hidden, gate_order::iofc>;
  r.check(static_cast<bool>(exchanged<torch, torch>()));
  r.check(is(exchanged<torch, onnx>(),
             "weight_ih: the model wants F32 (gates_ifgo 4, hidden 3, in 3), the file has F32 "
             "(gates_iofc 4, hidden 3, in 3), with other axes"));
  return r;
}
// An axis without a name, here or in the file, agrees with any of its size.
constexpr report names_are_gradual() {
  report r;
  using named = nn::linear<double, in, hidden, output_by_input>;
  using unnamed = nn::linear<double, dim<3>, dim<3>, output_by_input>;
  using half = nn::linear<double, dim<3>, hidden, output_by_input>;
  r.check(static_cast<bool>(exchanged<named, unnamed>()));
  r.check(static_cast<bool>(exchanged<unnamed, named>()));
  r.check(static_cast<bool>(exchanged<half, named>()));
  r.check(static_cast<bool>(exchanged<named, half>()));
  r.check(!exchanged<half, nn::linear<double, hidden, in, output_by_input>>());
  return r;
}
constexpr report element_types() {
  report r;
  using of_float = nn::linear<float, in, hidden, output_by_input>;
  using of_double = nn::linear<double, in, hidden, output_by_input>;
  r.check(static_cast<bool>(exchanged<of_double, of_float>()));
  r.check(
      is(exchanged<of_float, of_double>(),
         "weight: the model wants F32 (hidden 3, in 3), the file has F64 (hidden 3, in 3), which "
         "would be rounded: pass allow_rounding"));
  using of_int = nn::linear<int, in, hidden, output_by_input>;
  r.check(
      is(exchanged<of_float, of_int>(),
         "weight: the model wants F32 (hidden 3, in 3), the file has I32 (hidden 3, in 3), which "
         "does not convert exactly"));
  return r;
}

// A result is true or false in a condition, and is no number. What is found in a file can be kept.
constexpr report types() {
  report r;
  r.check(std::is_constructible_v<bool, checkpoint_result>);
  r.check(!std::is_convertible_v<checkpoint_result, bool>);
  r.check(std::is_trivially_copyable_v<checkpoint_entry> && checkpoint_entry::max_rank == 8);
  r.check(checkpoint{}.entries.empty());
  r.check(std::is_same_v<decltype(ignore_unexpected), const ignore_unexpected_option>);
  r.check(std::is_same_v<decltype(allow_rounding), const allow_rounding_option>);
  r.check(std::is_same_v<decltype(torch_names), const torch_names_option>);
  r.check(std::is_same_v<decltype(gpt2_names), const gpt2_names_option>);
  r.check(std::is_same_v<decltype(layer_numbers), const layer_numbers_option>);
  r.check(std::is_same_v<decltype(under<"a.b">), const under_option<"a.b">>);
  r.check(!attn::detail::reading_option<layer_numbers_option>);
  r.check(!attn::detail::writing_option<allow_rounding_option>);
  r.check(std::is_empty_v<allow_rounding_option> && std::is_empty_v<ignore_unexpected_option>);
  return r;
}

// checkpoint_call: what is asked of a model.
constexpr report rules_of_models() {
  report r;
  using layer = nn::linear<float, in, hidden, input_by_output>;
  r.check(rules::checkpoint_call<layer>::holds);
  r.check(rules::checkpoint_call<nn::linear<bool, in, hidden, input_by_output>>::holds);
  r.check(!rules::checkpoint_call<nn::linear<long double, in, hidden, input_by_output>>::holds);
  r.check(!rules::checkpoint_call<decltype(packed(layer{}))>::storable::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"a square weight that is transposed", a_square_weight_that_is_transposed},
    {"gates in another order", gates_in_another_order},
    {"names are gradual", names_are_gradual},
    {"element types", element_types},
    {"types", types},
    {"rules of models", rules_of_models},
};

}  // namespace attn_tests::checkpoint_tests
