// SPDX-License-Identifier: BSL-1.0
// What a tensor of recorded elements is: a part of the record, or elements with adjoints of their
// own; and how one becomes the other.
#pragma once

#include <cstddef>
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
// And those that were put together get what the part got.
template <std::size_t N, class T>
ATTN_ABI constexpr void pull_together(recording<T>&, const recorded_step<T>& s) {
  for (std::size_t i = 0; i < N; ++i)
    if (s.targets[i] != nullptr) *s.targets[i] = T(*s.targets[i] + s.out->adjoint[i]);
}

// The elements of a part, each with an adjoint of its own; made once.
template <bool Varies, std::size_t N, class T>
ATTN_NOINLINE const recorded<T>* counted_elements(recording<T>& r, T* adjoint) {
  // While counting, nothing has room for them, and all that vary, or do not, are alike.
  static thread_local recorded<T> alike[N];
  for (recorded<T>& element : alike) element = recorded<T>(T{}, adjoint, &r);
  return alike;
}
template <std::size_t N, class T>
ATTN_ABI constexpr const recorded<T>* elements_of_part(recording<T>& r, recorded_part<T>& part) {
  if (part.elements != nullptr) return part.elements;
  const bool varies = part.adjoint != nullptr;
  T* adjoints = varies ? r.numbers(N) : nullptr;
  recorded<T>* elements = r.elements(N);
  if (varies) r.add({.pull = &pull_apart<N, T>, .a = &part, .adjoints = adjoints});
  if (r.counting)
    return varies ? counted_elements<true, N>(r, part.adjoint)
                  : counted_elements<false, N>(r, part.adjoint);
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

// A tensor of recorded elements: a part of the record, or elements; or, if neither, zeros.
template <class T, std::size_t N>
struct recorded_elements {
  recorded<T> each[storage_size<recorded<T>, N>];
  recorded_part<T>* whole = nullptr;
  recording<T>* in = nullptr;
  bool has_elements = false;
  bool being_joined = false;  // the part is put together of several tensors, and not complete

  ATTN_ABI constexpr recorded_elements() {}
  ATTN_ABI constexpr recorded_elements(const recorded<T>& only)
    requires(N == 1)
  {
    *elements() = only;
  }
  ATTN_ABI constexpr recorded_elements(const recorded_elements& other) { assign(other); }
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
    has_elements = being_joined = false;
  }

  ATTN_ABI constexpr const recorded<T>* elements() const {
    if (has_elements) return each;
    if (whole != nullptr) return elements_of_part<N>(*in, *whole);
    return recorded_zeros<T, N>.each;
  }
  // Elements that may be written, after which the part is no longer the tensor.
  ATTN_ABI constexpr recorded<T>* elements() {
    if (!has_elements) {
      const recorded<T>* from = std::as_const(*this).elements();
      for (std::size_t i = 0; i < N; ++i) each[i] = from[i];
      has_elements = true;
      whole = nullptr;
    }
    return each;
  }

  // The record that an element is in, if it is in one.
  ATTN_ABI constexpr recording<T>* record() const {
    if (whole != nullptr) return in;
    if (has_elements)
      for (const recorded<T>& element : each)
        if (element.in != nullptr) return element.in;
    return nullptr;
  }
  // The tensor as a part of the record.
  ATTN_ABI constexpr recorded_part<T>* together(recording<T>& record) const {
    if (whole != nullptr) return whole;
    const recorded<T>* from = elements();
    bool varies = false;
    for (std::size_t i = 0; i < N; ++i) varies = varies || from[i].adjoint != nullptr;
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
  ATTN_ABI constexpr void assign(const recorded_elements& other) {
    whole = other.whole;
    in = other.in;
    has_elements = other.has_elements;
    being_joined = false;
    if (has_elements)
      for (std::size_t i = 0; i < N; ++i) each[i] = other.each[i];
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
