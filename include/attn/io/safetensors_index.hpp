// SPDX-License-Identifier: BSL-1.0
// Weights in several safetensors files, the shards of an index.
//
//   from_safetensors_files("dir/model.safetensors.index.json", model, options…)
//                                     reads the index and the files that it names, in its directory
//   from_safetensors_index(index, {bytes, …}, model, options…)
//                                     the same of bytes in memory; the files are in the order of
//                                     their names, each once: safetensors_files(index).names
//   from_safetensors_index<M, index, shards<bytes, …>, options…>()
//                                     the model as a constant, from constexpr arrays
//   read_safetensors_index(index, {bytes, …}, buffer)
//                                     the tensors without a model; the buffer has a copy of all
//
// The index is {"metadata": …, "weight_map": {"tensor": "file", …}}, as Hugging Face writes it.
// Its metadata is not read. A file must have the tensors that the index maps to it, and no other;
// each fault names the file. A file's name is the name of a file next to the index: no path.
// Options, and what a file must be, are as for from_safetensors.
//
// Rules: is_parameter; storable_element; one_file_naming; checkpoint_fits, for a constant.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <attn/io/safetensors.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

class shard_index {
 public:
  struct place {
    stored_string tensor, file;
  };
  std::vector<place> places{};         // sorted by tensor
  std::vector<stored_string> files{};  // sorted, each once
  rules::composed_text fault{};

  ATTN_ABI constexpr shard_index(const byte_view& all, std::size_t size) : file_(all) {
    json_reader json(all, 0, size, "the index");
    json.expect('{', "expected {");
    json.members('}', [&] {
      const stored_string key = json.string("expected a key in quotes");
      json.expect(':', "expected : after a key");
      if (json.failed()) return;
      if (compared(file_, key, "weight_map") != 0) return json.skip_value();
      if (has_map_) return void(json.fail("weight_map occurs twice"));
      has_map_ = true;
      json.expect('{', "weight_map is not an object");
      json.members('}', [&] {
        const stored_string tensor = json.string("expected the name of a tensor in quotes");
        json.expect(':', "expected : after a name");
        places.push_back({tensor, json.string("the name of a file is not a string")});
      });
    });
    json.skip_spaces();
    if (!json.failed() && !json.at_end()) json.fail("something follows the closing }");
    if (!json.failed() && !has_map_) fault.add("the index has no weight_map");
    if (json.failed()) fault = json.fault;
    if (fault.size() == 0) sort();
  }

 private:
  ATTN_ABI constexpr void sort() {
    std::sort(places.data(), places.data() + places.size(), [&](const place& a, const place& b) {
      return compared(file_, a.tensor, b.tensor) < 0;
    });
    for (std::size_t i = 1; i < places.size(); ++i)
      if (compared(file_, places[i - 1].tensor, places[i].tensor) == 0)
        return void(add_string(fault, file_, places[i].tensor).add(": twice in the index"));
    for (const place& each : places) {
      if (!is_beside(each.file))
        return void(add_string(add_string(fault, file_, each.tensor).add(": "), file_, each.file)
                        .add(" is not the name of a file next to the index"));
      files.push_back(each.file);
    }
    const auto before = [&](const stored_string& a, const stored_string& b) {
      return compared(file_, a, b) < 0;
    };
    std::sort(files.data(), files.data() + files.size(), before);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < files.size(); ++i)
      if (kept == 0 || before(files[kept - 1], files[i])) files[kept++] = files[i];
    files.resize(kept);
  }
  ATTN_ABI constexpr bool is_beside(const stored_string& name) const {
    string_decoder from(file_, name);
    int first = from.next(), c = first;
    for (; c >= ' ' && c != '/' && c != '\\' && c != ':'; c = from.next()) {
    }
    return c < 0 && first >= 0 && first != '.';
  }

  byte_view file_;
  bool has_map_ = false;
};

// The index and its files, which follow one another in `all`.
ATTN_ABI constexpr checkpoint read_shards(const byte_view& all, const std::size_t* sizes,
                                          std::size_t count) {
  checkpoint found{all, {}, {}};
  const shard_index listed(all, sizes[0]);
  found.fault = listed.fault;
  if (found.fault.size() == 0 && listed.files.size() != count - 1)
    found.fault.add("the index names ").add(listed.files.size()).add(" files, not ").add(count - 1);
  std::size_t at = sizes[0];
  for (std::size_t i = 0; found.fault.size() == 0 && i < listed.files.size(); at += sizes[++i]) {
    checkpoint part = safetensors_header(all.part(at, sizes[i + 1])).read();
    if (part.fault.size() > 0)
      add_string(found.fault, all, listed.files[i]).add(": ").add(part.fault);
    for (checkpoint_entry& entry : part.entries) {
      entry.name.at += at;
      entry.axes.at += at;
      entry.begin += at;
      entry.source = listed.files[i];
      found.entries.push_back(entry);
    }
  }
  if (found.fault.size() > 0) return found;
  std::vector<checkpoint_entry>& has = found.entries;
  std::sort(has.data(), has.data() + has.size(),
            [&](const checkpoint_entry& a, const checkpoint_entry& b) {
              const int order = compared(all, a.name, b.name);
              return order != 0 ? order < 0 : a.source.at < b.source.at;
            });
  const auto refuse = [&](const stored_string& tensor, const char* before,
                          const stored_string& file, const char* after) -> rules::composed_text& {
    add_string(found.fault, all, tensor).add(": ").add(before);
    return add_string(found.fault, all, file).add(after);
  };
  for (std::size_t i = 0, k = 0; i < has.size() || k < listed.places.size(); ++i, ++k) {
    const int order = i == has.size() ? 1
                      : k == listed.places.size()
                          ? -1
                          : compared(all, has[i].name, listed.places[k].tensor);
    if (order > 0)
      refuse(listed.places[k].tensor, "the index has it in ", listed.places[k].file,
             ", which has no tensor of that name");
    else if (order < 0)
      refuse(has[i].name, "is in ", has[i].source, ", but the index does not have it there");
    else if (compared(all, has[i].source, listed.places[k].file) != 0)
      add_string(refuse(has[i].name, "is in ", has[i].source, ", and the index has it in "), all,
                 listed.places[k].file);
    if (found.fault.size() > 0) return found;
  }
  return found;
}

template <std::size_t... Sizes>
struct shards_format {
  ATTN_ABI static constexpr checkpoint read(const byte_view& all) {
    constexpr std::size_t sizes[] = {Sizes...};
    return read_shards(all, sizes, sizeof...(Sizes));
  }
};

// Constants one after the other, without a loop over their bytes.
template <std::size_t A, std::size_t B>
struct two_parts {
  bytes_of_elements<A> first;
  bytes_of_elements<B> second;
};
template <std::size_t A>
consteval auto joined(const bytes_of_elements<A>& all) {
  return __builtin_bit_cast(std::array<unsigned char, A>, all);
}
template <std::size_t A, std::size_t B, class... More>
consteval auto joined(const bytes_of_elements<A>& a, const bytes_of_elements<B>& b,
                      const More&... more) {
  return joined(__builtin_bit_cast(bytes_of_elements<A + B>, two_parts<A, B>{a, b}), more...);
}
template <const auto&... Bytes>
inline constexpr auto joined_bytes =
    joined(__builtin_bit_cast(bytes_of_elements<sizeof(Bytes)>, Bytes)...);

}  // namespace attn::detail

namespace attn {

struct safetensors_files_result : checkpoint_result {
  std::vector<std::string> names{};
};

ATTN_ABI inline safetensors_files_result safetensors_files(const byte_view& index) {
  const detail::shard_index found(index, index.size());
  safetensors_files_result files{{found.fault}, {}};
  for (const detail::stored_string& name : found.files) {
    files.names.emplace_back();
    detail::string_decoder from(index, name);
    for (int c = from.next(); c >= 0; c = from.next())
      files.names.back().push_back(static_cast<char>(c));
  }
  return files;
}

ATTN_ABI constexpr checkpoint read_safetensors_index(const byte_view& index,
                                                     const std::vector<byte_view>& files,
                                                     byte_buffer& buffer) {
  std::vector<std::size_t> sizes{index.size()};
  buffer.resize(0);
  const auto append = [&buffer](const byte_view& bytes) {
    if (bytes.has_data()) {
      buffer.insert(buffer.end(), bytes.data(), bytes.data() + bytes.size());
      return;
    }
    for (std::size_t i = 0; i < bytes.size(); ++i) buffer.push_back(bytes[i]);
  };
  append(index);
  for (const byte_view& file : files) {
    sizes.push_back(file.size());
    append(file);
  }
  return detail::read_shards(buffer, sizes.data(), sizes.size());
}

template <parameter_struct M, detail::reading_option... Options>
  requires(!std::is_const_v<M>)
ATTN_ABI constexpr checkpoint_result from_safetensors_index(const byte_view& index,
                                                            const std::vector<byte_view>& files,
                                                            M& model, Options...) {
  using call = rules::checkpoint_call<M>;
  ATTN_REQUIRE_ONE_NAMING(Options...);
  ATTN_REQUIRE_CHECKPOINT(call, "attn::from_safetensors_index(…, m)");
  byte_buffer buffer;
  if constexpr (call::all::value)
    return detail::load(read_safetensors_index(index, files, buffer), model,
                        detail::options_of<Options...>);
  else
    return {};
}

template <parameter_struct M, detail::reading_option... Options>
  requires(!std::is_const_v<M>)
ATTN_ABI checkpoint_result from_safetensors_files(const std::string& path, M& model, Options...) {
  using call = rules::checkpoint_call<M>;
  ATTN_REQUIRE_ONE_NAMING(Options...);
  ATTN_REQUIRE_CHECKPOINT(call, "attn::from_safetensors_files(…, m)");
  checkpoint_result result;
  file_bytes all = read_file(path);
  const safetensors_files_result files = all ? safetensors_files(all.bytes) : decltype(files){};
  result.fault = files.fault;
  if (!all) detail::add_name(result.fault, all.message);
  std::vector<std::size_t> sizes{all.bytes.size()};
  for (std::size_t i = 0; result && i < files.names.size(); ++i) {
    const std::size_t slash = path.find_last_of("/\\");
    const file_bytes file =
        read_file((slash == std::string::npos ? "" : path.substr(0, slash + 1)) + files.names[i]);
    if (!file) detail::add_name(result.fault, file.message);
    sizes.push_back(file.bytes.size());
    all.bytes.insert(all.bytes.end(), file.bytes.begin(), file.bytes.end());
  }
  if constexpr (call::all::value)
    if (result)
      return detail::load(detail::read_shards(all.bytes, sizes.data(), sizes.size()), model,
                          detail::options_of<Options...>);
  return result;
}

template <const auto&... Bytes>
struct shards {};

namespace detail {
template <class M, const auto& Index, class Shards, const checkpoint_options& Options>
struct constant_shards;
template <class M, const auto& Index, const auto&... Bytes, const checkpoint_options& Options>
struct constant_shards<M, Index, shards<Bytes...>, Options> {
  using found =
      constant_checkpoint<M, shards_format<byte_view(Index).size(), byte_view(Bytes).size()...>,
                          joined_bytes<Index, Bytes...>, Options>;
};
}  // namespace detail

template <parameter_struct M, const auto& Index, class Shards, auto... Options>
  requires(detail::reading_option<std::remove_const_t<decltype(Options)>> && ...)
consteval M from_safetensors_index() {
  using call = rules::checkpoint_call<M>;
  ATTN_REQUIRE_ONE_NAMING(std::remove_const_t<decltype(Options)>...);
  ATTN_REQUIRE_CHECKPOINT(call, "attn::from_safetensors_index<M, index, shards<…>>()");
  M model{};
  if constexpr (call::all::value) {
    constexpr const auto& options = detail::options_of<std::remove_const_t<decltype(Options)>...>;
    using found = typename detail::constant_shards<M, Index, Shards, options>::found;
    ATTN_REQUIRE_CONSTANT_CHECKPOINT(found);
    if constexpr (found::all::value) found::template copy_to<0, found::tensors>(model);
  }
  return model;
}

}  // namespace attn
ATTN_STRICT_FP_END
