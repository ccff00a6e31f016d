// SPDX-License-Identifier: BSL-1.0
// A shape is the sequence of a tensor's axes, as a type: shape<token, feature>.
//
// An axis is found by its position in a Boost.Hana tuple of types; edits of a shape (drop an axis,
// replace one, append one …) are lists of positions. Their results are plain shapes again, so
// Hana's names stay out of every tensor and diagnostic. (Hana's algorithms would edit as well, but
// their headers cost three times what this one and the tensor's do together.)
#pragma once

#include <boost/hana/basic_tuple.hpp>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/axes/axis.hpp>
#include <attn/rules/call.hpp>
#include <attn/rules/sizes.hpp>

namespace attn {

template <axis_like... Axes>
struct shape {
  static constexpr std::size_t rank = sizeof...(Axes);
  static constexpr std::size_t volume = rules::saturating_product(Axes::size...);
  // // One more than needed, so that the array is not empty for rank 0.
  ATTN_ABI static constexpr std::size_t extents[rank + 1] = {Axes::size..., 1};
};

namespace detail {

// The axes of a shape as a Hana sequence of types.
template <class Shape>
inline constexpr int axes_in = 0;
template <class... Axes>
inline constexpr boost::hana::basic_tuple<std::type_identity<Axes>...> axes_in<shape<Axes...>>{};

template <class Shape, std::size_t I>
using shape_with_axis =
    typename rules::detail::choose<(I < Shape::rank)>::template type<Shape, shape<dim<1>>>;

template <class A, class B>
using first_named = std::conditional_t<!A::named && B::named, B, A>;

}  // namespace detail

// The axis at position I. Where there is none, it is dim<1>, and the edits below leave out what is
// not there: so a rule can name the axes of its operands and ask for their number at the same time.
template <class Shape, std::size_t I>
using axis_at = typename std::remove_cvref_t<decltype(boost::hana::at_c<(I < Shape::rank ? I : 0)>(
    detail::axes_in<detail::shape_with_axis<Shape, I>>))>::type;
template <class Shape>
using last_axis = axis_at<Shape, Shape::rank - 1>;
template <class Shape>
using second_to_last_axis = axis_at<Shape, Shape::rank - 2>;

// The axes at the positions I, in this order.
template <class Shape, std::size_t... I>
using reorder_axes = shape<axis_at<Shape, I>...>;

namespace detail {

// The first axes of a shape, one for each of Before; More; those after position `Resume`.
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

}  // namespace detail

// The shape without the axis at position I; with a new axis in front of position I, or in its
// place.
template <class Shape, std::size_t I>
using without_axis = detail::edit<Shape, I, I + 1>;
template <class Shape, std::size_t I, class Axis>
using with_axis = detail::edit<Shape, I, I, Axis>;
template <class Shape, std::size_t I, class Axis>
using replace_axis = detail::edit<Shape, I, I + 1, Axis>;
template <class Shape, class Axis>
using with_last_axis = replace_axis<Shape, Shape::rank - 1, Axis>;

// The shape with several consecutive axes instead of the axis at position I.
template <class Shape, std::size_t I, class... Axes>
using splice_axes = detail::edit<Shape, I, I + 1, Axes...>;

// The leading axes: all but the last two.
template <class Shape>
using leading_axes = detail::edit<Shape, (Shape::rank < 2 ? 0 : Shape::rank - 2), Shape::rank>;

// The shape followed by another axis.
template <class Shape, class Axis>
using append_axis = detail::edit<Shape, Shape::rank, Shape::rank, Axis>;

// The last two axes exchanged.
template <class Shape>
using transposed_axes =
    with_axis<without_axis<Shape, Shape::rank - 1>, Shape::rank - 2, last_axis<Shape>>;

// Position by position the axis of A, or that of B where only B has a name there.
template <class A, class B>
struct merged_names;
template <class... A, class... B>
struct merged_names<shape<A...>, shape<B...>> {
  using type = shape<detail::first_named<A, B>...>;
};
template <class A, class B>
using merge_names = typename merged_names<A, B>::type;

namespace detail {

// A shape seen as (outer, axis, inner), for the axis at position At.
template <class Shape, std::size_t At>
struct around_axis {
  ATTN_ABI static constexpr std::size_t product(std::size_t from, std::size_t to) {
    std::size_t p = 1;
    for (std::size_t i = from; i < to; ++i) p *= Shape::extents[i];
    return p;
  }
  static constexpr std::size_t outer = product(0, At);
  static constexpr std::size_t extent = Shape::extents[At];
  static constexpr std::size_t inner = product(At + 1, Shape::rank);

  // The rows along the axis: where each begins; its elements are `inner` apart.
  static constexpr std::size_t rows = outer * inner;
  ATTN_ABI static constexpr std::size_t start_of(std::size_t row) {
    return row / inner * extent * inner + row % inner;
  }
};

// The axes of A, with the names that B has where A has none. Sizes, and the rank, are those of A.
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

}  // namespace attn
