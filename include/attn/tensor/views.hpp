// SPDX-License-Identifier: BSL-1.0
// Views of the elements along one axis, without a copy.
//
//   for (auto row : rows_of(x)) row[0] = 1;    // x is (token, feature): one view per token
//   columns_of(x)[2]                           // … and per feature: a view of the tokens
//   along<"token">(y)                          // y of any rank: all views of that axis' elements
//
// along<axis>(x) goes through the indices of the other axes in row-major order. A view knows its
// axis, and so its size, from its type: view[i], size(), begin(), end(), data(), stride. It
// converts to tensor<T, Axis>, a copy, as view.copy() is. Views of a const tensor are const. Exact.
// Rules: has_axis; is_matrix for rows_of and columns_of; is_lvalue: a view of a temporary would
// dangle. An index is checked as in tensor::operator().
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// Goes through a range that is a cheap value and has operator[]. By index: in constant evaluation
// no pointer may leave its array, as one of a column's end would.
template <class Range>
struct index_iterator {
  using value_type = typename Range::value_type;
  using difference_type = std::ptrdiff_t;
  using self = index_iterator;

  Range range{};
  difference_type at = 0;

  ATTN_ABI constexpr decltype(auto) operator*() const { return range[at]; }
  ATTN_ABI constexpr decltype(auto) operator[](difference_type n) const { return range[at + n]; }
  ATTN_ABI constexpr self& operator+=(difference_type n) { return at += n, *this; }
  ATTN_ABI constexpr self& operator-=(difference_type n) { return at -= n, *this; }
  ATTN_ABI constexpr self& operator++() { return *this += 1; }
  ATTN_ABI constexpr self& operator--() { return *this -= 1; }
  ATTN_ABI constexpr self operator++(int) { return {range, at++}; }
  ATTN_ABI constexpr self operator--(int) { return {range, at--}; }
  ATTN_ABI friend constexpr self operator+(self i, difference_type n) { return i += n; }
  ATTN_ABI friend constexpr self operator+(difference_type n, self i) { return i += n; }
  ATTN_ABI friend constexpr self operator-(self i, difference_type n) { return i -= n; }
  ATTN_ABI friend constexpr difference_type operator-(const self& a, const self& b) {
    return a.at - b.at;
  }
  ATTN_ABI friend constexpr bool operator==(const self& a, const self& b) { return a.at == b.at; }
  ATTN_ABI friend constexpr auto operator<=>(const self& a, const self& b) { return a.at <=> b.at; }
};

}  // namespace detail

// The elements along one axis: Axis::size of them, Stride apart. T is const for a const tensor.
template <class T, axis_like Axis, std::size_t Stride = 1>
struct axis_view {
  using value_type = std::remove_const_t<T>;
  using axis_type = Axis;
  using tensor_type = tensor<value_type, Axis>;
  static constexpr std::size_t stride = Stride;

  ATTN_ABI constexpr T& operator[](std::integral auto index) const
      noexcept(detail::indices_cannot_throw) {
    const std::size_t i = detail::as_index(index);
    tensor_type::check_index(i, Axis::size);
    return data_[i * Stride];
  }
  ATTN_ABI static constexpr std::size_t size() noexcept { return Axis::size; }
  ATTN_ABI constexpr detail::pointer_to<T> data() const noexcept { return data_; }
  ATTN_ABI constexpr auto begin() const noexcept { return iterator_at(0); }
  ATTN_ABI constexpr auto end() const noexcept { return iterator_at(Axis::size); }

  ATTN_ABI constexpr tensor_type copy() const {
    tensor_type elements(detail::uninitialized);
    for (std::size_t i = 0; i < Axis::size; ++i) elements.data()[i] = data_[i * Stride];
    return elements;
  }
  ATTN_ABI constexpr operator tensor_type() const { return copy(); }

  detail::pointer_to<T> data_{};  // public: a structural type has no private members

 private:
  ATTN_ABI constexpr auto iterator_at(std::size_t i) const noexcept {
    if constexpr (Stride == 1)
      return data_ + i;
    else
      return detail::index_iterator<axis_view>{*this, static_cast<std::ptrdiff_t>(i)};
  }
};

// The views along the axis at position At of a tensor of T (which may be const) with this shape.
template <class T, class Shape, std::size_t At>
struct views_along_axis {
  using around = detail::around_axis<Shape, At>;
  using value_type = axis_view<T, axis_at<Shape, At>, around::inner>;

  ATTN_ABI constexpr value_type operator[](std::integral auto index) const
      noexcept(detail::indices_cannot_throw) {
    const std::size_t i = detail::as_index(index);
    value_type::tensor_type::check_index(i, around::rows);
    return {data_ + around::start_of(i)};
  }
  ATTN_ABI static constexpr std::size_t size() noexcept { return around::rows; }
  ATTN_ABI constexpr auto begin() const noexcept {
    return detail::index_iterator<views_along_axis>{*this, 0};
  }
  ATTN_ABI constexpr auto end() const noexcept {
    return detail::index_iterator<views_along_axis>{*this,
                                                    static_cast<std::ptrdiff_t>(around::rows)};
  }

  detail::pointer_to<T> data_{};
};

namespace rules::detail {

// Views of X, which is as it was passed: const tensor<…>& …
template <class X>
struct view_call {
  using tensor_type = std::remove_cvref_t<X>;
  using axes = role_of<axes_of, typename tensor_type::shape_type>;
  using operands = roles<axes>;
  using outlives = is_lvalue<operand<X>>;
  using all = in_order<outlives>;
};
template <auto Axis, class X>
struct along_call : view_call<X> {
  using axis = axis_call<Axis, std::remove_cvref_t<X>>;
  using axis_exists = typename axis::axis_exists;
  using all = in_order<axis_exists, typename view_call<X>::outlives>;
};
template <class X>
struct matrix_view_call : view_call<X> {
  using is_matrix = rules::is_matrix<in_brief<typename view_call<X>::axes>>;
  using all = in_order<is_matrix, typename view_call<X>::outlives>;
};

}  // namespace rules::detail

namespace detail {

template <std::size_t At, class X>
ATTN_ABI constexpr auto views_along(X& x) {
  using element = std::remove_reference_t<decltype(*x.data())>;
  return views_along_axis<element, typename X::shape_type, At>{x.data()};
}

}  // namespace detail

template <axis_selector Axis, class X>
  requires detail::is_tensor<std::remove_cvref_t<X>>
ATTN_ABI constexpr auto along(X&& x) {
  using call = rules::detail::along_call<Axis, X>;
  ATTN_REQUIRE_AXIS(call, "attn::along<axis>(x)");
  ATTN_REQUIRE(call, outlives,
               "attn::along<axis>(x): x is a temporary, which would not last; give it a name");
  if constexpr (call::all::value)
    return detail::views_along<call::axis::position>(x);
  else
    return x;
}

template <class X>
  requires detail::is_tensor<std::remove_cvref_t<X>>
ATTN_ABI constexpr auto rows_of(X&& x) {
  using call = rules::detail::matrix_view_call<X>;
  ATTN_REQUIRE(call, is_matrix,
               "attn::rows_of(x): x must have two axes; any number: along<axis>(x)");
  ATTN_REQUIRE(call, outlives,
               "attn::rows_of(x): x is a temporary, which would not last; give it a name");
  if constexpr (call::all::value)
    return detail::views_along<1>(x);
  else
    return x;
}

template <class X>
  requires detail::is_tensor<std::remove_cvref_t<X>>
ATTN_ABI constexpr auto columns_of(X&& x) {
  using call = rules::detail::matrix_view_call<X>;
  ATTN_REQUIRE(call, is_matrix,
               "attn::columns_of(x): x must have two axes; any number: along<axis>(x)");
  ATTN_REQUIRE(call, outlives,
               "attn::columns_of(x): x is a temporary, which would not last; give it a name");
  if constexpr (call::all::value)
    return detail::views_along<0>(x);
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
