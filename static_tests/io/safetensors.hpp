// SPDX-License-Identifier: BSL-1.0
// What attn/io/safetensors.hpp promises. Files on a disk, and all truncations of one:
// runtime_tests/io/safetensors.cpp. Compile errors: static_tests/rejected/checkpoint.cpp.
#pragma once

#include <array>
#include <attn/io/safetensors.hpp>
#include <attn/layers/linear.hpp>
#include <boost/hana/define_struct.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/corrupt_safetensors.hpp"
#include "static_tests/support/says.hpp"

namespace attn_tests::safetensors_tests {

using namespace attn;

constexpr std::string_view sentence(const checkpoint_result& result) {
  return {result.fault.data(), result.fault.size()};
}

struct network {
  using hidden = axis<"hidden", 4>;
  using first_layer = nn::linear<float, axis<"pixel", 6>, hidden, output_by_input>;
  using second_layer = nn::linear<double, hidden, axis<"digit", 3>, input_by_output, without_bias>;
  using steps_type = tensor<std::int64_t>;
  using flags_type = tensor<bool, dim<3>>;
  using layers_type = nn::linear<float, hidden, hidden, output_by_input>[2];
  BOOST_HANA_DEFINE_STRUCT(network, (first_layer, first), (flags_type, flags),
                           (second_layer, second), (steps_type, steps), (layers_type, layers));
};

constexpr network some_network() {
  network m{};
  int i = 0;
  for_each_parameter(
      [&i](const auto&, auto& x) {
        using T = typename std::remove_reference_t<decltype(x)>::value_type;
        for (T& element : x) {
          ++i;
          if constexpr (std::is_same_v<T, bool>)
            element = i % 2 == 0;
          else if constexpr (std::is_integral_v<T>)
            element = -i;
          else
            element = T(i) / T(7) - T(3);
        }
      },
      m);
  m.first.weight(0, 0) = std::numeric_limits<float>::infinity();
  m.first.weight(0, 1) = -0.0f;
  return m;
}

template <class Model>
constexpr auto file_of(const Model& model) {
  struct {
    Model read{};
    checkpoint_result result{};
  } back;
  back.result = from_safetensors(to_safetensors(model), back.read);
  return back;
}

constexpr report there_and_back() {
  report r;
  const network m = launder(some_network());
  const auto back = file_of(m);
  r.check(static_cast<bool>(back.result));
  r.check(bitwise_equal(back.read, m));
  for_each_parameter([&r](const auto&, const auto& x) { r.bits(x); }, back.read);
  return r;
}

// The bytes of the format, as its specification has them.
constexpr report the_bytes() {
  report r;
  struct model {
    using row = tensor<float, axis<"row", 2>>;
    using count = tensor<double>;
    BOOST_HANA_DEFINE_STRUCT(model, (row, weight), (count, scale));
  };
  const byte_buffer file = to_safetensors(launder(model{{1, -2}, tensor<double>{0.5}}));
  constexpr std::string_view header =
      "{\"__metadata__\":{\"attn.axes:weight\":\"row\"},"
      "\"weight\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,16]},"
      "\"scale\":{\"dtype\":\"F64\",\"shape\":[],\"data_offsets\":[0,8]}}";
  constexpr std::size_t padded = (header.size() + 7) / 8 * 8;
  r.check(little_endian<std::uint64_t>(file, 0) == padded && file.size() == 8 + padded + 16);
  for (std::size_t i = 0; i < padded; ++i)
    r.check(file[8 + i] == static_cast<unsigned char>(i < header.size() ? header[i] : ' '));
  constexpr unsigned char data[] = {0, 0, 0, 0, 0, 0, 0xe0, 0x3f, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0};
  for (std::size_t i = 0; i < 16; ++i) r.check(file[8 + padded + i] == data[i]);
  for (const unsigned char c : file) r.bits(c);
  return r;
}

// The elements of a tensor that is written in other types, entries in any order, spaces, escapes.
constexpr report what_other_writers_do() {
  report r;
  constexpr corrupt_file files[] = {
      {"{ \"bias\" : {\"shape\":[2],\n\"data_offsets\":[0 , 4],\"dtype\":\"F16\"},\r\n\t"
       "\"weight\":{\"data_offsets\":[4,16],\"shape\":[ 2,3 ],\"dtype\":\"BF16\"} }   ",
       16, ""},
      {"{\"__metadata__\":{},\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]}"
       ","
       "\"\\u0062ias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[24,32]}}",
       32, ""},
      {"{\"__metadata__\":{\"format\":\"pt\",\"\xc3\xa9\\ud83d\\ude00\":\"\\\"\\\\\\/\\n\"},"
       "\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[8,32]},"
       "\"bias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}",
       32, ""},
  };
  for (const corrupt_file& file : files) {
    corrupt_model m{};
    m.weight(0, 0) = 7;
    const byte_buffer bytes = file.bytes();
    r.check(sentence(from_safetensors(launder(bytes), m)).empty());
    r.check(m.weight(0, 0) == 0);
  }
  return r;
}
constexpr report converted_exactly() {
  report r;
  byte_buffer bytes =
      corrupt_file{
          "{\"weight\":{\"dtype\":\"BF16\",\"shape\":[2,3],\"data_offsets\":[0,12]},"
          "\"bias\":{\"dtype\":\"F16\",\"shape\":[2],\"data_offsets\":[12,16]}}",
          0, ""}
          .bytes();
  for (const unsigned bits : {0x3f80u, 0xc000u, 0x3eabu, 0u, 0x8000u, 1u, 0x3555u, 0x8001u})
    append_little_endian(bytes, static_cast<std::uint16_t>(bits));
  corrupt_model m{};
  r.check(static_cast<bool>(from_safetensors(launder(bytes), m)));
  r.check(m.weight(0, 0) == 1 && m.weight(0, 1) == -2 && m.weight(0, 2) == 0.333984375f);
  r.check(m.bias(0) == 0.333251953125f && m.bias(1) == -5.9604644775390625e-8f);
  r.bits(m.weight);
  r.bits(m.bias);
  return r;
}

// Every corrupt file has its sentence, and changes nothing.
template <const auto& Files>
constexpr report corrupt_files() {
  report r;
  for (const corrupt_file& file : Files) {
    corrupt_model m{};
    m.weight(1, 2) = 7;
    const checkpoint_result result = from_safetensors(launder(file.bytes()), m);
    r.check(!result && sentence(result) == file.sentence);
    r.check(m.weight(1, 2) == 7 && m.weight(0, 0) == 0);
  }
  return r;
}

// Names are compared as what they stand for, however they are written.
constexpr report escaped_names() {
  report r;
  constexpr std::string_view same[][2] = {
      {"\\u00e9", "\xc3\xa9"},
      {"\\u07FF", "\xdf\xbf"},
      {"\\u0800", "\xe0\xa0\x80"},
      {"\\u20ac", "\xe2\x82\xac"},
      {"\\uffff", "\xef\xbf\xbf"},
      {"\\ud83d\\ude00", "\xf0\x9f\x98\x80"},
      {"\\udbff\\udfff", "\xf4\x8f\xbf\xbf"},
      {"\\u007f", "\x7f"},
      {"\\/", "/"},
      {"\\b", "\\u0008"},
      {"\\f", "\\u000C"},
      {"\\n", "\\u000a"},
      {"\\r", "\\u000d"},
      {"\\t", "\\u0009"},
      {"\\\"", "\\u0022"},
      {"\\\\", "\\u005c"},
      {"\\u0020", " "},
      {"\\u0080", "\xc2\x80"},
      {"\\ud7ff", "\xed\x9f\xbf"},
      {"\\ue000", "\xee\x80\x80"},
      {"\\ud800\\udc00", "\xf0\x90\x80\x80"},
  };
  const auto twice = [](std::string_view a, std::string_view b) {
    byte_buffer header;
    for (const std::string_view part :
         {std::string_view("{\"x"), a,
          std::string_view("y\":{\"dtype\":\"U8\",\"shape\":[0],"
                           "\"data_offsets\":[0,0]},\"x"),
          b, std::string_view("y\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}")})
      for (const char c : part) header.push_back(static_cast<unsigned char>(c));
    byte_buffer file;
    append_little_endian(file, std::uint64_t{header.size()});
    for (const unsigned char c : header) file.push_back(c);
    const checkpoint found = read_safetensors(file);
    return std::string_view(found.fault.data(), found.fault.size())
        .ends_with("the header has two tensors of that name");
  };
  for (const auto& [a, b] : same) r.check(twice(launder(a), b));
  r.check(!twice("\\u0000a", "\\u0000b") && twice("\\u0000a", "\\u0000\\u0061"));
  for (std::size_t i = 1; i < 5; ++i) r.check(!twice(launder(same[i][0]), same[i - 1][1]));
  return r;
}

// Not more than 64 bytes of a name are shown.
constexpr report long_names() {
  report r;
  const auto said = [](std::string_view name, std::string_view sentence) {
    byte_buffer header;
    for (const std::string_view part : {std::string_view("{\""), name, std::string_view("\":{}}")})
      for (const char c : part) header.push_back(static_cast<unsigned char>(c));
    byte_buffer file;
    append_little_endian(file, std::uint64_t{header.size()});
    for (const unsigned char c : header) file.push_back(c);
    return says(read_safetensors(launder(file)).fault, sentence);
  };
  constexpr std::string_view longest =
      "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef: has no dtype";
  r.check(said(longest.substr(0, 64), longest));
  r.check(
      said("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdefg",
           "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef...: has no dtype"));
  return r;
}

constexpr report options() {
  report r;
  const corrupt_file rounded{
      "{\"weight\":{\"dtype\":\"F64\",\"shape\":[2,3],\"data_offsets\":[0,48]},"
      "\"bias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[48,56]}}",
      56, ""};
  const corrupt_file unexpected{
      "{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]},"
      "\"bias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[24,32]},"
      "\"extra\":{\"dtype\":\"F8_E4M3\",\"shape\":[3],\"data_offsets\":[32,35]}}",
      35, ""};
  corrupt_model m{};
  r.check(!from_safetensors(rounded.bytes(), m));
  r.check(!from_safetensors(rounded.bytes(), m, ignore_unexpected));
  r.check(static_cast<bool>(from_safetensors(rounded.bytes(), m, allow_rounding)));
  r.check(!from_safetensors(unexpected.bytes(), m));
  r.check(static_cast<bool>(from_safetensors(unexpected.bytes(), m, ignore_unexpected)));
  r.check(
      static_cast<bool>(from_safetensors(rounded.bytes(), m, ignore_unexpected, allow_rounding)));
  return r;
}

constexpr report without_a_model() {
  report r;
  const byte_buffer bytes = to_safetensors(launder(some_network()));
  const checkpoint found = read_safetensors(bytes);
  r.check(found.fault.size() == 0 && found.entries.size() == parameters_of<network>::tensors);
  const auto& last = found.entries[found.entries.size() - 1];  // they are sorted: "steps"
  r.check(last.type == stored_type::i64 && last.rank == 0 && last.size == 8);
  r.check(read_safetensors(launder(corrupt_file{"{}", 0, ""}).bytes()).entries.empty());
  return r;
}

constexpr auto a_network = some_network();
constexpr std::size_t its_size = to_safetensors(a_network).size();
template <class Byte>
constexpr auto its_bytes = [] {
  std::array<Byte, its_size> bytes{};
  const byte_buffer all = to_safetensors(a_network);
  for (std::size_t i = 0; i < its_size; ++i) bytes[i] = static_cast<Byte>(all[i]);
  return bytes;
}();

constexpr auto rounded_and_more = [] {
  constexpr corrupt_file file{
      "{\"w\":{\"dtype\":\"F64\",\"shape\":[1],\"data_offsets\":[0,8]},"
      "\"v\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[8,9]}}",
      9, ""};
  std::array<unsigned char, 8 + file.header.size() + 9> bytes{};
  const byte_buffer all = file.bytes();
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = all[i];
  constexpr unsigned char tenth[] = {0x9a, 0x99, 0x99, 0x99, 0x99, 0x99, 0xb9, 0x3f};
  for (std::size_t i = 0; i < 8; ++i) bytes[8 + file.header.size() + i] = tenth[i];
  return bytes;
}();
struct one_weight {
  using row = tensor<float, dim<1>>;
  BOOST_HANA_DEFINE_STRUCT(one_weight, (row, w));
};

constexpr report constants() {
  report r;
  constexpr network m = from_safetensors<network, its_bytes<unsigned char>>();
  r.check(bitwise_equal(m, a_network));
  r.check(bitwise_equal(from_safetensors<network, its_bytes<char>>(), a_network));
  r.check(bitwise_equal(from_safetensors<network, its_bytes<std::byte>>(), a_network));
  constexpr auto rounded =
      from_safetensors<one_weight, rounded_and_more, ignore_unexpected, allow_rounding>();
  r.check(rounded.w(0) == 0.1f);
  r.bits(m.first.weight);
  r.bits(rounded.w);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"there and back", there_and_back},
    {"the bytes", the_bytes},
    {"what other writers do", what_other_writers_do},
    {"converted exactly", converted_exactly},
    {"corrupt syntax", corrupt_files<corrupt_syntax>},
    {"corrupt entries", corrupt_files<corrupt_entries>},
    {"corrupt metadata", corrupt_files<corrupt_metadata>},
    {"files of another model", corrupt_files<files_of_another_model>},
    {"escaped names", escaped_names},
    {"long names", long_names},
    {"options", options},
    {"without a model", without_a_model},
    {"constants", constants},
};

}  // namespace attn_tests::safetensors_tests
