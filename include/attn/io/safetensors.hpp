// SPDX-License-Identifier: BSL-1.0
// The header of a safetensors file: JSON with an object for each tensor, and one of text. The
// tensors must be all of the file: no byte in two of them, none in between.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include <attn/io/checkpoint.hpp>
#include <attn/io/detail/constant_checkpoint.hpp>
#include <attn/io/detail/json.hpp>
#include <attn/io/detail/meet.hpp>
#include <attn/io/to_text.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

inline constexpr std::size_t longest_safetensors_header = 100000000;
// The key of the metadata with the names of a tensor's axes has this in front of its name.
inline constexpr std::string_view axes_key = "attn.axes:";

struct stored_pair {
  stored_string key{}, value{};
};

class safetensors_header {
 public:
  ATTN_ABI constexpr safetensors_header(const byte_view& file) { found_.file = file; }

  ATTN_ABI constexpr checkpoint read() {
    if (begins()) read_header();
    return static_cast<checkpoint&&>(found_);
  }

 private:
  ATTN_ABI constexpr rules::composed_text& fault() { return found_.fault; }
  // The start of a sentence about a tensor: its name.
  ATTN_ABI constexpr rules::composed_text& fault_in(const checkpoint_entry& entry) {
    return add_string(fault(), found_.file, entry.name).add(": ");
  }

  ATTN_ABI constexpr bool begins() {
    const byte_view& file = found_.file;
    if (file.size() < 8) {
      fault().add("the file has ").add(file.size());
      fault().add(" bytes, and a safetensors file begins with 8 for the length of its header");
      return false;
    }
    const auto length = little_endian<std::uint64_t>(file, 0);
    if (length > longest_safetensors_header)
      fault().add("the header has ").add(length).add(" bytes; at most 100000000 are allowed");
    else if (length > file.size() - 8)
      fault()
          .add("the header has ")
          .add(length)
          .add(" bytes, but only ")
          .add(file.size() - 8)
          .add(" follow its length: the file is truncated");
    else if (length == 0)
      fault().add("the header is empty");
    else if (file[8] != '{')
      fault().add("the header does not begin with {");
    data_ = 8 + static_cast<std::size_t>(length);
    return fault().size() == 0;
  }

  ATTN_ABI constexpr void read_header() {
    json_reader json(found_.file, 8, data_);
    json.skip('{');
    json.members('}', [&] {
      const stored_string key = json.string("expected the name of a tensor in quotes");
      json.expect(':', "expected : after a name");
      if (json.failed()) return;
      if (compared(found_.file, key, "__metadata__") == 0)
        read_metadata(json);
      else
        read_entry(json, key);
    });
    json.skip_spaces();
    if (!json.failed() && !json.at_end()) json.fail("something follows the closing }");
    if (fault().size() == 0) fault() = json.fault;
    if (fault().size() == 0 && sorted() && without_holes()) take_axes();
  }

  ATTN_ABI constexpr void read_metadata(json_reader& json) {
    if (has_metadata_) return void(json.fail("__metadata__ occurs twice"));
    has_metadata_ = true;
    json.expect('{', "__metadata__ is not an object");
    json.members('}', [&] {
      const stored_string key = json.string("expected a key of __metadata__ in quotes");
      json.expect(':', "expected : after a key of __metadata__");
      metadata_.push_back({key, json.string("a value of __metadata__ is not a string")});
    });
    if (json.failed()) return;
    const byte_view& file = found_.file;
    std::sort(metadata_.data(), metadata_.data() + metadata_.size(),
              [&](const stored_pair& a, const stored_pair& b) {
                return compared(file, a.key, b.key) < 0;
              });
    for (std::size_t i = 1; i < metadata_.size(); ++i)
      if (compared(file, metadata_[i - 1].key, metadata_[i].key) == 0)
        return void(add_string(fault().add("__metadata__ has the key "), file, metadata_[i].key)
                        .add(" twice"));
  }

  ATTN_ABI constexpr void read_entry(json_reader& json, const stored_string& name) {
    checkpoint_entry entry;
    entry.name = name;
    bool dtype = false, shape = false, offsets = false;
    std::uint64_t at[2]{};
    json.subject = name;
    if (!json.expect('{', "expected {")) return;
    json.members('}', [&] {
      const stored_string key = json.string("expected dtype, shape or data_offsets in quotes");
      json.expect(':', "expected : after dtype, shape or data_offsets");
      if (json.failed()) return;
      const auto is = [&](const char* what, bool& before) {
        if (compared(found_.file, key, what) != 0) return false;
        if (before) {
          fault_in(entry).add(what).add(" occurs twice");
          json.fail("");
        }
        return before = true;
      };
      if (is("dtype", dtype))
        read_type(json, entry);
      else if (is("shape", shape))
        read_shape(json, entry);
      else if (is("data_offsets", offsets))
        read_offsets(json, entry, at);
      else
        refuse(json, add_string(fault_in(entry).add("the unknown key "), found_.file, key));
    });
    if (json.failed() || fault().size() > 0) return;
    const char* missing = !dtype ? "dtype" : !shape ? "shape" : !offsets ? "data_offsets" : nullptr;
    if (missing != nullptr) return refuse(json, fault_in(entry).add("has no ").add(missing));
    place(json, entry, at[0], at[1]);
    json.subject = {};
  }

  // The sentence has been written. The reader must not go on.
  ATTN_ABI constexpr void refuse(json_reader& json, rules::composed_text&) { json.fail(""); }

  ATTN_ABI constexpr void read_type(json_reader& json, checkpoint_entry& entry) {
    const stored_string type = json.string("dtype is not a string");
    if (json.failed()) return;
    for (std::size_t i = 0; i < static_cast<std::size_t>(stored_type::unknown); ++i)
      if (compared(found_.file, type, stored_types[i].name) == 0)
        entry.type = static_cast<stored_type>(i);
    if (entry.type == stored_type::unknown)
      refuse(json, add_string(fault_in(entry).add("the unknown dtype "), found_.file, type));
  }

  ATTN_ABI constexpr void read_shape(json_reader& json, checkpoint_entry& entry) {
    json.expect('[', "shape is not an array");
    json.members(']', [&] {
      const std::uint64_t extent = json.number("a size in shape is not a number");
      if (json.failed()) return;
      if (entry.rank == checkpoint_entry::max_rank)
        return refuse(json, fault_in(entry).add("more than 8 axes"));
      entry.extents[entry.rank++] = extent;
    });
  }

  ATTN_ABI constexpr void read_offsets(json_reader& json, checkpoint_entry& entry,
                                       std::uint64_t (&at)[2]) {
    std::size_t count = 0;
    json.expect('[', "data_offsets is not an array");
    json.members(']', [&] {
      const std::uint64_t offset = json.number("an offset is not a number");
      if (count < 2) at[count] = offset;
      ++count;
    });
    if (!json.failed() && count != 2)
      refuse(json, fault_in(entry).add("data_offsets has ").add(count).add(" numbers, not 2"));
  }

  // Where the elements are, and whether they are as many as the header states.
  ATTN_ABI constexpr void place(json_reader& json, checkpoint_entry& entry, std::uint64_t begin,
                                std::uint64_t end) {
    const std::uint64_t available = found_.file.size() - data_;
    std::uint64_t bytes = 0;
    if (!bytes_of(entry, bytes))
      refuse(json, fault_in(entry).add("its size in bytes exceeds 64 bits"));
    else if (begin > end)
      refuse(json, fault_in(entry).add("begins at byte ").add(begin).add(" and ends at ").add(end));
    else if (end > available)
      refuse(json, fault_in(entry)
                       .add("ends at byte ")
                       .add(end)
                       .add(" of the data, which has ")
                       .add(available)
                       .add(": the file is truncated"));
    else if (end - begin != bytes)
      refuse(json, fault_in(entry)
                       .add("its shape and dtype take ")
                       .add(bytes)
                       .add(" bytes, its data_offsets ")
                       .add(end - begin));
    if (json.failed()) return;
    entry.begin = data_ + static_cast<std::size_t>(begin);
    entry.size = static_cast<std::size_t>(bytes);
    found_.entries.push_back(entry);
  }

  ATTN_ABI constexpr bool sorted() {
    std::vector<checkpoint_entry>& all = found_.entries;
    const byte_view& file = found_.file;
    std::sort(all.data(), all.data() + all.size(),
              [&](const checkpoint_entry& a, const checkpoint_entry& b) {
                return compared(file, a.name, b.name) < 0;
              });
    for (std::size_t i = 1; i < all.size(); ++i)
      if (compared(file, all[i - 1].name, all[i].name) == 0) {
        fault_in(all[i]).add("the header has two tensors of that name");
        return false;
      }
    return true;
  }

  ATTN_ABI constexpr bool without_holes() {
    std::vector<const checkpoint_entry*> all;
    for (const checkpoint_entry& entry : found_.entries) all.push_back(&entry);
    std::sort(all.data(), all.data() + all.size(),
              [](const checkpoint_entry* a, const checkpoint_entry* b) {
                return a->begin != b->begin ? a->begin < b->begin : a->size < b->size;
              });
    std::size_t end = data_;
    const checkpoint_entry* before = nullptr;
    for (const checkpoint_entry* entry : all) {
      if (entry->begin < end)
        add_string(fault_in(*entry).add("overlaps "), found_.file, before->name);
      else if (entry->begin > end)
        fault_in(*entry).add(entry->begin - end).add(" bytes before it belong to no tensor");
      if (fault().size() > 0) return false;
      end = entry->begin + entry->size;
      before = entry;
    }
    if (end != found_.file.size())
      fault().add(found_.file.size() - end).add(" bytes after the last tensor belong to none");
    return fault().size() == 0;
  }

  // The names of the axes, as to_safetensors writes them. Both lists are sorted by name.
  ATTN_ABI constexpr void take_axes() {
    std::size_t i = 0;
    for (const stored_pair& pair : metadata_) {
      if (!has_axes_key(pair.key)) continue;
      const auto order = [&] { return order_of_name(pair.key, found_.entries[i].name); };
      while (i < found_.entries.size() && order() > 0) ++i;
      if (i < found_.entries.size() && order() == 0)
        found_.entries[i].axes = pair.value, found_.entries[i].names_axes = true;
    }
  }
  ATTN_ABI constexpr bool has_axes_key(const stored_string& string) const {
    string_decoder key(found_.file, string);
    for (const char c : axes_key)
      if (key.next() != c) return false;
    return true;
  }
  // The name that follows in the key, compared with the name of a tensor.
  ATTN_ABI constexpr int order_of_name(const stored_string& string,
                                       const stored_string& name) const {
    string_decoder key(found_.file, string), other(found_.file, name);
    for (std::size_t i = 0; i < axes_key.size(); ++i) key.next();
    for (;;) {
      const int c = key.next(), d = other.next();
      if (c != d || c < 0) return c - d;
    }
  }

  checkpoint found_{};
  std::size_t data_ = 0;  // where the bytes of the tensors begin
  bool has_metadata_ = false;
  std::vector<stored_pair> metadata_{};
};

}  // namespace attn::detail

namespace attn {

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
// Names, shapes and element types must be as in the model: checkpoint.hpp. The file must be
// well-formed: strict JSON, at most 100,000,000 bytes of it. No name, key or byte twice. No byte
// without a tensor. At most 8 axes. Float16 and bfloat16 are converted exactly (stored_type.hpp).
//
// to_safetensors writes the names of the axes into the metadata, from which from_safetensors takes
// them. Other libraries ignore them. Larger elements are first, so that all are aligned.
//
// Rules: is_parameter; storable_element; one_file_naming; checkpoint_fits, for a constant.

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
  if constexpr (call::all::value)
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
  if constexpr (call::all::value) {
    constexpr const auto& options = detail::options_of<std::remove_const_t<decltype(Options)>...>;
    using found = detail::constant_checkpoint<M, detail::safetensors_format, Bytes, options>;
    ATTN_REQUIRE_CONSTANT_CHECKPOINT(found);
    if constexpr (found::all::value) found::template copy_to<0, found::tensors>(model);
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
  if constexpr (call::all::value)
    return detail::safetensors_of(model, detail::options_of<Options...>);
  else
    return {};
}

}  // namespace attn
ATTN_STRICT_FP_END
