// SPDX-License-Identifier: BSL-1.0
// A parsed pattern of einsum meets its operands: the names become the labels of a contraction, and
// each of the result's axes is named as words and letters name (bind.hpp); or the first thing that
// does not fit is found.
#pragma once

#include <cstddef>

#include <attn/detail/contraction.hpp>
#include <attn/detail/pattern/bind.hpp>
#include <attn/detail/pattern/parse.hpp>

namespace attn::detail::pattern {

// An axis of einsum's result: of a size and the name in the pattern, or the axis that an operand
// has at from - 1.
struct contracted_axis {
  std::size_t size = 0;
  std::size_t name_at = 0, name_length = 0;
  std::size_t operand = 0, from = 0;
};

struct contracted {
  finding found{};
  contraction sum{};
  contracted_axis axis[most_axes]{};
};

struct operand_axes {
  const known_axis* axis = nullptr;
  std::size_t rank = 0;
};

struct einsum_binder {
  static constexpr std::size_t most = contraction::most;
  struct label_info {
    item name{};
    bool of_ellipsis = false;
    std::size_t operand = 0, axis = 0;              // where it was first
    std::size_t named_operand = 0, named_axis = 0;  // where it was first named, from 1; 0: nowhere
  };

  text t;
  const parsed& p;
  const operand_axes* x;
  std::size_t operands;
  contracted c{};
  label_info labels[most]{};
  known_axis names[most_axes]{};
  std::size_t covered = 0;  // the number of axes that an ellipsis stands for
  bool any_ellipsis = false;

  ATTN_ABI constexpr bool fail(fault what, std::size_t at) {
    c.found = {what, at};
    return false;
  }
  ATTN_ABI constexpr bool fail(fault what, std::size_t at, std::size_t operand, std::size_t axis) {
    c.found = {what, at, axis, operand};
    return false;
  }
  ATTN_ABI constexpr const known_axis& axis_of(std::size_t operand, std::size_t axis) const {
    return x[operand].axis[axis];
  }

  ATTN_ABI constexpr bool operands_agree() {
    if (p.operands != operands) return fail(fault::operands, p.arrow);
    for (std::size_t o = 0; o < operands; ++o) {
      const term& side = p.operand[o];
      const std::size_t own = side.axes - (side.has_ellipsis() ? 1 : 0);
      const std::size_t at = side.axes > 0 ? side.axis_at[0] : p.arrow;
      if (own > x[o].rank || (own < x[o].rank && !side.has_ellipsis()))
        return fail(fault::term_rank, at, o, x[o].rank);
      if (!side.has_ellipsis()) continue;
      if (any_ellipsis && covered != x[o].rank - own)
        return fail(fault::ellipsis_ranks, side.items[side.ellipsis - 1].at, o, 0);
      covered = x[o].rank - own;
      any_ellipsis = true;
    }
    return true;
  }

  // The label with this name (or of this axis of the ellipsis, whose name is three dots); a new one
  // if there is none.
  ATTN_ABI constexpr std::size_t label_of(const item& name, bool of_ellipsis) {
    std::size_t l = 0;
    for (; l < c.sum.labels; ++l)
      if (labels[l].of_ellipsis == of_ellipsis && labels[l].name.length == name.length &&
          labels[l].name.number == name.number &&
          (of_ellipsis || t.same(labels[l].name.at, name.at, name.length)))
        break;
    return l;
  }
  ATTN_ABI constexpr bool bind_axis(const item& name, bool of_ellipsis, std::size_t operand,
                                    std::size_t axis, std::size_t stride) {
    const known_axis& here = axis_of(operand, axis);
    const std::size_t l = label_of(name, of_ellipsis);
    if (!of_ellipsis && !here.goes_with(t, name))
      return fail(fault::other_name, name.at, operand, axis);
    if (l == c.sum.labels) {
      ++c.sum.labels;
      c.sum.extent[l] = here.size;
      labels[l] = {name, of_ellipsis, operand, axis, 0, 0};
    }
    if (here.size != c.sum.extent[l]) {
      c.found = {fault::other_size, name.at, axis, operand, labels[l].axis, labels[l].operand};
      return false;
    }
    if (here.length > 0) {
      label_info& known = labels[l];
      if (known.named_axis == 0) {
        known.named_operand = operand;
        known.named_axis = axis + 1;
      } else if (!here.is_named_as(axis_of(known.named_operand, known.named_axis - 1))) {
        return fail(fault::other_axis, name.at, operand, axis);
      }
    }
    c.sum.use(l, operand, stride);
    return true;
  }
  ATTN_ABI constexpr bool bind_operand(std::size_t o) {
    const term& side = p.operand[o];
    std::size_t stride = 1;
    for (std::size_t a = 0; a < x[o].rank; ++a) stride *= axis_of(o, a).size;
    std::size_t axis = 0;
    for (std::size_t k = 0; k < side.count; ++k) {
      const bool is_ellipsis = side.items[k].is == kind::ellipsis;
      for (std::size_t e = 0; e < (is_ellipsis ? covered : 1); ++e, ++axis) {
        item name = side.items[k];
        name.number = e;
        stride /= axis_of(o, axis).size;
        if (!bind_axis(name, is_ellipsis, o, axis, stride)) return false;
      }
    }
    return true;
  }

  ATTN_ABI constexpr bool push(std::size_t l, std::size_t at) {
    if (c.sum.axes == most_axes) return fail(fault::result_rank, at);
    const label_info& made = labels[l];
    const bool word = !made.of_ellipsis && made.name.length > 1;
    contracted_axis axis{c.sum.extent[l], 0, 0, 0, 0};
    known_axis name{};
    if (made.named_axis > 0) {
      axis.operand = made.named_operand;
      axis.from = made.named_axis;
      name = axis_of(made.named_operand, made.named_axis - 1);
    } else if (word) {
      axis.name_at = made.name.at;
      axis.name_length = made.name.length;
      name = {t.data + made.name.at, made.name.length, 1};
    }
    for (std::size_t a = 0; a < c.sum.axes; ++a)
      if (name.length > 0 && name.is_named_as(names[a])) return fail(fault::result_name, at);
    names[c.sum.axes] = name;
    c.axis[c.sum.axes] = axis;
    c.sum.keep(l);
    return true;
  }
  ATTN_ABI constexpr bool make_result() {
    for (std::size_t k = 0; k < p.result.count; ++k) {
      const bool is_ellipsis = p.result.items[k].is == kind::ellipsis;
      if (is_ellipsis && !any_ellipsis) return fail(fault::ellipsis_appears, p.result.items[k].at);
      for (std::size_t e = 0; e < (is_ellipsis ? covered : 1); ++e) {
        item name = p.result.items[k];
        name.number = e;
        const std::size_t l = label_of(name, is_ellipsis);
        if (l == c.sum.labels) return fail(fault::appears, name.at);
        if (!push(l, name.at)) return false;
      }
    }
    if (any_ellipsis && !p.result.has_ellipsis()) return fail(fault::ellipsis_vanishes, p.arrow);
    return true;
  }

  ATTN_ABI constexpr void all() {
    c.sum.operands = operands;
    if (!operands_agree()) return;
    for (std::size_t o = 0; o < operands; ++o)
      if (!bind_operand(o)) return;
    make_result();
  }
};

ATTN_ABI constexpr contracted bind_einsum(const text& t, const parsed& p, const operand_axes* x,
                                          std::size_t operands) {
  einsum_binder all{t, p, x, operands};
  if (p.found.is(fault::none))
    all.all();
  else
    all.c.found = p.found;
  return all.c;
}

}  // namespace attn::detail::pattern
