// SPDX-License-Identifier: BSL-1.0
// einsum<pattern>(x…): products of the operands' elements, summed over axes that the result lacks.
//
//   einsum<"query d_k, key d_k -> query key">(Q, K)      // Q K^T
//   einsum<"ij,jk->ik">(A, B)                            // a matrix product, in letters
//   einsum<"b i, i j, b j -> b">(x, W, y)                // three operands; up to six
//
// The left side of the arrow lists the axes of each operand, in their order, the right side the
// axes of the result. The arrow is required. Axes with the same name have the same size and are
// indexed together. A name twice in one operand is its diagonal. ... is all other axes, the same
// number in every operand that has it. A term without spaces consists of letters: "ij" is i and j,
// but if all operands have one axis, and one of them is named as its term, terms are words: "key,
// key ->".
// Words and letters are the letters of rearrange.
//
// (query, d_k) x (key, d_k) -> (query, key), for the first pattern.
// Accuracy: s = a0 * b0, then s = s + (ak * bk), one accumulator. Several summed axes in the order
// in which they appear, the last one fastest. Three factors from left to right. Every operation is
// rounded once and never fused. A matrix product uses the kernels of matmul, with the same bits,
// and its derivative is one step, as matmul's. (A sum over one operand is also in index order,
// unlike sum<axis>.)
// Rules: well_formed; both_sides_agree; fits; same_elements; supports_arithmetic; addressable.
// Cost: cost::einsum<pattern, X…>(), of m operands: for an element of the result that is a sum of n
// products, n - 1 additions and n (m - 1) multiplications.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/detail/contraction.hpp>
#include <attn/detail/pattern/bind.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/ops/detail/pattern_require.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/patterns.hpp>
#include <attn/ops/rearranging.hpp>
#include <attn/rules/patterns.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail::pattern {

// Words over operands of one axis have no spaces that tell them from letters. An axis that has the
// name of its term does.
ATTN_ABI constexpr parsed parse_einsum(const text& t, const operand_axes* x, std::size_t operands) {
  const bool letters = is_of_letters(t);
  if (letters) {
    const parsed words = parse(t, true, false);
    bool named = false, fits = words.found.is(fault::none) && words.operands == operands;
    for (std::size_t o = 0; fits && o < operands; ++o) {
      const item& only = words.operand[o].items[0];
      fits = words.operand[o].count == 1 && only.is == kind::name && x[o].rank == 1;
      named = named || (fits && only.length > 1 && x[o].axis[0].is_named(t, only));
    }
    if (fits && named) return words;
  }
  return parse(t, true, letters);
}

}  // namespace detail::pattern

namespace detail {

// The elements in the order of the loops. x itself where that is its own order.
template <class Nest, class T, class... Axes>
ATTN_ABI constexpr decltype(auto) in_order(const tensor<T, Axes...>& x) {
  if constexpr (is_plain_copy<shape<Axes...>::volume, Nest>)
    return (x);
  else
    return gathered<shape<dim<shape<Axes...>::volume>>, Nest>(x);
}

// What to do with a contraction, which is a class' constant `sum`.
template <class Contraction>
struct product_for {
  ATTN_ABI static constexpr batched_product value = as_product(Contraction::sum);
  struct read_a {
    ATTN_ABI static constexpr walk<> value = product_for::value.a;
  };
  struct read_b {
    ATTN_ABI static constexpr walk<> value = product_for::value.b;
  };
  struct read_b_turned {
    ATTN_ABI static constexpr walk<> value = product_for::value.b_turned;
  };
  struct read_out {
    ATTN_ABI static constexpr walk<> value = product_for::value.out;
  };
};
template <class Contraction, std::size_t Operands>
struct loops_for {
  struct outer {
    ATTN_ABI static constexpr walk<Operands> value = Contraction::sum.template outer<Operands>();
  };
  struct inner {
    ATTN_ABI static constexpr walk<Operands> value = Contraction::sum.template inner<Operands>();
  };
};

// A contraction as matrix products, one after the other.
template <class Contraction, class T, class... Out, class... A, class... B>
ATTN_ABI constexpr void write_as_product(tensor<T, Out...>& out, const tensor<T, A...>& a,
                                         const tensor<T, B...>& b) {
  using product = product_for<Contraction>;
  using plan = matrices<product::value.m, product::value.k, product::value.n, product::value.count>;
  using out_nest = nest_of<typename product::read_out>;
  using turned_nest = nest_of<typename product::read_b_turned>;
  constexpr std::size_t volume = shape<Out...>::volume;
  constexpr bool turned = is_plain_copy<shape<B...>::volume, turned_nest>;
  using b_nest = std::conditional_t<turned, turned_nest, nest_of<typename product::read_b>>;
  const auto& left = in_order<nest_of<typename product::read_a>>(a);
  const auto& right = in_order<b_nest>(b);
  if constexpr (is_plain_copy<volume, out_nest>) {
    write_products<plan, turned>(out, left, right);
  } else {
    tensor<T, dim<volume>> products(uninitialized);
    write_products<plan, turned>(products, left, right);
    evaluate<reordered_to<out_nest, T, shape<Out...>>>(out, products);
  }
}

// A contraction of operands that are read as they lie: its meaning.
template <class Contraction, std::size_t Results, std::size_t Operands>
struct contraction_of {
  // Every product of the operands, for all results together, and their sums.
  ATTN_ABI static constexpr operation_count cost() {
    constexpr contraction sum = Contraction::sum;
    operation_count product{.additions = 1, .multiplications = Operands - 1};
    for (std::size_t label = 0; label < sum.labels; ++label) product = product * sum.extent[label];
    product.additions -= Results;
    return product;
  }
  template <class T, class... More>
  ATTN_ABI static constexpr void write(T* out, const T* a, const More*... more) {
    using loops = loops_for<Contraction, Operands>;
    generic::contract<nest_of<typename loops::outer>, nest_of<typename loops::inner>>(out, a,
                                                                                      more...);
  }
};

// The contraction of operands that have passed the rules, to a tensor of the shape Result.
template <class Contraction, class Result, class T, class... A, class... More>
ATTN_ABI constexpr tensor_of<T, Result> contracted_to(const tensor<T, A...>& a,
                                                      const More&... more) {
  tensor_of<T, Result> out(uninitialized);
  if constexpr (product_for<Contraction>::value.worthwhile)
    write_as_product<Contraction>(out, a, more...);
  else
    evaluate<contraction_of<Contraction, Result::volume, 1 + sizeof...(More)>>(out, a, more...);
  return out;
}

template <class... Axes>
struct axes_known {
  ATTN_ABI static constexpr pattern::known_axis axis[] = {known_axis_of<Axes>()..., {}};
  ATTN_ABI static constexpr pattern::operand_axes all{axis, sizeof...(Axes)};
};
template <class Shape>
struct axes_known_of;
template <class... Axes>
struct axes_known_of<shape<Axes...>> : axes_known<Axes...> {};

// The axis at a position of one of the shapes. The last operand's number of axes, where an error
// has no axis.
template <std::size_t Operand, std::size_t At, class Shape, class... More>
struct axis_of_operand : axis_of_operand<Operand - 1, At, More...> {};
template <std::size_t At, class... Axes, class... More>
struct axis_of_operand<0, At, shape<Axes...>, More...> {
  using type = rules::axis_or_rank<At, Axes...>;
};

template <auto Pattern, class... Shapes>
struct einsum_of {
  ATTN_ABI static constexpr pattern::contracted value = [] {
    constexpr pattern::text text{Pattern.text, Pattern.length};
    constexpr pattern::operand_axes operands[] = {axes_known_of<Shapes>::all...};
    return pattern::bind_einsum(text, pattern::parse_einsum(text, operands, sizeof...(Shapes)),
                                operands, sizeof...(Shapes));
  }();
  ATTN_ABI static constexpr contraction sum = value.sum;

  template <pattern::contracted_axis Axis>
  static consteval auto made() {
    if constexpr (Axis.from > 0)
      return typename axis_of_operand<Axis.operand, Axis.from - 1, Shapes...>::type{};
    else if constexpr (Axis.name_length > 0)
      return axis<rules::detail::part<Pattern, Axis.name_at, Axis.name_at + Axis.name_length>(),
                  Axis.size>{};
    else
      return dim<Axis.size>{};
  }
  template <std::size_t... Index>
  ATTN_ABI static shape<decltype(made<value.axis[Index]>())...> result(
      std::index_sequence<Index...>);
  using shape_type = decltype(result(std::make_index_sequence<sum.axes>{}));
};

}  // namespace detail

namespace rules {

// A pattern, and its operands.
template <auto Pattern, class First, class... More>
struct einsum_call;
template <auto Pattern, class T, class... Axes, class... More>
struct einsum_call<Pattern, tensor<T, Axes...>, More...> {
  using fault = attn::detail::pattern::fault;
  using bound = attn::detail::einsum_of<Pattern, shape<Axes...>, typename More::shape_type...>;
  using result = typename bound::shape_type;
  static constexpr auto found = bound::value.found;
  using here = pattern_cut<Pattern, found.at>;
  template <std::size_t Operand, std::size_t At>
  using axis_of = typename attn::detail::axis_of_operand<Operand, At, shape<Axes...>,
                                                         typename More::shape_type...>::type;
  using axis_here = axis_of<found.operand, found.axis>;
  // What does not fit, for the reader: the number of operands, the rank, an axis, the other size.
  template <fault Fault>
  using cut = cut_if<found.is(Fault), here>;
  template <fault Fault, class Pattern_>
  using what_fits = std::conditional_t<
      Fault == fault::operands, rules::fits<Pattern_, size<1 + sizeof...(More)>>,
      std::conditional_t<
          Fault == fault::term_rank, rules::fits<Pattern_, rank<found.axis>>,
          std::conditional_t<
              Fault == fault::other_size,
              rules::fits<Pattern_, axis_here,
                          size_of_axis<axis_of<found.other_operand, found.other_axis>>>,
              rules::fits<Pattern_, axis_here>>>>;

  using operands = roles<here>;
  template <fault Fault>
  using well_formed = rules::well_formed<cut<Fault>>;
  template <fault Fault>
  using both_sides_agree = rules::both_sides_agree<cut<Fault>>;
  template <fault Fault>
  using fits = what_fits<Fault, cut<Fault>>;
  using arithmetic = supports_arithmetic<element<T>>;
  using one_element = same_elements<elements<T, typename More::value_type...>>;
  using addressable =
      in_case<found.is(fault::none), rules::addressable<sizes<result::volume>, element<T>>>;
  using all =
      in_order<std::bool_constant<found.is(fault::none)>, arithmetic, one_element, addressable>;
};

}  // namespace rules

template <label Pattern, class T, class... Axes, class... More>
  requires(detail::is_tensor<More> && ...)
ATTN_ABI constexpr auto einsum(const tensor<T, Axes...>& first, const More&... more) {
  using call = rules::einsum_call<Pattern, tensor<T, Axes...>, More...>;
  ATTN_REQUIRE_PATTERN_OF_OPERANDS(call, "attn::einsum<pattern>(…)");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::einsum<pattern>(…)");
  ATTN_REQUIRE_ARITHMETIC(call, "attn::einsum<pattern>(…)");
  ATTN_REQUIRE_ADDRESSABLE(call, "attn::einsum<pattern>(…)");
  if constexpr (call::all::value)
    return detail::contracted_to<typename call::bound, typename call::result>(first, more...);
  else
    return tensor<T, Axes...>{};
}
// The pattern in parentheses, as in NumPy.
template <std::size_t N, class T, class... Axes, class... More>
ATTN_ABI constexpr auto einsum(const char (&)[N], const tensor<T, Axes...>& first, const More&...) {
  using call = rules::single_rule_call<rules::is_form_of_call<rules::size<N>>>;
  ATTN_REQUIRE(call, rule,
               "attn::einsum<pattern>(…): the pattern is a template argument: "
               "einsum<\"ij,jk->ik\">(A, B)");
  return first;
}

namespace cost {
template <label Pattern, class... X>
ATTN_ABI constexpr operation_count einsum() {
  ATTN_COUNT(attn::einsum<Pattern>(detail::operand<X>(n)...));
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
