// SPDX-License-Identifier: BSL-1.0
#include <attn/io/number_from_text.hpp>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "runtime_tests/catch.hpp"

using namespace attn;

namespace {

// Whether a word is read as strtod or strtof reads it.
template <class T>
bool is_read_as_in_c(const std::string& word) {
  T mine = 7;
  const number_fault fault = number_from_text(word, mine);
  errno = 0;
  char* end = nullptr;
  const T theirs = sizeof(T) == 4 ? static_cast<T>(std::strtof(word.c_str(), &end))
                                  : static_cast<T>(std::strtod(word.c_str(), &end));
  if (std::isinf(theirs) || (theirs == 0 && errno == ERANGE))
    return fault == number_fault::out_of_range;
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return fault == number_fault::none && std::bit_cast<bits>(mine) == std::bit_cast<bits>(theirs);
}
bool is_read(const std::string& word) {
  return is_read_as_in_c<double>(word) && is_read_as_in_c<float>(word);
}
std::string printed(const char* format, double x) {
  char text[1200];
  std::snprintf(text, sizeof text, format, x);
  return text;
}

std::mt19937_64 engine{20240622};

int below(int n) { return static_cast<int>(engine() % static_cast<unsigned>(n)); }
double any_finite() {
  for (;;)
    if (const auto x = std::bit_cast<double>(engine()); std::isfinite(x)) return x;
}

}  // namespace

TEST_CASE("io/number_from_text: words of random digits, compared with the C library") {
  int wrong = 0;
  for (int i = 0; i < 100'000; ++i) {
    const int digits = 1 + below(i % 10 == 0 ? 60 : 20), point = below(digits + 1);
    std::string word = below(2) == 0 ? "-" : "";
    for (int d = 0; d < digits; ++d) {
      if (d == point) word += '.';
      word += static_cast<char>('0' + below(10));
    }
    const int kind = below(4);
    if (kind == 1) word += "e" + std::to_string(below(720) - 360);
    if (kind == 2) word += "E" + std::to_string(below(60) - 30);
    if (kind == 3) word += "e" + std::to_string(below(30) - 330);
    if (!is_read(word) && ++wrong < 9) UNSCOPED_INFO(word);
  }
  CHECK(wrong == 0);
}

TEST_CASE("io/number_from_text: numbers of random bits, compared with the C library") {
  int wrong = 0;
  for (int i = 0; i < 60'000; ++i)
    for (const char* format : {"%.17g", "%.8g", "%a"})
      if (const std::string word = printed(format, any_finite()); !is_read(word) && ++wrong < 9)
        UNSCOPED_INFO(word);
  CHECK(wrong == 0);
}

// The exact digits of what is half-way between two neighbours, and of a little more.
TEST_CASE("io/number_from_text: ties, with all their digits") {
  int wrong = 0;
  for (int i = 0; i < 800; ++i) {
    const bool subnormal = i % 4 == 0;
    const auto bits = engine() & (~std::uint64_t{0} >> 12);
    const auto exponent = static_cast<std::uint64_t>(subnormal ? 0 : 1 + below(2045));
    const double x = std::bit_cast<double>(exponent << 52 | bits);
    const double next = std::nextafter(x, HUGE_VAL);
    if (sizeof(long double) == sizeof(double) || std::isinf(next)) continue;
    char text[1200];
    const long double half = (static_cast<long double>(x) + static_cast<long double>(next)) / 2;
    std::snprintf(text, sizeof text, "%.1100Le", half);
    std::string word = text;
    if (!is_read(word) && ++wrong < 9) UNSCOPED_INFO(word);
    word.insert(word.find('e'), "000000000000000000001");
    if (!is_read(word) && ++wrong < 9) UNSCOPED_INFO(word);
    word[word.find('e') - 1] = '0';
    if (!is_read(word) && ++wrong < 9) UNSCOPED_INFO(word);
  }
  CHECK(wrong == 0);
}
