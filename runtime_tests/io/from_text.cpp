// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/from_text.hpp"

#include <attn/ops/arithmetic.hpp>
#include <attn/tensor/compare.hpp>
#include <bit>
#include <boost/hana/define_struct.hpp>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <string_view>

#include "runtime_tests/catch.hpp"

using namespace attn;
using namespace std::string_literals;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;

namespace {

// What `text` is read as by a vector of three.
tensor<double, feature> read(std::string_view text) {
  tensor<double, feature> x;
  const auto result = from_text(text, x);
  INFO(text << ": " << result.message);
  CHECK(static_cast<bool>(result));
  return x;
}

// What is said of a text that cannot fill a matrix of 2x2, which must stay as it was.
template <class T = double>
std::string complaint_about(std::string_view text) {
  const matrix<T, 2, 2> before{{0.5, -7}, {11, -0.0}};
  auto x = before;
  const auto result = from_text(text, x);
  INFO(text);
  CHECK_FALSE(static_cast<bool>(result));
  CHECK_FALSE(result.message.empty());
  CHECK(result.message.find_first_of("\r\n") == std::string::npos);
  CHECK(bitwise_equal(x, before));
  return result.message;
}

}  // namespace

TEST_CASE("io/from_text: row by row") {
  tensor<double, token, feature> x;
  const auto result = from_text("1 2 3\n4.5 -5e-1 6", x);
  CHECK(static_cast<bool>(result));
  CHECK(result.message.empty());
  CHECK(x == tensor<double, token, feature>{{1, 2, 3}, {4.5, -0.5, 6}});
}

TEST_CASE("io/from_text: several tensors, one after the other") {
  tensor<double, token, feature> x;
  tensor<float, token> y{7, 7};
  tensor<double> z;
  REQUIRE(from_text("1 2 3  4 5 6  -1 0.25  1e3", x, y, z));
  CHECK(x == tensor<double, token, feature>{{1, 2, 3}, {4, 5, 6}});
  CHECK(y == tensor<float, token>{-1, 0.25});
  CHECK(z() == 1000);
}

TEST_CASE("io/from_text: separators") {
  const tensor<double, feature> expected{1, 2, 3};
  for (const auto text : {"1 2 3", "1,2,3", "1;2;3", "1, 2; 3", "\t1\t2\t3\t", "1\n2\n3\n",
                          "1\r\n2\r\n3\r\n", "\n\n 1 ,,; 2 ;\n; 3 ,", "1\v2\f3", "1 2 3\r"})
    CHECK(read(text) == expected);
}

TEST_CASE("io/from_text: comments end with their line") {
  const tensor<double, feature> expected{1, 2, 3};
  for (const auto text : {"# three numbers\n1 2 3", "1 2 3 # 4 5 6", "1#2\n2#3\r\n3#",
                          "1 # 9\n 2 3", "#\n#\n1 2 3", "1 2 # a # b\n3", "1 2 3\n# the end"})
    CHECK(read(text) == expected);
}

TEST_CASE("io/from_text: numbers as people write them") {
  CHECK(read("+1 -2 +0.5") == tensor<double, feature>{1, -2, 0.5});
  CHECK(read(".5 5. -.25") == tensor<double, feature>{0.5, 5, -0.25});
  CHECK(read("1e3 1E-3 +1.5e+2") == tensor<double, feature>{1000, 0.001, 150});
  CHECK(read("007 1e0 00.5") == tensor<double, feature>{7, 1, 0.5});
  CHECK(bitwise_equal(read("0 -0 +0"), {0.0, -0.0, 0.0}));
}

// Read in the format of the element: once rounded, not twice.
TEST_CASE("io/from_text: the nearest number") {
  CHECK(bitwise_equal(read("0.1 0.2 3.14159265358979323846"), {0.1, 0.2, 0x1.921fb54442d18p+1}));
  // Just above half-way between two floats; the double nearest to it is half-way.
  tensor<float> x;
  REQUIRE(from_text("1.00000005960464477539062500000001", x));
  CHECK(x() == 0x1.000002p+0f);
  CHECK(bitwise_equal(read("5e-324 1.7976931348623157e308 2.2250738585072014e-308"),
                      {0x1p-1074, 0x1.fffffffffffffp+1023, 0x1p-1022}));
}

TEST_CASE("io/from_text: what is no ordinary number") {
  const double infinity = HUGE_VAL;
  CHECK(bitwise_equal(read("inf -INFINITY +inf"), {infinity, -infinity, infinity}));
  CHECK(read("nan -nan NaN")(1) != read("nan -nan NaN")(1));
  CHECK(bitwise_equal(read("0x10 -0x1.8p-1 0x1p-1074"), {16, -0.75, 0x1p-1074}));
}

namespace {

// Random bits, what is special among them, and the shapes that texts have.
template <class X>
X of_random_bits(std::mt19937_64& random) {
  using T = typename X::value_type;
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr T special[] = {T(0),
                           -T(0),
                           std::numeric_limits<T>::infinity(),
                           T(1),
                           std::numeric_limits<T>::max(),
                           T(.1),
                           std::numeric_limits<T>::denorm_min(),
                           -std::numeric_limits<T>::infinity(),
                           std::numeric_limits<T>::min()};
  X x;
  for (T& element : x)
    element = random() % 8 == 0 ? special[random() % std::size(special)]
                                : std::bit_cast<T>(static_cast<bits>(random()));
  return x;
}
template <class X>
void check_round_trip(const text_format& format) {
  std::mt19937_64 random{7};
  for (int i = 0; i < 1'000; ++i) {
    const X x = of_random_bits<X>(random);
    const std::string text = to_text(x, format);
    X y;
    const auto result = from_text(text, y);
    INFO(text << result.message);
    REQUIRE(static_cast<bool>(result));
    REQUIRE(bitwise_equal(x, y));
    REQUIRE(bitwise_equal(from_text<X>(text), x));
  }
}
template <class T>
void check_round_trips(const text_format& format) {
  check_round_trip<tensor<T>>(format);
  check_round_trip<tensor<T, dim<1>>>(format);
  check_round_trip<tensor<T, feature>>(format);
  check_round_trip<tensor<T, token, feature>>(format);
  check_round_trip<tensor<T, dim<2>, token, dim<1>>>(format);
  check_round_trip<tensor<T, axis<"batch", 2>, dim<1>, feature, token>>(format);
}

}  // namespace

TEST_CASE("io/from_text: what to_text writes is read with the same bits") {
  for (const text_format& format : {text_format{}, text_format{.header = false},
                                    text_format{.hexadecimal = true}, text_format{.digits = 17}}) {
    check_round_trips<float>(format);
    check_round_trips<double>(format);
  }
}

TEST_CASE("io/from_text: integers and token ids") {
  const tensor<std::int64_t, feature> x{INT64_MIN, -1, INT64_MAX};
  tensor<std::int64_t, feature> y;
  REQUIRE(from_text(to_text(x), y));
  CHECK(x == y);
  tensor<token_id<24>, feature> ids;
  REQUIRE(from_text(to_text(tensor<token_id<24>, feature>{1, 14, 23}), ids));
  CHECK(ids(2) == 23);
  CHECK(from_text("1 2 24", ids).message ==
        "expected number 3 of 3 in line 1, found \"24\", which is out of range");
  CHECK(from_text("1 2 -1", ids).message ==
        "expected number 3 of 3 in line 1, found \"-1\", which is out of range");
}

TEST_CASE("io/from_text: the type of another tensor") {
  const tensor<double, token, feature> x{{1, 2, 3}, {4, 5, 6}};
  tensor<double, feature, token> turned;
  CHECK(from_text("# x\n" + to_text(x), turned).message ==
        "expected tensor<double, feature 3, token 2> in line 2, found tensor<double, token 2, "
        "feature 3>");
  tensor<float, token, feature> narrow;
  CHECK(from_text(to_text(x), narrow).message ==
        "expected tensor<float, token 2, feature 3> in line 1, found tensor<double, token 2, "
        "feature 3>");
  tensor<double, token, feature> y;
  CHECK(from_text("tensor<double, token 2", y).message ==
        "expected tensor<double, token 2, feature 3> in line 1, found tensor<double, token 2");
  // Two of them, one after the other; and the second one too soon.
  tensor<double, token, feature> z;
  REQUIRE(from_text(to_text(x) + to_text(x * 2), y, z));
  CHECK((y == x && z == x * 2));
  CHECK(from_text("tensor<double, token 2, feature 3> 1 2 3 tensor<double>", y).message ==
        "expected number 4 of 6 in line 1, found \"tensor<double>\"");
  CHECK(from_text(to_text(x) + "tensor<double>", y).message ==
        "expected 6 numbers, found more, in line 4");
}

TEST_CASE("io/from_text: too few") {
  CHECK(complaint_about("") == "expected 4 numbers, found only 0");
  CHECK(complaint_about("1 2 3") == "expected 4 numbers, found only 3");
  CHECK(complaint_about(" \n # 1 2 3 4\n;,") == "expected 4 numbers, found only 0");
}

TEST_CASE("io/from_text: too many") {
  CHECK(complaint_about("1 2 3 4 5") == "expected 4 numbers, found more, in line 1");
  CHECK(complaint_about("1 2\n3 4 # four\n\nand") == "expected 4 numbers, found more, in line 4");
}

TEST_CASE("io/from_text: what is not a number is named, with its place") {
  CHECK(complaint_about("1 two 3 4") == "expected number 2 of 4 in line 1, found \"two\"");
  CHECK(complaint_about("1 2\n3 4x") == "expected number 4 of 4 in line 2, found \"4x\"");
  CHECK(complaint_about("# a\r\n\r\n1 - 3 4") == "expected number 2 of 4 in line 3, found \"-\"");
  for (const auto word :
       {"0xg", "0b1", "1_000", "1'000", "1e",  "1e+", "e3",     ".",     "+",  "--1",
        "++1", "+-1", "-+1",   "1.2.3", "1+2", "1/2", "nan(1)", "\"1\"", "(1", "[1]"})
    CHECK(complaint_about("9 "s + word + " 3 4") ==
          "expected number 2 of 4 in line 1, found \""s + word + "\"");
}

TEST_CASE("io/from_text: what the element cannot hold") {
  for (const auto word : {"1e309", "-1e309", "+1e999", "1e-400"})
    CHECK(complaint_about("1 2 3 "s + word) ==
          "expected number 4 of 4 in line 1, found \""s + word + "\", which is out of range");
  CHECK(complaint_about<float>("1 2\n1e39 4") ==
        "expected number 3 of 4 in line 2, found \"1e39\", which is out of range");
}

// A message is for one line of a terminal, whatever was in the text.
TEST_CASE("io/from_text: words that cannot be shown as they are") {
  const std::string huge(100'000, 'x');
  CHECK(complaint_about(huge) ==
        "expected number 1 of 4 in line 1, found \"" + std::string(24, 'x') + "…\"");
  const std::string just(24, 'y');
  CHECK(complaint_about(just) == "expected number 1 of 4 in line 1, found \"" + just + "\"");
  CHECK(complaint_about("1 a\x1b[31m\x7f") ==
        "expected number 2 of 4 in line 1, found \"a?[31m?\"");
  CHECK(complaint_about("1 a\0b"s) == "expected number 2 of 4 in line 1, found \"a?b\"");
  CHECK(complaint_about("1 \xe2\x88\x92") == "expected number 2 of 4 in line 1, found \"???\"");
  // Many digits are still one number.
  CHECK(read("0." + std::string(5'000, '3') + " 1 2")(0) == 1.0 / 3);
}

TEST_CASE("io/from_text: all of them or none") {
  const tensor<double, token> x_before{1, 2};
  const tensor<float, feature> y_before{3, 4, 5};
  auto x = x_before;
  auto y = y_before;
  const auto failed = [&](std::string_view text) {
    const std::string message = from_text(text, x, y).message;
    CHECK(x == x_before);
    CHECK(y == y_before);
    return message;
  };
  CHECK(failed("10 20 30 40 fifty") == "expected number 5 of 5 in line 1, found \"fifty\"");
  CHECK(failed("ten 20 thirty 40 50") == "expected number 1 of 5 in line 1, found \"ten\"");
  CHECK(failed("10 20 30 40 1e39") ==
        "expected number 5 of 5 in line 1, found \"1e39\", which is out of range");
  CHECK(failed("10 20 30 40") == "expected 5 numbers, found only 4");
  CHECK(failed("10 20 30 40 50 60") == "expected 5 numbers, found more, in line 1");
}

namespace {

struct model {
  using layers_type = nn::linear<double, dim<2>, dim<1>, output_by_input>[2];
  using scale_type = tensor<float>;
  BOOST_HANA_DEFINE_STRUCT(model, (layers_type, layers), (scale_type, scale));
};

std::string complaint_of_a_model_about(std::string_view text) {
  model before{};
  REQUIRE(from_text("1 2 3 4 5 6 7", before));
  model m = before;
  const auto result = from_text(text, m);
  INFO(text);
  CHECK_FALSE(static_cast<bool>(result));
  CHECK(bitwise_equal(m, before));
  return result.message;
}

}  // namespace

TEST_CASE("io/from_text: a model, tensor by tensor") {
  model m{};
  REQUIRE(from_text("1 2  3\n 4 5  6  # the layers\n 0.5", m));
  CHECK(m.layers[0].weight == matrix<double, 1, 2>{{1, 2}});
  CHECK(m.layers[0].bias(0) == 3);
  CHECK(m.layers[1].weight == matrix<double, 1, 2>{{4, 5}});
  CHECK(m.layers[1].bias(0) == 6);
  CHECK(m.scale() == 0.5f);
}

TEST_CASE("io/from_text: a model is filled or it is not, and the message has the tensor's name") {
  CHECK(complaint_of_a_model_about("1 2 3 4 five 6 7") ==
        "expected number 5 of 7 in line 1, found \"five\", at layers.1.weight");
  CHECK(complaint_of_a_model_about("1 2 3 4 5\n6 1e39") ==
        "expected number 7 of 7 in line 2, found \"1e39\", which is out of range, at scale");
  CHECK(complaint_of_a_model_about("1 2") == "expected 7 numbers, found only 2, at layers.0.bias");
  CHECK(complaint_of_a_model_about("") == "expected 7 numbers, found only 0, at layers.0.weight");
  CHECK(complaint_of_a_model_about("1 2 3 4 5 6 7 8") ==
        "expected 7 numbers, found more, in line 1");
}

TEST_CASE("io/from_text: tensors that are too large for the stack") {
  static matrix<double, 1100, 1000> a;  // 8.8 MB
  static tensor<int, dim<2>> b;
  std::string text;
  for (int i = 0; i < 1100 * 1000; ++i) text += "0.5\n";
  REQUIRE(!from_text(text + "7", a, b));
  CHECK(a(1099, 999) == 0);
  REQUIRE(from_text(text + "7 8", a, b));
  CHECK(a(1099, 999) == 0.5);
  CHECK(b == tensor<int, dim<2>>{7, 8});
}

TEST_CASE("io/from_text: a model that is too large for the stack") {
  using large = nn::linear<float, dim<1600>, dim<1500>, output_by_input>;  // 9.6 MB
  static large m{};
  std::string text;
  for (int i = 0; i < 1500 * 1600 + 1500; ++i) text += "1 ";
  REQUIRE(from_text(text, m));
  CHECK(m.weight(1499, 1599) == 1);
  CHECK(m.bias(1499) == 1);
}
