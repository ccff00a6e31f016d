// SPDX-License-Identifier: BSL-1.0
// The main function of the tests, where Catch2 is version 2; version 3 brings it in its library.
#define CATCH_CONFIG_MAIN
#include "runtime_tests/catch.hpp"
