// SPDX-License-Identifier: BSL-1.0
#include "runtime_tests/fuzz/harness.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string_view>

namespace fuzz {

namespace {

const char* const kinds[] = {"plain",   "integers", "one number", "exponents",  "signed zeros",
                             "special", "huge",     "tiny",       "infinities", "NaN"};
enum kind { plain, integers, one_number, exponents, zeros, special, huge, tiny, infinities, nans };

template <class T>
T uniform(std::uint64_t& state) {
  constexpr int digits = std::numeric_limits<T>::digits;
  const auto z = static_cast<std::int64_t>(splitmix64(state) >> (64 - digits));
  constexpr auto one = std::int64_t{1} << (digits - 1);
  return static_cast<T>(z - one) / static_cast<T>(one);
}

template <class T>
T number_of(kind k, std::uint64_t& state) {
  using limits = std::numeric_limits<T>;
  const auto below = [&](int n) {
    return static_cast<int>(splitmix64(state) % static_cast<unsigned>(n));
  };
  const T x = uniform<T>(state);
  switch (k) {
    case plain:
      return x;
    case integers:
      return static_cast<T>(below(9) - 4);
    case exponents:
      return std::ldexp(x, below(41) - 20);
    case zeros:
      return below(2) == 0 ? T(0) : -T(0);
    case huge:
      return std::ldexp(x, limits::max_exponent - below(limits::max_exponent));
    case tiny:
      return std::ldexp(x, limits::min_exponent - below(limits::digits + 8));
    case infinities:
      return below(6) != 0 ? x : below(3) == 0 ? limits::infinity() : -limits::infinity();
    case nans:
      return below(8) == 0 ? limits::quiet_NaN() : x;
    case one_number:
      return x;
    case special:
      break;
  }
  const T specials[] = {T(0),
                        -T(0),
                        limits::infinity(),
                        -limits::infinity(),
                        limits::quiet_NaN(),
                        limits::denorm_min(),
                        -limits::denorm_min(),
                        limits::min(),
                        limits::max(),
                        limits::lowest(),
                        T(1),
                        T(-1),
                        T(1) + limits::epsilon(),
                        T(0.5),
                        T(89),
                        T(-104),
                        T(709.75),
                        T(-746)};
  return below(3) == 0 ? specials[below(static_cast<int>(std::size(specials)))] : x;
}

std::string place(std::size_t at, const reference::extents& shape) {
  std::string text;
  for (std::size_t d = shape.size(); d-- > 0;) {
    text = std::to_string(at % shape[d]) + (text.empty() ? "" : ", ") + text;
    at /= shape[d];
  }
  return "(" + text + ")";
}

template <class T>
reference::array as_array(const T* x, std::size_t n, const reference::extents& shape) {
  reference::array a{shape, {}};
  a.at.reserve(n);
  for (std::size_t i = 0; i < n; ++i) a.at.push_back({static_cast<long double>(x[i]), 0});
  return a;
}

}  // namespace

void context::begin(int number, int round, const char* text, const reference::format& format) {
  number_ = number;
  round_ = round;
  text_ = text;
  filled_.clear();
  state_ = seed_;
  state_ ^= splitmix64(state_) + static_cast<std::uint64_t>(number) * 1000003u;
  state_ ^= splitmix64(state_) + static_cast<std::uint64_t>(round) * 7919u;
  hash_ = 0;
  reference::use(format);
}

// The first rounds are of one kind throughout; then every operand has its own.
template <class T>
void context::fill_numbers(T* x, std::size_t n, const char* name, use how) {
  kind k = plain;
  const auto z = splitmix64(state_) % 100;
  if (round_ == 1) {
    k = integers;
  } else if (round_ == 2) {
    k = one_number;
  } else if (round_ > 2 && how == use::any) {
    k = z < 20   ? plain
        : z < 30 ? integers
        : z < 50 ? exponents
        : z < 55 ? zeros
        : z < 70 ? special
        : z < 77 ? huge
        : z < 84 ? tiny
        : z < 92 ? infinities
                 : nans;
  } else if (round_ > 2 && how == use::finite) {
    k = z < 30 ? plain : z < 50 ? integers : z < 80 ? exponents : z < 90 ? zeros : tiny;
  } else if (round_ > 2) {
    k = z < 70 ? plain : z < 85 ? integers : z < 90 ? zeros : z < 95 ? special : tiny;
  }
  filled_ += std::string(filled_.empty() ? "" : ", ") + name + ": " + kinds[k];
  // Attention that is decided has scores of moderate size.
  const T size = splitmix64(state_) % 2 == 0 ? T(1) : T(4);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = i > 0 && k == one_number ? x[0] : number_of<T>(k, state_);
    if (k == plain) x[i] *= size;
  }
}

void context::fill(float* x, std::size_t n, const char* name, use how, long long) {
  fill_numbers(x, n, name, how);
}
void context::fill(double* x, std::size_t n, const char* name, use how, long long) {
  fill_numbers(x, n, name, how);
}
void context::fill(int* x, std::size_t n, const char*, use, long long bound) {
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t z = splitmix64(state_);
    x[i] = bound > 0 ? static_cast<int>(z % static_cast<std::uint64_t>(bound))
                     : static_cast<int>(z % 41) - 20;
  }
}
// Some rows allow all, some nothing, most of them some.
void context::fill(char* allowed, std::size_t n, std::size_t row) {
  std::uint64_t of_row = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (i % row == 0) of_row = splitmix64(state_) % 8;
    const std::uint64_t z = splitmix64(state_);
    allowed[i] = of_row == 0 ? 0 : of_row == 1 ? 1 : z % 3 != 0;
  }
}

reference::array context::numbers(const float* x, std::size_t n, const reference::extents& shape) {
  return as_array(x, n, shape);
}
reference::array context::numbers(const double* x, std::size_t n, const reference::extents& shape) {
  return as_array(x, n, shape);
}
reference::array context::numbers(const int* x, std::size_t n, const reference::extents& shape) {
  return as_array(x, n, shape);
}

void context::fail(const char* what, const std::string& why) {
  ++totals_.failures;
  if (totals_.failures > 20) return;
  std::printf(
      "FAILED: %s\n  seed %llu, case %d, round %d; %s\n  %s: %s\n  %s --seed %llu --case %d "
      "--round %d\n",
      text_, static_cast<unsigned long long>(seed_), number_, round_, filled_.c_str(), what,
      why.c_str(), reproduce_.c_str(), static_cast<unsigned long long>(seed_), number_, round_);
}
void context::differ(const char* what, std::size_t at, const reference::extents& shape,
                     long double got, long double other) {
  char text[200];
  std::snprintf(text, sizeof text, "%s is %.17Lg (%La) and by the other way %.17Lg (%La)",
                place(at, shape).c_str(), got, got, other, other);
  fail(what, text);
}

template <class T>
void context::check_numbers(const char* what, const T* got, std::size_t n,
                            const reference::extents& shape, const reference::array& want) {
  if (want.at.size() != n || want.shape != shape)
    return fail(what, "the result has other extents than the reference");
  totals_.comparisons += n;
  std::size_t worst = n;
  long double by = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const reference::number& w = want.at[i];
    const auto g = static_cast<long double>(got[i]);
    if (reference::undecided(w)) {
      ++totals_.undecided;
      continue;
    }
    if (std::isnan(w.value) && std::isnan(g)) continue;
    if (w.error == 0 && g == w.value &&
        (g != 0 || std::is_integral_v<T> || std::signbit(g) == std::signbit(w.value)))
      continue;
    const long double off = std::fabs(g - w.value);
    if (w.error > 0 && off <= w.error) continue;
    const long double times = std::isfinite(off) && w.error > 0
                                  ? off / w.error
                                  : std::numeric_limits<long double>::infinity();
    if (worst == n || times > by) {
      worst = i;
      by = times;
    }
  }
  if (worst == n) return;
  char text[300];
  std::snprintf(text, sizeof text,
                "the worst element, %s, is %.17Lg, the reference %.17Lg; they may differ by %.3Lg",
                place(worst, shape).c_str(), static_cast<long double>(got[worst]),
                want.at[worst].value, want.at[worst].error);
  fail(what, text);
}
void context::check(const char* what, const float* got, std::size_t n,
                    const reference::extents& shape, const reference::array& want) {
  check_numbers(what, got, n, shape, want);
}
void context::check(const char* what, const double* got, std::size_t n,
                    const reference::extents& shape, const reference::array& want) {
  check_numbers(what, got, n, shape, want);
}
void context::check(const char* what, const int* got, std::size_t n,
                    const reference::extents& shape, const reference::array& want) {
  check_numbers(what, got, n, shape, want);
}

void context::same_as_constant(std::uint64_t by_the_compiler, std::uint64_t by_the_program) {
  ++totals_.constants;
  hash_ = mixed(hash_, by_the_compiler);
  if (by_the_compiler != by_the_program)
    fail("constant evaluation", "the program has different bits");
}

int run(const entry* entries, std::size_t count, std::uint64_t seed, int argc, char** argv) {
  int only = -1, first = 0, rounds = 12;
  std::string reproduce = "python3 runtime_tests/fuzz/fuzz.py";
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    if (name == "--case") only = std::atoi(argv[i + 1]);
    if (name == "--rounds") rounds = std::atoi(argv[i + 1]);
    if (name == "--round") first = std::atoi(argv[i + 1]), rounds = first + 1;
    if (name == "--mistake") reference::make_mistake(std::atoi(argv[i + 1]));
    if (name == "--reproduce") reproduce = argv[i + 1];
  }
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // what was reached is known if the program dies
  context c(seed, reproduce);
  std::size_t cases = 0;
  for (std::size_t e = 0; e < count; ++e) {
    if (only >= 0 && entries[e].number != only) continue;
    ++cases;
    std::uint64_t hash = 0;
    for (int r = first; r < rounds; ++r) {
      c.begin(entries[e].number, r, entries[e].text, entries[e].format);
      entries[e].run(c);
      hash = mixed(hash, c.hash());
    }
    if (entries[e].constants && first == 0) {
      c.begin(entries[e].number, 0, entries[e].text, entries[e].format);
      entries[e].constants(c);
      hash = mixed(hash, c.hash());
    }
    std::printf("hash %d %016llx\n", entries[e].number, static_cast<unsigned long long>(hash));
  }
  const totals& t = c.counted();
  std::printf("total cases %zu comparisons %zu undecided %zu same %zu constants %zu failures %zu\n",
              cases, t.comparisons, t.undecided, t.same, t.constants, t.failures);
  return t.failures == 0 && cases > 0 ? 0 : 1;
}

}  // namespace fuzz
