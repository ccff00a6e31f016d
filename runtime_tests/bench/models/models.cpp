// SPDX-License-Identifier: BSL-1.0
// bench_models: whole models, as they are called first and with packed weights, compared with
// libtorch and ONNX Runtime, and a batch of 32 compared with 32 calls. The samples of a row's
// contenders take turns; a time is the median of them. Before a row is timed, its results are
// compared: the library's must have the same bits, and the others' must be within 1e-4 of the
// largest number. Otherwise the row fails.
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include <attn/recurrent.hpp>

#if defined(ATTN_BENCH_ONNXRUNTIME)
#include <attn/io/onnx.hpp>
#endif

#include "runtime_tests/bench/models/peer.hpp"
#include "runtime_tests/bench/timed.hpp"
#include "static_tests/support/fill.hpp"

using namespace attn;

namespace {

constexpr double tolerance = 1e-4;
constexpr std::size_t many = 32;
using batch = axis<"batch", many>;

// --- the models ----------------------------------------------------------------------------------

template <std::size_t Width>
using width = axis<"width", Width>;
template <std::size_t Width, std::size_t Heads, class Activation, class Norm>
using layer = nn::encoder_layer<float, width<Width>, axis<"head", Heads>, axis<"inner", 4 * Width>,
                                output_by_input, Activation, Norm>;
template <std::size_t Tokens>
using tokens = axis<"token", Tokens>;

template <std::size_t Words, std::size_t Positions, std::size_t Width, std::size_t Heads,
          std::size_t Layers>
using language_model =
    nn::language_model<axis<"word", Words>, layer<Width, Heads, act::gelu_tanh, pre_norm>, Layers,
                       nn::learned_positions<float, axis<"position", Positions>, width<Width>>,
                       nn::layer_norm<float, width<Width>>>;
using small_model = language_model<64, 64, 64, 4, 4>;
using gpt = language_model<65, 256, 384, 6, 6>;  // nanoGPT's, of Shakespeare's letters

using in = axis<"in", 64>;
using hidden = axis<"hidden", 64>;
using cell = nn::lstm_cell<float, in, hidden>;

// --- how they are called -------------------------------------------------------------------------

constexpr auto of_model = [](const auto& m, const auto& x) { return m(x); };

// A state that no call has seen yet, and the logits after every token.
constexpr auto token_by_token = []<class M, class Ids>(const M& m, const Ids& ids) {
  tensor<float, axis<"token", Ids::volume>, typename M::word> logits;
  auto state = m.start();
  float* to = logits.data();
  for (const auto id : ids)
    for (const float x : m.step(state, id)) *to++ = x;
  return logits;
};

template <class... Leading>
using state = lstm_state<tensor<float, Leading..., hidden>>;
constexpr auto along_time = [](const auto& c, const auto& xs) {
  return unroll<"time">(c, xs, initial<state<>>());
};
constexpr auto step_of_one = [](const auto& c, const auto& x) { return c(x, initial<state<>>()); };
constexpr auto step_of_many = [](const auto& c, const auto& x) {
  return c(x, initial<state<batch>>());
};

// The same in a file for ONNX Runtime; nothing where a cache would be needed, which is not written.
#if defined(ATTN_BENCH_ONNXRUNTIME)
template <class F, class M, class X>
byte_buffer file_of(const F&, const M& model, const X&) {
  onnx_graph<> graph(model);
  if constexpr (std::is_same_v<const F, decltype(of_model)>) {
    return to_onnx<X>(model);
  } else if constexpr (std::is_same_v<const F, decltype(along_time)>) {
    graph.output("outputs",
                 graph.template unroll<"time">(model, graph.template input<X>("xs")).outputs);
    return graph.bytes();
  } else if constexpr (std::is_same_v<const F, decltype(step_of_many)>) {
    const auto zero = graph.constant(tensor<float, batch, hidden>{});
    const auto after = graph(model, graph.template input<X>("x"), lstm_state{zero, zero});
    graph.output("hidden", after.hidden);
    return graph.bytes();
  } else {
    return {};
  }
}
#endif

template <class... Axes>
std::vector<double> numbers_of(const tensor<float, Axes...>& y) {
  return {y.begin(), y.end()};
}
template <class Outputs, class S>
std::vector<double> numbers_of(const unrolled<Outputs, S>& y) {
  return numbers_of(y.outputs);
}
template <class S>
std::vector<double> numbers_of(const state_after<S>& y) {
  return numbers_of(hidden_state(y));
}

// --- contenders and rows -------------------------------------------------------------------------

// A model and the same with packed weights, in static storage: a large one does not fit on the
// stack.
template <class M>
struct held {
  static inline M plain{};
  static inline decltype(packed(plain)) with_packed_weights{};

  // Weights and biases up to 0.1; the parameters of norms are around 1.
  static void fill(std::vector<double>& numbers) {
    std::uint64_t seed = 1;
    for_each_parameter(
        [&]<class Tensor>(const auto& name, Tensor& x) {
          const bool of_norm = Tensor::rank == 1 && std::string_view(name.text).ends_with("weight");
          x = attn_tests::filled<Tensor>(seed++, 0.1f);
          for (float& element : x) {
            if (of_norm) element += 1;
            numbers.push_back(static_cast<double>(element));
          }
        },
        plain);
    packed_into(with_packed_weights, plain);
  }
};

// One call for each of the inputs.
template <class M, class X, std::size_t N, class F>
bench::peer_model contender(const M& model, const std::array<X, N>& inputs, const F& f) {
  return {[&] {
            for (const X& x : inputs) bench::observed([&] { return f(model, x); });
          },
          [&] {
            std::vector<double> all;
            for (const X& x : inputs) {
              const auto y = numbers_of(bench::observed([&] { return f(model, x); }));
              all.insert(all.end(), y.begin(), y.end());
            }
            return all;
          }};
}

int failed = 0;
bool slower = false, slower_packed = false;  // a batch than 32 calls

// The contenders of a row: of the library, and the others, by their place; 0: there is none.
struct contenders {
  std::vector<bench::timed> of{};
  std::size_t torch = 0, onnxruntime = 0;
};

bool has_results(const char* name, const char* who, const bench::peer_model& other,
                 const std::vector<double>& wanted) {
  if (bench::agree(wanted, other.result(), tolerance)) return true;
  std::printf("| %-41s | FAILED: the results differ from %s's\n", name, who);
  return false;
}

template <class M, class X, class F>
bool agree(const std::vector<bench::peer_model>& library, const bench::model_data& data,
           [[maybe_unused]] const M& model, [[maybe_unused]] const X& x,
           [[maybe_unused]] const F& f, contenders& all) {
  const char* const name = data.name.c_str();
  const auto numbers = library[0].result();
  bool same = true;
  for (const auto& other : library) same = same && other.result() == numbers;
  if (!same) std::printf("| %-41s | FAILED: plain and packed, one call or more, differ\n", name);
  for (const auto& other : library) all.of.push_back({other.run});
  [[maybe_unused]] const auto add = [&](const char* who, const bench::peer_model& other) {
    same = has_results(name, who, other, numbers) && same;
    all.of.push_back({other.run});
    return all.of.size() - 1;
  };
#if defined(ATTN_BENCH_TORCH)
  all.torch = add("libtorch", bench::torch_model(data));
#endif
#if defined(ATTN_BENCH_ONNXRUNTIME)
  if (const byte_buffer file = file_of(f, model, x); !file.empty())
    all.onnxruntime = add("ONNX Runtime", bench::onnxruntime_model(file, data.inputs));
#endif
  failed += !same;
  return same;
}

[[maybe_unused]] void print_other(contenders& all, std::size_t place) {
  if (place == 0) {
    std::printf("|          |       ");
  } else {
    const double time = all.of[place].median();
    std::printf("| %8.1f | %5.2f ", time, all.of[0].median() / time);
  }
}

// The columns, of times in the order plain, packed, 32 calls plain, 32 calls packed, others.
void print(const char* name, contenders& all, bool is_batch) {
  std::vector<bench::timed>& of = all.of;
  const double plain = of[0].median(), with_packed = of[1].median();
  std::printf("| %-41s | %8.1f | %8.1f | %5.2f ", name, plain, with_packed, plain / with_packed);
#if defined(ATTN_BENCH_TORCH)
  print_other(all, all.torch);
#endif
#if defined(ATTN_BENCH_ONNXRUNTIME)
  print_other(all, all.onnxruntime);
#endif
  if (is_batch) {
    const double calls = of[2].median(), packed_calls = of[3].median();
    std::printf("| %8.1f | %5.2f | %8.1f | %5.2f |\n", calls, plain / calls, packed_calls,
                with_packed / packed_calls);
    // 3 %: the noise of an idle machine, as in report.py.
    slower = slower || plain > 1.03 * calls;
    slower_packed = slower_packed || with_packed > 1.03 * packed_calls;
  } else {
    std::printf("|          |       |          |       |\n");
  }
}

template <class M, class X, class F>
void row(const char* name, const X& x, const F& f) {
  using model = held<M>;
  bench::model_data data{name, {}, {}};
  model::fill(data.parameters);
  for (const auto& element : x) {
    if constexpr (std::is_same_v<typename X::value_type, float>)
      data.inputs.push_back(static_cast<double>(element));
    else
      data.inputs.push_back(static_cast<double>(element.number));
  }
  static std::array<X, 1> one;
  one[0] = x;
  contenders all;
  if (!agree({contender(model::plain, one, f), contender(model::with_packed_weights, one, f)}, data,
             model::plain, x, f, all))
    return;
  take_turns(all.of);
  print(name, all, false);
}

// X is one of the batch: f is called with all of them, and `f_of_one` with one after the other.
template <class M, class T, class... Axes, class F, class G>
void row_of_batch(const char* name, const tensor<T, batch, Axes...>& x, const F& f,
                  const G& f_of_one) {
  using model = held<M>;
  bench::model_data data{name, {}, {x.begin(), x.end()}};
  model::fill(data.parameters);
  static std::array<tensor<T, batch, Axes...>, 1> all;
  all[0] = x;
  static std::array<tensor<T, Axes...>, many> each;
  for (std::size_t i = 0; i < many; ++i) each[i] = select<0>(x, i);
  contenders of;
  if (!agree({contender(model::plain, all, f), contender(model::with_packed_weights, all, f),
              contender(model::plain, each, f_of_one),
              contender(model::with_packed_weights, each, f_of_one)},
             data, model::plain, x, f, of))
    return;
  take_turns(of.of);
  print(name, of, true);
}

template <std::size_t Words, std::size_t Tokens>
auto text() {
  tensor<token_id<Words>, tokens<Tokens>> ids;
  for (std::size_t i = 0; i < Tokens; ++i) ids(i) = token_id<Words>(7 * i % Words);
  return ids;
}

}  // namespace

int main() {
  // A batch keeps up to 9 MB of intermediate results on the stack, which by default may grow to 8.
  rlimit stack{};
  getrlimit(RLIMIT_STACK, &stack);
  stack.rlim_cur = std::min<rlim_t>(stack.rlim_max, 64 << 20);
  setrlimit(RLIMIT_STACK, &stack);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  std::printf(
      "Microseconds: a call, the same with packed weights, and their quotient; other libraries, "
      "and the plain\ncall over them; 32 calls instead of a batch, and the batch over them: plain, "
      "then "
      "packed.\n\n"
      "| model                                     |     attn |   packed | ratio "
#if defined(ATTN_BENCH_TORCH)
      "| libtorch | ratio "
#endif
#if defined(ATTN_BENCH_ONNXRUNTIME)
      "| ONNX Rt. | ratio "
#endif
      "| 32 calls | ratio |   packed | ratio |\n"
      "|-------------------------------------------|----------|----------|-------"
#if defined(ATTN_BENCH_TORCH)
      "|----------|-------"
#endif
#if defined(ATTN_BENCH_ONNXRUNTIME)
      "|----------|-------"
#endif
      "|----------|-------|----------|-------|\n");
  row<layer<256, 4, act::relu, post_norm>>(
      "encoder layer 256, 64 tokens", attn_tests::filled<tensor<float, tokens<64>, width<256>>>(2),
      of_model);
  row_of_batch<layer<128, 4, act::relu, post_norm>>(
      "encoder layer 128, 32 tokens, batch of 32",
      attn_tests::filled<tensor<float, batch, tokens<32>, width<128>>>(2), of_model, of_model);
  row<small_model>("language model, 64 steps", text<64, 64>(), token_by_token);
  row<gpt>("GPT of 10.8 M, 1 token", text<65, 1>(), of_model);
  row<gpt>("GPT of 10.8 M, 8 tokens", text<65, 8>(), of_model);
  row<cell>("LSTM 64, 1,000 steps", attn_tests::filled<tensor<float, axis<"time", 1000>, in>>(2),
            along_time);
  row_of_batch<cell>("LSTM 64, a step, batch of 32",
                     attn_tests::filled<tensor<float, batch, in>>(2), step_of_many, step_of_one);
  std::printf("\nA batch of 32 compared with 32 calls: target %s (with packed weights: %s)\n",
              slower ? "missed" : "met", slower_packed ? "over 3 % slower" : "not slower");
  return failed;
}
