// SPDX-License-Identifier: BSL-1.0
// Sums of products over named labels: which loops they are, and when they are products of matrices.
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/detail/strided.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// A contraction of several arrays: every label has an extent and, in each operand, a stride. The
// result has some of the labels, and over the others products are summed.
//
//   out(…) = sum over the labels that are not kept of A(…) * B(…) * …
//
// The order is the contract of every contraction: the labels in the order in which they appear, the
// last the fastest; each product from the left to the right. The sum has one accumulator, which
// starts with the first product. For a matrix product, as_product states how the operands are read:
// it has the same sums in the same order.

inline constexpr std::size_t most_operands = 6;

struct contraction {
  static constexpr std::size_t most = most_axes * most_operands;
  std::size_t operands = 0, labels = 0;
  std::size_t extent[most]{};
  std::size_t stride[most][most_operands]{};
  std::size_t uses[most][most_operands]{};  // how many axes of an operand have the label
  bool kept[most]{};
  std::size_t result[2 * most_axes]{};  // the labels of the result's axes; dot counts them
  std::size_t axes = 0;

  ATTN_ABI constexpr void use(std::size_t label, std::size_t operand, std::size_t with_stride) {
    stride[label][operand] += with_stride;  // twice: a diagonal
    ++uses[label][operand];
  }
  ATTN_ABI constexpr void keep(std::size_t label) {
    kept[label] = true;
    result[axes++] = label;
  }
  template <std::size_t Operands>
  ATTN_ABI constexpr void add_loop(walk<Operands>& loops, std::size_t label) const {
    std::size_t strides[Operands]{};
    for (std::size_t o = 0; o < Operands; ++o) strides[o] = stride[label][o];
    loops.add(extent[label], strides);
  }

  // The loops over the result, and over what is summed.
  template <std::size_t Operands>
  ATTN_ABI constexpr walk<Operands> outer() const {
    walk<Operands> loops;
    for (std::size_t a = 0; a < axes; ++a) add_loop(loops, result[a]);
    return loops;
  }
  template <std::size_t Operands>
  ATTN_ABI constexpr walk<Operands> inner() const {
    walk<Operands> loops;
    for (std::size_t l = 0; l < labels; ++l)
      if (!kept[l]) add_loop(loops, l);
    return loops;
  }
};

// A contraction of two operands as `count` matrix products (m, k) x (k, n), one after the other.
// a, b: how the operands are read for that. b_turned: as (n, k). out: how the products are read for
// the result.
struct batched_product {
  bool worthwhile = false;
  std::size_t count = 1, m = 1, k = 1, n = 1;
  walk<> a{}, b{}, b_turned{}, out{};
};

struct batched_product_planner {
  const contraction& c;
  batched_product plan{};
  std::size_t stride_of[contraction::most]{};  // in the products

  ATTN_ABI constexpr bool in(std::size_t label, std::size_t operand) const {
    return c.uses[label][operand] > 0;
  }
  ATTN_ABI constexpr bool is_product() const {
    if (c.operands != 2) return false;
    for (std::size_t l = 0; l < c.labels; ++l) {
      if (c.uses[l][0] > 1 || c.uses[l][1] > 1) return false;   // a diagonal
      if (!c.kept[l] && !(in(l, 0) && in(l, 1))) return false;  // a sum over one operand
    }
    return true;
  }
  // The kept labels that are in A, in B, in both.
  ATTN_ABI constexpr void read(walk<>& loops, std::size_t& volume, std::size_t operand, bool in_a,
                               bool in_b) const {
    for (std::size_t i = 0; i < c.axes; ++i) {
      const std::size_t l = c.result[i];
      if (in(l, 0) != in_a || in(l, 1) != in_b) continue;
      loops.add(c.extent[l], {c.stride[l][operand]});
      volume *= c.extent[l];
    }
  }
  ATTN_ABI constexpr void read_contracted(walk<>& loops, std::size_t& volume,
                                          std::size_t operand) const {
    for (std::size_t l = 0; l < c.labels; ++l) {
      if (c.kept[l]) continue;
      loops.add(c.extent[l], {c.stride[l][operand]});
      volume *= c.extent[l];
    }
  }
  // Strides in (count, m, n), from the last axis on.
  ATTN_ABI constexpr void place(std::size_t& stride, bool in_a, bool in_b) {
    for (std::size_t i = c.axes; i-- > 0;) {
      const std::size_t l = c.result[i];
      if (in(l, 0) != in_a || in(l, 1) != in_b) continue;
      stride_of[l] = stride;
      stride *= c.extent[l];
    }
  }

  ATTN_ABI constexpr void all() {
    if (!is_product()) return;
    std::size_t counted = 1;
    read(plan.a, plan.count, 0, true, true);
    read(plan.a, plan.m, 0, true, false);
    read_contracted(plan.a, plan.k, 0);
    read(plan.b, counted, 1, true, true);
    read_contracted(plan.b, counted, 1);
    read(plan.b, plan.n, 1, false, true);
    read(plan.b_turned, counted, 1, true, true);
    read(plan.b_turned, counted, 1, false, true);
    read_contracted(plan.b_turned, counted, 1);
    std::size_t stride = 1;
    place(stride, false, true);
    place(stride, true, false);
    place(stride, true, true);
    for (std::size_t i = 0; i < c.axes; ++i)
      plan.out.add(c.extent[c.result[i]], {stride_of[c.result[i]]});
    // One number a product, or products of one number each, are no work for a kernel of products.
    plan.worthwhile = plan.m * plan.n > 1 && (plan.k > 1 || (plan.m > 1 && plan.n > 1));
  }
};
ATTN_ABI constexpr batched_product as_product(const contraction& c) {
  batched_product_planner planner{c};
  planner.all();
  return planner.plan;
}

namespace generic {

template <class T>
ATTN_ABI constexpr T product_of(const T& a) {
  return a;
}
template <class T, class... More>
ATTN_ABI constexpr T product_of(const T& a, const T& b, const More&... more) {
  return product_of(rounded(T(a * b)), more...);
}

// sum + a * b * …, where the last multiplication is fused.
template <class T>
ATTN_ABI constexpr T add_product_of(const T& sum, const T& a, const T& b) {
  return add_product(sum, a, b);
}
template <class T, class... More>
ATTN_ABI constexpr T add_product_of(const T& sum, const T& a, const T& b, const More&... more) {
  return add_product_of(sum, rounded(T(a * b)), more...);
}

// The meaning of a contraction, for any scalar.
template <class Outer, class Inner, class T, class... Operands>
ATTN_ABI constexpr void contract(T* out, const Operands*... x) {
  auto element = [&out](const Operands*... at) {
    T sum{};
    bool first = true;
    auto add = [&](const Operands*... factor) {
      if (first)
        sum = product_of(*factor...);
      else if constexpr (fuses<T> && sizeof...(Operands) > 1)
        sum = add_product_of(sum, *factor...);
      else
        sum = T(sum + product_of(*factor...));
      first = false;
    };
    Inner::run(add, at...);
    *out++ = sum;
  };
  Outer::run(element, x...);
}

}  // namespace generic

}  // namespace attn::detail
ATTN_STRICT_FP_END
