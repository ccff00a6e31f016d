// SPDX-License-Identifier: BSL-1.0
// no_allocation: derivatives in reverse mode and a step of an optimiser take no memory from the heap,
// and what does is noticed.
#include <attn/analysis.hpp>
#include <attn/learning.hpp>
#include <attn/recurrent.hpp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>

#include "static_tests/support/fill.hpp"

namespace {
int allocations = 0;
void* counted(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size)) return memory;
  std::abort();
}
}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using namespace attn;
using attn_tests::filled;

using width = axis<"width", 6>;
using token = axis<"token", 4>;

template <class F>
int during(const F& f) {
  const int before = allocations;
  f();
  return allocations - before;
}

int failed = 0;
void expect(const char* what, bool holds) {
  std::printf("%-6s %s\n", holds ? "ok" : "FAIL", what);
  failed += holds ? 0 : 1;
}

template <class M>
M with_numbers() {
  using vector = decltype(parameters_to_vector(M{}));
  return vector_to_parameters<M>(filled<vector>(1, typename vector::value_type(0.5)));
}

}  // namespace

int main() {
  int* volatile kept = nullptr;
  expect("an allocation is noticed", during([&] { kept = new int(1); }) == 1);
  delete kept;

  using layer = nn::encoder_layer<float, width, axis<"head", 2>, axis<"inner", 7>, output_by_input,
                                  act::gelu_tanh, pre_norm>;
  auto model = with_numbers<layer>();
  adam<layer> optimizer(model, {.lr = 0.01});
  const auto x = filled<tensor<float, token, width>>(2);
  expect("a step of training of an encoder layer",
         during([&] {
           for (int i = 0; i < 3; ++i)
             optimizer.step(model, gradient(
                                       [&](const auto& m) {
                                         const auto y = m(type_as(x, m), causal<>);
                                         return sum<0>(sum<0>(multiply(y, y)));
                                       },
                                       model));
         }) == 0);

  using cell = nn::lstm_cell<double, axis<"in", 5>, width>;
  const auto recurrent = with_numbers<cell>();
  const auto xs = filled<tensor<double, axis<"time", 4>, axis<"in", 5>>>(3);
  expect("an LSTM through time",
         during([&] {
           gradient(
               [&]<class C>(const C& c) {
                 using state = lstm_state<tensor<typename decltype(C::bias_ih)::value_type, width>>;
                 return sum<0>(sum<0>(unroll<"time">(c, type_as(xs, c), initial<state>()).outputs));
               },
               recurrent);
         }) == 0);

  // Without a rule, element by element.
  expect("a function of elements", during([&] {
                                     gradient(
                                         [](const auto& m) {
                                           auto y = m(0, 0) * m(1, 1);
                                           for (std::size_t i = 0; i < 6; ++i)
                                             y = y + m(3, i) * m(2, i);
                                           return y;
                                         },
                                         x);
                                   }) == 0);
  return failed;
}
