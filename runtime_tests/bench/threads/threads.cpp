// SPDX-License-Identifier: BSL-1.0
// bench_threads: calls without parts, and the same in parts (ops/in_parts.hpp) on two threads that
// the program keeps. The samples of a row's contenders take turns; a time is the median of them.
// Both threads wait without sleeping, so that the second processor is also busy during a call
// without parts. Before a row is timed, its results are compared: they must have the same bits.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <thread>
#include <vector>

#include <attn/attention.hpp>
#include <attn/ops.hpp>

#include "runtime_tests/bench/timed.hpp"
#include "static_tests/support/fill.hpp"

using namespace attn;
using attn_tests::filled;

namespace {

// --- two threads ---------------------------------------------------------------------------------

void wait_a_little() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// The caller and a thread take one part after the other, until there is none left.
class two_threads {
 public:
  two_threads() : other([this] { serve(); }) {}
  two_threads(const two_threads&) = delete;
  two_threads& operator=(const two_threads&) = delete;
  ~two_threads() {
    count = 0;
    call = nullptr;
    round.store(round.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    other.join();
  }

  template <class Part>
  void run(std::size_t parts, const Part& part) {
    call = [](const void* p, std::size_t i) { (*static_cast<const Part*>(p))(i); };
    of = &part;
    count = parts;
    next.store(0, std::memory_order_relaxed);
    const unsigned now = round.load(std::memory_order_relaxed) + 1;
    round.store(now, std::memory_order_release);
    take_parts();
    while (served.load(std::memory_order_acquire) != now) wait_a_little();
  }

 private:
  void take_parts() {
    for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;) call(of, i);
  }
  void serve() {
    for (unsigned last = 0;; ++last) {
      while (round.load(std::memory_order_acquire) == last) wait_a_little();
      if (call == nullptr) return;
      take_parts();
      served.store(last + 1, std::memory_order_release);
    }
  }

  void (*call)(const void*, std::size_t) = nullptr;
  const void* of = nullptr;
  std::size_t count = 0;
  alignas(64) std::atomic<std::size_t> next{0};
  alignas(64) std::atomic<unsigned> round{0};
  alignas(64) std::atomic<unsigned> served{0};
  std::thread other;  // the last one: it uses the others
};

two_threads& threads() {
  static two_threads both;
  return both;
}
template <std::size_t N>
auto on_two_threads() {
  return in_parts<N>([](std::size_t count, const auto& part) { threads().run(count, part); });
}

// --- rows ----------------------------------------------------------------------------------------

int failed = 0;

template <class F>
std::function<void()> observed(const F& f) {
  return [f] {
    asm volatile("" ::: "memory");
    f();
    asm volatile("" ::: "memory");
  };
}

// whole(out), and divided(in_parts<N>(…), out) for each number of parts. Results are in static
// storage: large ones do not fit on the stack.
template <class Out, std::size_t... N, class Whole, class Divided>
void row(const char* name, const Whole& whole, const Divided& divided) {
  static Out wanted, out;
  whole(wanted);
  const auto same = [&](const auto& in) {
    for (float& element : out) element = 0;
    divided(in, out);
    return bitwise_equal(out, wanted);
  };
  if (!(same(on_two_threads<N>()) && ...)) {
    std::printf("| %-44s | FAILED: the results differ\n", name);
    ++failed;
    return;
  }
  std::vector<bench::timed> of{{observed([&] { whole(wanted); })},
                               {observed([&] { divided(on_two_threads<N>(), out); })}...};
  bench::take_turns(of);
  std::printf("| %-44s | %9.1f ", name, of[0].median());
  constexpr std::size_t parts[] = {N...};
  for (std::size_t i = 0; i < sizeof...(N); ++i) {
    const double time = of[i + 1].median();
    std::printf("%s| %5zu | %9.1f | %5.2f |\n",
                i == 0 ? "" : "|                                              |           ",
                parts[i], time, of[0].median() / time);
  }
}

// Not a constant, which the compiler would spend minutes on.
template <class X>
[[gnu::noinline]] X numbers(std::uint64_t seed, float scale = 1) {
  return filled<X>(seed, scale);
}

template <std::size_t M, std::size_t K, std::size_t N>
void row_of_products(const char* name, const char* name_of_packed) {
  static const auto a = numbers<matrix<float, M, K>>(1);
  static const auto b = numbers<matrix<float, K, N>>(2);
  static const auto b_packed = packed(b);
  using out = matrix<float, M, N>;
  row<out, 2>(
      name, [&](out& y) { matmul_into(y, a, b); },
      [&](const auto& in, out& y) { matmul_into(in, y, a, b); });
  row<out, 2>(
      name_of_packed, [&](out& y) { matmul_into(y, a, b_packed); },
      [&](const auto& in, out& y) { matmul_into(in, y, a, b_packed); });
}

template <class X, std::size_t... N, class... Options>
void row_of_attention(const char* name, const Options&... options) {
  static const X q = numbers<X>(1), k = numbers<X>(2), v = numbers<X>(3);
  row<X, N...>(
      name, [&](X& y) { scaled_dot_product_attention_into(y, q, k, v, options...); },
      [&](const auto& in, X& y) { scaled_dot_product_attention_into(in, y, q, k, v, options...); });
}

template <class X>
void row_of_softmax(const char* name) {
  static const X x = numbers<X>(1, 4);
  row<X, 2>(
      name, [&](X& y) { softmax_into(y, x); },
      [&](const auto& in, X& y) { softmax_into(in, y, x); });
}

template <std::size_t Width>
using width = axis<"width", Width>;

// A layer with packed weights; the sequences of a batch are parts.
template <class Layer, class X>
void row_of_layer(const char* name) {
  static Layer layer{};
  std::uint64_t seed = 1;
  for_each_parameter([&]<class P>(const auto&, P& p) { p = numbers<P>(seed++, 0.1f); }, layer);
  static const auto with_packed_weights = packed(layer);
  static const X x = numbers<X>(1);
  row<X, 2>(
      name, [&](X& y) { vmap_into<"batch">(y, with_packed_weights, x); },
      [&](const auto& in, X& y) { vmap_into<"batch">(in, y, with_packed_weights, x); });
}

// Multi-head attention of one sequence: heads are parts, then rows.
template <std::size_t Tokens, std::size_t Width, std::size_t Heads>
void row_of_multi_head(const char* name) {
  using token = axis<"token", Tokens>;
  using head = axis<"head", Heads>;
  using d_k = dim<Width / Heads>;
  using x_type = tensor<float, token, width<Width>>;
  using w_type = tensor<float, head, width<Width>, d_k>;
  static const auto x = numbers<x_type>(1);
  static const auto w_q = numbers<w_type>(2, 0.05f), w_k = numbers<w_type>(3, 0.05f),
                    w_v = numbers<w_type>(4, 0.05f);
  static const auto w_o = numbers<tensor<float, axis<"joined", Width>, dim<Width>>>(5, 0.05f);
  static tensor<float, head, token, d_k> q, k, v, y;
  using out_type = tensor<float, token, dim<Width>>;
  row<out_type, 2>(
      name, [&](out_type& out) { out = multi_head_self_attention(x, w_q, w_k, w_v, w_o); },
      [&](const auto& in, out_type& out) {
        matmul_into(in, q, x, w_q);
        matmul_into(in, k, x, w_k);
        matmul_into(in, v, x, w_v);
        scaled_dot_product_attention_into(in, y, q, k, v);
        matmul_into(in, out, merge_heads<"joined">(y), w_o);
      });
}

}  // namespace

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  std::printf(
      "Microseconds of a call, of the same in parts on two threads, and their quotient.\n\n"
      "| call                                         |       one | parts |       two | ratio |\n"
      "|----------------------------------------------|-----------|-------|-----------|-------|\n");
  row_of_products<512, 512, 512>("product 512x512x512", "product 512x512x512, packed");
  row_of_products<128, 768, 768>("product 128x768x768", "product 128x768x768, packed");

  using heads = tensor<float, axis<"head", 8>, axis<"token", 512>, dim<64>>;
  using one_head = tensor<float, axis<"token", 512>, dim<64>>;
  row_of_attention<heads, 2>("attention 512 x 64, 8 heads");
  row_of_attention<heads, 2>("attention 512 x 64, 8 heads, causal", causal<>);
  row_of_attention<one_head, 2>("attention 512 x 64");
  row_of_attention<one_head, 2, 4, 8>("attention 512 x 64, causal", causal<>);

  row_of_softmax<matrix<float, 512, 512>>("softmax of 512 rows of 512");

  row_of_multi_head<64, 512, 8>("multi-head attention 64 x 512, 8 heads");
  row_of_multi_head<128, 768, 12>("multi-head attention 128 x 768, 12 heads");

  using batch_of_8 = tensor<float, axis<"batch", 8>, axis<"token", 64>, width<256>>;
  row_of_layer<nn::multi_head_attention<float, width<256>, axis<"head", 4>, output_by_input>,
               batch_of_8>("multi-head layer 256, 64 tokens, batch of 8");
  row_of_layer<nn::encoder_layer<float, width<256>, axis<"head", 4>, axis<"inner", 1024>,
                                 output_by_input, act::relu, post_norm>,
               batch_of_8>("encoder layer 256, 64 tokens, batch of 8");
  return failed;
}
