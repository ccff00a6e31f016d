// SPDX-License-Identifier: BSL-1.0
// What the cases share: models with made-up parameters, and the files that compare.py reads.
#pragma once

#include <attn/all.hpp>
#include <attn/io/file.hpp>
#include <attn/io/npy.hpp>
#include <attn/io/onnx.hpp>
#include <attn/io/safetensors.hpp>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <type_traits>
#include <utility>

#include "static_tests/support/fill.hpp"

namespace onnx_cases {

using namespace attn;
using attn_tests::filled;

using batch = axis<"batch", 3>;
template <std::size_t N = 5>
using token = axis<"token", N>;
template <std::size_t N = 4>
using source = axis<"source", N>;
using word = axis<"word", 11>;
using other_word = axis<"other_word", 7>;
using width = axis<"width", 6>;
using head = axis<"head", 2>;
using inner = axis<"inner", 9>;
using position = axis<"position", 8>;

inline std::string directory;

// What ONNX has for the elements of a tensor.
template <class T, class... Axes>
auto as_stored(const tensor<T, Axes...>& x) {
  if constexpr (std::is_arithmetic_v<T>) {
    return x;
  } else if constexpr (requires { T::bound; }) {
    tensor<std::int64_t, Axes...> ids;
    for (std::size_t i = 0; i < ids.size(); ++i) ids.data()[i] = static_cast<int>(x.data()[i]);
    return ids;
  } else {
    tensor<bool, Axes...> entries;
    for (std::size_t i = 0; i < entries.size(); ++i) entries.data()[i] = x.data()[i].set;
    return entries;
  }
}

inline void write(const std::string& path, const byte_buffer& bytes) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  if (const file_status status = write_file(path, bytes); !status) {
    std::fputs((status.message + "\n").c_str(), stderr);
    std::exit(1);
  }
}

struct test_case {
  std::string path;
  int samples = 0;
  bool another_formula = false;  // the file has another one than the library
  explicit test_case(const std::string& name) : path(directory + "/" + name + "/") {}
  void file(const std::string& name, const byte_buffer& bytes) const { write(path + name, bytes); }
  void model(const byte_buffer& bytes) const { file("model.onnx", bytes); }
  void next() { ++samples; }
  template <class X>
  void in(const std::string& name, const X& x) const {
    file(std::to_string(samples) + "/in." + name + ".npy", to_npy(as_stored(x)));
  }
  template <class X>
  void out(const std::string& name, const X& x) const {
    file(std::to_string(samples) + "/out." + name + ".npy", to_npy(as_stored(x)));
  }
  // Where an output of an engine must be.
  template <class T, int Ulps, class... Axes>
  void within(const std::string& name, const tensor<envelope<T, Ulps>, Axes...>& all) const {
    if (another_formula) return;
    tensor<double, Axes...> low, high;
    for (std::size_t i = 0; i < all.size(); ++i) {
      low.data()[i] = all.data()[i].lower();
      high.data()[i] = all.data()[i].upper();
    }
    file(std::to_string(samples) + "/low." + name + ".npy", to_npy(low));
    file(std::to_string(samples) + "/high." + name + ".npy", to_npy(high));
  }
};

// --- envelopes ------------------------------------------------------------------------------------
// Every number that an engine may compute: the same call, of envelopes.

// The element type of a layer: its parameters' type, or the one that it declares.
template <class M>
struct element_of_layer {};
template <class M>
  requires rules::is_parameter<rules::model<M>>::value
struct element_of_layer<M> {
  using type = typename decltype(parameters_to_vector(std::declval<M>()))::value_type;
};
template <class M>
concept has_envelopes = rules::names_its_conversion<rules::model<M>>::value &&
                        std::floating_point<typename element_of_layer<M>::type>;

// Numbers and layers; what has none is what it is: ids, masks, most options.
template <class X>
auto enveloped(const X& x) {
  if constexpr (has_envelopes<X>)
    return as<envelope<typename element_of_layer<X>::type>>(x);
  else
    return x;
}
template <std::floating_point T, class... Axes>
auto enveloped(const tensor<T, Axes...>& x) {
  return as<envelope<T>>(x);
}
template <class T, class... Axes>
auto enveloped(const tensor<T, Axes...>& x) {
  return x;
}
template <class T, class... Axes>
auto enveloped(const biased_by_t<T, Axes...>& option) {
  return biased_by(enveloped(option.bias));
}
template <class T, class... Axes>
auto enveloped(const with_sinks_t<T, Axes...>& option) {
  return with_sinks(enveloped(option.logits));
}
template <class F>
auto enveloped(const scored_by_t<F>& option) {
  return scored_by(enveloped(option.score));
}
// A state of a recurrent cell.
template <class H>
auto enveloped_state(const H& state) {
  return enveloped(state);
}
template <class H>
auto enveloped_state(const lstm_state<H>& state) {
  return lstm_state{enveloped(state.hidden), enveloped(state.cell)};
}

template <class Model>
Model made_up(std::uint64_t seed) {
  Model model{};
  for_each_parameter(
      [&seed](const auto&, auto& x) {
        for (auto& element : x)
          element =
              attn_tests::number<float>(seed, static_cast<std::uint64_t>(&element - x.data())) *
              0.75f;
        ++seed;
      },
      model);
  return model;
}

// Ids, and x: a sample of any type.
template <class X>
X made_up_input(std::uint64_t seed) {
  using T = typename X::value_type;
  X x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if constexpr (requires { T::bound; })
      x.data()[i] = T(attn_tests::splitmix64(seed, i) % T::bound);
    else if constexpr (std::is_integral_v<T>)
      x.data()[i] = static_cast<T>(attn_tests::splitmix64(seed, i) % 40);
    else
      x.data()[i] = attn_tests::number<T>(seed, i) * 2;
  }
  return x;
}

// One input and one output.
template <class X, class Model, class... Options>
void simple(const std::string& name, const Model& model, const Options&... options) {
  test_case c(name);
  c.model(to_onnx<X>(model, options...));
  const X x = made_up_input<X>(17);
  c.in("input", x);
  c.out("output", model(x, options...));
  if constexpr (has_envelopes<Model>)
    c.within("output", enveloped(model)(enveloped(x), enveloped(options)...));
}

template <class T>
using rows = tensor<T, token<>, width>;
template <class T>
using batches = tensor<T, batch, token<>, width>;

template <class Layer>
Layer layer_of(std::uint64_t seed = 1) {
  return made_up<Layer>(seed);
}

// The cases of blocks.cpp and of mistakes.cpp.
void blocks();
void mistakes();
void small_numbers();

}  // namespace onnx_cases
