// SPDX-License-Identifier: BSL-1.0
// What attn/recurrent/rnn.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: rnn_activation
// rejected: an activation that maps a tensor to a number.
// expect-error: attn::rnn_step<act>\(x, before, …\): the activation must map a tensor to one with its axes and elements
// errors: 1
struct first {
  template <class X>
  constexpr auto operator()(const X& x) const {
    return x(0);
  }
};
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr tensor<double, in> x{1, 2, 3};
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, hidden, in> W;
constexpr matrix<double, 5, 5> U;
constexpr tensor<double, hidden> b;

#ifdef ATTN_REJECT
constexpr auto after = rnn_step<first>(x, before, W, U, b);
#else
constexpr auto after = rnn_step<act::relu>(x, before, W, U, b);
#endif

// case: rnn_hidden_name
// rejected: of the right width, and of another name.
// expect-error: attn: a step \(x, before\): the state and the cell have different names
// errors: 1
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::gru_cell<double, in, hidden> cell;
constexpr tensor<double, in> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto after = cell(x, initial<tensor<double, axis<"word", 5>>>());
#else
constexpr auto after = cell(x, initial<tensor<double, dim<5>>>());
#endif

// case: rnn_hidden_width
// rejected: a state of another width than the cell.
// expect-error: attn: a step \(x, before\): the state must be as wide as the cell
// errors: 1
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::rnn_cell<double, in, hidden> cell;
constexpr tensor<double, in> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto after = cell(x, initial<tensor<double, axis<"hidden", 3>>>());
#else
constexpr auto after = cell(x, initial<tensor<double, hidden>>());
#endif

// case: rnn_input_name
// rejected: of the right width, and of another name.
// expect-error: attn: a step \(x, before\): x and the input of the cell have different names
// errors: 1
using time = axis<"time", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
using cell_type = nn::lstm_cell<double, in, hidden>;
constexpr cell_type cell;
constexpr tensor<double, in> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto after = cell(tensor<double, axis<"word", 3>>{}, initial<cell_type::state_type>());
#else
constexpr auto after = cell(tensor<double, dim<3>>{}, initial<cell_type::state_type>());
#endif

// case: rnn_input_scalar
// rejected: a number is no input.
// expect-error: attn: a step \(x, before\): x must have an axis, the input of the cell
// errors: 1
using time = axis<"time", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
using cell_type = nn::lstm_cell<double, in, hidden>;
constexpr cell_type cell;
constexpr tensor<double, in> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto after = cell(tensor<double>(1), initial<cell_type::state_type>());
#else
constexpr auto after = cell(x, initial<cell_type::state_type>());
#endif

// case: rnn_input_width
// rejected: an input of another width than that of the cell.
// expect-error: attn: a step \(x, before\): x must be as wide as the input of the cell
// errors: 1
using time = axis<"time", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
using cell_type = nn::lstm_cell<double, in, hidden>;
constexpr cell_type cell;
constexpr tensor<double, in> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto after = cell(tensor<double, hidden>{}, initial<cell_type::state_type>());
#else
constexpr auto after = cell(tensor<double, in>{}, initial<cell_type::state_type>());
#endif

// case: rnn_leading_axes
// rejected: three rows of x and two of the state; or time where batch should be.
// expect-error: attn: a step \(x, before\): x and the state must share leading axes
// errors: 1
using batch = axis<"batch", 2>;
using time = axis<"time", 2>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::rnn_cell<double, in, hidden> cell;
constexpr auto before = initial<tensor<double, batch, hidden>>();

#ifdef ATTN_REJECT
constexpr auto after = cell(tensor<double, time, in>{}, before);
#else
constexpr auto after = cell(tensor<double, batch, in>{}, before);
#endif

// case: rnn_mixed_element_types
// rejected: double and float.
// expect-error: attn: a step \(x, before\): x must have the element type of the cell; as<T>\(x\)
// errors: 1
using time = axis<"time", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
using cell_type = nn::lstm_cell<double, in, hidden>;
constexpr cell_type cell;
constexpr tensor<double, in> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto after = cell(as<float>(x), initial<cell_type::state_type>());
#else
constexpr auto after = as<float>(cell)(as<float>(x), initial(as<float>(cell_type::state_type{})));
#endif

// case: rnn_state_without_axis
// rejected: a state that is a number.
// expect-error: attn: a step \(x, before\): the state must have an axis, the width of the cell
// errors: 1
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::rnn_cell<double, in, hidden> cell;
constexpr tensor<double, in> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto after = cell(x, initial(tensor<double>(1)));
#else
constexpr auto after = cell(x, initial(tensor<double, hidden>{}));
#endif

// case: rnn_step_bias
// rejected: a bias as wide as the input.
// expect-error: attn::rnn_step\(x, before, W_ih, W_hh, b…\): a bias must be \(hidden\)
// errors: 1
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr tensor<double, in> x{1, 2, 3};
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, hidden, in> W;
constexpr matrix<double, 5, 5> U;
constexpr tensor<double, hidden> b;

#ifdef ATTN_REJECT
constexpr auto after = rnn_step(x, before, W, U, x);
#else
constexpr auto after = rnn_step(x, before, W, U, b);
#endif

// case: rnn_step_from_state_after
// rejected: what a step has made goes into the next one as it is; the two are different points in time.
// expect-error: attn: a step \(x, before\): it starts from the state before it: initial\(h\), or advance\(after\) of another step
// errors: 1
using time = axis<"time", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
using cell_type = nn::lstm_cell<double, in, hidden>;
constexpr cell_type cell;
constexpr tensor<double, in> x{1, 2, 3};
constexpr auto first = cell(x, initial<cell_type::state_type>());

#ifdef ATTN_REJECT
constexpr auto second = cell(x, first);
#else
constexpr auto second = cell(x, advance(first));
#endif

// case: rnn_step_from_tensor
// rejected: a tensor is no state: before or after which step?
// expect-error: attn: a step \(x, before\): it starts from the state before it: initial\(h\)
// errors: 1
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::rnn_cell<double, in, hidden> cell;
constexpr tensor<double, in> x{1, 2, 3};
constexpr tensor<double, hidden> h;

#ifdef ATTN_REJECT
constexpr auto after = cell(x, h);
#else
constexpr auto after = cell(x, initial(h));
#endif

// case: rnn_step_state_width
// rejected: a state of another width than the weights'.
// expect-error: attn: a step \(x, before\): the state must be as wide as the cell
// errors: 1
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr tensor<double, in> x{1, 2, 3};
constexpr tensor<double, hidden, in> W;
constexpr matrix<double, 5, 5> U;
constexpr tensor<double, hidden> b;

#ifdef ATTN_REJECT
constexpr auto after = rnn_step(x, initial<tensor<double, axis<"hidden", 4>>>(), W, U, b);
#else
constexpr auto after = rnn_step(x, initial<tensor<double, hidden>>(), W, U, b);
#endif

// case: rnn_step_weight_vector
// rejected: a weight with one axis.
// expect-error: attn::rnn_step\(x, before, W_ih, W_hh, b…\): W_ih must be \(hidden, in\)
// errors: 1
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr tensor<double, in> x{1, 2, 3};
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, hidden, in> W;
constexpr matrix<double, 5, 5> U;
constexpr tensor<double, hidden> b;

#ifdef ATTN_REJECT
constexpr auto after = rnn_step(x, before, b, U, b);
#else
constexpr auto after = rnn_step(x, before, W, U, b);
#endif

// case: rnn_step_weights_swapped
// rejected: W_hh where W_ih should be, and the other way round.
// expect-error: attn::rnn_step\(x, before, W_ih, W_hh, b…\): W_hh must be \(hidden, hidden\)
// errors: 1
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr tensor<double, in> x{1, 2, 3};
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, hidden, in> W;
constexpr matrix<double, 5, 5> U;
constexpr tensor<double, hidden> b;

#ifdef ATTN_REJECT
constexpr auto after = rnn_step(x, before, U, W, b);
#else
constexpr auto after = rnn_step(x, before, W, U, b);
#endif
