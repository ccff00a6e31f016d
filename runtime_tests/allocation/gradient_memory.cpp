// SPDX-License-Identifier: BSL-1.0
// gradient_memory: how many bytes the records of gradients have, and what happens beyond them: the
// program ends with the name of the error, here in a hook, and never with a segmentation fault.
#include <csetjmp>
#include <cstdio>
#include <cstring>

static std::jmp_buf beyond;
static const char* error = "";
[[noreturn]] static void report(const char* what) {
  error = what;
  std::longjmp(beyond, 1);
}
#define ATTN_END_OF_PROGRAM(what) report(what)
#define ATTN_GRADIENT_STACK 2'000'000
#include <attn/attention.hpp>
#include <attn/learning.hpp>
#include <attn/ops.hpp>

#include "static_tests/support/fill.hpp"

namespace {

using namespace attn;
using attn_tests::filled;

int failed = 0;
void expect(const char* what, bool holds) {
  std::printf("%-6s %s\n", holds ? "ok" : "FAIL", what);
  failed += holds ? 0 : 1;
}
void expect_at_most(const char* what, std::size_t bytes, std::size_t most) {
  std::printf("%-6s %s: %zu bytes, at most %zu\n", bytes <= most ? "ok" : "FAIL", what, bytes,
              most);
  failed += bytes <= most ? 0 : 1;
}
template <class F>
void expect_error(const char* name, const F& f) {
  error = "";
  if (setjmp(beyond) == 0) f();
  expect(name, std::strcmp(error, name) == 0);
}

constexpr auto total = [](const auto& y) { return sum<0>(sum<0>(y)); };
constexpr auto squares = [](const auto& p) {
  auto s = p(0) * p(0);
  for (std::size_t i = 1; i < p.size(); ++i) s = s + p(i) * p(i);
  return s;
};
template <class P>
using element_of = typename std::remove_cvref_t<P>::value_type;

template <std::size_t N>
void loop_of() {
  static tensor<double, dim<N>> x = filled<tensor<double, dim<N>>>(1);
  expect_at_most("a loop", gradient_workspace_size(squares, x), 310 * N);
  static gradient_workspace<gradient_workspace_size(squares, tensor<double, dim<N>>{})> workspace;
  expect("its gradient in a workspace", gradient(workspace, squares, x) == x + x);
  expect("and on the stack", gradient(squares, x) == x + x);
}

// The record and copies of the gradient are all that is on the stack: no parameters, 24 bytes an element.
void on_the_stack() {
  static tensor<double, dim<4000>> x{}, by_x;
  const void* const outside = __builtin_frame_address(0);
  std::ptrdiff_t taken = 0;
  const auto f = [&](const auto& p) {
    taken = static_cast<const char*>(outside) - static_cast<char*>(__builtin_frame_address(0));
    return sum<0>(multiply(p, p));
  };
  by_x = gradient(f, x);
  const auto all = static_cast<std::size_t>(taken);
  expect_at_most("the stack of a gradient", all, gradient_workspace_size(f, x) + 7 * sizeof x / 2);
  static gradient_workspace<2'000'000> workspace;
  by_x = gradient(workspace, f, x);
  expect_at_most("  and with a workspace", static_cast<std::size_t>(taken), 7 * sizeof x / 2);
}

using token = axis<"token", 32>;
using width = axis<"width", 32>;
using X = tensor<float, token, width>;
const X x = filled<X>(2);
const auto classes = as_token_ids<32>(tensor<int, token>{});
const tensor<float, width> weight = filled<tensor<float, width>>(3, 0.5F);

template <class F>
void of_x(const char* what, std::size_t most, const F& f) {
  expect_at_most(what, gradient_workspace_size(f, x), most);
  static gradient_workspace<4'000'000> workspace;
  expect("  the same bits in a workspace",
         bitwise_equal(gradient(workspace, f, x), gradient(f, x)));
}

template <std::size_t Tokens, std::size_t Width, std::size_t Layers>
struct writer {
  using word = axis<"word", 27>;
  using wide = axis<"wide", Width>;
  using layer = nn::encoder_layer<float, wide, axis<"head", 4>, axis<"inner", 2 * Width>,
                                  output_by_input, act::gelu_tanh, pre_norm>;
  using type = nn::language_model<word, layer, Layers,
                                  nn::learned_positions<float, axis<"place", Tokens>, wide>>;
};
template <std::size_t Tokens>
const auto words = as_token_ids<27>(tensor<int, axis<"token", Tokens>>{});
template <std::size_t Tokens>
auto loss_of_words = [](const auto& m) { return cross_entropy(m(words<Tokens>), words<Tokens>); };

}  // namespace

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  loop_of<100>();
  loop_of<500>();
  loop_of<1000>();
  loop_of<2000>();
  on_the_stack();
  expect("a loop over 1,000 doubles, on the page",
         sizeof(void*) != 8 ||
             gradient_workspace_size(squares, tensor<double, dim<1000>>{}) == 304'368);

  of_x("multiply", 40'000, [](const auto& p) { return total(multiply(p, p)); });
  of_x("cross_entropy", 45'000, [](const auto& p) { return cross_entropy(p, classes); });
  of_x("cross_entropy with class weights", 80'000, [](const auto& p) {
    return cross_entropy(p, classes, type_as(multiply(weight, weight), p));
  });
  of_x("flip", 80'000, [](const auto& p) { return total(flip<1>(p)); });
  of_x("cumsum", 190'000, [](const auto& p) { return total(cumsum<1>(p)); });
  of_x("index_select", 80'000,
       [](const auto& p) { return total(index_select<0>(p, tensor<int, dim<3>>{5, 3, 5})); });
  of_x("rotary", 230'000, [](const auto& p) { return total(rotary<half_pairs>(p)); });
  of_x("relative_bias", 240'000,
       [](const auto& p) { return sum<0>(total(relative_bias<dim<16>, dim<17>>(p))); });
  of_x("sinusoidal_positions", 200'000, [](const auto& p) {
    return total(nn::sinusoidal_positions<element_of<decltype(p)>, token, width, interleaved>{}(p));
  });
  of_x("learned_positions", 230'000, [](const auto& p) {
    return total(nn::learned_positions<element_of<decltype(p)>, token, width>{p}(p));
  });
  of_x("attention", 75'000,
       [](const auto& p) { return total(scaled_dot_product_attention(p, p, p, causal<>)); });
  // What computes each score and each sum alone records it alone: 112 bytes for each number.
  expect_at_most("attention, capped, skip_masked",
                 gradient_workspace_size(
                     [](const auto& p) {
                       return total(scaled_dot_product_attention(p, p, p, causal<>, skip_masked,
                                                                 soft_capped_by(30.0)));
                     },
                     x),
                 4'000'000);
  expect_at_most("grouped_query_attention of 16 tokens",
                 gradient_workspace_size(
                     [](const auto& p) {
                       const auto q = rearrange<"token (h d) -> h token d">(p, axis<"h", 4>());
                       const auto k = narrow<0, 2>(q, 0);
                       return sum<0>(total(grouped_query_attention(q, k, k, causal<>)));
                     },
                     tensor<float, axis<"token", 16>, width>{}),
                 4'000'000);

  using small = writer<20, 32, 2>::type;
  static const small few{};
  std::printf("%zu parameters\n", parameter_count<small>);
  expect_at_most("a language model and 20 tokens", gradient_workspace_size(loss_of_words<20>, few),
                 1'000'000);
  expect("its gradient on the stack", value_and_gradient(loss_of_words<20>, few).value > 3);
  using large = writer<64, 64, 2>::type;
  static const large many{};
  std::printf("%zu parameters\n", parameter_count<large>);
  expect_at_most("a language model and 64 tokens", gradient_workspace_size(loss_of_words<64>, many),
                 6'000'000);

  // Beyond what there is.
  static gradient_workspace<1000> little;
  expect_error("gradient_workspace_is_too_small", [&] {
    gradient(
        little, [&](const auto& p) { return squares(rename<0, "x">(p)); },
        filled<tensor<double, dim<50>>>(1));
  });
  expect_error("gradient_exceeds_ATTN_GRADIENT_STACK_and_needs_a_workspace",
               [&] { gradient(loss_of_words<64>, many); });
  expect_error("a_function_that_is_differentiated_must_do_the_same_each_time", [&] {
    int calls = 0;
    gradient(
        [&](const auto& p) {
          auto s = p(0) * 2;
          for (int i = 0; i < calls; ++i) s = s * s;
          ++calls;
          return s;
        },
        filled<tensor<double, dim<50>>>(1));
  });
  // Of a gradient inside another: as a constant, this does not compile.
  const auto f = [](const auto& p) {
    const auto inner = [&](const auto& w) { return sum<0>(multiply(w, p)); };
    return p(0) * gradient(inner, tensor<double, dim<2>>{1, 2})(0);
  };
  const auto by_elements = [](const auto& p) {
    const auto inner = [&](const auto& w) { return w(0) * p(0); };
    return p(0) * gradient(inner, tensor<double, dim<2>>{1, 2})(0);
  };
  const auto itself = [](const auto& p) {
    return p(0) * gradient([&](const auto&) { return p(1); }, tensor<double, dim<2>>{1, 2})(0);
  };
  const tensor<double, dim<2>> at{3, 4};
  const char* lost = "gradient_inside_a_gradient_uses_an_operand_of_the_outer_one";
  expect_error(lost, [&] { gradient(f, at); });
  expect_error(lost, [&] { gradient(by_elements, at); });
  expect_error(lost, [&] { gradient(itself, at); });
  static gradient_workspace<4000> enough;
  expect_error(lost, [&] { gradient(enough, f, at); });
  return failed;
}
