// SPDX-License-Identifier: BSL-1.0
// A parsed pattern of rearrange, reduce or repeat meets a tensor: its names are bound to the
// tensor's axes one after the other, the sizes in parentheses are solved for, and what comes out is
// the axes of the result and the loops that read it; or the first thing that does not fit.
//
// Words (two characters and more) name, letters stand for: a word must be the name of its axis,
// where that has one, and is the name of the result's; a letter goes with any axis, whose name it
// leaves as it is. (Two letters are names alike: h does not go with an axis that is called w.)
#pragma once

#include <cstddef>

#include <attn/detail/abi.hpp>
#include <attn/detail/pattern/parse.hpp>
#include <attn/detail/strided.hpp>

namespace attn::detail::pattern {

// Of two sizes; the largest there is where the product is larger: no axis has it.
ATTN_ABI constexpr std::size_t product_of(std::size_t a, std::size_t b) {
  constexpr auto largest = static_cast<std::size_t>(-1);
  return a > largest / (b > 0 ? b : 1) ? largest : a * b;
}

// An axis of a tensor, or a size that was given: length 0 means no name. (Here and below zeros are
// what an object begins with: GCC 12 now and then forgets other initializers of an array's
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

// An axis of the result: of a size and, if there is one, the name in the pattern; or
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

  // Names that are on one side only; numbers where none may be.
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
        if (!(last == first + 1 ? bind_alone(first, at, stride)
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

}  // namespace attn::detail::pattern
