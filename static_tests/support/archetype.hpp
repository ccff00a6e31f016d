// SPDX-License-Identifier: BSL-1.0
// The least that an element can be: + - * /, and max, min, select and the elementary functions by
// argument-dependent lookup; no ordering, no conversion to anything, no conversion from anything
// that is not spelled out. What compiles with it branches on no value and assumes nothing of float.
#pragma once

#include <attn/math/erf.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>
#include <attn/math/max.hpp>
#include <attn/math/sigmoid.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/math/tanh.hpp>
#include <attn/tensor/tensor.hpp>

namespace attn_tests {

class archetype {
 public:
  archetype() = default;
  constexpr explicit archetype(double x) : x_(x) {}

  friend constexpr archetype operator+(archetype a, archetype b) { return archetype(a.x_ + b.x_); }
  friend constexpr archetype operator-(archetype a, archetype b) { return archetype(a.x_ - b.x_); }
  friend constexpr archetype operator-(archetype a) { return archetype(-a.x_); }
  friend constexpr archetype operator*(archetype a, archetype b) {
    return archetype(attn::detail::rounded(a.x_ * b.x_));
  }
  friend constexpr archetype operator/(archetype a, archetype b) { return archetype(a.x_ / b.x_); }
  friend constexpr archetype max(archetype a, archetype b) {
    return archetype(attn::math::max(a.x_, b.x_));
  }
  friend constexpr archetype min(archetype a, archetype b) {
    return archetype(attn::math::min(a.x_, b.x_));
  }
  friend constexpr archetype select(bool keep, archetype a, archetype b) { return keep ? a : b; }
  friend constexpr archetype erf(archetype a) { return archetype(attn::math::erf(a.x_)); }
  friend constexpr archetype exp(archetype a) { return archetype(attn::math::exp(a.x_)); }
  friend constexpr archetype log(archetype a) { return archetype(attn::math::log(a.x_)); }
  friend constexpr archetype sigmoid(archetype a) { return archetype(attn::math::sigmoid(a.x_)); }
  friend constexpr archetype sqrt(archetype a) { return archetype(attn::math::sqrt(a.x_)); }
  friend constexpr archetype tanh(archetype a) { return archetype(attn::math::tanh(a.x_)); }

  // For the tests alone: what is inside.
  constexpr double value() const { return x_; }

 private:
  double x_ = 0;
};

// Like tensor<double, …>, element by element.
template <class... Axes>
constexpr auto as_archetype(const attn::tensor<double, Axes...>& x) {
  attn::tensor<archetype, Axes...> y;
  for (std::size_t i = 0; i < x.size(); ++i) y.data()[i] = archetype(x.data()[i]);
  return y;
}
template <class... Axes>
constexpr auto values_of(const attn::tensor<archetype, Axes...>& x) {
  attn::tensor<double, Axes...> y;
  for (std::size_t i = 0; i < x.size(); ++i) y.data()[i] = x.data()[i].value();
  return y;
}

}  // namespace attn_tests
