// SPDX-License-Identifier: BSL-1.0
// Reverse mode of matrix products, with the axes (m, k) x (k, n) -> (m, n), and of add_bias.
//
//   Y = A B      dA = dY B^T      dB = A^T dY       each a contraction of the contract
//   Y = X + b    dX = dY          db = the sum of the rows of dY, from the first to the last
//
// Where one B serves several A, the rows of all A are one matrix, in values and derivatives.
#pragma once

#include <cstddef>

#include <attn/learning/detail/storage.hpp>
#include <attn/ops/add_bias.hpp>
#include <attn/ops/matmul.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// (M, N) -> (N, M).
template <std::size_t M, std::size_t N, class T>
ATTN_ABI constexpr void write_transposed_at(T* to, const T* x) {
  if (std::is_constant_evaluated()) {
    for (std::size_t i = 0; i < M; ++i)
      for (std::size_t j = 0; j < N; ++j) to[j * M + i] = x[i * N + j];
  } else {
    runtime::transpose<M, N, 0>(to, x);
  }
}

template <class T>
struct backward_rule<of_product, recorded<T>> {
  // Turned: b is (n, k).
  template <class Plan, bool Turned, class Out, class A, class B>
  ATTN_ABI static constexpr bool record(Out& out, const A& a, const B& b) {
    recording<T>* r = record_of(a, b);
    if (r == nullptr) return false;
    recorded_part<T>* left = a.storage_.data.together(*r);
    recorded_part<T>* right = b.storage_.data.together(*r);
    const auto made =
        r->make_step(Out::volume, {.pull = &pull<Plan, Turned>, .a = left, .b = right});
    r->needs_scratch(A::volume + B::volume + Out::volume);
    if (!r->counting)
      for (std::size_t p = 0; p < Plan::products; ++p)
        write<Plan, Turned>(made.value + p * Plan::m * Plan::n, left->value + p * Plan::m * Plan::k,
                            right->value + p * Plan::k * Plan::n);
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
  template <class Plan, bool Turned>
  ATTN_ABI static constexpr void write(T* out, const T* a, const T* b) {
    if constexpr (Turned)
      write_transposed_product_at<Plan::m, Plan::k, Plan::n>(out, a, b);
    else
      write_product_at<Plan::m, Plan::k, Plan::n>(out, a, b);
  }

  // Of one row, the contributions are added as they are made: a record has many of such steps, with
  // the weights of a recurrence, and their memory is what takes time.
  template <std::size_t M, std::size_t N>
  ATTN_ABI static constexpr void add_outer_product(T* sums, const T* column, const T* row) {
    if (sums == nullptr) return;
    for (std::size_t i = 0; i < M; ++i, sums += N)
      each_of_row<N>(sums, added_scaled<T>{column[i]}, static_cast<const T*>(sums), row);
  }

  template <class Plan, bool Turned>
  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    constexpr std::size_t m = Plan::m, k = Plan::k, n = Plan::n, products = Plan::products;
    const T* dy = s.out->adjoint;
    r.template contribute<products * m * k>(*s.a, [&](T* to) {
      for (std::size_t p = 0; p < products; ++p) {
        const T* dy_p = dy + p * m * n;
        const T* b_p = s.b->value + p * k * n;
        if constexpr (Turned)
          write_product_at<m, n, k>(to + p * m * k, dy_p, b_p);
        else
          write_transposed_product_at<m, n, k>(to + p * m * k, dy_p, b_p);
      }
    });
    if constexpr (m == 1 && products == 1) {
      if (s.b->begun) {
        add_outer_product<Turned ? n : k, Turned ? k : n>(s.b->adjoint, Turned ? dy : s.a->value,
                                                          Turned ? s.a->value : dy);
        return;
      }
    }
    // One row is its own transposed.
    constexpr std::size_t turned_size = Turned ? m * n : m * k;
    T* turned = r.scratch + products * k * n;
    r.template contribute<products * k * n>(*s.b, [&](T* to) {
      for (std::size_t p = 0; p < products; ++p) {
        const T* dy_p = dy + p * m * n;
        const T* a_p = s.a->value + p * m * k;
        const T* left = Turned ? dy_p : a_p;
        if constexpr (m > 1) {
          write_transposed_at<m, turned_size / m>(turned, left);
          left = turned;
        }
        if constexpr (Turned)
          write_product_at<n, m, k>(to + p * k * n, left, a_p);
        else
          write_product_at<k, m, n>(to + p * k * n, left, dy_p);
      }
    });
  }
};

template <class T>
struct backward_rule<of_bias, recorded<T>> {
  template <class Out, class X, class B>
  ATTN_ABI static constexpr bool record(Out& out, const X& x, const B& b) {
    recording<T>* r = record_of(x, b);
    if (r == nullptr) return false;
    recorded_part<T>* rows = x.storage_.data.together(*r);
    recorded_part<T>* bias = b.storage_.data.together(*r);
    const auto made =
        r->make_step(X::volume, {.pull = &pull<X::volume, B::volume>, .a = rows, .b = bias});
    if (!r->counting)
      for (std::size_t i = 0; i < X::volume; i += B::volume)
        each_of_row<B::volume>(made.value + i, plus{}, rows->value + i, bias->value);
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
  template <std::size_t Volume, std::size_t N>
  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    const T* dy = s.out->adjoint;
    r.template contribute<Volume>(*s.a, [&](T* to) {
      for (std::size_t i = 0; i < Volume; ++i) to[i] = dy[i];
    });
    r.template contribute<N>(*s.b, [&](T* to) {
      for (std::size_t i = 0; i < N; ++i) to[i] = dy[i];
      for (std::size_t i = N; i < Volume; i += N)
        each_of_row<N>(to, plus{}, static_cast<const T*>(to), dy + i);
    });
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
