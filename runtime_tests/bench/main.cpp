// SPDX-License-Identifier: BSL-1.0
// bench [options of Google Benchmark] MODULE…: times the contenders of the modules, row by row.
// What it prints as JSON is read by report.py, which calls it once for each row, so that the
// samples of a row alternate.
#include <benchmark/benchmark.h>
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "runtime_tests/bench/contender.hpp"
#include "static_tests/support/fill.hpp"

namespace {

// In large pages where there are any; neighbours do not share the low bits of their addresses.
class arena {
 public:
  arena() : base_(static_cast<char*>(std::aligned_alloc(page, size))) {
#if defined(__linux__)
    madvise(base_, size, MADV_HUGEPAGE);
#endif
  }
  ~arena() { std::free(base_); }
  arena(const arena&) = delete;
  float* take(std::size_t count) {
    used_ += 64 * (5 + 3 * (taken_++ % 7));
    char* const at = base_ + used_;
    used_ += (count * sizeof(float) + 63) / 64 * 64;
    if (used_ > size) std::abort();
    return reinterpret_cast<float*>(at);
  }

 private:
  static constexpr std::size_t page = 2u << 20, size = 128u << 20;
  char* base_;
  std::size_t used_ = 0, taken_ = 0;
};

struct row final : bench::memory {
  struct contender {
    const char* who;
    bench::prepare how;
    bench::entry entry{};
    std::string bits{};
    double error = 0;
    long batch = 0;  // calls between two looks at the clock
  };
  double operations = 0;
  std::vector<contender> contenders;
  std::vector<float> expected;  // the result of the first contender, a peer
  std::string expected_of;

  const float* operand(int number, std::size_t count, float scale) override {
    float*& at = operands_[number];
    if (!at) {
      at = shared().take(count);
      for (std::size_t i = 0; i < count; ++i)
        at[i] = attn_tests::number<float>(static_cast<unsigned>(number), i) * scale;
    }
    return at;
  }
  float* result(std::size_t count) override {
    if (!result_) result_ = shared().take(count);
    return result_;
  }
  float* scratch(std::size_t count) override { return shared().take(count); }

  // Everyone computes once, before the clock starts: what, and how far from the first.
  void compare_all() {
    if (!expected_of.empty()) return;
    for (contender& c : contenders) {
      c.entry = c.how(*this);
      if (c.entry.count)
        std::fill_n(result_, c.entry.count, std::numeric_limits<float>::quiet_NaN());
      c.entry.calls(c.entry.state.get(), 1);
      if (c.entry.bits) c.bits = c.entry.bits();
      if (c.entry.count) compare(c);
      c.batch = calls_in(20e-6, c.entry);
    }
  }

 private:
  void compare(contender& c) {
    if (expected.empty()) {
      expected.assign(c.entry.result, c.entry.result + c.entry.count);
      expected_of = c.who;
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const double e = expected[i],
                   difference = std::abs(c.entry.result[i] - e) / (1 + std::abs(e));
      if (!(difference <= c.error)) c.error = difference;  // a NaN too
    }
  }
  static long calls_in(double seconds, const bench::entry& e) {
    for (long n = 1;; n *= 2) {
      const auto start = std::chrono::steady_clock::now();
      e.calls(e.state.get(), n);
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      if (taken.count() >= seconds) return n;
    }
  }
  arena& shared() {
    if (!arena_) arena_ = std::make_unique<arena>();
    return *arena_;
  }
  std::unique_ptr<arena> arena_;
  std::map<int, float*> operands_;
  float* result_ = nullptr;
};

struct all_rows final : bench::list {
  std::map<std::string, row> rows;
  std::vector<std::string> order;
  void add(const std::string& name, double operations, const char* who,
           bench::prepare how) override {
    if (!rows.count(name)) order.push_back(name);
    row& r = rows[name];
    r.operations = operations;
    r.contenders.push_back({who, how});
  }
};

void time(benchmark::State& state, row& r, std::size_t i) {
  r.compare_all();
  const row::contender& c = r.contenders[i];
  c.entry.calls(c.entry.state.get(), 4);  // its operands are hot in the cache, and not another's
  while (state.KeepRunningBatch(c.batch)) c.entry.calls(c.entry.state.get(), c.batch);
  state.counters["operations"] = r.operations;
  state.counters["error"] = c.error;
  state.SetLabel(c.bits + "|" + c.entry.kernel);
}

}  // namespace

int main(int argc, char** argv) {
  // Some environments force OpenBLAS to the kernels of an older processor: half its speed.
  unsetenv("OPENBLAS_CORETYPE");
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  setenv("OMP_NUM_THREADS", "1", 1);

  benchmark::Initialize(&argc, argv);
  all_rows all;
  for (int i = 1; i < argc; ++i) {
    void* const module = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
    void* const add = module ? dlsym(module, "add_contenders") : nullptr;
    if (!add) {
      std::fprintf(stderr, "bench: %s\n", dlerror());
      return 1;
    }
    reinterpret_cast<void (*)(bench::list&)>(add)(all);
  }
  // A module linked with -ffast-math turns this on for the whole process.
  volatile float least = std::numeric_limits<float>::denorm_min();
  if (least * 1.0f == 0.0f) {
    std::fputs("bench: a module flushes subnormal numbers to zero\n", stderr);
    return 1;
  }
  for (const std::string& name : all.order) {
    row& r = all.rows[name];
    for (std::size_t i = 0; i < r.contenders.size(); ++i)
      benchmark::RegisterBenchmark((name + "/" + r.contenders[i].who).c_str(),
                                   [&r, i](benchmark::State& state) { time(state, r, i); });
  }
  benchmark::RunSpecifiedBenchmarks();
}
