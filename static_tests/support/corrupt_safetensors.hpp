// SPDX-License-Identifier: BSL-1.0
// Corrupt safetensors files, and files that do not fit the model that corrupt_model is: each with
// what must be said about it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <attn/io/file.hpp>
#include <attn/layers/linear.hpp>

namespace attn_tests {
using corrupt_model =
    attn::nn::linear<float, attn::axis<"pixel", 3>, attn::axis<"hidden", 2>, attn::output_by_input>;

inline constexpr std::uint64_t its_length = ~std::uint64_t{0};
inline constexpr std::uint64_t whole_file = its_length - 1;  // there is no length before the text

struct corrupt_file {
  std::string_view header;
  std::size_t data;  // bytes after the header, all zero
  std::string_view sentence;
  std::uint64_t length = its_length;  // as the file states it

  constexpr attn::byte_buffer bytes() const {
    attn::byte_buffer file;
    if (length != whole_file)
      attn::append_little_endian(file, length == its_length ? header.size() : length);
    for (const char c : header) file.push_back(static_cast<unsigned char>(c));
    for (std::size_t i = 0; i < data; ++i) file.push_back(0);
    return file;
  }
};

// clang-format off
#define WEIGHT "\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]}"
#define BIAS "\"bias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[24,32]}"
inline constexpr corrupt_file corrupt_syntax[] = {
    {"", 0, "the file has 0 bytes, and a safetensors file begins with 8 for the length of its header", whole_file},
    {"\001\002\003\004\005", 0, "the file has 5 bytes, and a safetensors file begins with 8 for the length of its header", whole_file},
    {"{}", 0, "the header has 3 bytes, but only 2 follow its length: the file is truncated", 3u},
    {"{}", 0, "the header has 200 bytes, but only 2 follow its length: the file is truncated", 200u},
    {"{}", 0, "the header has 100000001 bytes; at most 100000000 are allowed", 100000001u},
    {"{}", 0, "the header has 9223372036854775808 bytes; at most 100000000 are allowed", 9223372036854775808u},
    {"", 0, "the header is empty", 0u},
    {"[]", 0, "the header does not begin with {"},
    {" {}", 0, "the header does not begin with {"},
    {"\357\273\277{}", 0, "the header does not begin with {"},
    {"{", 0, "the header ends too early, at byte 1 of the header"},
    {"{\"weight\"", 0, "the header ends too early, at byte 9 of the header"},
    {"{\"weight\":", 0, "weight: the header ends too early, at byte 10 of the header"},
    {"{\"weight\":{", 0, "weight: the header ends too early, at byte 11 of the header"},
    {"{\"weight", 0, "a string has no end, at byte 8 of the header"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2", 0, "weight: the header ends too early, at byte 35 of the header"},
    {"{weight:1}", 0, "expected the name of a tensor in quotes, at byte 1 of the header"},
    {"{'weight':1}", 0, "expected the name of a tensor in quotes, at byte 1 of the header"},
    {"{\"weight\" 1}", 0, "expected : after a name, at byte 10 of the header"},
    {"{\"weight\":1}", 0, "weight: expected {, at byte 10 of the header"},
    {"{\"weight\":[]}", 0, "weight: expected {, at byte 10 of the header"},
    {"{" WEIGHT " " BIAS "}", 32, "expected , or }, at byte 62 of the header"},
    {"{" WEIGHT ",}", 24, "expected the name of a tensor in quotes, at byte 62 of the header"},
    {"{" WEIGHT "," BIAS "}}", 32, "something follows the closing }, at byte 120 of the header"},
    {"{" WEIGHT "," BIAS "} x", 32, "something follows the closing }, at byte 121 of the header"},
    {"{" WEIGHT "," BIAS "}\001", 32, "something follows the closing }, at byte 120 of the header"},
    {"{\"we\\qight\":{}}", 0, "an unknown escape sequence in a string, at byte 4 of the header"},
    {"{\"\\u12g4\":{}}", 0, "\\u without four hexadecimal digits, at byte 2 of the header"},
    {"{\"\\ud800\":{}}", 0, "half of a surrogate pair in a string, at byte 2 of the header"},
    {"{\"\\udc00\":{}}", 0, "half of a surrogate pair in a string, at byte 2 of the header"},
    {"{\"\\ud83d\\u0041\":{}}", 0, "half of a surrogate pair in a string, at byte 2 of the header"},
    {"{\"a\012b\":{}}", 0, "a control character in a string, at byte 3 of the header"},
    {"{\"a\377\":{}}", 0, "a string that is not UTF-8, at byte 3 of the header"},
    {"{\"\300\200\":{}}", 0, "a string that is not UTF-8, at byte 2 of the header"},
    {"{\"\355\240\200\":{}}", 0, "a string that is not UTF-8, at byte 2 of the header"},
    {"{\"\342\202\":{}}", 0, "a string that is not UTF-8, at byte 2 of the header"},
    {"{" WEIGHT "," WEIGHT "}", 24, "weight: the header has two tensors of that name"},
    {"{" WEIGHT ",\"w\\u0065ight\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[24,32]}}", 32, "weight: the header has two tensors of that name"},
    {"{\"weight\":{\"dtype\":\"F32\",\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: dtype occurs twice"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[6],\"shape\":[2,3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: shape occurs twice"},
    {"{\"weight\":{\"dtype\":\"F32\",\"data_offsets\":[0,24],\"shape\":[2,3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: data_offsets occurs twice"},
    {"{\"weight\":{\"dtype\":\"F32\",\"order\":\"C\",\"shape\":[2,3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: the unknown key order"},
    {"{\"weight\":{\"shape\":[2,3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: has no dtype"},
    {"{\"weight\":{\"dtype\":\"F32\",\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: has no shape"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3]}," BIAS "}", 32, "weight: has no data_offsets"},
};
inline constexpr corrupt_file corrupt_entries[] = {
    {"{\"weight\":{\"dtype\":32,\"shape\":[2,3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: dtype is not a string, at byte 19 of the header"},
    {"{\"weight\":{\"dtype\":\"F33\",\"shape\":[2,3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: the unknown dtype F33"},
    {"{\"weight\":{\"dtype\":\"f32\",\"shape\":[2,3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: the unknown dtype f32"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":6,\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: shape is not an array, at byte 33 of the header"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,\"3\"],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: a size in shape is not a number, at byte 36 of the header"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,-3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: a negative number, at byte 36 of the header"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3.0],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: a number that is not written as an integer, at byte 37 of the header"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3e0],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: a number that is not written as an integer, at byte 37 of the header"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,03],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: a number begins with 0, at byte 37 of the header"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,18446744073709551616],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: a number that exceeds 64 bits, at byte 55 of the header"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[4294967296,4294967296],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: its size in bytes exceeds 64 bits"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3,],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: a size in shape is not a number, at byte 38 of the header"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2 3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: expected , or ], at byte 36 of the header"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[[2,3]],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: a size in shape is not a number, at byte 34 of the header"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[1,1,1,1,1,1,1,2,3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: more than 8 axes"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":24}," BIAS "}", 32, "weight: data_offsets is not an array, at byte 54 of the header"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0]}," BIAS "}", 32, "weight: data_offsets has 1 numbers, not 2"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24,48]}," BIAS "}", 32, "weight: data_offsets has 3 numbers, not 2"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[\"0\",24]}," BIAS "}", 32, "weight: an offset is not a number, at byte 55 of the header"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[24,0]}," BIAS "}", 32, "weight: begins at byte 24 and ends at 0"},
    {"{" WEIGHT "," BIAS "}", 31, "bias: ends at byte 32 of the data, which has 31: the file is truncated"},
    {"{" WEIGHT "," BIAS "}", 40, "8 bytes after the last tensor belong to none"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,23]}," BIAS "}", 32, "weight: its shape and dtype take 24 bytes, its data_offsets 23"},
    {"{\"weight\":{\"dtype\":\"F16\",\"shape\":[2,3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: its shape and dtype take 12 bytes, its data_offsets 24"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,4],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: its shape and dtype take 32 bytes, its data_offsets 24"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,0],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: its shape and dtype take 0 bytes, its data_offsets 24"},
    {"{" WEIGHT ",\"bias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[20,28]}}", 32, "bias: overlaps weight"},
    {"{" WEIGHT ",\"bias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[28,36]}}", 36, "bias: 4 bytes before it belong to no tensor"},
    {"{" BIAS "}", 32, "bias: 24 bytes before it belong to no tensor"},
    {"{}", 4, "4 bytes after the last tensor belong to none"},
};
inline constexpr corrupt_file corrupt_metadata[] = {
    {"{\"__metadata__\":[]," WEIGHT "}", 24, "__metadata__ is not an object, at byte 16 of the header"},
    {"{\"__metadata__\":{\"a\":1}," WEIGHT "}", 24, "a value of __metadata__ is not a string, at byte 21 of the header"},
    {"{\"__metadata__\":{\"a\":{}}," WEIGHT "}", 24, "a value of __metadata__ is not a string, at byte 21 of the header"},
    {"{\"__metadata__\":{\"a\":\"b\",\"a\":\"c\"}," WEIGHT "}", 24, "__metadata__ has the key a twice"},
    {"{\"__metadata__\":{},\"__metadata__\":{}," WEIGHT "}", 24, "__metadata__ occurs twice, at byte 34 of the header"},
    {"{\"__metadata__\":{\"a\":\"b\"", 0, "the header ends too early, at byte 24 of the header"},
    {"{\"__metadata__\":{a:\"b\"}}", 0, "expected a key of __metadata__ in quotes, at byte 17 of the header"},
    {"{\"__metadata__\":{\"a\" \"b\"}}", 0, "expected : after a key of __metadata__, at byte 21 of the header"},
};
inline constexpr corrupt_file files_of_another_model[] = {
    {"{" WEIGHT "}", 24, "bias: the model needs F32 (hidden 2), the file has no tensor of that name"},
    {"{}", 0, "weight: the model needs F32 (hidden 2, pixel 3), the file has no tensor of that name"},
    {"{" WEIGHT "," BIAS ",\"extra\":{\"dtype\":\"I64\",\"shape\":[],\"data_offsets\":[32,40]}}", 40, "extra: the model has no tensor of that name, the file has I64 ()"},
    {"{\"weights\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: the model needs F32 (hidden 2, pixel 3), the file has no tensor of that name"},
    {"{\"Weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: the model needs F32 (hidden 2, pixel 3), the file has no tensor of that name"},
    {"{\"weight\\u0000\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: the model needs F32 (hidden 2, pixel 3), the file has no tensor of that name"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[3,2],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: the model needs F32 (hidden 2, pixel 3), the file has F32 (3, 2), transposed"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[6],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: the model needs F32 (hidden 2, pixel 3), the file has F32 (6), in another shape"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[1,2,3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: the model needs F32 (hidden 2, pixel 3), the file has F32 (1, 2, 3), in another shape"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]},\"bias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[16,24]}}", 24, "weight: the model needs F32 (hidden 2, pixel 3), the file has F32 (2, 2), with another number of elements"},
    {"{\"weight\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]},\"bias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]}}", 12, "weight: the model needs F32 (hidden 2, pixel 3), the file has F32 (), with another number of elements"},
    {"{\"weight\":{\"dtype\":\"I32\",\"shape\":[2,3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: the model needs F32 (hidden 2, pixel 3), the file has I32 (2, 3), which does not convert exactly"},
    {"{\"weight\":{\"dtype\":\"U32\",\"shape\":[2,3],\"data_offsets\":[0,24]}," BIAS "}", 32, "weight: the model needs F32 (hidden 2, pixel 3), the file has U32 (2, 3), which does not convert exactly"},
    {"{\"weight\":{\"dtype\":\"F64\",\"shape\":[2,3],\"data_offsets\":[0,48]},\"bias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[48,56]}}", 56, "weight: the model needs F32 (hidden 2, pixel 3), the file has F64 (2, 3), which would be rounded: pass allow_rounding"},
    {"{\"weight\":{\"dtype\":\"F8_E4M3\",\"shape\":[2,3],\"data_offsets\":[0,6]},\"bias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[6,14]}}", 14, "weight: the model needs F32 (hidden 2, pixel 3), the file has F8_E4M3 (2, 3), which does not convert exactly"},
    {"{\"__metadata__\":{\"attn.axes:weight\":\"pixel,hidden\"}," WEIGHT "," BIAS "}", 32, "weight: the model needs F32 (hidden 2, pixel 3), the file has F32 (pixel 2, hidden 3), with other axes"},
    {"{\"__metadata__\":{\"attn.axes:weight\":\"hidden\"}," WEIGHT "," BIAS "}", 32, "weight: the model needs F32 (hidden 2, pixel 3), the file has F32 (hidden 2, 3), with other axes"},
    {"{\"__metadata__\":{\"attn.axes:weight\":\"hidden,pixel,more\"}," WEIGHT "," BIAS "}", 32, "weight: the model needs F32 (hidden 2, pixel 3), the file has F32 (hidden 2, pixel 3), with other axes"},
    {"{\"__metadata__\":{\"attn.axes:weight\":\"hidde,pixel\"}," WEIGHT "," BIAS "}", 32, "weight: the model needs F32 (hidden 2, pixel 3), the file has F32 (hidde 2, pixel 3), with other axes"},
    {"{\"__metadata__\":{\"attn.axes:bias\":\"gates_iofc\"}," WEIGHT "," BIAS "}", 32, "bias: the model needs F32 (hidden 2), the file has F32 (gates_iofc 2), with other axes"},
};
#undef WEIGHT
#undef BIAS
// clang-format on
}  // namespace attn_tests
