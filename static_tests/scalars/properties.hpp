// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/properties.hpp promises: of functions, layers and models that have a property,
// and of wrong ones, many of which pass a test with examples or with new weights.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::properties_tests {
using token = axis<"token", 4>;
using batch = axis<"batch", 3>;
template <class T> using sequence = tensor<T, token, model>;
template <class T>
using encoder = nn::encoder_layer<T, model, head, inner, output_by_input, act::relu, post_norm>;

static_assert(rules::kept_axis_call<axis_selector("token"), sequence<double>,
    tensor<influence<double, 4>, token>>::all::value);
static_assert(!rules::kept_axis_call<axis_selector("token"), sequence<double>,
    tensor<influence<double, 4>, model>>::all::value);

// Only functions make reports, whichever property they are of.
template <class... Report>
inline constexpr bool are_not_made_by_hand =
    ((!std::is_aggregate_v<Report> && !std::is_default_constructible_v<Report>) && ...);
static_assert(are_not_made_by_hand<dependence_report<token>, term_report<token, model>,
    weights_report<float, token>, bounds_report<double, token, model>,
    monotone_report<float, shape<model>, token>, input_report<axis<"word", 3>, token>,
    comparison<float, token>>);

// --- mutants ----------------------------------------------------------------------------------

// A cache that is read one token too late.
template <std::size_t Early> struct decoding {
  template <class X> constexpr X operator()(const X& x) const {
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

inline constexpr auto behaviours = [](test_table& tests) {
  // For all weights, although a new layer's are 0.
  tests.proved<float, double>("layers", []<class T>(report& r) {
    const auto x = launder(sequence<T>{});
    const auto found = is_causal<"token">(encoder<T>{}, x, causal<>);
    has_type<dependence_report<token>>(found);
    r.check(found);
    r.check(found.allowed == 10 && says(found, "attn::check: as expected"));
    const auto wrong = is_causal<"token">(encoder<T>{}, x);
    r.check(!wrong && wrong.forbidden == 6 && wrong.output == 0 && wrong.input == 1);
    r.check(says(wrong,
        "attn::check: not proved: token 0 may depend on token 1 through a product; 6 pairs must "
        "not"));
    using linear = nn::linear<T, model, axis<"out", 2>, output_by_input>;
    r.check(rows_independent<"token">(linear{}, x));
    r.check(rows_independent<"token">(linear{}, x).allowed == 4);
    r.check(says(rows_independent<"token">(encoder<T>{}, x, causal<>),
        "attn::check: not proved: token 1 may depend on token 0 through a product; 6 pairs must "
        "not"));
    r.check(is_causal<"token">([](const auto& y) { return layer_norm(y); }, x));
  });
  // Further tensors are also arbitrary: here the values, and a memory.
  tests.proved<float, double>("further arguments", []<class T>(report& r) {
    const sequence<T> x, v;
    const auto attend = [](const auto& y, const auto& values, const auto&... options) {
      return scaled_dot_product_attention(y, as_keys(y), as_keys(values), options...);
    };
    r.check(is_causal<"token">(attend, x, v, causal<>));
    r.check(says(is_causal<"token">(attend, x, v),
        "attn::check: not proved: token 0 may depend on token 1 through a product; 6 pairs must "
        "not"));
    using decoder = nn::decoder_layer<T, model, head, inner, output_by_input, act::relu, post_norm>;
    const tensor<T, axis<"source", 2>, model> memory;
    r.check(is_causal<"token">(decoder{}, x, memory, self_options(causal<>)));
    r.check(says(is_causal<"token">(decoder{}, x, memory),
        "attn::check: not proved: token 0 may depend on token 1 through a product; 6 pairs must "
        "not"));
    r.check(is_causal<"token">(decoder{}, x, memory, self_options(causal<>)).allowed == 10);
  });
  // A mask that is off by one; one that hides the token itself is causal.
  tests.proved<float, double>("masks off by one", []<class T>(report& r) {
    const sequence<T> x;
    const auto attend = [](const auto& y, const auto& mask) {
      return scaled_dot_product_attention(y, as_keys(y), as_keys(y), mask, fully_masked<zero_rows>);
    };
    r.check(is_causal<"token">(attend, x, causal<top_left>));
    r.check(is_causal<"token">(attend, x, sliding_window<1, 0, top_left>));
    const auto leaks = is_causal<"token">(attend, x, causal_from(std::size_t{1}));
    r.check(says(leaks,
        "attn::check: not proved: token 0 may depend on token 1 through a product; 3 pairs must "
        "not"));
    const auto window = is_causal<"token">(attend, x, sliding_window<1, 1, top_left>);
    r.check(says(window,
        "attn::check: not proved: token 0 may depend on token 1 through a product; 3 pairs must "
        "not"));
    const keep_mask<token, axis<"key_token", 4>> one_hole{
        {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}};
    keep_mask<token, axis<"key_token", 4>> leaking = one_hole;
    leaking(1, 3) = one_hole(0, 0);
    r.check(is_causal<"token">(attend, x, one_hole));
    const auto found = is_causal<"token">(attend, x, leaking);
    r.check(says(found,
        "attn::check: not proved: token 1 may depend on token 3 through a product; 1 pair must "
        "not"));
  });
  tests.proved<float, double>("caches", []<class T>(report& r) {
    const sequence<T> x;
    r.check(is_causal<"token">(decoding<0>{}, x));
    const auto late = is_causal<"token">(decoding<1>{}, x);
    r.check(says(late,
        "attn::check: not proved: token 0 may depend on token 1 through a product; 3 pairs must "
        "not"));
  });
  // Statistics over the wrong axis, and a reshape where a transposition belongs.
  tests.proved<float, double>("wrong axes", []<class T>(report& r) {
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
    r.check(says(wrong,
        "attn::check: not proved: batch 0 may depend on batch 1 through a sum; 6 pairs must not"));
    // A reshape where a transposition belongs: token 1 has a part of token 0's features.
    const auto reshaped = [](const auto& y) {
      auto z = y;
      for (std::size_t b = 0; b < 3; ++b)
        for (std::size_t i = 0; i < 4; ++i)
          for (std::size_t j = 0; j < 4; ++j) z(b, i, j) = y(b, j, i);
      return z;
    };
    r.check(says(rows_independent<"token">(reshaped, x),
        "attn::check: not proved: token 0 may depend on token 1 through moved elements; 12 pairs "
        "must not"));
    r.check(says(is_causal<"token">(reshaped, x),
        "attn::check: not proved: token 0 may depend on token 1 through moved elements; 6 pairs "
        "must not"));
    r.check(rows_independent<"batch">(reshaped, x));
    const auto running = [](const auto& y) { return cumsum<"token">(y); };
    r.check(is_causal<"token">(running, x));
    r.check(says(rows_independent<"token">(running, x),
        "attn::check: not proved: token 1 may depend on token 0 through a sum; 6 pairs must not"));
  });
  // Attention as one writes it, with a quotient for each weight: 0 / x is 0, and an assignment of a
  // sum is a sum.
  tests.proved<float, double>("loops", []<class T>(report& r) {
    const sequence<T> x;
    const auto attend = [](const auto& y) {
      using number = typename std::remove_cvref_t<decltype(y)>::value_type;
      constexpr std::size_t n = token::size, d = std::remove_cvref_t<decltype(y)>::volume / n;
      auto z = y;
      for (std::size_t i = 0; i < n; ++i) {
        number weights[n], total = 0;
        for (std::size_t j = 0; j < n; ++j) {
          number score = -std::numeric_limits<T>::infinity();
          if (j <= i) {
            score = 0;
            for (std::size_t k = 0; k < d; ++k) score += y(i, k) * y(j, k);
            score /= 2;
          }
          weights[j] = exp(score);
          total += weights[j];
        }
        for (std::size_t k = 0; k < d; ++k) {
          z(i, k) = 0;
          for (std::size_t j = 0; j < n; ++j) z(i, k) += weights[j] / total * y(j, k);
        }
      }
      return z;
    };
    r.check(is_causal<"token">(attend, x));
    r.check(is_causal<"token">(attend, x).allowed == token::size * (token::size + 1) / 2);
    r.check(same_for_all_inputs<exact_arithmetic>(
        attend,
        [](const auto& y) {
          return scaled_dot_product_attention(y, as_keys(y), as_keys(y), causal<>, scaled_by(0.5f));
        },
        x));
  });
  // The operation at which the two tokens meet. Where they meet nowhere, elements are moved.
  tests.proved<float, double>("through which operation", []<class T>(report& r) {
    const sequence<T> x;
    const auto is_through = [&](const auto& f, const char* text) {
      r.check(says(is_causal<"token">(f, x).part(3), text));
    };
    const auto first = [&](const auto& combine) {
      return [combine](const auto& y) {
        auto z = y;
        z(0, 0) = combine(y(0, 0), y(2, 1));
        return z;
      };
    };
    const auto through = [&](const auto& combine, const char* text) {
      const auto f = first(combine);
      const auto found = detail::dependences<"token", finite_only>(
          [](std::size_t output, std::size_t input) { return input <= output; }, f, x);
      r.check(found.forbidden == 1 && found.output == 0 && found.input == 2);
      r.check(says(found.part(3), text));
    };
    through([](auto a, auto b) { return a + b; }, "through a sum");
    through([](auto a, auto b) { return exp(a) - exp(b); }, "through a difference");
    through([](auto a, auto b) { return a * b + a - b; }, "through a product");
    through([](auto a, auto b) { return a / b; }, "through a quotient");
    through([](auto a, auto b) { return math::max(a, b); }, "through a maximum");
    through([](auto a, auto b) { return math::min(a, b); }, "through a minimum");
    through([](auto a, auto b) { return pow(a, b); }, "through a power");
    through([](auto a, auto b) { return tanh(2 * b) * 0 * a + b * 3; }, "through moved elements");
    through([](auto a, auto b) { return (a + b) * (a * b); }, "through a sum and others");
    is_through([](const auto& y) { return softmax<"token">(y); }, "through a maximum");
    is_through([](const auto& y) { return flip<"token">(y); }, "through moved elements");
    // One row of constant evaluation has lanes of both kinds.
    is_through([](const auto& y) { return matmul(y, transpose(as_keys(y))); }, "through a product");
    is_through(
        [](const auto& y) {
          auto z = y;
          for (std::size_t j = 0; j < 4; ++j) z(0, j) = y(j, 0);
          return multiply(z, y);
        },
        "through a product");
  });
  // A function that ignores its argument depends on nothing, and the report says so.
  tests.proved<float, double>("nothing depends", []<class T>(report& r) {
    const sequence<T> x;
    const auto ignores = [](const auto& y) { return std::remove_cvref_t<decltype(y)>{}; };
    r.check(is_causal<"token">(ignores, x).allowed == 0);
    r.check(rows_independent<"token">(ignores, x).allowed == 0);
    r.check(rows_independent<"token">([](const auto& y) { return exp(y); }, x).allowed == 4);
  });
  // What is not finite leaks through a mask, unless the masked keys are skipped.
  tests.proved<float, double>("readings", []<class T>(report& r) {
    const sequence<T> x;
    const auto attend = [](const auto& y, const auto&... options) {
      return scaled_dot_product_attention(y, as_keys(y), as_keys(y), causal<>, options...);
    };
    r.check(is_causal<"token">(attend, x));
    r.check(says(is_causal<"token", nan_too>(attend, x),
        "attn::check: not proved: token 0 may depend on token 1 through a sum; 6 pairs must not"));
    r.check(is_causal<"token", nan_too>(attend, x, skip_masked));
    // The method has one direction: this depends on no later token, and the proof does not see it.
    const auto cancels = [](const auto& y) {
      auto z = y;
      z(0, 0) = y(0, 0) + (y(3, 0) - y(3, 0));
      return z;
    };
    r.check(says(is_causal<"token">(cancels, x),
        "attn::check: not proved: token 0 may depend on token 3 through a sum; 1 pair must not"));
  });
};
}  // namespace attn_tests::properties_tests
