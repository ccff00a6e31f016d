// SPDX-License-Identifier: BSL-1.0
// Every shape rule of the library, on one page: a named relation over role tags (rules/roles.hpp).
//
// A function asserts one relation per rule, before it does anything else, with a sentence in its
// own words; the compiler prints the relation with its roles filled in beside that sentence. The
// relations are plain constants, so a test or generic code can ask them without provoking an error:
//
//   using namespace attn::rules;
//   static_assert(!same_size<last_of_A<dim<3>>, first_of_B<dim<4>>>);
//
// This room knows axes only by what they offer (size, named, name), so that axes can use it.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/rules/roles.hpp>

namespace attn::rules {

// --- one axis -------------------------------------------------------------------------------

namespace detail {
template <class Axis>
consteval bool has_identifier() {
  if constexpr (Axis::named)
    return is_identifier(Axis::name);
  else
    return true;  // no name is no bad name
}
}  // namespace detail

// The label, or that of the axis, is an identifier of 1 to 23 characters.
template <class Name>
inline constexpr bool identifier = false;
template <auto Name>
inline constexpr bool identifier<name<Name>> = is_identifier(Name);
template <class Axis>
inline constexpr bool identifier<any_axis<Axis>> = detail::has_identifier<Axis>();

// The size is at least 1.
template <class Size>
inline constexpr bool positive = false;
template <std::size_t Size>
inline constexpr bool positive<size<Size>> = (Size > 0);
template <class Axis>
inline constexpr bool positive<any_axis<Axis>> = (Axis::asked_size > 0);

// So many indices are a part of the axis.
template <class Size, class Axis>
inline constexpr bool fits_into = false;
template <std::size_t Size, class Axis>
inline constexpr bool fits_into<size<Size>, any_axis<Axis>> = (Size > 0 && Size <= Axis::size);

// --- two axes -------------------------------------------------------------------------------

// Both axes have the same number of elements.
template <class RoleA, class RoleB>
inline constexpr bool same_size = false;
template <template <class> class RoleA, class A, template <class> class RoleB, class B>
inline constexpr bool same_size<RoleA<A>, RoleB<B>> = (A::size == B::size);

namespace detail {
template <class A, class B>
consteval bool names_agree() {
  if constexpr (A::named && B::named)
    return A::name == B::name;
  else
    return true;  // naming is gradual: an unnamed axis goes with every name
}
}  // namespace detail

// Both axes have the same name, where both have one. It holds when the sizes differ already, so
// that one mistake breaks one rule.
template <class RoleA, class RoleB>
inline constexpr bool same_name = false;
template <template <class> class RoleA, class A, template <class> class RoleB, class B>
inline constexpr bool same_name<RoleA<A>, RoleB<B>> =
    (A::size != B::size) || detail::names_agree<A, B>();

// --- all axes of a tensor, or of two ---------------------------------------------------------

// Axis by axis the same size and, where both have one, the same name; as many of them.
template <class RoleA, class RoleB>
inline constexpr bool same_axes = false;
template <template <class...> class RoleA, class... A, template <class...> class RoleB, class... B>
  requires(sizeof...(A) == sizeof...(B))
inline constexpr bool same_axes<RoleA<A...>, RoleB<B...>> =
    ((A::size == B::size && detail::names_agree<A, B>()) && ...);

// Both axes have the same size and, where both have a name, the same one.
template <class RoleA, class RoleB>
inline constexpr bool same_axis = std::is_same_v<RoleA, RoleB>;
template <template <class> class RoleA, class A, template <class> class RoleB, class B>
inline constexpr bool same_axis<RoleA<A>, RoleB<B>> =
    (A::size == B::size) && detail::names_agree<A, B>();

namespace detail {
template <class A, class B>
struct difference {
  using in_a = A;
  using in_b = B;
};
template <class AxesOfA, class AxesOfB>
struct first_difference : difference<rank<0>, rank<0>> {};
template <template <class...> class RoleA, class A, class... RestA, template <class...> class RoleB,
          class B, class... RestB>
struct first_difference<RoleA<A, RestA...>, RoleB<B, RestB...>>
    : std::conditional_t<sizeof...(RestA) != sizeof...(RestB),
                         difference<rank<sizeof...(RestA) + 1>, rank<sizeof...(RestB) + 1>>,
                         std::conditional_t<same_axis<axis_of_A<A>, axis_of_B<B>>,
                                            first_difference<RoleA<RestA...>, RoleB<RestB...>>,
                                            difference<axis_of_A<A>, axis_of_B<B>>>> {};
template <template <class...> class RoleA, class A, class... RestA, template <class...> class RoleB>
struct first_difference<RoleA<A, RestA...>, RoleB<>>
    : difference<rank<sizeof...(RestA) + 1>, rank<0>> {};
template <template <class...> class RoleA, template <class...> class RoleB, class B, class... RestB>
struct first_difference<RoleA<>, RoleB<B, RestB...>>
    : difference<rank<0>, rank<sizeof...(RestB) + 1>> {};
}  // namespace detail

// The first pair of axes that are not the same (or the ranks, where these differ): same_axis of the
// two says what same_axes says, and prints what matters of it.
template <class AxesOfA, class AxesOfB>
using differing_in_A = typename detail::first_difference<AxesOfA, AxesOfB>::in_a;
template <class AxesOfA, class AxesOfB>
using differing_in_B = typename detail::first_difference<AxesOfA, AxesOfB>::in_b;

namespace detail {
template <class A, class... Rest>
consteval bool differs_from_each() {
  return (... && !(A::named && Rest::named && names_agree<A, Rest>()));
}
}  // namespace detail

// No two named axes share a name.
template <class Role>
inline constexpr bool distinct_axes = true;
template <template <class...> class Role, class First, class... Rest>
inline constexpr bool distinct_axes<Role<First, Rest...>> =
    detail::differs_from_each<First, Rest...>() && distinct_axes<Role<Rest...>>;

// The tensor has the axis that was asked for, by name or by position.
template <class Role, class Wanted>
inline constexpr bool has_axis = false;
template <template <class...> class Role, class... Axes, auto Selector>
inline constexpr bool has_axis<Role<Axes...>, wanted<Selector>> =
    Selector.template position_in<Axes...>() < sizeof...(Axes);

// The tensor has at least so many axes.
template <class Role, class Rank>
inline constexpr bool rank_at_least = false;
template <template <class...> class Role, class... Axes, std::size_t Rank>
inline constexpr bool rank_at_least<Role<Axes...>, rank<Rank>> = (sizeof...(Axes) >= Rank);

// The second axis stands right behind the first.
template <class Positions>
inline constexpr bool adjacent_axes = false;
template <std::size_t First, std::size_t Second>
inline constexpr bool adjacent_axes<positions<First, Second>> = (Second == First + 1);

// An order of all axes: as many positions as axes, each of them below their number and there once.
template <class Rank, class Positions>
inline constexpr bool each_axis_once = false;
template <std::size_t Rank, std::size_t... At>
inline constexpr bool each_axis_once<rank<Rank>, positions<At...>> = [] {
  std::size_t times[Rank + 1]{};
  (++times[At < Rank ? At : Rank], ...);
  for (std::size_t i = 0; i < Rank; ++i)
    if (times[i] != 1) return false;
  return times[Rank] == 0;
}();

// All of the result's axes together have as many elements as the axis they come from.
template <class Whole, class Parts>
inline constexpr bool same_volume = false;
template <template <class> class RoleOfWhole, class Whole, template <class...> class RoleOfParts,
          class... Parts>
inline constexpr bool same_volume<RoleOfWhole<Whole>, RoleOfParts<Parts...>> =
    (std::size_t{1} * ... * Parts::size) == Whole::size;

// The tensor has one axis.
template <class Role>
inline constexpr bool is_vector = false;
template <template <class...> class Role, class Axis>
inline constexpr bool is_vector<Role<Axis>> = true;

// The tensor has two axes.
template <class Role>
inline constexpr bool is_matrix = false;
template <template <class...> class Role, class Rows, class Columns>
inline constexpr bool is_matrix<Role<Rows, Columns>> = true;

// --- construction and indexing ----------------------------------------------------------------

// A braced list has one entry per index of the axis.
template <class Axis, class Braced>
inline constexpr bool one_entry_per_index = false;
template <class Axis, std::size_t... Counts>
inline constexpr bool one_entry_per_index<Axis, braced<Counts...>> = ((Counts == Axis::size) &&
                                                                      ...);

// Rows, planes … have braces of their own, which only a tensor of rank 1 needs not.
template <class Rank, class Braced>
inline constexpr bool braces_nested = false;
template <std::size_t Rank, std::size_t... Counts>
inline constexpr bool braces_nested<rank<Rank>, braced<Counts...>> = (Rank < 2);

// One index per axis.
template <class Role, class Rank>
inline constexpr bool one_index_per_axis = false;
template <template <class...> class Role, class... Axes, std::size_t Rank>
inline constexpr bool one_index_per_axis<Role<Axes...>, rank<Rank>> = (sizeof...(Axes) == Rank);

// Every index is below the size of its axis.
template <class Role, class Indices>
inline constexpr bool indices_in_range = true;  // a wrong number of indices is the other rule's
template <template <class...> class Role, class... Axes, std::size_t... I>
  requires(sizeof...(Axes) == sizeof...(I))
inline constexpr bool indices_in_range<Role<Axes...>, indices<I...>> = ((I < Axes::size) && ...);

// --- elements and options -----------------------------------------------------------------------

// Both operands have the same element type.
template <class RoleA, class RoleB>
inline constexpr bool same_element = false;
template <template <class> class RoleA, template <class> class RoleB, class T>
inline constexpr bool same_element<RoleA<T>, RoleB<T>> = true;

// The elements are numbers, or whatever adds and multiplies as numbers do: a token id does not.
template <class Role>
inline constexpr bool is_number = false;
template <class T>
inline constexpr bool is_number<element<T>> = requires(const T a, const T b) {
  a + b;
  a* b;
};

// The element type has fractions: every number but the integers and bool.
template <class Role>
inline constexpr bool has_fractions = false;
template <class T>
inline constexpr bool has_fractions<element<T>> = is_number<element<T>> && !std::is_integral_v<T>;

// The element type is float or double: where every digit is prescribed.
template <class Role>
inline constexpr bool float_or_double = false;
template <class T>
inline constexpr bool float_or_double<element<T>> =
    std::is_same_v<T, float> || std::is_same_v<T, double>;

// The elements can be compared: they are numbers of the language.
template <class Role>
inline constexpr bool has_order = false;
template <class T>
inline constexpr bool has_order<element<T>> = std::is_arithmetic_v<T>;

// The elements are integers, and not bool.
template <class Role>
inline constexpr bool is_integer = false;
template <class T>
inline constexpr bool is_integer<element<T>> = std::is_integral_v<T> && !std::is_same_v<T, bool>;

// The bits of the element are those of an integer of its size: 32 or 64, and no padding.
template <class Role>
inline constexpr bool has_word_of_its_size = false;
template <class T>
inline constexpr bool has_word_of_its_size<element<T>> = (sizeof(T) == 4 || sizeof(T) == 8);

// No fraction is lost: a number with one goes into an element that can hold it.
template <class From, class To>
inline constexpr bool keeps_fractions = has_fractions<To> || !has_fractions<From>;

// The product of two tensors is spelled out.
template <class RoleA, class RoleB>
inline constexpr bool product_is_named = false;

// Of functions that go by one name the one that is meant is called.
template <class Role>
inline constexpr bool variant_is_named = false;

// The stateless function maps the tensor to one of its element type and axes.
template <class Option, class Operand>
inline constexpr bool is_activation = false;
template <class F, class X>
inline constexpr bool is_activation<option<F>, operand<X>> = requires(const X& x) {
  requires std::is_same_v<decltype(F{}(x)), X>;
};

// Every trailing argument is an option.
template <class Options>
inline constexpr bool are_options = false;
template <class... Options>
inline constexpr bool are_options<options<Options...>> =
    ((
         requires { typename Options::kind; } ||
         requires { typename Options::value_type::tensor_kind; }) &&
     ...);

// The option is a way to store a weight: output_by_input or input_by_output.
template <class Option>
inline constexpr bool is_layout = false;
template <class Option>
inline constexpr bool is_layout<option<Option>> = requires {
  typename Option::is_layout;
};

// At most one option of each kind (scale, mask …).
template <class Options>
inline constexpr bool one_of_each_kind = true;
template <class First, class... Rest>
inline constexpr bool one_of_each_kind<options<First, Rest...>> =
    (!std::is_same_v<First, Rest> && ...) && one_of_each_kind<options<Rest...>>;

// --- masks --------------------------------------------------------------------------------------

namespace detail {

// Where the axes of a mask are among those of the scores.
struct axis_places {
  bool found = false;
  std::size_t of[4]{};
};

template <class A, class B>
consteval bool same_named_axis() {
  return A::named && B::named && same_axis<axis_of_A<A>, axis_of_B<B>>;
}

// The last Tail axes of the mask are the last ones of the scores, whose last two are query and key.
// Those in front are all of the scores' leading ones, or some, in order and by name, or none.
template <std::size_t Tail, class... S, class... M>
consteval axis_places places_of(axes_of_mask<M...>*, axes_of_scores<S...>*) {
  constexpr std::size_t masks = sizeof...(M), scores = sizeof...(S);
  if constexpr (masks < Tail || scores < 2 || masks > scores) {
    return {};
  } else {
    axis_places places;
    bool same[masks][scores]{}, named[masks][scores]{};
    std::size_t row = 0;
    const auto fill = [&]<class Axis>(axis_of_A<Axis>*) {
      std::size_t i = 0, j = 0;
      ((same[row][i++] = same_axis<axis_of_A<Axis>, axis_of_B<S>>), ...);
      ((named[row][j++] = same_named_axis<Axis, S>()), ...);
      ++row;
    };
    (fill(static_cast<axis_of_A<M>*>(nullptr)), ...);
    for (std::size_t t = 1; t <= Tail; ++t) {
      if (!same[masks - t][scores - t]) return {};
      places.of[masks - t] = scores - t;
    }
    const bool all = masks - Tail == scores - 2;
    for (std::size_t i = 0, j = 0; i < masks - Tail; ++i, ++j) {
      if (all ? !same[i][j] : false) return {};
      if (!all)
        while (j < scores - 2 && !named[i][j]) ++j;
      if (j >= scores - 2) return {};
      places.of[i] = j;
    }
    places.found = true;
    return places;
  }
}

}  // namespace detail

// Where the axes of a mask are among those of the scores, if they are.
template <std::size_t Tail, class Mask, class Scores>
inline constexpr detail::axis_places places_of_axes =
    detail::places_of<Tail>(static_cast<Mask*>(nullptr), static_cast<Scores*>(nullptr));

// What a mask knows of itself is filled in by attention/mask.hpp.

// The mask has an axis for the queries and one for the keys, or for the keys alone where it says so:
// those of the scores, and no others but leading ones of theirs.
template <class Mask, class Scores>
inline constexpr bool mask_fits = false;

// There are as many queries as keys, or the mask says where the queries stand among the keys.
template <class Mask, class Scores>
inline constexpr bool aligned_mask = false;

// Every query may attend to some key, as far as the type of the mask tells.
template <class Mask, class Scores>
inline constexpr bool some_key_for_each_query = false;

// The bias has the axes of the scores, all, or those in front that it depends on and the last two.
template <class Bias, class Scores>
inline constexpr bool bias_fits = false;

// --- tokens -----------------------------------------------------------------------------------------

// Every id that the type allows is an index of the axis.
template <class Id, class Axis>
inline constexpr bool ids_within = false;
template <class Id, class Axis>
inline constexpr bool ids_within<element<Id>, any_axis<Axis>> = (Id::bound <= Axis::size);

// The elements are token ids.
template <class Role>
inline constexpr bool is_token_id = false;
template <class Id>
inline constexpr bool is_token_id<element<Id>> = requires {
  Id::bound;
};

// --- models and their parameters ------------------------------------------------------------------

// Those that look inside a model are filled in by layers/parameters.hpp, which knows how.

// Every member of the model is a tensor, or consists of them.
template <class Model>
inline constexpr bool is_parameter = false;

// The model has a member of that dotted name.
template <class Model, class Name>
inline constexpr bool has_parameter = false;

// Both models have the same members in the same places.
template <class ModelA, class ModelB>
inline constexpr bool same_parameters = false;

// All tensors of the model have that element type.
template <class Model, class Element>
inline constexpr bool one_element = false;

// The model says what it becomes with elements of another type.
template <class Model>
inline constexpr bool names_its_conversion = false;
template <class M>
inline constexpr bool names_its_conversion<model<M>> = requires {
  typename M::template with_element<float>;
};

// --- recurrence ---------------------------------------------------------------------------------

// What they look for is filled in by recurrent/, if not said here.

// The state is one that a step starts from; one that a step has made.
template <class Moment>
inline constexpr bool is_state_before = std::is_same_v<Moment, before_a_step>;
template <class Moment>
inline constexpr bool is_state_after = std::is_same_v<Moment, after_a_step>;

// The state consists of what the cell keeps.
template <class Given, class Kept>
inline constexpr bool same_state = std::is_same_v<Given, Kept>;

// The state is a tensor, or has one, `hidden`.
template <class Members>
inline constexpr bool has_hidden_state = !std::is_same_v<Members, other_members>;

// The option says where each of so many gates stands.
template <class Option, class Gates>
inline constexpr bool is_gate_order = false;

// The option says what the reset gate of a GRU is applied to.
template <class Option>
inline constexpr bool is_reset = false;
template <class Option>
inline constexpr bool is_reset<option<Option>> = requires {
  typename Option::is_reset;
};

// The gates of both stand in one order.
template <class OptionA, class OptionB>
inline constexpr bool same_gate_order = false;

// What the cell makes of a state before a step is the state after it, of the same type.
template <class Made, class State>
inline constexpr bool is_cell = false;

// The axis stands before the last one.
template <class Role, class Position>
inline constexpr bool has_leading_axis = false;
template <template <class...> class Role, class... Axes, std::size_t At>
inline constexpr bool has_leading_axis<Role<Axes...>, indices<At>> = (At + 1 < sizeof...(Axes));

// Which axis is time is clear: it stands before the last one, alone.
template <class Role>
inline constexpr bool names_its_time = false;
template <template <class...> class Role, class... Axes>
inline constexpr bool names_its_time<Role<Axes...>> = (sizeof...(Axes) < 3);

// The layer makes logits: it is linear, with a bias.
template <class Option>
inline constexpr bool is_output_layer = false;

}  // namespace attn::rules
