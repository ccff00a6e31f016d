// SPDX-License-Identifier: BSL-1.0
// safetensors: the format in which PyTorch, JAX and others exchange weights. A model is read from
// the bytes of a file (io/file.hpp, #embed) and written to them.
//
//   from_safetensors(bytes, model)              loads all tensors of the model, or none and returns
//                                               what is wrong: checkpoint_result::text()
//   from_safetensors(bytes, model, options…)    allow_rounding, ignore_unexpected, torch_names,
//                                               gpt2_names, under<"encoder"> (checkpoint.hpp)
//   from_safetensors<M, bytes, options…>()      the model as a constant; bytes is a constexpr
//                                               array. What is wrong is a compile error
//   to_safetensors(model)                       the bytes of a file, with the names of the axes
//   to_safetensors(model, torch_names)          … as PyTorch's load_state_dict expects them; also
//                                               layer_numbers, gpt2_names, under<"encoder">
//   read_safetensors(bytes)                     the tensors of a file without a model
//
// Names, shapes and element types must be those of the model: checkpoint.hpp. The file must be
// well-formed: strict JSON, at most 100,000,000 bytes of it; no name, key or byte twice; no byte
// without a tensor; at most 8 axes. Float16 and bfloat16 are converted exactly (stored_type.hpp).
//
// to_safetensors writes the names of the axes into the metadata, from which from_safetensors takes
// them; other libraries ignore them. Larger elements are first, so that all are aligned.
//
// Rules: is_parameter; storable_element; one_file_naming; checkpoint_fits, for a constant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/io/checkpoint.hpp>
#include <attn/io/detail/constant_checkpoint.hpp>
#include <attn/io/detail/file_plan.hpp>
#include <attn/io/detail/meet.hpp>
#include <attn/io/detail/safetensors_header.hpp>
#include <attn/io/detail/write.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

ATTN_ABI constexpr checkpoint read_safetensors(const byte_view& source) {
  return detail::safetensors_header(source).read();
}

template <parameter_struct M, detail::reading_option... Options>
  requires(!std::is_const_v<M>)
ATTN_ABI constexpr checkpoint_result from_safetensors(const byte_view& source, M& model,
                                                      Options...) {
  using call = rules::checkpoint_call<M>;
  ATTN_REQUIRE_ONE_NAMING(Options...);
  ATTN_REQUIRE_CHECKPOINT(call, "attn::from_safetensors(bytes, m)");
  if constexpr (call::holds)
    return detail::load(read_safetensors(source), model, detail::options_of<Options...>);
  else
    return {};
}

namespace detail {

struct safetensors_format {
  ATTN_ABI static constexpr checkpoint read(const byte_view& source) {
    return read_safetensors(source);
  }
};

// The JSON of a file.
ATTN_ABI constexpr void append_header(byte_buffer& to, const file_plan& plan) {
  append(to, "{\"__metadata__\":{");
  const char* separator = "";
  for (const planned_tensor& x : plan.tensors) {
    bool named = false;
    for (std::size_t d = 0; d < x.rank; ++d) named = named || *x.axes[d] != '\0';
    if (!named) continue;
    append(to, separator);
    append(to, "\"attn.axes:");
    append(to, x.name.view());
    append(to, "\":\"");
    for (std::size_t d = 0; d < x.rank; ++d) {
      append(to, d > 0 ? "," : "");
      append(to, x.axes[d]);
    }
    append(to, "\"");
    separator = ",";
  }
  append(to, "}");
  for (const planned_tensor& x : plan.tensors) {
    append(to, ",\"");
    append(to, x.name.view());
    append(to, "\":{\"dtype\":\"");
    append(to, name_of(x.type));
    append(to, "\",\"shape\":[");
    for (std::size_t d = 0; d < x.rank; ++d) {
      append(to, d > 0 ? "," : "");
      append(to, x.extents[d]);
    }
    append(to, "],\"data_offsets\":[");
    append(to, x.begin);
    append(to, ",");
    append(to, x.end);
    append(to, "]}");
  }
  append(to, "}");
}

// … as long as is needed for the data after it to be aligned.
ATTN_ABI constexpr byte_buffer padded_header(const file_plan& plan) {
  byte_buffer header;
  append_header(header, plan);
  while (header.size() % 8 != 0) append(header, " ");
  return header;
}

template <class M>
ATTN_ABI constexpr byte_buffer safetensors_of(const M& model, const checkpoint_options& options) {
  const file_plan plan = plan_of(wanted_by<M>.data(), wanted_by<M>.size(), options);
  const byte_buffer header = padded_header(plan);
  byte_buffer file;
  file.reserve(8 + header.size() + plan.bytes);
  append_little_endian(file, std::uint64_t{header.size()});
  file.insert(file.end(), header.begin(), header.end());
  const std::size_t data = file.size();
  append_zeros(file, plan.bytes);
  std::size_t i = 0;
  for_each_parameter(
      [&](const auto&, const auto& x) {
        store_elements(file.data() + data + plan.begin_of[i], x, plan.elements_of[i]);
        ++i;
      },
      model);
  return file;
}

}  // namespace detail

template <parameter_struct M, const auto& Bytes, auto... Options>
  requires(detail::reading_option<std::remove_const_t<decltype(Options)>> && ...)
consteval M from_safetensors() {
  using call = rules::checkpoint_call<M>;
  ATTN_REQUIRE_ONE_NAMING(std::remove_const_t<decltype(Options)>...);
  ATTN_REQUIRE_CHECKPOINT(call, "attn::from_safetensors<M, bytes>()");
  M model{};
  if constexpr (call::holds) {
    constexpr const auto& options = detail::options_of<std::remove_const_t<decltype(Options)>...>;
    using found = detail::constant_checkpoint<M, detail::safetensors_format, Bytes, options>;
    ATTN_REQUIRE_CONSTANT_CHECKPOINT(found);
    if constexpr (found::holds) found::template copy_to<0, found::tensors>(model);
  }
  return model;
}

template <parameter_struct M, detail::writing_option... Options>
ATTN_ABI constexpr byte_buffer to_safetensors(const M& model, Options...) {
  using call = rules::written_checkpoint_call<M, detail::names_of<Options>...>;
  ATTN_REQUIRE_ONE_NAMING(Options...);
  ATTN_REQUIRE_CHECKPOINT(call, "attn::to_safetensors(m)");
  ATTN_REQUIRE(call, torch_order,
               "attn::to_safetensors(m, torch_names): the gates must be in PyTorch's order; "
               "in_gate_order<order>(cell)");
  if constexpr (call::holds)
    return detail::safetensors_of(model, detail::options_of<Options...>);
  else
    return {};
}

}  // namespace attn
ATTN_STRICT_FP_END
