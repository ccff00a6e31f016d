// SPDX-License-Identifier: BSL-1.0
// The header of an npy file, a literal of Python: {'descr': '<f4', 'fortran_order': False, 'shape':
// (2, 3), }. Its keys may be in any order. Strings have no escape sequences.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/io/checkpoint.hpp>
#include <attn/io/detail/constant_checkpoint.hpp>
#include <attn/io/detail/meet.hpp>
#include <attn/io/to_text.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

struct npy_type {
  const char* descr;  // without the order of bytes
  stored_type type;
};
ATTN_ABI inline constexpr npy_type npy_types[] = {
    {"b1", stored_type::boolean}, {"u1", stored_type::u8},  {"i1", stored_type::i8},
    {"u2", stored_type::u16},     {"i2", stored_type::i16}, {"u4", stored_type::u32},
    {"i4", stored_type::i32},     {"u8", stored_type::u64}, {"i8", stored_type::i64},
    {"f2", stored_type::f16},     {"f4", stored_type::f32}, {"f8", stored_type::f64},
    {"c8", stored_type::c64}};

// One npy file, which is a part of another file or all of it.
class npy_header {
 public:
  ATTN_ABI constexpr npy_header(const byte_view& file, std::size_t begin, std::size_t end)
      : file_(file), begin_(begin), at_(begin), end_(end) {}

  checkpoint_entry entry{};
  rules::composed_text fault{};

  ATTN_ABI constexpr bool read() {
    if (!begins()) return false;
    const std::size_t data = header_end_, end = end_;
    end_ = header_end_;
    read_dictionary();
    end_ = end;
    if (fault.size() == 0) place(data);
    return fault.size() == 0;
  }

 private:
  ATTN_ABI constexpr bool fail(const char* sentence) {
    if (fault.size() == 0)
      fault.add(sentence).add(", at byte ").add(at_ - begin_).add(" of the npy file");
    return false;
  }
  ATTN_ABI constexpr bool begins() {
    constexpr unsigned char magic[] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
    const std::size_t size = end_ - begin_;
    for (std::size_t i = 0; i < sizeof magic; ++i)
      if (i >= size || file_[begin_ + i] != magic[i]) {
        fault.add("the file does not begin as an npy file, with \\x93NUMPY");
        return false;
      }
    const unsigned major = size > 6 ? file_[begin_ + 6] : 0u;
    const std::size_t prefix = major == 1 ? 10 : 12;
    if (size >= 8 && (major < 1 || major > 3 || file_[begin_ + 7] != 0)) {
      fault.add("version ").add(major).add(".").add(file_[begin_ + 7]);
      fault.add(" of the npy format is not known");
      return false;
    }
    if (size < prefix) {
      fault.add("the npy file ends before its header");
      return false;
    }
    const std::size_t length = major == 1 ? little_endian<std::uint16_t>(file_, begin_ + 8)
                                          : little_endian<std::uint32_t>(file_, begin_ + 8);
    if (length > size - prefix) {
      fault.add("the npy header has ").add(length).add(" bytes, but only ").add(size - prefix);
      fault.add(" follow: the file is truncated");
      return false;
    }
    at_ = begin_ + prefix;
    header_end_ = at_ + length;
    if (length == 0 || file_[header_end_ - 1] != '\n') {
      fault.add("the npy header does not end with a new line");
      return false;
    }
    return true;
  }

  ATTN_ABI constexpr unsigned char here() const { return at_ < end_ ? file_[at_] : 0; }
  ATTN_ABI constexpr void skip_spaces() {
    while (here() == ' ' || here() == '\n') ++at_;
  }
  ATTN_ABI constexpr bool skip(char c) {
    skip_spaces();
    if (here() != static_cast<unsigned char>(c)) return false;
    ++at_;
    return true;
  }
  ATTN_ABI constexpr bool skip_word(const char* word) {
    skip_spaces();
    std::size_t at = at_;
    for (; *word != '\0'; ++word, ++at)
      if (at >= end_ || file_[at] != static_cast<unsigned char>(*word)) return false;
    at_ = at;
    return true;
  }
  ATTN_ABI constexpr stored_string string(const char* sentence) {
    skip_spaces();
    const unsigned char quote = here();
    if (quote != '\'' && quote != '"') return fail(sentence), stored_string{};
    stored_string found{++at_, 0, false};
    while (here() != quote) {
      if (at_ == end_ || here() < ' ' || here() == '\\')
        return fail("a string without an end, or with an escape sequence"), found;
      ++at_;
    }
    found.length = at_++ - found.at;
    return found;
  }

  ATTN_ABI constexpr void read_dictionary() {
    bool descr = false, order = false, shape = false;
    if (!skip('{')) return void(fail("the npy header does not begin with {"));
    while (fault.size() == 0 && !skip('}')) {
      const stored_string key = string("expected descr, fortran_order or shape in quotes");
      if (fault.size() == 0 && !skip(':')) fail("expected : after a key");
      if (fault.size() > 0) return;
      const auto is = [&](const char* name, bool& before) {
        if (compared(file_, key, name) != 0) return false;
        if (before) fail("a key occurs twice");
        return before = true;
      };
      if (is("descr", descr))
        read_type();
      else if (is("fortran_order", order))
        read_order();
      else if (is("shape", shape))
        read_shape();
      else
        return void(add_string(fault.add("the npy header has the unknown key "), file_, key));
      if (fault.size() > 0) return;
      if (!skip(',') && (skip_spaces(), here() != '}')) return void(fail("expected , or }"));
    }
    skip_spaces();
    if (fault.size() == 0 && at_ != end_) return void(fail("something follows the closing }"));
    const char* missing = !descr ? "descr" : !order ? "fortran_order" : !shape ? "shape" : nullptr;
    if (fault.size() == 0 && missing != nullptr) fault.add("the npy header has no ").add(missing);
  }

  ATTN_ABI constexpr void read_type() {
    skip_spaces();
    if (here() == '[') return void(fail("descr is a structure, not one element type"));
    const stored_string descr = string("descr is not a string");
    if (fault.size() > 0) return;
    const unsigned char order = descr.length > 0 ? file_[descr.at] : 0;
    const stored_string name{descr.at + 1, descr.length > 0 ? descr.length - 1 : 0, false};
    for (const npy_type& type : npy_types)
      if (descr.length > 0 && compared(file_, name, type.descr) == 0) entry.type = type.type;
    const bool one_byte = size_of(entry.type) == 1;
    if (entry.type != stored_type::unknown && order == '>' && !one_byte)
      add_string(fault.add("the descr "), file_, descr).add(" has its highest byte first");
    else if (entry.type == stored_type::unknown || (order != '<' && !(one_byte && order == '|')))
      add_string(fault.add("the unknown descr "), file_, descr);
  }
  ATTN_ABI constexpr void read_order() {
    if (skip_word("True"))
      entry.column_major = true;
    else if (!skip_word("False"))
      fail("fortran_order is neither True nor False");
  }
  // (), (2,), (2, 3): a tuple of one has a comma.
  ATTN_ABI constexpr void read_shape() {
    if (!skip('(')) return void(fail("shape is not a tuple"));
    bool comma = true;
    while (fault.size() == 0 && !skip(')')) {
      if (!comma) return void(fail("expected , or ) in shape"));
      const std::uint64_t extent = number();
      if (fault.size() > 0) return;
      if (entry.rank == checkpoint_entry::max_rank) return void(fault.add("more than 8 axes"));
      entry.extents[entry.rank++] = extent;
      comma = skip(',');
      if (entry.rank == 1 && !comma && here() == ')')
        return void(fail("a shape of one axis has no comma"));
    }
  }
  ATTN_ABI constexpr std::uint64_t number() {
    skip_spaces();
    if (here() < '0' || here() > '9') return fail("a size in shape is not a natural number"), 0;
    std::uint64_t value = 0;
    for (; here() >= '0' && here() <= '9'; ++at_) {
      const std::uint64_t d = here() - static_cast<std::uint64_t>('0');
      if (value > (UINT64_MAX - d) / 10) return fail("a number that exceeds 64 bits"), 0;
      value = 10 * value + d;
    }
    return value;
  }

  ATTN_ABI constexpr void place(std::size_t data) {
    std::uint64_t bytes = 0;
    if (!bytes_of(entry, bytes))
      fault.add("its size in bytes exceeds 64 bits");
    else if (bytes > end_ - data)
      fault.add("its shape and type take ")
          .add(bytes)
          .add(" bytes, but only ")
          .add(end_ - data)
          .add(" follow the npy header: the file is truncated");
    else if (bytes < end_ - data)
      fault.add("its shape and type take ")
          .add(bytes)
          .add(" bytes, but ")
          .add(end_ - data)
          .add(" follow the npy header");
    entry.begin = data;
    entry.size = static_cast<std::size_t>(bytes);
  }

  byte_view file_;
  std::size_t begin_, at_, end_, header_end_ = 0;
};

}  // namespace attn::detail

namespace attn {

// npy: one array in a file, as numpy.save writes it.
//
//   from_npy(bytes, x)                   fills the tensor x, or leaves it as it is and returns what
//                                        is wrong: checkpoint_result::text()
//   from_npy(bytes, x, allow_rounding)   float64 may be rounded to float
//   from_npy<X, bytes, options…>()       the tensor as a constant; bytes is a constexpr array. What
//                                        is wrong is a compile error
//   to_npy(x)                            the bytes of a file
//   read_npy(bytes)                      the one tensor of a file, without a name
//
// The shape must be the shape of the tensor, and the elements must convert exactly
// (stored_type.hpp).
// An array in Fortran order is read as well: its elements are put where they belong. Versions 1.0,
// 2.0 and 3.0. Little-endian. No structures and no objects. A file ends with its last element.
//
// Rules: storable_element; checkpoint_fits, for a constant.

ATTN_ABI constexpr checkpoint read_npy(const byte_view& source) {
  checkpoint found;
  found.file = source;
  detail::npy_header header(source, 0, source.size());
  if (header.read())
    found.entries.push_back(header.entry);
  else
    found.fault = header.fault;
  return found;
}

template <class T, class... Axes, std::same_as<allow_rounding_option>... Options>
ATTN_ABI constexpr checkpoint_result from_npy(const byte_view& source, tensor<T, Axes...>& x,
                                              Options...) {
  using call = rules::checkpoint_call<tensor<T, Axes...>>;
  ATTN_REQUIRE(call, storable,
               "attn::from_npy(bytes, x): requires bool, integer, float or double elements");
  if constexpr (call::all::value)
    return detail::load(read_npy(source), x, detail::options_of<Options...>);
  else
    return {};
}

namespace detail {

struct npy_format {
  ATTN_ABI static constexpr checkpoint read(const byte_view& source) { return read_npy(source); }
};

// A header of version 1.0, so long that the elements begin at a multiple of 64 bytes.
ATTN_ABI constexpr void append_npy_header(byte_buffer& to, const wanted_tensor& x) {
  byte_buffer header;
  append(header, "{'descr': '");
  append(header, size_of(x.type) == 1 ? "|" : "<");
  for (const npy_type& type : npy_types)
    if (type.type == x.type) append(header, type.descr);
  append(header, "', 'fortran_order': False, 'shape': (");
  for (std::size_t d = 0; d < x.rank; ++d) {
    append(header, std::uint64_t{x.extents[d]});
    append(header, d + 1 < x.rank ? ", " : x.rank == 1 ? "," : "");
  }
  append(header, "), }");
  while ((header.size() + 11) % 64 != 0) append(header, " ");
  append(header, "\n");
  append(to, "\x93NUMPY\x01");
  to.push_back(0);
  append_little_endian(to, static_cast<std::uint16_t>(header.size()));
  for (const unsigned char c : header) to.push_back(c);
}

template <class X>
ATTN_ABI constexpr byte_buffer npy_of(const X& x) {
  byte_buffer file;
  append_npy_header(file, wanted_by<X>[0]);
  append_elements(file, x.data(), x.size());
  return file;
}

}  // namespace detail

template <class X, const auto& Bytes, std::same_as<allow_rounding_option> auto... Options>
  requires(detail::is_tensor<X>)
consteval X from_npy() {
  using call = rules::checkpoint_call<X>;
  ATTN_REQUIRE(call, storable,
               "attn::from_npy<X, bytes>(): requires bool, integer, float or double elements");
  X x{};
  if constexpr (call::all::value) {
    constexpr const auto& options = detail::options_of<std::remove_const_t<decltype(Options)>...>;
    using found = detail::constant_checkpoint<X, detail::npy_format, Bytes, options>;
    ATTN_REQUIRE_CONSTANT_CHECKPOINT(found);
    if constexpr (found::all::value) found::template copy_to<0, 1>(x);
  }
  return x;
}

template <class T, class... Axes>
ATTN_ABI constexpr byte_buffer to_npy(const tensor<T, Axes...>& x) {
  using call = rules::checkpoint_call<tensor<T, Axes...>>;
  ATTN_REQUIRE(call, storable, "attn::to_npy(x): requires bool, integer, float or double elements");
  if constexpr (call::all::value)
    return detail::npy_of(x);
  else
    return {};
}

}  // namespace attn
ATTN_STRICT_FP_END
