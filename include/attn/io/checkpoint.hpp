// SPDX-License-Identifier: BSL-1.0
// A checkpoint is a file with named tensors, of any format: what its reader finds in it, and how it
// meets a model.
//
//   checkpoint          the bytes and the list of tensors, checked against each other; or a fault
//   checkpoint_result   explicit operator bool; text(): the fault in one line, or nothing
//   allow_rounding      option: float64 tensors may be rounded to float
//   ignore_unexpected   option: the file may have tensors that the model does not
//   torch_names         option: names and shapes are those of PyTorch's state_dict
//   gpt2_names          option: names and shapes are those of GPT-2 in Hugging Face's Transformers
//   layer_numbers       option, to write: a recurrent cell has nn.LSTM's names, with torch_names
//   under<"encoder">    option: the model is the part of the file whose names begin with "encoder."
//
// A tensor of the model takes the one of the same name (layers/parameters.hpp), whose shape must be
// the same and whose elements must convert exactly (stored_type.hpp). Where the file has the names
// of the axes, they must agree with those of the model, as far as both are named: this finds a
// square matrix that is transposed, and gates in another order. All tensors are checked before the
// first is loaded: after a fault the model is unchanged. Readers: safetensors.hpp, npz.hpp.
//
// torch_names: the weight of a linear layer is (out, in) in the file, whatever its layout here;
// "self_attn.in_proj_weight" (or "self_attn.q_proj_weight" …) has "self_attn.q_proj.weight",
// "layers.0.linear1.weight" is "layers.0.feed_forward.linear1.weight", "weight_ih_l1" is
// "layers.1.weight_ih" in a list of cells, and (4 hidden, in) the gates (4, hidden, in).
// gpt2_names: linear weights are (in, out), and "h.0.attn.c_attn.weight" has those of the three
// projections (detail/gpt2_names.hpp). A file with the names of the axes, which attn has written,
// is read as it is.
//
// Rules: is_parameter; storable_element; one_file_naming; checkpoint_fits, if the bytes are a
// template argument.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
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
struct gpt2_names_option {};
inline constexpr gpt2_names_option gpt2_names{};
struct layer_numbers_option {};
inline constexpr layer_numbers_option layer_numbers{};
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

namespace detail {
// The bytes that its shape and type take. False if that exceeds 64 bits.
ATTN_ABI constexpr bool bytes_of(const checkpoint_entry& entry, std::uint64_t& bytes) {
  bytes = size_of(entry.type);
  bool too_large = false, empty = false;
  for (std::size_t d = 0; d < entry.rank; ++d) {
    empty = empty || entry.extents[d] == 0;
    too_large = too_large || (entry.extents[d] > 0 && bytes > UINT64_MAX / entry.extents[d]);
    if (!too_large && entry.extents[d] > 0) bytes *= entry.extents[d];
  }
  if (empty) bytes = 0;
  return empty || !too_large;
}
}  // namespace detail

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
    return attn::detail::all_true(
        {attn::detail::is_tensor<attn::detail::leaf_type<M, I>> &&
         storable_element<element<typename attn::detail::leaf_type<M, I>::value_type>>::value...});
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

namespace detail {
enum class file_names : unsigned char { own, torch, gpt2 };
template <class Option>
inline constexpr file_names names_of =
    std::is_same_v<Option, torch_names_option>  ? file_names::torch
    : std::is_same_v<Option, gpt2_names_option> ? file_names::gpt2
                                                : file_names::own;
}  // namespace detail

namespace rules {
// A file has the names of one library.
template <class Options>
struct one_file_naming;
template <class... Options>
struct one_file_naming<options<Options...>> {
  static constexpr bool value =
      (std::size_t{0} + ... +
       (attn::detail::names_of<Options> == attn::detail::file_names::own ? 0u : 1u)) < 2;
};
}  // namespace rules

#define ATTN_REQUIRE_ONE_NAMING(...)                                                      \
  static_assert(rules::one_file_naming<rules::options<__VA_ARGS__>>::value,               \
                "attn: a file has the names of PyTorch or of GPT-2: pass torch_names or " \
                "gpt2_names")

#define ATTN_REQUIRE_CHECKPOINT(call, text)                                                   \
  ATTN_REQUIRE(call, model_of_tensors,                                                        \
               text                                                                           \
               ": every member of the model must be a tensor, a Hana struct or tuple, or an " \
               "array of them")                                                               \
  ATTN_REQUIRE(call, storable,                                                                \
               text ": requires bool, integer, float or double elements; pack weights afterwards")

namespace detail {

struct checkpoint_options {
  bool rounding = false, unexpected = false, layer_numbers = false;
  file_names names = file_names::own;
  const char* prefix = "";  // without the point behind it
};
// Not a null pointer where there is none: with -fsanitize=undefined, no constant of GCC depends on
// the address of a template argument.
template <class Option>
inline constexpr bool has_prefix = false;
template <label Prefix>
inline constexpr bool has_prefix<under_option<Prefix>> = true;
template <class Option>
inline constexpr const char* prefix_of = "";
template <label Prefix>
inline constexpr const char* prefix_of<under_option<Prefix>> = under_option<Prefix>::name.text;
template <class Option>
concept reading_option = std::is_same_v<Option, allow_rounding_option> ||
                         std::is_same_v<Option, ignore_unexpected_option> ||
                         names_of<Option> != file_names::own || has_prefix<Option>;
template <class Option>
concept writing_option = std::is_same_v<Option, layer_numbers_option> ||
                         names_of<Option> != file_names::own || has_prefix<Option>;
template <class... Options>
inline constexpr checkpoint_options options_of = [] {
  checkpoint_options all;
  all.rounding = (std::is_same_v<Options, allow_rounding_option> || ...);
  all.unexpected = (std::is_same_v<Options, ignore_unexpected_option> || ...);
  all.layer_numbers = (std::is_same_v<Options, layer_numbers_option> || ...);
  for (const file_names names : {names_of<Options>..., file_names::own})
    if (names != file_names::own) all.names = names;
  ((has_prefix<Options> ? void(all.prefix = prefix_of<Options>) : void()), ...);
  return all;
}();

}  // namespace detail
}  // namespace attn
ATTN_STRICT_FP_END
