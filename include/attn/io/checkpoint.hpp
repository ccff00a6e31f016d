// SPDX-License-Identifier: BSL-1.0
// A checkpoint is a file with named tensors, of any format: what its reader finds in it, and how it
// meets a model.
//
//   checkpoint          the bytes and the list of tensors, checked against each other; or a fault
//   checkpoint_result   explicit operator bool; text(): the fault in one line, or nothing
//   allow_rounding      option: float64 tensors may be rounded to float
//   ignore_unexpected   option: the file may have tensors that the model does not
//   torch_names         option: names and layouts may be those of PyTorch's state_dict
//   under<"encoder">    option: the model is the part of the file whose names begin with "encoder."
//
// A tensor of the model takes the one of the same name (layers/parameters.hpp), whose shape must be
// the same and whose elements must convert exactly (stored_type.hpp). Where the file has the names
// of the axes, they must agree with those of the model, as far as both are named: this finds a
// square matrix that is transposed, and gates in another order. All tensors are checked before the
// first is loaded: after a fault the model is unchanged. Readers: safetensors.hpp, npz.hpp.
//
// torch_names takes "self_attn.in_proj_weight" (or "self_attn.q_proj_weight" …) for
// "self_attn.q_proj.weight", "layers.0.linear1.weight" for "layers.0.feed_forward.linear1.weight",
// "weight_ih_l0" for "weight_ih", and (4 hidden, in) for the gates (4, hidden, in), in PyTorch's
// order. A name or shape of the model itself has priority.
//
// Rules: is_parameter; storable_element; checkpoint_fits, if the bytes are a template argument.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <attn/io/bytes.hpp>
#include <attn/io/detail/stored_string.hpp>
#include <attn/io/stored_type.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/rules/message.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct checkpoint_result {
  rules::composed_text fault{};
  ATTN_ABI constexpr explicit operator bool() const { return fault.size() == 0; }
  ATTN_ABI std::string text() const { return {fault.data(), fault.size()}; }
};

struct allow_rounding_option {};
struct ignore_unexpected_option {};
inline constexpr allow_rounding_option allow_rounding{};
inline constexpr ignore_unexpected_option ignore_unexpected{};
struct torch_names_option {};
inline constexpr torch_names_option torch_names{};
template <label Prefix>
struct under_option {
  ATTN_ABI static constexpr label name = Prefix;
};
template <label Prefix>
inline constexpr under_option<Prefix> under{};

struct checkpoint_entry {
  static constexpr std::size_t max_rank = 8;
  detail::stored_string name{};
  stored_type type = stored_type::unknown;
  bool column_major = false;
  std::size_t rank = 0;
  std::uint64_t extents[max_rank]{};
  std::size_t begin = 0, size = 0;  // of its elements, in the file
  detail::stored_string axes{};     // their names, separated by commas
  bool names_axes = false;
};

struct checkpoint {
  byte_view file{};
  std::vector<checkpoint_entry> entries{};  // sorted by name
  rules::composed_text fault{};             // empty: the file is well-formed
};

namespace rules {
// Packed weights are no tensors: load the model, and pack it then.
template <class M>
struct storable_element<model<M>> {
  static constexpr bool value = []<std::size_t... I>(std::index_sequence<I...>) {
    for (const bool each :
         {attn::detail::is_tensor<attn::detail::leaf_type<M, I>> &&
              storable_element<
                  element<typename attn::detail::leaf_type<M, I>::value_type>>::value...,
          true})
      if (!each) return false;
    return true;
  }(attn::detail::leaves_of<M>{});
};

template <class M>
struct checkpoint_call {
  using operands = roles<>;
  using model_of_tensors = is_parameter<model<M>>;
  using storable = only_if<model_of_tensors::value, storable_element<model<M>>>;
  static constexpr bool holds = all_hold<model_of_tensors, storable>;
};
}  // namespace rules

#define ATTN_REQUIRE_CHECKPOINT(call, text)                                                   \
  ATTN_REQUIRE(call, model_of_tensors,                                                        \
               text                                                                           \
               ": every member of the model must be a tensor, a Hana struct or tuple, or an " \
               "array of them")                                                               \
  ATTN_REQUIRE(call, storable,                                                                \
               text ": requires bool, integer, float or double elements; pack weights afterwards")

namespace detail {

struct checkpoint_options {
  bool rounding = false, unexpected = false, torch = false;
  const char* prefix = "";  // without the point behind it
};
template <class Option>
inline constexpr const char* prefix_of = nullptr;
template <label Prefix>
inline constexpr const char* prefix_of<under_option<Prefix>> = under_option<Prefix>::name.text;
template <class Option>
concept checkpoint_option =
    std::is_same_v<Option, allow_rounding_option> ||
    std::is_same_v<Option, ignore_unexpected_option> ||
    std::is_same_v<Option, torch_names_option> || prefix_of<Option> != nullptr;
template <class... Options>
inline constexpr checkpoint_options options_of = [] {
  checkpoint_options all{(std::is_same_v<Options, allow_rounding_option> || ...),
                         (std::is_same_v<Options, ignore_unexpected_option> || ...),
                         (std::is_same_v<Options, torch_names_option> || ...)};
  for (const char* prefix : {prefix_of<Options>..., static_cast<const char*>(nullptr)})
    if (prefix != nullptr) all.prefix = prefix;
  return all;
}();

}  // namespace detail
}  // namespace attn
ATTN_STRICT_FP_END
