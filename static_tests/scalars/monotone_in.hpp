// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/monotone_in.hpp promises: of functions, a layer and a model of one's own, of wrong
// ones, and of what cannot be decided.
#pragma once

#include <boost/hana/define_struct.hpp>

#include "static_tests/tests.hpp"

namespace attn_tests::monotone_in_tests {
using token = axis<"token", 2>;
using answer = axis<"answer", 1>;
template <class T> using rows = tensor<T, token, feature>;

constexpr auto itself = [](const auto& x) { return x; };
using box_type = tensor<interval<double>, token, feature>;
static_assert(rules::monotone_call<detail::every_input, decltype(itself), box_type>::all::value);
static_assert(
    !rules::monotone_call<detail::every_input, decltype(itself), rows<double>>::all::value);
static_assert(rules::index_call<axis_selector("feature"), 2, box_type>::all::value);
static_assert(!rules::index_call<axis_selector("feature"), 3, box_type>::all::value);

// --- functions --------------------------------------------------------------------------------

// --- kinks and places without a value -----------------------------------------------------------

// --- a layer and a model of one's own -----------------------------------------------------------

// A score that must not fall with features 0 and 1, whatever feature 2 is.
template <class T> struct score_model {
  using first_layer = nn::linear<T, feature, hidden, output_by_input>;
  using last_layer = nn::linear<T, hidden, answer, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(score_model, (first_layer, first), (last_layer, last));
  template <class U> using with_element = score_model<U>;

  template <class X> constexpr auto operator()(const X& x) const {
    return sigmoid(last(tanh(first(x))));
  }
};
template <class T> constexpr score_model<T> trained() {
  score_model<T> m;
  m.first.weight = {{T(0.5), T(1), -2}, {T(0.25), 0, T(1.5)}, {-1, T(-0.5), 1}, {0, T(0.125), 3}};
  m.first.bias = {T(0.5), -1, T(0.25), 0};
  m.last.weight = {{1, T(0.5), -2, T(0.25)}};
  return m;
}

// --- what is not proved: roundings ----------------------------------------------------------------

// --- bounds of derivatives contain the derivatives -------------------------------------------------

// At points of the box, and the slopes between them.
template <class T, class F>
constexpr bool contains_derivatives(const F& f, const rows<T>& low, const rows<T>& high) {
  const auto y = f(detail::growing<detail::every_input>(between(low, high)));
  bool all = true;
  std::uint64_t points = 1;
  if (!std::is_constant_evaluated()) points = 64;
  for (std::uint64_t seed = 0; seed < points; ++seed) {
    rows<T> x;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const T part = (number<T>(seed, i) + 1) / 2;
      x.data()[i] = low.data()[i] + detail::rounded((high.data()[i] - low.data()[i]) * part);
    }
    tensor<dual<T, 6>, token, feature> at;
    for (std::size_t i = 0; i < x.size(); ++i) at.data()[i] = dual<T, 6>::variable(x.data()[i], i);
    const auto exact = f(at);
    for (std::size_t i = 0; i < y.size(); ++i) {
      all = all && y.data()[i].value.contains(exact.data()[i].value);
      for (std::size_t j = 0; j < 6; ++j) {
        const interval<T> slope = y.data()[i].gradient[j];
        const T found = exact.data()[i].gradient[j];
        const T error = 64 * std::numeric_limits<T>::epsilon() * (1 + math::max(found, -found));
        all =
            all && slope.bounded() && slope.lower - error <= found && found <= slope.upper + error;
      }
    }
  }
  return all;
}
template <class T> constexpr rows<T> above(const rows<T>& x) {
  rows<T> y = x;
  for (std::size_t i = 0; i < y.size(); ++i) y.data()[i] = x.data()[i] + (number<T>(9, i) + 1) / 4;
  return y;
}
template <class T, class... F> constexpr report contained(const F&... f) {
  report r;
  const auto low = launder(filled<rows<T>>(7, T(1)));
  (r.check(contains_derivatives<T>(f, low, above<T>(low))), ...);
  return r;
}

inline constexpr auto behaviours = [](test_table& tests) {
  // A weight rises with its own score, and falls with the others.
  tests.proved<float, double>("weights of scores", []<class T>(report& r) {
    const auto box = launder(between<rows<T>>(-3, 3));
    const auto own = [](const auto& x) { return select<"feature">(softmax(x), 1); };
    const auto found = is_monotone_in<"feature", 1>(own, box);
    has_type<monotone_report<T, shape<token, feature>, token>>(found);
    r.check(found);
    r.check(says(found, "attn::check: as expected"));
    r.check(found.depending == 2 && found.violated == 0 && found.undecided == 0);
    r.check(is_monotone_in<"feature", 0, non_increasing>(own, box));
    r.check(is_monotone_in<"feature", 1, non_decreasing>(own, box));
    const auto wrong = is_monotone_in<"feature", 0>(own, box);
    r.check(!wrong && wrong.violated == 2 && wrong.undecided == 0 && wrong.output == 0);
    r.check(wrong.input == 0 && wrong.lower < wrong.upper && wrong.upper < 0);
    r.check(!is_monotone(own, box) && is_monotone(own, box).violated == 4);
    // Nothing depends on a score of another token.
    r.check(is_monotone(own, box).depending == 6);
    r.bits(wrong.lower);
  });
  tests.proved<float, double>("messages", []<class T>(report& r) {
    const auto box = launder(between<rows<T>>(1, 2));
    const auto one_falls = [](const auto& x) {
      auto y = x;
      y(1, 2) = x(1, 2) * -3 + x(1, 0);
      return y;
    };
    const auto found = is_monotone(one_falls, box);
    r.check(found.output == 5 && found.input == 5 && found.lower == -3 && found.upper == -3);
    r.check(says(found,
        "attn::check: at (token 1, feature 2): slope -3 to -3 in token 1, feature 2, not 0 "
        "or more; 1 pairs violated, 0 undecided"));
    r.check(found.parts == 7);
    const auto other_way = is_monotone_in<"feature", 0, non_increasing>(one_falls, box);
    r.check(says(other_way,
        "attn::check: at (token 0, feature 0): slope 1 to 1 in token 0, feature 0, not 0 or "
        "less; 3 pairs violated, 0 undecided"));
    r.check(is_monotone_in<"feature", 0>(one_falls, box) &&
            is_monotone_in<"feature", 2, non_increasing>([](const auto& x) { return -x; }, box));
  });
  // Averages of values rise with the values, for all queries and keys.
  tests.proved<float, double>("averages of values", []<class T>(report& r) {
    const auto values = between<rows<T>>(-9, 9);
    const auto keys = launder(between<rows<T>>(-1, 1));
    const auto attend = [](const auto& v, const auto& q, const auto& k, const auto&... options) {
      return scaled_dot_product_attention(q, as_keys(k), as_keys(v), options...);
    };
    r.check(is_monotone(attend, values, keys, keys));
    r.check(is_monotone(attend, values, keys, keys, causal<>));
    r.check(is_monotone(attend, values, keys, keys, causal<>).depending == 9);
    r.check(is_monotone_in<"token", 1>(attend, values, launder(filled<rows<T>>(1, T(2))), keys));
    const auto of_keys = [&](const auto& k, const auto& q, const auto& v) {
      return attend(v, q, k);
    };
    r.check(is_monotone(of_keys, keys, keys, values).undecided > 0);
  });
  // For all weights that are not negative; not for those that may be.
  tests.proved<double>("weights in a box", []<class T>(report& r) {
    using W = tensor<T, feature, hidden>;
    const auto product = [](const auto& x, const auto& w) { return relu(matmul(x, w)); };
    const auto x = launder(between<rows<T>>(-1, 1));
    r.check(is_monotone(product, x, between<W>(0, 2)));
    r.check(is_monotone<non_increasing>(product, x, between<W>(-2, 0)));
    r.check(is_monotone(product, x, between<W>(-0.001, 2)).violated == 0);
    r.check(is_monotone(product, x, between<W>(-0.001, 2)).undecided == 24);
    r.check(is_monotone_in<"feature", 0>([](const auto& w) { return w; }, between<W>(-1, 1)));
  });
  tests.proved<float, double>("kinks", []<class T>(report& r) {
    const auto box = launder(between<rows<T>>(-1, 1));
    r.check(is_monotone([](const auto& x) { return relu(x); }, box));
    const auto distance = [](const auto& x) {
      return map(x, [](const auto& e) { return max(e, -e); });
    };
    r.check(is_monotone(distance, box).undecided == 6 && is_monotone(distance, box).lower == -1);
    r.check(is_monotone(distance, between<rows<T>>(0, 1)).undecided == 6);  // 0 has both
    r.check(is_monotone(distance, between<rows<T>>(0.1, 1)));
    r.check(says(is_monotone(distance, between<rows<T>>(-1, -0.1)),
        "attn::check: at (token 0, feature 0): slope -1 to -1 in token 0, feature 0, not 0 "
        "or more; 6 pairs violated, 0 undecided"));
    const auto lower = [](const auto& x) {
      return map(x, [](const auto& e) { return min(e, 0.5f); });
    };
    r.check(is_monotone(lower, box) && !is_monotone<non_increasing>(lower, box));
    const auto minimum = [](const auto& x) {
      return map(x, [](const auto& e) { return min(-e, e * 2); });
    };
    r.check(is_monotone(minimum, box).undecided == 6);
    r.check(is_monotone(minimum, between<rows<T>>(-2, -1)));
    r.check(is_monotone<non_increasing>(minimum, between<rows<T>>(1, 2)));
  });
  tests.proved<double>("places without a value", []<class T>(report& r) {
    const auto inverse = [](const auto& x) { return map(x, [](const auto& e) { return 1 / e; }); };
    const auto logarithm = [](const auto& x) { return log(x); };
    r.check(is_monotone<non_increasing>(inverse, launder(between<rows<T>>(1, 2))));
    const auto around_0 = is_monotone<non_increasing>(inverse, launder(between<rows<T>>(-1, 2)));
    r.check(around_0.undecided == 36 && around_0.upper == std::numeric_limits<T>::infinity());
    r.check(is_monotone(logarithm, launder(between<rows<T>>(0.5, 2))));
    r.check(is_monotone(logarithm, launder(between<rows<T>>(-1, 2))).undecided == 36);
    r.check(is_monotone([](const auto& x) { return sqrt(x); }, launder(between<rows<T>>(1, 2))));
  });
  tests.proved<float, double>("a model", []<class T>(report& r) {
    const auto box = launder(between<rows<T>>(-2, 2));
    const score_model<T> model = launder(trained<T>());
    const auto score = [&](const auto& x) {
      return as<typename std::remove_cvref_t<decltype(x)>::value_type>(model)(x);
    };
    r.check(is_monotone_in<"feature", 0>(score, box) && is_monotone_in<"feature", 1>(score, box));
    r.check(is_monotone_in<"feature", 0>(score, box).depending == 2);
    r.check(is_monotone_in<"feature", 2>(score, box).undecided == 2);
    // One weight with the wrong sign, among twelve.
    score_model<T> wrong = model;
    wrong.last.weight(0, 3) = T(-0.25);
    const auto other = [&](const auto& x) {
      return as<typename std::remove_cvref_t<decltype(x)>::value_type>(wrong)(x);
    };
    r.check(is_monotone_in<"feature", 0>(other, box));
    r.check(is_monotone_in<"feature", 1>(other, box).undecided == 2);
    // In a smaller box the other three paths outweigh it, which the bounds show.
    r.check(is_monotone_in<"feature", 1>(other, launder(between<rows<T>>(-0.1, 0.1))));
  });
  // Of its own feature, a normalized one rises; the bounds show it where the others differ enough.
  tests.proved<float, double>("norms", []<class T>(report& r) {
    const auto own = [](const auto& x) { return select<"feature">(layer_norm(x), 0); };
    const auto own_rms = [](const auto& x) { return select<"feature">(rms_norm(x, 0.5f), 0); };
    const rows<T> x{{T(0.5), 2, -2}, {T(-0.25), 1, 3}};
    rows<T> higher = x;
    for (T& element : higher) element = element + T(0.0625);
    const auto near = launder(between(x, higher));
    const auto small = launder(between<rows<T>>(1, 1.01));
    r.check(is_monotone_in<"feature", 0>(own, near));
    r.check(is_monotone_in<"feature", 0>(own_rms, launder(between<rows<T>>(1, 1.01))));
    r.check(!is_monotone_in<"feature", 1>(own_rms, small));
    r.check(is_monotone_in<"feature", 1, non_increasing>(own_rms, small));
    // True, but not within the reach of these bounds.
    r.check(is_monotone_in<"feature", 0>(own, launder(between<rows<T>>(-1, 1))).undecided == 2);
  });
  // The exact function rises with slope 0.1; what is computed falls here, by a rounding error.
  tests.proved("roundings may fall", [](report& r) {
    const auto f = [](const auto& x) { return x * 3.0f - x * 2.9f; };
    using number = tensor<float>;
    r.check(is_monotone(f, launder(between<number>(1, 2))));
    std::size_t falls = 0;
    for (int i = 0; i < 64; ++i) {
      const float a = 1 + static_cast<float>(i) * 0x1p-23f, b = a + 0x1p-23f;
      const number low = f(launder(number(a))), high = f(number(b));
      falls += static_cast<float>(high) < static_cast<float>(low);
      r.check(static_cast<float>(high) > static_cast<float>(low) - 0x1p-21f);
    }
    r.check(falls > 0);
  });
  tests.proved<float, double>("derivatives of rows", []<class T>() {
    return contained<T>([](const auto& x) { return softmax(x); },
        [](const auto& x) { return layer_norm(x); },
        [](const auto& x) { return rms_norm(x, 0.5f); });
  });
  tests.proved<float, double>("derivatives of attention", []<class T>() {
    return contained<T>([](const auto& x) { return softmax<"token">(x); },
        [](const auto& x) {
          return scaled_dot_product_attention(x, as_keys(x), as_keys(x), causal<>);
        });
  });
  tests.proved<float, double>("derivatives of elements", []<class T>() {
    using math::cos, math::erf, math::log1p, math::pow, math::sin;
    return contained<T>([](const auto& x) { return relu(x) + tanh(x); },
        [](const auto& x) { return divide(exp(x), exp(x) + exp(-x)); },
        [](const auto& x) {
          return map(x, [](const auto& e) {
            return sin(e) * cos(e) - erf(e) / log1p(e * e + 1) + pow(e, 3);
          });
        });
  });
  // The slope of erf at 0 is 2 / sqrt(pi) = 1.12837916709551257390, between two numbers of double.
  tests.proved("slope of erf", [](report& r) {
    using slope = dual<interval<double>>;
    const slope x = launder(slope::variable(interval<double>(0), 0));
    const interval<double> at_zero = erf(x).gradient[0];
    r.check(at_zero.lower < 0x1.20dd750429b6dp+0 && 0x1.20dd750429b6dp+0 < at_zero.upper);
    r.check(at_zero.upper - at_zero.lower < 1e-14);
  });
};
}  // namespace attn_tests::monotone_in_tests
