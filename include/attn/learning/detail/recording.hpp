// SPDX-License-Identifier: BSL-1.0
// The record of a computation, which reverse mode goes through backwards.
//
//   recorded_part   a tensor in it: its values and their adjoints, the derivatives of the result
//   recorded_step   what was computed: the parts that it read and wrote, and its pullback, which
//                   adds what the adjoints of the result are worth to those of the operands
//
// At run time a function is evaluated twice: first `counting`, which computes nothing and finds how
// much room the record needs, then with that room, so that nothing is allocated. In constant
// evaluation, where nothing else has room, it is allocated and evaluated once.
//
// Contributions to the adjoints of a part are added in the order of the pullbacks: what was used
// last comes first, and the sum starts from its first contribution, not from 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/detail/recorded.hpp>
#include <attn/detail/vector.hpp>
#include <attn/learning/detail/rows.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void a_function_that_is_differentiated_must_do_the_same_each_time() {
  detail::end_of_program();
}

namespace detail {

template <class T>
struct recorded_part {
  const T* value = nullptr;
  T* adjoint = nullptr;  // a constant has none
  std::size_t size = 0;
  bool begun = false;               // the adjoints have a first contribution
  recorded<T>* elements = nullptr;  // where somebody asked for them
  recorded_part* next = nullptr;    // in constant evaluation, to be freed
};

template <class T>
struct recording;

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

struct record_size {
  std::size_t steps = 0, parts = 0, numbers = 0, words = 0, targets = 0, elements = 0, scratch = 0;
};

// The memory of a record, of the size that was counted.
template <class T>
struct record_room {
  recorded_step<T>* steps = nullptr;
  recorded_part<T>* parts = nullptr;
  T* numbers = nullptr;
  std::uint32_t* words = nullptr;
  T** targets = nullptr;
  recorded<T>* elements = nullptr;
  T* scratch = nullptr;
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

template <class T>
struct recording {
  bool counting = false;
  record_size used{};  // so far; while counting, what is needed
  record_size all{};
  record_room<T> room{};
  T* scratch = nullptr;
  recorded_step<T>* last = nullptr;
  // What stands for every part while counting: one that has adjoints, and a constant.
  T anything{};
  recorded_part<T> variable{}, constant{};

  ATTN_ABI constexpr recording() { variable.adjoint = &anything; }
  recording(const recording&) = delete;
  recording& operator=(const recording&) = delete;

  // From now on the steps are recorded, in as much room as was counted.
  ATTN_ABI constexpr void begin(const record_room<T>& with) {
    all = used;
    used = {};
    room = with;
    scratch = room.scratch;
    counting = false;
  }

  // `count` numbers of the record; nothing while counting.
  ATTN_ABI constexpr T* numbers(std::size_t count) {
    return taken(&record_size::numbers, room.numbers, allocated_numbers, count);
  }
  ATTN_ABI constexpr std::uint32_t* words(std::size_t count) {
    return taken(&record_size::words, room.words, allocated_words, count);
  }
  ATTN_ABI constexpr T** targets(std::size_t count) {
    return taken(&record_size::targets, room.targets, allocated_targets, count);
  }
  ATTN_ABI constexpr recorded<T>* elements(std::size_t count) {
    return taken(&record_size::elements, room.elements, allocated_elements, count);
  }
  ATTN_ABI constexpr void needs_scratch(std::size_t count) {
    if (count > used.scratch) used.scratch = count;
  }

  // A part with `size` elements, which has adjoints if it varies. Its values are to be written.
  struct made_part {
    recorded_part<T>* in_record;
    T* value;
  };
  ATTN_ABI constexpr made_part make_part(std::size_t size, bool varies) {
    T* value = numbers(size);
    T* adjoint = varies ? numbers(size) : nullptr;
    if (varies) needs_scratch(size);
    if (std::is_constant_evaluated()) {
      parts = new recorded_part<T>{.value = value, .adjoint = adjoint, .size = size, .next = parts};
      return {parts, value};
    }
    recorded_part<T>* made = from_room(&record_size::parts, room.parts, 1);
    if (counting) return {varies ? &variable : &constant, nullptr};
    *made = recorded_part<T>{.value = value, .adjoint = adjoint, .size = size};
    return {made, value};
  }

  ATTN_ABI constexpr void add(const recorded_step<T>& s) {
    if (std::is_constant_evaluated()) {
      recorded_step<T>* before = last;
      last = new recorded_step<T>(s);
      last->before = before;
      return;
    }
    recorded_step<T>* made = from_room(&record_size::steps, room.steps, 1);
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
    if (std::is_constant_evaluated()) scratch = numbers(used.scratch + 1);
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
  recorded_part<T>* parts = nullptr;
  allocations<T> allocated_numbers{};
  allocations<std::uint32_t> allocated_words{};
  allocations<T*> allocated_targets{};
  allocations<recorded<T>> allocated_elements{};

  template <class U>
  ATTN_ABI constexpr U* taken(std::size_t record_size::* kind, U* from, allocations<U>& allocated,
                              std::size_t count) {
    if (std::is_constant_evaluated()) return allocated.take(count);
    return from_room(kind, from, count);
  }
  template <class U>
  ATTN_ABI constexpr U* from_room(std::size_t record_size::* kind, U* from, std::size_t count) {
    const std::size_t before = used.*kind;
    used.*kind += count;
    if (counting) return nullptr;
    if (used.*kind > all.*kind) a_function_that_is_differentiated_must_do_the_same_each_time();
    return from + before;
  }
};

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
