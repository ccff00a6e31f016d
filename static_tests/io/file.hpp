// SPDX-License-Identifier: BSL-1.0
// What attn/io/file.hpp promises to the compiler; files are read and written in
// runtime_tests/io/file.cpp.
#pragma once

#include <attn/io/file.hpp>
#include <concepts>
#include <string>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::file_tests {

using namespace attn;

constexpr report types() {
  report r;
  r.check(std::same_as<decltype(read_file(std::string())), file_bytes>);
  r.check(std::same_as<decltype(write_file("name", byte_view())), file_status>);
  r.check(std::is_constructible_v<bool, file_bytes> && !std::is_convertible_v<file_bytes, bool>);
  r.check(std::is_constructible_v<byte_view, decltype(file_bytes::bytes)>);
  return r;
}

inline constexpr behaviour behaviours[] = {{"types", types}};

}  // namespace attn_tests::file_tests
