// SPDX-License-Identifier: BSL-1.0
// What attn/tensor/check.hpp promises. Of checks that do not hold, static_tests/rejected/check.cpp.
#pragma once

#include <attn/tensor/check.hpp>
#include <limits>
#include <string_view>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/says.hpp"

namespace attn_tests::check_tests {

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using table = tensor<double, token, key>;

template <class T>
constexpr bool prints(T x, std::string_view expected) {
  rules::composed_text text;
  attn::detail::add_number(text, x);
  return says(text, expected);
}

constexpr report equals_finds_the_worst() {
  report r;
  const auto w = launder(table{{1, 2, 3}, {4, 5, 6}});
  r.check(static_cast<bool>(equals(w, w)) && equals(w, w).differing == 0);
  const auto found = equals(w, {{1, 2.5, 3}, {4, 7, 5}});
  r.check(!found && found.differing == 3 && found.at == 4 && found.found == 5 &&
          found.expected == 7 && found.difference == 2);
  r.check(says(found,
               "attn::check: at (token 1, key 1): 5, not 7; difference 2; 3 of 6 elements differ"));
  r.check(says(found.axis_text(0), "token 1") && says(found.axis_text(1), "key 1"));
  r.check(says(equals(w, w), "attn::check: as expected"));
  static_assert(std::is_same_v<decltype(found), const comparison<double, token, key>>);
  // Of several the first.
  r.check(equals(w, table{{2, 2, 3}, {4, 5, 7}}).at == 0);
  static_assert(check<equals(table{{1, 2, 3}, {4, 5, 6}}, {{1, 2, 3}, {4, 5, 6}})>);
  return r;
}

constexpr report of_integers() {
  report r;
  const auto x = launder(tensor<int, dim<2>>{-2147483647, 3});
  const auto found = equals(x, {2147483647, 3});
  r.check(found.at == 0 && found.difference == 4294967294);
  r.check(says(found,
               "attn::check: at (0): -2147483647, not 2147483647; difference 4294967294; 1 of 2 "
               "elements differ"));
  r.check(!equals(launder(tensor<bool, dim<2>>{true, true}), {true, false}));
  return r;
}

constexpr report bits_equal_asks_for_signs() {
  report r;
  const auto x = launder(tensor<float, dim<2>>{0.0f, 1.0f});
  r.check(static_cast<bool>(equals(x, {-0.0f, 1.0f})));
  const auto found = bits_equal(x, {-0.0f, 1.0f});
  r.check(!found && found.at == 0 && found.differing == 1);
  r.check(says(found, "attn::check: at (0): 0, not -0; difference 0; 1 of 2 elements differ"));
  return r;
}

// The worst is what is farthest beyond its tolerance, not what differs most.
constexpr report is_close_counts_what_is_allowed() {
  report r;
  const auto x = launder(tensor<double, dim<3>>{1000.5, 1.25, 2});
  const tensor<double, dim<3>> y{1000, 1, 2};
  r.check(is_close(x, y, 0, 1) && is_close(x, y, 0.25) && !is_close(x, y));
  const auto found = is_close(x, y, 0.001, 0);
  r.check(!found && found.differing == 1 && found.at == 1);
  r.check(is_close(x, y, 0.0001, 0).at == 0 && is_close(x, y, 0.0001, 0).differing == 2);
  r.check(static_cast<bool>(is_close(x, x)) == allclose(x, x));
  return r;
}

// No difference of infinities is computed, and none that overflows.
constexpr report values_that_cannot_be_subtracted() {
  report r;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double largest = std::numeric_limits<double>::max();
  const auto x = launder(tensor<double, dim<3>>{infinity, largest, 1});
  r.check(static_cast<bool>(equals(x, x)) && static_cast<bool>(is_close(x, x)));
  r.check(equals(x, {-infinity, largest, 1}).difference == infinity);
  r.check(equals(x, {infinity, -largest, 1}).difference == infinity);
  r.check(is_close(x, {infinity, largest, infinity}).at == 2);
  const auto nan = launder(tensor<double, dim<3>>{0, std::numeric_limits<double>::quiet_NaN(), 1});
  r.check(equals(nan, {infinity, 0, 1}).at == 1 && equals(nan, nan).differing == 1);
  r.check(static_cast<bool>(bits_equal(nan, nan)) && bits_equal(nan, {0, 1, 1}).at == 1);
  return r;
}

constexpr report numbers() {
  report r;
  r.check(prints(0.1, "0.1") && prints(0.1f, "0.1") && prints(1.0 / 3, "0.3333333333333333"));
  r.check(prints(1e22, "1e22") && prints(1e-7, "1e-7") && prints(123456.0, "123456"));
  r.check(prints(5e-324, "5e-324") && prints(2.2250738585072014e-308, "2.2250738585072014e-308"));
  r.check(prints(1.7976931348623157e308, "1.7976931348623157e308") && prints(-0.0, "-0"));
  r.check(prints(3.4028235e38f, "3.4028235e38") && prints(1e-45f, "1e-45"));
  r.check(prints(-2.5, "-2.5") && prints(0.0001, "0.0001") && prints(100.0, "100"));
  r.check(prints(-9223372036854775807 - 1, "-9223372036854775808") && prints(true, "1"));
  return r;
}

constexpr report axes_and_their_names() {
  report r;
  const auto w = launder(table{});
  r.check(static_cast<bool>(has_axes<token, key>(w)) && !has_axes<key, token>(w));
  r.check(!has_axes<dim<2>, dim<3>>(w) && !has_axes<token>(w) && !has_axes<>(w));
  r.check(says(has_axes<token, dim<3>>(w), "attn::check: x is (token 2, key 3), not (token 2, 3)"));
  r.check(says(has_axes<token, key>(w), "attn::check: as expected"));
  using other = axes_report<shape<token, key>, shape<token>>;
  static_assert(std::is_same_v<decltype(has_axes<token>(w)), other> && other::parts == 5);
  r.check(says(other{}.part(0), "is") && says(other{}.part(2), "key 3"));
  r.check(says(other{}.part(3), "not") && says(other{}.part(4), "token 2"));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"axes and their names", axes_and_their_names},
    {"equals finds the worst", equals_finds_the_worst},
    {"of integers", of_integers},
    {"bits_equal asks for signs", bits_equal_asks_for_signs},
    {"is_close counts what is allowed", is_close_counts_what_is_allowed},
    {"values that cannot be subtracted", values_that_cannot_be_subtracted},
    {"numbers", numbers},
};

}  // namespace attn_tests::check_tests
