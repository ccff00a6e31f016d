// SPDX-License-Identifier: BSL-1.0
// The formats of small numbers, their scales, matrices of them, and how kernels load them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/detail/members.hpp>
#include <attn/detail/runtime/matmul.hpp>
#include <attn/detail/runtime/row.hpp>
#include <attn/detail/storage.hpp>
#include <attn/detail/vector.hpp>
#include <attn/layers/detail/calls.hpp>
#include <attn/layers/detail/integer_products.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/scalars/analysis_scalar.hpp>
#include <attn/tensor/bfloat16.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
ATTN_ABI inline void weight_is_not_finite() {}

// Integers: how they are stored, `count` of them, and number i.
struct int8 {
  using word = std::int8_t;
  static constexpr int largest = 127, per_word = 1;
  template <class Out, class In>
  using values = tensor<word, Out, In>;

  ATTN_ABI static constexpr int get(const word* words, std::size_t i) { return words[i]; }
  ATTN_ABI static constexpr void set(word* words, std::size_t i, int value) {
    words[i] = static_cast<word>(value);
  }
  // Lanes of Integers, from number i on; at run time.
  template <class Integers>
  ATTN_INLINE static Integers load(const word* words, std::size_t i) {
    detail::vec<word, detail::lanes_of<Integers>> lanes;
    __builtin_memcpy(&lanes, words + i, sizeof lanes);
    return detail::widened<Integers>(lanes);
  }
};
// As int8, and the inputs of a product become int8 as they come.
struct int8_dynamic : int8 {};
// … with a scale that is the same for all inputs.
struct int8_static : int8 {};
struct int4 {
  using word = std::uint8_t;
  static constexpr int largest = 7, per_word = 2;
  template <class Out, class In>
  using values = tensor<word, dim<(Out::size * In::size + 1) / 2>>;

  ATTN_ABI static constexpr int get(const word* words, std::size_t i) {
    return static_cast<int>((words[i / 2] >> i % 2 * 4 & 15u) ^ 8u) - 8;
  }
  ATTN_ABI static constexpr void set(word* words, std::size_t i, int value) {
    const unsigned shift = i % 2 * 4, others = words[i / 2] & 0xf0u >> shift;
    words[i / 2] = static_cast<word>(others | (static_cast<unsigned>(value) & 15u) << shift);
  }
  template <class Integers>
  ATTN_INLINE static Integers load(const word* words, std::size_t i) {
    constexpr std::size_t count = detail::lanes_of<Integers>;
    if (i % 2 == 0) {
      using half = detail::vec<word, count / 2>;
      half pairs;
      __builtin_memcpy(&pairs, words + i / 2, sizeof pairs);
      const half low = pairs & 15, high = pairs >> 4;
      const auto all = [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        return __builtin_shufflevector(low, high, (Index / 2 + Index % 2 * (count / 2))...);
      }(std::make_index_sequence<count>{});
      return (detail::widened<Integers>(all) ^ 8) - 8;
    }
    detail::block<int, count> lanes;
    for (std::size_t j = 0; j < count; ++j) lanes.data[j] = get(words, i + j);
    return detail::bits_as<Integers>(lanes);
  }
};

// The number of weights that share a scale, of `Volume` in rows of `Row`.
struct per_row {
  template <std::size_t Volume, std::size_t Row>
  static constexpr std::size_t size = Row;
  template <class Out, class In>
  using scales = tensor<float, Out>;
};
struct per_tensor {
  template <std::size_t Volume, std::size_t Row>
  static constexpr std::size_t size = Volume;
  template <class Out, class In>
  using scales = tensor<float>;
};
template <std::size_t N>
struct per_group {
  static_assert(N > 0, "attn::per_group<n>: a group must have at least one weight");
  template <std::size_t Volume, std::size_t Row>
  static constexpr std::size_t size = N;
  template <class Out, class In>
  using scales = tensor<float, dim<(Out::size * In::size + N - 1) / N>>;
};

namespace detail {

// The weights from number `at` on, for kernels and loops: Group of them share a scale, and a row
// has Row of them. A kernel never loads the end of one row and the beginning of the next at once.
template <class Format, std::size_t Group, std::size_t Row>
struct scaled_values {
  const typename Format::word* words;
  const float* scales;
  std::size_t at;

  ATTN_ABI constexpr float operator[](std::size_t i) const {
    return static_cast<float>(Format::get(words, at + i)) * scale_of(i);
  }
  ATTN_ABI constexpr float scale_of(std::size_t i) const { return scales[(at + i) / Group]; }
  // How a product is computed that does not convert weights, but its inputs.
  template <std::size_t M, std::size_t K, std::size_t N>
    requires std::is_same_v<Format, int8_dynamic>
  ATTN_ABI constexpr void multiply(float* out, const float* x) const {
    multiply_by_integers<M, K, N, Group == Row>(out, x, words, scales);
  }
  ATTN_INLINE constexpr friend scaled_values operator+(const scaled_values& v, std::size_t n) {
    return {v.words, v.scales, v.at + n};
  }
  ATTN_INLINE constexpr friend scaled_values operator-(const scaled_values& v, std::size_t n) {
    return {v.words, v.scales, v.at - n};
  }
};
template <class V, std::size_t Count, class Format, std::size_t Group, std::size_t Row>
ATTN_INLINE V load_part(const scaled_values<Format, Group, Row>& from) {
  if constexpr (Count == lanes_of<V>) {
    const V values =
        __builtin_convertvector(Format::template load<words_of<V>>(from.words, from.at), V);
    const std::size_t group = from.at / Group;
    if (Group % Row == 0 || (Group % Count == 0 && Row % Count == 0) ||
        (from.at + Count - 1) / Group == group)
      return values * splat<V>(from.scales[group]);
    block<float, Count> scales;
    for (std::size_t i = 0; i < Count; ++i) scales.data[i] = from.scales[(from.at + i) / Group];
    return values * bits_as<V>(scales);
  } else {
    block<float, lanes_of<V>> lanes{};
    for (std::size_t i = 0; i < Count; ++i) lanes.data[i] = from[i];
    return bits_as<V>(lanes);
  }
}
// The weights that are `bytes` of float ahead.
template <class Format, std::size_t Group, std::size_t Row>
ATTN_INLINE void prefetch(const scaled_values<Format, Group, Row>& from, std::size_t bytes) {
  constexpr std::size_t per_word = Format::per_word;
  runtime::prefetch(from.words + from.at / per_word, bytes / (per_word * sizeof(float)));
}

// Of a product whose inputs are multiples of one scale.
template <std::size_t Group, std::size_t Row>
struct values_for_scale : scaled_values<int8_static, Group, Row> {
  float input_scale;

  template <std::size_t M, std::size_t K, std::size_t N>
  ATTN_ABI constexpr void multiply(float* out, const float* x) const {
    multiply_by_integers<M, K, N, Group == Row>(out, x, this->words, this->scales, input_scale);
  }
};

}  // namespace detail

template <class Format, class Scales, axis_like Out, axis_like In>
struct quantized_weight {
  static constexpr std::size_t volume = Out::size * In::size;
  static constexpr std::size_t group = Scales::template size<volume, In::size>;
  using values_type = typename Format::template values<Out, In>;
  using scales_type = typename Scales::template scales<Out, In>;
  ATTN_MEMBERS(quantized_weight, (values_type, values), (scales_type, scales));

  ATTN_ABI constexpr detail::scaled_values<Format, group, In::size> data() const {
    return {values.data(), scales.data(), 0};
  }
  ATTN_ABI friend constexpr bool operator==(const quantized_weight&,
                                            const quantized_weight&) = default;
};

// A product's inputs are multiples of input_scale.
template <class Scales, axis_like Out, axis_like In>
struct quantized_weight<int8_static, Scales, Out, In> {
  static constexpr std::size_t volume = Out::size * In::size;
  static constexpr std::size_t group = Scales::template size<volume, In::size>;
  using values_type = int8_static::values<Out, In>;
  using scales_type = typename Scales::template scales<Out, In>;
  using input_scale_type = tensor<float>;
  ATTN_MEMBERS(quantized_weight, (values_type, values), (scales_type, scales),
               (input_scale_type, input_scale));

  ATTN_ABI constexpr detail::values_for_scale<group, In::size> data() const {
    return {{values.data(), scales.data(), 0}, static_cast<float>(input_scale)};
  }
  ATTN_ABI friend constexpr bool operator==(const quantized_weight&,
                                            const quantized_weight&) = default;
};

namespace detail {

// Formats whose products are of integers.
template <class Format>
inline constexpr bool has_integer_products =
    std::is_same_v<Format, int8_dynamic> || std::is_same_v<Format, int8_static>;

template <class Format, class Scales, class Out, class In>
struct small_matrix {
  using type = quantized_weight<Format, Scales, Out, In>;
};
template <two_byte_float H, class Out, class In>
struct small_matrix<H, void, Out, In> {
  using type = tensor<H, Out, In>;
};
template <class Format, class Scales, class Out, class In>
using small_weight = typename small_matrix<Format, Scales, Out, In>::type;

// What a matrix of small numbers is of float: matrix_of_float<W>::type.
template <class W>
struct matrix_of_float {};
template <two_byte_float H, class... Axes>
struct matrix_of_float<tensor<H, Axes...>> : std::type_identity<tensor<float, Axes...>> {};
template <class Format, class Scales, class Out, class In>
struct matrix_of_float<quantized_weight<Format, Scales, Out, In>>
    : std::type_identity<tensor<float, Out, In>> {};
template <class W>
concept small_number_matrix = requires { typename matrix_of_float<W>::type; };
template <class W>
concept small_number_rows = small_number_matrix<W> && requires(const W& w) { w.data()[0]; };

// The matrix of float.
template <class Result, class W>
ATTN_ABI constexpr void write_as_float(Result& to, const W& w) {
  const auto from = w.data();
  for (std::size_t i = 0; i < to.size(); ++i) to.data()[i] = static_cast<float>(from[i]);
}
template <class Format, class Scales, class Out, class In>
ATTN_ABI constexpr tensor<float, Out, In> matrix_as_float(
    const quantized_weight<Format, Scales, Out, In>& w) {
  tensor<float, Out, In> result(uninitialized);
  write_as_float(result, w);
  return result;
}

// --- packed -------------------------------------------------------------------------------------

// Numbers of weights, as words in memory: element i, and lanes from element i on.
template <class Format>
struct stored_numbers : Format {};
template <two_byte_float H>
struct stored_numbers<H> {
  using word = H;
  static constexpr std::size_t per_word = 1;
  ATTN_ABI static constexpr float get(const H* words, std::size_t i) {
    return static_cast<float>(words[i]);
  }
  ATTN_ABI static constexpr void set(H* words, std::size_t i, H value) { words[i] = value; }
};

// Packed weights (K, …): numbers in the order of packed_index<float>, and lines of scales, one for
// each `Inputs` inputs, in the order of packed_index as well. `at` is the number of elements after
// the first line's.
template <class Format, std::size_t Inputs, std::size_t K>
struct packed_values {
  using numbers = stored_numbers<Format>;
  static constexpr bool has_scales = !two_byte_float<Format>;
  static constexpr std::size_t line = packed_line<float>, scale_lines = K / Inputs;
  const typename numbers::word* words;
  const float* scales;
  std::size_t at = 0;

  ATTN_ABI constexpr float operator()(std::size_t k, std::size_t j) const {
    const auto value = static_cast<float>(numbers::get(words, packed_index<float, K>(k, j)));
    if constexpr (has_scales)
      return value * scales[packed_index<float, scale_lines>(k / Inputs, j)];
    else
      return value;
  }
  template <std::size_t M, std::size_t, std::size_t N>
  ATTN_ABI constexpr void multiply(float* out, const float* x) const {
    if constexpr (kernel_scalar<float>)
      if (!std::is_constant_evaluated())
        return runtime::matmul_packed_lines<M, K, N, native_isa>(out, x, *this);
    for (std::size_t i = 0; i < M; ++i, x += K)
      for (std::size_t j = 0; j < N; ++j) {
        float sum = rounded(x[0] * (*this)(0, j));
        for (std::size_t k = 1; k < K; ++k)
          if constexpr (fuses<float>)
            sum = add_product(sum, x[k], (*this)(k, j));
          else
            sum += rounded(x[k] * (*this)(k, j));
        *out++ = sum;
      }
  }
  ATTN_INLINE friend packed_values operator+(const packed_values& v, std::size_t n) {
    return {v.words, v.scales, v.at + n};
  }
};
template <class V, std::size_t At, std::size_t Column, class Format, std::size_t Inputs,
          std::size_t K>
ATTN_INLINE V load_columns(const packed_values<Format, Inputs, K>& from) {
  using values = packed_values<Format, Inputs, K>;
  if constexpr (!values::has_scales) {
    return load_part<V, lanes_of<V>>(from.words + (from.at + At));
  } else {
    constexpr std::size_t first = packed_index<float, values::scale_lines>(0, Column);
    const std::size_t group = Inputs == K ? 0 : from.at / (values::line * Inputs);
    const V number =
        __builtin_convertvector(Format::template load<words_of<V>>(from.words, from.at + At), V);
    return number * load<V>(from.scales + first + group * values::line);
  }
}
template <std::size_t, class Format, std::size_t Inputs, std::size_t K>
ATTN_INLINE packed_values<Format, Inputs, K> from_line(
    const packed_values<Format, Inputs, K>& packed, std::size_t column) {
  using values = packed_values<Format, Inputs, K>;
  return {packed.words + column * K / values::numbers::per_word,
          packed.scales + (values::has_scales ? column * values::scale_lines : 0)};
}

// Scales, if there are any.
template <std::size_t N>
struct lines_of_scales {
  storage<float, N> scales{};
  ATTN_ABI constexpr const float* scales_data() const { return scales.data; }
};
template <>
struct lines_of_scales<0> {
  ATTN_ABI constexpr const float* scales_data() const { return nullptr; }
};

// How many inputs share a scale in packed weights, whose lanes are outputs: none, if a group would
// end within the group of another output.
template <class Format, class Scales, class Out, class In>
inline constexpr std::size_t inputs_of_scale = [] {
  constexpr std::size_t group = Scales::template size<Out::size * In::size, In::size>;
  if (has_integer_products<Format>) return std::size_t{0};
  return group % In::size == 0 ? In::size : In::size % group == 0 ? group : 0;
}();
template <two_byte_float H, class Out, class In>
inline constexpr std::size_t inputs_of_scale<H, void, Out, In> = In::size;

}  // namespace detail

template <class Format, class Scales, axis_like Out, axis_like In>
struct packed_quantized_weight {
  using value_type = float;
  using shape_type = shape<In, Out>;
  using numbers = detail::stored_numbers<Format>;
  using values =
      detail::packed_values<Format, detail::inputs_of_scale<Format, Scales, Out, In>, In::size>;
  static constexpr std::size_t volume = Out::size * In::size;
  static constexpr std::size_t padded = detail::packed_size<float, 1, Out::size>;
  detail::storage<typename numbers::word, padded * In::size / numbers::per_word> words{};
  detail::lines_of_scales<values::has_scales ? padded * values::scale_lines : 0> scales{};

  ATTN_ABI constexpr values data() const { return {words.data, scales.scales_data()}; }
  ATTN_ABI friend constexpr bool operator==(const packed_quantized_weight& a,
                                            const packed_quantized_weight& b) {
    for (std::size_t j = 0; j < Out::size; ++j)
      for (std::size_t k = 0; k < In::size; ++k)
        if (!(a.data()(k, j) == b.data()(k, j))) return false;
    return true;
  }
};

namespace detail {

template <class Format, class Scales, class Out, class In>
struct matrix_of_float<packed_quantized_weight<Format, Scales, Out, In>>
    : std::type_identity<tensor<float, Out, In>> {};

// to = the packed weights of rows of small numbers, which begin at `from`.
template <class Format, class Scales, class Out, class In, class From>
ATTN_ABI constexpr void pack_transposed(packed_quantized_weight<Format, Scales, Out, In>& to,
                                        const From& from) {
  using weight = packed_quantized_weight<Format, Scales, Out, In>;
  constexpr std::size_t in = In::size;
  for (std::size_t j = 0; j < Out::size; ++j)
    for (std::size_t k = 0; k < in; ++k) {
      const std::size_t at = packed_index<float, in>(k, j);
      if constexpr (!weight::values::has_scales) {
        to.words.data[at] = from[j * in + k];
      } else {
        constexpr std::size_t inputs = in / weight::values::scale_lines;
        Format::set(to.words.data, at, Format::get(from.words, j * in + k));
        if (k % inputs == 0)
          to.scales.scales.data[packed_index<float, in / inputs>(k / inputs, j)] =
              from.scale_of(j * in + k);
      }
    }
}

// to = the numbers w(0), w(1), … in small ones.
template <two_byte_float H, class... Axes, class W>
ATTN_ABI constexpr void write_small(tensor<H, Axes...>& to, const W& w) {
  for (std::size_t i = 0; i < to.size(); ++i) to.data()[i] = H(w(i));
}
template <class Format, class Scales, class Out, class In, class W>
ATTN_ABI constexpr void write_small(quantized_weight<Format, Scales, Out, In>& to, const W& w) {
  using weight = quantized_weight<Format, Scales, Out, In>;
  float* scale = to.scales.data();
  for (std::size_t first = 0; first < weight::volume; first += weight::group, ++scale) {
    const std::size_t rest = weight::volume - first;
    const std::size_t count = rest < weight::group ? rest : weight::group;
    float most = 0;
    bool finite = true;
    for (std::size_t i = first; i < first + count; ++i) {
      const float size = w(i) < 0 ? -w(i) : w(i);
      finite = finite && size <= limits<float>::max;
      if (size > most) most = size;
    }
    if (!finite) weight_is_not_finite();
    *scale = finite ? most / static_cast<float>(Format::largest) : limits<float>::quiet_NaN;
    for (std::size_t i = first; i < first + count; ++i)
      Format::set(to.values.data(), i,
                  *scale > 0 ? nearest_integer(w(i) / *scale, Format::largest) : 0);
  }
}

template <class W>
inline constexpr bool has_integer_inputs = false;
template <class Format, class Scales, class Out, class In>
inline constexpr bool has_integer_inputs<quantized_weight<Format, Scales, Out, In>> =
    has_integer_products<Format>;
template <class W>
concept has_input_scale = requires(const W& w) { w.input_scale; };

// The matrix that W stands for in a product with elements of T.
template <class T, class W>
inline constexpr bool analyses = is_analysis_scalar<T> && small_number_rows<W> &&
                                 (!has_integer_inputs<W> || element_of_integer_products<T>);
template <class T, class W>
using matrix_for =
    std::conditional_t<analyses<T, W>, tensor_of<T, typename matrix_of_float<W>::type::shape_type>,
                       typename matrix_of_float<W>::type>;
}  // namespace detail

// The matrix of float that the small numbers mean.
template <std::same_as<float> T, class Format, class Scales, class Out, class In>
ATTN_ABI constexpr auto as(const quantized_weight<Format, Scales, Out, In>& w) {
  return detail::matrix_as_float(w);
}

namespace detail {

template <class T, class Ids, class W>
ATTN_ABI constexpr auto rows_of_small(const Ids& ids, const W& table) {
  if constexpr (std::is_same_v<T, float>)
    return embedding(ids, table);
  else
    return as<T>(embedding(ids, table));
}

// Rows of x by a matrix of small numbers, as by as<float>(w).
template <class Result, class X, class W>
ATTN_ABI constexpr Result product_with_small(const X& x, const W& w) {
  using matrix = typename matrix_of_float<W>::type::shape_type;
  constexpr std::size_t n = axis_at<matrix, 0>::size, k = axis_at<matrix, 1>::size;
  constexpr std::size_t m = X::volume / k;
  Result y(uninitialized);
  if constexpr (is_analysis_scalar<typename X::value_type> && has_input_scale<W>)
    multiply_elements_by_integers<m, k, n, W::group == k>(
        y.data(), x.data(), w.values.data(), w.scales.data(), static_cast<float>(w.input_scale));
  else if constexpr (is_analysis_scalar<typename X::value_type>)
    multiply_elements_by_integers<m, k, n, W::group == k>(y.data(), x.data(), w.values.data(),
                                                          w.scales.data());
  else if constexpr (requires { w.data().template multiply<m, k, n>(y.data(), x.data()); })
    w.data().template multiply<m, k, n>(y.data(), x.data());
  else if (std::is_constant_evaluated())
    write_transposed_product_at<m, k, n>(y.data(), x.data(), as<float>(w).data());
  else
    runtime::matmul_transposed<m, k, n>(y.data(), x.data(), w.data());
  return y;
}
template <class Result, class X, class W, class B>
ATTN_ABI constexpr Result product_with_small(const X& x, const W& w, const B& b) {
  Result y = product_with_small<Result>(x, w);
  evaluate<bias_for<Result, B>>(y, y, b);
  return y;
}

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
