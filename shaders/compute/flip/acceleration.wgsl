// The marks of TrapezoidalRule (grid/liquid/trapezoidal_rule.cpp), greater than any acceleration: outside the fluid, and
// inside since this sub-step.
const outside = 2e30;
const entered = 1e30;
