// SPDX-License-Identifier: BSL-1.0
// bench_learning: what derivatives in reverse mode cost, as a multiple of the loss alone, and
// compared with libtorch. The samples of all calls take turns; a time is the median of them. Before
// a row is timed, its losses and derivatives are compared: a row whose results differ from
// libtorch's fails.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include <attn/learning.hpp>
#include <attn/recurrent.hpp>
#include <boost/hana/define_struct.hpp>

#include "docs/examples/microgpt.hpp"
#include "runtime_tests/bench/learning/peer.hpp"
#include "runtime_tests/bench/timed.hpp"
#include "static_tests/support/fill.hpp"

using namespace attn;

namespace {

using many = axis<"sample", 32>;
using in = axis<"in", 64>;
using inner = axis<"inner", 128>;
using out = axis<"out", 64>;
template <class T>
struct mlp {
  using to_inner = nn::linear<T, in, inner, output_by_input>;
  using to_out = nn::linear<T, inner, out, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(mlp, (to_inner, first), (to_out, second));
  template <scalar U>
  using with_element = mlp<U>;
  template <class X>
  constexpr auto operator()(const X& x) const {
    return second(relu(first(x)));
  }
};

using token = axis<"token", 64>;
using key = axis<"key", 64>;
using width = axis<"width", 64>;
template <class T>
struct operands_of_attention {
  using queries = tensor<T, token, width>;
  using keys = tensor<T, key, width>;
  BOOST_HANA_DEFINE_STRUCT(operands_of_attention, (queries, q), (keys, k), (keys, v));
  template <scalar U>
  using with_element = operands_of_attention<U>;
};

using few_tokens = axis<"token", 16>;
using layer = nn::encoder_layer<float, width, axis<"head", 4>, axis<"inner", 256>, output_by_input,
                                act::gelu_tanh, pre_norm>;

using steps = axis<"time", 32>;
using hidden = axis<"hidden", 64>;
using cell = nn::lstm_cell<float, in, hidden>;

using letters = tensor<microgpt::id, axis<"token", 8>>;

template <class T, class... Axes>
constexpr T total(const tensor<T, Axes...>& y) {
  if constexpr (sizeof...(Axes) == 0)
    return y();
  else
    return total(sum<0>(y));
}
constexpr auto of_squares = [](const auto& y) { return total(multiply(y, y)); };

template <class M, class Loss>
bench::learner library_learner(const M& model, const Loss& loss) {
  const auto m = std::make_shared<M>(model);
  return {[=] { return static_cast<double>(bench::observed([&] { return loss(*m); })); },
          [=] {
            return static_cast<double>(
                bench::observed([&] { return value_and_gradient(loss, *m); }).value);
          },
          [=] {
            const auto all = parameters_to_vector(gradient(loss, *m));
            return std::vector<double>(all.begin(), all.end());
          }};
}

bool agree(const bench::learner& a, const bench::learner& b, double tolerance) {
  const double of_a = a.loss_and_gradient(), of_b = b.loss_and_gradient();
  return bench::agree(of_a, of_b, std::abs(of_b), tolerance) && of_a == a.loss() &&
         bench::agree(a.gradient(), b.gradient(), tolerance);
}

constexpr double as_number(float x) { return static_cast<double>(x); }
constexpr double as_number(microgpt::id x) {
  return static_cast<double>(static_cast<std::size_t>(x));
}

int failed = 0;
std::vector<double> times_of_loss;

// The model M, with parameters up to `scale`, and what `loss` makes of it and x.
template <class M, class X, class Loss>
void row(const char* name, double scale, const X& x, const Loss& loss) {
  using vector = decltype(parameters_to_vector(M{}));
  using T = typename vector::value_type;
  const auto p = attn_tests::filled<vector>(1, static_cast<T>(scale));
  const auto library =
      library_learner(vector_to_parameters<M>(p), [&](const auto& m) { return loss(m, x); });
  bench::model_data data{name, {p.begin(), p.end()}, {}};
  if constexpr (!std::is_null_pointer_v<X>)
    for (const auto& element : x) data.inputs.push_back(as_number(element));
  std::vector<bench::timed> of{{library.loss}, {library.loss_and_gradient}};
#if defined(ATTN_BENCH_TORCH)
  const auto torch = bench::torch_learner(data);
  if (!agree(library, torch, std::is_same_v<T, float> ? 1e-4 : 1e-10)) {
    std::printf("| %-27s | FAILED: the results differ from libtorch's\n", name);
    ++failed;
    return;
  }
  of.push_back({torch.loss});
  of.push_back({torch.loss_and_gradient});
#endif
  take_turns(of);
  const double with_gradient = of[1].median();
  std::printf("| %-27s ", name);
  for (std::size_t i = 0; i < of.size(); i += 2)
    std::printf("| %8.2f | %8.2f | %5.2f ", of[i].median(), of[i + 1].median(),
                of[i + 1].median() / of[i].median());
  if (of.size() > 2) std::printf("| %5.3f ", with_gradient / of[3].median());
  std::printf("|\n");
  times_of_loss.push_back(with_gradient / of[0].median());
}

}  // namespace

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  std::printf(
      "Microseconds: the loss, with all derivatives, and how many times as long that is; in "
      "libtorch; "
      "and\nthe time with derivatives over libtorch's.\n\n"
      "| model                       |     attn | and grad | times "
#if defined(ATTN_BENCH_TORCH)
      "| libtorch | and grad | times | ratio "
#endif
      "|\n|-----------------------------|----------|----------|-------"
#if defined(ATTN_BENCH_TORCH)
      "|----------|----------|-------|-------"
#endif
      "|\n");
  const auto of_model = [](const auto& m, const auto& x) { return of_squares(m(type_as(x, m))); };
  row<mlp<float>>("MLP 64-128-64", 0.1, attn_tests::filled<tensor<float, dim<1>, in>>(2), of_model);
  row<mlp<float>>("MLP 64-128-64, batch 32", 0.1, attn_tests::filled<tensor<float, many, in>>(2),
                  of_model);
  row<operands_of_attention<float>>(
      "attention 64x64", 1, nullptr, [](const auto& m, std::nullptr_t) {
        return of_squares(scaled_dot_product_attention(m.q, m.k, m.v));
      });
  row<layer>("encoder layer 64, 16 tokens", 0.1,
             attn_tests::filled<tensor<float, few_tokens, width>>(2), of_model);
  row<cell>("LSTM 64, 32 steps", 0.1, attn_tests::filled<tensor<float, steps, in>>(2),
            []<class C>(const C& c, const auto& xs) {
              using T = typename decltype(C::bias_ih)::value_type;
              using state = lstm_state<tensor<T, hidden>>;
              return of_squares(unroll<"time">(c, type_as(xs, c), initial<state>()).outputs);
            });
  // Of two names: the letters, and those that follow.
  tensor<microgpt::id, axis<"token", 16>> ids;
  for (std::size_t i = 0; i < 16; ++i) ids.data()[i] = microgpt::id((i < 8 ? 3 * i : 5 * i) % 27);
  row<microgpt::model>("microgpt, 8 characters", 0.2, ids, [](const auto& m, const auto& both) {
    letters from, to;
    for (std::size_t i = 0; i < 8; ++i) from(i) = both(i), to(i) = both(i + 8);
    return total(cross_entropy(microgpt::logits(m, from), to));
  });
  std::sort(times_of_loss.begin(), times_of_loss.end());
  if (!times_of_loss.empty())
    std::printf("\nThe median of the multiples: %.2f\n", times_of_loss[times_of_loss.size() / 2]);
  return failed;
}
