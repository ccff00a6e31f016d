// SPDX-License-Identifier: BSL-1.0
// Reverse mode of what moves elements: the adjoint of an element goes to the element that it is.
//
//   rename, split, merge        the same part of the record: nothing is recorded
//   transpose, permute, rearrange, repeat, select, narrow, embedding, concat, unroll, vmap
//
// What an element gets several times is added in the order of the result's elements.
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/layers/embedding.hpp>
#include <attn/learning/detail/storage.hpp>
#include <attn/ops/rearranging.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Numbers, as elements of the record that y is in.
template <class T>
struct backward_rule<of_constants, recorded<T>> {
  template <class Out, class X, class Y>
  ATTN_ABI static constexpr bool record(Out& out, const X& x, const Y& y) {
    if constexpr (!std::is_convertible_v<typename X::value_type, T> &&
                  !std::is_arithmetic_v<typename X::value_type>) {
      return false;
    } else {
      recording<T>* r = y.storage_.data.record();
      if (r == nullptr) return false;
      const auto made = r->make_part(X::volume, false);
      if (!r->counting)
        for (std::size_t i = 0; i < X::volume; ++i) made.value[i] = static_cast<T>(x.data()[i]);
      out.storage_.data.become(*r, made.in_record);
      return true;
    }
  }
};

template <class T>
struct backward_rule<of_same_elements, recorded<T>> {
  template <class Out, class X>
  ATTN_ABI static constexpr bool record(Out& out, const X& x) {
    recording<T>* r = record_of(x);
    if (r == nullptr) return false;
    out.storage_.data.become(*r, x.storage_.data.together(*r));
    return true;
  }
};

template <class Nest, std::size_t Slack, class T>
struct backward_rule<reordered<Nest, Slack>, recorded<T>> {
  template <class Out, class X>
  ATTN_ABI static constexpr bool record(Out& out, const X& x) {
    recording<T>* r = record_of(x);
    if (r == nullptr) return false;
    recorded_part<T>* operand = x.storage_.data.together(*r);
    const auto made = r->make_step(Out::volume, {.pull = &pull<X::volume>, .a = operand});
    if (!r->counting) reordered<Nest, 0>::write(made.value, operand->value);
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
  template <std::size_t Volume>
  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    const T* dy = s.out->adjoint;
    T* to = r.adjoints_of(*s.a, Volume);
    const auto add = [&](T* at) {
      *at = T(*at + *dy);
      ++dy;
    };
    Nest::run(add, to);
  }
};

template <std::size_t Count, std::size_t M, std::size_t N, std::size_t Slack, class T>
struct backward_rule<transposed<Count, M, N, Slack>, recorded<T>>
    : backward_rule<reordered<nest<loop<Count, M * N>, loop<N, 1>, loop<M, N>>, Slack>,
                    recorded<T>> {};

// Of a tensor that is elements, only those that are read are put together: a loop over its rows
// would otherwise need room for all of them each time.
template <class Around, std::size_t Count, class T>
struct backward_rule<part_of_axis<Around, Count>, recorded<T>> {
  template <class Out, class X>
  ATTN_ABI static constexpr bool record(Out& out, const X& x, std::size_t start) {
    recording<T>* r = record_of(x);
    if (r == nullptr) return false;
    if (x.storage_.data.has_elements) {
      recorded<T>* to = out.data();
      each(start, [&](std::size_t i) { *to++ = x.data()[i]; });
      out.storage_.data.become(*r, out.storage_.data.together(*r));
      return true;
    }
    recorded_part<T>* operand = x.storage_.data.together(*r);
    std::uint32_t* words = r->words(1);
    const auto made = r->make_step(Out::volume, {.pull = &pull, .a = operand, .words = words});
    if (!r->counting) {
      words[0] = static_cast<std::uint32_t>(start);
      T* to = made.value;
      each(start, [&](std::size_t i) { *to++ = operand->value[i]; });
    }
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
  // f of the place of each element, in the order of the result.
  template <class F>
  ATTN_ABI static constexpr void each(std::size_t start, const F& f) {
    for (std::size_t o = 0; o < Around::outer; ++o)
      for (std::size_t i = 0; i < Count * Around::inner; ++i)
        f((o * Around::extent + start) * Around::inner + i);
  }
  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    const T* dy = s.out->adjoint;
    T* to = r.adjoints_of(*s.a, Around::outer * Around::extent * Around::inner);
    each(s.words[0], [&](std::size_t i) { to[i] = T(to[i] + *dy++); });
  }
};

template <std::size_t Count, std::size_t Width, class T>
struct backward_rule<rows_of_table<Count, Width>, recorded<T>> {
  template <class Out, class Ids, class Table>
  ATTN_ABI static constexpr bool record(Out& out, const Ids& ids, const Table& table) {
    recording<T>* r = record_of(table);
    if (r == nullptr) return false;
    if (table.storage_.data.has_elements) {
      recorded<T>* to = out.data();
      for (const auto id : ids)
        for (std::size_t j = 0; j < Width; ++j)
          *to++ = table.data()[static_cast<std::size_t>(id) * Width + j];
      out.storage_.data.become(*r, out.storage_.data.together(*r));
      return true;
    }
    recorded_part<T>* rows = table.storage_.data.together(*r);
    std::uint32_t* words = r->words(Count);
    const auto made =
        r->make_step(Out::volume, {.pull = &pull<Table::volume>, .a = rows, .words = words});
    if (!r->counting)
      for (std::size_t i = 0; i < Count; ++i) {
        words[i] = static_cast<std::uint32_t>(static_cast<std::size_t>(ids.data()[i]));
        for (std::size_t j = 0; j < Width; ++j)
          made.value[i * Width + j] = rows->value[words[i] * Width + j];
      }
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
  template <std::size_t Volume>
  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    T* to = r.adjoints_of(*s.a, Volume);
    for (std::size_t i = 0; i < Count; ++i)
      for (std::size_t j = 0; j < Width; ++j) {
        T& sum = to[s.words[i] * Width + j];
        sum = T(sum + s.out->adjoint[i * Width + j]);
      }
  }
};

// A part that several tensors are put into, one step for each.
template <std::size_t Volume, std::size_t Part, class T>
struct backward_rule<runs_joined<Volume, Part>, recorded<T>> {
  template <class Out, class X>
  ATTN_ABI static constexpr bool record(Out& out, const X& x, std::size_t step,
                                        std::size_t offset) {
    auto& joined = out.storage_.data;
    const bool untouched = joined.whole == nullptr && !joined.has_elements;
    if (!untouched && !joined.being_joined) return false;
    recording<T>* r = untouched ? x.storage_.data.record() : joined.in;
    if (r == nullptr) return false;
    recorded_part<T>* operand = x.storage_.data.together(*r);
    if (untouched) {
      joined.become(*r, r->make_part(Volume, true).in_record);
      joined.being_joined = true;
    }
    std::uint32_t* words = r->words(2);
    if (!r->counting) {
      words[0] = static_cast<std::uint32_t>(step);
      words[1] = static_cast<std::uint32_t>(offset);
      T* values = const_cast<T*>(joined.whole->value);  // written once, before they are read
      each_run(step, offset,
               [&](std::size_t to, std::size_t from) { values[to] = operand->value[from]; });
    }
    if (operand->adjoint != nullptr)
      r->add({.pull = &pull, .out = joined.whole, .a = operand, .words = words});
    return true;
  }

 private:
  template <class F>
  ATTN_ABI static constexpr void each_run(std::size_t step, std::size_t offset, const F& f) {
    const std::size_t length = Part / (Volume / step);
    std::size_t from = 0;
    for (std::size_t run = offset; run < Volume; run += step)
      for (std::size_t i = 0; i < length; ++i) f(run + i, from++);
  }
  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    const T* dy = s.out->adjoint;
    r.template contribute<Part>(*s.a, [&](T* to) {
      each_run(s.words[0], s.words[1],
               [&](std::size_t from, std::size_t at) { to[at] = dy[from]; });
    });
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
