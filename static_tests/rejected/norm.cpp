// SPDX-License-Identifier: BSL-1.0
// What attn/layers/norm.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: layer_norm_axis_absent
// rejected: layer norm along an axis that x does not have.
// expect-error: attn::layer_norm<axis>\(x, …\): x has no such axis
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 4}, {3, 5, 0}};
constexpr tensor<double, feature> gain{1, 2, 3};
constexpr tensor<double, token> two{1, 2};

#ifdef ATTN_REJECT
constexpr auto y = layer_norm<"key">(x);
#else
constexpr auto y = layer_norm<"feature">(x);
#endif

// case: layer_norm_bias_width
// rejected: a bias that is not as long as the axis.
// expect-error: attn::layer_norm<axis>\(x, …\): the bias must have one axis, the normalised one
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 4}, {3, 5, 0}};
constexpr tensor<double, feature> gain{1, 2, 3};
constexpr tensor<double, token> two{1, 2};

#ifdef ATTN_REJECT
constexpr auto y = layer_norm(x, gain, two);
#else
constexpr auto y = layer_norm(x, gain, gain);
#endif

// case: layer_norm_constant_row
// rejected: a row that does not vary, and nothing under the root to divide by.
// expect-error[gcc]: norm_of_a_row_that_does_not_vary_needs_a_positive_eps
// expect-error[clang]: must be initialized by a constant expression
// expect-note: norm_of_a_row_that_does_not_vary_needs_a_positive_eps
// allow: detail::
// lines[clang]: 8 layer_norm_into shares what writes the rows, which is one call more
// errors: 1
constexpr tensor<double, dim<3>> x{5, 5, 5};

#ifdef ATTN_REJECT
constexpr auto y = layer_norm(x, 0);
#else
constexpr auto y = layer_norm(x, 1e-5);
#endif

// case: layer_norm_gain_name
// rejected: as long, but of another axis: x is normalised over the tokens.
// expect-error: attn::layer_norm<axis>\(x, …\): the gain must have one axis, the normalised one
// errors: 1
using token = axis<"token", 3>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 4}, {3, 5, 0}, {1, 1, 0}};
constexpr tensor<double, feature> gain{1, 2, 3};
constexpr tensor<double, dim<3>> bias{4, 5, 6};

#ifdef ATTN_REJECT
constexpr auto y = layer_norm<"token">(x, gain, bias);
#else
constexpr auto y = layer_norm<"feature">(x, gain, bias);
#endif

// case: layer_norm_gain_width
// rejected: a gain that is not as long as the axis.
// expect-error: attn::layer_norm<axis>\(x, …\): the gain must have one axis, the normalised one
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 4}, {3, 5, 0}};
constexpr tensor<double, feature> gain{1, 2, 3};
constexpr tensor<double, token> two{1, 2};

#ifdef ATTN_REJECT
constexpr auto y = layer_norm(x, two);
#else
constexpr auto y = layer_norm<"token">(x, two);
#endif

// case: layer_norm_layer_width
// rejected: a layer for rows of another width.
// expect-error: attn::layer_norm<axis>\(x, …\): the gain must have one axis, the normalised one
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 4}, {3, 5, 0}};
constexpr tensor<double, feature> gain{1, 2, 3};
constexpr tensor<double, token> two{1, 2};
using wider = axis<"feature", 4>;

#ifdef ATTN_REJECT
constexpr auto y = nn::layer_norm<double, wider>::initial()(x);
#else
constexpr auto y = nn::layer_norm<double, feature>::initial()(x);
#endif

// case: layer_norm_mixed_element_types
// rejected: float weights, double activations.
// expect-error: attn::layer_norm<axis>\(x, …\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 4}, {3, 5, 0}};
constexpr tensor<double, feature> gain{1, 2, 3};
constexpr tensor<double, token> two{1, 2};

#ifdef ATTN_REJECT
constexpr auto y = layer_norm(x, gain, as<float>(gain));
#else
constexpr auto y = layer_norm(x, gain, gain);
#endif

// case: layer_norm_of_infinity
// rejected: a row with an infinity has no mean.
// expect-error[gcc]: norm_of_a_row_without_a_finite_mean
// expect-error[clang]: must be initialized by a constant expression
// expect-note: norm_of_a_row_without_a_finite_mean
// allow: detail::
// errors: 1
constexpr tensor<double, dim<3>> x{1, std::numeric_limits<double>::infinity(), 3};

#ifdef ATTN_REJECT
constexpr auto y = layer_norm(x);
#else
constexpr auto y = rms_norm(tensor<double, dim<3>>{1, 2, 3}, 1e-6);
#endif

// case: layer_norm_of_integers
// rejected: layer norm of whole numbers.
// expect-error: attn::layer_norm<axis>\(x, …\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
constexpr matrix<int, 2, 3> x{{1, 2, 4}, {3, 5, 0}};

#ifdef ATTN_REJECT
constexpr auto y = layer_norm(x);
#else
constexpr auto y = layer_norm(as<double>(x));
#endif

// case: rms_norm_axis_absent
// rejected: RMS norm along an axis that x does not have.
// expect-error: attn::rms_norm<axis>\(x, …\): x has no such axis
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 4}, {3, 5, 0}};
constexpr tensor<double, feature> gain{1, 2, 3};
constexpr tensor<double, token> two{1, 2};

#ifdef ATTN_REJECT
constexpr auto y = rms_norm<"key">(x, 1e-6);
#else
constexpr auto y = rms_norm<"feature">(x, 1e-6);
#endif

// case: rms_norm_gain_name
// rejected: the gain of another axis.
// expect-error: attn::rms_norm<axis>\(x, …\): the gain must have one axis, the normalised one
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 4}, {3, 5, 0}};
constexpr tensor<double, feature> gain{1, 2, 3};
constexpr tensor<double, token> two{1, 2};

#ifdef ATTN_REJECT
constexpr auto y = rms_norm<"token">(x, gain, 1e-6);
#else
constexpr auto y = rms_norm<"feature">(x, gain, 1e-6);
#endif

// case: rms_norm_mixed_element_types
// rejected: a float gain, double activations.
// expect-error: attn::rms_norm<axis>\(x, …\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 4}, {3, 5, 0}};
constexpr tensor<double, feature> gain{1, 2, 3};
constexpr tensor<double, token> two{1, 2};

#ifdef ATTN_REJECT
constexpr auto y = rms_norm(x, as<float>(gain), 1e-6);
#else
constexpr auto y = rms_norm(x, gain, 1e-6);
#endif

// case: rms_norm_of_integers
// rejected: RMS norm of whole numbers.
// expect-error: attn::rms_norm<axis>\(x, …\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
constexpr matrix<int, 2, 3> x{{1, 2, 4}, {3, 5, 0}};

#ifdef ATTN_REJECT
constexpr auto y = rms_norm(x, 1);
#else
constexpr auto y = rms_norm(as<double>(x), 1);
#endif

// case: layer_norm_into_other_axes
// rejected: a result with other axes than x.
// expect-error: attn::layer_norm_into<axis>\(out, x, …\): out must have the axes of the result
// errors: 1
using token = axis<"token", 2>;
using width = axis<"width", 3>;
constexpr tensor<double, token, width> x{};
constexpr tensor<double, width> gain{};

#ifdef ATTN_REJECT
inline void write(tensor<double, width, token>& out) { layer_norm_into(out, x, gain, gain); }
#else
inline void write(tensor<double, token, width>& out) { layer_norm_into(out, x, gain, gain); }
#endif

// case: rms_norm_into_other_element
// rejected: a result of another element type.
// expect-error: attn::rms_norm_into<axis>\(out, x, …\): out must have the element type of the operands
// errors: 1
using token = axis<"token", 2>;
using width = axis<"width", 3>;
constexpr tensor<double, token, width> x{};
constexpr tensor<double, width> gain{};

#ifdef ATTN_REJECT
inline void write(tensor<float, token, width>& out) { rms_norm_into(out, x, gain, 1e-5); }
#else
inline void write(tensor<double, token, width>& out) { rms_norm_into(out, x, gain, 1e-5); }
#endif

// case: layer_norm_into_gain_of_tokens
// rejected: a gain for the tokens instead of the width.
// expect-error: attn::layer_norm_into<axis>\(out, x, …\): the gain must have one axis, the normalised one
// errors: 1
using token = axis<"token", 2>;
using width = axis<"width", 3>;
constexpr tensor<double, token, width> x{};
constexpr tensor<double, width> gain{};

#ifdef ATTN_REJECT
inline void write(tensor<double, token, width>& out) {
  layer_norm_into(out, x, tensor<double, token>{}, gain);
}
#else
inline void write(tensor<double, token, width>& out) { layer_norm_into(out, x, gain, gain); }
#endif
