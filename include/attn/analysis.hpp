// SPDX-License-Identifier: BSL-1.0
// attn.hpp and analysis: element types that carry what an operation cost, bounds, derivatives,
// influence or formulas. Proofs made with them. Checks and traces that show values.
#pragma once

#include <attn.hpp>

#include <attn/layers/analysis_parameters.hpp>
#include <attn/models/trace.hpp>
#include <attn/scalars/affine.hpp>
#include <attn/scalars/analysis_scalar.hpp>
#include <attn/scalars/bounds.hpp>
#include <attn/scalars/certify.hpp>
#include <attn/scalars/counted.hpp>
#include <attn/scalars/dual.hpp>
#include <attn/scalars/envelope.hpp>
#include <attn/scalars/exact_arithmetic.hpp>
#include <attn/scalars/influence.hpp>
#include <attn/scalars/interval.hpp>
#include <attn/scalars/is_within.hpp>
#include <attn/scalars/jacobian.hpp>
#include <attn/scalars/monotone_in.hpp>
#include <attn/scalars/permutations.hpp>
#include <attn/scalars/properties.hpp>
#include <attn/scalars/same_for_all_inputs.hpp>
#include <attn/scalars/term.hpp>
#include <attn/tensor/check.hpp>
#include <attn/text/for_all_inputs.hpp>

ATTN_INCLUDED(analysis_hpp)
