// SPDX-License-Identifier: BSL-1.0
// Behaviours of npy, npz of attn/io/.
#pragma once

#include <algorithm>
#include <array>
#include <attn/io/npy.hpp>
#include <attn/io/npz.hpp>
#include "static_tests/support/corrupt_safetensors.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::io_npy_tests {
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
constexpr std::string_view text_of_npy(const checkpoint_result& result) {
  return {result.fault.data(), result.fault.size()};
}

struct corrupt_npy {
  std::string_view header;
  std::size_t data;
  std::string_view sentence;
};
// clang-format off
inline constexpr corrupt_npy corrupt_files_of_npy[] = {
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

constexpr tensor<double, dim<3>> numbers{0.1, -0.0, 3};
constexpr auto its_bytes_of_npy = [] {
  std::array<std::byte, to_npy(numbers).size()> bytes{};
  const byte_buffer all = to_npy(numbers);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = std::byte{all[i]};
  return bytes;
}();

using model = corrupt_model;

constexpr model some_model{{{1, 2, -3}, {0.5f, 5, 6}}, {7, -0.0f}};

// Where the parts of its file are.
constexpr std::size_t second_entry = 30 + 10 + 128 + 24;
constexpr std::size_t list = second_entry + 30 + 8 + 128 + 8;
constexpr std::size_t second_in_list = list + 46 + 10;
constexpr std::size_t end = second_in_list + 46 + 8;
constexpr std::size_t whole = end + 22;

constexpr std::string_view text(const checkpoint_result& result) {
  return {result.fault.data(), result.fault.size()};
}

// One byte of the file is another.
struct corrupt_npz {
  std::size_t at;
  unsigned char byte;
  std::string_view sentence;
};
// clang-format off
inline constexpr corrupt_npz corrupt_files[] = {
    {0, 'p', "weight.npy: its place in the file has no header"},
    {6, 1, "weight.npy: the header in front of it has another name, method or flag"},
    {6, 8, "weight.npy: the header in front of it has another name, method or flag"},
    {7, 8, "weight.npy: the header in front of it has another name, method or flag"},
    {8, 8, "weight.npy: the header in front of it has another name, method or flag"},
    {26, 9, "weight.npy: the header in front of it has another name, method or flag"},
    {30, 'v', "weight.npy: the header in front of it has another name, method or flag"},
    {14, 0, "weight.npy: the header in front of it has another checksum or size"},
    {18, 0, "weight.npy: the header in front of it has another checksum or size"},
    {22, 0, "weight.npy: the header in front of it has another checksum or size"},
    {29, 200, "weight.npy: reaches into the list of entries: the file is truncated"},
    {28, 1, "two zip entries overlap"},
    {40, 'N', "weight: its checksum is wrong"},
    {60, 'x', "weight: its checksum is wrong"},
    {170, 1, "weight: its checksum is wrong"},
    {list, 'p', "the zip file's list has fewer entries than its end states"},
    {list + 6, 64, "weight.npy: requires a newer version of zip"},
    {list + 8, 1, "weight.npy: is encrypted"},
    {list + 8, 8, "weight.npy: the header in front of it has another name, method or flag"},
    {list + 8, 64, "weight.npy: is encrypted"},
    {list + 9, 32, "weight.npy: is encrypted"},
    {list + 10, 8, "weight.npy: the header in front of it has another name, method or flag"},
    {list + 10, 12, "weight.npy: is compressed, and not with deflate"},
    {list + 16, 0, "weight.npy: the header in front of it has another checksum or size"},
    {list + 20, 0, "weight.npy: is stored, but has two sizes"},
    {list + 24, 0, "weight.npy: is stored, but has two sizes"},
    {list + 29, 1, "the zip file's list of entries is truncated"},
    {list + 31, 1, "the zip file's list of entries is truncated"},
    {list + 42, 1, "weight.npy: its place in the file has no header"},
    {list + 45, 1, "weight.npy: its place in the file has no header"},
    {list + 46, 'W', "Weight.npy: the header in front of it has another name, method or flag"},
    {second_in_list + 1, 'p', "the zip file's list has fewer entries than its end states"},
    {second_in_list + 42, 0, "bias.npy: the header in front of it has another name, method or flag"},
    {end, 'p', "the file does not end as a zip file: it is truncated, or no npz file"},
    {end + 4, 1, "the zip file is one of several"},
    {end + 6, 1, "the zip file is one of several"},
    {end + 8, 1, "the zip file is one of several"},
    {end + 10, 1, "the zip file is one of several"},
    {end + 12, 0, "the zip file's list of entries is not where its end states"},
    {end + 16, 0, "the zip file's list of entries is not where its end states"},
    {end + 20, 1, "the file does not end as a zip file: it is truncated, or no npz file"},
};
// clang-format on
// Every second of them: libc++ destroys a vector byte by byte, which Clang counts as steps.
template <std::size_t First> constexpr void corrupt(report& r) {
  const byte_buffer whole_file = to_npz(some_model);
  for (std::size_t i = First; i < std::size(corrupt_files); i += 2) {
    const corrupt_npz& change = corrupt_files[i];
    byte_buffer file = whole_file;
    r.check(file[change.at] != change.byte);
    file[change.at] = change.byte;
    model m{};
    m.weight(1, 2) = 7;
    r.check(text(from_npz(launder(file), m)) == change.sentence);
    r.check(m.weight(1, 2) == 7 && m.weight(0, 0) == 0);
  }
}

// As Python writes into a pipe, the first entry's checksum and sizes follow its data (left out here:
// nothing reads them). As it writes into a file, the second entry's sizes have 64 bits.
constexpr byte_buffer numbers_elsewhere(byte_buffer file, int size) {
  file[6] = file[list + 8] = 8;
  for (std::size_t i = 14; i < 26; ++i) file[i] = 0;
  for (std::size_t i = 18; i < 26; ++i) file[second_entry + i] = 0xff;
  const auto byte = static_cast<unsigned char>(size);
  const unsigned char extra[20]{1, 0, 16, 0, byte, 0, 0, 0, 0, 0, 0, 0, byte};
  file[second_entry + 28] = sizeof extra;
  for (std::size_t i = 0; i < sizeof extra; ++i)
    file.insert(file.begin() + static_cast<std::ptrdiff_t>(second_entry + 30 + 8 + i), extra[i]);
  const std::size_t at_end = end + sizeof extra + 16;
  file[at_end] = static_cast<unsigned char>(file[at_end] + sizeof extra);
  return file;
}

template <class Byte>
constexpr auto its_bytes = [] {
  std::array<Byte, whole> bytes{};
  const byte_buffer all = to_npz(some_model);
  for (std::size_t i = 0; i < whole; ++i) bytes[i] = static_cast<Byte>(all[i]);
  return bytes;
}();

// What zlib makes of one text, with its strategies, and streams that are wrong: written by a program
// in Python, which has zlib say that they are.
constexpr byte_buffer of_hex(std::string_view text) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  byte_buffer bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(static_cast<unsigned char>(16 * digit(text[i]) + digit(text[i + 1])));
  return bytes;
}
// "token 0: attention is all you need; token 1: …", and 300 times z.
constexpr byte_buffer deflated_text() {
  byte_buffer text;
  const auto add = [&](std::string_view more) {
    for (const char c : more) text.push_back(static_cast<unsigned char>(c));
  };
  for (int i = 0; i < 9; ++i) {
    const int number = i * i % 17;
    add("token ");
    if (number >= 10) add("1");
    text.push_back(static_cast<unsigned char>('0' + number % 10));
    add(": attention is all you need; ");
  }
  for (int i = 0; i < 300; ++i) add("z");
  return text;
}
inline constexpr std::string_view deflated_fixed =
    "2bc9cf4ecd5330b052482c2949cd2bc9cccf53c82c5648ccc951a8cc2f55c84b4d4db1562801ab3124428d09116a"
    "2c89b1cb8c08451644a83122c63253621419e35554350a880600";
inline constexpr std::string_view deflated_dynamic =
    "2bc9cf4ecd5330b052482c2949cd2bc9cccf53c82c5648ccc951a8cc2f55c84b4d4db1562801ab3124428d09116a"
    "2c89b1cb8c08451644a83122c63253621419e35554350a880600";
inline constexpr std::string_view deflated_runs =
    "edc1cb0d15300c04c056b6041e3f41528da5ecc18ab53e647308d5d3020530e3de14be0c844d395bc883a8c2eb0b"
    "916bc2bd297c06c2a69c2de44154e1f585c835e1de14be0f844d395bc883a8c2eb0b916bc2bd29fc1e089b72b690"
    "075185d71722d7847b53f8fc1c089b72b690075185d71722d7847b53f8351036e56c210fa20aaf2f44ae09f7a6f0"
    "75206ccad9421e44155e5f885c13ee4de1f363206ccad9421e44155e5f885c13ee4de1f36d206ccad9421e44155e"
    "5f885c137ffefb677f01";
inline constexpr std::string_view deflated_no_matches =
    "05c1c18de0360c00c056584236971c72763502cc8760817a987e78aacf4cef3b2bfe3a627467f5dc15f389b1567c"
    "fb8dcabccee87d67c5cf11a33babe7ae984f8cb5e2db6f54e67546ef3b2bfe39627467f5dc15f389b1567cfb8dca"
    "bccee87d67c59f23467756cf5d319f186bc5b7dfa8cceb8cde7756fcfc3e627467f5dc15f389b1567cfb8dcabcce"
    "e87d67c57f478ceeac9ebb623e31d68a6fbf5199d719bdefacf8fb88d19dd57357cc27c65af1ed372af33aa3f79d"
    "153fff1e31bab37aee8af9c4582bbefd46655e67f4beb3e2e7d711a33babe7ae984f8cb5e2db6f54e67506000000"
    "00000000000000000000000000000000000000000000000000000000000000000000fc0f";
inline constexpr std::string_view deflated_several =
    "2ac9cf4ecd5330b052482c2949cd2bc9cccf53c82c5648ccc951a8cc2f55c84b4d4db1562801ab3124428d095635"
    "00000000ffff2a55c84b4d4db15628c9cf4ecd53b0b452482c2949cd2bc9cccf53c82c5648ccc951a8cc2f455163"
    "684684220b22d41811639929318a8cf12aaaa21600000000ffff1b010000";
struct wrong_stream {
  std::string_view hex;
  std::size_t size;
  std::string_view sentence;
};
inline constexpr wrong_stream wrong_streams[] = {
    {"", 0, "ends within its compressed data"},
    {"07", 0, "has a block of an unknown kind"},
    {"010100000041", 1, "has a block with two lengths"},
    {"010200fdff41", 2, "ends within its compressed data"},
    {"030200", 3, "refers to bytes before its first"},
    {"73044100", 5, "refers to bytes before its first"},
    {"731c03", 1, "has an unknown length"},
    {"73043e", 4, "has an unknown distance"},
    {"73740200", 1, "is longer than its size"},
    {"731c0500", 258, "is longer than its size"},
    {"730400", 2, "is shorter than its size"},
    {"73040000", 1, "has bytes after its compressed data"},
    {"fd000000", 0, "has too many codes"},
    {"051e0000", 0, "has too many codes"},
    {"05009200", 0, "has an invalid set of codes"},
    {"05000400", 0, "has an invalid set of codes"},
    {"05000224", 0, "repeats a length that is not there"},
    {"050080e4ff1f", 0, "has too many lengths"},
    {"050080e47f1b", 0, "has a block without an end"},
    {"05c081080000008080fda90f", 0, "has an invalid set of codes"},
    {"0dc0810800000000207feb7f0000", 3, "has an unknown code"},
};
// The model "weight", deflated, and "bias", stored, as Python's zipfile writes them.
inline constexpr std::string_view compressed_npz =
    "504b0304140000000800000021006ebcabcb59000000980000000a0000007765696768742e6e70799bec17ea1b10"
    "c9c850c650ad9e925a9c5ca46ea5a06e9366a2aea3a09e965f54529498179f5f94920a12774bcc294e058a176724"
    "16a402f91a463a0ac69a3a0ab50a64032e0686067b06060607203a00a481ec0540f6010700504b03041400000000"
    "00000021006e70b90f880000008800000008000000626961732e6e7079934e554d5059010076007b276465736372"
    "273a20273c6634272c2027666f727472616e5f6f72646572273a2046616c73652c20277368617065273a2028322c"
    "292c207d202020202020202020202020202020202020202020202020202020202020202020202020202020202020"
    "2020202020202020202020202020202020200a0000e04000000080504b01021403140000000800000021006ebcab"
    "cb59000000980000000a00000000000000000000008001000000007765696768742e6e7079504b01021403140000"
    "000000000021006e70b90f8800000088000000080000000000000000000000800181000000626961732e6e707950"
    "4b050600000000020002006e0000002f0100000000";
inline constexpr auto compressed_bytes = [] {
  std::array<unsigned char, compressed_npz.size() / 2> bytes{};
  const byte_buffer all = of_hex(compressed_npz);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = all[i];
  return bytes;
}();
constexpr bool inflates(std::string_view hex) {
  const byte_buffer text = deflated_text(), from = of_hex(hex);
  byte_buffer out{1, 2, 3};  // appended to what is there
  if (attn::detail::inflate(from, text.size(), out) != nullptr) return false;
  return out.size() == 3 + text.size() && std::equal(text.begin(), text.end(), out.begin() + 3);
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/io/npy.hpp promises. Truncations and damaged bytes: runtime_tests/io/npy.cpp.
  tests.executed("there and back", [](report& r) {
    const auto check = [&r](const auto& x) {
      auto y = x;
      for (auto& element : y) element = {};
      r.check(static_cast<bool>(from_npy(to_npy(launder(x)), y)));
      r.same(x, y);
    };
    check(tensor<double>{0.1});
    check(tensor<float, axis<"row", 2>>{-0.0f, 1e-40f});
    check(tensor<int, dim<2>, dim<1>, dim<2>>{{{1, -2}}, {{3, 4}}});
    check(tensor<bool, dim<3>>{true, false, true});
    check(tensor<std::uint8_t, dim<2>>{std::uint8_t{1}, std::uint8_t{255}});
    check(tensor<std::int64_t, dim<1>>{std::int64_t{-9007199254740993}});
  });
  // As numpy.save writes them.
  tests.executed("the bytes", [](report& r) {
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
  });
  tests.executed("what other writers do", [](report& r) {
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
    r.check(text_of_npy(from_npy(file, x)) == "version 4.0 of the npy format is not known");
    tensor<double, dim<2>, dim<2>, dim<2>> cube;
    byte_buffer in_order = file_of("{'descr':'|i1','fortran_order':True,'shape':(2,2,2)}", 8);
    r.check(!from_npy(in_order, cube));
    tensor<int, dim<2>, dim<2>, dim<2>> integers;
    for (unsigned char i = 0; i < 8; ++i) in_order[in_order.size() - 8 + i] = i;
    r.check(static_cast<bool>(from_npy(in_order, integers)));
    r.check(integers == tensor<int, dim<2>, dim<2>, dim<2>>{{{0, 4}, {2, 6}}, {{1, 5}, {3, 7}}});
  });
  tests.executed("corrupt", [](report& r) {
    for (const corrupt_npy& file : corrupt_files_of_npy) {
      table x{{7, 0, 0}, {0, 0, 7}};
      r.check(text_of_npy(from_npy(launder(file_of(file.header, file.data)), x)) == file.sentence);
      r.check(x == table{{7, 0, 0}, {0, 0, 7}});
    }
  });
  tests.executed("too short for a header", [](report& r) {
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
    r.check(text_of_npy(from_npy(no_new_line, x)) == "the npy header does not end with a new line");
  });
  tests.executed("options", [](report& r) {
    tensor<float, dim<2>> x;
    const byte_buffer file = to_npy(launder(tensor<double, dim<2>>{0.1, -1e300}));
    r.check(!from_npy(file, x));
    r.check(static_cast<bool>(from_npy(file, x, allow_rounding)));
    r.check(x(0) == 0.1f && x(1) == -std::numeric_limits<float>::infinity());
    r.check(read_npy(file).entries.size() == 1 && read_npy(byte_view()).entries.empty());
  });
  tests.proved("constants", [](report& r) {
    constexpr auto x = from_npy<tensor<double, dim<3>>, its_bytes_of_npy>();
    r.same(x, numbers);
    constexpr auto y = from_npy<tensor<float, dim<3>>, its_bytes_of_npy, allow_rounding>();
    r.check(y(0) == 0.1f);
    r.bits(y);
  });
  // What attn/io/npz.hpp promises. Damaged bytes: runtime_tests/io/npz.cpp.
  tests.executed("there and back", [](report& r) {
    const byte_buffer file = to_npz(launder(some_model));
    r.check(file.size() == whole);
    model m{};
    r.check(static_cast<bool>(from_npz(file, m)));
    r.same(m, some_model);
    r.check(read_npz(file).entries.size() == 2);
    for (const unsigned char c : file) r.bits(c);
    r.bits(m.weight);
  });
  tests.executed("corrupt", [](report& r) { corrupt<0>(r); });
  tests.executed("corrupt, the others", [](report& r) { corrupt<1>(r); });
  // Two bytes that agree with each other, and not with the rest.
  tests.executed("corrupt in two places", [](report& r) {
    const auto said = [](byte_buffer file,
                          std::initializer_list<std::array<std::size_t, 2>> changes,
                          std::string_view sentence) {
      for (const auto& [at, byte] : changes) file[at] = static_cast<unsigned char>(byte);
      model m{};
      return text(from_npz(file, m)) == sentence;
    };
    const byte_buffer file = to_npz(launder(some_model));
    r.check(said(file, {{end + 8, 1}, {end + 10, 1}},
        "the zip file's list has more entries than its end states"));
    r.check(said(file, {{end + 8, 3}, {end + 10, 3}},
        "the zip file's list has fewer entries than its end states"));
    r.check(said(file, {{end + 8, 0xff}, {end + 9, 0xff}, {end + 10, 0xff}, {end + 11, 0xff}},
        "the zip file uses the extensions for more than 4 GiB"));
    for (const std::size_t field : {end + 12, end + 16})
      r.check(said(file, {{field, 0xff}, {field + 1, 0xff}, {field + 2, 0xff}, {field + 3, 0xff}},
          "the zip file uses the extensions for more than 4 GiB"));
    r.check(said(file, {{14, 0}, {list + 16, 0}}, "weight: its checksum is wrong"));
    r.check(said(file,
        {{18, 0xff}, {19, 0xff}, {20, 0xff}, {21, 0xff}, {22, 0xff}, {23, 0xff}, {24, 0xff},
            {25, 0xff}},
        "weight.npy: the header in front of it has another checksum or size"));
    r.check(said(file, {{list + 46 + 9, 'z'}, {30 + 9, 'z'}}, "weight.npz: is no array, NAME.npy"));
    r.check(said(file, {{list + 46 + 7, 't'}, {30 + 7, 't'}}, "weight.tpy: is no array, NAME.npy"));
    r.check(said(file, {{list + 46, 'W'}, {30, 'W'}},
        "weight: the model needs F32 (hidden 2, pixel 3), the file has no tensor of that "
        "name"));
    // The list has its first entry twice.
    byte_buffer twice = file;
    for (std::size_t i = 0; i < 56; ++i) twice.insert(twice.begin() + list, file[list + 55 - i]);
    twice[end + 56 + 8] = twice[end + 56 + 10] = 3;
    twice[end + 56 + 12] = static_cast<unsigned char>(twice[end + 56 + 12] + 56);
    model m{};
    r.check(text(from_npz(twice, m)) == "weight: the zip file has two entries of that name");
    // … which is found before the checksums, for which a long list would read one entry many times.
    twice[40] = 'N';
    r.check(text(from_npz(twice, m)) == "weight: the zip file has two entries of that name");
  });
  tests.executed("truncated", [](report& r) {
    const byte_buffer file = to_npz(launder(some_model));
    model m{};
    for (const std::size_t size : {std::size_t{0}, std::size_t{21}, list, end, whole - 1})
      r.check(text(from_npz(byte_view(file).part(0, size), m)) ==
              "the file does not end as a zip file: it is truncated, or no npz file");
  });
  // A comment at the end, numbers in other places, and a file without entries.
  tests.executed("other zip files", [](report& r) {
    byte_buffer file = to_npz(launder(some_model));
    file[end + 20] = 3;
    for (const char c : {'P', 'K', '!'}) file.push_back(static_cast<unsigned char>(c));
    model m{};
    r.check(static_cast<bool>(from_npz(file, m)));
    r.check(static_cast<bool>(from_npz(numbers_elsewhere(to_npz(some_model), 136), m)));
    r.same(m, some_model);
    for (const int size : {135, 137})
      r.check(text(from_npz(numbers_elsewhere(to_npz(some_model), size), m)) ==
              "bias.npy: the header in front of it has another checksum or size");
    // A wrong array says where in the array, not in the file.
    byte_buffer wrong = to_npz(some_model);
    wrong[40 + 10] = '[';
    const auto crc = attn::detail::crc_of(byte_view(wrong).part(40, 128 + 24));
    for (std::size_t k = 0; k < 4; ++k)
      wrong[14 + k] = wrong[list + 16 + k] = static_cast<unsigned char>(crc >> (8 * k));
    r.check(text(from_npz(wrong, m)) ==
            "weight: the npy header does not begin with {, at byte 10 of the npy file");
    byte_buffer empty(22, 0);
    empty[0] = 'P', empty[1] = 'K', empty[2] = 5, empty[3] = 6;
    r.check(read_npz(empty).fault.size() == 0 && read_npz(empty).entries.empty());
    r.check(!from_npz(empty, m));
  });
  tests.executed("options", [](report& r) {
    using wide = nn::linear<double, axis<"pixel", 3>, axis<"hidden", 2>, output_by_input>;
    const byte_buffer file = to_npz(launder(wide{{{0.1, 2, 3}, {4, 5, 6}}, {7, 8}}));
    model m{};
    r.check(text(from_npz(file, m)) ==
            "weight: the model needs F32 (hidden 2, pixel 3), the file has F64 (2, 3), which "
            "would "
            "be rounded: pass allow_rounding");
    r.check(static_cast<bool>(from_npz(file, m, allow_rounding)) && m.weight(0, 0) == 0.1f);
    using less =
        nn::linear<float, axis<"pixel", 3>, axis<"hidden", 2>, output_by_input, without_bias>;
    less l{};
    const byte_buffer more = to_npz(some_model);
    r.check(text(from_npz(more, l)) ==
            "bias: the model has no tensor of that name, the file has F32 (2)");
    r.check(static_cast<bool>(from_npz(more, l, ignore_unexpected)) && l.weight(0, 2) == -3);
  });
  tests.proved("constants", [](report& r) {
    constexpr model m = from_npz<model, its_bytes<unsigned char>>();
    r.same(m, some_model);
    r.same(from_npz<model, its_bytes<std::byte>>(), some_model);
    r.same(from_npz<model, its_bytes<char>>(), some_model);
    r.bits(m.weight);
  });
  // What attn/io/detail/inflate.hpp promises, and npz of it.
  tests.executed(
      "deflate: codes of its own", [](report& r) { r.check(inflates(deflated_dynamic)); });
  tests.executed("deflate: fixed codes", [](report& r) { r.check(inflates(deflated_fixed)); });
  tests.executed("deflate: runs", [](report& r) { r.check(inflates(deflated_runs)); });
  tests.executed("deflate: letters", [](report& r) { r.check(inflates(deflated_no_matches)); });
  tests.executed("deflate: blocks", [](report& r) { r.check(inflates(deflated_several)); });
  tests.executed("deflate: stored", [](report& r) {
    const byte_buffer text = deflated_text();
    const auto size = static_cast<std::uint16_t>(text.size());
    byte_buffer from{1};
    append_little_endian(from, size);
    append_little_endian(from, static_cast<std::uint16_t>(~size));
    from.insert(from.end(), text.begin(), text.end());
    byte_buffer out;
    r.check(attn::detail::inflate(from, text.size(), out) == nullptr && out == text);
  });
  tests.executed("deflate: wrong", [](report& r) {
    for (const wrong_stream& wrong : wrong_streams) {
      const byte_buffer from = of_hex(wrong.hex);
      byte_buffer out;
      const char* fault = attn::detail::inflate(from, wrong.size, out);
      r.check(fault != nullptr && fault == wrong.sentence);
      r.check(out.size() <= wrong.size);
    }
  });
  tests.executed("deflate: cut", [](report& r) {
    const byte_buffer all = of_hex(deflated_dynamic);
    for (std::size_t size = 0; size < all.size(); size += 9) {
      byte_buffer out;
      r.check(attn::detail::inflate(byte_view(all).part(0, size), 1000, out) ==
              std::string_view("ends within its compressed data"));
    }
  });
  tests.executed("compressed", [](report& r) {
    model m{};
    const auto file = launder(compressed_bytes);
    r.check(from_npz(file, m) ? true : false);
    r.same(m, some_model);
    byte_buffer unpacked;
    const checkpoint found = read_npz(file, unpacked);
    r.check(found.fault.size() == 0 && found.entries.size() == 2);
    r.check(found.file.size() == file.size() + 152 && unpacked.size() == found.file.size());
    const checkpoint without = read_npz(file);
    r.check(std::string_view(without.fault.data(), without.fault.size()) ==
            "weight.npy: is compressed: pass a buffer for its bytes, read_npz(bytes, buffer)");
    constexpr model constant = from_npz<model, compressed_bytes>();
    r.same(constant, some_model);
    r.bits(m.weight);
  });
  tests.executed("compressed, and wrong", [](report& r) {
    const auto says = [&](std::size_t at, unsigned char byte, std::string_view sentence) {
      auto file = compressed_bytes;
      file[at] = byte;
      model m{};
      return text(from_npz(file, m)) == sentence && bitwise_equal(m, model{});
    };
    const std::size_t begin = 30 + 10;  // of the compressed bytes
    r.check(says(begin, 7, "weight: has a block of an unknown kind"));
    const byte_view file(compressed_bytes);
    std::size_t at = 0;  // the entry in the list
    while (little_endian<std::uint32_t>(file, at) != attn::detail::zip_central) ++at;
    auto longer = compressed_bytes;
    longer[at + 24] = longer[22] = 0x99;
    model m{};
    r.check(text(from_npz(longer, m)) == "weight: is shorter than its size");
    longer[at + 24] = longer[22] = 0x97;
    r.check(text(from_npz(longer, m)) == "weight: is longer than its size");
    longer[at + 24] = longer[22] = 0;
    r.check(text(from_npz(longer, m)) == "weight.npy: is no array: it is empty");
    longer[at + 24] = longer[22] = 0x98;
    longer[at + 16] = longer[14] = static_cast<unsigned char>(longer[14] ^ 1);
    r.check(text(from_npz(longer, m)) == "weight: its checksum is wrong");
    r.check(
        says(at + 24, 0x99, "weight.npy: the header in front of it has another checksum or size"));
  });
};
}  // namespace attn_tests::io_npy_tests
