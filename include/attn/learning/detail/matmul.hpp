// SPDX-License-Identifier: BSL-1.0
// Reverse mode of products and norms.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/layers/norm.hpp>
#include <attn/learning/detail/rows.hpp>
#include <attn/learning/detail/storage.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/matmul.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Reverse mode of matrix products, with the axes (m, k) x (k, n) -> (m, n), and of add_bias.
//
//   Y = A B      dA = dY B^T      dB = A^T dY       each a contraction of the contract
//   Y = X + b    dX = dY          db = the sum of the rows of dY, from the first to the last
//
// Where one B serves several A, the rows of all A are one matrix, in values and derivatives.

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

// Turned: b is (n, k).
template <class Plan, bool Turned, class T>
  requires(!Plan::shared_a)
struct backward_rule<product_of<Plan, Turned>, recorded<T>> {
  template <class Out, class A, class B>
  ATTN_ABI static constexpr bool record(Out& out, const A& a, const B& b) {
    recording<T>* r = record_of(a, b);
    if (r == nullptr) return false;
    recorded_part<T>* left = a.storage_.data.together(*r);
    recorded_part<T>* right = b.storage_.data.together(*r);
    const auto made = r->make_step(Out::volume, {.pull = &pull, .a = left, .b = right});
    r->needs_scratch(A::volume + B::volume + Out::volume);
    if (!r->counting)
      for (std::size_t p = 0; p < Plan::products; ++p)
        write(made.value + p * Plan::m * Plan::n, left->value + p * Plan::m * Plan::k,
              right->value + p * Plan::k * Plan::n);
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
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

template <std::size_t Volume, std::size_t N, class T>
struct backward_rule<bias_of<Volume, N>, recorded<T>> {
  template <class Out, class X, class B>
  ATTN_ABI static constexpr bool record(Out& out, const X& x, const B& b) {
    recording<T>* r = record_of(x, b);
    if (r == nullptr) return false;
    recorded_part<T>* rows = x.storage_.data.together(*r);
    recorded_part<T>* bias = b.storage_.data.together(*r);
    const auto made = r->make_step(Volume, {.pull = &pull, .a = rows, .b = bias});
    if (!r->counting)
      for (std::size_t i = 0; i < Volume; i += N)
        each_of_row<N>(made.value + i, plus{}, rows->value + i, bias->value);
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
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

// Reverse mode of layer_norm and rms_norm, for each row along the axis.
//
//   y_i = z_i gain_i + bias_i,   z_i = c_i r,   r = 1 / sqrt(mean of c^2 + eps)
//   dz_i = dy_i gain_i;   dx_i = r (dz_i - z_i mean(dz z)), for layer_norm also less mean(dz)
//   dgain = the sum of dy z over the rows, dbias the sum of dy, from the first row to the last
//
// Means are reductions times 1 / n.

// d - z along, less the mean of d for layer_norm, times r: of dz, what dx is.
template <origin From, class T>
struct norm_slope {
  T middle, along, r;
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& dz, const V& z) const {
    V d = dz;
    if constexpr (From == origin::mean) d = d - splat<V>(middle);
    d = d - rounded(V(z * splat<V>(along)));
    return rounded(V(d * splat<V>(r)));
  }
};

template <origin From, class Around, bool HasGain, bool HasBias, class T>
struct backward_rule<norm_of<From, Around, HasGain, HasBias>, recorded<T>> {
  // Gain and Bias are tensors, or nullptr_t.
  template <class Out, class X, class Gain = std::nullptr_t, class Bias = std::nullptr_t>
  ATTN_ABI static constexpr bool record(Out& out, const X& x, const recorded<T>& eps,
                                        const Gain& gain = nullptr, const Bias& bias = nullptr) {
    recording<T>* r = record_among(x, gain, bias);
    if (r == nullptr || eps.adjoint != nullptr) return false;
    constexpr std::size_t n = Around::extent, rows = Around::rows, volume = X::volume;
    recorded_part<T>* operand = x.storage_.data.together(*r);
    recorded_part<T>* factor = part_of(*r, gain);
    recorded_part<T>* summand = part_of(*r, bias);
    T* scaled = r->numbers(volume + rows);  // z, then each row's r
    const auto made = r->make_step(
        Out::volume, {.pull = &pull, .a = operand, .b = factor, .c = summand, .numbers = scaled});
    r->needs_scratch(volume + 3 * n);
    if (!r->counting) {
      for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t at = Around::start_of(row);
        const row_in<n, Around::inner, T> x_row(operand->value + at);
        row_out<n, Around::inner, T> z(scaled + at), y(made.value + at);
        scaled[volume + row] = scale_row<n>(z.data, x_row.data, eps.value);
        finish_row<n>(y.data, z.data, factor, summand);
      }
    }
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
  template <class X>
  ATTN_ABI static constexpr recording<T>* record_in(const X& x) {
    if constexpr (std::is_null_pointer_v<X>)
      return nullptr;
    else
      return x.storage_.data.record();
  }
  template <class... X>
  ATTN_ABI static constexpr recording<T>* record_among(const X&... x) {
    recording<T>* found = nullptr;
    ((found = found != nullptr ? found : record_in(x)), ...);
    return found;
  }
  template <class X>
  ATTN_ABI static constexpr recorded_part<T>* part_of(recording<T>& r, const X& x) {
    if constexpr (std::is_null_pointer_v<X>)
      return nullptr;
    else
      return x.storage_.data.together(r);
  }

  // z of a row. r.
  template <std::size_t N>
  ATTN_ABI static constexpr T scale_row(T* z, const T* x, const T& eps) {
    const T share = T(1) / T(N);
    if constexpr (From == origin::mean)
      each_of_row_with<N>(z, minus{}, x, T(rounded(T(sum_of_row<N>(x) * share))));
    else
      each_of_row<N>(z, unchanged{}, x);
    T squares[N];
    lifetime_begins(squares);
    each_of_row<N>(squares, times{}, static_cast<const T*>(z), static_cast<const T*>(z));
    const T mean_square = rounded(T(sum_of_row<N>(static_cast<const T*>(squares)) * share));
    const T r = generic::inverse_root(mean_square, eps);
    each_of_row_with<N>(z, times{}, static_cast<const T*>(z), r);
    return r;
  }
  template <std::size_t N>
  ATTN_ABI static constexpr void finish_row(T* y, const T* z, const recorded_part<T>* gain,
                                            const recorded_part<T>* bias) {
    if (gain == nullptr)
      each_of_row<N>(y, unchanged{}, z);
    else
      each_of_row<N>(y, times{}, z, gain->value);
    if (bias != nullptr) each_of_row<N>(y, plus{}, static_cast<const T*>(y), bias->value);
  }

  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    constexpr std::size_t n = Around::extent, stride = Around::inner, rows = Around::rows;
    constexpr std::size_t volume = n * rows;
    const T share = T(1) / T(n);
    T* scratch = r.scratch + volume;
    r.template contribute<volume>(*s.a, [&](T* to) {
      T* dz = scratch;
      T* products = dz + n;
      for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t at = Around::start_of(row);
        const row_in<n, stride, T> z(s.numbers + at), dy(s.out->adjoint + at);
        row_out<n, stride, T> dx(to + at);
        if constexpr (HasGain)
          each_of_row<n>(dz, times{}, dy.data, s.b->value);
        else
          each_of_row<n>(dz, unchanged{}, dy.data);
        const T* known_dz = dz;
        each_of_row<n>(products, times{}, known_dz, z.data);
        norm_slope<From, T> slope{
            {}, rounded(T(sum_of_row<n>(products) * share)), s.numbers[volume + row]};
        if constexpr (From == origin::mean) slope.middle = rounded(T(sum_of_row<n>(dz) * share));
        each_of_row<n>(dx.data, slope, known_dz, z.data);
      }
    });
    const auto sum_of_rows = [&](T* to, const auto& term) {
      for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t at = Around::start_of(row);
        const row_in<n, stride, T> z(s.numbers + at), dy(s.out->adjoint + at);
        if (row == 0)
          each_of_row<n>(to, term, dy.data, z.data);
        else
          each_of_row<n>(to, added_to{term}, static_cast<const T*>(to), dy.data, z.data);
      }
    };
    if constexpr (HasGain) r.template contribute<n>(*s.b, [&](T* to) { sum_of_rows(to, times{}); });
    if (s.c != nullptr)
      r.template contribute<n>(*s.c, [&](T* to) { sum_of_rows(to, first_of_two{}); });
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
