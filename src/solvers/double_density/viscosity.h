// Viscosity of Clavet et al. 2005 (section 5.3), implicit: neighbours that approach at speed u exchange the impulse
// dt g (sigma u + beta u^2) along their line e, with g = 1 - r/h.
//
//   (M + dt K) v' = M v,   (K v)_i = sum_j k_ij ((v_i - v_j) . e) e,   k_ij = g (sigma + beta u) m_i m_j / (m_i + m_j)
//
// The impulses of one pair after the other, as in the paper, or of each alone must be bounded, or thirty neighbours
// together throw a particle back; and with bounded impulses honey sloshes like water, however large sigma is. So
// conjugate gradients without a matrix find the impulses of all pairs together (Takahashi et al. 2015; Weiler et al.
// 2018). They begin with the last change of the velocities. Forces of pairs along their line, of every iterate, keep
// momentum and spin.
//
// The linear part acts on neighbours that part, too: a thread of honey resists being stretched. The kinematic viscosity
// of a filled neighbourhood is sigma h^2 / 10.
#pragma once
#include <vector>

#include "solvers/double_density/state.h"

namespace slosh {

struct ViscosityConstants {
    float h, dt;              // u, s
    float linear, quadratic;  // sigma, 1/s; beta, 1/u
};

class BlobViscosity {
public:
    // Changes the velocities of sorted blobs; builds the strips of the cells. Memory is allocated at the first call.
    void apply(BlobArrays&, const CellGrid&, const SlotsByIndex&, const ViscosityConstants&, RowPartition& strips,
               PairSums<2>&, Jobs&);
    // Forgets the last change.
    void clear();
    // Of conjugate gradients in the last call.
    int iterations() const { return iterations_; }

private:
    // Calls use(i, fx, fy) for each particle with dt times the viscous force for the velocities direction_, and returns
    // the sum of what it returns.
    double add_forces(const BlobArrays&, const CellGrid&, const ViscosityConstants&, const RowPartition& strips,
                      PairSums<2>&, Jobs&, auto&& use);
    void solve(const BlobArrays&, const CellGrid&, const ViscosityConstants&, const RowPartition& strips, PairSums<2>&,
               Jobs&);
    // The sum of of(i) over the particles: the same for any number of workers.
    double sum(int count, Jobs&, auto&& of);

    SimdArray<float> change_[2], residual_[2], direction_[2], product_[2];  // x, r, p, A p by slot
    std::vector<float> last_change_[2];                                     // of the last call, by index
    std::vector<double> parts_;                                             // of a sum, by block
    int iterations_ = 0;
};

}  // namespace slosh
