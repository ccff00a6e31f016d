// SPDX-License-Identifier: BSL-1.0
// Compared with the C library, which reads the same words and rounds correctly.
#include <attn/io/number_from_text.hpp>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include "runtime_tests/fuzz_readers/reader.hpp"

using namespace attn;

namespace {

template <class T>
void is_read_as_in_c(const std::string& word) {
  constexpr T untouched = 7;
  T mine = untouched;
  const number_fault fault = number_from_text(word, mine);
  if (fault != number_fault::none)
    attn_tests::require(mine == untouched, "after a fault the number is unchanged");
  errno = 0;
  char* end = nullptr;
  T theirs{};
  if constexpr (sizeof(T) == 4)
    theirs = std::strtof(word.c_str(), &end);
  else
    theirs = std::strtod(word.c_str(), &end);
  // strtod also skips spaces, and reads nan(…).
  const bool number = end != word.c_str() && end == word.c_str() + word.size() &&
                      std::isspace(static_cast<unsigned char>(word[0])) == 0 &&
                      word.find('(') == std::string::npos;
  if (!number) {
    attn_tests::require(fault == number_fault::malformed, "no number: malformed");
  } else if (errno == ERANGE && (theirs == 0 || std::isinf(theirs))) {
    attn_tests::require(fault == number_fault::out_of_range, "too large or small: out_of_range");
  } else {
    attn_tests::require(fault == number_fault::none, "a number is read");
    using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    attn_tests::require(std::isnan(mine) ? std::isnan(theirs)
                                         : std::bit_cast<bits>(mine) == std::bit_cast<bits>(theirs),
                        "the bits are the C library's");
  }
}

// std::from_chars reads no plus, and of an unsigned number no minus.
template <class T>
void is_read_as_from_chars(std::string_view word) {
  constexpr T untouched = 7;
  T mine = untouched, theirs = untouched;
  const number_fault fault = number_from_text(word, mine);
  const bool plus = word.starts_with('+') && !word.starts_with("+-");
  if (plus) word.remove_prefix(1);
  if (!std::is_signed_v<T> && word.starts_with('-')) return;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), theirs);
  const bool all = end == word.data() + word.size();
  const number_fault expected = !all || error == std::errc::invalid_argument
                                    ? number_fault::malformed
                                : error == std::errc{} ? number_fault::none
                                                       : number_fault::out_of_range;
  if (expected != number_fault::none) theirs = untouched;
  attn_tests::require(fault == expected && mine == theirs, "an integer is read as by from_chars");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string word(reinterpret_cast<const char*>(data), size);
  if (word.find('\0') != std::string::npos) return 0;  // the C library would end there
  is_read_as_in_c<float>(word);
  is_read_as_in_c<double>(word);
  is_read_as_from_chars<std::int8_t>(word);
  is_read_as_from_chars<std::int64_t>(word);
  is_read_as_from_chars<std::uint16_t>(word);
  is_read_as_from_chars<std::uint64_t>(word);
  return 0;
}
