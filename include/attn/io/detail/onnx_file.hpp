// SPDX-License-Identifier: BSL-1.0
// The file of a graph of ONNX, in the format of Protocol Buffers.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <attn/attention/mask.hpp>
#include <attn/io/file.hpp>
#include <attn/io/to_text.hpp>
#include <attn/tensor/bfloat16.hpp>
#include <attn/text/token_id.hpp>
#include <attn/version.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Protocol Buffers, as far as a file needs them: a message is a sequence of fields, each with its
// number. A message inside it is a field of bytes.
//
//   protobuf_message m;
//   m.add(1, std::uint64_t{300});   number, text, float or message: one field each
//   m.bytes                         as they are in a file
//
// A field that may occur several times is added several times. Numbers may be packed into one.

struct protobuf_message {
  byte_buffer bytes{};

  ATTN_ABI constexpr void add(std::uint64_t field, std::unsigned_integral auto number) {
    begin(field, wire::varint);
    append_varint(bytes, number);
  }
  // A negative number has ten bytes: the bytes of its 64-bit two's complement.
  ATTN_ABI constexpr void add(std::uint64_t field, std::signed_integral auto number) {
    add(field, static_cast<std::uint64_t>(std::int64_t{number}));
  }
  ATTN_ABI constexpr void add(std::uint64_t field, float number) {
    begin(field, wire::four_bytes);
    append_little_endian(bytes, __builtin_bit_cast(std::uint32_t, number));
  }
  ATTN_ABI constexpr void add(std::uint64_t field, std::string_view text) {
    begin(field, wire::counted);
    append_varint(bytes, text.size());
    bytes.insert(bytes.end(), text.begin(), text.end());
  }
  ATTN_ABI constexpr void add(std::uint64_t field, const byte_buffer& content) {
    begin(field, wire::counted);
    append_varint(bytes, content.size());
    bytes.insert(bytes.end(), content.begin(), content.end());
  }
  ATTN_ABI constexpr void add(std::uint64_t field, const protobuf_message& message) {
    add(field, message.bytes);
  }
  // Several numbers in one field.
  template <class Numbers>
  ATTN_ABI constexpr void add_packed(std::uint64_t field, const Numbers& numbers) {
    byte_buffer packed;
    for (const auto number : numbers) append_varint(packed, static_cast<std::uint64_t>(number));
    add(field, packed);
  }
  // Fields that are a message already.
  ATTN_ABI constexpr void add_fields(const protobuf_message& other) {
    bytes.insert(bytes.end(), other.bytes.begin(), other.bytes.end());
  }

 private:
  enum class wire : unsigned char { varint = 0, counted = 2, four_bytes = 5 };

  // Seven bits a byte, the lowest first. The eighth is set where others follow.
  ATTN_ABI static constexpr void append_varint(byte_buffer& to, std::uint64_t number) {
    for (; number >= 128; number /= 128) to.push_back(static_cast<unsigned char>(number | 128));
    to.push_back(static_cast<unsigned char>(number));
  }
  ATTN_ABI constexpr void begin(std::uint64_t field, wire kind) {
    append_varint(bytes, field * 8 + static_cast<unsigned char>(kind));
  }
};

}  // namespace attn::detail

namespace attn {

// An ONNX file while it is written: nodes, constants, inputs and outputs. Here values have names
// only. onnx_value.hpp knows their types. The numbers of the fields are as in onnx.proto3.

// An attribute of a node: an integer, a float, a text, or a list of integers or of texts.
struct onnx_attribute {
  detail::protobuf_message fields{};

  ATTN_ABI constexpr onnx_attribute(std::string_view name, std::integral auto value)
      : onnx_attribute(name, kind{2}) {
    fields.add(3, static_cast<std::int64_t>(value));
  }
  ATTN_ABI constexpr onnx_attribute(std::string_view name, float value)
      : onnx_attribute(name, kind{1}) {
    fields.add(2, value);
  }
  ATTN_ABI constexpr onnx_attribute(std::string_view name, std::string_view value)
      : onnx_attribute(name, kind{3}) {
    fields.add(4, value);
  }
  ATTN_ABI constexpr onnx_attribute(std::string_view name, std::initializer_list<int> values)
      : onnx_attribute(name, kind{7}) {
    for (const int value : values) fields.add(8, value);
  }
  ATTN_ABI constexpr onnx_attribute(std::string_view name, const std::vector<int>& values)
      : onnx_attribute(name, kind{7}) {
    for (const int value : values) fields.add(8, value);
  }
  ATTN_ABI constexpr onnx_attribute(std::string_view name,
                                    std::initializer_list<std::string_view> values)
      : onnx_attribute(name, kind{8}) {
    for (const std::string_view value : values) fields.add(9, value);
  }

 private:
  struct kind {
    int number;
  };
  ATTN_ABI constexpr onnx_attribute(std::string_view name, kind of) {
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
inline constexpr int onnx_type<std::int8_t> = 3;
template <>
inline constexpr int onnx_type<std::int32_t> = 6;
template <>
inline constexpr int onnx_type<std::int64_t> = 7;
template <>
inline constexpr int onnx_type<bool> = 9;
template <>
inline constexpr int onnx_type<float16> = 10;
template <>
inline constexpr int onnx_type<double> = 11;
template <>
inline constexpr int onnx_type<bfloat16> = 16;
template <std::size_t Bound>
inline constexpr int onnx_type<token_id<Bound>> = 7;
template <>
inline constexpr int onnx_type<keeps> = 9;
template <>
inline constexpr int onnx_type<ignores> = 9;

// SHA-1 (FIPS 180-4), which ONNX has for the file of weights.
struct sha1 {
  std::uint32_t state[5]{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  unsigned char block[64]{};
  std::uint64_t length = 0;

  ATTN_ABI constexpr void add(unsigned char byte) {
    block[length++ % 64] = byte;
    if (length % 64 == 0) mix();
  }
  // In hexadecimal digits, of all bytes that were added.
  struct digits {
    char text[41]{};
  };
  ATTN_ABI constexpr digits text() {
    const std::uint64_t bits = length * 8;
    add(0x80);
    while (length % 64 != 56) add(0);
    for (int shift = 56; shift >= 0; shift -= 8) add(static_cast<unsigned char>(bits >> shift));
    digits all;
    char* to = all.text;
    for (const std::uint32_t part : state)
      for (int shift = 28; shift >= 0; shift -= 4) *to++ = "0123456789abcdef"[part >> shift & 15];
    return all;
  }

 private:
  ATTN_ABI constexpr void mix() {
    std::uint32_t w[80]{};
    for (std::size_t t = 0; t < 64; ++t) w[t / 4] = w[t / 4] << 8 | block[t];
    for (std::size_t t = 16; t < 80; ++t)
      w[t] = std::rotl(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
    std::uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (std::size_t t = 0; t < 80; ++t) {
      const std::uint32_t f = t < 20   ? ((b & c) | (~b & d)) + 0x5a827999u
                              : t < 40 ? (b ^ c ^ d) + 0x6ed9eba1u
                              : t < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcu
                                       : (b ^ c ^ d) + 0xca62c1d6u;
      const std::uint32_t next = std::rotl(a, 5) + f + e + w[t];
      e = d;
      d = c;
      c = std::rotl(b, 30);
      b = a;
      a = next;
    }
    const std::uint32_t sums[] = {a, b, c, d, e};
    for (std::size_t i = 0; i < 5; ++i) state[i] += sums[i];
  }
};

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
  std::string digest{};   // its SHA-1
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

  // A tensor of the model under its name there. Any other tensor as a constant.
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
    entry("checksum", digest);
    tensor.add(14, 1);  // the data are external
  }
};

}  // namespace detail
}  // namespace attn
ATTN_STRICT_FP_END
