// SPDX-License-Identifier: BSL-1.0
// A pattern meets the axes of tensors.
#pragma once

#include <cstddef>

#include <attn/detail/abi.hpp>
#include <attn/detail/contraction.hpp>
#include <attn/detail/pattern/parse.hpp>
#include <attn/detail/strided.hpp>

namespace attn::detail::pattern {

// A parsed pattern of rearrange, reduce or repeat meets a tensor: its names are bound to the
// tensor's axes one after the other, the sizes in parentheses are solved for, and what comes out is
// the axes of the result and the loops that read it, or the first thing that does not fit.
//
// Words (two characters and more) name, letters stand for: a word must be the name of its axis,
// where that has one, and is the name of the result's. A letter goes with any axis, whose name it
// leaves as it is. (Two letters are names alike: h does not go with an axis that is called w.)

// Of two sizes. The largest there is where the product is larger: no axis has it.
ATTN_ABI constexpr std::size_t product_of(std::size_t a, std::size_t b) {
  constexpr auto largest = static_cast<std::size_t>(-1);
  return a > largest / (b > 0 ? b : 1) ? largest : a * b;
}

// An axis of a tensor, or a size that was given: length 0 means no name. (Here and below zeros are
// what an object begins with: GCC 12 now and then forgets other initialisers of an array's
// elements.)
struct known_axis {
  const char* name = nullptr;
  std::size_t length = 0, size = 0;

  ATTN_ABI constexpr bool is_named(const text& t, const item& x) const {
    if (length != x.length) return false;
    for (std::size_t i = 0; i < length; ++i)
      if (name[i] != t.data[x.at + i]) return false;
    return true;
  }
  ATTN_ABI constexpr bool is_named_as(const known_axis other) const {
    if (length != other.length) return false;
    for (std::size_t i = 0; i < length; ++i)
      if (name[i] != other.name[i]) return false;
    return true;
  }
  ATTN_ABI constexpr bool goes_with(const text& t, const item& x) const {
    return length == 0 || is_named(t, x) || (x.length == 1 && length > 1);
  }
};

// An axis of the result: of a size and, if there is one, the name in the pattern, or
// the tensor's own axis, with its number from 1.
struct made_axis {
  std::size_t size = 0;
  std::size_t name_at = 0, name_length = 0;
  std::size_t from = 0;
};

enum class operation : unsigned char { rearrange, reduce, repeat };

struct bound {
  finding found{};
  made_axis axis[most_axes]{};
  std::size_t axes = 0;
  walk<> kept{}, reduced{};  // the loops over the result, and within each of its elements
};

struct binder {
  // What an axis consists of: an item, or an axis that an ellipsis matches.
  struct atom {
    made_axis made;
    std::size_t stride = 0;
    bool known = false, stays = false;
  };
  static constexpr std::size_t of_ellipsis = most_items, of_result = most_items + 8;

  text t;
  const parsed& p;
  operation op;
  const known_axis* x;
  std::size_t rank;
  const known_axis* given;
  std::size_t sizes;
  bound b{};
  known_axis names[most_axes]{};  // of the result's axes
  atom atoms[2 * most_items + 8]{};
  std::size_t covered = 0;  // the number of axes that the ellipsis stands for

  ATTN_ABI constexpr bool fail(fault what, std::size_t at, std::size_t axis = 0) {
    b.found = {what, at, axis};
    return false;
  }
  ATTN_ABI constexpr const term& left() const { return p.operand[0]; }
  ATTN_ABI constexpr const term& right() const { return p.result; }

  // Names that are on one side only. Numbers where none may be.
  ATTN_ABI constexpr bool sides_agree() {
    for (std::size_t k = 0; k < left().count; ++k) {
      const item& each = left().items[k];
      if (each.is == kind::number && each.number != 1 && op != operation::reduce)
        return fail(fault::number, each.at);
      const bool stays = each.is == kind::number ||
                         (each.is == kind::ellipsis ? right().has_ellipsis()
                                                    : find(t, right(), each) < right().count);
      if (!stays && op != operation::reduce)
        return fail(each.is == kind::ellipsis ? fault::ellipsis_vanishes : fault::vanishes,
                    each.at);
    }
    for (const item* each = right().items; each != right().items + right().count; ++each) {
      if (each->is == kind::number && each->number != 1 && op != operation::repeat)
        return fail(fault::number, each->at);
      if (each->is == kind::ellipsis && !left().has_ellipsis())
        return fail(fault::ellipsis_appears, each->at);
      if (each->is == kind::name && find(t, left(), *each) == left().count &&
          op != operation::repeat)
        return fail(fault::appears, each->at);
    }
    return true;
  }

  ATTN_ABI constexpr bool ranks_agree() {
    const std::size_t own = left().axes - (left().has_ellipsis() ? 1 : 0);
    if (own > rank) return fail(fault::rank, left().axis_at[left().axes - 1]);
    if (own < rank && !left().has_ellipsis()) return fail(fault::rank, p.arrow);
    covered = rank - own;
    return true;
  }

  ATTN_ABI constexpr void set_name(atom& a, const item& each) {
    if (each.is == kind::name && each.length > 1) {
      a.made.name_at = each.at;
      a.made.name_length = each.length;
    }
  }
  // The size of a name or a number, if it is said.
  ATTN_ABI constexpr void set_size(atom& a, const item& each) {
    if (each.is == kind::number) {
      a.made.size = each.number;
      a.known = true;
    }
    for (std::size_t g = 0; g < sizes && each.is == kind::name; ++g)
      if (given[g].is_named(t, each)) {
        a.made.size = given[g].size;
        a.known = true;
      }
  }

  ATTN_ABI constexpr bool bind_alone(std::size_t k, std::size_t at, std::size_t stride) {
    const item& each = left().items[k];
    atom& a = atoms[k];
    if (a.known && a.made.size != x[at].size) return fail(fault::other_size, each.at, at);
    if (each.is == kind::name && !x[at].goes_with(t, each))
      return fail(fault::other_name, each.at, at);
    if (x[at].length > 0) a.made.name_length = 0;
    if (a.made.name_length == 0) a.made.from = at + 1;
    a.made.size = x[at].size;
    a.stride = stride;
    return true;
  }
  // A name that comes again: the diagonal. The axis that has a name gives it to the result.
  ATTN_ABI constexpr bool bind_again(std::size_t k, std::size_t first, std::size_t at,
                                     std::size_t stride) {
    const item& each = left().items[k];
    atom& a = atoms[first];
    const bool named = a.made.from > 0 && x[a.made.from - 1].length > 0;
    if (x[at].size != a.made.size) return fail(fault::other_size, each.at, at);
    if (!x[at].goes_with(t, each) || (named && x[at].length > 0))
      return fail(fault::other_name, each.at, at);
    if (x[at].length > 0) a.made = {x[at].size, 0, 0, at + 1};
    a.stride += stride;
    atoms[k].stays = true;  // with the first one
    return true;
  }
  ATTN_ABI constexpr bool bind_group(std::size_t axis, std::size_t first, std::size_t last,
                                     std::size_t at, std::size_t stride) {
    const std::size_t size = x[at].size;
    std::size_t product = 1, unknown = last;
    for (std::size_t k = first; k < last; ++k) {
      if (atoms[k].known) {
        product = product_of(product, atoms[k].made.size);
      } else {
        if (unknown != last) return fail(fault::two_unknown, left().items[k].at, at);
        unknown = k;
      }
    }
    const bool fits = unknown == last ? product == size : size % product == 0;
    if (!fits) return fail(fault::not_a_product, left().axis_at[axis], at);
    if (unknown != last) atoms[unknown].made.size = size / product;
    for (std::size_t k = last; k-- > first; stride *= atoms[k].made.size) atoms[k].stride = stride;
    return true;
  }
  ATTN_ABI constexpr bool bind_left() {
    std::size_t stride = 1, first = 0, at = 0;
    for (std::size_t a = 0; a < rank; ++a) stride *= x[a].size;
    for (std::size_t axis = 0; axis < left().axes; ++axis) {
      std::size_t last = first;
      while (last < left().count && left().items[last].axis == axis) ++last;
      if (last == first + 1 && left().items[first].is == kind::ellipsis) {
        for (std::size_t c = 0; c < covered; ++c, ++at) {
          atom& a = atoms[of_ellipsis + c];
          a.made = {x[at].size, 0, 0, at + 1};
          a.stride = stride /= x[at].size;
        }
      } else {
        for (std::size_t k = first; k < last; ++k) {
          set_name(atoms[k], left().items[k]);
          set_size(atoms[k], left().items[k]);
        }
        stride /= x[at].size;
        const bool name = last == first + 1 && left().items[first].is == kind::name;
        const std::size_t before = name ? find(t, left(), left().items[first]) : first;
        if (!(before < first      ? bind_again(first, before, at, stride)
              : last == first + 1 ? bind_alone(first, at, stride)
                                  : bind_group(axis, first, last, at, stride)))
          return false;
        ++at;
      }
      first = last;
    }
    return true;
  }

  ATTN_ABI constexpr bool push(const made_axis made, std::size_t at) {
    if (b.axes == most_axes) return fail(fault::result_rank, at);
    const known_axis name =
        made.from == 0 ? known_axis{t.data + made.name_at, made.name_length, 1} : x[made.from - 1];
    for (std::size_t a = 0; a < b.axes; ++a)
      if (name.length > 0 && name.is_named_as(names[a])) return fail(fault::result_name, at);
    names[b.axes] = name;
    b.axis[b.axes++] = made;
    return true;
  }

  // The result: an axis of several atoms is a composition, and has no name.
  ATTN_ABI constexpr void compose(made_axis& made, std::size_t& parts, atom& a) {
    a.stays = true;
    b.kept.add(a.made.size, {a.stride});
    if (parts++ == 0)
      made = a.made;
    else
      made = {product_of(made.size, a.made.size), 0, 0, 0};
  }
  ATTN_ABI constexpr bool make_right() {
    std::size_t k = 0;
    for (std::size_t axis = 0; axis < right().axes; ++axis) {
      made_axis made{1, 0, 0, 0};
      std::size_t parts = 0;
      const bool alone = k < right().count && right().items[k].at == right().axis_at[axis];
      for (; k < right().count && right().items[k].axis == axis; ++k) {
        const item& each = right().items[k];
        if (each.is == kind::ellipsis) {
          for (std::size_t c = 0; c < covered; ++c) {
            compose(made, parts, atoms[of_ellipsis + c]);
            if (!alone) continue;
            if (!push(made, each.at)) return false;
            parts = 0;
          }
          continue;
        }
        if (each.is == kind::number && each.number == 1) continue;
        const std::size_t same = each.is == kind::name ? find(t, left(), each) : left().count;
        if (same < left().count) {
          compose(made, parts, atoms[same]);
          continue;
        }
        atom& added = atoms[of_result + k];
        set_name(added, each);
        set_size(added, each);
        if (!added.known) return fail(fault::no_size, each.at);
        compose(made, parts, added);
      }
      const bool was_ellipsis = alone && k > 0 && right().items[k - 1].is == kind::ellipsis;
      if (!was_ellipsis && !push(made, right().axis_at[axis])) return false;
    }
    return true;
  }
  ATTN_ABI constexpr void gather_reduced() {
    for (std::size_t k = 0; k < left().count; ++k) {
      if (left().items[k].is == kind::ellipsis)
        for (std::size_t c = 0; c < covered; ++c) reduce_over(atoms[of_ellipsis + c]);
      else
        reduce_over(atoms[k]);
    }
  }
  ATTN_ABI constexpr void reduce_over(const atom& a) {
    if (!a.stays) b.reduced.add(a.made.size, {a.stride});
  }

  ATTN_ABI constexpr void all() {
    if (sides_agree() && ranks_agree() && bind_left() && make_right()) gather_reduced();
  }
};

ATTN_ABI constexpr bound bind(const text& t, const parsed& p, operation op, const known_axis* x,
                              std::size_t rank, const known_axis* given, std::size_t sizes) {
  binder all{t, p, op, x, rank, given, sizes};
  if (p.found.what == fault::none)
    all.all();
  else
    all.b.found = p.found;
  return all.b;
}

// A parsed pattern of einsum meets its operands: the names become the labels of a contraction, and
// each of the result's axes is named as words and letters name (bind.hpp), or the first thing that
// does not fit is found.

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

  // The label with this name (or of this axis of the ellipsis, whose name is three dots). A new one
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
