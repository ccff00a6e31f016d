// SPDX-License-Identifier: BSL-1.0
// What a model wants of a checkpoint, as a table: the check is compiled once for all models.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <attn/io/file.hpp>
#include <attn/io/stored_type.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/rules/call.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// The two axes of a linear layer's weight. A table, say of an embedding, has no layout.
enum class weight_layout : unsigned char { none, output_by_input, input_by_output };

struct wanted_tensor {
  static constexpr std::size_t max_rank = 6;
  const char* name;
  std::size_t name_length;
  stored_type type;
  const char* type_name;
  weight_layout layout;
  std::size_t rank;
  std::uint64_t extents[max_rank];
  const char* axes[max_rank];  // empty: without a name

  ATTN_ABI constexpr std::string_view full_name() const { return {name, name_length}; }
};

template <class Owner>
inline constexpr weight_layout layout_of = weight_layout::none;
template <class Owner>
  requires requires {
    { Owner::layout::input_axis } -> std::convertible_to<std::size_t>;
  }
inline constexpr weight_layout layout_of<Owner> =
    Owner::layout::input_axis == 1 ? weight_layout::output_by_input
                                   : weight_layout::input_by_output;

template <class M, std::size_t Index, class T, class... Axes>
consteval wanted_tensor wanted_in(const tensor<T, Axes...>*) {
  wanted_tensor wanted{leaf_name<M, Index>.text,
                       leaf_name<M, Index>.length,
                       stored_as<T>,
                       name_of(stored_as<T>),
                       weight_layout::none,
                       sizeof...(Axes),
                       {},
                       {"", "", "", "", "", ""}};
  if constexpr (sizeof...(Axes) == 2) wanted.layout = layout_of<owner_of_leaf<M, Index>>;
  std::size_t d = 0;
  [[maybe_unused]] const auto add = [&]<class Axis>(std::type_identity<Axis>) {
    wanted.extents[d] = Axis::size;
    if constexpr (Axis::named) wanted.axes[d] = Axis::name.text;
    ++d;
  };
  (add(std::type_identity<Axes>{}), ...);
  return wanted;
}
template <class M>
inline constexpr auto wanted_by = []<std::size_t... Index>(std::index_sequence<Index...>) {
  return std::array<wanted_tensor, sizeof...(Index)>{
      wanted_in<M, Index>(static_cast<const leaf_type<M, Index>*>(nullptr))...};
}(leaves_of<M>{});

// Where a tensor of a model is in a file: the name and shape that the file has for it, and which of
// those elements are the model's. It may be a part of a larger tensor, transposed, or with two of
// its axes as one. Readers and writers of checkpoints use the same locations.

// A name that is put together.
struct joined_name {
  std::vector<char> text{};
  ATTN_ABI constexpr joined_name& add(std::string_view more) {
    text.reserve(text.size() + more.size());
    for (const char c : more) text.push_back(c);
    return *this;
  }
  ATTN_ABI constexpr std::string_view view() const { return {text.data(), text.size()}; }
};

struct location {
  static constexpr std::size_t max_rank = wanted_tensor::max_rank;
  joined_name name{};
  bool without_prefix = false;  // under<…> does not matter
  std::size_t rank = 0;
  std::uint64_t extents[max_rank]{};  // of the tensor in the file
  // Of each axis of the model: the one of the file that it is on, and how far apart its indices are
  // there.
  std::size_t axis[max_rank]{};
  std::uint64_t step[max_rank]{};
  std::uint64_t first[max_rank]{};  // the index in the file of the model's first element
};

// With the model's own name and shape.
ATTN_ABI constexpr location own_location(const wanted_tensor& want) {
  location at;
  at.name.add(want.full_name());
  at.rank = want.rank;
  for (std::size_t d = 0; d < want.rank; ++d) {
    at.extents[d] = want.extents[d];
    at.axis[d] = d;
    at.step[d] = 1;
  }
  return at;
}

ATTN_ABI constexpr void rename(location& at, std::string_view name) {
  at.name = {};
  at.name.add(name);
}

// A matrix that the file has the other way.
ATTN_ABI constexpr void transpose(location& at) {
  const std::uint64_t rows = at.extents[0], first = at.first[0];
  at.extents[0] = at.extents[1];
  at.extents[1] = rows;
  at.first[0] = at.first[1];
  at.first[1] = first;
  for (std::size_t d = 0; d < at.rank; ++d) at.axis[d] = 1 - at.axis[d];
}

// The first two axes, which the file has as one.
ATTN_ABI constexpr void merge_first_axes(location& at) {
  at.step[0] = at.extents[1];
  at.extents[0] *= at.extents[1];
  at.axis[1] = 0;
  for (std::size_t d = 1; d + 1 < at.rank; ++d) {
    at.extents[d] = at.extents[d + 1];
    at.axis[d + 1] = d;
  }
  --at.rank;
}

// One of equal parts that follow one another on an axis of the file.
ATTN_ABI constexpr void make_part(location& at, std::size_t axis, std::size_t part,
                                  std::size_t parts) {
  at.first[axis] += part * at.extents[axis];
  at.extents[axis] *= parts;
}

// The same elements as offsets: of the first one, and from each index of the model to the next.
// They are offsets of a tensor in memory, as a file or as a model, and therefore sizes.
struct strided_elements {
  std::size_t first = 0;
  std::size_t strides[location::max_rank]{};
};
ATTN_ABI constexpr strided_elements elements_at(const location& at, const wanted_tensor& want,
                                                bool column_major) {
  std::uint64_t of_axis[location::max_rank]{}, stride = 1;
  for (std::size_t i = 0; i < at.rank; ++i) {
    const std::size_t d = column_major ? i : at.rank - 1 - i;
    of_axis[d] = stride;
    stride *= at.extents[d];
  }
  strided_elements elements;
  for (std::size_t d = 0; d < at.rank; ++d)
    elements.first += static_cast<std::size_t>(at.first[d] * of_axis[d]);
  for (std::size_t d = 0; d < want.rank; ++d)
    elements.strides[d] = static_cast<std::size_t>(at.step[d] * of_axis[at.axis[d]]);
  return elements;
}

// Whether the elements of a tensor follow one another in its order.
template <class X>
ATTN_ABI constexpr bool in_order_of(const strided_elements& elements) {
  const wanted_tensor& shape = wanted_by<X>[0];
  std::uint64_t stride = 1;
  for (std::size_t d = X::rank; d-- > 0; stride *= shape.extents[d])
    if (shape.extents[d] > 1 && elements.strides[d] != stride) return false;
  return true;
}

// Calls f with the offset of the first element of each row of the model, in the model's order. A
// row is along the last axis. A tensor without axes is one row.
template <class F>
ATTN_ABI constexpr void for_each_row(const strided_elements& elements, const std::uint64_t* extents,
                                     std::size_t rank, const F& f) {
  std::uint64_t rows = 1;
  for (std::size_t d = 0; d + 1 < rank; ++d) rows *= extents[d];
  for (std::uint64_t row = 0; row < rows; ++row) {
    std::uint64_t at = elements.first, rest = row;
    for (std::size_t d = rank; d-- > 1; rest /= extents[d - 1])
      at += rest % extents[d - 1] * elements.strides[d - 1];
    f(static_cast<std::size_t>(at));
  }
}

}  // namespace attn::detail

namespace attn {

// A checkpoint is a file with named tensors, of any format: what its reader finds in it, and how it
// meets a model.
//
//   checkpoint          the bytes and the list of tensors, checked against each other; or a fault
//   checkpoint_result   explicit operator bool; text(): the fault in one line, or nothing
//   allow_rounding      option: float64 tensors may be rounded to float
//   ignore_unexpected   option: the file may have tensors that the model does not
//   torch_names         option: names and shapes are the shapes of PyTorch's state_dict
//   gpt2_names          option: names and shapes as GPT-2 has them in Hugging Face's Transformers
//   llama_names         option: names and shapes as Llama has them in Hugging Face's Transformers
//   bert_names          option: names and shapes as BERT has them in Hugging Face's Transformers
//   layer_numbers       option, to write: a recurrent cell has nn.LSTM's names, with torch_names
//   under<"encoder">    option: the model is the part of the file whose names begin with "encoder."
//   unexpected_keys(file, model, options…)   the names in the file, or in its part, that the model
//                                            does not read; missing_keys: that the file lacks
//
// A tensor of the model takes the one of the same name (layers/parameters.hpp), whose shape must be
// the same and whose elements must convert exactly (stored_type.hpp). Where the file has the names
// of the axes, they must agree with the names of the model, as far as both are named: this finds a
// square matrix that is transposed, and gates in another order. All tensors are checked before the
// first is loaded: after a fault the model is unchanged. Readers: safetensors.hpp, npz.hpp.
//
// torch_names: the weight of a linear layer is (out, in) in the file, whatever its layout here;
// "self_attn.in_proj_weight" (or "self_attn.q_proj_weight" …) has "self_attn.q_proj.weight",
// "layers.0.linear1.weight" is "layers.0.feed_forward.linear1.weight", "weight_ih_l1" is
// "layers.1.weight_ih" in a list of cells, and (4 hidden, in) the gates (4, hidden, in).
// gpt2_names: linear weights are (in, out), and "h.0.attn.c_attn.weight" has the weights of the
// three projections. llama_names: "model.embed_tokens.weight" is "embedding.weight" of an
// nn::llama, "model.layers.0.mlp.gate_proj.weight" is "layers.0.feed_forward.w1.weight".
// bert_names: "layer.0.attention.self.query.weight" is "layers.0.self_attn.q_proj.weight" of an
// nn::encoder, under<"bert.encoder">. "lm_head.weight" is an output layer of its own. A file with
// the names of the axes, which attn has written, is read as it is.
//
// Rules: is_parameter; storable_element; one_file_naming; checkpoint_fits, if the bytes are a
// template argument.

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
struct llama_names_option {};
inline constexpr llama_names_option llama_names{};
struct bert_names_option {};
inline constexpr bert_names_option bert_names{};
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
  detail::stored_string source{};  // the name of its file, if the checkpoint is of several
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
  static constexpr bool value = []<std::size_t... Index>(std::index_sequence<Index...>) {
    return attn::detail::all_true(
        {attn::detail::is_tensor<attn::detail::leaf_type<M, Index>> &&
         (storable_element<
              element<typename attn::detail::leaf_type<M, Index>::value_type>>::value ||
          two_byte_float<typename attn::detail::leaf_type<M, Index>::value_type>)...});
  }(attn::detail::leaves_of<M>{});
};

template <class M>
struct checkpoint_call {
  using operands = roles<>;
  using model_of_tensors = is_parameter<model<M>>;
  using storable = storable_element<model<M>>;
  using all = in_order<model_of_tensors, storable>;
};
}  // namespace rules

namespace detail {
enum class file_names : unsigned char { own, torch, gpt2, llama, bert };
template <class Option>
inline constexpr file_names names_of =
    std::is_same_v<Option, torch_names_option>   ? file_names::torch
    : std::is_same_v<Option, gpt2_names_option>  ? file_names::gpt2
    : std::is_same_v<Option, llama_names_option> ? file_names::llama
    : std::is_same_v<Option, bert_names_option>  ? file_names::bert
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

#define ATTN_REQUIRE_ONE_NAMING(...)                                                        \
  static_assert(rules::one_file_naming<rules::options<__VA_ARGS__>>::value,                 \
                "attn: a file has the names of one model: pass one option of torch_names, " \
                "gpt2_names, llama_names, bert_names")

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
