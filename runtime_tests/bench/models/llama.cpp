// SPDX-License-Identifier: BSL-1.0
// bench_llama: tokens per second of a Llama whose weights take 59 MB in float, in float and in
// small numbers. Each story has 128 tokens at temperature 0; the formats take turns, and a rate is
// the best of 9 stories, by the clock of the process. Before, plain and packed weights must give
// the same bits.
//
//   bench_llama                the table
//   bench_llama model.bin      writes the model in float for llama2.c's run, which tells as long
//                              a story with: run model.bin -z tok512.bin -t 0 -n 128
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <iterator>

#include <attn/io/file.hpp>
#include <attn/io/llama2c.hpp>
#include <attn/layers/quantized.hpp>
#include <attn/text.hpp>

#include "static_tests/support/fill.hpp"

using namespace attn;

namespace {

// The shape of llama2.c's stories260K, eight times as wide.
using word = axis<"word", 512>;
using model_type =
    nn::llama<float, word, axis<"position", 512>, axis<"width", 512>, axis<"head", 8>,
              axis<"head", 4>, axis<"inner", 1376>, 5, output_by_input>;
constexpr std::size_t tokens = 128, stories = 9;

// Weights with which a layer's outputs are as large as its inputs; the parameters of norms are 1.
void fill(model_type& model) {
  std::uint64_t seed = 1;
  for_each_parameter(
      [&]<class Tensor>(const auto&, Tensor& x) {
        std::uint64_t i = 0;
        ++seed;
        for (float& element : x)
          element = Tensor::rank == 1 ? 1 : attn_tests::number<float>(seed, i++) * 0.08f;
      },
      model);
}

struct story {
  double seconds = 0;
  tensor<float, word> last{};
};
template <class Model>
story told_by(const Model& model) {
  static typename Model::state_type state;
  state.reset();
  story told;
  const std::clock_t begin = std::clock();
  for (token_id<word::size> id(1); state.count() < tokens;) {
    told.last = model.step(state, id);
    id = token_id<word::size>(static_cast<int>(argmax<"word">(told.last)));
  }
  told.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  return told;
}

struct format {
  const char* name;
  story (*tell)();
  std::size_t bytes;
  double best = 1e9;
};

model_type plain;
template <class Format, class Scales>
with_weights<model_type, Format, Scales> small;
template <auto& Model>
decltype(packed(Model)) in_kernel_order;

template <auto& Model>
format rows_of(const char* name) {
  return {name, [] { return told_by(Model); }, sizeof Model};
}
template <auto& Model>
format packed_of(const char* name) {
  packed_into(in_kernel_order<Model>, Model);
  return {name, [] { return told_by(in_kernel_order<Model>); }, sizeof in_kernel_order<Model>};
}

}  // namespace

int main(int count, char** names) {
  fill(plain);
  if (count == 2) return write_file(names[1], to_llama2c(plain)) ? 0 : 1;
  quantized_into(small<bfloat16, void>, plain);
  quantized_into(small<int8, per_row>, plain);
  quantized_into(small<int8, per_group<32>>, plain);
  quantized_into(small<int8_dynamic, per_row>, plain);
  format formats[] = {rows_of<plain>("float"),
                      packed_of<plain>("float, packed"),
                      rows_of<small<bfloat16, void>>("bfloat16"),
                      packed_of<small<bfloat16, void>>("bfloat16, packed"),
                      rows_of<small<int8, per_row>>("int8 per_row"),
                      packed_of<small<int8, per_row>>("int8 per_row, packed"),
                      rows_of<small<int8, per_group<32>>>("int8 per_group<32>"),
                      packed_of<small<int8, per_group<32>>>("int8 per_group<32>, packed"),
                      rows_of<small<int8_dynamic, per_row>>("int8_dynamic per_row"),
                      packed_of<small<int8_dynamic, per_row>>("int8_dynamic per_row, packed")};
  bool same = true;
  for (std::size_t i = 0; i < std::size(formats); i += 2)
    same = same && bitwise_equal(formats[i].tell().last, formats[i + 1].tell().last);
  if (!same) std::puts("FAILED: plain and packed weights give different bits");
  for (std::size_t s = 0; s < stories; ++s)
    for (format& each : formats) each.best = std::min(each.best, each.tell().seconds);
  std::puts("| weights                      |   bytes  | tokens/s | of float, packed |");
  for (const format& each : formats)
    std::printf("| %-28s | %8zu | %8.1f | %16.2f |\n", each.name, each.bytes, tokens / each.best,
                formats[1].best / each.best);
  return same ? 0 : 1;
}
