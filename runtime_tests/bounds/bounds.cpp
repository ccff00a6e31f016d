// SPDX-License-Identifier: BSL-1.0
// No kernel reads or writes outside its tensors: operands and results lie between forbidden pages. The
// sizes leave every remainder, and where the elements of a tensor are a multiple of 16 nothing pads
// it, so that its last element is the last byte of the page.
#include <sys/wait.h>
#include <unistd.h>

#include <attn.hpp>
#include <attn/tensor/compare.hpp>
#include <csignal>

#include "runtime_tests/bounds/guarded.hpp"
#include "runtime_tests/catch.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace {

using namespace attn;
using attn_tests::filled;
using attn_tests::guarded;
using attn_tests::launder;
using attn_tests::place;

template <class T, class... Axes>
bool same(const tensor<T, Axes...>& a, const tensor<T, Axes...>& b) {
  return bitwise_equal(a, b);
}
template <class X>
bool same(const lstm_state<X>& a, const lstm_state<X>& b) {
  return bitwise_equal(a.hidden, b.hidden) && bitwise_equal(a.cell, b.cell);
}

// f(x...) between forbidden pages, with the bits it has elsewhere. The result is made in its place.
template <class F, class... X>
void in_bounds(const F& f, const X&... x) {
  using result = decltype(f(x...));
  const result expected = f(launder(x)...);
  for (const place where : {place::end, place::beginning}) {
    const guarded<result> out(where);
    [&](const guarded<X>&... in) {
      const result& got = *::new (out.at()) result(f(*::new (in.at()) X(x)...));
      CHECK(same(got, expected));
    }(guarded<X>(where)...);
  }
}

template <class T, std::size_t M, std::size_t K, std::size_t N>
void product() {
  CAPTURE(M, K, N);
  in_bounds([](const auto& a, const auto& b) { return matmul(a, b); }, filled<matrix<T, M, K>>(M),
            filled<matrix<T, K, N>>(N));
  in_bounds([](const auto& a, const auto& b) { return attention_scores(a, b); },
            filled<matrix<T, M, K>>(M), filled<matrix<T, N, K>>(N));
}

template <class T, std::size_t M, std::size_t N>
void rows_and_columns() {
  CAPTURE(M, N);
  const auto x = filled<matrix<T, M, N>>(M, T(4));
  const auto gain = filled<tensor<T, dim<N>>>(N);
  in_bounds([](const auto& a) { return softmax<1>(a); }, x);
  in_bounds([](const auto& a) { return softmax<0>(a); }, x);
  in_bounds([](const auto& a) { return log_softmax<1>(a); }, x);
  in_bounds([](const auto& a) { return sum<1>(a); }, x);
  in_bounds([](const auto& a) { return sum<0>(a); }, x);
  in_bounds([](const auto& a) { return amax<1>(a); }, x);
  in_bounds([](const auto& a) { return transpose(a); }, x);
  in_bounds([](const auto& a, const auto& g) { return layer_norm(a, g, g); }, x, gain);
  in_bounds([](const auto& a, const auto& g) { return rms_norm(a, g, T(1e-6)); }, x, gain);
  in_bounds([](const auto& a, const auto& b) { return add_bias(a, b); }, x, gain);
}

template <class T, std::size_t N>
void element_by_element() {
  CAPTURE(N);
  const auto x = filled<tensor<T, dim<N>>>(N, T(4));
  in_bounds([](const auto& a) { return attn::exp(a); }, x);
  in_bounds([](const auto& a) { return attn::tanh(a); }, x);
  in_bounds([](const auto& a) { return attn::sigmoid(a); }, x);
  in_bounds([](const auto& a) { return attn::erf(a); }, x);
  in_bounds([](const auto& a) { return gelu_tanh(a); }, x);
  in_bounds([](const auto& a, const auto& b) { return multiply(a, b) + a; }, x, x);
}

template <class T, std::size_t Heads, std::size_t Tq, std::size_t Tk, std::size_t Dk,
          std::size_t Dv>
void attend() {
  CAPTURE(Heads, Tq, Tk, Dk, Dv);
  using heads = dim<Heads>;
  const auto q = filled<tensor<T, heads, dim<Tq>, dim<Dk>>>(1);
  const auto k = filled<tensor<T, heads, dim<Tk>, dim<Dk>>>(2);
  const auto v = filled<tensor<T, heads, dim<Tk>, dim<Dv>>>(3);
  in_bounds([](const auto&... x) { return scaled_dot_product_attention(x...); }, q, k, v);
  in_bounds(
      [](const auto&... x) { return scaled_dot_product_attention(x..., causal<bottom_right>); }, q,
      k, v);
}

template <class T, std::size_t B, std::size_t In, std::size_t Hidden>
void step() {
  CAPTURE(B, In, Hidden);
  using cell = nn::lstm_cell<T, dim<In>, dim<Hidden>>;
  const auto c = vector_to_parameters<cell>(filled<tensor<T, dim<parameter_count<cell>>>>(1));
  in_bounds(
      [](const auto& f, const auto& x, const auto& h) {
        return f(x, initial(lstm_state{h, h})).value;
      },
      c, filled<matrix<T, B, In>>(2), filled<matrix<T, B, Hidden>>(3));
}

// Does touching the byte `offset` bytes from an object's first one end the program?
bool forbidden(const void* object, std::ptrdiff_t offset) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::signal(SIGSEGV, SIG_DFL);
    const volatile char* const byte = static_cast<const char*>(object) + offset;
    _exit(*byte == 0 ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status);
}

}  // namespace

TEST_CASE("what is not to be touched is not", "[bounds]") {
  struct seven {
    char bytes[7];
  };
  const guarded<seven> last(place::end), first(place::beginning);
  CHECK_FALSE(forbidden(last.at(), 6));
  CHECK(forbidden(last.at(), 7));
  CHECK_FALSE(forbidden(first.at(), 0));
  CHECK(forbidden(first.at(), -1));
}

TEMPLATE_TEST_CASE("products stay in bounds", "[bounds]", float, double) {
  using T = TestType;
  product<T, 1, 1, 1>();
  product<T, 3, 3, 3>();
  product<T, 4, 4, 4>();
  product<T, 3, 5, 2>();
  product<T, 16, 7, 1>();
  product<T, 16, 5, 3>();
  product<T, 7, 16, 16>();
  product<T, 8, 8, 8>();
  product<T, 16, 3, 17>();
  product<T, 16, 32, 31>();
  product<T, 48, 11, 47>();
  product<T, 5, 48, 49>();
  product<T, 33, 16, 97>();
}
TEMPLATE_TEST_CASE("large products stay in bounds", "[bounds]", float, double) {
  product<TestType, 35, 272, 259>();
  product<TestType, 33, 160, 256>();
}
TEMPLATE_TEST_CASE("rows and columns stay in bounds", "[bounds]", float, double) {
  using T = TestType;
  rows_and_columns<T, 1, 1>();
  rows_and_columns<T, 3, 3>();
  rows_and_columns<T, 16, 3>();
  rows_and_columns<T, 24, 2>();
  rows_and_columns<T, 16, 7>();
  rows_and_columns<T, 32, 11>();
  rows_and_columns<T, 16, 17>();
  rows_and_columns<T, 16, 33>();
  rows_and_columns<T, 48, 65>();
}
TEMPLATE_TEST_CASE("elements stay in bounds", "[bounds]", float, double) {
  using T = TestType;
  element_by_element<T, 1>();
  element_by_element<T, 2>();
  element_by_element<T, 7>();
  element_by_element<T, 16>();
  element_by_element<T, 17>();
  element_by_element<T, 48>();
  element_by_element<T, 80>();
}
TEMPLATE_TEST_CASE("attention stays in bounds", "[bounds]", float, double) {
  using T = TestType;
  attend<T, 1, 1, 1, 1, 1>();
  attend<T, 1, 3, 3, 3, 3>();
  attend<T, 2, 3, 5, 8, 8>();
  attend<T, 16, 3, 3, 2, 5>();
  attend<T, 16, 7, 7, 3, 3>();
  attend<T, 8, 4, 6, 17, 2>();
  attend<T, 1, 16, 16, 17, 33>();
  attend<T, 2, 24, 40, 16, 18>();
  attend<T, 1, 19, 32, 48, 64>();
}
TEMPLATE_TEST_CASE("a step of an LSTM stays in bounds", "[bounds]", float, double) {
  using T = TestType;
  step<T, 1, 1, 1>();
  step<T, 1, 7, 16>();
  step<T, 3, 16, 5>();
  step<T, 2, 17, 24>();
}
