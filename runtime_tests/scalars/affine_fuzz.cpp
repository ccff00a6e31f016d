// SPDX-License-Identifier: BSL-1.0
// affine at random: for inputs within eps, what f computes in T, and in double, is the form, within
// its error, and within the range. Boxes are of every size, from a few places to larger than their
// centres; corners are tried as often as points inside, and of some boxes all of them. f is also a
// layer, or a sum whose order decides about most digits. What T computes is off from the result in
// double by `rounding` at most.
// With second_order, results and margins are within their bounds, and so are derivatives: in float,
// because the same templates for double take as long to compile once more. A linear relaxation
// bounds both results, and the differences of two outputs.
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/layers/activation.hpp>
#include <attn/layers/norm.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/encoder.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/elementwise.hpp>
#include <attn/ops/rearranging.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/scalars/certify.hpp>
#include <attn/scalars/jacobian.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/fuzz.hpp"
#include "runtime_tests/support/watched.hpp"

namespace {

using namespace attn;
using attn_tests::fuzz::source;
using wide = long double;

template <class Tensor>
Tensor some_center(source& from) {
  using T = typename Tensor::value_type;
  const std::size_t spread = from.below(3) * 6;
  const T offset = from.below(6) == 0 ? from.template fraction<T>() * T(1'000) : T(0);
  Tensor x;
  for (auto& element : x) {
    const int by =
        spread == 0 ? 0 : static_cast<int>(from.below(2 * spread)) - static_cast<int>(spread);
    element = offset + std::ldexp(T(2), by) * from.template fraction<T>();
  }
  return x;
}

// Whether a value of y is its form at the inputs z, which are within eps of x.
template <class T, std::size_t N>
bool is_form(const affine<T, N>& y, wide value, const T* x, const T* z, T eps) {
  if (!y.linear()) return true;
  wide rest = value - static_cast<wide>(y.center);
  for (std::size_t j = 0; j < N; ++j)
    if (eps > T(0))
      rest -= static_cast<wide>(y.slope[j]) * ((wide(z[j]) - wide(x[j])) / static_cast<wide>(eps));
  // What long double rounds here.
  const wide size = std::fabs(value) + std::fabs(wide(y.center)) + wide(y.spread);
  return std::fabs(rest) <= static_cast<wide>(y.error) + 0x1p-58l * size;
}

// What T computed, compared with the result in double, which also has an error.
template <std::size_t N>
bool is_rounded(const affine<float, N>& y, float in_t, double in_double) {
  const double size = static_cast<double>(affine<float, N>::magnitude(y.range));
  const double off = std::fabs(static_cast<double>(in_t) - in_double);
  return off <= static_cast<double>(y.rounding) * (1 + 0x1p-20) + 0x1p-40 * size;
}

// The bounds to second order, compared with the results for one input.
template <class F, class X>
class second_order_case {
 public:
  second_order_case(const F& f, const X& x, double eps)
      : f_(f), known_(certify(f, x, eps, second_order)), bounds_(known_.bounds()) {}

  template <class Y>
  bool holds_for(const X& z, const Y& y) const {
    bool all = true;
    for (std::size_t i = 0; i < y.size(); ++i)
      all = all && bounds_.data()[i].contains(y.data()[i]) &&
            (i == 0 || !bounds_.data()[i].bounded() || exceeds(y.data()[i], y.data()[0], i));
    const auto slopes = jacobian(f_, as<double>(z));
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      const auto& range = known_.output.data()[i / X::volume].gradient[i % X::volume].range;
      const double slope = slopes.data()[i], slack = 1e-9 * (1 + std::fabs(slope));
      all = all && (slope != slope || range.may_be_nan ||
                    (double(range.lower) <= slope + slack && slope - slack <= double(range.upper)));
    }
    return all;
  }

 private:
  template <class T>
  bool exceeds(const T& a, const T& b, std::size_t i) const {
    return !(b - b == T(0)) || wide(a) - wide(b) >= wide(known_.exceeds(i, 0));
  }

  const F& f_;
  decltype(certify(std::declval<F>(), X(), 0, second_order)) known_;
  decltype(known_.bounds()) bounds_;
};

// The bounds of a linear relaxation alone, compared with the results for one input.
template <class X, class Y>
class relaxed_case {
 public:
  using T = typename X::value_type;

  template <class F>
  relaxed_case(const F& f, const X& x, double eps)
      : y_(f(detail::recorded_in(record_, x, eps))), known_(y_.size()) {
    for (std::size_t i = 0; i < y_.size(); ++i) {
      const relaxed<T>& y = y_.data()[i];
      if (y.in != nullptr) record_.prepare(y.node);
      known_[i] = y.in != nullptr ? record_.tightened(y.node) : y.constant;
      bounded_ += known_[i].bounded() ? 1 : 0;
    }
    for (std::size_t i = 1; i < y_.size(); ++i)
      above_.push_back(y_.data()[i].in != nullptr && y_.data()[0].in != nullptr
                           ? record_.below(y_.data()[i].node, 1, y_.data()[0].node)
                           : -std::numeric_limits<double>::infinity());
  }
  std::size_t bounded() const { return bounded_; }

  // Of T, or of what is nearly exact: both are within.
  template <class U>
  bool holds_for(const U& y) const {
    bool all = true;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const auto value = y.data()[i];
      const wide slack = 0x1p-50l * std::fabs(wide(value));
      all = all && known_[i].lower <= known_[i].upper &&
            (value - value == 0 ? wide(known_[i].lower) - slack <= wide(value) &&
                                      wide(value) <= wide(known_[i].upper) + slack
                                : !known_[i].bounded());
      if (i > 0 && value - value == 0)
        all = all &&
              wide(value) - wide(y.data()[0]) + 0x1p-50l * std::fabs(wide(y.data()[0])) + slack >=
                  wide(above_[i - 1]);
    }
    return all;
  }

 private:
  detail::relaxation<T> record_{};
  Y y_;
  std::vector<interval<T>> known_;
  std::vector<double> above_{};
  std::size_t bounded_ = 0;
};

// x moved by eps, less what T rounds, to the side that each sign says.
template <class X, class Sign>
X moved(const X& x, double eps, const Sign& sign) {
  using T = typename X::value_type;
  X z = x;
  for (std::size_t j = 0; j < z.size(); ++j) {
    const T from = x.data()[j], to = from + static_cast<T>(eps) * sign(j);
    if (std::fabs(wide(to) - wide(from)) <= wide(eps)) z.data()[j] = to;
  }
  return z;
}
template <class X>
X corner(const X& x, double eps, std::size_t which) {
  using T = typename X::value_type;
  return moved(x, eps, [&](std::size_t j) { return (which >> j) % 2 == 0 ? T(-1) : T(1); });
}
template <class X>
X some_point(source& from, const X& x, double eps) {
  using T = typename X::value_type;
  return moved(x, eps, [&](std::size_t) {
    return from.below(2) == 0 ? (from.below(2) == 0 ? T(-1) : T(1)) : from.template fraction<T>();
  });
}

int tries() { return static_cast<int>(600 * attn_tests::fuzz::times()); }

std::size_t overflows = 0, unmarked = 0;  // of the results that were tried

// What overflows on the way is announced, of inputs of every size.
template <class X, class F>
std::size_t unannounced_overflows(source& from, const F& f) {
  using T = typename X::value_type;
  std::size_t found = 0;
  for (int n = 0; n < tries() / 4; ++n) {
    X x = some_center<X>(from);
    const auto most = static_cast<std::uint64_t>(std::numeric_limits<T>::max_exponent);
    for (T& element : x) element = std::ldexp(element, static_cast<int>(from.below(most)) - 8);
    const double eps = std::ldexp(1.0, -static_cast<int>(from.below(26)));
    const auto y = certify(f, x, eps).output;
    const auto steps = f(as<attn_tests::watched<T>>(some_point(from, x, eps)));
    for (std::size_t i = 0; i < y.size(); ++i) {
      overflows += steps.data()[i].overflowed ? 1 : 0;
      unmarked += y.data()[i].range.may_overflow ? 0 : 1;
      if (steps.data()[i].overflowed && !y.data()[i].range.may_overflow) ++found;
    }
  }
  return found;
}

template <class X, class F>
void try_function(const char* name, std::uint64_t stream, const F& f) {
  using T = typename X::value_type;
  source from(stream);
  int failures = 0, linear_cases = 0;
  std::size_t relaxed_results = 0;
  for (int n = 0; n < tries() && failures < 3; ++n) {
    const X x = some_center<X>(from);
    const double eps = std::ldexp(1.0, -static_cast<int>(from.below(26))) *
                       (1 + std::fabs(from.fraction<double>()));
    const auto y = certify(f, x, eps).output;
    const T by = interval<T>(eps).upper;
    linear_cases += y.data()[0].linear() ? 1 : 0;
    [[maybe_unused]] std::optional<second_order_case<F, X>> closer;
    if constexpr (std::is_same_v<T, float>)
      if (n % 16 == 0) closer.emplace(f, x, eps);
    using recorded_result = std::remove_cvref_t<decltype(f(
        detail::recorded_in(std::declval<detail::relaxation<T>&>(), x, eps)))>;
    std::optional<relaxed_case<X, recorded_result>> backward;
    if (n % 4 == 0) {
      backward.emplace(f, x, eps);
      relaxed_results += backward->bounded();
    }
    constexpr std::size_t corners = X::volume <= 6 ? std::size_t{1} << X::volume : 0;
    for (std::size_t p = 0; p < (n % 16 == 0 ? 8 + corners : 8); ++p) {
      const X z = p < 8 ? some_point(from, x, eps) : corner(x, eps, p - 8);
      const auto in_t = f(z);
      const auto in_double = f(as<double>(z));
      bool all = !backward || (backward->holds_for(in_t) &&
                               (std::is_same_v<T, double> || backward->holds_for(in_double)));
      if constexpr (std::is_same_v<T, float>) all = all && (!closer || closer->holds_for(z, in_t));
      for (std::size_t i = 0; i < y.size(); ++i) {
        const affine<T, X::volume>& form = y.data()[i];
        const T value = in_t.data()[i];
        all = all && form.range.lower <= form.range.upper && form.range.contains(value);
        if (value - value != T(0)) continue;
        all = all && is_form(form, value, x.data(), z.data(), by);
        // In double as good as exact for float, up to what double cancels.
        if constexpr (std::is_same_v<T, float>)
          if (form.range.bounded())
            all = all && is_form(form, in_double.data()[i], x.data(), z.data(), by) &&
                  is_rounded(form, value, in_double.data()[i]);
      }
      if (all) continue;
      CAPTURE(name, attn_tests::fuzz::seed(), n, p, eps);
      FAIL_CHECK("a point outside of its form");
      ++failures;
      break;
    }
  }
  CHECK(failures == 0);
  CHECK(linear_cases > tries() / 4);
  CHECK(relaxed_results > static_cast<std::size_t>(tries()) / 4);
  CHECK(unannounced_overflows<X>(from, f) == 0);
}

template <class T>
using few = tensor<T, axis<"row", 2>, axis<"column", 3>>;

template <class T>
void try_operations(std::uint64_t stream) {
  using X = few<T>;
  const auto each = [&](const char* name, const auto& f) { try_function<X>(name, stream++, f); };
  const auto other = [](const auto& x) { return flip<1>(x); };
  each("+", [&](const auto& x) { return x + other(x); });
  each("-", [&](const auto& x) { return x - other(x); });
  each("*", [&](const auto& x) { return multiply(x, other(x)); });
  each("square", [&](const auto& x) { return multiply(x, x); });
  const auto positive = [](const auto& x) {
    return map(x, [](const auto& e) { return e * e + std::remove_cvref_t<decltype(e)>(1); });
  };
  each("/", [&](const auto& x) { return divide(x, positive(other(x))); });
  each("max", [&](const auto& x) {
    return map(x, other(x), [](const auto& a, const auto& b) {
      using math::max;
      return max(a, b);
    });
  });
  each("relu", [](const auto& x) { return relu(x); });
  each("gelu_exact", [](const auto& x) { return gelu_exact(x); });
  each("gelu_tanh", [](const auto& x) { return gelu_tanh(x); });
  each("silu", [](const auto& x) { return silu(x); });
  each("exp",
       [](const auto& x) { return attn::exp(map(x, [](const auto& e) { return e / 64; })); });
  each("tanh", [](const auto& x) { return attn::tanh(x); });
  each("sigmoid", [](const auto& x) { return attn::sigmoid(x); });
  each("erf", [](const auto& x) { return attn::erf(x); });
  each("sin", [](const auto& x) { return attn::sin(x); });
  each("cos", [](const auto& x) { return attn::cos(x); });
  each("sqrt", [&](const auto& x) { return attn::sqrt(positive(x)); });
  each("log", [&](const auto& x) { return attn::log(positive(x)); });
  each("log1p", [&](const auto& x) { return attn::log1p(positive(x)); });
}

template <class T>
void try_rows(std::uint64_t stream) {
  using X = tensor<T, axis<"row", 2>, axis<"column", 5>>;
  const auto each = [&](const char* name, const auto& f) { try_function<X>(name, stream++, f); };
  using P = tensor<double, axis<"column", 5>>;
  constexpr P gain{1.5, -0.5, 2, 1, 0.25}, bias{1, 0, -3, 0.125, 8};
  each("softmax", [](const auto& x) { return softmax(x); });
  each("softmax of columns", [](const auto& x) { return softmax<0>(x); });
  each("log_softmax", [](const auto& x) { return log_softmax(x); });
  each("causal", [](const auto& x) { return masked_softmax(x, causal<top_left>); });
  each("layer_norm", [](const auto& x) { return layer_norm(x); });
  each("layer_norm with gain and bias", [&](const auto& x) {
    using E = typename std::remove_cvref_t<decltype(x)>::value_type;
    return layer_norm(x, as<E>(gain), as<E>(bias), E(1e-5));
  });
  each("rms_norm", [](const auto& x) {
    return rms_norm(x, typename std::remove_cvref_t<decltype(x)>::value_type(1e-6));
  });
  each("mean of squares", [](const auto& x) { return mean<1>(multiply(x, x)); });
  each("self-attention", [](const auto& x) { return scaled_dot_product_attention(x, x, x); });
  each("causal self-attention",
       [](const auto& x) { return scaled_dot_product_attention(x, x, x, causal<top_left>); });
  each("only what is kept", [](const auto& x) {
    return scaled_dot_product_attention(x, x, x, causal<top_left>, skip_masked);
  });
}

template <class T, class Norm, class Activation>
void try_layer(const char* name, std::uint64_t stream) {
  using width = axis<"width", 4>;
  using layer = nn::encoder_layer<T, width, axis<"head", 2>, axis<"inner", 6>, output_by_input,
                                  Activation, Norm>;
  const auto weights = splitmix_parameters<splitmix::s24, layer>(stream);
  try_function<tensor<T, axis<"token", 3>, width>>(name, stream, [&](const auto& x) {
    return as<typename std::remove_cvref_t<decltype(x)>::value_type>(weights)(x);
  });
}

}  // namespace

TEMPLATE_TEST_CASE("scalars/affine: operations at random", "", float, double) {
  overflows = unmarked = 0;
  try_operations<TestType>(5'000 * sizeof(TestType));
  CHECK((overflows > 100 && unmarked > 1'000));
}
TEMPLATE_TEST_CASE("scalars/affine: rows at random", "", float, double) {
  overflows = unmarked = 0;
  try_rows<TestType>(6'000 * sizeof(TestType));
  CHECK((overflows > 100 && unmarked > 1'000));
}
TEMPLATE_TEST_CASE("scalars/affine: layers at random", "", float, double) {
  constexpr std::uint64_t stream = 7'000 * sizeof(TestType);
  try_layer<TestType, post_norm, act::relu>("post-norm, ReLU", stream);
  try_layer<TestType, pre_norm, act::relu>("pre-norm, ReLU", stream + 1);
  try_layer<TestType, pre_norm, act::gelu_exact>("pre-norm, GELU", stream + 2);
}
