// chebyshev_weights (grid/pressure/multigrid.cpp).
const first_weight = 0.5663523;
const second_weight = 1.5765042;
