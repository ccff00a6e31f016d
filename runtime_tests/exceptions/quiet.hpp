// SPDX-License-Identifier: BSL-1.0
// Whether a computation raises floating-point exceptions. Each runs twice: the flags are read after
// the first run, and where that raised nothing, the second has the exceptions unmasked (unmasked.hpp),
// so that one more would end the program.
#pragma once

#include <attn/all.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "runtime_tests/support/unmasked.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests {

// What must not be raised by finite operands whose results are finite.
inline constexpr int unwanted = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW;

struct computation {
  const char* name;
  std::size_t rows, width, size;

  void print(const char* what) const {
    std::printf("%s of %s, %zu x %zu:%s\n", name, size == 4 ? "float" : "double", rows, width,
                what);
  }
};

inline int failures = 0;
inline int run_unmasked = 0;
inline const computation* running = nullptr;

// Prints which computation it was, and ends the program: the operation would be tried again.
inline void on_exception(int) {
  running->print(" ended by SIGFPE");
  std::fflush(stdout);
  std::_Exit(1);
}

template <class Compute>
void quiet(const computation& c, const Compute& compute) {
  std::feclearexcept(FE_ALL_EXCEPT);
  launder(compute());
  const int raised = std::fetestexcept(unwanted);
  if (raised != 0) {
    ++failures;
    if ((raised & FE_INVALID) != 0) c.print(" invalid");
    if ((raised & FE_DIVBYZERO) != 0) c.print(" division by zero");
    if ((raised & FE_OVERFLOW) != 0) c.print(" overflow");
    return;
  }
  running = &c;
  std::signal(SIGFPE, on_exception);
  const unmasked traps(unwanted);
  launder(compute());
  run_unmasked += traps.enabled();
}

// Far from 0, so that a zero in the place of an element is far from all of them.
template <class Tensor>
auto around(typename Tensor::value_type centre, typename Tensor::value_type spread = 1) {
  auto x = filled<Tensor>(3, spread);
  for (auto& e : x) e = e + centre;
  return launder(x);
}

template <class T>
constexpr T large = sizeof(T) == 4 ? T(1e22f) : T(1e160);

// F::operator()<width> for 1, 3, 5 … 2 * Count - 1.
template <std::size_t Count, class F>
void for_odd_widths(const F& f) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (f.template operator()<2 * I + 1>(), ...);
  }(std::make_index_sequence<Count>{});
}

void rows_and_elements();
void products_and_attention();
void layers_and_cells();

}  // namespace attn_tests
