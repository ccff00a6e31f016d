// SPDX-License-Identifier: BSL-1.0
// npz: a zip file of named arrays, as numpy.savez writes it.
//
//   from_npz(bytes, model)              loads all tensors of the model, or none and returns what
//                                       is wrong: checkpoint_result::text()
//   from_npz(bytes, model, options…)    as from_safetensors has (checkpoint.hpp)
//   from_npz<M, bytes, options…>()      the model as a constant; bytes is a constexpr array. What
//                                       is wrong is a compile error
//   to_npz(model)                       the bytes of a file
//   read_npz(bytes)                     the tensors of a file without a model
//
// The tensor "layers.0.weight" is the entry "layers.0.weight.npy", as numpy.savez names it. The
// arrays are as in npy.hpp. The entries are stored: those of numpy.savez_compressed are refused.
// Not read: encrypted entries, several volumes, the extensions for more than 4 GiB. The checksums
// are verified; in constant evaluation, they limit the size of the file.
//
// Rules: is_parameter; storable_element; one_file_naming; checkpoint_fits, for a constant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/io/checkpoint.hpp>
#include <attn/io/detail/constant_checkpoint.hpp>
#include <attn/io/detail/meet.hpp>
#include <attn/io/detail/zip.hpp>
#include <attn/io/npy.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

ATTN_ABI constexpr checkpoint read_npz(const byte_view& source) {
  return detail::zip_reader(source).read();
}

template <parameter_struct M, detail::reading_option... Options>
  requires(!std::is_const_v<M>)
ATTN_ABI constexpr checkpoint_result from_npz(const byte_view& source, M& model, Options...) {
  using call = rules::checkpoint_call<M>;
  ATTN_REQUIRE_ONE_NAMING(Options...);
  ATTN_REQUIRE_CHECKPOINT(call, "attn::from_npz(bytes, m)");
  if constexpr (call::holds)
    return detail::load(read_npz(source), model, detail::options_of<Options...>);
  else
    return {};
}

namespace detail {

struct npz_format {
  ATTN_ABI static constexpr checkpoint read(const byte_view& source) { return read_npz(source); }
};

// What a header has after its signature and versions: flags, method, a time (1980-01-01, so that
// the bytes depend on the model alone), checksum, sizes, lengths of the name and of more fields.
ATTN_ABI constexpr void append_zip_fields(byte_buffer& to, std::uint32_t crc, std::size_t size,
                                          std::size_t name_length) {
  append_little_endian(to, std::uint16_t{0});
  append_little_endian(to, std::uint16_t{0});
  append_little_endian(to, std::uint16_t{0});
  append_little_endian(to, std::uint16_t{0x21});
  append_little_endian(to, crc);
  append_little_endian(to, static_cast<std::uint32_t>(size));
  append_little_endian(to, static_cast<std::uint32_t>(size));
  append_little_endian(to, static_cast<std::uint16_t>(name_length));
  append_little_endian(to, std::uint16_t{0});
}

template <class M>
ATTN_ABI constexpr byte_buffer npz_of(const M& model) {
  constexpr const auto& all = wanted_by<M>;
  constexpr std::uint16_t version = 20;
  byte_buffer file, list;
  const wanted_tensor* x = all.data();
  for_each_parameter(
      [&](const auto&, const auto& parameter) {
        byte_buffer array;
        append_npy_header(array, *x);
        append_elements(array, parameter.data(), parameter.size());
        const std::uint32_t crc = crc_of(array);
        const std::size_t name_length = x->name_length + 4, local = file.size();
        append_little_endian(file, zip_local);
        append_little_endian(file, version);
        append_zip_fields(file, crc, array.size(), name_length);
        append(file, x->name);
        append(file, ".npy");
        file.insert(file.end(), array.begin(), array.end());
        append_little_endian(list, zip_central);
        append_little_endian(list, version);
        append_little_endian(list, version);
        append_zip_fields(list, crc, array.size(), name_length);
        for (int i = 0; i < 5; ++i) append_little_endian(list, std::uint16_t{0});
        append_little_endian(list, static_cast<std::uint32_t>(local));
        append(list, x->name);
        append(list, ".npy");
        ++x;
      },
      model);
  const std::size_t at = file.size();
  for (const unsigned char c : list) file.push_back(c);
  append_little_endian(file, zip_end);
  append_little_endian(file, std::uint32_t{0});
  append_little_endian(file, static_cast<std::uint16_t>(all.size()));
  append_little_endian(file, static_cast<std::uint16_t>(all.size()));
  append_little_endian(file, static_cast<std::uint32_t>(list.size()));
  append_little_endian(file, static_cast<std::uint32_t>(at));
  append_little_endian(file, std::uint16_t{0});
  return file;
}

}  // namespace detail

template <parameter_struct M, const auto& Bytes, auto... Options>
  requires(detail::reading_option<std::remove_const_t<decltype(Options)>> && ...)
consteval M from_npz() {
  using call = rules::checkpoint_call<M>;
  ATTN_REQUIRE_ONE_NAMING(std::remove_const_t<decltype(Options)>...);
  ATTN_REQUIRE_CHECKPOINT(call, "attn::from_npz<M, bytes>()");
  M model{};
  if constexpr (call::holds) {
    constexpr const auto& options = detail::options_of<std::remove_const_t<decltype(Options)>...>;
    using found = detail::constant_checkpoint<M, detail::npz_format, Bytes, options>;
    ATTN_REQUIRE_CONSTANT_CHECKPOINT(found);
    if constexpr (found::holds) found::template copy_to<0, found::tensors>(model);
  }
  return model;
}

template <parameter_struct M>
ATTN_ABI constexpr byte_buffer to_npz(const M& model) {
  using call = rules::checkpoint_call<M>;
  ATTN_REQUIRE_CHECKPOINT(call, "attn::to_npz(m)");
  if constexpr (call::holds) {
    // Each entry has less than 500 bytes besides its elements and its name.
    static_assert(parameter_bytes<M> < 0xf0000000u && parameters_of<M>::tensors < 0xffff,
                  "attn::to_npz(m): the model exceeds 4 GiB or 65534 tensors: to_safetensors(m)");
    return detail::npz_of(model);
  } else {
    return {};
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
