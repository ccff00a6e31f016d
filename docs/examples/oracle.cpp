// SPDX-License-Identifier: BSL-1.0
// Is the result of your attention kernel right? Yes, or no and where.
//
//   g++ -std=c++20 -O2 -I include docs/examples/oracle.cpp -o oracle
//   ./oracle q.npy k.npy v.npy out.npy [--causal]
//
// The files are float32 arrays, as numpy.save writes them. The answer is "yes" (exit status 0) if
// rounding explains every element of out: some order of the sums, fused products or not. It is "no"
// (1), with the element that is farthest off, if none does. A file that cannot be used is 2. The
// shapes are in the types below: for others, change the numbers.
#include <attn/analysis.hpp>
#include <attn/io/file.hpp>
#include <attn/io/npy.hpp>
#include <cstdio>
#include <string>
#include <string_view>

namespace {

using namespace attn;
using query = axis<"query", 16>;
using key = axis<"key", 24>;
using feature = axis<"feature", 32>;
using value = axis<"value", 8>;

// The elements of the files, and what a formula can make of them. Of a kernel whose exponential is
// off by up to 20 units in the last place: envelope<number, 20>.
using number = float;
using any_result = envelope<number>;

// Change this to what your kernel computes.
template <class Q, class K, class V>
auto formula(const Q& q, const K& k, const V& v, bool is_causal) {
  return is_causal ? scaled_dot_product_attention(q, k, v, causal<top_left>)
                   : scaled_dot_product_attention(q, k, v);
}

template <class Tensor>
bool load(const char* path, Tensor& x) {
  const file_bytes file = read_file(path);
  if (!file) {
    std::fprintf(stderr, "%s\n", file.message.c_str());
    return false;
  }
  const checkpoint_result result = from_npy(file.bytes, x);
  if (!result) std::fprintf(stderr, "%s: %s\n", path, result.text().c_str());
  return static_cast<bool>(result);
}

}  // namespace

int main(int argc, char** argv) {
  const bool is_causal = argc == 6 && std::string_view(argv[5]) == "--causal";
  if (argc != 5 && !is_causal) {
    std::fprintf(stderr, "oracle q.npy k.npy v.npy out.npy [--causal]\n");
    return 2;
  }
  static tensor<number, query, feature> q;
  static tensor<number, key, feature> k;
  static tensor<number, key, value> v;
  static tensor<number, query, value> out;
  if (!load(argv[1], q) || !load(argv[2], k) || !load(argv[3], v) || !load(argv[4], out)) return 2;

  const auto all = formula(as<any_result>(q), as<any_result>(k), as<any_result>(v), is_causal);
  const auto found = is_within(out, all);
  if (found) {
    std::printf("yes: rounding explains all %d elements\n", static_cast<int>(out.size()));
    return 0;
  }
  const auto text = found.text();
  std::string_view where(text.data(), text.size());
  where.remove_prefix(std::string_view("attn::check: ").size());
  std::printf("no: %.*s\n", static_cast<int>(where.size()), where.data());
  return 1;
}
