// SPDX-License-Identifier: BSL-1.0
// What the bytes of a file show; what the graphs compute is compared in runtime_tests/onnx.
#include "static_tests/io/onnx.hpp"

#include <string>

#include "runtime_tests/catch.hpp"
#include "static_tests/support/fill.hpp"

using namespace attn;
using namespace attn_tests::onnx_tests;
using attn_tests::axes::batch, attn_tests::axes::token, attn_tests::axes::width;

template <>
struct attn::onnx_form<with_specialisation> {
  template <class Graph, class X>
  static auto write(Graph& graph, with_specialisation, const onnx_value<X>& x) {
    return graph(act::relu{}, x);
  }
};

namespace {

std::size_t times(const byte_buffer& file, const std::string& text) {
  const std::string bytes(file.begin(), file.end());
  std::size_t count = 0;
  for (std::size_t at = bytes.find(text); at != std::string::npos; at = bytes.find(text, at + 1))
    ++count;
  return count;
}

const layer model{.weight = attn_tests::filled<layer::weight_type>(1), .bias{}};

}  // namespace

TEST_CASE("io/onnx: the call, and its steps") {
  onnx_graph<"token"> graph(model);
  const auto x = graph.input<rows>("input");
  graph.output("output", graph(model, x));
  CHECK(graph.bytes() == to_onnx<rows>(model, open_axes<"token">));
}

TEST_CASE("io/onnx: a layer of the user's, by a member and by a specialisation") {
  static_assert(has_form<with_specialisation>);
  const byte_buffer expected = to_onnx<rows>(act::relu{});
  CHECK(to_onnx<rows>(with_member{}) == expected);
  CHECK(to_onnx<rows>(with_specialisation{}) == expected);
}

TEST_CASE("io/onnx: names of parameters, axes and options") {
  const byte_buffer file = to_onnx<rows>(model);
  CHECK(times(file, "weight") == 2);  // the tensor, and the node that reads it
  CHECK(times(file, "token") == 3);   // of the input, the result of the layer, the output
  CHECK(times(to_onnx<rows>(model, open_axes<"token">), "token") == 6);
  // An option of the call between options of the graph.
  using causal_block = tensor<float, batch, token, width>;
  CHECK(times(to_onnx<causal_block>(block{}, open_axes<"batch">, causal<>,
                                    external_weights("block.safetensors")),
              "block.safetensors") == 16);  // once for each tensor
}

TEST_CASE("io/onnx: a node has the path of its layer") {
  const byte_buffer file = to_onnx<rows>(block{});
  for (const char* const path :
       {"self_attn/", "norm1/", "linear1/MatMul", "norm2/", "linear2/MatMul"})
    CHECK(times(file, path) > 0);
}

TEST_CASE("io/onnx: weights that are external are not in the file") {
  static nn::linear<float, width, axis<"many", 2000>, output_by_input> large;
  CHECK(to_onnx<rows>(large).size() > parameter_bytes<decltype(large)>);
  const byte_buffer file = to_onnx<rows>(large, external_weights("large.safetensors"));
  CHECK(file.size() < 1000);
  CHECK(times(file, "large.safetensors") == 2);
}

TEST_CASE("io/onnx: a parameter that is used twice, and a tensor that is none") {
  onnx_graph<> graph(model);
  const auto x = graph.input<rows>("x");
  const auto y = graph(model, x);
  graph.output("y", graph.add(y, graph(model, x)));
  const rows other{};
  graph.output("z", graph.add(x, graph.constant(other)));
  const byte_buffer file = graph.bytes();
  CHECK(times(file, "weight") == 3);
  CHECK(times(file, "constant_") == 2);
}
