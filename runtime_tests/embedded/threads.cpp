// SPDX-License-Identifier: BSL-1.0
// Models are shared by threads, and each thread has its own states: the results are the same as in
// one thread, bit for bit, and ThreadSanitizer, with which this is built where it can be, sees no
// race.
#include <array>
#include <attn/recurrent.hpp>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

#include "static_tests/support/fill.hpp"
#include "static_tests/support/pattern.hpp"

namespace {

using namespace attn;
using attn_tests::filled;
using attn_tests::made_up;

constexpr std::size_t batch = 8;

int failed = 0;
void expect(const char* what, bool holds) {
  std::printf("%-6s %s\n", holds ? "ok" : "FAIL", what);
  failed += holds ? 0 : 1;
}

// f(i) for each i < batch, each on a thread of its own.
template <class F>
void on_threads(const F& f) {
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < batch; ++i) threads.emplace_back([&f, i] { f(i); });
  for (std::thread& thread : threads) thread.join();
}

// f(i) computed by threads, at the same time, and by this one.
template <class Result, class F>
bool is_the_same_on_threads(const F& f) {
  const auto results = std::make_unique<std::array<Result, batch>>();
  on_threads([&](std::size_t i) { (*results)[i] = f(i); });
  for (std::size_t i = 0; i < batch; ++i)
    if (!bitwise_equal((*results)[i], f(i))) return false;
  return true;
}

using width = axis<"width", 32>;
using token = axis<"token", 5>;
using layer = nn::encoder_layer<float, width, axis<"head", 2>, axis<"inner", 48>, output_by_input,
                                act::gelu_tanh, pre_norm>;
using word = axis<"word", 20>;
using language =
    nn::language_model<word, layer, 2, nn::learned_positions<float, axis<"position", 16>, width>,
                       nn::layer_norm<float, width>>;
using cell = nn::lstm_cell<float, width, axis<"hidden", 24>>;
using rows = tensor<float, token, width>;

// Shared by all threads, and constant.
const auto block = made_up<layer>(1);
const auto fast = packed(block);
const auto model = made_up<language>(2);
const auto recurrent = made_up<cell>(3);

}  // namespace

int main() {
  expect("an encoder layer", is_the_same_on_threads<rows>([](std::size_t i) {
           return block(filled<rows>(static_cast<unsigned>(i)));
         }));
  expect("a packed one", is_the_same_on_threads<rows>([](std::size_t i) {
           return fast(filled<rows>(static_cast<unsigned>(i)));
         }));
  expect("a recurrent cell, with a state for each thread",
         is_the_same_on_threads<tensor<float, axis<"hidden", 24>>>([](std::size_t i) {
           const auto x = filled<tensor<float, token, width>>(static_cast<unsigned>(i));
           return hidden_state(
               unroll(recurrent, x, initial<lstm_state<tensor<float, axis<"hidden", 24>>>>()).last);
         }));
  expect("a language model, with a state for each thread",
         is_the_same_on_threads<tensor<float, word>>([](std::size_t i) {
           auto state = model.start();
           auto logits = model.step(state, token_id<20>(i));
           for (int step = 0; step < 4; ++step)
             logits = model.step(state, token_id<20>(argmax<0>(logits)()));
           return logits;
         }));

  // The same for the rows of a batch: each is the result of a single call.
  using many = tensor<float, axis<"batch", batch>, token, width>;
  const auto x = std::make_unique<many>(filled<many>(9));
  const auto y = std::make_unique<many>();
  vmap_into<"batch">(in_parts<4>([](std::size_t count, const auto& part) {
                       std::vector<std::thread> threads;
                       for (std::size_t i = 0; i < count; ++i)
                         threads.emplace_back([&part, i] { part(i); });
                       for (std::thread& thread : threads) thread.join();
                     }),
                     *y, block, *x);
  bool same = true;
  for (std::size_t i = 0; i < batch; ++i)
    same = same && bitwise_equal(select<"batch">(*y, i), block(select<"batch">(*x, i)));
  expect("a batch in parts: each row is the result of a single call", same);

#if defined(ATTN_TESTS_A_RACE)
  // What the test is to notice.
  auto state = model.start();
  on_threads([&](std::size_t i) { model.step(state, token_id<20>(i)); });
#endif
  return failed;
}
