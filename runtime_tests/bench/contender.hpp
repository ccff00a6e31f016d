// SPDX-License-Identifier: BSL-1.0
// Who takes part: a module (a shared library with hidden symbols, so that each can be built by its
// own compiler, and two builds of Eigen can stand in one process) that adds its contenders to the
// program's list. All contenders of a row work on the same operands and write to the same result.
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime_tests/bench/rows.hpp"

#if defined(ATTN_FUSED)
#define ATTN_BENCH_CONTRACT "-fused"
// Of a constant, where a separate product and sum are one: it is computed by software.
#define ATTN_BENCH_STEPS 32
#else
#define ATTN_BENCH_CONTRACT ""
#define ATTN_BENCH_STEPS 1
#endif
#if defined(__clang__)
#define ATTN_BENCH_COMPILER "clang++" ATTN_BENCH_CONTRACT
#else
#define ATTN_BENCH_COMPILER "g++" ATTN_BENCH_CONTRACT
#endif

namespace bench {

// The row's memory, 64-byte aligned. Operand i of two contenders is the same.
struct memory {
  virtual const float* operand(int number, std::size_t count, float scale) = 0;
  virtual float* result(std::size_t count) = 0;
  virtual float* scratch(std::size_t count) = 0;

 protected:
  ~memory() = default;
};

// What a contender of a row consists of.
struct entry {
  void (*calls)(void* state, long count);  // count calls, each behind a barrier
  std::shared_ptr<void> state;
  const float* result;
  std::size_t count;                            // of its elements; 0: there is nothing to compare
  std::string kernel = "";                      // what of the library serves the row
  std::function<std::string()> bits = nullptr;  // after a call: whose bits the result has
};

// A call: f, and the compiler knows nothing of what memory holds before and after it.
template <class F>
entry calling(F f, const float* result, std::size_t count) {
  const auto calls = [](void* state, long n) {
    F call = *static_cast<F*>(state);  // a copy, whose pointers stay in registers
    for (long i = 0; i < n; ++i) {
      call();
      asm volatile("" ::: "memory");
    }
  };
  return {calls, std::make_shared<F>(std::move(f)), result, count};
}

using prepare = entry (*)(memory&);
struct list {
  virtual void add(const std::string& row, double operations, const char* who, prepare how) = 0;

 protected:
  ~list() = default;
};

// The operands of a row, by number, and how large their elements are: the same for everybody. A
// layer's parameters are one operand, in the order of the library's members.
enum operand_number {
  first_factor = 1,
  second_factor,
  x,
  queries,
  keys,
  values,
  parameters,
  query_weight,
  key_weight,
  value_weight,
  output_weight,
  state_hidden,
  state_cell
};
inline constexpr float of_softmax = 4, of_exp = 8, of_parameters = 0.0625f;

}  // namespace bench

extern "C" __attribute__((visibility("default"))) void add_contenders(bench::list&);
