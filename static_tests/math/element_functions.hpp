// SPDX-License-Identifier: BSL-1.0
// What attn/math/element_functions.hpp promises: which functions an element has, and that operations
// need no other than their concepts list.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::element_functions_tests {
using token = axis<"token", 2>;
using width = axis<"width", 3>;

// The functions that an element has, as bits.
enum functions : unsigned {
  none = 0,
  division = 1,
  maximum = 2,
  exponential = 4,
  root = 8,
  selection = 16,
  gates = 32,  // sigmoid and tanh
};
template <unsigned Has> struct limited {
  double value = 0;

  limited() = default;
  constexpr explicit limited(double x) : value(x) {}
  constexpr explicit operator double() const { return value; }

  friend constexpr limited operator+(limited a, limited b) { return limited(a.value + b.value); }
  friend constexpr limited operator-(limited a, limited b) { return limited(a.value - b.value); }
  friend constexpr limited operator*(limited a, limited b) {
    return limited(math::rounded(a.value * b.value));
  }
  friend constexpr limited operator/(limited a, limited b)
    requires((Has & division) != 0)
  {
    return limited(a.value / b.value);
  }
  friend constexpr limited max(limited a, limited b)
    requires((Has & maximum) != 0)
  {
    return limited(math::max(a.value, b.value));
  }
  friend constexpr limited exp(limited x)
    requires((Has & exponential) != 0)
  {
    return limited(math::exp(x.value));
  }
  friend constexpr limited sqrt(limited x)
    requires((Has & root) != 0)
  {
    return limited(math::sqrt(x.value));
  }
  friend constexpr limited select(bool keep, limited a, limited b)
    requires((Has & selection) != 0)
  {
    return keep ? a : b;
  }
  friend constexpr limited sigmoid(limited x)
    requires((Has & gates) != 0)
  {
    return limited(math::sigmoid(x.value));
  }
  friend constexpr limited tanh(limited x)
    requires((Has & gates) != 0)
  {
    return limited(math::tanh(x.value));
  }
};

constexpr tensor<double, token, width> x{{1, 0.5, -2}, {0.25, 3, 1}};
template <unsigned Has> constexpr auto of = as<limited<Has>>(x);

template <unsigned Has, unsigned Bit = 1, class F> constexpr void for_each_bit(F f) {
  if constexpr (Bit <= Has) {
    if constexpr ((Has & Bit) != 0) f.template operator()<Bit>();
    for_each_bit<Has, 2 * Bit>(f);
  }
}

// Has has all that the concept lists, and of each single function less it does not hold.
template <unsigned Has, class Holds> constexpr bool exactly(Holds holds) {
  bool all = holds.template operator()<limited<Has>>();
  for_each_bit<Has>(
      [&]<unsigned Bit>() { all = all && !holds.template operator()<limited<(Has & ~Bit)>>(); });
  return all;
}

template <class Y, unsigned Has>
constexpr bool same(const Y& y, const tensor<limited<Has>, token, width>& found) {
  return as<double>(found) == y;
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("numbers have all", [](report& r) {
    r.check(masked_element<float> && masked_element<double> && recurrent_element<float>);
    r.check(element_has<int, rules::max_function> && !softmax_element<int>);
    r.check(element_has<float, rules::pow_function> && element_has<double, rules::log1p_function>);
    r.check(element_has<double, rules::sin_function> && element_has<double, rules::cos_function>);
    r.check(element_has<double, rules::erf_function> && element_has<double, rules::log_function>);
    r.check(element_has<double, rules::min_function>);
    r.check(!element_has<limited<~0u>, rules::min_function>);
    r.check(!element_has<limited<~0u>, rules::pow_function>);
  });
  tests.proved("what operations need", [](report& r) {
    constexpr unsigned softmaxes = division | maximum | exponential;
    constexpr unsigned attends = softmaxes | root;
    r.check(exactly<softmaxes>([]<class T>() { return softmax_element<T>; }));
    r.check(same(softmax<1>(x), softmax<1>(of<softmaxes>)));
    r.check(same(scaled_dot_product_attention(x, x, x, unscaled),
        scaled_dot_product_attention(of<softmaxes>, of<softmaxes>, of<softmaxes>, unscaled)));

    r.check(exactly<attends>([]<class T>() { return attention_element<T>; }));
    r.check(same(scaled_dot_product_attention(x, x, x),
        scaled_dot_product_attention(of<attends>, of<attends>, of<attends>)));

    constexpr unsigned masks = attends | selection;
    r.check(exactly<masks>([]<class T>() { return masked_element<T>; }));
    r.check(same(scaled_dot_product_attention(x, x, x, causal<>),
        scaled_dot_product_attention(of<masks>, of<masks>, of<masks>, causal<>)));

    constexpr unsigned normalizes = division | root;
    r.check(exactly<normalizes>([]<class T>() { return normalized_element<T>; }));
    r.check(same(layer_norm<1>(x), layer_norm<1>(of<normalizes>)));
    r.check(same(rms_norm<1>(x, 1e-5), rms_norm<1>(of<normalizes>, limited<normalizes>(1e-5))));

    constexpr unsigned recurs = division | gates;
    r.check(exactly<recurs>([]<class T>() { return recurrent_element<T>; }));
  });
  // The cells need what recurrent_element lists, and nothing else.
  tests.proved("recurrent cells", [](report& r) {
    constexpr unsigned recurs = division | gates;
    using T = limited<recurs>;
    using hidden = axis<"hidden", 2>;
    const auto row = select<0>(of<recurs>, 0);
    const tensor<T, hidden> h{};
    const auto is_zero = [](const tensor<T, hidden>& y) {
      return as<double>(y) == tensor<double, hidden>{};
    };
    r.check(is_zero(nn::rnn_cell<T, width, hidden, act::tanh>{}(row, initial(h)).value));
    r.check(
        is_zero(nn::lstm_cell<T, width, hidden>{}(row, initial(lstm_state{h, h})).value.hidden));
    r.check(is_zero(nn::gru_cell<T, width, hidden>{}(row, initial(h)).value));
  });
  tests.proved("the operators alone", [](report& r) {
    r.check(as<double>(matmul(of<none>, transpose(with_axes<axis<"key", 2>, width>(of<none>)))) ==
            matmul(x, transpose(with_axes<axis<"key", 2>, width>(x))));
    r.check(as<double>(sum<1>(of<none>)) == sum<1>(x));
    r.check(scalar<limited<none>> && !floating_scalar<limited<none>>);
  });
};
}  // namespace attn_tests::element_functions_tests
