// SPDX-License-Identifier: BSL-1.0
// same_for_all_inputs(f, g, x…): whether f(x…) and g(x…) have the same bits for all values of x…,
// proved by evaluating both with terms (scalars/term.hpp).
//
//   static_assert(check<same_for_all_inputs(f, g, Q, K, V)>);   an error that shows what differs
//   same_for_all_inputs<finite_only>(f, g, x)                   equal for all finite numbers
//   same_for_all_inputs<exact_arithmetic>(f, g, x)              equal without rounding
//   same_for_all_inputs(f, g, x).text()                         the report, at run time
//   numbered(x, first)            x as terms: element i is input first + i; from 0 without `first`
//
// (axes) x (axes) -> term_report<axes…>, of the results. It converts to bool explicitly. Of a
// tensor of float or double only the type matters: all its elements are inputs. Also of a model,
// with layers/parameters.hpp. Other arguments (ids, masks, numbers) have their values, so
// nothing is shown for others. f and g must be generic in the element type and must not branch on
// elements.
//
// True is a proof. False means that the expressions differ, which usually means different bits for
// some inputs, but need not: 2 * a and a + a. The report shows, of the first element that differs,
// the first parts of both expressions that do. The elements of the arguments are a0, a1, …, b0, b1,
// …
// Rules: has_terms, for the results; same_axes; same_elements; float_or_double, for numbered.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/scalars/exact_arithmetic.hpp>
#include <attn/scalars/term.hpp>
#include <attn/tensor/check.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {
template <class Reading, class T, class... Axes>
ATTN_ABI constexpr tensor<term<T, Reading>, Axes...> input_terms(const tensor<T, Axes...>&,
                                                                 std::size_t first,
                                                                 term_record<T>* record) {
  using E = term<T, Reading>;
  if constexpr (constant::has_rows<E>) {
    if (std::is_constant_evaluated() && record == nullptr) {
      tensor<E, Axes...> all;
      constexpr std::size_t n = shape<Axes...>::volume;
      constant::write_rows<n>(
          all.data(), [&](std::size_t i) { return constant::row_of<E, n>::inputs(first + i); });
      return all;
    }
  }
  return generated<tensor<E, Axes...>>([&](std::size_t i) { return E::input(first + i, record); });
}
}  // namespace detail

template <class Reading = nan_too, class T, class... Axes>
ATTN_ABI constexpr auto numbered(const tensor<T, Axes...>& x, std::size_t first = 0) {
  using call = rules::single_rule_call<rules::float_or_double<rules::element<T>>>;
  ATTN_REQUIRE(
      call, rule,
      "attn::numbered(x): the elements must be float or double; convert with as<double>(x)");
  if constexpr (call::all::value)
    return detail::input_terms<Reading>(x, first, static_cast<detail::term_record<T>*>(nullptr));
  else
    return x;
}

// What same_for_all_inputs has found. Its members are public: it can be a template argument.
template <class... Axes>
struct term_report {
  using shape_type = shape<Axes...>;
  static constexpr std::size_t most = 58;  // of a text; a compiler shows at most 31 at a time
  // Elements whose terms differ. If there are, of the first one:
  std::size_t differing = 0;
  std::size_t at = 0;       // its number, row-major
  char first[most + 1]{};   // what differs, in the result of f; or that nothing is proved
  char second[most + 1]{};  // and of g; or nothing

  ATTN_ABI constexpr explicit operator bool() const { return differing == 0; }

  ATTN_ABI constexpr rules::composed_text axis_text(std::size_t position) const {
    return detail::index_text<Axes...>(at, position);
  }
  // "attn::check: at (token 1): (a0 + a1) + a2, not a0 + (a1 + a2); 2 of 6 elements differ"
  ATTN_ABI constexpr rules::composed_text text() const {
    rules::composed_text text;
    if (differing == 0) return text.add("attn::check: as expected");
    detail::add_indices<Axes...>(text.add("attn::check: "), at);
    text.add(first);
    if (second[0] != '\0') text.add(", not ").add(second);
    text.add("; ").add(differing).add(" of ").add(shape_type::volume);
    return text.add(second[0] != '\0' ? " elements differ" : " elements");
  }
  // What the compiler prints, one after the other.
  static constexpr std::size_t parts = sizeof...(Axes) + 4;
  ATTN_ABI constexpr rules::composed_text part(std::size_t i) const {
    constexpr std::size_t rank = sizeof...(Axes);
    if (i < rank) return axis_text(i);
    rules::composed_text whole, half;
    if (second[0] != '\0') whole.add(i < rank + 2 ? "is " : "not ");
    whole.add(i < rank + 2 ? first : second);
    const std::size_t from = (i - rank) % 2 * 31, to = from + 31;
    for (std::size_t c = from; c < to && c < whole.size(); ++c)
      half.text[half.length++] = whole.text[c];
    return half;
  }

 private:
  friend detail::new_report;
  ATTN_ABI constexpr term_report() = default;
};

namespace detail {

// An argument as terms: element number i is input number first + i. Others are as they are.
template <class X>
struct numbering {
  using number = void;
  static constexpr std::size_t count = 0;
  template <class Reading, class T>
  ATTN_ABI static constexpr const X& of(const X& x, std::size_t, term_record<T>*) {
    return x;
  }
};
template <binary_format T, class... Axes>
struct numbering<tensor<T, Axes...>> {
  using number = T;
  static constexpr std::size_t count = shape<Axes...>::volume;
  template <class Reading>
  ATTN_ABI static constexpr auto of(const tensor<T, Axes...>& x, std::size_t first,
                                    term_record<T>* record) {
    return input_terms<Reading>(x, first, record);
  }
};

// The element type of the first argument that has inputs.
template <class... X>
struct number_of_first {
  using type = double;
};
template <class First, class... More>
struct number_of_first<First, More...>
    : std::conditional_t<std::is_void_v<typename numbering<First>::number>,
                         number_of_first<More...>,
                         std::type_identity<typename numbering<First>::number>> {};

template <class Reading, class T, class F, class... X>
ATTN_ABI constexpr auto in_terms(const F& f, term_record<T>* record, const X&... x) {
  return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    std::size_t first[sizeof...(X) + 1]{}, i = 0;
    ((first[i + 1] = first[i] + numbering<X>::count, ++i), ...);
    return f(numbering<X>::template of<Reading>(x, first[Index], record)...);
  }(std::index_sequence_for<X...>{});
}

}  // namespace detail

namespace rules {
// The arguments with inputs, tensors and models, have one element type.
template <class T, class... X>
struct one_number_of {
  using operands = roles<>;
  using rule = same_elements<
      elements<T, std::conditional_t<std::is_void_v<typename attn::detail::numbering<X>::number>, T,
                                     typename attn::detail::numbering<X>::number>...>>;
  using all = in_order<rule>;
};
template <class Y>
struct has_terms {
  static constexpr bool value = false;
};
template <class T, class Reading, class... Axes>
struct has_terms<tensor<term<T, Reading>, Axes...>> {
  static constexpr bool value = true;
};
// f and g return tensors of terms, with the same axes.
template <class Y, class Z>
struct same_terms_call {
  using operands = roles<>;
  using terms = each_of<has_terms<Y>, has_terms<Z>>;
  using same_axes = not_asked;
  using all = in_order<terms, std::false_type>;
};
template <class T, class... A, class U, class... B>
struct same_terms_call<tensor<T, A...>, tensor<U, B...>> {
  using both = equality_call<tensor<T, A...>, tensor<U, B...>>;
  using operands = roles<axes_of_A<A...>, axes_of_B<B...>>;
  using terms = each_of<has_terms<tensor<T, A...>>, has_terms<tensor<U, B...>>>;
  using same_axes = typename both::same_axes;
  using all = in_order<terms, same_axes>;
};
}  // namespace rules

namespace detail {

template <class Shape>
struct report_of;
template <class... Axes>
struct report_of<shape<Axes...>> {
  using type = term_report<Axes...>;
};

ATTN_ABI constexpr void copy_text(const char* from, char* to) {
  while (*from != '\0') *to++ = *from++;
}
// The text of the parts that differ, of the element `at`, into the report.
template <class Y, class Z, class T, class... Axes>
ATTN_ABI constexpr void show_difference(term_report<Axes...>& report, const Y& y, const Z& z,
                                        term_record<T>& record) {
  term_operand a = y.data()[report.at].in(record), b = z.data()[report.at].in(record);
  record.to_difference(a, b, report.most);
  copy_text(record.text_of(a, report.most).text, report.first);
  copy_text(record.text_of(b, report.most).text, report.second);
}

template <class Reading, class T, class F, class G, class... X>
ATTN_ABI constexpr auto compared_terms(const F& f, const G& g, const X&... x) {
  constexpr term_record<T>* none = nullptr;
  const auto y = in_terms<Reading>(f, none, x...);
  const auto z = in_terms<Reading>(g, none, x...);
  auto found = new_report::of<typename report_of<typename decltype(y)::shape_type>::type>();
  for (std::size_t i = y.size(); i-- > 0;)
    if (!identical(y.data()[i], z.data()[i])) ++found.differing, found.at = i;
  if constexpr (!requires { y.data()->record; }) {
    copy_text("not proved equal", found.first);
  } else if (found.differing > 0) {
    term_record<T> record;
    std::size_t first = 0;
    ((record.argument_begins(first), first += numbering<X>::count), ...);
    show_difference(found, in_terms<Reading>(f, &record, x...), in_terms<Reading>(g, &record, x...),
                    record);
  }
  return found;
}

template <class Reading, class T, class F, class... X>
using result_in_terms = std::remove_cvref_t<decltype(in_terms<Reading>(
    std::declval<const F&>(), std::declval<term_record<T>*>(), std::declval<const X&>()...))>;

}  // namespace detail

template <class Reading = nan_too, class F, class G, class... X>
ATTN_ABI constexpr auto same_for_all_inputs(const F& f, const G& g, const X&... x) {
  using T = typename detail::number_of_first<X...>::type;
  using inputs = rules::one_number_of<T, X...>;
  ATTN_REQUIRE(inputs, rule,
               "attn::same_for_all_inputs(f, g, x…): the tensors must have one element type; "
               "convert with as<T>(x)");
  using state = rules::enumerated_call<X...>;
  ATTN_REQUIRE_ENUMERATED(state, "attn::same_for_all_inputs(f, g, x…)");
  if constexpr (inputs::all::value && state::all::value) {
    using call = rules::same_terms_call<detail::result_in_terms<Reading, T, F, X...>,
                                        detail::result_in_terms<Reading, T, G, X...>>;
    ATTN_REQUIRE(call, terms,
                 "attn::same_for_all_inputs(f, g, x…): f and g must return tensors that are "
                 "computed from tensors of float or double among x…");
    ATTN_REQUIRE(call, same_axes,
                 "attn::same_for_all_inputs(f, g, x…): the results must have the same axes");
    if constexpr (call::all::value)
      return detail::compared_terms<Reading, T>(f, g, x...);
    else
      return detail::new_report::of<term_report<>>();
  } else {
    return detail::new_report::of<term_report<>>();
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
