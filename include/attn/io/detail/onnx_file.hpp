// SPDX-License-Identifier: BSL-1.0
// An ONNX file while it is written: nodes, constants, inputs and outputs. Here values have names
// only; onnx_value.hpp knows their types. The numbers of the fields are those of onnx.proto3.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <attn/attention/mask.hpp>
#include <attn/io/bytes.hpp>
#include <attn/io/detail/protobuf.hpp>
#include <attn/io/detail/write.hpp>
#include <attn/text/token_id.hpp>
#include <attn/version.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// An attribute of a node: an integer, a float, a text, or a list of integers or of texts.
struct onnx_attribute {
  detail::protobuf_message fields{};

  ATTN_ABI onnx_attribute(std::string_view name, std::integral auto value)
      : onnx_attribute(name, kind{2}) {
    fields.add(3, static_cast<std::int64_t>(value));
  }
  ATTN_ABI onnx_attribute(std::string_view name, float value) : onnx_attribute(name, kind{1}) {
    fields.add(2, value);
  }
  ATTN_ABI onnx_attribute(std::string_view name, std::string_view value)
      : onnx_attribute(name, kind{3}) {
    fields.add(4, value);
  }
  ATTN_ABI onnx_attribute(std::string_view name, std::initializer_list<int> values)
      : onnx_attribute(name, kind{7}) {
    for (const int value : values) fields.add(8, value);
  }
  ATTN_ABI onnx_attribute(std::string_view name, const std::vector<int>& values)
      : onnx_attribute(name, kind{7}) {
    for (const int value : values) fields.add(8, value);
  }
  ATTN_ABI onnx_attribute(std::string_view name, std::initializer_list<std::string_view> values)
      : onnx_attribute(name, kind{8}) {
    for (const std::string_view value : values) fields.add(9, value);
  }

 private:
  struct kind {
    int number;
  };
  ATTN_ABI onnx_attribute(std::string_view name, kind of) {
    fields.add(1, name);
    fields.add(20, of.number);
  }
};

namespace detail {

// The element types of ONNX (TensorProto.DataType); 0: there is none.
template <class T>
inline constexpr int onnx_type = 0;
template <>
inline constexpr int onnx_type<float> = 1;
template <>
inline constexpr int onnx_type<std::int32_t> = 6;
template <>
inline constexpr int onnx_type<std::int64_t> = 7;
template <>
inline constexpr int onnx_type<bool> = 9;
template <>
inline constexpr int onnx_type<double> = 11;
template <std::size_t Bound>
inline constexpr int onnx_type<token_id<Bound>> = 7;
template <>
inline constexpr int onnx_type<keeps> = 9;
template <>
inline constexpr int onnx_type<ignores> = 9;

struct onnx_parameter {
  const void* elements;
  std::string name;
  std::uint64_t offset = 0;  // in the file of the weights
  bool written = false;
};

struct onnx_file {
  protobuf_message nodes{}, constants{}, inputs{}, outputs{}, shapes{};
  std::vector<onnx_parameter> parameters{};
  std::string weights{};  // the file that has them; empty: this one
  std::string scope{};    // of the nodes that are written now: the path of a layer, with a /
  std::size_t made = 0;

  ATTN_ABI std::string new_name(std::string_view what) {
    return scope + std::string(what) + "_" + std::to_string(++made);
  }

  ATTN_ABI std::vector<std::string> node(std::string_view operation,
                                         const std::vector<std::string>& from,
                                         const std::vector<onnx_attribute>& attributes,
                                         std::size_t results) {
    protobuf_message node;
    for (const std::string& each : from) node.add(1, std::string_view(each));
    const std::string name = new_name(operation);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < results; ++i)
      names.push_back(i == 0 ? name : name + "_" + std::to_string(i));
    for (const std::string& each : names) node.add(2, std::string_view(each));
    node.add(3, std::string_view(name));
    node.add(4, operation);
    for (const onnx_attribute& each : attributes) node.add(5, each.fields);
    nodes.add(1, node);
    return names;
  }
  ATTN_ABI std::string node(std::string_view operation, const std::vector<std::string>& from,
                            const std::vector<onnx_attribute>& attributes = {}) {
    return node(operation, from, attributes, 1)[0];
  }

  template <class T>
  ATTN_ABI std::string constant(const std::vector<std::size_t>& extents, const T* elements) {
    const std::string name = new_name("constant");
    protobuf_message tensor = description<T>(name, extents);
    add_elements(tensor, extents, elements);
    constants.add(5, tensor);
    return name;
  }
  template <class T>
  ATTN_ABI std::string number(T value) {
    return constant<T>({}, &value);
  }
  ATTN_ABI std::string integers(const std::vector<std::int64_t>& values) {
    return constant<std::int64_t>({values.size()}, values.data());
  }

  // A tensor of the model under its name there; any other tensor as a constant.
  template <class T>
  ATTN_ABI std::string parameter(const std::vector<std::size_t>& extents, const T* elements) {
    for (onnx_parameter& each : parameters) {
      if (each.elements != elements) continue;
      if (!each.written) {
        each.written = true;
        protobuf_message tensor = description<T>(each.name, extents);
        if (weights.empty())
          add_elements(tensor, extents, elements);
        else
          add_location(tensor, each.offset, volume(extents) * sizeof(T));
        constants.add(5, tensor);
      }
      return each.name;
    }
    return constant(extents, elements);
  }

  ATTN_ABI byte_buffer bytes() const {
    protobuf_message graph;
    graph.add_fields(nodes);
    graph.add(2, std::string_view("attn"));
    graph.add_fields(constants);
    graph.add_fields(inputs);
    graph.add_fields(outputs);
    graph.add_fields(shapes);
    protobuf_message opset, model;
    opset.add(1, std::string_view());
    opset.add(2, 17);
    model.add(1, 8);  // the version of the format that came with this opset
    model.add(2, std::string_view("attn"));
    model.add(3, std::string_view(version));
    model.add(7, graph);
    model.add(8, opset);
    return model.bytes;
  }

 private:
#define ATTN_ONNX_TEXT(number) #number
#define ATTN_ONNX_VERSION(major, minor, patch) \
  ATTN_ONNX_TEXT(major) "." ATTN_ONNX_TEXT(minor) "." ATTN_ONNX_TEXT(patch)
  static constexpr const char* version =
      ATTN_ONNX_VERSION(ATTN_VERSION_MAJOR, ATTN_VERSION_MINOR, ATTN_VERSION_PATCH);
#undef ATTN_ONNX_VERSION
#undef ATTN_ONNX_TEXT

  ATTN_ABI static std::size_t volume(const std::vector<std::size_t>& extents) {
    std::size_t product = 1;
    for (const std::size_t extent : extents) product *= extent;
    return product;
  }
  template <class T>
  ATTN_ABI static protobuf_message description(const std::string& name,
                                               const std::vector<std::size_t>& extents) {
    protobuf_message tensor;
    tensor.add_packed(1, extents);
    tensor.add(2, onnx_type<T>);
    tensor.add(8, std::string_view(name));
    return tensor;
  }
  template <class T>
  ATTN_ABI static void add_elements(protobuf_message& tensor,
                                    const std::vector<std::size_t>& extents, const T* elements) {
    byte_buffer raw;
    append_elements(raw, elements, volume(extents));
    tensor.add(9, raw);
  }
  ATTN_ABI void add_location(protobuf_message& tensor, std::uint64_t offset,
                             std::uint64_t length) const {
    const auto entry = [&tensor](std::string_view key, std::string_view value) {
      protobuf_message pair;
      pair.add(1, key);
      pair.add(2, value);
      tensor.add(13, pair);
    };
    entry("location", weights);
    entry("offset", std::to_string(offset));
    entry("length", std::to_string(length));
    tensor.add(14, 1);  // the data are external
  }
};

}  // namespace detail
}  // namespace attn
ATTN_STRICT_FP_END
