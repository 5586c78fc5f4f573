#include "grid/pressure/preconditioner.h"

namespace slosh {
namespace {

constexpr float mic_tau = 0.97f;  // tau of MIC(0) (Bridson 2008)

double copy(FluidRows& rows, const float* r, float* z, Jobs& jobs) {
    return rows.sum_runs(jobs, [=](int begin, int end) {
        Float4 sum = splat(0);
        for (int i = begin; i < end; i += lanes) {
            const Float4 v = load(r + i);
            store(z + i, v);
            sum += v * v;
        }
        return sum;
    });
}

double jacobi(FluidRows& rows, const float* inverse, const float* r, float* z, Jobs& jobs) {
    return rows.sum_runs(jobs, [=](int begin, int end) {
        Float4 sum = splat(0);
        for (int i = begin; i < end; i += lanes) {
            const Float4 v = load(r + i), scaled = load(inverse + i) * v;
            store(z + i, scaled);
            sum += v * scaled;
        }
        return sum;
    });
}

// Incomplete Poisson: M^-1 = (I - L D^-1) (I - D^-1 L^T) with A = L + D + L^T (Ament, Knittel, Weiskopf & Strasser
// 2010); the entries of L are the negative links.
double incomplete_poisson(FluidRows& rows, const Stencil& a, const float* r, float* half, float* z, Jobs& jobs) {
    rows.for_runs(jobs, [&, r, half](int begin, int end) {
        const Stencil s = a;
        for (int i = begin; i < end; i += lanes) {
            const int y = i + s.row, z_above = i + s.slab;
            const Float4 above = load(s.link_x + i + 1) * load(r + i + 1) +
                                 (load(s.link_y + y) * load(r + y) + load(s.link_z + z_above) * load(r + z_above));
            store(half + i, load(r + i) + load(s.inverse + i) * above);
        }
    });
    return rows.sum_runs(jobs, [&, r, half, z](int begin, int end) {
        const Stencil s = a;
        Float4 sum = splat(0);
        for (int i = begin; i < end; i += lanes) {
            const auto below = [&](const float* link, int next) {
                return load(link + i) * (load(s.inverse + next) * load(half + next));
            };
            const Float4 v =
                load(half + i) + (below(s.link_x, i - 1) + (below(s.link_y, i - s.row) + below(s.link_z, i - s.slab)));
            store(z + i, v);
            sum += v * load(r + i);
        }
        return sum;
    });
}

double dot(FluidRows& rows, const float* v, const float* w, Jobs& jobs) {
    return rows.sum_runs(jobs, [=](int begin, int end) {
        Float4 sum = splat(0);
        for (int i = begin; i < end; i += lanes) sum += load(v + i) * load(w + i);
        return sum;
    });
}

}  // namespace

void Preconditioning::reshape(const MacGrid& grid) {
    cholesky_.reshape(grid);
    multigrid_.reshape(grid);
    for (SimdArray<float>* field : {&inv_pivots, &scratch}) field->assign(grid.size());
}

void Preconditioning::build(Preconditioner kind, const Stencil& matrix, const FluidRows& rows, Jobs& jobs) {
    kind_ = kind;
    matrix_ = matrix;
    if (kind == Preconditioner::ic0) cholesky_.factor(matrix, rows, 0, inv_pivots.data(), jobs);
    if (kind == Preconditioner::mic0) cholesky_.factor(matrix, rows, mic_tau, inv_pivots.data(), jobs);
    if (kind == Preconditioner::multigrid) multigrid_.build(matrix, rows, jobs);
}

double Preconditioning::apply(FluidRows& rows, const float* r, float* z, Jobs& jobs) {
    switch (kind_) {
        case Preconditioner::none:
            return copy(rows, r, z, jobs);
        case Preconditioner::jacobi:
            return jacobi(rows, matrix_.inverse, r, z, jobs);
        case Preconditioner::ic0:
        case Preconditioner::mic0:
            cholesky_.apply(matrix_, rows, inv_pivots.data(), r, z, jobs);
            return dot(rows, r, z, jobs);
        case Preconditioner::incomplete_poisson:
            return incomplete_poisson(rows, matrix_, r, scratch.data(), z, jobs);
        case Preconditioner::multigrid:
            return multigrid_.apply(matrix_, rows, r, z, scratch.data(), jobs);
    }
    return 0;
}

std::span<const float> Preconditioning::diagonal() const {
    switch (kind_) {
        case Preconditioner::none:
        case Preconditioner::multigrid:
            return {matrix_.diagonal, inv_pivots.view().size()};
        case Preconditioner::ic0:
        case Preconditioner::mic0:
            return inv_pivots.view();
        default:
            return {matrix_.inverse, inv_pivots.view().size()};
    }
}

}  // namespace slosh
