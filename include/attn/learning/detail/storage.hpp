// SPDX-License-Identifier: BSL-1.0
// What a tensor of recorded elements is: a part of the record, or elements with adjoints of their
// own, and how one becomes the other.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include <attn/detail/storage.hpp>
#include <attn/learning/detail/recording.hpp>
#include <attn/learning/recorded.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// The elements of a part that was taken apart give it what they got.
template <std::size_t N, class T>
ATTN_ABI constexpr void pull_apart(recording<T>& r, const recorded_step<T>& s) {
  r.template contribute<N>(*s.a, [&](T* to) {
    for (std::size_t i = 0; i < N; ++i) to[i] = s.adjoints[i];
  });
}
// Recordings that were put together get the derivatives of their parts.
template <std::size_t N, class T>
ATTN_ABI constexpr void pull_together(recording<T>&, const recorded_step<T>& s) {
  for (std::size_t i = 0; i < N; ++i)
    if (s.targets[i] != nullptr) *s.targets[i] = T(*s.targets[i] + s.out->adjoint[i]);
}

// The elements of a part, each with an adjoint of its own. Made once.
template <std::size_t N, class T>
ATTN_ABI constexpr const recorded<T>* elements_of_part(recording<T>& r, recorded_part<T>& part) {
  if (part.elements != nullptr) return part.elements;
  const bool varies = part.adjoint != nullptr;
  T* adjoints = varies ? r.numbers(N) : nullptr;
  recorded<T>* elements = r.elements(N);
  if (varies) r.add({.pull = &pull_apart<N, T>, .a = &part, .adjoints = adjoints});
  for (std::size_t i = 0; i < N; ++i) {
    if (varies) adjoints[i] = T(0);
    elements[i] = recorded<T>(part.value[i], varies ? adjoints + i : nullptr, &r);
  }
  part.elements = elements;
  return elements;
}

template <class T, std::size_t N>
struct all_zeros {
  recorded<T> each[N];
  ATTN_ABI constexpr all_zeros() {
    for (recorded<T>& element : each) element = recorded<T>(T{});
  }
};
template <class T, std::size_t N>
ATTN_ABI inline constexpr all_zeros<T, N> recorded_zeros{};

// A tensor of recorded elements: a part of the record, or elements, or, if neither, zeros. While
// counting, nothing has room for the elements of a part, and they are here, all alike, even of a
// tensor that is const: at run time when somebody asks, in constant evaluation from the start.
template <class T, std::size_t N>
struct recorded_elements {
  struct array {
    recorded<T> each[storage_size<recorded<T>, N>];
    ATTN_ABI constexpr array() {}
  };
  union {
    array own;
    mutable array counted;
  };
  recorded_part<T>* whole = nullptr;
  recording<T>* in = nullptr;
  bool has_elements = false;
  bool being_joined = false;  // the part is put together of several tensors, and not complete
  mutable bool has_counted = false;  // read at run time only: GCC 12 reads nothing mutable before

  ATTN_ABI constexpr recorded_elements() : own() {}
  ATTN_ABI constexpr recorded_elements(const recorded<T>& only)
    requires(N == 1)
      : own() {
    *elements() = only;
  }
  ATTN_ABI constexpr recorded_elements(const recorded_elements& other) : own() { assign(other); }
  ATTN_ABI constexpr recorded_elements& operator=(const recorded_elements& other) {
    if (this != &other) assign(other);
    return *this;
  }

  // As the array that it stands for.
  ATTN_ABI constexpr operator recorded<T>*() { return elements(); }
  ATTN_ABI constexpr operator const recorded<T>*() const { return elements(); }

  // The whole tensor is this part of the record.
  ATTN_ABI constexpr void become(recording<T>& record, recorded_part<T>* made) {
    whole = made;
    in = &record;
    has_counted = has_elements = being_joined = false;
    if (record.counting && std::is_constant_evaluated()) fill(own);
  }

  ATTN_ABI constexpr const recorded<T>* elements() const {
    if (has_elements) return own.each;
    if (whole == nullptr) return recorded_zeros<T, N>.each;
    if (!in->counting) return elements_of_part<N>(*in, *whole);
    in->count_elements(*whole, N);
    if (std::is_constant_evaluated()) return own.each;
    if (!has_counted) fill(*::new (static_cast<void*>(&counted)) array);
    has_counted = true;
    return counted.each;
  }
  // Elements that may be written, after which the part is no longer the tensor.
  ATTN_ABI constexpr recorded<T>* elements() {
    if (!has_elements) {
      if (whole != nullptr && in->counting) {
        in->count_elements(*whole, N);
        if (!std::is_constant_evaluated() && has_counted) ::new (static_cast<void*>(&own)) array;
        fill(own);
      } else {
        const recorded<T>* from = std::as_const(*this).elements();
        for (std::size_t i = 0; i < N; ++i) own.each[i] = from[i];
      }
      has_elements = true;
      whole = nullptr;
    }
    return own.each;
  }

  // The record that an element is in, if it is in one.
  ATTN_ABI constexpr recording<T>* record() const {
    if (whole != nullptr) return in;
    if (has_elements)
      for (const recorded<T>& element : own.each)
        if (element.in != nullptr) return element.in;
    return nullptr;
  }
  // The tensor as a part of the record.
  ATTN_ABI constexpr recorded_part<T>* together(recording<T>& record) const {
    if (whole != nullptr) return common_record(in, &record), whole;
    const recorded<T>* from = elements();
    bool varies = false;
    for (std::size_t i = 0; i < N; ++i) {
      common_record(&record, from[i].in);
      varies = varies || from[i].adjoint != nullptr;
    }
    const auto made = record.make_part(N, varies);
    T** targets = varies ? record.targets(N) : nullptr;
    if (!record.counting) {
      for (std::size_t i = 0; i < N; ++i) made.value[i] = from[i].value;
      if (varies)
        for (std::size_t i = 0; i < N; ++i) targets[i] = from[i].adjoint;
    }
    if (varies)
      record.add({.pull = &pull_together<N, T>, .out = made.in_record, .targets = targets});
    return made.in_record;
  }

 private:
  // While counting: what stands for the elements of a part.
  ATTN_ABI constexpr void fill(array& to) const {
    for (recorded<T>& element : to.each) element = recorded<T>(T{}, whole->adjoint, in);
  }
  ATTN_ABI constexpr void assign(const recorded_elements& other) {
    whole = other.whole;
    in = other.in;
    has_elements = other.has_elements;
    has_counted = being_joined = false;
    if (has_elements || (std::is_constant_evaluated() && whole != nullptr && in->counting))
      for (std::size_t i = 0; i < N; ++i) own.each[i] = other.own.each[i];
  }
};

template <class T, std::size_t N>
struct storage<recorded<T>, N> {
  recorded_elements<T, N> data;
};

// The record that one of the tensors is in, and a tensor as a part of it.
template <class... X>
ATTN_ABI constexpr auto record_of(const X&... x) {
  using R = std::common_type_t<decltype(x.storage_.data.record())...>;
  R found = nullptr;
  ((found = found != nullptr ? found : x.storage_.data.record()), ...);
  return found;
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
