// SPDX-License-Identifier: BSL-1.0
// The errors of reverse mode that types cannot find (learning/gradient.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/detail/storage.hpp>
#include <attn/detail/vector.hpp>
#include <attn/learning/detail/rows.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void a_function_that_is_differentiated_must_do_the_same_each_time() {
  detail::end_of_program();
}
[[noreturn]] ATTN_ABI inline void gradient_exceeds_ATTN_GRADIENT_STACK_and_needs_a_workspace() {
  detail::end_of_program();
}
[[noreturn]] ATTN_ABI inline void gradient_inside_a_gradient_uses_an_operand_of_the_outer_one() {
  detail::end_of_program();
}
[[noreturn]] ATTN_ABI inline void gradient_workspace_is_too_small() { detail::end_of_program(); }

}  // namespace attn

namespace attn::detail {

// The record of a computation, which reverse mode goes through backwards.
//
//   recorded_part   a tensor in it: its values and their adjoints, the derivatives of the result
//   recorded_step   what was computed: the parts that it read and wrote, and its pullback, which
//                   adds what the adjoints of the result are worth to the adjoints of the operands
//
// All of it is taken from one block of memory, one piece after the other: at run time from a
// workspace, or from the stack, after the function was evaluated `counting`, which computes nothing
// and finds how large the block must be. In constant evaluation each piece is allocated.
//
// Contributions to the adjoints of a part are added in the order of the pullbacks: what was used
// last comes first, and the sum starts from its first contribution, not from 0.

template <class T>
struct recorded_part {
  const T* value = nullptr;
  T* adjoint = nullptr;  // a constant has none
  std::size_t size = 0;
  bool begun = false;               // the adjoints have a first contribution
  bool counted_apart = false;       // while counting: its elements have been counted
  recorded<T>* elements = nullptr;  // where somebody asked for them
  recorded_part* next = nullptr;    // in constant evaluation, to be freed
};

template <class T>
struct recording;

// The record of all operands, of which constants may have none. An operand of another record is a
// parameter, or depends on one, of a gradient around this one: its derivative would be lost.
template <class T>
ATTN_ABI constexpr recording<T>* common_record(recording<T>* a, recording<T>* b) {
  if (a == nullptr) return b;
  if (b != nullptr && b != a) gradient_inside_a_gradient_uses_an_operand_of_the_outer_one();
  return a;
}

template <class T>
struct recorded_step {
  using pullback = void (*)(recording<T>&, const recorded_step&);
  pullback pull = nullptr;
  recorded_part<T>* out = nullptr;
  recorded_part<T>* a = nullptr;
  recorded_part<T>* b = nullptr;
  recorded_part<T>* c = nullptr;
  const T* numbers = nullptr;
  T* adjoints = nullptr;
  const std::uint32_t* words = nullptr;
  T* const* targets = nullptr;
  recorded_step* before = nullptr;

  ATTN_ABI constexpr bool varies() const { return varies(a) || varies(b) || varies(c); }

 private:
  ATTN_ABI static constexpr bool varies(const recorded_part<T>* operand) {
    return operand != nullptr && operand->adjoint != nullptr;
  }
};

// In constant evaluation, what was allocated.
template <class U>
struct allocation {
  U* at;
  allocation* next;
};
template <class U>
struct allocations {
  allocation<U>* first = nullptr;
  ATTN_ABI constexpr U* take(std::size_t count) {
    first = new allocation<U>{new U[count], first};
    return first->at;
  }
  ATTN_ABI constexpr void release() {
    while (first != nullptr) {
      allocation<U>* next = first->next;
      delete[] first->at;
      delete first;
      first = next;
    }
  }
};

// The memory of a record, and what is called if it is not enough.
using error_function = void (*)();
struct record_memory {
  unsigned char* at = nullptr;
  std::size_t bytes = SIZE_MAX / 2;
  error_function too_small = nullptr;
};

template <class T>
struct recording {
  bool counting = false;
  std::size_t used = 0;  // bytes of the memory, so far
  T* scratch = nullptr;
  recorded_step<T>* last = nullptr;
  T anything{};  // while counting, the adjoint of everything that has one

  ATTN_ABI constexpr explicit recording(const record_memory& with = {}) : memory(with) {}
  recording(const recording&) = delete;
  recording& operator=(const recording&) = delete;

  // From now on nothing is recorded, but counted. Parts are remembered as far as there is room.
  ATTN_ABI constexpr void count_with(recorded_part<T>* room, std::size_t size) {
    counting = true;
    counted_parts = room;
    room_for_parts = size;
    variable.adjoint = &anything;
  }
  // Counted so far, and whether some were counted too often, because there was no room.
  std::size_t parts_made = 0;
  bool too_few_parts = false;

  // Room for `count` objects. Nullptr while counting, unless NotCounting, without which GCC warns.
  template <class U, bool NotCounting = false>
  ATTN_ABI constexpr U* take(std::size_t count) {
    static_assert(alignof(U) <= alignment);
    const std::size_t bytes = count * sizeof(U);
    const bool large = bytes >= 4 * alignment;
    // Counted so that the order does not matter, in which a compiler evaluates arguments.
    const std::size_t unit = counting ? (alignof(T) > 8 ? alignof(T) : 8) : alignof(U);
    const std::size_t wanted = large && !counting ? alignment : unit;
    const std::size_t padding = large && counting ? alignment - unit : 0;
    const std::size_t from = (used + wanted - 1) / wanted * wanted + padding;
    if (from > memory.bytes || bytes > memory.bytes - from) memory.too_small();
    used = from + bytes;
    return counting && !NotCounting ? nullptr : reinterpret_cast<U*>(memory.at + from);
  }
  static constexpr std::size_t alignment = 64;  // of the memory, and of large arrays in it
  // `count` numbers of the record. Nothing while counting.
  ATTN_ABI constexpr T* numbers(std::size_t count) { return taken(allocated_numbers, count); }
  ATTN_ABI constexpr std::uint32_t* words(std::size_t count) {
    return taken(allocated_words, count);
  }
  ATTN_ABI constexpr T** targets(std::size_t count) { return taken(allocated_targets, count); }
  ATTN_ABI constexpr recorded<T>* elements(std::size_t count) {
    return taken(allocated_elements, count);
  }
  ATTN_ABI constexpr void needs_scratch(std::size_t count) {
    if (count > scratch_size) scratch_size = count;
  }
  ATTN_ABI constexpr void take_scratch() { scratch = numbers(scratch_size + 1); }

  // A part with `size` elements, which has adjoints if it varies. Its values are to be written.
  struct made_part {
    recorded_part<T>* in_record;
    T* value;
  };
  ATTN_ABI constexpr made_part make_part(std::size_t size, bool varies) {
    T* value = numbers(size);
    T* adjoint = varies ? numbers(size) : nullptr;
    if (varies) needs_scratch(size);
    const recorded_part<T> made{.value = value, .adjoint = adjoint, .size = size};
    if (counting) return {counted_part(made, varies), nullptr};
    recorded_part<T>* in_record = std::is_constant_evaluated() ? allocate(made) : take_part(made);
    return {in_record, value};
  }

  // While counting: the elements of a part are taken from the record, once.
  ATTN_ABI constexpr void count_elements(recorded_part<T>& part, std::size_t size) {
    if (part.counted_apart) return;
    const bool varies = part.adjoint != nullptr;
    if (varies) numbers(size);
    elements(size);
    if (varies) add({});
    if (&part == &variable || &part == &constant)
      too_few_parts = true;
    else
      part.counted_apart = true;
  }

  ATTN_ABI constexpr void add(const recorded_step<T>& s) {
    if (std::is_constant_evaluated() && !counting) {
      recorded_step<T>* before = last;
      last = new recorded_step<T>(s);
      last->before = before;
      return;
    }
    recorded_step<T>* made = take<recorded_step<T>>(1);
    if (counting) return;
    *made = s;
    made->before = last;
    last = made;
  }

  // A step, if an operand of it varies, and the part of `size` elements that it makes. Its values
  // are to be written, unless counting.
  ATTN_ABI constexpr made_part make_step(std::size_t size, recorded_step<T> s) {
    const bool varies = s.varies();
    const made_part made = make_part(size, varies);
    s.out = made.in_record;
    if (varies) add(s);
    return made;
  }

  // All pullbacks, from the last step to the first.
  ATTN_ABI constexpr void pull_back() {
    take_scratch();
    for (recorded_step<T>* s = last; s != nullptr; s = s->before)
      if (s->out == nullptr || s->out->begun) s->pull(*this, *s);
  }

  // Adds to the adjoints of a part of N elements what write(to) writes. `to` is scratch, or the
  // adjoints themselves: all N are written.
  template <std::size_t N, class Write>
  ATTN_ABI constexpr void contribute(recorded_part<T>& to, const Write& write) {
    if (to.adjoint == nullptr) return;
    if (!to.begun) {
      write(to.adjoint);
      to.begun = true;
    } else {
      write(scratch);
      each_of_row<N>(to.adjoint, plus{}, static_cast<const T*>(to.adjoint),
                     static_cast<const T*>(scratch));
    }
  }
  // For what adds to some elements only: the adjoints, which have begun.
  ATTN_ABI constexpr T* adjoints_of(recorded_part<T>& to, std::size_t count) {
    if (to.adjoint != nullptr && !to.begun) {
      for (std::size_t i = 0; i < count; ++i) to.adjoint[i] = T(0);
      to.begun = true;
    }
    return to.adjoint;
  }

  // In constant evaluation, all that was allocated.
  ATTN_ABI constexpr void release() {
    while (last != nullptr) {
      recorded_step<T>* before = last->before;
      delete last;
      last = before;
    }
    while (parts != nullptr) {
      recorded_part<T>* next = parts->next;
      delete parts;
      parts = next;
    }
    allocated_numbers.release();
    allocated_words.release();
    allocated_targets.release();
    allocated_elements.release();
  }

 private:
  record_memory memory{};
  std::size_t scratch_size = 0;
  recorded_part<T>* parts = nullptr;
  allocations<T> allocated_numbers{};
  allocations<std::uint32_t> allocated_words{};
  allocations<T*> allocated_targets{};
  allocations<recorded<T>> allocated_elements{};
  // While counting: the parts, and what stands for those that there is no room for.
  recorded_part<T>* counted_parts = nullptr;
  std::size_t room_for_parts = 0;
  recorded_part<T> variable{}, constant{};

  template <class U>
  ATTN_ABI constexpr U* taken(allocations<U>& allocated, std::size_t count) {
    if (std::is_constant_evaluated() && !counting) return allocated.take(count);
    return take<U>(count);
  }
  ATTN_ABI constexpr recorded_part<T>* allocate(const recorded_part<T>& made) {
    recorded_part<T>* next = parts;
    parts = new recorded_part<T>(made);
    parts->next = next;
    return parts;
  }
  ATTN_ABI constexpr recorded_part<T>* take_part(const recorded_part<T>& made) {
    recorded_part<T>* part = take<recorded_part<T>, true>(1);
    *part = made;
    return part;
  }
  ATTN_ABI constexpr recorded_part<T>* counted_part(recorded_part<T> made, bool varies) {
    take<recorded_part<T>>(1);
    made.adjoint = varies ? &anything : nullptr;
    if (std::is_constant_evaluated()) return allocate(made);
    if (parts_made++ >= room_for_parts) return varies ? &variable : &constant;
    counted_parts[parts_made - 1] = made;
    return counted_parts + parts_made - 1;
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
