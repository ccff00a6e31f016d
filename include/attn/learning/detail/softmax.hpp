// SPDX-License-Identifier: BSL-1.0
// Reverse mode of softmax, masked or not, and log_softmax, for each row along the axis.
//
//   y = softmax(x)       dx_i = y_i (dy_i - s),        s = the reduction of dy_j y_j
//   y = log_softmax(x)   dx_i = dy_i - exp(y_i) s,     s = the reduction of dy_j
//
// An entry of weight 0, as all that are masked have, has the derivative 0, whatever dy is there.
#pragma once

#include <cstddef>

#include <attn/attention/masked_softmax.hpp>
#include <attn/learning/detail/rows.hpp>
#include <attn/learning/detail/storage.hpp>
#include <attn/ops/log_softmax.hpp>
#include <attn/ops/softmax.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// weight * (dy - s), and 0 where the weight is.
template <class T>
struct weight_times_less {
  T s;
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& weight, const V& dy) const {
    return weight_times{}(weight, V(dy - splat<V>(s)));
  }
};
// dy - e s
template <class T>
struct less_scaled {
  T s;
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& e, const V& dy) const {
    return dy - rounded(V(e * splat<V>(s)));
  }
};

struct pull_softmax {
  template <std::size_t N, std::size_t Stride, class T>
  ATTN_ABI static constexpr void row(T* to, const T* weights, const T* adjoints) {
    const row_in<N, Stride, T> y(weights), dy(adjoints);
    row_out<N, Stride, T> dx(to);
    each_of_row<N>(dx.data, weight_times{}, y.data, dy.data);
    const T s = sum_of_row<N>(static_cast<const T*>(dx.data));
    each_of_row<N>(dx.data, weight_times_less<T>{s}, y.data, dy.data);
  }
};
struct pull_log_softmax {
  template <std::size_t N, std::size_t Stride, class T>
  ATTN_ABI static constexpr void row(T* to, const T* logarithms, const T* adjoints) {
    const row_in<N, Stride, T> y(logarithms), dy(adjoints);
    row_out<N, Stride, T> dx(to);
    write_each<exp_of, N>(dx.data, static_cast<const T*>(y.data));
    each_of_row<N>(dx.data, less_scaled<T>{sum_of_row<N>(static_cast<const T*>(dy.data))},
                   static_cast<const T*>(dx.data), dy.data);
  }
};

// Rows that write() makes and Pull takes back.
template <class T, class Pull>
struct rule_of_rows {
 protected:
  template <class Around, class Out, class X, class Write>
  ATTN_ABI static constexpr bool record_rows(Out& out, const X& x, const Write& write) {
    recording<T>* r = record_of(x);
    if (r == nullptr) return false;
    recorded_part<T>* operand = x.storage_.data.together(*r);
    const auto made = r->make_step(Out::volume, {.pull = &pull<Around>, .a = operand});
    if (!r->counting) write(made.value, operand->value);
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
  template <class Around>
  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    r.template contribute<Around::rows * Around::extent>(*s.a, [&](T* to) {
      for (std::size_t row = 0; row < Around::rows; ++row) {
        const std::size_t at = Around::start_of(row);
        Pull::template row<Around::extent, Around::inner>(to + at, s.out->value + at,
                                                          s.out->adjoint + at);
      }
    });
  }
};

template <class T>
struct backward_rule<of_softmax, recorded<T>> : rule_of_rows<T, pull_softmax> {
  template <class Around, class Out, class X>
  ATTN_ABI static constexpr bool record(Out& out, const X& x) {
    return backward_rule::template record_rows<Around>(
        out, x, [](T* y, const T* from) { write_softmax_of<Around>(y, from); });
  }
  // The values by the function of tensors of numbers.
  template <class Policy, class Out, class X, class Mask>
  ATTN_ABI static constexpr bool record_masked(Out& out, const X& x, const Mask& mask) {
    using numbers = tensor_of<T, typename X::shape_type>;
    using around = around_axis<typename X::shape_type, X::rank - 1>;
    return backward_rule::template record_rows<around>(out, x, [&](T* y, const T* from) {
      numbers scores(uninitialized);
      for (std::size_t i = 0; i < numbers::volume; ++i) scores.data()[i] = from[i];
      write_masked_softmax<Policy>(scores, scores, mask);
      for (std::size_t i = 0; i < numbers::volume; ++i) y[i] = scores.data()[i];
    });
  }
};

template <class T>
struct backward_rule<of_log_softmax, recorded<T>> : rule_of_rows<T, pull_log_softmax> {
  template <class Around, class Out, class X>
  ATTN_ABI static constexpr bool record(Out& out, const X& x) {
    return backward_rule::template record_rows<Around>(
        out, x, [](T* y, const T* from) { write_log_softmax_of<Around>(y, from); });
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
