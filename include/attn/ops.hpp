// SPDX-License-Identifier: BSL-1.0
// attn.hpp and more operations: einsum and dot; rearrange, reduce and repeat; concepts of calls;
// tensors from and to arrays, and views of memory and of axes. Units in the last place. Layers that
// are packed or write in place. Weights in small numbers.
#pragma once

#include <attn.hpp>

#include <attn/layers/packed.hpp>
#include <attn/layers/quantized.hpp>
#include <attn/ops/concepts.hpp>
#include <attn/ops/dot.hpp>
#include <attn/ops/einsum.hpp>
#include <attn/ops/patterns.hpp>
#include <attn/rules/patterns.hpp>
#include <attn/tensor/array.hpp>
#include <attn/tensor/bfloat16.hpp>
#include <attn/tensor/ulp.hpp>
#include <attn/tensor/views.hpp>

ATTN_INCLUDED(ops_hpp)
