// SPDX-License-Identifier: BSL-1.0
// The part of zip that numpy.savez writes: entries that are stored, not compressed, in one file,
// without encryption and without the extensions for more than 4 GiB. The list at the end and the
// headers in front of the entries must agree, nothing may overlap, and the checksums must be right.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <attn/io/detail/npy_header.hpp>

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
  ATTN_ABI constexpr zip_reader(const byte_view& file) { found_.file = file; }

  ATTN_ABI constexpr checkpoint read() {
    if (finds_end() && read_list() && names_differ() && without_overlaps()) read_arrays();
    if (fault().size() > 0) found_.entries.clear();
    return static_cast<checkpoint&&>(found_);
  }

 private:
  // Where an entry is: its header, and its array with the checksum that the list at the end has.
  struct place {
    std::size_t header, begin, end;
    std::uint32_t crc;
    stored_string name;
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
  ATTN_ABI constexpr std::uint32_t word(std::size_t at) const {
    return little_endian<std::uint32_t>(found_.file, at);
  }
  ATTN_ABI constexpr std::uint32_t half(std::size_t at) const {
    return little_endian<std::uint16_t>(found_.file, at);
  }

  // The record at the end, in front of a comment of at most 65,535 bytes.
  ATTN_ABI constexpr bool finds_end() {
    const std::size_t size = found_.file.size();
    for (std::size_t comment = 0; comment <= 0xffff && comment + 22 <= size; ++comment) {
      const std::size_t at = size - 22 - comment;
      if (found_.file[at] != 'P' || word(at) != zip_end || half(at + 20) != comment) continue;
      end_ = at;
      count_ = half(at + 10);
      const std::size_t length = word(at + 12);
      list_ = word(at + 16);
      if (count_ == 0xffff || length == 0xffffffff || list_ == 0xffffffff)
        return refuse("the zip file uses the extensions for more than 4 GiB");
      if (half(at + 4) != 0 || half(at + 6) != 0 || half(at + 8) != count_)
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
      if (end_ - at < 46 || word(at) != zip_central)
        return refuse("the zip file's list has fewer entries than its end states");
      const std::size_t name = half(at + 28), rest = half(at + 30) + half(at + 32);
      if (end_ - at - 46 < name + rest)
        return refuse("the zip file's list of entries is truncated");
      if (!read_entry(at, {at + 46, name, false})) return false;
      at += 46 + name + rest;
    }
    return at == end_ || refuse("the zip file's list has more entries than its end states");
  }

  ATTN_ABI constexpr bool read_entry(std::size_t at, const stored_string& name) {
    const byte_view& file = found_.file;
    if ((half(at + 8) & 1) != 0) return refuse(name, "is encrypted");
    if (half(at + 10) != 0)
      return refuse(name, "is compressed; write the file with numpy.savez, not savez_compressed");
    const std::size_t crc = word(at + 16), size = word(at + 24), local = word(at + 42);
    if (word(at + 20) != size) return refuse(name, "is stored, but has two sizes");
    if (size == 0xffffffff || local == 0xffffffff)
      return refuse(name, "uses the extensions for more than 4 GiB");
    if (local > list_ || list_ - local < 30 || word(local) != zip_local)
      return refuse(name, "its place in the file has no header");
    const std::size_t name_length = half(local + 26);
    const std::size_t before = 30 + name_length + half(local + 28);
    bool same = name_length == name.length && half(local + 8) == 0;
    for (std::size_t i = 0; same && i < name_length && local + 30 + i < list_; ++i)
      same = file[local + 30 + i] == file[name.at + i];
    if (!same) return refuse(name, "the header in front of it has another name or method");
    if (list_ - local < before || list_ - local - before < size)
      return refuse(name, "reaches into the list of entries: the file is truncated");
    const std::size_t begin = local + before;
    stored_string array = name;
    array.length = name.length > 4 ? name.length - 4 : 0;
    for (std::size_t i = 0; i < 4 && array.length > 0; ++i)
      if (file[name.at + array.length + i] != static_cast<unsigned char>(".npy"[i]))
        array.length = 0;
    if (array.length == 0) return refuse(name, "is no array, NAME.npy");
    places_.push_back({local, begin, begin + size, static_cast<std::uint32_t>(crc), array});
    return true;
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

  // So that the checksums read every byte once, whatever the list has.
  ATTN_ABI constexpr bool without_overlaps() {
    std::sort(places_.data(), places_.data() + places_.size(),
              [](const place& a, const place& b) { return a.header < b.header; });
    for (std::size_t i = 1; i < places_.size(); ++i)
      if (places_[i].header < places_[i - 1].end) return refuse("two zip entries overlap");
    return true;
  }

  ATTN_ABI constexpr void read_arrays() {
    sort_by_name();
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
  std::vector<place> places_{};
  std::size_t end_ = 0, list_ = 0, count_ = 0;
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
