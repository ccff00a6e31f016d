// SPDX-License-Identifier: BSL-1.0
// Rows of influence<T, N> in constant evaluation (detail/constant/element_rows.hpp). All lanes are
// one constant, or none is one: then what an operation gives is the same for each of them, but for
// the set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/detail/constant/element_rows.hpp>
#include <attn/math/detail/functions_of_one.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {
template <class T, std::size_t N, class Reading>
struct influence;
}
namespace attn::detail {

template <class I, std::size_t Lanes>
struct influence_row {
  using word = vec<std::uint64_t, Lanes>;
  using words = block<std::uint64_t, Lanes>;
  static constexpr std::size_t lanes = Lanes;

  I each{};  // any lane, without its set, which is none if it is known:
  word set[I::words]{};
  bool failed = false;

  // Initialisers rather than statements, which constant evaluation counts.
  ATTN_ABI constexpr influence_row() = default;
  ATTN_ABI constexpr influence_row(const I& x)
      : influence_row(x, std::make_index_sequence<I::words>()) {}
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI constexpr influence_row(const U& x) : each(x) {}

  ATTN_ABI static constexpr influence_row load(const I* x, std::size_t count, std::size_t stride) {
    return load(x, count, stride, std::make_index_sequence<Lanes>());
  }
  ATTN_ABI constexpr void store(I* to, std::size_t count, std::size_t stride) const {
    store(to, count, stride, std::make_index_sequence<Lanes>());
  }

  ATTN_ABI friend constexpr influence_row operator+(const influence_row& a,
                                                    const influence_row& b) {
    return combined(a, b, [](const I& x, const I& y) { return x + y; });
  }
  ATTN_ABI friend constexpr influence_row operator-(const influence_row& a,
                                                    const influence_row& b) {
    return combined(a, b, [](const I& x, const I& y) { return x - y; });
  }
  ATTN_ABI friend constexpr influence_row operator*(const influence_row& a,
                                                    const influence_row& b) {
    return combined(a, b, [](const I& x, const I& y) { return x * y; });
  }
  ATTN_ABI friend constexpr influence_row operator/(const influence_row& a,
                                                    const influence_row& b) {
    return combined(a, b, [](const I& x, const I& y) { return x / y; });
  }
  ATTN_ABI friend constexpr influence_row max(const influence_row& a, const influence_row& b) {
    return combined(a, b, [](const I& x, const I& y) { return max(x, y); });
  }
  ATTN_ABI friend constexpr influence_row min(const influence_row& a, const influence_row& b) {
    return combined(a, b, [](const I& x, const I& y) { return min(x, y); });
  }
  ATTN_ABI friend constexpr influence_row pow(const influence_row& a, const influence_row& b) {
    return combined(a, b, [](const I& x, const I& y) { return pow(x, y); });
  }
  ATTN_ABI friend constexpr influence_row operator-(const influence_row& a) {
    return a.through([](const I& x) { return -x; });
  }
#define ATTN_INFLUENCE_ROW(function)                                         \
  ATTN_ABI friend constexpr influence_row function(const influence_row& a) { \
    return a.through([](const I& x) { return function(x); });                \
  }
  ATTN_FUNCTIONS_OF_ONE(ATTN_INFLUENCE_ROW)
#undef ATTN_INFLUENCE_ROW

 private:
  template <std::size_t... W>
  ATTN_ABI constexpr influence_row(const I& x, std::index_sequence<W...>)
      : each(x), set{(x.set[W] - word{})...} {}
  template <std::size_t... W>
  ATTN_ABI constexpr influence_row(const influence_row& a, const influence_row& b,
                                   std::index_sequence<W...>)
      : each(a.each.known ? b.each : a.each),
        set{inclusive_or(a.set[W], b.set[W])...},
        failed(a.failed || b.failed) {}

  template <std::size_t... L>
  ATTN_ABI static constexpr influence_row load(const I* x, std::size_t count, std::size_t stride,
                                               std::index_sequence<L...>) {
    const I* const at[] = {x + (L < count ? L : 0) * stride...};
    influence_row row(*x);
    row.failed = (at[L]->known || ...);
    for (std::size_t w = 0; w < I::words; ++w)
      row.set[w] = bits_as<word>(words{{at[L]->set[w]...}});
    return row;
  }
  template <std::size_t... L>
  ATTN_ABI constexpr void store(I* to, std::size_t count, std::size_t stride,
                                std::index_sequence<L...>) const {
    I* const at[] = {to + (L < count ? L : 0) * stride...};
    ((L < count ? void(*at[L] = each) : void()), ...);
    for (std::size_t w = 0; w < I::words; ++w) {
      const words sets = bits_as<words>(set[w]);
      ((L < count ? void(at[L]->set[w] = sets.data[L]) : void()), ...);
    }
  }

  template <class Operation>
  ATTN_ABI static constexpr influence_row combined(const influence_row& a, const influence_row& b,
                                                   const Operation& operation) {
    if (a.each.known || b.each.known) return with_constant(a, b, operation(a.each, b.each));
    return influence_row(a, b, std::make_index_sequence<I::words>());
  }
  ATTN_ABI static constexpr influence_row with_constant(const influence_row& a,
                                                        const influence_row& b, const I& result) {
    influence_row y = result.known ? influence_row(result)
                                   : influence_row(a, b, std::make_index_sequence<I::words>());
    y.failed = a.failed || b.failed;
    return y;
  }
  template <class Operation>
  ATTN_ABI constexpr influence_row through(const Operation& operation) const {
    influence_row y = *this;
    if (each.known) y.each = operation(each);
    return y;
  }
};

template <class T, std::size_t N, class Reading>
struct element_rows<influence<T, N, Reading>> {
  static constexpr bool known = constant::words_have_rows;
  template <std::size_t Lanes>
  using row = influence_row<influence<T, N, Reading>, Lanes>;
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
