// SPDX-License-Identifier: BSL-1.0
// What a linear layer requires of small weights, and how the weights of a model become small.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/members.hpp>
#include <attn/layers/detail/compared.hpp>
#include <attn/layers/detail/small_integers.hpp>
#include <attn/layers/packed.hpp>
#include <attn/layers/parameters.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose, as weight_is_not_finite.
ATTN_ABI inline void layer_has_no_samples() {}

namespace detail {

template <class Result, class Ids, class W>
ATTN_ABI constexpr Result small_rows(const Ids& ids, const W& table) {
  constexpr std::size_t width = last_axis<typename Result::shape_type>::size;
  Result out(uninitialized);
  float* to = out.data();
  for (const auto id : ids) {
    const auto row = table.data() + static_cast<std::size_t>(id) * width;
    for (std::size_t j = 0; j < width; ++j) *to++ = static_cast<float>(row[j]);
  }
  return out;
}
template <class W>
inline constexpr bool has_exact_sums = true;
template <class Format, class Scales, class Out, class In>
inline constexpr bool has_exact_sums<quantized_weight<Format, Scales, Out, In>> =
    !has_integer_products<Format> || In::size <= most_integer_inputs;

// The weight must be output by input, and is else as one of float.
template <class Layout, class W, class Call>
struct small_linear_call : Call {
  using layout_fits = std::is_same<Layout, output_by_input>;
  using sums_fit = std::bool_constant<has_exact_sums<W>>;
  using all = rules::in_order<layout_fits, sums_fit, typename Call::all>;
};

// A weight in rows, or packed where that has a form.
template <class Format, class Scales, class Out, class In, bool Packed>
using ordered_weight = typename std::conditional_t<
    Packed && inputs_of_scale<Format, Scales, Out, In> != 0,
    std::type_identity<packed_quantized_weight<Format, Scales, Out, In>>,
    small_matrix<Format, Scales, Out, In>>::type;

// to = from, member by member, in place, as pack_into.
template <bool InputByOutput, class To, class From>
ATTN_ABI constexpr void convert_weights(To& to, const From& from) {
  if constexpr (is_array<To>) {
    for (std::size_t i = 0; i < array_length<To>; ++i)
      convert_weights<InputByOutput>(to[i], from[i]);
  } else if constexpr (std::is_same_v<To, From>) {
    to = from;
  } else if constexpr (small_number_matrix<From>) {
    write_as_float(to, from);
  } else if constexpr (!small_number_matrix<To>) {
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      (convert_weights<is_input_by_output<From>>(member<Index>(to), member<Index>(from)), ...);
    }(members_of<To>{});
  } else if constexpr (InputByOutput) {
    constexpr std::size_t in = axis_at<typename From::shape_type, 0>::size;
    constexpr std::size_t out = axis_at<typename From::shape_type, 1>::size;
    write_small(to, [&](std::size_t i) { return from.data()[i % in * out + i / in]; });
  } else {
    write_small(to, [&](std::size_t i) { return from.data()[i]; });
  }
}
template <class To, class M>
ATTN_ABI constexpr To converted_weights(const M& model) {
  To to{};
  convert_weights<false>(to, model);
  return to;
}

// The scales of a model's inputs, of the largest ones in the samples of a report.
template <class To, class From, class Report>
ATTN_ABI constexpr void set_input_scales(To& to, const From& from, const Report& report) {
  if constexpr (is_array<To>) {
    for (std::size_t i = 0; i < array_length<To>; ++i) set_input_scales(to[i], from[i], report);
  } else if constexpr (has_input_scale<To>) {
    const layer_error* const found = report.error_with(from.data());
    if (found == nullptr || found->count == 0) {
      layer_has_no_samples();
      to.input_scale = limits<float>::quiet_NaN;
    } else {
      to.input_scale = scale_of_largest(magnitude_bits(found->largest_input));
    }
  } else if constexpr (has_members<To> && !small_number_matrix<To> && !std::is_same_v<To, From>) {
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      (set_input_scales(member<Index>(to), member<Index>(from), report), ...);
    }(members_of<To>{});
  }
}
template <class To, class M, class Report>
ATTN_ABI constexpr To calibrated_weights(const M& model, const Report& report) {
  To to = converted_weights<To>(model);
  set_input_scales(to, model, report);
  return to;
}

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
