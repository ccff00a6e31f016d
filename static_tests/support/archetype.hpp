// SPDX-License-Identifier: BSL-1.0
// The least that an element can be: + - * /, and max, min, select and the elementary functions by
// argument-dependent lookup; no ordering, no conversion to anything, no conversion from anything
// that is not spelled out. What compiles with it branches on no value and assumes nothing of float.
#pragma once

#include <attn/math/erf.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>
#include <attn/math/max.hpp>
#include <attn/math/pow.hpp>
#include <attn/math/rounded.hpp>
#include <attn/math/sigmoid.hpp>
#include <attn/math/sin.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/math/tanh.hpp>
#include <attn/tensor/tensor.hpp>

namespace attn_tests {
template <class T> class basic_archetype {
 public:
  basic_archetype() = default;
  constexpr explicit basic_archetype(double x) : x_(static_cast<T>(x)) {}

  friend constexpr basic_archetype operator+(basic_archetype a, basic_archetype b) {
    return basic_archetype(a.x_ + b.x_);
  }
  friend constexpr basic_archetype operator-(basic_archetype a, basic_archetype b) {
    return basic_archetype(a.x_ - b.x_);
  }
  friend constexpr basic_archetype operator-(basic_archetype a) { return basic_archetype(-a.x_); }
  friend constexpr basic_archetype operator*(basic_archetype a, basic_archetype b) {
    return basic_archetype(attn::math::rounded(a.x_ * b.x_));
  }
  friend constexpr basic_archetype operator/(basic_archetype a, basic_archetype b) {
    return basic_archetype(a.x_ / b.x_);
  }
  friend constexpr basic_archetype max(basic_archetype a, basic_archetype b) {
    return basic_archetype(attn::math::max(a.x_, b.x_));
  }
  friend constexpr basic_archetype min(basic_archetype a, basic_archetype b) {
    return basic_archetype(attn::math::min(a.x_, b.x_));
  }
  friend constexpr basic_archetype select(bool keep, basic_archetype a, basic_archetype b) {
    return keep ? a : b;
  }
  friend constexpr basic_archetype erf(basic_archetype a) {
    return basic_archetype(attn::math::erf(a.x_));
  }
  friend constexpr basic_archetype cos(basic_archetype a) {
    return basic_archetype(attn::math::cos(a.x_));
  }
  friend constexpr basic_archetype exp(basic_archetype a) {
    return basic_archetype(attn::math::exp(a.x_));
  }
  friend constexpr basic_archetype log(basic_archetype a) {
    return basic_archetype(attn::math::log(a.x_));
  }
  friend constexpr basic_archetype log1p(basic_archetype a) {
    return basic_archetype(attn::math::log1p(a.x_));
  }
  friend constexpr basic_archetype pow(basic_archetype a, basic_archetype b) {
    return basic_archetype(attn::math::pow(a.x_, b.x_));
  }
  friend constexpr basic_archetype sigmoid(basic_archetype a) {
    return basic_archetype(attn::math::sigmoid(a.x_));
  }
  friend constexpr basic_archetype sin(basic_archetype a) {
    return basic_archetype(attn::math::sin(a.x_));
  }
  friend constexpr basic_archetype sqrt(basic_archetype a) {
    return basic_archetype(attn::math::sqrt(a.x_));
  }
  friend constexpr basic_archetype tanh(basic_archetype a) {
    return basic_archetype(attn::math::tanh(a.x_));
  }

  // For the tests alone: what is inside.
  constexpr T value() const { return x_; }

 private:
  T x_ = 0;
};
using archetype = basic_archetype<double>;

// Like tensor<double, …>, element by element.
template <class... Axes> constexpr auto as_archetype(const attn::tensor<double, Axes...>& x) {
  attn::tensor<archetype, Axes...> y;
  for (std::size_t i = 0; i < x.size(); ++i) y.data()[i] = archetype(x.data()[i]);
  return y;
}
template <class... Axes> constexpr auto values_of(const attn::tensor<archetype, Axes...>& x) {
  attn::tensor<double, Axes...> y;
  for (std::size_t i = 0; i < x.size(); ++i) y.data()[i] = x.data()[i].value();
  return y;
}
}  // namespace attn_tests
