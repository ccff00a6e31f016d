// SPDX-License-Identifier: BSL-1.0
// term against its meaning, at random: of formulas of all operations, those with identical terms must
// have the same bits for special values too; in exact_arithmetic, integers are the measure. And what
// is proved of attention for all values is tried with NaN, infinities and zeros, in the kernels.
#include <attn/analysis.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/fuzz.hpp"
#include "static_tests/attention/proved_identities.hpp"
#include "static_tests/scalars/mutants.hpp"

namespace {

using namespace attn;
using attn_tests::fuzz::source;

// --- formulas -------------------------------------------------------------------------------------

constexpr std::size_t inputs = 3, constants = 9, nodes = 20, first_node = inputs + constants;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double values_of_constants[constants] = {0, -0.0, 1, -1, 0.5, 2, infinity, -infinity, 3};

struct step {
  std::size_t operation, a, b;
};

template <class V>
V apply(std::size_t operation, const V& a, const V& b) {
  using math::exp, math::max, math::min, math::pow, math::sqrt, math::tanh;
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
      return -a;
    case 7:
      return exp(a);
    case 8:
      return sqrt(a);
    case 9:
      return tanh(a);
    default:
      return pow(a, b);
  }
}
template <class V>
std::vector<V> evaluate(std::vector<V> values, const std::vector<step>& formula) {
  for (const step& s : formula) values.push_back(apply(s.operation, values[s.a], values[s.b]));
  return values;
}
// Sums, products and signs most often: they are what is simplified.
std::size_t some_operation(source& from) {
  return from.below(4) == 0 ? from.below(11) : from.below(3) == 0 ? 6 : from.below(6);
}

bool is_finite(double x) { return x - x == 0; }

template <class Reading>
void formulas(std::uint64_t stream) {
  using I = term<double, Reading>;
  constexpr bool finite = std::is_same_v<Reading, finite_only>;
  source from(stream);
  int failures = 0;
  std::size_t compared = 0;
  for (std::uint64_t n = 0; n < 10'000 * attn_tests::fuzz::times() && failures < 3; ++n) {
    std::vector<step> formula(nodes);
    for (std::size_t i = 0; i < nodes; ++i)
      formula[i] = {some_operation(from), from.below(first_node + i), from.below(first_node + i)};
    std::vector<double> x(first_node);
    std::vector<I> marks(first_node);
    for (std::size_t i = 0; i < inputs; ++i) {
      x[i] = from.below(4) == 0 ? from.number<double>() : from.fraction<double>() * 4;
      if (from.below(8) == 0) x[i] = -0.0;
      if (!finite && from.below(8) == 0) x[i] = std::numeric_limits<double>::quiet_NaN();
      if (finite && !is_finite(x[i])) x[i] = 1;
      marks[i] = I::input(i);
    }
    for (std::size_t i = 0; i < constants; ++i)
      marks[inputs + i] = x[inputs + i] = values_of_constants[i];
    const auto terms = evaluate(marks, formula);
    const auto values = evaluate(x, formula);
    std::vector<bool> covered(values.size(), true);
    for (std::size_t k = first_node; finite && k < values.size(); ++k) {
      const step& s = formula[k - first_node];
      covered[k] = covered[s.a] && covered[s.b] &&
                   (is_finite(values[k]) || (terms[k].known && !is_finite(terms[k].constant)));
    }
    for (std::size_t k = first_node; k < values.size(); ++k)
      for (std::size_t l = 0; l < k; ++l) {
        if (!covered[k] || !covered[l] || !identical(terms[k], terms[l])) continue;
        ++compared;
        const bool same =
            finite ? values[k] == values[l] || (values[k] != values[k] && values[l] != values[l])
                   : bitwise_equal(values[k], values[l]);
        if (same) continue;
        ++failures;
        const step s = formula[k - first_node];
        CAPTURE(attn_tests::fuzz::seed(), n, k, l, s.operation, values[s.a], values[s.b], values[k],
                values[l]);
        FAIL_CHECK("identical terms with other values");
      }
  }
  CHECK(failures == 0);
  CHECK(compared > 5'000);
}

TEST_CASE("identical terms have the same bits") { formulas<nan_too>(1); }
TEST_CASE("identical terms of finite numbers are equal") { formulas<finite_only>(2); }

// Sums, differences and products of small integers are exact in double: identical terms have equal
// values, and, which the other direction of the method adds here, different ones show it somewhere.
TEST_CASE("exact arithmetic agrees with integers") {
  using I = term<double, exact_arithmetic>;
  source from(3);
  std::size_t same = 0;
  for (std::uint64_t n = 0; n < 5'000; ++n) {
    std::vector<step> formula(12);
    for (std::size_t i = 0; i < 12; ++i)
      formula[i] = {from.below(3), from.below(4 + i), from.below(4 + i)};
    const auto terms = evaluate<I>({I::input(0), I::input(1), I::input(2), I(2)}, formula);
    std::vector<std::vector<double>> values;
    for (int point = 0; point < 12; ++point) {
      std::vector<double> x;
      for (std::size_t i = 0; i < 3; ++i) x.push_back(static_cast<int>(from.below(9)) - 4);
      x.push_back(2);
      values.push_back(evaluate(x, formula));
    }
    for (std::size_t k = 4; k < terms.size(); ++k)
      for (std::size_t l = 0; l < k; ++l) {
        bool exact = true, equal = true;
        for (const auto& at : values) {
          for (std::size_t i = 0; i <= k; ++i) exact = exact && std::abs(at[i]) < 0x1p50;
          equal = equal && at[k] == at[l];
        }
        if (!exact) continue;
        same += equal;
        if (identical(terms[k], terms[l])) CHECK(equal);
        // Twelve points of [-4, 4]^3 may agree by chance, of polynomials of a high degree.
        if (k < 7 && equal) CHECK(identical(terms[k], terms[l]));
      }
  }
  CHECK(same > 1'000);
}

// What is proved equal is also equal modulo another prime in which 2 has the order (prime - 1) / 2:
// also with factors and terms for which a proof once had 1.
TEST_CASE("exact arithmetic agrees with residues") {
  using I = term<double, exact_arithmetic>;
  constexpr std::uint64_t prime = 1'000'000'007;
  const auto power = [](int exponent) {
    std::uint64_t y = 1;
    for (int i = 0; i < std::abs(exponent); ++i)
      y = exponent > 0 ? 2 * y % prime : (y % 2 == 0 ? y : y + prime) / 2;
    return y;
  };
  source from(5);
  std::size_t same = 0;
  for (std::uint64_t n = 0; n < 5'000 * attn_tests::fuzz::times(); ++n) {
    std::vector<I> terms{I::input(0), I::input(1), I(1)};
    std::vector<std::uint64_t> values{from.below(prime), from.below(prime), 1};
    for (const int exponent : {31, 61, -61, 62, 64, 122, -122, 124}) {
      terms.push_back(I(std::ldexp(1.0, exponent)));
      values.push_back(power(exponent));
    }
    for (int i = 0; i < 12; ++i) {
      const std::size_t which = from.below(3), a = from.below(terms.size()),
                        b = from.below(terms.size());
      const I x = terms[a], y = terms[b];
      terms.push_back(which == 0 ? x + y : which == 1 ? x - y : x * y);
      values.push_back(which == 0   ? (values[a] + values[b]) % prime
                       : which == 1 ? (values[a] + prime - values[b]) % prime
                                    : values[a] * values[b] % prime);
    }
    for (std::size_t k = 0; k < terms.size(); ++k)
      for (std::size_t l = 0; l < k; ++l) {
        if (!identical(terms[k], terms[l])) continue;
        ++same;
        CHECK(values[k] == values[l]);
      }
  }
  CHECK(same > 1'000);
}

// --- attention, in the kernels --------------------------------------------------------------------

template <class X>
X special(source& from) {
  X x;
  for (auto& element : x) {
    element = from.fraction<typename X::value_type>() * 2;
    if (from.below(20) == 0) element = from.number<typename X::value_type>();
    if (from.below(40) == 0) element = std::numeric_limits<typename X::value_type>::quiet_NaN();
    if (from.below(10) == 0) element = -0.0f;
  }
  return x;
}
template <class F, class G, class... X>
void agree(const F& f, const G& g, const X&... x) {
  REQUIRE(same_for_all_inputs(f, g, x...));
  source from(4);
  int differ = 0;
  for (int n = 0; n < 1'000; ++n) {
    const std::tuple<X...> values{special<X>(from)...};
    differ += !bitwise_equal(std::apply(f, values), std::apply(g, values));
  }
  CHECK(differ == 0);
}

TEMPLATE_TEST_CASE("what is proved for all values holds for special ones", "", float, double) {
  namespace proved = attn_tests::proved_identities_tests;
  namespace cached = attn_tests::mutants_tests;
  using T = TestType;
  const auto& q = proved::q<T>;
  const auto& k = proved::k<T>;
  const auto& v = proved::v<T>;
  agree([](const auto& a, const auto& b,
           const auto& c) { return proved::attend(proved::rotated(a), b, c); },
        [](const auto& a, const auto& b, const auto& c) {
          return proved::rotated(proved::attend(a, b, c));
        },
        q, k, v);
  agree(
      proved::attend,
      [](const auto& a, const auto& b, const auto& c) {
        const auto scores = matmul(b, transpose(a)) * default_scale<T>(6);
        return transpose(matmul(transpose(c), softmax<"key">(scores)));
      },
      q, k, v);
  const tensor<T, attn_tests::axes::token, attn_tests::axes::width> x;
  const tensor<T, attn_tests::axes::token, cached::content> values;
  agree(cached::causal_attention, cached::decoding<0>{}, x, x, values);
}

}  // namespace
