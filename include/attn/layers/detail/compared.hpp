// SPDX-License-Identifier: BSL-1.0
// A model whose linear layers and tables compute with floats, and compare with what small numbers
// yield for the same inputs: quantization_report, layers/quantized.hpp.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/members.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// |y - expected|: the largest, and sums over all elements that were added. NaN is the largest. And
// the largest |x| of the inputs.
struct layer_error {
  float largest = 0, largest_input = 0;
  double sum = 0, sum_of_sizes = 0;
  std::size_t count = 0;

  ATTN_ABI constexpr double mean() const {
    return count == 0 ? 0 : sum / static_cast<double>(count);
  }
  // The mean of |expected|.
  ATTN_ABI constexpr double size() const {
    return count == 0 ? 0 : sum_of_sizes / static_cast<double>(count);
  }
  template <class... Axes>
  ATTN_ABI constexpr void add(const tensor<float, Axes...>& y,
                              const tensor<float, Axes...>& expected) {
    for (std::size_t i = 0; i < y.size(); ++i) {
      const float value = expected.data()[i], apart = y.data()[i] - value;
      const float difference = apart < 0 ? -apart : apart;
      if (difference > largest || difference != difference) largest = difference;
      sum += static_cast<double>(difference);
      sum_of_sizes += static_cast<double>(value < 0 ? -value : value);
    }
    count += y.size();
  }
  template <class... Axes>
  ATTN_ABI constexpr void add_inputs(const tensor<float, Axes...>& inputs) {
    for (const float x : inputs) {
      const float size = x < 0 ? -x : x;
      if (size > largest_input || size != size) largest_input = size;
    }
  }
};

namespace detail {

// In the type of a model, where the plain one has Plain and the small one has Small.
template <class Plain, class Small>
struct compared_weights {
  static constexpr std::size_t input_axis = output_by_input::input_axis;
};
template <class Small>
struct compared_table {
  static constexpr bool makes_logits = true;
};

// The layers, which must live as long, and what was found.
template <class Plain, class Small>
struct compared_layer {
  const Plain* plain = nullptr;
  const Small* small_one = nullptr;
  layer_error* error = nullptr;

  template <class X>
  ATTN_ABI constexpr auto operator()(const X& x) const {
    if constexpr (std::is_same_v<typename X::value_type, float>) error->add_inputs(x);
    return compare([&x](const auto& layer) { return layer(x); });
  }
  template <class F>
  ATTN_ABI constexpr auto compare(const F& f) const {
    const auto y = f(*plain);
    error->add(f(*small_one), y);
    return y;
  }
};

}  // namespace detail

namespace nn {

template <axis_like In, axis_like Out, class Plain, class Small>
struct linear<float, In, Out, attn::detail::compared_weights<Plain, Small>, with_bias>
    : attn::detail::compared_layer<linear<float, In, Out, Plain, with_bias>,
                                   linear<float, In, Out, Small, with_bias>> {};
template <axis_like In, axis_like Out, class Plain, class Small>
struct linear<float, In, Out, attn::detail::compared_weights<Plain, Small>, without_bias>
    : attn::detail::compared_layer<linear<float, In, Out, Plain, without_bias>,
                                   linear<float, In, Out, Small, without_bias>> {};

template <axis_like Words, axis_like Width, class Small>
struct embedding<float, Words, Width, attn::detail::compared_table<Small>>
    : attn::detail::compared_layer<embedding<float, Words, Width>,
                                   embedding<float, Words, Width, Small>> {
  template <class X>
  ATTN_ABI constexpr auto logits(const X& x) const {
    this->error->add_inputs(x);
    return this->compare([&x](const auto& table) { return table.logits(x); });
  }
};

}  // namespace nn

namespace detail {

// to compares plain and small, and has the next error; what has no small form is plain's.
template <class To, class Plain, class Small>
ATTN_ABI constexpr void compare_layers(To& to, const Plain& plain, const Small& small_one,
                                       layer_error*& next) {
  if constexpr (requires { to.error; }) {
    to.error = next++;
    to.plain = &plain;
    to.small_one = &small_one;
  } else if constexpr (std::is_same_v<To, Plain>) {
    to = plain;
  } else if constexpr (is_array<To>) {
    for (std::size_t i = 0; i < array_length<To>; ++i)
      compare_layers(to[i], plain[i], small_one[i], next);
  } else {
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      (compare_layers(member<Index>(to), member<Index>(plain), member<Index>(small_one), next),
       ...);
    }(members_of<To>{});
  }
}
// What the layer with these weights has found, if it is compared.
template <class To>
ATTN_ABI constexpr const layer_error* error_of(const To& to, const float* weights) {
  if constexpr (requires { to.error; }) {
    return to.plain->weight.data() == weights ? to.error : nullptr;
  } else if constexpr (has_members<To>) {
    const layer_error* found = nullptr;
    const auto look = [&](const auto& each) {
      if (found == nullptr) found = error_of(each, weights);
    };
    if constexpr (is_array<To>)
      for (const auto& each : to) look(each);
    else
      [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        (look(member<Index>(to)), ...);
      }(members_of<To>{});
    return found;
  } else {
    return nullptr;
  }
}

// The report: Compared is the model that compares.
template <class Compared, class Plain, class Small>
class compared_models {
 public:
  ATTN_ABI constexpr compared_models(const Plain& model, const Small& small_one)
      : plain_(&model), small_(&small_one) {
    layer_error* next = errors_;
    compare_layers(compared_, model, small_one, next);
  }
  compared_models(const compared_models&) = delete;  // its layers have pointers to its errors
  layer_error output{};                              // of the small model as a whole

  template <class... X>
  ATTN_ABI constexpr auto operator()(const X&... x) {
    const auto y = compared_(x...);
    output.add((*small_)(x...), y);
    return y;
  }
  template <class F>
  ATTN_ABI constexpr void for_each(const F& f) const {
    for_each_parameter(
        [&](const auto& name, const auto& x) {
          if (const layer_error* error = error_of(compared_, x.data())) f(name, *error);
        },
        *plain_);
  }
  // Of the layer with these weights, or nullptr.
  ATTN_ABI constexpr const layer_error* error_with(const float* weights) const {
    return error_of(compared_, weights);
  }

 private:
  Compared compared_{};
  layer_error errors_[leaves_of<Plain>::size()]{};  // more than there are layers
  const Plain* plain_;
  const Small* small_;
};

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
