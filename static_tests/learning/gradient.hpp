// SPDX-License-Identifier: BSL-1.0
// Behaviours of gradient, gradient_of_models, recorded of attn/learning/.
// clip_gradient_norm, clip_gradient_value and bound_of_a_gradient_must_be_positive: optimisers.hpp.
#pragma once

#include <boost/hana/define_struct.hpp>
#include "static_tests/reference/gradients.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::learning_gradient_tests {
// The sum of all elements, of which the gradient is asked.
struct total {
  template <class T, class... Axes> constexpr auto operator()(const tensor<T, Axes...>& x) const {
    if constexpr (sizeof...(Axes) == 0)
      return x;
    else
      return (*this)(sum<0>(x));
  }
};

// sum(u * y): with it, a gradient is what y.backward(u) computes.
template <class T, class U, class... Y, class... Axes>
constexpr T weighted(const tensor<T, Y...>& y, const tensor<U, Axes...>& u) {
  T sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    sum = sum + detail::rounded(T(y.data()[i] * T(u.data()[i])));
  return sum;
}

// A model of two layers; the table's rows that no token names have no gradient.
template <class T> struct words {
  using table_type = nn::embedding<T, dim<5>, dim<3>>;
  using layer_type = nn::linear<T, dim<3>, dim<2>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(words, (table_type, table), (layer_type, layer));
  template <scalar U> using with_element = words<U>;
  friend constexpr bool operator==(const words&, const words&) = default;
};

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/learning/gradient.hpp promises; the numbers are those that PyTorch's backward passes were
  // checked against.
  tests.executed<float, double>("of a sum of squares", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, axis<"row", 2>, axis<"column", 19>>>(7, T(3)));
    const auto squares = [](const auto& y) { return total{}(multiply(y, y)); };
    const auto both = value_and_gradient(squares, x);
    has_type<value_and_gradient_of<T, tensor<T, axis<"row", 2>, axis<"column", 19>>>>(both);
    r.same(both.value, squares(x).data()[0]);
    r.same(both.gradient, x + x);
    r.same(gradient(squares, x), both.gradient);
  });
  tests.executed<float, double>("activations", []<class T>(report& r) {
    using namespace reference::gradients_activations;
    const auto points = launder(as<T>(x));
    const auto slopes = [&](const auto& f) {
      const auto slope = gradient([&](const auto& y) { return total{}(f(y)); }, points);
      r.bits(slope);
      return slope;
    };
    r.check(near(slopes([](const auto& y) { return relu(y); }), d_relu));
    r.check(near(slopes([](const auto& y) { return sigmoid(y); }), d_sigmoid));
    r.check(near(slopes([](const auto& y) { return tanh(y); }), d_tanh));
    r.check(near(slopes([](const auto& y) { return gelu_exact(y); }), d_gelu_erf));
    r.check(near(slopes([](const auto& y) { return gelu_tanh(y); }), d_gelu_tanh));
    r.check(near(slopes([](const auto& y) { return silu(y); }), d_silu));
  });
  // The loss of a classifier: what a training step starts from.
  tests.executed<float, double>("softmax cross-entropy", []<class T>(report& r) {
    using namespace reference::gradients_softmax_cross_entropy;
    const auto mean_loss = [](const auto& x) {
      const auto likely = attn::log_softmax(x);
      using D = typename std::remove_cvref_t<decltype(x)>::value_type;
      D sum = 0;
      for (int i = 0; i < 4; ++i) sum = sum - likely(i, targets(i));
      return sum / D(4);
    };
    const auto both = value_and_gradient(mean_loss, launder(as<T>(logits)));
    r.check(near(tensor<T>(both.value), loss));
    r.check(near(both.gradient, dlogits));
    r.bits(both.gradient);
  });
  // What y.backward(u) leaves in x.grad, for tensors and models.
  tests.executed("of a tensor, weighted", [](report& r) {
    using X = tensor<double, axis<"row", 2>, axis<"column", 3>>;
    const X x = launder(filled<X>(3));
    const auto u = launder(filled<tensor<double, axis<"row", 2>>>(4));
    const auto f = [](const auto& y) { return sum<"column">(multiply(y, y)); };
    const auto back = vjp(f, x, u);
    r.check(is_close(back, multiply(x * 2, expand<axis<"column", 3>>(u)), 1e-15, 0));
    r.bits(back);
  });
  // By einsum, and with turned operands: the step of a product.
  tests.executed<float, double>("of a product", []<class T>(report& r) {
    const auto a = launder(filled<tensor<T, axis<"row", 2>, axis<"d", 5>>>(3));
    const auto b = filled<tensor<T, axis<"d", 5>, axis<"column", 3>>>(4);
    const auto of = [&](const auto& f) {
      return gradient([&](const auto& x) { return total{}(f(x, type_as(b, x))); }, a);
    };
    const auto found = of([](const auto& x, const auto& y) {
      const auto c = matmul(x, y);
      return multiply(c, c);
    });
    r.same(of([](const auto& x, const auto& y) {
      const auto c = einsum<"row d, d column -> row column">(x, y);
      return multiply(c, c);
    }),
        found);
    r.same(of([](const auto& x, const auto& y) {
      const auto c = einsum<"column d, row d -> row column">(transpose(y), x);
      return multiply(c, c);
    }),
        found);
  });
  tests.executed("by several parameters", [](report& r) {
    using A = matrix<double, 2, 3>;
    using B = matrix<double, 3, 2>;
    const A a = launder(filled<A>(5));
    const B b = launder(filled<B>(6));
    const auto f = [](const auto& p, const auto& q) { return total{}(matmul(p, q)); };
    const auto both = value_and_gradient(f, a, b);
    r.check(both.gradient == gradient(f, a, b));
    const auto& [by_a, by_b] = both.gradient;
    r.check(is_close(by_a, gradient([&](const auto& p) { return f(p, type_as(b, p)); }, a), 0, 0));
    r.check(is_close(by_b, gradient([&](const auto& q) { return f(type_as(a, q), q); }, b), 0, 0));
    r.bits(by_a);
    r.bits(by_b);
  });
  // A parameter that does not matter, a function that is constant, one that returns its parameter.
  tests.executed("without a path", [](report& r) {
    using X = tensor<double, dim<3>>;
    const X x = launder(X{1, 2, 3});
    const auto slopes = gradient([](const auto& p, const auto&) { return sum<0>(p); }, x, x);
    r.check(bits_equal(std::get<0>(slopes), X{1, 1, 1}));
    r.check(bits_equal(std::get<1>(slopes), X{0, 0, 0}));
    const auto constant =
        value_and_gradient([](const auto& p) { return sum<0>(type_as(X{1, 2, 4}, p)); }, x);
    r.check(constant.value == 7 && bitwise_equal(constant.gradient, X{}));
    const auto itself = gradient([](const auto& p) { return p; }, tensor<double>(launder(3.0)));
    r.check(itself == tensor<double>(1.0));
    const auto zeros = gradient(
        [](const auto& p) {
          using D = typename std::remove_cvref_t<decltype(p)>::value_type;
          return sum<0>(tensor<D, dim<3>>{} + p);  // a tensor that nobody has written to
        },
        x);
    r.check(bits_equal(zeros, X{1, 1, 1}));
  });
  // Forward over reverse: the derivatives of a gradient.
  tests.proved("second derivatives", [](report& r) {
    using X = tensor<double, dim<3>>;
    const X x = launder(X{0.5, -1, 2});
    const auto f = [](const auto& p) {
      const auto w = softmax(p);
      return sum<0>(multiply(multiply(p, p), w));
    };
    const auto of_gradient = jacobian([&](const auto& p) { return gradient(f, p); }, x);
    r.check(is_close(unnamed(of_gradient), unnamed(hessian(f, x)), 1e-12, 1e-13));
    r.bits(of_gradient);
  });
  // Reverse over forward: while the record is counted, no derivative is known to be 0. (2 / x)'
  tests.executed("of a derivative", [](report& r) {
    const auto slope = [](const auto& p) {
      return jacobian([](const auto& q) { return log(multiply(q, q)); }, p)(0, 0);
    };
    r.check(gradient(slope, launder(tensor<double, dim<1>>{4})) == tensor<double, dim<1>>{-0.125});
  });
  // The memory is the caller's, for as many calls as there are; the function is called once, and the
  // bits are the same.
  tests.executed("in a workspace", [](report& r) {
    using X = tensor<double, axis<"row", 2>, axis<"column", 3>>;
    const X x = launder(filled<X>(8));
    int calls = 0;
    const auto f = [&](const auto& p, const auto& q) {
      ++calls;
      auto s = total{}(multiply(p, softmax(q)))();
      for (std::size_t i = 0; i < 2; ++i) s = s + (p(i, 0) * q(1, i));
      return s;
    };
    gradient_workspace<4096> workspace;
    const auto expected = value_and_gradient(f, x, x);
    r.check(calls == (std::is_constant_evaluated() ? 1 : 2));  // and without one, to count
    for (int i = 0; i < 2; ++i) {
      const int before = calls;
      const auto both = value_and_gradient(workspace, f, x, x);
      r.check(calls == before + 1);
      r.check(bitwise_equal(both.value, expected.value) && both == expected);
      r.check(gradient(workspace, f, x, x) == expected.gradient);
    }
    value_and_gradient_of<double, std::tuple<X, X>> both;
    value_and_gradient_into(both, workspace, f, x, x);
    r.check(both == expected);
    const auto rows = [](const auto& p) { return softmax(p); };
    r.same(vjp(workspace, rows, x, x), vjp(rows, x, x));
    r.bits(both.value);
    // The size depends on the types, and is known to the compiler.
    constexpr std::size_t size = gradient_workspace_size(rows, X{});
    r.check(size == gradient_workspace_size(rows, x) && size < 2048);
    gradient_workspace<size> just_enough;
    r.same(vjp(just_enough, rows, x, x), vjp(rows, x, x));
    r.check(rules::workspace_fits<true, size, decltype(rows), X>::type::value);
    r.check(!rules::workspace_fits<true, size - 1, decltype(rows), X>::type::value);
  });
  // A gradient of numbers inside another leaves the other's elements alone, however they were got.
  tests.executed("of numbers, inside another", [](report& r) {
    using X = tensor<double, dim<2>>;
    const X x = launder(X{3, 4});
    const auto inner = [&] { return gradient([](const auto& w) { return w(0) * w(1); }, x); };
    const auto loop = [&](const auto& p) {
      auto s = p(0) * 0.0;
      for (const auto& e : p) s = s + e * inner()(0);
      return s;
    };
    r.check(gradient(loop, x) == X{4, 4});
    const auto reference = [&](const auto& p) {
      const auto& before = p(0);
      const auto* elements = p.data();
      const X now = inner();
      return before * now(1) + elements[1] * now(0);
    };
    r.check(gradient(reference, x) == X{3, 4});
    gradient_workspace<1024> workspace;
    r.check(gradient(workspace, reference, x) == X{3, 4});
  });
  // A gradient with respect to what another differentiates: the inner parameter is also recorded,
  // and so is what type_as makes of the outer one for it.
  tests.executed("of a gradient", [](report& r) {
    using X = tensor<double, dim<2>>;
    const X x = launder(X{3, 4});
    const auto cubes = [](const auto& w) { return sum<0>(multiply(w, multiply(w, w))); };
    const auto by_the_same = [&](const auto& p) {
      const auto g = gradient(cubes, p);
      return sum<0>(multiply(g, g));
    };
    r.check(gradient(by_the_same, x) == X{36 * 27, 36 * 64});
    // g = (b^2 + a, 2 a b + b)
    const auto captures = [](const auto& p) {
      const auto g = gradient(
          [&](const auto& w) { return w(0) * w(1) * w(1) + sum<0>(multiply(w, type_as(p, w)))(); },
          p);
      return g(0) * g(1);
    };
    const auto both = value_and_gradient(captures, x);
    r.check(both.value == 19 * 28 && both.gradient == X{28 + 19 * 8, 8 * 28 + 19 * 7});
    // A step from numbers, as in MAML.
    const auto of_a_step = [](const auto& p) {
      const auto start = type_as(X{1, 1}, p);
      const auto loss = [&](const auto& w) {
        const auto wp = multiply(w, type_as(p, w));
        return sum<0>(multiply(wp, wp));
      };
      const auto after = start - gradient(loss, start) * 0.25;  // 1 - p^2 / 2
      return sum<0>(after);
    };
    r.check(gradient(of_a_step, x) == X{-3, -4});
    r.bits(both.gradient);
  });
  tests.proved("a call names its rules", [](report& r) {
    const auto one = [](const auto& x) { return sum<0>(x); };
    const auto several = [](const auto& x) { return x; };
    using numbers = tensor<double, dim<3>>;
    using integers = tensor<int, dim<3>>;
    r.check(rules::gradient_call<decltype(one), numbers>::all::value);
    r.check(!rules::gradient_call<decltype(several), numbers>::one_number::value);
    r.check(!rules::gradient_call<decltype(one), integers>::floating_point::value);
    using wrong = rules::gradient_call<decltype(several), integers>;  // one mistake is one error
    r.check(wrong::all::said<wrong::one_number>::value);
    r.check(!rules::differentiated_parameter<integers>::all::value);
    r.check(
        !rules::recorded_call<decltype(one), numbers, tensor<float, dim<2>>>::one_element::value);
    r.check(!rules::vjp_call<decltype(several), numbers, tensor<double, dim<2>>>::same_axes::value);
    r.check(rules::vjp_call<decltype(several), numbers, numbers>::all::value);
    r.check(rules::workspace_size_call<decltype(several), numbers>::all::value);
    using call = rules::gradient_call<decltype(one), numbers>;
    r.check(!rules::workspace_call<call, 8, decltype(one), numbers>::fits::value);
    r.check(!rules::gradient_into_call<float, numbers, decltype(one), numbers>::same_result::value);
  });
  // What attn/learning/gradient.hpp promises of models.
  tests.proved<float, double>("linear and embedding", []<class T>(report& r) {
    using namespace reference::gradients_linear_embedding;
    words<T> model;
    model.table.weight = as<T>(E);
    model.layer.weight = as<T>(W);
    model.layer.bias = as<T>(b);
    const auto ids = as_token_ids<5>(tokens);
    const auto both = value_and_gradient(
        [&](const auto& m) { return weighted(m.layer(m.table(ids)), dout); }, launder(model));
    has_type<value_and_gradient_of<T, words<T>>>(both);
    r.check(near(both.gradient.table.weight, dE));
    r.check(near(both.gradient.layer.weight, dW) && near(both.gradient.layer.bias, db));
    r.same(both.value, weighted(model.layer(model.table(ids)), as<T>(dout)));
    r.bits(both.gradient.table.weight);
    r.bits(both.gradient.layer.weight);
  });
  // Steps down the gradient make the loss smaller: what all this is for.
  tests.proved("steps of training", [](report& r) {
    using layer = nn::linear<double, dim<3>, dim<2>, output_by_input>;
    layer m{filled<tensor<double, dim<2>, dim<3>>>(2), filled<tensor<double, dim<2>>>(3)};
    const auto x = launder(filled<tensor<double, dim<4>, dim<3>>>(4));
    const auto wanted = launder(filled<tensor<double, dim<4>, dim<2>>>(5));
    const auto loss = [&](const auto& model) {
      const auto error = model(type_as(x, model)) - type_as(wanted, model);
      return mean<0>(sum<1>(multiply(error, error)));
    };
    double before = loss(m).data()[0];
    for (int step = 0; step < 5; ++step) {
      const auto both = value_and_gradient(loss, m);
      m = map_parameters(
          [](const auto& p, const auto& slope) { return p - slope * 0.1; }, m, both.gradient);
      const double after = loss(m).data()[0];
      r.check(after < before);
      before = after;
      r.bits(after);
    }
  });
  tests.proved("a call names its rules", [](report& r) {
    const auto one = [](const auto& m) { return sum<0>(m.bias); };
    const auto several = [](const auto& m) { return m.bias; };
    using of_numbers = nn::linear<double, dim<3>, dim<2>, output_by_input>;
    using of_integers = nn::linear<int, dim<3>, dim<2>, output_by_input>;
    r.check(rules::gradient_call<decltype(one), of_numbers>::all::value);
    r.check(!rules::gradient_call<decltype(several), of_numbers>::one_number::value);
    r.check(!rules::gradient_call<decltype(one), of_integers>::floating_point::value);
    using wrong = rules::gradient_call<decltype(several), of_integers>;
    r.check(wrong::all::said<wrong::one_number>::value);
  });
  // What attn/learning/recorded.hpp promises.
  tests.executed("constants", [](report& r) {
    const recorded<double> two = launder(2.0), three = 3;
    r.check((two * three - 1 / two).value == 5.5 && (two * three).adjoint == nullptr);
    r.check(math::max(two, three).value == 3 && math::min(two, three).value == 2);
    r.check(identical(two + 1, three) && !identical(two, three));
    r.check(
        std::numeric_limits<recorded<double>>::lowest() == std::numeric_limits<double>::lowest());
    static_assert(is_analysis_scalar<recorded<float>> && scalar<recorded<float>>);
    static_assert(!std::numeric_limits<recorded<double>>::is_specialized);
    // A tensor of them, without a record, computes as one of numbers.
    tensor<recorded<double>, dim<2>> x{two, three};
    const tensor<recorded<double>, dim<2>> y = x + x * 2;
    r.check(y(0).value == 6 && y(1).value == 9);
    x(1) = y(0);
    r.check(x(1).value == 6 && tensor<recorded<double>>(two).data()->value == 2);
    r.bits((two / three).value);
  });
  // Every function of one element, with the derivative of dual.
  tests.executed("functions of elements", [](report& r) {
    using X = tensor<double, dim<2>>;
    const X x = launder(X{0.75, 0.5});
    const auto check = [&](const auto& f) {
      const X slopes = gradient([&](const auto& v) { return f(v(0), v(1)); }, x);
      using D = dual<double, 2>;
      const D y = f(D::variable(x(0), 0), D::variable(x(1), 1));
      r.check(slopes(0) == y.gradient[0] && slopes(1) == y.gradient[1]);
      r.bits(slopes);
    };
    using namespace math;
    check([](const auto& a, const auto& b) { return a + b; });
    check([](const auto& a, const auto& b) { return a - b; });
    check([](const auto& a, const auto& b) { return a * b; });
    check([](const auto& a, const auto& b) { return a / b; });
    check([](const auto& a, const auto& b) { return max(a, b); });
    check([](const auto& a, const auto& b) { return min(a, b); });
    check([](const auto& a, const auto& b) { return pow(a, b); });
    check([](const auto& a, const auto&) { return pow(a, 3.0); });
    check([](const auto& a, const auto& b) { return select(true, a, b); });
    check([](const auto& a, const auto&) { return -a; });
    check([](const auto& a, const auto&) { return cos(a); });
    check([](const auto& a, const auto&) { return erf(a); });
    check([](const auto& a, const auto&) { return exp(a); });
    check([](const auto& a, const auto&) { return log(a); });
    check([](const auto& a, const auto&) { return log1p(a); });
    check([](const auto& a, const auto&) { return sigmoid(a); });
    check([](const auto& a, const auto&) { return sin(a); });
    check([](const auto& a, const auto&) { return sqrt(a); });
    check([](const auto& a, const auto&) { return tanh(a); });
  });
  // An element that is used twice gets both contributions, and tensors that were copied, assigned or
  // put together from elements are what they are made of.
  tests.executed("tensors and elements", [](report& r) {
    using X = tensor<double, dim<3>>;
    const X x = launder(X{2, 3, 5});
    const auto f = [](const auto& v) {
      auto copy = v;
      copy(0) = v(1) * v(1);
      auto other = copy;
      other = v + copy;  // {2 + 9, 6, 10}
      return sum<0>(multiply(other, copy)) + sum<0>(narrow<0, 1>(v, 2));
    };
    const auto both = value_and_gradient(f, x);
    // (x0 + x1^2) x1^2 + 2 x1^2 + 2 x2^2 + x2
    r.check(both.value == 11 * 9 + 2 * 9 + 2 * 25 + 5);
    r.check(both.gradient == X{9, 2 * 2 * 3 + 4 * 27 + 4 * 3, 4 * 5 + 1});
    r.bits(both.gradient);
  });
};
}  // namespace attn_tests::learning_gradient_tests
