// SPDX-License-Identifier: BSL-1.0
// What the programs that compare models with another library have in common: the numbers both start
// from, samples that take turns, and results that must agree.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace bench {

// Of the model by this name, of its parameters and inputs, one after the other.
struct model_data {
  std::string name;
  std::vector<double> parameters;
  std::vector<double> inputs;
};

// A call whose operands the compiler knows nothing of, and whose result is needed.
template <class F>
auto observed(const F& f) {
  asm volatile("" ::: "memory");
  auto y = f();
  asm volatile("" : : "g"(&y) : "memory");
  return y;
}

constexpr std::size_t samples = 41;
constexpr double seconds_of_a_sample = 0.002;

struct timed {
  std::function<void()> call;
  long calls = 1;
  std::vector<double> times{};  // of a call, in microseconds

  double once(long n) const {
    using clock = std::chrono::steady_clock;
    const auto begin = clock::now();
    for (long i = 0; i < n; ++i) call();
    return std::chrono::duration<double>(clock::now() - begin).count();
  }
  void find_calls() {
    while (once(calls) < seconds_of_a_sample) calls *= 2;
  }
  double median() {
    std::nth_element(times.begin(), times.begin() + samples / 2, times.end());
    return times[samples / 2];
  }
};

// The samples of all take turns, so that what slows the machine slows them all.
inline void take_turns(std::vector<timed>& all) {
  for (timed& t : all) t.find_calls();
  for (std::size_t s = 0; s < samples; ++s)
    for (timed& t : all) t.times.push_back(t.once(t.calls) / static_cast<double>(t.calls) * 1e6);
}

inline bool agree(double a, double b, double scale, double tolerance) {
  return std::abs(a - b) <= tolerance * scale;
}
// The tolerance is relative to the largest element.
inline bool agree(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  if (a.size() != b.size()) return false;
  double largest = 0;
  for (const double e : b) largest = std::max(largest, std::abs(e));
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!agree(a[i], b[i], largest, tolerance)) return false;
  return true;
}

}  // namespace bench
