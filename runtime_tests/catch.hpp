// SPDX-License-Identifier: BSL-1.0
// Catch2, version 2 (one header) or 3 (many): what the tests use of it is the same in both.
#pragma once

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#else
#include <catch2/catch.hpp>
#endif
