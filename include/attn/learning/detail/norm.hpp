// SPDX-License-Identifier: BSL-1.0
// Reverse mode of layer_norm and rms_norm, for each row along the axis.
//
//   y_i = z_i gain_i + bias_i,   z_i = c_i r,   r = 1 / sqrt(mean of c^2 + eps)
//   dz_i = dy_i gain_i;   dx_i = r (dz_i - z_i mean(dz z)), for layer_norm less mean(dz), too
//   dgain = the sum of dy z over the rows, dbias that of dy, from the first row to the last
//
// Means are reductions times 1 / n.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/layers/norm.hpp>
#include <attn/learning/detail/storage.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <class T>
struct backward_rule<of_norm, recorded<T>> {
  // Gain and Bias are tensors, or nullptr_t.
  template <origin From, class Around, class Out, class X, class Gain, class Bias>
  ATTN_ABI static constexpr bool record(Out& out, const X& x, const Gain& gain, const Bias& bias,
                                        const recorded<T>& eps) {
    recording<T>* r = record_among(x, gain, bias);
    if (r == nullptr || eps.adjoint != nullptr) return false;
    constexpr std::size_t n = Around::extent, rows = Around::rows, volume = X::volume;
    recorded_part<T>* operand = x.storage_.data.together(*r);
    recorded_part<T>* factor = part_of(*r, gain);
    recorded_part<T>* summand = part_of(*r, bias);
    const bool varies = operand->adjoint != nullptr || varies_too(factor) || varies_too(summand);
    const auto made = r->make_part(Out::volume, varies);
    T* scaled = r->numbers(volume + rows);  // z, then each row's r
    r->needs_scratch(volume + 2 * n);
    if (!r->counting) {
      for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t at = Around::start_of(row);
        scaled[volume + row] =
            scale_row<From, n, Around::inner>(scaled + at, operand->value + at, eps.value);
        for (std::size_t i = 0; i < n; ++i) {
          T y = scaled[at + i * Around::inner];
          if constexpr (!std::is_null_pointer_v<Gain>) y = rounded(T(y * factor->value[i]));
          if constexpr (!std::is_null_pointer_v<Bias>) y = y + summand->value[i];
          made.value[at + i * Around::inner] = y;
        }
      }
    }
    if (varies)
      r->add({.pull = &pull<From, Around, !std::is_null_pointer_v<Gain>>,
              .out = made.in_record,
              .a = operand,
              .b = factor,
              .c = summand,
              .numbers = scaled});
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
  ATTN_ABI static constexpr bool varies_too(const recorded_part<T>* p) {
    return p != nullptr && p->adjoint != nullptr;
  }

  // z of a row; r.
  template <origin From, std::size_t N, std::size_t Stride>
  ATTN_ABI static constexpr T scale_row(T* z, const T* x, const T& eps) {
    const T share = T(1) / T(N);
    T middle{};
    if constexpr (From == origin::mean)
      middle = rounded(T(generic::reduce<N, Stride>(x, plus{}) * share));
    T squares[N];
    lifetime_begins(squares);
    for (std::size_t i = 0; i < N; ++i) {
      if constexpr (From == origin::mean)
        z[i * Stride] = x[i * Stride] - middle;
      else
        z[i * Stride] = x[i * Stride];
      squares[i] = rounded(T(z[i * Stride] * z[i * Stride]));
    }
    const T r =
        generic::inverse_root(T(rounded(T(generic::reduce<N, 1>(squares, plus{}) * share))), eps);
    for (std::size_t i = 0; i < N; ++i) z[i * Stride] = rounded(T(z[i * Stride] * r));
    return r;
  }

  template <origin From, class Around, bool HasGain>
  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    constexpr std::size_t n = Around::extent, stride = Around::inner, rows = Around::rows;
    constexpr std::size_t volume = n * rows;
    const T* z = s.numbers;
    const T* dy = s.out->adjoint;
    const T share = T(1) / T(n);
    T* dz = r.scratch + volume;
    T* products = dz + n;
    r.template contribute<volume>(*s.a, [&](T* to) {
      for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t at = Around::start_of(row);
        for (std::size_t i = 0; i < n; ++i) {
          dz[i] = dy[at + i * stride];
          if constexpr (HasGain) dz[i] = rounded(T(dz[i] * s.b->value[i]));
          products[i] = rounded(T(dz[i] * z[at + i * stride]));
        }
        const T along = rounded(T(generic::reduce<n, 1>(products, plus{}) * share));
        T middle{};
        if constexpr (From == origin::mean)
          middle = rounded(T(generic::reduce<n, 1>(dz, plus{}) * share));
        for (std::size_t i = 0; i < n; ++i) {
          T d = dz[i];
          if constexpr (From == origin::mean) d = d - middle;
          d = d - rounded(T(z[at + i * stride] * along));
          to[at + i * stride] = rounded(T(d * z[volume + row]));
        }
      }
    });
    if constexpr (HasGain)
      r.template contribute<n>(*s.b, [&](T* to) {
        for (std::size_t row = 0; row < rows; ++row)
          for (std::size_t i = 0; i < n; ++i) {
            const std::size_t at = Around::start_of(row) + i * stride;
            const T term = rounded(T(dy[at] * z[at]));
            to[i] = row == 0 ? term : T(to[i] + term);
          }
      });
    if (s.c != nullptr)
      r.template contribute<n>(*s.c, [&](T* to) {
        for (std::size_t row = 0; row < rows; ++row)
          for (std::size_t i = 0; i < n; ++i) {
            const T term = dy[Around::start_of(row) + i * stride];
            to[i] = row == 0 ? term : T(to[i] + term);
          }
      });
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
