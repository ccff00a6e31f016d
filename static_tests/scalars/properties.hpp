// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/properties.hpp promises: of functions, layers and models that have a property,
// and of wrong ones, many of which pass a test with examples or with new weights.
#pragma once

#include <attn/attention/cache.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/activation.hpp>
#include <attn/layers/arbitrary_parameters.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/norm.hpp>
#include <attn/models/decoder.hpp>
#include <attn/models/encoder.hpp>
#include <attn/ops/cumsum.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/scalars/properties.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/says.hpp"

namespace attn_tests::properties_tests {

using namespace attn;
using token = axis<"token", 4>;
using model = axis<"model", 4>;
using batch = axis<"batch", 3>;
using head = axis<"head", 2>;
using inner = axis<"inner", 5>;
template <class T>
using sequence = tensor<T, token, model>;
template <class T>
using encoder = nn::encoder_layer<T, model, head, inner, output_by_input, act::relu, post_norm>;

static_assert(rules::kept_axis_call<axis_selector("token"), sequence<double>,
                                    tensor<influence<double, 4>, token>>::holds);
static_assert(!rules::kept_axis_call<axis_selector("token"), sequence<double>,
                                     tensor<influence<double, 4>, model>>::holds);

// For all weights, although those of a new layer are 0.
template <class T>
constexpr report layers() {
  report r;
  const auto x = launder(sequence<T>{});
  const auto found = is_causal<"token">(encoder<T>{}, x, causal<>);
  static_assert(std::is_same_v<decltype(found), const dependence_report<token>>);
  r.check(found);
  r.check(found.allowed == 10 && says(found, "attn::check: as expected"));
  const auto wrong = is_causal<"token">(encoder<T>{}, x);
  r.check(!wrong && wrong.forbidden == 6 && wrong.output == 0 && wrong.input == 1);
  r.check(says(wrong, "attn::check: token 0 depends on token 1; 6 pairs must not"));
  using linear = nn::linear<T, model, axis<"out", 2>, output_by_input>;
  r.check(rows_independent<"token">(linear{}, x));
  r.check(rows_independent<"token">(linear{}, x).allowed == 4);
  r.check(says(rows_independent<"token">(encoder<T>{}, x, causal<>),
               "attn::check: token 1 depends on token 0; 6 pairs must not"));
  r.check(is_causal<"token">([](const auto& y) { return layer_norm(y); }, x));
  return r;
}

// Further tensors are arbitrary, too: here the values, and a memory.
template <class T>
constexpr report further_arguments() {
  report r;
  const sequence<T> x, v;
  const auto attend = [](const auto& y, const auto& values, const auto&... options) {
    return scaled_dot_product_attention(y, as_keys(y), as_keys(values), options...);
  };
  r.check(is_causal<"token">(attend, x, v, causal<>));
  r.check(says(is_causal<"token">(attend, x, v),
               "attn::check: token 0 depends on token 1; 6 pairs must not"));
  using decoder = nn::decoder_layer<T, model, head, inner, output_by_input, act::relu, post_norm>;
  const tensor<T, axis<"source", 2>, model> memory;
  r.check(is_causal<"token">(decoder{}, x, memory, self_options(causal<>)));
  r.check(says(is_causal<"token">(decoder{}, x, memory),
               "attn::check: token 0 depends on token 1; 6 pairs must not"));
  r.check(is_causal<"token">(decoder{}, x, memory, self_options(causal<>)).allowed == 10);
  return r;
}

// --- mutants ----------------------------------------------------------------------------------

// A mask that is off by one; one that hides the token itself is causal.
template <class T>
constexpr report masks_off_by_one() {
  report r;
  const sequence<T> x;
  const auto attend = [](const auto& y, const auto& mask) {
    return scaled_dot_product_attention(y, as_keys(y), as_keys(y), mask, fully_masked<zero_rows>);
  };
  r.check(is_causal<"token">(attend, x, causal<top_left>));
  r.check(is_causal<"token">(attend, x, sliding_window<1, 0, top_left>));
  const auto leaks = is_causal<"token">(attend, x, causal_from(std::size_t{1}));
  r.check(says(leaks, "attn::check: token 0 depends on token 1; 3 pairs must not"));
  const auto window = is_causal<"token">(attend, x, sliding_window<1, 1, top_left>);
  r.check(says(window, "attn::check: token 0 depends on token 1; 3 pairs must not"));
  const keep_mask<token, axis<"key_token", 4>> one_hole{
      {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}};
  keep_mask<token, axis<"key_token", 4>> leaking = one_hole;
  leaking(1, 3) = one_hole(0, 0);
  r.check(is_causal<"token">(attend, x, one_hole));
  const auto found = is_causal<"token">(attend, x, leaking);
  r.check(says(found, "attn::check: token 1 depends on token 3; 1 pair must not"));
  return r;
}

// A cache that is read one token too late.
template <std::size_t Early>
struct decoding {
  template <class X>
  constexpr X operator()(const X& x) const {
    using T = typename X::value_type;
    key_value_cache<T, axis<"slot", 4>, model, model> cache;
    X out;
    for (std::size_t t = 0; t < Early; ++t)
      cache.append(select<"token">(x, t), select<"token">(x, t));
    for (std::size_t t = 0; t < 4; ++t) {
      if (t + Early < 4) {
        const auto row = select<"token">(x, t + Early);
        cache.append(row, row);
      }
      const auto found = cache.attend(select<"token">(x, t));
      for (std::size_t j = 0; j < 4; ++j) out(t, j) = found(j);
    }
    return out;
  }
};
template <class T>
constexpr report caches() {
  report r;
  const sequence<T> x;
  r.check(is_causal<"token">(decoding<0>{}, x));
  const auto late = is_causal<"token">(decoding<1>{}, x);
  r.check(says(late, "attn::check: token 0 depends on token 1; 3 pairs must not"));
  return r;
}

// Statistics over the wrong axis, and a reshape where a transposition belongs.
template <class T>
constexpr report wrong_axes() {
  report r;
  const tensor<T, batch, token, model> x;
  const auto right = [](const auto& y) {
    return layer_norm(scaled_dot_product_attention(y, y, y));
  };
  const auto norm_of_a_batch = [](const auto& y) {
    const auto m = mean<"batch">(y);
    auto z = y;
    for (std::size_t i = 0; i < z.size(); ++i) z.data()[i] = z.data()[i] - m.data()[i % m.size()];
    return z;
  };
  r.check(rows_independent<"batch">(right, x));
  const auto wrong = rows_independent<"batch">(norm_of_a_batch, x);
  r.check(says(wrong, "attn::check: batch 0 depends on batch 1; 6 pairs must not"));
  // A reshape where a transposition belongs: token 1 has a part of token 0's features.
  const auto reshaped = [](const auto& y) {
    auto z = y;
    for (std::size_t b = 0; b < 3; ++b)
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j) z(b, i, j) = y(b, j, i);
    return z;
  };
  r.check(says(rows_independent<"token">(reshaped, x),
               "attn::check: token 0 depends on token 1; 12 pairs must not"));
  r.check(says(is_causal<"token">(reshaped, x),
               "attn::check: token 0 depends on token 1; 6 pairs must not"));
  r.check(rows_independent<"batch">(reshaped, x));
  const auto running = [](const auto& y) { return cumsum<"token">(y); };
  r.check(is_causal<"token">(running, x));
  r.check(says(rows_independent<"token">(running, x),
               "attn::check: token 1 depends on token 0; 6 pairs must not"));
  return r;
}

// What is not finite leaks through a mask, unless the masked keys are skipped.
template <class T>
constexpr report readings() {
  report r;
  const sequence<T> x;
  const auto attend = [](const auto& y, const auto&... options) {
    return scaled_dot_product_attention(y, as_keys(y), as_keys(y), causal<>, options...);
  };
  r.check(is_causal<"token">(attend, x));
  r.check(says(is_causal<"token", nan_too>(attend, x),
               "attn::check: token 0 depends on token 1; 6 pairs must not"));
  r.check(is_causal<"token", nan_too>(attend, x, skip_masked));
  // The method has one direction: this depends on no later token, and the proof does not see it.
  const auto cancels = [](const auto& y) {
    auto z = y;
    z(0, 0) = y(0, 0) + (y(3, 0) - y(3, 0));
    return z;
  };
  r.check(says(is_causal<"token">(cancels, x),
               "attn::check: token 0 depends on token 3; 1 pair must not"));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"layers, float", layers<float>},
    {"layers, double", layers<double>},
    {"further arguments, float", further_arguments<float>},
    {"further arguments, double", further_arguments<double>},
    {"masks off by one, float", masks_off_by_one<float>},
    {"masks off by one, double", masks_off_by_one<double>},
    {"caches, float", caches<float>},
    {"caches, double", caches<double>},
    {"wrong axes, float", wrong_axes<float>},
    {"wrong axes, double", wrong_axes<double>},
    {"readings, float", readings<float>},
    {"readings, double", readings<double>},
};

}  // namespace attn_tests::properties_tests
