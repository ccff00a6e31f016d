// SPDX-License-Identifier: BSL-1.0
// Behaviours of safetensors, safetensors_index, stored_type of attn/io/.
#pragma once

#include <attn/io/safetensors.hpp>
#include <attn/io/safetensors_index.hpp>
#include <attn/io/stored_type.hpp>
#include <boost/hana/define_struct.hpp>

#include "static_tests/support/corrupt_safetensors.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::io_safetensors_tests {
constexpr std::string_view sentence(const checkpoint_result& result) {
  return {result.fault.data(), result.fault.size()};
}

struct network {
  using first_layer = nn::linear<float, axis<"pixel", 6>, hidden, output_by_input>;
  using second_layer = nn::linear<double, hidden, axis<"digit", 3>, input_by_output, without_bias>;
  using steps_type = tensor<std::int64_t>;
  using flags_type = tensor<bool, dim<3>>;
  using layers_type = nn::linear<float, hidden, hidden, output_by_input>[2];
  BOOST_HANA_DEFINE_STRUCT(network, (first_layer, first), (flags_type, flags),
      (second_layer, second), (steps_type, steps), (layers_type, layers));
};

constexpr network some_network() {
  network m{};
  int i = 0;
  for_each_parameter(
      [&i](const auto&, auto& x) {
        using T = typename std::remove_reference_t<decltype(x)>::value_type;
        for (T& element : x) {
          ++i;
          if constexpr (std::is_same_v<T, bool>)
            element = i % 2 == 0;
          else if constexpr (std::is_integral_v<T>)
            element = -i;
          else
            element = T(i) / T(7) - T(3);
        }
      },
      m);
  m.first.weight(0, 0) = std::numeric_limits<float>::infinity();
  m.first.weight(0, 1) = -0.0f;
  return m;
}

template <class Model> constexpr auto file_of(const Model& model) {
  struct {
    Model read{};
    checkpoint_result result{};
  } back;
  back.result = from_safetensors(to_safetensors(model), back.read);
  return back;
}

// Every corrupt file has its sentence, and changes nothing.
template <const auto& Files> constexpr void corrupt_files(report& r) {
  for (const corrupt_file& file : Files) {
    corrupt_model m{};
    m.weight(1, 2) = 7;
    const checkpoint_result result = from_safetensors(launder(file.bytes()), m);
    r.check(!result && sentence(result) == file.sentence);
    r.check(m.weight(1, 2) == 7 && m.weight(0, 0) == 0);
  }
}

constexpr auto a_network = some_network();
constexpr std::size_t its_size = to_safetensors(a_network).size();
template <class Byte>
constexpr auto its_bytes = [] {
  std::array<Byte, its_size> bytes{};
  const byte_buffer all = to_safetensors(a_network);
  for (std::size_t i = 0; i < its_size; ++i) bytes[i] = static_cast<Byte>(all[i]);
  return bytes;
}();

constexpr auto rounded_and_more = [] {
  constexpr corrupt_file file{
      "{\"w\":{\"dtype\":\"F64\",\"shape\":[1],\"data_offsets\":[0,8]},"
      "\"v\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[8,9]}}",
      9, ""};
  std::array<unsigned char, 8 + file.header.size() + 9> bytes{};
  const byte_buffer all = file.bytes();
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = all[i];
  constexpr unsigned char tenth[] = {0x9a, 0x99, 0x99, 0x99, 0x99, 0x99, 0xb9, 0x3f};
  for (std::size_t i = 0; i < 8; ++i) bytes[8 + file.header.size() + i] = tenth[i];
  return bytes;
}();
struct one_weight {
  using row = tensor<float, dim<1>>;
  BOOST_HANA_DEFINE_STRUCT(one_weight, (row, w));
};

template <class To> constexpr To value(stored_type type, std::uint64_t bits) {
  byte_buffer buffer{0xee};
  append_little_endian(buffer, bits);
  return stored_value<To>(type, launder(buffer), 1);
}

// A model in two files, and an index as Hugging Face writes it: static_tests/reference has none.
using shard_in = axis<"in", 2>;
using shard_out = axis<"out", 3>;
template <class T> using shard_layer = nn::linear<T, shard_in, shard_out, output_by_input>;
struct sharded {
  using float_layer = shard_layer<float>;
  using double_layer = shard_layer<double>;
  BOOST_HANA_DEFINE_STRUCT(sharded, (float_layer, first), (double_layer, second));
};
inline constexpr sharded some_shards{
    {{{1, 2}, {3, 4}, {5, 6}}, {7, 8, 9}}, {{{0.5, 2}, {3, -4}, {5, 6}}, {-7, 8, 9}}};
template <const auto& Part, class Under>
inline constexpr auto shard_of = [] {
  std::array<unsigned char, to_safetensors(Part, Under{}).size()> bytes{};
  const byte_buffer all = to_safetensors(Part, Under{});
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = all[i];
  return bytes;
}();
inline constexpr auto first_part = some_shards.first;
inline constexpr auto second_part = some_shards.second;
inline constexpr const auto& shard_1 = shard_of<first_part, under_option<"first">>;
inline constexpr const auto& shard_2 = shard_of<second_part, under_option<"second">>;
inline constexpr std::string_view shards_index = R"({
  "metadata": {"total_size": 108, "of": [true, null, -1.5e-3, {"a": {}, "b": [], "c": ["x", 0]}]},
  "weight_map": {"second.bias": "model-00002-of-00002.safetensors",
    "first.weight": "model-00001-of-00002.safetensors",
    "first.bias": "model-0000\u0031-of-00002.safetensors",
    "second.weight": "model-00002-of-00002.safetensors"}})";
template <std::size_t N> struct text_of {
  char text[N]{};
  constexpr const char* data() const { return text; }
  constexpr std::size_t size() const { return N; }
};
inline constexpr auto index_bytes = [] {
  text_of<shards_index.size()> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes.text[i] = shards_index[i];
  return bytes;
}();
// The sentence of an index in which a text is replaced by another.
struct same_of_float {
  using float_layer = shard_layer<float>;
  BOOST_HANA_DEFINE_STRUCT(same_of_float, (float_layer, first), (float_layer, second));
};
struct first_only {
  using float_layer = shard_layer<float>;
  BOOST_HANA_DEFINE_STRUCT(first_only, (float_layer, first));
};
// What is said of an index in which a text is replaced by another. A fault loads nothing.
template <class M = sharded>
constexpr rules::composed_text said_of(std::string_view was, std::string_view is, M& m,
    const std::vector<byte_view>& files = {shard_1, shard_2}) {
  std::vector<char> index;
  const std::size_t at = shards_index.find(was);
  const auto add = [&](std::string_view text) {
    index.insert(index.end(), text.begin(), text.end());
  };
  add(shards_index.substr(0, at));
  add(is);
  add(shards_index.substr(at + was.size()));
  return from_safetensors_index(index, files, m).fault;
}
template <class M = sharded>
constexpr bool index_says(std::string_view was, std::string_view is, std::string_view sentence,
    const std::vector<byte_view>& files = {shard_1, shard_2}) {
  M m{};
  const rules::composed_text text = said_of(was, is, m, files);
  return std::string_view(text.data(), text.size()) == sentence && bitwise_equal(m, M{});
}
constexpr bool is_refused(std::string_view was, std::string_view is) {
  sharded m{};
  return said_of(was, is, m).size() > 0 && bitwise_equal(m, sharded{});
}
constexpr bool is_read(std::string_view was, std::string_view is) {
  sharded m{};
  return said_of(was, is, m).size() == 0 && bitwise_equal(m, some_shards);
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/io/safetensors.hpp promises. Files on a disk, and all truncations of one:
  // runtime_tests/io/safetensors.cpp. Compile errors: static_tests/rejected/io.cpp.
  tests.executed("there and back", [](report& r) {
    const network m = launder(some_network());
    const auto back = file_of(m);
    r.check(static_cast<bool>(back.result));
    r.same(back.read, m);
    for_each_parameter([&r](const auto&, const auto& x) { r.bits(x); }, back.read);
  });
  // The bytes of the format, as its specification has them.
  tests.executed("the bytes", [](report& r) {
    struct model {
      using row = tensor<float, axis<"row", 2>>;
      using count = tensor<double>;
      BOOST_HANA_DEFINE_STRUCT(model, (row, weight), (count, scale));
    };
    const byte_buffer file = to_safetensors(launder(model{{1, -2}, tensor<double>{0.5}}));
    constexpr std::string_view header =
        "{\"__metadata__\":{\"attn.axes:weight\":\"row\"},"
        "\"weight\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,16]},"
        "\"scale\":{\"dtype\":\"F64\",\"shape\":[],\"data_offsets\":[0,8]}}";
    constexpr std::size_t padded = (header.size() + 7) / 8 * 8;
    r.check(little_endian<std::uint64_t>(file, 0) == padded && file.size() == 8 + padded + 16);
    for (std::size_t i = 0; i < padded; ++i)
      r.check(file[8 + i] == static_cast<unsigned char>(i < header.size() ? header[i] : ' '));
    constexpr unsigned char data[] = {
        0, 0, 0, 0, 0, 0, 0xe0, 0x3f, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0};
    for (std::size_t i = 0; i < 16; ++i) r.check(file[8 + padded + i] == data[i]);
    for (const unsigned char c : file) r.bits(c);
  });
  // The elements of a tensor that is written in other types, entries in any order, spaces, escapes.
  tests.executed("what other writers do", [](report& r) {
    constexpr corrupt_file files[] = {
        {"{ \"bias\" : {\"shape\":[2],\n\"data_offsets\":[0 , 4],\"dtype\":\"F16\"},\r\n\t"
         "\"weight\":{\"data_offsets\":[4,16],\"shape\":[ 2,3 ],\"dtype\":\"BF16\"} }   ",
            16, ""},
        {"{\"__metadata__\":{},\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_"
         "offsets\":[0,24]}"
         ","
         "\"\\u0062ias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[24,32]}}",
            32, ""},
        {"{\"__metadata__\":{\"format\":\"pt\",\"\xc3\xa9\\ud83d\\ude00\":\"\\\"\\\\\\/"
         "\\n\"},"
         "\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[8,32]},"
         "\"bias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}",
            32, ""},
        // Empty tensors where others begin and end.
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]},"
         "\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]},"
         "\"x\":{\"dtype\":\"F32\",\"shape\":[3,0],\"data_offsets\":[24,24]},"
         "\"bias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[24,32]},"
         "\"z\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[32,32]}}",
            32, ""},
    };
    for (const corrupt_file& file : files) {
      corrupt_model m{};
      m.weight(0, 0) = 7;
      const byte_buffer bytes = file.bytes();
      r.check(sentence(from_safetensors(launder(bytes), m, ignore_unexpected)).empty());
      r.check(m.weight(0, 0) == 0);
    }
  });
  tests.executed("converted exactly", [](report& r) {
    byte_buffer bytes =
        corrupt_file{
            "{\"weight\":{\"dtype\":\"BF16\",\"shape\":[2,3],\"data_offsets\":[0,12]},"
            "\"bias\":{\"dtype\":\"F16\",\"shape\":[2],\"data_offsets\":[12,16]}}",
            0, ""}
            .bytes();
    for (const unsigned bits : {0x3f80u, 0xc000u, 0x3eabu, 0u, 0x8000u, 1u, 0x3555u, 0x8001u})
      append_little_endian(bytes, static_cast<std::uint16_t>(bits));
    corrupt_model m{};
    r.check(static_cast<bool>(from_safetensors(launder(bytes), m)));
    r.check(m.weight(0, 0) == 1 && m.weight(0, 1) == -2 && m.weight(0, 2) == 0.333984375f);
    r.check(m.bias(0) == 0.333251953125f && m.bias(1) == -5.9604644775390625e-8f);
    r.bits(m.weight);
    r.bits(m.bias);
  });
  tests.executed("corrupt syntax", [](report& r) { corrupt_files<corrupt_syntax>(r); });
  tests.executed("corrupt entries", [](report& r) { corrupt_files<corrupt_entries>(r); });
  tests.executed("corrupt metadata", [](report& r) { corrupt_files<corrupt_metadata>(r); });
  tests.executed(
      "files of another model", [](report& r) { corrupt_files<files_of_another_model>(r); });
  // Names are compared as what they stand for, however they are written.
  tests.proved("escaped names", [](report& r) {
    constexpr std::string_view same[][2] = {
        {"\\u00e9", "\xc3\xa9"},
        {"\\u07FF", "\xdf\xbf"},
        {"\\u0800", "\xe0\xa0\x80"},
        {"\\u20ac", "\xe2\x82\xac"},
        {"\\uffff", "\xef\xbf\xbf"},
        {"\\ud83d\\ude00", "\xf0\x9f\x98\x80"},
        {"\\udbff\\udfff", "\xf4\x8f\xbf\xbf"},
        {"\\u007f", "\x7f"},
        {"\\/", "/"},
        {"\\b", "\\u0008"},
        {"\\f", "\\u000C"},
        {"\\n", "\\u000a"},
        {"\\r", "\\u000d"},
        {"\\t", "\\u0009"},
        {"\\\"", "\\u0022"},
        {"\\\\", "\\u005c"},
        {"\\u0020", " "},
        {"\\u0080", "\xc2\x80"},
        {"\\ud7ff", "\xed\x9f\xbf"},
        {"\\ue000", "\xee\x80\x80"},
        {"\\ud800\\udc00", "\xf0\x90\x80\x80"},
    };
    const auto twice = [](std::string_view a, std::string_view b) {
      byte_buffer header;
      for (const std::string_view part : {std::string_view("{\"x"), a,
               std::string_view("y\":{\"dtype\":\"U8\",\"shape\":[0],"
                                "\"data_offsets\":[0,0]},\"x"),
               b, std::string_view("y\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}")})
        for (const char c : part) header.push_back(static_cast<unsigned char>(c));
      byte_buffer file;
      append_little_endian(file, std::uint64_t{header.size()});
      for (const unsigned char c : header) file.push_back(c);
      const checkpoint found = read_safetensors(file);
      return std::string_view(found.fault.data(), found.fault.size())
          .ends_with("the header has two tensors of that name");
    };
    for (const auto& [a, b] : same) r.check(twice(launder(a), b));
    r.check(!twice("\\u0000a", "\\u0000b") && twice("\\u0000a", "\\u0000\\u0061"));
    for (std::size_t i = 1; i < 5; ++i) r.check(!twice(launder(same[i][0]), same[i - 1][1]));
  });
  // Not more than 64 bytes of a name are shown.
  tests.proved("long names", [](report& r) {
    const auto said = [](std::string_view name, std::string_view sentence) {
      byte_buffer header;
      for (const std::string_view part :
          {std::string_view("{\""), name, std::string_view("\":{}}")})
        for (const char c : part) header.push_back(static_cast<unsigned char>(c));
      byte_buffer file;
      append_little_endian(file, std::uint64_t{header.size()});
      for (const unsigned char c : header) file.push_back(c);
      return says(read_safetensors(launder(file)).fault, sentence);
    };
    constexpr std::string_view longest =
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef: has no dtype";
    r.check(said(longest.substr(0, 64), longest));
    r.check(said("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdefg",
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef...: has no dtype"));
  });
  tests.proved("options", [](report& r) {
    const corrupt_file rounded{
        "{\"weight\":{\"dtype\":\"F64\",\"shape\":[2,3],\"data_offsets\":[0,48]},"
        "\"bias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[48,56]}}",
        56, ""};
    const corrupt_file unexpected{
        "{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]},"
        "\"bias\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[24,32]},"
        "\"extra\":{\"dtype\":\"F8_E4M3\",\"shape\":[3],\"data_offsets\":[32,35]}}",
        35, ""};
    corrupt_model m{};
    r.check(!from_safetensors(rounded.bytes(), m));
    r.check(!from_safetensors(rounded.bytes(), m, ignore_unexpected));
    r.check(static_cast<bool>(from_safetensors(rounded.bytes(), m, allow_rounding)));
    r.check(!from_safetensors(unexpected.bytes(), m));
    r.check(static_cast<bool>(from_safetensors(unexpected.bytes(), m, ignore_unexpected)));
    r.check(
        static_cast<bool>(from_safetensors(rounded.bytes(), m, ignore_unexpected, allow_rounding)));
  });
  tests.executed("without a model", [](report& r) {
    const byte_buffer bytes = to_safetensors(launder(some_network()));
    const checkpoint found = read_safetensors(bytes);
    r.check(found.fault.size() == 0 && found.entries.size() == parameters_of<network>::tensors);
    const auto& last = found.entries[found.entries.size() - 1];  // they are sorted: "steps"
    r.check(last.type == stored_type::i64 && last.rank == 0 && last.size == 8);
    r.check(read_safetensors(launder(corrupt_file{"{}", 0, ""}).bytes()).entries.empty());
  });
  tests.proved("constants", [](report& r) {
    constexpr network m = from_safetensors<network, its_bytes<unsigned char>>();
    r.same(m, a_network);
    r.same(from_safetensors<network, its_bytes<char>>(), a_network);
    r.same(from_safetensors<network, its_bytes<std::byte>>(), a_network);
    constexpr auto rounded =
        from_safetensors<one_weight, rounded_and_more, ignore_unexpected, allow_rounding>();
    r.check(rounded.w(0) == 0.1f);
    r.bits(m.first.weight);
    r.bits(rounded.w);
  });
  // What attn/io/safetensors_index.hpp promises. from_safetensors_files, safetensors_files and
  // safetensors_files_result: runtime_tests/io/safetensors.cpp.
  tests.executed("shards", [](report& r) {
    sharded m{};
    r.check(from_safetensors_index(launder(index_bytes), {shard_1, shard_2}, m) ? true : false);
    r.same(m, some_shards);
    byte_buffer buffer;
    const checkpoint all = read_safetensors_index(index_bytes, {shard_1, shard_2}, buffer);
    r.check(all.fault.size() == 0 && all.entries.size() == 4);
    constexpr sharded constant =
        from_safetensors_index<sharded, index_bytes, shards<shard_1, shard_2>>();
    r.same(constant, some_shards);
    constexpr auto part = from_safetensors_index<shard_layer<double>, index_bytes,
        shards<shard_1, shard_2>, under<"second">>();
    r.same(part, second_part);
    r.bits(m.first.weight);
  });
  tests.executed("shards that do not fit", [](report& r) {
    r.check(index_says("", "",
        "first.bias: is in model-00002-of-00002.safetensors, and the index has it in "
        "model-00001-of-00002.safetensors",
        {shard_2, shard_1}));
    r.check(index_says("", "", "the index names 2 files, not 1", {shard_1}));
    r.check(index_says("", "",
        "model-00002-of-00002.safetensors: the file has 3 bytes, and a safetensors file begins "
        "with 8 for the length of its header",
        {shard_1, byte_view("abc", 3)}));
  });
  tests.executed("an index of other tensors", [](report& r) {
    r.check(index_says("\"second.bias\": \"model-00002-of-00002.safetensors\",", "",
        "second.bias: is in model-00002-of-00002.safetensors, but the index does not have it "
        "there"));
    r.check(index_says("\"second.bias\"", "\"second.gain\"",
        "second.bias: is in model-00002-of-00002.safetensors, but the index does not have it "
        "there"));
    r.check(index_says("\"second.bias\":",
        "\"second.gain\": \"model-00002-of-00002.safetensors\", \"second.bias\":",
        "second.gain: the index has it in model-00002-of-00002.safetensors, which has no tensor of "
        "that name"));
  });
  tests.executed("an index that is none", [](report& r) {
    r.check(index_says("\"second.bias\"", "\"first.bias\"", "first.bias: twice in the index"));
    r.check(index_says("weight_map", "weights", "the index has no weight_map"));
    r.check(index_says("\"weight_map\":", "\"weight_map\": {}, \"weight_map\":",
        "weight_map occurs twice, at byte 134 of the index"));
  });
  tests.executed("names of files elsewhere", [](report& r) {
    for (const std::string_view name : {"/etc/passwd", "../model", "a\\\\b", "c:d", ""})
      r.check(is_refused("model-00002-of-00002.safetensors", name));
    r.check(index_says("model-00002-of-00002.safetensors", "../m",
        "second.bias: ../m is not the name of a file next to the index"));
  });
  tests.executed("values that are none", [](report& r) {
    r.check(index_says("-1.5e-3", "-1.5e", "expected a value, at byte 60 of the index"));
  });
  tests.executed("more values that are none", [](report& r) {
    for (const std::string_view value : {"01", "1.", "-", ".5", "1e", "tru", "nul"})
      r.check(is_refused("-1.5e-3", value));
  });
  tests.executed("lists that are none", [](report& r) {
    for (const std::string_view value :
        {"+1", "[1,]", "{\"a\"}", "{1: 2}", "[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]", "\"", "[1}"})
      r.check(is_refused("-1.5e-3", value));
  });
  tests.executed("values that are not read", [](report& r) {
    for (const std::string_view value :
        {"0", "-0.5E+3", "[[[[1], []]]]", "{}", "\"\\u00e4\"", "false"})
      r.check(is_read("-1.5e-3", value));
  });
  tests.executed("shards of another model", [](report& r) {
    // Of the model: the file is named.
    r.check(index_says<shard_layer<float>>("", "",
        "weight: the model needs F32 (out 3, in 2), no file of the index has a tensor of that "
        "name"));
    r.check(index_says<same_of_float>("", "",
        "second.weight: the model needs F32 (out 3, in 2), model-00002-of-00002.safetensors has "
        "F64 (out 3, in 2), which would be rounded: pass allow_rounding"));
    r.check(index_says<first_only>("", "",
        "second.bias: the model has no tensor of that name, model-00002-of-00002.safetensors has "
        "F64 (out 3)"));
  });
  // What attn/io/stored_type.hpp promises. Every float16 and bfloat16 value:
  // runtime_tests/io/stored_type.cpp.
  tests.proved("names and sizes", [](report& r) {
    using enum stored_type;
    r.check(name_of(f32) == std::string_view("F32") && size_of(f32) == 4);
    r.check(name_of(boolean) == std::string_view("BOOL") && size_of(boolean) == 1);
    r.check(name_of(bf16) == std::string_view("BF16") && size_of(bf16) == 2);
    r.check(name_of(i64) == std::string_view("I64") && size_of(i64) == 8);
    r.check(name_of(f8_e5m2) == std::string_view("F8_E5M2") && size_of(c64) == 8);
    r.check(name_of(unknown) == std::string_view("unknown") && size_of(unknown) == 0);
    constexpr std::size_t sizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8, 1, 1, 8, 0};
    for (unsigned char i = 0; i < 17; ++i)
      r.check(size_of(static_cast<stored_type>(i)) == sizes[i]);
    r.check(stored_as<float> == f32 && stored_as<double> == f64 && stored_as<bool> == boolean);
    r.check(stored_as<std::int8_t> == i8 && stored_as<std::uint8_t> == u8);
    r.check(stored_as<short> == i16 && stored_as<unsigned> == u32 && stored_as<long long> == i64);
    r.check(stored_as<long double> == unknown);
  });
  tests.proved("conversions", [](report& r) {
    using enum stored_type;
    using enum stored_conversion;
    for (const stored_type half : {f16, bf16, f32})
      r.check(conversion_to<float>(half) == exact && conversion_to<double>(half) == exact);
    r.check(conversion_to<double>(f64) == exact && conversion_to<float>(f64) == rounds);
    for (const stored_type other : {boolean, u8, i32, i64, f8_e4m3, f8_e5m2, c64, unknown})
      r.check(conversion_to<float>(other) == none && conversion_to<double>(other) == none);
    r.check(conversion_to<bool>(boolean) == exact && conversion_to<bool>(u8) == none);
    r.check(conversion_to<int>(i32) == exact && conversion_to<int>(i16) == exact);
    r.check(conversion_to<int>(u16) == exact && conversion_to<int>(u32) == none);
    r.check(conversion_to<int>(i64) == none && conversion_to<unsigned>(i8) == none);
    r.check(conversion_to<unsigned>(u8) == exact && conversion_to<long long>(u32) == exact);
    r.check(conversion_to<int>(f32) == none && conversion_to<unsigned char>(boolean) == none);
    r.check(conversion_to<unsigned long long>(u64) == exact);
  });
  tests.proved<float, double>("float16", []<class T>(report& r) {
    using enum stored_type;
    r.check(value<T>(f16, 0x3c00) == T(1) && value<T>(f16, 0xc500) == T(-5));
    r.check(value<T>(f16, 0x7bff) == T(65504) && value<T>(f16, 0x3555) == T(0.333251953125));
    r.check(value<T>(f16, 0x0001) == T(5.9604644775390625e-8) &&
            value<T>(f16, 0x83ff) == T(-6.0975551605224609375e-5));
    r.check(value<T>(f16, 0x0400) == T(6.103515625e-5));
    r.check(value<T>(f16, 0x7c00) == std::numeric_limits<T>::infinity());
    r.check(value<T>(f16, 0x8000) == T(0) && T(1) / value<T>(f16, 0xfc00) == T(0));
    r.check(value<T>(f16, 0x7e00) != value<T>(f16, 0x7e00));
    for (const std::uint64_t bits : {0u, 0x8000u, 0x0123u, 0x7bffu, 0xfc00u})
      r.bits(value<T>(f16, bits));
  });
  tests.proved<float, double>("bfloat16", []<class T>(report& r) {
    using enum stored_type;
    r.check(value<T>(bf16, 0x3f80) == T(1) && value<T>(bf16, 0xc0a0) == T(-5));
    r.check(value<T>(bf16, 0x3eab) == T(0.333984375));
    r.check(value<T>(bf16, 0x0001) == T(9.18354961579912115600575419705e-41L));
    r.check(value<T>(bf16, 0xff80) == -std::numeric_limits<T>::infinity());
    for (const std::uint64_t bits : {0u, 0x8000u, 0x0123u, 0x7f7fu, 0xff80u})
      r.bits(value<T>(bf16, bits));
  });
  tests.proved("float32 and float64", [](report& r) {
    using enum stored_type;
    r.check(
        value<float>(f32, 0x3dcccccd) == 0.1f && value<double>(f32, 0x3dcccccd) == double{0.1f});
    r.check(value<double>(f32, 1) == double{1.40129846432481707092372958329e-45f});
    r.check(value<double>(f32, 0xff800000) == -std::numeric_limits<double>::infinity());
    r.check(value<double>(f64, 0x3fb999999999999a) == 0.1);
    // Rounded: to nearest, to even, to zero, to infinity.
    r.check(value<float>(f64, 0x3fb999999999999a) == 0.1f);
    r.check(value<float>(f64, 0x3ff0000010000000) == 1.0f);
    r.check(value<float>(f64, 0x3ff0000030000000) == 1.0f + 0x1p-22f);
    r.check(value<float>(f64, 0x0000000000000001) == 0.0f);
    r.check(value<float>(f64, 0x47efffffefffffff) == std::numeric_limits<float>::max());
    r.check(value<float>(f64, 0x47effffff0000000) == std::numeric_limits<float>::infinity());
    r.check(value<float>(f64, 0xfff0000000000000) == -std::numeric_limits<float>::infinity());
    r.check(value<float>(f64, 0x7ff0000000000001) != value<float>(f64, 0x7ff0000000000001));
  });
  // A signaling NaN is not made quiet, and keeps its sign.
  tests.proved("NaN payloads", [](report& r) {
    using enum stored_type;
    const auto bits = [](double x) { return __builtin_bit_cast(std::uint64_t, x); };
    r.check(bits(value<double>(f32, 0xff812345)) == 0xfff02468a0000000u);
    r.check(bits(value<double>(f16, 0x7d01)) == 0x7ff4040000000000u);
    r.check(bits(value<double>(f64, 0x7ff0000000000001)) == 0x7ff0000000000001u);
    // Rounded to float: quiet, with the sign and the upper bits of the payload.
    const auto narrow = [](std::uint64_t x) {
      return __builtin_bit_cast(std::uint32_t, value<float>(f64, x));
    };
    r.check(narrow(0xfff8000020000000) == 0xffc00001u && narrow(0x7ff0000000000001) == 0x7fc00000u);
  });
  tests.proved("integers", [](report& r) {
    using enum stored_type;
    r.check(value<int>(i32, 0xfffffffe) == -2 && value<int>(i8, 0x80) == -128);
    r.check(value<long long>(i16, 0xffff) == -1 && value<long long>(u32, 0xffffffff) == 4294967295);
    r.check(value<int>(u8, 0xff) == 255 && value<int>(u16, 0x8000) == 32768);
    r.check(
        value<std::int64_t>(i64, 0x8000000000000000) == std::numeric_limits<std::int64_t>::min());
    r.check(value<bool>(boolean, 1) && !value<bool>(boolean, 0) && value<bool>(boolean, 2));
  });
};
}  // namespace attn_tests::io_safetensors_tests
