// md/arithmetic.hpp: functions by sums, products, quotients and roots alone, so that they are the
// same bits on every machine.
#pragma once

namespace md {

/// e to the power of x <= 0; 0 below -700.
double exponential(double x);

/// The cube root of x > 0.
double cube_root(double x);

}  // namespace md
