// SPDX-License-Identifier: BSL-1.0
// Reverse mode of the losses of rows of logarithms y, without weights of the classes.
//
//   loss = -y_id                                  dy_id = -d
//   loss = (1 - s) (-y_id) - s / n sum(y)         dy_j = -(d s / n), less d (1 - s) for j = id
//
// What is ignored has the derivative 0.
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/layers/cross_entropy.hpp>
#include <attn/learning/detail/storage.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <class T>
struct backward_rule<of_losses, recorded<T>> {
  template <std::size_t Classes, class Out, class Y, class Ids>
  ATTN_ABI static constexpr bool record(Out& out, const Y& y, const Ids& ids,
                                        const cross_entropy_options& options) {
    recording<T>* r = record_of(y);
    if (r == nullptr) return false;
    recorded_part<T>* rows = y.storage_.data.together(*r);
    std::uint32_t* words = r->words(Ids::volume);  // the classes; Classes where there is no loss
    T* shares = r->numbers(2);                     // of the class, and of each
    const auto made = r->make_step(
        Out::volume,
        {.pull = &pull<Ids::volume, Classes>, .a = rows, .numbers = shares, .words = words});
    if (!r->counting) {
      shares[0] = T(1 - options.label_smoothing);
      shares[1] = T(options.label_smoothing / Classes);
      for (std::size_t i = 0; i < Ids::volume; ++i) {
        const bool counted = counts(ids.data()[i], options.ignore_index);
        const std::size_t id = counted ? static_cast<std::size_t>(ids.data()[i]) : Classes;
        words[i] = static_cast<std::uint32_t>(id);
        made.value[i] = counted ? loss_of<Classes>(rows->value + i * Classes, id, nullptr,
                                                   options.label_smoothing)
                                : T(0);
      }
    }
    out.storage_.data.become(*r, made.in_record);
    return true;
  }

 private:
  template <std::size_t Rows, std::size_t Classes>
  ATTN_ABI static constexpr void pull(recording<T>& r, const recorded_step<T>& s) {
    r.template contribute<Rows * Classes>(*s.a, [&](T* to) {
      for (std::size_t i = 0; i < Rows; ++i, to += Classes) {
        const T d = s.out->adjoint[i];
        const bool counted = s.words[i] < Classes;
        const T of_each = counted ? T(-rounded(T(d * s.numbers[1]))) : T(0);
        for (std::size_t j = 0; j < Classes; ++j) to[j] = of_each;
        if (counted) to[s.words[i]] = to[s.words[i]] - rounded(T(d * s.numbers[0]));
      }
    });
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
