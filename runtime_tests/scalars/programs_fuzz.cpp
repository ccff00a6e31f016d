// SPDX-License-Identifier: BSL-1.0
// Random programs, as a user could write them: sums of products of numbers, which the compiler may
// fuse where the target has the instruction, and which are fused here in half of the steps whatever
// it does. What is computed in T is within interval, within affine's form and within the bounds of a
// linear relaxation, for random inputs and corners of boxes of every size, also of boxes in parts. An input that influence
// does not have changes nothing. Known numbers that cancel if the product is rounded are frequent.
#include <attn/analysis.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/fuzz.hpp"

namespace {

using namespace attn;
using attn_tests::fuzz::source;

constexpr std::size_t inputs = 5, knowns = 5, steps = 12, all = inputs + knowns + steps;
constexpr int points = 16;

struct step {
  std::size_t operation, a, b, c, d;
  bool fused;  // of numbers
};
struct program {
  step each[steps];
};

// a * b + c: with one rounding, or as the compiler likes. Elements of proofs do not know which.
template <class V>
V multiply_and_add(const V& a, const V& b, const V& c, [[maybe_unused]] bool fused) {
  if constexpr (std::is_floating_point_v<V>)
    if (fused) return std::fma(a, b, c);
  return a * b + c;
}
template <class V>
V multiply_and_subtract(const V& a, const V& b, const V& c, [[maybe_unused]] bool fused) {
  if constexpr (std::is_floating_point_v<V>)
    if (fused) return std::fma(a, b, -c);
  return a * b - c;
}
template <class V>
V apply(const step& s, const V& a, const V& b, const V& c, const V& d) {
  using math::exp, math::max, math::min, math::sqrt, math::tanh;
  switch (s.operation) {
    case 0:
    case 1:
      return multiply_and_subtract(a, b, c, s.fused);
    case 2:
      return multiply_and_add(a, b, c, s.fused);
    case 3:
      return c - a * b;
    case 4:
      return multiply_and_add(a, b, V(c * d), s.fused);
    case 5:
      return multiply_and_subtract(a, b, V(c * d), s.fused) * a;
    case 6:
      return a * b;
    case 7:
      return a + b;
    case 8:
      return a - b;
    case 9:
      return a / (b * b + V(1));
    case 10:
      return max(a * b, c);
    case 11:
      return min(a, b) * c + d;
    case 12:
      return exp(tanh(a)) * b;
    case 13:
      return sqrt(a * a + b * b);
    case 14:
      return -(a * b) + c;
    default:
      return tanh(a) * b - c;
  }
}
template <class V>
void evaluate(const program& of, V* numbers) {
  for (std::size_t i = 0; i < steps; ++i) {
    const step& s = of.each[i];
    numbers[inputs + knowns + i] = apply(s, numbers[s.a], numbers[s.b], numbers[s.c], numbers[s.d]);
  }
}

// A number within eps of x, often at its ends.
template <class T>
T some_value(source& from, const T& x, double eps) {
  const T by = from.below(2) == 0 ? (from.below(2) == 0 ? T(-1) : T(1)) : from.fraction<T>();
  const T to = x + static_cast<T>(eps) * by;
  return std::fabs(static_cast<long double>(to) - static_cast<long double>(x)) <= eps ? to : x;
}
// The last results, of a tensor of inputs.
template <class T>
struct last_results {
  program of;
  T known[knowns];

  template <class E>
  tensor<E, axis<"result", 3>> operator()(const tensor<E, axis<"input", inputs>>& x) const {
    E numbers[all]{};
    for (std::size_t i = 0; i < inputs; ++i) numbers[i] = x(i);
    for (std::size_t i = 0; i < knowns; ++i) numbers[inputs + i] = known[i];
    evaluate(of, numbers);
    return {numbers[all - 3], numbers[all - 2], numbers[all - 1]};
  }
};
// Of a box in parts.
template <class Certificate, class T>
bool holds_in_parts(const Certificate& known, const tensor<T, axis<"input", inputs>>& x,
                    const auto& f, double eps, source& from) {
  const auto bounds = known.bounds();
  const T margin = known.template margin<"result">()();
  std::size_t largest = 3;
  for (int p = 0; p < points; ++p) {
    tensor<T, axis<"input", inputs>> z;
    for (std::size_t i = 0; i < inputs; ++i) z(i) = some_value(from, x(i), eps);
    const auto y = f(z);
    if (!encloses(bounds, y)) return false;
    if (margin > T(0)) {  // the same result is the largest one, by as much
      std::size_t best = 0, second = 1;
      for (std::size_t i = 1; i < 3; ++i)
        if (y(i) > y(best)) best = i;
      second = best == 0 ? 1 : 0;
      for (std::size_t i = 0; i < 3; ++i)
        if (i != best && y(i) > y(second)) second = i;
      if (largest != 3 && largest != best) return false;
      largest = best;
      if (static_cast<long double>(y(best)) - static_cast<long double>(y(second)) <
          static_cast<long double>(margin))
        return false;
    }
  }
  return true;
}

program some_program(source& from) {
  program made;
  for (std::size_t i = 0; i < steps; ++i) {
    const std::size_t before = inputs + knowns + i;
    // The numbers that are known, and what was computed last, are frequent.
    const auto operand = [&] {
      const std::size_t which = from.below(4);
      return which == 0   ? inputs + from.below(knowns)
             : which == 1 ? before - 1 - from.below(i < 3 ? i + 1 : 3)
                          : from.below(before);
    };
    made.each[i] = {from.below(16), operand(), operand(), operand(), operand(), from.below(2) == 0};
  }
  // Often the difference of known numbers that is 0 with two roundings, times an input.
  constexpr std::size_t known = inputs, first = inputs + knowns;
  if (from.below(4) == 0) {
    made.each[0] = {from.below(2) * 5, known, known + 1, known + 2, known + 3, true};
    made.each[1] = {6, from.below(inputs), first, first, first, false};
  }
  return made;
}

template <class T>
struct counts {
  std::uint64_t programs = 0, results = 0, bounded = 0, changed = 0, cut = 0;
};

template <class T>
void try_program(source& from, std::uint64_t n, int& failures, counts<T>& count) {
  const program made = some_program(from);
  T x[all]{};
  const int spread = static_cast<int>(from.below(3)) * 40;
  for (std::size_t i = 0; i < inputs; ++i)
    x[i] = std::ldexp(
        from.fraction<T>(),
        spread == 0 ? 1 : static_cast<int>(from.below(std::size_t(2 * spread))) - spread);
  // Known: two factors, what their product rounds to, and 1 and 0.
  x[inputs] = from.fraction<T>() * 2, x[inputs + 1] = from.fraction<T>() * 2;
  x[inputs + 2] = math::rounded(x[inputs] * x[inputs + 1]);
  x[inputs + 3] = T(1), x[inputs + 4] = T(0);
  const double eps = from.below(8) == 0 ? 0 : std::ldexp(1.0, -static_cast<int>(from.below(40)));

  interval<T> ranges[all];
  affine<T, inputs> forms[all];
  detail::relaxation<T> record;
  relaxed<T> recorded[all];
  influence<T, inputs> sets[all];
  for (std::size_t i = 0; i < inputs; ++i) {
    forms[i] = affine<T, inputs>::input(x[i], eps, i);
    ranges[i] = forms[i].range;
    recorded[i] = relaxed<T>::input(x[i], eps, record);
    sets[i] = influence<T, inputs>::input(i);
  }
  for (std::size_t i = inputs; i < inputs + knowns; ++i) {
    forms[i] = x[i], ranges[i] = x[i], recorded[i] = x[i];
    sets[i] = x[i];
  }
  evaluate(made, ranges);
  evaluate(made, forms);
  evaluate(made, recorded);
  evaluate(made, sets);
  // The last results by a relaxation, which takes long.
  constexpr std::size_t relaxed_from = all - 3;
  for (std::size_t i = relaxed_from; i < all; ++i)
    if (recorded[i].in != nullptr) record.prepare(recorded[i].node);
  const auto backward = [&](std::size_t i) {
    return recorded[i].in != nullptr ? record.tightened(recorded[i].node) : recorded[i].constant;
  };
  ++count.programs;
  for (std::size_t i = inputs + knowns; i < all; ++i) count.bounded += ranges[i].bounded() ? 1 : 0;

  const auto failed = [&](const char* why, std::size_t i) {
    ++failures;
    const step& s = made.each[i - inputs - knowns];
    CAPTURE(attn_tests::fuzz::seed(), n, i, s.operation, s.a, s.b, s.c, s.d, s.fused, eps, why);
    FAIL_CHECK("a program whose result is not what is proved");
  };
  for (int p = 0; p < points; ++p) {
    T z[all]{};
    for (std::size_t i = 0; i < inputs + knowns; ++i) z[i] = x[i];
    for (std::size_t i = 0; i < inputs; ++i) z[i] = some_value(from, x[i], eps);
    evaluate(made, z);
    for (std::size_t i = inputs + knowns; i < all; ++i) {
      ++count.results;
      if (!ranges[i].contains(z[i])) return failed("interval", i);
      if (!forms[i].range.contains(z[i])) return failed("affine's range", i);
      if (i >= relaxed_from && !backward(i).contains(z[i])) return failed("relaxation", i);
      if (!forms[i].linear() || !(eps > 0)) continue;
      long double rest = static_cast<long double>(z[i]) - static_cast<long double>(forms[i].center);
      const long double reach = interval<T>(eps).upper;
      for (std::size_t j = 0; j < inputs; ++j)
        rest -= static_cast<long double>(forms[i].slope[j]) *
                ((static_cast<long double>(z[j]) - static_cast<long double>(x[j])) / reach);
      const long double size = std::fabs(static_cast<long double>(z[i])) +
                               std::fabs(static_cast<long double>(forms[i].center)) +
                               static_cast<long double>(forms[i].spread);
      if (!(std::fabs(rest) <= static_cast<long double>(forms[i].error) + 0x1p-58l * size))
        return failed("affine's form", i);
    }
  }
  if (n % 8 == 0) {
    last_results<T> f{made, {}};
    for (std::size_t i = 0; i < knowns; ++i) f.known[i] = x[inputs + i];
    tensor<T, axis<"input", inputs>> center;
    for (std::size_t i = 0; i < inputs; ++i) center(i) = x[i];
    const auto holds = [&](const auto&... order) {
      return holds_in_parts(certify(f, center, eps, order...), center, f, eps, from);
    };
    if (!holds(bisected<4>)) return failed("in parts", all - 1);
    if (!holds(linear_relaxation, bisected<2>)) return failed("relaxation in parts", all - 1);
  }
  // One input has another value; the others and the known numbers have theirs. All are finite.
  T before[all]{}, after[all]{};
  for (std::size_t i = 0; i < inputs + knowns; ++i) before[i] = after[i] = x[i];
  const std::size_t moved = from.below(inputs);
  after[moved] = from.fraction<T>() * 8;
  evaluate(made, before);
  evaluate(made, after);
  for (std::size_t i = inputs + knowns; i < all; ++i)
    if (!(before[i] - before[i] == T(0)) || !(after[i] - after[i] == T(0))) return;
  for (std::size_t i = inputs + knowns; i < all; ++i) {
    const bool is_changed = before[i] != after[i], reached = sets[i].reached_by(moved);
    count.changed += is_changed ? 1 : 0;
    count.cut += reached ? 0 : 1;
    if (is_changed && !reached) return failed("influence", i);
  }
}

}  // namespace

TEMPLATE_TEST_CASE("scalars: programs at random", "", float, double) {
  source from(700 + sizeof(TestType));
  int failures = 0;
  counts<TestType> count;
  const std::uint64_t wanted = 5'000 * attn_tests::fuzz::times();
  for (std::uint64_t n = 0; n < wanted && failures < 3; ++n)
    try_program<TestType>(from, n, failures, count);
  CHECK(failures == 0);
  CHECK(count.programs == wanted);
  CHECK(count.results > wanted * steps);
  CHECK(count.bounded > wanted * steps / 4);
  CHECK(count.changed > wanted);
  CHECK(count.cut > wanted);
}
