// SPDX-License-Identifier: BSL-1.0
// Rows of interval at random: products, softmax, masked or not, the norms and attention of points in
// a box, in T and in double, are between the bounds of the box. A million points of float and double
// together, corners of the boxes among them; sizes differ by up to 2^40 in one row, so that the order
// of a sum decides about most of its digits. What overflows on the way is announced.
#include <attn/attention/grouped_query.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/norm.hpp>
#include <attn/models/attend.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/scalars/bounds.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/fuzz.hpp"
#include "runtime_tests/support/watched.hpp"

namespace {

using namespace attn;
using attn_tests::fuzz::at_place;
using attn_tests::fuzz::place_of;
using attn_tests::fuzz::source;

// The sizes of the numbers and the widths of the boxes of one case.
template <class Tensor>
auto some_box(source& from) {
  using T = typename Tensor::value_type;
  const std::size_t spread = from.below(4) * 7;
  const T offset = from.below(4) == 0 ? from.template fraction<T>() * T(100'000) : T(0);
  const T width = std::ldexp(T(1), -static_cast<int>(from.below(28)));
  const bool points = from.below(8) == 0;
  // A row whose differences from its mean are rounding errors.
  const bool nearly_constant = from.below(4) == 0;
  const auto size = [&] {
    const int by =
        spread == 0 ? 0 : static_cast<int>(from.below(2 * spread)) - static_cast<int>(spread);
    return std::ldexp(T(2), by);
  };
  tensor_of<interval<T>, typename Tensor::shape_type> box;
  for (auto& x : box) {
    if (nearly_constant) {
      const std::int64_t place = place_of(offset + 1) + static_cast<std::int64_t>(from.below(3));
      x = interval<T>(at_place<T>(place), at_place<T>(place + (points ? 0 : 1)));
      continue;
    }
    const T scale = size(), a = offset + scale * from.template fraction<T>();
    T b = points ? a : a + scale * width * from.template fraction<T>();
    if (from.below(16) == 0) b = from.template number<T>();
    if (b != b) b = a;
    x = a < b ? interval<T>(a, b) : interval<T>(b, a);
  }
  return box;
}
template <class T>
T some_point(source& from, const interval<T>& x) {
  const auto clamped = [&](T y) {
    return y != y || y < x.lower ? x.lower : y > x.upper ? x.upper : y;
  };
  switch (from.below(5)) {
    case 0:
    case 1:
      return x.lower;
    case 2:
    case 3:
      return x.upper;
    default:
      return clamped(x.lower + (x.upper - x.lower) * std::fabs(from.template fraction<T>()));
  }
}
template <class T, class... Axes>
tensor<T, Axes...> some_point(source& from, const tensor<interval<T>, Axes...>& box) {
  tensor<T, Axes...> x;
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = some_point(from, box.data()[i]);
  return x;
}

// As good as exact for float. A bound may be the exact result itself, which double rounds.
template <class T>
bool has_exact(const interval<T>& y, double exact) {
  if (std::is_same_v<T, double>) return true;
  const double slack = 1e-9 * std::fabs(exact) + 1e-300;
  return y.may_be_nan || (static_cast<double>(y.lower) <= exact + slack &&
                          exact - slack <= static_cast<double>(y.upper));
}

std::size_t overflows = 0, unmarked = 0;  // of the results that were tried

// f of points in T and in double, against the bounds y.
template <class T, class... Axes, class F, class... X>
bool holds_at(const F& f, const tensor<interval<T>, Axes...>& y, const X&... x) {
  const bool exactly = bounded(y);  // elsewhere T may overflow where double does not
  const auto got = f(x...);
  const auto exact = f(as<double>(x)...);
  const auto steps = f(as<attn_tests::watched<T>>(x)...);
  bool all = true;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const interval<T>& bounds = y.data()[i];
    const T value = got.data()[i];
    all = all && bounds.lower <= bounds.upper && bounds.contains(value);
    all = all && (!bounds.bounded() || value - value == T(0));
    const auto& step = steps.data()[i];
    all = all && (step.value == value || value != value);
    all = all && (!step.overflowed || bounds.may_overflow);
    overflows += step.overflowed ? 1 : 0;
    unmarked += bounds.may_overflow ? 0 : 1;
    if (exactly) all = all && has_exact(bounds, exact.data()[i]);
    if (!all) {
      INFO("element " << i << ": " << value << ", in double " << exact.data()[i] << "; bounds "
                      << bounds.lower << " to " << bounds.upper << ", " << bounds.may_be_nan);
      CHECK(all);
      return false;
    }
  }
  return all;
}

int tries() { return static_cast<int>(1'400 * attn_tests::fuzz::times()); }
constexpr int points = 8;

// f of boxes against f of points in them.
template <class... Tensor, class F>
void try_function(const char* name, std::uint64_t stream, const F& f) {
  source from(stream);
  int failures = 0, bounded_cases = 0;
  for (int n = 0; n < tries() && failures < 3; ++n) {
    const auto run = [&](const auto&... box) {
      const auto y = f(box...);
      bounded_cases += bounded(y) ? 1 : 0;
      for (int i = 0; i < points; ++i) {
        if (holds_at(f, y, some_point(from, box)...)) continue;
        CAPTURE(name, attn_tests::fuzz::seed(), n, i);
        FAIL_CHECK("a point outside of the bounds");
        ++failures;
        break;
      }
    };
    run(some_box<Tensor>(from)...);
  }
  CHECK(failures == 0);
  CHECK(bounded_cases > tries() / 10);
}

template <class T, std::size_t N>
using row = tensor<T, axis<"row", 2>, axis<"column", N>>;

template <class T, std::size_t N>
void try_rows(std::uint64_t stream) {
  using X = row<T, N>;
  using P = tensor<T, axis<"column", N>>;
  const auto of = [&](const char* name, const auto& f) { try_function<X>(name, stream++, f); };
  const auto element = [](const auto& x) {
    return typename std::remove_cvref_t<decltype(x)>::value_type();
  };
  of("softmax", [](const auto& x) { return softmax(x); });
  of("softmax of columns", [](const auto& x) { return softmax<0>(x); });
  of("causal", [](const auto& x) { return masked_softmax(x, causal<top_left>); });
  of("layer_norm", [](const auto& x) { return layer_norm(x); });
  of("layer_norm of columns", [](const auto& x) { return layer_norm<0>(x); });
  of("layer_norm, small eps",
     [&](const auto& x) { return layer_norm(x, decltype(element(x))(1e-12)); });
  of("rms_norm", [&](const auto& x) { return rms_norm(x, decltype(element(x))(1e-6)); });
  try_function<X, P, P>("layer_norm with gain and bias", stream++,
                        [&](const auto& x, const auto& gain, const auto& bias) {
                          return layer_norm(x, gain, bias, decltype(element(x))(1e-5));
                        });
  of("squares", [](const auto& x) { return mean<1>(multiply(x, x)); });
}

template <class T, std::size_t Keys>
void try_attention(std::uint64_t stream) {
  using Q = tensor<T, axis<"token", 2>, dim<3>>;
  using K = tensor<T, axis<"key", Keys>, dim<3>>;
  using V = tensor<T, axis<"key", Keys>, dim<2>>;
  const auto attention = [](const auto&... option) {
    return [=](const auto& q, const auto& k, const auto& v) {
      return scaled_dot_product_attention(q, k, v, option...);
    };
  };
  try_function<Q, K, V>("attention", stream++, attention());
  try_function<Q, K, V>("causal attention", stream++, attention(causal<top_left>));
  try_function<Q, K, V>("only what is kept", stream++, attention(causal<top_left>, skip_masked));
}

}  // namespace

TEMPLATE_TEST_CASE("scalars/interval: rows at random", "", float, double) {
  constexpr std::uint64_t stream = 1'000 * sizeof(TestType);
  overflows = unmarked = 0;
  try_rows<TestType, 1>(stream);
  try_rows<TestType, 2>(stream + 20);
  try_rows<TestType, 5>(stream + 40);
  try_rows<TestType, 37>(stream + 60);
  CHECK((overflows > 10'000 && unmarked > 1'000'000));
}
TEMPLATE_TEST_CASE("scalars/interval: attention at random", "", float, double) {
  constexpr std::uint64_t stream = 2'000 * sizeof(TestType);
  try_attention<TestType, 1>(stream);
  try_attention<TestType, 3>(stream + 20);
  try_attention<TestType, 19>(stream + 40);
}
TEMPLATE_TEST_CASE("scalars/interval: products at random", "", float, double) {
  constexpr std::uint64_t stream = 3'000 * sizeof(TestType);
  using A = tensor<TestType, dim<2>, axis<"inner", 3>>;
  using B = tensor<TestType, axis<"inner", 3>, dim<2>>;
  try_function<A, B>("matmul", stream, [](const auto& a, const auto& b) { return matmul(a, b); });
  using X = tensor<TestType, dim<1>, axis<"inner", 2>>;
  using W = tensor<TestType, dim<9>, axis<"inner", 2>>;
  try_function<X, W>("linear", stream + 1,
                     [](const auto& x, const auto& w) { return linear<output_by_input>(x, w); });
}
