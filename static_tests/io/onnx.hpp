// SPDX-License-Identifier: BSL-1.0
// What attn/io/onnx.hpp promises to the compiler: the types of values, and the encoding. What the
// files mean is compared in runtime_tests/onnx.
#pragma once

#include <attn/io/onnx.hpp>

#include "static_tests/tests.hpp"

namespace attn_tests::onnx_tests {
using wide = axis<"wide", 5>;
using rows = tensor<float, token, width>;
using layer = nn::linear<float, width, wide, output_by_input>;
using block =
    nn::encoder_layer<float, width, axis<"head", 2>, wide, output_by_input, act::relu, pre_norm>;
using cell = nn::lstm_cell<float, width, wide>;

template <class Graph>
using result_of_layer = decltype(std::declval<Graph&>()(
    std::declval<const layer&>(), std::declval<const onnx_value<rows>&>()));

struct without_form {
  template <class X> constexpr X operator()(const X& x) const { return x; }
};
struct with_member : without_form {
  template <class Graph, class X> auto onnx(Graph& graph, const onnx_value<X>& x) const {
    return graph(act::relu{}, x);
  }
};
struct with_specialisation : without_form {};

template <class Model>
inline constexpr bool has_form = detail::onnx_writable<Model, onnx_graph<>, onnx_value<rows>>;

constexpr bool encodes(
    const detail::protobuf_message& m, std::initializer_list<unsigned char> bytes) {
  if (m.bytes.size() != bytes.size()) return false;
  std::size_t i = 0;
  for (const unsigned char byte : bytes)
    if (m.bytes[i++] != byte) return false;
  return true;
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("values have the types of calls", [](report& r) {
    using graph = onnx_graph<>;
    r.check(std::same_as<result_of_layer<graph>, onnx_value<tensor<float, token, wide>>>);
    r.check(
        std::same_as<result_of_layer<onnx_graph<"token">>, onnx_value<tensor<float, token, wide>>>);
    using x = onnx_value<rows>;
    r.check(std::same_as<decltype(std::declval<graph&>().add(x{}, x{})), x>);
    r.check(std::same_as<decltype(std::declval<graph&>().multiply(x{}, x{})), x>);
    r.check(std::same_as<decltype(std::declval<graph&>()(block{}, x{}, causal<>)), x>);
    using outputs = decltype(std::declval<graph&>().unroll<"token">(cell{}, x{}));
    r.check(std::same_as<decltype(outputs::outputs), onnx_value<tensor<float, token, wide>>>);
    r.check(std::same_as<decltype(outputs::last), lstm_state<onnx_value<tensor<float, wide>>>>);
    using both = decltype(std::declval<graph&>().unroll<"token">(
        nn::bidirectional<cell>{}, x{}, onnx_value<tensor<int>>{}));
    using twice = onnx_value<tensor<float, token, resized<wide, 2 * wide::size>>>;
    r.check(std::same_as<decltype(both::outputs), twice>);
    using hidden = onnx_value<tensor<float, wide>>;
    using after = decltype(std::declval<graph&>()(
        cell{}, onnx_value<tensor<float, width>>{}, lstm_state<hidden>{}));
    r.check(std::same_as<after, lstm_state<hidden>>);
    using heads = decltype(std::declval<graph&>().split_heads<head, dim<2>>(x{}));
    r.check(std::same_as<heads, onnx_value<tensor<float, head, token, dim<2>>>>);
    r.check(std::same_as<decltype(std::declval<graph&>().merge_heads<"width">(heads{})), x>);
    r.check(std::same_as<decltype(std::declval<graph&>().rotary<half_pairs>(heads{})), heads>);
    r.check(std::same_as<decltype(std::declval<graph&>().grouped_query_attention(
                             heads{}, heads{}, heads{})),
        heads>);
    r.check(std::same_as<decltype(std::declval<graph&>().attention_weights(x{}, x{}, causal<>)),
        onnx_value<tensor<float, token, axis<"key_token", 3>>>>);
    r.check(
        std::same_as<decltype(to_onnx<rows>(layer{}, external_weights("weights"))), byte_buffer>);
  });
  tests.proved("SHA-1", [](report& r) {  // FIPS 180-4, and no byte
    const auto is = [](std::string_view text, std::string_view digest) {
      detail::sha1 all;
      for (const char c : text) all.add(static_cast<unsigned char>(c));
      return std::string_view(all.text().text) == digest;
    };
    r.check(is("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"));
    r.check(is("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"));
    r.check(is("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"));
  });
  tests.proved("axes that are open", [](report& r) {
    using graph = onnx_graph<"token", "batch">;
    r.check(graph::is_open<token> && graph::is_open<batch> && !graph::is_open<width>);
    r.check(graph::is_open<axis<"key_token", 3>> && !graph::is_open<axis<"tokens", 3>>);
    r.check(!graph::is_open<dim<3>> && !onnx_graph<>::is_open<token>);
    r.check(std::same_as<decltype(open_axes<"token">), const open_axes_t<"token">>);
  });
  tests.proved("layers with a form", [](report& r) {
    r.check(has_form<layer> && has_form<with_member> && has_form<act::relu>);
    r.check(!has_form<without_form> && !has_form<act::gelu>);
  });
  // The examples of Protocol Buffers' own description of the encoding, and the ends of the range.
  tests.proved("encoding", [](report& r) {
    const auto field = [](auto value, std::uint64_t number = 1) {
      detail::protobuf_message m;
      m.add(number, value);
      return m;
    };
    r.check(encodes(field(150), {0x08, 0x96, 0x01}));
    r.check(encodes(field(std::uint64_t{0}), {0x08, 0x00}));
    r.check(encodes(field(127), {0x08, 0x7f}) && encodes(field(128), {0x08, 0x80, 0x01}));
    r.check(encodes(field(-2), {0x08, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}));
    r.check(encodes(field(~std::uint64_t{0}),
        {0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}));
    r.check(encodes(
        field(std::string_view("testing"), 2), {0x12, 0x07, 't', 'e', 's', 't', 'i', 'n', 'g'}));
    r.check(encodes(field(field(150), 3), {0x1a, 0x03, 0x08, 0x96, 0x01}));
    r.check(encodes(field(-2.0f, 20), {0xa5, 0x01, 0x00, 0x00, 0x00, 0xc0}));
    detail::protobuf_message packed;
    packed.add_packed(6, std::initializer_list<int>{3, 270, 86942});
    r.check(encodes(packed, {0x32, 0x06, 0x03, 0x8e, 0x02, 0x9e, 0xa7, 0x05}));
  });
  // The numbers of onnx.proto3, here and in the next two: TensorProto.DataType.
  tests.proved("element types", [](report& r) {
    r.check(detail::onnx_type<float> == 1 && detail::onnx_type<double> == 11);
    r.check(detail::onnx_type<float16> == 10 && detail::onnx_type<bfloat16> == 16);
    r.check(detail::onnx_type<std::int8_t> == 3 && detail::onnx_type<std::int32_t> == 6);
    r.check(detail::onnx_type<std::int64_t> == 7 && detail::onnx_type<token_id<5>> == 7);
    r.check(detail::onnx_type<bool> == 9 && detail::onnx_type<keeps> == 9);
    r.check(detail::onnx_type<ignores> == 9 && detail::onnx_type<long double> == 0);
  });
  // AttributeProto: the name, the value, and which of its fields has it.
  tests.proved("attributes", [](report& r) {
    const auto is = [](const onnx_attribute& a, std::initializer_list<unsigned char> bytes) {
      return encodes(a.fields, bytes);
    };
    r.check(is({"a", -2.0f}, {0x0a, 1, 'a', 0xa0, 1, 1, 0x15, 0, 0, 0, 0xc0}));
    r.check(is({"ab", 5}, {0x0a, 2, 'a', 'b', 0xa0, 1, 2, 0x18, 5}));
    r.check(is({"a", std::string_view("SUM")}, {0x0a, 1, 'a', 0xa0, 1, 3, 0x22, 3, 'S', 'U', 'M'}));
    r.check(is({"a", {1, 0}}, {0x0a, 1, 'a', 0xa0, 1, 7, 0x40, 1, 0x40, 0}));
    r.check(is({"a", std::vector<int>{3, 4}}, {0x0a, 1, 'a', 0xa0, 1, 7, 0x40, 3, 0x40, 4}));
    r.check(is({"a", {std::string_view("x"), std::string_view("yz")}},
        {0x0a, 1, 'a', 0xa0, 1, 8, 0x4a, 1, 'x', 0x4a, 2, 'y', 'z'}));
  });
  // ValueInfoProto: the name, the element type, and each axis: its size, or its name if it is open.
  tests.proved("values", [](report& r) {
    using x = tensor<double, axis<"t", 3>, dim<2>>;
    r.check(encodes(detail::onnx_description<x, onnx_graph<>>("y"),
        {0x0a, 1, 'y', 0x12, 17, 0x0a, 15, 0x08, 11, 0x12, 11,  //
            0x0a, 5, 0x08, 3, 0x1a, 1, 't', 0x0a, 2, 0x08, 2}));
    r.check(encodes(detail::onnx_description<x, onnx_graph<"t">>("y"),
        {0x0a, 1, 'y', 0x12, 18, 0x0a, 16, 0x08, 11, 0x12, 12,  //
            0x0a, 6, 0x12, 1, 't', 0x1a, 1, 't', 0x0a, 2, 0x08, 2}));
  });
  // Where ONNX' gates are in memory: input, output, forget, cell, and update, reset, hidden.
  tests.proved("orders of gates", [](report& r) {
    using lstm = detail::onnx_cell<cell>::gates;  // in memory input, forget, cell, output
    r.check(!lstm::is_that_of_memory && lstm::count == 4);
    r.check(lstm::numbers() == std::vector<std::int64_t>{0, 3, 1, 2});
    using gru = detail::onnx_cell<nn::gru_cell<float, width, wide>>::gates;  // reset, update, new
    r.check(!gru::is_that_of_memory && gru::count == 3);
    r.check(gru::numbers() == std::vector<std::int64_t>{1, 0, 2});
    using as_in_onnx = detail::onnx_cell<nn::lstm_cell<float, width, wide, gate_order::iofc>>;
    r.check(as_in_onnx::gates::is_that_of_memory);
  });
};
}  // namespace attn_tests::onnx_tests
