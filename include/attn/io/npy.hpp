// SPDX-License-Identifier: BSL-1.0
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
// The shape must be that of the tensor, and the elements must convert exactly (stored_type.hpp).
// An array in Fortran order is read, too: its elements are put where they belong. Versions 1.0, 2.0
// and 3.0; little-endian; no structures and no objects. A file ends with its last element.
//
// Rules: storable_element; checkpoint_fits, for a constant.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/io/checkpoint.hpp>
#include <attn/io/detail/constant_checkpoint.hpp>
#include <attn/io/detail/meet.hpp>
#include <attn/io/detail/npy_header.hpp>
#include <attn/io/detail/write.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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
  if constexpr (call::holds)
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
  if constexpr (call::holds) {
    constexpr const auto& options = detail::options_of<std::remove_const_t<decltype(Options)>...>;
    using found = detail::constant_checkpoint<X, detail::npy_format, Bytes, options>;
    ATTN_REQUIRE_CONSTANT_CHECKPOINT(found);
    if constexpr (found::holds) found::template copy_to<0, 1>(x);
  }
  return x;
}

template <class T, class... Axes>
ATTN_ABI constexpr byte_buffer to_npy(const tensor<T, Axes...>& x) {
  using call = rules::checkpoint_call<tensor<T, Axes...>>;
  ATTN_REQUIRE(call, storable, "attn::to_npy(x): requires bool, integer, float or double elements");
  if constexpr (call::holds)
    return detail::npy_of(x);
  else
    return {};
}

}  // namespace attn
ATTN_STRICT_FP_END
