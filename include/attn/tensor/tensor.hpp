// SPDX-License-Identifier: BSL-1.0
// A number in braces as an element, under the rules of C++ for the braces of an array: an integer
// must be a value of the element type, exactly. A floating-point number must be within its range,
// and may be rounded. An error in constant evaluation, and at run time where ATTN_CHECKED is
// defined. Elsewhere Clang reports constants that break the rule, and GCC warns of them if it
// optimises.
#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>

#include <attn/axes/axis.hpp>
#include <attn/axes/shape.hpp>
#include <attn/detail/config.hpp>
#include <attn/detail/element.hpp>
#include <attn/detail/storage.hpp>
#include <attn/rules/call.hpp>
#include <attn/rules/diagnostic_axes.hpp>
#include <attn/rules/elements.hpp>
#include <attn/rules/relations.hpp>
#include <attn/rules/require.hpp>
#include <attn/tensor/scalar.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void braced_number_does_not_fit_the_element_type() {
  detail::end_of_program();
}

namespace detail {

// The types of braced numbers, which the rules restrict.
template <class U, class T>
concept number_for = std::same_as<U, T> || (std::is_arithmetic_v<U> && std::is_arithmetic_v<T>) ||
                     (std::integral<U> && is_tensor_element<T> && std::constructible_from<T, U>);

#define ATTN_BRACED_SENTENCE "attn::tensor: a braced number does not fit the element type"

// A fraction among integers is left to a rule of the types, other elements check for themselves.
template <class T, class U>
ATTN_ABI constexpr bool fits(const U& number) {
  using to = std::numeric_limits<T>;
  using from = std::numeric_limits<U>;
  if constexpr (std::integral<U> && std::integral<T>) {
    const T element = static_cast<T>(number);
    return static_cast<U>(element) == number && is_negative(element) == is_negative(number);
  } else if constexpr (std::integral<U> && std::floating_point<T> && from::digits > to::digits) {
    using word = std::make_unsigned_t<U>;
    const auto bits = static_cast<word>(number);
    const word size = is_negative(number) ? static_cast<word>(word{0} - bits) : bits;
    const word lowest_bit = static_cast<word>(size & (word{0} - size));
    return size == 0 || static_cast<word>(size >> to::digits) < lowest_bit;
  } else if constexpr (std::floating_point<U> && std::floating_point<T> &&
                       from::max_exponent > to::max_exponent) {
    // Half of a last digit above the largest number: the first that is rounded to infinity.
    constexpr U largest = limits<T>::max;
    constexpr U beyond = largest + largest / (4 / U(limits<T>::epsilon) - 2);
    const U size = number < 0 ? -number : number;
    return !(size >= beyond) || size > limits<U>::max;  // NaN and infinity fit
  } else {
    return true;
  }
}

#if defined(__GNUC__) && !defined(__clang__)
[[gnu::warning(ATTN_BRACED_SENTENCE)]] ATTN_NOINLINE void warn_of_braced_number() {
  asm volatile("");
}
#endif

template <class T, class U>
ATTN_ABI constexpr bool fits_where_checked(const U& number) {
  if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, U>) {
    const bool fitting = fits<T>(number);
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__)  // -O0 keeps the call
    if (!std::is_constant_evaluated() && __builtin_constant_p(fitting) && !fitting)
      warn_of_braced_number();
#endif
    return fitting || !indices_are_checked();
  } else {
    return true;
  }
}

// What x[i] is if x has more axes: one error for x[i][j], which the library has reported.
template <class T>
struct no_element {
  ATTN_ABI constexpr const no_element& operator[](std::size_t) const { return *this; }
  ATTN_ABI constexpr operator T() const { return T{}; }
  ATTN_ABI constexpr const no_element& operator=(const T&) const { return *this; }
};

}  // namespace detail

}  // namespace attn

// After the parameters of a function of braced numbers: a constant that does not fit is an error.
#if defined(__clang__)
#define ATTN_BRACED(T, number)                                                             \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wgcc-compat\"")    \
      __attribute__((diagnose_if(                                                          \
          !((__builtin_constant_p(number) ? attn::detail::fits<T>(number) : true) && ...), \
          ATTN_BRACED_SENTENCE, "error"))) _Pragma("clang diagnostic pop")
#else
#define ATTN_BRACED(T, number)
#endif

namespace attn {

// What the comparison and the conversion of two tensors require (rules/call.hpp).

// Its name is in the errors for tensor<double, 3, 3>.
template <class A>
concept an_axis_is_a_type_and_matrix_takes_sizes = axis_like<A>;

template <tensor_element T, an_axis_is_a_type_and_matrix_takes_sizes... Axes>
struct tensor;

namespace rules {

// Two tensors that are compared, element by element.
template <class A, class B>
struct equality_call;
template <class T, class... Axes, class U, class... B>
struct equality_call<tensor<T, Axes...>, tensor<U, B...>> {
  using operands = roles<axes_of_A<Axes...>, axes_of_B<B...>>;
  using same_axes = axes_agree<axes_of_A<Axes...>, axes_of_B<B...>>;
  using one_element = same_element<element_of_A<T>, element_of_B<U>>;
  using all = in_order<same_axes, one_element>;
};

// A tensor y that initialises or is assigned to one of another type, x, of which one of these
// differs. The axes are shown as a whole: they are what the program has written down.
template <class X, class Y>
struct conversion_call;
template <class T, class... Axes, class U, class... B>
struct conversion_call<tensor<T, Axes...>, tensor<U, B...>> {
  using operands = roles<axes_of<Axes...>, axes_of_y<B...>>;
  // A type that is rejected itself has no shape that y could have.
  using asked = in_order<distinct_axes<axes_of<Axes...>>>;
  static constexpr bool axes_same = axes_agree<axes_of<Axes...>, axes_of_y<B...>>::value;
  using same_axes = agree<diagnostic_axes_unless<axes_same || !asked::value, axes_of<Axes...>>,
                          diagnostic_axes_unless<axes_same || !asked::value, axes_of_y<B...>>>;
  using one_element = same_element<element_of_A<T>, element_of_B<U>>;
  using all_named = same_names<axes_of<Axes...>, axes_of_y<B...>>;
  using all = in_order<asked, same_axes, one_element, all_named>;
};

}  // namespace rules

// A tensor is a fixed number of elements with named or unnamed axes, all of it part of its type.
//
//   tensor<double, token, feature> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};   // rank 2, from rows
//   tensor<float, axis<"x", 3>> v{1, 2, 3};                              // rank 1
//   tensor<double> s{0.5};                                               // rank 0, a scalar
//   Q(0, 2) == 2;   Q.at<0, 2>() == 2;                                   // checked indexing
//
// Rank 0 to 6 (max_rank), braces to 4. Row-major. Zero by default. A structural type: a tiny tensor
// can be a template argument. The elements are inside the object: a large one belongs into static
// storage.
//
// Rules: one braced entry per index of each axis (one_entry_per_index); named axes are distinct
// (distinct_axes); the elements have no more bytes than an object can (addressable); a tensor is
// made from and assigned one of the same type alone (conversion_call); one index per axis
// (one_index_per_axis), each below its size: checked in constant evaluation always, at run time
// where ATTN_CHECKED is defined.

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void index_out_of_range_for_its_axis() { detail::end_of_program(); }

template <tensor_element T, an_axis_is_a_type_and_matrix_takes_sizes... Axes>
struct tensor {
  static_assert(
      (rules::identifier<rules::any_axis<Axes>>::value && ...),
      "attn::axis: the name must have 1 to 23 ASCII letters, digits or _, and no digit first");
  static_assert((rules::positive<rules::any_axis<Axes>>::value && ...),
                "attn::axis: the size must be at least 1");

  using value_type = T;
  using shape_type = shape<Axes...>;
  static constexpr std::size_t rank = shape_type::rank;
  // For a rejected tensor, a valid type with which the compiler can continue.
  static constexpr std::size_t volume =
      rules::addressable<rules::sizes<Axes::size...>, rules::element<T>>::value ? shape_type::volume
                                                                                : 1;

  // Integers of 128 bits are arithmetic with some libraries and options only: nowhere here.
  static_assert((std::is_arithmetic_v<T> && !(std::is_integral_v<T> && sizeof(T) > 8)) ||
                    std::is_class_v<T> || std::is_enum_v<T>,
                "attn::tensor: requires an arithmetic element type, such as float, or a class");
  static_assert(rules::distinct_axes<rules::axes_of<Axes...>>::value,
                "attn::tensor: the named axes of one tensor must have different names");
  static_assert(sizeof...(Axes) <= max_rank, "attn::tensor: at most 6 axes");
  static_assert(
      rules::addressable<rules::sizes<Axes::size...>, rules::element<T>>::value,
      "attn::tensor: too large: the elements would take more bytes than an object can have");

  ATTN_ABI constexpr tensor() noexcept(std::is_nothrow_default_constructible_v<T>) : storage_{} {}
  ATTN_ABI constexpr explicit tensor(detail::uninitialized_t) noexcept
    requires(std::is_trivially_default_constructible_v<T>)
  {
    if constexpr (sizeof(storage_) > 64) detail::lifetime_begins(storage_);  // else in registers
  }
  ATTN_ABI constexpr explicit tensor(detail::uninitialized_t) noexcept(
      std::is_nothrow_default_constructible_v<T>)
      : storage_{} {}

  // Rank 0.
  ATTN_ABI constexpr tensor(const T& value) noexcept(std::is_nothrow_copy_constructible_v<T>)
    requires(rank == 0)
      : storage_{{value}} {}
  ATTN_ABI constexpr explicit operator T() const noexcept(std::is_nothrow_copy_constructible_v<T>)
    requires(rank == 0)
  {
    return storage_.data[0];
  }

  // Other axes and elements are not converted: permute, with_axes, as<T>, as_keep do that. Not
  // deleted, so that a mistake is reported with both shapes. Traits take it for a conversion.
  template <class U, class... Other>
  ATTN_ABI constexpr tensor(const tensor<U, Other...>&) : storage_{} {
    using call = rules::conversion_call<tensor, tensor<U, Other...>>;
    ATTN_REQUIRE_SAME_TYPE(call);
  }
  template <class U, class... Other>
  ATTN_ABI constexpr tensor& operator=(const tensor<U, Other...>&) {
    using call = rules::conversion_call<tensor, tensor<U, Other...>>;
    ATTN_REQUIRE_SAME_TYPE(call);
    return *this;
  }

  // Rank 1: the elements.
  template <detail::number_for<T>... U>
    requires(rank == 1 && sizeof...(U) > 0)
  ATTN_ABI constexpr explicit(sizeof...(U) == 1) tensor(const U&... element) ATTN_BRACED(T, element)
      : storage_{} {
    using call = rules::single_rule_call<entries_of<0, sizeof...(U)>>;
    ATTN_REQUIRE_ENTRIES(call);
    static_assert((rules::keeps_fractions<rules::element<U>, rules::element<T>>::value && ...),
                  "attn::tensor: the elements are integers, and a braced number has a fraction");
    if constexpr (call::all::value) {
      if (!(detail::fits_where_checked<T>(element) && ...))
        braced_number_does_not_fit_the_element_type();
      std::size_t i = 0;
      ((storage_.data[i++] = static_cast<T>(element)), ...);
    }
  }

  // Rank 2, 3, 4: one braced entry per index of the first axis. The counts are deduced entry by
  // entry, so that a wrong one meets the library's rule and not "no matching constructor".
  template <std::size_t... N>
    requires(rank == 2)
  ATTN_ABI constexpr tensor(const T (&... row)[N]) : storage_{} {
    using call =
        rules::single_rule_call<rules::each_of<entries_of<0, sizeof...(N)>, entries_of<1, N...>>>;
    ATTN_REQUIRE_ENTRIES(call);
    if constexpr (call::all::value) copy_all(row...);
  }
  template <std::size_t... N, std::size_t... M>
    requires(rank == 3)
  ATTN_ABI constexpr tensor(const T (&... plane)[N][M]) : storage_{} {
    using call = rules::single_rule_call<
        rules::each_of<entries_of<0, sizeof...(N)>, entries_of<1, N...>, entries_of<2, M...>>>;
    ATTN_REQUIRE_ENTRIES(call);
    if constexpr (call::all::value) copy_all(plane...);
  }
  template <std::size_t... N, std::size_t... M, std::size_t... P>
    requires(rank == 4)
  ATTN_ABI constexpr tensor(const T (&... block)[N][M][P]) : storage_{} {
    using call =
        rules::single_rule_call<rules::each_of<entries_of<0, sizeof...(N)>, entries_of<1, N...>,
                                               entries_of<2, M...>, entries_of<3, P...>>>;
    ATTN_REQUIRE_ENTRIES(call);
    if constexpr (call::all::value) copy_all(block...);
  }
  // Rank 2, 3, 4 from numbers without inner braces.
  template <detail::number_for<T>... U>
    requires(rank >= 2 && sizeof...(U) > 0)
  ATTN_ABI constexpr explicit(sizeof...(U) == 1) tensor(const U&...) : storage_{} {
    static_assert(rules::braces_nested<rules::rank<rank>, rules::braced<sizeof...(U)>>::value,
                  "attn::tensor: rows need braces of their own: {{…}, {…}}");
  }

  // One index per axis.
  template <std::integral... Int>
  ATTN_ABI constexpr T& operator()(Int... i) noexcept(detail::indices_cannot_throw) {
    return storage_.data[offset(i...)];
  }
  template <std::integral... Int>
  ATTN_ABI constexpr const T& operator()(Int... i) const noexcept(detail::indices_cannot_throw) {
    return storage_.data[offset(i...)];
  }
  // In brackets C++20 has one index, of a tensor of rank 1.
  template <std::integral Int>
  ATTN_ABI constexpr decltype(auto) operator[](Int i) noexcept(detail::indices_cannot_throw) {
    return in_brackets(*this, i);
  }
  template <std::integral Int>
  ATTN_ABI constexpr decltype(auto) operator[](Int i) const noexcept(detail::indices_cannot_throw) {
    return in_brackets(*this, i);
  }
#if defined(__cpp_multidimensional_subscript)
  template <std::integral... Int>
    requires(sizeof...(Int) != 1)
  ATTN_ABI constexpr T& operator[](Int... i) noexcept(detail::indices_cannot_throw) {
    return storage_.data[offset(i...)];
  }
  template <std::integral... Int>
    requires(sizeof...(Int) != 1)
  ATTN_ABI constexpr const T& operator[](Int... i) const noexcept(detail::indices_cannot_throw) {
    return storage_.data[offset(i...)];
  }
#endif

  // The element at indices that are checked at compile time.
  template <std::size_t... At>
  ATTN_ABI constexpr const T& at() const noexcept {
    using role = rules::axes_of<Axes...>;
    using all = rules::indices<At...>;
    using one_each = rules::one_index_per_axis<rules::in_brief<role>, rules::rank<sizeof...(At)>>;
    using in_range =
        rules::indices_in_range<rules::axis_beyond<role, all>, rules::index_beyond<role, all>>;
    static_assert(one_each::value, "attn::tensor::at<…>(): one index per axis");
    static_assert(in_range::value,
                  "attn::tensor::at<…>(): every index must be below the size of its axis");
    if constexpr (one_each::value && in_range::value)
      return storage_.data[offset(At...)];
    else
      return storage_.data[0];
  }

  // The number of indices of one axis: x.extent<"token">(), x.extent<0>().
  template <axis_selector Axis>
  ATTN_ABI static constexpr std::size_t extent() noexcept {
    static_assert(
        rules::has_axis<rules::in_brief<rules::axes_of<Axes...>>, rules::wanted<Axis>>::value,
        "attn::tensor::extent<axis>(): the tensor has no such axis");
    return shape_type::extents[Axis.template position_in<Axes...>()];
  }

  // All elements, row-major.
  using pointer = detail::pointer_to<T>;
  using const_pointer = detail::pointer_to<const T>;
  ATTN_ABI constexpr pointer data() noexcept { return storage_.data; }
  ATTN_ABI constexpr const_pointer data() const noexcept { return storage_.data; }
  ATTN_ABI static constexpr std::size_t size() noexcept { return volume; }
  template <class Axis>
  ATTN_ABI static constexpr std::size_t size(const Axis&) noexcept {
    using call = rules::single_rule_call<rules::is_form_of_call<rules::axes_of<Axes...>>>;
    ATTN_REQUIRE(call, rule, "attn::tensor: x.size() counts elements, x.extent<\"key\">() indices");
    return volume;
  }
  ATTN_ABI constexpr pointer begin() noexcept { return data(); }
  ATTN_ABI constexpr pointer end() noexcept { return data() + volume; }
  ATTN_ABI constexpr const_pointer begin() const noexcept { return data(); }
  ATTN_ABI constexpr const_pointer end() const noexcept { return data() + volume; }

  // Checks an index, here and in all operations. A negative one is converted to a huge one.
  ATTN_ABI static constexpr void check_index(std::size_t index, std::size_t extent) noexcept(
      detail::indices_cannot_throw) {
#if !defined(ATTN_CHECKED)
    if (!std::is_constant_evaluated()) return;
#endif
    if (index >= extent) index_out_of_range_for_its_axis();
  }

  detail::storage<T, volume> storage_;  // public: a structural type has no private members

 private:
  // The braces at one depth have one entry per index of its axis.
  template <std::size_t Depth, std::size_t... Counts>
  using entries_of =
      rules::one_entry_per_index<axis_at<shape_type, Depth>, rules::braced<Counts...>>;

  template <class... Entries>
  ATTN_ABI constexpr void copy_all(const Entries&... entry) {
    T* to = storage_.data;
    ((to = copy(entry, to)), ...);
  }
  template <std::size_t N>
  ATTN_ABI static constexpr T* copy(const T (&row)[N], T* to) {
    for (const T& element : row) *to++ = element;
    return to;
  }
  template <class U, std::size_t N, std::size_t M>
  ATTN_ABI static constexpr T* copy(const U (&rows)[N][M], T* to) {
    for (const auto& row : rows) to = copy(row, to);
    return to;
  }

  template <class Self, class Int>
  ATTN_ABI static constexpr decltype(auto) in_brackets(Self& self, Int i) {
    using call = rules::single_rule_call<
        rules::one_index_per_axis<rules::in_brief<rules::axes_of<Axes...>>, rules::rank<1>>>;
    ATTN_REQUIRE(call, rule, "attn: x[i][j] is x(i, j), and a row is select<0>(x, i)");
    if constexpr (call::all::value)
      return (self.storage_.data[offset(i)]);
    else
      return detail::no_element<T>{};
  }

  template <std::integral... Int>
  ATTN_ABI static constexpr std::size_t offset(Int... i) noexcept(detail::indices_cannot_throw) {
    using one_each = rules::one_index_per_axis<rules::in_brief<rules::axes_of<Axes...>>,
                                               rules::rank<sizeof...(Int)>>;
    static_assert(one_each::value, "attn::tensor: one index per axis");
    std::size_t at = 0;
    if constexpr (((sizeof(Int) > sizeof(std::size_t)) || ...)) {
      return offset(detail::as_index(i)...);
    } else if constexpr (one_each::value) {
      std::size_t d = 0;
      ((check_index(static_cast<std::size_t>(i), shape_type::extents[d]),
        at = at * shape_type::extents[d] + static_cast<std::size_t>(i), ++d),
       ...);
    }
    return at;
  }
};

namespace detail {
template <class T>
inline constexpr bool is_tensor = false;
template <class T, class... Axes>
inline constexpr bool is_tensor<tensor<T, Axes...>> = true;
}  // namespace detail

// For readers who do not need names: matrix<double, 3, 3>.
template <tensor_element T, std::size_t Rows, std::size_t Columns>
using matrix = tensor<T, dim<Rows>, dim<Columns>>;

// The tensor type with a given shape.
namespace detail {
template <class T, class Shape>
struct tensor_with;
template <class T, class... Axes>
struct tensor_with<T, shape<Axes...>> {
  using type = tensor<T, Axes...>;
};
}  // namespace detail
template <class T, class Shape>
using tensor_of = typename detail::tensor_with<T, Shape>::type;

// What operations read first in constant evaluation, so that the compiler names it where it names a
// variable that is not constexpr.
template <class T>
ATTN_ABI constexpr bool operand_of_a_constant_must_be_constexpr(const T& first) {
  return static_cast<bool>(first);
}

// Exactly equal, element by element, as == of the element type says.
template <class T, class U, class... A, class... B>
ATTN_ABI constexpr bool operator==(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::equality_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE(call, same_axes, "attn: A == B: both must have the same axes");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn: A == B");
  bool equal = call::all::value;
  if constexpr (call::all::value)
    for (std::size_t i = 0; equal && i < a.size(); ++i)
      equal = static_cast<bool>(a.data()[i] == b.data()[i]);
  return equal;
}

// std::cout << x is not an error that lists all operators, but names io/to_text.hpp. Code that asks
// whether x can be printed, as test frameworks do, finds that it cannot. A stream is told by what
// it has: <iosfwd> would be a fiftieth of <attn.hpp>.
namespace detail {
template <class Stream>
concept output_stream = requires(Stream& stream) {
  typename Stream::traits_type::char_type;
  stream.rdbuf();
};
}  // namespace detail
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat"
template <detail::output_stream Stream, class T, class... Axes>
ATTN_ABI Stream& operator<<(Stream&, const tensor<T, Axes...>&)
    __attribute__((diagnose_if(true, "attn: std::cout << x: print to_text(x), of <attn/io.hpp>",
                               "error")));
#pragma clang diagnostic pop
#else
struct a_tensor_is_printed_by_to_text_of_attn_io_hpp;
template <detail::output_stream Stream, class T, class... Axes>
a_tensor_is_printed_by_to_text_of_attn_io_hpp& operator<<(Stream&,
                                                          const tensor<T, Axes...>&) = delete;
#endif

}  // namespace attn
ATTN_STRICT_FP_END
