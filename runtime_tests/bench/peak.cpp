// SPDX-License-Identifier: BSL-1.0
// PEAK: a row's floating-point operations as FMAs on registers alone, at the clock of the moment.
// No product can be faster. Where the target has no FMA: as multiplications and additions in turns.
#include "runtime_tests/bench/contender.hpp"

namespace {

// Independent registers a and b, enough of them to hide the latency; zeros, so that nothing grows.
#if defined(__AVX512F__)
constexpr int operations_in_a_turn = 12 * 2 * 16;
#define ATTN_BENCH_STEP(a, b)              \
  "vfmadd231ps %%zmm14, %%zmm15, %%zmm" #a \
  "\n\t"                                   \
  "vfmadd231ps %%zmm14, %%zmm15, %%zmm" #b "\n\t"
#elif defined(__FMA__)
constexpr int operations_in_a_turn = 12 * 2 * 8;
#define ATTN_BENCH_STEP(a, b)              \
  "vfmadd231ps %%ymm14, %%ymm15, %%ymm" #a \
  "\n\t"                                   \
  "vfmadd231ps %%ymm14, %%ymm15, %%ymm" #b "\n\t"
#elif defined(__x86_64__)
constexpr int operations_in_a_turn = 12 * 4;
#define ATTN_BENCH_STEP(a, b) "mulps %%xmm14, %%xmm" #a "\n\taddps %%xmm14, %%xmm" #b "\n\t"
#endif

#if defined(__x86_64__)
#define ATTN_BENCH_CLEAR(a) "xorps %%xmm" #a ", %%xmm" #a "\n\t"
void turns(long n) {
  asm volatile(
      ATTN_BENCH_CLEAR(0) ATTN_BENCH_CLEAR(1) ATTN_BENCH_CLEAR(2) ATTN_BENCH_CLEAR(3)
          ATTN_BENCH_CLEAR(4) ATTN_BENCH_CLEAR(5) ATTN_BENCH_CLEAR(6) ATTN_BENCH_CLEAR(7)
              ATTN_BENCH_CLEAR(8) ATTN_BENCH_CLEAR(9) ATTN_BENCH_CLEAR(10) ATTN_BENCH_CLEAR(11)
                  ATTN_BENCH_CLEAR(14) ATTN_BENCH_CLEAR(15) "1:\n\t" ATTN_BENCH_STEP(0, 6)
                      ATTN_BENCH_STEP(1, 7) ATTN_BENCH_STEP(2, 8) ATTN_BENCH_STEP(3, 9)
                          ATTN_BENCH_STEP(4, 10) ATTN_BENCH_STEP(5, 11) "dec %0\n\tjnz 1b"
      : "+r"(n)
      :
      : "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
        "xmm10", "xmm11", "xmm14", "xmm15");
}

template <auto Row>
bench::entry peak(bench::memory&) {
  constexpr long n = static_cast<long>(bench::operations(Row) / operations_in_a_turn + 0.5);
  return bench::calling([] { turns(n); }, nullptr, 0);
}

template <const auto& Rows>
void add(bench::list& all) {
  bench::for_each<Rows>([&]<auto Row>() {
    // Below that, a call's own cost is no smaller than what it would show.
    if constexpr (bench::operations(Row) >= 2e4)
      all.add(bench::name(Row), bench::operations(Row), "PEAK", peak<Row>);
  });
}
#endif

}  // namespace

void add_contenders(bench::list& all) {
#if defined(__x86_64__)
  add<bench::products>(all);
  add<bench::attentions>(all);
  add<bench::multi_heads>(all);
  add<bench::lstms>(all);
  add<bench::feed_forwards>(all);
#else
  static_cast<void>(all);
#endif
}
