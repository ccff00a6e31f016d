// SPDX-License-Identifier: BSL-1.0
// recorded<T>: a number whose computation is recorded, for derivatives in reverse mode. A function
// that is differentiated (learning/gradient.hpp) is called with tensors of these.
//
// A number converts to a recorded, which is a constant: its derivative is 0. All other operands of
// such a function are constants, converted with type_as(k, x).
//
// A tensor of recorded<T> is usually one part of the record: its values are there in order, and
// operations with a rule (learning/detail/) read and write them with their kernels. Where elements
// are needed (an operation without a rule, x(i, j)), the tensor is taken apart into elements, each
// with an adjoint of its own. An operation with a rule puts it together again.
//
// The values have the bits that T alone would give. Comparisons do not compile
// (scalars/analysis_scalar.hpp).
// Accuracy and special values of the derivatives of one element: as in dual.hpp.
#pragma once

#include <cstddef>
#include <limits>
#include <type_traits>

#include <attn/detail/storage.hpp>
#include <attn/learning/detail/recording.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>
#include <attn/math/detail/polynomial.hpp>
#include <attn/scalars/dual.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class T>
inline constexpr bool is_analysis_scalar<recorded<T>> = true;

namespace detail {

// Of a gradient of a gradient: what the derivatives of dual depend on. While counting, a value is
// not known, and 0 would be the shorter way.
template <class T>
struct branches<recorded<T>> {
  ATTN_ABI static constexpr bool is_zero(const recorded<T>& x) {
    return (x.in == nullptr || !x.in->counting) && branches<T>::is_zero(x.value);
  }
  ATTN_ABI static constexpr bool is_nan(const recorded<T>& x) {
    return branches<T>::is_nan(x.value);
  }
  ATTN_ABI static constexpr bool is_finite(const recorded<T>& x) {
    return branches<T>::is_finite(x.value);
  }
  template <class D>
  ATTN_ABI static constexpr auto of_max(const D& a, const D& b) {
    return primal(a) > primal(b) ? a.gradient : b.gradient;
  }
  template <class D>
  ATTN_ABI static constexpr auto of_min(const D& a, const D& b) {
    return primal(a) < primal(b) ? a.gradient : b.gradient;
  }
};

// What one element contributes to two others: its adjoint times the derivatives with respect to
// them.
template <class T>
ATTN_ABI constexpr void pull_element(recording<T>&, const recorded_step<T>& s) {
  for (std::size_t i = 0; i < 2; ++i)
    if (s.targets[i] != nullptr)
      *s.targets[i] = T(*s.targets[i] + rounded(T(s.numbers[i] * *s.adjoints)));
}

}  // namespace detail

#if defined(ATTN_FUSED)
template <class T>
inline constexpr bool detail::fuses<recorded<T>> = detail::fuses<T>;
#endif

template <detail::not_narrower_than_int T>
struct recorded {
  T value;
  T* adjoint;                // of a constant there is none
  detail::recording<T>* in;  // and it is in no record

  ATTN_ABI recorded() = default;
  template <class U>
    requires std::is_arithmetic_v<U> || std::is_same_v<U, T>
  ATTN_ABI constexpr recorded(const U& constant)
      : value(static_cast<T>(constant)), adjoint(nullptr), in(nullptr) {}
  ATTN_ABI constexpr recorded(const T& of_value, T* of_adjoint, detail::recording<T>* where)
      : value(of_value), adjoint(of_adjoint), in(where) {}

  ATTN_ABI friend constexpr bool identical(const recorded& a, const recorded& b) {
    return detail::same_number(a.value, b.value) && a.adjoint == b.adjoint;
  }
  ATTN_REJECT_CONVERSION(recorded, "a recorded", "derivative would end")

  ATTN_ABI friend constexpr recorded operator+(const recorded& a, const recorded& b) {
    return made([](const auto& x, const auto& y) { return x + y; }, a, b);
  }
  ATTN_ABI friend constexpr recorded operator-(const recorded& a, const recorded& b) {
    return made([](const auto& x, const auto& y) { return x - y; }, a, b);
  }
  ATTN_ABI friend constexpr recorded operator-(const recorded& a) {
    return made([](const auto& x) { return -x; }, a);
  }
  ATTN_ABI friend constexpr recorded operator*(const recorded& a, const recorded& b) {
    return made([]<class V>(const V& x, const V& y) { return detail::rounded(V(x * y)); }, a, b);
  }
  ATTN_ABI friend constexpr recorded operator/(const recorded& a, const recorded& b) {
    return made([](const auto& x, const auto& y) { return x / y; }, a, b);
  }

  ATTN_ABI friend constexpr recorded(max)(const recorded& a, const recorded& b) {
    return made([](const auto& x, const auto& y) { return (math::max)(x, y); }, a, b);
  }
  ATTN_ABI friend constexpr recorded(min)(const recorded& a, const recorded& b) {
    return made([](const auto& x, const auto& y) { return (math::min)(x, y); }, a, b);
  }
  ATTN_ABI friend constexpr recorded select(bool keep, const recorded& a, const recorded& b) {
    return keep ? a : b;
  }
  // See math/detail/polynomial.hpp.
  ATTN_ABI friend constexpr recorded positive_part(const recorded& a) {
    return made(
        [](const auto& x) {
          using detail::positive_part;
          return positive_part(x);
        },
        a);
  }
  ATTN_ABI friend constexpr recorded kept_finite(const recorded& a) {
    using detail::kept_finite;
    const T kept = kept_finite(a.value);
    return detail::same_number(kept, a.value) ? a : recorded(kept);
  }
  ATTN_ABI friend constexpr recorded zero_times(const recorded& a) {
    using detail::zero_times;
    return zero_times(a.value);
  }
  ATTN_ABI friend constexpr recorded pow(const recorded& a, const recorded& b) {
    return made(
        [](const auto& x, const auto& y) {
          using math::pow;
          return pow(x, y);
        },
        a, b);
  }

#define ATTN_RECORDED(function)                                    \
  ATTN_ABI friend constexpr recorded function(const recorded& a) { \
    return made(                                                   \
        [](const auto& x) {                                        \
          using math::function;                                    \
          return function(x);                                      \
        },                                                         \
        a);                                                        \
  }
  ATTN_FUNCTIONS_OF_ONE(ATTN_RECORDED)
#undef ATTN_RECORDED

 private:
  // f of the operands. The derivatives are the derivatives of dual, by the operands that are no
  // constants.
  template <class F, class... Operands>
  ATTN_ABI static constexpr recorded made(const F& f, const Operands&... x) {
    detail::recording<T>* record = nullptr;
    bool varies = false;
    ((record = detail::common_record(record, x.in), varies = varies || x.adjoint != nullptr), ...);
    if (!varies) {
      if (record != nullptr && record->counting) return recorded(T{}, nullptr, record);
      return recorded(T(f(x.value...)), nullptr, record);
    }
    T* adjoint = record->numbers(1);
    T* slopes = record->numbers(2);
    T** targets = record->targets(2);
    if (record->counting) {
      record->add({});
      return recorded(T{}, &record->anything, record);
    }
    using D = dual<T, sizeof...(Operands)>;
    std::size_t i = 0;
    const auto variable = [&](const recorded& operand) {
      const std::size_t number = i++;
      targets[number] = operand.adjoint;
      return operand.adjoint == nullptr ? D(operand.value) : D::variable(operand.value, number);
    };
    const D operands[] = {variable(x)...};
    D y;
    if constexpr (sizeof...(Operands) == 1) {
      y = f(operands[0]), targets[1] = nullptr, slopes[1] = T(0);
    } else {
      y = f(operands[0], operands[1]);
      if (!detail::all_finite(y.value)) {  // each by itself: 0 times the NaN of the other is NaN
        y.gradient[0] = f(operands[0], D(operands[1].value)).gradient[0];
        y.gradient[1] = f(D(operands[0].value), operands[1]).gradient[1];
      }
    }
    for (std::size_t k = 0; k < sizeof...(Operands); ++k) slopes[k] = y.gradient[k];
    *adjoint = T(0);
    record->add({.pull = &detail::pull_element<T>,
                 .numbers = slopes,
                 .adjoints = adjoint,
                 .targets = targets});
    return recorded(y.value, adjoint, record);
  }
};

}  // namespace attn

namespace attn::rules {
template <class T>
struct gives_one_number<operand<recorded<T>>> {
  static constexpr bool value = true;
};
template <class T, class... Axes>
struct gives_one_number<operand<tensor<recorded<T>, Axes...>>> {
  static constexpr bool value = sizeof...(Axes) == 0;
};
template <class T, class... Axes>
struct gives_a_tensor<operand<tensor<recorded<T>, Axes...>>> {
  static constexpr bool value = true;
};
}  // namespace attn::rules

// The numbers of T: without this, lowest() and epsilon() of an element would be 0.
namespace std {
template <class T>
struct numeric_limits<attn::recorded<T>> : numeric_limits<T> {
  static constexpr bool is_specialized = false;  // no arithmetic type
};
}  // namespace std
ATTN_STRICT_FP_END
