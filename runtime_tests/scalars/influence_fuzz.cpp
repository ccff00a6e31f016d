// SPDX-License-Identifier: BSL-1.0
// influence against its meaning, at random: formulas of all operations, and functions of tensors, are
// evaluated twice, with one input changed in between. What changed must be reached by the input.
#include <attn/analysis.hpp>
#include <attn/attention.hpp>
#include <attn/ops.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/fuzz.hpp"

namespace {

using namespace attn;
using attn_tests::fuzz::source;

// --- formulas -------------------------------------------------------------------------------------

constexpr std::size_t inputs = 5, constants = 8, nodes = 16, first_node = inputs + constants;

struct step {
  std::size_t operation, a, b;
};

template <class V>
V apply(std::size_t operation, const V& a, const V& b) {
  using math::cos, math::erf, math::exp, math::log, math::log1p, math::max, math::min, math::pow,
      math::select, math::sigmoid, math::sin, math::sqrt, math::tanh;
  switch (operation) {
    case 0:
      return a + b;
    case 1:
      return a - b;
    case 2:
      return a * b;
    case 3:
      return a / b;
    case 4:
      return max(a, b);
    case 5:
      return min(a, b);
    case 6:
      return select(true, a, b);
    case 7:
      return select(false, a, b);
    case 8:
      return pow(a, b);
    case 9:
      return -a;
    case 10:
      return cos(a);
    case 11:
      return erf(a);
    case 12:
      return exp(a);
    case 13:
      return log(a);
    case 14:
      return log1p(a);
    case 15:
      return sigmoid(a);
    case 16:
      return sin(a);
    case 17:
      return sqrt(a);
    case 18:
      return tanh(a);
    default:
      return a * a;
  }
}
// The arithmetic, in which constants matter, more often than functions.
std::size_t some_operation(source& from) {
  return from.below(3) == 0 ? from.below(20) : from.below(6);
}

template <class V>
std::vector<V> evaluate(const std::vector<V>& known, const std::vector<step>& formula) {
  std::vector<V> all = known;
  for (const step& s : formula) all.push_back(apply(s.operation, all[s.a], all[s.b]));
  return all;
}

bool is_finite(double x) { return x - x == 0; }
template <class Reading>
bool same(double a, double b) {
  if constexpr (std::is_same_v<Reading, finite_only>)
    return a == b || (a != a && b != b);  // the sign of a zero is not looked at
  else
    return bitwise_equal(a, b);
}

// finite_only is about numbers that are finite, but for infinite constants and what is made of them;
// it drops the sign of a zero, which a division shows. What else occurs, and what is computed from it,
// is passed over.
template <class Reading>
std::vector<bool> covered(const std::vector<influence<double, inputs, Reading>>& sets,
                          const std::vector<double>& values, const std::vector<step>& formula) {
  std::vector<bool> all(values.size(), true);
  if (std::is_same_v<Reading, nan_too>) return all;
  for (std::size_t i = first_node; i < values.size(); ++i) {
    const step& s = formula[i - first_node];
    const bool from_finite = is_finite(values[s.a]) && is_finite(values[s.b]);
    const bool infinite = !is_finite(values[i]) && (from_finite || !sets[i].known);
    all[i] = all[s.a] && all[s.b] && !infinite && !(s.operation == 3 && values[s.b] == 0);
  }
  return all;
}

template <class Reading>
void formulas(std::uint64_t stream, std::size_t& compared, std::size_t& changed) {
  using I = influence<double, inputs, Reading>;
  source from(stream);
  int failures = 0;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double values_of_constants[constants] = {0, 1, -1, 0.5, 2, infinity, -infinity, 3};
  for (std::uint64_t n = 0; n < 20'000 * attn_tests::fuzz::times() && failures < 3; ++n) {
    std::vector<step> formula(nodes);
    for (std::size_t i = 0; i < nodes; ++i)
      formula[i] = {some_operation(from), from.below(first_node + i), from.below(first_node + i)};
    std::vector<double> x(first_node), y;
    std::vector<I> marks(first_node);
    for (std::size_t i = 0; i < inputs; ++i) {
      x[i] = from.below(4) == 0 ? from.number<double>() : from.fraction<double>() * 4;
      if (std::is_same_v<Reading, finite_only> && !is_finite(x[i])) x[i] = 1;
      marks[i] = I::input(i);
    }
    for (std::size_t i = 0; i < constants; ++i) {
      x[inputs + i] = values_of_constants[i];
      marks[inputs + i] = I(values_of_constants[i]);
    }
    const std::size_t i = from.below(inputs);
    y = x;
    y[i] = from.below(4) == 0 ? from.number<double>() : from.fraction<double>() * 4;
    if (std::is_same_v<Reading, finite_only> && !is_finite(y[i])) y[i] = 2;
    if (!std::is_same_v<Reading, finite_only> && from.below(3) == 0)
      y[i] = from.below(2) == 0 ? infinity : std::numeric_limits<double>::quiet_NaN();

    const auto sets = evaluate(marks, formula);
    const auto before = evaluate(x, formula), after = evaluate(y, formula);
    const auto covered_before = covered(sets, before, formula);
    const auto covered_after = covered(sets, after, formula);
    for (std::size_t k = first_node; k < before.size(); ++k) {
      if (!covered_before[k] || !covered_after[k]) continue;
      ++compared;
      const bool is_changed = !same<Reading>(before[k], after[k]);
      changed += is_changed;
      const bool holds = (!is_changed || sets[k].reached_by(i)) &&
                         (!sets[k].known || same<Reading>(sets[k].constant, before[k]));
      if (holds) continue;
      ++failures;
      const step s = formula[k - first_node];
      CAPTURE(attn_tests::fuzz::seed(), n, k, s.operation, before[s.a], before[s.b], before[k],
              after[s.a], after[s.b], after[k], i, x[i], y[i], sets[k].known, sets[k].constant);
      FAIL_CHECK("an input that the set does not have");
      break;
    }
  }
  CHECK(failures == 0);
}

// --- functions of tensors -------------------------------------------------------------------------

using token = axis<"token", 3>;
using model = axis<"model", 4>;
using X = tensor<double, token, model>;
using encoder = nn::encoder_layer<double, model, axis<"head", 2>, axis<"inner", 3>, output_by_input,
                                  act::relu, post_norm>;

// Many of its numbers are 0, which cuts.
template <class Tensor>
Tensor some_tensor(source& from) {
  Tensor x;
  for (double& element : x) element = from.below(3) == 0 ? 0 : from.fraction<double>() * 3;
  return x;
}

// f(x, more…): x varies, and the others are constants.
template <class F, class... More>
void sampled(source& from, std::size_t& changed, const F& f, const More&... more) {
  using I = influence<double, X::volume>;
  const auto sets = f(marked(X{}), as<I>(more)...);
  for (int n = 0; n < 40; ++n) {
    const auto x = some_tensor<X>(from);
    const auto before = f(x, more...);
    for (std::size_t i = 0; i < x.size(); ++i) {
      auto y = x;
      y.data()[i] = from.below(4) == 0 ? 0 : from.fraction<double>() * 5;
      const auto after = f(y, more...);
      bool all = true;
      for (std::size_t k = 0; k < sets.size(); ++k) {
        const bool is_changed = !same<finite_only>(before.data()[k], after.data()[k]);
        changed += is_changed;
        all = all && (!is_changed || sets.data()[k].reached_by(i));
      }
      CHECK(all);
    }
  }
}

}  // namespace

TEST_CASE("scalars/influence: functions of tensors at random") {
  source from(3);
  std::size_t changed = 0;
  INFO("ATTN_FUZZ_SEED=" << attn_tests::fuzz::seed());
  const auto W = some_tensor<tensor<double, model, axis<"out", 5>>>(from);
  auto bias = some_tensor<tensor<double, token, axis<"key_token", 3>>>(from);
  bias(0, 1) = bias(2, 0) = -std::numeric_limits<double>::infinity();
  const auto layer = vector_to_parameters<encoder>(
      some_tensor<tensor<double, dim<parameter_count<encoder>>>>(from));
  sampled(from, changed, [](const auto& x, const auto& w) { return matmul(x, w); }, W);
  sampled(from, changed, [](const auto& x, const auto& w) { return softmax(matmul(x, w)); }, W);
  sampled(from, changed, [](const auto& x) { return softmax<"token">(x); });
  sampled(from, changed,
          [](const auto& x) { return log_softmax(x) + expand<model, 1>(logsumexp<1>(x)); });
  sampled(from, changed, [](const auto& x) { return layer_norm(x); });
  sampled(from, changed, [](const auto& x) { return relu(x) + softplus(-x); });
  sampled(from, changed, [](const auto& x) { return gelu_exact(x) + silu(-x) + gelu_tanh(x * 2); });
  sampled(from, changed, [](const auto& x) { return amax<"token">(x) - mean<"token">(x); });
  sampled(from, changed, [](const auto& x) { return rotary<half_pairs>(x); });
  sampled(from, changed, [](const auto& x) { return einsum<"t m, t m -> t">(x, x); });
  sampled(from, changed,
          [](const auto& x) { return scaled_dot_product_attention(x, x, x, causal<>); });
  sampled(from, changed, [](const auto& x) {
    return scaled_dot_product_attention(x, x, x, sliding_window<1, 0>);
  });
  sampled(
      from, changed,
      [](const auto& x, const auto& b) {
        return scaled_dot_product_attention(x, x, x, biased_by(b));
      },
      bias);
  sampled(from, changed, [](const auto& x, const auto& f) { return f(x, causal<>); }, layer);
  CHECK(changed > 5'000);
}

TEST_CASE("scalars/influence: formulas at random") {
  std::size_t compared = 0, changed = 0;
  formulas<finite_only>(1, compared, changed);
  CHECK(compared > 150'000);
  CHECK(changed > 15'000);
  compared = changed = 0;
  formulas<nan_too>(2, compared, changed);
  CHECK(compared == 20'000 * nodes * attn_tests::fuzz::times());
  CHECK(changed > 30'000);
}
