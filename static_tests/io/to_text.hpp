// SPDX-License-Identifier: BSL-1.0
// Behaviours of to_text, file, print_reports, parameters_text, svg, trace_text, tables, heat_map,
// bytes of attn/io/.
#pragma once

#include <attn/io.hpp>
#include <boost/hana/tuple.hpp>
#include <ostream>
#include <span>
#include <string>
#include "static_tests/tests.hpp"

namespace attn_tests::io_to_text_tests {
template <class Tensor>
concept has_text = requires(const Tensor& x, const text_format& format) {
  { to_text(x) } -> std::same_as<std::string>;
  { to_text(x, format) } -> std::same_as<std::string>;
  { axes_text(x) } -> std::same_as<std::string>;
};

template <class X>
concept printable = requires(std::ostream& out, const X& x) { out << x; };

template <class Tensor>
concept has_svg = requires(const Tensor& x, const svg_format& format) {
  { to_svg(x) } -> std::same_as<std::string>;
  { to_svg(x, format) } -> std::same_as<std::string>;
};

template <class Trace>
concept has_texts = requires(const Trace& t, const text_format& format) {
  { to_text(t, format) } -> std::same_as<std::string>;
  { to_markdown(t, format) } -> std::same_as<std::string>;
  { to_latex(t, format) } -> std::same_as<std::string>;
  { to_html(t, format) } -> std::same_as<std::string>;
};

template <class Tensor>
concept has_tables = requires(const Tensor& x, const table_format& format) {
  { to_markdown(x) } -> std::same_as<std::string>;
  { to_markdown(x, format) } -> std::same_as<std::string>;
  { to_latex(x) } -> std::same_as<std::string>;
  { to_latex(x, format) } -> std::same_as<std::string>;
};

template <class Tensor>
concept has_heat_map = requires(const Tensor& weights, const heat_map_format& format) {
  { heat_map(weights) } -> std::same_as<std::string>;
  { heat_map(weights, format) } -> std::same_as<std::string>;
};

constexpr unsigned char unsigned_bytes[] = {1, 2, 0xff, 4};
constexpr std::byte std_bytes[] = {std::byte{1}, std::byte{2}, std::byte{0xff}, std::byte{4}};
constexpr char chars[] = {1, 2, static_cast<char>(0xff), 4};

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/io/to_text.hpp promises to the compiler; texts are made by programs only, and looked at
  // in runtime_tests/io/to_text.cpp.
  tests.proved("tensors of numbers", [](report& r) {
    r.check(has_text<tensor<double>>);
    r.check(has_text<tensor<float, axis<"token", 2>, dim<3>>>);
    r.check(has_text<tensor<int, dim<2>, dim<3>, dim<4>, dim<5>>>);
    r.check(has_text<tensor<token_id<24>, dim<3>>>);
    r.check(!has_text<double>);
  });
  tests.executed("defaults", [](report& r) {
    const auto format = launder(text_format{});
    r.check(format.digits == 0 && format.indent == 2 && format.header && !format.hexadecimal);
  });
  // What attn/io/file.hpp promises to the compiler; files are read and written in
  // runtime_tests/io/file.cpp.
  tests.proved("types", [](report& r) {
    r.check(std::same_as<decltype(read_file(std::string())), file_bytes>);
    r.check(std::same_as<decltype(write_file("name", byte_view())), file_status>);
    r.check(std::is_constructible_v<bool, file_bytes> && !std::is_convertible_v<file_bytes, bool>);
    r.check(std::is_constructible_v<byte_view, decltype(file_bytes::bytes)>);
  });
  // What attn/io/tables.hpp promises to the compiler; what is printed: runtime_tests/io.
  tests.proved("reports and nothing else", [](report& r) {
    r.check(printable<comparison<double, dim<2>>> && printable<bounds_report<float, dim<2>>>);
    r.check(!printable<tensor<double, dim<2>>>);
  });
  // What attn/io/tables.hpp promises to the compiler; texts are made by programs only, and
  // looked at in runtime_tests/io/parameters_text.cpp.
  tests.proved("models have a text", [](report& r) {
    using layer = nn::linear<float, dim<3>, dim<2>, output_by_input>;
    r.check(std::same_as<decltype(parameters_text(layer{})), std::string>);
    r.check(
        std::same_as<decltype(parameters_text(boost::hana::tuple<layer, layer>{})), std::string>);
  });
  // What attn/io/svg.hpp promises to the compiler; the pictures are looked at in
  // runtime_tests/io/svg.cpp, and read as XML by runtime_tests/svg/check.py.
  tests.proved("matrices", [](report& r) {
    r.check(has_svg<tensor<double, axis<"token", 2>, axis<"key", 3>>>);
    r.check(has_svg<matrix<float, 1, 5>>);
    r.check(!has_svg<double>);
  });
  // What attn/io/trace_text.hpp promises to the compiler; the texts are looked at in
  // runtime_tests/io/trace_text.cpp.
  tests.proved("traces of any rank", [](report& r) {
    using q = tensor<double, axis<"token", 2>, axis<"d", 2>>;
    using heads = tensor<double, axis<"head", 3>, axis<"token", 2>, axis<"d", 2>>;
    r.check(has_texts<decltype(trace_attention(q{}, q{}, q{}))>);
    r.check(has_texts<decltype(trace_attention(heads{}, heads{}, heads{}))>);
  });
  // What attn/io/tables.hpp promises to the compiler; the tables are looked at in
  // runtime_tests/io/tables.cpp.
  tests.proved("tensors of up to two axes", [](report& r) {
    r.check(has_tables<tensor<double>>);
    r.check(has_tables<tensor<bool, axis<"key", 2>>>);
    r.check(has_tables<matrix<int, 3, 1>>);
    r.check(!has_tables<double>);
    r.check(!rules::table_call<tensor<double, dim<2>, dim<2>, dim<2>>>::all::value);
  });
  // What attn/io/svg.hpp promises to the compiler; the pictures are looked at in
  // runtime_tests/io/heat_map.cpp.
  tests.proved("matrices of floating-point numbers", [](report& r) {
    r.check(has_heat_map<tensor<double, axis<"token", 2>, axis<"key", 3>>>);
    r.check(has_heat_map<matrix<float, 1, 5>>);
    r.check(!has_heat_map<matrix<int, 2, 3>>);
    r.check(!has_heat_map<tensor<double, dim<3>>>);
    r.check(!has_heat_map<tensor<double, dim<2>, dim<2>, dim<2>>>);
  });
  tests.proved("defaults", [](report& r) {
    const auto format = launder(heat_map_format{});
    r.check(!format.color && format.indent == 2);
  });
  // What attn/io/file.hpp promises.
  tests.proved("views", [](report& r) {
    for (const byte_view& view :
        {byte_view(unsigned_bytes), byte_view(std_bytes), byte_view(chars)}) {
      r.check(view.size() == 4 && view[0] == 1 && view[2] == 0xff && view[3] == 4);
      const byte_view end = view.part(2, 2);
      r.check(end.size() == 2 && end[0] == 0xff && end[1] == 4);
      r.check(little_endian<std::uint32_t>(view, 0) == 0x04ff0201u);
      r.check(little_endian<std::uint16_t>(view, 1) == 0xff02u);
      r.bits(little_endian<std::uint32_t>(launder(view), 0));
    }
  });
  tests.proved("what can be viewed", [](report& r) {
    r.check(byte_view(std::string_view("abc"))[2] == 'c');
    r.check(byte_view(std::array<unsigned char, 3>{7, 8, 9})[0] == 7);
    r.check(byte_view(std::span<const std::byte>(std_bytes)).size() == 4);
    r.check(byte_view(unsigned_bytes, 2).size() == 2);
    r.check(byte_view().size() == 0 && byte_view().data() == nullptr);
    r.check(byte_view(unsigned_bytes).has_data());
    r.check(byte_view(unsigned_bytes).data() == unsigned_bytes);
    r.check(byte_view(chars).has_data() == !std::is_constant_evaluated());
    r.check(!std::is_constructible_v<byte_view, const int(&)[3]>);
    r.check(!std::is_constructible_v<byte_view, std::array<short, 3>>);
  });
  tests.proved("words that are appended", [](report& r) {
    byte_buffer buffer;
    append_little_endian(buffer, launder(std::uint16_t{0x1234}));
    append_little_endian(buffer, launder(std::uint64_t{0x123456789abcdef0u}));
    r.check(buffer.size() == 10 && buffer[0] == 0x34 && buffer[1] == 0x12 && buffer[2] == 0xf0);
    r.check(little_endian<std::uint64_t>(buffer, 2) == 0x123456789abcdef0u);
    r.bits(little_endian<std::uint64_t>(buffer, 1));
  });
};
}  // namespace attn_tests::io_to_text_tests
