// The part that the solvers of the SPH family have in common: a value that holds the particles, the registry of the
// solver's own columns (sph/particle_columns.h), emitters and drains, the neighbour list and the scratch memory of its
// pair loops. A solver keeps its columns and its step. D is 2 or 3.
#pragma once
#include "domain/emitter_budget.h"
#include "search/cell_pairs.h"
#include "search/list_pairs.h"
#include "sph/boundary_terms.h"
#include "sph/inflow_outflow.h"
#include "sph/interactions.h"
#include "sph/lattice.h"
#include "sph/particle_arrays.h"

namespace slosh::sph {

// Particles per task of a pair loop.
constexpr int neighbour_block = 128;

// Factor on the cutoff of the lists: rounding must not lose a pair that an interaction counts as within h.
constexpr float list_margin = 1.0001f;

template <int D>
class Fluid {
public:
    [[gnu::cold]] Fluid(const Domain& at, const InitialParticles& start, const FluidSize& size,
                        const KernelShape& kernel)
        : domain(at),
          capacity(particle_capacity(at, size.budget, start, size.particles)),
          spacing(rest_lengths<D>(at, start.filling_count(), size).spacing),
          h(rest_lengths<D>(at, start.filling_count(), size).h),
          boundary_(kernel, h),
          initial_count_(start.count()) {
        particles.start_from(start, capacity);
        back_.resize(capacity);
        neighbours.reserve(capacity);
    }
    Fluid(const Fluid&) = delete;  // the registry points to the solver's columns
    Fluid& operator=(const Fluid&) = delete;

    Domain domain;                // the container at rest, and gravity
    int capacity = 0;             // maximum number of particles
    float spacing = 1;            // mean distance of particles at rest, m
    float h = 1;                  // support radius at rest, m
    ParticleArrays<D> particles;  // in cell order
    NeighbourList<D> neighbours;  // as of the last sort
    PairScratch scratch;          // of pair loops

    // --- columns ---

    // A column of the solver, with `value` in each slot.
    void add(SimdArray<float>& column, Carry carry, float value = 0) { columns_.add(column, carry, capacity, value); }
    template <size_t N>
    void add(SimdArray<float> (&columns)[N], Carry carry) {
        for (SimdArray<float>& column : columns) add(column, carry);
    }

    // To be called after the last add(): sorts `capacity` particles once, so that the search allocates its memory now
    // and not in a step. sort() is the solver's function.
    [[gnu::cold, gnu::noinline]] void reserve_search(auto&& sort) {
        if (particles.count < capacity) {
            const ParticleArrays<D> initial = particles;
            particles.set_count(capacity);
            // At the places of others: many in one place would have lists of all.
            for (int i = initial.count; i < capacity && initial.count > 0; ++i)
                particles.copy_slot(i % initial.count, i);
            sort();
            particles = initial;
        }
        columns_.set_count(particles.count);
    }

    // Reserves the scratch memory of pair loops over `capacity` particles, for interactions with at most `fields`
    // fields and `sums` sums.
    void reserve_scratch(int fields, int sums) {
        if (capacity > particles.count) scratch.reserve(capacity, fields, sums);
    }

    // --- emitters and drains ---

    // `volume` of a particle at rest, m^D. Emitters emit nothing before the first call.
    void set_particle_volume(float volume) {
        if (has_inflow_) return inflow_.set_volume(volume);
        inflow_ = InflowOutflow<D>(domain, spacing, volume, h, initial_count_, capacity);
        has_inflow_ = true;
    }
    Outcome set_user_emitters(std::span<const Emitter> emitters) { return inflow_.set_user_emitters(emitters); }
    void set_user_drains(std::span<const Drain> drains) { inflow_.set_user_drains(drains); }
    // As Solver::drain(); possible at any time, so always true.
    bool drain(glm::vec3 offset) {
        inflow_.drain(particles, columns_, offset);
        return true;
    }
    // True if particles were added: their number and slots have then changed.
    bool emit(float dt, const Motion& container, std::span<const Body> bodies, WhenFull when_full) {
        return inflow_.emit(particles, columns_, dt, container, bodies, domain.gravity, when_full);
    }
    std::span<const int> prescribe_inlet(float ahead) {
        return inflow_.prescribe_inlet(particles, domain.gravity, ahead);
    }
    float max_emitter_speed() const { return inflow_.max_speed(); }

    // --- neighbour search ---

    // Sorts the particles by cells for the search radius `radius`: over the container, or unbounded (hash).
    void sort_into_cells(bool hash, glm::vec3 offset, float radius, Jobs& jobs) {
        if (hash) neighbours.build_hash(radius * cell_margin, points(), jobs);
        else neighbours.build(box_around_container(offset), radius * cell_margin, points(), jobs);
        apply_order(neighbours.order(), jobs);
    }
    // The same, and builds the neighbour list for `radius`.
    void sort(bool hash, glm::vec3 offset, float radius, Jobs& jobs) {
        sort_into_cells(hash, offset, radius, jobs);
        build_lists(radius, jobs);
    }
    // `own_radius`: the cutoff of each particle, at most `radius`.
    void build_lists(float radius, Jobs& jobs, const float* own_radius = nullptr) {
        neighbours.build_lists(radius * list_margin, particles.x[0].data(), particles.x[1].data(),
                               particles.x[D - 1].data(), jobs, own_radius);
    }
    // Sorts without building lists, for pair loops over the cells. 2D only.
    void sort_for_cell_pairs(CellGrid& cells, RowPartition& rows, glm::vec3 offset, Jobs& jobs) {
        cells.build(D, box_around_container(offset), h * cell_margin, points(), jobs);
        apply_order(cells.order(), jobs);
        rows.build(cells, neighbour_block);
    }

    // Applies an interaction to all pairs of the neighbour list, then finish(begin, end) on ranges of slots whose
    // `sums` are complete.
    template <PairInteraction Interaction, class Finish>
    void for_pairs(const Interaction& interaction, auto& sums, Jobs& jobs, Finish&& finish) {
        sph::for_pairs<D>(neighbours, scratch, interaction, sums, particles, jobs, finish);
    }

    // --- walls and views ---

    BoundaryTerms<D> wall_terms(int i, glm::vec3 offset) const {
        return boundary_terms<D>(domain.walls, offset, boundary_, particles.at(i).value);
    }
    // Distance from the wall at which a collision response places particle i, m: 1 to 2 thousandths of the spacing. It
    // differs between particles, so that particles pressed into one corner separate again.
    float wall_inset(int i) const {
        return spacing * 1e-3f * (1 + static_cast<float>(particles.id[i] & 1023) * 0x1p-10f);
    }

    // Particles that a body has pushed through a wall come back to it.
    void return_inside(const Motion& container, glm::vec3 offset, Jobs& jobs) {
        jobs.for_range(particles.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; i += lanes) {
                Float4 at[D];
                for (int d = 0; d < D; ++d) at[d] = load(&particles.x[d][i]);
                const bool inside = all_inside<D>(domain.walls, offset, at);
                for (int k = i; !inside && k < std::min(i + lanes, end); ++k) {
                    float x[D], v[D];
                    for (int d = 0; d < D; ++d) {
                        x[d] = particles.x[d][k];
                        v[d] = particles.v[d][k];
                    }
                    keep_inside<D>(domain.walls, container, offset, wall_inset(k), x, v);
                    for (int d = 0; d < D; ++d) {
                        particles.x[d][k] = x[d];
                        particles.v[d][k] = v[d];
                    }
                }
            }
        });
    }

    // The particles with the columns that all solvers of the family have; the solver adds masses and bodies.
    ParticleView view(const SimdArray<float>& density, const SimdArray<float>& pressure, float rest_density) const {
        ParticleView p = particles.view();
        p.density = density.view();
        p.pressure = pressure.view();
        p.radius = spacing / 2;
        p.rest_density = rest_density;
        p.support = h;
        return p;
    }

private:
    Points points() const {
        return {particles.count, particles.x[0].data(), particles.x[1].data(), particles.x[D - 1].data()};
    }
    Box box_around_container(glm::vec3 offset) const {
        const Walls& walls = domain.walls;
        const glm::vec3 centre = walls.centre + offset;
        const glm::vec3 size{half_extent(walls, 0), half_extent(walls, 1), D == 3 ? half_extent(walls, 2) : 0};
        return {centre - size, centre + size};
    }
    void apply_order(std::span<const uint32_t> order, Jobs& jobs) {
        back_.gather(particles, order, jobs);
        std::swap(particles, back_);
        columns_.gather(order, jobs);
    }

    ParticleArrays<D> back_;  // second buffer of a sort
    ParticleColumns columns_;
    InflowOutflow<D> inflow_;
    BoundaryIntegrals boundary_;
    bool has_inflow_ = false;
    int initial_count_ = 0;
};

}  // namespace slosh::sph
