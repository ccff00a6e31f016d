// SPDX-License-Identifier: BSL-1.0
// What attn/io/npz.hpp promises. Damaged bytes: runtime_tests/io/npz.cpp.
#pragma once

#include <array>
#include <attn/io/npz.hpp>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/corrupt_safetensors.hpp"

namespace attn_tests::npz_tests {

using namespace attn;
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

constexpr report there_and_back() {
  report r;
  const byte_buffer file = to_npz(launder(some_model));
  r.check(file.size() == whole);
  model m{};
  r.check(static_cast<bool>(from_npz(file, m)));
  r.check(bitwise_equal(m, some_model));
  r.check(read_npz(file).entries.size() == 2);
  for (const unsigned char c : file) r.bits(c);
  r.bits(m.weight);
  return r;
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
    {8, 8, "weight.npy: the header in front of it has another name or method"},
    {26, 9, "weight.npy: the header in front of it has another name or method"},
    {30, 'v', "weight.npy: the header in front of it has another name or method"},
    {29, 200, "weight.npy: reaches into the list of entries: the file is truncated"},
    {28, 1, "two zip entries overlap"},
    {40, 'N', "weight: its checksum is wrong"},
    {60, 'x', "weight: its checksum is wrong"},
    {170, 1, "weight: its checksum is wrong"},
    {list, 'p', "the zip file's list has fewer entries than its end states"},
    {list + 8, 1, "weight.npy: is encrypted"},
    {list + 10, 8, "weight.npy: is compressed; write the file with numpy.savez, not savez_compressed"},
    {list + 16, 0, "weight: its checksum is wrong"},
    {list + 20, 0, "weight.npy: is stored, but has two sizes"},
    {list + 24, 0, "weight.npy: is stored, but has two sizes"},
    {list + 29, 1, "the zip file's list of entries is truncated"},
    {list + 31, 1, "the zip file's list of entries is truncated"},
    {list + 42, 1, "weight.npy: its place in the file has no header"},
    {list + 45, 1, "weight.npy: its place in the file has no header"},
    {list + 46, 'W', "Weight.npy: the header in front of it has another name or method"},
    {second_in_list + 1, 'p', "the zip file's list has fewer entries than its end states"},
    {second_in_list + 42, 0, "bias.npy: the header in front of it has another name or method"},
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
template <std::size_t First>
constexpr report corrupt() {
  report r;
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
  return r;
}

// Two bytes that agree with each other, and not with the rest.
constexpr report corrupt_in_two_places() {
  report r;
  const auto said = [](byte_buffer file, std::initializer_list<std::array<std::size_t, 2>> changes,
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
  r.check(said(file, {{list + 46 + 9, 'z'}, {30 + 9, 'z'}}, "weight.npz: is no array, NAME.npy"));
  r.check(said(file, {{list + 46 + 7, 't'}, {30 + 7, 't'}}, "weight.tpy: is no array, NAME.npy"));
  r.check(said(file, {{list + 46, 'W'}, {30, 'W'}},
               "weight: the model wants F32 (hidden 2, pixel 3), the file has no tensor of that "
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
  return r;
}

constexpr report truncated() {
  report r;
  const byte_buffer file = to_npz(launder(some_model));
  model m{};
  for (const std::size_t size : {std::size_t{0}, std::size_t{21}, list, end, whole - 1})
    r.check(text(from_npz(byte_view(file).part(0, size), m)) ==
            "the file does not end as a zip file: it is truncated, or no npz file");
  return r;
}

// A comment at the end, and a file without entries.
constexpr report other_zip_files() {
  report r;
  byte_buffer file = to_npz(launder(some_model));
  file[end + 20] = 3;
  for (const char c : {'P', 'K', '!'}) file.push_back(static_cast<unsigned char>(c));
  model m{};
  r.check(static_cast<bool>(from_npz(file, m)));
  byte_buffer empty(22, 0);
  empty[0] = 'P', empty[1] = 'K', empty[2] = 5, empty[3] = 6;
  r.check(read_npz(empty).fault.size() == 0 && read_npz(empty).entries.empty());
  r.check(!from_npz(empty, m));
  return r;
}

constexpr report options() {
  report r;
  using wide = nn::linear<double, axis<"pixel", 3>, axis<"hidden", 2>, output_by_input>;
  const byte_buffer file = to_npz(launder(wide{{{0.1, 2, 3}, {4, 5, 6}}, {7, 8}}));
  model m{};
  r.check(text(from_npz(file, m)) ==
          "weight: the model wants F32 (hidden 2, pixel 3), the file has F64 (2, 3), which would "
          "be rounded: pass allow_rounding");
  r.check(static_cast<bool>(from_npz(file, m, allow_rounding)) && m.weight(0, 0) == 0.1f);
  using less =
      nn::linear<float, axis<"pixel", 3>, axis<"hidden", 2>, output_by_input, without_bias>;
  less l{};
  const byte_buffer more = to_npz(some_model);
  r.check(text(from_npz(more, l)) ==
          "bias: the model has no tensor of that name, the file has F32 (2)");
  r.check(static_cast<bool>(from_npz(more, l, ignore_unexpected)) && l.weight(0, 2) == -3);
  return r;
}

template <class Byte>
constexpr auto its_bytes = [] {
  std::array<Byte, whole> bytes{};
  const byte_buffer all = to_npz(some_model);
  for (std::size_t i = 0; i < whole; ++i) bytes[i] = static_cast<Byte>(all[i]);
  return bytes;
}();
constexpr report constants() {
  report r;
  constexpr model m = from_npz<model, its_bytes<unsigned char>>();
  r.check(bitwise_equal(m, some_model));
  r.check(bitwise_equal(from_npz<model, its_bytes<std::byte>>(), some_model));
  r.check(bitwise_equal(from_npz<model, its_bytes<char>>(), some_model));
  r.bits(m.weight);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"there and back", there_and_back},
    {"corrupt", corrupt<0>},
    {"corrupt, the others", corrupt<1>},
    {"corrupt in two places", corrupt_in_two_places},
    {"truncated", truncated},
    {"other zip files", other_zip_files},
    {"options", options},
    {"constants", constants},
};

}  // namespace attn_tests::npz_tests
