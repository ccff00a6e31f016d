// SPDX-License-Identifier: BSL-1.0
// Sequences of axes, and how they are found from a value.
#pragma once

#include <boost/hana/basic_tuple.hpp>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/axes/axis.hpp>
#include <attn/detail/abi.hpp>
#include <attn/rules/call.hpp>
#include <attn/rules/models.hpp>
#include <attn/rules/relations.hpp>
#include <attn/rules/require.hpp>

namespace attn {

// A shape is the sequence of a tensor's axes, as a type: shape<token, feature>.
//
// An axis is found by its position in a Boost.Hana tuple of types. Edits of a shape (drop an axis,
// replace one, append one …) are lists of positions. Their results are plain shapes again, so
// Hana's names stay out of every tensor and diagnostic. (Hana's algorithms would edit as well, but
// their headers cost three times what this one and the tensor's do together.)

template <axis_like... Axes>
struct shape {
  static constexpr std::size_t rank = sizeof...(Axes);
  static constexpr std::size_t volume = rules::saturating_product(Axes::size...);
  // One more than needed, so that the array is not empty for rank 0.
  ATTN_ABI static constexpr std::size_t extents[rank + 1] = {Axes::size..., 1};
};

namespace detail {

// The axes of a shape as a Hana sequence of types.
template <class Shape>
inline constexpr int axes_in = 0;
template <class... Axes>
inline constexpr boost::hana::basic_tuple<std::type_identity<Axes>...> axes_in<shape<Axes...>>{};

template <class Shape, std::size_t Index>
using shape_with_axis =
    typename rules::detail::choose<(Index < Shape::rank)>::template type<Shape, shape<dim<1>>>;

template <class A, class B>
using first_named = std::conditional_t<!A::named && B::named, B, A>;

}  // namespace detail

// The axis at position Index. Where there is none, it is dim<1>, and the edits below leave out what
// is not there: so a rule can name the axes of its operands and ask for their number at the same
// time.
template <class Shape, std::size_t Index>
using axis_at =
    typename std::remove_cvref_t<decltype(boost::hana::at_c<(Index < Shape::rank ? Index : 0)>(
        detail::axes_in<detail::shape_with_axis<Shape, Index>>))>::type;

namespace detail {

// What the names below say of a shape more than once is in classes: an alias around an alias would
// say it as often again, and GCC reads all of it wherever a member of a template uses it as an
// argument.
template <class Shape>
struct last_axes {
  using last = axis_at<Shape, Shape::rank - 1>;
  using second_to_last = axis_at<Shape, Shape::rank - 2>;
};

}  // namespace detail

template <class Shape>
using last_axis = typename detail::last_axes<Shape>::last;
template <class Shape>
using second_to_last_axis = typename detail::last_axes<Shape>::second_to_last;

// The axes at the positions Index, in this order.
template <class Shape, std::size_t... Index>
using reorder_axes = shape<axis_at<Shape, Index>...>;

namespace detail {

// The first axes of a shape, one for each of Before, then More, then the axes after `Resume`.
template <class Shape, std::size_t Resume, class Before, class Behind, class... More>
struct edited;
template <class Shape, std::size_t Resume, std::size_t... Before, std::size_t... Behind,
          class... More>
struct edited<Shape, Resume, std::index_sequence<Before...>, std::index_sequence<Behind...>,
              More...> {
  using type = shape<axis_at<Shape, Before>..., More..., axis_at<Shape, Resume + Behind>...>;
};
// Replaces the axes from From to To by More.
template <class Shape, std::size_t From, std::size_t To, class... More>
using edit =
    typename edited<Shape, To, std::make_index_sequence<(From < Shape::rank ? From : Shape::rank)>,
                    std::make_index_sequence<(To < Shape::rank ? Shape::rank - To : 0)>,
                    More...>::type;
// Replaces the last Count axes.
template <class Shape, std::size_t Count, class... More>
struct last_edited {
  using type = edit<Shape, (Shape::rank < Count ? 0 : Shape::rank - Count), Shape::rank, More...>;
};

}  // namespace detail

// The shape without the axis at position Index; with a new axis in front of position Index, or in
// its place.
template <class Shape, std::size_t Index>
using without_axis = detail::edit<Shape, Index, Index + 1>;
template <class Shape, std::size_t Index, class Axis>
using with_axis = detail::edit<Shape, Index, Index, Axis>;
template <class Shape, std::size_t Index, class Axis>
using replace_axis = detail::edit<Shape, Index, Index + 1, Axis>;
template <class Shape>
using without_last_axis = typename detail::last_edited<Shape, 1>::type;
template <class Shape, class Axis>
using with_last_axis = typename detail::last_edited<Shape, 1, Axis>::type;

// The shape with several consecutive axes instead of the axis at position Index.
template <class Shape, std::size_t Index, class... Axes>
using splice_axes = detail::edit<Shape, Index, Index + 1, Axes...>;

// The leading axes: all but the last two.
template <class Shape>
using leading_axes = detail::edit<Shape, (Shape::rank < 2 ? 0 : Shape::rank - 2), Shape::rank>;

// The shape followed by another axis.
template <class Shape, class Axis>
using append_axis = typename detail::last_edited<Shape, 0, Axis>::type;

// The last two axes exchanged.
template <class Shape>
using transposed_axes = with_axis<without_last_axis<Shape>, Shape::rank - 2, last_axis<Shape>>;

// Position by position the axis of A, or the axis of B where only B has a name there.
template <class A, class B>
struct merged_names;
template <class... A, class... B>
struct merged_names<shape<A...>, shape<B...>> {
  using type = shape<detail::first_named<A, B>...>;
};
template <class A, class B>
using merge_names = typename merged_names<A, B>::type;

namespace detail {

// A shape seen as (outer, axis, inner).
template <std::size_t Outer, std::size_t Extent, std::size_t Inner>
struct around {
  static constexpr std::size_t outer = Outer, extent = Extent, inner = Inner;

  // The rows along the axis: where each begins. Its elements are `inner` apart.
  static constexpr std::size_t rows = outer * inner;
  ATTN_ABI static constexpr std::size_t start_of(std::size_t row) {
    return row / inner * extent * inner + row % inner;
  }
};
template <class Shape>
ATTN_ABI constexpr std::size_t product_of_extents(std::size_t from, std::size_t to) {
  std::size_t p = 1;
  for (std::size_t i = from; i < to; ++i) p *= Shape::extents[i];
  return p;
}
template <class Shape, std::size_t At>
using around_axis = around<product_of_extents<Shape>(0, At), Shape::extents[At],
                           product_of_extents<Shape>(At + 1, Shape::rank)>;

// The axes of A, with the names that B has where A has none. Sizes, and the rank, are as in A.
template <class A, class B>
struct names_added {
  using type = A;
};
template <class... A, class... B>
  requires(sizeof...(A) == sizeof...(B))
struct names_added<shape<A...>, shape<B...>> {
  using type = shape<resized<first_named<A, B>, A::size>...>;
};
template <class A, class... More>
struct all_names {
  using type = A;
};
template <class A, class B, class... More>
struct all_names<A, B, More...> : all_names<typename names_added<A, B>::type, More...> {};

}  // namespace detail

// shape_of<X>: the axes of a tensor's type (or of a shape, or an axis) as text, at compile time and
// at run time: shape_of<decltype(Q)> is "token 3 x feature 4".
//
// A label, so that it compares (shape_of<X> == label("token 3 x feature 4")), goes into a type,
// where a compiler prints it, and from C++26 on into a static_assert as its message. `.text` is
// for printf. An axis without a name is its size. A tensor without axes is a "scalar".

namespace detail {

// Counts the characters, and writes them where there is somewhere to write.
struct shape_writer {
  char* to = nullptr;
  std::size_t length = 0;

  consteval void put(char c) {
    if (to != nullptr) to[length] = c;
    ++length;
  }
  consteval void put(const char* word) {
    while (*word != '\0') put(*word++);
  }
  consteval void put(std::size_t number) {
    if (number >= 10) put(number / 10);
    put(static_cast<char>('0' + number % 10));
  }
  template <class Axis>
  consteval void put_axis() {
    if (length > 0) put(" x ");
    if constexpr (Axis::named) {
      put(Axis::name.text);
      put(' ');
    }
    put(Axis::size);
  }
};

template <class X>
struct shape_in {
  using type = typename X::shape_type;
};
template <class... Axes>
struct shape_in<shape<Axes...>> {
  using type = shape<Axes...>;
};
template <axis_like Axis>
struct shape_in<Axis> {
  using type = shape<Axis>;
};

template <class... Axes>
consteval std::size_t write_shape(char* to, shape<Axes...>) {
  shape_writer writer{to};
  if constexpr (sizeof...(Axes) == 0)
    writer.put("scalar");
  else
    (writer.put_axis<Axes>(), ...);
  return writer.length;
}

template <class Shape>
consteval auto text_of_shape() {
  label<write_shape(nullptr, Shape{}) + 1> all;
  write_shape(all.text, Shape{});
  return all;
}

}  // namespace detail

template <class X>
inline constexpr auto shape_of =
    detail::text_of_shape<typename detail::shape_in<std::remove_cvref_t<X>>::type>();

// with_length<first, last>(n, f): a length known only at run time selects an instantiation.
//
//   with_length<1, 12>(words, [&](auto n) {           // words: 1 to 12, from anywhere
//     using token = axis<"token", n>;                 // n is a constant here
//     …
//   });
//
// Calls f with std::integral_constant<std::size_t, n> and returns true. Returns false, and calls
// nothing, if n is not from first to last. f is compiled once for each length, so keep them few.
// Rule: dispatchable_range.

namespace detail {

// By halves: few comparisons, and no type that contains every length.
template <std::size_t First, std::size_t Last, class F>
ATTN_ABI constexpr void call_with_length(std::size_t n, F& f) {
  if constexpr (First == Last) {
    f(std::integral_constant<std::size_t, First>{});
  } else {
    constexpr std::size_t middle = First + (Last - First) / 2;
    if (n <= middle)
      call_with_length<First, middle>(n, f);
    else
      call_with_length<middle + 1, Last>(n, f);
  }
}

}  // namespace detail

template <std::size_t First, std::size_t Last, class F>
ATTN_ABI constexpr bool with_length(std::size_t n, F&& f) {
  using call =
      rules::single_rule_call<rules::dispatchable_range<rules::size<First>, rules::size<Last>>>;
  ATTN_REQUIRE(call, rule,
               "attn::with_length<first, last>(n, f): first must not be above last, and the "
               "lengths no more than 256");
  const bool within = call::all::value && First <= n && n <= Last;
  if constexpr (call::all::value)
    if (within) detail::call_with_length<First, Last>(n, f);
  return within;
}

}  // namespace attn
