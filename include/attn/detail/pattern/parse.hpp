// SPDX-License-Identifier: BSL-1.0
// A pattern is text such as "token (head d_k) -> head token d_k", or, for einsum,
// "query d_k, key d_k -> query key". Parsing makes items of it (names, numbers, an ellipsis), each
// with its place in the text and the axis that it is a part of, or finds the first mistake and
// where it is. Whether a pattern fits a tensor is the matter of bind.hpp.
//
// All of it is evaluated by the compiler, on characters and numbers: no types, no templates.
#pragma once

#include <cstddef>

#include <attn/detail/abi.hpp>

namespace attn::detail::pattern {

inline constexpr std::size_t most_items = 16;    // of one side of the arrow, or of one operand
inline constexpr std::size_t most_terms = 6;     // operands of einsum
inline constexpr std::size_t longest_name = 23;  // as the name of an axis

// What can be wrong, in the order in which it is looked for.
enum class fault : unsigned char {
  none,
  // the text
  no_arrow,
  second_arrow,
  character,
  not_closed,
  not_opened,
  nested,
  dots,
  second_ellipsis,
  grouped_ellipsis,
  name,
  number,
  twice,
  too_many,
  // its two sides
  vanishes,
  appears,
  ellipsis_vanishes,
  ellipsis_appears,
  // the text and the tensor
  rank,
  other_name,
  other_size,
  two_unknown,
  not_a_product,
  no_size,
  result_rank,
  result_name,
  // einsum
  operands,
  term_rank,
  other_axis,
  ellipsis_ranks,
};

// At which character of the text, and at which axis of which operand, where these have a part in
// it.
struct finding {
  fault what = fault::none;
  std::size_t at = 0;
  std::size_t axis = 0, operand = 0, other_axis = 0, other_operand = 0;

  ATTN_ABI constexpr bool is(fault one) const { return what == one; }
};

struct text {
  const char* data;
  std::size_t size;

  ATTN_ABI constexpr bool same(std::size_t at, std::size_t other, std::size_t length) const {
    for (std::size_t i = 0; i < length; ++i)
      if (data[at + i] != data[other + i]) return false;
    return true;
  }
};

enum class kind : unsigned char { name, number, ellipsis };

struct item {
  kind is = kind::name;
  std::size_t at = 0, length = 0;  // in the text
  std::size_t number = 0;          // its value
  std::size_t axis = 0;            // the axis of this side that it is (a part of)
};

// One side of the arrow, or one operand. An ellipsis that is not in parentheses counts as one axis.
struct term {
  item items[most_items]{};
  std::size_t count = 0, axes = 0;
  std::size_t axis_at[most_items + 1]{};  // where in the text
  std::size_t ellipsis = 0;               // which item it is, from 1; 0: there is none

  ATTN_ABI constexpr bool has_ellipsis() const { return ellipsis > 0; }
};

struct parsed {
  finding found;
  term operand[most_terms];
  std::size_t operands = 0;
  term result;
  std::size_t arrow = 0;
};

ATTN_ABI constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
ATTN_ABI constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
ATTN_ABI constexpr bool is_space(char c) { return c == ' ' || c == '\t'; }

// A term without a space between its names is of letters: "ij" is i and j. One pattern is all of
// letters or all of words.
ATTN_ABI constexpr bool is_of_letters(const text& t) {
  bool name = false, space = false;
  for (std::size_t i = 0; i < t.size; ++i) {
    const char c = t.data[i];
    if (is_space(c)) {
      space = name;
    } else if (is_letter(c) || is_digit(c)) {
      if (space) return false;
      name = true;
    } else {
      name = space = false;
    }
  }
  return true;
}

struct parser {
  text t;
  bool einsum;   // several operands, no parentheses, no numbers, names may come again
  bool letters;  // of einsum: each letter is a name
  parsed p{};
  std::size_t i = 0;  // the character that comes next
  bool on_right = false;
  bool in_group = false;
  std::size_t group_at = 0;

  ATTN_ABI constexpr term& here() { return on_right ? p.result : p.operand[p.operands - 1]; }
  ATTN_ABI constexpr bool fail(fault what, std::size_t at) {
    p.found = {what, at};
    return false;
  }

  ATTN_ABI constexpr void open_axis(std::size_t at) {
    term& side = here();
    side.axis_at[side.axes++] = at;
  }
  ATTN_ABI constexpr bool add(item x) {
    term& side = here();
    if (side.count == most_items || (!in_group && side.axes == most_items))
      return fail(fault::too_many, x.at);
    if (!in_group) open_axis(x.at);
    x.axis = side.axes - 1;
    side.items[side.count++] = x;
    return true;
  }

  ATTN_ABI constexpr bool arrow() {
    if (in_group) return fail(fault::not_closed, group_at);
    if (on_right) return fail(fault::second_arrow, i);
    p.arrow = i;
    on_right = true;
    i += 2;
    return true;
  }
  ATTN_ABI constexpr bool parenthesis() {
    const bool opens = t.data[i] == '(';
    if (einsum) return fail(fault::character, i);
    if (opens && in_group) return fail(fault::nested, i);
    if (!opens && !in_group) return fail(fault::not_opened, i);
    if (opens) {
      if (here().axes == most_items) return fail(fault::too_many, i);
      open_axis(i);
      group_at = i;
    }
    in_group = opens;
    ++i;
    return true;
  }
  ATTN_ABI constexpr bool ellipsis() {
    std::size_t end = i;
    while (end < t.size && t.data[end] == '.') ++end;
    if (end - i != 3) return fail(fault::dots, i);
    if (here().has_ellipsis()) return fail(fault::second_ellipsis, i);
    if (in_group && !on_right) return fail(fault::grouped_ellipsis, i);
    if (!add({kind::ellipsis, i, 3})) return false;
    here().ellipsis = here().count;
    i = end;
    return true;
  }
  ATTN_ABI constexpr bool name() {
    std::size_t end = i + 1;
    while (!letters && end < t.size && (is_letter(t.data[end]) || is_digit(t.data[end]))) ++end;
    const std::size_t length = end - i;
    if (length > longest_name) return fail(fault::name, i);
    // Twice on the left is a diagonal: of operands of einsum, and of axes outside of parentheses.
    if (!einsum || on_right)
      for (std::size_t k = 0; k < here().count; ++k) {
        const item& other = here().items[k];
        const bool alone = !in_group && other.at == here().axis_at[other.axis];
        if (other.is == kind::name && other.length == length && t.same(i, other.at, length) &&
            (on_right || !alone))
          return fail(fault::twice, i);
      }
    if (!add({kind::name, i, length})) return false;
    i = end;
    return true;
  }
  ATTN_ABI constexpr bool number() {
    std::size_t end = i, value = 0;
    bool digits = true;
    for (; end < t.size && (is_digit(t.data[end]) || is_letter(t.data[end])); ++end) {
      digits = digits && is_digit(t.data[end]);
      value = value * 10 + static_cast<std::size_t>(t.data[end] - '0');
    }
    if (!digits) return fail(fault::name, i);
    if (einsum || value == 0 || end - i > 9) return fail(fault::number, i);
    if (!add({kind::number, i, end - i, value})) return false;
    i = end;
    return true;
  }
  ATTN_ABI constexpr bool comma() {
    if (!einsum || on_right) return fail(fault::character, i);
    if (p.operands == most_terms) return fail(fault::too_many, i);
    ++p.operands;
    ++i;
    return true;
  }

  ATTN_ABI constexpr bool next() {
    const char c = t.data[i];
    if (is_space(c)) return ++i, true;
    if (c == '-' && i + 1 < t.size && t.data[i + 1] == '>') return arrow();
    if (c == '(' || c == ')') return parenthesis();
    if (c == '.') return ellipsis();
    if (c == ',') return comma();
    if (is_letter(c)) return name();
    if (is_digit(c)) return number();
    return fail(fault::character, i);
  }
  ATTN_ABI constexpr void all() {
    while (i < t.size)
      if (!next()) return;
    if (in_group)
      fail(fault::not_closed, group_at);
    else if (!on_right)
      fail(fault::no_arrow, t.size);
  }
};

ATTN_ABI constexpr parsed parse(const text& t, bool einsum, bool letters) {
  parser reader{t, einsum, letters};
  reader.p.operands = 1;
  reader.all();
  return reader.p;
}

// Which name of a side is the one at this place of the text. `count` if it has none.
ATTN_ABI constexpr std::size_t find(const text& t, const term& side, const item& x) {
  std::size_t k = 0;
  for (; k < side.count; ++k) {
    const item& other = side.items[k];
    if (other.is == kind::name && other.length == x.length && t.same(x.at, other.at, x.length))
      break;
  }
  return k;
}

}  // namespace attn::detail::pattern
