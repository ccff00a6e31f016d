// SPDX-License-Identifier: BSL-1.0
// A shape is the sequence of a tensor's axes, as a type: shape<token, feature>.
//
// Edits of a shape (drop an axis, replace one, append one …) are Boost.Hana algorithms over the
// axes; their results are plain shapes again, so Hana's names stay out of every tensor and
// diagnostic.
#pragma once

#include <boost/hana/append.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/concat.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/drop_back.hpp>
#include <boost/hana/insert.hpp>
#include <boost/hana/insert_range.hpp>
#include <boost/hana/remove_at.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>
#include <boost/hana/unpack.hpp>
#include <cstddef>

#include <attn/axes/axis.hpp>

namespace attn {

template <axis_like... Axes>
struct shape {
  static constexpr std::size_t rank = sizeof...(Axes);
  static constexpr std::size_t volume = (std::size_t{1} * ... * Axes::size);
  // One more than needed, so that rank 0 has an array too.
  static constexpr std::size_t extents[rank + 1] = {Axes::size..., 1};
};

namespace detail {

template <class Sequence>
using shape_from =
    typename decltype(boost::hana::unpack(Sequence{}, boost::hana::template_<shape>))::type;

template <class Shape>
struct sequence_of;
template <class... Axes>
struct sequence_of<shape<Axes...>> {
  using type = boost::hana::tuple<boost::hana::type<Axes>...>;
};

// The axes of a shape as a Hana sequence of types.
template <class Shape>
inline constexpr typename sequence_of<Shape>::type axes_in{};

template <class A, class B>
using first_named = std::conditional_t<!A::named && B::named, B, A>;

}  // namespace detail

// The axis at position I.
template <class Shape, std::size_t I>
using axis_at = typename decltype(+boost::hana::at_c<I>(detail::axes_in<Shape>))::type;
template <class Shape>
using last_axis = axis_at<Shape, Shape::rank - 1>;
template <class Shape>
using second_to_last_axis = axis_at<Shape, Shape::rank - 2>;

// The shape without the axis at position I; with a new axis in front of position I, or in its
// place.
template <class Shape, std::size_t I>
using without_axis =
    detail::shape_from<decltype(boost::hana::remove_at_c<I>(detail::axes_in<Shape>))>;
template <class Shape, std::size_t I, class Axis>
using with_axis = detail::shape_from<decltype(boost::hana::insert(
    detail::axes_in<Shape>, boost::hana::size_c<I>, boost::hana::type_c<Axis>))>;
template <class Shape, std::size_t I, class Axis>
using replace_axis = with_axis<without_axis<Shape, I>, I, Axis>;
template <class Shape, class Axis>
using with_last_axis = replace_axis<Shape, Shape::rank - 1, Axis>;

// The shape with several axes, one behind the other, in the place of the axis at position I.
template <class Shape, std::size_t I, class... Axes>
using splice_axes = detail::shape_from<decltype(boost::hana::insert_range(
    detail::axes_in<without_axis<Shape, I>>, boost::hana::size_c<I>,
    detail::axes_in<shape<Axes...>>))>;

// The axes at the positions I, in this order.
template <class Shape, std::size_t... I>
using reorder_axes = shape<axis_at<Shape, I>...>;

// The leading axes: all but the last two.
template <class Shape>
using leading_axes = detail::shape_from<decltype(boost::hana::drop_back(detail::axes_in<Shape>,
                                                                        boost::hana::size_c<2>))>;

// The shape followed by another axis.
template <class Shape, class Axis>
using append_axis = detail::shape_from<decltype(boost::hana::append(detail::axes_in<Shape>,
                                                                    boost::hana::type_c<Axis>))>;

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
  static constexpr std::size_t product(std::size_t from, std::size_t to) {
    std::size_t p = 1;
    for (std::size_t i = from; i < to; ++i) p *= Shape::extents[i];
    return p;
  }
  static constexpr std::size_t outer = product(0, At);
  static constexpr std::size_t extent = Shape::extents[At];
  static constexpr std::size_t inner = product(At + 1, Shape::rank);

  // The rows along the axis: where each begins; its elements are `inner` apart.
  static constexpr std::size_t rows = outer * inner;
  static constexpr std::size_t start_of(std::size_t row) {
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
