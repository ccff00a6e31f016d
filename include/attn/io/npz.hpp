// SPDX-License-Identifier: BSL-1.0
// The part of zip that numpy.savez and savez_compressed write: entries that are stored or deflated,
// in one file, without encryption and without the extensions for more than 4 GiB. The list at the
// end and the headers in front of the entries must agree (name, method, flags, checksum, sizes),
// nothing may overlap, and the checksums must be right.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <attn/io/checkpoint.hpp>
#include <attn/io/detail/constant_checkpoint.hpp>
#include <attn/io/detail/inflate.hpp>
#include <attn/io/detail/meet.hpp>
#include <attn/io/npy.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// CRC-32 of ISO 3309, as zip has it.
inline constexpr auto crc_table = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t c = i;
    for (int bit = 0; bit < 8; ++bit) c = (c & 1) != 0 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
  return table;
}();
ATTN_ABI constexpr std::uint32_t crc_of(const byte_view& bytes) {
  std::uint32_t c = 0xffffffffu;
  if (bytes.has_data())
    for (const unsigned char *p = bytes.data(), *end = p + bytes.size(); p != end; ++p)
      c = crc_table[(c ^ *p) & 0xffu] ^ (c >> 8);
  else
    for (std::size_t i = 0; i < bytes.size(); ++i) c = crc_table[(c ^ bytes[i]) & 0xffu] ^ (c >> 8);
  return ~c;
}

inline constexpr std::uint32_t zip_local = 0x04034b50, zip_central = 0x02014b50,
                               zip_end = 0x06054b50;

class zip_reader {
 public:
  // Deflated entries follow a copy of the file in `unpacked`, and are refused without it, unless
  // they are unpacked already, in `all`.
  ATTN_ABI constexpr zip_reader(const byte_view& file, byte_buffer* unpacked = nullptr,
                                const byte_view& all = {})
      : unpacked_(unpacked), all_(all) {
    found_.file = file;
  }

  ATTN_ABI constexpr checkpoint read() {
    if (finds_end() && read_list() && names_differ() && without_overlaps()) read_arrays();
    if (fault().size() > 0) found_.entries = {};
    return static_cast<checkpoint&&>(found_);
  }

 private:
  // Where an entry is: its header, and its array with the checksum that the list at the end has.
  struct place {
    std::size_t header, begin, end;
    std::uint32_t crc;
    stored_string name;
    std::size_t inflated;  // the size of a deflated one, or 0
  };

  ATTN_ABI constexpr rules::composed_text& fault() { return found_.fault; }
  ATTN_ABI constexpr bool refuse(const char* sentence) {
    fault().add(sentence);
    return false;
  }
  ATTN_ABI constexpr bool refuse(const stored_string& name, const char* sentence) {
    add_string(fault(), found_.file, name).add(": ").add(sentence);
    return false;
  }
  ATTN_ABI constexpr std::uint32_t uint32(std::size_t at) const {
    return little_endian<std::uint32_t>(found_.file, at);
  }
  ATTN_ABI constexpr std::uint32_t uint16(std::size_t at) const {
    return little_endian<std::uint16_t>(found_.file, at);
  }

  ATTN_ABI constexpr std::uint64_t uint64(std::size_t at) const {
    return little_endian<std::uint64_t>(found_.file, at);
  }

  // The record at the end, in front of a comment of at most 65,535 bytes.
  ATTN_ABI constexpr bool finds_end() {
    const std::size_t size = found_.file.size();
    for (std::size_t comment = 0; comment <= 0xffff && comment + 22 <= size; ++comment) {
      const std::size_t at = size - 22 - comment;
      if (found_.file[at] != 'P' || uint32(at) != zip_end || uint16(at + 20) != comment) continue;
      end_ = at;
      count_ = uint16(at + 10);
      const std::size_t length = uint32(at + 12);
      list_ = uint32(at + 16);
      if (count_ == 0xffff || length == 0xffffffff || list_ == 0xffffffff)
        return refuse("the zip file uses the extensions for more than 4 GiB");
      if (uint16(at + 4) != 0 || uint16(at + 6) != 0 || uint16(at + 8) != count_)
        return refuse("the zip file is one of several");
      if (list_ > at || at - list_ != length)
        return refuse("the zip file's list of entries is not where its end states");
      return true;
    }
    return refuse("the file does not end as a zip file: it is truncated, or no npz file");
  }

  ATTN_ABI constexpr bool read_list() {
    std::size_t at = list_;
    for (std::size_t i = 0; i < count_; ++i) {
      if (end_ - at < 46 || uint32(at) != zip_central)
        return refuse("the zip file's list has fewer entries than its end states");
      const std::size_t name = uint16(at + 28), rest = uint16(at + 30) + uint16(at + 32);
      if (end_ - at - 46 < name + rest)
        return refuse("the zip file's list of entries is truncated");
      if (!read_entry(at, {at + 46, name, false})) return false;
      at += 46 + name + rest;
    }
    return at == end_ || refuse("the zip file's list has more entries than its end states");
  }

  ATTN_ABI constexpr bool read_entry(std::size_t at, const stored_string& name) {
    const byte_view& file = found_.file;
    if ((uint16(at + 8) & 0x2041) != 0) return refuse(name, "is encrypted");
    if (file[at + 6] > 63) return refuse(name, "requires a newer version of zip");
    const std::size_t method = uint16(at + 10);
    if (method != 0 && method != 8) return refuse(name, "is compressed, and not with deflate");
    if (method == 8 && unpacked_ == nullptr && all_.size() == 0)
      return refuse(name, "is compressed: pass a buffer for its bytes, read_npz(bytes, buffer)");
    const std::size_t crc = uint32(at + 16), packed = uint32(at + 20), size = uint32(at + 24),
                      local = uint32(at + 42);
    if (method == 0 && packed != size) return refuse(name, "is stored, but has two sizes");
    if (packed == 0xffffffff || size == 0xffffffff || local == 0xffffffff)
      return refuse(name, "uses the extensions for more than 4 GiB");
    if (local > list_ || list_ - local < 30 || uint32(local) != zip_local)
      return refuse(name, "its place in the file has no header");
    const std::size_t name_length = uint16(local + 26);
    const std::size_t before = 30 + name_length + uint16(local + 28);
    const std::size_t other_flags = uint16(local + 6) ^ uint16(at + 8);
    bool same =
        name_length == name.length && uint16(local + 8) == method && (other_flags & 0x2849) == 0;
    for (std::size_t i = 0; same && i < name_length && local + 30 + i < list_; ++i)
      same = file[local + 30 + i] == file[name.at + i];
    if (!same) return refuse(name, "the header in front of it has another name, method or flag");
    if (list_ - local < before || list_ - local - before < packed)
      return refuse(name, "reaches into the list of entries: the file is truncated");
    if (!header_states(local, local + 30 + name_length, crc, packed, size))
      return refuse(name, "the header in front of it has another checksum or size");
    const std::size_t begin = local + before;
    stored_string array = name;
    array.length = name.length > 4 ? name.length - 4 : 0;
    for (std::size_t i = 0; i < 4 && array.length > 0; ++i)
      if (file[name.at + array.length + i] != static_cast<unsigned char>(".npy"[i]))
        array.length = 0;
    if (array.length == 0) return refuse(name, "is no array, NAME.npy");
    if (method == 8 && size == 0) return refuse(name, "is no array: it is empty");
    places_.push_back({local, begin, begin + packed, static_cast<std::uint32_t>(crc), array,
                       method == 8 ? size : 0});
    return true;
  }

  // The numbers of a header; 0 if they follow the data (flag 3). Python may write sizes that fit
  // into 32 bits into the field for larger ones.
  ATTN_ABI constexpr bool header_states(std::size_t local, std::size_t extra, std::size_t crc,
                                        std::size_t packed_size, std::size_t size) const {
    const bool may_be_0 = (uint16(local + 6) & 8) != 0;
    const auto is = [&](std::uint64_t number, std::size_t stated) {
      return number == stated || (number == 0 && may_be_0);
    };
    const std::size_t packed = uint32(local + 18), unpacked = uint32(local + 22);
    if (!is(uint32(local + 14), crc)) return false;
    if (packed != 0xffffffff || unpacked != 0xffffffff)
      return is(packed, packed_size) && is(unpacked, size);
    const std::size_t end = extra + uint16(local + 28);
    for (std::size_t at = extra; end - at >= 4;) {
      const std::size_t length = uint16(at + 2);
      if (end - at - 4 < length) return false;
      if (uint16(at) == 1)
        return length >= 16 && is(uint64(at + 4), size) && is(uint64(at + 12), packed_size);
      at += 4 + length;
    }
    return false;
  }

  ATTN_ABI constexpr bool names_differ() {
    const byte_view& file = found_.file;
    sort_by_name();
    for (std::size_t i = 1; i < places_.size(); ++i)
      if (compared(file, places_[i - 1].name, places_[i].name) == 0)
        return refuse(places_[i].name, "the zip file has two entries of that name");
    return true;
  }
  ATTN_ABI constexpr void sort_by_name() {
    const byte_view& file = found_.file;
    std::sort(places_.data(), places_.data() + places_.size(),
              [&](const place& a, const place& b) { return compared(file, a.name, b.name) < 0; });
  }

  // Without overlaps, the checksums read every byte once, whatever the list has.
  ATTN_ABI constexpr bool without_overlaps() {
    std::sort(places_.data(), places_.data() + places_.size(),
              [](const place& a, const place& b) { return a.header < b.header; });
    for (std::size_t i = 1; i < places_.size(); ++i)
      if (places_[i].header < places_[i - 1].end) return refuse("two zip entries overlap");
    return true;
  }

  // A copy of the file, and what its deflated entries stand for. No byte of the file makes more
  // than 1,032, as no two entries overlap.
  ATTN_ABI constexpr bool unpack() {
    bool deflated = false;
    for (const place& at : places_) deflated = deflated || at.inflated > 0;
    if (!deflated) return true;
    const byte_view file = found_.file;
    std::size_t end = file.size();
    if (all_.size() == 0) {
      unpacked_->resize(0);
      for (std::size_t i = 0; i < end; ++i) unpacked_->push_back(file[i]);
    }
    for (place& at : places_) {
      if (at.inflated == 0) continue;
      const char* fault = nullptr;
      if (all_.size() == 0)
        fault = inflate(file.part(at.begin, at.end - at.begin), at.inflated, *unpacked_);
      if (fault != nullptr) return refuse(at.name, fault);
      at.begin = end;
      at.end = end += at.inflated;
    }
    found_.file = all_.size() > 0 ? all_ : byte_view(*unpacked_);
    return true;
  }

  ATTN_ABI constexpr void read_arrays() {
    sort_by_name();
    if (!unpack()) return;
    for (const place& at : places_) {
      if (crc_of(found_.file.part(at.begin, at.end - at.begin)) != at.crc)
        return void(refuse(at.name, "its checksum is wrong"));
      npy_header header(found_.file, at.begin, at.end);
      if (!header.read()) {
        add_string(fault(), found_.file, at.name).add(": ").add(header.fault);
        return;
      }
      header.entry.name = at.name;
      found_.entries.push_back(header.entry);
    }
  }

  checkpoint found_{};
  byte_buffer* unpacked_;
  byte_view all_;
  std::vector<place> places_{};
  std::size_t end_ = 0, list_ = 0, count_ = 0;
};

}  // namespace attn::detail

namespace attn {

// npz: a zip file of named arrays, as numpy.savez and savez_compressed write it.
//
//   from_npz(bytes, model)              loads all tensors of the model, or none and returns what
//                                       is wrong: checkpoint_result::text()
//   from_npz(bytes, model, options…)    as from_safetensors has (checkpoint.hpp)
//   from_npz<M, bytes, options…>()      the model as a constant; bytes is a constexpr array. What
//                                       is wrong is a compile error
//   to_npz(model)                       the bytes of a file
//   read_npz(bytes)                     the tensors of a file without a model
//   read_npz(bytes, buffer)             the same of a compressed file, whose bytes the buffer gets
//
// The tensor "layers.0.weight" is the entry "layers.0.weight.npy", as numpy.savez names it. The
// arrays are as in npy.hpp. Compressed entries become no larger than the file states, and 1,032
// times their bytes. Not read: other methods than deflate, encrypted entries, several volumes, the
// extensions for more than 4 GiB. The checksums are verified; in constant evaluation, they limit
// the size of the file.
//
// Rules: is_parameter; storable_element; one_file_naming; checkpoint_fits, for a constant.

ATTN_ABI constexpr checkpoint read_npz(const byte_view& source) {
  return detail::zip_reader(source).read();
}
ATTN_ABI constexpr checkpoint read_npz(const byte_view& source, byte_buffer& unpacked) {
  return detail::zip_reader(source, &unpacked).read();
}

template <parameter_struct M, detail::reading_option... Options>
  requires(!std::is_const_v<M>)
ATTN_ABI constexpr checkpoint_result from_npz(const byte_view& source, M& model, Options...) {
  using call = rules::checkpoint_call<M>;
  ATTN_REQUIRE_ONE_NAMING(Options...);
  ATTN_REQUIRE_CHECKPOINT(call, "attn::from_npz(bytes, m)");
  byte_buffer unpacked;
  if constexpr (call::all::value)
    return detail::load(read_npz(source, unpacked), model, detail::options_of<Options...>);
  else
    return {};
}

namespace detail {

// A constant is what its entries are unpacked to, if there are compressed ones.
template <const auto& Bytes>
struct constant_npz {
  ATTN_ABI static constexpr std::size_t size = [] {
    byte_buffer unpacked;
    return read_npz(byte_view(Bytes), unpacked).fault.size() > 0 ? 0 : unpacked.size();
  }();
  ATTN_ABI static constexpr auto unpacked = [] {
    std::array<unsigned char, size> bytes{};
    byte_buffer from;
    read_npz(byte_view(Bytes), from);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = from[i];
    return bytes;
  }();
  struct as_it_is {
    ATTN_ABI static constexpr checkpoint read(const byte_view& source) {
      byte_buffer none;
      return read_npz(source, none);
    }
  };
  struct of_unpacked {
    ATTN_ABI static constexpr checkpoint read(const byte_view& all) {
      return zip_reader(all.part(0, byte_view(Bytes).size()), nullptr, all).read();
    }
  };
  template <class M, const checkpoint_options& Options>
  static consteval auto found() {
    if constexpr (size > 0)
      return std::type_identity<constant_checkpoint<M, of_unpacked, unpacked, Options>>{};
    else
      return std::type_identity<constant_checkpoint<M, as_it_is, Bytes, Options>>{};
  }
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
  if constexpr (call::all::value) {
    constexpr const auto& options = detail::options_of<std::remove_const_t<decltype(Options)>...>;
    using found =
        typename decltype(detail::constant_npz<Bytes>::template found<M, options>())::type;
    ATTN_REQUIRE_CONSTANT_CHECKPOINT(found);
    if constexpr (found::all::value) found::template copy_to<0, found::tensors>(model);
  }
  return model;
}

template <parameter_struct M>
ATTN_ABI constexpr byte_buffer to_npz(const M& model) {
  using call = rules::checkpoint_call<M>;
  ATTN_REQUIRE_CHECKPOINT(call, "attn::to_npz(m)");
  if constexpr (call::all::value) {
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
