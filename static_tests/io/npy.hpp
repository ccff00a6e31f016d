// SPDX-License-Identifier: BSL-1.0
// What attn/io/npy.hpp promises. Truncations and damaged bytes: runtime_tests/io/npy.cpp.
#pragma once

#include <array>
#include <attn/io/npy.hpp>
#include <attn/tensor/compare.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/says.hpp"

namespace attn_tests::npy_tests {

using namespace attn;
using table = tensor<float, axis<"hidden", 2>, axis<"pixel", 3>>;

// A file of version 1.0 with that header, and zeros.
constexpr byte_buffer file_of(std::string_view header, std::size_t data, unsigned version = 1) {
  byte_buffer file;
  for (const unsigned c : {0x93u, 0x4eu, 0x55u, 0x4du, 0x50u, 0x59u, version, 0u})
    file.push_back(static_cast<unsigned char>(c));
  if (version == 1)
    append_little_endian(file, static_cast<std::uint16_t>(header.size() + 1));
  else
    append_little_endian(file, static_cast<std::uint32_t>(header.size() + 1));
  for (const char c : header) file.push_back(static_cast<unsigned char>(c));
  file.push_back('\n');
  for (std::size_t i = 0; i < data; ++i) file.push_back(0);
  return file;
}
constexpr std::string_view text(const checkpoint_result& result) {
  return {result.fault.data(), result.fault.size()};
}

struct corrupt_npy {
  std::string_view header;
  std::size_t data;
  std::string_view sentence;
};
// clang-format off
inline constexpr corrupt_npy corrupt_files[] = {
    {"[]", 24, "the npy header does not begin with {, at byte 10 of the npy file"},
    {"{'descr': '<f4', 'fortran_order': False, }", 24, "the npy header has no shape"},
    {"{'fortran_order': False, 'shape': (2, 3), }", 24, "the npy header has no descr"},
    {"{'descr': '<f4', 'shape': (2, 3), }", 24, "the npy header has no fortran_order"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'descr': '<f4', }", 24, "a key occurs twice, at byte 76 of the npy file"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'order': 'C', }", 24, "the npy header has the unknown key order"},
    {"{descr: '<f4'}", 24, "expected descr, fortran_order or shape in quotes, at byte 11 of the npy file"},
    {"{'descr' '<f4'}", 24, "expected : after a key, at byte 19 of the npy file"},
    {"{'descr': '<f4' 'x': 1}", 24, "expected , or }, at byte 26 of the npy file"},
    {"{'descr': '<f4", 24, "a string without an end, or with an escape sequence, at byte 24 of the npy file"},
    {"{'de\\x73cr': '<f4'}", 24, "a string without an end, or with an escape sequence, at byte 14 of the npy file"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), } x", 24, "something follows the closing }, at byte 70 of the npy file"},
    {"{", 24, "expected descr, fortran_order or shape in quotes, at byte 12 of the npy file"},
    {"{'descr': 4, 'fortran_order': False, 'shape': (2, 3), }", 24, "descr is not a string, at byte 20 of the npy file"},
    {"{'descr': '>f4', 'fortran_order': False, 'shape': (2, 3), }", 24, "the descr >f4 has its highest byte first"},
    {"{'descr': '|O', 'fortran_order': False, 'shape': (2, 3), }", 24, "the unknown descr |O"},
    {"{'descr': '<V2', 'fortran_order': False, 'shape': (2, 3), }", 24, "the unknown descr <V2"},
    {"{'descr': '', 'fortran_order': False, 'shape': (2, 3), }", 24, "the unknown descr "},
    {"{'descr': 'f4', 'fortran_order': False, 'shape': (2, 3), }", 24, "the unknown descr f4"},
    {"{'descr': '=f4', 'fortran_order': False, 'shape': (2, 3), }", 24, "the unknown descr =f4"},
    {"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 3), }", 24, "descr is a structure, not one element type, at byte 20 of the npy file"},
    {"{'descr': '|f4', 'fortran_order': False, 'shape': (2, 3), }", 24, "the unknown descr |f4"},
    {"{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 3), }", 24, "fortran_order is neither True nor False, at byte 44 of the npy file"},
    {"{'descr': '<f4', 'fortran_order': false, 'shape': (2, 3), }", 24, "fortran_order is neither True nor False, at byte 44 of the npy file"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': [2, 3], }", 24, "shape is not a tuple, at byte 60 of the npy file"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (6), }", 24, "a shape of one axis has no comma, at byte 62 of the npy file"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2 3), }", 24, "expected , or ) in shape, at byte 63 of the npy file"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, -3), }", 24, "a size in shape is not a natural number, at byte 64 of the npy file"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3.0), }", 24, "expected , or ) in shape, at byte 65 of the npy file"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 18446744073709551616), }", 24, "a number that exceeds 64 bits, at byte 83 of the npy file"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", 24, "its size in bytes exceeds 64 bits"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 1, 1, 1, 1, 1, 2, 3), }", 24, "more than 8 axes"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, }", 24, "a size in shape is not a natural number, at byte 67 of the npy file"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (,), }", 24, "a size in shape is not a natural number, at byte 61 of the npy file"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 23, "its shape and type take 24 bytes, but only 23 follow the npy header: the file is truncated"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 25, "its shape and type take 24 bytes, but 25 follow the npy header"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 0, "its shape and type take 24 bytes, but only 0 follow the npy header: the file is truncated"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 0), }", 24, "its shape and type take 0 bytes, but 24 follow the npy header"},
    {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", 24, "its shape and type take 48 bytes, but only 24 follow the npy header: the file is truncated"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }", 24, "the tensor is F32 (hidden 2, pixel 3), the file has F32 (3, 2), transposed"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (6,), }", 24, "the tensor is F32 (hidden 2, pixel 3), the file has F32 (6), in another shape"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (), }", 4, "the tensor is F32 (hidden 2, pixel 3), the file has F32 (), with another number of elements"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }", 24, "the tensor is F32 (hidden 2, pixel 3), the file has I32 (2, 3), which does not convert exactly"},
    {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", 48, "the tensor is F32 (hidden 2, pixel 3), the file has F64 (2, 3), which would be rounded: pass allow_rounding"},
    {"{'descr': '<c8', 'fortran_order': False, 'shape': (2, 3), }", 48, "the tensor is F32 (hidden 2, pixel 3), the file has C64 (2, 3), which does not convert exactly"},
    {"{'descr': '|b1', 'fortran_order': False, 'shape': (2, 3), }", 6, "the tensor is F32 (hidden 2, pixel 3), the file has BOOL (2, 3), which does not convert exactly"},
};
// clang-format on

constexpr report there_and_back() {
  report r;
  const auto check = [&r](const auto& x) {
    auto y = x;
    for (auto& element : y) element = {};
    r.check(static_cast<bool>(from_npy(to_npy(launder(x)), y)));
    r.check(bitwise_equal(x, y));
    r.bits(y);
  };
  check(tensor<double>{0.1});
  check(tensor<float, axis<"row", 2>>{-0.0f, 1e-40f});
  check(tensor<int, dim<2>, dim<1>, dim<2>>{{{1, -2}}, {{3, 4}}});
  check(tensor<bool, dim<3>>{true, false, true});
  check(tensor<std::uint8_t, dim<2>>{std::uint8_t{1}, std::uint8_t{255}});
  check(tensor<std::int64_t, dim<1>>{std::int64_t{-9007199254740993}});
  return r;
}

// As numpy.save writes them.
constexpr report the_bytes() {
  report r;
  const byte_buffer file = to_npy(launder(table{{1, 2, 3}, {4, 5, 6}}));
  constexpr std::string_view start = "\x93NUMPY";
  r.check(file.size() == 128 + 24 && file[127] == '\n' && file[126] == ' ');
  for (std::size_t i = 0; i < start.size(); ++i)
    r.check(file[i] == static_cast<unsigned char>(start[i]));
  r.check(file[6] == 1 && file[7] == 0 && file[8] == 118 && file[9] == 0);
  constexpr std::string_view dictionary =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  for (std::size_t i = 0; i < dictionary.size(); ++i)
    r.check(file[10 + i] == static_cast<unsigned char>(dictionary[i]));
  r.check(file[130] == 0x80 && file[131] == 0x3f && file[134] == 0 && file[135] == 0x40);
  for (const unsigned char c : file) r.bits(c);
  return r;
}

constexpr report what_other_writers_do() {
  report r;
  byte_buffer file =
      file_of("{\"shape\":(2,3), 'fortran_order' : True,\n'descr':'<f2'}  ", 0, launder(2u));
  for (const unsigned half : {0x3c00u, 0x4000u, 0x4200u, 0x4400u, 0x4500u, 0x4600u})
    append_little_endian(file, static_cast<std::uint16_t>(half));
  table x;
  r.check(static_cast<bool>(from_npy(file, x)));
  r.check(x == table{{1, 3, 5}, {2, 4, 6}});
  r.bits(x);
  file[6] = 3;
  r.check(static_cast<bool>(from_npy(file, x)));
  file[6] = 4;
  r.check(text(from_npy(file, x)) == "version 4.0 of the npy format is not known");
  tensor<double, dim<2>, dim<2>, dim<2>> cube;
  byte_buffer in_order = file_of("{'descr':'|i1','fortran_order':True,'shape':(2,2,2)}", 8);
  r.check(!from_npy(in_order, cube));
  tensor<int, dim<2>, dim<2>, dim<2>> numbers;
  for (unsigned char i = 0; i < 8; ++i) in_order[in_order.size() - 8 + i] = i;
  r.check(static_cast<bool>(from_npy(in_order, numbers)));
  r.check(numbers == tensor<int, dim<2>, dim<2>, dim<2>>{{{0, 4}, {2, 6}}, {{1, 5}, {3, 7}}});
  return r;
}

constexpr report corrupt() {
  report r;
  for (const corrupt_npy& file : corrupt_files) {
    table x{{7, 0, 0}, {0, 0, 7}};
    r.check(text(from_npy(launder(file_of(file.header, file.data)), x)) == file.sentence);
    r.check(x == table{{7, 0, 0}, {0, 0, 7}});
  }
  return r;
}
constexpr report too_short_for_a_header() {
  report r;
  const byte_buffer file = to_npy(launder(table{}));
  table x;
  const auto said = [&](std::size_t size) {
    return from_npy(byte_view(file).part(0, size), x).fault;
  };
  const auto is = [&](std::size_t size, std::string_view sentence) {
    return says(said(size), sentence);
  };
  r.check(is(0, "the file does not begin as an npy file, with \\x93NUMPY"));
  r.check(is(5, "the file does not begin as an npy file, with \\x93NUMPY"));
  r.check(is(7, "the npy file ends before its header"));
  r.check(is(9, "the npy file ends before its header"));
  r.check(is(20, "the npy header has 118 bytes, but only 10 follow: the file is truncated"));
  byte_buffer no_new_line = file;
  no_new_line[127] = ' ';
  r.check(text(from_npy(no_new_line, x)) == "the npy header does not end with a new line");
  return r;
}

constexpr report options() {
  report r;
  tensor<float, dim<2>> x;
  const byte_buffer file = to_npy(launder(tensor<double, dim<2>>{0.1, -1e300}));
  r.check(!from_npy(file, x));
  r.check(static_cast<bool>(from_npy(file, x, allow_rounding)));
  r.check(x(0) == 0.1f && x(1) == -std::numeric_limits<float>::infinity());
  r.check(read_npy(file).entries.size() == 1 && read_npy(byte_view()).entries.empty());
  return r;
}

constexpr tensor<double, dim<3>> numbers{0.1, -0.0, 3};
constexpr auto its_bytes = [] {
  std::array<std::byte, to_npy(numbers).size()> bytes{};
  const byte_buffer all = to_npy(numbers);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = std::byte{all[i]};
  return bytes;
}();
constexpr report constants() {
  report r;
  constexpr auto x = from_npy<tensor<double, dim<3>>, its_bytes>();
  r.check(bitwise_equal(x, numbers));
  constexpr auto y = from_npy<tensor<float, dim<3>>, its_bytes, allow_rounding>();
  r.check(y(0) == 0.1f);
  r.bits(x);
  r.bits(y);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"there and back", there_and_back},
    {"the bytes", the_bytes},
    {"what other writers do", what_other_writers_do},
    {"corrupt", corrupt},
    {"too short for a header", too_short_for_a_header},
    {"options", options},
    {"constants", constants},
};

}  // namespace attn_tests::npy_tests
